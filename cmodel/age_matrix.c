/* SPDX-License-Identifier: Apache-2.0 */
#include "age_matrix.h"

#include <string.h>

#include "bits.h"

void age_alloc(struct age *a, unsigned i, bool packing)
{
    bit_set(a->valid, i);
    a->stamp[i] = ++a->next;
    if (packing)
        put_wide(a->row, i * a->n, a->n, a->valid);
}

/* Only younger entries have a bit for i. */
static void clear_column(struct age *a, unsigned i)
{
    for (unsigned word = 0; word * 64 < a->n; word++)
        for (uint64_t set = a->valid[word]; set; set &= set - 1) {
            unsigned j = word * 64 + lowest(set);
            if (a->stamp[j] > a->stamp[i])
                bit_clear(a->row, j * a->n + i);
        }
}

void age_free(struct age *a, unsigned i, bool packing)
{
    static const uint64_t none[MAX_INFLIGHT / 64];
    if (!age_valid(a, i))
        return;
    bit_clear(a->valid, i);
    if (packing) {
        put_wide(a->row, i * a->n, a->n, none);
        clear_column(a, i);
    }
}

void age_clear(struct age *a)
{
    memset(a->valid, 0, sizeof a->valid);
    memset(a->row, 0, (a->n * a->n + 63) / 64 * sizeof *a->row);
}

void age_pack(struct age *a)
{
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
    for (unsigned i = 0; i < a->n; i++) {
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

unsigned age_oldest(const struct age *a, uint64_t set)
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1)
        if (a->stamp[lowest(set)] < a->stamp[best])
            best = lowest(set);
    return best;
}

unsigned age_lowest_free(const struct age *a)
{
    for (unsigned word = 0; word * 64 < a->n; word++)
        if (~a->valid[word]) {
            unsigned i = word * 64 + lowest(~a->valid[word]);
            return i < a->n ? i : a->n;
        }
    return a->n;
}
