/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of the golden model. Section numbers in comments are those of docs/microarchitecture.md.
 *
 * State comes in two forms. `struct registers` is the image: every register of the specification with its bits packed,
 * a register of up to 64 bits being one word that the model works on directly. What is packed in a way that is slow to
 * work on (ring entries, tags, ranks, ages) also has a natural form in the structures of the features, and that one
 * counts. The packed form of it follows at each change once model_image() has been called (`packing`), so that runs
 * that never look at the image do not pay for it.
 *
 * model_eval() reads the registers and fills `struct step`: outputs, choices, and a copy of the inputs that the edge
 * needs. It changes no register. model_edge() carries the step out.
 *
 * The image is little endian, and so must the host be.
 */
#ifndef SUBCORE_MODEL_INTERNAL_H
#define SUBCORE_MODEL_INTERNAL_H

#include "age_matrix.h"
#include "cmodel/base/bits.h"
#include "model.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the image of the model is little endian, and so must the host be"
#endif

enum {
    MAX_REGISTERS = 256, MAX_ROWS = 4096, MAX_DEPTH = 8, MAX_RING = MAX_WARPS * MAX_DEPTH,
    PAYLOAD_QWORDS = PAYLOAD_WORDS / 2, SENTENCE = 240, MAX_DIST_BITS = 6, MAX_REQUESTS = MAX_COLLECTORS * MAX_WINDOW,
    MODEL_ALIGNMENT = 64
};

/* The parameters and derived widths of section 1. */
struct shape {
    unsigned warps, lanes, registers, depth, inflight, banks, rows, collectors, slots, entries, payload, tags;
    unsigned warp_w, col_w, iid_w, reg_w, slot_w, entry_w, row_w;   /* WW CW TW RW SW EW AW */
    unsigned depth_w, count_w;                                      /* lg(D), lg(D+1) */
    unsigned requests, request_w, queue_w;                          /* M, lg(M), lg(M+1) */
    unsigned window, window_w;                                      /* V, VW */
    unsigned bank_shift;                                            /* register / B as a shift */
    unsigned active, ports_d, scheduler, allocation, replacement, write;
    unsigned sthld_w, interval_w, cycle_w, sthld, interval;         /* HW, IW, lg(I); the start value; I */
    unsigned dist_w, near_below;                                    /* Q, NB */
    uint32_t lane_mask;
    uint64_t register_masks, payload_mask[PAYLOAD_QWORDS]; /* eight times R - 1; the bits of a payload that exist */
    uint64_t tag_mask;
    size_t   vector_bytes;
    bool     ccu, boc, back, hinted, forward, reuse, round_robin;   /* boc, back, hinted: BOC, BACK, HINT */
    bool     two, wait, own, external, stall;                       /* TWO WAIT OWN EXT; issue.blocked is stall */
    bool     halves, pipe, late, shift, queue_shift, shared_write;  /* BEATS = 2, PIPE, LATE, SHIFT, QSHIFT, ... */
    bool     war_bit;                                               /* PIPE, and 3.5, item 3 is not implied */
    bool     by_unit, unordered;                                    /* writeback.order: unit; nobody asks for ages */
    bool     near, dist, dnear, ddist, decremented, ranked;         /* NEAR DIST DNEAR DDIST; there are ranks */
    bool     rfc, rback, fill, place, pos, flag, look, order;       /* RFC RBACK FILL PLACE POS FLAG LOOK ORDER */
    bool     rfc_lru, rfc_linear, rfc_bypass;                       /* rfc.replacement, dest_map, bypass_tensor */
    unsigned rfc_entries, ways, sets, set_w, pairs;                 /* F K X XW KP */
    unsigned read_ports, write_ports, bank_ports;                   /* ZR ZW BP */
    unsigned rfc_lanes;                                             /* lanes in a group of rfc.bank_bits */
    unsigned limit;                                                 /* NL of docs/schedulers.md; 0: none */
    bool     spare, ccws, stalls;                                   /* SPARE, CCWS; STALL of docs/ciao.md */
};

/* --- the registers of section 2, packed --------------------------------------------------------------------------- */

