/* SPDX-License-Identifier: Apache-2.0 */
#include "footprint.h"

#include "liveness.h"

void footprint_init(struct footprint *f, unsigned lanes)
{
    *f = (struct footprint){.lanes = UINT32_MAX >> (STREAM_MAX_LANES - lanes)};
}

bool footprint_add(struct footprint *f, const struct insn *insn)
{
    uint32_t mask = insn->mask & f->lanes;
    if (f->complete)
        *f = (struct footprint){.lanes = f->lanes};
    for (uint32_t set = insn->src_valid; set; set &= set - 1)
        regset_add(&f->read, insn->src[__builtin_ctz(set)]);
    for (unsigned d = 0; mask != 0 && d < insn->dst_count; d++) {
        bool full = mask == f->lanes;
        regset_add(full ? &f->full : &f->partial, (uint8_t)(insn->dst_base + d));
        if (full && insn->dst_hint == HINT_BANK)
            regset_add(&f->bank, (uint8_t)(insn->dst_base + d));
    }
    f->complete = insn->last_uop;
    return f->complete;
}
