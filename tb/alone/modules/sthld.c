/* SPDX-License-Identifier: Apache-2.0 */
/* sthld with sthld_next and sthld_diff: cmodel/subcore/sthld_edge.c, cmodel/subcore/sthld.c (3.5; Malekeh IV-B2). */
#include "cmodel/subcore/sthld_edge.h"

#include "tb/alone/alone.h"
#include "cmodel/subcore/model_internal.h"

enum { KERNEL, IDLE, LARGE, SMALL, UP, DOWN };

static bool short_interval(const struct unit *u) { return u->m->shape.interval <= 500; }

static const struct point points[] = {
    {"a kernel starts", NULL}, {"no warp is live", NULL}, {"an interval ends after a large change", short_interval},
    {"an interval ends after a small change", short_interval}, {"STHLD goes up", short_interval},
    {"STHLD goes down", short_interval}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    sthld_clear(&u->m->q.sthld, &u->m->shape);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct sthld_q *q = &m->q.sthld, before = *q;
    unsigned busy = (unsigned)(u->cycle / (m->shape.interval ? 2 * m->shape.interval : 1) % 4);
    unsigned kernels = short_interval(u) ? 20 * m->shape.interval : 1000;
    struct sthld_inputs in = {.kernel = one_in(u, kernels), .live = !one_in(u, 8), .late = m->shape.pipe,
                              .issued = below(u, 4) < busy};
    says(u, "sthld_o", 0, m->shape.sthld_w, q->sthld);
    give(u, "kernel_i", 0, 1, in.kernel);
    give(u, "live_i", 0, 1, in.live);
    give(u, "issue_valid_i", 0, 1, in.issued);
    hit_if(u, KERNEL, in.kernel);
    hit_if(u, IDLE, !in.live);
    if (!in.kernel && in.live && q->cycle + 1 == m->shape.interval)
        hit(u, sthld_large(&m->cfg, (uint32_t)q->count + (in.late ? 0 : in.issued), (uint32_t)q->prev) ? LARGE : SMALL);
    sthld_edge(q, &m->shape, &m->cfg, &in);
    hit_if(u, UP, !in.kernel && q->sthld > before.sthld);
    hit_if(u, DOWN, !in.kernel && q->sthld < before.sthld);
}

const struct bench bench_sthld = {
    .assumed = "any", .scope = "top.u_sthld.", .points = points, .reset = reset, .cycle = cycle
};
