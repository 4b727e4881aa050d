/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whoever writes what a pipeline shows. Calls come in the order of cycles; a function that is NULL is not called. What
 * a writer keeps between calls does not grow with the run, but for what the file itself needs at its end.
 */
#ifndef SUBCORE_PIPELINE_WRITER_H
#define SUBCORE_PIPELINE_WRITER_H

#include <stdio.h>

#include "cmodel/subcore/stats.h"
#include "plan.h"
#include "row.h"

/* The frame of a view. */
struct view_frame {
    const struct config *config;
    uint32_t sm, subcore, subs; /* the slice, and its sub-cores */
    uint64_t from, to;          /* cycles; in the end as far as the run went */
    const char *source;         /* "model" or "RTL" */
};

/* Something that happens in a cycle to a warp; `row` is NULL if it is not about an instruction. */
struct pipeline_event {
    uint64_t cycle, launch;
    uint32_t sub;
    uint8_t  slot;
    const struct row *row;
    const char *name, *detail;
};

struct writer;

struct writer_ops {
    void (*open)(struct writer *, const struct view_frame *);
    /* The row is shown from this cycle on. */
    void (*row)(struct writer *, struct row *, uint64_t cycle);
    /* What it does from this cycle on; `producer`: the row whose result it waits for, or NULL. What it has done from
     * `from` up to this cycle. */
    void (*begin)(struct writer *, const struct row *, const struct step *, const struct row *producer, uint64_t cycle);
    void (*end)(struct writer *, const struct row *, const struct step *, uint64_t from, uint64_t cycle);
    /* It is complete; or only the view ends (`complete` is false). */
    void (*gone)(struct writer *, const struct row *, uint64_t cycle, bool complete);
    void (*event)(struct writer *, const struct pipeline_event *);
    /* `counts` are those of the cycles that were shown. */
    void (*close)(struct writer *, const struct view_frame *, const struct stats *counts);
};

/* What a row did in its first cycles that were shown. */
struct first_step {
    const struct row *row;      /* NULL: nothing is kept */
    struct step step;
    uint64_t to;
};

struct writer {
    const struct writer_ops *ops;
    FILE    *out;
    uint64_t now;               /* Kanata: the cycle that the file is in, */
    uint64_t retired;           /* and how many rows are complete */
    bool     more;              /* JSON: something stands before; Kanata: there are several sub-cores */
    uint64_t *lanes;            /* Chrome: tracks that are in use, by warp slot of all sub-cores */
    uint64_t *named;            /* and those that have their names */
    struct first_step *first;   /* by track of all sub-cores */
};

extern const struct writer_ops kanata_writer, chrome_writer, page_writer, log_writer;

/* "w3 #41 0x0110 FFMA R4 <- R1", with "s1" in front if there are several sub-cores: what a row is called. */
enum { LABEL_TEXT = 256 };
void row_label(const struct row *, uint32_t subs, char text[LABEL_TEXT]);

/* The text with what JSON needs before quotes and backslashes. */
void write_json_text(FILE *, const char *);

/* The counts that a view has of its cycles, as pairs of JSON. */
void write_counts(FILE *, const struct stats *, const char *separator);

#endif
