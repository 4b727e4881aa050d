/* SPDX-License-Identifier: Apache-2.0 */
/* priority_encoder: lowest() of cmodel/base/bits.h (3.5). */
#include "cmodel/base/bits.h"

#include "tb/alone/alone.h"

enum { NOTHING, ONLY_LAST, ALL };

static const struct point points[] = {
    {"the set is empty", NULL}, {"only the last bit is set", NULL}, {"all are", NULL}, {NULL, NULL}
};

static void cycle(struct unit *u)
{
    unsigned n = width_of(u, "set_i"), bits = width_of(u, "index_o");
    uint64_t set = given(u, "set_i", 0, n);
    for (unsigned thin = below(u, 4); thin > 0; thin--)
        set &= draw_next(&u->draw);
    set = one_in(u, 8) ? UINT64_C(1) << (n - 1) : one_in(u, 8) ? low_bits(n) : one_in(u, 8) ? 0 : set;
    give(u, "set_i", 0, n, set);
    says(u, "none_o", 0, 1, set == 0);
    says(u, "index_o", 0, bits, set ? lowest(set) : n - 1);
    hit_if(u, NOTHING, set == 0);
    hit_if(u, ONLY_LAST, set == UINT64_C(1) << (n - 1));
    hit_if(u, ALL, set == low_bits(n));
}

const struct bench bench_priority_encoder = {.assumed = "any", .points = points, .cycle = cycle};
