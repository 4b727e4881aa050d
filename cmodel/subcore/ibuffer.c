/* SPDX-License-Identifier: Apache-2.0 */
#include "ibuffer.h"

void ibuffer_open(struct ibuffer *ib, struct core *core, const struct config *cfg)
{
    ib->core = core;
    ib->depth = (unsigned)cfg->ib_depth;
    ib->depth_w = bits_for(ib->depth);
    ib->count_w = bits_for(ib->depth + 1);
    ib->shift = cfg->ib_shift;
    instruction_registers_open(&ib->q.ring, &core->shape, UINT64_MAX, core->shape.warps * ib->depth, ib->q.words);
}

void ibuffer_list(const struct ibuffer *ib, struct register_list *l)
{
    const struct shape *k = &ib->core->shape;
    register_list_add(l, ib->q.count, k->warps * ib->count_w, true, "top.u_ibuffer.count_q");
    if (!ib->shift)
        register_list_add(l, ib->q.rptr, k->warps * ib->depth_w, true, "top.u_ibuffer.rptr_q");
    for (unsigned f = 0; f < FIELDS; f++)
        instruction_registers_list(&ib->q.ring, k, (enum field)f, "u_ibuffer", l);
}

void ibuffer_reset(struct ibuffer *ib)
{
    memset(ib->count, 0, sizeof ib->count);
    memset(ib->rptr, 0, sizeof ib->rptr);
    memset(ib->q.count, 0, sizeof ib->q.count);
    memset(ib->q.rptr, 0, sizeof ib->q.rptr);
    ib->heads = ib->closed = 0;
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

static void pack_pointers(struct ibuffer *ib, unsigned w)
{
    put(ib->q.count, w * ib->count_w, ib->count_w, ib->count[w]);
    put(ib->q.rptr, w * ib->depth_w, ib->depth_w, ib->rptr[w]);
}

static void pack_entry(struct ibuffer *ib, unsigned i)
{
    instruction_pack(&ib->q.ring, &ib->core->shape, i, &ib->ring[i]);
}

void ibuffer_pack(struct ibuffer *ib)
{
    for (unsigned w = 0; w < ib->core->shape.warps; w++)
        pack_pointers(ib, w);
    for (unsigned i = 0; i < ib->core->shape.warps * ib->depth; i++)
        pack_entry(ib, i);
}

void ibuffer_unpack(struct ibuffer *ib)
{
    const struct shape *k = &ib->core->shape;
    ib->heads = 0;
    for (unsigned w = 0; w < k->warps; w++) {
        ib->count[w] = (uint8_t)get(ib->q.count, w * ib->count_w, ib->count_w);
        ib->rptr[w] = ib->shift ? 0 : (uint8_t)get(ib->q.rptr, w * ib->depth_w, ib->depth_w);
        ib->heads |= (uint64_t)(ib->count[w] > 0) << w;
    }
    for (unsigned i = 0; i < k->warps * ib->depth; i++)
        instruction_unpack(&ib->q.ring, k, i, &ib->ring[i]);
}

/* --- issue and decode --------------------------------------------------------------------------------------------- */

/* The instructions behind the head move up; where there is none, an entry keeps what it has. */
static void move_up(struct ibuffer *ib, unsigned warp)
{
    for (unsigned i = warp * ib->depth, left = ib->count[warp]; left > 1; i++, left--) {
        ib->ring[i] = ib->ring[i + 1];
        if (ib->intervals)
            interval_ring_move(ib->intervals, i, i + 1);
        if (ib->core->packing)
            pack_entry(ib, i);
    }
}

void ibuffer_pop(struct ibuffer *ib, unsigned warp)
{
    if (ib->shift)
        move_up(ib, warp);
    else
        ib->rptr[warp] = ib->rptr[warp] + 1u == ib->depth ? 0 : ib->rptr[warp] + 1u;
    if (--ib->count[warp] == 0)
        ib->heads &= ~only(warp);
    if (ib->core->packing)
        pack_pointers(ib, warp);
}

/* Section 3.13: what the front end guarantees. */
static bool check(struct ibuffer *ib, unsigned warp, const struct decoded *d, bool issued, bool live)
{
    struct watch *watch = &ib->core->watch;
    if (!live)
        violate(watch, "an instruction was decoded for warp slot %u, which is not live", warp);
    else if ((unsigned)ib->count[warp] + issued >= ib->depth)
        violate(watch, "an instruction was decoded into the full ring of warp %u", warp);
    else if (ib->closed >> warp & 1)
        violate(watch, "an instruction was decoded behind the last one of warp %u", warp);
    else if (d->dst_count > MAX_DSTS)
        violate(watch, "an instruction of warp %u was decoded with %u results", warp, d->dst_count);
    return warp < ib->core->shape.warps && ib->count[warp] < ib->depth;
}

/* The warp's last instruction, also when it has been popped. */
static const struct instruction *newest(const struct ibuffer *ib, unsigned warp)
{
    unsigned count = ib->count[warp];
    unsigned at = ib->shift ? (count ? count - 1 : 0) : (ib->rptr[warp] + count + ib->depth - 1) % ib->depth;
    return &ib->ring[warp * ib->depth + at];
}

/* Entry (rptr_q + count_q) mod D; an issue in the same cycle moves both without changing the sum. */
bool ibuffer_push(struct ibuffer *ib, unsigned warp, const struct decoded *d, bool issued, bool live)
{
    const struct shape *k = &ib->core->shape;
    if (!check(ib, warp, d, issued, live))
        return false;
    unsigned at = ib->rptr[warp] + ib->count[warp];
    unsigned i = warp * ib->depth + (at >= ib->depth ? at - ib->depth : at);
    struct instruction before = *newest(ib, warp), *new = &ib->ring[i];
    instruction_take(k, new, d);
    if (ib->intervals)
        interval_ring_take(ib->intervals, i, d);
    if (has_field(k, FIELD_SAME))
        new->same = instruction_equal_slots(k, d->src_valid, d->src_reg);
    new->war = has_field(k, FIELD_WAR) && (ib->count[warp] || issued) &&
        instruction_overwrites(k, new, before.src_valid, before.src_reg);
    bool first = ib->count[warp]++ == 0;
    ib->heads |= only(warp);
    if (d->last)
        ib->closed |= only(warp);
    if (ib->core->packing) {
        pack_entry(ib, i);
        pack_pointers(ib, warp);
    }
    return first;
}

void ibuffer_launch(struct ibuffer *ib, unsigned warp)
{
    ib->closed &= ~only(warp);
}
