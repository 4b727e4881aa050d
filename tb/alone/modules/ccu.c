/* SPDX-License-Identifier: Apache-2.0 */
/* ccu with its values: cmodel/subcore/ccu.c, collector_take() of ocu.c, crossbar.c, dispatch.c (3.3, 3.6, 3.8, 3.11,
 * 3.12; Malekeh III-C, IV-A). */
#include "cmodel/subcore/ccu.h"

#include "tb/alone/alone.h"
#include "tb/alone/collector.h"
#include "cmodel/subcore/crossbar.h"
#include "cmodel/subcore/dispatch.h"

enum { HITS, MISSES, MIXED, OTHER_WARP, FULL, ARRIVES_AND_LEAVES, BACK_TO_BACK, MERGE, FILL, LOST, STALE, ENDS, LOSES,
       SAME, LOST_NEW };

static bool forwards(const struct unit *u) { return u->m->shape.forward; }
static bool writes(const struct unit *u) { return u->m->shape.write != WRITE_NONE; }
static bool reuses(const struct unit *u) { return u->m->shape.reuse && !u->m->shape.pipe; }

static bool several_banks(const struct unit *u) { return u->m->shape.banks > 1; }
static bool few_banks(const struct unit *u) { return u->m->shape.banks <= RESULT_PORTS; }

static const struct point points[] = {
    {"all sources hit", NULL}, {"all sources miss", NULL}, {"some hit and some miss", NULL},
    {"the table is flushed for another warp", NULL}, {"every entry is valid", NULL},
    {"a value arrives as the instruction dispatches", forwards},
    {"one instruction leaves and another one comes", reuses}, {"a result meets its copy", NULL},
    {"a result takes an entry", writes}, {"results on all banks for the warp", few_banks},
    {"a result for a copy with some lanes only", several_lanes}, {"the warp ends", NULL},
    {"the warp issues to another CCU", NULL}, {"two slots name a register that misses", NULL},
    {"two results for a warp that comes", several_banks}, {NULL, NULL}
};

struct own { struct sc_out out; };

static bool open(struct unit *u)
{
    u->m->shape.collectors = 2;
    u->m->q.col[ELSEWHERE].warp = u->m->shape.warps;
    return true;
}

/* Whether an instruction here reads the register, also as it leaves: one that writes it waits until it has left
 * (3.5, item 3). */
static bool reads(const struct unit *u, unsigned warp, unsigned reg, const struct entry *e, unsigned issue_warp,
                  bool allocates)
{
    const struct shape *k = &u->m->shape;
    const struct collector_q *q = &u->m->q.col[HERE];
    for (unsigned s = 0; s < k->slots; s++) {
        if (allocates && warp == issue_warp && (e->src_valid >> s & 1) && e->src_reg.at[s] == reg)
            return true;
        if (q->occupied && warp == q->warp && (q->src_valid >> s & 1) && u->m->col[HERE].reg.at[s] == reg)
            return true;
    }
    return false;
}

/* An entry's register, of those that are valid. */
static unsigned cached_register(struct unit *u, uint64_t valid)
{
    unsigned entry = one_of(u, valid);
    return u->m->col[HERE].tag[entry / 8].at[entry % 8];
}

/* Results of banks (3.9): of a register in the bank, in some lane, and of none that is still to be read here. */
static void draw_results(struct unit *u, const struct entry *e, unsigned issue_warp, bool allocates)
{
    const struct shape *k = &u->m->shape;
    struct step *st = &u->m->step;
    unsigned own = (unsigned)u->m->q.col[HERE].warp % k->warps, mine = 0, new = 0, results = 0;
    unsigned calm = (unsigned)(u->cycle / 64 % 3);
    bool comes = allocates && issue_warp != u->m->q.col[HERE].warp;
    unsigned usual = comes && one_in(u, 2) ? issue_warp : own;
    st->granted = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        struct result drawn, *r = results < RESULT_PORTS ? &st->wb[results] : &drawn;
        unsigned warp = one_in(u, 3) ? below(u, k->warps) : usual;
        uint64_t cached = warp == own ? u->m->q.col[HERE].ct_valid : 0;
        unsigned reg = cached && one_in(u, 4) ? cached_register(u, cached) : draw_register(u);
        reg = (reg & ~(k->banks - 1)) | ((b - warp) & (k->banks - 1));
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
            r->dist = (uint8_t)given(u, "wr_dist_i", b * k->dist_w, k->dist_w);
            r->near = r->dist < k->near_below;
        }
        if (has(u, "wr_data_i"))
            given_vector(u, "wr_data_i", b, &r->data);
        st->granted |= (uint32_t)valid << b;
        st->grant_port[b] = (uint8_t)results;
        results += valid;
        mine += valid && warp == u->m->q.col[HERE].warp;
        new += valid && comes && warp == issue_warp;
    }
    hit_if(u, LOST, mine == k->banks);
    hit_if(u, LOST_NEW, new > 1);
}

