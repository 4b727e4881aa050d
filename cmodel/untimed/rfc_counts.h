/* SPDX-License-Identifier: Apache-2.0 */
/* What the untimed analysis of the register cache counts, and the energy that follows (RFC-sim V-B, V-C). */
#ifndef SUBCORE_RFC_COUNTS_H
#define SUBCORE_RFC_COUNTS_H

#include <stdint.h>
#include <stdio.h>

#include "configs/config.h"

struct rfc_counts {
    uint64_t instructions;                  /* warp instructions */
    uint64_t read_hits, read_misses;        /* sources, by active lane */
    uint64_t write_hits, write_misses;      /* results, by active lane */
    uint64_t cache_reads, cache_writes;     /* accesses of rfc.bank_bits */
    uint64_t bank_reads, bank_writes;       /* of the register file: 32 bits each */
    uint64_t baseline_reads, baseline_writes;   /* the same without a cache */
    /* Parts that explain the difference between the two ways of counting, each in one of them only. */
    uint64_t drained;                       /* correct: of bank_writes, those at the end of a warp */
    uint64_t victim_reads;                  /* correct: of cache_reads, those of values on their way to a bank */
    uint64_t lost;                          /* published: dirty values that a read has marked clean */
};

/* Accesses to a memory whose words are shared by `lanes_per_access` neighbouring lanes, a power of two: one for each
 * such group with an active lane. */
static inline unsigned rfc_groups(uint32_t lanes, unsigned lanes_per_access)
{
    if (lanes_per_access == 4)              /* the usual one */
        return (unsigned)__builtin_popcount((lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & UINT32_C(0x11111111));
    uint32_t first = 0;
    for (unsigned s = 1; s < lanes_per_access; s *= 2)
        lanes |= lanes >> s;
    for (unsigned l = 0; l < 32; l += lanes_per_access)
        first |= UINT32_C(1) << l;
    return (unsigned)__builtin_popcount(lanes & first);
}

/* Energies in aJ; 128 bits, for they are far beyond 64. */
struct rfc_energy {
    unsigned __int128 bank_read, bank_write, cache_read, cache_write;
};

/* Energy of the accesses by Table III. A cache is one of the table's rows by the ways that a lookup searches, and an
 * access of another width than 128 bits costs in proportion (V-C). */
struct rfc_energy rfc_energy(const struct rfc_counts *, const struct config *, int searched_ways);
/* That of the register file without a cache. */
struct rfc_energy rfc_baseline_energy(const struct rfc_counts *, const struct config *);
unsigned __int128 rfc_energy_sum(const struct rfc_energy *);

/* Ways that a lookup searches: those of a set as the published simulator does, or all entries. */
int rfc_searched_ways(const struct config *, bool published);

/* Writes aJ as pJ with six digits behind the point, which is exact. */
void rfc_print_pj(unsigned __int128 aj, FILE *);

/* The share by which `now` is below `before`, in per cent; negative if it is above, 0 if there was nothing before. */
double rfc_reduction(double before, double now);

#endif
