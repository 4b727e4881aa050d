/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: what synth/place/place.sh computes. Exit code 2: bad input.
 *
 * usage: layout circuit CELLS NETLIST.json MODULE FLOPS.tsv PREFIX
 *        layout flops   LIBERTY.lib
 *        layout spef    LEF LAYOUT.def
 *        layout report  LEF LAYOUT.def NETS.tsv
 *        layout picture LEF LAYOUT.def NETS.tsv
 *
 * circuit  writes PREFIX.blif, .v, .nets.tsv, .drivers.tsv (circuit_files.h) of a flat, mapped module; CELLS: a LEF, or
 *          a liberty file, which ends with .lib
 * flops    prints the flip-flops of a library and their clock pins (lef_liberty.h)
 * spef     resistance and capacitance of the routed wires (parasitics.h)
 * report   area, wires by class and layer (layout_report.h)
 * picture  the layout as SVG (layout_picture.h)
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "circuit_files.h"
#include "configs/program.h"
#include "configs/whole.h"
#include "layout_picture.h"
#include "layout_report.h"
#include "lef_liberty.h"
#include "parasitics.h"

enum { SENTENCE_SIZE = 1024, PATH_SIZE = 4096 };

static char sentence[SENTENCE_SIZE];

static bool is_liberty(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".lib") == 0;
}

static struct lef *read_lef(const char *path)
{
    struct lef *lef = is_liberty(path) ? lef_of_liberty(path, SENTENCE(sentence)) : lef_read(path, SENTENCE(sentence));
    if (!lef)
        give_up("%s", sentence);
    return lef;
}

typedef void print_circuit(const struct circuit *, FILE *);

static void write_file(const char *prefix, const char *end, const struct circuit *circuit, print_circuit *print)
{
    char path[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s%s", prefix, end) >= (int)sizeof path)
        give_up("%.300s... is too long for a path; accepted are %d characters", prefix, PATH_SIZE);
    FILE *out = whole_open(path);
    if (!out)
        give_up("%s cannot be written (%s); accepted is a file that can", path, strerror(errno));
    print(circuit, out);
    if (!whole_close(out, true))
        give_up("%s cannot be written (%s)", path, strerror(errno));
}

static void write_circuit(char **argument)
{
    struct lef *lef = read_lef(argument[0]);
    struct netlist *netlist = netlist_read(argument[1], SENTENCE(sentence));
    if (!netlist)
        give_up("%s", sentence);
    const struct netlist_module *module = netlist_find(netlist, argument[2]);
    if (!module)
        give_up("%s has no module %s; accepted is one of the netlist", argument[1], argument[2]);
    struct circuit *circuit = circuit_of(module, lef, argument[3], SENTENCE(sentence));
    if (!circuit)
        give_up("%s", sentence);
    write_file(argument[4], ".blif", circuit, circuit_print_blif);
    write_file(argument[4], ".v", circuit, circuit_print_verilog);
    write_file(argument[4], ".nets.tsv", circuit, circuit_print_nets);
    write_file(argument[4], ".drivers.tsv", circuit, circuit_print_drivers);
    printf("%zu\t%zu\n", circuit->cell_count, circuit->constant_pins);
    circuit_free(circuit);
    netlist_free(netlist);
    lef_free(lef);
}

static void print_flops(const char *path)
{
    if (!lef_liberty_print_flops(path, stdout, SENTENCE(sentence)))
        give_up("%s", sentence);
}

static void of_layout(const char *command, char **argument)
{
    struct lef *lef = read_lef(argument[0]);
    struct def *def = def_read(argument[1], lef, SENTENCE(sentence));
    if (!def)
        give_up("%s", sentence);
    bool good = strcmp(command, "spef") == 0     ? parasitics_print(def, lef, stdout, SENTENCE(sentence))
                : strcmp(command, "report") == 0 ? layout_report(def, lef, argument[2], stdout, SENTENCE(sentence))
                                                 : layout_picture(def, lef, argument[2], stdout, SENTENCE(sentence));
    if (!good)
        give_up("%s", sentence);
    def_free(def);
    lef_free(lef);
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc == 7 && strcmp(argv[1], "circuit") == 0)
        write_circuit(argv + 2);
    else if (argc == 3 && strcmp(argv[1], "flops") == 0)
        print_flops(argv[2]);
    else if ((argc == 4 && strcmp(argv[1], "spef") == 0) ||
             (argc == 5 && (strcmp(argv[1], "report") == 0 || strcmp(argv[1], "picture") == 0)))
        of_layout(argv[1], argv + 2);
    else
        give_up("accepted: circuit CELLS NETLIST MODULE FLOPS PREFIX, flops LIBERTY, spef LEF DEF, report LEF DEF "
                "NETS, or picture LEF DEF NETS");
    return 0;
}
