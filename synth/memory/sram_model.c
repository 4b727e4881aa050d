/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules. All interpolation is linear in logarithms (a power law between two neighbouring points).
 *
 * Node: between CACTI's nodes (22 to 90 nm), through the two neighbours. Beyond, all organisations scale alike, as
 * the bank of 32 KB does, so that their ratios stay those of the nearest node: above 90 nm through 65 and 90 nm, below
 * 22 nm through 22 and 32 nm at an effective size. Below 22 nm a node's name no longer follows its dimensions: its
 * size is that of its published 6T bit cell, put into CACTI's area of a cell, 146 F^2. Leakage beyond the nodes is that
 * of the nearest one.
 *
 * Size: through the two neighbours in rows, then in bits; with fewer or more rows than the table has, through the first
 * or last two, which the rule says. The table has rows of 1024 bits up to 512 rows, and slices of
 * 128 and 256 bits up to 256 rows: beyond, slices grow as rows of 1024 bits do. Below 128 bits and above 1024, energy,
 * leakage and area are proportional to the bits and times are constant.
 *
 * Ports: CACTI was run with each kind of ports; memories are interpolated between those of their own kind.
 */
#include "sram_model.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const sram_organisation_names[SRAM_ORGANISATIONS] = {"monolithic", "sliced16", "sliced32"};

const char *const sram_port_names[SRAM_PORTS] = {"1rw", "1r1w", "3r1w"};

/* The name of the source in the table, and what the rule says of it. */
static const struct { const char *source, *words; } kinds[SRAM_PORTS] = {
    {"cacti7", ""},
    {"cacti7_1r1w", ", with one read port and one write port"},
    {"cacti7_3r1w", ", with three read ports and one write port"},
};

enum { NODES_MAX = 16, SIZES_MAX = 16 };

static const char scale_like[] = "bank_256x1024";

/* --- the file ----------------------------------------------------------------------------------------------------- */

static bool parse_number(const char *text, double *out)
{
    char *end;
    if (strcmp(text, "-") == 0) {
        *out = NAN;
        return true;
    }
    *out = strtod(text, &end);
    return *text != '\0' && *end == '\0' && isfinite(*out) && *out > 0;
}

/* Cuts a line at its tabs. Returns the number of columns, at most `max`. */
static int split(char *line, char **columns, int max)
{
    int n = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *rest = line; rest && n < max;)
        columns[n++] = strsep(&rest, "\t");
    return n;
}

static bool parse_entry(char *line, struct sram_entry *entry)
{
    char *columns[5 + SRAM_FIGURES + 1];
    double bytes, bits;
    if (split(line, columns, 5 + SRAM_FIGURES + 1) != 5 + SRAM_FIGURES)
        return false;
    if (strlen(columns[0]) >= SRAM_NAME || strlen(columns[1]) >= SRAM_SOURCE)
        return false;
    strcpy(entry->name, columns[0]);
    strcpy(entry->source, columns[1]);
    bool good = parse_number(columns[2], &entry->nm) && parse_number(columns[3], &bytes) &&
                parse_number(columns[4], &bits) && entry->nm > 0 && bytes < 1e9 && bits < 1e6;
    for (int f = 0; f < SRAM_FIGURES && good; f++) {
        good = parse_number(columns[5 + f], &entry->figures.v[f]);
        good = good && !(isnan(entry->figures.v[f]) && sram_is_cacti(entry));
    }
    if (!good)
        return false;
    entry->bytes = (uint32_t)bytes;
    entry->bits = (uint32_t)bits;
    return entry->bits > 0 && entry->bytes * 8 % entry->bits == 0;
}

enum sram_ports sram_ports_of(const struct sram_entry *entry)
{
    int p = 0;
    while (p < SRAM_PORTS && strcmp(entry->source, kinds[p].source) != 0)
        p++;
    return (enum sram_ports)p;
}

bool sram_is_cacti(const struct sram_entry *entry)
{
    return sram_ports_of(entry) != SRAM_PORTS;
}

