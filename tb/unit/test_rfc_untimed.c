/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The untimed register cache (RFC-sim): vectors worked out by hand for every rule of both ways of counting, and random
 * instructions against a second implementation here, which keeps an array of entries for every thread and does what
 * docs/rfc.md says sentence by sentence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "configs/config.h"
#include "cmodel/untimed/rfc_published.h"
#include "cmodel/untimed/rfc_untimed.h"

enum { LANES = 32, ENTRIES = 16, EMPTY = 256, WARPS = 34, COUNTS = 10, LINES = 8 };

/* --- instructions ------------------------------------------------------------------------------------------------- */

/* An instruction with up to four sources and up to two results, registers up to 255. */
struct code {
    const char *opcode;
    int sources, source[4], results, result[2];
    unsigned flags;             /* reuse flags by position */
};

static void shape_of(const struct code *c, struct rfc_shape *s)
{
    struct isa_listed l = {.src_count = (uint8_t)c->sources, .dst_count = (uint8_t)c->results};
    memset(s, 0, sizeof *s);
    s->tensor = strncmp(c->opcode + 1, "MMA", 3) == 0;
    for (int i = 0; i < c->sources; i++)
        l.src[i] = (uint8_t)c->source[i];
    for (int i = 0; i < c->results; i++)
        l.dst[i] = (uint8_t)c->result[i];
    rfc_shape_publish(s, c->opcode, &l, (uint8_t)c->flags);
    for (int i = 0; i < c->sources; i++)
        if (c->source[i] != ISA_RZ)
            rfc_shape_source(s, (uint8_t)c->source[i], (uint8_t)i, c->flags >> i & 1);
    for (int i = 0; i < c->results; i++)
        if (c->result[i] != ISA_RZ)
            rfc_shape_result(s, (uint8_t)c->result[i]);
}

/* "d <- a b", with flags. */
static struct code op(int result, int a, int b, unsigned flags)
{
    struct code c = {.opcode = "IADD3", .results = result >= 0, .result = {result}, .flags = flags};
    if (a >= 0)
        c.source[c.sources++] = a;
    if (b >= 0)
        c.source[c.sources++] = b;
    return c;
}

/* --- configurations ----------------------------------------------------------------------------------------------- */

static struct config configured(const char *settings)
{
    struct config cfg;
    char error[CONFIG_ERROR], copy[512];
    config_default(&cfg);
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *rest = copy, *one; (one = strsep(&rest, " ")); ) {
        char text[128];
        snprintf(text, sizeof text, "rfc.%s", one);
        if (!config_set(&cfg, text, SENTENCE(error)))
            fail_msg("%s", error);
    }
    if (!config_check(&cfg, SENTENCE(error)))
        fail_msg("%s", error);
    return cfg;
}

static void list(const struct rfc_counts *c, uint64_t v[COUNTS])
{
    const uint64_t all[COUNTS] = {c->read_hits, c->read_misses, c->write_hits, c->write_misses, c->cache_reads,
                                  c->cache_writes, c->bank_reads, c->bank_writes, c->baseline_reads,
                                  c->baseline_writes};
    memcpy(v, all, sizeof all);
}

static void assert_counts(const struct rfc_counts *c, const uint64_t want[COUNTS], const char *what)
{
    static const char *const names[COUNTS] = {"read_hits", "read_misses", "write_hits", "write_misses", "cache_reads",
                                              "cache_writes", "bank_reads", "bank_writes", "baseline_reads",
                                              "baseline_writes"};
    uint64_t v[COUNTS];
    list(c, v);
    for (int i = 0; i < COUNTS; i++)
        if (v[i] != want[i])
            fail_msg("%s: %s is %llu, expected %llu; compare with the rule in docs/rfc.md", what, names[i],
                     (unsigned long long)v[i], (unsigned long long)want[i]);
}

/* --- vectors of the published simulator --------------------------------------------------------------------------- */

/* An instruction of warp 0 on one lane unless it says otherwise. */
struct line { struct code code; uint32_t mask, warp; uint32_t addresses; bool again; };

/* Lines up to the first without an opcode, and the counts that they give. */
struct vector {
    const char *settings;
    uint64_t want[COUNTS];
    struct line line[LINES];
};

static void published(const struct vector *v)
{
    struct config cfg = configured(v->settings);
    struct rfc_published *p = rfc_published_create(&cfg);
    struct rfc_shape shapes[LINES];
    assert_non_null(p);
    for (size_t i = 0; v->line[i].code.opcode; i++) {
        const struct line *l = &v->line[i];
        shape_of(&l->code, &shapes[i]);
        struct rfc_step step = {.shape = &shapes[i], .mask = l->mask ? l->mask : 1, .addresses = l->addresses};
        rfc_published_steps(p, l->warp, &step, 1);
    }
    rfc_published_end(p);
    assert_counts(rfc_published_counts(p), v->want, v->settings);
    rfc_published_destroy(p);
}

/* The cache of warp w is that of w mod 32, and nothing empties it. */
static void test_published_caches_are_shared_by_warp_modulo_32_and_never_flushed(void **state)
{
    (void)state;
    published(&(struct vector){"entries=2 ways=2 allocate=write", {1, 1, 0, 1, 1, 1, 1, 0, 2, 1}, {
        {.code = op(5, -1, -1, 0)}, {.code = op(-1, 5, -1, 0), .warp = 32}, {.code = op(-1, 5, -1, 0), .warp = 1}}});
}

