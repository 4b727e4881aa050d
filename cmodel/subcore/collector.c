/* SPDX-License-Identifier: Apache-2.0 */
#include "collector.h"

#include "ibuffer.h"

void collector_open(struct single_collectors *all, const struct config *cfg)
{
    all->halves = cfg->beats == 2;
}

void collector_list(const struct single_collectors *all, unsigned c, const char *unit, bool reset,
                    struct register_list *l)
{
    const struct shape *k = &all->base.core->shape;
    const struct collector *col = &all->at[c];
    register_list_add(l, &col->q.occupied, 1, true, "top.g_col[%u].u_%s.occupied_q", c, unit);
    if (all->halves)
        register_list_add(l, &col->q.upper, 1, true, "top.g_col[%u].u_%s.upper_q", c, unit);
    register_list_add(l, &col->q.warp, k->warp_w, reset, "top.g_col[%u].u_%s.warp_q", c, unit);
    register_list_add(l, &col->q.iid, k->iid_w, false, "top.g_col[%u].u_%s.iid_q", c, unit);
    register_list_add(l, &col->q.unit, 3, false, "top.g_col[%u].u_%s.unit_q", c, unit);
    register_list_add(l, &col->q.mask, k->lanes, false, "top.g_col[%u].u_%s.mask_q", c, unit);
    register_list_add(l, &col->q.dst_count, 3, false, "top.g_col[%u].u_%s.dst_count_q", c, unit);
    register_list_add(l, &col->q.dst_base, k->reg_w, false, "top.g_col[%u].u_%s.dst_base_q", c, unit);
    register_list_add(l, col->q.payload, k->payload_bits, false, "top.g_col[%u].u_%s.payload_q", c, unit);
}

void collector_reset(struct single_collectors *all, unsigned c)
{
    struct collector *col = &all->at[c];
    col->q.occupied = col->q.upper = col->q.src_valid = col->q.src_ready = 0;
    all->base.occupied &= ~(uint32_t)only(c);
    all->upper &= ~(uint32_t)only(c);
}

void collector_unpack(struct single_collectors *all, unsigned c)
{
    uint32_t bit = (uint32_t)only(c);
    all->base.occupied = (all->base.occupied & ~bit) | (all->at[c].q.occupied ? bit : 0);
    all->upper = (all->upper & ~bit) | (all->at[c].q.upper ? bit : 0);
}

/* --- dispatch (3.3, 3.4) ------------------------------------------------------------------------------------------ */

/* Slots that are ready now. */
static uint64_t ready_now(const struct single_collectors *all, unsigned c)
{
    uint64_t ready = all->at[c].q.src_ready;
    for (unsigned r = 0; all->base.core->shape.forward && r < all->base.core->shape.reads; r++)
        if (all->base.s[r].valid >> c & 1)
            ready |= all->base.s[r].slots[c];
    return ready;
}

/* Some slots of collector `served` have their values elsewhere. */
static inline uint32_t dispatchable(const struct collectors *cs, uint32_t unit_ready,
                                    uint8_t position[MAX_COLLECTORS], unsigned served, uint64_t slots)
{
    const struct single_collectors *all = singles_of(cs);
    uint32_t found = 0;
    for (uint32_t set = cs->occupied & ~all->upper; set; set &= set - 1) {
        unsigned c = lowest(set);
        const struct collector *col = &all->at[c];
        position[c] = 0;
        uint64_t ready = ready_now(all, c) | (c == served ? slots : 0);
        if ((unit_ready >> col->q.unit & 1) && !(col->q.src_valid & ~ready))
            found |= UINT32_C(1) << c;
    }
    return found;
}

uint32_t collector_dispatchable(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS])
{
    return dispatchable(cs, unit_ready, position, MAX_COLLECTORS, 0);
}

uint32_t collector_dispatchable_with(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS],
                                     unsigned served, uint64_t slots)
{
    return dispatchable(cs, unit_ready, position, served, slots);
}

unsigned collector_number(const struct collectors *cs, unsigned c, unsigned p)
{
    (void)p;
    return (unsigned)singles_of(cs)->at[c].q.iid;
}

void collector_dispatches(struct collectors *cs, int c, unsigned p)
{
    struct single_collectors *all = singles(cs);
    (void)p;
    all->finish = all->halves ? all->upper : c >= 0 ? UINT32_C(1) << c : 0;
    all->held = cs->occupied & ~(cs->core->shape.reuse_on_dispatch ? all->finish : 0);
}

void collector_drive(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out)
{
    const struct shape *k = &cs->core->shape;
    const struct collector *col = &singles_of(cs)->at[c];
    (void)p;
    out->disp_unit = (uint8_t)col->q.unit;
    out->disp_warp = (uint8_t)col->q.warp;
    out->disp_iid = (uint8_t)col->q.iid;
    out->disp_dst_count = (uint8_t)col->q.dst_count;
    out->disp_dst_base = (uint8_t)col->q.dst_base;
    out->disp_dst_near = (uint8_t)col->q.dst_near;
    for (unsigned d = 0; d < MAX_DSTS && has_field(k, FIELD_DST_DIST); d++)
        out->disp_dst_dist[d] = (uint8_t)get(&col->q.dst_dist, d * k->distance_w, k->distance_w);
    out->disp_mask = (uint32_t)col->q.mask;
    memcpy(out->disp_payload, col->q.payload, sizeof out->disp_payload);
}

/* The lanes that leave at once, from lane `from` on. */
static void copy_beat(const struct single_collectors *all, struct vreg *to, const struct vreg *value, unsigned from)
{
    const struct core *core = all->base.core;
    if (all->halves)
        memcpy(to->lane, value->lane + from, core->shape.vector_bytes / 2);
    else
        vector_copy(core, to, value);
}

