/* SPDX-License-Identifier: Apache-2.0 */
/* l1d_lookup: cache_look_up() and cache_place() of cmodel/sm/cache_sets.c (docs/sm.md, 5.4). */
#include "cmodel/sm/cache_sets.h"

#include "tb/alone/sm_part.h"

enum { HIT, UNDER_WAY, FREE, OLDEST, NO_PLACE, DIRTY, NEAR };

/* Bits that do not choose the set, so that lines which differ in one of them meet there. */
static uint64_t tag_bits(const struct sm_shape *k)
{
    uint64_t bits = 0;
    for (unsigned b = 0; b < k->line_w; b++)
        if (cache_set_of(k, only(b)) == cache_set_of(k, 0))
            bits |= only(b);
    return bits;
}

static bool tags_differ_in_a_bit(const struct unit *u)
{
    const struct sm_shape k = sm_make_shape(u->cfg);
    return tag_bits(&k) != 0;
}

static const struct point points[] = {
    {"the line is there", NULL}, {"it is under way", NULL}, {"a miss takes a free way", NULL},
    {"a miss takes the way that was used longest ago", NULL}, {"every way waits", NULL},
    {"the place holds a dirty line", NULL},
    {"a line differs in one bit from one that is there, each tag bit in turn", tags_differ_in_a_bit},
    {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct cache_sets s;
    uint64_t differed;          /* these bits, so far */
};

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

/* A line is in its set once; ways were used in some order. */
static void draw_set(struct unit *u, unsigned set)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned rank[MAX_CACHE_WAYS], at = 0, waits = below(u, 3), first = set * k->ways;
    for (unsigned y = 0; y < k->ways; y++) {
        unsigned swap = below(u, y + 1), state = below(u, 4);
        rank[y] = rank[swap];
        rank[swap] = y;
        uint64_t line = draw_line(u, k);
        for (unsigned i = 0; i < k->sets && cache_set_of(k, line) != set; i++)
            line = (line + 1) & low_bits(k->line_w);
        bool there = cache_set_of(k, line) == set;
        for (unsigned x = 0; x < y; x++)
            there &= o->s.tag[first + x] != line;
        bool wait = there && waits && (waits == 2 || state == 0), valid = there && !wait && state != 1;
        o->s.tag[first + y] = line;
        put(o->s.valid, first + y, 1, valid);
        put(o->s.wait, first + y, 1, wait);
        put(o->s.dirty, first + y, 1, valid && state == 2);
        give(u, "tag_i", (first + y) * k->line_w, k->line_w, line);
        if (has(u, "warp_i"))
            o->s.warp[first + y] = (uint8_t)give_below(u, "warp_i", (first + y) * k->number_w, k->number_w,
                                                       k->sm_warps);
    }
    for (unsigned i = 0; i < k->ways; i++)
        for (unsigned j = i + 1; j < k->ways; j++, at++) {
            put(o->s.older, set * k->pairs + at, 1, rank[i] < rank[j]);
            give(u, "older_i", set * k->pairs + at, 1, rank[i] < rank[j]);
        }
    give(u, "valid_i", first, k->ways, get(o->s.valid, first, k->ways));
    give(u, "wait_i", first, k->ways, get(o->s.wait, first, k->ways));
    give(u, "dirty_i", first, k->ways, get(o->s.dirty, first, k->ways));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    for (unsigned set = 0; set < k->sets; set++)
        draw_set(u, set);
    uint64_t line = one_in(u, 4) ? draw_line(u, k) : draw_near_line(u, k, o->s.tag[below(u, k->rows)], o->differed);
    give(u, "line_i", 0, k->line_w, line);
    struct cache_lookup found = cache_look_up(&o->s, k, line);
    int place = cache_place(&o->s, k, found.set), way = found.hit >= 0 ? found.hit : place;
    unsigned row = found.set * k->ways + (unsigned)(place >= 0 ? place : 0);
    bool dirty = place >= 0 && bit_get(o->s.dirty, row);
    for (unsigned set = 0; set < k->sets; set++)
        says(u, "set_o", set, 1, set == found.set);
    says(u, "hit_o", 0, k->ways, found.hit >= 0 ? only((unsigned)found.hit) : 0);
    says(u, "under_way_o", 0, k->ways, found.waiting >= 0 ? only((unsigned)found.waiting) : 0);
    says(u, "place_o", 0, k->ways, place >= 0 ? only((unsigned)place) : 0);
    says(u, "place_dirty_o", 0, 1, dirty);
    if (has(u, "place_warp_o"))
        says(u, "place_warp_o", 0, k->number_w, place >= 0 ? o->s.warp[row] : 0);
    if (has(u, "place_valid_o"))
        says(u, "place_valid_o", 0, 1, place >= 0 && bit_get(o->s.valid, row));
    says(u, "place_line_o", 0, k->line_w, place >= 0 ? o->s.tag[row] : 0);
    says(u, "row_o", 0, k->index_w, way >= 0 ? found.set * k->ways + (unsigned)way : 0);
    hit_if(u, HIT, found.hit >= 0);
    hit_if(u, UNDER_WAY, found.waiting >= 0);
    hit_if(u, FREE, place >= 0 && !bit_get(o->s.valid, row));
    hit_if(u, OLDEST, place >= 0 && bit_get(o->s.valid, row));
    hit_if(u, NO_PLACE, place < 0);
    hit_if(u, DIRTY, dirty);
    for (unsigned y = 0; y < k->ways; y++)
        if (bit_get(o->s.valid, found.set * k->ways + y) || bit_get(o->s.wait, found.set * k->ways + y))
            see_difference(&o->differed, o->s.tag[found.set * k->ways + y], line);
    hit_if(u, NEAR, o->differed == tag_bits(k));
}

const struct bench bench_l1d_lookup = {
    .assumed = "a line is in its set, at most once; the ways of a set were used in some order", .points = points,
    .own = sizeof(struct own), .open = open, .cycle = cycle
};
