/* SPDX-License-Identifier: Apache-2.0 */
#include "look_ahead.h"

#include <stdbool.h>

enum { REGISTERS = 256 };

/* --- a whole warp ------------------------------------------------------------------------------------------------- */

/* The walk goes backwards; `index` counts instructions from the end, and from 1. */
struct naming {
    uint64_t index;
    uint64_t next[REGISTERS];   /* index of the next instruction that names the register; 0: none */
};

static void mark(const struct naming *n, struct insn *insn, uint32_t reach)
{
    insn->dst_look = 0;
    for (unsigned d = 0; d < insn->dst_count; d++) {
        uint64_t next = n->next[(uint8_t)(insn->dst_base + d)];
        insn->dst_look |= (uint8_t)((next > 0 && n->index - next <= reach) << d);
    }
}

static void note(struct naming *n, const struct insn *insn)
{
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        n->next[insn->src[__builtin_ctz(set)]] = n->index;
    for (unsigned d = 0; d < insn->dst_count; d++)
        n->next[(uint8_t)(insn->dst_base + d)] = n->index;
}

void look_ahead_mark(struct insn *insns, size_t count, uint32_t reach)
{
    struct naming n = {.index = 1};
    for (size_t end = count; end > 0; n.index++) {
        size_t begin = end - 1;
        while (begin > 0 && !insns[begin].first_uop)
            begin--;
        for (size_t i = begin; i < end; i++)
            mark(&n, &insns[i], reach);
        for (size_t i = begin; i < end; i++)
            note(&n, &insns[i]);
        end = begin;
    }
}

/* --- a ring ------------------------------------------------------------------------------------------------------- */

static bool names(const struct insn *insn, uint8_t reg)
{
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        if (insn->src[__builtin_ctz(set)] == reg)
            return true;
    return (uint8_t)(reg - insn->dst_base) < insn->dst_count;
}

void look_ahead_ring(struct insn *records, uint32_t room, uint32_t first, uint32_t end, uint32_t reach)
{
    uint32_t behind = first + 1, instructions = 0;
    while (behind != end && !records[behind & (room - 1)].first_uop)
        behind++;
    for (uint32_t i = first; i != behind; i++)
        records[i & (room - 1)].dst_look = 0;
    for (uint32_t i = behind; i != end; i++) {
        const struct insn *next = &records[i & (room - 1)];
        instructions += next->first_uop;
        if (instructions > reach)
            return;
        for (uint32_t r = first; r != behind; r++) {
            struct insn *n = &records[r & (room - 1)];
            for (unsigned d = 0; d < n->dst_count; d++)
                n->dst_look |= (uint8_t)(names(next, (uint8_t)(n->dst_base + d)) << d);
        }
    }
}
