/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "print.h"

static void quoted(const char *text, FILE *out)
{
    if (!strpbrk(text, "\",\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void number(double value, int digits, FILE *out)
{
    if (isnan(value))
        fputc(',', out);
    else
        fprintf(out, ",%.*f", digits, value);
}

/* Whole numbers stay whole, but in means. */
static void line(const struct rows *rows, size_t input, size_t design, FILE *out)
{
    const struct row *r = rows_at(rows, input, design);
    quoted(rows_input(rows, input), out);
    fputc(',', out);
    quoted(rows->c->designs[design].label, out);
    fputc(',', out);
    quoted(rows->c->designs[design].baseline_label, out);
    for (int i = 0; i < COLUMNS; i++) {
        number(r->value[i], r->value[i] == floor(r->value[i]) && !column_at(i)->digits ? 0 : 6, out);
        if (column_at(i)->ratio)
            number(r->ratio[i], 6, out);
    }
    fputc('\n', out);
}

void print_csv(const struct rows *rows, FILE *out)
{
    fputs("workload,configuration,baseline", out);
    for (int i = 0; i < COLUMNS; i++) {
        fprintf(out, ",%s", column_at(i)->name);
        if (column_at(i)->ratio)
            fprintf(out, ",%s_ratio", column_at(i)->name);
    }
    fputc('\n', out);
    for (size_t i = 0; i < rows_blocks(rows); i++)
        for (size_t d = 0; d < rows->c->design_count; d++)
            if (rows_at(rows, i, d)->there)
                line(rows, i, d, out);
}
