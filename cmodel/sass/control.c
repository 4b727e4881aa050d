/* SPDX-License-Identifier: Apache-2.0 */
#include "control.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "control_flow.h"

struct check {
    const struct control_code *code;
    struct control_faults *faults;
    uint32_t room;
    bool *seen;                 /* by instruction */
};

/* --- what is wrong ------------------------------------------------------------------------------------------------ */

static void add(struct check *c, const struct control_fault *fault)
{
    struct control_faults *f = c->faults;
    if (f->count == c->room) {
        c->room = 2 * c->room + 16;
        f->list = realloc(f->list, c->room * sizeof *f->list);
        if (!f->list)
            give_up("no memory is left");
    }
    f->list[f->count++] = *fault;
}

static unsigned kind_before(enum latency_hazard hazard, bool open)
{
    if (hazard == LATENCY_WAR)
        return open ? CONTROL_OPEN_READ : CONTROL_FIXED_READ;
    return open ? CONTROL_OPEN_WRITE : CONTROL_FIXED_WRITE;
}

/* What is in one queue comes in order. Of results ptxas counts on it beyond a barrier in the units that compute. */
static bool in_order(const struct sass_insn *i, const struct control_entry *e, enum latency_hazard hazard)
{
    bool computes = e->queue == CONTROL_DOUBLE || e->queue == CONTROL_MATRIX || e->queue == CONTROL_INTEGER_MATRIX;
    if (e->queue == CONTROL_ALONE || hazard == LATENCY_RAW || (hazard == LATENCY_WAW && e->exact && !computes))
        return false;
    return e->queue == (hazard == LATENCY_WAW ? control_result_queue(i) : control_read_queue(i));
}

static void check_distance(struct check *c, uint32_t n, const struct control_access *a, const struct control_entry *e,
                           enum latency_hazard hazard)
{
    unsigned needed = latency_needed(a->file, hazard, e->class, a->class, e->guarded);
    if (hazard == LATENCY_RAW && a->chained && a->class == e->class)
        needed = latency_chained(a->class);
    if (e->distance < needed)
        add(c, &(struct control_fault){.insn = n, .earlier = e->insn, .cause = CONTROL_DISTANCE,
                                       .hazard = (uint8_t)hazard, .file = a->file, .reg = a->reg,
                                       .found = e->distance, .needed = (uint8_t)needed});
}

static void check_counter(struct check *c, uint32_t n, const struct control_access *a, const struct control_entry *e,
                          enum latency_hazard hazard)
{
    const struct sass_insn *i = &c->code->insns[n];
    uint8_t counters = e->clears | e->aged | e->fresh;
    if (i->wait_mask & e->clears || in_order(i, e, hazard))
        return;
    bool soon = i->wait_mask & counters;
    add(c, &(struct control_fault){.insn = n, .earlier = e->insn, .hazard = (uint8_t)hazard, .file = a->file,
                                   .reg = a->reg, .counters = counters, .found = e->distance, .needed = 2,
                                   .cause = !counters ? CONTROL_NO_COUNTER : soon ? CONTROL_TOO_SOON
                                                                                  : CONTROL_NOT_WAITED});
}

/* A value that was kept for the slot before its register was written. */
static void check_kept(struct check *c, uint32_t n, const struct control_access *a, const struct control_entry *e)
{
    if (e->slot == a->slot && e->stale)
        add(c, &(struct control_fault){.insn = n, .earlier = e->insn, .cause = CONTROL_STALE, .reg = a->reg,
                                       .file = a->file, .writer = e->writer});
}

static void check_access(struct check *c, uint32_t n, const struct control_state *before,
                         const struct control_access *a, enum latency_hazard hazard)
{
    uint32_t count;
    const struct control_entry *e = control_state_find(before, a->file, a->reg, &count);
    for (; count-- > 0; e++) {
        if (e->kind == kind_before(hazard, false))
            check_distance(c, n, a, e, hazard);
        else if (e->kind == kind_before(hazard, true))
            check_counter(c, n, a, e, hazard);
        else if (e->kind == CONTROL_KEPT && hazard == LATENCY_RAW)
            check_kept(c, n, a, e);
    }
}

/* What the instruction does alone, whatever is around it. */
static void check_alone(struct check *c, uint32_t n, unsigned writes)
{
    const struct sass_insn *i = &c->code->insns[n];
    if (i->op == SASS_DEPBAR && control_step(i) < CONTROL_DEPBAR_STALL)
        add(c, &(struct control_fault){.insn = n, .earlier = n, .cause = CONTROL_DEPBAR,
                                       .found = (uint8_t)control_step(i), .needed = CONTROL_DEPBAR_STALL});
    if (writes > 0 && control_variable_result(i) && control_result_queue(i) == CONTROL_ALONE &&
        i->write_barrier >= CONTROL_COUNTERS)
        add(c, &(struct control_fault){.insn = n, .earlier = n, .cause = CONTROL_NEVER_COUNTED});
}

