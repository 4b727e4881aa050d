/* SPDX-License-Identifier: Apache-2.0 */
/* What control bits say of the time between two instructions of a warp (3.18, issue; Modern GPU Cores, section 4). */
#ifndef BASE_CONTROL_H
#define BASE_CONTROL_H

#include <stdbool.h>

enum { CONTROL_LONG_STALL = 45, CONTROL_MOST_ALONE = 11 };

/* Cycles from the issue of an instruction to the next one of its warp, 1 at least: its stall count, 0 to 15, and
 * whether it yields. */
static inline unsigned control_distance(unsigned stall, bool yield)
{
    if (stall == 0 && yield)
        return CONTROL_LONG_STALL;
    if (stall > CONTROL_MOST_ALONE && !yield)
        return 1;
    unsigned least = yield ? 2 : 1;
    return stall > least ? stall : least;
}

#endif
