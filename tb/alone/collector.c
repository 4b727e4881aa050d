/* SPDX-License-Identifier: Apache-2.0 */
#include "collector.h"

#include "cmodel/subcore/ocu_levels.h"

bool open_collector(struct unit *u)
{
    u->m->core.shape.collectors = 1;
    if (frames_of(u))
        frames_of(u)->entry_w = bits_for(MAX_SLOTS);    /* entry s is what comes on port L number s */
    return true;
}

bool reuses_collector(const struct unit *u)
{
    return u->m->core.shape.reuse_on_dispatch && !u->m->core.shape.stage;
}

bool is_free(const struct unit *u)
{
    if (u->m->core.shape.stage)         /* it was when the stage was filled */
        return !collector_here(u)->q.occupied;
    return !(singles(&u->m->collectors.base)->held >> HERE & 1);
}

/* The slot of an early collector that waits for a result. */
static uint64_t awaited(const struct unit *u)
{
    return u->cfg->kind == KIND_ECU ? u->m->collectors.ecu.at[HERE].q.src_wait : 0;
}

/* Slots in use that are read from entries. */
static uint64_t of_entries(const struct unit *u)
{
    const struct collector *col = collector_here(u);
    return frames_of(u) ? col->q.src_valid & ~u->m->collectors.ocu.at[HERE].q.src_bank : 0;
}

uint64_t draw_ports_l(struct unit *u)
{
    struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    const struct collector *col = collector_here(u);
    uint64_t lacks = col->q.occupied ? of_entries(u) & ~col->q.src_ready : 0;
    if (!ls)
        return 0;
    ls->q.read_col = HERE;
    ls->q.read_frame = ls->q.read_entry = 0;
    ls->q.read_slot = one_in(u, 2) ? lacks : one_in(u, 2) ? lacks & draw_next(&u->draw) : 0;
    give(u, "l_valid_i", 0, k->slots, ls->q.read_slot);
    for (unsigned s = 0; s < k->slots; s++) {
        put(&ls->q.read_entry, s * ls->entry_w, ls->entry_w, s);
        given_vector(u, "l_data_i", s, &ls->q.data[s]);
    }
    return ls->q.read_slot;
}

enum { VALID, SLOT, DATA, INPUTS };
static const char *const port_s[][INPUTS] = {
    {"s_valid_i", "s_slot_i", "s_data_i"}, {"s2_valid_i", "s2_slot_i", "s2_data_i"}
};

/* On a port S, of one of the slots that lack a value. */
static void draw_port_s(struct unit *u, unsigned p, bool comes, uint64_t lacks)
{
    struct model *m = u->m;
    const struct shape *k = &m->core.shape;
    struct rf_bank *bank = &m->rf.read[p].at[0];
    m->rf.read[p].reading = comes;
    give(u, port_s[p][VALID], 0, 1, comes);
    give(u, port_s[p][SLOT], 0, k->slot_w, lacks ? one_of(u, lacks) : 0);
    bank->q.rd_col = HERE;
    bank->q.rd_slot = given(u, port_s[p][SLOT], 0, k->slot_w);
    for (unsigned l = 0; u->cfg->shared_write && !comes && l < k->lanes; l++)
        give(u, port_s[p][DATA], 32 * l, 32, 0);    /* the crossbar's, which the entries' write port takes as it is */
    given_vector(u, port_s[p][DATA], 0, &bank->q.rdata);
    crossbar_eval(&m->rf, &m->collectors.base);
}

bool draw_arrival(struct unit *u)
{
    struct model *m = u->m;
    const struct collector *col = collector_here(u);
    uint64_t lacks = col->q.occupied ? col->q.src_valid & ~col->q.src_ready & ~awaited(u) & ~of_entries(u) : 0;
    bool comes = lacks && !one_in(u, 2 + (unsigned)(u->cycle / 128 % 3));
    m->rf.read[1].reading = 0;
    draw_port_s(u, 0, comes, lacks);
    if (m->core.shape.reads == 1)
        return comes;
    lacks &= ~(comes ? (uint64_t)m->collectors.base.s[0].slots[HERE] : 0);
    bool second = lacks && one_in(u, 2);
    draw_port_s(u, 1, second, lacks);
    return comes || second;
}

