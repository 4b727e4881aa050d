/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/levels/level_judge.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/stream/walk.h"
#include "level_source.h"
#include "recorded_code.h"

/* --- cubins ------------------------------------------------------------------------------------------------------- */

static bool make_kernel(struct level_pass *p, const char *name, struct level_code *code, const struct sentence *error)
{
    char why[400] = "";
    bool fine = level_hints_make(p->hints, name, code, SENTENCE(why)) || refuse(error, "%s", why);
    p->instructions += code->count;
    level_code_free(code);
    return fine;
}

static bool pass_cubin(struct level_pass *p, struct stream *stream)
{
    struct kernel kernel;
    int status;
    char why[300] = "";
    while ((status = stream->next_kernel(stream, &kernel)) == 1) {
        const struct record_shape *shapes;
        const struct cubin_kernel *k = cubin_stream_kernel(stream, &shapes);
        struct level_code code;
        p->launches++;
        if (level_hints_find_kernel(p->hints, kernel.name))
            continue;
        if (!level_code_of_cubin(&code, k, shapes, stream->races, SENTENCE(why)))
            return refuse(SENTENCE(stream->error), "kernel %s: %s", kernel.name, why);
        if (!make_kernel(p, kernel.name, &code, SENTENCE(stream->error)))
            return false;
    }
    return status == 0;
}

/* --- traces ------------------------------------------------------------------------------------------------------- */

struct recording {
    char name[256];
    struct recorded_code code;
    struct level_seen *seen;
    size_t seen_count, seen_room;
};

struct tracing {
    struct level_pass *pass;
    struct stream *stream;
    struct recording *kernels;
    size_t count, room;
    struct recording *now;
    struct recorded_form form;
    struct level_seen seen;     /* of the instruction whose records come, and its lanes */
    uint32_t mask;
    struct step { size_t index; uint32_t mask; bool ends; } *steps;    /* of the warp */
    size_t   step_count, step_room;
};

static uint64_t begin_kernel(void *context, const struct kernel *kernel)
{
    struct tracing *t = context;
    int number = level_hints_kernel(t->pass->hints, kernel->name);
    void *array = t->kernels;
    t->pass->launches++;
    if (number < 0 || !array_grow(&array, sizeof *t->kernels, t->count, &t->room))
        return 0;
    t->kernels = array;
    if ((size_t)number == t->count) {
        t->kernels[t->count] = (struct recording){.code = {.before = RECORDED_START}};
        snprintf(t->kernels[t->count++].name, sizeof t->kernels->name, "%s", kernel->name);
    }
    t->now = &t->kernels[number];
    return UINT64_MAX;
}

static bool see(struct tracing *t)
{
    struct recording *r = t->now;
    size_t index = r->code.before;
    while (r->seen_count <= index) {
        void *array = r->seen;
        if (!array_grow(&array, sizeof *r->seen, r->seen_count, &r->seen_room))
            return false;
        r->seen = array;
        r->seen[r->seen_count++] = (struct level_seen){.partial = false};
    }
    r->seen[index].cracked |= t->seen.cracked;
    r->seen[index].entry |= t->seen.entry;
    r->seen[index].ends |= t->seen.ends;
    void *array = t->steps;
    if (!array_grow(&array, sizeof *t->steps, t->step_count, &t->step_room))
        return false;
    t->steps = array;
    t->steps[t->step_count++] = (struct step){index, t->mask, strncmp(r->code.insns[index].opcode, "EXIT", 4) == 0};
    return true;
}

/* Which instructions of a warp have left out lanes that have not ended: of a trace nothing else tells a guard, and
 * paths that are apart. */
static void find_partial(struct tracing *t)
{
    uint32_t lanes = 0;
    for (size_t s = 0; s < t->step_count; s++)
        lanes |= t->steps[s].mask;
    for (size_t s = 0; s < t->step_count; s++) {
        t->now->seen[t->steps[s].index].partial |= t->steps[s].mask != lanes;
        lanes &= t->steps[s].ends ? ~t->steps[s].mask : UINT32_MAX;
    }
    t->step_count = 0;
}

