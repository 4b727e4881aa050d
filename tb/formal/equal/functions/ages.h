/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of an age_matrix and the model's stamps (3.1). */
#ifndef SUBCORE_FORMAL_AGES_H
#define SUBCORE_FORMAL_AGES_H

#include "cmodel/subcore/age_matrix.h"
#include "tb/formal/equal/rtl.h"

static uint64_t ages_row(const char *name, unsigned n, unsigned i)
{
    return rtl(name, i * n, n);
}

static uint64_t ages_valid(const char *name, unsigned n)
{
    uint64_t valid = 0;
    for (unsigned i = 0; i < n; i++)
        valid |= rtl(name, i * n + i, 1) << i;
    return valid;
}

/* Rows name valid entries only, of two valid ones one is older, and what is older than that is older, too. */
static bool ages_ordered(const char *name, unsigned n)
{
    uint64_t valid = ages_valid(name, n);
    bool ordered = true;
    for (unsigned i = 0; i < n; i++) {
        uint64_t row = ages_row(name, n, i);
        ordered &= (row & ~(-(valid >> i & 1) & valid)) == 0;
        for (unsigned j = 0; j < n; j++) {
            bool older = row >> j & 1, both = valid >> i & valid >> j & 1;
            ordered &= !older | ((ages_row(name, n, j) & ~row) == 0);
            ordered &= !both | (i == j) | (older != (ages_row(name, n, j) >> i & 1));
        }
    }
    return ordered;
}

static void ages_fill(struct age *a, const char *name)
{
    for (unsigned i = 0; i < a->n; i++)
        put(a->row, i * a->n, a->n, ages_row(name, a->n, i));
    age_unpack(a);
}

static void ages_compare(const struct age *a, const char *name)
{
    for (unsigned i = 0; i < a->n; i++)
        same_next(name, i * a->n, a->n, get(a->row, i * a->n, a->n));
}

#endif
