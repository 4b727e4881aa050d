/* SPDX-License-Identifier: Apache-2.0 */
/*
 * energy_table: energies of two verified runs by component, from what energy.sh leaves of them in a folder. Prints the
 * table, and writes all of it to a file. Exit code 1: a run disagrees with its statistics, or the runs cannot be
 * compared; 2: bad input.
 */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "configs/whole.h"
#include "energy_print.h"

/* --- command line ------------------------------------------------------------------------------------------------- */

enum {
    KEY_PERIOD = 256, KEY_NM, KEY_FACTOR, KEY_LIBRARY, KEY_LANES, KEY_INPUTS, KEY_PARAMETERS, KEY_TOOLS, KEY_OUTPUT,
    KEY_GATED
};

static const struct argp_option argp_options[] = {
    {"period", KEY_PERIOD, "NS", 0, "of the clock", 0},
    {"nm", KEY_NM, "NM", 0, "node of the memories", 0},
    {"factor", KEY_FACTOR, "F", 0, "by which OpenSTA overstates internal energy, as the table says", 0},
    {"library", KEY_LIBRARY, "NAME", 0, "of the logic", 0},
    {"lanes", KEY_LANES, "LANES", 0, "of the netlists", 0},
    {"inputs", KEY_INPUTS, "HASH", 0, "of all that the table depends on", 0},
    {"parameters", KEY_PARAMETERS, "TEXT", 0, "of the run, in words", 0},
    {"tools", KEY_TOOLS, "TEXT", 0, "their versions", 0},
    {"output", KEY_OUTPUT, "FILE", 0, "file to write", 0},
    {"gated", KEY_GATED, NULL, 0, "the folder has both designs with clock gates, too", 0},
    {0}
};

struct options { struct energy_report *report; const char *output, *directory; };

static double positive(const char *option, const char *text)
{
    char *end;
    double v = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(v) && v > 0)
        return v;
    give_up("--%s '%s' is not covered; accepted: a number above 0", option, text);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    struct energy_report *r = opt->report;
    switch (key) {
    case KEY_PERIOD: r->period = positive("period", argument); return 0;
    case KEY_NM: r->nm = positive("nm", argument); return 0;
    case KEY_FACTOR: r->factor = positive("factor", argument); return 0;
    case KEY_LIBRARY: r->library = argument; return 0;
    case KEY_LANES: r->points = argument; return 0;
    case KEY_INPUTS: r->inputs = argument; return 0;
    case KEY_PARAMETERS: r->parameters = argument; return 0;
    case KEY_TOOLS: r->tools = argument; return 0;
    case KEY_OUTPUT: opt->output = argument; return 0;
    case KEY_GATED: r->gated = true; return 0;
    case ARGP_KEY_ARG:
        if (opt->directory)
            return ARGP_ERR_UNKNOWN;
        opt->directory = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void need_all(const struct options *opt)
{
    const struct energy_report *r = opt->report;
    if (!opt->directory)
        give_up("a folder is needed; accepted: energy_table OPTIONS FOLDER");
    if (!(r->period > 0 && r->nm > 0 && r->factor > 0))
        give_up("--period, --nm and --factor are needed; accepted are numbers above 0");
    if (!r->library || !r->points || !r->inputs || !r->parameters || !r->tools || !opt->output)
        give_up("an option is missing; accepted are --library, --lanes, --inputs, --parameters, --tools and --output, "
                "each with its value");
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void disagree(const char *sentence)
{
    complain("%s", sentence);
    exit(EXIT_CHECK);
}

static void read_designs(struct energy_inputs in[ENERGY_ROLES], const char *directory,
                         const char *const names[ENERGY_ROLES])
{
    char error[ENERGY_ERROR];
    for (int role = 0; role < ENERGY_ROLES; role++)
        if (!energy_read(&in[role], directory, names[role], SENTENCE(error)))
            give_up("%s", error);
}

static void check_designs(const struct energy_inputs in[ENERGY_ROLES])
{
    char error[ENERGY_ERROR];
    for (int role = 0; role < ENERGY_ROLES; role++)
        if (!energy_check(&in[role], SENTENCE(error)))
            disagree(error);
    if (!energy_check_both(&in[ENERGY_BASELINE], &in[ENERGY_SCHEME], SENTENCE(error)))
        disagree(error);
}

static void read_and_compute_gated(struct energy_report *r, const char *directory)
{
    char error[ENERGY_ERROR];
    read_designs(r->gated_in, directory, energy_gated_names);
    check_designs(r->gated_in);
    for (int role = 0; role < ENERGY_ROLES; role++) {
        if (!energy_check_gated(&r->in[role], &r->gated_in[role], SENTENCE(error)))
            disagree(error);
        energy_compute(&r->gated_in[role], r->period, &r->gated_sums[role]);
    }
}

static void read_and_compute(struct energy_report *r, const char *directory)
{
    read_designs(r->in, directory, energy_role_names);
    check_designs(r->in);
    for (int role = 0; role < ENERGY_ROLES; role++)
        energy_compute(&r->in[role], r->period, &r->sums[role]);
    if (r->gated)
        read_and_compute_gated(r, directory);
}

static void write_lines(const struct energy_report *r, const char *path)
{
    FILE *out = whole_open(path);
    if (!out)
        give_up("%s cannot be written: %s", path, strerror(errno));
    energy_print_lines(r, out);
    if (!whole_close(out, true))
        give_up("%s could not be written in full: %s", path, strerror(errno));
}

int main(int argc, char **argv)
{
    static struct energy_report report;
    static const struct argp argp = {argp_options, parse, "FOLDER",
        "Energies of two verified runs by component, from what energy.sh leaves in a folder.", NULL, NULL, NULL};
    struct options opt = {.report = &report};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    need_all(&opt);
    read_and_compute(&report, opt.directory);
    write_lines(&report, opt.output);
    energy_print_table(&report, stdout);
    for (int role = 0; role < ENERGY_ROLES; role++) {
        energy_free(&report.in[role]);
        energy_free(&report.gated_in[role]);
    }
    return 0;
}