/* Lookups see the state of before: a register that is read twice misses twice and is allocated twice. */
static void test_published_a_register_read_twice_misses_and_is_allocated_twice(void **state)
{
    (void)state;
    published(&(struct vector){"entries=2 ways=2 allocate=compiler_aided", {0, 2, 0, 0, 0, 2, 2, 0, 2, 0}, {
        {.code = op(-1, 7, 7, 3)}}});
    /* Both ways hold it now: the result takes the first one and evicts a copy. */
    published(&(struct vector){"entries=2 ways=2 allocate=compiler_aided", {1, 2, 0, 1, 1, 3, 2, 0, 3, 1}, {
        {.code = op(-1, 7, 7, 3)}, {.code = op(8, -1, -1, 0)}, {.code = op(-1, 7, -1, 0)}}});
}

/* A hit whose way an operand before has refilled changes the new occupant: R1's dirty bit is lost for R2's. */
static void test_published_a_hit_in_a_refilled_way_changes_the_new_occupant(void **state)
{
    (void)state;
    /* One way. R1 is dirty. "R1 <- R2" with R2's flag: R2 evicts R1 (a bank write), then the hit of R1 makes R2 dirty.
     * A next result evicts it: a second bank write. */
    published(&(struct vector){"entries=1 ways=1 allocate=compiler_aided", {0, 1, 1, 2, 0, 4, 1, 2, 1, 3}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(1, 2, -1, 1)}, {.code = op(3, -1, -1, 0)}}});
}

/* Sources go to the set of their position, results to that of their register; a copy elsewhere is not found. */
static void test_published_sets_by_position_and_by_register(void **state)
{
    (void)state;
    /* 4 sets of one way. R5 as a result is in set 1; position 0 looks in set 0, position 1 in set 1. */
    published(&(struct vector){"entries=4 ways=1 allocate=write dest_map=interleaved", {1, 2, 0, 1, 1, 1, 2, 0, 3, 1}, {
        {.code = op(5, -1, -1, 0)}, {.code = op(-1, 5, -1, 0)}, {.code = op(-1, 9, 5, 0)}}});
    /* Linear: R64 to R127 are in set 1. */
    published(&(struct vector){"entries=4 ways=1 allocate=write dest_map=linear", {1, 2, 0, 1, 1, 1, 2, 0, 3, 1}, {
        {.code = op(70, -1, -1, 0)}, {.code = op(-1, 70, -1, 0)}, {.code = op(-1, 9, 70, 0)}}});
    /* With two registers an entry R128's tag is 64, and the sets are divided by 256 tags all the same: set 1. */
    published(&(struct vector){"entries=4 ways=1 regs_per_entry=2 allocate=write dest_map=linear",
                               {1, 1, 0, 1, 1, 1, 1, 0, 2, 1}, {
        {.code = op(128, -1, -1, 0)}, {.code = op(-1, 9, 129, 0)}}});
    /* A stale copy hits: R5 is in set 0 as a source and in set 1 as a result. */
    published(&(struct vector){"entries=4 ways=1 allocate=compiler_aided", {1, 1, 0, 1, 1, 2, 1, 0, 2, 1}, {
        {.code = op(-1, 5, -1, 1)}, {.code = op(5, -1, -1, 0)}, {.code = op(-1, 5, -1, 0)}}});
}

