/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Register intervals (LTRF, ASPLOS 2018): parts of the control flow that are entered at one instruction only and name
 * at most so many registers. The first pass grows intervals block by block and cuts blocks that name too many; the
 * second one joins intervals, which takes in loops. Both go on until nothing changes.
 */
#ifndef SUBCORE_INTERVAL_H
#define SUBCORE_INTERVAL_H

#include "level_code.h"

struct interval {
    uint32_t head;              /* number of its first instruction */
    struct regset work;         /* registers that it names */
    struct regset live;         /* registers that some path of the warp may still read when it begins */
};

struct intervals {
    uint32_t *of;               /* number of the interval, by instruction */
    struct interval *list;      /* by ascending head */
    uint32_t count;
};

/* `live` is that of level_live(). `limit`: registers of an interval. Returns LEVEL_NONE when all is well; `count` of
 * the code when memory runs out; else the number of an instruction that names more than `limit` registers alone. */
uint32_t intervals_find(struct intervals *, const struct level_code *, const struct regset *live, unsigned limit);
void intervals_free(struct intervals *);

#endif
