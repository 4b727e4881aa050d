/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comparison as one page of HTML that needs nothing else: style and script are in it, and pictures are SVG and CSS.
 *
 * The page is a list of sections (page.c). Another section is a row there, and a function in a file of its own. The
 * script makes any <table class="data"> sortable, and searchable when it is long.
 */
#ifndef SUBCORE_COMPARE_PAGE_H
#define SUBCORE_COMPARE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "rows.h"

struct page {
    const struct rows *rows;
    const char *style, *script; /* files that become part of the page */
    FILE *out;
};

/* Writes a section: false, with a sentence, if a file that it needs cannot be read. */
typedef bool page_section(const struct page *, const struct sentence *);

bool page_write(const struct page *, const struct sentence *);

page_section page_short, page_speed, page_cycles, page_time, page_pipeline, page_cost, page_notes;

/* Text with <, >, & and quotes made harmless. */
void page_text(const struct page *, const char *text);
/* The name of a block of rows: of an input, or of the means. */
void page_block(const struct page *, size_t input);
/* The table of a group of columns. */
void page_table(const struct page *, enum column_group group);

#endif
