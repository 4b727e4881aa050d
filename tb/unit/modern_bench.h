/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs for a sub-core without collectors, with control bits or tags, and what stands around the golden model.
 *
 * A warp is launched in cycle 0. A program is decoded from cycle 1 on, an instruction a cycle, so that its first
 * instruction issues in cycle 2 and dispatches in 8. Vectors say distances from there.
 */
#ifndef MODERN_BENCH_H
#define MODERN_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/unit.h"
#include "cmodel/subcore/model.h"
#include "configs/config.h"

enum { MOST = 40, WARPS_USED = 4, CYCLES = 400, FIRST_ISSUE = 2, NONE = 7, ZERO = 16, LANES = 2, TAG_LATENCY = 20 };

/* An instruction with its control bits; registers below 0 are no operands. Operand A, B, C is slot 0, 1, 2. A stall
 * count of 0 stands for 1, and ZERO for 0; a counter is SB(number), and 0 for none. */
struct op {
    enum unit_kind unit;
    int      dst, src[3];
    unsigned stall;
    bool     yield;
    unsigned reuse, wait, write_bar, read_bar, depbar, depbar_count;
    unsigned more;                      /* results beside the first one */
    bool     all_a;                     /* all sources are words of operand A */
    uint64_t tag_src, tag_dst;
};

#define FIXED(unit_, dst_, a, b, c, ...) \
    {.unit = (unit_), .dst = (dst_), .src = {a, b, c}, ##__VA_ARGS__}
#define SB(n) ((n) + 1)
#define NOP FIXED(UNIT_UNIFORM, -1, -1, -1, -1)
#define LOAD(dst_, a, ...) FIXED(UNIT_LDST, dst_, a, -1, -1, ##__VA_ARGS__)

/* Results that have still to come, one a cycle, and tags. */
struct pending { bool valid; unsigned unit, warp, reg, iid, left; uint64_t cycle; uint32_t value; };
struct pending_tags { uint64_t mask, cycle; };

struct bench {
    struct config cfg;
    struct model *model;
    struct sc_in in;
    struct sc_out out;
    uint64_t cycle, every;              /* every: LDST takes an instruction each so many cycles */
    uint64_t ldst_free;
    unsigned latency[MAX_UNITS];
    const struct op *program[WARPS_USED];
    unsigned length, decoded[WARPS_USED], issued[WARPS_USED];
    uint64_t issue[WARPS_USED][MOST];   /* cycle of each */
    uint32_t operand[WARPS_USED][MOST][3];      /* lane 0 of what was dispatched */
    unsigned flight[MAX_INFLIGHT];      /* number of the instruction in its warp */
    struct pending result[MAX_INFLIGHT];
    struct pending_tags tags[WARPS_USED][MOST];
    uint64_t ended;                     /* cycle in which the last warp ended */
    char     order[CYCLES];             /* which warp issued, as a digit */
    unsigned order_count;
};

/* `settings`: assignments with blanks between, behind those of a small Turing. Register r of warp w is launched with
 * 1000 w + r. Tags come back TAG_LATENCY cycles behind the dispatch. */
void begin(struct bench *b, const char *settings);

/* Fails with what the model has said of the environment, if anything. */
void finish(struct bench *b);

/* One cycle; `warps` of them are launched. */
void step(struct bench *b, unsigned warps);

/* All warps run the same program, warp `warps` - 1 the youngest. */
void run(struct bench *b, unsigned warps, const struct op *program, unsigned length);

/* Element `index` of `width` bits of a register, as it is now; `name` without "top.". */
uint64_t state_of(struct bench *b, const char *name, unsigned index, unsigned width);

#define RUN(b, warps, program) run(b, warps, program, sizeof(program) / sizeof *(program))
#define AMPERE "modern.fp32_interval=1 unit.fp32.interval=1"

#endif
