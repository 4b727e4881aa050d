/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sram: figures of memories. `table` prints every organisation of synth/memory/sram.tsv at a node, `bank` a memory of
 * any size, `liberty` writes a model of a macro, sram_1rw or sram_1r1w unless --cell says otherwise. Exit code 2: bad
 * input.
 */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "configs/option_use.h"
#include "configs/program.h"
#include "sram_liberty.h"
#include "sram_model.h"
#include "configs/whole.h"

struct options {
    const char *command, *table, *output, *organisation, *ports, *cell, *mask;
    double   nm;
    uint32_t rows, bits, row_bits, lanes;
    bool     tsv, picoseconds, picofarads, volts_given;
    double   volts;
    struct option_uses uses;
};

static void print_figures(const struct sram_figures *f, FILE *out, bool tsv)
{
    static const enum sram_figure order[] = {SRAM_READ, SRAM_WRITE, SRAM_LEAK, SRAM_AREA, SRAM_ACCESS, SRAM_CYCLE};
    static const int digits[] = {3, 3, 3, 5, 3, 3}, width[] = {10, 10, 9, 9, 8, 8};
    for (int i = 0; i < SRAM_FIGURES; i++) {
        double v = f->v[order[i]];
        if (isnan(v))
            fprintf(out, tsv ? "\t-" : " %*s", width[i], "-");
        else if (tsv)
            fprintf(out, "\t%.6g", v);
        else
            fprintf(out, " %*.*f", width[i], digits[i], v);
    }
}

/* --- table -------------------------------------------------------------------------------------------------------- */

static void print_head(bool tsv)
{
    if (tsv)
        puts("name\tsource\tnm\tbytes\tbits\tread_pj\twrite_pj\tleak_mw\tarea_mm2\taccess_ns\tcycle_ns\trule");
    else
        printf("  %-16s %5s %6s %5s %10s %10s %9s %9s %8s %8s  %s\n", "name", "nm", "bytes", "bits", "read pJ",
               "write pJ",
               "leak mW", "area mm2", "access", "cycle", "source");
}

static void print_line(const struct options *opt, const struct sram_entry *e, const struct sram_figures *f, double nm,
                       const char *rule)
{
    if (opt->tsv)
        printf("%s\t%s\t%g\t%u\t%u", e->name, e->source, nm, e->bytes, e->bits);
    else
        printf("  %-16s %5g %6u %5u", e->name, nm, e->bytes, e->bits);
    print_figures(f, stdout, opt->tsv);
    printf(opt->tsv ? "\t%s\n" : "  %s\n", opt->tsv ? rule : e->source);
}

static struct sram_figures bank_of(const struct sram_table *t, uint32_t rows, uint32_t bits, enum sram_organisation o,
                                   enum sram_ports p, double nm, char rule[SRAM_RULE])
{
    char error[SRAM_ERROR];
    struct sram_figures f;
    if (!sram_bank(t, rows, bits, o, p, nm, &f, rule, SENTENCE(error)))
        give_up("%s", error);
    return f;
}

static const struct sram_entry *published(const struct sram_table *t, const char *name)
{
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->entries[i].name, name) == 0)
            return &t->entries[i];
    give_up("the table has no entry %s, which the checks of published figures need", name);
}

static void check_line(const char *what, double published_pj, double monolithic, double sliced)
{
    printf("  %-58s %10.2f %11.2f %10.2f\n", what, published_pj, monolithic, sliced);
}

