/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_print.h"

#include <string.h>

const char *const energy_role_names[ENERGY_ROLES] = {"baseline", "scheme"};

static double instructions(const struct energy_inputs *in) { return in->count[ENERGY_INSTRUCTIONS]; }

/* How the memories' figures came about, of both designs, each rule once. */
static void print_rules(const struct energy_report *r, FILE *out)
{
    const char *said[ENERGY_ROLES * ENERGY_MEMORIES];
    int count = 0;
    for (int i = 0; i < ENERGY_ROLES * ENERGY_MEMORIES; i++) {
        const char *rule = r->in[i / ENERGY_MEMORIES].rule[i % ENERGY_MEMORIES];
        int at = 0;
        while (rule && at < count && strcmp(said[at], rule) != 0)
            at++;
        if (!rule || at < count)
            continue;
        said[count++] = rule;
        fprintf(out, "%s%s", count > 1 ? "; " : "", rule);
    }
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void print_conditions(const struct energy_report *r, FILE *out)
{
    const struct energy_inputs *base = &r->in[ENERGY_BASELINE], *scheme = &r->in[ENERGY_SCHEME];
    fprintf(out, "energy on %s, %.0f warp instructions, %.0f lanes; lock-step: %.0f and %.0f cycles, 0 mismatches\n",
            scheme->source, instructions(scheme), scheme->lanes, base->lock_step_cycles, scheme->lock_step_cycles);
    fprintf(out, "logic: %s, clock %g ns, no wires, no clock tree", r->library, r->period);
    if (strcmp(r->points, "full") != 0)
        fprintf(out, ", netlists of %s lanes extended", r->points);
    fprintf(out, "\nmemories: %g nm, ", r->nm);
    print_rules(r, out);
    fputc('\n', out);
    if (r->factor != 1)
        fprintf(out, "this OpenSTA states internal energy %g times too high (see energy_known.lib): divided by that\n",
                r->factor);
}

static bool is_of_caches(int count) { return count >= ENERGY_RFC_FILLS && count <= ENERGY_RFC_WRITES; }

static void print_events(const struct energy_report *r, FILE *out)
{
    const struct energy_inputs *base = &r->in[ENERGY_BASELINE], *scheme = &r->in[ENERGY_SCHEME];
    fprintf(out, "\nper instruction        %11.11s %11.11s\n", base->name, scheme->name);
    for (int i = 0; i <= ENERGY_CYCLES; i++)
        if (!is_of_caches(i) || base->caches > 0 || scheme->caches > 0)
            fprintf(out, "  %-20s %11.3f %11.3f\n", energy_count_names[i], base->count[i] / instructions(base),
                    scheme->count[i] / instructions(scheme));
}

static double per_instruction(const struct energy_report *r, enum energy_role role, int way, int o, int c, int kind)
{
    return r->sums[role].of[way][o][c][kind].pj / instructions(&r->in[role]);
}

static void print_change(double from, double to, FILE *out)
{
    if (from > 0)
        fprintf(out, "%+8.1f %%", 100 * (to / from - 1));
    else
        fprintf(out, "%10s", "");
}

/* A component that takes nothing in either design has no line. */
static void print_line(const struct energy_report *r, int way, int o, int c, FILE *out)
{
    double v[ENERGY_KINDS][ENERGY_ROLES], sum = 0;
    for (int kind = 0; kind < ENERGY_KINDS; kind++) {
        for (int role = 0; role < ENERGY_ROLES; role++)
            v[kind][role] = per_instruction(r, (enum energy_role)role, way, o, c, kind);
        sum += v[kind][ENERGY_BASELINE] + v[kind][ENERGY_SCHEME];
    }
    if (!(sum > 0))
        return;
    fprintf(out, "  %-10s", c == ENERGY_TOTAL ? "total" : energy_component_names[c]);
    for (int kind = 0; kind < ENERGY_KINDS; kind++) {
        fprintf(out, " %11.2f %11.2f ", v[kind][ENERGY_BASELINE], v[kind][ENERGY_SCHEME]);
        print_change(v[kind][ENERGY_BASELINE], v[kind][ENERGY_SCHEME], out);
    }
    fputc('\n', out);
}

static void print_block(const struct energy_report *r, int way, int o, const char *title, FILE *out)
{
    fprintf(out, "\n%s%s; pJ per warp instruction\n  %-10s", title, sram_organisation_names[o], "");
    for (int kind = 0; kind < ENERGY_KINDS; kind++)
        fprintf(out, " %11.11s %11.11s %-10s", r->in[ENERGY_BASELINE].name, r->in[ENERGY_SCHEME].name,
                energy_kind_names[kind]);
    fputc('\n', out);
    for (int c = 0; c <= ENERGY_TOTAL; c++)
        print_line(r, way, o, c, out);
}

void energy_print_table(const struct energy_report *r, FILE *out)
{
    static const char *const titles[ENERGY_WAYS] = {
        "as synthesized, values of collectors in flip-flops, banks ",
        "as the papers count, values of collectors and caches in memories, "
    };
    print_conditions(r, out);
    print_events(r, out);
    for (int way = 0; way < ENERGY_WAYS; way++) {
        print_block(r, way, SRAM_MONOLITHIC, titles[way], out);
        print_block(r, way, SRAM_SLICED_16B, titles[way], out);
    }
}

/* --- lines with tabs ---------------------------------------------------------------------------------------------- */

static void print_head(const struct energy_report *r, FILE *out)
{
    const struct energy_inputs *base = &r->in[ENERGY_BASELINE], *scheme = &r->in[ENERGY_SCHEME];
    fprintf(out, "# energy of %s against %s, library %s, clock %g ns, netlists of %s lanes\n", scheme->name, base->name,
            r->library, r->period, r->points);
    fprintf(out, "# memories: %g nm, ", r->nm);
    print_rules(r, out);
    fprintf(out, "\n# %s; lock-step of %.0f and %.0f cycles; manifests %s %s\n", scheme->source, base->lock_step_cycles,
            scheme->lock_step_cycles, base->manifest, scheme->manifest);
    fprintf(out, "# inputs %s\n# parameters: %s\n# tools: %s\n", r->inputs, r->parameters, r->tools);
    fputs("role\tway\torganisation\tcomponent\tkind\ttotal\tper_instruction\n", out);
}

/* What the rows of one design have in common. */
struct rows { const char *role; double instructions; FILE *out; };

static void print_row(const struct rows *rows, const char *way, const char *organisation, const char *component,
                      const char *kind, double value)
{
    fprintf(rows->out, "%s\t%s\t%s\t%s\t%s\t%.9g\t%.9g\n", rows->role, way, organisation, component, kind, value,
            value / rows->instructions);
}

static void print_sums(const struct rows *rows, const struct energy_sums *sums, int way, int o)
{
    for (int c = 0; c <= ENERGY_TOTAL; c++)
        for (int kind = 0; kind < ENERGY_KINDS; kind++) {
            const struct energy_sum *s = &sums->of[way][o][c][kind];
            if (s->given)
                print_row(rows, energy_way_names[way], sram_organisation_names[o],
                          c == ENERGY_TOTAL ? "total" : energy_component_names[c], energy_kind_names[kind], s->pj);
        }
}

static void print_logic(const struct rows *rows, const struct energy_inputs *in, int c)
{
    const struct energy_logic *l = &in->logic[c];
    const char *name = energy_component_names[c];
    double cycles = in->count[ENERGY_CYCLES];
    print_row(rows, "logic", "-", name, "internal", l->internal * cycles);
    print_row(rows, "logic", "-", name, "switching", l->switching * cycles);
    print_row(rows, "logic", "-", name, "clock", l->clock * cycles);
    print_row(rows, "logic", "-", name, "cells", l->cells);
}

static void print_design(const struct energy_report *r, enum energy_role role, FILE *out)
{
    const struct energy_inputs *in = &r->in[role];
    const struct rows rows = {energy_role_names[role], instructions(in), out};
    for (size_t i = 0; i < in->event_count; i++)
        print_row(&rows, "event", "-", in->events[i].name, "-", in->events[i].count);
    for (int way = 0; way < ENERGY_WAYS; way++)
        for (int o = 0; o < SRAM_ORGANISATIONS; o++)
            print_sums(&rows, &r->sums[role], way, o);
    for (int c = 0; c < ENERGY_COMPONENTS; c++)
        print_logic(&rows, in, c);
}

void energy_print_lines(const struct energy_report *r, FILE *out)
{
    print_head(r, out);
    print_design(r, ENERGY_BASELINE, out);
    print_design(r, ENERGY_SCHEME, out);
}