static void count_shapes(struct unit *u, const struct entry *e, unsigned need)
{
    const struct collector_q *q = &u->m->q.col[HERE];
    hit_if(u, HITS, e->src_valid && q->src_ready == e->src_valid);
    hit_if(u, MISSES, e->src_valid && !q->src_ready);
    hit_if(u, MIXED, need && q->src_ready);
    hit_if(u, SAME, count_bits(e->src_valid & ~q->src_ready) > count_bits(need));
}

static void take(struct unit *u, const struct entry *e, unsigned warp, bool allocates)
{
    struct model *m = u->m;
    unsigned need = 0, iid = (unsigned)given(u, "issue_iid_i", 0, m->shape.iid_w);
    m->step.alloc_col = allocates ? HERE : ELSEWHERE;
    m->q.lfsr = has(u, "random_i") ? given(u, "random_i", 0, 8) : 0;
    if (allocates) {
        hit_if(u, OTHER_WARP, m->q.col[HERE].ct_valid && m->q.col[HERE].warp != warp);
        need = ccu_allocate(m, HERE, warp, iid, e);
        count_shapes(u, e, need);
    } else if (given(u, "issue_valid_i", 0, 1)) {
        hit_if(u, LOSES, m->q.col[HERE].own && m->q.col[HERE].warp == warp);
        ccu_allocate(m, ELSEWHERE, warp, iid, e);
    }
    says(u, "need_o", 0, m->shape.slots, need);
    m->q.col[ELSEWHERE].own = 0;
    m->q.col[ELSEWHERE].warp = m->shape.warps;
    m->occupied &= 1u << HERE;
    age_free(&m->collectors, ELSEWHERE, true);
}

/* Registers of the slots, which the table knows. */
static bytes8 slot_registers(const struct unit *u)
{
    const struct collector *col = &u->m->col[HERE];
    bytes8 reg = {.word = 0};
    for (unsigned s = 0; s < u->m->shape.slots; s++)
        reg.at[s] = col->tag[col->index.at[s] / 8].at[col->index.at[s] % 8];
    return reg;
}

static void says_table(struct unit *u, const struct entry head[MAX_WARPS])
{
    const struct shape *k = &u->m->shape;
    const struct collector_q *q = &u->m->q.col[HERE];
    bytes8 reg = slot_registers(u);
    for (unsigned s = 0; s < k->slots; s++)
        if (u->m->col[HERE].index.at[s] < k->entries)
            says(u, "src_row_o", s * k->row_w, k->row_w, (uint64_t)(reg.at[s] >> k->bank_shift));
        else                                            /* a start value: no instruction has come yet */
            any_bits(u, "src_row_o", s * k->row_w, k->row_w);
    says_war(u, head, reg);
    if (has(u, "holds_o"))
        says(u, "holds_o", 0, 1, q->ct_valid != 0);
    if (has(u, "near_o"))
        says(u, "near_o", 0, 1, (q->ct_valid & q->ct_near) != 0);
    hit_if(u, FULL, q->ct_valid == low_bits(k->entries));
}

/* Times in which few things empty the table: it fills up. */
static bool fills_up(const struct unit *u) { return u->cycle / 512 % 2; }