/* What the papers' figures say of a row of 1024 bits, beside CACTI at the paper's node. */
static void print_checks(const struct sram_table *t)
{
    char rule[SRAM_RULE];
    const struct sram_entry *bank = published(t, "bow_bank"), *boc = published(t, "bow_boc");
    const struct sram_entry *rf = published(t, "rfcsim_rf"), *rc = published(t, "rfcsim_rc_8way");
    struct sram_figures b[2], c[2], r[2], q[2];
    for (int i = 0; i < 2; i++) {
        enum sram_organisation o = i ? SRAM_SLICED_16B : SRAM_MONOLITHIC;
        b[i] = bank_of(t, 512, 1024, o, SRAM_1RW, bank->nm, rule);
        c[i] = bank_of(t, 12, 1024, o, SRAM_1RW, boc->nm, rule);
        r[i] = bank_of(t, 256, 1024, o, SRAM_1RW, rf->nm, rule);
        q[i] = bank_of(t, 8, 1024, o, SRAM_1RW, rc->nm, rule);
    }
    printf("\nPublished figures beside CACTI, pJ per read of a vector register (1024 bits)\n  %-58s %10s %11s %10s\n",
           "",
           "published", "monolithic", "sliced16");
    check_line("BOW, 28 nm: bank of 64 KB", bank->figures.v[SRAM_READ], b[0].v[SRAM_READ], b[1].v[SRAM_READ]);
    check_line("BOW, 28 nm: BOC of 1.5 KB", boc->figures.v[SRAM_READ], c[0].v[SRAM_READ], c[1].v[SRAM_READ]);
    check_line("  BOC in percent of the bank", 100 * boc->figures.v[SRAM_READ] / bank->figures.v[SRAM_READ],
               100 * c[0].v[SRAM_READ] / b[0].v[SRAM_READ], 100 * c[1].v[SRAM_READ] / b[1].v[SRAM_READ]);
    check_line("RFC-sim, 22 nm: register file, 32 accesses of 32 bits", 32 * rf->figures.v[SRAM_READ],
               r[0].v[SRAM_READ],
               r[1].v[SRAM_READ]);
    check_line("RFC-sim, 22 nm: 8-way cache, 8 accesses of 128 bits", 8 * rc->figures.v[SRAM_READ], q[0].v[SRAM_READ],
               q[1].v[SRAM_READ]);
    check_line("  cache in percent of the register file",
               100 * 8 * rc->figures.v[SRAM_READ] / (32 * rf->figures.v[SRAM_READ]),
               100 * q[0].v[SRAM_READ] / r[0].v[SRAM_READ], 100 * q[1].v[SRAM_READ] / r[1].v[SRAM_READ]);
    for (int i = 0; i < 2; i++) {
        enum sram_organisation o = i ? SRAM_SLICED_16B : SRAM_MONOLITHIC;
        r[i] = bank_of(t, 256, 1024, o, SRAM_1R1W, rf->nm, rule);
        q[i] = bank_of(t, 64, 128, o, SRAM_3R1W, rc->nm, rule);
    }
    check_line("RFC-sim VI-B: its register file with dual ports", 32 * rf->figures.v[SRAM_READ], r[0].v[SRAM_READ],
               r[1].v[SRAM_READ]);
    check_line("RFC-sim V-B: a bank of its cache (64 x 128 bits, 3R1W)", rc->figures.v[SRAM_READ], q[0].v[SRAM_READ],
               q[1].v[SRAM_READ]);
    puts("  BOW's BOC and bank are compared as if of the same width; RFC-sim sets an access of 128 bits to its "
         "cache against one of\n"
         "  32 bits to its register file. A buffer as wide as the bank saves little if both are monolithic: sense "
         "amplifiers\n"
         "  and output wires of 1024 columns, not the rows, take the energy. It saves more if both are sliced.");
}

static void print_rules(double nm, const char *rule)
{
    printf("\nRule for cacti7 at %g nm: %s.\n", nm, rule);
    if (nm < 22)
        puts("Weakness: FinFETs, their voltages and wires differ from what CACTI assumes at 22 and 32 nm; only the "
             "density of bit\n"
             "cells is that of the node. Take energies and areas within a factor of 2, leakage as unknown.");
    else if (nm > 90)
        puts("Weakness: supply voltages are higher above 90 nm (1.8 V at 180 nm) than the slope from 65 to 90 nm "
             "knows: energies\n"
             "at 130 and 180 nm may be up to 1.5 times these; leakage is an upper bound.");
    puts("Published figures stand at their own node. Malekeh and CIAO publish no energies per access.");
}

