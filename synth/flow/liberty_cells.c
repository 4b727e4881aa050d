/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_cells.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "liberty_function.h"
#include "liberty_look.h"

/* --- units -------------------------------------------------------------------------------------------------------- */

static const struct liberty_group *library_of(const struct liberty_group *file, const struct liberty_report *to)
{
    for (size_t i = 0; i < file->group_count; i++)
        if (strcmp(file->groups[i]->kind, "library") == 0)
            return file->groups[i];
    refuse(to->error, "%.255s: has no library group; accepted is a liberty file", to->name);
    return NULL;
}

static bool unit_of_time(const struct liberty_group *library, double *ns, const struct liberty_report *to)
{
    static const struct { const char *name; double ns; } units[] = {
        {"fs", 1e-6}, {"ps", 0.001}, {"ns", 1}, {"us", 1000}
    };
    const struct liberty_attribute *a = liberty_find(library, "time_unit");
    char text[LIBERTY_TEXT], *end;
    if (!a)
        return refuse_at(to->error, to->name, library->line, "the library states no time_unit; accepted is one such as "
                         "\"1ns\"");
    double count = strtod(liberty_clean(a->value, text), &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && count > 0 && strcasecmp(end, units[i].name) == 0) {
            *ns = count * units[i].ns;
            return true;
        }
    return refuse_at(to->error, to->name, a->line, "time_unit is '%.60s'; accepted is a number with fs, ps, ns or us",
                     text);
}

static bool unit_of_capacitance(const struct liberty_group *library, double *ff, const struct liberty_report *to)
{
    const struct liberty_attribute *a = liberty_find(library, "capacitive_load_unit");
    char text[LIBERTY_TEXT], *end;
    if (!a)
        return refuse_at(to->error, to->name, library->line, "the library states no capacitive_load_unit; accepted is "
                         "one such as (1, pf)");
    double count = strtod(liberty_clean(a->value, text), &end);
    bool pf = strcasecmp(end, ",pf") == 0;
    if (end == text || !(count > 0) || (!pf && strcasecmp(end, ",ff") != 0))
        return refuse_at(to->error, to->name, a->line, "capacitive_load_unit is '%.60s'; accepted is a number, a "
                         "comma, and ff or pf", text);
    *ff = count * (pf ? 1000 : 1);
    return true;
}

/* --- cells -------------------------------------------------------------------------------------------------------- */

struct sheet { FILE *out; double ff; };

static const char *kind_of(const struct liberty_group *cell, const char *input, int inputs)
{
    const struct liberty_attribute *f = NULL;
    char text[LIBERTY_TEXT], inverse[2][LIBERTY_TEXT + 1];
    for (size_t i = 0; i < cell->group_count && !f; i++)
        f = liberty_find(cell->groups[i], "function");
    if (liberty_find(cell, "clock_gating_integrated_cell"))
        return "gate";
    if (liberty_inside(cell, "ff"))
        return "flop";
    if (liberty_inside(cell, "latch"))
        return "latch";
    if (inputs != 1 || !f)
        return "logic";
    liberty_clean(f->value, text);
    snprintf(inverse[0], sizeof *inverse, "!%s", input);
    snprintf(inverse[1], sizeof *inverse, "%s'", input);
    if (strcmp(text, input) == 0)
        return "buffer";
    return strcmp(text, inverse[0]) == 0 || strcmp(text, inverse[1]) == 0 ? "inverter" : "logic";
}

static bool print_cell(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    const struct sheet *sheet = with;
    struct liberty_pins pins = {.count = 0};
    char text[LIBERTY_TEXT], input[LIBERTY_TEXT] = "";
    double area, capacitance = 0;
    int inputs = 0;
    if (!liberty_number(cell, "area", &area, to) || !liberty_add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++) {
        if (!liberty_has_direction(pins.at[i], "input"))
            continue;
        if (!liberty_number(pins.at[i], "capacitance", &capacitance, to))
            return false;
        liberty_clean(pins.at[i]->name, input);
        inputs++;
    }
    fprintf(sheet->out, "%s\t", liberty_clean(cell->name, text));
    if (liberty_find(cell, "area"))
        fprintf(sheet->out, "%.6g", area);
    fprintf(sheet->out, "\t%s\t%.4g\n", kind_of(cell, input, inputs), capacitance * sheet->ff);
    return true;
}

