/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences with file and line, keys, and integers. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

bool launch_refuse(struct launch_file *file, const struct tree_node *node, const char *format, ...)
{
    char text[LAUNCH_ERROR];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return refuse(&file->sentence, "%.300s:%" PRIu32 ": %s", file->path, node->line, text);
}

bool launch_no_memory(struct launch_file *file)
{
    return refuse(&file->sentence, "%.300s: out of memory", file->path);
}

bool launch_is(struct launch_file *file, const struct tree_node *node, enum tree_kind kind, const char *what)
{
    static const char *const kinds[] = {"a word or number", "a list [...]", "a map {key: value}"};
    return node->kind == kind || launch_refuse(file, node, "%s: %s is accepted here, not %s", what, kinds[kind],
                                               kinds[node->kind]);
}

/* "a, b and c" of all keys. */
static void list_keys(const char *const keys[], char *text, size_t size)
{
    size_t count = 0, used = 0;
    while (keys[count])
        count++;
    for (size_t i = 0; i < count; i++)
        if (*keys[i])
            used += (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : i + 1 == count ? " and " : ", ",
                                     keys[i]);
}

bool launch_keys(struct launch_file *file, const struct tree_node *node, const char *what, const char *const keys[])
{
    char list[200] = "";
    list_keys(keys, list, sizeof list);
    if (!launch_is(file, node, TREE_MAP, what))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        bool known = false;
        for (size_t k = 0; keys[k] && !known; k++)
            known = *keys[k] && strcmp(keys[k], node->keys[i].text) == 0;
        if (!known)
            return launch_refuse(file, &node->keys[i], "%s has no key '%.60s'; %s are accepted", what,
                                 node->keys[i].text, list);
    }
    for (size_t k = 0; keys[k] && *keys[k]; k++)
        if (!tree_get(node, keys[k]))
            return launch_refuse(file, node, "%s lacks the key %s; %s are accepted", what, keys[k], list);
    return true;
}

static bool find_name(const void *state, const char *name, size_t length, int64_t *value)
{
    const struct launch_file *file = state;
    for (size_t i = 0; i < file->name_count; i++)
        if (strlen(file->names[i].name) == length && memcmp(file->names[i].name, name, length) == 0) {
            *value = file->names[i].value;
            return true;
        }
    return false;
}

int64_t launch_parameter(const struct launch_file *file, const char *name, bool *known)
{
    for (size_t i = 0; i < file->parameter_count; i++)
        if (strcmp(file->names[i].name, name) == 0) {
            *known = true;
            return file->names[i].value;
        }
    *known = false;
    return 0;
}

/* A number of up to 65 bits in decimal. */
static const char *decimal(expression_int value, char text[24])
{
    if (value < 0)
        snprintf(text, 24, "%" PRId64, (int64_t)value);
    else
        snprintf(text, 24, "%" PRIu64, (uint64_t)value);
    return text;
}

bool launch_wide(struct launch_file *file, const struct tree_node *node, const char *what, expression_int low,
                 expression_int high, expression_int *value)
{
    char is[24], from[24], to[24];
    const struct expression_names names = {file, find_name};
    char error[300];
    if (!launch_is(file, node, TREE_SCALAR, what))
        return false;
    if (!expression_value(node->text, &names, value, SENTENCE(error)))
        return launch_refuse(file, node, "%s: %s; an expression from %s to %s is accepted", what, error,
                             decimal(low, from), decimal(high, to));
    if (*value >= low && *value <= high)
        return true;
    return launch_refuse(file, node, "%s is %s ('%.60s'); %s to %s is accepted", what, decimal(*value, is), node->text,
                         decimal(low, from), decimal(high, to));
}

bool launch_integer(struct launch_file *file, const struct tree_node *node, const char *what, int64_t low, int64_t high,
                    int64_t *value)
{
    expression_int wide;
    if (!launch_wide(file, node, what, low, high, &wide))
        return false;
    *value = (int64_t)wide;
    return true;
}

uint32_t launch_find_buffer(const struct launch_file *file, const char *name)
{
    for (uint32_t i = 0; i < file->buffer_count; i++)
        if (strcmp(file->buffers[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

char *launch_path(const struct launch_file *file, const char *name)
{
    char *path = NULL;
    if (asprintf(&path, "%s%s", *name == '/' ? "" : file->folder, name) < 0)
        return NULL;
    return path;
}
