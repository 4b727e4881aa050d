/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wires: a model of wires that are not placed, from modules that are (wire_model.h). Exit code 2: bad input.
 *
 * usage: wires fit LEF GATE LANES=REPORT.tsv...
 *        wires check MODEL.tsv LANES=REPORT.tsv...
 *        wires scale MODEL.tsv GATE OHM FF
 *        wires read MODEL.tsv
 *        wires floor BLOCKS.tsv
 *
 * REPORT.tsv is what make place leaves of a module, LANES the lanes that it was placed with, GATE the area of the
 * library's smallest NAND of two inputs in um2, OHM and FF what an um of wire has.
 *
 * fit    prints the model that fits the modules
 * check  prints a line for each module and class, and one for all its wires: "module class nets routed model error",
 *        lengths in um, the error in per cent of what was routed, with tabs
 * scale  prints the model of another library
 * read   refuses a file that is no model
 * floor  prints a floor plan of blocks, and how long the nets between them are in it (floor_plan.h)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "floor_plan.h"
#include "lef.h"
#include "room.h"
#include "wire_fit.h"

enum { SENTENCE_SIZE = 1024, MOST_LANES = 32 };

static char sentence[SENTENCE_SIZE];

struct modules { struct placed *all; size_t count; };

static void take_module(struct modules *modules, const char *word)
{
    char *end;
    unsigned long lanes = strtoul(word, &end, 10);
    if (*word < '1' || *word > '9' || *end != '=' || lanes > MOST_LANES)
        give_up("'%.300s'; accepted is LANES=REPORT.tsv, lanes from 1 to %d", word, MOST_LANES);
    struct placed *placed = room_for_one(&modules->all, &modules->count, sizeof *placed);
    if (!placed_read(placed, end + 1, (unsigned)lanes, SENTENCE(sentence)))
        give_up("%s", sentence);
}

static struct modules modules_of(char **words)
{
    struct modules modules = {0};
    for (; *words; words++)
        take_module(&modules, *words);
    return modules;
}

static void modules_free(struct modules *modules)
{
    for (size_t i = 0; i < modules->count; i++)
        placed_free(&modules->all[i]);
    free(modules->all);
}

/* Resistance of an um of wire: that of the layers, by the lengths that are routed on them. */
static double ohm_of(const char *path, const struct modules *modules)
{
    struct lef *lef = lef_read(path, SENTENCE(sentence));
    if (!lef)
        give_up("%s", sentence);
    double ohm = 0, um = 0;
    for (const struct placed *p = modules->all; p < modules->all + modules->count; p++)
        for (const struct placed_layer *l = p->layers; l < p->layers + p->layer_count; l++) {
            const struct lef_layer *layer = lef_layer(lef, l->name);
            if (!layer)
                give_up("%s has no layer %.200s; accepted is the LEF of the reports", path, l->name);
            ohm += lef_ohm(layer, l->um);
            um += l->um;
        }
    lef_free(lef);
    if (um <= 0)
        give_up("the reports have no layer with wires; accepted are those of make place");
    return ohm / um;
}

static double number_of(const char *word, const char *what)
{
    char *end;
    double number = strtod(word, &end);
    if (end == word || *end || !isfinite(number) || number <= 0)
        give_up("'%.80s' is no %s; accepted is a number above 0", word, what);
    return number;
}

static void fit(char **argument)
{
    struct modules modules = modules_of(argument + 2);
    struct wire_model model;
    if (!wire_fit(&model, modules.all, modules.count, ohm_of(argument[0], &modules), SENTENCE(sentence)))
        give_up("%s", sentence);
    model.gate = number_of(argument[1], "area of a gate");
    wire_model_print(&model, stdout);
    modules_free(&modules);
}

static void print_line(const char *module, const char *class, size_t nets, double routed, double um)
{
    if (nets)
        printf("%s\t%s\t%zu\t%.1f\t%.1f\t%+.1f\n", module, class, nets, routed, um, 100 * (um - routed) / routed);
}

static void check_module(const struct wire_model *model, const struct placed *placed)
{
    size_t nets[NET_CLASSES] = {0}, all_nets = 0;
    double routed[NET_CLASSES] = {0}, um[NET_CLASSES] = {0}, all_routed = 0, all_um = 0;
    for (const struct placed_net *net = placed->nets; net < placed->nets + placed->count; net++) {
        nets[net->class]++;
        routed[net->class] += net->um;
        um[net->class] += wire_model_um(model, net->class, net->area, net->pins);
    }
    for (int i = 0; i < NET_CLASSES; i++) {
        print_line(placed->path, net_class_name[i], nets[i], routed[i], um[i]);
        all_nets += nets[i];
        all_routed += routed[i];
        all_um += um[i];
    }
    print_line(placed->path, "all", all_nets, all_routed, all_um);
}

static struct wire_model model_of(const char *path)
{
    struct wire_model model;
    if (!wire_model_read(&model, path, SENTENCE(sentence)))
        give_up("%s", sentence);
    return model;
}

static void check(char **argument)
{
    struct wire_model model = model_of(argument[0]);
    struct modules modules = modules_of(argument + 1);
    for (size_t i = 0; i < modules.count; i++)
        check_module(&model, &modules.all[i]);
    modules_free(&modules);
}

static void scale(char **argument)
{
    struct wire_model model = model_of(argument[0]);
    wire_model_scale(&model, number_of(argument[1], "area of a gate"));
    model.ohm = number_of(argument[2], "resistance");
    model.ff = number_of(argument[3], "capacitance");
    wire_model_print(&model, stdout);
}

static void floor_of(const char *path)
{
    struct floor_plan *plan = floor_plan_read(path, SENTENCE(sentence));
    if (!plan)
        give_up("%s", sentence);
    floor_plan_place(plan);
    floor_plan_print(plan, stdout);
    floor_plan_free(plan);
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc > 4 && strcmp(argv[1], "fit") == 0)
        fit(argv + 2);
    else if (argc == 6 && strcmp(argv[1], "scale") == 0)
        scale(argv + 2);
    else if (argc == 3 && strcmp(argv[1], "floor") == 0)
        floor_of(argv[2]);
    else if (argc > 3 && strcmp(argv[1], "check") == 0)
        check(argv + 2);
    else if (argc == 3 && strcmp(argv[1], "read") == 0)
        model_of(argv[2]);
    else
        give_up("accepted: fit LEF GATE LANES=REPORT..., check MODEL LANES=REPORT..., scale MODEL GATE OHM FF, read "
                "MODEL, or floor BLOCKS");
    return 0;
}
