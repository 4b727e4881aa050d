/* SPDX-License-Identifier: Apache-2.0 */
/* Fast comparison of many values of the RTL with those of the model, all registers or output ports. */
#ifndef SUBCORE_COMPARE_H
#define SUBCORE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value as RTL and model hold it. Several are one pair where both sides have them in a row. */
struct pair {
    const uint8_t *rtl;
    size_t   offset;            /* in the model's registers or outputs */
    uint32_t bytes;             /* 1, 2, 4, 8 or a multiple of 4 */
};

/* Pairs by size, so that each comparison is a loop without branches. */
enum { SIZE_1, SIZE_2, SIZE_4, SIZE_8, SIZE_WIDE, SIZES };

struct compare {
    struct pair *pairs;
    uint32_t begin[SIZES + 1];
};

/* Sorts `list` by size. False when no memory is left. */
bool compare_make(struct compare *c, const struct pair *list, uint32_t count);
void compare_free(struct compare *c);

/* Whether all pairs are equal; `model` is where their offsets count from. */
bool compare_equal(const struct compare *c, const void *model);

#endif
