/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

enum { LABEL_FROM = 8 }; /* percent that a part of a bar needs to have its number in it */

static bool is_share(const struct page *p, int column)
{
    return column_at(column)->group == GROUP_SHARE && rows_have(p->rows, column);
}

static void legend(const struct page *p)
{
    fputs("<ul class=\"legend\">\n", p->out);
    for (int i = 0; i < COLUMNS; i++)
        if (is_share(p, i))
            fprintf(p->out, "<li title=\"%s\"><i class=\"%s\"></i>%s</li>\n", column_at(i)->meaning, column_at(i)->name,
                    column_at(i)->title);
    fputs("</ul>\n", p->out);
}

static void bar(const struct page *p, size_t input, size_t design)
{
    const struct row *r = rows_at(p->rows, input, design);
    fputs("<div class=\"line\"><span class=\"name\">", p->out);
    page_text(p, p->rows->c->designs[design].label);
    fputs("</span><div class=\"bar\">", p->out);
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_share(p, i) || !(r->value[i] > 0))
            continue;
        fprintf(p->out, "<span class=\"%s\" style=\"flex-grow:%.4f\" title=\"%s: %.1f %%\">", column_at(i)->name,
                r->value[i], column_at(i)->title, r->value[i]);
        if (r->value[i] >= LABEL_FROM)
            fprintf(p->out, "%.0f", r->value[i]);
        fputs("</span>", p->out);
    }
    fputs("</div></div>\n", p->out);
}

bool page_cycles(const struct page *p, const struct sentence *error)
{
    (void)error;
    legend(p);
    for (size_t i = 0; i < rows_blocks(p->rows); i++) {
        fputs("<h3>", p->out);
        page_block(p, i);
        fputs("</h3>\n<div class=\"bars\">\n", p->out);
        for (size_t d = 0; d < p->rows->c->design_count; d++)
            if (rows_at(p->rows, i, d)->there)
                bar(p, i, d);
        fputs("</div>\n", p->out);
    }
    fputs("<details><summary>As a table, in percent</summary>\n", p->out);
    page_table(p, GROUP_SHARE);
    fputs("</details>\n", p->out);
    return true;
}
