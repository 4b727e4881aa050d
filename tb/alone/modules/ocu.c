/* SPDX-License-Identifier: Apache-2.0 */
/* ocu with its values, also beside register caches: cmodel/subcore/ocu.c, crossbar.c, dispatch.c, and of rfc.c what an
 * OCU keeps (3.3, 3.6, 3.8, 3.12, 3.15; Malekeh II). */
#include "cmodel/subcore/ocu.h"

#include "tb/alone/alone.h"
#include "tb/alone/collector.h"
#include "cmodel/subcore/crossbar.h"
#include "cmodel/subcore/dispatch.h"

enum { ALL_SLOTS, NO_SLOT, SAME, ARRIVES_AND_LEAVES, BACK_TO_BACK, WAITS, WISHES, SERVED };

static bool forwards(const struct unit *u) { return u->m->shape.forward; }
static bool reuses(const struct unit *u) { return u->m->shape.reuse && !u->m->shape.pipe; }
static bool fills(const struct unit *u) { return u->m->shape.fill; }
static bool cached(const struct unit *u) { return u->m->shape.rfc; }

static const struct point points[] = {
    {"all slots are in use", NULL}, {"none is", NULL}, {"a value serves two slots", NULL},
    {"a value arrives as the instruction dispatches", forwards},
    {"one instruction leaves and another one comes", reuses}, {"it can dispatch and waits", NULL},
    {"the cache wants the value that arrives", fills}, {"some slots get a value from a cache", cached}, {NULL, NULL}
};

struct own { struct sc_out out; };

static bool open(struct unit *u)
{
    u->m->shape.collectors = 1;
    return true;
}

/* The cache serves all slots with a register, or none of them (3.15); returns the slots. */
static uint8_t draw_served(struct unit *u, const struct entry *e)
{
    const struct shape *k = &u->m->shape;
    uint8_t served = 0, fill = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t same = same_slots(e, s);
        if (!(e->src_valid >> s & 1))
            continue;
        unsigned first = lowest(same);
        bool is = first == s ? one_in(u, 3) : served >> first & 1;
        bool fills_slot = first == s && !is && one_in(u, 2);
        served |= (uint8_t)(is << s);
        fill |= (uint8_t)(fills_slot << s);
    }
    give(u, "issue_served_i", 0, k->slots, served);
    if (k->fill)
        give(u, "issue_fill_i", 0, k->slots, fill);
    return served;
}

/* What rfc_allocate() leaves in the collector, of what the lookup has found. */
static void take_from_cache(struct unit *u, const struct entry *e, uint8_t served)
{
    const struct shape *k = &u->m->shape;
    struct collector_q *q = &u->m->q.col[HERE];
    q->src_ready = served;
    for (unsigned s = 0; s < k->slots; s++)
        if (served >> s & 1)
            given_vector(u, "issue_value_i", s, &q->data[s]);
    if (k->fill)
        q->src_fill = given(u, "issue_fill_i", 0, k->slots);
    q->src_set = 0;
    for (unsigned s = 0; k->pos && s < k->slots; s++)
        q->src_set |= (uint64_t)(e->src_pos.at[s] % k->sets) << s * k->set_w;
    if (k->look)
        q->dst_look = e->dst_look;
}

static void says_wish(struct unit *u, bool arrives)
{
    const struct shape *k = &u->m->shape;
    const struct collector_q *q = &u->m->q.col[HERE];
    unsigned s = (unsigned)given(u, "s_slot_i", 0, k->slot_w);
    bool wishes = arrives && (q->src_fill >> s & 1);
    says(u, "wish_o", 0, 1, wishes);
    hit_if(u, WISHES, wishes);
    if (wishes) {
        says(u, "wish_reg_o", 0, k->reg_w, u->m->col[HERE].reg.at[s]);
        if (k->pos)
            says(u, "wish_set_o", 0, k->set_w, get(&q->src_set, s * k->set_w, k->set_w));
        return;
    }
    any_bits(u, "wish_reg_o", 0, k->reg_w);
    if (k->pos)
        any_bits(u, "wish_set_o", 0, k->set_w);
}

static void allocate(struct unit *u, const struct entry *e, unsigned warp, bool allocates)
{
    struct model *m = u->m;
    uint8_t served = m->shape.rfc ? draw_served(u, e) : 0;
    unsigned first = collector_first(e);
    says(u, "need_o", 0, m->shape.slots, allocates ? first & ~served : 0);
    if (!allocates)
        return;
    collector_take(m, HERE, warp, (unsigned)given(u, "issue_iid_i", 0, m->shape.iid_w), e);
    if (m->shape.rfc)
        take_from_cache(u, e, served);
    ocu_pack(m, HERE);
    hit_if(u, ALL_SLOTS, e->src_valid == low_bits(m->shape.slots));
    hit_if(u, NO_SLOT, !e->src_valid);
    hit_if(u, SERVED, served && served != e->src_valid);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct own *o = u->own;
    struct entry head[MAX_WARPS], e = draw_instruction(u);
    const struct collector_q *q = &m->q.col[HERE];
    bool busy = q->occupied, arrives = draw_arrival(u), dispatches = draw_dispatch(u, &o->out);
    bool free_here = m->shape.pipe ? !busy : !(m->step.held >> HERE & 1);      /* it was when the stage was filled */
    bool allocates = free_here && !one_in(u, 3);
    unsigned warp = give_below(u, "issue_warp_i", 0, m->shape.warp_w, m->shape.warps);
    draw_heads(u, head);
    give(u, "alloc_i", 0, 1, allocates);
    give_instruction(u, "issue", &e);
    give_same(u, "issue_first_i", NULL, 0, &e);
    says_collector(u, &o->out);
    for (unsigned s = 0; s < m->shape.slots; s++)
        says(u, "src_row_o", s * m->shape.row_w, m->shape.row_w,
             (uint64_t)(m->col[HERE].reg.at[s] >> m->shape.bank_shift));
    says_war(u, head, m->col[HERE].reg);
    if (m->shape.fill)
        says_wish(u, arrives);
    hit_if(u, SAME, arrives && count_bits(m->step.s_slots[HERE]) > 1);
    hit_if(u, ARRIVES_AND_LEAVES, arrives && dispatches);
    hit_if(u, BACK_TO_BACK, busy && allocates);
    hit_if(u, WAITS, busy && !dispatches && !(q->src_valid & ~q->src_ready));
    crossbar_edge(m);
    dispatch_edge(m);
    allocate(u, &e, warp, allocates);
}

const struct bench bench_ocu = {
    .assumed = "an instruction comes when the collector is free; a value comes once for a slot that lacks it; a cache "
               "serves all slots with a register or none",
    .scope = "top.g_col[0].u_ocu.", .points = points, .own = sizeof(struct own), .open = open, .cycle = cycle
};
