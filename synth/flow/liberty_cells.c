/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_cells.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT = 256, PINS = 64 };

/* Where a sentence goes, and what it calls the file. */
struct report { const char *name; const struct sentence *error; };

/* --- looking into groups ------------------------------------------------------------------------------------------ */

/* The text without the characters in `without`. */
static const char *strip(const char *text, const char *without, char out[TEXT])
{
    size_t n = 0;
    for (; *text && n < TEXT - 1; text++)
        if (!strchr(without, *text))
            out[n++] = *text;
    out[n] = '\0';
    return out;
}

static const char *clean(const char *text, char out[TEXT]) { return strip(text, "\" ;()\t\r\n\\", out); }

static const struct liberty_attribute *find(const struct liberty_group *g, const char *name)
{
    for (size_t i = 0; i < g->attribute_count; i++)
        if (strcmp(g->attributes[i].name, name) == 0)
            return &g->attributes[i];
    return NULL;
}

/* The last group of a kind in a group, however deep: a flip-flop with a scan chain has one in its test_cell whose data
 * is a pin. */
static const struct liberty_group *inside(const struct liberty_group *g, const char *kind)
{
    for (size_t i = g->group_count; i-- > 0;) {
        const struct liberty_group *found = strcmp(g->groups[i]->kind, kind) == 0 ? g->groups[i]
                                            : inside(g->groups[i], kind);
        if (found)
            return found;
    }
    return NULL;
}

/* 0 if there is no such attribute. */
static bool number(const struct liberty_group *g, const char *name, double *value, const struct report *to)
{
    const struct liberty_attribute *a = find(g, name);
    char text[TEXT], *end;
    *value = 0;
    if (!a)
        return true;
    *value = strtod(clean(a->value, text), &end);
    if (end != text && *end == '\0' && isfinite(*value))
        return true;
    return refuse_at(to->error, to->name, a->line, "%s is '%.60s'; accepted is a number", name, text);
}

typedef bool visit(const struct liberty_group *cell, void *with, const struct report *to);

/* Every cell of every library. */
static bool for_cells(const struct liberty_group *file, visit *take, void *with, const struct report *to)
{
    for (size_t l = 0; l < file->group_count; l++)
        for (size_t i = 0; i < file->groups[l]->group_count; i++) {
            const struct liberty_group *g = file->groups[l]->groups[i];
            if (strcmp(g->kind, "cell") == 0 && !take(g, with, to))
                return false;
        }
    return true;
}

/* --- pins --------------------------------------------------------------------------------------------------------- */

/* The pins of a cell, those of its buses and bundles among them. */
struct pins { const struct liberty_group *at[PINS]; int count; };

static bool add_pins(struct pins *p, const struct liberty_group *g, const struct report *to)
{
    for (size_t i = 0; i < g->group_count; i++) {
        const struct liberty_group *in = g->groups[i];
        if ((strcmp(in->kind, "bus") == 0 || strcmp(in->kind, "bundle") == 0) && !add_pins(p, in, to))
            return false;
        if (strcmp(in->kind, "pin") != 0)
            continue;
        if (p->count == PINS)
            return refuse_at(to->error, to->name, in->line, "the cell has more than %d pins; accepted are standard "
                             "cells", PINS);
        p->at[p->count++] = in;
    }
    return true;
}

static bool has_direction(const struct liberty_group *pin, const char *direction)
{
    const struct liberty_attribute *a = find(pin, "direction");
    char text[TEXT];
    return a && strcmp(clean(a->value, text), direction) == 0;
}

/* --- units -------------------------------------------------------------------------------------------------------- */

static const struct liberty_group *library_of(const struct liberty_group *file, const struct report *to)
{
    for (size_t i = 0; i < file->group_count; i++)
        if (strcmp(file->groups[i]->kind, "library") == 0)
            return file->groups[i];
    refuse(to->error, "%.255s: has no library group; accepted is a liberty file", to->name);
    return NULL;
}