/* A source hit clears the dirty bit, which loses a write-back. */
static void test_published_a_source_hit_loses_a_later_write_back(void **state)
{
    (void)state;
    published(&(struct vector){"entries=1 ways=1 allocate=write", {0, 0, 0, 2, 0, 2, 0, 1, 0, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
    published(&(struct vector){"entries=1 ways=1 allocate=write", {1, 0, 0, 2, 1, 2, 0, 0, 1, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
}

/* A source hit makes an entry young under LRU only; a result hit makes it young under FIFO, too. */
static void test_published_ages(void **state)
{
    (void)state;
    /* FIFO: R1 is read, R3 replaces it all the same. LRU: R3 replaces R2, and R1 hits. */
    published(&(struct vector){"entries=2 ways=2 allocate=write replacement=fifo", {1, 1, 0, 3, 1, 3, 1, 0, 2, 3}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)},
        {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    published(&(struct vector){"entries=2 ways=2 allocate=write replacement=lru", {2, 0, 0, 3, 2, 3, 0, 1, 2, 3}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)},
        {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    /* FIFO: R1 is written, R3 replaces R2. */
    published(&(struct vector){"entries=2 ways=2 allocate=write replacement=fifo", {1, 0, 1, 3, 1, 4, 0, 1, 1, 4}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}, {.code = op(1, -1, -1, 0)},
        {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    /* Two entries that one instruction has taken are as old: the lower way goes. Sources R1 and R2 take way 0 and 1. */
    published(&(struct vector){"entries=2 ways=2 allocate=compiler_aided", {1, 3, 0, 1, 1, 3, 3, 0, 4, 1}, {
        {.code = op(-1, 1, 2, 3)}, {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)},
        {.code = op(-1, 2, -1, 0)}}});
}

/* Write-through writes the bank and cleans on a hit, and does neither on a miss. */
static void test_published_write_through_is_for_hits_only(void **state)
{
    (void)state;
    published(&(struct vector){"entries=1 ways=1 allocate=write write=write_through", {0, 0, 1, 2, 0, 3, 0, 1, 0, 3}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
    /* What was allocated and not written again is dirty, and written when it is replaced. */
    published(&(struct vector){"entries=1 ways=1 allocate=write write=write_through", {0, 0, 0, 2, 0, 2, 0, 1, 0, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
}

/* What takes an entry when it misses (Table II; read and read_write are not in the program). */
static void test_published_allocation(void **state)
{
    (void)state;
    published(&(struct vector){"entries=8 ways=8 allocate=write", {1, 4, 0, 1, 1, 1, 4, 0, 5, 1}, {
        {.code = op(1, 2, 3, 2)}, {.code = op(-1, 1, 2, 0)}, {.code = op(-1, 3, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=read", {2, 3, 0, 1, 2, 3, 3, 1, 5, 1}, {
        {.code = op(1, 2, 3, 2)}, {.code = op(-1, 1, 2, 0)}, {.code = op(-1, 3, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=read_write", {3, 2, 0, 1, 3, 3, 2, 0, 5, 1}, {
        {.code = op(1, 2, 3, 2)}, {.code = op(-1, 1, 2, 0)}, {.code = op(-1, 3, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=compiler_aided", {2, 3, 0, 1, 2, 2, 3, 0, 5, 1}, {
        {.code = op(1, 2, 3, 2)}, {.code = op(-1, 1, 2, 0)}, {.code = op(-1, 3, -1, 0)}}});
}

/* Look-ahead takes a result that one of the next instructions of the warp slot names, in whatever role; an address
 * counts as the register of its position. The last instructions of a file are executed for warp slot 0 only. */
static void test_published_look_ahead(void **state)
{
    (void)state;
    published(&(struct vector){"entries=8 ways=8 allocate=look_ahead look_ahead=2", {1, 1, 0, 1, 1, 1, 1, 0, 2, 1}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 9, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=look_ahead look_ahead=1", {0, 2, 0, 1, 0, 0, 2, 1, 2, 1}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 9, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=look_ahead look_ahead=0", {0, 1, 0, 1, 0, 0, 1, 1, 1, 1}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    /* R2 is not named by "STG [R9], R8" with two addresses behind its two registers, but 2 and 3 are positions. */
    published(&(struct vector){"entries=8 ways=8 allocate=look_ahead look_ahead=1", {0, 2, 0, 2, 0, 1, 2, 1, 2, 2}, {
        {.code = op(4, -1, -1, 0)}, {.code = op(3, -1, -1, 0)}, {.code = op(-1, 9, 8, 0), .addresses = 2}}});
    /* Warp 1 waits for instructions that never come. */
    published(&(struct vector){"entries=8 ways=8 allocate=look_ahead look_ahead=2", {0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, {
        {.code = op(-1, 1, -1, 0), .warp = 1}, {.code = op(-1, 9, -1, 0)}}});
}

/* HMMA: A 2 at position 0, B 1 at 1, C 4 at 2, D 4. IMMA: 1, 1, 2, 2. */
static void test_published_matrices(void **state)
{
    (void)state;
    struct code hmma = {"HMMA.1688.F32", 3, {10, 20, 40}, 1, {40}, 4}, imma = {"IMMA.8816.S8.S8", 3, {10, 20, 40}, 1,
                                                                               {40}, 4};
    /* C's flag: its four registers take entries, as D's do; lookups see the state of before, so D misses. */
    published(&(struct vector){"entries=16 ways=16 allocate=compiler_aided", {0, 7, 0, 4, 0, 8, 7, 0, 7, 4}, {
        {.code = hmma}}});
    published(&(struct vector){"entries=16 ways=16 allocate=compiler_aided", {0, 4, 0, 2, 0, 4, 4, 0, 4, 2}, {
        {.code = imma}}});
    /* Without a destination nothing is expanded. */
    hmma.results = 0;
    published(&(struct vector){"entries=16 ways=16 allocate=write", {0, 3, 0, 0, 0, 0, 3, 0, 3, 0}, {
        {.code = hmma}}});
}

/* R255 is a register; behind it comes 256, which is what an empty entry has for a tag: it is found there. */
static void test_published_rz(void **state)
{
    (void)state;
    published(&(struct vector){"entries=2 ways=2 allocate=write", {1, 0, 0, 1, 1, 1, 0, 0, 1, 1}, {
        {.code = op(255, -1, -1, 0)}, {.code = op(-1, 255, -1, 0)}}});
    published(&(struct vector){"entries=8 ways=8 allocate=write", {1, 6, 0, 4, 1, 4, 6, 0, 7, 4}, {
        {.code = {"HMMA.1688.F32", 3, {10, 20, 255}, 1, {40}, 0}}}});
}

/* Hits and misses by lane, banks by lane, the cache by groups of rfc.bank_bits with an active lane, per operand. */
static void test_published_counts_by_lane_and_by_group(void **state)
{
    (void)state;
    published(&(struct vector){"entries=4 ways=4 allocate=write bank_bits=128", {7, 9, 0, 7, 4, 4, 9, 0, 16, 7}, {
        {.code = op(1, -1, -1, 0), .mask = 0x80000f11}, {.code = op(-1, 1, 2, 0), .mask = 0x80000f31}}});
    published(&(struct vector){"entries=4 ways=4 allocate=write bank_bits=32", {7, 9, 0, 7, 7, 7, 9, 0, 16, 7}, {
        {.code = op(1, -1, -1, 0), .mask = 0x80000f11}, {.code = op(-1, 1, 2, 0), .mask = 0x80000f31}}});
    published(&(struct vector){"entries=4 ways=4 allocate=write bank_bits=1024", {7, 9, 0, 7, 1, 1, 9, 0, 16, 7}, {
        {.code = op(1, -1, -1, 0), .mask = 0x80000f11}, {.code = op(-1, 1, 2, 0), .mask = 0x80000f31}}});
}

/* A line with two destinations ends a file; with instructions waiting in slot 0 it executes one of them instead. */
static void test_published_two_destinations_end_the_file(void **state)
{
    (void)state;
    struct code two = {"IADD3", 0, {0}, 2, {1, 2}, 0};
    published(&(struct vector){"entries=2 ways=2 allocate=write", {0, 0, 0, 1, 0, 1, 0, 0, 0, 1}, {
        {.code = op(1, -1, -1, 0)}, {.code = two}, {.code = op(2, -1, -1, 0)}}});
    published(&(struct vector){"entries=2 ways=2 allocate=look_ahead look_ahead=2", {0, 0, 0, 2, 0, 0, 0, 2, 0, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = two}, {.code = op(2, -1, -1, 0)}}});
}

/* --- vectors of the correct cache --------------------------------------------------------------------------------- */

static void exact(const struct vector *v)
{
    struct config cfg = configured(v->settings);
    struct rfc_untimed *u = rfc_untimed_create(&cfg);
    struct rfc_shape shapes[LINES];
    assert_non_null(u);
    for (size_t i = 0; v->line[i].code.opcode; i++) {
        const struct line *l = &v->line[i];
        shape_of(&l->code, &shapes[i]);
        struct rfc_step step = {.shape = &shapes[i], .mask = l->mask ? l->mask : 1, .again = l->again};
        rfc_untimed_step(u, l->warp, &step);
    }
    for (uint32_t w = 0; w < RFC_WARPS; w++)
        rfc_untimed_end(u, w);
    assert_counts(rfc_untimed_counts(u), v->want, v->settings);
    rfc_untimed_destroy(u);
}

/* A register that is read twice is one access, and takes one entry; the flag of either operand counts. */
static void test_a_register_read_twice_is_one_access(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=compiler_aided", {1, 1, 0, 0, 1, 1, 1, 0, 2, 0}, {
        {.code = op(-1, 7, 7, 2)}, {.code = op(-1, 7, -1, 0)}}});
}

/* Lookups search all sets, whatever the mapping (which is for allocation), and a register has one copy. */
static void test_lookups_search_all_sets(void **state)
{
    (void)state;
    /* 4 sets of one way: R5 is in set 1, and found from position 0; its result hits where it is. */
    exact(&(struct vector){"entries=4 ways=1 allocate=compiler_aided", {1, 0, 1, 1, 2, 2, 0, 1, 1, 2}, {
        {.code = op(5, -1, -1, 0)}, {.code = op(5, 5, -1, 1)}}});
    /* As a source with a flag it takes set 0; the result R5 is written there, not in set 1. */
    exact(&(struct vector){"entries=4 ways=1 allocate=compiler_aided", {1, 1, 1, 0, 2, 2, 1, 1, 2, 1}, {
        {.code = op(-1, 5, -1, 1)}, {.code = op(5, -1, -1, 0)}, {.code = op(-1, 5, -1, 0)}}});
}

/* A dirty value is written to its bank when it is replaced or its warp ends, and read from the cache for it. */
static void test_no_value_is_lost(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=1 ways=1 allocate=write", {1, 0, 0, 2, 3, 2, 0, 2, 1, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
    /* Written through: clean when it is replaced, and at the end. */
    exact(&(struct vector){"entries=1 ways=1 allocate=write write=write_through", {0, 0, 1, 2, 0, 3, 0, 3, 0, 3}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}}});
}

/* FIFO goes by when an entry was taken, whatever hits; LRU by when it was used. */
static void test_replacement(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=write replacement=fifo", {0, 1, 1, 3, 3, 4, 1, 3, 1, 4}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}, {.code = op(1, -1, -1, 0)},
        {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
    exact(&(struct vector){"entries=2 ways=2 allocate=write replacement=lru", {1, 0, 1, 3, 4, 4, 0, 3, 1, 4}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, -1, -1, 0)}, {.code = op(1, -1, -1, 0)},
        {.code = op(3, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}}});
}

/* All sources are looked up before one of them takes an entry; results see what the sources have left. */
static void test_order_within_an_instruction(void **state)
{
    (void)state;
    /* One way. R1 is dirty in it. "R2 <- R3, R1" with R3's flag: R3 misses and takes the way (R1 is evicted), R1 hits
     * all the same. R2 evicts R3, which is clean. */
    exact(&(struct vector){"entries=1 ways=1 allocate=compiler_aided", {1, 1, 0, 2, 3, 3, 1, 2, 2, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(2, 3, 1, 1)}}});
    /* "R4 <- R4" with a flag: the source takes an entry, and the result hits it. */
    exact(&(struct vector){"entries=1 ways=1 allocate=compiler_aided", {0, 1, 1, 0, 1, 2, 1, 1, 1, 1}, {
        {.code = op(4, 4, -1, 1)}}});
}

/* A result that takes no entry leaves no stale copy where it hits: it is written there. */
static void test_results_hit_under_every_allocation(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=read", {1, 1, 1, 1, 2, 2, 1, 2, 2, 2}, {
        {.code = op(-1, 1, -1, 0)}, {.code = op(1, -1, -1, 0)}, {.code = op(2, 1, -1, 0)}}});
}

/* RZ is neither read nor written. */
static void test_rz_is_no_access(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=read_write", {0, 1, 0, 0, 0, 1, 1, 0, 1, 0}, {
        {.code = op(255, 255, 1, 0)}}});
}

/* Every thread has entries of its own: a partial write is found in its lanes only. */
static void test_threads_have_entries_of_their_own(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=write bank_bits=128", {4, 28, 0, 4, 2, 1, 28, 4, 32, 4}, {
        {.code = op(1, -1, -1, 0), .mask = 0xf}, {.code = op(-1, 1, -1, 0), .mask = UINT32_MAX}}});
}

/* Registers of an entry are valid one by one: a neighbour misses, and comes into the same entry. */
static void test_entries_of_several_registers(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=1 ways=1 regs_per_entry=2 allocate=read_write", {2, 1, 0, 1, 3, 2, 1, 1, 3, 1}, {
        {.code = op(4, -1, -1, 0)}, {.code = op(-1, 5, -1, 0)}, {.code = op(-1, 4, 5, 0)}}});
}

/* Look-ahead sees the warp's own next instructions up to its end. */
static void test_look_ahead(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=look_ahead look_ahead=1", {1, 1, 0, 2, 2, 1, 1, 2, 2, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = op(-1, 1, -1, 0)}, {.code = op(2, -1, -1, 0)},
        {.code = op(-1, 2, -1, 0), .warp = 1}}});
}

