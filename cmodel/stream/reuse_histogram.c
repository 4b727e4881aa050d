/* SPDX-License-Identifier: Apache-2.0 */
#include "reuse_histogram.h"

#include <stdbool.h>
#include <string.h>

/* The register's operands find their next read, `at` this instruction, or with UINT64_MAX that there is none. */
static void settle(struct reuse_histogram *h, uint8_t reg, uint64_t at)
{
    struct histogram_register *r = &h->registers[reg];
    for (uint32_t i = 0; i < r->count; i++) {
        const struct histogram_pending *p = &r->pending[i];
        uint64_t distance = at == UINT64_MAX ? 0 : at - p->index < HISTOGRAM_MAX ? at - p->index : HISTOGRAM_MAX;
        h->source[distance] += p->source;
        h->result[distance] += p->result;
    }
    r->count = 0;
}

/* The operands of this instruction with a register. What is HISTOGRAM_MAX instructions old need not be told apart. */
static struct histogram_pending *pending(struct reuse_histogram *h, uint8_t reg)
{
    struct histogram_register *r = &h->registers[reg];
    struct histogram_pending *p = r->pending;
    if (r->count > 0 && p[r->count - 1].index == h->index)
        return &p[r->count - 1];
    if (r->count > HISTOGRAM_MAX) {
        p[1].source += p[0].source;
        p[1].result += p[0].result;
        memmove(p, p + 1, HISTOGRAM_MAX * sizeof *p);
        r->count--;
    }
    p[r->count] = (struct histogram_pending){.index = h->index};
    return &p[r->count++];
}

static void read_sources(struct reuse_histogram *h)
{
    for (uint32_t i = 0; i < h->record_count; i++)
        for (uint32_t set = h->records[i].src_valid; set; set &= set - 1)
            settle(h, h->records[i].src[__builtin_ctz(set)], h->index);
}

/* The values that this instruction reads, and those that it overwrites in all lanes: the latter end. */
static void keep_sources(struct reuse_histogram *h)
{
    for (uint32_t i = 0; i < h->record_count; i++)
        for (uint32_t set = h->records[i].src_valid; set; set &= set - 1)
            pending(h, h->records[i].src[__builtin_ctz(set)])->source++;
    for (uint32_t i = 0; i < h->record_count; i++)
        for (uint32_t d = 0; h->records[i].mask == UINT32_MAX && d < h->records[i].dst_count; d++)
            settle(h, (uint8_t)(h->records[i].dst_base + d), UINT64_MAX);
}

static void keep_results(struct reuse_histogram *h)
{
    for (uint32_t i = 0; i < h->record_count; i++)
        for (uint32_t d = 0; d < h->records[i].dst_count; d++)
            pending(h, (uint8_t)(h->records[i].dst_base + d))->result++;
}

void reuse_histogram_add(struct reuse_histogram *h, const struct insn *insn)
{
    h->records[h->record_count++] = *insn;
    if (!insn->last_uop && h->record_count < HISTOGRAM_RECORDS)
        return;
    read_sources(h);
    keep_sources(h);
    keep_results(h);
    h->record_count = 0;
    h->index++;
    if (!insn->last)
        return;
    for (uint32_t reg = 0; reg < HISTOGRAM_REGISTERS; reg++)
        settle(h, (uint8_t)reg, UINT64_MAX);
    h->index = 0;
}
