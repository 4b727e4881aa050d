/* SPDX-License-Identifier: Apache-2.0 */
#include "level_cache.h"

#include <string.h>

static unsigned find(const struct level_cache *c, uint8_t reg)
{
    unsigned i = 0;
    while (i < c->count && c->reg[i] != reg)
        i++;
    return i;
}

static void take_out(struct level_cache *c, unsigned i)
{
    c->count--;
    memmove(&c->reg[i], &c->reg[i + 1], c->count - i);
}

static void put_out_oldest(struct level_cache *c, const struct regset *live)
{
    c->written_back += regset_has(live, c->reg[0]);
    take_out(c, 0);
}

/* Whatever waits comes while the warp is away. */
static void leave(struct level_cache *c)
{
    while (c->count > 0)
        put_out_oldest(c, &c->live);
    c->pending = (struct regset){{0}};
    c->leaves++;
}

static bool names_pending(const struct level_cache *c, const struct insn *n)
{
    bool found = false;
    for (uint32_t set = n->src_valid; set; set &= set - 1)
        found |= regset_has(&c->pending, n->src[__builtin_ctz(set)]);
    for (unsigned d = 0; d < n->dst_count; d++)
        found |= regset_has(&c->pending, (uint8_t)(n->dst_base + d));
    return found;
}

static void write_result(struct level_cache *c, uint8_t reg, const struct level_hint *h)
{
    unsigned i = find(c, reg);
    if (h->slow) {
        if (i < c->count)
            take_out(c, i);
        regset_add(&c->pending, reg);
        c->direct++;
        return;
    }
    if (i == c->count) {
        if (c->count == LEVEL_CACHE_ENTRIES)
            put_out_oldest(c, &h->states.behind);
        c->reg[c->count++] = reg;
    }
}

static void end_instruction(struct level_cache *c, const struct level_hint *h)
{
    for (unsigned i = 0; i < c->results; i++)
        write_result(c, c->result[i], h);
    c->results = 0;
    c->live = h->states.behind;
}

void level_cache_record(struct level_cache *c, const struct insn *n, const struct level_hint *h)
{
    if (!c->begun) {
        c->count = 0;
        c->pending = (struct regset){{0}};
        c->begun = true;
    }
    if (names_pending(c, n))
        leave(c);
    for (uint32_t set = n->src_valid; set; set &= set - 1)
        c->hits += find(c, n->src[__builtin_ctz(set)]) < c->count;
    for (unsigned d = 0; d < n->dst_count && n->mask && c->results < LEVEL_WRITES; d++)
        c->result[c->results++] = (uint8_t)(n->dst_base + d);
    if (n->last_uop)
        end_instruction(c, h);
    c->begun = !n->last;
}
