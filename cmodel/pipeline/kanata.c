/* SPDX-License-Identifier: Apache-2.0 */
/* The format of Konata, Kanata 0004: stages are in lane 0, what an instruction waits for lies over them in lane 1.
 * Konata writes a stage into its cycles: names have 4 characters at most. */
#include <inttypes.h>
#include <string.h>

#include "step_text.h"
#include "writer.h"

static void go_to(struct writer *w, uint64_t cycle)
{
    if (cycle > w->now)
        fprintf(w->out, "C\t%" PRIu64 "\n", cycle - w->now);
    w->now = cycle;
}

static void start(struct writer *w, const struct view_frame *f)
{
    fprintf(w->out, "Kanata\t0004\nC=\t%" PRIu64 "\n", f->from);
    w->now = f->from;
    w->more = f->subs > 1;
}

static void show(struct writer *w, struct row *r, uint64_t cycle)
{
    char label[LABEL_TEXT];
    go_to(w, cycle);
    row_label(r, w->more ? 2 : 1, label);
    fprintf(w->out, "I\t%" PRId64 "\t%" PRIu32 "\t%" PRIu64 "\n", r->number, r->who.sequence, r->who.launch);
    fprintf(w->out, "L\t%" PRId64 "\t0\t%s\n", r->number, label);
    fprintf(w->out, "L\t%" PRId64 "\t1\tsub-core %" PRIu32 ", warp slot %u, block %" PRIu64 ", warp %" PRIu32
            " of the block; decoded in cycle %" PRIu64 "\\n\n", r->number, r->sub, r->slot, r->block, r->warp,
            r->decoded);
}

/* Without a cause nothing stands in lane 1. */
static void begin(struct writer *w, const struct row *r, const struct step *s, const struct row *producer,
                  uint64_t cycle)
{
    char text[STEP_TEXT];
    go_to(w, cycle);
    fprintf(w->out, "S\t%" PRId64 "\t0\t%s\n", r->number, stage_short(s->stage));
    if (s->cause == CAUSE_NONE)
        return;
    step_text(s, r->who.launch, text);
    if (producer)
        fprintf(w->out, "W\t%" PRId64 "\t%" PRId64 "\t0\n", r->number, producer->number);
    if (step_waits(s))
        fprintf(w->out, "S\t%" PRId64 "\t1\t%s\n", r->number, cause_short(s->cause));
    fprintf(w->out, "L\t%" PRId64 "\t1\t%" PRIu64 ": %s\\n\n", r->number, cycle, text);
}

static void end(struct writer *w, const struct row *r, const struct step *s, uint64_t from, uint64_t cycle)
{
    (void)from;
    go_to(w, cycle);
    if (step_waits(s))
        fprintf(w->out, "E\t%" PRId64 "\t1\t%s\n", r->number, cause_short(s->cause));
    fprintf(w->out, "E\t%" PRId64 "\t0\t%s\n", r->number, stage_short(s->stage));
}

static void gone(struct writer *w, const struct row *r, uint64_t cycle, bool complete)
{
    go_to(w, cycle);
    if (complete)
        fprintf(w->out, "R\t%" PRId64 "\t%" PRIu64 "\t0\n", r->number, w->retired++);
}

static void happens(struct writer *w, const struct pipeline_event *e)
{
    if (!e->row || e->row->number < 0 || strcmp(e->name, "collect") != 0)
        return;
    go_to(w, e->cycle);
    fprintf(w->out, "L\t%" PRId64 "\t1\t%" PRIu64 ": operands: %s\\n\n", e->row->number, e->cycle, e->detail);
}

const struct writer_ops kanata_writer = {
    .open = start, .row = show, .begin = begin, .end = end, .gone = gone, .event = happens,
};
