/* SPDX-License-Identifier: Apache-2.0 */
/* Trace events as Perfetto and Chrome read them: a cycle is a microsecond, a process a sub-core, and a warp slot has as
 * many tracks as it has instructions at a time. An instruction is a slice, its steps are slices in it.
 *
 * Of slices that begin together the outer one has to come first. How long an instruction is, is known when its other
 * steps have been written: its first step is kept until then. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/base/bits.h"
#include "cmodel/subcore/boundary.h"
#include "step_text.h"
#include "writer.h"

enum { LANES = 64 };

static unsigned place_of(const struct row *r)
{
    return r->sub * MAX_WARPS + r->slot;
}

/* The slice of a row: it has its track as long as it lives. */
static unsigned track_of(const struct row *r)
{
    return r->slot * LANES + r->track;
}

static struct first_step *first_of(const struct writer *w, const struct row *r)
{
    return w->first ? &w->first[place_of(r) * LANES + r->track] : NULL;
}

static void separate(struct writer *w)
{
    fputs(w->more ? ",\n" : "\n", w->out);
    w->more = true;
}

static void start(struct writer *w, const struct view_frame *f)
{
    w->lanes = calloc(2 * MAX_WARPS * f->subs, sizeof *w->lanes);
    w->named = w->lanes + MAX_WARPS * f->subs;
    w->first = calloc((size_t)MAX_WARPS * f->subs * LANES, sizeof *w->first);
    fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [", w->out);
    for (uint32_t i = 0; i < f->subs; i++) {
        separate(w);
        fprintf(w->out, "{\"ph\": \"M\", \"pid\": %" PRIu32 ", \"name\": \"process_name\", \"args\": {\"name\": "
                "\"sub-core %" PRIu32 ".%" PRIu32 "\"}}", i, f->sm, f->subcore + i);
    }
}

static void name_track(struct writer *w, const struct row *r)
{
    separate(w);
    fprintf(w->out, "{\"ph\": \"M\", \"pid\": %" PRIu32 ", \"tid\": %u, \"name\": \"thread_name\", \"args\": "
            "{\"name\": \"warp slot %u, %u\"}},\n", r->sub, track_of(r), r->slot, r->track);
    fprintf(w->out, "{\"ph\": \"M\", \"pid\": %" PRIu32 ", \"tid\": %u, \"name\": \"thread_sort_index\", \"args\": "
            "{\"sort_index\": %u}}", r->sub, track_of(r), track_of(r));
}

/* The lowest track that is free; more than there are share the last one. */
static void show(struct writer *w, struct row *r, uint64_t cycle)
{
    uint64_t *used = w->lanes ? &w->lanes[place_of(r)] : NULL;
    (void)cycle;
    if (!used)
        return;
    r->track = (uint8_t)(~*used ? lowest(~*used) : LANES - 1);
    *used |= only(r->track);
    if (w->named[place_of(r)] >> r->track & 1)
        return;
    w->named[place_of(r)] |= only(r->track);
    name_track(w, r);
}

static void write_step(struct writer *w, const struct row *r, const struct step *s, uint64_t from, uint64_t cycle)
{
    char text[STEP_TEXT];
    step_text(s, r->who.launch, text);
    separate(w);
    fprintf(w->out, "{\"ph\": \"X\", \"pid\": %" PRIu32 ", \"tid\": %u, \"ts\": %" PRIu64 ", \"dur\": %" PRIu64
            ", \"cat\": \"%s\", \"name\": \"%s%s%s\", \"args\": {\"what\": \"", r->sub, track_of(r), from,
            cycle - from, step_waits(s) ? "wait" : "work", stage_name(s->stage), s->cause ? ": " : "",
            cause_name(s->cause));
    write_json_text(w->out, text);
    fputs("\"}}", w->out);
}

static void end(struct writer *w, const struct row *r, const struct step *s, uint64_t from, uint64_t cycle)
{
    struct first_step *first = first_of(w, r);
    if (from == r->shown && first && !first->row)
        *first = (struct first_step){r, *s, cycle};
    else
        write_step(w, r, s, from, cycle);
}

static void gone(struct writer *w, const struct row *r, uint64_t cycle, bool complete)
{
    char label[LABEL_TEXT];
    struct first_step *first = first_of(w, r);
    (void)complete;
    row_label(r, 1, label);
    separate(w);
    fprintf(w->out, "{\"ph\": \"X\", \"pid\": %" PRIu32 ", \"tid\": %u, \"ts\": %" PRIu64 ", \"dur\": %" PRIu64
            ", \"cat\": \"instruction\", \"name\": \"", r->sub, track_of(r), r->shown, cycle - r->shown);
    write_json_text(w->out, label);
    fprintf(w->out, "\", \"args\": {\"warp\": %" PRIu64 ", \"sequence\": %" PRIu32 ", \"block\": %" PRIu64
            ", \"decoded\": %" PRIu64 "}}", r->who.launch, r->who.sequence, r->block, r->decoded);
    if (first && first->row == r) {
        write_step(w, r, &first->step, r->shown, first->to);
        first->row = NULL;
    }
    if (w->lanes)
        w->lanes[place_of(r)] &= ~only(r->track);
}

static void finish(struct writer *w, const struct view_frame *f, const struct stats *counts)
{
    fprintf(w->out, "\n], \"otherData\": {\"source\": \"%s\", \"from\": %" PRIu64 ", \"to\": %" PRIu64 ", ", f->source,
            f->from, f->to);
    write_counts(w->out, counts, ", ");
    fputs("}}\n", w->out);
    free(w->lanes);
    free(w->first);
    w->lanes = NULL;
    w->first = NULL;
}

const struct writer_ops chrome_writer = {.open = start, .row = show, .end = end, .gone = gone, .close = finish};
