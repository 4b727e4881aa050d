/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which results are soon named again (RFC-sim, look-ahead allocation): result d of a record is if one of the next
 * `reach` instructions of the warp has its register as a source or result, whatever its mask. The micro-operations of
 * one instruction count as one, and those behind the last instruction name nothing. Sets insn.dst_look.
 */
#ifndef SUBCORE_LOOK_AHEAD_H
#define SUBCORE_LOOK_AHEAD_H

#include <stddef.h>
#include <stdint.h>

#include "stream.h"

/* All records of a warp; time is linear in their number. */
void look_ahead_mark(struct insn *insns, size_t count, uint32_t reach);

/* The records of one instruction. `records` is a ring of `room`, a power of two; the instruction's begin at `first`,
 * and all records of the `reach` instructions behind it, or all until the end of the warp, come before `end`. */
void look_ahead_ring(struct insn *records, uint32_t room, uint32_t first, uint32_t end, uint32_t reach);

#endif
