/* SPDX-License-Identifier: Apache-2.0 */
/*
 * State of the golden model in natural form, and the decisions of one cycle. Section numbers are those of
 * docs/microarchitecture.md.
 */
#ifndef SUBCORE_STATE_H
#define SUBCORE_STATE_H

#include "image.h"
#include "model.h"

enum { SET_WORDS = MAX_INFLIGHT / 64, MAX_DEPTH = 8 };

/* A set of up to 256 entries. */
struct set { uint64_t word[SET_WORDS]; };

/* 3.1: entry i is valid when bit i of row[i] is set; the other bits are the valid entries that are older. */
struct age {
    uint32_t   count;
    struct set valid;
    struct set row[MAX_INFLIGHT];
};

/* The decoded instructions of one warp, a ring. */
struct ring {
    uint32_t count, head;
    struct decoded entry[MAX_DEPTH];
};

/* An operand collector: plain (slots hold values) or caching (slots point into the cache table). */
struct collector {
    bool     occupied, own;
    uint32_t warp, iid, unit, mask, dst_count, dst_base, dst_near;
    uint32_t payload[PAYLOAD_WORDS];
    uint32_t slot_valid, slot_ready;        /* src_valid_q, src_ready_q; oct_valid_q, oct_ready_q */
    uint32_t slot_reg[MAX_SLOTS];           /* OCU */
    uint32_t slot_index[MAX_SLOTS];         /* CCU */
    uint32_t ct_valid, ct_lock, ct_near;    /* CCU: a bit per entry */
    uint32_t ct_tag[MAX_ENTRIES], ct_lru[MAX_ENTRIES];
    uint32_t *data[MAX_ENTRIES];            /* lanes of slot or entry i, in the image; NULL when timing only */
};

/* Requests of one bank. */
struct queue {
    uint32_t count, head;
    uint32_t collector[MAX_COLLECTORS], mask[MAX_COLLECTORS];
};

/* One bank: the read that returns in this cycle, and the rows. */
struct bank {
    bool      rd_valid;
    uint32_t  rd_collector, rd_slot;
    uint32_t *rdata;                        /* in the image; NULL when timing only */
    uint32_t *rows;                         /* NULL when timing only */
};

/* A result that is written to a bank in this cycle; port is -1 when there is none. */
struct grant { int port; uint32_t row; };

/* What the cycle has decided; model_edge() carries it out. */
struct plan {
    int      arrival[MAX_COLLECTORS];       /* bank whose value comes in on port S, or -1 */
    int      dispatch;                      /* collector, or -1 */
    int      issue, collector, iid;         /* warp, or -1; where it goes */
    int      end;                           /* warp, or -1 */
    uint32_t accepted;                      /* result ports */
    struct grant write[MAX_BANKS];
    int      read[MAX_BANKS];               /* slot that is read for the head of the queue, or -1 */
};

struct model {
    struct config cfg;
    bool     values;
    uint32_t bank_shift, full_mask;
    struct image image;
    uint32_t lfsr;
    struct ring ring[MAX_WARPS];
    uint64_t pending[MAX_WARPS][4];
    struct age inflight, launch, occupied;
    bool     last_valid;
    uint32_t last_warp;
    uint64_t exiting;
    struct collector collector[MAX_COLLECTORS];
    uint32_t rr;
    struct queue queue[MAX_BANKS];
    uint32_t row_base[MAX_WARPS];
    struct bank bank[MAX_BANKS];
    const struct sc_in *in;
    struct sc_out *last_out;
    struct plan plan;
    struct model_write writes[MAX_BANKS];
    uint32_t write_count;
    struct stats stats;
    char violation[256];
};

static inline bool set_has(const struct set *s, uint32_t i) { return s->word[i / 64] >> i % 64 & 1; }
static inline void set_add(struct set *s, uint32_t i) { s->word[i / 64] |= (uint64_t)1 << i % 64; }
static inline void set_remove(struct set *s, uint32_t i) { s->word[i / 64] &= ~((uint64_t)1 << i % 64); }

static inline bool pending(const struct model *m, uint32_t warp, uint32_t reg)
{
    return m->pending[warp][reg / 64 % 4] >> reg % 64 & 1;
}

static inline uint32_t bank_of(const struct model *m, uint32_t warp, uint32_t reg)
{
    return (reg + warp) & ((1u << m->bank_shift) - 1);
}

/* First candidate cyclically from the random start over n positions (section 1). */
static inline int random_pick(const struct model *m, uint32_t candidates, uint32_t n)
{
    uint32_t start = ((m->lfsr & 0xff) * n) >> 8;
    uint32_t from = candidates >> start << start;
    return __builtin_ctz(from ? from : candidates);
}

/* Register of a slot of an occupied collector. */
static inline uint32_t slot_register(const struct model *m, const struct collector *c, uint32_t slot)
{
    return m->cfg.kind == KIND_CCU ? c->ct_tag[c->slot_index[slot] % MAX_ENTRIES] : c->slot_reg[slot];
}

void age_update(struct age *a, int alloc, const struct set *freed);
bool age_older(const struct age *a, uint32_t i, uint32_t than);
void collector_allocate(struct model *m, uint32_t c, uint32_t warp, const struct decoded *d, uint32_t *need);
void ccu_receive_results(struct model *m, uint32_t c, const struct plan *p, int received, uint32_t touched_slots);

#endif
