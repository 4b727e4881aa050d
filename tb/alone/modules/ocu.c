/* SPDX-License-Identifier: Apache-2.0 */
/* ocu with its values, also beside register caches: cmodel/subcore/ocu.c, collector.c, crossbar.c (3.3, 3.6, 3.8, 3.12,
 * 3.15; Malekeh II), and beside ORF and LRF, or with intervals: ocu_levels.c (3.19, 3.20). */
#include "tb/alone/collector.h"

enum { ALL_SLOTS, NO_SLOT, SAME, ARRIVES_AND_LEAVES, BACK_TO_BACK, WAITS, WISHES, SERVED, ON_L, ON_BOTH, APART };

static bool forwards(const struct unit *u) { return u->m->core.shape.forward; }
static bool fills(const struct unit *u) { return u->m->rfcs.fill; }
static bool cached(const struct unit *u) { return u->m->rfcs.present; }

static bool frames(const struct unit *u) { return frames_of(u) != NULL; }
static bool levels(const struct unit *u) { return u->m->levels != NULL; }

static const struct point points[] = {
    {"all slots are in use", NULL}, {"none is", NULL}, {"a value serves two slots", NULL},
    {"a value arrives as the instruction dispatches", forwards},
    {"one instruction leaves and another one comes", reuses_collector}, {"it can dispatch and waits", NULL},
    {"the cache wants the value that arrives", fills}, {"some slots get a value from a cache", cached},
    {"values of entries arrive for several slots", frames}, {"so does one of a bank at once", frames},
    {"a register is read from its bank for one slot, and from an entry for another one", levels}, {NULL, NULL}
};

/* The cache serves all slots with a register, or none of them (3.15); returns the slots. */
static uint8_t draw_served(struct unit *u, const struct instruction *e)
{
    const struct shape *k = &u->m->core.shape;
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
    if (fills(u))
        give(u, "issue_fill_i", 0, k->slots, fill);
    return served;
}

/* What rfc_serve() says of what the lookup has found; `value` has room for the values. */
static struct served from_cache(struct unit *u, const struct instruction *e, uint8_t slots,
                                struct vreg value[MAX_SLOTS])
{
    const struct shape *k = &u->m->core.shape;
    const struct ocus *ocus = &u->m->collectors.ocu;
    struct served served = {.slots = slots, .need = instruction_first(e) & ~(unsigned)slots};
    for (unsigned s = 0; s < k->slots; s++) {
        given_vector(u, "issue_value_i", s, &value[s]);
        served.value[s] = slots >> s & 1 ? &value[s] : NULL;
        if (ocus->pos)
            served.sets |= (uint64_t)(e->src_pos.at[s] % u->m->rfcs.sets) << s * ocus->set_w;
    }
    served.fill = fills(u) ? given(u, "issue_fill_i", 0, k->slots) : 0;
    return served;
}

/* Of what comes on a port S. */
static void says_wish(struct unit *u, unsigned port)
{
    static const char *const wish[] = {"wish_o", "wish2_o"}, *const reg[] = {"wish_reg_o", "wish2_reg_o"};
    static const char *const set[] = {"wish_set_o", "wish2_set_o"};
    const struct shape *k = &u->m->core.shape;
    const struct ocus *ocus = &u->m->collectors.ocu;
    const struct port_s *s = &ocus->all.base.s[port];
    bool wishes = (s->valid >> HERE & 1) && ocu_fills(ocus, HERE, s->slot[HERE]);
    says(u, wish[port], 0, 1, wishes);
    hit_if(u, WISHES, wishes);
    if (wishes) {
        says(u, reg[port], 0, k->reg_w, collector_here(u)->reg.at[s->slot[HERE]]);
        if (ocus->pos)
            says(u, set[port], 0, ocus->set_w, ocu_set(ocus, HERE, s->slot[HERE]));
        return;
    }
    any_bits(u, reg[port], 0, k->reg_w);
    if (ocus->pos)
        any_bits(u, set[port], 0, ocus->set_w);
}

static void allocate(struct unit *u, const struct instruction *e, unsigned warp, bool allocates)
{
    struct model *m = u->m;
    const struct shape *k = &m->core.shape;
    struct collectors *cs = &m->collectors.base;
    struct vreg value[MAX_SLOTS];
    struct served served = {.slots = 0};
    unsigned need = 0, iid = (unsigned)given(u, "issue_iid_i", 0, k->iid_w);
    if (cached(u))
        served = from_cache(u, e, draw_served(u, e), value);
    if (allocates)
        need = cs->ops->allocate(cs, HERE, warp, iid, e, 0, cached(u) ? &served : NULL);
    says(u, "need_o", 0, k->slots, need);
    hit_if(u, ALL_SLOTS, allocates && e->src_valid == low_bits(k->slots));
    hit_if(u, NO_SLOT, allocates && !e->src_valid);
    for (unsigned s = 0; allocates && s < k->slots; s++)
        hit_if(u, APART, (same_slots(e, s) & bank_slots(k, e)) && (same_slots(e, s) & ~bank_slots(k, e)));
    hit_if(u, SERVED, allocates && served.slots && served.slots != e->src_valid);
}

static void cycle(struct unit *u)
{
    const struct collector *col = collector_here(u);
    const struct port_s *port_s = u->m->collectors.base.s;
    struct turn t = draw_turn(u, u->own);
    if (fills(u))
        for (unsigned port = 0; port < u->m->core.shape.reads; port++)
            says_wish(u, port);
    hit_if(u, SAME, (port_s[0].valid >> HERE & 1) && count_bits(port_s[0].slots[HERE]) > 1);
    hit_if(u, ON_L, count_bits(t.on_l) > 1);
    hit_if(u, ON_BOTH, t.on_l && (port_s[0].valid >> HERE & 1));
    hit_if(u, ARRIVES_AND_LEAVES, t.arrives && t.dispatches);
    hit_if(u, BACK_TO_BACK, t.busy && t.allocates);
    hit_if(u, WAITS, t.busy && !t.dispatches && !(col->q.src_valid & ~col->q.src_ready));
    arrive_and_dispatch(u, t.dispatches);
    allocate(u, &t.e, t.warp, t.allocates);
}

const struct bench bench_ocu = {
    .assumed = "an instruction comes when the collector is free; a value comes once for a slot that lacks it, from "
               "where that is read; a cache serves all slots with a register or none",
    .scope = "top.g_col[0].u_ocu.", .points = points, .own = sizeof(struct operands), .open = open_collector,
    .cycle = cycle
};
