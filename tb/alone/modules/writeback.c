/* SPDX-License-Identifier: Apache-2.0 */
/* writeback: which results are taken, what each bank writes, and what BOCs and register caches get;
 * cmodel/subcore/writeback.c, boc_results() of boc_results.c, rfc_results() of rfc_result.c (3.9, 3.14, 3.15, 3.19,
 * 3.20; Malekeh II). */
#include "cmodel/subcore/writeback.h"

#include "tb/alone/alone.h"
#include "tb/alone/caches.h"
#include "tb/alone/slow.h"
#include "cmodel/subcore/boc.h"

enum { CONFLICT, ALL_BANKS, NO_LANES, NOTHING, ALL_PORTS, SAME_WARP, KEPT, NO_BANK, EVICTS, WAITS, KEEPS_OFF,
       BESIDE, ORF_WAITS, MOVED, DELAYED };

static bool boc(const struct unit *u) { return u->m->core.shape.positions; }
static bool rfc(const struct unit *u) { return u->m->rfcs.present; }
static bool by_warp(const struct unit *u) { return boc(u) || rfc(u); }
static bool keeps(const struct unit *u) { return boc(u) && u->m->collectors.boc.back; }
static bool back(const struct unit *u) { return u->m->rfcs.back; }
static bool evicts(const struct unit *u) { return u->m->rfcs.back && u->m->rfcs.place; }
static bool few_banks(const struct unit *u) { return u->m->core.shape.banks <= RESULT_PORTS; }

static bool levels(const struct unit *u) { return u->m->levels != NULL; }
static bool intervals(const struct unit *u) { return u->m->intervals != NULL; }
static bool frames(const struct unit *u) { return frames_of(u) != NULL; }
static bool copies(const struct unit *u) { return has(u, "orf_beaten_i"); }

static const struct point points[] = {
    {"a result is not taken", NULL}, {"every bank is written", few_banks}, {"a result without lanes", NULL},
    {"no result", NULL}, {"all ports have a result", NULL}, {"two results of one warp", by_warp},
    {"a BOC keeps a result", keeps}, {"a result needs no bank", back}, {"a value leaves an entry for a result", evicts},
    {"a cache's result waits for its bank", rfc},
    {"a result goes to no bank", frames},
    {"one is taken beside an older one for the bank that it does not need", frames},
    {"a result waits for the ORF of its warp alone", copies},
    {"a result waits, for its warp is moved", intervals}, {"a result waits for a busy bank alone", slow}, {NULL, NULL}
};

/* In-flight numbers are those of ports; their order is any. */
static void draw_ages(struct unit *u)
{
    struct age *a = &u->m->inflight.age;
    unsigned order[RESULT_PORTS];
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        unsigned at = below(u, p + 1);
        order[p] = order[at];
        order[at] = p;
    }
    memset(a->valid, 0, sizeof a->valid);
    a->valid[0] = low_bits(RESULT_PORTS);
    for (unsigned i = 0; i < RESULT_PORTS; i++)
        a->stamp[order[i]] = i;
    for (unsigned i = 0; has(u, "older_i") && i < RESULT_PORTS; i++)
        for (unsigned j = 0; j < RESULT_PORTS; j++)
            give(u, "older_i", i * RESULT_PORTS + j, 1, i != j && age_older(a, i, j));
}

/* Where the result on port p goes. */
static void draw_place(struct unit *u, unsigned p, struct result *r)
{
    r->level = (uint8_t)draw_result_place(u, p);
    r->bank = !one_in(u, 3);
    give(u, "wb_bank_i", p, 1, r->bank);
}

/* With intervals: one warp is moved, or none. Registers of results are in any entries, or in none. */
static void draw_moved(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct intervals *iv = u->m->intervals;
    iv->move.q.busy = one_in(u, 2);
    iv->move.q.warp = below(u, k->warps);
    give(u, "moved_i", 0, k->warps, interval_move_warp(&iv->move));
    memset(iv->table.q.held, 0, sizeof iv->table.q.held);
}

static void draw_entry(struct unit *u, const struct result *r)
{
    struct interval_table *t = &u->m->intervals->table;
    if (one_in(u, 2))
        interval_table_hold(t, r->warp, r->reg, below(u, t->entries));
}

/* Once all results are known. */
static void give_places_of_results(struct unit *u, struct sc_in *in)
{
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        struct result *r = &in->wb[p];
        r->level = (uint8_t)intervals_place_of(u->m->intervals, r);
        r->bank = !r->level;
        give(u, "wb_bank_i", p, 1, r->bank);
    }
}