static void print_table(const struct options *opt, const struct sram_table *t)
{
    char error[SRAM_ERROR], rule[SRAM_RULE] = "", last[SRAM_RULE] = "";
    const char *done = "";
    if (!opt->tsv)
        printf("Memories at %g nm: pJ per access of the full width, ns\n", opt->nm);
    print_head(opt->tsv);
    for (int i = 0; i < t->count; i++) {
        const struct sram_entry *e = &t->entries[i];
        struct sram_figures f = e->figures;
        if (!sram_is_cacti(e)) {
            print_line(opt, e, &f, e->nm, "published");
            continue;
        }
        if (strcmp(e->name, done) == 0)
            continue;
        done = e->name;
        if (!sram_at(t, e->name, opt->nm, &f, rule, SENTENCE(error)))
            give_up("%s", error);
        snprintf(last, sizeof last, "%s", rule);
        print_line(opt, e, &f, opt->nm, rule);
    }
    if (opt->tsv)
        return;
    print_rules(opt->nm, last);
    print_checks(t);
}

/* --- bank --------------------------------------------------------------------------------------------------------- */

static enum sram_organisation organisation_of(const char *name)
{
    for (int o = 0; o < SRAM_ORGANISATIONS; o++)
        if (strcmp(name, sram_organisation_names[o]) == 0)
            return (enum sram_organisation)o;
    if (strcmp(name, "sliced") == 0)
        return SRAM_SLICED_16B;
    give_up("--organisation %s does not exist; accepted: monolithic, sliced (which is sliced16), sliced16, sliced32",
            name);
}

static enum sram_ports ports_of(const char *name)
{
    for (int p = 0; p < SRAM_PORTS; p++)
        if (strcmp(name, sram_port_names[p]) == 0)
            return (enum sram_ports)p;
    give_up("--ports %s does not exist; accepted: 1rw (one that reads or writes), 1r1w, 3r1w", name);
}

static void print_bank(const struct options *opt, const struct sram_table *t)
{
    char rule[SRAM_RULE];
    int only = opt->organisation ? (int)organisation_of(opt->organisation) : -1;
    enum sram_ports ports = ports_of(opt->ports);
    if (opt->tsv)
        puts("organisation\tnm\trows\tbits\tread_pj\twrite_pj\tleak_mw\tarea_mm2\taccess_ns\tcycle_ns\trule");
    else
        printf("%u rows of %u bits at %g nm\n  %-16s %10s %10s %9s %9s %8s %8s\n", opt->rows, opt->bits, opt->nm,
               "organisation", "read pJ", "write pJ", "leak mW", "area mm2", "access", "cycle");
    for (int o = 0; o < SRAM_ORGANISATIONS; o++) {
        if (only >= 0 && o != only)
            continue;
        struct sram_figures f = bank_of(t, opt->rows, opt->bits, (enum sram_organisation)o, ports, opt->nm, rule);
        if (opt->tsv)
            printf("%s\t%g\t%u\t%u", sram_organisation_names[o], opt->nm, opt->rows, opt->bits);
        else
            printf("  %-16s", sram_organisation_names[o]);
        print_figures(&f, stdout, opt->tsv);
        printf(opt->tsv ? "\t%s\n" : "\n    %s\n", rule);
    }
}

/* --- liberty ------------------------------------------------------------------------------------------------------ */

