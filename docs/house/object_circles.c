/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object_circles: which object files need each other in a circle. Its input is what `nm -A -P` writes about any number
 * of object files. A file needs those that define a symbol which it leaves undefined: the one of its own folder, if
 * there is one.
 *
 * usage: nm -A -P FILE.o... | object_circles [--known TABLE]
 *
 * Without a table every circle is printed: the folder that holds all of it, a tab, its files. With one, circles that it
 * lacks and those that it has in vain are said, and the exit code is 1 if there is one.
 */
#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "graph.h"
#include "table.h"

struct object {
    char *name;                 /* its path in the checkout, without .o */
    size_t folder;              /* characters of it that are its folder's */
};

/* Who defines a symbol, in a tree. */
struct symbol {
    char *name;
    size_t *objects, count;
};

struct wanted { size_t object; char *name; };

struct input {
    struct object *objects;
    size_t count;
    struct wanted *wanted;
    size_t wanted_count;
    void *symbols;              /* struct symbol */
};

/* --- nm ----------------------------------------------------------------------------------------------------------- */

static void *grown(void *array, size_t count, size_t bytes)
{
    void *more = (count & (count - 1)) == 0 ? realloc(array, (count ? 2 * count : 1) * bytes) : array;
    if (!more)
        give_up("no memory is left for %zu times %zu bytes", count, bytes);
    return more;
}

/* "build/obj/cmodel/sm/sm.o" is cmodel/sm/sm: what lies before, and in, a folder called obj is left out. */
static void add_object(struct input *in, const char *path, size_t length)
{
    char *whole = copy(path, length), *obj = strstr(whole, "/obj/"), *name = obj ? obj + 5 : whole;
    char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
    if (!slash || !dot || dot < slash)
        give_up("'%s' is not a file in a folder; accepted is what nm -A -P writes about FOLDER/NAME.o", whole);
    in->objects = grown(in->objects, in->count, sizeof *in->objects);
    in->objects[in->count++] = (struct object){copy(name, (size_t)(dot - name)), (size_t)(slash - name)};
    free(whole);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

static struct symbol *find_symbol(struct input *in, char *name)
{
    const struct symbol key = {.name = name};
    struct symbol **found = tfind(&key, &in->symbols, by_name);
    return found ? *found : NULL;
}

static void add_definition(struct input *in, char *name)
{
    struct symbol *s = find_symbol(in, name);
    if (!s) {
        s = need(1, sizeof *s);
        s->name = copy(name, strlen(name));
        if (!tsearch(s, &in->symbols, by_name))
            give_up("no memory is left for symbol %s", name);
    }
    s->objects = grown(s->objects, s->count, sizeof *s->objects);
    s->objects[s->count++] = in->count - 1;
}

/* "path: name type ...". */
static void read_input(struct input *in, FILE *file)
{
    char *line = NULL, before[4096] = "", name[4096], type;
    size_t room = 0;
    for (unsigned n = 1; getline(&line, &room, file) >= 0; n++) {
        const char *colon = strstr(line, ": ");
        size_t length = colon ? (size_t)(colon - line) : 0;
        if (!colon || length >= sizeof before || sscanf(colon + 2, "%4095s %c", name, &type) != 2)
            give_up("line %u of the input is not what nm -A -P writes", n);
        if (strncmp(before, line, length) != 0 || before[length]) {
            snprintf(before, sizeof before, "%.*s", (int)length, line);
            add_object(in, line, length);
        }
        if (type == 'U') {
            in->wanted = grown(in->wanted, in->wanted_count, sizeof *in->wanted);
            in->wanted[in->wanted_count++] = (struct wanted){in->count - 1, copy(name, strlen(name))};
        } else if (strchr("TDBRVWCG", type)) {
            add_definition(in, name);
        }
    }
    free(line);
    if (in->count == 0)
        give_up("the input is empty; accepted is what nm -A -P writes about object files");
}

static bool in_one_folder(const struct object *a, const struct object *b)
{
    return a->folder == b->folder && !memcmp(a->name, b->name, a->folder);
}

static bool is_of_folder(const struct input *in, const struct symbol *s, const struct object *of)
{
    for (size_t d = 0; d < s->count; d++)
        if (in_one_folder(&in->objects[s->objects[d]], of))
            return true;
    return false;
}

static void add_arrows(struct input *in, struct graph *g)
{
    for (size_t i = 0; i < in->wanted_count; i++) {
        size_t from = in->wanted[i].object;
        const struct object *o = &in->objects[from];
        const struct symbol *s = find_symbol(in, in->wanted[i].name);
        bool own = s && is_of_folder(in, s, o);
        for (size_t d = 0; s && d < s->count; d++)
            if (s->objects[d] != from && (!own || in_one_folder(&in->objects[s->objects[d]], o)))
                *graph_arrow(g, from, s->objects[d]) = true;
    }
}

/* --- circles ------------------------------------------------------------------------------------------------------ */

struct circle {
    char *folder, *files;       /* "cmodel/sm" and "l1d l1d_check"; "cmodel" and "env/a sm/b" */
};

/* How many characters both begin with, up to a slash. */
static size_t common_folder(const char *a, const char *b, size_t most)
{
    size_t length = 0;
    for (size_t i = 0; i < most && a[i] == b[i]; i++)
        if (a[i + 1] == '/' && (b[i + 1] == '/' || !b[i + 1]))
            length = i + 1;
    return length;
}

static int by_object(const void *a, const void *b, void *objects)
{
    const struct object *list = objects;
    return strcmp(list[*(const size_t *)a].name, list[*(const size_t *)b].name);
}

/* The files of a circle, in alphabetical order, without their common folder. */
static char *files_text(const struct input *in, const size_t *members, size_t count, size_t folder)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (size_t i = 0; out && i < count; i++)
        fprintf(out, "%s%s", i ? " " : "", in->objects[members[i]].name + folder + (folder > 0));
    if (!out || fclose(out) != 0)
        give_up("no memory is left for a circle of %zu files", count);
    return text;
}

