/* SPDX-License-Identifier: Apache-2.0 */
/* Fast comparison of all registers of the RTL with the model's image. */
#ifndef SUBCORE_COMPARE_H
#define SUBCORE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sm/top.h"

/* A register as RTL and model hold it. Several are one pair where both sides have them in a row. */
struct pair {
    const uint8_t *rtl;
    size_t   offset;            /* in the model's image */
    uint32_t bytes;
};

/* Pairs by size, so that each comparison is a loop without branches. */
enum { SIZE_1, SIZE_2, SIZE_4, SIZE_8, SIZE_WIDE, SIZES };

struct compare {
    struct pair *pairs;
    uint32_t begin[SIZES + 1];
};

/* rtl: per model register, its bits in the RTL. False when no memory is left. */
bool compare_make(struct compare *c, const struct top *model, uint8_t *const *rtl);
void compare_free(struct compare *c);

bool compare_equal(const struct compare *c, const uint8_t *image);

/* Whether two regions are equal; `bytes` is a multiple of 4. */
bool compare_bytes(const uint8_t *a, const uint8_t *b, uint32_t bytes);

#endif
