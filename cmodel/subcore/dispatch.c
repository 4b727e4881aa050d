/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch.h"

void dispatch_open(struct dispatch *d, struct core *core, const struct config *cfg)
{
    d->core = core;
    d->round_robin = cfg->order == ORDER_ROUND_ROBIN;
    d->age = (struct age){.n = core->shape.collectors, .row = d->q.row};
}

void dispatch_list(const struct dispatch *d, struct register_list *l)
{
    const struct shape *k = &d->core->shape;
    if (!k->positions)
        register_list_add(l, d->q.row, k->collectors * k->collectors, true, "top.u_dispatch.u_age.row_q");
    if (d->round_robin)
        register_list_add(l, &d->q.rr, k->col_w, true, "top.u_dispatch.rr_q");
}

void dispatch_reset(struct dispatch *d)
{
    age_clear(&d->age);
    if (d->round_robin)
        d->q.rr = d->core->shape.collectors - 1;
}

void dispatch_pack(struct dispatch *d)
{
    age_pack(&d->age);
}

void dispatch_unpack(struct dispatch *d)
{
    age_unpack(&d->age);
}

static unsigned next_in_turn(const struct dispatch *d, uint32_t set)
{
    unsigned from = (unsigned)d->q.rr + 1;
    return first_cyclically(set, from == d->core->shape.collectors ? 0 : from);
}

/* By the age of their instructions: of several in one collector the oldest has been chosen. */
static unsigned oldest_instruction(const struct collectors *cs, const struct inflight *f, uint32_t set,
                                   const uint8_t position[MAX_COLLECTORS])
{
    unsigned best = lowest(set);
    for (set &= set - 1; set; set &= set - 1) {
        unsigned c = lowest(set);
        if (inflight_older(f, cs->ops->number(cs, best, position[best]), cs->ops->number(cs, c, position[c])))
            best = c;
    }
    return best;
}

static unsigned choose(const struct dispatch *d, const struct collectors *cs, const struct inflight *f, uint32_t set,
                       const uint8_t position[MAX_COLLECTORS])
{
    if (d->round_robin)
        return next_in_turn(d, set);
    return d->core->shape.positions ? oldest_instruction(cs, f, set, position) : age_oldest(&d->age, set);
}

static void clear_operands(const struct dispatch *d, struct vreg *operand, uint32_t slots)
{
    for (; slots; slots &= slots - 1)
        memset(&operand[lowest(slots)], 0, d->core->shape.vector_bytes);
}

/* Writes what differs from zero, and zero over what the cycle before has written. */
static void drive_operands(struct dispatch *d, const struct collectors *cs, struct sc_out *out)
{
    uint32_t slots = 0;
    if (d->leaves.valid)
        slots = cs->ops->operands(cs, d->leaves.col, d->leaves.position, out->disp_operand);
    clear_operands(d, out->disp_operand, d->operands & ~slots);
    d->operands = slots;
}

/* The second beat: the upper half of the lanes of what dispatched in the cycle before (3.4, Beats). */
static void drive_uppers(struct dispatch *d, const struct collectors *cs, struct sc_out *out)
{
    uint32_t slots = 0;
    out->disp_upper_valid = cs->ops->uppers && cs->ops->uppers(cs, out->disp_upper_operand, &slots);
    if (d->core->values)
        clear_operands(d, out->disp_upper_operand, d->uppers & ~slots);
    d->uppers = slots;
}

static void drive_nothing(struct sc_out *out)
{
    out->disp_unit = out->disp_warp = out->disp_iid = 0;
    out->disp_dst_count = out->disp_dst_base = out->disp_dst_near = out->disp_dst_look = 0;
    memset(out->disp_dst_dist, 0, sizeof out->disp_dst_dist);
    memset(out->disp_dst_level, 0, sizeof out->disp_dst_level);
    out->disp_dst_bank = 0;
    out->disp_mask = 0;
    memset(out->disp_payload, 0, sizeof out->disp_payload);
}

void dispatch_eval(struct dispatch *d, struct collectors *cs, const struct inflight *f, uint32_t unit_ready,
                   struct sc_out *out)
{
    uint8_t position[MAX_COLLECTORS];
    uint32_t set = cs->ops->dispatchable(cs, unit_ready, position);
    d->leaves.valid = out->disp_valid = set != 0;
    drive_nothing(out);
    if (set) {
        d->leaves.col = choose(d, cs, f, set, position);
        d->leaves.position = position[d->leaves.col];
        cs->ops->drive(cs, d->leaves.col, d->leaves.position, out);
        d->leaves.iid = out->disp_iid;
        d->leaves.dst_count = out->disp_dst_count;
    }
    cs->ops->dispatches(cs, set ? (int)d->leaves.col : -1, d->leaves.position);
    if (d->core->values)
        drive_operands(d, cs, out);
    drive_uppers(d, cs, out);
}

void dispatch_allocate(struct dispatch *d, unsigned c)
{
    if (!d->core->shape.positions)
        age_alloc(&d->age, c, d->core->packing);
}

void dispatch_edge(struct dispatch *d, struct collectors *cs, struct inflight *f)
{
    cs->ops->dispatched(cs, d->leaves.valid ? (int)d->leaves.col : -1, d->leaves.position);
    if (!d->leaves.valid)
        return;
    d->core->stats.dispatches++;
    if (d->round_robin)
        d->q.rr = d->leaves.col;
    if (!d->core->shape.positions)
        age_free(&d->age, d->leaves.col, d->core->packing);
    inflight_dispatch(f, d->leaves.iid, d->leaves.dst_count);
}
