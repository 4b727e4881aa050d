/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_control.h"

#include "cmodel/base/unit.h"

void modern_control_open(struct modern_control *c, struct core *core, const struct config *cfg)
{
    uint32_t reuses = cfg->modern_cache ? CARRIED_REUSES : 0;
    uint32_t sources = CARRIED_ALWAYS | 1u << CARRIED_SRC_REG | reuses;
    c->core = core;
    c->cache = cfg->modern_cache;
    c->near = config_keeps_near(cfg);
    c->bank_w = bits_for(core->shape.banks);
    c->ports = (unsigned)cfg->modern_read_ports;
    c->port_w = bits_for(c->ports);
    carried_open(&c->control, core, 1, sources);
    carried_open(&c->allocate, core, 1, sources);
    carried_open(&c->stage, core, STAGES, CARRIED_ALWAYS | (reuses & 1u << CARRIED_SRC_POS));
}

void modern_control_list(const struct modern_control *c, struct register_list *l)
{
    const struct shape *k = &c->core->shape;
    unsigned entries = OPERANDS * k->banks;
    register_list_add(l, c->q.row_base, k->warps * k->row_w, false, "top.u_control.row_base_q");
    register_list_add(l, &c->q.control_valid, 1, true, "top.u_control.control_valid_q");
    carried_list(&c->control, "u_control.control_", l);
    register_list_add(l, &c->q.allocate_valid, 1, true, "top.u_control.allocate_valid_q");
    carried_list(&c->allocate, "u_control.allocate_", l);
    register_list_add(l, &c->q.stage_valid, STAGES, true, "top.u_control.stage_valid_q");
    carried_list(&c->stage, "u_control.stage_", l);
    register_list_add(l, c->q.stage_bank, STAGES * k->slots * c->bank_w, false, "top.u_control.stage_bank_q");
    register_list_add(l, c->q.stage_time, STAGES * k->slots * 2, false, "top.u_control.stage_time_q");
    if (c->ports > 1)
        register_list_add(l, c->q.stage_port, STAGES * k->slots * c->port_w, false, "top.u_control.stage_port_q");
    if (!c->cache)
        return;
    register_list_add(l, &c->q.stage_hit, STAGES * k->slots, false, "top.u_control.stage_hit_q");
    register_list_add(l, &c->q.stage_keep, STAGES * k->slots, false, "top.u_control.stage_keep_q");
    register_list_add(l, c->q.reuse_valid, entries, true, "top.u_control.reuse_valid_q");
    register_list_add(l, c->q.reuse_warp, entries * k->warp_w, false, "top.u_control.reuse_warp_q");
    register_list_add(l, c->q.reuse_reg, entries * k->reg_w, false, "top.u_control.reuse_reg_q");
}

void modern_control_reset(struct modern_control *c)
{
    c->q.control_valid = c->q.allocate_valid = c->q.stage_valid = 0;
    for (unsigned e = 0; e < REUSE_ENTRIES; e++)
        c->reuse[e].valid = false;
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

static void pack_slots(struct modern_control *c, unsigned stage)
{
    const struct shape *k = &c->core->shape;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned at = stage * k->slots + s;
        put(c->q.stage_bank, at * c->bank_w, c->bank_w, c->slots[stage].bank[s]);
        put(c->q.stage_time, at * 2, 2, c->slots[stage].time[s]);
        put(c->q.stage_port, at * c->port_w, c->port_w, c->slots[stage].port[s]);
    }
    put(&c->q.stage_hit, stage * k->slots, k->slots, c->slots[stage].hit);
    put(&c->q.stage_keep, stage * k->slots, k->slots, c->slots[stage].keep);
}

