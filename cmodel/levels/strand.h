/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strands (Gebhart et al., MICRO 2011): what a warp executes without being taken from the active set. A strand is
 * entered at its first instruction only, has no loop, and needs no long-latency result that one of its own
 * instructions asks for. A strand begins
 *   - where something outside may begin, and where nothing known leads to;
 *   - at the target of a branch backwards;
 *   - at the first instruction that names a register whose long-latency result is under way in the strand;
 *   - where paths meet that come from different strands, or with different results under way;
 *   - behind every instruction at which another path of the warp may go on (level_insn.switches).
 * The last rule is not the paper's: docs/software-rf.md says why it is there.
 */
#ifndef SUBCORE_STRAND_H
#define SUBCORE_STRAND_H

#include "level_code.h"

/* The number of the first instruction of each instruction's strand. NULL when memory runs out. */
uint32_t *strand_find(const struct level_code *);

/* Whether an instruction must be the first of a strand and of an interval, whatever is under way. */
bool strand_is_forced(const struct level_code *, uint32_t n);

#endif
