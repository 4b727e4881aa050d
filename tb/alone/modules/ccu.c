/* SPDX-License-Identifier: Apache-2.0 */
/* ccu with its values: cmodel/subcore/ccu.c, collector.c, crossbar.c (3.3, 3.6, 3.8, 3.11, 3.12; Malekeh III-C,
 * IV-A). */
#include "tb/alone/collector.h"

enum { HITS, MISSES, MIXED, OTHER_WARP, FULL, ARRIVES_AND_LEAVES, BACK_TO_BACK, MERGE, FILL, LOST, STALE, ENDS, LOSES,
       SAME, LOST_NEW };

static bool forwards(const struct unit *u) { return u->m->core.shape.forward; }
static bool writes(const struct unit *u) { return u->m->collectors.ccu.write != WRITE_NONE; }

static bool several_banks(const struct unit *u) { return u->m->core.shape.banks > 1; }
static bool few_banks(const struct unit *u) { return u->m->core.shape.banks <= RESULT_PORTS; }

static const struct point points[] = {
    {"all sources hit", NULL}, {"all sources miss", NULL}, {"some hit and some miss", NULL},
    {"the table is flushed for another warp", NULL}, {"every entry is valid", NULL},
    {"a value arrives as the instruction dispatches", forwards},
    {"one instruction leaves and another one comes", reuses_collector}, {"a result meets its copy", NULL},
    {"a result takes an entry", writes}, {"results on all banks for the warp", few_banks},
    {"a result for a copy with some lanes only", several_lanes}, {"the warp ends", NULL},
    {"the warp issues to another CCU", NULL}, {"two slots name a register that misses", NULL},
    {"two results for a warp that comes", several_banks}, {NULL, NULL}
};

struct own { struct operands out; struct result wb[RESULT_PORTS]; };

static struct ccu *ccu_here(const struct unit *u)
{
    return &u->m->collectors.ccu.at[HERE];
}

/* Whether an instruction here reads the register, also as it leaves: one that writes it waits until it has left
 * (3.5, item 3). */
static bool reads(const struct unit *u, unsigned warp, unsigned reg, const struct instruction *e, unsigned issue_warp,
                  bool allocates)
{
    const struct collector *col = collector_here(u);
    for (unsigned s = 0; s < u->m->core.shape.slots; s++) {
        if (allocates && warp == issue_warp && (e->src_valid >> s & 1) && e->src_reg.at[s] == reg)
            return true;
        if (col->q.occupied && warp == col->q.warp && (col->q.src_valid >> s & 1) && col->reg.at[s] == reg)
            return true;
    }
    return false;
}

static unsigned register_of(const struct unit *u, unsigned entry)
{
    return ccu_here(u)->tag[entry / 8].at[entry % 8];
}

/* An entry's register, of those that are valid. */
static unsigned cached_register(struct unit *u, uint64_t valid)
{
    return register_of(u, one_of(u, valid));
}

/* Results of banks (3.9): of a register in the bank, in some lane, and of none that is still to be read here. */
static struct taken_results draw_results(struct unit *u, uint8_t port[MAX_BANKS], const struct instruction *e,
                                         unsigned issue_warp, bool allocates)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    struct taken_results taken = {.wb = o->wb, .grant_port = port};
    unsigned holds = (unsigned)collector_here(u)->q.warp, own = holds % k->warps, mine = 0, new = 0, results = 0;
    unsigned calm = (unsigned)(u->cycle / 64 % 3);
    bool comes = allocates && issue_warp != holds;
    unsigned usual = comes && one_in(u, 2) ? issue_warp : own;
    for (unsigned b = 0; b < k->banks; b++) {
        struct result drawn, *r = results < RESULT_PORTS ? &o->wb[results] : &drawn;
        unsigned warp = one_in(u, 3) ? below(u, k->warps) : usual;
        uint64_t cached = warp == own ? ccu_here(u)->q.ct_valid : 0;
        unsigned reg = cached && one_in(u, 4) ? cached_register(u, cached) : draw_register(u);
        reg = (reg & ~(k->banks - 1)) | ((b - (warp & k->turn_mask)) & (k->banks - 1));
        uint32_t mask = draw_lanes(u);
        bool valid = mask && below(u, 4) > calm && !reads(u, warp, reg, e, issue_warp, allocates) && r != &drawn;
        *r = (struct result){.warp = (uint8_t)warp, .reg = (uint8_t)reg, .mask = mask};
        give(u, "wr_valid_i", b, 1, valid);
        give(u, "wr_warp_i", b * k->warp_w, k->warp_w, warp);
        give(u, "wr_reg_i", b * k->reg_w, k->reg_w, reg);
        if (has(u, "wr_mask_i"))
            give(u, "wr_mask_i", b * k->lanes, k->lanes, mask);
        r->near = has(u, "wr_near_i") && given(u, "wr_near_i", b, 1);
        if (has(u, "wr_dist_i")) {
            r->dist = (uint8_t)given(u, "wr_dist_i", b * k->distance_w, k->distance_w);
            r->near = r->dist < k->near_below;
        }
        if (has(u, "wr_data_i"))
            given_vector(u, "wr_data_i", b, &r->data);
        taken.granted |= (uint32_t)valid << b;
        port[b] = (uint8_t)results;
        results += valid;
        mine += valid && warp == holds;
        new += valid && comes && warp == issue_warp;
    }
    taken.ports = (uint32_t)low_bits(results);
    hit_if(u, LOST, mine == k->banks);
    hit_if(u, LOST_NEW, new > 1);
    return taken;
}

