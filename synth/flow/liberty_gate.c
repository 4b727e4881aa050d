/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_gate.h"

#include <string.h>

#include "liberty_function.h"
#include "liberty_look.h"

/* A cell that is taken for a part, with the pins that the part has. */
struct part {
    bool found;
    double area, load;                  /* load: capacitance of the pin for the clock */
    char cell[LIBERTY_TEXT], clock[LIBERTY_TEXT], data[LIBERTY_TEXT], test[LIBERTY_TEXT], output[LIBERTY_TEXT];
};

/* Pins of a cell by what they are for; more than these make it no candidate. */
struct shape {
    char input[2][LIBERTY_TEXT], output[LIBERTY_TEXT], function[LIBERTY_TEXT];
    double load[2];
    int inputs, outputs;
};

struct parts { struct part gate, low, high, conjunction, inverter; };

static void take(struct part *best, const struct part *candidate)
{
    if (!best->found || candidate->area < best->area) {
        *best = *candidate;
        best->found = true;
    }
}

static bool is_name(const char *text)
{
    return *text && text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool says_no(const struct liberty_group *cell)
{
    const struct liberty_attribute *a = liberty_find(cell, "dont_use");
    char text[LIBERTY_TEXT];
    return a && strcmp(liberty_clean(a->value, text), "true") == 0;
}

/* --- clock gating cells ------------------------------------------------------------------------------------------- */

static bool is_true(const struct liberty_group *pin, const char *attribute)
{
    const struct liberty_attribute *a = liberty_find(pin, attribute);
    char text[LIBERTY_TEXT];
    return a && strcmp(liberty_clean(a->value, text), "true") == 0;
}

/* Those for a rising edge, with a latch; an output to observe the enable makes another kind. */
static bool is_gate(const struct liberty_group *cell)
{
    static const char *const kinds[] = {"latch_posedge", "latch_posedge_precontrol", "latch_posedge_postcontrol"};
    const struct liberty_attribute *a = liberty_find(cell, "clock_gating_integrated_cell");
    char text[LIBERTY_TEXT];
    for (size_t i = 0; a && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(liberty_clean(a->value, text), kinds[i]) == 0)
            return true;
    return false;
}

static bool take_gate(struct parts *parts, const struct liberty_pins *pins, struct part candidate,
                      const struct liberty_report *to)
{
    for (int i = 0; i < pins->count; i++) {
        const struct liberty_group *pin = pins->at[i];
        char *name = is_true(pin, "clock_gate_clock_pin") ? candidate.clock
                     : is_true(pin, "clock_gate_enable_pin") ? candidate.data
                     : is_true(pin, "clock_gate_test_pin") ? candidate.test
                     : is_true(pin, "clock_gate_out_pin") ? candidate.output : NULL;
        if (name)
            liberty_clean(pin->name, name);
        if (name == candidate.clock && !liberty_number(pin, "capacitance", &candidate.load, to))
            return false;
    }
    if (is_name(candidate.clock) && is_name(candidate.data) && is_name(candidate.output))
        take(&parts->gate, &candidate);
    return true;
}

/* --- latches ------------------------------------------------------------------------------------------------------ */

/* 1: it has one; 0: it has more; -1: refused. */
static int shape_of(const struct liberty_pins *pins, struct shape *s, const struct liberty_report *to)
{
    *s = (struct shape){.inputs = 0};
    for (int i = 0; i < pins->count; i++) {
        const struct liberty_group *pin = pins->at[i];
        const struct liberty_attribute *f = liberty_find(pin, "function");
        bool output = liberty_has_direction(pin, "output"), input = liberty_has_direction(pin, "input");
        if ((output && (!f || s->outputs++ > 0)) || (input && s->inputs++ == 2))
            return 0;
        if (output) {
            liberty_strip(f->value, "\"", s->function);
            liberty_clean(pin->name, s->output);
        } else if (input) {
            liberty_clean(pin->name, s->input[s->inputs - 1]);
            if (!liberty_number(pin, "capacitance", &s->load[s->inputs - 1], to))
                return -1;
        }
    }
    return s->outputs == 1 && is_name(s->output) && (s->inputs < 1 || is_name(s->input[0])) &&
           (s->inputs < 2 || is_name(s->input[1]));
}

/* A latch with an enable, data and its value, and nothing else. */
static void take_latch(struct parts *parts, const struct liberty_group *latch, const struct shape *s,
                       struct part candidate)
{
    const struct liberty_attribute *enable = liberty_find(latch, "enable"), *data = liberty_find(latch, "data_in");
    char value[LIBERTY_TEXT], formula[LIBERTY_TEXT], taken[LIBERTY_TEXT];
    if (!enable || !data || s->inputs != 2)
        return;
    strcpy(value, latch->name);
    value[strcspn(value, " ,")] = '\0';
    liberty_strip(enable->value, "\"", formula);
    liberty_strip(data->value, "\"", taken);
    char held[LIBERTY_TEXT];
    if (!liberty_function_is(s->function, liberty_strip(value, "\"", held), "", LIBERTY_IS_A))
        return;
    for (int clock = 0; clock < 2; clock++) {
        const char *pin = s->input[clock], *other = s->input[!clock];
        bool high = liberty_function_is(formula, pin, "", LIBERTY_IS_A);
        if (!liberty_function_is(taken, other, "", LIBERTY_IS_A) ||
            (!high && !liberty_function_is(formula, pin, "", LIBERTY_IS_NOT_A)))
            continue;
        candidate.load = s->load[clock];
        strcpy(candidate.clock, pin);
        strcpy(candidate.data, other);
        strcpy(candidate.output, s->output);
        take(high ? &parts->high : &parts->low, &candidate);
    }
}

static void take_logic(struct parts *parts, const struct shape *s, struct part candidate)
{
    candidate.load = s->load[0];
    strcpy(candidate.clock, s->input[0]);
    strcpy(candidate.data, s->input[1]);
    strcpy(candidate.output, s->output);
    if (s->inputs == 2 && liberty_function_is(s->function, s->input[0], s->input[1], LIBERTY_IS_AND))
        take(&parts->conjunction, &candidate);
    if (s->inputs == 1 && liberty_function_is(s->function, s->input[0], "", LIBERTY_IS_NOT_A))
        take(&parts->inverter, &candidate);
}

static bool take_cell(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    const struct liberty_group *latch = liberty_inside(cell, "latch");
    struct part candidate = {.found = true};
    struct liberty_pins pins = {.count = 0};
    struct shape shape;
    if (!liberty_number(cell, "area", &candidate.area, to) || !liberty_add_pins(&pins, cell, to))
        return false;
    if (!is_name(liberty_clean(cell->name, candidate.cell)))
        return true;
    if (is_gate(cell))                  /* its dont_use keeps optimizers from it, not those who want a gate */
        return take_gate(with, &pins, candidate, to);
    int shaped = says_no(cell) || liberty_inside(cell, "ff") || liberty_inside(cell, "statetable")
                 ? 0 : shape_of(&pins, &shape, to);
    if (shaped <= 0)
        return shaped == 0;
    if (latch)
        take_latch(with, latch, &shape, candidate);
    else
        take_logic(with, &shape, candidate);
    return true;
}

/* --- modules ------------------------------------------------------------------------------------------------------ */

static void print_gate(const struct part *p, FILE *out)
{
    fprintf(out, "// cell %s %s gate %s %.6g\n    %s gate (.%s(clk_i), .%s(en_i), ", p->cell, p->data, p->output,
            p->load, p->cell, p->clock, p->data);
    if (*p->test)
        fprintf(out, ".%s(test_en_i), ", p->test);
    fprintf(out, ".%s(clk_o));\n", p->output);
}

static void print_latch(const struct parts *p, FILE *out)
{
    const struct part *latch = p->low.found ? &p->low : &p->high, *a = &p->conjunction, *i = &p->inverter;
    fprintf(out, "// latch %s %s latch %s %.6g\n    wire open;\n", latch->cell, latch->data, a->output,
            a->load + latch->load + (p->low.found ? 0 : i->load));
    if (!p->low.found)
        fprintf(out, "    wire low;\n    %s inverter (.%s(clk_i), .%s(low));\n", i->cell, i->clock, i->output);
    fprintf(out, "    %s latch (.%s(%s), .%s(en_i), .%s(open));\n", latch->cell, latch->clock,
            p->low.found ? "clk_i" : "low", latch->data, latch->output);
    fprintf(out, "    %s and_gate (.%s(clk_i), .%s(open), .%s(clk_o));\n", a->cell, a->clock, a->data, a->output);
}

bool liberty_print_gate(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {name, error};
    struct parts parts = {.gate.found = false};
    if (!liberty_for_cells(file, take_cell, &parts, &to))
        return false;
    if (parts.gate.found) {
        print_gate(&parts.gate, out);
        return true;
    }
    if (!parts.conjunction.found || !(parts.low.found || (parts.high.found && parts.inverter.found)))
        return refuse(error, "%.255s: has no clock gating cell, and no latch with an AND of two inputs for one; "
                      "accepted is rtl.clock_gate: none", name);
    print_latch(&parts, out);
    return true;
}

/* --- resets ------------------------------------------------------------------------------------------------------- */

static bool take_reset(const struct liberty_group *cell, void *with, const struct liberty_report *to)
{
    const struct liberty_group *ff = liberty_inside(cell, "ff");
    struct part candidate = {.found = true};
    if (!ff || says_no(cell) || (!liberty_find(ff, "clear") && !liberty_find(ff, "preset")))
        return true;
    if (!liberty_number(cell, "area", &candidate.area, to))
        return false;
    liberty_clean(cell->name, candidate.cell);
    take(with, &candidate);
    return true;
}

bool liberty_print_reset(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error)
{
    const struct liberty_report to = {name, error};
    struct part best = {.found = false};
    if (!liberty_for_cells(file, take_reset, &best, &to))
        return false;
    if (!best.found)
        return refuse(error, "%.255s: has no flip-flop with an asynchronous reset; accepted is rtl.reset: sync_high",
                      name);
    fprintf(out, "%s\n", best.cell);
    return true;
}
