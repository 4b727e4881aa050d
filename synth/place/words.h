/* SPDX-License-Identifier: Apache-2.0 */
/* The words of LEF and DEF files: what stands between blanks; comments, from # to the end of the line, are left out. */
#ifndef SUBCORE_PLACE_WORDS_H
#define SUBCORE_PLACE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "configs/sentence.h"

struct words {
    const char *path;
    const char *accepted;           /* what the file should be, for messages */
    const struct sentence *error;
    FILE    *file;
    char    *text, *at;             /* the line, and where the next word is */
    size_t   room;
    unsigned line;
    const char *word;               /* the word, until the next one is taken; "" after the last */
    bool     failed;                /* a sentence was written */
};

/* False if the file cannot be opened. Every other function may be called until words_close(), after an error, too. */
bool words_open(struct words *w, const char *path, const char *accepted, const struct sentence *error);
void words_close(struct words *w);

/* Takes the next word: false at the end of the file, or if it cannot be read (`failed`). */
bool words_next(struct words *w);

/* Whether the word is this one. */
bool words_is(const struct words *w, const char *word);

/* Takes the words up to and with `end`; false if the file ends before. */
bool words_skip_to(struct words *w, const char *end);

/* Takes the next word, which has to be there: false with a sentence that wants `what`. */
bool words_take(struct words *w, const char *what);

/* Takes the next word, a number of at most 1e9 in size. */
bool words_number(struct words *w, double *value);

/* Refuses the word: "path:line: '<word>' is not <what>; accepted is <accepted>". */
bool words_refuse(struct words *w, const char *what);

#endif