static void unpack_slots(struct modern_control *c, unsigned stage)
{
    const struct shape *k = &c->core->shape;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned at = stage * k->slots + s;
        c->slots[stage].bank[s] = (uint8_t)get(c->q.stage_bank, at * c->bank_w, c->bank_w);
        c->slots[stage].time[s] = (uint8_t)get(c->q.stage_time, at * 2, 2);
        c->slots[stage].port[s] = (uint8_t)get(c->q.stage_port, at * c->port_w, c->port_w);
    }
    c->slots[stage].hit = (uint8_t)get(&c->q.stage_hit, stage * k->slots, k->slots);
    c->slots[stage].keep = (uint8_t)get(&c->q.stage_keep, stage * k->slots, k->slots);
}

void modern_control_pack(struct modern_control *c)
{
    const struct shape *k = &c->core->shape;
    for (unsigned w = 0; w < k->warps; w++)
        put(c->q.row_base, w * k->row_w, k->row_w, c->row_base[w]);
    carried_pack(&c->control);
    carried_pack(&c->allocate);
    carried_pack(&c->stage);
    for (unsigned i = 0; i < STAGES; i++)
        pack_slots(c, i);
    for (unsigned e = 0; e < OPERANDS * k->banks; e++) {
        put(c->q.reuse_valid, e, 1, c->reuse[e].valid);
        put(c->q.reuse_warp, e * k->warp_w, k->warp_w, c->reuse[e].warp);
        put(c->q.reuse_reg, e * k->reg_w, k->reg_w, c->reuse[e].reg);
    }
}

void modern_control_unpack(struct modern_control *c)
{
    const struct shape *k = &c->core->shape;
    for (unsigned w = 0; w < k->warps; w++)
        c->row_base[w] = (uint16_t)get(c->q.row_base, w * k->row_w, k->row_w);
    carried_unpack(&c->control);
    carried_unpack(&c->allocate);
    carried_unpack(&c->stage);
    for (unsigned i = 0; i < STAGES; i++)
        unpack_slots(c, i);
    for (unsigned e = 0; e < OPERANDS * k->banks; e++)
        c->reuse[e] = (struct reuse_tag){get(c->q.reuse_valid, e, 1),
                                         (uint8_t)get(c->q.reuse_warp, e * k->warp_w, k->warp_w),
                                         (uint8_t)get(c->q.reuse_reg, e * k->reg_w, k->reg_w)};
}

/* --- Allocate ----------------------------------------------------------------------------------------------------- */

/* The entry of a slot of the instruction in Allocate, or -1. */
static int entry_of(const struct modern_control *c, const struct carried *a, unsigned s)
{
    unsigned p = a->i.src_pos.at[s];
    return c->cache && p < OPERANDS ? (int)(OPERANDS * c->now.slots.bank[s] + p) : -1;
}

static void look_up(struct modern_control *c, const struct carried *a)
{
    struct window_slots *found = &c->now.slots;
    *found = (struct window_slots){.hit = 0};
    for (unsigned set = a->i.src_valid; set; set &= set - 1) {
        unsigned s = lowest(set), reg = a->i.src_reg.at[s];
        found->bank[s] = (uint8_t)bank_of(&c->core->shape, a->warp, reg);
        int e = entry_of(c, a, s);
        bool hit = e >= 0 && c->reuse[e].valid && c->reuse[e].warp == a->warp && c->reuse[e].reg == reg;
        found->hit |= (uint8_t)(hit << s);
    }
}

/* The read of a register, in its bank. */
static struct bank_read read_of(const struct modern_control *c, const struct carried *a, unsigned reg)
{
    const struct shape *k = &c->core->shape;
    return (struct bank_read){true, a->warp, (uint8_t)reg,
                              (uint16_t)((c->row_base[a->warp] + (reg >> k->bank_shift)) & low_bits(k->row_w))};
}

