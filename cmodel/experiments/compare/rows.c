/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include <math.h>
#include <stdlib.h>

#include "counts.h"

static double over(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

/* Shares of cycles in percent, in the order of the columns. */
static void take_shares(struct row *r, const struct counts *n)
{
    static const struct { int column; const char *name; } causes[] = {
        {COLUMN_share_issue, "issue_cycles"}, {COLUMN_share_scoreboard, "stall_scoreboard"},
        {COLUMN_share_collector, "stall_collector"}, {COLUMN_share_war, "stall_war"},
        {COLUMN_share_empty, "stall_empty"}, {COLUMN_share_no_warp, "stall_no_warp"},
        {COLUMN_share_wait, "stall_wait"}, {COLUMN_share_inactive, "stall_inactive"},
        {COLUMN_share_limit, "stall_limit"}, {COLUMN_share_inflight, "stall_inflight"},
        {COLUMN_share_read_ports, "stall_read_ports"}, {COLUMN_share_counts, "stall_counts"},
        {COLUMN_share_consumers, "stall_consumers"}, {COLUMN_share_units, "stall_units"},
        {COLUMN_share_hold, "stall_hold"}, {COLUMN_share_queue, "stall_queue"},
        {COLUMN_share_level, "stall_level"}, {COLUMN_share_strand, "stall_strand"},
        {COLUMN_share_interval, "stall_interval"},
    };
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        r->value[causes[i].column] = 100 * over(counts_get(n, causes[i].name), counts_get(n, "cycles"));
}

/* Cycles and IPC of an SM are those of the SM, and not of its sub-cores. */
static void take_counts(struct row *r, const struct counts *n)
{
    bool sm = counts_get(n, "sm_cycles") > 0;
    double instructions = counts_get(n, "warp_instructions");
    r->value[COLUMN_cycles] = counts_get(n, sm ? "sm_cycles" : "cycles");
    r->value[COLUMN_ipc] = counts_get(n, sm ? "sm_ipc" : "ipc");
    r->value[COLUMN_hit_ratio] = counts_get(n, "hit_ratio");
    r->value[COLUMN_reads_per_instruction] = over(counts_get(n, "bank_reads"), instructions);
    r->value[COLUMN_writes_per_instruction] = over(counts_get(n, "bank_writes"), instructions);
    r->value[COLUMN_conflicts_per_instruction] =
        over(counts_get(n, "bank_write_conflicts") + counts_get(n, "port_s_conflicts"), instructions);
    take_shares(r, n);
}

static void take_design(struct row *r, const struct comparison *c, const struct design *d)
{
    const struct design *base = &c->designs[d->baseline];
    r->value[COLUMN_storage_bits] = d->registers + d->arrays;
    r->value[COLUMN_register_file_bits] = d->register_file;
    r->value[COLUMN_added_percent] =
        100 * over(d->registers + d->arrays - base->registers - base->arrays, base->register_file);
    r->value[COLUMN_area_um2] = d->area;
    r->value[COLUMN_clock_mhz] = d->clock;
}

static struct row *row_at(const struct rows *rows, size_t input, size_t design)
{
    return &rows->row[input * rows->c->design_count + design];
}

static bool take_cell(struct rows *rows, size_t input, size_t design, const struct sentence *error)
{
    const struct cell *cell = comparison_cell(rows->c, design, input);
    struct row *r = row_at(rows, input, design);
    static struct counts counts;
    if (!cell->counts || cell->failed)
        return true;
    if (!counts_read(&counts, cell->counts, error))
        return false;
    r->there = true;
    take_counts(r, &counts);
    take_design(r, rows->c, &rows->c->designs[design]);
    r->value[COLUMN_energy_pj] = cell->energy;
    r->value[COLUMN_lockstep_cycles] = cell->lockstep;
    return true;
}

static void take_ratios(struct rows *rows, size_t input, size_t design)
{
    struct row *r = row_at(rows, input, design);
    const struct row *base = row_at(rows, input, rows->c->designs[design].baseline);
    for (int i = 0; r->there && base->there && i < COLUMNS; i++)
        if (column_at(i)->ratio)
            r->ratio[i] = over(r->value[i], base->value[i]);
}

/* A number of the rows of a design on all inputs, or its ratio. */
static double number(const struct rows *rows, size_t input, size_t design, int column, bool ratio)
{
    const struct row *r = row_at(rows, input, design);
    return ratio ? r->ratio[column] : r->value[column];
}

/* Without a number of one input there is no mean. A geometric mean with a zero is zero. */
static double mean(const struct rows *rows, size_t design, int column, bool ratio)
{
    enum column_mean kind = ratio ? MEAN_GEOMETRIC : column_at(column)->mean;
    size_t n = rows->c->input_count;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double v = number(rows, i, design, column, ratio);
        sum += kind == MEAN_GEOMETRIC ? log(v) : v;
    }
    if (kind == MEAN_GEOMETRIC)
        return exp(sum / (double)n);
    return kind == MEAN_SUM ? sum : sum / (double)n;
}

static void take_mean(struct rows *rows, size_t design)
{
    struct row *r = row_at(rows, rows->c->input_count, design);
    r->there = true;
    for (size_t i = 0; i < rows->c->input_count; i++)
        r->there = r->there && row_at(rows, i, design)->there;
    for (int i = 0; r->there && i < COLUMNS; i++) {
        r->value[i] = mean(rows, design, i, false);
        if (column_at(i)->ratio)
            r->ratio[i] = mean(rows, design, i, true);
    }
}

static void clear(struct row *r)
{
    r->there = false;
    for (int i = 0; i < COLUMNS; i++)
        r->value[i] = r->ratio[i] = NAN;
}

bool rows_make(struct rows *rows, const struct comparison *c, const struct sentence *error)
{
    size_t blocks = c->input_count + 1;
    *rows = (struct rows){.c = c, .row = calloc(blocks * c->design_count, sizeof *rows->row),
                          .means = c->input_count > 1};
    if (!rows->row)
        return refuse(error, "there is no memory for the table; fewer workloads are accepted");
    for (size_t i = 0; i < blocks * c->design_count; i++)
        clear(&rows->row[i]);
    for (size_t i = 0; i < c->input_count; i++)
        for (size_t d = 0; d < c->design_count; d++)
            if (!take_cell(rows, i, d, error))
                return false;
    for (size_t i = 0; i < c->input_count; i++)
        for (size_t d = 0; d < c->design_count; d++)
            take_ratios(rows, i, d);
    for (size_t d = 0; rows->means && d < c->design_count; d++)
        take_mean(rows, d);
    return true;
}

const struct row *rows_at(const struct rows *rows, size_t input, size_t design)
{
    return row_at(rows, input, design);
}

size_t rows_blocks(const struct rows *rows)
{
    return rows->c->input_count + rows->means;
}

const char *rows_input(const struct rows *rows, size_t input)
{
    return input < rows->c->input_count ? rows->c->inputs[input].name : "(mean)";
}

bool rows_have(const struct rows *rows, int column)
{
    for (size_t i = 0; i < rows->c->input_count * rows->c->design_count; i++)
        if (rows->row[i].there && !isnan(rows->row[i].value[column]) && rows->row[i].value[column] != 0)
            return true;
    return false;
}

bool rows_cost_by_input(const struct rows *rows)
{
    return rows_have(rows, COLUMN_energy_pj) || rows_have(rows, COLUMN_lockstep_cycles);
}

size_t rows_input_of(const struct rows *rows, size_t design)
{
    size_t i = 0;
    while (i < rows->c->input_count && !row_at(rows, i, design)->there)
        i++;
    return i;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
}
