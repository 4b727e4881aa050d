/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_apply.h"

#include <inttypes.h>

#include "level_at.h"

/* An instruction whose records are placed, and the one that begins its interval. */
struct placing {
    struct level_at at;
    const struct level_hint *begins;
};

static bool named(const struct placing *p, const char *what, unsigned reg)
{
    return regset_has(&p->begins->work, (uint8_t)reg)
        || level_wrong(&p->at, "its %s R%u is not among the registers of interval %u, which begins at 0x%04" PRIx64
                       "; accepted are all that its instructions name", what, reg, p->at.hint->interval, p->begins->pc);
}

/* Registers behind those of the warp are another one's (3.13). */
static bool within(const struct placing *p, unsigned registers)
{
    const struct level_at begins = {.hints = p->at.hints, .why = p->at.why, .hint = p->begins};
    for (unsigned r = registers; r < REGSET_REGISTERS; r++)
        if (regset_has(&p->begins->work, (uint8_t)r))
            return level_wrong(&begins, "R%u is a register of its interval; accepted are those of the kernel, up to "
                               "R%u", r, registers - 1);
    return true;
}

static bool place_record(const struct placing *p, struct insn *n)
{
    n->levels = (struct insn_levels){0};
    if (n->first_uop && p->at.hint == p->begins) {
        n->levels.work = &p->begins->work;
        n->levels.live = &p->begins->live;
    }
    for (uint32_t set = n->src_valid; set; set &= set - 1)
        if (!named(p, "source", n->src[__builtin_ctz(set)]))
            return false;
    for (unsigned d = 0; d < n->dst_count; d++)
        if (!named(p, "result", n->dst_base + d))
            return false;
    return true;
}

static bool place(const void *context, const void *kernel, unsigned registers, const char *opcode, struct insn *records,
                  unsigned count, const struct sentence *why)
{
    struct placing p = {.at = {.hints = context, .why = why}};
    if (!level_find(&p.at, kernel, records->pc, opcode))
        return false;
    p.begins = level_hints_interval(kernel, p.at.hint->interval);
    if (!p.begins)
        return level_wrong(&p.at, "no instruction begins interval %u; accepted is * behind the number of one",
                           p.at.hint->interval);
    if (!within(&p, registers))
        return false;
    for (unsigned u = 0; u < count; u++)
        if (!place_record(&p, &records[u]))
            return false;
    return true;
}

struct record_placer interval_placer(const struct level_hints *hints)
{
    return (struct record_placer){.context = hints, .kernel = level_kernel_of, .place = place};
}
