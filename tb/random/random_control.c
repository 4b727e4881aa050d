/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random_control: other control bits than cmodel annotate --control has written. With --legal they only wait longer: a
 * program is as right as before. Without it they may be too weak as well: stalls that are too short, waits and counters
 * that are missing, flags of reuse anywhere. RTL and model must then agree on what stale operands are delivered.
 */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/control.h"
#include "cmodel/stream/hints.h"
#include "configs/program.h"
#include "configs/whole.h"
#include "draw.h"

struct options {
    const char *in, *out;
    uint64_t seed;
    bool     legal;
};

static bool one_in(struct draw *d, unsigned n)
{
    return draw_below(d, n) == 0;
}

/* A distance to the next instruction, if it is not below what it was. */
static void set_distance(struct hint_control *c, unsigned stall, bool yield)
{
    if (stall > HINTS_MOST_STALL || control_distance(stall, yield) < control_distance(c->stall, c->yield))
        return;
    c->stall = (uint8_t)stall;
    c->yield = yield;
}

static void wait_longer(struct hint_control *c, struct draw *d)
{
    if (one_in(d, 4)) {
        unsigned more = 1 + draw_below(d, 3);
        set_distance(c, c->stall + more, one_in(d, 2));
    }
    if (one_in(d, 8))
        set_distance(c, c->stall, true);
    if (one_in(d, 6))
        c->wait |= (uint8_t)(1u << draw_below(d, HINTS_COUNTERS));
    if (one_in(d, 6))
        c->reuse &= (uint8_t)draw_below(d, 1u << HINTS_KEPT_OPERANDS);
    if (c->write_bar != HINTS_NO_COUNTER && c->read_bar == HINTS_NO_COUNTER && one_in(d, 4))
        c->read_bar = (uint8_t)draw_below(d, HINTS_COUNTERS);
}

static uint8_t any_counter(struct draw *d)
{
    unsigned counter = draw_below(d, HINTS_COUNTERS + 1);
    return (uint8_t)(counter < HINTS_COUNTERS ? counter : HINTS_NO_COUNTER);
}

static void anything(struct hint_control *c, struct draw *d)
{
    if (one_in(d, 3))
        c->stall = (uint8_t)draw_below(d, HINTS_MOST_STALL + 1);
    if (one_in(d, 4))
        c->yield = one_in(d, 2);
    if (one_in(d, 3))
        c->wait &= (uint8_t)draw_below(d, 1u << HINTS_COUNTERS);
    if (one_in(d, 3))
        c->reuse = (uint8_t)draw_below(d, 1u << HINTS_KEPT_OPERANDS);
    if (one_in(d, 4))
        c->write_bar = any_counter(d);
    if (one_in(d, 4))
        c->read_bar = any_counter(d);
}

static void change(struct hints *h, const struct options *opt)
{
    struct draw d = {opt->seed};
    for (size_t i = 0; i < hints_control_count(h); i++) {
        struct hint_control *c = hints_control_at(h, i);
        wait_longer(c, &d);
        if (!opt->legal && one_in(&d, 4))
            anything(c, &d);
    }
}

/* --- command line ------------------------------------------------------------------------------------------------- */

static const struct argp_option argp_options[] = {
    {"seed", 's', "N", 0, "of the random numbers (1)", 0},
    {"legal", 'l', NULL, 0, "instructions only wait longer: the program stays right", 0},
    {"in", 'i', "HINTS", 0, "what cmodel annotate --control has written (required)", 0},
    {"out", 'o', "HINTS", 0, "where the changed ones go (required)", 0},
    {0}
};

static uint64_t seed(const char *text)
{
    char *end;
    errno = 0;
    uint64_t n = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0)
        return n;
    give_up("--seed %s: accepted are 0 to 18446744073709551615", text);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    switch (key) {
    case 's': opt->seed = seed(argument); break;
    case 'l': opt->legal = true; break;
    case 'i': opt->in = argument; break;
    case 'o': opt->out = argument; break;
    case ARGP_KEY_ARG: give_up("'%s' is not expected; options begin with -", argument);
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, NULL, "Writes other control bits for a trace, from those of cmodel annotate --control.",
        NULL, NULL, NULL
    };
    struct options opt = {.seed = 1};
    char error[4096];
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!opt.in || !opt.out)
        give_up("%s is missing; see --help", opt.in ? "--out HINTS" : "--in HINTS");
    struct hints *hints = hints_read(opt.in, SENTENCE(error));
    if (!hints)
        give_up("%s", error);
    if (hints_kind(hints) != HINTS_CONTROL)
        give_up("%s has no control bits; accepted is what cmodel annotate --control writes", opt.in);
    if (hints_control_count(hints) == 0)
        give_up("%s has no instruction; accepted is what cmodel annotate --control writes", opt.in);
    change(hints, &opt);
    FILE *out = whole_open(opt.out);
    if (!out)
        give_up("%s cannot be written: %s", opt.out, strerror(errno));
    const char *note = opt.legal ? "control bits changed at random, legal" : "control bits changed at random";
    bool written = hints_write(hints, note, out);
    hints_destroy(hints);
    if (!whole_close(out, written))
        give_up("%s could not be written in full: %s", opt.out, strerror(errno));
    return 0;
}