static void count_shapes(struct unit *u, const struct instruction *e, unsigned need)
{
    unsigned ready = (unsigned)collector_here(u)->q.src_ready;
    hit_if(u, HITS, e->src_valid && ready == e->src_valid);
    hit_if(u, MISSES, e->src_valid && !ready);
    hit_if(u, MIXED, need && ready);
    hit_if(u, SAME, count_bits(e->src_valid & ~ready) > count_bits(need));
}

/* An instruction comes here or elsewhere, or none does. */
static void take(struct unit *u, const struct instruction *e, unsigned warp, bool allocates, uint64_t lfsr)
{
    struct collectors *cs = &u->m->collectors.base;
    const struct shape *k = &u->m->core.shape;
    unsigned need = 0, iid = (unsigned)given(u, "issue_iid_i", 0, k->iid_w);
    bool holds = collector_here(u)->q.warp == warp;
    if (allocates) {
        hit_if(u, OTHER_WARP, ccu_here(u)->q.ct_valid && !holds);
        need = cs->ops->allocate(cs, HERE, warp, iid, e, lfsr, NULL);
        count_shapes(u, e, need);
    } else if (given(u, "issue_valid_i", 0, 1)) {
        hit_if(u, LOSES, ccu_here(u)->q.own && holds);
        ccu_take_ownership(&u->m->collectors.ccu, ELSEWHERE, warp);
    }
    says(u, "need_o", 0, k->slots, need);
}

/* Registers of the slots, which the table knows. */
static bytes8 slot_registers(const struct unit *u)
{
    bytes8 reg = {.word = 0};
    for (unsigned s = 0; s < u->m->core.shape.slots; s++)
        reg.at[s] = (uint8_t)register_of(u, ccu_here(u)->index.at[s]);
    return reg;
}

static void says_table(struct unit *u, const struct instruction head[MAX_WARPS])
{
    const struct shape *k = &u->m->core.shape;
    const struct ccu *ccu = ccu_here(u);
    unsigned entries = u->m->collectors.ccu.entries;
    bytes8 reg = slot_registers(u);
    for (unsigned s = 0; s < k->slots; s++)
        if (ccu->index.at[s] < entries)
            says(u, "src_row_o", s * k->row_w, k->row_w, (uint64_t)(reg.at[s] >> k->bank_shift));
        else                                            /* a start value: no instruction has come yet */
            any_bits(u, "src_row_o", s * k->row_w, k->row_w);
    says_war(u, head, reg);
    if (has(u, "holds_o"))
        says(u, "holds_o", 0, 1, ccu->q.ct_valid != 0);
    if (has(u, "near_o"))
        says(u, "near_o", 0, 1, (ccu->q.ct_valid & ccu->q.ct_near) != 0);
    hit_if(u, FULL, ccu->q.ct_valid == low_bits(entries));
}

/* Times in which few things empty the table: it fills up. */
static bool fills_up(const struct unit *u) { return u->cycle / 512 % 2; }

