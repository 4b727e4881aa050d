/* SPDX-License-Identifier: Apache-2.0 */
/* Each run's pipeline view, a page of its own inside of this one. */
#include <errno.h>
#include <string.h>

#include "page.h"

/* The page at `path` as the value of an attribute. */
static bool include_page(const struct page *p, const char *path, const struct sentence *error)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return refuse(error, "%s: %s; accepted is what build/cmodel run --pipeline has written", path, strerror(errno));
    for (int c; (c = getc(in)) != EOF;)
        switch (c) {
        case '<': fputs("&lt;", p->out); break;
        case '>': fputs("&gt;", p->out); break;
        case '&': fputs("&amp;", p->out); break;
        case '"': fputs("&quot;", p->out); break;
        default: fputc(c, p->out);
        }
    fclose(in);
    return true;
}

static bool view(const struct page *p, size_t design, size_t input, const struct sentence *error)
{
    fputs("<details><summary>", p->out);
    page_text(p, p->rows->c->designs[design].label);
    fputs(" on ", p->out);
    page_text(p, rows_input(p->rows, input));
    fputs("</summary>\n<iframe loading=\"lazy\" title=\"pipeline\" srcdoc=\"", p->out);
    if (!include_page(p, comparison_cell(p->rows->c, design, input)->view, error))
        return false;
    fputs("\"></iframe></details>\n", p->out);
    return true;
}

bool page_pipeline(const struct page *p, const struct sentence *error)
{
    const struct comparison *c = p->rows->c;
    size_t views = 0;
    for (size_t i = 0; i < c->input_count; i++)
        for (size_t d = 0; d < c->design_count; d++) {
            if (!comparison_cell(c, d, i)->view || !rows_at(p->rows, i, d)->there)
                continue;
            if (!view(p, d, i, error))
                return false;
            views++;
        }
    if (!views)
        fputs("<p>It is left out, for more than twelve runs are compared. <code>make run PIPELINE=file.html</code> "
              "writes the view of one.</p>\n", p->out);
    return true;
}
