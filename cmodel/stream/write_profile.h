/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints about writes from a whole stream (BOW IV-B): liveness of every executed record gives every static record its
 * hint. BOW's compiler must be right about transient results, so all warps of all launches are looked at.
 */
#ifndef SUBCORE_WRITE_PROFILE_H
#define SUBCORE_WRITE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "hints.h"
#include "liveness.h"
#include "regset.h"
#include "stream.h"

/* What the launches of a kernel do with its registers. */
struct write_profile_kernel {
    struct regset named;            /* read or written */
    struct regset exposed;          /* used by a warp that has not written it before */
};

struct write_profile {
    struct hints *hints;
    struct liveness *liveness;
    uint64_t launches, warps;
    struct write_profile_kernel *kernels;   /* by their number in the hints */
    int     *site_kernel;           /* of every static record */
    uint32_t kernel_count, kernel_room, site_count, site_room;
    int      kernel;                /* that runs */
    struct stream *stream;
};

/* Goes through the stream to its end and settles the hints. False with one sentence in stream->error. Either
 * way write_profile_free() comes last; the hints are the caller's if it sets them to NULL. */
bool write_profile_collect(struct write_profile *, const struct hints_scope *, struct stream *);
void write_profile_free(struct write_profile *);

/* Static records by hint; [HINT_NONE]: those that never write anything. */
void write_profile_static(const struct write_profile *, uint64_t counts[HINT_COUNT]);

/* The registers of a kernel that need no row in a bank: every write is transient, and every use comes after one. */
void write_profile_bankless(const struct write_profile *, uint32_t kernel, struct regset *);

#endif
