/* SPDX-License-Identifier: Apache-2.0 */
/* shared_cache with smmt, translation and its arrays: cmodel/sm/shared_cache.c, smmt.c (docs/ciao.md, 7.6; CIAO
 * IV-B). */
#include "cmodel/sm/shared_cache.h"

#include <stdlib.h>

#include "tb/alone/sm_part.h"

enum { HIT, OTHER_LINE, INVALID, WRITE, DROP, FILL, ARRIVES_ONLY, CLEARS, NO_SPACE, ALL_SPACE, WRITE_FOUND, REPLACED };

static bool several_tags(const struct unit *u) { return width_of(u, "access_be_i") * 8 > 64; }

static const struct point points[] = {
    {"a probe finds the line", NULL}, {"a probe finds another line", NULL}, {"a probe finds no line", NULL},
    {"bytes of a line are written", NULL}, {"a tag becomes zero", NULL}, {"a line is written with its tag", NULL},
    {"a line has come and is not for here", NULL}, {"tags are cleared", NULL}, {"no row is unused", NULL},
    {"all rows are", NULL}, {"bytes of a line that is there are written", NULL},
    {"a tag is written beside another one of its row", several_tags}, {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct shared_cache s;
    uint64_t line;              /* of the access, */
    bool probed;                /* whose rows the last edge has read */
    uint64_t filled;            /* the line that has come last */
};

/* The groups' rows stand one behind the other. */
static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    o->s.mem[0] = calloc((size_t)SHARED_GROUPS * o->k.shared_rows, o->k.line_bytes);
    o->s.mem[1] = o->s.mem[0] ? o->s.mem[0] + (size_t)o->k.shared_rows * o->k.line_words : NULL;
    return o->s.mem[0] != NULL;
}

static void close_arrays(struct unit *u) { free(((struct own *)u->own)->s.mem[0]); }
static const uint32_t *rows(const struct unit *u) { return ((const struct own *)u->own)->s.mem[0]; }
static void unpack(struct unit *u) { (void)u; }

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    shared_cache_list(&o->s, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    shared_cache_reset(&o->s);
    o->probed = false;
}

/* A kernel starts while nothing is under way. Returns the rows that it uses, or more than there are: none does. */
static unsigned draw_kernel(struct unit *u)
{
    const struct own *o = u->own;
    unsigned all = o->k.shared_rows;
    bool starts = !o->s.clear && !o->probed && one_in(u, o->s.smmt.on ? 150 : 4);
    unsigned used = one_in(u, 3) ? 0 : one_in(u, 4) ? all - below(u, 2) : below(u, all);
    give(u, "flush_i", 0, 1, starts);
    give(u, "used_i", 0, width_of(u, "used_i"), used);
    return starts ? used : all + 1;
}

/* One of few lines, which is kept for the cycle after a probe. */
static void draw_access(struct unit *u, struct line_bytes *b)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    if (!o->probed)
        o->line = one_in(u, 12) ? draw_next(&u->draw) & low_bits(k->line_w)
                : one_in(u, 4) ? draw_near_line(u, k, o->filled, 0) : below(u, 8 * k->shared_rows);
    give(u, "access_line_i", 0, k->line_w, o->line);
    for (unsigned w = 0; w < k->line_words; w++) {
        b->be[w] = (uint8_t)given(u, "access_be_i", 4 * w, 4);
        b->data[w] = (uint32_t)given(u, "access_data_i", 32 * w, 32) & byte_mask(b->be[w]);
    }
}

/* A line that has come: of those that accesses name, at its place. */
static struct shared_place draw_arrival(struct unit *u, struct shared_tag *t, uint32_t *words)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    *t = (struct shared_tag){.valid = true, .line = below(u, 8 * k->shared_rows),
                             .warp = (uint8_t)below(u, k->sm_warps)};
    if (one_in(u, 6))
        t->line = draw_near_line(u, k, one_in(u, 2) ? o->line : draw_next(&u->draw) & low_bits(k->line_w), 0);
    struct shared_place p = smmt_place(&o->s.smmt, k, t->line);
    give(u, "come_group_i", 0, 1, p.group);
    give(u, "come_row_i", 0, k->row_w, p.row);
    give(u, "come_line_i", 0, k->line_w, t->line);
    give(u, "come_warp_i", 0, k->number_w, t->warp);
    given_wide(u, "come_data_i", 0, 32 * k->line_words, words);
    return p;
}

