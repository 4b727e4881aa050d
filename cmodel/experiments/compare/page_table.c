/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "page.h"

static bool shown(const struct rows *rows, int column, enum column_group group)
{
    return column_at(column)->group == group && (group == GROUP_RUN || rows_have(rows, column));
}

static void head(const struct page *p, enum column_group group)
{
    fputs("<thead><tr><th scope=\"col\">configuration</th>", p->out);
    for (int i = 0; i < COLUMNS; i++) {
        if (!shown(p->rows, i, group))
            continue;
        fprintf(p->out, "<th scope=\"col\" title=\"%s\">%s</th>", column_at(i)->meaning, column_at(i)->title);
        if (column_at(i)->ratio)
            fputs("<th scope=\"col\" title=\"to the baseline on the same workload\">ratio</th>", p->out);
    }
    fputs("</tr></thead>\n", p->out);
}

static void number(const struct page *p, const char *kind, double value, int digits)
{
    if (isnan(value))
        fprintf(p->out, "<td%s>\xe2\x80\x93</td>", kind);
    else
        fprintf(p->out, "<td%s data-value=\"%.9g\">%.*f</td>", kind, value, digits, value);
}

static void line(const struct page *p, size_t input, size_t design, enum column_group group)
{
    const struct row *r = rows_at(p->rows, input, design);
    bool base = p->rows->c->designs[design].baseline == design;
    fprintf(p->out, "<tr%s><th scope=\"row\">", base ? " class=\"base\"" : "");
    page_text(p, p->rows->c->designs[design].label);
    fputs("</th>", p->out);
    for (int i = 0; i < COLUMNS; i++) {
        if (!shown(p->rows, i, group))
            continue;
        number(p, "", r->value[i], column_at(i)->digits);
        if (column_at(i)->ratio)
            number(p, " class=\"ratio\"", r->ratio[i], 3);
    }
    fputs("</tr>\n", p->out);
}

static size_t width(const struct page *p, enum column_group group)
{
    size_t n = 1;
    for (int i = 0; i < COLUMNS; i++)
        n += shown(p->rows, i, group) ? 1 + column_at(i)->ratio : 0;
    return n;
}

static void block(const struct page *p, size_t input, enum column_group group)
{
    fprintf(p->out, "<tbody><tr class=\"block\"><th colspan=\"%zu\"><span>", width(p, group));
    page_block(p, input);
    fputs("</span></th></tr>\n", p->out);
    for (size_t d = 0; d < p->rows->c->design_count; d++)
        if (rows_at(p->rows, input, d)->there)
            line(p, input, d, group);
    fputs("</tbody>\n", p->out);
}

/* What no input changes, once for each design. */
static void designs(const struct page *p)
{
    fputs("<tbody>\n", p->out);
    for (size_t d = 0; d < p->rows->c->design_count; d++)
        if (rows_input_of(p->rows, d) < p->rows->c->input_count)
            line(p, rows_input_of(p->rows, d), d, GROUP_DESIGN);
    fputs("</tbody>\n", p->out);
}

void page_table(const struct page *p, enum column_group group)
{
    fputs("<div class=\"wide\" tabindex=\"0\">\n<table class=\"data\">\n", p->out);
    head(p, group);
    if (group == GROUP_DESIGN && !rows_cost_by_input(p->rows))
        designs(p);
    else
        for (size_t i = 0; i < rows_blocks(p->rows); i++)
            block(p, i, group);
    fputs("</table>\n</div>\n", p->out);
}

bool page_speed(const struct page *p, const struct sentence *error)
{
    (void)error;
    page_table(p, GROUP_RUN);
    return true;
}

bool page_cost(const struct page *p, const struct sentence *error)
{
    (void)error;
    page_table(p, GROUP_DESIGN);
    if (!p->rows->c->library)
        return true;
    fputs("<p class=\"lead\">Library of areas, clocks and energies: ", p->out);
    page_text(p, p->rows->c->library);
    fputs(".</p>\n", p->out);
    return true;
}
