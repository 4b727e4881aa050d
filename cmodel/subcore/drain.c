/* SPDX-License-Identifier: Apache-2.0 */
#include "drain.h"

void drain_open(struct drain *d, struct core *core, unsigned n)
{
    d->core = core;
    d->n = n;
    d->n_w = bits_for(n);
}

void drain_list(const struct drain *d, struct register_list *l)
{
    register_list_add(l, d->q.turn, d->core->shape.banks * d->n_w, true, "top.u_drain.turn_q");
}

void drain_reset(struct drain *d)
{
    memset(d->q.turn, 0, sizeof d->q.turn);
}

uint64_t drain_eval(struct drain *d, const uint64_t offered[MAX_BANKS], uint32_t granted)
{
    uint64_t taken = 0;
    d->drained = d->waits = 0;
    for (unsigned b = 0; b < d->core->shape.banks; b++) {
        if (!offered[b])
            continue;
        d->waits += count_bits(offered[b]);
        if (granted >> b & 1)
            continue;
        d->from[b] = (uint8_t)first_cyclically(offered[b], (unsigned)get(d->q.turn, b * d->n_w, d->n_w));
        d->drained |= UINT32_C(1) << b;
        d->waits--;
        taken |= only(d->from[b]);
    }
    return taken;
}

void drain_edge(struct drain *d, unsigned b)
{
    put(d->q.turn, b * d->n_w, d->n_w, d->from[b] + 1u == d->n ? 0 : d->from[b] + 1u);
}