static void write_liberty(const struct options *opt, const struct sram_table *t)
{
    char rule[SRAM_RULE], name[SRAM_NAME];
    enum sram_organisation o = organisation_of(opt->organisation ? opt->organisation : "monolithic");
    enum sram_ports p = ports_of(opt->ports);
    snprintf(name, sizeof name, "sram_%s", sram_port_names[p]);
    struct sram_macro macro = {
        .name = opt->cell ? opt->cell : name, .mask = opt->mask,
        .ports = p,
        .rows = opt->rows, .bits = opt->bits, .row_bits = opt->row_bits, .lanes = opt->lanes, .nm = opt->nm,
        .volts = opt->volts_given ? opt->volts : sram_volts(opt->nm), .picoseconds = opt->picoseconds,
        .picofarads = opt->picofarads, .rule = rule
    };
    if (opt->row_bits < 1 || opt->row_bits > 16 || (uint64_t)1 << opt->row_bits < opt->rows)
        give_up("--row-bits %u does not number %u rows; accepted: the address width of the macro, at most 16",
                opt->row_bits, opt->rows);
    if (opt->lanes < 1 || opt->lanes > opt->bits)
        give_up("--lanes %u is not a number of write masks of %u bits; accepted: 1 to %u", opt->lanes, opt->bits,
                opt->bits);
    if (p == SRAM_3R1W)
        give_up("--ports 3r1w is no macro of the design; accepted for liberty: 1rw, 1r1w");
    macro.figures = bank_of(t, opt->rows, opt->bits, o, p, opt->nm, rule);
    FILE *out = whole_open(opt->output);
    if (!out)
        give_up("%s cannot be written: %s", opt->output, strerror(errno));
    sram_liberty(&macro, out);
    if (!whole_close(out, true))
        give_up("%s could not be written in full: %s", opt->output ? opt->output : "the output", strerror(errno));
}

/* --- command line ------------------------------------------------------------------------------------------------- */

enum {
    KEY_NM = 256, KEY_ROWS, KEY_BITS, KEY_ROW_BITS, KEY_LANES, KEY_TIME, KEY_CAP, KEY_ORGANISATION, KEY_TSV, KEY_DATA,
        KEY_VOLTS, KEY_PORTS, KEY_CELL, KEY_MASK
};

static const struct argp_option argp_options[] = {
    {"nm", KEY_NM, "N", 0, "node, 5 to 250 (22)", 0},
    {"rows", KEY_ROWS, "R", 0, "rows of a memory (bank, liberty)", 0},
    {"bits", KEY_BITS, "B", 0, "bits of a row (bank, liberty)", 0},
    {"organisation", KEY_ORGANISATION, "NAME", 0, "monolithic, sliced16 (also: sliced) or sliced32 (bank: all; "
                                                  "liberty: "
     "monolithic)", 0},
    {"ports", KEY_PORTS, "NAME", 0, "1rw (one that reads or writes), 1r1w, or 3r1w (1rw; bank, liberty)", 0},
    {"row-bits", KEY_ROW_BITS, "A", 0, "width of a row's number (liberty)", 0},
    {"lanes", KEY_LANES, "L", 0, "width of the write mask (liberty)", 0},
    {"mask", KEY_MASK, "NAME", 0, "name of the write mask (wmask_i; liberty)", 0},
    {"cell", KEY_CELL, "NAME", 0, "name of the macro (sram_ and its ports; liberty)", 0},
    {"time-unit", KEY_TIME, "UNIT", 0, "ns or ps (ns; liberty)", 0},
    {"cap-unit", KEY_CAP, "UNIT", 0, "ff or pf (pf; liberty)", 0},
    {"volts", KEY_VOLTS, "V", 0, "supply in the file (nominal for the node; liberty)", 0},
    {"output", 'o', "FILE", 0, "file to write (standard output; liberty)", 0},
    {"tsv", KEY_TSV, NULL, 0, "table and bank as tab-separated values, with the rule in the last column", 0},
    {"data", KEY_DATA, "FILE", 0, "table of memories (synth/memory/sram.tsv)", 0},
    {0}
};

static double number(const char *option, const char *text, double low, double high)
{
    char *end;
    double v = strtod(text, &end);
    if (*text && *end == '\0' && v >= low && v <= high)
        return v;
    give_up("--%s %s is not covered; accepted: a number from %g to %g", option, text, low, high);
}

static uint32_t whole(const char *option, const char *text, double low, double high)
{
    double v = number(option, text, low, high);
    if (v == floor(v))
        return (uint32_t)v;
    give_up("--%s %s is not a whole number; accepted: %g to %g", option, text, low, high);
}

static bool choice(const char *option, const char *text, const char *first, const char *second)
{
    if (strcmp(text, first) != 0 && strcmp(text, second) != 0)
        give_up("--%s %s is not a unit of it; accepted: %s, %s", option, text, first, second);
    return strcmp(text, first) == 0;
}