static bool unit_of_time(const struct liberty_group *library, double *ns, const struct report *to)
{
    static const struct { const char *name; double ns; } units[] = {
        {"fs", 1e-6}, {"ps", 0.001}, {"ns", 1}, {"us", 1000}
    };
    const struct liberty_attribute *a = find(library, "time_unit");
    char text[TEXT], *end;
    if (!a)
        return refuse_at(to->error, to->name, library->line, "the library states no time_unit; accepted is one such as "
                         "\"1ns\"");
    double count = strtod(clean(a->value, text), &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && count > 0 && strcasecmp(end, units[i].name) == 0) {
            *ns = count * units[i].ns;
            return true;
        }
    return refuse_at(to->error, to->name, a->line, "time_unit is '%.60s'; accepted is a number with fs, ps, ns or us",
                     text);
}

static bool unit_of_capacitance(const struct liberty_group *library, double *ff, const struct report *to)
{
    const struct liberty_attribute *a = find(library, "capacitive_load_unit");
    char text[TEXT], *end;
    if (!a)
        return refuse_at(to->error, to->name, library->line, "the library states no capacitive_load_unit; accepted is "
                         "one such as (1, pf)");
    double count = strtod(clean(a->value, text), &end);
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
    char text[TEXT], inverse[2][TEXT + 1];
    for (size_t i = 0; i < cell->group_count && !f; i++)
        f = find(cell->groups[i], "function");
    if (inside(cell, "ff"))
        return "flop";
    if (inside(cell, "latch"))
        return "latch";
    if (inputs != 1 || !f)
        return "logic";
    clean(f->value, text);
    snprintf(inverse[0], sizeof *inverse, "!%s", input);
    snprintf(inverse[1], sizeof *inverse, "%s'", input);
    if (strcmp(text, input) == 0)
        return "buffer";
    return strcmp(text, inverse[0]) == 0 || strcmp(text, inverse[1]) == 0 ? "inverter" : "logic";
}

static bool print_cell(const struct liberty_group *cell, void *with, const struct report *to)
{
    const struct sheet *sheet = with;
    struct pins pins = {.count = 0};
    char text[TEXT], input[TEXT] = "";
    double area, capacitance = 0;
    int inputs = 0;
    if (!number(cell, "area", &area, to) || !add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++) {
        if (!has_direction(pins.at[i], "input"))
            continue;
        if (!number(pins.at[i], "capacitance", &capacitance, to))
            return false;
        clean(pins.at[i]->name, input);
        inputs++;
    }
    fprintf(sheet->out, "%s\t", clean(cell->name, text));
    if (find(cell, "area"))
        fprintf(sheet->out, "%.6g", area);
    fprintf(sheet->out, "\t%s\t%.4g\n", kind_of(cell, input, inputs), capacitance * sheet->ff);
    return true;
}

bool liberty_print_cells(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct report to = {name, error};
    const struct liberty_group *library = library_of(file, &to);
    struct sheet sheet = {.out = out};
    char text[TEXT];
    double ns;
    if (!library || !unit_of_time(library, &ns, &to) || !unit_of_capacitance(library, &sheet.ff, &to))
        return false;
    fprintf(out, "# %s\t%g\t%g\n", clean(library->name, text), ns, sheet.ff);
    return for_cells(file, print_cell, &sheet, &to);
}

/* --- flip-flops --------------------------------------------------------------------------------------------------- */

