/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <errno.h>
#include <string.h>

/* The sections in their order. */
static const struct {
    const char *id, *title, *lead;
    page_section *write;
} sections[] = {
    {"short", "In short", "", page_short},
    {"speed", "How fast", "A ratio is to the baseline on the same workload. Click a title to sort.", page_speed},
    {"cycles", "Where the cycles went", "Each cycle of an issue slot has one cause: an issue, or why there was none.",
     page_cycles},
    {"time", "IPC over time", "The mean of the slices that still run. All configurations share the axis of cycles.",
     page_time},
    {"pipeline", "The pipeline", "What each instruction does in every cycle, and what it waits for: the first 1,000 "
     "cycles of sub-core 0.0, or of SM 0.", page_pipeline},
    {"cost", "What it costs", "Storage is every bit of registers and arrays, without the banks of the register file.",
     page_cost},
    {"notes", "Notes", "", page_notes},
};

void page_text(const struct page *p, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", p->out); break;
        case '>': fputs("&gt;", p->out); break;
        case '&': fputs("&amp;", p->out); break;
        case '"': fputs("&quot;", p->out); break;
        default: fputc(*text, p->out);
        }
}

void page_block(const struct page *p, size_t input)
{
    if (input == p->rows->c->input_count)
        fprintf(p->out, "mean of %zu workloads", input);
    else
        page_text(p, rows_input(p->rows, input));
}

/* Copies a file into the page. */
static bool include(const struct page *p, const char *path, const struct sentence *error)
{
    char part[4096];
    size_t n;
    FILE *in = fopen(path, "r");
    if (!in)
        return refuse(error, "%s: %s; accepted is a part of the page", path, strerror(errno));
    while ((n = fread(part, 1, sizeof part, in)) > 0)
        fwrite(part, 1, n, p->out);
    fclose(in);
    return true;
}

static void links(const struct page *p)
{
    fputs("<nav>", p->out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        fprintf(p->out, "<a href=\"#%s\">%s</a>", sections[i].id, sections[i].title);
    fputs("</nav>\n", p->out);
}

static bool section(const struct page *p, size_t i, const struct sentence *error)
{
    fprintf(p->out, "<section id=\"%s\">\n<h2>%s</h2>\n", sections[i].id, sections[i].title);
    if (*sections[i].lead)
        fprintf(p->out, "<p class=\"lead\">%s</p>\n", sections[i].lead);
    if (!sections[i].write(p, error))
        return false;
    fputs("</section>\n", p->out);
    return true;
}

bool page_write(const struct page *p, const struct sentence *error)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>Subcore: comparison</title>\n<style>\n", p->out);
    if (!include(p, p->style, error))
        return false;
    fputs("</style>\n</head>\n<body>\n<header>\n<h1>Comparison of operand collection</h1>\n<p><code>", p->out);
    page_text(p, p->rows->c->command ? p->rows->c->command : "");
    fputs("</code></p>\n", p->out);
    links(p);
    fputs("</header>\n<main>\n", p->out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (!section(p, i, error))
            return false;
    fputs("</main>\n<script>\n", p->out);
    if (!include(p, p->script, error))
        return false;
    fputs("</script>\n</body>\n</html>\n", p->out);
    return true;
}