static void ends(struct unit *u, unsigned issue_warp)
{
    const struct shape *k = &u->m->shape;
    const struct collector_q *q = &u->m->q.col[HERE];
    unsigned warp = one_in(u, 2) ? (unsigned)q->warp % k->warps : below(u, k->warps);
    give(u, "end_warp_i", 0, k->warp_w, warp);
    bool issues = given(u, "issue_valid_i", 0, 1);
    bool can = !(issues && issue_warp == warp) && !(q->occupied && q->warp == warp);
    give(u, "end_valid_i", 0, 1, can && one_in(u, fills_up(u) ? 40 : warp == q->warp ? 3 : 8));
}

/* Some instructions name registers that the table has. */
static void name_cached(struct unit *u, struct entry *e)
{
    const struct shape *k = &u->m->shape;
    uint64_t valid = u->m->q.col[HERE].ct_valid;
    for (unsigned s = 0; valid && s < k->slots; s++)
        if (e->src_valid >> s & 1)
            e->src_reg.at[s] = (uint8_t)cached_register(u, valid);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct own *o = u->own;
    struct entry head[MAX_WARPS], e = draw_instruction(u);
    if (one_in(u, 4))
        name_cached(u, &e);
    unsigned others = fills_up(u) ? 24 : 3;             /* one instruction in as many is of any warp */
    unsigned warp = one_in(u, others) ? below(u, m->shape.warps) : (unsigned)m->q.col[HERE].warp % m->shape.warps;
    bool arrives = draw_arrival(u), dispatches = draw_dispatch(u, &o->out);
    bool busy = m->q.col[HERE].occupied;
    bool free_here = m->shape.pipe ? !busy : !(m->step.held >> HERE & 1);      /* it was when the stage was filled */
    bool issues = !one_in(u, 3), allocates = issues && free_here && !one_in(u, 4);
    issues = allocates || (issues && (warp != m->q.col[HERE].warp || !fills_up(u) || one_in(u, 16)));
    draw_heads(u, head);
    give(u, "issue_warp_i", 0, m->shape.warp_w, warp);
    give(u, "issue_valid_i", 0, 1, issues);
    give(u, "alloc_i", 0, 1, allocates);
    give_instruction(u, "issue", &e);
    if (m->shape.pipe)
        give(u, "issue_serves_i", 0, 1, m->q.col[HERE].warp == warp);
    give_same(u, "issue_first_i", "issue_same_i", 0, &e);
    give_places(u, "issue_place_i", "issue_count_i", "issue_rank_i", &e);
    if (issues) {
        struct entry next = head[warp];
        next.src_valid = e.src_valid;
        next.src_reg = e.src_reg;
        head[warp] = next;
        give_head(u, warp, &head[warp]);
    }
    says_collector(u, &o->out);
    says_table(u, head);
    ends(u, warp);
    hit_if(u, ARRIVES_AND_LEAVES, arrives && dispatches);
    hit_if(u, BACK_TO_BACK, busy && allocates);
    draw_results(u, &e, warp, allocates);
    crossbar_edge(m);
    dispatch_edge(m);
    take(u, &e, warp, allocates);
    uint64_t before[3] = {m->stats.port_d_merges, m->stats.port_d_fills, m->stats.stale_invalidations};
    ccu_ports_d(m);
    hit_if(u, MERGE, m->stats.port_d_merges > before[0] || m->stats.stale_invalidations > before[2]);
    hit_if(u, FILL, m->stats.port_d_fills > before[1]);
    for (unsigned b = 0; b < m->shape.banks; b++)
        hit_if(u, STALE, (m->step.granted >> b & 1) && m->step.wb[b].mask != m->shape.lane_mask &&
                         (m->stats.port_d_merges > before[0] || m->stats.stale_invalidations > before[2]));
    if (given(u, "end_valid_i", 0, 1)) {
        unsigned end = (unsigned)given(u, "end_warp_i", 0, m->shape.warp_w);
        hit_if(u, ENDS, m->q.col[HERE].warp == end && m->q.col[HERE].ct_valid);
        ccu_end(m, end);
    }
}

const struct bench bench_ccu = {
    .assumed = "an instruction comes when the collector is free; a value comes once for a slot that lacks it; results "
               "are of registers that no instruction here still reads",
    .scope = "top.g_col[0].u_ccu.", .points = points, .own = sizeof(struct own), .open = open,
    .cycle = cycle
};
