/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "page.h"

static void ratio(const struct page *p, const struct row *r, int column, const char *title)
{
    if (!isnan(r->ratio[column]))
        fprintf(p->out, "<div><dt>%s</dt><dd>%.3f<small>&times;</small></dd></div>", title, r->ratio[column]);
}

/* One design beside its baseline. */
static void card(const struct page *p, size_t input, size_t design)
{
    const struct row *r = rows_at(p->rows, input, design);
    fputs("<article class=\"card\"><h3>", p->out);
    page_text(p, p->rows->c->designs[design].label);
    fputs("</h3><p>beside ", p->out);
    page_text(p, p->rows->c->designs[design].baseline_label);
    fputs("</p><dl>", p->out);
    ratio(p, r, COLUMN_ipc, "IPC");
    ratio(p, r, COLUMN_reads_per_instruction, "bank reads");
    ratio(p, r, COLUMN_writes_per_instruction, "bank writes");
    if (!isnan(r->value[COLUMN_added_percent]))
        fprintf(p->out, "<div><dt>storage</dt><dd>%+.1f<small>%% of banks</small></dd></div>",
                r->value[COLUMN_added_percent]);
    ratio(p, r, COLUMN_area_um2, "area");
    ratio(p, r, COLUMN_clock_mhz, "clock");
    ratio(p, r, COLUMN_energy_pj, "energy");
    fputs("</dl></article>\n", p->out);
}

/* The means, or the only input. */
bool page_short(const struct page *p, const struct sentence *error)
{
    const struct comparison *c = p->rows->c;
    size_t input = rows_blocks(p->rows) - 1;
    (void)error;
    fputs("<p class=\"lead\">Each configuration over its baseline, ", p->out);
    page_block(p, input);
    fputs(".</p>\n<div class=\"cards\">\n", p->out);
    for (size_t d = 0; d < c->design_count; d++)
        if (c->designs[d].baseline != d && rows_at(p->rows, input, d)->there)
            card(p, input, d);
    fputs("</div>\n", p->out);
    return true;
}

bool page_notes(const struct page *p, const struct sentence *error)
{
    (void)error;
    fputs("<ul>\n", p->out);
    for (size_t i = 0; i < p->rows->c->note_count; i++) {
        fputs("<li>", p->out);
        page_text(p, p->rows->c->notes[i]);
        fputs("</li>\n", p->out);
    }
    fputs("</ul>\n<details><summary>What the columns mean</summary>\n<dl>\n", p->out);
    for (int i = 0; i < COLUMNS; i++)
        if (rows_have(p->rows, i))
            fprintf(p->out, "<dt>%s</dt><dd>%s</dd>\n", column_at(i)->title, column_at(i)->meaning);
    fputs("</dl>\n</details>\n", p->out);
    return true;
}
