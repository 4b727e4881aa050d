/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draw_walk: the way of one operand through the functions of the checkout that it runs in.
 *
 * usage: draw_walk TABLE                       the picture, as SVG
 *        draw_walk --rows TABLE                the list in the documentation, as Markdown
 * TABLE has rows: when, file, function, file and function that it is called in, file of the generator or -, what
 * becomes of the operand. A row whose last column begins with "or, " is another way beside the one before it. Exit
 * codes: 0; 1 when a function is not in its file, or not called where the row says, or a file is not there, which a
 * sentence on stderr says; 2.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "configs/fold.h"
#include "configs/program.h"
#include "function_text.h"
#include "svg.h"
#include "table.h"

enum { WHEN, FILE_NAME, FUNCTION, CALLED_IN, GENERATOR, WHAT, COLUMNS };

/* The layout. */
enum {
    WIDTH = 800, MARGIN = 24, TOP = 64, HEAD = 28, BOX_X = 40, BOX_WIDTH = WIDTH - 2 * BOX_X, BOX_HEIGHT = 56,
    BOX_GAP = 20, PANEL_GAP = 18, PANEL_END = 10
};

struct options { const char *table; bool rows; };

/* --- check -------------------------------------------------------------------------------------------------------- */

static unsigned faults;

__attribute__((format(printf, 3, 4)))
static void find_fault(const struct table *t, const struct table_row *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%u: ", t->path, r->line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    faults++;
}

/* "file function", where the row's function is called. */
static void check_call(const struct table *t, const struct table_row *r)
{
    const char *cell = r->cell[CALLED_IN], *blank = strchr(cell, ' ');
    if (!blank) {
        find_fault(t, r, "'%s' is not where a function is called; accepted is FILE FUNCTION", cell);
        return;
    }
    char *file = copy(cell, (size_t)(blank - cell)), *body = function_text(file, blank + 1);
    if (!body)
        find_fault(t, r, "%s has no function %s", file, blank + 1);
    else if (!function_calls(body, r->cell[FUNCTION]))
        find_fault(t, r, "%s in %s does not call %s", blank + 1, file, r->cell[FUNCTION]);
    free(body);
    free(file);
}

static void check(const struct table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct table_row *r = &t->rows[i];
        char *body = function_text(r->cell[FILE_NAME], r->cell[FUNCTION]);
        if (!body)
            find_fault(t, r, "%s has no function %s", r->cell[FILE_NAME], r->cell[FUNCTION]);
        free(body);
        check_call(t, r);
        if (strcmp(r->cell[GENERATOR], "-") != 0 && access(r->cell[GENERATOR], R_OK) != 0)
            find_fault(t, r, "%s cannot be read: %s", r->cell[GENERATOR], strerror(errno));
    }
}

/* --- table -------------------------------------------------------------------------------------------------------- */

static void print_rows(const struct table *t)
{
    char text[1200];
    for (size_t i = 0; i < t->count; i++) {
        char *const *cell = t->rows[i].cell;
        if (i == 0 || strcmp(cell[WHEN], t->rows[i - 1].cell[WHEN]) != 0)
            printf("%s%c%s:\n\n", i ? "\n" : "", toupper((unsigned char)*cell[WHEN]), cell[WHEN] + 1);
        snprintf(text, sizeof text, "`%s`: %s", cell[FUNCTION], cell[WHAT]);
        fold(stdout, 120, "* ", "  ", text);
        snprintf(text, sizeof text, "in [%s](../%s), called in `%s`", cell[FILE_NAME], cell[FILE_NAME],
                 strchr(cell[CALLED_IN], ' ') + 1);
        fold(stdout, 120, "  * ", "    ", text);
        snprintf(text, sizeof text, "in the generator: [%s](../%s)", cell[GENERATOR], cell[GENERATOR]);
        if (strcmp(cell[GENERATOR], "-") != 0)
            fold(stdout, 120, "  * ", "    ", text);
    }
}

/* --- picture ------------------------------------------------------------------------------------------------------ */

static bool begins_panel(const struct table *t, size_t i)
{
    return i == 0 || strcmp(t->rows[i].cell[WHEN], t->rows[i - 1].cell[WHEN]) != 0;
}

/* Where a row's box is; for the row behind the last one, where the picture ends. */
static int box_y(const struct table *t, size_t row)
{
    int y = TOP - PANEL_GAP;
    for (size_t i = 0; i <= row; i++) {
        bool panel = i == t->count || begins_panel(t, i);
        y += i == 0 ? PANEL_GAP + HEAD : BOX_HEIGHT + (panel ? PANEL_END + PANEL_GAP + HEAD : BOX_GAP);
    }
    return y;
}

static void draw_panel(const struct table *t, size_t first)
{
    size_t last = first;
    while (last + 1 < t->count && !begins_panel(t, last + 1))
        last++;
    int y = box_y(t, first) - HEAD;
    svg_box(stdout, "p", MARGIN, y, WIDTH - 2 * MARGIN, box_y(t, last) + BOX_HEIGHT + PANEL_END - y);
    svg_text(stdout, "b", "start", BOX_X, y + 19, t->rows[first].cell[WHEN]);
}

static bool is_other_way(const struct table_row *r)
{
    return !strncmp(r->cell[WHAT], "or, ", 4);
}

static void draw_step(const struct table *t, size_t i)
{
    char *const *cell = t->rows[i].cell;
    int y = box_y(t, i);
    svg_box(stdout, "f", BOX_X, y, BOX_WIDTH, BOX_HEIGHT);
    svg_text(stdout, "m", "start", BOX_X + 12, y + 22, cell[FUNCTION]);
    svg_text(stdout, "n", "end", BOX_X + BOX_WIDTH - 12, y + 22, cell[FILE_NAME]);
    svg_text(stdout, "n", "start", BOX_X + 12, y + 44, cell[WHAT]);
    if (i + 1 < t->count && !is_other_way(&t->rows[i + 1])) {
        char points[64];
        snprintf(points, sizeof points, "%d,%d %d,%d", WIDTH / 2, y + BOX_HEIGHT, WIDTH / 2, box_y(t, i + 1) - 1);
        svg_arrow(stdout, points);
    }
}

static void draw(const struct table *t)
{
    static const char title[] = "The way of one operand, from a trace's line to dispatch";
    svg_begin(stdout, WIDTH, box_y(t, t->count) - HEAD, title);
    svg_text(stdout, "t", "start", MARGIN, 26, title);
    svg_text(stdout, "n", "start", MARGIN, 46, "Functions of the golden model, in the order in which they see it.");
    for (size_t i = 0; i < t->count; i++)
        if (begins_panel(t, i))
            draw_panel(t, i);
    for (size_t i = 0; i < t->count; i++)
        draw_step(t, i);
    svg_end(stdout);
}

/* --- program ------------------------------------------------------------------------------------------------------ */

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case 'r': o->rows = true; break;
    case ARGP_KEY_ARG:
        if (o->table)
            return ARGP_ERR_UNKNOWN;
        o->table = arg;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {{"rows", 'r', NULL, 0, "print the table as a list in Markdown", 0}, {0}};
    static const struct argp argp = {list, parse, "TABLE", "Draws the way of one operand through the functions.", NULL,
                                     NULL, NULL};
    static struct table table;
    struct options o = {0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    if (!o.table)
        give_up("a table is needed: when, file, function, where it is called, file of the generator, what happens");
    table_read(&table, o.table, COLUMNS);
    check(&table);
    if (faults > 0)
        return 1;
    if (o.rows)
        print_rows(&table);
    else
        draw(&table);
    return 0;
}
