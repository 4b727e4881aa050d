/* SPDX-License-Identifier: Apache-2.0 */
#include "folders.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "configs/program.h"

enum { NOWHERE = -1 };

__attribute__((format(printf, 2, 3)))
static void find_fault(struct house *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    h->complaints++;
}

static void *grown(void *array, size_t count, size_t bytes)
{
    void *more = realloc(array, (count + 1) * bytes);
    if (!more)
        give_up("no memory is left for %zu times %zu bytes", count + 1, bytes);
    return more;
}

/* The folder whose name has so many characters, or NOWHERE. */
static long find_folder(const struct house *h, const char *name, size_t length)
{
    char text[4096];
    if (length >= sizeof text)
        return NOWHERE;
    memcpy(text, name, length);
    text[length] = '\0';
    for (size_t i = 0; i < h->count; i++)
        if (fnmatch(h->folders[i].name, text, FNM_PATHNAME | FNM_PERIOD) == 0)
            return (long)i;
    return NOWHERE;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* --- sources ------------------------------------------------------------------------------------------------------ */

static bool ends_with_one_of(const char *path, const char *const *ends)
{
    const char *dot = strrchr(path, '.');
    for (; dot && *ends; ends++)
        if (!strcmp(dot + 1, *ends))
            return true;
    return false;
}

static bool is_source(const char *path)
{
    static const char *const ends[] = {"c", "h", "cpp", "inc", "def", "cu", "sh", "awk", "vh", "sv", "in", NULL};
    return ends_with_one_of(path, ends);
}

static bool has_includes(const char *path)
{
    static const char *const ends[] = {"c", "h", "cpp", "inc", "def", "cu", NULL};
    return ends_with_one_of(path, ends);
}

/* A place in the sources. */
struct spot { size_t folder; const char *file; unsigned line; };

/* A name with a folder is one from the top. One without is of the own folder; where it is not there, it is made by
 * others when that folder's files are compiled. */
static void take_quoted(struct house *h, const struct spot *at, char *included)
{
    long to = find_folder(h, included, folder_length(included));
    if (!strchr(included, '/')) {
        free(included);
        return;
    }
    if (access(included, R_OK) != 0 || to == NOWHERE) {
        find_fault(h, "%s:%u: %s is included, which is no file from the top; accepted are those, and names without a "
                 "folder for files beside this one", at->file, at->line, included);
        free(included);
        return;
    }
    h->includes = grown(h->includes, h->include_count, sizeof *h->includes);
    h->includes[h->include_count++] = (struct include){copy(at->file, strlen(at->file)), included, at->line, at->folder,
                                                       (size_t)to};
}

/* The system's headers are none of ours. */
static void take_bracketed(struct house *h, const struct spot *at, char *included)
{
    if (access(included, R_OK) == 0)
        find_fault(h, "%s:%u: <%s> is included, which is a file of the checkout; accepted is \"%s\"", at->file,
                   at->line, included, included);
    free(included);
}

static void read_line(struct house *h, const struct spot *at, const char *text)
{
    text += strspn(text, " \t");
    if (*text++ != '#')
        return;
    text += strspn(text, " \t");
    if (strncmp(text, "include", 7) != 0)
        return;
    text += 7 + strspn(text + 7, " \t");
    if (*text == '"')
        take_quoted(h, at, copy(text + 1, strcspn(text + 1, "\"\n")));
    else if (*text == '<')
        take_bracketed(h, at, copy(text + 1, strcspn(text + 1, ">\n")));
    else
        find_fault(h, "%s:%u: what is included is not a name; accepted are \"FILE\" and <FILE>", at->file, at->line);
}

static void read_source(struct house *h, size_t folder, const char *path)
{
    char *text = NULL;
    size_t room = 0;
    unsigned line = 0;
    bool includes = has_includes(path);
    FILE *file = fopen(path, "r");
    if (!file)
        give_up("%s cannot be read: %s", path, strerror(errno));
    for (; getline(&text, &room, file) >= 0; line++)
        if (includes)
            read_line(h, &(struct spot){folder, path, line + 1}, text);
    free(text);
    fclose(file);
    h->folders[folder].files++;
    h->folders[folder].lines += line;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void visit(struct house *h, const FTSENT *at)
{
    long folder = find_folder(h, at->fts_path, folder_length(at->fts_path));
    if (at->fts_info == FTS_NS || at->fts_info == FTS_DNR)
        find_fault(h, "%s is not in the checkout, or cannot be read", at->fts_path);
    if (at->fts_info != FTS_F || *at->fts_name == '.' || !is_source(at->fts_path))
        return;
    if (folder == NOWHERE)
        find_fault(h, "%s: the folder of this file is not in %s; it needs a row there", at->fts_path, h->table.path);
    else
        read_source(h, (size_t)folder, at->fts_path);
}

static bool is_among(char *const *names, const char *name)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return true;
    return false;
}

/* Every top folder of the table. */
static void walk(struct house *h)
{
    char **tops = need(h->count + 1, sizeof *tops), **end = tops;
    for (size_t i = 0; i < h->count; i++) {
        const char *name = h->folders[i].name;
        char *top = copy(name, strcspn(name, "/"));
        if (is_among(tops, top))
            free(top);
        else
            *end++ = top;
    }
    FTS *walking = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (const FTSENT *at; walking && (at = fts_read(walking));)
        visit(h, at);
    if (!walking || fts_close(walking) != 0)
        give_up("the checkout cannot be read: %s", strerror(errno));
    while (end > tops)
        free(*--end);
    free(tops);
}

static void count_arrows(struct house *h)
{
    graph_create(&h->arrows, h->count);
    for (size_t i = 0; i < h->include_count; i++)
        if (h->includes[i].from != h->includes[i].to)
            *graph_arrow(&h->arrows, h->includes[i].from, h->includes[i].to) = true;
    graph_reach(&h->arrows);
}

void house_read(struct house *h, const char *table)
{
    enum { FOLDER, MAY, ROLE, COLUMNS };
    table_read(&h->table, table, COLUMNS);
    h->count = h->table.count;
    h->folders = need(h->count, sizeof *h->folders);
    for (size_t i = 0; i < h->count; i++) {
        const struct table_row *r = &h->table.rows[i];
        h->folders[i] = (struct folder){.name = r->cell[FOLDER], .may = r->cell[MAY], .role = r->cell[ROLE],
                                        .line = r->line};
    }
    walk(h);
    count_arrows(h);
    for (size_t i = 0; i < h->count; i++)
        if (h->folders[i].files == 0)
            find_fault(h, "%s:%u: %s has no sources; drop the row", table, h->folders[i].line, h->folders[i].name);
}

/* --- the table's arrows ------------------------------------------------------------------------------------------- */

static void take_permission(struct house *h, size_t from, const char *name)
{
    long to = NOWHERE;
    for (size_t i = 0; i < h->count; i++)
        if (!strcmp(h->folders[i].name, name))
            to = (long)i;
    const struct folder *f = &h->folders[from];
    if (to == NOWHERE)
        find_fault(h, "%s:%u: '%s' is no folder of this table", h->table.path, f->line, name);
    else if (!*graph_arrow(&h->arrows, from, (size_t)to))
        find_fault(h, "%s:%u: nothing in %s includes anything of %s; drop the permission", h->table.path, f->line,
                 f->name, name);
    else
        h->allowed[from * h->count + (size_t)to] = true;
}

static void take_permissions(struct house *h, size_t from)
{
    char *list = copy(h->folders[from].may, strlen(h->folders[from].may)), *rest = list;
    while (rest && strcmp(h->folders[from].may, "-") != 0)
        take_permission(h, from, strsep(&rest, " "));
    free(list);
}

/* One sentence for each circle. */
static void check_circles(struct house *h)
{
    for (size_t i = 0; i < h->count; i++) {
        if (!graph_reaches(&h->arrows, i, i) || graph_circle(&h->arrows, i) != i)
            continue;
        fputs("these folders include each other in a circle:", stderr);
        for (size_t j = 0; j < h->count; j++)
            if (graph_reaches(&h->arrows, i, j) && graph_reaches(&h->arrows, j, i))
                fprintf(stderr, " %s", h->folders[j].name);
        find_fault(h, "; accepted are includes that go one way");
    }
}

/* "cmodel/base configs", or the own folder alone. */
static const char *allowed_text(const struct house *h, size_t from)
{
    const char *may = h->folders[from].may;
    return strcmp(may, "-") != 0 ? may : "this folder alone";
}

void house_check(struct house *h)
{
    h->allowed = need(h->count * h->count, sizeof *h->allowed);
    for (size_t i = 0; i < h->count; i++)
        take_permissions(h, i);
    for (size_t i = 0; i < h->include_count; i++) {
        const struct include *n = &h->includes[i];
        if (n->from != n->to && !h->allowed[n->from * h->count + n->to])
            find_fault(h, "%s:%u: %s is included; accepted in %s by %s:%u are files of %s", n->file, n->line,
                       n->included, h->folders[n->from].name, h->table.path, h->folders[n->from].line,
                       allowed_text(h, n->from));
    }
    check_circles(h);
}
