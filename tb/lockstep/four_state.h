/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparison of a device with four states: a bit that is defined must be known in the RTL and have the model's value.
 * Without shadows (shadow.h) every bit is defined; with them, what the model has not written since the start may be
 * anything. Outputs are always defined.
 */
#ifndef SUBCORE_FOUR_STATE_H
#define SUBCORE_FOUR_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "binding.h"
#include "shadow.h"
#include "cmodel/sm/top.h"

struct four_state {
    struct shadow *shadow;      /* may be NULL */
    uint64_t compared;          /* bits, summed over cycles */
    uint64_t undefined;         /* bits that were not compared */
    uint64_t unknown;           /* of these X in the RTL */
    bool differs;               /* a defined bit has had another value than in the model */
};

/* Adds what a piece has to the sums; false if it differs or is X where it is defined. `bytes` is 1, 2, or a multiple of
 * 4; `defined` may be NULL. */
bool four_state_equal(struct four_state *f, const uint8_t *rtl, const uint8_t *unknown, const uint8_t *model,
                      const uint8_t *defined, uint32_t width);

/* All outputs, all registers, a row. */
bool four_state_outputs(struct four_state *f, const struct binding *b, const struct sm_out *out);
bool four_state_registers(struct four_state *f, const struct binding *b, struct top *model, bool with_reset_only);
bool four_state_row(struct four_state *f, const struct binding *b, const struct top *model, uint32_t memory,
                    uint32_t row);

/* Makes all bits of registers that have no reset X, or of all registers, and those of memories: before the first
 * evaluation. */
void four_state_undefine(const struct binding *b, const struct top *model, bool with_reset);

#endif
