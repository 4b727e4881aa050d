/* SPDX-License-Identifier: Apache-2.0 */
/* sthld with sthld_next and sthld_diff: cmodel/subcore/sthld_edge.c, cmodel/subcore/sthld.c (3.5; Malekeh IV-B2). */
#include "cmodel/subcore/sthld_edge.h"

#include "cmodel/subcore/subcore.h"
#include "tb/alone/alone.h"

enum { KERNEL, IDLE, LARGE, SMALL, UP, DOWN };

static bool short_interval(const struct unit *u) { return u->m->sthld.interval <= 500; }

static const struct point points[] = {
    {"a kernel starts", NULL}, {"no warp is live", NULL}, {"an interval ends after a large change", short_interval},
    {"an interval ends after a small change", short_interval}, {"STHLD goes up", short_interval},
    {"STHLD goes down", short_interval}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    sthld_reset(&u->m->sthld);
}

static void cycle(struct unit *u)
{
    struct sthld *s = &u->m->sthld;
    uint64_t before = s->q.sthld;
    unsigned busy = (unsigned)(u->cycle / (s->interval ? 2 * s->interval : 1) % 4);
    unsigned kernels = short_interval(u) ? 20 * s->interval : 1000;
    struct sthld_inputs in = {.kernel = one_in(u, kernels), .live = !one_in(u, 8), .issued = below(u, 4) < busy};
    says(u, "sthld_o", 0, s->sthld_w, s->q.sthld);
    give(u, "kernel_i", 0, 1, in.kernel);
    give(u, "live_i", 0, 1, in.live);
    give(u, "issue_valid_i", 0, 1, in.issued);
    hit_if(u, KERNEL, in.kernel);
    hit_if(u, IDLE, !in.live);
    if (!in.kernel && in.live && s->q.cycle + 1 == s->interval)
        hit(u, sthld_large(u->cfg, s->q.count + (s->late ? 0 : in.issued), s->q.prev) ? LARGE : SMALL);
    sthld_edge(s, &in);
    hit_if(u, UP, !in.kernel && s->q.sthld > before);
    hit_if(u, DOWN, !in.kernel && s->q.sthld < before);
}

const struct bench bench_sthld = {
    .assumed = "any", .scope = "top.u_sthld.", .points = points, .reset = reset, .cycle = cycle
};
