/* SPDX-License-Identifier: Apache-2.0 */
/* How many instructions on their way will read each register, for a sub-core without collectors under scoreboards:
 * a result does not overtake them (SCOREBOARD of 3.18; Modern GPU Cores 7.5). */
#ifndef SUBCORE_READERS_H
#define SUBCORE_READERS_H

#include "core.h"
#include "instruction.h"

enum { READERS_BITS = 6 };              /* of a count, at most */

struct readers {
    struct core *core;
    unsigned most, count_w;             /* K, KB */
    uint8_t  count[MAX_WARPS][MAX_REGISTERS];
    struct { uint64_t count[QWORDS(MAX_WARPS * MAX_REGISTERS * READERS_BITS) + 1]; } q;
};

void readers_open(struct readers *r, struct core *core, const struct config *cfg);
void readers_list(const struct readers *r, struct register_list *l);
void readers_reset(struct readers *r);
void readers_pack(struct readers *r);
void readers_unpack(struct readers *r);

/* WAR: somebody has still to read a result register of an instruction of the warp. */
bool readers_of_results(const struct readers *r, unsigned warp, const struct instruction *i);

/* As many as are counted have still to read one of its sources. */
bool readers_at_most(const struct readers *r, unsigned warp, const struct instruction *i);

/* It issues; its reads are reserved, or done. A count that passes 0 or K is a violation. Within an edge the second one
 * comes first. */
void readers_issue(struct readers *r, unsigned warp, const struct instruction *i);
void readers_leave(struct readers *r, unsigned warp, const struct instruction *i);

#endif
