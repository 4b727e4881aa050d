/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draw_waves: a timing diagram of a run, from the waveform that a simulator has written.
 *
 * usage: draw_waves VCD TABLE NAME             the diagram of that name in the table, as SVG
 *        draw_waves --names TABLE              the names
 * TABLE has rows: name, title, the event with which the diagram begins (SIGNAL or SIGNAL=NUMBER), how many cycles
 * before it, how many cycles in all, and signals with a blank between. What they look like is said in wave.h. The clock
 * is clk_i.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "docs/house/table.h"
#include "wave.h"

enum { NAME, TITLE, EVENT, BEFORE, CYCLES, SIGNALS, COLUMNS };

enum { MOST_CYCLES = 100 };

struct options {
    const char *arguments[3];
    unsigned count;
    bool names;
};

static unsigned long count_of(const char *text, unsigned long least, const char *where)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (*end || strspn(text, "0123456789") == 0 || n < least || n > MOST_CYCLES)
        give_up("%s: '%s' is not a number of cycles; accepted: %lu to %d", where, text, least, MOST_CYCLES);
    return n;
}

static void set_window(struct wave *w, char *const *cell, const char *where)
{
    size_t event = wave_event(w->vcd, cell[EVENT], where);
    unsigned long before = count_of(cell[BEFORE], 0, where);
    w->count = count_of(cell[CYCLES], 1, where);
    if (before > event || event - before + w->count > w->vcd->cycle_count)
        give_up("%s: %zu cycles, %lu of them before cycle %zu, are not all in %s, which has %zu; accepted are some",
                where, w->count, before, event, w->vcd->path, w->vcd->cycle_count);
    w->first = event - before;
}

static void draw(const struct vcd *v, char *const *cell, const char *where)
{
    struct wave w = {.vcd = v, .title = cell[TITLE]};
    char *list = cell[SIGNALS], *text;
    w.signals = need(strlen(list) + 1, sizeof *w.signals);
    while ((text = strsep(&list, " ")))
        if (*text)
            w.signals[w.signal_count++] = wave_signal(v, text, where);
    set_window(&w, cell, where);
    wave_draw(&w, stdout);
    free(w.signals);
}

static void draw_row(const struct options *o, const struct table *t)
{
    static struct vcd vcd;
    char where[512];
    for (size_t i = 0; i < t->count; i++)
        if (!strcmp(t->rows[i].cell[NAME], o->arguments[2])) {
            vcd_read(&vcd, o->arguments[0], "clk_i");
            snprintf(where, sizeof where, "%s:%u", t->path, t->rows[i].line);
            draw(&vcd, t->rows[i].cell, where);
            return;
        }
    give_up("%s has no diagram %s; accepted are those that --names prints", t->path, o->arguments[2]);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case 'n': o->names = true; break;
    case ARGP_KEY_ARG:
        if (o->count == 3)
            return ARGP_ERR_UNKNOWN;
        o->arguments[o->count++] = arg;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {{"names", 'n', NULL, 0, "print the names of the table's diagrams", 0},
                                              {0}};
    static const struct argp argp = {list, parse, "VCD TABLE NAME", "Draws a timing diagram of a run.", NULL, NULL,
                                     NULL};
    static struct table table;
    struct options o = {0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    if (o.count != (o.names ? 1 : 3))
        give_up("%u arguments are given; accepted are VCD TABLE NAME, or TABLE with --names", o.count);
    table_read(&table, o.arguments[o.names ? 0 : 1], COLUMNS);
    if (!o.names)
        draw_row(&o, &table);
    for (size_t i = 0; o.names && i < table.count; i++)
        puts(table.rows[i].cell[NAME]);
    return 0;
}