struct ibuffer_q {
    uint64_t count[QWORDS(MAX_WARPS * 4)], rptr[QWORDS(MAX_WARPS * 3)];
    uint64_t unit[QWORDS(MAX_RING * 3)], src_valid[QWORDS(MAX_RING * MAX_SLOTS)];
    uint64_t src_reg[QWORDS(MAX_RING * MAX_SLOTS * 8)], src_near[QWORDS(MAX_RING * MAX_SLOTS)];
    uint64_t src_dist[QWORDS(MAX_RING * MAX_SLOTS * MAX_DIST_BITS)];
    uint64_t dst_dist[QWORDS(MAX_RING * MAX_DSTS * MAX_DIST_BITS)];
    uint64_t dst_count[QWORDS(MAX_RING * 3)], dst_base[QWORDS(MAX_RING * 8)], dst_near[QWORDS(MAX_RING * MAX_DSTS)];
    uint64_t far_memory[QWORDS(MAX_RING)], leave[QWORDS(MAX_RING)];
    uint64_t first[QWORDS(MAX_RING)], hint[QWORDS(MAX_RING * 2)];
    uint64_t src_pos[QWORDS(MAX_RING * MAX_SLOTS * 3)], src_reuse[QWORDS(MAX_RING * MAX_SLOTS)];
    uint64_t dst_look[QWORDS(MAX_RING * MAX_DSTS)];
    uint64_t tag_src[QWORDS(MAX_RING * MAX_TAGS)], tag_dst[QWORDS(MAX_RING * MAX_TAGS)];
    uint64_t war[QWORDS(MAX_RING)], same[QWORDS(MAX_RING * MAX_SLOTS * MAX_SLOTS)];
    uint64_t last[QWORDS(MAX_RING)], mask[QWORDS(MAX_RING * MAX_LANES)], payload[MAX_RING * PAYLOAD_QWORDS];
};

struct issue_q { uint64_t last_valid, last_warp, exiting, wait, row[MAX_WARPS * QWORDS(MAX_WARPS)]; };

/* The instruction between issue and allocation. */
struct stage_q {
    uint64_t valid, col, warp, iid, unit, mask, dst_count, dst_base, dst_near, dst_dist, payload[PAYLOAD_QWORDS];
    uint64_t src_valid, src_reg, src_near, src_dist;
    uint64_t first, same, serves;   /* slots that come first with their registers; pairs of slots; CCUs of its warp */
    uint64_t grant;                 /* LATE: its warp, one-hot or zero; of the others valid, warp and iid only */
};

struct sthld_q { uint64_t state, sthld, clamped, cycle, count, prev, judge, large; };

struct dispatch_q { uint64_t rr, row[QWORDS(MAX_COLLECTORS * MAX_COLLECTORS)]; };

/* An OCU or a CCU. What only one of them has stays zero in the other. */
struct collector_q {
    uint64_t occupied, upper, warp, iid, unit, mask, dst_count, dst_base, dst_near, dst_dist, payload[PAYLOAD_QWORDS];
    uint64_t src_valid, src_ready;  /* OCU src_*_q, CCU oct_*_q */
    uint64_t src_field;             /* packed; OCU src_reg_q, CCU oct_index_q */
    uint64_t src_fill, src_set, dst_look;   /* OCU beside a register cache; src_set packed */
    uint64_t own, ct_valid, ct_lock;
    uint64_t ct_near;               /* with DIST no register, but what the distances say; zero without NEAR and DIST */
    uint64_t ct_tag[QWORDS(MAX_ENTRIES * 8)], ct_lru[QWORDS(MAX_ENTRIES * 8)], ct_dist[QWORDS(MAX_ENTRIES * 8)];
    struct vreg data[MAX_ENTRIES];  /* by slot or by entry */
};

/* LATE: what the head of a BOC's warp finds, by slot and by result; zero without a head. */
struct boc_found {
    uint64_t hit[QWORDS(MAX_SLOTS * MAX_BOC_ENTRIES)], first, same;
    uint64_t result_hit[QWORDS(MAX_DSTS * MAX_BOC_ENTRIES)], named;
};