/* A tracer lists LDGSTS twice; the second line is no access. */
static void test_a_line_of_the_same_execution_is_no_access(void **state)
{
    (void)state;
    exact(&(struct vector){"entries=2 ways=2 allocate=read", {0, 1, 0, 0, 0, 1, 1, 0, 1, 0}, {
        {.code = op(-1, 1, -1, 0)}, {.code = op(-1, 1, -1, 0), .again = true}}});
}

/* With rfc.bypass_tensor matrix instructions take no entries, and their results leave no stale copy (VII). */
static void test_bypass_of_tensor_instructions(void **state)
{
    (void)state;
    struct code product = {"HMMA", 1, {1}, 1, {1}, 1};
    exact(&(struct vector){"entries=2 ways=2 allocate=read_write bypass_tensor=true", {1, 1, 0, 2, 1, 2, 1, 1, 2, 2}, {
        {.code = op(1, -1, -1, 0)}, {.code = product}, {.code = op(-1, 1, -1, 0)}}});
}

/* --- a second implementation -------------------------------------------------------------------------------------- */

struct cell {
    int  tag, age;              /* published */
    bool dirty;
    bool valid[ENTRIES], written[ENTRIES];      /* correct: by register of the entry */
    long stamp;
};

struct thread { struct cell entry[ENTRIES], next[ENTRIES]; };

