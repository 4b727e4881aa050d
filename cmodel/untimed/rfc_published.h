/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register cache as the published simulator (RFC-sim V) counts it, peculiarities included: rfc.compat: rfc_sim.
 * docs/rfc.md lists them. The allocations read and read_write, which that program does not have, follow Table II.
 */
#ifndef SUBCORE_RFC_PUBLISHED_H
#define SUBCORE_RFC_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"
#include "rfc_counts.h"
#include "cmodel/stream/rfc_shape.h"

enum { RFC_PUBLISHED_SLOTS = 32 };      /* caches, one for all warps whose number is the same modulo this */

struct rfc_published;

/* NULL when memory runs out. */
struct rfc_published *rfc_published_create(const struct config *);
void rfc_published_destroy(struct rfc_published *);

/* The next instructions of a file, in its order, all of one warp. */
void rfc_published_steps(struct rfc_published *, uint32_t warp, const struct rfc_step *, size_t count);

/* The end of a kernel's file: only the first cache's window of look-ahead is emptied. Others wait for the next file. */
void rfc_published_end(struct rfc_published *);

const struct rfc_counts *rfc_published_counts(struct rfc_published *);

#endif
