/* SPDX-License-Identifier: Apache-2.0 */
/* lfsr: cmodel/base/lfsr.h (3.12). */
#include "cmodel/base/lfsr.h"

#include "cmodel/subcore/subcore.h"
#include "tb/alone/alone.h"

enum { HIGH, LOW };

static const struct point points[] = {{"a number above 0xef", NULL}, {"a number below 0x10", NULL}, {NULL, NULL}};

static void cycle(struct unit *u)
{
    says(u, "random_o", 0, 8, u->m->q.lfsr & 0xff);
    hit_if(u, HIGH, (u->m->q.lfsr & 0xff) > 0xef);
    hit_if(u, LOW, (u->m->q.lfsr & 0xff) < 0x10);
    u->m->q.lfsr = lfsr_next(u->m->q.lfsr);
}

const struct bench bench_lfsr = {.assumed = "it has none", .scope = "top.u_lfsr.", .points = points, .cycle = cycle};