struct second {
    const struct config *cfg;
    struct thread thread[LANES];        /* of one warp */
    uint64_t count[COUNTS];
    long now;
};

enum {
    READ_HIT, READ_MISS, WRITE_HIT, WRITE_MISS, CACHE_READ, CACHE_WRITE, BANK_READ, BANK_WRITE, BASE_READ, BASE_WRITE
};

/* Accesses to the cache of one operand: by group of lanes. */
static uint64_t groups(const struct config *cfg, const bool lane[LANES])
{
    uint64_t n = 0;
    int width = cfg->rfc_bank_bits / 32;
    for (int g = 0; g < LANES; g += width) {
        bool any = false;
        for (int l = g; l < g + width; l++)
            any |= lane[l];
        n += any;
    }
    return n;
}

static void second_reset(struct second *s, const struct config *cfg)
{
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
    for (int l = 0; l < LANES; l++)
        for (int e = 0; e < ENTRIES; e++)
            s->thread[l].entry[e].tag = s->thread[l].next[e].tag = EMPTY;
}

/* --- published, literally ----------------------------------------------------------------------------------------- */

struct lanes { bool cache_read[LANES], cache_write[LANES]; };

static int published_victim(struct thread *t, int first, int ways)
{
    int oldest = first;
    for (int w = first; w < first + ways; w++)
        if (t->next[w].tag == EMPTY)
            return w;
    for (int w = first; w < first + ways; w++)
        if (t->next[w].age > t->next[oldest].age)
            oldest = w;
    return oldest;
}

static void published_allocate(struct second *s, struct thread *t, int lane, int first, int tag, bool dirty,
                               struct lanes *did)
{
    int v = published_victim(t, first, s->cfg->rfc_ways);
    if (t->next[v].tag != EMPTY && t->next[v].dirty)
        s->count[BANK_WRITE]++;
    t->next[v] = (struct cell){.tag = tag, .age = 1, .dirty = dirty};
    did->cache_write[lane] = true;
}

static void published_operand(struct second *s, const struct rfc_operand *o, int lane, bool named, struct lanes *did)
{
    const struct config *c = s->cfg;
    struct thread *t = &s->thread[lane];
    int sets = c->rfc_entries / c->rfc_ways, tag = o->reg / c->rfc_regs, way = -1;
    int set = !o->result ? o->position % sets : c->rfc_dest_map == RFC_DEST_INTERLEAVED ? tag % sets
            : tag * c->rfc_entries / (256 * c->rfc_ways);
    if (set >= sets)
        set = sets - 1;
    int first = set * c->rfc_ways;
    for (int w = first + c->rfc_ways - 1; w >= first; w--)
        if (t->entry[w].tag == tag)
            way = w;
    s->count[o->result ? BASE_WRITE : BASE_READ]++;
    s->count[o->result ? way < 0 ? WRITE_MISS : WRITE_HIT : way < 0 ? READ_MISS : READ_HIT]++;
    if (way >= 0 && !o->result) {
        did->cache_read[lane] = true;
        t->next[way].dirty = false;
        if (c->rfc_replacement == RFC_REPLACEMENT_LRU)
            t->next[way].age = 1;
    } else if (way >= 0) {
        did->cache_write[lane] = true;
        t->next[way].dirty = c->rfc_write == RFC_WRITE_BACK;
        t->next[way].age = 1;
        s->count[BANK_WRITE] += c->rfc_write == RFC_WRITE_THROUGH;
    } else if (!o->result) {
        s->count[BANK_READ]++;
        if (c->rfc_allocate == RFC_ALLOCATE_READ || c->rfc_allocate == RFC_ALLOCATE_READ_WRITE
            || (c->rfc_allocate != RFC_ALLOCATE_WRITE && o->reuse))
            published_allocate(s, t, lane, first, tag, false, did);
    } else if (c->rfc_allocate == RFC_ALLOCATE_READ || (c->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD && !named)) {
        s->count[BANK_WRITE]++;
    } else {
        published_allocate(s, t, lane, first, tag, true, did);
    }
}

