/* SPDX-License-Identifier: Apache-2.0 */
#include "dependence.h"

#include "cmodel/base/control.h"

enum { COUNT_MOST = (1 << DEPENDENCE_COUNT_BITS) - 1 };

void dependence_open(struct dependence *d, struct core *core)
{
    d->core = core;
}

void dependence_list(const struct dependence *d, struct register_list *l)
{
    const struct shape *k = &d->core->shape;
    register_list_add(l, d->q.stall, k->warps * DEPENDENCE_STALL_BITS, true, "top.u_dependence.stall_q");
    register_list_add(l, d->q.count, k->warps * DEPENDENCE_COUNTERS * DEPENDENCE_COUNT_BITS, true,
                      "top.u_dependence.count_q");
    register_list_add(l, d->q.write_bar, k->inflight * 3, false, "top.u_dependence.write_bar_q");
    register_list_add(l, d->q.read_bar, k->inflight * 3, false, "top.u_dependence.read_bar_q");
}

void dependence_reset(struct dependence *d)
{
    memset(d->stall, 0, sizeof d->stall);
    memset(d->count, 0, sizeof d->count);
}

void dependence_pack(struct dependence *d)
{
    for (unsigned w = 0; w < d->core->shape.warps; w++) {
        put(d->q.stall, w * DEPENDENCE_STALL_BITS, DEPENDENCE_STALL_BITS, d->stall[w]);
        for (unsigned n = 0; n < DEPENDENCE_COUNTERS; n++)
            put(d->q.count, (w * DEPENDENCE_COUNTERS + n) * DEPENDENCE_COUNT_BITS, DEPENDENCE_COUNT_BITS,
                d->count[w][n]);
    }
    for (unsigned i = 0; i < d->core->shape.inflight; i++) {
        put(d->q.write_bar, 3 * i, 3, d->write_bar[i]);
        put(d->q.read_bar, 3 * i, 3, d->read_bar[i]);
    }
}

void dependence_unpack(struct dependence *d)
{
    for (unsigned w = 0; w < d->core->shape.warps; w++) {
        d->stall[w] = (uint8_t)get(d->q.stall, w * DEPENDENCE_STALL_BITS, DEPENDENCE_STALL_BITS);
        for (unsigned n = 0; n < DEPENDENCE_COUNTERS; n++)
            d->count[w][n] = (uint8_t)get(d->q.count, (w * DEPENDENCE_COUNTERS + n) * DEPENDENCE_COUNT_BITS,
                                          DEPENDENCE_COUNT_BITS);
    }
    for (unsigned i = 0; i < d->core->shape.inflight; i++) {
        d->write_bar[i] = (uint8_t)get(d->q.write_bar, 3 * i, 3);
        d->read_bar[i] = (uint8_t)get(d->q.read_bar, 3 * i, 3);
    }
}

bool dependence_met(const struct dependence *d, unsigned warp, const struct instruction *i)
{
    bool met = i->depbar >= DEPENDENCE_COUNTERS || d->count[warp][i->depbar] <= i->depbar_count;
    for (unsigned set = i->wait; set; set &= set - 1)
        met &= d->count[warp][lowest(set)] == 0;
    return met;
}

void dependence_count_down(struct dependence *d)
{
    for (unsigned w = 0; w < d->core->shape.warps; w++)
        d->stall[w] -= d->stall[w] > 0;
}

void dependence_issue(struct dependence *d, unsigned warp, unsigned iid, const struct instruction *i)
{
    d->stall[warp] = (uint8_t)(control_distance(i->stall, i->yield) - 1);
    d->write_bar[iid] = i->write_bar;
    d->read_bar[iid] = i->read_bar;
}

static void add(struct dependence *d, unsigned warp, unsigned bar, int by)
{
    if (bar >= DEPENDENCE_COUNTERS)
        return;
    int sum = d->count[warp][bar] + by;
    if (sum < 0 || sum > COUNT_MOST)
        violate(&d->core->watch, "dependence counter SB%u of warp %u passes %d", bar, warp, sum < 0 ? 0 : COUNT_MOST);
    d->count[warp][bar] = (uint8_t)(sum & COUNT_MOST);
}

void dependence_begin(struct dependence *d, unsigned warp, unsigned iid)
{
    add(d, warp, d->write_bar[iid], 1);
    add(d, warp, d->read_bar[iid], 1);
}

void dependence_read(struct dependence *d, unsigned warp, unsigned iid)
{
    add(d, warp, d->read_bar[iid], -1);
}

void dependence_written(struct dependence *d, unsigned warp, unsigned iid)
{
    add(d, warp, d->write_bar[iid], -1);
}
