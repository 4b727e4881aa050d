/* SPDX-License-Identifier: Apache-2.0 */
#include "age_matrix.h"

#include <string.h>

#include "cmodel/base/bits.h"

void age_pack_row(struct age *a, unsigned i)
{
    if (a->unordered) {
        bit_set(a->row, i);
        return;
    }
    put_wide(a->row, i * a->n, a->n, a->valid);
}

/* The row goes, and the column, in which only younger entries have a bit. */
void age_pack_column(struct age *a, unsigned i)
{
    static const uint64_t none[MAX_INFLIGHT / 64];
    if (a->unordered) {
        bit_clear(a->row, i);
        return;
    }
    put_wide(a->row, i * a->n, a->n, none);
    for (unsigned word = 0; word * 64 < a->n; word++)
        for (uint64_t set = a->valid[word]; set; set &= set - 1) {
            unsigned j = word * 64 + lowest(set);
            if (a->stamp[j] > a->stamp[i])
                bit_clear(a->row, j * a->n + i);
        }
}

void age_clear(struct age *a)
{
    memset(a->valid, 0, sizeof a->valid);
    memset(a->row, 0, ((a->unordered ? 1 : a->n) * a->n + 63) / 64 * sizeof *a->row);
}

void age_pack(struct age *a)
{
    if (a->unordered) {
        put_wide(a->row, 0, a->n, a->valid);
        return;
    }
    for (unsigned i = 0; i < a->n; i++) {
        uint64_t row[MAX_INFLIGHT / 64] = {0};
        for (unsigned j = 0; j < a->n; j++)
            if (age_older(a, i, j))
                bit_set(row, j);
        put_wide(a->row, i * a->n, a->n, row);
    }
}

void age_unpack(struct age *a)
{
    memset(a->valid, 0, sizeof a->valid);
    if (a->unordered)
        get_wide(a->row, 0, a->n, a->valid);
    for (unsigned i = 0; i < a->n && !a->unordered; i++) {
        uint64_t row[MAX_INFLIGHT / 64] = {0};
        get_wide(a->row, i * a->n, a->n, row);
        a->stamp[i] = 0;
        for (unsigned j = 0; j < a->n; j++)
            a->stamp[i] += bit_get(row, j);
        if (bit_get(row, i))
            bit_set(a->valid, i);
    }
    a->next = a->n;
}
