/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "configs/version.h"
#include "print.h"

void print_json_string(const char *text, FILE *out)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 32 || *c == '<' || *c == '>' || *c == '&')
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

static void member(const char *name, const char *end, double value, int digits, FILE *out)
{
    if (isnan(value))
        fprintf(out, ", \"%s%s\": null", name, end);
    else
        fprintf(out, ", \"%s%s\": %.*f", name, end, digits, value);
}

static void object(const struct rows *rows, size_t input, size_t design, FILE *out)
{
    const struct row *r = rows_at(rows, input, design);
    fputs("    {\"workload\": ", out);
    print_json_string(rows_input(rows, input), out);
    fputs(", \"configuration\": ", out);
    print_json_string(rows->c->designs[design].label, out);
    fputs(", \"baseline\": ", out);
    print_json_string(rows->c->designs[design].baseline_label, out);
    for (int i = 0; i < COLUMNS; i++) {
        const struct column *c = column_at(i);
        member(c->name, "", r->value[i], r->value[i] == floor(r->value[i]) && !c->digits ? 0 : 6, out);
        if (c->ratio)
            member(c->name, "_ratio", r->ratio[i], 6, out);
    }
    fputc('}', out);
}

static void columns(FILE *out)
{
    fputs("  \"columns\": {", out);
    for (int i = 0; i < COLUMNS; i++) {
        fprintf(out, "%s\n    \"%s\": ", i ? "," : "", column_at(i)->name);
        print_json_string(column_at(i)->meaning, out);
    }
    fputs("\n  },\n", out);
}

static void notes(const struct comparison *c, FILE *out)
{
    fputs("  \"notes\": [", out);
    for (size_t i = 0; i < c->note_count; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        print_json_string(c->notes[i], out);
    }
    fputs("\n  ]\n}\n", out);
}

void print_json(const struct rows *rows, FILE *out)
{
    const char *between = "\n";
    fprintf(out, "{\n  \"subcore\": \"%s\",\n  \"command\": ", SUBCORE_VERSION);
    print_json_string(rows->c->command ? rows->c->command : "", out);
    fputs(",\n", out);
    columns(out);
    fputs("  \"rows\": [", out);
    for (size_t i = 0; i < rows_blocks(rows); i++)
        for (size_t d = 0; d < rows->c->design_count; d++)
            if (rows_at(rows, i, d)->there) {
                fputs(between, out);
                object(rows, i, d, out);
                between = ",\n";
            }
    fputs("\n  ],\n", out);
    notes(rows->c, out);
}
