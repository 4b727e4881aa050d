/* SPDX-License-Identifier: Apache-2.0 */
#include "ocu_levels.h"

static struct ocus *ocus(struct collectors *cs)
{
    return (struct ocus *)cs;
}

static const struct ocus *ocus_of(const struct collectors *cs)
{
    return (const struct ocus *)cs;
}

static void list(const struct collectors *cs, unsigned c, struct register_list *l)
{
    const struct shape *k = &cs->core->shape;
    const struct ocu *ocu = &ocus_of(cs)->at[c];
    ocu_list(cs, c, "ocu", l);
    register_list_add(l, &ocu->q.src_bank, k->slots, true, "top.g_col[%u].u_ocu.src_bank_q", c);
    if (has_field(k, FIELD_COPY)) {
        register_list_add(l, &ocu->q.copy, k->place_w, false, "top.g_col[%u].u_ocu.copy_q", c);
        register_list_add(l, &ocu->q.copy_slot, k->slot_w, false, "top.g_col[%u].u_ocu.copy_slot_q", c);
    }
    if (has_field(k, FIELD_DST_LEVEL)) {
        register_list_add(l, &ocu->q.dst_level, MAX_DSTS * k->place_w, false, "top.g_col[%u].u_ocu.dst_level_q", c);
        register_list_add(l, &ocu->q.dst_bank, MAX_DSTS, false, "top.g_col[%u].u_ocu.dst_bank_q", c);
    }
    ocu_list_values(cs, c, "ocu", l);
}

static void reset(struct collectors *cs, unsigned c)
{
    collector_reset(singles(cs), c);
    ocus(cs)->at[c].q.src_bank = 0;
}

/* --- ports S and L (3.3, 3.8) ------------------------------------------------------------------------------------- */

static void receives(const struct collectors *cs, struct port_s *port, unsigned c, unsigned p, unsigned s)
{
    const struct collector *col = &singles_of(cs)->at[c];
    (void)p;
    port->slots[c] = (uint8_t)(bytes_equal(col->reg, col->reg.at[s]) & ocus_of(cs)->at[c].q.src_bank);
}

static uint32_t dispatchable(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS])
{
    const struct levels *ls = cs->levels;
    uint64_t slots = cs->core->shape.forward ? ls->q.read_slot : 0;
    return collector_dispatchable_with(cs, unit_ready, position, (unsigned)ls->q.read_col, slots);
}

void ocu_levels_receive(struct collectors *cs)
{
    const struct levels *ls = cs->levels;
    unsigned c = (unsigned)ls->q.read_col;
    if (!ls->q.read_slot)
        return;
    singles(cs)->at[c].q.src_ready |= ls->q.read_slot;
    for (uint64_t set = cs->core->values ? ls->q.read_slot : 0; set; set &= set - 1)
        vector_copy(cs->core, &ocus(cs)->at[c].q.data[lowest(set)], levels_read(ls, lowest(set)));
    cs->changed = true;
}

/* --- dispatch (3.4) ----------------------------------------------------------------------------------------------- */

static void drive(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out)
{
    const struct ocu *ocu = &ocus_of(cs)->at[c];
    unsigned width = cs->core->shape.place_w;
    collector_drive(cs, c, p, out);
    for (unsigned d = 0; d < MAX_DSTS && has_field(&cs->core->shape, FIELD_DST_LEVEL); d++)
        out->disp_dst_level[d] = (uint8_t)get(&ocu->q.dst_level, d * width, width);
    out->disp_dst_bank = (uint8_t)ocu->q.dst_bank;
}

static const struct vreg *value_of(const struct collectors *cs, unsigned c, unsigned s)
{
    const struct levels *ls = cs->levels;
    if (singles_of(cs)->at[c].q.src_ready >> s & 1)
        return &ocus_of(cs)->at[c].q.data[s];
    if (ls->q.read_col == c && (ls->q.read_slot >> s & 1))
        return levels_read(ls, s);
    return collector_arriving(singles_of(cs), c, s);
}

static uint32_t operands(const struct collectors *cs, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS])
{
    uint32_t slots = (uint32_t)singles_of(cs)->at[c].q.src_valid;
    (void)p;
    for (uint32_t set = slots; set; set &= set - 1)
        vector_copy(cs->core, &operand[lowest(set)], value_of(cs, c, lowest(set)));
    return slots;
}

struct level_copy ocu_levels_copy(const struct collectors *cs, unsigned c)
{
    const struct ocu *ocu = &ocus_of(cs)->at[c];
    bool copies = has_field(&cs->core->shape, FIELD_COPY);
    return (struct level_copy){copies ? (unsigned)ocu->q.copy : 0, collector_warp_of(cs, c),
                               &ocu->q.data[ocu->q.copy_slot % MAX_SLOTS]};
}

/* --- allocation (3.6) --------------------------------------------------------------------------------------------- */

static unsigned allocate(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                         uint64_t lfsr, const struct served *served)
{
    struct ocu *ocu = &ocus(cs)->at[c];
    unsigned banks = i->src_valid & (unsigned)bytes_equal(i->src_level, 0), first = instruction_first_of(i, banks);
    unsigned registers = count_bits(instruction_first(i));
    (void)lfsr, (void)served;
    collector_take(singles(cs), c, warp, iid, i);
    ocu->q.src_bank = banks;
    ocu->q.copy = i->copy;
    ocu->q.copy_slot = i->copy_slot;
    ocu->q.dst_level = squeeze(i->dst_level, cs->core->shape.place_w) & low_bits(MAX_DSTS * cs->core->shape.place_w);
    ocu->q.dst_bank = i->dst_bank;
    cs->core->stats.source_reads += registers;
    cs->core->stats.ccu_hits += registers - count_bits(first);
    if (cs->core->packing)
        ocu_pack(cs, c);
    return first;
}

/* --- results (3.9) ------------------------------------------------------------------------------------------------ */

/* Those that go to no bank. */
static uint32_t results(struct collectors *cs, const struct result *wb, uint32_t ports)
{
    uint32_t found = 0;
    (void)cs;
    for (uint32_t set = ports; set; set &= set - 1)
        if (!wb[lowest(set)].bank)
            found |= set & -set;
    return found;
}

static void take_results(struct collectors *cs, const struct taken_results *r, uint64_t lfsr)
{
    (void)cs, (void)r, (void)lfsr;
}

static void end(struct collectors *cs, unsigned warp)
{
    (void)cs, (void)warp;
}

const struct collector_ops ocu_levels_ops = {
    .name = "ocu", .open = ocu_open, .list = list, .reset = reset, .pack = ocu_pack, .unpack = ocu_unpack,
    .receives = receives, .dispatchable = dispatchable, .number = collector_number,
    .dispatches = collector_dispatches, .drive = drive, .operands = operands,
    .ready = ocu_ready, .takers = ocu_takers, .register_of = collector_register_of, .warp_of = collector_warp_of,
    .place = collector_place, .results = results, .store = ocu_store, .dispatched = collector_dispatched,
    .next = collector_next, .allocate = allocate, .take_results = take_results, .end = end,
    .collects = collector_collects, .busy = collector_busy,
};
