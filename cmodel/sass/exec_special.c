/* SPDX-License-Identifier: Apache-2.0 */
/* Special registers. A clock counts the warp instructions that the warp has executed: it must not depend on timing. */
#include <string.h>

#include "exec.h"

enum {
    SR_LANEID = 0x00, SR_VIRTCFG = 0x02, SR_VIRTID = 0x03, SR_TID_X = 0x21, SR_TID_Y = 0x22, SR_TID_Z = 0x23,
    SR_CTAID_X = 0x25, SR_CTAID_Y = 0x26, SR_CTAID_Z = 0x27, SR_NTID = 0x28, SR_SMEMSZ = 0x32,
    SR_LMEMHIOFF = 0x37, SR_EQMASK = 0x38, SR_LTMASK = 0x39, SR_LEMASK = 0x3a, SR_GTMASK = 0x3b, SR_GEMASK = 0x3c,
    SR_VIRTUALSMID = 0x43, SR_CLOCKLO = 0x50,
    SR_GLOBALTIMERLO = 0x52, SRZ = 0xff
};

enum { SHARED_UNIT = 256 };     /* bytes in which a block is given shared memory */

static uint64_t value_of(const struct exec_warp *w, uint32_t reg, uint32_t lane, bool *known)
{
    const struct exec_launch *l = w->launch;
    const struct exec_block *b = w->block;
    uint32_t thread = w->number * SASS_LANES + lane;
    *known = true;
    switch (reg) {
    case SR_LANEID: return lane;
    case SR_VIRTID: return w->number << 8;
    case SR_TID_X: return thread % l->block[0];
    case SR_TID_Y: return thread / l->block[0] % l->block[1];
    case SR_TID_Z: return thread / l->block[0] / l->block[1];
    case SR_CTAID_X: return b->x;
    case SR_CTAID_Y: return b->y;
    case SR_CTAID_Z: return b->z;
    case SR_EQMASK: return UINT32_C(1) << lane;
    case SR_LTMASK: return (UINT32_C(1) << lane) - 1;
    case SR_LEMASK: return UINT32_MAX >> (31 - lane);
    case SR_GTMASK: return ~(UINT32_MAX >> (31 - lane));
    case SR_GEMASK: return ~((UINT32_C(1) << lane) - 1);
    case SR_VIRTUALSMID: return 0;
    case SR_SMEMSZ: return (l->shared_bytes + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
    case SR_LMEMHIOFF: return 0;        /* the stack may grow down to here */
    case SR_CLOCKLO: case SR_GLOBALTIMERLO: return w->executed;
    case SR_CLOCKLO + 1: case SR_GLOBALTIMERLO + 1: return w->executed >> 32;
    case SRZ: return 0;
    default: *known = false; return 0;
    }
}

bool exec_special(struct exec_warp *w, const struct exec_plan *p, uint32_t special[2 * SASS_LANES])
{
    const struct sass_insn *insn = p->insn;
    const struct sass_operand *o = NULL;
    for (uint32_t i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == SASS_SREG)
            o = &insn->operand[i];
    if (!o)
        return exec_fail(w, "the instruction names no special register"), false;
    w->timed |= o->reg >= SR_CLOCKLO && o->reg <= SR_GLOBALTIMERLO + 1;
    for (uint32_t l = 0; l < SASS_LANES; l++) {
        bool known;
        uint64_t value = value_of(w, o->reg, l, &known);
        if (!known)
            return exec_fail(w, "special register 0x%02x has no value here; numbers of threads, blocks, lanes and "
                             "warps, lane masks, the size of shared memory, and clocks are accepted", o->reg), false;
        special[l] = (uint32_t)value;
        special[SASS_LANES + l] = (uint32_t)(value >> 32);
    }
    return true;
}