/* A BOC: positions, then entries. Its data is written as it changes, like that of a collector. */
struct boc_q {
    uint64_t next, occupied, iid[QWORDS(MAX_WINDOW * 8)], unit[1], mask[QWORDS(MAX_WINDOW * MAX_LANES)], dst_count[1];
    uint64_t dst_base[QWORDS(MAX_WINDOW * 8)], payload[MAX_WINDOW * PAYLOAD_QWORDS];
    uint64_t src_valid[QWORDS(MAX_WINDOW * MAX_SLOTS)], src_index[QWORDS(MAX_WINDOW * MAX_SLOTS * 6)];
    uint64_t valid, full, wait, dirty, transient, life[QWORDS(MAX_BOC_ENTRIES * 3)], tag[QWORDS(MAX_BOC_ENTRIES * 8)];
    uint64_t fifo;
    uint64_t candidate[QWORDS((MAX_SLOTS + MAX_DSTS) * MAX_BOC_ENTRIES)];      /* LATE */
    uint64_t lock[QWORDS(MAX_WINDOW * MAX_BOC_ENTRIES)];                        /* LATE */
    struct boc_found found;                                                     /* LATE, of the cycle before */
    struct vreg data[MAX_BOC_ENTRIES];
};

/* A register cache. Its data is written as it changes, too. */
struct rfc_q {
    uint64_t valid, dirty, tag[QWORDS(MAX_RFC_ENTRIES * 8)];
    uint64_t older[QWORDS(MAX_RFC_ENTRIES * (MAX_RFC_ENTRIES - 1) / 2)];
    struct vreg data[MAX_RFC_ENTRIES];
};

struct bank_q {
    uint64_t count, rptr;           /* u_queue */
    uint64_t col[QWORDS(MAX_REQUESTS * 5)], pos[QWORDS(MAX_REQUESTS * 3)], mask[QWORDS(MAX_REQUESTS * MAX_SLOTS)];
    uint64_t rd_valid, rd_col, rd_slot, rd_pos;
    struct vreg rdata;
};

struct registers {
    uint64_t lfsr;
    struct issue_q issue;
    struct stage_q stage;
    uint64_t active;
    struct sthld_q sthld;
    struct dispatch_q dispatch;
    uint64_t row_base[QWORDS(MAX_WARPS * 12)];
    struct bank_q bank[MAX_BANKS];
    struct collector_q col[MAX_COLLECTORS];
    struct boc_q boc[MAX_COLLECTORS];
    struct rfc_q rfc[MAX_WARPS];
    uint64_t turn[QWORDS(MAX_BANKS * 6)];
    uint64_t pending[QWORDS(MAX_WARPS * MAX_REGISTERS)], tag[QWORDS(MAX_WARPS * MAX_TAGS)];
    uint64_t far_memory[QWORDS(MAX_WARPS * MAX_REGISTERS)];
    struct ibuffer_q ibuffer;
    uint64_t inflight_row[MAX_INFLIGHT * QWORDS(MAX_INFLIGHT)];
};

/* --- natural state ------------------------------------------------------------------------------------------------ */

/* A decoded instruction in a ring. Fields are cut to the widths of the configuration. Near bits are zero where there
 * is nothing of the kind, and follow from distances where those are numbers. */
struct entry {
    uint8_t  unit, src_valid, src_near, dst_count, dst_base, dst_near;
    uint8_t  hint;
    bool     last, far_memory, leave, first;
    bool     war;                   /* a result is a source of the warp's instruction before it */
    uint64_t same;                  /* PIPE: bit s S + f, f <= s: slots s and f are in use and name one register */
    uint8_t  src_reuse, dst_look;
    bytes8   src_reg, src_dist, src_pos, dst_dist;
    uint32_t mask;
    uint64_t tag_src, tag_dst;
    uint64_t payload[PAYLOAD_QWORDS];
};

struct ibuffer {
    uint8_t  count[MAX_WARPS], rptr[MAX_WARPS];
    uint64_t heads;                 /* warps with an instruction */
    uint64_t closed;                /* warps whose last instruction has been decoded (a check, no register) */
    struct entry ring[MAX_RING];
};

struct issue {
    struct age age;                 /* launch order; valid: live warps */
    uint64_t known, waiting;        /* known: `waiting` is right for the warp's head, which waits for a result, */
    uint64_t waiting_long;          /* and this, for one from far memory */
};

/* What the checks know of an in-flight number. No register. */
struct flight { uint8_t warp, dst_base, dst_count, results; };

