/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder with traces as they have been parsed (trace_pack.h), one file for each file of a trace, named after its
 * path. It never makes a result differ: what it has of a file is used only while that file is the one that was parsed.
 * Several processes may use a folder at once; files appear whole, and are never changed.
 */
#ifndef SUBCORE_TRACE_CACHE_H
#define SUBCORE_TRACE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "trace_pack.h"

/* Smaller files are parsed as quickly as they are looked for; files that have changed a moment ago may change again
 * without their times telling. */
enum { TRACE_CACHE_SMALLEST = 65536, TRACE_CACHE_SECONDS = 2, TRACE_CACHE_MEGABYTES = 1024 };

struct trace_cache {
    char     directory[4096];
    bool     on, asked;         /* in use; a user has named the folder, and is told if it can not be written */
    uint64_t limit;             /* bytes of all files in it together */
};

/* A file that is being written. */
struct trace_entry {
    struct trace_packer packer;
    struct trace_identity identity;
    char *source, *temporary, *final;
};

/*
 * Chooses the folder: `option`, else SUBCORE_TRACE_CACHE, else $XDG_CACHE_HOME/subcore, else $HOME/.cache/subcore;
 * `off` as the first two: none. SUBCORE_TRACE_CACHE_MB limits its size.
 */
bool trace_cache_choose(struct trace_cache *, const char *option, const struct sentence *error);

/* The file of a trace as it was parsed. False if there is none that can be used; a damaged one is said to be. */
bool trace_cache_open(const struct trace_cache *, const char *path, struct trace_packed *);
/* It turned out to be damaged: says so, and closes it. */
void trace_cache_damaged(const char *path, struct trace_packed *);

/* Begins to write a file's trace, before it is opened. Does nothing if it is not to be kept, or cannot be. */
void trace_cache_begin(const struct trace_cache *, const char *path, struct trace_entry *);
/* All of it has been parsed without an error. Returns about how many bytes are in the folder now that were not: for
 * trace_cache_shrink() when they have become many, and in the end. */
uint64_t trace_cache_end(struct trace_entry *);
/* Or not. */
void trace_cache_drop(struct trace_entry *);

/* Number and bytes of the files in the folder. False if it cannot be read; one that does not exist is empty. */
bool trace_cache_count(const struct trace_cache *, uint64_t *files, uint64_t *bytes);
/* Removes the files that have not been used for the longest time, until at most so many bytes are left. */
bool trace_cache_shrink(const struct trace_cache *, uint64_t limit);

#endif
