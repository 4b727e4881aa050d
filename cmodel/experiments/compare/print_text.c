/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "print.h"

enum { WIDTH = 118, TEXT = 64 };

static int label_width(const struct comparison *c)
{
    size_t width = 13;
    for (size_t i = 0; i < c->design_count; i++) {
        width = strlen(c->designs[i].label) > width ? strlen(c->designs[i].label) : width;
        width = strlen(c->designs[i].baseline_label) > width ? strlen(c->designs[i].baseline_label) : width;
    }
    return (int)width;
}

static void number(double value, int width, int digits, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %*s", width, "-");
    else
        fprintf(out, " %*.*f", width, digits, value);
}

static void ratio(double value, FILE *out)
{
    number(value, 6, 3, out);
}

static int width_of(int column)
{
    int title = (int)strlen(column_at(column)->title);
    return column_at(column)->group == GROUP_SHARE || title > 9 ? title : 9;
}

static bool shown(const struct rows *rows, int column, enum column_group group)
{
    return column_at(column)->group == group && (group == GROUP_RUN || rows_have(rows, column));
}

static void head(const struct rows *rows, enum column_group group, int width, FILE *out)
{
    fprintf(out, "  %-*s", width, "");
    for (int i = 0; i < COLUMNS; i++)
        if (shown(rows, i, group))
            fprintf(out, " %*s%s", width_of(i), column_at(i)->title, column_at(i)->ratio ? "  ratio" : "");
    fputc('\n', out);
}

static void numbers(const struct rows *rows, size_t input, size_t design, enum column_group group, FILE *out)
{
    const struct row *r = rows_at(rows, input, design);
    for (int i = 0; i < COLUMNS; i++) {
        if (!shown(rows, i, group))
            continue;
        number(r->value[i], width_of(i), column_at(i)->digits, out);
        if (column_at(i)->ratio)
            ratio(r->ratio[i], out);
    }
    fputc('\n', out);
}

static void block_name(const struct rows *rows, size_t input, const char *of, FILE *out)
{
    if (input == rows->c->input_count)
        fprintf(out, "  mean of %zu%s\n", rows->c->input_count, of);
    else
        fprintf(out, "  %s\n", rows_input(rows, input));
}

/* A part of the table: the rows of each input, and of the means. */
static void part(const struct rows *rows, enum column_group group, const char *title, const char *of, FILE *out)
{
    int width = label_width(rows->c);
    fprintf(out, "\n%s\n", title);
    head(rows, group, width, out);
    for (size_t i = 0; i < rows_blocks(rows); i++) {
        block_name(rows, i, of, out);
        for (size_t d = 0; d < rows->c->design_count; d++)
            if (rows_at(rows, i, d)->there) {
                fprintf(out, "  %-*s", width, rows->c->designs[d].label);
                numbers(rows, i, d, group, out);
            }
    }
}

/* A design has one line, unless there are numbers of it that the input changes. */
static void designs(const struct rows *rows, FILE *out)
{
    if (rows_cost_by_input(rows)) {
        part(rows, GROUP_DESIGN, "what it costs", ", energy: geometric mean; lock-step: sum", out);
        return;
    }
    int width = label_width(rows->c);
    fputs("\nwhat it costs\n", out);
    head(rows, GROUP_DESIGN, width, out);
    for (size_t d = 0; d < rows->c->design_count; d++)
        if (rows_input_of(rows, d) < rows->c->input_count) {
            fprintf(out, "  %-*s", width, rows->c->designs[d].label);
            numbers(rows, rows_input_of(rows, d), d, GROUP_DESIGN, out);
        }
}

/* A sentence, folded. */
static void fold(const char *text, FILE *out)
{
    int at = fprintf(out, "*");
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (at + 1 + word > WIDTH)
            at = fprintf(out, "\n ") - 1;
        at += fprintf(out, " %.*s", word, text);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static bool any_row(const struct rows *rows)
{
    for (size_t d = 0; d < rows->c->design_count; d++)
        if (rows_input_of(rows, d) < rows->c->input_count)
            return true;
    return false;
}

static void tables(const struct rows *rows, FILE *out)
{
    part(rows, GROUP_RUN, "how fast; a ratio is to the baseline on the same workload",
         ": geometric, of hits and conflicts arithmetic", out);
    part(rows, GROUP_SHARE, "where the cycles went, in percent of a slot that issues one instruction a cycle", "", out);
    designs(rows, out);
    fputc('\n', out);
}

void print_text(const struct rows *rows, FILE *out)
{
    if (any_row(rows))
        tables(rows, out);
    for (size_t i = 0; i < rows->c->note_count; i++)
        fold(rows->c->notes[i], out);
}