enum { TABLE, BANK, LIBERTY };

static const char *const commands[] = {[TABLE] = "table", [BANK] = "bank", [LIBERTY] = "liberty"};
static const struct option_use uses[] = {
    {KEY_ROWS, "--rows", 1 << BANK | 1 << LIBERTY}, {KEY_BITS, "--bits", 1 << BANK | 1 << LIBERTY},
    {KEY_ORGANISATION, "--organisation", 1 << BANK | 1 << LIBERTY}, {KEY_PORTS, "--ports", 1 << BANK | 1 << LIBERTY},
    {KEY_ROW_BITS, "--row-bits", 1 << LIBERTY}, {KEY_LANES, "--lanes", 1 << LIBERTY},
    {KEY_MASK, "--mask", 1 << LIBERTY}, {KEY_CELL, "--cell", 1 << LIBERTY}, {KEY_TIME, "--time-unit", 1 << LIBERTY},
    {KEY_CAP, "--cap-unit", 1 << LIBERTY}, {KEY_VOLTS, "--volts", 1 << LIBERTY}, {'o', "--output", 1 << LIBERTY},
    {KEY_TSV, "--tsv", 1 << TABLE | 1 << BANK},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    option_use_given(&opt->uses, key);
    switch (key) {
    case KEY_NM: opt->nm = number("nm", argument, SRAM_NM_MIN, SRAM_NM_MAX); break;
    case KEY_ROWS: opt->rows = whole("rows", argument, SRAM_ROWS_MIN, SRAM_ROWS_MAX); break;
    case KEY_BITS: opt->bits = whole("bits", argument, SRAM_BITS_MIN, SRAM_BITS_MAX); break;
    case KEY_ROW_BITS: opt->row_bits = whole("row-bits", argument, 1, 16); break;
    case KEY_LANES: opt->lanes = whole("lanes", argument, 1, SRAM_BITS_MAX); break;
    case KEY_TIME: opt->picoseconds = choice("time-unit", argument, "ps", "ns"); break;
    case KEY_CAP: opt->picofarads = choice("cap-unit", argument, "pf", "ff"); break;
    case KEY_VOLTS: opt->volts = number("volts", argument, 0.3, 5); opt->volts_given = true; break;
    case KEY_PORTS: opt->ports = argument; break;
    case KEY_CELL: opt->cell = argument; break;
    case KEY_MASK: opt->mask = argument; break;
    case KEY_ORGANISATION: opt->organisation = argument; break;
    case KEY_TSV: opt->tsv = true; break;
    case KEY_DATA: opt->table = argument; break;
    case 'o': opt->output = argument; break;
    case ARGP_KEY_ARG:
        if (opt->command)
            give_up("'%s' is one command too many; accepted: table, bank, liberty", argument);
        opt->command = argument;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {argp_options, parse, "table|bank|liberty",
        "Energy per access, leakage, area and times of memories, at any node, with the source and the rule.", NULL,
            NULL, NULL};
    static struct sram_table table;
    char error[SRAM_ERROR];
    struct options opt = {.table = "synth/memory/sram.tsv", .ports = "1rw", .mask = "wmask_i", .nm = 22,
                          .picofarads = true,
                          .uses = {uses, sizeof uses / sizeof *uses, commands, LIBERTY + 1, 0}};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!opt.command)
        give_up("a command is missing; accepted: table, bank, liberty");
    size_t command = TABLE;
    while (command <= LIBERTY && strcmp(opt.command, commands[command]) != 0)
        command++;
    if (command > LIBERTY)
        give_up("'%s' is not a command; accepted: table, bank, liberty", opt.command);
    if (option_use_check(&opt.uses, command))
        return EXIT_INPUT;
    if (!sram_load(&table, opt.table, SENTENCE(error)))
        give_up("%s", error);
    if (command != TABLE && (!opt.rows || !opt.bits))
        give_up("%s needs --rows and --bits", opt.command);
    void (*const run[])(const struct options *, const struct sram_table *) = {print_table, print_bank, write_liberty};
    run[command](&opt, &table);
    return 0;
}
