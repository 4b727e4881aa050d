/* SPDX-License-Identifier: Apache-2.0 */
/* What the benches of boc_drain and rfc_drain have in common: values that wait for banks behind results. */
#ifndef TB_ALONE_DRAIN_H
#define TB_ALONE_DRAIN_H

#include "alone.h"
#include "cmodel/subcore/drain.h"

/* The first cover points of both. */
enum { NOTHING, RESULT_FIRST, SAME_BANK, ALL_BANKS, PASSED, DRAIN_POINTS };

/* No result for bank b: what is not granted is zero. */
void give_no_result(struct unit *u, unsigned b);

/* What bank b is given on wr_*_o: of a warp, to a row, in the granted lanes or, if it takes a drain, in all. `granted`:
 * banks that a result is written to. */
void says_write(struct unit *u, const struct drain *d, uint32_t granted, unsigned b, unsigned warp, uint64_t row,
                const struct vreg *data);

/* Counts the points, behind drain_eval(). Bit i of offered[b]: i has a value for bank b. */
void count_drains(struct unit *u, const struct drain *d, uint32_t granted, const uint64_t offered[MAX_BANKS]);

#endif