static void second_published(struct second *s, const struct rfc_step *step, const struct rfc_step *next, int ahead)
{
    const struct rfc_operands *list = &step->shape->published;
    for (int l = 0; l < LANES; l++)
        for (int e = 0; e < ENTRIES; e++)
            s->thread[l].next[e].age++;
    for (uint32_t i = 0; i < list->count; i++) {
        struct lanes did = {{0}, {0}};
        bool named = false;
        for (int n = 0; n < ahead; n++)
            named |= rfc_step_lists(&next[n], list->at[i].reg);
        for (int l = 0; l < LANES; l++)
            if (step->mask >> l & 1)
                published_operand(s, &list->at[i], l, named, &did);
        s->count[CACHE_READ] += groups(s->cfg, did.cache_read);
        s->count[CACHE_WRITE] += groups(s->cfg, did.cache_write);
    }
    for (int l = 0; l < LANES; l++)
        memcpy(s->thread[l].entry, s->thread[l].next, sizeof s->thread[l].entry);
}

/* --- correct, literally ------------------------------------------------------------------------------------------- */

/* What lanes do to the cache for one operand; evictions by register of the entry. */
struct touched { bool read[LANES], write[LANES], evict[ENTRIES][LANES]; };

static struct cell *holder(struct second *s, int lane, int reg)
{
    for (int e = 0; e < s->cfg->rfc_entries; e++) {
        struct cell *c = &s->thread[lane].entry[e];
        bool any = false;
        for (int r = 0; r < s->cfg->rfc_regs; r++)
            any |= c->valid[r];
        if (any && c->tag == reg / s->cfg->rfc_regs)
            return c;
    }
    return NULL;
}

static bool is_empty(const struct cell *c)
{
    for (int r = 0; r < ENTRIES; r++)
        if (c->valid[r])
            return false;
    return true;
}

static struct cell *make_room(struct second *s, const struct rfc_operand *o, int lane, struct touched *did)
{
    const struct config *c = s->cfg;
    int sets = c->rfc_entries / c->rfc_ways;
    int set = !o->result ? o->position % sets : c->rfc_dest_map == RFC_DEST_INTERLEAVED ? o->reg / c->rfc_regs % sets
            : o->reg * sets / 256;
    struct cell *way = &s->thread[lane].entry[set * c->rfc_ways], *v = NULL, *have = holder(s, lane, o->reg);
    if (have)
        return have;
    for (int w = 0; w < c->rfc_ways && !v; w++)
        if (is_empty(&way[w]))
            v = &way[w];
    for (int w = 0; w < c->rfc_ways && (!v || !is_empty(v)); w++)
        if (!v || way[w].stamp < v->stamp)
            v = &way[w];
    for (int r = 0; r < c->rfc_regs; r++)
        if (v->valid[r] && v->written[r]) {
            did->evict[r][lane] = true;
            s->count[BANK_WRITE]++;
        }
    *v = (struct cell){.tag = o->reg / c->rfc_regs, .stamp = s->now};
    return v;
}

static void use(struct second *s, struct cell *c)
{
    if (s->cfg->rfc_replacement == RFC_REPLACEMENT_LRU)
        c->stamp = s->now;
}

static void count_touched(struct second *s, const struct touched *did)
{
    s->count[CACHE_READ] += groups(s->cfg, did->read);
    s->count[CACHE_WRITE] += groups(s->cfg, did->write);
    for (int r = 0; r < ENTRIES; r++)
        s->count[CACHE_READ] += groups(s->cfg, did->evict[r]);
}

static void correct_sources(struct second *s, const struct rfc_operands *list, int lane, struct touched *did)
{
    const struct config *c = s->cfg;
    bool missed[RFC_OPERANDS] = {false};
    for (uint32_t i = 0; i < list->count && !list->at[i].result; i++) {
        struct cell *at = holder(s, lane, list->at[i].reg);
        missed[i] = !at || !at->valid[list->at[i].reg % c->rfc_regs];
        s->count[BASE_READ]++;
        s->count[missed[i] ? READ_MISS : READ_HIT]++;
        if (!missed[i]) {
            did[i].read[lane] = true;
            use(s, at);
        }
    }
    for (uint32_t i = 0; i < list->count && !list->at[i].result; i++) {
        const struct rfc_operand *o = &list->at[i];
        if (!missed[i])
            continue;
        s->count[BANK_READ]++;
        if (c->rfc_allocate == RFC_ALLOCATE_WRITE
            || (c->rfc_allocate != RFC_ALLOCATE_READ && c->rfc_allocate != RFC_ALLOCATE_READ_WRITE && !o->reuse))
            continue;
        struct cell *at = make_room(s, o, lane, &did[i]);
        at->valid[o->reg % c->rfc_regs] = true;
        did[i].write[lane] = true;
        use(s, at);
    }
}

static void correct_result(struct second *s, const struct rfc_operand *o, int lane, bool named, struct touched *did)
{
    const struct config *c = s->cfg;
    int r = o->reg % c->rfc_regs;
    struct cell *at = holder(s, lane, o->reg);
    bool hit = at && at->valid[r];
    s->count[BASE_WRITE]++;
    s->count[hit ? WRITE_HIT : WRITE_MISS]++;
    if (!hit && (c->rfc_allocate == RFC_ALLOCATE_READ || (c->rfc_allocate == RFC_ALLOCATE_LOOK_AHEAD && !named))) {
        s->count[BANK_WRITE]++;
        return;
    }
    if (!hit)
        at = make_room(s, o, lane, did);
    did->write[lane] = true;
    at->valid[r] = true;
    use(s, at);
    if (c->rfc_write == RFC_WRITE_THROUGH)
        s->count[BANK_WRITE]++;
    else
        at->written[r] = true;
}

