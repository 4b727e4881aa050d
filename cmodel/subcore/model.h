/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden model of the sub-core: cycle- and bit-accurate after docs/microarchitecture.md, with the registers that
 * the page lists and under the same names. It knows the configuration and the boundary, and nothing of the RTL.
 *
 * One cycle: model_eval() computes the outputs from state and inputs and prepares the next state; model_edge() takes
 * it over. Both leave every flop in a form that model_image() can show as packed bits.
 */
#ifndef SUBCORE_MODEL_H
#define SUBCORE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/base/register_list.h"
#include "boundary.h"
#include "configs/config.h"
#include "stats.h"

struct model;

/* values = false: timing only; vectors are neither kept nor moved, all other state and every statistic is the same. */
struct model *model_create(const struct config *cfg, bool values);
void model_destroy(struct model *m);

uint32_t model_register_count(const struct model *m);
const struct model_register *model_registers(const struct model *m);

/* All registers as packed bits, as they are now. Valid until the next call that changes the model. */
const uint8_t *model_image(struct model *m);

/* Overwrites register `index` with packed bits (start values of registers without reset). */
void model_load(struct model *m, uint32_t index, const uint8_t *bits);

/* Row `row` of bank `bank`: subcore.lanes words. Read by the engine, written at warp launch. NULL when timing only. */
uint32_t *model_row(struct model *m, uint32_t bank, uint32_t row);

void model_eval(struct model *m, const struct sc_in *in, struct sc_out *out);

/* The same in an SM, which drives some inputs itself: these count, whatever stands in `in`. */
struct sm_drives {
    bool     rst, spare;
    uint8_t  sthld;
    uint64_t stop, stall;
};
void model_eval_in_sm(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out);

void model_edge(struct model *m);

/* Rows written at the last edge (at most one per bank); returns how many. */
uint32_t model_writes(const struct model *m, struct model_write list[MAX_BANKS]);

const struct stats *model_stats(const struct model *m);

/* STHLD as it is in this cycle, and the state of its FSM, 0 if there is none. */
unsigned model_sthld(const struct model *m, unsigned *state);

/* Between model_eval() and model_edge(): live warps, and those that neither issue.limit nor CCWS holds back. */
struct model_warps { unsigned live, active; } model_warps(const struct model *m);

/* For how many of the next cycles nothing happens in the sub-core if its inputs stay as they are (rest.h), and the
 * passage of so many cycles, or fewer, at once. */
uint64_t model_rest(const struct model *m);
void model_pass(struct model *m, uint64_t cycles);

/* First violated guarantee of section 3.13 ("what never happens") since creation as one sentence, or NULL. */
const char *model_violation(const struct model *m);

#endif
