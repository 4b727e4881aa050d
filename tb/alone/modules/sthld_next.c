/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_next: sthld_next() of cmodel/subcore/sthld.c (3.5; Malekeh Fig. 8). tb/alone/sthld_bench.c goes through all
 * inputs. */
#include "cmodel/subcore/sthld.h"

#include "cmodel/subcore/subcore.h"
#include "tb/alone/alone.h"

enum { UP, DOWN, LARGE, SMALL, MOST };

static const struct point points[] = {
    {"STHLD goes up", NULL}, {"STHLD goes down", NULL}, {"a large change", NULL}, {"a small one", NULL},
    {"STHLD is at its maximum", NULL}, {NULL, NULL}
};

static void cycle(struct unit *u)
{
    unsigned width = u->m->sthld.sthld_w;
    struct sthld_state s = {(uint8_t)given(u, "state_i", 0, 3),
                            (uint8_t)give_below(u, "sthld_i", 0, width, (unsigned)u->cfg->sthld_max + 1),
                            given(u, "clamped_i", 0, 1)};
    bool large = given(u, "large_i", 0, 1);
    struct sthld_state n = sthld_next(u->cfg, s, large);
    says(u, "state_o", 0, 3, n.state);
    says(u, "sthld_o", 0, width, n.sthld);
    says(u, "clamped_o", 0, 1, n.clamped);
    hit_if(u, UP, n.sthld > s.sthld);
    hit_if(u, DOWN, n.sthld < s.sthld);
    hit(u, large ? LARGE : SMALL);
    hit_if(u, MOST, s.sthld == u->cfg->sthld_max);
}

const struct bench bench_sthld_next = {.assumed = "STHLD is at most sthld.max", .points = points, .cycle = cycle};
