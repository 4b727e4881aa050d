/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register caches beside the OCUs, one for each warp slot: lookup, results, fills, drains, flush (3.15; RFC-sim IV,
 * V). A cycle goes through the functions in the order in which they stand here.
 */
#ifndef SUBCORE_RFC_H
#define SUBCORE_RFC_H

#include "bank_arbiter.h"
#include "drain.h"
#include "ibuffer.h"
#include "ocu.h"
#include "rf_bank.h"
#include "scoreboard.h"

struct rfc {
    bytes8   tag[MAX_RFC_ENTRIES / 8];
    uint16_t before[MAX_RFC_ENTRIES];       /* ways of its set that entry e comes before */
    struct {
        uint64_t valid, dirty, tag[QWORDS(MAX_RFC_ENTRIES * 8)];
        uint64_t older[QWORDS(MAX_RFC_ENTRIES * (MAX_RFC_ENTRIES - 1) / 2)];
        struct vreg data[MAX_RFC_ENTRIES];
    } q;
};

/* What the head of a warp finds in its register cache (3.15, Lookup). Sets of slots. */
struct rfc_lookup {
    uint8_t  first, hits, served;
    uint8_t  entry[MAX_SLOTS];              /* that slot s hits, for s in hits */
    uint8_t  group[MAX_SLOTS];              /* slots with the register of slot s, for s in first */
    uint16_t hit;                           /* entries that a slot hits */
    bool     lacks;                         /* it lacks ports */
};

/* What a result on a port finds there (3.15, Results). */
struct rfc_result {
    int8_t   hit, bank;                     /* entry with its register; bank that it needs; -1: none */
    uint8_t  victim;                        /* if it places: the entry that it takes */
    bool     places, evicts;
};

struct rfcs {
    struct core *core;
    bool     present, back;                 /* there are caches; banks get values as they leave them (RFC, RBACK) */
    bool     fill, place, pos, flag, order; /* FILL PLACE POS FLAG ORDER */
    bool     lru, linear, bypass;           /* rfc.replacement, dest_map, bypass_tensor */
    unsigned entries, ways, sets, set_w, pairs;     /* F K X XW KP */
    unsigned read_ports, write_ports;       /* ZR ZW */
    unsigned group_lanes;                   /* lanes in a group of rfc.bank_bits */
    struct rfc_lookup look[MAX_WARPS];      /* of the heads; */
    uint64_t looked;                        /* warps of which it is right */
    /* Of the cycle; sets of warps. */
    uint64_t flushing;
    struct rfc_result result[RESULT_PORTS];
    uint64_t taken;                         /* their cache has a result taken, used or not */
    uint8_t  taken_port[MAX_WARPS];
    uint64_t wishes, fills;                 /* a value is wanted; and put into the cache */
    uint8_t  fill_port[MAX_WARPS], fill_col[MAX_WARPS], fill_reg[MAX_WARPS], fill_entry[MAX_WARPS];
    struct vreg fill_data[MAX_READS][MAX_COLLECTORS];
    uint8_t  leaves[MAX_WARPS];             /* the entry that a cache offers to its bank */
    bool     changed;                       /* the edge has touched a cache */
    struct drain drain;
    struct rfc at[MAX_WARPS];
};

void rfcs_open(struct rfcs *rs, struct core *core, const struct config *cfg);
void rfc_list(const struct rfcs *rs, unsigned w, struct register_list *l);
void rfcs_reset(struct rfcs *rs);
void rfc_pack(struct rfcs *rs, unsigned w);
void rfc_unpack(struct rfcs *rs, unsigned w);

/* The warp has another head. */
static inline void rfc_new_head(struct rfcs *rs, unsigned w)
{
    rs->looked &= ~only(w);
}

/* Which caches flush, those of these warps, and what the heads find; before the warps are looked at (3.5). */
void rfc_eval(struct rfcs *rs, const struct ibuffer *ib, uint64_t flushing);

/* Of these warps, those whose head lacks ports (3.5, item 6). */
uint64_t rfc_lacking(const struct rfcs *rs, uint64_t warps);

/* What the results on the ports of a set find, valid ones or not, and the bank that each needs (3.9), or -1. */
void rfc_results(struct rfcs *rs, const struct result wb[RESULT_PORTS], uint32_t ports);

static inline int rfc_bank(const struct rfcs *rs, unsigned u)
{
    return rs->result[u].bank;
}

/* The results on these ports are taken. */
void rfc_take(struct rfcs *rs, const struct result wb[RESULT_PORTS], uint32_t ports);

/* Fills that are possible, the entries that caches offer, the banks that take them, and the fills that are made.
 * `contending`: ports with a result that contends; `granted`: banks that a result is written to. */
void rfc_drain_eval(struct rfcs *rs, const struct ibuffer *ib, const struct ocus *ocus, const struct scoreboard *s,
                    const struct result wb[RESULT_PORTS], uint32_t contending, uint32_t granted);

/* Warps whose cache has a value that its bank lacks. */
uint64_t rfc_owing(const struct rfcs *rs);

/* The edge of an allocation: what the head i of warp w is served (3.6). */
struct served rfc_serve(struct rfcs *rs, const struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
                        const struct instruction *i);

/* The row that a result on port u brings its bank: that of its victim, or its own. */
void rfc_write_row(struct rfcs *rs, struct bank_arbiter *a, struct rf_banks *rf, const struct result *r, unsigned u);

/* All caches, behind both. `issues`: the warp that issues, or -1; `live`: warps that are. */
void rfc_edge(struct rfcs *rs, struct bank_arbiter *a, struct rf_banks *rf, const struct result wb[RESULT_PORTS],
              int issues, uint64_t live);

/* The end of a warp, and a launch, find its cache empty. */
void rfc_check_empty(struct rfcs *rs, unsigned w, const char *what);

/* --- shared by the parts ------------------------------------------------------------------------------------------ */

/* A cache as it was before the edge. */
struct rfc_before { uint64_t valid, dirty; bytes8 tag[MAX_RFC_ENTRIES / 8]; };

/* Reports what never happens of cache w at this edge, which has changed it; and of the banks that were written. */
void rfc_check(struct rfcs *rs, struct bank_arbiter *a, const struct rf_banks *rf, unsigned w,
               const struct rfc_before *before, bool live);
void rfc_check_banks(struct rfcs *rs, const struct rf_banks *rf);

static inline uint8_t rfc_tag(const struct rfcs *rs, unsigned w, unsigned e)
{
    return rs->at[w].tag[e / 8].at[e % 8];
}

/* Entries that are dirty; none without RBACK. */
static inline uint64_t rfc_dirty(const struct rfcs *rs, unsigned w)
{
    return rs->back ? rs->at[w].q.valid & rs->at[w].q.dirty : 0;
}

/* The copy of a register, as a set of one entry or none. */
static inline uint64_t rfc_copy(const struct rfcs *rs, unsigned w, uint8_t reg)
{
    const bytes8 *tag = rs->at[w].tag;
    return (bytes_equal(tag[0], reg) | bytes_equal(tag[1], reg) << 8) & rs->at[w].q.valid;
}

/* The entry of a set that is replaced next. */
unsigned rfc_victim(const struct rfcs *rs, unsigned w, unsigned set);

/* Accesses of the cache's banks that the lanes of a mask take: groups of rfc.bank_bits (RFC-sim IV-D). */
unsigned rfc_groups(const struct rfcs *rs, uint32_t mask);

#endif
