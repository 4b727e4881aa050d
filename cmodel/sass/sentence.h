/* SPDX-License-Identifier: Apache-2.0 */
/* The one sentence about an error that the readers of cubins and launch files hand back. */
#ifndef SUBCORE_SENTENCE_H
#define SUBCORE_SENTENCE_H

#include <stdbool.h>
#include <stddef.h>

/* Where the sentence goes; at most one is written. */
struct sentence {
    char *text;
    size_t size;
};

/* Writes the sentence, with control characters made harmless. Returns false, for `return refuse(...)`. */
__attribute__((format(printf, 2, 3))) bool refuse(const struct sentence *, const char *format, ...);

#endif
