/* SPDX-License-Identifier: Apache-2.0 */
/* A page that shows the rows: page.html with lines of data in it, columns separated by tabs. */
#include <inttypes.h>
#include <string.h>

#include "configs/config.h"
#include "page_text.h"
#include "step_text.h"
#include "writer.h"

/* The text without what would end the element that it stands in: "<-" becomes an arrow. */
static void safe(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (text[0] == '<' && text[1] == '-') {
            fputs("\u2190", out);
            text++;
        } else {
            fputc(*text == '<' ? '(' : (unsigned char)*text < ' ' ? ' ' : *text, out);
        }
    }
}

static void start(struct writer *w, const struct view_frame *f)
{
    char hash[CONFIG_HASH];
    config_hash(f->config, hash);
    fputs(page_before, w->out);
    fputs("F\t", w->out);
    safe(w->out, f->config->name);
    fprintf(w->out, "\t%.16s\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%s\n", hash, f->sm, f->subcore, f->subs,
            f->source);
    for (unsigned i = 0; i < PIPE_STAGE_COUNT; i++)
        fprintf(w->out, "T\t%s\t%s\n", stage_short(i), stage_name(i));
    for (unsigned i = 0; i < PIPE_CAUSE_COUNT; i++)
        fprintf(w->out, "U\t%s\t%d\n", cause_name(i), step_waits(&(struct step){.cause = (uint8_t)i}));
}

static void show(struct writer *w, struct row *r, uint64_t cycle)
{
    char what[ROW_TEXT];
    row_text(r, what);
    fprintf(w->out, "R\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu32 "\t%u\t%" PRIu64 "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64
            "\t", r->sub, r->who.launch, r->who.sequence, r->slot, r->block, r->warp, r->decoded, cycle);
    safe(w->out, what);
    fputc('\n', w->out);
}

static void end(struct writer *w, const struct row *r, const struct step *s, uint64_t from, uint64_t cycle)
{
    char text[STEP_TEXT];
    step_text(s, r->who.launch, text);
    fprintf(w->out, "S\t%" PRId64 "\t%" PRIu64 "\t%" PRIu64 "\t%u\t%u\t", r->number, from, cycle - from, s->stage,
            s->cause);
    safe(w->out, text);
    fputc('\n', w->out);
}

static void gone(struct writer *w, const struct row *r, uint64_t cycle, bool complete)
{
    (void)cycle;
    if (!complete)
        fprintf(w->out, "X\t%" PRId64 "\n", r->number);
}

static void happens(struct writer *w, const struct pipeline_event *e)
{
    if (!e->row || e->row->number < 0 || strcmp(e->name, "collect") != 0)
        return;
    fprintf(w->out, "E\t%" PRId64 "\t%" PRIu64 "\t", e->row->number, e->cycle);
    safe(w->out, e->detail);
    fputc('\n', w->out);
}

static void finish(struct writer *w, const struct view_frame *f, const struct stats *counts)
{
    fprintf(w->out, "Z\t%" PRIu64 "\t%" PRIu64 "\t{", f->from, f->to);
    write_counts(w->out, counts, ", ");
    fputs("}\n", w->out);
    fputs(page_behind, w->out);
}

const struct writer_ops page_writer = {
    .open = start, .row = show, .end = end, .gone = gone, .event = happens, .close = finish,
};
