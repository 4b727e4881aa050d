/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options of a program that does one of several things, its modes: which mode looks at which option. One that the
 * chosen mode does not look at is refused, so that nobody waits for what it says.
 */
#ifndef SUBCORE_OPTION_USE_H
#define SUBCORE_OPTION_USE_H

#include <stddef.h>

/* An option by its key of argp, and a bit for each mode that looks at it. Those that all look at need no row. */
struct option_use { int key; const char *name; unsigned modes; };

/* At most 32 rows, and the names of the modes, as a user asks for them. `given` has a bit for each row. */
struct option_uses {
    const struct option_use *list;
    size_t count;
    const char *const *modes;
    size_t mode_count;
    unsigned given;
};

/* An option has been given. */
void option_use_given(struct option_uses *, int key);

/* 0, or EXIT_INPUT after one sentence on standard error about a given option that `mode` does not look at. */
int option_use_check(const struct option_uses *, size_t mode);

#endif
