/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets cycles pass in which neither the model nor its environment does anything, without evaluating them: timing-only
 * runs make use of it, golden runs only between two kernels of the GPU, lock-step has every cycle. What is counted is
 * the same (tb/tests/speed.sh).
 */
#ifndef SUBCORE_LEAP_H
#define SUBCORE_LEAP_H

#include "sm_env.h"
#include "cmodel/sm/top.h"

/* Behind a clock edge. `most` bounds how many cycles pass; returns how many have. */
uint64_t leap(struct sm_env *env, struct top *top, uint64_t most);

#endif
