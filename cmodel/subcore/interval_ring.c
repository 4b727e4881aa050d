/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_ring.h"

void interval_ring_open(struct interval_ring *r, struct core *core, const struct config *cfg)
{
    r->core = core;
    r->lives = config_intervals_live(cfg);
    r->n = core->shape.warps * (unsigned)cfg->ib_depth;
}

void interval_ring_list(const struct interval_ring *r, struct register_list *l)
{
    unsigned bits = r->n * r->core->shape.registers;
    register_list_add(l, r->q.work, bits, false, "top.u_ibuffer.work_q");
    if (r->lives)
        register_list_add(l, r->q.live, bits, false, "top.u_ibuffer.live_q");
}

static void set(struct interval_ring *r, unsigned i, const uint64_t *work, const uint64_t *live)
{
    unsigned registers = r->core->shape.registers;
    put_wide(r->q.work, i * registers, registers, work);
    if (r->lives)
        put_wide(r->q.live, i * registers, registers, live);
}

void interval_ring_take(struct interval_ring *r, unsigned i, const struct decoded *d)
{
    set(r, i, d->work, d->live);
}

void interval_ring_move(struct interval_ring *r, unsigned i, unsigned from)
{
    unsigned registers = r->core->shape.registers;
    uint64_t work[QWORDS(MAX_REGISTERS)], live[QWORDS(MAX_REGISTERS)];
    get_wide(r->q.work, from * registers, registers, work);
    get_wide(r->q.live, from * registers, registers, live);
    set(r, i, work, live);
}
