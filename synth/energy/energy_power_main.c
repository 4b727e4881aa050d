/* SPDX-License-Identifier: Apache-2.0 */
/*
 * energy_power: sums what energy.tcl prints by component. Exit code 2: bad input.
 *
 * usage: energy_power --factor N --volts N --period NS subcore|caches|modern|sm CUT IDLE ACTIVE
 *
 * caches: a sub-core with register caches; modern: one without collectors. The three files: what energy_cut.awk writes
 * of flip-flops, what OpenSTA prints without activity, and with it.
 */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "energy_power.h"

enum { ARGUMENTS = 4, SENTENCE_SIZE = 1024 };

struct options {
    struct energy_power power;
    const char *argument[ARGUMENTS];
    int count;
};

static double positive(const char *name, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value > 0) || value > 1e30)
        give_up("--%s '%s' is not covered; accepted: a number above 0", name, text);
    return value;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    switch (key) {
    case 'f': opt->power.factor = positive("factor", argument); return 0;
    case 'v': opt->power.volts = positive("volts", argument); return 0;
    case 'p': opt->power.period_ns = positive("period", argument); return 0;
    case 'x': opt->power.prefix = argument; return 0;
    case ARGP_KEY_ARG:
        if (opt->count == ARGUMENTS)
            return ARGP_ERR_UNKNOWN;
        opt->argument[opt->count++] = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct energy_parts *parts_of(const char *name)
{
    static const char *const kinds[] = {
        [ENERGY_OF_COLLECTORS] = "subcore", [ENERGY_OF_CACHES] = "caches", [ENERGY_OF_WINDOW] = "modern"
    };
    if (strcmp(name, "sm") == 0)
        return energy_parts_of_sm();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(name, kinds[i]) == 0)
            return energy_parts_of_subcore((enum energy_subcore)i);
    give_up("'%s' has no components; accepted: subcore, caches, modern, sm", name);
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"factor", 'f', "N", 0, "by which OpenSTA overstates internal energy", 0},
        {"volts", 'v', "N", 0, "of the library", 0},
        {"period", 'p', "NS", 0, "of the clock", 0},
        {"prefix", 'x', "NAME", 0, "in front of the names of all instances", 0},
        {0}
    };
    static const struct argp argp = {argp_options, parse, "subcore|caches|modern|sm CUT IDLE ACTIVE",
        "Sums what energy.tcl prints by component.", NULL, NULL, NULL};
    struct options opt = {.power.prefix = ""};
    char sentence[SENTENCE_SIZE] = "";
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (opt.count != ARGUMENTS || opt.power.factor <= 0 || opt.power.volts <= 0 || opt.power.period_ns <= 0)
        give_up("an option or a file is missing; accepted are --factor, --volts, --period, components and three files");
    opt.power.parts = parts_of(opt.argument[0]);
    opt.power.cut = opt.argument[1];
    opt.power.idle = opt.argument[2];
    opt.power.active = opt.argument[3];
    if (!energy_print_power(&opt.power, stdout, SENTENCE(sentence)))
        give_up("%s", sentence);
    return 0;
}
