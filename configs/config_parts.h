/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of configurations share: config.c, config_value.c, config_key.c, config_read.c, config_check.c. */
#ifndef SUBCORE_CONFIG_PARTS_H
#define SUBCORE_CONFIG_PARTS_H

#include "config.h"

enum {
    CONFIG_KEY = 64,       /* bytes of an option's key */
    CONFIG_WHERE = 640,    /* bytes of "file:line" and what may stand before it */
    CONFIG_ACCEPTED = 160  /* bytes of what an option accepts */
};

/* Sets the field of an option, which has that origin. */
void config_put(struct config *config, int index, int value, struct config_origin origin);

/*
 * Copies `length` bytes of text into `out` of `size` bytes, at least 4. NUL bytes become '?', and what does not fit is
 * cut between two characters and ends in "...": neither can be mistaken for a key or a value. Returns `out`.
 */
char *config_clip(char *out, size_t size, const char *text, size_t length);

/* The word number `index` of "a|b|c" and its length; NULL when there is none. */
const char *config_word(const char *words, int index, size_t *length);

/* Whether the option accepts the text, and the value that it is. */
bool config_parse_value(const struct config_option *option, const char *text, int *value);

/* What an option accepts, as the end of a sentence. Returns `text`. */
const char *config_accepts(const struct config_option *option, char text[CONFIG_ACCEPTED]);

/* As config_counts; if it does not, `against` is the option that stands against it, -1 if none does. */
bool config_counts_unless(const struct config *config, int index, int *against);

/* The first option whose key begins with "path.", or -1. */
int config_find_group(const char *path);

/* Refuses a key that names no option, or with `group` one that holds no options; `where` begins the sentence. */
bool config_refuse_key(const struct sentence *, const char *where, const char *path, bool group);

#endif