static void second_correct(struct second *s, const struct rfc_step *step, const struct rfc_step *next, int ahead)
{
    const struct rfc_operands *list = &step->shape->exact;
    struct touched did[16];
    memset(did, 0, sizeof did);
    assert_true(list->count <= 16);
    s->now++;
    for (int l = 0; l < LANES; l++) {
        if (!(step->mask >> l & 1))
            continue;
        correct_sources(s, list, l, did);
        for (uint32_t i = 0; i < list->count; i++) {
            bool named = false;
            for (int n = 0; n < ahead; n++)
                named |= rfc_step_names(&next[n], list->at[i].reg);
            if (list->at[i].result)
                correct_result(s, &list->at[i], l, named, &did[i]);
        }
    }
    for (uint32_t i = 0; i < list->count; i++)
        count_touched(s, &did[i]);
}

static void second_drain(struct second *s)
{
    for (int e = 0; e < s->cfg->rfc_entries; e++) {
        struct touched did;
        memset(&did, 0, sizeof did);
        for (int l = 0; l < LANES; l++)
            for (int r = 0; r < s->cfg->rfc_regs; r++) {
                const struct cell *c = &s->thread[l].entry[e];
                did.evict[r][l] = c->valid[r] && c->written[r];
                s->count[BANK_WRITE] += did.evict[r][l];
            }
        count_touched(s, &did);
    }
}

/* --- random instructions ------------------------------------------------------------------------------------------ */

enum { INSTRUCTIONS = 400, CODES = 24 };     /* more than the published counting has times for */

static uint64_t random_state;

static uint32_t pick(uint32_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 16) % limit;
}

static int some_register(uint32_t range)
{
    return pick(12) == 0 ? ISA_RZ : (int)pick(range);
}

static struct code some_code(uint32_t range)
{
    static const char *const names[] = {"IADD3", "IADD3", "IADD3", "LDG.E", "HMMA.1688.F32", "IMMA.8816.S8.S8"};
    struct code c = {.opcode = names[pick(6)], .sources = (int)pick(4), .results = pick(4) > 0, .flags = pick(16)};
    if (c.opcode[1] == 'M')
        c.sources = 3;
    for (int i = 0; i < 3; i++)
        c.source[i] = some_register(range);
    c.result[0] = some_register(range);
    return c;
}

static uint32_t some_mask(void)
{
    switch (pick(5)) {
    case 0: return (uint32_t)(pick(65536) << 16 | pick(65536));
    case 1: return 0xffff;
    case 2: return pick(4) ? UINT32_C(1) << pick(32) : 0;
    default: return UINT32_MAX;
    }
}

static void some_config(struct config *cfg)
{
    static const int bits[] = {32, 64, 128, 256, 512, 1024}, regs[] = {1, 1, 1, 2, 3, 4, 16};
    config_default(cfg);
    cfg->rfc_entries = 1 + (int)pick(16);
    do
        cfg->rfc_ways = 1 + (int)pick((uint32_t)cfg->rfc_entries);
    while (cfg->rfc_entries % cfg->rfc_ways != 0);
    cfg->rfc_regs = regs[pick(7)];
    cfg->rfc_look_ahead = (int)pick(6);
    cfg->rfc_allocate = (int)pick(5);
    cfg->rfc_replacement = (int)pick(2);
    cfg->rfc_write = (int)pick(2);
    cfg->rfc_dest_map = (int)pick(2);
    cfg->rfc_bank_bits = bits[pick(6)];
}

static void describe(const struct config *cfg, uint64_t seed, const char *what, char *text, size_t size)
{
    snprintf(text, size, "%s, RFC_SEED=%llu: entries %d ways %d regs %d look-ahead %d allocate %d replacement %d write "
             "%d dest_map %d bank_bits %d", what, (unsigned long long)seed, cfg->rfc_entries, cfg->rfc_ways,
             cfg->rfc_regs, cfg->rfc_look_ahead, cfg->rfc_allocate, cfg->rfc_replacement, cfg->rfc_write,
             cfg->rfc_dest_map, cfg->rfc_bank_bits);
}

/* The instructions that follow in a warp whose steps are all of the program. */
static int following(const struct config *cfg, int at)
{
    int left = INSTRUCTIONS - 1 - at;
    return left < cfg->rfc_look_ahead ? left : cfg->rfc_look_ahead;
}

static void compare_one(uint64_t seed)
{
    static struct rfc_shape shapes[CODES];
    static struct second first, other;
    struct rfc_step steps[INSTRUCTIONS];
    struct config cfg;
    char text[256];
    random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    some_config(&cfg);
    uint32_t range = pick(3) ? 6 + pick(20) : 250;
    for (int i = 0; i < CODES; i++) {
        struct code c = some_code(range);
        shape_of(&c, &shapes[i]);
    }
    for (int i = 0; i < INSTRUCTIONS; i++)
        steps[i] = (struct rfc_step){.shape = &shapes[pick(CODES)], .addresses = pick(3),
                                     .mask = i > 0 && pick(8) ? steps[i - 1].mask : some_mask()};
    struct rfc_untimed *u = rfc_untimed_create(&cfg);
    struct rfc_published *p = rfc_published_create(&cfg);
    assert_true(u && p);
    second_reset(&first, &cfg);
    second_reset(&other, &cfg);
    for (int i = 0; i < INSTRUCTIONS; i++) {
        rfc_untimed_step(u, 0, &steps[i]);
        rfc_published_steps(p, 0, &steps[i], 1);
        second_correct(&first, &steps[i], &steps[i + 1], following(&cfg, i));
        second_published(&other, &steps[i], &steps[i + 1], following(&cfg, i));
    }
    rfc_untimed_end(u, 0);
    rfc_published_end(p);
    second_drain(&first);
    describe(&cfg, seed, "correct", text, sizeof text);
    assert_counts(rfc_untimed_counts(u), first.count, text);
    describe(&cfg, seed, "published", text, sizeof text);
    assert_counts(rfc_published_counts(p), other.count, text);
    rfc_untimed_destroy(u);
    rfc_published_destroy(p);
}

