/* SPDX-License-Identifier: Apache-2.0 */
#include "distances.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sass/control_access.h"
#include "cmodel/subcore/boundary.h"

enum { KEPT = 64, FILE_REGISTERS = 256, WRITERS = 4, TO_LOOK_AT = 64, NOT_YET = 0 };

/* Who has written some lanes of a register last. */
struct writer {
    bool     fixed, guarded;    /* it has a fixed latency; a guard */
    uint8_t  class;
    uint32_t sequence, mask;    /* lanes that nobody has written since; none: there is no writer */
    uint64_t issued;
};

struct slot {
    struct writer of[LATENCY_FILES][FILE_REGISTERS][WRITERS];   /* the last one first */
    uint64_t dispatched[KEPT];  /* cycle, by sequence */
};

/* What an instruction with a fixed latency depends on, until it dispatches. */
struct looked_at {
    uint32_t slot, sequence, count;
    struct distance_fault list[TO_LOOK_AT];     /* `found` is the distance of the issues */
};

struct distances {
    struct slot slots[MAX_WARPS];
    struct looked_at flight[MAX_INFLIGHT];
};

struct distances *distances_create(void)
{
    return calloc(1, sizeof(struct distances));
}

void distances_destroy(struct distances *d)
{
    free(d);
}

void distances_launch(struct distances *d, uint32_t slot)
{
    d->slots[slot] = (struct slot){.dispatched = {0}};
}

/* --- issue -------------------------------------------------------------------------------------------------------- */

/* The lanes that an access with this mask touches: registers of the uniform files have none, and are one thing. */
static uint32_t lanes_of(const struct control_access *a, uint32_t mask)
{
    return a->file == LATENCY_REGISTER || a->file == LATENCY_PREDICATE ? mask : UINT32_MAX;
}

/* An access may depend on a writer of its register. False: it comes too early. With `later` its dispatch is to tell. */
static bool depends_on(struct looked_at *later, const struct writer *w, const struct control_access *a,
                       enum latency_hazard hazard, uint32_t mask, uint64_t cycle, struct distance_fault *fault)
{
    if (!w->fixed || !(w->mask & lanes_of(a, mask)) || cycle - w->issued > LATENCY_MOST)
        return true;
    *fault = (struct distance_fault){
        .earlier = w->sequence, .file = a->file, .hazard = (uint8_t)hazard, .reg = a->reg,
        .needed = (uint8_t)latency_needed(a->file, hazard, w->class, a->class, w->guarded),
        .found = cycle - w->issued,
    };
    if (!later)
        return fault->found >= fault->needed;
    if (later->count < TO_LOOK_AT && fault->needed > 1)
        later->list[later->count++] = *fault;
    return true;
}

static bool depends(struct looked_at *later, const struct slot *s, const struct control_access *a,
                    enum latency_hazard hazard, uint32_t mask, uint64_t cycle, struct distance_fault *fault)
{
    bool fine = true;
    for (unsigned w = 0; w < WRITERS && fine; w++)
        fine = depends_on(later, &s->of[a->file][a->reg][w], a, hazard, mask, cycle, fault);
    return fine;
}

/* The writer comes first. The others keep the lanes that it leaves; the oldest of four is forgotten. */
static void note_writer(struct writer list[WRITERS], const struct writer *new)
{
    struct writer now[WRITERS] = {*new};
    for (unsigned w = 0, n = 1; w < WRITERS && n < WRITERS; w++) {
        now[n] = list[w];
        now[n].mask &= ~new->mask;
        n += now[n].mask != 0;
    }
    memcpy(list, now, sizeof now);
}

static void note_writes(struct slot *s, const struct sass_insn *i, const struct control_access *list, unsigned count,
                        uint32_t sequence, uint32_t mask, uint64_t cycle)
{
    for (unsigned n = 0; n < count && mask; n++)
        note_writer(s->of[list[n].file][list[n].reg], &(struct writer){
            .fixed = !control_variable_result(i), .guarded = i->guard < SASS_PT, .class = list[n].class,
            .sequence = sequence, .mask = lanes_of(&list[n], mask), .issued = cycle,
        });
}

bool distances_issue(struct distances *d, uint32_t slot, uint32_t iid, uint32_t sequence, const struct sass_insn *i,
                     uint32_t mask, uint64_t cycle, struct distance_fault *fault)
{
    struct slot *s = &d->slots[slot];
    struct looked_at *later = &d->flight[iid];
    struct control_access list[CONTROL_ACCESSES];
    *later = (struct looked_at){.slot = slot, .sequence = sequence};
    s->dispatched[sequence % KEPT] = NOT_YET;
    if (!i)
        return true;
    bool fixed = !control_variable_result(i) && !control_variable_read(i), fine = true;
    unsigned count = control_reads(i, list);
    for (unsigned n = 0; n < count && fine; n++)
        if (mask || (list[n].file == LATENCY_PREDICATE && list[n].class == LATENCY_GUARD))
            fine = depends(fixed ? later : NULL, s, &list[n], LATENCY_RAW, mask ? mask : UINT32_MAX, cycle, fault);
    count = control_writes(i, list);
    for (unsigned n = 0; n < count && fine && mask; n++)
        fine = depends(fixed ? later : NULL, s, &list[n], LATENCY_WAW, mask, cycle, fault);
    note_writes(s, i, list, count, sequence, mask, cycle);
    return fine;
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

bool distances_dispatch(struct distances *d, uint32_t iid, uint64_t cycle, struct distance_fault *fault)
{
    struct looked_at *l = &d->flight[iid];
    struct slot *s = &d->slots[l->slot];
    s->dispatched[l->sequence % KEPT] = cycle;
    for (uint32_t n = 0; n < l->count; n++) {
        uint64_t before = s->dispatched[l->list[n].earlier % KEPT];
        if (l->sequence - l->list[n].earlier >= KEPT || before == NOT_YET || cycle - before >= l->list[n].needed)
            continue;
        *fault = l->list[n];
        fault->found = cycle - before;
        return false;
    }
    return true;
}

const char *distance_register(const struct distance_fault *f, char text[8])
{
    static const char *const prefix[LATENCY_FILES] = {"R", "P", "UR", "UP"};
    snprintf(text, 8, "%s%u", prefix[f->file], f->reg);
    return text;
}
