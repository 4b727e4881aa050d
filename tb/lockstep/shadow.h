/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the golden model has written since the start. Beside it run shadows: models with the same inputs and other start
 * values, in pairs of a hash and its complement. A bit of a register or memory in which all of them are equal does not
 * depend on start values, and is called defined; in any other it does, and a simulator of four states may have an X.
 */
#ifndef SUBCORE_SHADOW_H
#define SUBCORE_SHADOW_H

#include <stdint.h>

#include "configs/config.h"
#include "cmodel/sm/top.h"

enum { MAX_ROW_WORDS = (int)MAX_LANES > (int)MAX_LINE_WORDS ? (int)MAX_LANES : (int)MAX_LINE_WORDS };

struct shadow;

/* NULL: no memory. All functions but shadow_row() take NULL, for "everything is defined". */
struct shadow *shadow_create(const struct config *cfg);
void shadow_destroy(struct shadow *s);

/* Start values of whatever has no reset. `model` has those of `seed`. */
void shadow_start(struct shadow *s, const struct top *model, uint64_t seed);

/* As top_eval() and top_edge() of the model. */
void shadow_eval(struct shadow *s, const struct sm_in *in);
void shadow_edge(struct shadow *s);

/* The environment has written a row of the model. */
void shadow_write_row(struct shadow *s, const struct top *model, uint32_t memory, uint32_t row);

/* Ones where register r, or a row, is defined. Registers are as at the last shadow_registers(). */
void shadow_registers(struct shadow *s, struct top *model);
const uint8_t *shadow_register(const struct shadow *s, const struct model_register *r);
void shadow_row(const struct shadow *s, const struct top *model, uint32_t memory, uint32_t row, uint32_t *defined);

#endif