/* No bank has a read to reserve yet; its free places. */
static void begin_reserve(struct modern_control *c, const struct modern_banks *banks, unsigned free[MAX_BANKS])
{
    for (unsigned b = 0; b < c->core->shape.banks; b++) {
        free[b] = modern_bank_free(&banks->at[b], c->ports);
        for (unsigned n = 0; n < c->ports * WINDOW; n++)
            c->now.reserve[b][n / WINDOW][n % WINDOW].valid = false;
    }
}

/* Reserves a read of every register that no entry has; false: there is not enough room. */
static bool reserve(struct modern_control *c, const struct modern_banks *banks, const struct carried *a)
{
    unsigned free[MAX_BANKS], left = a->i.src_valid & ~(unsigned)c->now.slots.hit;
    begin_reserve(c, banks, free);
    while (left) {
        unsigned s = lowest(left), reg = a->i.src_reg.at[s], b = c->now.slots.bank[s];
        unsigned same = left & bytes_equal(a->i.src_reg, (uint8_t)reg);
        if (!free[b])
            return false;
        unsigned time = lowest(free[b]) / c->ports, port = lowest(free[b]) % c->ports;
        free[b] &= free[b] - 1;
        c->now.reserve[b][port][time] = read_of(c, a, reg);
        left &= ~same;
        for (; same; same &= same - 1) {
            c->now.slots.time[lowest(same)] = (uint8_t)time;
            c->now.slots.port[lowest(same)] = (uint8_t)port;
        }
    }
    return true;
}

/* Every read drops its entry, or takes it. */
static void drop_or_keep(struct modern_control *c, const struct carried *a)
{
    unsigned decides[REUSE_ENTRIES];
    uint64_t seen[2] = {0, 0};
    for (unsigned set = a->i.src_valid; set; set &= set - 1) {
        int e = entry_of(c, a, lowest(set));
        if (e < 0)
            continue;
        decides[e] = lowest(set);
        bit_set(seen, (unsigned)e);
    }
    for (unsigned e = 0; e < OPERANDS * c->core->shape.banks; e++) {
        if (!bit_get(seen, e))
            continue;
        unsigned s = decides[e];
        c->now.reuse[e].valid = a->i.src_reuse >> s & 1;
        if (!c->now.reuse[e].valid)
            continue;
        c->now.reuse[e].warp = a->warp;
        c->now.reuse[e].reg = a->i.src_reg.at[s];
        c->now.slots.keep |= (uint8_t)(1u << s);
    }
}

/* NEAR: entries whose register the instruction writes, or that one of its sources hits, are dropped. Of near sources
 * that it does not write, the highest one of an entry takes it. */
static void drop_or_take(struct modern_control *c, const struct carried *a)
{
    const struct shape *k = &c->core->shape;
    struct reuse_tag *now = c->now.reuse;
    int taker[REUSE_ENTRIES];
    for (unsigned e = 0; e < OPERANDS * k->banks; e++) {
        now[e].valid &= now[e].warp != a->warp || !is_result(k, a->i.dst_base, a->i.dst_count, now[e].reg);
        taker[e] = -1;
    }
    for (unsigned set = c->now.to_queue ? 0 : a->i.src_valid; set; set &= set - 1) {
        unsigned s = lowest(set), reg = a->i.src_reg.at[s];
        int e = entry_of(c, a, s);
        if (e < 0)
            continue;
        now[e].valid &= !(c->now.slots.hit >> s & 1);
        if ((a->i.src_reuse >> s & 1) && !is_result(k, a->i.dst_base, a->i.dst_count, reg))
            taker[e] = (int)s;
    }
    for (unsigned e = 0; e < OPERANDS * k->banks; e++) {
        if (taker[e] < 0)
            continue;
        now[e] = (struct reuse_tag){true, a->warp, a->i.src_reg.at[taker[e]]};
        c->now.slots.keep |= (uint8_t)(1u << taker[e]);
    }
}

