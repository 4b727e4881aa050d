/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_result: rfc_results() of cmodel/subcore/rfc_result.c, with caches in any state (3.15, Results; RFC-sim IV-B,
 * IV-C, IV-E). */
#include "tb/alone/caches.h"

enum { TENSOR = 4 };                         /* port of the tensor unit (section 1) */
enum { HIT, PLACES, EVICTS, FLUSHES, SOME_LANES, BYPASSES, NOT_SOON, KEEPS_BANK };

static bool places(const struct unit *u) { return u->m->rfcs.place; }
static bool places_some(const struct unit *u) { return places(u) && several_lanes(u); }
static bool evicts(const struct unit *u) { return u->m->rfcs.place && u->m->rfcs.back; }
static bool bypasses(const struct unit *u) { return u->m->rfcs.place && u->m->rfcs.bypass; }
static bool looks(const struct unit *u) { return has_field(&u->m->core.shape, FIELD_DST_LOOK); }
static bool back(const struct unit *u) { return u->m->rfcs.back; }

static const struct point points[] = {
    {"an entry has the register", NULL}, {"a result takes an entry that has nothing to write", places},
    {"a dirty value leaves", evicts}, {"the cache is flushing, and nothing is taken", places},
    {"a result with some lanes takes nothing", places_some}, {"a result of the tensor unit takes nothing", bypasses},
    {"a result that nobody names soon takes nothing", looks}, {"a result needs no bank", back}, {NULL, NULL}
};

static void give_cache(struct unit *u, unsigned w)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    uint64_t victims = 0;
    give(u, "cache_valid_i", w * rs->entries, rs->entries, rs->at[w].q.valid);
    for (unsigned e = 0; e < rs->entries; e++)
        give(u, "cache_tag_i", (w * rs->entries + e) * k->reg_w, k->reg_w, rfc_tag(rs, w, e));
    for (unsigned x = 0; x < rs->sets; x++) {
        unsigned e = rfc_victim(rs, w, x);
        victims |= only(e);
        if (!evicts(u))
            continue;
        give(u, "cache_victim_dirty_i", w * rs->sets + x, 1, rfc_dirty(rs, w) >> e & 1);
        give(u, "cache_victim_reg_i", (w * rs->sets + x) * k->reg_w, k->reg_w, rfc_tag(rs, w, e));
    }
    if (!rs->place)
        return;
    give(u, "cache_flushing_i", w, 1, rs->flushing >> w & 1);
    give(u, "cache_victim_i", w * rs->entries, rs->entries, victims);
}

static void draw_port(struct unit *u, unsigned p, struct result *r)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    unsigned warp = give_below(u, "wb_warp_i", p * k->warp_w, k->warp_w, k->warps);
    *r = (struct result){.warp = (uint8_t)warp, .reg = (uint8_t)draw_cached_register(u, warp), .mask = draw_lanes(u),
                         .look = looks(u) && given(u, "wb_look_i", p, 1)};
    give(u, "wb_reg_i", p * k->reg_w, k->reg_w, r->reg);
    if (rs->place)
        give(u, "wb_mask_i", p * k->lanes, k->lanes, r->mask);
}

static void count_points(struct unit *u, unsigned p, const struct result *wb)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    const struct rfc_result *r = &rs->result[p];
    bool misses = r->hit < 0, flushing = rs->flushing >> wb->warp & 1, full = wb->mask == k->lane_mask;
    bool tensor = rs->bypass && p == TENSOR, soon = !looks(u) || wb->look;
    hit_if(u, HIT, !misses);
    hit_if(u, PLACES, r->places && !r->evicts);
    hit_if(u, EVICTS, r->evicts);
    hit_if(u, FLUSHES, misses && flushing && full && soon && !tensor);
    hit_if(u, SOME_LANES, misses && !flushing && wb->mask && !full && soon && !tensor);
    hit_if(u, BYPASSES, misses && !flushing && full && soon && tensor);
    hit_if(u, NOT_SOON, misses && !flushing && full && !soon);
    hit_if(u, KEEPS_BANK, r->bank < 0);
}

static void says_port(struct unit *u, unsigned p, const struct result *wb)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    const struct rfc_result *r = &rs->result[p];
    says(u, "hit_o", p * rs->entries, rs->entries, hit_of(r));
    if (rs->place)
        says(u, "place_o", p * rs->entries, rs->entries, place_of(r));
    if (evicts(u))
        says(u, "evicts_o", p, 1, r->evicts);
    says(u, "bank_o", p * k->banks, k->banks, r->bank >= 0 ? only((unsigned)r->bank) : 0);
    if (r->bank >= 0)
        says(u, "row_o", p * k->row_w, k->row_w, written_register(rs, wb, r) >> k->bank_shift);
    else
        any_bits(u, "row_o", p * k->row_w, k->row_w);
}

static void cycle(struct unit *u)
{
    struct result wb[RESULT_PORTS];
    draw_caches(u);
    for (unsigned w = 0; w < u->m->core.shape.warps; w++)
        give_cache(u, w);
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        draw_port(u, p, &wb[p]);
    rfc_results(&u->m->rfcs, wb, (uint32_t)low_bits(RESULT_PORTS));
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        says_port(u, p, &wb[p]);
        count_points(u, p, &wb[p]);
    }
}

const struct bench bench_rfc_result = {
    .assumed = "warps and rows exist; the entries of a cache have different registers, and its victims follow from "
               "them and some order", .points = points, .cycle = cycle
};
