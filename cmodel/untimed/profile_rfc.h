/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmodel profile without a figure: the register cache of the configuration's rfc.* on a trace or workload, without
 * timing, as it should behave and as the published simulator counts it.
 */
#ifndef SUBCORE_PROFILE_RFC_H
#define SUBCORE_PROFILE_RFC_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/config.h"
#include "configs/sentence.h"
#include "rfc_counts.h"
#include "cmodel/program/source.h"

enum rfc_format { RFC_TEXT, RFC_CSV, RFC_JSON };

struct profile_rfc {
    const struct config *cfg;
    const struct source *source;
    const char *sass;           /* a listing with reuse flags, or NULL */
    const char *output;         /* NULL: standard output */
    enum rfc_format format;     /* JSON has the counts that rfc.compat says only */
    char note[512];             /* set: something that the user should know */
};

bool profile_rfc(struct profile_rfc *, const struct sentence *error);

/* Reuse flags: reads the listing or the file of hints, for any number of runs. */
struct rfc_reuse {
    struct rfc_listing *listing;
    struct source source;       /* the given one, with its hints */
};
bool rfc_reuse_read(struct rfc_reuse *, const struct source *, const char *sass, const struct sentence *error);
void rfc_reuse_free(struct rfc_reuse *);

/* Caches that count a source at the same time. NULL where a count is not wanted. */
struct rfc_pair {
    const struct config *cfg;
    struct rfc_untimed *exact;
    struct rfc_published *published;
};

/* Makes the caches of cfg; false when memory runs out. rfc_pair_free() comes in any case. */
bool rfc_pair_create(struct rfc_pair *, const struct config *cfg, bool exact, bool published);
void rfc_pair_free(struct rfc_pair *);

/* Runs a source through `count` pairs at once. *tensor says whether it executes a tensor instruction; `note` gets what
 * the listing lacks, if anything. */
bool rfc_pairs_run(struct rfc_pair *, size_t count, const struct rfc_reuse *, bool *tensor, char *note,
                   size_t note_size, const struct sentence *error);

#endif
