/* SPDX-License-Identifier: Apache-2.0 */
#include "control_rules.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/base/control.h"
#include "cmodel/base/unit.h"
#include "cmodel/sass/latency.h"

/* Behind a result of a unit with latency L: an instruction with a fixed time that issues L + 1 cycles later has it; the
 * unit queue reads two cycles earlier (3.18). */
enum { FIXED_BEHIND = 1, QUEUE_BEHIND = 3, QUEUE_OVERWRITES = 2, COUNTER_SEEN = 2 };

struct search {
    struct recorded_code *code;
    const struct hints_machine *machine;
    unsigned reach;             /* no distance is longer */
    uint32_t *list;             /* what has been found, in order of finding */
    size_t   found;
    unsigned *distance;         /* of each instruction; 0: not found */
    uint32_t *by;               /* the instruction just before the later one on the way */
};

/* --- what a pair needs -------------------------------------------------------------------------------------------- */

static unsigned greater(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned of_matrix(enum latency_hazard hazard, uint32_t earlier, uint32_t later)
{
    unsigned most = 1;
    for (uint32_t e = earlier; e; e &= e - 1)
        for (uint32_t l = later; l; l &= l - 1)
            most = greater(most, latency_needed(LATENCY_REGISTER, hazard, (unsigned)__builtin_ctz(e),
                                                (unsigned)__builtin_ctz(l), true));
    return most;
}

static unsigned unit_latency(const struct search *s, const struct recorded_form *f)
{
    return (unsigned)(f->unit == UNIT_FP32 ? s->machine->fp32_latency : s->machine->int_latency);
}

/* Cycles behind a write of an instruction with a fixed time for one that reads the register. */
static unsigned reads_after(const struct search *s, const struct recorded_insn *earlier, const struct recorded_form *f,
                            const struct recorded_write *w, const struct recorded_insn *later)
{
    unsigned ready = unit_latency(s, f) + w->index;
    unsigned behind = later->variable ? QUEUE_BEHIND : FIXED_BEHIND;
    return greater(ready + behind, of_matrix(LATENCY_RAW, earlier->class.writes, later->class.reads));
}

/* Likewise for one that writes it with result `index`, which is at least one cycle in its unit. */
static unsigned writes_after(const struct search *s, const struct recorded_insn *earlier, const struct recorded_form *f,
                             const struct recorded_write *w, const struct recorded_insn *later,
                             const struct recorded_form *g, unsigned index)
{
    unsigned ready = unit_latency(s, f) + w->index + 1;
    unsigned taken = later->variable ? 1 : unit_latency(s, g) + index;
    unsigned behind = later->variable ? QUEUE_BEHIND : 0;
    unsigned least = ready + behind > taken ? ready + behind - taken : 1;
    return greater(least, of_matrix(LATENCY_WAW, earlier->class.writes, later->class.writes));
}

static unsigned behind_writes(const struct search *s, const struct recorded_insn *earlier,
                              const struct recorded_insn *later)
{
    unsigned most = 1;
    for (size_t f = 0; f < earlier->form_count; f++) {
        const struct recorded_form *form = &earlier->forms[f];
        for (unsigned w = 0; w < form->write_count; w++) {
            if (recorded_reads_register(later, form->write[w].reg))
                most = greater(most, reads_after(s, earlier, form, &form->write[w], later));
            for (size_t g = 0; g < later->form_count; g++)
                for (unsigned i = 0; i < later->forms[g].write_count; i++)
                    if (later->forms[g].write[i].reg == form->write[w].reg)
                        most = greater(most, writes_after(s, earlier, form, &form->write[w], later, &later->forms[g],
                                                          later->forms[g].write[i].index));
        }
    }
    return most;
}

static unsigned behind_reads(const struct recorded_insn *earlier, const struct recorded_insn *later)
{
    unsigned most = 1;
    for (size_t f = 0; f < earlier->form_count; f++)
        for (unsigned r = 0; r < earlier->forms[f].read_count; r++)
            if (recorded_writes_register(later, earlier->forms[f].read[r].reg))
                most = greater(most, greater(later->variable ? QUEUE_OVERWRITES : 1,
                                             of_matrix(LATENCY_WAR, earlier->class.reads, later->class.writes)));
    return most;
}

static uint32_t counted(const struct recorded_insn *n)
{
    uint32_t set = 0;
    if (n->control.write_bar < HINTS_COUNTERS)
        set |= UINT32_C(1) << n->control.write_bar;
    if (n->control.read_bar < HINTS_COUNTERS)
        set |= UINT32_C(1) << n->control.read_bar;
    return set;
}

/* The least distance of two instructions. */
static unsigned needed(const struct search *s, const struct recorded_insn *earlier, const struct recorded_insn *later)
{
    unsigned least = counted(earlier) & later->control.wait ? COUNTER_SEEN : 1;
    if (!earlier->fixed)
        return least;
    return greater(least, greater(behind_writes(s, earlier, later), behind_reads(earlier, later)));
}

/* --- the way back from an instruction ----------------------------------------------------------------------------- */

static void reach(struct search *s, uint32_t n, unsigned distance, uint32_t by)
{
    if (s->distance[n] && s->distance[n] <= distance)
        return;
    if (!s->distance[n])
        s->list[s->found++] = n;
    s->distance[n] = distance;
    s->by[n] = by;
}

/* Everything from which the instruction is reached in fewer cycles than `reach`, over the shortest way. */
static void find_earlier(struct search *s, uint32_t later)
{
    struct recorded_insn *all = s->code->insns;
    const struct recorded_insn *n = &all[later];
    s->found = 0;
    for (size_t i = 0; i < n->previous_count; i++)
        reach(s, n->previous[i], all[n->previous[i]].control.stall, n->previous[i]);
    for (unsigned d = 1; d < s->reach; d++)
        for (size_t i = 0; i < s->found; i++) {
            const struct recorded_insn *m = &all[s->list[i]];
            if (s->distance[s->list[i]] != d)
                continue;
            for (size_t p = 0; p < m->previous_count; p++)
                if (d + all[m->previous[p]].control.stall < s->reach)
                    reach(s, m->previous[p], d + all[m->previous[p]].control.stall, s->by[s->list[i]]);
        }
}

static void forget(struct search *s)
{
    for (size_t i = 0; i < s->found; i++)
        s->distance[s->list[i]] = 0;
}

/* Lengthens the stall just before an instruction where a way to it is too short: 1 if there was one, 0 if not, and -1
 * if no stall is long enough. */
static int lengthen(struct search *s, uint32_t later, const struct sentence *why)
{
    int lengthened = 0;
    find_earlier(s, later);
    for (size_t i = 0; i < s->found && !lengthened; i++) {
        const struct recorded_insn *earlier = &s->code->insns[s->list[i]];
        struct recorded_insn *before = &s->code->insns[s->by[s->list[i]]];
        unsigned least = needed(s, earlier, &s->code->insns[later]), distance = s->distance[s->list[i]];
        if (distance >= least)
            continue;
        unsigned stall = before->control.stall + least - distance;
        lengthened = stall > HINTS_MOST_STALL ? -1 : 1;
        if (lengthened < 0)
            refuse(why, "0x%04" PRIx64 " %s must issue %u cycles after 0x%04" PRIx64 " %s, and a stall count is at "
                   "most %d; accepted are smaller unit.int.latency and unit.fp32.latency", s->code->insns[later].pc,
                   s->code->insns[later].opcode, least, earlier->pc, earlier->opcode, (int)HINTS_MOST_STALL);
        else
            before->control.stall = (uint8_t)stall;
    }
    forget(s);
    return lengthened;
}

static unsigned longest(const struct hints_machine *m)
{
    unsigned latency = (unsigned)(m->int_latency > m->fp32_latency ? m->int_latency : m->fp32_latency);
    return greater(LATENCY_MOST, latency + QUEUE_BEHIND + STREAM_MAX_DSTS) + 1;
}

bool control_stall(struct recorded_code *code, const struct hints_machine *machine, const struct sentence *why)
{
    size_t n = code->count + 1;
    struct search s = {.code = code, .machine = machine, .reach = longest(machine), .list = malloc(n * sizeof *s.list),
                       .distance = calloc(n, sizeof *s.distance), .by = malloc(n * sizeof *s.by)};
    bool fine = s.list && s.distance && s.by;
    if (!fine)
        refuse(why, "no memory is left");
    for (size_t i = 0; fine && i < code->count; i++) {
        int more;
        while ((more = lengthen(&s, code->order[i], why)) == 1) { }
        fine = more == 0;
    }
    /* A long stall count needs a yield. */
    for (size_t i = 0; fine && i < code->count; i++)
        code->insns[i].control.yield = code->insns[i].control.stall > CONTROL_MOST_ALONE;
    free(s.list);
    free(s.distance);
    free(s.by);
    return fine;
}
