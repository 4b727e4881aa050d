/* SPDX-License-Identifier: Apache-2.0 */
#include "inflight.h"

#include "scoreboard.h"

void inflight_take(struct model *m, unsigned iid, unsigned warp, const struct entry *e)
{
    age_alloc(&m->inflight, iid, m->packing);
    m->flight[iid] = (struct flight){(uint8_t)warp, e->dst_base, e->dst_count, 0};
}

void inflight_dispatch(struct model *m, unsigned iid, unsigned dst_count)
{
    if (dst_count == 0)
        age_free(&m->inflight, iid, m->packing);
}

bool inflight_check(struct model *m, const struct result *r)
{
    const struct flight *f = &m->flight[r->iid];
    if (r->warp >= m->shape.warps || r->reg >= m->shape.registers) {
        model_violate(m, "a result was offered for register %u of warp %u, which does not exist", r->reg, r->warp);
        return false;
    }
    if (!age_valid(&m->inflight, r->iid))
        model_violate(m, "a result was offered for in-flight number %u, which is not in use", r->iid);
    else if (!scoreboard_pending(m, r->warp, r->reg))
        model_violate(m, "a result was offered for register %u of warp %u, which is not pending", r->reg, r->warp);
    else if (f->warp != r->warp || ((r->reg - f->dst_base) & (m->shape.registers - 1)) >= f->dst_count)
        model_violate(m, "a result was offered for register %u of warp %u, which is none of in-flight number %u",
                      r->reg, r->warp, r->iid);
    else if (r->last != (f->results + 1u == f->dst_count))
        model_violate(m, "result %u of %u of in-flight number %u (warp %u) is %smarked as the last", f->results + 1u,
                      f->dst_count, r->iid, r->warp, r->last ? "" : "not ");
    return true;
}

void inflight_accept(struct model *m, const struct result *r)
{
    m->flight[r->iid].results++;
    if (r->last)
        age_free(&m->inflight, r->iid, m->packing);
}
