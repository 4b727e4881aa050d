/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A liberty file as a tree: groups, `kind (name) { ... }`, with attributes, `name : value;` and `name (value);`.
 * Comments are left out; a value is the text between, with its quotation marks.
 */
#ifndef SUBCORE_LIBERTY_H
#define SUBCORE_LIBERTY_H

#include <stddef.h>

#include "configs/sentence.h"

enum { LIBERTY_ERROR = 768 };

struct liberty_attribute { char *name, *value; unsigned line; };

struct liberty_group {
    char    *kind, *name;
    unsigned line;
    struct liberty_attribute *attributes;
    size_t attribute_count, attribute_room;
    struct liberty_group **groups;
    size_t group_count, group_room;
};

/* Reads a file into a group whose groups are the libraries; NULL with one sentence that names file and line in `error`.
 * `name` is what the sentence calls the file. */
struct liberty_group *liberty_read(const char *path, const char *name, const struct sentence *error);
void liberty_free(struct liberty_group *group);

#endif
