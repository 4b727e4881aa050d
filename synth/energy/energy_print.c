/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_print.h"

#include <string.h>

const char *const energy_role_names[ENERGY_ROLES] = {"baseline", "scheme"};
const char *const energy_gated_names[ENERGY_ROLES] = {"baseline_gated", "scheme_gated"};

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

static bool is_of_caches(int count) { return count >= ENERGY_RFC_FILLS && count <= ENERGY_REUSE_KEPT; }

static void print_events(const struct energy_report *r, FILE *out)
{
    const struct energy_inputs *base = &r->in[ENERGY_BASELINE], *scheme = &r->in[ENERGY_SCHEME];
    fprintf(out, "\nper instruction        %11.11s %11.11s\n", base->name, scheme->name);
    for (int i = 0; i <= ENERGY_CYCLES; i++)
        if (!is_of_caches(i) || base->count[i] > 0 || scheme->count[i] > 0)
            fprintf(out, "  %-20s %11.3f %11.3f\n", energy_count_names[i], base->count[i] / instructions(base),
                    scheme->count[i] / instructions(scheme));
}

/* What a table is about: the sums of both designs, in one way of counting with one organisation of the memories. */
struct block { const struct energy_report *report; int way, organisation; FILE *out; };

static double per_instruction(const struct block *b, bool gated, int role, int c, int kind)
{
    const struct energy_sums *sums = gated ? &b->report->gated_sums[role] : &b->report->sums[role];
    return sums->of[b->way][b->organisation][c][kind].pj / instructions(&b->report->in[role]);
}

static void print_change(double from, double to, FILE *out)
{
    if (from > 0)
        fprintf(out, "%+8.1f %%", 100 * (to / from - 1));
    else
        fprintf(out, "%10s", "");
}

static const char *component_name(int c) { return c == ENERGY_TOTAL ? "total" : energy_component_names[c]; }

/* A component that takes nothing in either design has no line. */
static void print_line(const struct block *b, bool gated, int c)
{
    double v[ENERGY_KINDS][ENERGY_ROLES], sum = 0;
    for (int kind = 0; kind < ENERGY_KINDS; kind++) {
        for (int role = 0; role < ENERGY_ROLES; role++)
            v[kind][role] = per_instruction(b, gated, role, c, kind);
        sum += v[kind][ENERGY_BASELINE] + v[kind][ENERGY_SCHEME];
    }
    if (!(sum > 0))
        return;
    fprintf(b->out, "  %-10s", component_name(c));
    for (int kind = 0; kind < ENERGY_KINDS; kind++) {
        fprintf(b->out, " %11.2f %11.2f ", v[kind][ENERGY_BASELINE], v[kind][ENERGY_SCHEME]);
        print_change(v[kind][ENERGY_BASELINE], v[kind][ENERGY_SCHEME], b->out);
    }
    fputc('\n', b->out);
}

static void print_kinds(const struct block *b, bool gated)
{
    fprintf(b->out, "  %-10s", gated ? "gated" : "");
    for (int kind = 0; kind < ENERGY_KINDS; kind++)
        fprintf(b->out, " %11.11s %11.11s %-10s", b->report->in[ENERGY_BASELINE].name,
                b->report->in[ENERGY_SCHEME].name, energy_kind_names[kind]);
    fputc('\n', b->out);
    for (int c = 0; c <= ENERGY_TOTAL; c++)
        print_line(b, gated, c);
}

/* Dynamic energy and that of the clock: gates move energy from one to the other. */
static double of_both_kinds(const struct block *b, bool gated, int role, int c)
{
    return per_instruction(b, gated, role, c, ENERGY_DYNAMIC) + per_instruction(b, gated, role, c, ENERGY_CLOCK);
}

static void print_ratio(double baseline, double scheme, FILE *out)
{
    if (baseline > 0)
        fprintf(out, " %11.3f", scheme / baseline);
    else
        fprintf(out, " %11s", "-");
}

static void print_sum_line(const struct block *b, int c)
{
    double v[ENERGY_ROLES], gated[ENERGY_ROLES];
    for (int role = 0; role < ENERGY_ROLES; role++) {
        v[role] = of_both_kinds(b, false, role, c);
        gated[role] = of_both_kinds(b, true, role, c);
    }
    if (!(v[ENERGY_BASELINE] + v[ENERGY_SCHEME] + gated[ENERGY_BASELINE] + gated[ENERGY_SCHEME] > 0))
        return;
    fprintf(b->out, "  %-10s", component_name(c));
    for (int role = 0; role < ENERGY_ROLES; role++) {
        fprintf(b->out, " %11.2f %11.2f ", v[role], gated[role]);
        print_change(v[role], gated[role], b->out);
    }
    print_ratio(v[ENERGY_BASELINE], v[ENERGY_SCHEME], b->out);
    print_ratio(gated[ENERGY_BASELINE], gated[ENERGY_SCHEME], b->out);
    fputc('\n', b->out);
}

static void print_sums_of_both_kinds(const struct block *b)
{
    fputs("  dynamic and clock\n            ", b->out);
    for (int role = 0; role < ENERGY_ROLES; role++)
        fprintf(b->out, " %11.11s %11s %10s", b->report->in[role].name, "gated", "");
    fprintf(b->out, " %11s %11s\n", "ratio", "gated");
    for (int c = 0; c <= ENERGY_TOTAL; c++)
        print_sum_line(b, c);
}

static void print_block(const struct energy_report *r, int way, int o, const char *title, FILE *out)
{
    const struct block b = {r, way, o, out};
    fprintf(out, "\n%s%s; pJ per warp instruction\n", title, sram_organisation_names[o]);
    print_kinds(&b, false);
    if (!r->gated)
        return;
    print_kinds(&b, true);
    print_sums_of_both_kinds(&b);
}

static void print_what_gated_is(FILE *out)
{
    fputs("\ngated: with rtl.clock_gate=cell; its clock: of flip-flops in cycles in which their gates are open, and "
          "of the gates\nratio: of the scheme to the baseline\n", out);
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
    if (r->gated)
        print_what_gated_is(out);
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
    if (r->gated)
        fprintf(out, "# baseline_gated, scheme_gated: with rtl.clock_gate=cell, RTL %s %s\n",
                r->gated_in[ENERGY_BASELINE].manifest, r->gated_in[ENERGY_SCHEME].manifest);
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

static void print_design(const struct energy_inputs *in, const struct energy_sums *sums, const char *role, FILE *out)
{
    const struct rows rows = {role, instructions(in), out};
    for (size_t i = 0; i < in->event_count; i++)
        print_row(&rows, "event", "-", in->events[i].name, "-", in->events[i].count);
    for (int way = 0; way < ENERGY_WAYS; way++)
        for (int o = 0; o < SRAM_ORGANISATIONS; o++)
            print_sums(&rows, sums, way, o);
    for (int c = 0; c < ENERGY_COMPONENTS; c++)
        print_logic(&rows, in, c);
}

void energy_print_lines(const struct energy_report *r, FILE *out)
{
    print_head(r, out);
    for (int role = 0; role < ENERGY_ROLES; role++)
        print_design(&r->in[role], &r->sums[role], energy_role_names[role], out);
    for (int role = 0; role < ENERGY_ROLES && r->gated; role++)
        print_design(&r->gated_in[role], &r->gated_sums[role], energy_gated_names[role], out);
}
