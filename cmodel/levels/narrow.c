/* SPDX-License-Identifier: Apache-2.0 */
#include "narrow.h"

#include <string.h>

static uint8_t bytes_of(uint32_t value)
{
    return (uint8_t)(value >> 24 ? 4 : value >> 16 ? 3 : value >> 8 ? 2 : 1);
}

static void read_source(struct narrow *n, uint8_t reg, uint32_t mask)
{
    uint8_t width = 1;
    for (unsigned s = 0; s < n->count; s++)
        if (n->source[s] == reg)
            return;
    for (; mask; mask &= mask - 1) {
        uint8_t bytes = n->bytes[reg][__builtin_ctz(mask)];
        width = bytes > width ? bytes : width;
    }
    if (n->count == NARROW_SOURCES)
        return;
    n->source[n->count] = reg;
    n->width[n->count++] = width;
}

static bool has_pair(const struct narrow *n)
{
    for (unsigned a = 0; a < n->count; a++)
        for (unsigned b = a + 1; b < n->count; b++)
            if (n->width[a] + n->width[b] <= 4)
                return true;
    return false;
}

static void write_results(struct narrow *n, const struct insn *insn, const uint32_t (*value)[STREAM_MAX_LANES])
{
    for (unsigned d = 0; d < insn->dst_count; d++)
        for (uint32_t set = insn->mask; set; set &= set - 1) {
            unsigned lane = (unsigned)__builtin_ctz(set);
            n->bytes[insn->dst_base + d][lane] = bytes_of(value[d][lane]);
        }
}

void narrow_add(struct narrow *n, const struct warp *w, uint32_t index)
{
    const struct insn *insn = warp_insn(w, index);
    if (!n->begun)
        memset(n->bytes, 4, sizeof n->bytes);
    n->begun = !insn->last;
    if (insn->first_uop)
        n->count = 0;
    for (uint32_t set = insn->src_valid; set && insn->mask; set &= set - 1)
        read_source(n, insn->src[__builtin_ctz(set)], insn->mask);
    if (insn->last_uop) {
        n->reads += n->count;
        n->pairs += has_pair(n);
    }
    if (insn->dst_count > 0 && insn->mask)
        write_results(n, insn, w->values->results(w, index));
}
