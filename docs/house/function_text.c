/* SPDX-License-Identifier: Apache-2.0 */
#include "function_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

#include "table.h"

/* What is between comments stays; these become blanks. */
static void blank_comments(char *text)
{
    for (char *at = text; (at = strstr(at, "/*"));) {
        char *end = strstr(at + 2, "*/");
        size_t length = end ? (size_t)(end + 2 - at) : strlen(at);
        for (size_t i = 0; i < length; i++)
            if (at[i] != '\n')
                at[i] = ' ';
        at += length;
    }
}

static char *read_source(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &room, '\0', file) < 0)
        give_up("%s cannot be read: %s", path, file && !ferror(file) ? "it is empty" : strerror(errno));
    fclose(file);
    blank_comments(text);
    return text;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The place where a name stands in front of a parenthesis. */
static const char *find_use(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length)
        if (at > text && !is_of_name(at[-1]) && at[length] == '(')
            return at;
    return NULL;
}

/* Whether the line of a place begins at the left margin. */
static bool is_at_margin(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    return isalpha((unsigned char)*at);
}

char *function_text(const char *path, const char *function)
{
    char *text = read_source(path), *body = NULL;
    for (const char *at = text; !body && (at = find_use(at, function)); at += strlen(function)) {
        const char *brace = strstr(at, "\n{"), *end = brace ? strstr(brace, "\n}") : NULL;
        if (is_at_margin(text, at) && end && (size_t)(brace - at) < strcspn(at, ";"))
            body = copy(brace, (size_t)(end - brace));
    }
    free(text);
    return body;
}

bool function_calls(const char *body, const char *function)
{
    return find_use(body, function) != NULL;
}
