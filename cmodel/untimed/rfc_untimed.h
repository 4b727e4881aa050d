/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register cache without timing, as a correct one behaves (RFC-sim IV; docs/rfc.md): lookups search all sets, no
 * register has two copies in a thread, no value is lost. Every warp has a cache of its own, which is drained when the
 * warp ends.
 */
#ifndef SUBCORE_RFC_UNTIMED_H
#define SUBCORE_RFC_UNTIMED_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "rfc_counts.h"
#include "cmodel/stream/rfc_shape.h"

enum { RFC_WARPS = 32 };        /* of a block */

struct rfc_untimed;

/* NULL when memory runs out. */
struct rfc_untimed *rfc_untimed_create(const struct config *);
void rfc_untimed_destroy(struct rfc_untimed *);

/* The next instruction of a warp of the running block, of 0 to RFC_WARPS - 1. */
void rfc_untimed_step(struct rfc_untimed *, uint32_t warp, const struct rfc_step *);
/* The warp ends: what is dirty is written to the banks, and its cache is empty. */
void rfc_untimed_end(struct rfc_untimed *, uint32_t warp);

const struct rfc_counts *rfc_untimed_counts(const struct rfc_untimed *);

#endif
