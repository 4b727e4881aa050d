/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alone: modules of the generated Verilog, each by itself in lock-step with its part of the golden model.
 *
 * usage: alone -c CONFIG [--set key=value ...] --dut libdut.so [--cycles N] [--seed N] MODULE ...
 *        alone -c CONFIG [--set key=value ...] --which RTL_DIR        the modules of a design that have a bench
 *        alone --table MODULE ...     bench, or the reason why there is none, of each
 *
 * A MODULE that ends in _p and a number is the one before that with other parameters. With --mutant the library is of
 * RTL with mutants (tb/mutants/rtl.sh), of which one is chosen; with --no-flops registers are left uncompared. With
 * --coverage the library counts lines and toggles, from the first cycle behind reset on.
 *
 * tb/alone/alone.sh makes the library. Exit code 0: equal, and every cover point reached; 1: different, or a point was
 * not reached, or a module has neither bench nor reason; 2: usage or input.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/bits.h"
#include "configs/program.h"
#include "unit_bind.h"

static int load_config(struct run *r)
{
    char error[CONFIG_ERROR];
    return config_make(&r->cfg, r->config, r->sets, (size_t)r->set_count, SENTENCE(error)) ? 0
                                                                                           : complain("%s", error);
}

static int open_all(struct run *r)
{
    char error[CONFIG_ERROR];
    r->api = dut_load(r->library, SENTENCE(error));
    if (!r->api)
        return complain("%s", error);
    r->dut = r->api->open();
    r->units = calloc((size_t)r->module_count, sizeof *r->units);
    if (!r->dut || !r->units)
        return complain("no memory is left");
    r->object_count = r->api->objects(r->dut, &r->objects);
    for (uint32_t i = 0; i < r->object_count; i++) {
        if (strcmp(r->objects[i].name, "rst_i") == 0)
            r->rst = r->objects[i].bits;
        if (strcmp(r->objects[i].name, "mutant_i") == 0)
            r->choice = &r->objects[i];
    }
    if (r->coverage && !r->api->coverage(r->dut, NULL))
        return complain("%s has no counters of lines and toggles; one made with tb/lockstep/verilator/verilate.sh "
                        "--coverage is accepted", r->library);
    if (!r->rst)
        return complain("%s has no rst_i; make it again with tb/alone/alone.sh", r->library);
    uint64_t most = r->choice && r->choice->width < 32 ? low_bits(r->choice->width) : 0;
    if (r->mutant > most)
        return complain("--mutant %" PRIu64 ": %s holds no such mutant; accepted is 0 to %" PRIu64, r->mutant,
                        r->library, most);
    if (r->choice)
        memcpy(r->choice->bits, &r->mutant, r->choice->stride);
    for (int i = 0; i < r->module_count; i++)
        if (!bench_row_of(r->modules[i])->bench)
            return complain("%s has no bench; accepted is what build/alone --which prints for the design",
                            r->modules[i]);
        else if (open_unit(r, &r->units[i], r->modules[i]))
            return EXIT_INPUT;
    return 0;
}

/* Modules of a design, from its file list, that have a bench. One that has neither bench nor reason is an error. */
static int which(const struct run *r)
{
    char name[4096], line[256];
    int status = 0;
    snprintf(name, sizeof name, "%s/subcore.f", r->which);
    FILE *f = fopen(name, "r");
    if (!f)
        return complain("%s cannot be read; accepted is a directory that rtl_gen has written", name);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, ".\n")] = '\0';
        const struct bench_row *row = bench_row_of(line);
        if (row->bench) {
            printf("%s\n", line);
        } else if (!row->reason) {
            fprintf(stderr, "alone: module %s has neither a bench nor a reason; add a row to tb/alone/benches.c\n",
                    line);
            status = EXIT_DIFFERENT;
        }
    }
    fclose(f);
    return status;
}

/* A row for each part of a text between semicolons; the first one has the module and its cover points. */
static void print_rows(const char *module, const char *text, const char *points)
{
    size_t length = strcspn(text, ";");
    printf("| `%s` | %.*s | %s |\n", module, (int)length, text, points);
    while (text[length]) {
        text += length + strspn(text + length, "; ");
        length = strcspn(text, ";");
        printf("| | %.*s | |\n", (int)length, text);
    }
}