void modern_control_eval(struct modern_control *c, struct modern_banks *banks, const struct unit_queue *queue)
{
    const struct carried *a = &c->allocate.at[0];
    memcpy(c->now.reuse, c->reuse, sizeof c->now.reuse);
    c->now.hold = c->now.goes = c->now.to_queue = false;
    if (!c->q.allocate_valid)
        return;
    c->now.to_queue = !unit_is_fixed(a->i.unit);
    if (c->now.to_queue) {
        c->now.goes = !unit_queue_full(queue);
    } else {
        look_up(c, a);
        c->now.goes = reserve(c, banks, a);
    }
    c->now.hold = !c->now.goes;
    if (c->now.goes && c->near)
        drop_or_take(c, a);
    if (c->now.hold || c->now.to_queue)
        return;
    if (!c->near)
        drop_or_keep(c, a);
    c->core->stats.reuse_hits += count_bits(c->now.slots.hit);
    c->core->stats.reuse_kept += count_bits(c->now.slots.keep & ~(uint32_t)c->now.slots.hit);
    for (unsigned b = 0; b < c->core->shape.banks; b++)
        memcpy(banks->at[b].now.reserve, c->now.reserve[b], sizeof c->now.reserve[b]);
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

const struct carried *modern_control_dispatches(const struct modern_control *c)
{
    return c->q.stage_valid >> DISPATCH_STAGE & 1 ? &c->stage.at[DISPATCH_STAGE] : NULL;
}

uint32_t modern_control_operands(const struct modern_control *c, struct modern_banks *banks,
                                 struct vreg operand[MAX_SLOTS])
{
    const struct instruction *i = &c->stage.at[DISPATCH_STAGE].i;
    const struct window_slots *slots = &c->slots[DISPATCH_STAGE];
    for (unsigned set = i->src_valid; set; set &= set - 1) {
        unsigned s = lowest(set), b = slots->bank[s], p = i->src_pos.at[s];
        struct modern_bank *bank = &banks->at[b];
        if (slots->hit >> s & 1)
            vector_copy(c->core, &operand[s], &bank->q.reuse_data[p < OPERANDS ? p : 0]);
        else
            modern_bank_effective(banks, b, slots->port[s], WINDOW - 1 - slots->time[s], &operand[s]);
        if (!(slots->keep >> s & 1) || p >= OPERANDS)
            continue;
        bank->now.keeps |= 1u << p;
        vector_copy(c->core, &bank->now.kept[p], &operand[s]);
    }
    return i->src_valid;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void move_stages(struct modern_control *c)
{
    bool enters = c->now.goes && !c->now.to_queue;
    for (unsigned i = STAGES - 1; i > 0; i--) {
        c->stage.at[i] = c->stage.at[i - 1];
        c->slots[i] = c->slots[i - 1];
    }
    c->q.stage_valid = (c->q.stage_valid << 1 & low_bits(STAGES)) | (uint64_t)enters;
    if (!enters)
        return;
    c->stage.at[0] = c->allocate.at[0];
    c->slots[0] = c->now.slots;
}

/* Entries as Allocate leaves them, but for those that the warp that ends has had. */
static void take_entries(struct modern_control *c, int ends)
{
    for (unsigned e = 0; e < OPERANDS * c->core->shape.banks; e++) {
        bool gone = ends >= 0 && c->reuse[e].valid && c->reuse[e].warp == ends;
        c->reuse[e] = c->now.reuse[e];
        c->reuse[e].valid &= !gone;
    }
}

void modern_control_edge(struct modern_control *c, const struct carried *issued, int ends)
{
    move_stages(c);
    take_entries(c, ends);
    if (c->now.hold)
        return;
    c->q.allocate_valid = c->q.control_valid;
    if (c->q.control_valid)
        c->allocate.at[0] = c->control.at[0];
    c->q.control_valid = issued != NULL;
    if (issued)
        c->control.at[0] = *issued;
}

void modern_control_launch(struct modern_control *c, unsigned warp, unsigned row)
{
    c->row_base[warp] = (uint16_t)row;
}
