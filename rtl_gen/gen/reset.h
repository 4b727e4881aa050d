/* SPDX-License-Identifier: Apache-2.0 */
/* What a condition is during reset, while rst_i is 1. */
#ifndef RTL_GEN_RESET_H
#define RTL_GEN_RESET_H

#include "expression.h"

enum at_reset {
    OPEN,  /* rst_i is not in the condition */
    HOLDS, /* rst_i | OTHER */
    FAILS, /* OTHER & ~rst_i */
    MIXED, /* anything else with rst_i */
};

enum at_reset condition_at_reset(struct part condition);

#endif
