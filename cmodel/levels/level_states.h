/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction says of a warp's registers beside the levels: GREENER's states, RegLess' regions, and what is
 * live for the register cache in hardware. */
#ifndef SUBCORE_LEVEL_STATES_H
#define SUBCORE_LEVEL_STATES_H

#include "level_code.h"

enum { LEVEL_AWAKE = 3 };       /* GREENER: instructions that a register is on before it is named; recalled */

struct level_states {
    uint16_t on, sleep;         /* registers before the instruction; all others are off */
    uint16_t block;             /* registers of the basic block that begins here; */
    bool     begins_block;
    struct regset behind;       /* live behind the instruction */
};

/* One for each instruction; `live` is that of level_live(). NULL when memory runs out. */
struct level_states *level_states_find(const struct level_code *, const struct regset *live);

#endif
