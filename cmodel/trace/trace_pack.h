/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel's trace as it has been parsed, in a file: the header's lines and the forms (trace_form.h) as text, and a
 * stream of 64-bit words, one or a few per execution. docs/traces.md has the format. Nothing in it depends on a
 * configuration.
 */
#ifndef SUBCORE_TRACE_PACK_H
#define SUBCORE_TRACE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "trace_form.h"

enum { TRACE_PACK_VERSION = 2, TRACE_PACK_FORMS = 1 << 24, TRACE_PACK_READY = 512 };

/* What tells a file from what it was before: nothing in it changes without one of these. */
struct trace_identity {
    uint64_t device, inode, size;
    uint64_t modified, modified_ns, changed, changed_ns;
};

/* --- writing ------------------------------------------------------------------------------------------------------ */

struct trace_packer {
    FILE    *file;              /* NULL: nothing is written */
    uint64_t words, sum, most;  /* written, their checksum, and how many there may be */
    uint64_t ready[TRACE_PACK_READY];   /* the next ones */
    size_t   ready_count;
    char    *head;              /* the header's lines */
    size_t   head_size, head_room;
    const struct trace_form **forms;    /* by number in the file */
    size_t   form_count, form_room;
    uint32_t *number;           /* by trace_form.index: that number, plus 1 */
    size_t   number_count;
    uint64_t next_line;         /* where the warp's next instruction must stand */
};

/* Begins with a file at its start, of at most so many bytes. Whatever goes wrong from here on closes the file. */
void trace_packer_begin(struct trace_packer *, FILE *file, uint64_t most);
/* A line of the header, a block, a warp (its number of instructions and the line of the first), an instruction (as it
 * was read, and its line). Lines of a warp must stand directly behind each other: if not, nothing is written. */
void trace_packer_head(struct trace_packer *, const char *text, size_t length);
void trace_packer_block(struct trace_packer *, uint32_t x, uint32_t y, uint32_t z);
void trace_packer_warp(struct trace_packer *, uint32_t id, uint64_t instructions, uint64_t line);
void trace_packer_item(struct trace_packer *, const struct trace_form *, const struct trace_line *, uint64_t line);
/* Completes the file. Returns whether it is whole; it is closed either way. */
bool trace_packer_end(struct trace_packer *, const struct trace_identity *);
/* Closes the file as it is, if there is one. */
void trace_packer_drop(struct trace_packer *);

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* A file in memory. */
struct trace_packed {
    const uint64_t *data;       /* NULL: none */
    size_t   size;              /* bytes */
    const uint64_t *words;      /* the stream */
    size_t   word_count, at;
    const char *head;           /* lines, each with its end */
    size_t   head_size, head_at;
    size_t   forms_at, form_count;      /* the first is at data[forms_at] */
    const struct trace_form **forms;
};

/* Checks what `data` says of itself, and takes it as its own: trace_packed_close() unmaps it. With another version or
 * identity it returns false and leaves *damage NULL; what is damaged is said in *damage, as one phrase. On false
 * nothing is taken. */
bool trace_packed_take(struct trace_packed *, const void *data, size_t size, const struct trace_identity *,
                       const char **damage);
void trace_packed_close(struct trace_packed *);

/* The next line of the header. Returns 1, or 0 behind the last one. */
int trace_packed_head(struct trace_packed *, const char **text, size_t *length);

/* Reads the forms, after trace_forms_kernel(), and checks the whole stream. Returns whether all is well. */
bool trace_packed_load(struct trace_packed *, struct trace_forms *, struct trace_line *);

/* Whether anything does. */
static inline bool trace_packed_more(const struct trace_packed *p)
{
    return p->at < p->word_count;
}

/* What comes next: a block, or a warp of the present one. False at the end, or when the other one comes. */
bool trace_packed_block(struct trace_packed *, uint32_t *x, uint32_t *y, uint32_t *z);
bool trace_packed_warp(struct trace_packed *, uint32_t *id, uint64_t *instructions, uint64_t *line);
/* The next of a warp's instructions, as trace_forms_read() gives it; addresses only if they are wanted. */
const struct trace_form *trace_packed_item(struct trace_packed *, struct trace_line *, bool addresses);
/* Goes behind so many of the warp's instructions. */
void trace_packed_skip(struct trace_packed *, uint64_t instructions);

/* For tests: writes the right checksum into a changed file. */
void trace_packed_seal(void *data, size_t size);

#endif
