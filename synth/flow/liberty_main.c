/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liberty: what the flow wants to know of a liberty file. Exit code 2: bad input.
 *
 * usage: liberty [--name NAME] cells|flops|nand|gate|reset FILE
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "liberty_cells.h"
#include "liberty_gate.h"

typedef bool print(const struct liberty_group *, const char *, FILE *, const struct sentence *);

static const struct { const char *name; print *print; } commands[] = {
    {"cells", liberty_print_cells}, {"flops", liberty_print_flops}, {"nand", liberty_print_nand},
    {"gate", liberty_print_gate}, {"reset", liberty_print_reset},
};

struct options { const char *name, *argument[2]; int count; };

static print *command_of(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].print;
    give_up("'%s' is not a command; accepted: cells, flops, nand, gate, reset", name);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    if (key == 'n')
        opt->name = argument;
    else if (key == ARGP_KEY_ARG && opt->count < 2)
        opt->argument[opt->count++] = argument;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"name", 'n', "NAME", 0, "what messages call the file", 0}, {0}
    };
    static const struct argp argp = {argp_options, parse, "cells|flops|nand|gate|reset FILE",
        "What the flow wants to know of a liberty file.", NULL, NULL, NULL};
    struct options opt = {0};
    char error[LIBERTY_ERROR] = "";
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (opt.count != 2)
        give_up("a command and a file are needed; accepted: cells, flops, nand, gate or reset, and a liberty file");
    print *run = command_of(opt.argument[0]);
    const char *name = opt.name ? opt.name : opt.argument[1];
    struct liberty_group *file = liberty_read(opt.argument[1], name, SENTENCE(error));
    if (!file || !run(file, name, stdout, SENTENCE(error)))
        give_up("%s", error);
    liberty_free(file);
    return 0;
}
