/* SPDX-License-Identifier: Apache-2.0 */
#include "cache_sets.h"

void cache_sets_list(const struct cache_sets *s, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, s->valid, k->rows, true, "top.u_l1d.valid_q");
    register_list_add(l, s->wait, k->rows, true, "top.u_l1d.wait_q");
    register_list_add(l, s->dirty, k->rows, true, "top.u_l1d.dirty_q");
    register_list_add(l, s->tag_q, k->rows * k->line_w, false, "top.u_l1d.tag_q");
    if (k->ways > 1)
        register_list_add(l, s->older, k->sets * k->pairs, true, "top.u_l1d.older_q");
    if (k->vta)
        register_list_add(l, s->warp_q, k->rows * k->number_w, false, "top.u_l1d.warp_q");
}

void cache_sets_reset(struct cache_sets *s, const struct sm_shape *k)
{
    unsigned bits = k->sets * k->pairs;
    memset(s->valid, 0, sizeof s->valid);
    memset(s->wait, 0, sizeof s->wait);
    memset(s->dirty, 0, sizeof s->dirty);
    for (unsigned at = 0; at < bits; at += 64)
        s->older[at / 64] = low_bits(bits - at);
}

void cache_sets_unpack(struct cache_sets *s, const struct sm_shape *k)
{
    for (unsigned row = 0; row < k->rows; row++)
        s->tag[row] = get(s->tag_q, row * k->line_w, k->line_w);
    if (k->vta)
        get_bytes(s->warp_q, 0, k->number_w, s->warp, k->rows);
}

void cache_sets_flush(struct cache_sets *s, const struct sm_shape *k)
{
    memset(s->valid, 0, QWORDS(k->rows) * sizeof *s->valid);
    memset(s->dirty, 0, QWORDS(k->rows) * sizeof *s->dirty);
}

unsigned cache_set_of(const struct sm_shape *k, uint64_t line)
{
    uint64_t set = line;
    if (k->set_bits == 0)
        return 0;
    if (k->hash)
        for (line >>= k->set_bits; line; line >>= k->set_bits)
            set ^= line;
    return (unsigned)(set & (k->sets - 1));
}

struct cache_lookup cache_look_up(const struct cache_sets *s, const struct sm_shape *k, uint64_t line)
{
    struct cache_lookup found = {.set = cache_set_of(k, line), .hit = -1, .waiting = -1};
    unsigned first = found.set * k->ways;
    uint64_t valid = get(s->valid, first, k->ways), wait = get(s->wait, first, k->ways);
    for (unsigned y = 0; y < k->ways; y++) {
        if (s->tag[first + y] != line)
            continue;
        if (valid >> y & 1)
            found.hit = (int)y;
        if (wait >> y & 1)
            found.waiting = (int)y;
    }
    return found;
}

/* For ways i < j. */
static unsigned pair_at(const struct sm_shape *k, unsigned set, unsigned i, unsigned j)
{
    return set * k->pairs + i * (2 * k->ways - i - 1) / 2 + (j - i - 1);
}

bool cache_older(const struct cache_sets *s, const struct sm_shape *k, unsigned set, unsigned i, unsigned j)
{
    return i < j ? bit_get(s->older, pair_at(k, set, i, j)) : !bit_get(s->older, pair_at(k, set, j, i));
}

int cache_place(const struct cache_sets *s, const struct sm_shape *k, unsigned set)
{
    unsigned first = set * k->ways;
    uint64_t wait = get(s->wait, first, k->ways);
    uint64_t there = low_bits(k->ways) & ~wait, empty = there & ~get(s->valid, first, k->ways);
    if (empty)
        return (int)lowest(empty);
    if (!there)
        return -1;
    unsigned best = lowest(there);
    for (there &= there - 1; there; there &= there - 1)
        if (cache_older(s, k, set, lowest(there), best))
            best = lowest(there);
    return (int)best;
}

void cache_use(struct cache_sets *s, const struct sm_shape *k, unsigned row)
{
    unsigned set = row / k->ways, u = row % k->ways;
    for (unsigned j = u + 1; j < k->ways; j++)
        bit_clear(s->older, pair_at(k, set, u, j));
    for (unsigned i = 0; i < u; i++)
        bit_set(s->older, pair_at(k, set, i, u));
}

void cache_invalidate(struct cache_sets *s, unsigned row)
{
    bit_clear(s->valid, row);
    bit_clear(s->dirty, row);
}

void cache_reserve(struct cache_sets *s, const struct sm_shape *k, unsigned row, uint64_t line, unsigned warp)
{
    cache_invalidate(s, row);
    bit_set(s->wait, row);
    s->tag[row] = line;
    put(s->tag_q, row * k->line_w, k->line_w, line);
    s->warp[row] = (uint8_t)warp;
    if (k->vta)
        put(s->warp_q, row * k->number_w, k->number_w, warp);
    cache_use(s, k, row);
}

void cache_arrive(struct cache_sets *s, unsigned row)
{
    bit_clear(s->wait, row);
    bit_set(s->valid, row);
}