struct collector {
    bytes8   reg;                   /* register of slot s; in a CCU the tag of the entry */
    bytes8   index;                 /* CCU: entry of slot s */
    bytes8   tag[MAX_ENTRIES / 8];
    _Alignas(32) uint8_t lru[MAX_ENTRIES];
    uint8_t  dist[MAX_ENTRIES];
};

/* An instruction in a BOC. */
struct position {
    uint8_t  iid, unit, dst_count, dst_base, src_valid;
    uint32_t mask;
    bytes8   reg, index;            /* register and entry of slot s */
    uint64_t uses;                  /* entries of its slots */
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

/* The first entries that can be taken, whatever the head hits, in their order. */
struct boc_candidates {
    uint8_t  count;
    uint8_t  entry[MAX_SLOTS + MAX_DSTS];
};

struct boc {
    struct position at[MAX_WINDOW];
    bytes8   tag[MAX_BOC_ENTRIES / 8];
    uint8_t  life[MAX_BOC_ENTRIES];
    uint64_t alive;                 /* entries with a life that is not 0 */
    uint64_t locked, in, free;      /* 3.14, of the cycle */
    uint64_t taken;                 /* entries that the instruction that issues takes */
    struct boc_candidates now, before;  /* LATE: of the cycle, and of the one before */
    struct boc_found found;         /* LATE: of the cycle */
    struct boc_lookup look;         /* what the head finds, if it is known (model.looked) */
    uint64_t lost[MAX_REGISTERS / 64];  /* registers whose value a hint has let go (a check, no register) */
};

struct rfc {
    bytes8   tag[MAX_RFC_ENTRIES / 8];
    uint16_t before[MAX_RFC_ENTRIES];       /* ways of its set that entry e comes before */
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

struct queue { uint8_t col[MAX_REQUESTS], pos[MAX_REQUESTS], mask[MAX_REQUESTS]; };

/* Causes of an idle cycle, each further down the way to issue than the one before. */
enum stall {
    STALL_NO_WARP, STALL_EMPTY, STALL_SCOREBOARD, STALL_WAR, STALL_COLLECTOR, STALL_INFLIGHT, STALL_READ_PORTS,
    STALL_INACTIVE, STALL_LIMIT, STALL_WAIT
};

/* One cycle between model_eval() and model_edge(). */
struct step {
    /* Copies of the inputs; data of results only if they are granted. */
    bool     rst, launch_valid, dec_valid, tag_valid, kernel;
    uint8_t  launch_warp, dec_warp, tag_warp;
    uint16_t launch_row;
    uint64_t tag_mask;
    uint32_t unit_ready;
    uint64_t barrier, stop, stalled;
    bool     spare;
    struct decoded dec;
    struct result wb[RESULT_PORTS];
    /* 3.2: port S by collector. */
    uint32_t s_valid;
    uint8_t  s_bank[MAX_COLLECTORS];
    uint8_t  s_entry[MAX_COLLECTORS];       /* CCU, BOC: entry that takes the value */
    uint8_t  s_slots[MAX_COLLECTORS];       /* slots that the value serves */
    /* 3.4 */
    bool     dispatch;
    uint8_t  disp_col, disp_pos;
    uint32_t finish;                        /* collectors whose last lanes leave */
    uint32_t held, busy;
    /* 3.5 */
    bool     chosen, issue;                 /* a warp is chosen; one issues, the same, with LATE that chosen before */
    enum stall stall;                       /* if none is chosen */
    uint8_t  chosen_warp, chosen_iid, issue_warp, issue_col, issue_iid;
    uint8_t  sthld;
    uint64_t wait;                          /* next value of wait_q */
    uint64_t leave, enter;                  /* active set, but for a warp that ends */
    uint32_t count_down;                    /* entries of the allocated CCU, which is: */
    uint8_t  alloc_col;
    struct boc_lookup lookup;               /* BOC: of the instruction that issues */
    /* 3.9 */
    uint32_t offered, accepted;             /* by port */
    uint32_t granted;                       /* by bank */
    uint8_t  grant_port[MAX_BANKS];
    uint32_t masked, written;               /* by port: accepted with a mask that is not 0; and written to a bank */
    uint32_t kept;                          /* BOC, by port: for an entry that waits for it */
    int8_t   home[RESULT_PORTS];            /* BOC: entry of the register, or -1 */
    uint32_t drained, drain_waits;          /* banks that take a drain; offers that none takes */
    uint8_t  drain_col[MAX_BANKS], drain_entry[MAX_WARPS];  /* BOC or cache; entry by BOC or cache */
    /* 3.15. Sets of warps. */
    uint64_t flushing;
    struct rfc_result rfc[RESULT_PORTS];
    uint64_t taken;                         /* their cache has a result taken, used or not */
    uint8_t  taken_port[MAX_WARPS];
    uint64_t wishes, fills;                 /* a value is wanted; and put into the cache */
    uint8_t  fill_col[MAX_WARPS], fill_reg[MAX_WARPS], fill_entry[MAX_WARPS];
    struct vreg fill_data[MAX_COLLECTORS];
    /* 3.12 */
    bool     end;
    uint8_t  end_warp;
    bool     changed;                       /* the edge has moved a register that nothing above tells of */
};

struct model {
    struct registers q;                     /* the image */
    struct shape shape;
    struct config cfg;                      /* of STHLD's transitions */
    bool     values, packing, evaluated;
    bool     rests, passes;                 /* the last edge has moved nothing; nor will this one (rest.h) */
    uint16_t seed;
    struct step step;

