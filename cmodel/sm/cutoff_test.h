/* SPDX-License-Identifier: Apache-2.0 */
/* Compares hits * factor with the number of instructions, a bit of the factor a cycle (docs/ciao.md, 7.4). */
#ifndef SUBCORE_CUTOFF_TEST_H
#define SUBCORE_CUTOFF_TEST_H

#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct cutoff_test {
    uint64_t busy, factor, term, sum;       /* registers */
};

void cutoff_test_list(const struct cutoff_test *t, const struct sm_shape *k, struct register_list *l);
void cutoff_test_reset(struct cutoff_test *t);

/* The product is there in this cycle. */
bool cutoff_test_done(const struct cutoff_test *t);

/* The edge, in which a test may start. */
void cutoff_test_edge(struct cutoff_test *t, const struct sm_shape *k);
void cutoff_test_start(struct cutoff_test *t, uint64_t factor, uint64_t hits);

#endif