static void draw_results(struct unit *u, struct sc_in *in)
{
    const struct shape *k = &u->m->core.shape;
    unsigned full = one_in(u, 4), empty = one_in(u, 8);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        struct result *r = &in->wb[p];
        *r = (struct result){.valid = !empty && (full || one_in(u, 2)), .iid = (uint8_t)p, .mask = draw_lanes(u)};
        r->warp = (uint8_t)give_below(u, "wb_warp_i", p * k->warp_w, k->warp_w, k->warps);
        r->reg = (uint8_t)(rfc(u) ? draw_cached_register(u, r->warp) : draw_register(u));
        r->near = has_field(k, FIELD_DST_NEAR) && given(u, "wb_near_i", p, 1);
        r->dist = has_field(k, FIELD_DST_DIST) ? (uint8_t)given(u, "wb_dist_i", p * k->distance_w, k->distance_w) : 0;
        r->look = has_field(k, FIELD_DST_LOOK) && one_in(u, 2);
        if (levels(u))
            draw_place(u, p, r);
        if (intervals(u))
            draw_entry(u, r);
        given_vector(u, "wb_data_i", p, &r->data);
        give(u, "wb_valid_i", p, 1, r->valid);
        if (has(u, "wb_reg_i"))
            give(u, "wb_reg_i", p * k->reg_w, k->reg_w, r->reg);
        give(u, "wb_mask_i", p * k->lanes, k->lanes, r->mask);
        hit_if(u, NO_LANES, r->valid && !r->mask);
    }
    hit_if(u, ALL_PORTS, full && !empty);
}

static void take_results(struct unit *u, const struct sc_in *in, struct sc_out *out)
{
    struct model *m = u->m;
    writeback_eval(&m->writeback, in, &m->inflight, &m->collectors.base, &m->rfcs, out);
}

/* --- ORF and LRF, and intervals ----------------------------------------------------------------------------------- */

static bool contends(const struct unit *u, const struct result *r)
{
    return r->valid && r->mask && !(intervals(u) && intervals_blocks(u->m->intervals, r));
}

/* What level_result says of ports: an older result is for the same ORF. */
static void give_beaten(struct unit *u, const struct sc_in *in)
{
    const struct levels *ls = frames_of(u);
    const struct age *a = &u->m->inflight.age;
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        bool orf = false, bank = false;
        for (unsigned v = 0; v < RESULT_PORTS; v++) {
            bool older = v != p && contends(u, &in->wb[v]) && age_older(a, p, v);
            orf |= older && levels_share_orf(ls, &in->wb[p], &in->wb[v]);
            bank |= older && levels_share_bank(ls, &in->wb[p], &in->wb[v]);
        }
        if (copies(u))
            give(u, "orf_beaten_i", p, 1, orf);
        hit_if(u, MOVED, intervals(u) && in->wb[p].valid && in->wb[p].mask && !contends(u, &in->wb[p]));
        hit_if(u, ORF_WAITS, contends(u, &in->wb[p]) && orf && !bank);
    }
}

static void count_kept(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct writeback *wb = &u->m->writeback;
    for (uint32_t set = wb->masked & ~wb->written; set; set &= set - 1) {
        const struct result *r = &wb->wb[lowest(set)];
        unsigned bank = bank_of(k, r->warp, r->reg);
        hit(u, KEEPS_OFF);
        hit_if(u, BESIDE, (wb->granted >> bank & 1)
               && age_older(&u->m->inflight.age, lowest(set), wb->grant_port[bank]));
    }
}

/* --- register caches ---------------------------------------------------------------------------------------------- */

/* What rfc_result finds for each port. */
static void give_found(struct unit *u, const struct sc_in *in)
{
    struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    rfc_results(rs, in->wb, (uint32_t)low_bits(RESULT_PORTS));
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        const struct rfc_result *r = &rs->result[p];
        give(u, "hit_i", p * rs->entries, rs->entries, hit_of(r));
        if (rs->place)
            give(u, "place_i", p * rs->entries, rs->entries, place_of(r));
        if (evicts(u))
            give(u, "evicts_i", p, 1, r->evicts);
        give(u, "bank_i", p * k->banks, k->banks, r->bank >= 0 ? only((unsigned)r->bank) : 0);
        if (r->bank >= 0)
            give(u, "row_i", p * k->row_w, k->row_w, written_register(rs, &in->wb[p], r) >> k->bank_shift);
    }
}