bool sram_load(struct sram_table *table, const char *path, const struct sentence *error)
{
    char line[1024];
    bool header = false;
    FILE *file = fopen(path, "r");
    table->count = 0;
    if (!file)
        return refuse(error, "%s cannot be read (%s); expected is the table of memories, synth/memory/sram.tsv", path,
                      strerror(errno));
    for (int n = 1; fgets(line, sizeof line, file); n++) {
        if (line[0] == '#')
            continue;
        if (!header) {
            header = true;
            continue;
        }
        if (table->count == SRAM_MAX || !parse_entry(line, &table->entries[table->count])) {
            fclose(file);
            return refuse(error, "%s:%d is not an entry; accepted: name, source, nm, bytes, bits and %d figures (\"-\" "
                          "if unknown, not for cacti7), at most %d lines", path, n, SRAM_FIGURES, SRAM_MAX);
        }
        table->count++;
    }
    fclose(file);
    return table->count > 0 || refuse(error, "%s has no entries", path);
}

/* --- power laws --------------------------------------------------------------------------------------------------- */

/* The power law through (x0, y0) and (x1, y1), at x. */
static double power_law(double x0, double y0, double x1, double y1, double x)
{
    return y0 * pow(x / x0, log(y1 / y0) / log(x1 / x0));
}

/* Index of the first of two neighbouring points, of at least two in ascending order, between or beside which x is. */
static int neighbour(const double *at, int count, double x)
{
    int i = 0;
    while (i < count - 2 && x > at[i + 1])
        i++;
    return i;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Published 6T bit cells in um2; sources in docs/energy.md. */
static const struct { double nm, cell; } cells[] = {{5, 0.021}, {7, 0.027}, {14, 0.0588}};

double sram_effective_nm(double nm)
{
    enum { COUNT = sizeof cells / sizeof *cells };
    double at[COUNT + 1], size[COUNT + 1];
    if (nm >= 22)
        return nm;
    for (int i = 0; i < COUNT; i++) {
        at[i] = cells[i].nm;
        size[i] = 1000 * sqrt(cells[i].cell / 146);
    }
    at[COUNT] = size[COUNT] = 22;
    int i = neighbour(at, COUNT + 1, nm);
    return power_law(at[i], size[i], at[i + 1], size[i + 1], nm);
}

/* The entries of one organisation, by node. */
static int nodes_of(const struct sram_table *table, const char *name, const struct sram_entry **found)
{
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        const struct sram_entry *e = &table->entries[i];
        if (strcmp(e->name, name) != 0 || !sram_is_cacti(e) || count == NODES_MAX)
            continue;
        int at = count++;
        for (; at > 0 && found[at - 1]->nm > e->nm; at--)
            found[at] = found[at - 1];
        found[at] = e;
    }
    return count;
}

static void describe(char rule[SRAM_RULE], double nm, double low, double high)
{
    if (nm < low)
        snprintf(rule, SRAM_RULE, "extrapolated from %g nm as %s scales from %g to %g nm, at %.1f nm (the bit cell "
                                  "of %g nm over "
                 "146 F^2); leakage of %g nm", low, scale_like, low, high, sram_effective_nm(nm), nm, low);
    else if (nm < high)
        snprintf(rule, SRAM_RULE, "interpolated: power law through CACTI's %g and %g nm", low, high);
    else
        snprintf(rule, SRAM_RULE, "extrapolated from %g nm as %s scales from %g to %g nm; leakage of %g nm", high,
                 scale_like,
                 low, high, high);
}

/* The figures at a node between the first and the last. */
static void interpolate(const struct sram_entry *const *found, int i, double nm, struct sram_figures *out)
{
    for (int f = 0; f < SRAM_FIGURES; f++)
        out->v[f] = power_law(found[i]->nm, found[i]->figures.v[f], found[i + 1]->nm, found[i + 1]->figures.v[f], nm);
}

