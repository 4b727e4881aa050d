/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for vectors of the SM's coalescer and L1 data cache: it stands around the golden model alone. Numbers in the
 * tests that use it are worked out by hand from docs/sm.md.
 *
 * Cycle 0 is the first cycle after reset. bench_to(b, c) executes the cycles before c; registers are then those of
 * cycle c (before its edge). What happens is kept as text; all numbers but cycles are hexadecimal:
 *
 *     takes       "1:s0#5"                 in cycle 1 access 5 of sub-core 0 is taken
 *     responses   "3:s0#5[10 11 - -]"      in cycle 3 elements 0 and 1 of it get these words
 *     requests    "2:F12m0"                in cycle 2 the memory takes the request for line 12 for MSHR 0
 *                 "2:W12[aa - - bb/3]"     bytes are written: a word, and two bytes of another
 *                 "2:A12m1s0#5[1 - - -]"   an atomic of access 5 of sub-core 0, for MSHR 1; "2:R12s0#5[1 - - -]"
 */
#ifndef SM_BENCH_H
#define SM_BENCH_H

#include "configs/config.h"
#include "cmodel/sm/sm.h"

enum { BENCH_LOG = 4096, BENCH_OFFERS = 64, BENCH_FILLS = 64 };

struct bench_fill { uint64_t from; uint8_t mshr; struct mem_line line; };

struct bench {
    struct config cfg;
    struct sm *sm;
    const char *section;                /* what to read when an expectation fails */
    uint64_t cycle;                     /* the cycle that comes next */
    struct sm_in in;
    struct sm_out out;                  /* of the cycle before */
    bool req_ready;
    struct mem_access offer[MAX_SUBCORES][BENCH_OFFERS];    /* offered one after another, */
    uint64_t offer_from[MAX_SUBCORES][BENCH_OFFERS];        /* none before its cycle */
    unsigned offer_head[MAX_SUBCORES], offer_count[MAX_SUBCORES];
    struct bench_fill fill[BENCH_FILLS];                    /* likewise */
    unsigned fill_head, fill_count;
    uint64_t random;
    char takes[BENCH_LOG], responses[BENCH_LOG], requests[BENCH_LOG];
};

/*
 * An SM out of reset. `settings` are assignments over: 2 sub-cores of 2 warps and 4 lanes, 2 sets of 2 lines of 16
 * bytes (line n is words 4 n to 4 n + 3, its set n mod 2), 2 MSHRs, 3 targets, queues of 2. Registers without reset
 * start from arbitrary bits.
 */
struct bench *bench_start(const char *section, const char *settings);

/* Checks that nothing happened that never happens, and frees everything. */
void bench_finish(struct bench *b);

/* Lets the cycles go by; bench_step() is one of them. */
void bench_step(struct bench *b);
void bench_to(struct bench *b, uint64_t cycle);

/* The next access of a sub-core, offered from `cycle` on until it is taken. Element e is word e of the text: its word
 * address, for stores and atomics with data and, if not all bytes take part, these: "10 11=aa -  12=bbcc/3". */
void bench_offer(struct bench *b, uint64_t cycle, unsigned sub, unsigned id, enum mem_op op, const char *elements);
void bench_offer_local(struct bench *b, uint64_t cycle, unsigned sub, unsigned id, enum mem_op op,
                       const char *elements);

/* The next line that comes, offered from `cycle` on: word w is base + w. */
void bench_fill(struct bench *b, uint64_t cycle, unsigned mshr, uint32_t base);

/* Loads a line into an idle cache, and starts the clock and the texts anew: the cycle that comes next is cycle 0. */
void bench_warm(struct bench *b, uint64_t line, uint32_t base);

/* Forgets the texts; the cycle that comes next is cycle 0. */
void bench_restart(struct bench *b);

/* A new random number. */
uint32_t bench_random(struct bench *b);

/* Element `index` of `count` of a register; name without "top.". */
uint64_t bench_get(struct bench *b, const char *name, unsigned index, unsigned count);

#define EXPECT_TEXT(b, what, text) bench_expect_text(b, #what, (b)->what, text, __FILE__, __LINE__)
#define EXPECT_REG(b, name, value) bench_expect_element(b, name, 0, 1, value, __FILE__, __LINE__)
#define EXPECT_ELEMENT(b, name, index, count, value) \
    bench_expect_element(b, name, index, count, value, __FILE__, __LINE__)
/* The words of a row of the array, or of the array's output register. */
#define EXPECT_LINE(b, row, text) bench_expect_line(b, row, text, __FILE__, __LINE__)

void bench_expect_text(struct bench *b, const char *what, const char *actual, const char *expected, const char *file,
                       int line);
void bench_expect_element(struct bench *b, const char *name, unsigned index, unsigned count, uint64_t expected,
                          const char *file, int line);
void bench_expect_line(struct bench *b, unsigned row, const char *expected, const char *file, int line);

#endif
