/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels begin, warps are launched, records are decoded. */
#ifndef SUBCORE_ENV_LAUNCH_H
#define SUBCORE_ENV_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "env_common.h"

/* Zero at the beginning, but for what it is given. */
struct env_launch {
    struct env_common *env;
    uint32_t kernels;           /* that have begun */
    bool     starting;          /* the last one has, and has not launched a warp */
    bool     waiting;           /* for the next one to begin in all slices of the GPU */
};

/* Brings in blocks that can be launched in cycle `next`; at the start of a kernel the L1 is empty. */
void env_launch_admit(struct env_launch *, uint64_t next);

/* The device has launched the warp of a slot; has decoded its next record. */
void env_launch_warp(struct env_launch *, uint32_t slot);
void env_launch_decode(struct env_launch *, uint32_t slot);

#endif