static bool is_name(const char *text)
{
    return *text && text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool print_flop(const struct liberty_group *cell, void *with, const struct report *to)
{
    static const char around[] = "\" ;()\t\r\n!'\\";
    const struct sheet *sheet = with;
    const struct liberty_group *ff = inside(cell, "ff");
    const struct liberty_attribute *clocked = ff ? find(ff, "clocked_on") : NULL;
    const struct liberty_attribute *next = ff ? find(ff, "next_state") : NULL;
    struct pins pins = {.count = 0};
    char name[TEXT], clock[TEXT], data[TEXT], pin[TEXT];
    double capacitance = 0;
    if (!clocked || !next || !*strip(clocked->value, around, clock) || !is_name(strip(next->value, around, data)))
        return true;
    if (!add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++)
        if (strcmp(clean(pins.at[i]->name, pin), clock) == 0 &&
            !number(pins.at[i], "capacitance", &capacitance, to))
            return false;
    fprintf(sheet->out, "%s\t%s\t%s\t%.6g\n", clean(cell->name, name), clock, data, capacitance * sheet->ff);
    return true;
}

bool liberty_print_flops(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct report to = {name, error};
    const struct liberty_group *library = library_of(file, &to);
    struct sheet sheet = {.out = out};
    double ns, volts;
    if (!library || !unit_of_time(library, &ns, &to) || !unit_of_capacitance(library, &sheet.ff, &to) ||
        !number(library, "nom_voltage", &volts, &to))
        return false;
    if (!(volts > 0))
        return refuse_at(error, name, library->line, "the library states no nom_voltage; accepted is one above 0");
    fprintf(out, "# %g\t%g\n", volts, ns);
    return for_cells(file, print_flop, &sheet, &to);
}

/* --- the smallest NAND -------------------------------------------------------------------------------------------- */

/* A function of two inputs, of which the text at `at` is evaluated. */
struct formula { const char *at, *input[2]; bool value[2], odd; };

static bool alternatives(struct formula *f);

static void skip_spaces(struct formula *f) { f->at += strspn(f->at, " \t\r\n\\"); }

static bool named(struct formula *f)
{
    size_t n = strspn(f->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    const char *name = f->at;
    f->at += n;
    for (int i = 0; i < 2; i++)
        if (n > 0 && strlen(f->input[i]) == n && strncmp(f->input[i], name, n) == 0)
            return f->value[i];
    f->odd = true;
    return false;
}

static bool factor(struct formula *f)
{
    bool v;
    skip_spaces(f);
    if (*f->at == '!') {
        f->at++;
        return !factor(f);
    }
    if (*f->at == '(') {
        f->at++;
        v = alternatives(f);
        f->odd = f->odd || *f->at != ')';
        f->at += *f->at == ')';
    } else {
        v = named(f);
    }
    for (skip_spaces(f); *f->at == '\''; skip_spaces(f)) {
        f->at++;
        v = !v;
    }
    return v;
}

/* A blank is an AND. */
static bool product(struct formula *f)
{
    bool v = factor(f);
    while (!f->odd && *f->at && !strchr(")|+", *f->at)) {
        bool differs = *f->at == '^';
        f->at += strchr("&*^", *f->at) != NULL;
        bool right = factor(f);
        v = differs ? v != right : v && right;
    }
    return v;
}

static bool alternatives(struct formula *f)
{
    bool v = product(f);
    while (!f->odd && *f->at && strchr("|+", *f->at)) {
        f->at++;
        bool right = product(f);
        v = v || right;
    }
    return v;
}

static bool is_nand(const char *function, char input[2][TEXT])
{
    for (int row = 0; row < 4; row++) {
        struct formula f = {function, {input[0], input[1]}, {row & 1, row >> 1}, false};
        bool v = alternatives(&f);
        if (f.odd || *f.at || v != (row != 3))
            return false;
    }
    return true;
}

static bool take_nand(const struct liberty_group *cell, void *with, const struct report *to)
{
    double area, *best = with;
    struct pins pins = {.count = 0};
    const struct liberty_attribute *function = NULL;
    char input[2][TEXT], text[TEXT];
    int inputs = 0, outputs = 0;
    if (!number(cell, "area", &area, to) || !add_pins(&pins, cell, to))
        return false;
    for (int i = 0; i < pins.count; i++) {
        if (has_direction(pins.at[i], "output")) {
            outputs++;
            function = find(pins.at[i], "function");
        } else if (inputs++ < 2) {
            clean(pins.at[i]->name, input[inputs - 1]);
        }
    }
    if (inputs == 2 && outputs == 1 && function && area > 0 && (*best == 0 || area < *best) &&
        is_nand(strip(function->value, "\"", text), input))
        *best = area;
    return true;
}

bool liberty_print_nand(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct report to = {name, error};
    double best = 0;
    if (!for_cells(file, take_nand, &best, &to))
        return false;
    fprintf(out, "%.6g\n", best);
    return true;
}