    struct ibuffer ibuffer;
    struct issue issue;
    struct entry stage;                     /* PIPE: the instruction in it */
    uint64_t tags[MAX_WARPS];               /* pending ones */
    struct age inflight, collectors;        /* issue order of in-flight numbers, of occupied collectors */
    struct flight flight[MAX_INFLIGHT];
    struct collector col[MAX_COLLECTORS];
    struct boc boc[MAX_COLLECTORS];
    struct rfc rfc[MAX_WARPS];
    uint64_t boc_changed;                   /* BOCs whose locked, in and free are not right any more */
    struct rfc_lookup look[MAX_WARPS];      /* of the heads; */
    uint64_t looked;                        /* warps of which it is right, or that of their BOC */
    struct queue queue[MAX_BANKS];
    uint16_t row_base[MAX_WARPS];
    uint32_t occupied, reading, queued;     /* collectors; banks with rd_valid; banks with a queue that is not empty */
    uint32_t upper;                         /* collectors with upper_q: one or none */
    uint16_t read_row[MAX_BANKS];           /* of the banks in `reading` (a check, no register) */
    uint32_t *mem;                          /* [bank][row][lane] */

    struct sc_out *out;                     /* of the last model_eval, and which of its operands are not zero */
    uint32_t out_operands, out_uppers;

    uint32_t write_count;
    struct model_write writes[MAX_BANKS];
    struct stats stats;
    uint32_t register_count;
    struct model_register *registers;
    char     violation[SENTENCE];
};

/* A model in memory that is zeroed and aligned to MODEL_ALIGNMENT; model_close() gives back what it
 * holds beside that. False when memory runs out. */
bool model_open(struct model *m, const struct config *cfg, bool values);
void model_close(struct model *m);

/* Keeps the first violation of section 3.13 as a sentence. */
__attribute__((format(printf, 2, 3), cold)) void model_violate(struct model *m, const char *format, ...);

static inline unsigned bank_of(const struct shape *k, unsigned warp, unsigned reg)
{
    return (reg + warp) & (k->banks - 1);
}

/* Where a random choice over n positions starts (section 1). */
static inline unsigned random_start(const struct model *m, unsigned n)
{
    return ((unsigned)m->q.lfsr & 0xff) * n >> 8;
}

static inline void vector_copy(const struct model *m, void *to, const void *from)
{
    if (m->shape.vector_bytes == sizeof(struct vreg))
        memcpy(to, from, sizeof(struct vreg));
    else
        memcpy(to, from, m->shape.vector_bytes);
}

static inline void lanes_copy(const struct model *m, uint32_t *to, const uint32_t *from, uint32_t mask)
{
    if (mask == m->shape.lane_mask) {
        vector_copy(m, to, from);
        return;
    }
    for (; mask; mask &= mask - 1)
        to[lowest(mask)] = from[lowest(mask)];
}

#endif