bool draw_dispatch(struct unit *u, struct operands *out)
{
    struct collectors *cs = &u->m->collectors.base;
    uint8_t position[MAX_COLLECTORS];
    uint32_t slots;
    bool can = cs->ops->dispatchable(cs, UINT32_MAX, position) >> HERE & 1, does = can && !one_in(u, 3);
    says(u, "dispatchable_o", 0, 1, can);
    give(u, "dispatch_i", 0, 1, does);
    memset(out, 0, sizeof *out);
    cs->ops->dispatches(cs, does ? HERE : -1, 0);
    if (does)
        cs->ops->operands(cs, HERE, 0, out->lower);
    if (cs->ops->uppers)
        cs->ops->uppers(cs, out->upper, &slots);
    return does;
}

void arrive_and_dispatch(struct unit *u, bool dispatches)
{
    struct collectors *cs = &u->m->collectors.base;
    crossbar_edge(cs);
    if (frames_of(u))
        ocu_levels_receive(cs);
    cs->ops->dispatched(cs, dispatches ? HERE : -1, 0);
}

void says_muxes(struct unit *u, unsigned entries, const struct vreg *data, unsigned valid, unsigned stored,
                bytes8 index)
{
    const struct shape *k = &u->m->core.shape;
    for (unsigned e = 0; e < entries; e++)
        says_vector(u, "entry_o", e, &data[e]);
    for (unsigned s = 0; s < k->slots; s++)
        says(u, "select_o", s * entries, entries, stored >> s & 1 ? only(index.at[s]) : 0);
    const struct port_s *second = &u->m->collectors.base.s[1];
    unsigned on_second = 0;
    for (unsigned s = 0; s < k->slots && (second->valid >> HERE & 1); s++)
        on_second |= (unsigned)(index.at[s] == second->entry[HERE]) << s;
    if (k->forward)
        says(u, "forward_o", 0, k->slots, valid & ~stored & ~on_second);
    if (k->forward && k->reads == 2)
        says(u, "forward2_o", 0, k->slots, valid & ~stored & on_second);
}

static void says_operands(struct unit *u, const struct operands *out)
{
    const struct shape *k = &u->m->core.shape;
    bool halves = singles(&u->m->collectors.base)->halves;
    unsigned width = 32 * k->lanes / (halves ? 2 : 1);
    for (unsigned s = 0; s < k->slots; s++) {
        says_wide(u, "operand_o", s * width, width, &out->lower[s]);
        if (halves)
            says_wide(u, "upper_operand_o", s * width, width, &out->upper[s]);
    }
    if (halves)
        says(u, "upper_o", 0, 1, collector_here(u)->q.upper);
}

/* The entries of a CCU, which operand_mux chooses from. */
static void says_entries(struct unit *u)
{
    const struct ccus *ccus = &u->m->collectors.ccu;
    const struct collector *col = collector_here(u);
    says_muxes(u, ccus->entries, ccus->at[HERE].q.data, (unsigned)col->q.src_valid, (unsigned)col->q.src_ready,
               ccus->at[HERE].index);
}

/* What ORF and LRF get of the instruction. */
static void says_levels(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct ocu *ocu = &u->m->collectors.ocu.at[HERE];
    if (has_field(k, FIELD_COPY)) {
        says(u, "copy_o", 0, k->place_w, ocu->q.copy);
        says(u, "copy_slot_o", 0, k->slot_w, ocu->q.copy_slot);
    }
    says(u, "dst_level_o", 0, MAX_DSTS * k->place_w, ocu->q.dst_level);
    says(u, "dst_bank_o", 0, MAX_DSTS, ocu->q.dst_bank);
}

