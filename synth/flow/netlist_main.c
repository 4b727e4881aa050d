/* SPDX-License-Identifier: Apache-2.0 */
/*
 * netlist: what the flow wants to know of designs that Yosys has written as JSON. Exit code 2: bad input.
 *
 * usage: netlist registers TOP source|made-up DESIGN.json
 *        netlist split TOP MEMORIES.tsv yes|no DESIGN.json DESIGN.il DIRECTORY
 *        netlist mapped CELLS.tsv NAMES.tsv MODULE.json FLOPS.tsv CELLS_USED.tsv
 *        netlist modules TOP CELLS.tsv USED.tsv INSTANCES.tsv FLOPS.tsv DELAYS.tsv REGISTERS.tsv SUBCORE
 *        netlist paths TOP DESIGN.json
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "configs/program.h"
#include "configs/whole.h"
#include "netlist_mapped.h"
#include "netlist_modules.h"
#include "netlist_paths.h"
#include "netlist_registers.h"
#include "netlist_split.h"

enum { ARGUMENTS = 8, SENTENCE_SIZE = 1024 };

struct options { char *command, *argument[ARGUMENTS]; int count; };

static char sentence[SENTENCE_SIZE];

static const struct netlist *read_design(const char *path)
{
    const struct netlist *netlist = netlist_read(path, SENTENCE(sentence));
    if (!netlist)
        give_up("%s", sentence);
    return netlist;
}

/* One of two words: whether it is the first. */
static bool first_of(const char *word, const char *first, const char *second)
{
    if (strcmp(word, first) != 0 && strcmp(word, second) != 0)
        give_up("'%s' is not accepted here; accepted: %s, %s", word, first, second);
    return strcmp(word, first) == 0;
}

static bool registers(char **argument)
{
    enum netlist_names names = first_of(argument[1], "source", "made-up") ? NETLIST_OF_SOURCE : NETLIST_MADE_UP;
    return netlist_print_registers(read_design(argument[2]), argument[0], names, stdout, SENTENCE(sentence));
}

static bool split(char **argument)
{
    struct netlist_split options = {
        .top = argument[0], .memories = argument[1], .functions = first_of(argument[2], "yes", "no"),
        .directory = argument[5]
    };
    return netlist_split(read_design(argument[3]), argument[4], &options, SENTENCE(sentence));
}

typedef void print_mapped(const struct netlist_mapped *, FILE *);

static void write_file(const char *path, const struct netlist_mapped *mapped, print_mapped *print)
{
    FILE *out = whole_open(path);
    if (!out)
        give_up("%s cannot be written (%s); accepted is a file that can", path, strerror(errno));
    print(mapped, out);
    if (!whole_keep(out, true))
        give_up("%s cannot be written (%s)", path, strerror(errno));
}

/* The one module of a design that is no black box. */
static const struct netlist_module *only_module(const char *path)
{
    const struct netlist *netlist = read_design(path);
    const struct netlist_module *found = NULL;
    for (size_t i = 0; i < netlist->module_count; i++) {
        if (netlist->modules[i].blackbox)
            continue;
        if (found)
            give_up("%s has the modules %s and %s; accepted is one", path, found->name, netlist->modules[i].name);
        found = &netlist->modules[i];
    }
    if (!found)
        give_up("%s has no module; accepted is one", path);
    return found;
}

static bool mapped(char **argument)
{
    struct netlist_table library;
    struct netlist_other_names names;
    struct netlist_mapped m = {.library = &library, .names = &names};
    if (!netlist_table_read(&library, argument[0], 3, SENTENCE(sentence)) ||
        !netlist_read_other_names(&names, argument[1], SENTENCE(sentence)))
        return false;
    m.module = only_module(argument[2]);
    write_file(argument[3], &m, netlist_print_flops);
    write_file(argument[4], &m, netlist_print_cells);
    netlist_print_mapped(&m, stdout);
    if (!whole_take())
        give_up("%s or %s cannot be written (%s)", argument[3], argument[4], strerror(errno));
    netlist_table_free(&names.table);
    netlist_table_free(&library);
    return true;
}

static bool modules(char **argument)
{
    struct netlist_sources sources = {
        .library = argument[1], .used = argument[2], .instances = argument[3], .flops = argument[4],
        .delays = argument[5], .registers = argument[6], .subcore = argument[7]
    };
    return netlist_print_modules(&sources, argument[0], stdout, SENTENCE(sentence));
}

static bool paths(char **argument)
{
    return netlist_print_paths(read_design(argument[1]), argument[0], stdout, SENTENCE(sentence));
}

static const struct { const char *name; bool (*run)(char **); int count; const char *arguments; } commands[] = {
    {"registers", registers, 3, "TOP source|made-up DESIGN.json"},
    {"split", split, 6, "TOP MEMORIES.tsv yes|no DESIGN.json DESIGN.il DIRECTORY"},
    {"mapped", mapped, 5, "CELLS.tsv NAMES.tsv MODULE.json FLOPS.tsv CELLS_USED.tsv"},
    {"modules", modules, 8, "TOP CELLS.tsv USED.tsv INSTANCES.tsv FLOPS.tsv DELAYS.tsv REGISTERS.tsv SUBCORE"},
    {"paths", paths, 2, "TOP DESIGN.json"}
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    if (key != ARGP_KEY_ARG || opt->count == ARGUMENTS)
        return ARGP_ERR_UNKNOWN;
    if (opt->command)
        opt->argument[opt->count++] = argument;
    else
        opt->command = argument;
    return 0;
}

static void run(struct options *opt)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(opt->command, commands[i].name) != 0)
            continue;
        if (opt->count != commands[i].count)
            give_up("%s has %d arguments; accepted: %s", opt->command, opt->count, commands[i].arguments);
        if (!commands[i].run(opt->argument))
            give_up("%s", sentence);
        return;
    }
    give_up("'%s' is not a command; accepted: registers, split, mapped, modules, paths", opt->command);
}

int main(int argc, char **argv)
{
    static const struct argp argp = {NULL, parse, "COMMAND ARGUMENT...",
        "What the flow wants to know of designs that Yosys has written as JSON.", NULL, NULL, NULL};
    struct options opt = {0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!opt.command)
        give_up("a command is needed; accepted: registers, split, mapped, modules, paths");
    run(&opt);
    return 0;
}