/* RFC_RUNS runs from seed RFC_SEED on. */
static void test_random_instructions_against_a_second_implementation(void **state)
{
    (void)state;
    const char *seed = getenv("RFC_SEED"), *wanted = getenv("RFC_RUNS");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1, runs = wanted ? strtoull(wanted, NULL, 10) : 800;
    print_message("RFC_SEED=%llu to %llu\n", (unsigned long long)first, (unsigned long long)(first + runs - 1));
    for (uint64_t i = 0; i < runs; i++)
        compare_one(first + i);
}

/* What every cache obeys, whatever it does: all lanes hit or miss, banks are read for misses alone. */
static void test_identities(void **state)
{
    (void)state;
    static struct rfc_shape shapes[CODES];
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct config cfg;
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 7;
        some_config(&cfg);
        for (int i = 0; i < CODES; i++) {
            struct code c = some_code(20);
            shape_of(&c, &shapes[i]);
        }
        struct rfc_untimed *u = rfc_untimed_create(&cfg);
        assert_non_null(u);
        for (int i = 0; i < INSTRUCTIONS; i++) {
            struct rfc_step step = {.shape = &shapes[pick(CODES)], .mask = some_mask()};
            rfc_untimed_step(u, i % RFC_WARPS, &step);
        }
        for (uint32_t w = 0; w < RFC_WARPS; w++)
            rfc_untimed_end(u, w);
        const struct rfc_counts *c = rfc_untimed_counts(u);
        assert_int_equal(c->read_hits + c->read_misses, c->baseline_reads);
        assert_int_equal(c->write_hits + c->write_misses, c->baseline_writes);
        assert_int_equal(c->bank_reads, c->read_misses);
        assert_true(c->bank_writes <= c->baseline_writes);
        assert_true(cfg.rfc_write == RFC_WRITE_BACK || c->bank_writes == c->baseline_writes);
        rfc_untimed_destroy(u);
    }
}

/* Energies of Table III in pJ: accesses times energies, a cache access in proportion to its width (V-C). */
static void test_energies_of_table_iii(void **state)
{
    (void)state;
    const struct rfc_counts c = {.cache_reads = 1, .cache_writes = 10, .bank_reads = 100, .bank_writes = 1000,
                                 .baseline_reads = 7, .baseline_writes = 9};
    static const struct { int ways, bits; double read, write; } rows[] = {
        {1, 128, 23.4685, 24.2801}, {2, 128, 23.4685, 24.2801}, {3, 128, 35.3369, 36.7010}, {4, 128, 35.3369, 36.7010},
        {8, 128, 43.2275, 44.0041}, {16, 128, 43.2275, 44.0041}, {8, 32, 10.806875, 11.001025},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct config cfg = configured("bank_bits=128");
        cfg.rfc_bank_bits = rows[i].bits;
        struct rfc_energy e = rfc_energy(&c, &cfg, rows[i].ways), b = rfc_baseline_energy(&c, &cfg);
        double want = rows[i].read + 10 * rows[i].write + 100 * 16.3764 + 1000 * 15.2452;
        assert_true(abs((int)((double)rfc_energy_sum(&e) * 1e-2 - want * 1e4)) <= 1);
        assert_int_equal((uint64_t)rfc_energy_sum(&b), 7 * UINT64_C(16376400) + 9 * UINT64_C(15245200));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_caches_are_shared_by_warp_modulo_32_and_never_flushed),
        cmocka_unit_test(test_published_a_register_read_twice_misses_and_is_allocated_twice),
        cmocka_unit_test(test_published_a_hit_in_a_refilled_way_changes_the_new_occupant),
        cmocka_unit_test(test_published_sets_by_position_and_by_register),
        cmocka_unit_test(test_published_a_source_hit_loses_a_later_write_back),
        cmocka_unit_test(test_published_ages),
        cmocka_unit_test(test_published_write_through_is_for_hits_only),
        cmocka_unit_test(test_published_allocation),
        cmocka_unit_test(test_published_look_ahead),
        cmocka_unit_test(test_published_matrices),
        cmocka_unit_test(test_published_rz),
        cmocka_unit_test(test_published_counts_by_lane_and_by_group),
        cmocka_unit_test(test_published_two_destinations_end_the_file),
        cmocka_unit_test(test_a_register_read_twice_is_one_access),
        cmocka_unit_test(test_lookups_search_all_sets),
        cmocka_unit_test(test_no_value_is_lost),
        cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_order_within_an_instruction),
        cmocka_unit_test(test_results_hit_under_every_allocation),
        cmocka_unit_test(test_rz_is_no_access),
        cmocka_unit_test(test_threads_have_entries_of_their_own),
        cmocka_unit_test(test_entries_of_several_registers),
        cmocka_unit_test(test_look_ahead),
        cmocka_unit_test(test_a_line_of_the_same_execution_is_no_access),
        cmocka_unit_test(test_bypass_of_tensor_instructions),
        cmocka_unit_test(test_random_instructions_against_a_second_implementation),
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_energies_of_table_iii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
