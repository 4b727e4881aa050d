/* SPDX-License-Identifier: Apache-2.0 */
/* rotating_choice: first_cyclically() of cmodel/base/bits.h (3.5, 3.12). */
#include "cmodel/base/bits.h"

#include "tb/alone/alone.h"

enum { NOTHING, AROUND, START };

static const struct point points[] = {
    {"the set is empty", NULL}, {"the choice wraps around", NULL}, {"the start itself is chosen", NULL}, {NULL, NULL}
};

static void cycle(struct unit *u)
{
    unsigned n = (unsigned)u->output_bits / 2, from = below(u, n);
    uint64_t set = given(u, "req_i", 0, n);
    for (unsigned thin = below(u, 3); thin > 0; thin--)
        set &= draw_next(&u->draw);
    give(u, "req_i", 0, n, set);
    give(u, "first_i", 0, n, low_bits(n) & ~low_bits(from));
    unsigned choice = set ? first_cyclically(set, from) : n;
    says(u, "grant_o", 0, n, set ? UINT64_C(1) << choice : 0);
    says(u, "reached_o", 0, n, set ? low_bits(n) & ~low_bits(choice) : 0);
    hit_if(u, NOTHING, !set);
    hit_if(u, AROUND, set && choice < from);
    hit_if(u, START, set && choice == from);
}

const struct bench bench_rotating_choice = {
    .assumed = "first_i has all bits from one on", .points = points, .cycle = cycle
};
