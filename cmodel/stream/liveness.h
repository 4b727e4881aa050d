/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where results are wanted (BOW IV-B, Fig. 7): the liveness analysis of BOW's compiler, over what is executed.
 *
 * A *use* of a register is a read, or a partial write: one that leaves lanes of the old value. A use by instruction j
 * of a register that was last used or written by instruction i of the same warp is in the window iff j - i < window.
 * Instructions are counted, not micro-operations. All reads of an instruction come before its writes. A use by a
 * micro-operation that is not its instruction's first, and not preceded by a use in the same instruction, counts as one
 * instruction later: when it looks the register up, the first one has moved the window (microarchitecture, 3.14).
 *
 * Masks are those of the lanes that the sub-core has (subcore.lanes).
 *
 * A value is written by a full write, one with all lanes, and lives until the next full write of its register or the
 * end of the warp. It is *transient* if every use is in the window of the write or use before, and if there is none;
 * wanted in the *bank only* if the first use is outside the window; else in *both*. A partial write is never transient:
 * wanted in both if the next use of its register is in the window, else in the bank only. With mask 0 nothing is
 * written. Results of one record share one hint: transient if all are, bank only if none is used in the window, else
 * both.
 */
#ifndef SUBCORE_LIVENESS_H
#define SUBCORE_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

#include "regset.h"
#include "stream.h"

/* Values of insn.dst_hint: bit 0 the collector, bit 1 the bank. */
enum hint { HINT_NONE, HINT_TRANSIENT, HINT_BANK, HINT_BOTH, HINT_COUNT };

/* Of a static record. */
struct liveness_site {
    uint64_t instances[HINT_COUNT];     /* executions that write something, by the hint that fits all their results */
    uint64_t registers;                 /* that they write */
    uint64_t consolidated;              /* of these values, those that are fully overwritten while in the window */
    struct regset written;
};

/* Of all. */
struct liveness_totals {
    uint64_t values[HINT_COUNT];        /* registers that are written, by the hint that fits each alone */
    uint64_t shared[HINT_COUNT];        /* by the hint that fits all results of the instance */
};

struct liveness;

/* Returns NULL when memory runs out. */
struct liveness *liveness_create(unsigned window, unsigned lanes);
void liveness_destroy(struct liveness *);

/* Takes the next record of a warp, one warp after another. Static records have numbers from 0. Returns false when
 * memory runs out. */
bool liveness_add(struct liveness *, uint32_t site, const struct insn *, unsigned uop);

/* What has been counted of warps that have ended. */
const struct liveness_totals *liveness_totals(const struct liveness *);
const struct liveness_site *liveness_site(const struct liveness *, uint32_t site);
/* Registers that have been used while no full write of the warp was before. The caller may clear it. */
struct regset *liveness_exposed(struct liveness *);

/* The hint of a static record: transient if every instance is; else bank only if more than half of them are; else both;
 * none without an instance. */
enum hint liveness_hint(const struct liveness_site *);

#endif