/* What a probe has found; without one the outputs say nothing. */
static void says_found(struct unit *u, struct shared_place p)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct shared_tag t = shared_read_tag(&o->s, k, p);
    bool hit = o->probed && t.valid && t.line == o->line;
    any_bits(u, "line_o", 0, k->line_w);
    any_bits(u, "warp_o", 0, k->number_w);
    if (!o->probed) {
        any_bits(u, "hit_o", 0, 1);
        any_bits(u, "valid_o", 0, 1);
        return;
    }
    says(u, "hit_o", 0, 1, hit);
    says(u, "valid_o", 0, 1, t.valid);
    if (t.valid) {
        says(u, "line_o", 0, k->line_w, t.line);
        says(u, "warp_o", 0, k->number_w, t.warp);
    }
    hit_if(u, HIT, hit);
    hit_if(u, OTHER_LINE, t.valid && !hit);
    hit_if(u, INVALID, !t.valid);
}

static void says_state(struct unit *u, struct shared_place p)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    says(u, "on_o", 0, 1, o->s.smmt.on);
    says(u, "clear_o", 0, 1, o->s.clear);
    says_wide(u, "data_o", 0, 32 * k->line_words, o->s.rdata[given(u, "read_group_i", 0, 1)]);
    if (o->s.smmt.on) {
        says(u, "group_o", 0, 1, p.group);
        says(u, "row_o", 0, k->row_w, p.row);
    } else {
        any_bits(u, "group_o", 0, 1);
        any_bits(u, "row_o", 0, k->row_w);
    }
}

/* What there is in a cycle: nothing while tags are cleared and when a kernel starts, else a line that has come, or an
 * access. */
enum act { NOTHING, COMES, COMES_HERE, PROBES, WRITES, DROPS };

static enum act draw_act(struct unit *u, bool starts)
{
    const struct own *o = u->own;
    enum act act = starts || o->s.clear || !o->s.smmt.on ? NOTHING : (enum act)below(u, DROPS + 1);
    if (act == NOTHING && !o->s.smmt.on && !o->s.clear && !starts && one_in(u, 2))
        act = COMES;
    if (o->probed && (act == PROBES || act == COMES || act == COMES_HERE))
        act = WRITES;
    give(u, "come_i", 0, 1, act == COMES || act == COMES_HERE);
    give(u, "fill_i", 0, 1, act == COMES_HERE);
    give(u, "probe_i", 0, 1, act == PROBES);
    give(u, "write_i", 0, 1, act == WRITES);
    give(u, "drop_i", 0, 1, act == DROPS);
    return act;
}

/* Whether the row of the tag has another one that is valid. */
static bool has_neighbour(const struct own *o, struct shared_place p)
{
    bool found = false;
    unsigned first = p.row - p.row % o->k.row_tags;
    for (unsigned i = 0; i < o->k.row_tags; i++) {
        struct shared_place other = {.group = p.group, .row = first + i};
        found |= other.row != p.row && other.row <= o->s.smmt.mask && shared_peek_tag(&o->s, &o->k, other).valid;
    }
    return found;
}

static void carry_out(struct unit *u, enum act act, struct shared_place p, const struct line_bytes *b)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct shared_tag t;
    uint32_t words[MAX_LINE_WORDS];
    struct shared_place home = draw_arrival(u, &t, words);
    if (act == WRITES)
        hit_if(u, WRITE_FOUND, shared_peek_tag(&o->s, k, p).valid && shared_peek_tag(&o->s, k, p).line == o->line);
    if (act == COMES_HERE)
        hit_if(u, REPLACED, has_neighbour(o, home));
    if (act == PROBES)
        shared_probe(&o->s, k, p);
    else if (act == WRITES)
        shared_store(&o->s, k, p, b);
    else if (act == DROPS)
        shared_drop(&o->s, k, p);
    else if (act == COMES_HERE)
        shared_fill(&o->s, k, home, words, &t);
    hit_if(u, WRITE, act == WRITES);
    hit_if(u, DROP, act == DROPS);
    if (act == COMES_HERE)
        o->filled = t.line;
    hit_if(u, FILL, act == COMES_HERE);
    hit_if(u, ARRIVES_ONLY, act == COMES);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct line_bytes b;
    unsigned used = draw_kernel(u);
    draw_access(u, &b);
    enum act act = draw_act(u, used <= k->shared_rows);
    struct shared_place p = smmt_place(&o->s.smmt, k, o->line);
    says_found(u, p);
    says_state(u, p);
    hit_if(u, CLEARS, o->s.clear);
    carry_out(u, act, p, &b);
    o->probed = act == PROBES;
    shared_clear(&o->s, k);
    if (used > k->shared_rows)
        return;
    shared_flush(&o->s, k, used);
    hit_if(u, NO_SPACE, !o->s.smmt.on);
    hit_if(u, ALL_SPACE, o->s.smmt.on && used == 0);
}

const struct bench bench_shared_cache = {
    .assumed = "a kernel starts while nothing is under way; the access after a probe is that of the probe; while a "
               "line has come, or tags are cleared, nothing is accessed",
    .scope = "top.u_shared.", .list = list, .points = points, .own = sizeof(struct own), .open = open,
    .close = close_arrays, .reset = reset, .unpack = unpack, .cycle = cycle, .rows = rows
};
