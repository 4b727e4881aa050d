/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two tables of the same kernels or micro-benchmarks beside each other: what another simulator says, and what the
 * golden model says (docs/correlate.md).
 *
 * usage: correlate [--within PERCENT] [--csv] REFERENCE MEASURED
 *
 * A line of a table has a name, the SHA-256 of its trace or - if it has none, and a number above 0, with tabs between;
 * lines that begin with # are comments. Rows stand in the order of REFERENCE. A name that MEASURED lacks, and a trace
 * that is another one, are said and left out of the means. So is a name that REFERENCE lacks.
 *
 * Prints a row for each name, then the geometric mean of the ratios, the mean error |ratio - 1| and how many are within
 * so many percent (10).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "configs/lines.h"
#include "configs/program.h"

enum { NAME = 64, HASH = 72 };

static const double ROUNDING = 1e-9;    /* of a ratio of decimal numbers */

struct row {
    char   name[NAME], hash[HASH];
    double value;
    bool   used;                /* the other table has it, too */
};

struct table {
    struct row *rows;
    size_t count, room;
    const char *path;
    const struct sentence *error;
};

struct arguments {
    const char *path[2];
    unsigned count;
    double within;              /* a share */
    bool csv;
};

static struct row *find(const struct table *t, const char *name)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->rows[i].name, name) == 0)
            return &t->rows[i];
    return NULL;
}

static bool take(void *context, char *line, unsigned number)
{
    struct table *t = context;
    struct row row = {.used = false};
    char rest[2];
    line[strcspn(line, "\r\n")] = '\0';
    if (*line == '#' || *line == '\0')
        return true;
    if (sscanf(line, "%63[^\t]\t%71[^\t]\t%lf%1s", row.name, row.hash, &row.value, rest) != 3
        || !isfinite(row.value) || row.value <= 0)
        return refuse_at(t->error, t->path, number, "not a row; accepted are a name, a hash or -, and a number above "
                         "0, with tabs between");
    if (find(t, row.name))
        return refuse_at(t->error, t->path, number, "%s stands there for the second time; accepted is once", row.name);
    void *rows = t->rows;
    if (!array_grow(&rows, sizeof *t->rows, t->count, &t->room))
        return refuse(t->error, "out of memory");
    t->rows = rows;
    t->rows[t->count++] = row;
    return true;
}

static void print_row(const struct arguments *a, const char *name, double reference, double measured)
{
    if (a->csv)
        printf("%s,%.3f,%.3f,%.4f\n", name, reference, measured, measured / reference);
    else
        printf("%-24s %12.3f %12.3f %8.3f\n", name, reference, measured, measured / reference);
}

/* Which is said as text only, beside what cannot be compared. */
static void print_left_out(const struct arguments *a, const char *name, const char *why)
{
    if (a->csv)
        remark("%s: %s", name, why);
    else
        printf("%-24s %s\n", name, why);
}

static void print_summary(const struct arguments *a, size_t count, size_t within, double logs, double errors)
{
    FILE *out = a->csv ? stderr : stdout;
    double n = (double)count;
    if (count == 0)
        fputs("nothing can be compared\n", out);
    else
        fprintf(out, "%zu compared: geometric mean %.3f, mean error %.1f %%, %zu within %g %%\n", count, exp(logs / n),
                100 * errors / n, within, 100 * a->within);
}

static void correlate(const struct arguments *a, struct table *reference, struct table *measured)
{
    size_t count = 0, within = 0;
    double logs = 0, errors = 0;
    if (a->csv)
        puts("name,reference,model,ratio");
    else
        printf("%-24s %12s %12s %8s\n", "name", "reference", "model", "ratio");
    for (size_t i = 0; i < reference->count; i++) {
        const struct row *r = &reference->rows[i];
        struct row *m = find(measured, r->name);
        if (m)
            m->used = true;
        if (!m || strcmp(m->hash, r->hash) != 0) {
            print_left_out(a, r->name, m ? "was measured with another trace" : "was not measured");
            continue;
        }
        double ratio = m->value / r->value;
        print_row(a, r->name, r->value, m->value);
        count++;
        logs += log(ratio);
        errors += fabs(ratio - 1);
        within += fabs(ratio - 1) < a->within + ROUNDING;
    }
    for (size_t i = 0; i < measured->count; i++)
        if (!measured->rows[i].used)
            print_left_out(a, measured->rows[i].name, "has no reference");
    print_summary(a, count, within, logs, errors);
}

/* --- program ------------------------------------------------------------------------------------------------------ */

enum { OPTION_WITHIN = 256, OPTION_CSV };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    char *end;
    switch (key) {
    case OPTION_WITHIN:
        a->within = strtod(arg, &end) / 100;
        if (end == arg || *end || !(a->within > 0 && a->within <= 10))
            give_up("--within %s is no share; accepted: above 0 to 1000 percent", arg);
        return 0;
    case OPTION_CSV:
        a->csv = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->count == 2)
            return ARGP_ERR_UNKNOWN;
        a->path[a->count++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"within", OPTION_WITHIN, "PERCENT", 0, "ratios that are off by so much or less are counted (10)", 0},
    {"csv", OPTION_CSV, NULL, 0, "rows with commas; the means and what is left out go to standard error", 0},
    {0},
};

static const struct argp argp = {options, parse, "REFERENCE MEASURED",
                                 "Puts two tables of cycles or rates beside each other.", NULL, NULL, NULL};

int main(int argc, char **argv)
{
    char error[512];
    struct arguments a = {.within = 0.1};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &a);
    if (a.count != 2)
        return complain("two tables are needed; accepted are REFERENCE and MEASURED");
    struct sentence why = {error, sizeof error};
    struct table tables[2] = {{.path = a.path[0], .error = &why}, {.path = a.path[1], .error = &why}};
    int code = 0;
    for (int i = 0; i < 2 && code == 0; i++)
        if (!lines_read(tables[i].path, "a table of correlate", take, &tables[i], &why))
            code = complain("%s", error);
    if (code == 0)
        correlate(&a, &tables[0], &tables[1]);
    free(tables[0].rows);
    free(tables[1].rows);
    return code;
}