const struct vreg *collector_arriving(const struct single_collectors *all, unsigned c, unsigned s)
{
    const struct port_s *port = &all->base.s[0];
    bool first = (port->valid >> c & 1) && (port->slots[c] >> s & 1);
    return first || all->base.core->shape.reads == 1 ? port->value[c] : all->base.s[1].value[c];
}

uint32_t collector_operands(const struct single_collectors *all, unsigned c, collector_stored *stored,
                            struct vreg operand[MAX_SLOTS])
{
    const struct collector *col = &all->at[c];
    for (uint32_t set = (uint32_t)col->q.src_valid; set; set &= set - 1) {
        unsigned s = lowest(set);
        bool is_stored = col->q.src_ready >> s & 1;
        copy_beat(all, &operand[s], is_stored ? stored(&all->base, c, s) : collector_arriving(all, c, s), 0);
    }
    return (uint32_t)col->q.src_valid;
}

bool collector_uppers(const struct single_collectors *all, collector_stored *stored, struct vreg operand[MAX_SLOTS],
                      uint32_t *slots)
{
    *slots = 0;
    if (!all->upper)
        return false;
    unsigned c = lowest(all->upper);
    *slots = (uint32_t)all->at[c].q.src_valid;
    for (uint32_t set = all->base.core->values ? *slots : 0; set; set &= set - 1)
        copy_beat(all, &operand[lowest(set)], stored(&all->base, c, lowest(set)), all->base.core->shape.lanes / 2);
    return true;
}

/* Collectors whose last lanes have left are free. */
void collector_dispatched(struct collectors *cs, int c, unsigned p)
{
    struct single_collectors *all = singles(cs);
    (void)p;
    cs->changed |= all->finish || c >= 0;
    for (uint32_t set = all->finish; set; set &= set - 1) {
        struct collector *col = &all->at[lowest(set)];
        col->q.occupied = col->q.upper = 0;
    }
    cs->occupied &= ~all->finish;
    all->upper = 0;
    if (c < 0 || !all->halves)
        return;
    all->at[c].q.upper = 1;
    all->upper = UINT32_C(1) << c;
}

/* --- issue (3.5) -------------------------------------------------------------------------------------------------- */

uint32_t collector_open_ones(const struct single_collectors *all, const struct collector_view *v)
{
    uint32_t busy = all->held | (v->staged ? UINT32_C(1) << v->staged_col : 0);
    return (uint32_t)low_bits(all->base.core->shape.collectors) & ~busy;
}

/* An instruction that has not left its collector, or is on the way there, still has to read a result register of the
 * head. */
static bool overtakes(const struct single_collectors *all, const struct collector_view *v, unsigned w)
{
    const struct shape *k = &all->base.core->shape;
    const struct instruction *head = ibuffer_head(v->ibuffer, w);
    for (uint32_t set = head->dst_count ? all->held : 0; set; set &= set - 1) {
        const struct collector *col = &all->at[lowest(set)];
        if (col->q.warp == w && instruction_overwrites(k, head, col->q.src_valid, col->reg))
            return true;
    }
    const struct instruction *staged = v->staged_instruction;
    return v->staged && v->staged_warp == w && instruction_overwrites(k, head, staged->src_valid, staged->src_reg);
}

uint64_t collector_overtaking(const struct single_collectors *all, const struct collector_view *v, uint64_t warps)
{
    uint64_t found = 0, busy = v->staged ? only(v->staged_warp) : 0;
    for (uint32_t set = all->held; set; set &= set - 1)
        busy |= only((unsigned)all->at[lowest(set)].q.warp);
    for (uint64_t set = warps & busy; set; set &= set - 1)
        if (overtakes(all, v, lowest(set)))
            found |= set & -set;
    return found;
}

/* --- allocation (3.6) and requests (3.7) -------------------------------------------------------------------------- */

void collector_take(struct single_collectors *all, unsigned c, unsigned warp, unsigned iid, const struct instruction *i)
{
    const struct shape *k = &all->base.core->shape;
    struct collector *col = &all->at[c];
    col->q.occupied = 1;
    col->q.warp = warp;
    col->q.iid = iid;
    col->q.unit = i->unit;
    col->q.mask = i->mask;
    col->q.dst_count = i->dst_count;
    col->q.dst_base = i->dst_base;
    col->q.dst_near = has_field(k, FIELD_DST_NEAR) ? i->dst_near : 0;
    col->q.dst_dist = squeeze(i->dst_dist, k->distance_w);
    memcpy(col->q.payload, i->payload, sizeof col->q.payload);
    col->q.src_valid = i->src_valid;
    col->q.src_ready = 0;
    col->reg = i->src_reg;
    all->base.occupied |= UINT32_C(1) << c;
}

unsigned collector_next(const struct collectors *cs, unsigned c)
{
    (void)cs, (void)c;
    return 0;
}

unsigned collector_register_of(const struct collectors *cs, unsigned c, unsigned p, unsigned s)
{
    (void)p;
    return singles_of(cs)->at[c].reg.at[s];
}

unsigned collector_warp_of(const struct collectors *cs, unsigned c)
{
    return (unsigned)singles_of(cs)->at[c].q.warp;
}

unsigned collector_place(const struct collectors *cs, unsigned c, unsigned p, unsigned s)
{
    (void)cs, (void)c, (void)p;
    return s;
}

/* --- other -------------------------------------------------------------------------------------------------------- */

bool collector_collects(const struct collectors *cs, unsigned warp)
{
    for (uint32_t set = cs->occupied; set; set &= set - 1)
        if (singles_of(cs)->at[lowest(set)].q.warp == warp)
            return true;
    return false;
}

unsigned collector_busy(const struct collectors *cs)
{
    return count_bits(cs->occupied);
}
