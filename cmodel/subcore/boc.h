/* SPDX-License-Identifier: Apache-2.0 */
/* BOW's bypassing operand collector, one for each warp: window, lookup, entries, results, drains (3.14; BOW IV-A,
 * IV-B). */
#ifndef SUBCORE_BOC_H
#define SUBCORE_BOC_H

#include "collectors.h"

/* An instruction in a BOC. */
struct position {
    uint8_t  iid, unit, dst_count, dst_base, src_valid;
    uint32_t mask;
    bytes8   reg, index;                    /* register and entry of slot s */
    uint64_t uses;                          /* entries of its slots */
    uint64_t payload[PAYLOAD_QWORDS];
};

/* What the head of a warp finds in its BOC (3.14, Lookup). Sets of slots and of entries. */
struct boc_lookup {
    unsigned first, hits;                   /* slots */
    uint8_t  group[MAX_SLOTS];              /* slots with the register of slot s, for s in first */
    uint8_t  entry[MAX_SLOTS];              /* entry that slot s hits, for s in hits */
    uint64_t hit;                           /* entries that a slot hits */
    uint64_t free, evictable;               /* entries that can be taken */
    bool     lacks;                         /* there are not as many as it needs */
};

/* What the head finds, as registers keep it (LATE), by slot and by result; zero without a head. */
struct boc_found {
    uint64_t hit[QWORDS(MAX_SLOTS * MAX_BOC_ENTRIES)], first, same;
    uint64_t result_hit[QWORDS(MAX_DSTS * MAX_BOC_ENTRIES)], named;
};

/* The first entries that can be taken, whatever the head hits, in their order. */
struct boc_candidates {
    uint8_t  count;
    uint8_t  entry[MAX_SLOTS + MAX_DSTS];
};

struct boc {
    struct position at[MAX_WINDOW];
    bytes8   tag[MAX_BOC_ENTRIES / 8];
    uint8_t  life[MAX_BOC_ENTRIES];
    uint64_t alive;                         /* entries with a life that is not 0 */
    uint64_t locked, in, free;              /* 3.14, of the cycle */
    uint64_t taken;                         /* entries that the instruction that issues takes */
    struct boc_candidates now, before;      /* LATE: of the cycle, and of the one before */
    struct boc_found found;                 /* LATE: of the cycle */
    struct boc_lookup look;                 /* what the head finds, if it is known */
    uint8_t  leaves;                        /* of the cycle: the entry that is offered to its bank */
    uint64_t lost[MAX_REGISTERS / 64];      /* registers whose value a hint has let go (a check, no register) */
    struct {                                /* positions, then entries */
        uint64_t next, occupied, iid[QWORDS(MAX_WINDOW * 8)], unit[1], mask[QWORDS(MAX_WINDOW * MAX_LANES)];
        uint64_t dst_count[1], dst_base[QWORDS(MAX_WINDOW * 8)], payload[MAX_WINDOW * PAYLOAD_QWORDS];
        uint64_t src_valid[QWORDS(MAX_WINDOW * MAX_SLOTS)], src_index[QWORDS(MAX_WINDOW * MAX_SLOTS * 6)];
        uint64_t valid, full, wait, dirty, transient, life[QWORDS(MAX_BOC_ENTRIES * 3)];
        uint64_t tag[QWORDS(MAX_BOC_ENTRIES * 8)], fifo;
        uint64_t candidate[QWORDS((MAX_SLOTS + MAX_DSTS) * MAX_BOC_ENTRIES)];      /* LATE */
        uint64_t lock[QWORDS(MAX_WINDOW * MAX_BOC_ENTRIES)];                        /* LATE */
        struct boc_found found;                                                     /* LATE, of the cycle before */
        struct vreg data[MAX_BOC_ENTRIES];
    } q;
};

struct bocs {
    struct collectors base;
    unsigned window, entries, entry_w;      /* V, N, EW */
    bool     back, hinted;                  /* banks do not get every result (BACK); hints say which (HINT) */
    uint64_t changed;                       /* BOCs whose locked, in and free are not right any more */
    uint64_t looked;                        /* BOCs whose look is right */
    int      leaving;                       /* of the cycle: BOC whose position `position` dispatches, or -1 */
    unsigned position;
    uint32_t kept;                          /* of the cycle, by port: results for an entry that waits for them */
    int8_t   home[RESULT_PORTS];            /* entry of their registers, or -1 */
    struct boc at[MAX_COLLECTORS];
};

extern const struct collector_ops boc_ops;

static inline struct bocs *bocs_in(struct collectors *cs)
{
    return (struct bocs *)cs;
}

static inline const struct bocs *bocs_of(const struct collectors *cs)
{
    return (const struct bocs *)cs;
}

static inline uint8_t boc_tag(const struct boc *boc, unsigned entry)
{
    return boc->tag[entry / 8].at[entry % 8];
}

/* Entries with a value that the bank still has to get. */
static inline uint64_t boc_owes(const struct boc *boc)
{
    return boc->q.valid & boc->q.dirty & ~boc->q.transient;
}

static inline void boc_set(uint64_t *word, unsigned n, bool value)
{
    *word = value ? *word | only(n) : *word & ~only(n);
}

/* --- boc_lookup.c ------------------------------------------------------------------------------------------------- */

/* The entries of a set with a tag. */
uint64_t boc_find(const struct bocs *bs, unsigned c, uint8_t reg, uint64_t set);

/* Of a cycle: which entries are locked, in, and free in every BOC; with LATE what the heads find. */
void boc_heads(struct collectors *cs, const struct collector_view *v);

/* What the head of warp c, which has one, finds; behind boc_heads(). */
const struct boc_lookup *boc_look(struct bocs *bs, const struct ibuffer *ib, unsigned c);

/* --- parts of boc_ops, for benches -------------------------------------------------------------------------------- */

/* WAR (3.5, item 3): a position that has not dispatched reads a result register of the head. */
bool boc_overtakes(const struct bocs *bs, unsigned c, const struct instruction *head);

/* Item 4: the next position is not occupied, or dispatches in this cycle with REUSE, and no instruction is on its way
 * there. */
bool boc_has_room(const struct bocs *bs, const struct collector_view *v, unsigned c);

/* --- other functions of boc_ops, by file -------------------------------------------------------------------------- */

/* boc_registers.c */
void boc_list(const struct collectors *cs, unsigned c, struct register_list *l);
void boc_reset(struct collectors *cs, unsigned c);
void boc_pack(struct collectors *cs, unsigned c);
void boc_unpack(struct collectors *cs, unsigned c);
void boc_pack_candidates(struct bocs *bs, unsigned c);

/* boc_allocate.c: the instruction that issues. */
unsigned boc_allocate(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                      uint64_t lfsr, const struct served *served);

/* boc_results.c: what comes from the execution units, and what goes to the banks. */
uint32_t boc_results(struct collectors *cs, const struct result *wb, uint32_t ports);
void boc_take_results(struct collectors *cs, const struct taken_results *r, uint64_t lfsr);
void boc_offers(struct collectors *cs, const struct collector_view *v, uint64_t offered[MAX_BANKS]);
struct leaving boc_leave(struct collectors *cs, unsigned c);
void boc_expire(struct collectors *cs);

#endif
