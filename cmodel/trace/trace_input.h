/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a trace that is read: as text, or as the cache has it; what is read as text may go into the cache. */
#ifndef SUBCORE_TRACE_INPUT_H
#define SUBCORE_TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "trace_cache.h"
#include "trace_file.h"
#include "trace_pack.h"

struct trace_input {
    const struct trace_cache *cache;    /* NULL: none */
    struct trace_file file;             /* with a path alone while records come from the cache */
    struct trace_packed packed;         /* the cache's file; or what is to become it: */
    struct trace_entry entry;
    uint64_t written;                   /* bytes that the cache has got more */
    struct sentence error;              /* of whoever reads */
};

/* Refuses the line that was read last. Returns false. */
__attribute__((format(printf, 2, 3))) bool trace_input_refuse(const struct trace_input *, const char *format, ...);

/* Whether the records of the file come from the cache. */
static inline bool trace_input_packed(const struct trace_input *in)
{
    return in->packed.data != NULL;
}

/* The next line that is neither blank nor a comment. Returns 1, 0 at the end of the file, or -1. */
int trace_input_line(struct trace_input *, const char **text, size_t *length);

/* Opens a file as the cache has it: false if the cache has it not, or if what it has proved to be damaged. */
bool trace_input_open_packed(struct trace_input *, const char *path);
void trace_input_damaged(struct trace_input *, const char *path);

/* Opens a file as text. */
bool trace_input_open(struct trace_input *, const char *path);

/* All of it has been read: it is kept in the cache, if it is to be. */
void trace_input_end(struct trace_input *);

/* Closes the file that is read, if one is. */
void trace_input_close(struct trace_input *);

/* Nothing more is read. */
void trace_input_free(struct trace_input *);

#endif