static void draw_end(struct unit *u, unsigned issue_warp)
{
    const struct shape *k = &u->m->core.shape;
    const struct collector *col = collector_here(u);
    unsigned warp = one_in(u, 2) ? (unsigned)col->q.warp % k->warps : below(u, k->warps);
    give(u, "end_warp_i", 0, k->warp_w, warp);
    bool issues = given(u, "issue_valid_i", 0, 1);
    bool can = !(issues && issue_warp == warp) && !(col->q.occupied && col->q.warp == warp);
    give(u, "end_valid_i", 0, 1, can && one_in(u, fills_up(u) ? 40 : warp == col->q.warp ? 3 : 8));
}

/* Some instructions name registers that the table has. */
static void name_cached(struct unit *u, struct instruction *e)
{
    uint64_t valid = ccu_here(u)->q.ct_valid;
    for (unsigned s = 0; valid && s < u->m->core.shape.slots; s++)
        if (e->src_valid >> s & 1)
            e->src_reg.at[s] = (uint8_t)cached_register(u, valid);
}

static void take_results(struct unit *u, const struct taken_results *taken, uint64_t lfsr)
{
    struct collectors *cs = &u->m->collectors.base;
    const struct stats *stats = &u->m->core.stats;
    uint64_t merges = stats->port_d_merges, fills = stats->port_d_fills, stale = stats->stale_invalidations;
    cs->ops->take_results(cs, taken, lfsr);
    bool meets = stats->port_d_merges > merges || stats->stale_invalidations > stale;
    hit_if(u, MERGE, meets);
    hit_if(u, FILL, stats->port_d_fills > fills);
    for (uint32_t set = taken->granted; set; set &= set - 1)
        hit_if(u, STALE, meets && taken->wb[taken->grant_port[lowest(set)]].mask != u->m->core.shape.lane_mask);
}

static void end(struct unit *u)
{
    struct collectors *cs = &u->m->collectors.base;
    unsigned warp = (unsigned)given(u, "end_warp_i", 0, u->m->core.shape.warp_w);
    if (!given(u, "end_valid_i", 0, 1))
        return;
    hit_if(u, ENDS, collector_here(u)->q.warp == warp && ccu_here(u)->q.ct_valid);
    cs->ops->end(cs, warp);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct shape *k = &u->m->core.shape;
    const struct collector *col = collector_here(u);
    struct instruction head[MAX_WARPS], e = draw_instruction(u);
    uint8_t port[MAX_BANKS];
    if (one_in(u, 4))
        name_cached(u, &e);
    unsigned others = fills_up(u) ? 24 : 3;             /* one instruction in as many is of any warp */
    unsigned warp = one_in(u, others) ? below(u, k->warps) : (unsigned)col->q.warp % k->warps;
    bool arrives = draw_arrival(u), dispatches = draw_dispatch(u, &o->out);
    bool busy = col->q.occupied, issues = !one_in(u, 3), allocates = issues && is_free(u) && !one_in(u, 4);
    issues = allocates || (issues && (warp != col->q.warp || !fills_up(u) || one_in(u, 16)));
    draw_heads(u, head);
    give(u, "issue_warp_i", 0, k->warp_w, warp);
    give(u, "issue_valid_i", 0, 1, issues);
    give(u, "alloc_i", 0, 1, allocates);
    give_instruction(u, "issue", &e);
    if (k->stage)
        give(u, "issue_serves_i", 0, 1, col->q.warp == warp);
    give_same(u, "issue_first_i", "issue_same_i", 0, &e);
    give_places(u, "issue_place_i", "issue_count_i", "issue_rank_i", &e);
    if (issues) {
        head[warp].src_valid = e.src_valid;
        head[warp].src_reg = e.src_reg;
        give_head(u, warp, &head[warp]);
    }
    says_collector(u, &o->out);
    says_table(u, head);
    draw_end(u, warp);
    hit_if(u, ARRIVES_AND_LEAVES, arrives && dispatches);
    hit_if(u, BACK_TO_BACK, busy && allocates);
    struct taken_results taken = draw_results(u, port, &e, warp, allocates);
    uint64_t lfsr = has(u, "random_i") ? given(u, "random_i", 0, 8) : 0;
    arrive_and_dispatch(u, dispatches);
    take(u, &e, warp, allocates, lfsr);
    take_results(u, &taken, lfsr);
    end(u);
}

const struct bench bench_ccu = {
    .assumed = "an instruction comes when the collector is free; a value comes once for a slot that lacks it; results "
               "are of registers that no instruction here still reads",
    .scope = "top.g_col[0].u_ccu.", .points = points, .own = sizeof(struct own), .open = open_collector,
    .cycle = cycle
};
