/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_diff: sthld_large() of cmodel/subcore/sthld.c (3.5; Malekeh IV-B2). tb/alone/sthld_bench.c goes through all
 * inputs. */
#include "cmodel/subcore/sthld.h"

#include "tb/alone/alone.h"

enum { GAIN, LOSS, LARGE, SMALL };

static const struct point points[] = {
    {"more instructions", NULL}, {"fewer", NULL}, {"a large change", NULL}, {"a small one", NULL}, {NULL, NULL}
};

/* Often near to each other, where large and small meet. */
static void cycle(struct unit *u)
{
    unsigned width = 0, most = (unsigned)u->cfg->sthld_interval;
    for (unsigned i = 0; i < u->port_count; i++)
        width = u->ports[i].output ? width : u->ports[i].width;
    unsigned previous = give_below(u, "previous_i", 0, width, most + 1);
    unsigned limit = previous / (unsigned)u->cfg->sthld_fraction;
    unsigned current = below(u, most + 1);
    if (one_in(u, 2))
        current = (one_in(u, 2) ? previous + limit : previous - limit) + below(u, 3) - 1;
    current = current > most ? most : current;
    bool large = sthld_large(u->cfg, current, previous);
    give(u, "current_i", 0, width, current);
    says(u, "large_o", 0, 1, large);
    hit_if(u, GAIN, current > previous);
    hit_if(u, LOSS, current < previous);
    hit(u, large ? LARGE : SMALL);
}

const struct bench bench_sthld_diff = {
    .assumed = "as many instructions as an interval has cycles, at most", .points = points, .cycle = cycle
};
