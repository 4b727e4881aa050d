/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The instruction stream: what the front end feeds into a sub-core.
 *
 * One record is one warp instruction, or one micro-operation of an instruction that reads more registers than a
 * collector has slots. A record carries everything that must not depend on timing: active lanes, register numbers
 * after operand expansion, memory addresses, reuse bits.
 */
#ifndef SUBCORE_STREAM_H
#define SUBCORE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/base/unit.h"
#include "configs/sentence.h"
#include "regset.h"

enum { STREAM_MAX_SLOTS = 8, STREAM_MAX_DSTS = 4, STREAM_MAX_LANES = 32, STREAM_FAR = 255 };

/* Memory space of a load or store. */
enum space { SPACE_NONE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, SPACE_CONST };

/* Where the operands of a record are (3.19): place 0 is the bank, i + 1 entry i of ORF and LRF. All zero but with
 * levels.scheme: software. With ltrf, of a record that begins an interval (3.20): the registers that it names, and
 * those that are live where it begins; else NULL. */
struct insn_levels {
    uint8_t  src[STREAM_MAX_SLOTS]; /* that the source of a slot is read from */
    uint8_t  dst[STREAM_MAX_DSTS];  /* that a result goes to, */
    uint8_t  dst_bank;          /* bit d: result d goes to its bank, too */
    uint8_t  copy, copy_slot;   /* that a source is copied to, or 0, and its slot */
    bool     strand;            /* it begins a strand */
    const struct regset *work, *live;
};

/* One warp instruction or micro-operation. Register numbers are per thread, 0 to 254; RZ never appears. */
struct insn {
    uint64_t pc;
    uint32_t opcode;            /* index into the stream's table of opcode names (kernel.opcode_name) */
    uint32_t mask;              /* active lanes, bit 0 = lane 0 */
    uint8_t  unit;              /* enum unit_kind */
    uint8_t  src_valid;         /* bit s: slot s holds a register */
    uint8_t  src_near;          /* bit s: the next read of slot s's register is near (Malekeh III-A) */
    uint8_t  dst_count;         /* 0 to 4 consecutive result registers */
    uint8_t  dst_base;          /* the first of them; 0 when dst_count is 0 */
    uint8_t  dst_near;          /* bit d: the next read of result d is near */
    uint8_t  dst_hint;          /* where the results are wanted (BOW IV-B): bit 0 in the collector, bit 1 in the bank;
                                   0 without a hint, which is both */
    uint8_t  space;             /* enum space */
    uint8_t  width;             /* bytes per lane of a memory access */
    uint8_t  src[STREAM_MAX_SLOTS]; /* register of slot s; 0 when the slot is not valid */
    uint8_t  src_pos[STREAM_MAX_SLOTS]; /* position of its operand among the instruction's (RFC-sim IV-C1); likewise */
    uint8_t  src_reuse;         /* bit s: the operand of slot s has a reuse flag (RFC-sim IV-B) */
    uint8_t  dst_look;          /* bit d: one of the next instructions names result d, if that was asked for */
    /* Distances to the next reads, in instructions of the warp: STREAM_FAR for that many and more, and for none. */
    uint8_t  src_dist[STREAM_MAX_SLOTS], dst_dist[STREAM_MAX_DSTS];
    /* Predicates and uniform registers: bit p for P p and UP p (PT and UPT have no bit), bit r for UR r (URZ has none).
     * Recorded traces name none. */
    uint8_t  pred_read, pred_write, upred_read, upred_write;
    uint64_t ureg_read, ureg_write;
    /* Control bits (3.18), in streams of machine code: of several records the first waits, and the last
     * says when the warp goes on. Counters are 0 to 5, 7 for none. */
    uint8_t  stall;             /* cycles */
    bool     yield;
    uint8_t  wait;              /* bit per counter that must be 0 */
    uint8_t  write_bar, read_bar;   /* counters that it counts until its results are written, its sources read */
    uint8_t  depbar, depbar_count;  /* the counter that is at most so much */
    bool     load, store;       /* reads, writes memory (an atomic does both) */
    bool     behind;            /* has further results of a load or an atomic: an earlier record has the access */
    bool     branch;            /* may redirect the warp: nothing is fetched behind it until it is executed */
    bool     barrier;           /* waits for the other warps of its block */
    bool     fence;             /* waits until its accesses to memory are visible to others */
    bool     backward;          /* a branch, and the warp's next record has the same or a lower address */
    bool     last;              /* the warp's last record: it ends the warp */
    bool     first_uop, last_uop;   /* first, last micro-operation of its instruction; both if it is the only one */
    bool     other;             /* the opcode table does not know the opcode */
    struct insn_levels levels;
    uint32_t address;           /* index of the first of its per-lane addresses in warp.addresses, if all records are
                                   kept (else see warp_addresses()); lanes that are not active have no entry: lane
                                   l's address is at address + popcount(mask below l) */
};

/* What a record does to global or local memory, lane by lane. Vectors are indexed by 32-bit word, then lane. */
struct warp_memory {
    uint32_t lanes;             /* lanes that access it */
    bool     local;             /* addresses are those of the lane's local memory, of `local_bytes` bytes */
    uint64_t local_bytes;
    uint8_t  width;             /* bytes per lane: 1, 2, or 4 * words */
    uint64_t address[STREAM_MAX_LANES];     /* of the first byte */
    uint32_t data[4][STREAM_MAX_LANES];     /* what is stored; of an atomic its operand; of a compare-and-swap what
                                               memory is compared with, and in `swap` what is then stored */
    uint32_t swap[2][STREAM_MAX_LANES];
    uint8_t  mode, type;        /* of an atomic: enum sass_mode, enum sass_type; both 0: words are added up */
    bool     ftz;
    /* What becomes of the words that memory gives: register i, if bit i of `kept` says so, is word i, of which a width
     * below 4 takes the bytes from the address on, extended by sign or zeros; `stored`: whether memory was equal to
     * `data` instead. And these registers in sequential execution. */
    uint8_t  kept;
    bool     is_signed, stored;
    const uint32_t (*result)[STREAM_MAX_LANES];
};

