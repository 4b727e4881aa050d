/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The early collector: an instruction enters it although one of its sources is still outstanding, and takes that one as
 * a result on its way to its bank (3.16; Triple-A, IEEE Embedded Systems Letters 2024). All else is as in a plain one.
 */
#ifndef SUBCORE_ECU_H
#define SUBCORE_ECU_H

#include "ocu.h"

struct ecus {
    struct ocus ocu;
    struct { struct { uint64_t src_wait; } q; } at[MAX_COLLECTORS];     /* the slot that waits for a result, one-hot */
};

extern const struct collector_ops ecu_ops;

#endif
