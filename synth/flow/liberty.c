/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

enum { DEPTH = 32 };            /* of groups in groups */

struct reader {
    const char *name, *at;      /* of the file; what is read next */
    unsigned    line;
    const struct sentence *error;
};

static bool refuse_end(const struct reader *r)
{
    return refuse_at(r->error, r->name, r->line, "the file ends within a group or a comment; accepted is a whole "
                     "liberty file");
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static void step(struct reader *r) { r->line += *r->at++ == '\n'; }

/* Goes behind what separates words. */
static bool skip_blanks(struct reader *r)
{
    for (;;) {
        while (isspace((unsigned char)*r->at) || *r->at == '\\')
            step(r);
        if (strncmp(r->at, "//", 2) == 0) {
            while (*r->at && *r->at != '\n')
                step(r);
        } else if (strncmp(r->at, "/*", 2) == 0) {
            const char *end = strstr(r->at + 2, "*/");
            if (!end)
                return refuse_end(r);
            while (r->at < end + 2)
                step(r);
        } else {
            return true;
        }
    }
}

/* Goes behind a text in quotation marks. */
static bool skip_string(struct reader *r)
{
    step(r);
    while (*r->at && *r->at != '"')
        step(r);
    if (!*r->at)
        return refuse_end(r);
    step(r);
    return true;
}

static char *copy(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    char *text = strndup(from, (size_t)(to - from));
    if (!text)
        abort();
    return text;
}

static char *word(struct reader *r)
{
    const char *from = r->at;
    while (*r->at && !isspace((unsigned char)*r->at) && !strchr("(){}:;,\"", *r->at))
        r->at++;
    return copy(from, r->at);
}

/* The value of a simple attribute: to the semicolon, or to the end of a line that has none. */
static char *simple_value(struct reader *r)
{
    const char *from = r->at;
    while (*r->at && !strchr(";}\n", *r->at)) {
        if (*r->at == '"' && !skip_string(r))
            return NULL;
        if (strncmp(r->at, "/*", 2) == 0)
            break;
        if (*r->at && !strchr("\";}\n", *r->at))
            step(r);
    }
    return copy(from, r->at);
}

/* What is between parentheses. */
static char *arguments_of(struct reader *r)
{
    const char *from = r->at + 1;
    for (step(r); *r->at && *r->at != ')';) {
        if (*r->at != '"')
            step(r);
        else if (!skip_string(r))
            return NULL;
    }
    if (!*r->at) {
        refuse_end(r);
        return NULL;
    }
    step(r);
    return copy(from, r->at - 1);
}

/* --- the tree ----------------------------------------------------------------------------------------------------- */

static struct liberty_group *new_group(char *kind, char *name, unsigned line)
{
    struct liberty_group *g = calloc(1, sizeof *g);
    if (!g)
        abort();
    *g = (struct liberty_group){.kind = kind, .name = name, .line = line};
    return g;
}

static void add_attribute(struct liberty_group *g, char *name, char *value, unsigned line)
{
    if (!array_grow((void **)&g->attributes, sizeof *g->attributes, g->attribute_count, &g->attribute_room))
        abort();
    g->attributes[g->attribute_count++] = (struct liberty_attribute){name, value, line};
}

static void add_group(struct liberty_group *g, struct liberty_group *inside)
{
    if (!array_grow((void **)&g->groups, sizeof *g->groups, g->group_count, &g->group_room))
        abort();
    g->groups[g->group_count++] = inside;
}

static bool read_statements(struct reader *r, struct liberty_group *g, int depth);

/* The rest of `kind (name) {`. */
static bool read_group(struct reader *r, struct liberty_group *g, char *kind, char *name, unsigned line, int depth)
{
    struct liberty_group *inside = new_group(kind, name, line);
    add_group(g, inside);
    step(r);
    if (depth == DEPTH)
        return refuse_at(r->error, r->name, r->line, "the groups are too deep in each other; accepted are %d", DEPTH);
    return read_statements(r, inside, depth + 1);
}

/* What follows the first word of a statement, which it takes. */
static bool read_statement(struct reader *r, struct liberty_group *g, char *first, unsigned line, int depth)
{
    char *value = NULL;
    char after = *r->at;
    if (after == ':') {
        step(r);
        value = simple_value(r);
    } else if (after == '(') {
        value = arguments_of(r);
    } else {
        refuse_at(r->error, r->name, r->line, "behind '%.60s' is neither : nor (; accepted is a liberty file", first);
    }
    if (!value) {
        free(first);
        return false;
    }
    if (after == '(') {
        if (!skip_blanks(r)) {
            free(first);
            free(value);
            return false;
        }
        if (*r->at == '{')
            return read_group(r, g, first, value, line, depth);
    }
    add_attribute(g, first, value, line);
    return true;
}

/* To the end of the group, or at depth 0 of the file. */
static bool read_statements(struct reader *r, struct liberty_group *g, int depth)
{
    for (;;) {
        do {
            if (!skip_blanks(r))
                return false;
        } while (*r->at == ';' && r->at++);
        if (!*r->at)
            return depth == 0 || refuse_end(r);
        if (*r->at == '}' && depth > 0) {
            step(r);
            return true;
        }
        unsigned line = r->line;
        char *first = word(r);
        if (!*first) {
            free(first);
            return refuse_at(r->error, r->name, r->line, "'%c' is not expected here; accepted is a liberty file",
                             *r->at);
        }
        if (!skip_blanks(r)) {
            free(first);
            return false;
        }
        if (!read_statement(r, g, first, line, depth))
            return false;
    }
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* The whole file and a NUL; NULL with a sentence. */
static char *contents(const char *path, const char *name, const struct sentence *error)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    ssize_t length = file ? getdelim(&text, &room, '\0', file) : -1;
    bool good = length > 0 && strlen(text) == (size_t)length;
    if (!file || ferror(file))
        refuse(error, "%.255s: cannot be read (%s); accepted is a liberty file", name, strerror(errno));
    else if (!good)
        refuse(error, "%.255s: is empty or no text; accepted is a liberty file", name);
    if (file)
        fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

struct liberty_group *liberty_read(const char *path, const char *name, const struct sentence *error)
{
    char *text = contents(path, name, error);
    if (!text)
        return NULL;
    struct reader r = {.name = name, .at = text, .line = 1, .error = error};
    struct liberty_group *file = new_group(NULL, NULL, 0);
    bool good = read_statements(&r, file, 0);
    free(text);
    if (good)
        return file;
    liberty_free(file);
    return NULL;
}

void liberty_free(struct liberty_group *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->group_count; i++)
        liberty_free(g->groups[i]);
    for (size_t i = 0; i < g->attribute_count; i++) {
        free(g->attributes[i].name);
        free(g->attributes[i].value);
    }
    free(g->groups);
    free(g->attributes);
    free(g->kind);
    free(g->name);
    free(g);
}