/* What a cache gets: the result that is taken, or zero; while one waits, anything. */
static void says_cache(struct unit *u, unsigned w, const struct sc_in *in)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct shape *k = &u->m->core.shape;
    bool taken = rs->taken >> w & 1, contends = false;
    struct result r = {.mask = 0};
    struct rfc_result found = {.hit = -1};
    uint64_t entries = 0;
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        if (in->wb[p].valid && in->wb[p].mask && in->wb[p].warp == w) {
            contends = true;
            entries |= hit_of(&rs->result[p]) | place_of(&rs->result[p]);
        }
    if (has(u, "contends_o"))
        says(u, "contends_o", w, 1, contends);
    if (has(u, "contended_o"))
        says(u, "contended_o", w * rs->entries, rs->entries, entries);
    says(u, "result_valid_o", w, 1, taken);
    hit_if(u, WAITS, contends && !taken);
    if (taken) {
        r = u->m->writeback.wb[rs->taken_port[w]];
        found = rs->result[rs->taken_port[w]];
    }
    says(u, "result_hit_o", w * rs->entries, rs->entries, hit_of(&found));
    says(u, "result_mask_o", w * k->lanes, k->lanes, r.mask);
    says_vector(u, "result_data_o", w, &r.data);
    if (rs->place) {
        says(u, "result_place_o", w * rs->entries, rs->entries, place_of(&found));
        says(u, "result_reg_o", w * k->reg_w, k->reg_w, r.reg);
    }
    if (taken || !contends)
        return;
    any_bits(u, "result_hit_o", w * rs->entries, rs->entries);
    any_bits(u, "result_mask_o", w * k->lanes, k->lanes);
    any_bits(u, "result_data_o", w * 32 * k->lanes, 32 * k->lanes);
    if (!rs->place)
        return;
    any_bits(u, "result_place_o", w * rs->entries, rs->entries);
    any_bits(u, "result_reg_o", w * k->reg_w, k->reg_w);
}

/* --- BOCs --------------------------------------------------------------------------------------------------------- */

/* The result that BOC w gets, or -1. */
static int result_of(const struct unit *u, unsigned w)
{
    const struct writeback *wb = &u->m->writeback;
    for (uint32_t ports = wb->masked; ports; ports &= ports - 1)
        if (wb->wb[lowest(ports)].warp == w)
            return (int)lowest(ports);
    return -1;
}

/* Each BOC waits for the result that it gets, or does not. */
static void draw_kept(struct unit *u, const struct sc_in *in)
{
    struct sc_out out;
    take_results(u, in, &out);
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        struct boc *at = &u->m->collectors.boc.at[w];
        int p = result_of(u, w);
        at->in = at->q.valid = p >= 0;
        at->tag[0].at[0] = p >= 0 ? u->m->writeback.wb[p].reg : 0;
        at->q.wait = given(u, "keep_i", w, 1);
    }
}

static void says_boc(struct unit *u, unsigned w)
{
    const struct shape *k = &u->m->core.shape;
    const struct result *r = &u->m->writeback.wb[0];
    int p = result_of(u, w);
    says(u, "result_valid_o", w, 1, p >= 0);
    if (p < 0) {
        any_bits(u, "result_reg_o", w * k->reg_w, k->reg_w);
        any_bits(u, "result_mask_o", w * k->lanes, k->lanes);
        any_bits(u, "result_data_o", w * 32 * k->lanes, 32 * k->lanes);
        return;
    }
    says(u, "result_reg_o", w * k->reg_w, k->reg_w, r[p].reg);
    says(u, "result_mask_o", w * k->lanes, k->lanes, r[p].mask);
    says_vector(u, "result_data_o", w, &r[p].data);
    hit_if(u, KEPT, u->m->collectors.boc.kept >> p & 1);
}

/* --- banks -------------------------------------------------------------------------------------------------------- */

/* Where drains write as well, what is not written is zero. */
static void says_nothing(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    const struct vreg nothing = {{0}};
    if (keeps(u) || back(u) || intervals(u)) {
        says(u, "wr_warp_o", b * k->warp_w, k->warp_w, 0);
        says(u, "wr_row_o", b * k->row_w, k->row_w, 0);
        says(u, "wr_mask_o", b * k->lanes, k->lanes, 0);
        says_vector(u, "wr_data_o", b, &nothing);
        return;
    }
    any_bits(u, "wr_warp_o", b * k->warp_w, k->warp_w);
    any_bits(u, "wr_row_o", b * k->row_w, k->row_w);
    any_bits(u, "wr_mask_o", b * k->lanes, k->lanes);
    any_bits(u, "wr_data_o", b * 32 * k->lanes, 32 * k->lanes);
    if (has(u, "wr_reg_o"))
        any_bits(u, "wr_reg_o", b * k->reg_w, k->reg_w);
    if (has(u, "wr_near_o"))
        any_bits(u, "wr_near_o", b, 1);
    if (has(u, "wr_dist_o"))
        any_bits(u, "wr_dist_o", b * k->distance_w, k->distance_w);
}