static int table(const struct run *r)
{
    char number[12];
    int status = 0;
    printf("| module | inputs, or why there is no bench | points |\n|---|---|---|\n");
    for (int i = 0; i < r->module_count; i++) {
        const struct bench_row *row = bench_row_of(r->modules[i]);
        unsigned points = 0;
        if (!row->bench && !row->reason)
            status = complain("module %s has neither a bench nor a reason; add a row to tb/alone/benches.c",
                              r->modules[i]);
        else if (!row->bench)
            print_rows(r->modules[i], row->reason, "no bench");
        for (const struct point *p = row->bench ? row->bench->points : NULL; p && p->text; p++)
            points++;
        snprintf(number, sizeof number, "%u", points);
        if (row->bench)
            print_rows(r->modules[i], row->bench->assumed, number);
    }
    return status ? EXIT_DIFFERENT : 0;
}

enum { KEY_SET = 256, KEY_DUT, KEY_CYCLES, KEY_SEED, KEY_WHICH, KEY_TABLE, KEY_MUTANT, KEY_NO_FLOPS, KEY_COVERAGE };

static const struct argp_option argp_options[] = {
    {"config", 'c', "FILE", 0, "configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it", 0},
    {"dut", KEY_DUT, "FILE", 0, "the modules, compiled by tb/alone/alone.sh (libdut.so)", 0},
    {"cycles", KEY_CYCLES, "N", 0, "cycles (5000)", 0},
    {"seed", KEY_SEED, "N", 0, "seed of inputs and start values (1)", 0},
    {"mutant", KEY_MUTANT, "N", 0, "of RTL that holds mutants; 0: none (0)", 0},
    {"no-flops", KEY_NO_FLOPS, NULL, 0, "compares outputs and memories, no registers", 0},
    {"coverage", KEY_COVERAGE, "FILE", 0, "writes counters of lines and toggles there", 0},
    {"which", KEY_WHICH, "DIR", 0, "prints the modules of the design in DIR that have a bench", 0},
    {"table", KEY_TABLE, NULL, 0, "prints bench or reason of each module", 0},
    {NULL, 0, NULL, 0, NULL, 0}
};

static int number(const char *option, const char *text, uint64_t least, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || *value < least)
        return complain("%s %s is not a number from %" PRIu64 " to 18446744073709551615, which is accepted", option,
                        text, least);
    return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct run *r = state->input;
    switch (key) {
    case 'c': r->config = argument; break;
    case KEY_SET: r->sets[r->set_count++] = argument; break;
    case KEY_DUT: r->library = argument; break;
    case KEY_CYCLES: if (number("--cycles", argument, 1, &r->cycles)) exit(EXIT_INPUT); break;
    case KEY_SEED: if (number("--seed", argument, 0, &r->seed)) exit(EXIT_INPUT); break;
    case KEY_MUTANT: if (number("--mutant", argument, 0, &r->mutant)) exit(EXIT_INPUT); break;
    case KEY_NO_FLOPS: r->no_flops = true; break;
    case KEY_COVERAGE: r->coverage = argument; break;
    case KEY_WHICH: r->which = argument; break;
    case KEY_TABLE: r->table = true; break;
    case ARGP_KEY_ARG: r->modules[r->module_count++] = argument; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, "MODULE...", "Compares modules of the generated Verilog, each alone, with their parts of "
        "the golden model.\vExit codes: 0 equal, 1 different or cover points not reached, 2 usage or input.",
        NULL, NULL, NULL
    };
    struct run r = {.cycles = 5000, .seed = 1, .sets = calloc((size_t)argc, sizeof *r.sets),
                    .modules = calloc((size_t)argc, sizeof *r.modules)};
    int status;
    program_begin();
    if (!r.sets || !r.modules)
        return complain("no memory is left");
    program_arguments(&argp, argc, argv, 0, &r);
    const char *lacking = !r.config ? "--config" : r.which ? NULL : !r.library ? "--dut"
                        : !r.module_count ? "a module" : NULL;
    if (r.table)
        status = table(&r);
    else if (lacking)
        status = complain("%s is missing; see --help", lacking);
    else if ((status = load_config(&r)) == 0)
        status = r.which ? which(&r) : open_all(&r);
    if (status == 0 && !r.table && !r.which)
        status = run_cycles(&r);
    for (int i = 0; i < r.module_count && r.units; i++)
        close_unit(&r.units[i]);
    if (r.dut)
        r.api->close(r.dut);
    free(r.units);
    free(r.sets);
    free(r.modules);
    return status;
}