void says_collector(struct unit *u, const struct operands *out)
{
    const struct shape *k = &u->m->core.shape;
    const struct collector *col = collector_here(u);
    says(u, "occupied_o", 0, 1, col->q.occupied);
    says(u, "warp_o", 0, k->warp_w, col->q.warp);
    says(u, "iid_o", 0, k->iid_w, col->q.iid);
    says(u, "unit_o", 0, 3, col->q.unit);
    says(u, "mask_o", 0, k->lanes, col->q.mask);
    says(u, "dst_count_o", 0, 3, col->q.dst_count);
    says(u, "dst_base_o", 0, k->reg_w, col->q.dst_base);
    if (has_field(k, FIELD_DST_NEAR))
        says(u, "dst_near_o", 0, MAX_DSTS, col->q.dst_near);
    if (has_field(k, FIELD_DST_DIST))
        says(u, "dst_dist_o", 0, MAX_DSTS * k->distance_w, col->q.dst_dist);
    if (has_field(k, FIELD_DST_LOOK))
        says(u, "dst_look_o", 0, MAX_DSTS, u->m->collectors.ocu.at[HERE].q.dst_look);
    if (has_field(k, FIELD_DST_LEVEL))
        says_levels(u);
    says_wide(u, "payload_o", 0, k->payload_bits, col->q.payload);
    if (has(u, "entry_o"))
        says_entries(u);
    else
        says_operands(u, out);
}

void give_head(struct unit *u, unsigned w, const struct instruction *i)
{
    const struct shape *k = &u->m->core.shape;
    if (has(u, "head_dst_count_i")) {
        give(u, "head_dst_count_i", w * 3, 3, i->dst_count);
        give(u, "head_dst_base_i", w * k->reg_w, k->reg_w, i->dst_base);
    }
    if (!has(u, "head_src_valid_i"))
        return;
    give(u, "head_src_valid_i", w * k->slots, k->slots, i->src_valid);
    for (unsigned s = 0; s < k->slots; s++)
        give(u, "head_src_reg_i", (w * k->slots + s) * k->reg_w, k->reg_w, i->src_reg.at[s]);
    give_same(u, NULL, "head_same_i", w, i);
}

void draw_heads(struct unit *u, struct instruction head[MAX_WARPS])
{
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        head[w] = draw_instruction(u);
        give_head(u, w, &head[w]);
    }
}

void says_war(struct unit *u, const struct instruction head[MAX_WARPS], bytes8 reg)
{
    const struct shape *k = &u->m->core.shape;
    const struct collector *col = collector_here(u);
    bool exists = col->q.warp < k->warps;
    const struct instruction *i = &head[exists ? col->q.warp : 0];
    if (!has(u, "war_o"))
        return;
    says(u, "war_o", 0, 1,
         exists && reads_a_result(k, (unsigned)col->q.src_valid, reg, i->dst_count, i->dst_base));
}

/* The row of each slot's register. */
static void says_rows(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    for (unsigned s = 0; s < k->slots; s++)
        says(u, "src_row_o", s * k->row_w, k->row_w, (uint64_t)(collector_here(u)->reg.at[s] >> k->bank_shift));
}

struct turn draw_turn(struct unit *u, struct operands *out)
{
    const struct shape *k = &u->m->core.shape;
    struct instruction head[MAX_WARPS];
    struct turn t = {.e = draw_instruction(u), .busy = collector_here(u)->q.occupied};
    if (u->m->intervals)
        draw_source_places(u, &t.e);
    t.on_l = draw_ports_l(u);
    t.arrives = draw_arrival(u) || t.on_l;
    t.dispatches = draw_dispatch(u, out);
    t.allocates = is_free(u) && !one_in(u, 3);
    t.warp = give_below(u, "issue_warp_i", 0, k->warp_w, k->warps);
    draw_heads(u, head);
    give(u, "alloc_i", 0, 1, t.allocates);
    give_instruction(u, "issue", &t.e);
    give_same(u, "issue_first_i", NULL, 0, &t.e);
    if (frames_of(u))
        give(u, "issue_src_bank_i", 0, k->slots, bank_slots(k, &t.e));
    says_collector(u, out);
    says_rows(u);
    says_war(u, head, collector_here(u)->reg);
    return t;
}
