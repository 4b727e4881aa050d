/* SPDX-License-Identifier: Apache-2.0 */
#include "readers.h"

void readers_open(struct readers *r, struct core *core, const struct config *cfg)
{
    r->core = core;
    r->most = (unsigned)cfg->modern_consumers;
    r->count_w = bits_for(r->most + 1);
}

void readers_list(const struct readers *r, struct register_list *l)
{
    const struct shape *k = &r->core->shape;
    register_list_add(l, r->q.count, k->warps * k->registers * r->count_w, true, "top.u_readers.count_q");
}

void readers_reset(struct readers *r)
{
    memset(r->count, 0, sizeof r->count);
    memset(r->q.count, 0, sizeof r->q.count);
}

void readers_pack(struct readers *r)
{
    const struct shape *k = &r->core->shape;
    for (unsigned w = 0; w < k->warps; w++)
        for (unsigned n = 0; n < k->registers; n++)
            put(r->q.count, (w * k->registers + n) * r->count_w, r->count_w, r->count[w][n]);
}

void readers_unpack(struct readers *r)
{
    const struct shape *k = &r->core->shape;
    for (unsigned w = 0; w < k->warps; w++)
        for (unsigned n = 0; n < k->registers; n++)
            r->count[w][n] = (uint8_t)get(r->q.count, (w * k->registers + n) * r->count_w, r->count_w);
}

bool readers_of_results(const struct readers *r, unsigned warp, const struct instruction *i)
{
    for (unsigned d = 0; d < i->dst_count; d++)
        if (r->count[warp][instruction_result(&r->core->shape, i, d)] > 0)
            return true;
    return false;
}

bool readers_at_most(const struct readers *r, unsigned warp, const struct instruction *i)
{
    for (unsigned set = i->src_valid; set; set &= set - 1)
        if (r->count[warp][i->src_reg.at[lowest(set)]] >= r->most)
            return true;
    return false;
}

/* Each register that it names, once. */
static void add(struct readers *r, unsigned warp, const struct instruction *i, int by)
{
    const struct shape *k = &r->core->shape;
    for (unsigned set = instruction_first(i); set; set &= set - 1) {
        unsigned reg = i->src_reg.at[lowest(set)];
        int sum = r->count[warp][reg] + by;
        if (sum < 0 || sum > (int)r->most)
            violate(&r->core->watch, "the count of readers of register %u of warp %u passes %d", reg, warp,
                    sum < 0 ? 0 : (int)r->most);
        r->count[warp][reg] = (uint8_t)((unsigned)sum & low_bits(r->count_w));
        if (r->core->packing)
            put(r->q.count, (warp * k->registers + reg) * r->count_w, r->count_w, r->count[warp][reg]);
    }
}

void readers_issue(struct readers *r, unsigned warp, const struct instruction *i)
{
    add(r, warp, i, 1);
}

void readers_leave(struct readers *r, unsigned warp, const struct instruction *i)
{
    add(r, warp, i, -1);
}