static void visit(void *user, uint32_t n, const struct control_state *before)
{
    struct check *c = user;
    struct control_access list[CONTROL_ACCESSES];
    unsigned count = control_reads(&c->code->insns[n], list);
    for (unsigned r = 0; r < count; r++)
        check_access(c, n, before, &list[r], LATENCY_RAW);
    count = control_writes(&c->code->insns[n], list);
    for (unsigned w = 0; w < count; w++) {
        check_access(c, n, before, &list[w], LATENCY_WAW);
        check_access(c, n, before, &list[w], LATENCY_WAR);
    }
    check_alone(c, n, count);
    c->faults->checked += !c->seen[n];
    c->seen[n] = true;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static int compare(const void *left, const void *right)
{
    const struct control_fault *a = left, *b = right;
    const int64_t by[] = {(int64_t)a->insn - b->insn, (int64_t)a->earlier - b->earlier, a->file - b->file,
                          a->reg - b->reg, a->hazard - b->hazard, a->cause - b->cause, a->found - b->found};
    for (size_t k = 0; k < sizeof by / sizeof *by; k++)
        if (by[k] != 0)
            return by[k] < 0 ? -1 : 1;
    return 0;
}

/* Of equal ones but for the distance the shortest is kept. */
static bool same(const struct control_fault *a, const struct control_fault *b)
{
    return a->insn == b->insn && a->earlier == b->earlier && a->file == b->file && a->reg == b->reg &&
           a->hazard == b->hazard && a->cause == b->cause;
}

static void keep_each_once(struct control_faults *f)
{
    uint32_t kept = 0;
    if (f->count > 0)
        qsort(f->list, f->count, sizeof *f->list, compare);
    for (uint32_t n = 0; n < f->count; n++)
        if (kept == 0 || !same(&f->list[kept - 1], &f->list[n]))
            f->list[kept++] = f->list[n];
    f->count = kept;
}

void control_check(const struct control_code *code, struct control_faults *faults)
{
    struct check c = {.code = code, .faults = faults, .seen = calloc(code->count + 1, sizeof *c.seen)};
    *faults = (struct control_faults){0};
    if (!c.seen)
        give_up("no memory is left");
    control_flow(code, visit, &c);
    keep_each_once(faults);
    free(c.seen);
}

/* --- in words ----------------------------------------------------------------------------------------------------- */

static void name_register(const struct control_fault *f, char *text, size_t size)
{
    static const char *const prefix[LATENCY_FILES] = {"R", "P", "UR", "UP"};
    snprintf(text, size, "%s%u", prefix[f->file], f->reg);
}

static void name_insn(const struct control_code *code, uint32_t n, char *text, size_t size)
{
    char name[64];
    sass_opcode_text(&code->insns[n], name, sizeof name);
    snprintf(text, size, "0x%04" PRIx64 " %s", code->insns[n].pc, name);
}

static void name_counters(uint8_t counters, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned b = 0; b < CONTROL_COUNTERS; b++)
        if (counters >> b & 1)
            used += (size_t)snprintf(text + used, size - used, "%sSB%u", used ? " or " : "", b);
}

void control_text(const struct control_code *code, const struct control_fault *f, char *text, size_t size)
{
    char insn[96], earlier[96], writer[96], reg[8], counters[64];
    const char *does = f->hazard == LATENCY_RAW ? "reads" : "writes";
    const char *did = f->hazard == LATENCY_WAR ? "reads" : "writes";
    name_insn(code, f->insn, insn, sizeof insn);
    name_insn(code, f->earlier, earlier, sizeof earlier);
    name_insn(code, f->writer, writer, sizeof writer);
    name_register(f, reg, sizeof reg);
    name_counters(f->counters, counters, sizeof counters);
    switch (f->cause) {
    case CONTROL_DISTANCE:
        snprintf(text, size, "%s %s %s %u cycle%s after %s %s it; %u are needed", insn, does, reg, f->found,
                 f->found == 1 ? "" : "s", earlier, did, f->needed);
        break;
    case CONTROL_NOT_WAITED:
        snprintf(text, size, "%s %s %s without waiting for %s, with which %s %s it", insn, does, reg, counters,
                 earlier, did);
        break;
    case CONTROL_TOO_SOON:
        snprintf(text, size, "%s %s %s 1 cycle after the increment of %s, with which %s %s it; 2 are needed", insn,
                 does, reg, counters, earlier, did);
        break;
    case CONTROL_NO_COUNTER:
        snprintf(text, size, "%s %s %s, which %s %s without a counter to wait for", insn, does, reg, earlier, did);
        break;
    case CONTROL_STALE:
        snprintf(text, size, "%s reads %s as %s has kept it for reuse, before %s wrote it", insn, reg, earlier, writer);
        break;
    case CONTROL_NEVER_COUNTED:
        snprintf(text, size, "%s takes a time that varies and has no write barrier", insn);
        break;
    default:
        snprintf(text, size, "%s stalls %u cycle%s; %u are needed", insn, f->found, f->found == 1 ? "" : "s",
                 f->needed);
        break;
    }
}
