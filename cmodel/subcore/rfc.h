/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register caches beside the OCUs, one for each warp slot: lookup, results, fills, drains, flush (3.15; RFC-sim IV,
 * V). A cycle goes through the functions in the order in which they stand here.
 */
#ifndef SUBCORE_RFC_H
#define SUBCORE_RFC_H

#include "model_internal.h"

/* Which caches flush, and what the heads find; before the warps are looked at (3.5). */
void rfc_eval(struct model *m);

/* Warps whose head lacks ports: as many of `warps` as do (3.5, item 6). */
uint64_t rfc_lacking(const struct model *m, uint64_t warps);

/* What the results on the ports of a set find, valid ones or not, and the bank that each needs (3.9). */
void rfc_results(struct model *m, const struct result wb[RESULT_PORTS], uint32_t ports);

/* The results on these ports are taken. */
void rfc_take(struct model *m, uint32_t ports);

/* Fills that are possible, the entries that caches offer, the banks that take them, and the fills that are made.
 * `contending`: ports with a result that contends. */
void rfc_drain_eval(struct model *m, uint32_t contending);

/* Whether cache w has a value that its bank lacks. */
static inline bool rfc_owes(const struct model *m, unsigned w)
{
    return m->shape.rback && (m->q.rfc[w].valid & m->q.rfc[w].dirty) != 0;
}

/* The edge of an allocation: OCU c takes what the head e of warp w has been served; returns the slots that have to be
 * read from the banks (3.6). */
unsigned rfc_allocate(struct model *m, unsigned c, unsigned w, const struct entry *e);

/* The row that a result on port u brings its bank: that of its victim, or its own. */
void rfc_write_row(struct model *m, unsigned u);

/* All caches, behind both. */
void rfc_edge(struct model *m);

/* A cache as it was before the edge. */
struct rfc_before { uint64_t valid, dirty; bytes8 tag[MAX_RFC_ENTRIES / 8]; };

/* Reports what never happens of cache w at this edge, which has changed it; and of the banks that were written. */
void rfc_check(struct model *m, unsigned w, const struct rfc_before *before);
void rfc_check_banks(struct model *m);
/* The end of a warp, and a launch, find its cache empty. */
void rfc_check_empty(struct model *m, unsigned w, const char *what);

void rfc_clear(struct model *m, unsigned w);
void rfc_pack(struct model *m, unsigned w);
void rfc_unpack(struct model *m, unsigned w);

/* --- shared by the parts ------------------------------------------------------------------------------------------ */

static inline uint8_t rfc_tag(const struct model *m, unsigned w, unsigned e)
{
    return m->rfc[w].tag[e / 8].at[e % 8];
}

/* Entries that are dirty; none without RBACK. */
static inline uint64_t rfc_dirty(const struct model *m, unsigned w)
{
    return m->shape.rback ? m->q.rfc[w].valid & m->q.rfc[w].dirty : 0;
}

/* The copy of a register, as a set of one entry or none. */
static inline uint64_t rfc_copy(const struct model *m, unsigned w, uint8_t reg)
{
    const bytes8 *tag = m->rfc[w].tag;
    return (bytes_equal(tag[0], reg) | bytes_equal(tag[1], reg) << 8) & m->q.rfc[w].valid;
}

/* The entry of a set that is replaced next. */
unsigned rfc_victim(const struct model *m, unsigned w, unsigned set);

/* Accesses of the cache's banks that the lanes of a mask take: groups of rfc.bank_bits (RFC-sim IV-D). */
unsigned rfc_groups(const struct shape *k, uint32_t mask);

#endif
