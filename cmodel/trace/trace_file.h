/* SPDX-License-Identifier: Apache-2.0 */
/* A text file, plain or compressed, read line by line in bounded memory. */
#ifndef SUBCORE_TRACE_FILE_H
#define SUBCORE_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/sentence.h"

/* The buffer is as large as it first is, until a line does not fit. */
enum { TRACE_LINE_MAX = 1 << 20, TRACE_FILE_BUFFER = 1 << 18 };

struct archive;
struct archive_library;

struct trace_file {
    FILE    *plain;             /* where the text is read from: one of the two */
    struct archive *archive;
    const struct archive_library *library;
    char    *path;              /* NULL when closed */
    uint64_t line;              /* number of the line last returned, from 1 */
    char    *buffer;
    size_t   room;              /* its bytes */
    size_t   begin, end;        /* what of it is not yet returned */
    int64_t  position;          /* of what has been read in the text, at its end */
    bool     eof;
};

/* Opens a file; compression is recognised by content. */
bool trace_file_open(struct trace_file *file, const char *path, const struct sentence *error);

/* The next line, without its end (\n or \r\n) and without trailing blanks; it is valid until the next call. Returns 1,
 * 0 at the end of the file, or -1 with one sentence in `error`: unreadable or damaged file, line too long. */
int trace_file_line(struct trace_file *file, const char **text, size_t *length, const struct sentence *error);

/* What of the file is at hand, read already and not yet returned: `length` characters, lines with their ends. */
static inline const char *trace_file_ahead(const struct trace_file *file, size_t *length)
{
    *length = file->end - file->begin;
    return file->buffer + file->begin;
}

/* Takes a line of so many characters, with its end, from what is at hand. */
static inline void trace_file_take(struct trace_file *file, size_t length)
{
    file->begin += length;
    file->line++;
}

/* Skips lines up to the next one that begins with one of two words of different first characters. Returns 1, 0 at the
 * end of the file, or -1 with one sentence in `error`. A line that is too long may go unnoticed. */
int trace_file_skip(struct trace_file *, const char *a, const char *b, const struct sentence *error);

/* A place in a plain file. */
struct trace_place {
    uint64_t line;              /* the line before */
    int64_t  offset;            /* in bytes; -1: the file is compressed */
};

/* Behind the line last returned. */
struct trace_place trace_file_place(const struct trace_file *);

/* Goes back to a place. */
bool trace_file_go(struct trace_file *, const struct trace_place *, const struct sentence *error);

/* Closes the file; harmless if it is not open. */
void trace_file_close(struct trace_file *file);

#endif
