/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the pass writes into the code of a kernel, as a compiler does (docs/control-bits.md; Modern GPU Cores 4): stall
 * counts, counters with their wait masks, and reuse bits. Call them in this order; the code is sorted.
 */
#ifndef SUBCORE_CONTROL_RULES_H
#define SUBCORE_CONTROL_RULES_H

#include "configs/sentence.h"
#include "recorded_code.h"

/* Counters of instructions without a fixed time: a write barrier if somebody reads or overwrites their results, a read
 * barrier if somebody overwrites their sources first; and whoever does waits. */
bool control_count(struct recorded_code *, const struct sentence *why);

/* Stall counts: along each path a later instruction has the distance of the latency matrix from an earlier one with a
 * fixed time, at least what the units of this machine take, and 2 cycles from the counter that it waits for. False with
 * one phrase if no stall count is long enough. */
bool control_stall(struct recorded_code *, const struct hints_machine *, const struct sentence *why);

/* Reuse bits: the next instruction that reads this operand in this bank, a few instructions later in straight code,
 * wants the same register, and nothing writes it in between. */
void control_keep(struct recorded_code *, const struct hints_machine *);

#endif