struct sass_insn;
struct warp;

/* What a stream that knows values adds to a warp (cmodel/sass/). Lanes are 32-bit words. */
struct warp_values {
    /* The value of register `reg` when the warp starts. */
    void (*launch)(const struct warp *, uint32_t reg, uint32_t lanes[STREAM_MAX_LANES]);
    /* The results of record `index` in sequential execution: insn.dst_count registers, meaningful in the active
     * lanes. */
    const uint32_t (*(*results)(const struct warp *, uint32_t index))[STREAM_MAX_LANES];
    /* An execution unit has been given record `index` with these operands, by slot, of which the first `lanes` lanes
     * exist. Computes everything that follows from them and compares it: results, predicates, address. Returns false
     * with one phrase in `error` if anything differs from sequential execution. */
    bool (*check)(struct warp *, uint32_t index, const uint32_t *const operand[STREAM_MAX_SLOTS], uint32_t lanes,
                  const struct sentence *error);
    /* What record `index`, the last one of a load, store or atomic, does to memory with these operands, which check()
     * has been given; without operands (NULL) nothing is said of data. `result` is valid until the next record is
     * made. */
    void (*memory)(const struct warp *, uint32_t index, const uint32_t *const operand[STREAM_MAX_SLOTS],
                   struct warp_memory *);
    /* The machine instruction of record `index`, which is still kept. */
    const struct sass_insn *(*machine)(const struct warp *, uint32_t index);
};

/* One warp of a thread block. Its records are either all there from the start, or made as they are asked for and kept
 * as long as they are needed: record i is then insns[i % room]. */
struct warp {
    uint32_t     id;            /* warp number inside the block */
    uint32_t     insn_count;    /* records made so far, at least 1 if all are there; the last has `last` set */
    uint32_t     room;          /* 0: all are kept; else how many there is room for, a power of two that may grow */
    uint32_t     needed;        /* oldest record that is still needed: whoever reads the records keeps it up to date */
    struct insn *insns;
    uint32_t     address_count;
    uint64_t    *addresses;
    /* Makes at least record insn_count, if the last one has not been made. NULL where all are there. False with a
     * sentence in the stream's error. */
    bool       (*more)(struct warp *);
    const struct warp_values *values;   /* NULL: the stream has no values */
    void        *state;
};

/* One thread block with the warps that the trace has of it, in ascending warp number. */
struct block {
    uint32_t     x, y, z;
    uint64_t     index;         /* order of appearance in the kernel, from 0 */
    uint32_t     warp_count;
    struct warp *warps;
    void       (*release)(struct block *);  /* frees what the stream keeps in `state`, here and in the warps, or NULL */
    void        *state;
};

/* Record `index`, which exists and is still kept. */
static inline const struct insn *warp_insn(const struct warp *w, uint32_t index)
{
    return &w->insns[w->room ? index & (w->room - 1) : index];
}

/* Whether a record is still kept. */
static inline bool warp_keeps(const struct warp *w, uint32_t index)
{
    return index < w->insn_count && (w->room == 0 || index >= w->needed);
}

/* The addresses of its active lanes. */
static inline const uint64_t *warp_addresses(const struct warp *w, uint32_t index, const struct insn *insn)
{
    return w->addresses + (w->room ? (index & (w->room - 1)) * STREAM_MAX_LANES : insn->address);
}

/* What a kernel launch says. */
struct kernel {
    char     name[256];
    uint32_t id;
    uint32_t grid[3], block[3];
    uint32_t shared_bytes;      /* per block */
    uint32_t registers;         /* per thread, as the trace or the ELF file says, 1 to 255 */
};

/* A piece of memory as sequential execution has left it so far. */
struct stream_memory {
    uint64_t address, bytes;
    const uint8_t *data;
};

/* How far a stream has been read since it was opened or rewound: a kernel and a block of it, both from 1 on. */
struct stream_place {
    uint32_t kernel, kernels;   /* kernels: how many there are; 0: nobody knows before the end */
    uint64_t block, blocks;     /* blocks: of the kernel's grid */
};

/* A source of kernels: a recorded trace, or an executor of machine code. All functions return 1 when they delivered
 * something, 0 at the end, and -1 on an error, which is one sentence in `error` (what, where, what is accepted). */
struct stream {
    void *state;
    int  (*next_kernel)(struct stream *, struct kernel *);
    /* The next block of the current kernel; the caller owns it and gives it back to block_free(). */
    int  (*next_block)(struct stream *, struct block **);
    /* Goes back to the first kernel. */
    bool (*rewind)(struct stream *);
    void (*close)(struct stream *);
    const char *(*opcode_name)(struct stream *, uint32_t opcode);
    /* The index-th piece of memory, by address; false if there are not so many. NULL where the stream has no values. */
    bool (*memory)(const struct stream *, size_t index, struct stream_memory *);
    /* Whether its reader wants the records of the warp with this place, from 0, among the warps of a block; NULL: of
     * all. With `skim`, for which somebody else must read all of the stream, others may be left out: they are then
     * neither checked nor counted, and have insn_count 0. */
    bool (*wants)(const void *reader, uint64_t block, uint32_t place);
    const void *reader;
    bool skim;
    struct stream_place place;  /* its reader keeps it up to date, but for `kernels` */
    /* Warps wait for each other through memory: what a load finds may depend on timing, and is that of one order. */
    bool races;
    char error[1024];
};

void block_free(struct block *);

#endif