static void says_bank(struct unit *u, unsigned b)
{
    const struct rfcs *rs = &u->m->rfcs;
    const struct writeback *wb = &u->m->writeback;
    const struct shape *k = &u->m->core.shape;
    unsigned p = wb->grant_port[b];
    const struct result *r = &wb->wb[p];
    const struct vreg nothing = {{0}};
    bool written = wb->granted >> b & 1, leaves = rfc(u) && written && rs->result[p].evicts;
    says(u, "wr_valid_o", b, 1, written);
    if (has(u, "evict_o"))
        says(u, "evict_o", b * k->warps, k->warps, leaves ? only(r->warp) : 0);
    if (!written) {
        says_nothing(u, b);
        return;
    }
    says(u, "wr_warp_o", b * k->warp_w, k->warp_w, r->warp);
    says(u, "wr_row_o", b * k->row_w, k->row_w,
         (rfc(u) ? written_register(rs, r, &rs->result[p]) : r->reg) >> k->bank_shift);
    says(u, "wr_mask_o", b * k->lanes, k->lanes, r->mask);
    says_vector(u, "wr_data_o", b, leaves ? &nothing : &r->data);
    if (has(u, "wr_reg_o"))
        says(u, "wr_reg_o", b * k->reg_w, k->reg_w, r->reg);
    if (has(u, "wr_near_o"))
        says(u, "wr_near_o", b, 1, r->near);
    if (has(u, "wr_dist_o"))
        says(u, "wr_dist_o", b * k->distance_w, k->distance_w, r->dist);
    hit_if(u, EVICTS, leaves);
}

static void count_points(struct unit *u, const struct sc_in *in, const struct sc_out *out)
{
    const struct writeback *wb = &u->m->writeback;
    unsigned results[MAX_WARPS] = {0};
    hit_if(u, CONFLICT, wb->offered & ~out->wb_ready);
    hit_if(u, ALL_BANKS, wb->granted == low_bits(u->m->core.shape.banks));
    hit_if(u, NOTHING, !wb->offered);
    if (frames(u))
        count_kept(u);
    for (unsigned p = 0; p < RESULT_PORTS; p++)
        hit_if(u, SAME_WARP, in->wb[p].valid && in->wb[p].mask && results[in->wb[p].warp]++);
    for (uint32_t ports = rfc(u) ? wb->masked : 0; ports; ports &= ports - 1)
        hit_if(u, NO_BANK, rfc_bank(&u->m->rfcs, lowest(ports)) < 0);
}

static void cycle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct sc_in in = {.rst = false};
    struct sc_out out;
    if (rfc(u))
        draw_caches(u);
    if (intervals(u))
        draw_moved(u);
    draw_ages(u);
    draw_results(u, &in);
    if (rfc(u))
        give_found(u, &in);
    if (keeps(u))
        draw_kept(u, &in);
    if (intervals(u))
        give_places_of_results(u, &in);
    if (frames(u))
        give_beaten(u, &in);
    draw_busy(u);
    take_results(u, &in, &out);
    hit_if(u, DELAYED, u->m->writeback.delayed & u->m->writeback.contending);
    if (has(u, "contends_o") && !rfc(u))
        says(u, "contends_o", 0, RESULT_PORTS, u->m->writeback.contending);
    says(u, "wb_ready_o", 0, RESULT_PORTS, out.wb_ready);
    says(u, "accept_o", 0, RESULT_PORTS, u->m->writeback.accepted);
    for (unsigned b = 0; b < k->banks; b++)
        says_bank(u, b);
    for (unsigned w = 0; w < k->warps; w++)
        if (boc(u))
            says_boc(u, w);
        else if (rfc(u))
            says_cache(u, w, &in);
    count_points(u, &in, &out);
}

const struct bench bench_writeback = {
    .assumed = "ports have different in-flight numbers; warps and registers exist; what caches have is what "
               "`rfc_result` says, who waits for an ORF what `level_result` does; one warp is "
               "moved at most", .points = points, .cycle = cycle
};
