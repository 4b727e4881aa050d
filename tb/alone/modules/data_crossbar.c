/* SPDX-License-Identifier: Apache-2.0 */
/* data_crossbar: the model copies values where they go, so what the specification says of the data of a crossbar (3.2)
 * stands here: an output is the input that it takes, or zero. */
#include "tb/alone/alone.h"

enum { NOTHING, ALL_SAME, CROSSED };

static const struct point points[] = {
    {"no output takes an input", NULL}, {"all outputs take the same input", NULL},
    {"the first output takes the last input", NULL}, {NULL, NULL}
};

/* From the widths of the ports, which are inputs x width, outputs x inputs, and outputs x width. */
static unsigned inputs_of(const struct unit *u)
{
    unsigned n = 1;
    while (n * n * width_of(u, "data_o") < width_of(u, "data_i") * width_of(u, "from_i"))
        n++;
    return n;
}

static void says_output(struct unit *u, unsigned o, unsigned i, unsigned inputs, unsigned width)
{
    for (unsigned at = 0; at < width; at += 64) {
        unsigned bits = width - at < 64 ? width - at : 64;
        says(u, "data_o", o * width + at, bits, i < inputs ? given(u, "data_i", i * width + at, bits) : 0);
    }
}

static void cycle(struct unit *u)
{
    unsigned inputs = inputs_of(u), outputs = width_of(u, "from_i") / inputs, width = width_of(u, "data_i") / inputs;
    unsigned common = below(u, inputs), takes = 0;
    bool same = one_in(u, 4), nothing = one_in(u, 6);
    for (unsigned o = 0; o < outputs; o++) {
        unsigned i = nothing ? inputs : same ? common : below(u, inputs + 1);
        for (unsigned k = 0; k < inputs; k++)
            give(u, "from_i", o * inputs + k, 1, k == i);
        says_output(u, o, i, inputs, width);
        takes += i < inputs;
        hit_if(u, CROSSED, o == 0 && i == inputs - 1);
    }
    hit_if(u, NOTHING, !takes);
    hit_if(u, ALL_SAME, same && takes == outputs);
}

const struct bench bench_data_crossbar = {
    .assumed = "an output takes one input at most", .points = points, .cycle = cycle
};