bool liberty_print_cells(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {name, error};
    const struct liberty_group *library = library_of(file, &to);
    struct sheet sheet = {.out = out};
    char text[LIBERTY_TEXT];
    double ns;
    if (!library || !unit_of_time(library, &ns, &to) || !unit_of_capacitance(library, &sheet.ff, &to))
        return false;
    fprintf(out, "# %s\t%g\t%g\n", liberty_clean(library->name, text), ns, sheet.ff);
    return liberty_for_cells(file, print_cell, &sheet, &to);
}

/* --- flip-flops --------------------------------------------------------------------------------------------------- */

static bool is_name(const char *text)
{
    return *text && text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool print_flop(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    static const char around[] = "\" ;()\t\r\n!'\\";
    const struct sheet *sheet = with;
    const struct liberty_group *ff = liberty_inside(cell, "ff");
    const struct liberty_attribute *clocked = ff ? liberty_find(ff, "clocked_on") : NULL;
    const struct liberty_attribute *next = ff ? liberty_find(ff, "next_state") : NULL;
    struct liberty_pins pins = {.count = 0};
    char name[LIBERTY_TEXT], clock[LIBERTY_TEXT], data[LIBERTY_TEXT], pin[LIBERTY_TEXT];
    double capacitance = 0;
    if (!clocked || !next || !*liberty_strip(clocked->value, around, clock) ||
        !is_name(liberty_strip(next->value, around, data)))
        return true;
    if (!liberty_add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++)
        if (strcmp(liberty_clean(pins.at[i]->name, pin), clock) == 0 &&
            !liberty_number(pins.at[i], "capacitance", &capacitance, to))
            return false;
    fprintf(sheet->out, "%s\t%s\t%s\t%.6g\n", liberty_clean(cell->name, name), clock, data, capacitance * sheet->ff);
    return true;
}

bool liberty_print_flops(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {name, error};
    const struct liberty_group *library = library_of(file, &to);
    struct sheet sheet = {.out = out};
    double ns, volts;
    if (!library || !unit_of_time(library, &ns, &to) || !unit_of_capacitance(library, &sheet.ff, &to) ||
        !liberty_number(library, "nom_voltage", &volts, &to))
        return false;
    if (!(volts > 0))
        return refuse_at(error, name, library->line, "the library states no nom_voltage; accepted is one above 0");
    fprintf(out, "# %g\t%g\n", volts, ns);
    return liberty_for_cells(file, print_flop, &sheet, &to);
}

/* --- the smallest NAND -------------------------------------------------------------------------------------------- */

static bool take_nand(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    double area, *best = with;
    struct liberty_pins pins = {.count = 0};
    const struct liberty_attribute *function = NULL;
    char input[2][LIBERTY_TEXT], text[LIBERTY_TEXT];
    int inputs = 0, outputs = 0;
    if (!liberty_number(cell, "area", &area, to) || !liberty_add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++) {
        if (liberty_has_direction(pins.at[i], "output")) {
            outputs++;
            function = liberty_find(pins.at[i], "function");
        } else if (inputs++ < 2) {
            liberty_clean(pins.at[i]->name, input[inputs - 1]);
        }
    }
    if (inputs == 2 && outputs == 1 && function && area > 0 && (*best == 0 || area < *best) &&
        liberty_function_is(liberty_strip(function->value, "\"", text), input[0], input[1], LIBERTY_IS_NAND))
        *best = area;
    return true;
}

bool liberty_print_nand(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {name, error};
    double best = 0;
    if (!liberty_for_cells(file, take_nand, &best, &to))
        return false;
    fprintf(out, "%.6g\n", best);
    return true;
}
