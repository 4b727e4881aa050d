/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draw_house: the folders of the checkout that it runs in, and who includes whom, read from the files.
 *
 * usage: draw_house TABLE                      the picture, as SVG
 *        draw_house --rows TABLE               the list in the documentation, as Markdown
 *        draw_house --check TABLE              says which includes the table does not allow, what it allows in vain,
 *                                              and circles
 *        draw_house --same PICTURE TABLE       whether the picture is what would be drawn, sizes apart that have hardly
 *                                              changed
 * TABLE has rows: folder, folders that it may include or -, its role. Exit codes: 0; 1 when a folder, an include or the
 * picture is not as it should be, which a sentence on stderr says; 2.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/fold.h"
#include "configs/program.h"
#include "folders.h"
#include "house_picture.h"

struct options { const char *table, *picture; bool rows, check; };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case 'r': o->rows = true; break;
    case 'c': o->check = true; break;
    case 's': o->picture = arg; break;
    case ARGP_KEY_ARG:
        if (o->table)
            return ARGP_ERR_UNKNOWN;
        o->table = arg;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* "a, b", or a word for none. */
static void name_them(const char *names, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "%s", !strcmp(names, "-") ? "nothing" : "");
    for (size_t n; strcmp(names, "-") != 0 && *names && length < size; names += n + (names[n] == ' ')) {
        n = strcspn(names, " ");
        length += (size_t)snprintf(text + length, size - length, "`%.*s`%s", (int)n, names, names[n] ? ", " : "");
    }
}

static void print_rows(const struct house *h)
{
    char text[1000], names[800];
    for (size_t i = 0; i < h->count; i++) {
        snprintf(text, sizeof text, "`%s/`: %s", h->folders[i].name, h->folders[i].role);
        fold(stdout, 120, "* ", "  ", text);
        name_them(h->folders[i].may, names, sizeof names);
        snprintf(text, sizeof text, "may include %s", names);
        fold(stdout, 120, "  * ", "    ", text);
    }
}

static int check(struct house *h)
{
    house_check(h);
    if (h->complaints == 0)
        printf("%zu folders, %zu includes\n", h->count, h->include_count);
    return h->complaints > 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {
        {"rows", 'r', NULL, 0, "print the table as a list in Markdown", 0},
        {"check", 'c', NULL, 0, "compare the table with the includes", 0},
        {"same", 's', "PICTURE", 0, "compare the picture with the folders", 0},
        {0}
    };
    static const struct argp argp = {list, parse, "TABLE", "Draws the folders of the checkout and their includes.",
                                     NULL, NULL, NULL};
    static struct house house;
    struct options o = {0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    if (!o.table)
        give_up("a table is needed: folder, what it may include, its role");
    if (o.rows + o.check + (o.picture != NULL) > 1)
        give_up("more than one of --rows, --check and --same is given; accepted is one of them, or none");
    house_read(&house, o.table);
    if (o.check)
        return check(&house);
    if (house.complaints > 0)
        return 1;
    if (o.picture)
        return house_same(&house, o.picture);
    if (o.rows)
        print_rows(&house);
    else
        house_draw(&house, stdout);
    return 0;
}
