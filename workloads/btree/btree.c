/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tree of btree, and its reference: binary searches in the leaves, which lie one behind the other.
 */
#include "cmodel/sass/reference.h"

void btree_nodes(const struct reference_run *r);
void btree_reference(const struct reference_run *r);

enum { ORDER = 64 };

/* Keys are 1 to 4 apart. */
void btree_nodes(const struct reference_run *r)
{
    size_t count, keys = (size_t)r->within(r, "keys", 0, 1 << 28);
    size_t first_leaf = (size_t)r->within(r, "first_leaf", 0, 1 << 24);
    int32_t *nodes = r->elements(r, "nodes", ELEMENT_S32, first_leaf * ORDER + keys), key = 0;
    uint32_t random = 1;

    r->buffer(r, "nodes", &count);
    for (size_t i = 0; i < count; i++)
        nodes[i] = INT32_MAX;
    for (size_t i = 0; i < keys; i++) {
        random = random * 1664525 + 1013904223;
        key += 1 + (int32_t)(random >> 30);
        nodes[first_leaf * ORDER + i] = key;
    }
    /* A parent comes before its children: entry i of the inner nodes is the smallest key of child i + 1. */
    for (size_t i = first_leaf * ORDER; i-- > 0;)
        if ((i + 1) * ORDER < count)
            nodes[i] = nodes[(i + 1) * ORDER];
}

/* How many keys are smaller. */
static size_t rank_of(const int32_t *leaves, size_t keys, int32_t key)
{
    size_t low = 0, high = keys;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (leaves[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void btree_reference(const struct reference_run *r)
{
    size_t queries, keys = (size_t)r->parameter(r, "keys"), first_leaf = (size_t)r->parameter(r, "first_leaf");
    int32_t length = (int32_t)r->parameter(r, "length");
    const int32_t *leaves = (const int32_t *)r->buffer(r, "nodes", NULL) + first_leaf * ORDER;
    const int32_t *values = r->buffer(r, "values", NULL), *query = r->buffer(r, "queries", &queries);
    int32_t *found = r->buffer(r, "found", NULL), *counts = r->buffer(r, "counts", NULL);
    int32_t *sums = r->buffer(r, "sums", NULL);

    for (size_t i = 0; i < queries; i++) {
        size_t from = rank_of(leaves, keys, query[i]), to = rank_of(leaves, keys, query[i] + length);
        found[i] = from < keys && leaves[from] == query[i] ? values[from] : -1;
        counts[i] = (int32_t)(to - from);
        sums[i] = 0;
        for (size_t at = from; at < to; at++)
            sums[i] += values[at];
    }
}