static bool take_record(void *context, const struct insn *insn, unsigned uop)
{
    struct tracing *t = context;
    struct recorded_code *code = &t->now->code;
    if (uop == 0) {
        t->form = (struct recorded_form){.unit = insn->unit};
        t->mask = insn->mask;
        t->seen = (struct level_seen){.entry = code->count == 0 || code->before == RECORDED_START};
    }
    recorded_form_add(&t->form, insn);
    t->seen.cracked |= !insn->last_uop;
    t->seen.ends |= insn->last;
    if (insn->last_uop && (!recorded_code_add(code, insn->pc, t->stream->opcode_name(t->stream, insn->opcode), &t->form)
                           || !see(t)))
        return false;
    if (insn->last) {
        recorded_code_end_warp(code);
        find_partial(t);
    }
    return true;
}

static bool make_trace(struct tracing *t, struct recording *r)
{
    char why[300] = "";
    struct level_code code;
    if (!recorded_code_sort(&r->code))
        return refuse(SENTENCE(t->stream->error), "no memory is left for strands");
    if (!level_code_of_trace(&code, &r->code, r->seen, SENTENCE(why)))
        return refuse(SENTENCE(t->stream->error), "kernel %s: %s", r->name, why);
    return make_kernel(t->pass, r->name, &code, SENTENCE(t->stream->error));
}

static bool pass_trace(struct level_pass *p, struct stream *stream)
{
    struct tracing t = {.pass = p, .stream = stream};
    const struct walk walk = {&t, begin_kernel, take_record, NULL};
    bool fine = walk_stream(stream, &walk);
    for (size_t k = 0; k < t.count; k++) {
        fine = fine && make_trace(&t, &t.kernels[k]);
        recorded_code_free(&t.kernels[k].code);
        free(t.kernels[k].seen);
    }
    free(t.kernels);
    free(t.steps);
    return fine;
}

/* --- both --------------------------------------------------------------------------------------------------------- */

bool level_pass(struct level_pass *p, const struct level_shape *shape, struct stream *stream)
{
    *p = (struct level_pass){.hints = level_hints_create(shape)};
    bool fine = p->hints ? (cubin_stream_is(stream) ? pass_cubin(p, stream) : pass_trace(p, stream))
                         : refuse(SENTENCE(stream->error), "no memory is left for hints about levels");
    if (!fine) {
        level_hints_destroy(p->hints);
        p->hints = NULL;
    }
    return fine;
}

/* --- the judge ---------------------------------------------------------------------------------------------------- */

struct following {
    const struct level_hints *hints;
    struct level_judge *judge;
    struct stream *stream;
    char error[600];
};

static uint64_t judge_kernel(void *context, const struct kernel *kernel)
{
    struct following *f = context;
    return level_judge_kernel(f->judge, kernel->name, SENTENCE(f->error)) ? UINT64_MAX : 0;
}

/* Long latencies are known from opcodes, not from the hints alone. */
static bool has_its_latency(struct following *f, const char *opcode)
{
    const struct level_hint *h = level_judge_hint(f->judge);
    bool slow = level_is_slow(opcode);
    return h->slow == slow
        || refuse_at(SENTENCE(f->error), f->hints->path, h->line, "%s has %s latency; accepted is its name %s ~ behind "
                     "it", opcode, slow ? "a long" : "no long", slow ? "with" : "without");
}

static bool judge_record(void *context, const struct insn *insn, unsigned uop)
{
    struct following *f = context;
    const char *opcode = f->stream->opcode_name(f->stream, insn->opcode);
    (void)uop;
    return level_judge_record(f->judge, insn, opcode, SENTENCE(f->error)) && has_its_latency(f, opcode);
}

bool level_follow(const struct level_hints *hints, struct stream *stream, struct level_counts *counts)
{
    struct following f = {.hints = hints, .judge = level_judge_create(hints), .stream = stream};
    const struct walk walk = {&f, judge_kernel, judge_record, NULL};
    if (!f.judge)
        return refuse(SENTENCE(stream->error), "no memory is left for the values of a warp");
    bool fine = walk_stream(stream, &walk);
    if (f.error[0])
        refuse(SENTENCE(stream->error), "%s", f.error);
    *counts = *level_judge_counts(f.judge);
    level_judge_destroy(f.judge);
    return fine;
}
