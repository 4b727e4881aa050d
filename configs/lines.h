/* SPDX-License-Identifier: Apache-2.0 */
/* Text files, a line at a time. */
#ifndef SUBCORE_LINES_H
#define SUBCORE_LINES_H

#include <stdbool.h>

#include "sentence.h"

/* Takes line `number` of a file, from 1, with its end. Returns false if it has refused it. */
typedef bool lines_take(void *context, char *line, unsigned number);

/* Gives every line of a file to `take`, until it refuses one. `accepted` is what the file should be. */
bool lines_read(const char *path, const char *accepted, lines_take *take, void *context, const struct sentence *);

#endif
