/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register caches of the 32 threads of a warp (RFC-sim V-B: every thread decides by itself). Threads whose caches
 * hold the same are kept as one class, so that a warp that never diverges costs as much as one thread. An instruction
 * for some lanes of a class splits it; classes that have become the same are merged again, now and then.
 */
#ifndef SUBCORE_RFC_LANES_H
#define SUBCORE_RFC_LANES_H

#include <stdbool.h>
#include <stdint.h>

enum { RFC_LANES = 32, RFC_ENTRIES = 16 };

struct rfc_entry {
    uint16_t tag;
    uint16_t valid, dirty;      /* bit per register of the entry */
    uint64_t stamp;             /* when it was taken or used: the smallest of a set goes first */
};

struct rfc_class {
    uint32_t lanes;             /* at least one */
    struct rfc_entry entry[RFC_ENTRIES];    /* set by set */
};

struct rfc_lanes {
    uint32_t count;             /* of classes, at least 1; their lanes are all lanes, each once */
    uint32_t unmerged;          /* instructions since classes were compared */
    uint64_t now;               /* instructions */
    struct rfc_class class[RFC_LANES];
};

/* All lanes in one class, every entry a copy of `empty`. */
void rfc_lanes_reset(struct rfc_lanes *, const struct rfc_entry *empty);

/* Puts the classes of the lanes in `mask` first, after splitting those that are partly in it. Returns their number. */
uint32_t rfc_lanes_split(struct rfc_lanes *, uint32_t mask);

/* Merges classes that will always do the same: equal but for the stamps, whose order within each set is equal. Looks at
 * the `sets` times `ways` entries that are in use; those without valid registers are equal whatever their tags say.
 * Does nothing most times that it is called. */
void rfc_lanes_merge(struct rfc_lanes *, uint32_t sets, uint32_t ways);

#endif