/* The circle whose first file is that one; whether there is one. */
static bool find_circle(const struct input *in, const struct graph *g, size_t first, struct circle *c)
{
    size_t *members = need(in->count, sizeof *members), count = 0, folder = in->objects[first].folder;
    for (size_t i = first; i < in->count && graph_circle(g, first) == first; i++)
        if (graph_circle(g, i) == first) {
            members[count++] = i;
            folder = common_folder(in->objects[first].name, in->objects[i].name, folder);
        }
    if (count > 1) {
        qsort_r(members, count, sizeof *members, by_object, in->objects);
        *c = (struct circle){folder ? copy(in->objects[first].name, folder) : copy(".", 1),
                             files_text(in, members, count, folder)};
    }
    free(members);
    return count > 1;
}

static void free_circle(struct circle *c)
{
    free(c->folder);
    free(c->files);
}

static bool *find_known(const struct table *known, bool *seen, const struct circle *c)
{
    for (size_t i = 0; i < known->count; i++)
        if (!strcmp(known->rows[i].cell[0], c->folder) && !strcmp(known->rows[i].cell[1], c->files))
            return &seen[i];
    return NULL;
}

/* Says what the table lacks, and has in vain. */
static int judge(const struct input *in, const struct graph *g, const struct table *known)
{
    bool *seen = need(known->count, sizeof *seen);
    struct circle c;
    int status = 0;
    for (size_t i = 0; i < in->count; i++) {
        if (!find_circle(in, g, i, &c))
            continue;
        bool *row = find_known(known, seen, &c);
        if (row) {
            *row = true;
        } else {
            fprintf(stderr, "%s: these files need each other in a circle: %s\n", c.folder, c.files);
            status = 1;
        }
        free_circle(&c);
    }
    for (size_t i = 0; i < known->count; i++)
        if (!seen[i]) {
            fprintf(stderr, "%s:%u: %s has no circle of just these files any more; drop the row, or say what is left "
                    "of it\n", known->path, known->rows[i].line, known->rows[i].cell[0]);
            status = 1;
        }
    free(seen);
    return status;
}

static void print_circles(const struct input *in, const struct graph *g)
{
    struct circle c;
    for (size_t i = 0; i < in->count; i++)
        if (find_circle(in, g, i, &c)) {
            printf("%s\t%s\n", c.folder, c.files);
            free_circle(&c);
        }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    if (key != 'k')
        return ARGP_ERR_UNKNOWN;
    *(const char **)state->input = arg;
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {
        {"known", 'k', "TABLE", 0, "circles that are accepted: folder, files in alphabetical order", 0}, {0}
    };
    static const struct argp argp = {list, parse, NULL, "Finds circles among object files.", NULL,
                                     NULL, NULL};
    static struct input in;
    static struct graph g;
    static struct table known;
    const char *table = NULL;
    program_begin();
    program_arguments(&argp, argc, argv, 0, &table);
    read_input(&in, stdin);
    graph_create(&g, in.count);
    add_arrows(&in, &g);
    graph_reach(&g);
    if (!table) {
        print_circles(&in, &g);
        return 0;
    }
    table_read(&known, table, 2);
    return judge(&in, &g, &known);
}
