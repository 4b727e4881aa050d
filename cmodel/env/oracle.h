/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The architectural oracle: what every register of every warp must hold. It executes the records of each warp one
 * after another when they issue, from its own registers, without timing, and never sees a value of the device before
 * it compares it.
 */
#ifndef SUBCORE_ORACLE_H
#define SUBCORE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/subcore/boundary.h"
#include "configs/config.h"
#include "cmodel/stream/stream.h"

struct oracle;

/* Reads a register file row. */
typedef void (*oracle_row_reader)(void *ctx, uint32_t bank, uint32_t row, struct vreg *value);

/* The first difference that a comparison found. */
struct oracle_mismatch {
    bool     slot_valid;        /* an operand: it is that of slot `slot`; false: the slot is unused, and was not zero */
    bool     dead;              /* and the hints say that its register is not live in that lane (3.20) */
    uint32_t slot, reg, lane;
    uint32_t delivered, expected;
    bool     written;           /* the register has been written since the launch, */
    uint32_t writer;            /* by this record of the warp */
};

/* NULL when memory runs out. */
struct oracle *oracle_create(const struct config *cfg);
void oracle_destroy(struct oracle *o);

/* The launch-th warp of the run starts in `slot` with `registers` registers from `base` on. False when memory runs
 * out. */
bool oracle_launch(struct oracle *o, uint32_t slot, const struct warp *warp, uint64_t launch, uint32_t base,
                   uint32_t registers);

/* Executes record `sequence`, the next one, of the warp in `slot`. Its operands are kept under in-flight number `iid`.
 * */
void oracle_issue(struct oracle *o, uint32_t slot, uint32_t iid, uint32_t sequence, const struct warp *warp);

/* Compares delivered operands with those of record `sequence`, unused slots with zero. Returns whether all agree. */
bool oracle_operands(struct oracle *o, uint32_t slot, uint32_t iid, uint32_t sequence,
                     const struct vreg delivered[MAX_SLOTS], struct oracle_mismatch *m);

/* Compares all registers of the warp in `slot` with their rows. Returns whether all are equal. */
bool oracle_end(struct oracle *o, uint32_t slot, oracle_row_reader read, void *ctx, struct oracle_mismatch *m);

/* Used operands, and registers at the ends of warps, that were compared. */
uint64_t oracle_operand_count(const struct oracle *o);
uint64_t oracle_register_count(const struct oracle *o);

#endif