/* The figures beyond the nodes, from those at `edge`, the first or last of them. */
static bool extrapolate(const struct sram_table *table, const struct sram_entry *edge, double nm,
                        struct sram_figures *out, const struct sentence *error)
{
    const struct sram_entry *model[NODES_MAX];
    struct sram_figures like;
    int count = nodes_of(table, scale_like, model);
    if (count < 2)
        return refuse(error, "the table has no %s at two nodes, as which others are scaled", scale_like);
    int near = nm < edge->nm ? 0 : count - 1;
    if (model[near]->nm != edge->nm)
        return refuse(error, "the nodes of %s are not those of %s, as which it is scaled", edge->name, scale_like);
    interpolate(model, near ? count - 2 : 0, sram_effective_nm(nm), &like);
    for (int f = 0; f < SRAM_FIGURES; f++)
        out->v[f] = edge->figures.v[f] * (f == SRAM_LEAK ? 1 : like.v[f] / model[near]->figures.v[f]);
    return true;
}

bool sram_at(const struct sram_table *table, const char *name, double nm, struct sram_figures *out,
             char rule[SRAM_RULE], const struct sentence *error)
{
    const struct sram_entry *found[NODES_MAX];
    double at[NODES_MAX];
    int count = nodes_of(table, name, found);
    if (count < 2)
        return refuse(error, "the table has no organisation %s at two nodes at least", name);
    if (!(nm >= SRAM_NM_MIN && nm <= SRAM_NM_MAX))
        return refuse(error, "%g is not a node that can be scaled to; accepted: %g to %g nm", nm, SRAM_NM_MIN,
                      SRAM_NM_MAX);
    for (int i = 0; i < count; i++) {
        at[i] = found[i]->nm;
        if (at[i] == nm) {
            *out = found[i]->figures;
            snprintf(rule, SRAM_RULE, "CACTI at %g nm", nm);
            return true;
        }
    }
    int i = neighbour(at, count, nm);
    describe(rule, nm, at[i], at[i + 1]);
    if (nm < at[0] || nm > at[count - 1])
        return extrapolate(table, found[nm < at[0] ? 0 : count - 1], nm, out, error);
    interpolate(found, i, nm, out);
    return true;
}

/* --- sizes -------------------------------------------------------------------------------------------------------- */

/* Organisations of one width at a node, by rows. */
struct column {
    int    count;
    double rows[SIZES_MAX];
    struct sram_figures figures[SIZES_MAX];
};

static void insert(struct column *c, double rows, const struct sram_figures *figures)
{
    int at = c->count++;
    for (; at > 0 && c->rows[at - 1] > rows; at--) {
        c->rows[at] = c->rows[at - 1];
        c->figures[at] = c->figures[at - 1];
    }
    c->rows[at] = rows;
    c->figures[at] = *figures;
}

static bool column_of(const struct sram_table *table, uint32_t bits, enum sram_ports ports, double nm, struct column *c,
                      char rule[SRAM_RULE], const struct sentence *error)
{
    struct sram_figures figures;
    double first = 0;
    c->count = 0;
    for (int i = 0; i < table->count && c->count < SIZES_MAX; i++) {
        const struct sram_entry *e = &table->entries[i];
        if (sram_ports_of(e) != ports || e->bits != bits || (first > 0 && e->nm != first))
            continue;
        first = e->nm;
        if (!sram_at(table, e->name, nm, &figures, rule, error))
            return false;
        insert(c, e->bytes * 8.0 / e->bits, &figures);
    }
    return c->count >= 2 || refuse(error, "the table has no two sizes of %u bits with ports %s", bits,
                                   sram_port_names[ports]);
}

/* A figure at so many rows. What lies beyond the column's last point grows as the column `beyond` does there. */
static double at_rows(const struct column *c, const struct column *beyond, int figure, double rows)
{
    double last = c->rows[c->count - 1];
    if (rows > last && beyond)
        return c->figures[c->count - 1].v[figure] * at_rows(beyond, NULL, figure, rows) /
               at_rows(beyond, NULL, figure, last);
    int i = neighbour(c->rows, c->count, rows);
    return power_law(c->rows[i], c->figures[i].v[figure], c->rows[i + 1], c->figures[i + 1].v[figure], rows);
}

