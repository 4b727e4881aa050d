/* SPDX-License-Identifier: Apache-2.0 */
/* Age matrix, docs/microarchitecture.md 3.1. */
#include "state.h"

/* alloc is an entry or -1; freed may be NULL. */
void age_update(struct age *a, int alloc, const struct set *freed)
{
    uint32_t words = (a->count + 63) / 64;
    if (freed) {
        for (uint32_t w = 0; w < words; w++)
            a->valid.word[w] &= ~freed->word[w];
        for (uint32_t i = 0; i < a->count; i++)
            for (uint32_t w = 0; w < words; w++)
                a->row[i].word[w] = set_has(freed, i) ? 0 : a->row[i].word[w] & ~freed->word[w];
    }
    if (alloc >= 0) {
        set_add(&a->valid, (uint32_t)alloc);
        a->row[alloc] = a->valid;
    }
}

bool age_older(const struct age *a, uint32_t i, uint32_t than)
{
    return set_has(&a->row[than], i);
}
