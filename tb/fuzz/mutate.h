/* SPDX-License-Identifier: Apache-2.0 */
/* Changes at random: bits, bytes, numbers, lines, words, pieces of other inputs, and operands of comparisons. */
#ifndef TB_FUZZ_MUTATE_H
#define TB_FUZZ_MUTATE_H

#include "input.h"

/* A number below `below`, or 0 if that is 0. */
uint64_t mutate_draw(uint64_t *state, uint64_t below);

/* Changes `data`, of `size` bytes, which has room for INPUT_MAX; returns the new size. */
size_t mutate(uint64_t *state, const struct inputs *, uint8_t *data, size_t size);

#endif