static const uint32_t widths[] = {128, 256, 1024};
enum { WIDTHS = sizeof widths / sizeof *widths };

/* A figure of one array of any width, from its figures at the table's widths. */
static double at_bits(const double known[WIDTHS], int figure, double bits)
{
    bool time = figure == SRAM_ACCESS || figure == SRAM_CYCLE;
    double at[WIDTHS];
    for (int i = 0; i < WIDTHS; i++)
        at[i] = widths[i];
    if (bits < at[0])
        return time ? known[0] : known[0] * bits / at[0];
    if (bits > at[WIDTHS - 1])
        return time ? known[WIDTHS - 1] : known[WIDTHS - 1] * bits / at[WIDTHS - 1];
    int i = neighbour(at, WIDTHS, bits);
    return power_law(at[i], known[i], at[i + 1], known[i + 1], bits);
}

uint32_t sram_slices(uint32_t bits, enum sram_organisation organisation)
{
    uint32_t slice = organisation == SRAM_SLICED_16B ? 128 : 256;
    return organisation == SRAM_MONOLITHIC ? 1 : (bits + slice - 1) / slice;
}

static void add_size(char rule[SRAM_RULE], uint32_t rows, uint32_t bits, enum sram_organisation organisation,
                     enum sram_ports ports)
{
    uint32_t slices = sram_slices(bits, organisation);
    size_t length = strlen(rule);
    snprintf(rule + length, SRAM_RULE - length, "%s", kinds[ports].words);
    length = strlen(rule);
    if (organisation == SRAM_MONOLITHIC)
        snprintf(rule + length, SRAM_RULE - length, "; %u rows of %u bits by power laws in rows and bits", rows, bits);
    else
        snprintf(rule + length, SRAM_RULE - length, "; %u slices of %u rows by power law in rows%s", slices, rows,
                 rows > 256 ? ", above 256 growing as rows of 1024 bits do" : "");
}

bool sram_bank(const struct sram_table *table, uint32_t rows, uint32_t bits, enum sram_organisation organisation,
               enum sram_ports ports, double nm, struct sram_figures *out, char rule[SRAM_RULE],
               const struct sentence *error)
{
    struct column columns[WIDTHS];
    if (rows < SRAM_ROWS_MIN || rows > SRAM_ROWS_MAX || bits < SRAM_BITS_MIN || bits > SRAM_BITS_MAX)
        return refuse(error, "a memory of %u rows of %u bits is not covered; accepted: %d to %d rows of %d to %d bits",
                      rows, bits, SRAM_ROWS_MIN, SRAM_ROWS_MAX, SRAM_BITS_MIN, SRAM_BITS_MAX);
    for (int w = 0; w < WIDTHS; w++)
        if (!column_of(table, widths[w], ports, nm, &columns[w], rule, error))
            return false;
    const uint32_t slices = sram_slices(bits, organisation);
    const double width = (double)bits / slices;
    for (int f = 0; f < SRAM_FIGURES; f++) {
        double known[WIDTHS];
        for (int w = 0; w < WIDTHS; w++)
            known[w] = at_rows(&columns[w], w == WIDTHS - 1 ? NULL : &columns[WIDTHS - 1], f, rows);
        out->v[f] = at_bits(known, f, width) * (f >= SRAM_READ ? slices : 1);
    }
    const struct column *wide = &columns[WIDTHS - 1];
    const double ends[2] = {wide->rows[0], wide->rows[wide->count - 1]};
    if (rows < ends[0] || rows > ends[1]) {
        size_t length = strlen(rule);
        snprintf(rule + length, SRAM_RULE - length, ", rows extrapolated: the table has %g to %g", ends[0], ends[1]);
    }
    add_size(rule, rows, bits, organisation, ports);
    return true;
}
