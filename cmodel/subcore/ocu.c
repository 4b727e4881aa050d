/* SPDX-License-Identifier: Apache-2.0 */
#include "ocu.h"

static struct ocus *ocus(struct collectors *cs)
{
    return (struct ocus *)cs;
}

static const struct ocus *ocus_of(const struct collectors *cs)
{
    return (const struct ocus *)cs;
}

void ocu_open(struct collectors *cs, const struct config *cfg)
{
    struct ocus *o = ocus(cs);
    collector_open(&o->all, cfg);
    o->fill = config_rfc_fills(cfg);
    o->pos = config_rfc_positions(cfg);
    o->stall = cfg->blocked == BLOCKED_STALL;
    o->set_w = bits_for((unsigned)(cfg->rfc_entries / cfg->rfc_ways));
}

void ocu_list(const struct collectors *cs, unsigned c, const char *unit, struct register_list *l)
{
    const struct ocus *o = ocus_of(cs);
    const struct shape *k = &cs->core->shape;
    const struct collector *col = &o->all.at[c];
    const struct ocu *ocu = &o->at[c];
    collector_list(&o->all, c, unit, false, l);
    register_list_add(l, &col->q.src_valid, k->slots, true, "top.g_col[%u].u_%s.src_valid_q", c, unit);
    register_list_add(l, &col->q.src_ready, k->slots, true, "top.g_col[%u].u_%s.src_ready_q", c, unit);
    register_list_add(l, &ocu->q.src_reg, k->slots * k->reg_w, false, "top.g_col[%u].u_%s.src_reg_q", c, unit);
}

void ocu_list_values(const struct collectors *cs, unsigned c, const char *unit, struct register_list *l)
{
    const struct shape *k = &cs->core->shape;
    for (unsigned s = 0; s < k->slots; s++)
        register_list_add(l, &ocus_of(cs)->at[c].q.data[s], 32 * k->lanes, false,
                          "top.g_col[%u].u_%s.g_slot[%u].data_q", c, unit, s);
}

static void list(const struct collectors *cs, unsigned c, struct register_list *l)
{
    const struct ocus *o = ocus_of(cs);
    const struct shape *k = &cs->core->shape;
    const struct ocu *ocu = &o->at[c];
    ocu_list(cs, c, "ocu", l);
    if (o->fill)
        register_list_add(l, &ocu->q.src_fill, k->slots, false, "top.g_col[%u].u_ocu.src_fill_q", c);
    if (o->pos)
        register_list_add(l, &ocu->q.src_set, k->slots * o->set_w, false, "top.g_col[%u].u_ocu.src_set_q", c);
    if (has_field(k, FIELD_DST_LOOK))
        register_list_add(l, &ocu->q.dst_look, MAX_DSTS, false, "top.g_col[%u].u_ocu.dst_look_q", c);
    ocu_list_values(cs, c, "ocu", l);
}

static void reset(struct collectors *cs, unsigned c)
{
    collector_reset(singles(cs), c);
}

void ocu_pack(struct collectors *cs, unsigned c)
{
    ocus(cs)->at[c].q.src_reg = squeeze(singles(cs)->at[c].reg, cs->core->shape.reg_w);
}

void ocu_unpack(struct collectors *cs, unsigned c)
{
    const struct shape *k = &cs->core->shape;
    bytes8 reg = {.word = 0};
    for (unsigned s = 0; s < k->slots; s++)
        reg.at[s] = (uint8_t)get(&ocus(cs)->at[c].q.src_reg, s * k->reg_w, k->reg_w);
    singles(cs)->at[c].reg = reg;
    collector_unpack(singles(cs), c);
}

/* --- port S (3.3, 3.8): the value serves all slots that name its register ----------------------------------------- */

void ocu_receives(const struct collectors *cs, struct port_s *port, unsigned c, unsigned p, unsigned s)
{
    const struct collector *col = &singles_of(cs)->at[c];
    (void)p;
    port->slots[c] = (uint8_t)(bytes_equal(col->reg, col->reg.at[s]) & col->q.src_valid);
}

void ocu_store(struct collectors *cs, const struct port_s *port, unsigned c)
{
    singles(cs)->at[c].q.src_ready |= port->slots[c];
    for (unsigned slots = cs->core->values ? port->slots[c] : 0; slots; slots &= slots - 1)
        vector_copy(cs->core, &ocus(cs)->at[c].q.data[lowest(slots)], port->value[c]);
}

static const struct vreg *stored(const struct collectors *cs, unsigned c, unsigned k)
{
    return &ocus_of(cs)->at[c].q.data[k];
}

static void drive(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out)
{
    collector_drive(cs, c, p, out);
    out->disp_dst_look = (uint8_t)ocus_of(cs)->at[c].q.dst_look;
}

uint32_t ocu_operands(const struct collectors *cs, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS])
{
    (void)p;
    return collector_operands(singles_of(cs), c, stored, operand);
}

bool ocu_uppers(const struct collectors *cs, struct vreg operand[MAX_SLOTS], uint32_t *slots)
{
    return collector_uppers(singles_of(cs), stored, operand, slots);
}

/* --- issue and allocation (3.5, 3.6) ------------------------------------------------------------------------------ */

struct readiness ocu_ready(struct collectors *cs, const struct collector_view *v, uint64_t warps)
{
    struct ocus *o = ocus(cs);
    uint64_t past_war = warps & ~collector_overtaking(&o->all, v, warps);
    o->open = collector_open_ones(&o->all, v);
    return (struct readiness){o->open || o->stall ? past_war : 0, past_war != 0, 0};
}

struct takers ocu_takers(const struct collectors *cs, unsigned warp)
{
    (void)warp;
    return (struct takers){ocus_of(cs)->open, false, 0};
}

static unsigned allocate(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                         uint64_t lfsr, const struct served *served)
{
    struct ocu *ocu = &ocus(cs)->at[c];
    unsigned first = instruction_first(i);
    (void)lfsr;
    collector_take(singles(cs), c, warp, iid, i);
    cs->core->stats.source_reads += count_bits(first);
    if (served) {
        singles(cs)->at[c].q.src_ready = served->slots;
        ocu->q.src_fill = served->fill;
        ocu->q.src_set = served->sets;
        ocu->q.dst_look = i->dst_look;
        for (unsigned set = cs->core->values ? served->slots : 0; set; set &= set - 1)
            vector_copy(cs->core, &ocu->q.data[lowest(set)], served->value[lowest(set)]);
    }
    if (cs->core->packing)
        ocu_pack(cs, c);
    return served ? served->need : first;
}

static void take_results(struct collectors *cs, const struct taken_results *r, uint64_t lfsr)
{
    (void)cs, (void)r, (void)lfsr;
}

static void end(struct collectors *cs, unsigned warp)
{
    (void)cs, (void)warp;
}

const struct collector_ops ocu_ops = {
    .name = "ocu", .open = ocu_open, .list = list, .reset = reset, .pack = ocu_pack, .unpack = ocu_unpack,
    .receives = ocu_receives, .dispatchable = collector_dispatchable, .number = collector_number,
    .dispatches = collector_dispatches, .drive = drive, .operands = ocu_operands, .uppers = ocu_uppers,
    .ready = ocu_ready, .takers = ocu_takers, .register_of = collector_register_of, .warp_of = collector_warp_of,
    .place = collector_place, .store = ocu_store, .dispatched = collector_dispatched, .next = collector_next,
    .allocate = allocate, .take_results = take_results, .end = end, .collects = collector_collects,
    .busy = collector_busy,
};
