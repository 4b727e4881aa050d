/* SPDX-License-Identifier: Apache-2.0 */
#include "inflight.h"

void inflight_open(struct inflight *f, struct core *core, const struct config *cfg)
{
    /* Nobody asks for the order of results, nor, of BOCs' instructions, for that of dispatch. */
    bool unordered = core->shape.by_unit && (cfg->kind != KIND_BOC || cfg->order == ORDER_ROUND_ROBIN);
    f->core = core;
    f->age = (struct age){.n = core->shape.inflight, .row = f->q.row, .unordered = unordered};
}

void inflight_list(const struct inflight *f, struct register_list *l)
{
    unsigned n = f->core->shape.inflight;
    if (f->age.unordered)
        register_list_add(l, f->q.row, n, true, "top.u_inflight.valid_q");
    else
        register_list_add(l, f->q.row, n * n, true, "top.u_inflight.u_age.row_q");
}

void inflight_reset(struct inflight *f)
{
    age_clear(&f->age);
}

void inflight_pack(struct inflight *f)
{
    age_pack(&f->age);
}

void inflight_unpack(struct inflight *f)
{
    age_unpack(&f->age);
}

void inflight_take(struct inflight *f, unsigned iid, unsigned warp, const struct instruction *i)
{
    age_alloc(&f->age, iid, f->core->packing);
    f->flight[iid] = (struct flight){(uint8_t)warp, i->dst_base, i->dst_count, 0};
}

void inflight_dispatch(struct inflight *f, unsigned iid, unsigned dst_count)
{
    if (dst_count == 0)
        age_free(&f->age, iid, f->core->packing);
}

bool inflight_exists(struct inflight *f, const struct result *r)
{
    const struct shape *k = &f->core->shape;
    if (r->warp < k->warps && r->reg < k->registers)
        return true;
    violate(&f->core->watch, "a result was offered for register %u of warp %u, which does not exist", r->reg, r->warp);
    return false;
}

void inflight_check(struct inflight *f, const struct result *r, bool pending)
{
    const struct flight *of = &f->flight[r->iid];
    struct watch *watch = &f->core->watch;
    if (!age_valid(&f->age, r->iid))
        violate(watch, "a result was offered for in-flight number %u, which is not in use", r->iid);
    else if (!pending)
        violate(watch, "a result was offered for register %u of warp %u, which is not pending", r->reg, r->warp);
    else if (of->warp != r->warp || !is_result(&f->core->shape, of->dst_base, of->dst_count, r->reg))
        violate(watch, "a result was offered for register %u of warp %u, which is none of in-flight number %u", r->reg,
                r->warp, r->iid);
    else if (r->last != (of->results + 1u == of->dst_count))
        violate(watch, "result %u of %u of in-flight number %u (warp %u) is %smarked as the last", of->results + 1u,
                of->dst_count, r->iid, r->warp, r->last ? "" : "not ");
}

void inflight_accept(struct inflight *f, const struct result *r)
{
    f->flight[r->iid].results++;
    if (r->last)
        age_free(&f->age, r->iid, f->core->packing);
}
