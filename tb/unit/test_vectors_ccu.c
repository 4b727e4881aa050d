/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core with caching operand collectors (Malekeh, sections III-B, III-C, IV-A). Every number is
 * worked out by hand from the paper and docs/microarchitecture.md. Frame and timing are those of test_vectors_ocu.c;
 * only the registers that miss count as sources. Most vectors have one CCU, so that there is no choice of a collector.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define CCU "collector.kind=ccu "
#define ONE CCU "collector.count=1 "
#define SMALL ONE "collector.slots=3 ccu.entries="
#define TABLE "g_col[0].u_ccu."

/* Warp 0 launched, cycle 1 to come. */
static struct vector *begin(const char *section, const char *settings)
{
    return begin_warps(section, 1, "%s", settings);
}

/* Warps 0 and 1 launched in cycles 0 and 1, cycle 2 to come. */
static struct vector *begin_two(const char *section, const char *settings)
{
    return begin_warps(section, 2, "%s", settings);
}

static void decode(struct vector *v, unsigned warp, const char *text)
{
    vector_decode(v, warp, text);
    vector_step(v);
}

/*
 * The cache table of CCU `c`: an entry is its register number, "n" behind it if near, "*" if locked; "-" if it is not
 * valid. For example "0* 1n* - -".
 */
static void expect_table(struct vector *v, unsigned c, const char *expected, int line)
{
    char name[64], actual[256] = "";
    static const char *const field[] = {"valid", "tag", "near", "lock"};
    for (unsigned e = 0; e < (unsigned)v->cfg.entries; e++) {
        unsigned value[4];
        for (unsigned f = 0; f < 4; f++) {
            snprintf(name, sizeof name, "g_col[%u].u_ccu.ct_%s_q", c, field[f]);
            value[f] = (unsigned)vector_get(v, name, e, (unsigned)v->cfg.entries);
        }
        size_t used = strlen(actual);
        if (value[0])
            snprintf(actual + used, sizeof actual - used, "%s%u%s%s", e ? " " : "", value[1], value[2] ? "n" : "",
                     value[3] ? "*" : "");
        else
            snprintf(actual + used, sizeof actual - used, "%s-%s", e ? " " : "", value[3] ? "*" : "");
    }
    vector_expect_text(v, "cache table", actual, expected, __FILE__, line);
}
#define EXPECT_TABLE(v, expected) expect_table(v, 0, expected, __LINE__)
/* --- allocation --------------------------------------------------------------------------------------------------- */

static void ccu_allocation_fills_table_and_collector_table__malekeh_III_C1(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C, III-C1 (CCU allocation); microarchitecture 3.6, 3.8", ONE);
    decode(v, 0, "int = r0 - r1n r2");
    vector_to(v, 3);
    EXPECT_Q(v, TABLE "occupied_q", 1);
    EXPECT_Q(v, TABLE "own_q", 1);
    EXPECT_Q(v, TABLE "warp_q", 0);
    EXPECT_LIST(v, TABLE "oct_valid_q", 6, "1 0 1 1 0 0");
    EXPECT_Q(v, TABLE "oct_ready_q", 0);
    EXPECT_LIST(v, TABLE "oct_index_q", 6, "0 0 1 2 0 0");
    EXPECT_TABLE(v, "0* 1n* 2* - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "5 6 7 0 1 2 3 4");
    EXPECT_LIST(v, "g_bank[0].u_queue.mask_q", 1, "0x9");
    EXPECT_LIST(v, "g_bank[1].u_queue.mask_q", 1, "0x4");
    vector_to(v, 5);
    EXPECT_Q(v, TABLE "oct_ready_q", 0x1);
    vector_to(v, 6);
    EXPECT_Q(v, TABLE "oct_ready_q", 0x5);
    vector_to(v, 7);
    EXPECT_DISPATCHES(v, "6:w0#0");
    EXPECT_OPERANDS(v, 6, "w0r0 0 w0r1 w0r2 0 0");
    EXPECT_Q(v, TABLE "occupied_q", 0);
    EXPECT_Q(v, TABLE "oct_ready_q", 0xD);
    EXPECT_Q(v, TABLE "oct_valid_q", 0xD);
    EXPECT_TABLE(v, "0 1n 2 - - - - -");        /* locks are released, entries stay */
    EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "w0r0");
    EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "w0r1");
    EXPECT_VECTOR(v, TABLE "g_entry[2].data_q", "w0r2");
    vector_finish(v);
}

static void issue_to_dispatch_by_misses__malekeh_III_C1(void **state)
{
    (void)state;
    static const struct { const char *insn; int forward, stored; } rows[] = {
        {"int", 3, 3}, {"int = r0", 4, 5}, {"int = r0 r1", 5, 6}, {"int = r0 r1 r2", 6, 7},
        {"int = r0 r1 r2 r3 r4 r5", 9, 10}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int mode = 0; mode < 4; mode++) {
            bool forward = mode & 1, reuse = mode & 2;
            char settings[160], text[64];
            int dispatch = forward ? rows[i].forward : rows[i].stored, second = dispatch + !reuse, number = reuse;
            snprintf(settings, sizeof settings, ONE "collector.forward=%s collector.reuse_on_dispatch=%s",
                     forward ? "true" : "false", reuse ? "true" : "false");
            struct vector *v = begin("Malekeh III-C1; microarchitecture 3.3, 3.4, 3.6; design 3", settings);
            decode(v, 0, rows[i].insn);
            decode(v, 0, "fp32");
            vector_to(v, 16);
            snprintf(text, sizeof text, "2:w0#0 %d:w0#%d", second, number);
            EXPECT_ISSUES(v, text);
            snprintf(text, sizeof text, "%d:w0#0 %d:w0#%d", dispatch, second + 1, number);
            EXPECT_DISPATCHES(v, text);
            vector_finish(v);
        }
}

/* The second instruction hits all its sources, one of them (register 2) in the cycle in which the value arrives. */
static void ccu_all_hit_dispatches_next_cycle__malekeh_III_C1(void **state)
{
    (void)state;
    static const char *const text[4][2] = {
        {"2:w0#0 8:w0#0", "7:w0#0 9:w0#0"}, {"2:w0#0 7:w0#0", "6:w0#0 8:w0#0"},    /* no reuse: stored, forward */
        {"2:w0#0 7:w0#1", "7:w0#0 8:w0#1"}, {"2:w0#0 6:w0#1", "6:w0#0 7:w0#1"}
    };
    for (int mode = 0; mode < 4; mode++) {
        char settings[160];
        snprintf(settings, sizeof settings, ONE "collector.forward=%s collector.reuse_on_dispatch=%s",
                 mode & 1 ? "true" : "false", mode & 2 ? "true" : "false");
        struct vector *v = begin("Malekeh III-C1; microarchitecture 3.6, 3.8; design 3", settings);
        decode(v, 0, "int = r0 r1 r2");
        decode(v, 0, "fp32 = r2 r1 r0 r1");
        vector_to(v, 12);
        EXPECT_ISSUES(v, text[mode][0]);
        EXPECT_DISPATCHES(v, text[mode][1]);
        EXPECT_OPERANDS(v, mode == 0 ? 9 : mode == 3 ? 7 : 8, "w0r2 w0r1 w0r0 w0r1 0 0");
        EXPECT_STAT(v, source_reads, 6);
        EXPECT_STAT(v, ccu_hits, 3);
        EXPECT_STAT(v, bank_reads, 3);
        vector_finish(v);
    }
}

static void ccu_reads_only_what_misses__malekeh_III_C1(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C1; microarchitecture 3.6, 3.7, 3.11 (LRU)", ONE);
    decode(v, 0, "int = r0 r1");                /* issue 2, dispatch 5 */
    decode(v, 0, "fp32 = r1 r5 r0");            /* issue 5, one read, dispatch 7 */
    vector_to(v, 5);
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "6 7 0 1 2 3 4 5");
    vector_to(v, 6);
    EXPECT_LIST(v, TABLE "oct_index_q", 6, "1 2 0 0 0 0");
    EXPECT_Q(v, TABLE "oct_ready_q", 0x5);
    EXPECT_TABLE(v, "0* 1* 5* - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "7 5 6 0 1 2 3 4");
    EXPECT_Q(v, "g_bank[0].u_queue.count_q", 0);
    EXPECT_Q(v, "g_bank[1].u_queue.count_q", 1);
    EXPECT_Q(v, "g_bank[1].u_queue.mask_q", 0x2);
    vector_to(v, 9);
    EXPECT_DISPATCHES(v, "5:w0#0 7:w0#1");
    EXPECT_OPERANDS(v, 7, "w0r1 w0r5 w0r0 0 0 0");
    vector_finish(v);
}

static void index_of_an_unused_slot_is_zero__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.6", ONE);
    decode(v, 0, "int = - r3 - r4");
    vector_to(v, 3);
    EXPECT_Q(v, TABLE "oct_valid_q", 0xA);
    EXPECT_LIST(v, TABLE "oct_index_q", 6, "0 0 0 1 0 0");
    vector_finish(v);
}

static void ccu_duplicate_sources_share_one_entry__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.3, 3.6", ONE);
    decode(v, 0, "int = r3 r4 r3 - r3");        /* two reads */
    vector_to(v, 3);
    EXPECT_LIST(v, TABLE "oct_index_q", 6, "0 1 0 0 0 0");
    EXPECT_LIST(v, TABLE "oct_valid_q", 6, "1 1 1 0 1 0");
    EXPECT_TABLE(v, "3* 4* - - - - - -");
    vector_to(v, 5);
    EXPECT_LIST(v, TABLE "oct_ready_q", 6, "1 0 1 0 1 0");
    vector_to(v, 7);
    EXPECT_DISPATCHES(v, "5:w0#0");
    EXPECT_OPERANDS(v, 5, "w0r3 w0r4 w0r3 0 w0r3 0");
    EXPECT_STAT(v, bank_reads, 2);
    vector_finish(v);
}

static void ccu_releases_locks_at_dispatch_and_sets_new_ones__malekeh_III_C(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C (lock bit); microarchitecture 3.6", ONE);
    v->unit_ready = 0;
    decode(v, 0, "int = r0 r1");
    decode(v, 0, "fp32 = r1 r1");
    vector_to(v, 9);
    EXPECT_TABLE(v, "0* 1* - - - - - -");       /* ready since 5, but its unit is not */
    v->unit_ready = 0xFF;
    vector_to(v, 10);
    EXPECT_TABLE(v, "0 1* - - - - - -");        /* reallocated in 9 */
    vector_to(v, 11);
    EXPECT_TABLE(v, "0 1 - - - - - -");
    EXPECT_DISPATCHES(v, "9:w0#0 10:w0#1");
    vector_finish(v);
}

static void ccu_near_bit_is_or_over_duplicates_and_follows_the_last_use__malekeh_III_C1(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C1 (fourth); microarchitecture 3.6 (5); design 4 (near)", ONE);
    decode(v, 0, "int = r0n r1 r0");            /* issue 2, dispatch 5 */
    decode(v, 0, "fp32 = r0 r1n");              /* issue 5, dispatch 6 */
    vector_to(v, 3);
    EXPECT_TABLE(v, "0n* 1* - - - - - -");
    decode_at(v, 5, 0, "int = r0 r0n");         /* issue 6, dispatch 7 */
    vector_to(v, 6);
    EXPECT_TABLE(v, "0* 1n* - - - - - -");
    vector_to(v, 7);
    EXPECT_TABLE(v, "0n* 1n - - - - - -");
    vector_to(v, 9);
    EXPECT_DISPATCHES(v, "5:w0#0 6:w0#1 7:w0#0");
    vector_finish(v);
}

static void ccu_lru_order_after_hits_and_duplicates__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C (LRU field); microarchitecture 3.11 (LRU)", ONE);
    decode(v, 0, "int = r0 r1 r2");             /* issue 2, dispatch 6 */
    decode(v, 0, "fp32 = r2 r0 r2 r1");         /* issue 6: touches 2, 0, 2, 1 */
    vector_to(v, 3);
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "5 6 7 0 1 2 3 4");
    vector_to(v, 7);
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "5 7 6 0 1 2 3 4");
    vector_to(v, 9);
    vector_finish(v);
}

/* --- replacement -------------------------------------------------------------------------------------------------- */

/* Entry 1 is invalidated by a far result; it is taken before the far entries 0 and 2, and before 3 to 7. */
static void ccu_miss_takes_lowest_invalid_entry_first__section_3_6(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 8; seed++) {
        char settings[128];
        snprintf(settings, sizeof settings, SMALL "3 random.seed=%d", seed * 7919);
        struct vector *v = begin("microarchitecture 3.6 (3); design 4 (invalid entries are first)", settings);
        decode(v, 0, "int r1 = r0 r1 r2");      /* issue 2, dispatch 6 */
        result_at(v, 8, INT, 1, 0, "last", 0x500);
        decode(v, 0, "fp32 = r20");             /* decoded in 8, issue 9 */
        EXPECT_TABLE(v, "0 - 2");
        vector_to(v, 10);
        EXPECT_TABLE(v, "0 20* 2");
        EXPECT_LIST(v, TABLE "oct_index_q", 3, "1 0 0");
        vector_to(v, 12);
        EXPECT_DISPATCHES(v, "6:w0#0 11:w0#0");
        vector_finish(v);
    }
}

/* Only entry 3 is far. It is the most recently used one, and goes all the same; then all are near and LRU decides. */
static void ccu_miss_takes_far_victim_before_lru__malekeh_IV_A1(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh IV-A1; microarchitecture 3.6 (3)", SMALL "4");
    decode(v, 0, "int = r0n r1n r2n");          /* issue 2, dispatch 6 */
    decode(v, 0, "fp32 = r3");                  /* issue 6, dispatch 8 */
    decode_at(v, 6, 0, "int = r4n");            /* issue 8, dispatch 10: takes 3 */
    decode_at(v, 8, 0, "fp32 = r5n");           /* issue 10, dispatch 12: takes 0 */
    EXPECT_TABLE(v, "0n 1n 2n 4n*");            /* cycle 9 */
    EXPECT_LIST(v, TABLE "ct_lru_q", 4, "0 1 2 3");
    decode_at(v, 10, 0, "int = r6n");           /* issue 12, dispatch 14: takes 1 */
    EXPECT_TABLE(v, "5n* 1n 2n 4n");            /* cycle 11 */
    EXPECT_LIST(v, TABLE "ct_lru_q", 4, "3 0 1 2");
    vector_to(v, 13);
    EXPECT_TABLE(v, "5n 6n* 2n 4n");
    EXPECT_LIST(v, TABLE "ct_lru_q", 4, "2 3 0 1");
    vector_to(v, 16);
    EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1 10:w0#0 12:w0#1 14:w0#0");
    EXPECT_STAT(v, ccu_evictions, 3);
    vector_finish(v);
}

/* Entries 0 and 2 are far; the choice starts at lfsr * 4 / 256 of the cycle of issue, 8, and wraps. */
static void ccu_far_victim_is_random__malekeh_IV_A1(void **state)
{
    (void)state;
    static const char *const table[] = {"4* 1n 2 3n", "0 1n 4* 3n", "0 1n 4* 3n", "4* 1n 2 3n"};
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++) {
        char settings[128];
        snprintf(settings, sizeof settings, SMALL "4 random.seed=%d", seed * 2003);
        struct vector *v = begin("Malekeh IV-A1; microarchitecture 1 (random choices), 3.6 (3)", settings);
        decode(v, 0, "int = r0 r1n r2");        /* issue 2, dispatch 6 */
        decode(v, 0, "fp32 = r3n");             /* issue 6, dispatch 8 */
        decode_at(v, 6, 0, "int = r4");         /* issue 8 */
        vector_to(v, 9);
        unsigned start = vector_random(v, 8, 4);
        seen |= 1u << start;
        EXPECT_TABLE(v, table[start]);
        vector_to(v, 12);
        vector_finish(v);
    }
    assert_int_equal(seen, 0xF);
}

/*
 * Six far sources after six far sources: entries 6 and 7 are invalid and go first, then four different far ones from
 * the random start on. The second instruction issues in 9. Seed 1: 1 2 4 8 11 22 44 88 111 222 (hex), and 0x22 * 8 /
 * 256 is 1.
 */
static void ccu_victims_are_distinct_in_slot_order__malekeh_III_C1(void **state)
{
    (void)state;
    bool wrapped = false;
    for (int seed = 1; seed < 30; seed++) {
        char settings[128], text[64];
        snprintf(settings, sizeof settings, ONE "random.seed=%d", seed == 1 ? 1 : seed == 2 ? 44257 : seed * 2003);
        struct vector *v = begin("Malekeh III-C1 (third), IV-A1; microarchitecture 3.6 (3)", settings);
        decode(v, 0, "int = r0 r1 r2 r3 r4 r5");            /* issue 2, dispatch 9 */
        decode(v, 0, "fp32 = r10 r11 r12 r13 r14 r15");     /* issue 9, dispatch 16 */
        vector_to(v, 10);
        unsigned start = vector_random(v, 9, 8), k[4];
        for (unsigned i = 0; i < 4; i++)
            k[i] = start > 5 ? i : (start + i) % 6;
        wrapped = wrapped || (start <= 5 && start > 2);
        snprintf(text, sizeof text, "6 7 %u %u %u %u", k[0], k[1], k[2], k[3]);
        EXPECT_LIST(v, TABLE "oct_index_q", 6, seed == 1 ? "6 7 1 2 3 4" : seed == 2 ? "6 7 0 1 2 3" : text);
        vector_to(v, 18);
        EXPECT_DISPATCHES(v, "9:w0#0 16:w0#1");
        EXPECT_STAT(v, ccu_evictions, 4);
        vector_finish(v);
    }
    assert_true(wrapped);
}

/* Twelve entries: the third instruction issues in 16; seed 1 then gives 0x111A, and 0x1A * 12 / 256 = 1. */
static void ccu_of_12_entries_chooses_over_12__section_3_6(void **state)
{
    (void)state;
    bool wrapped = false;
    for (int seed = 1; seed < 30; seed++) {
        char settings[128], text[64] = "";
        snprintf(settings, sizeof settings, ONE "ccu.entries=12 rf.banks=4 random.seed=%d",
                 seed == 1 ? 1 : seed * 2003);
        struct vector *v = begin("microarchitecture 1 (random choices), 3.6 (3)", settings);
        decode(v, 0, "int = r0 r1 r2 r3 r4 r5");            /* issue 2, dispatch 9 */
        decode(v, 0, "fp32 = r10 r11 r12 r13 r14 r15");     /* issue 9, dispatch 16 */
        decode_at(v, 9, 0, "int = r20 r21 r22 r23 r24 r25");    /* issue 16, dispatch 23 */
        vector_to(v, 10);
        EXPECT_LIST(v, TABLE "oct_index_q", 6, "6 7 8 9 10 11");
        vector_to(v, 17);
        unsigned start = vector_random(v, 16, 12);
        for (unsigned i = 0; i < 6; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u", i ? " " : "", (start + i) % 12);
        wrapped = wrapped || start > 6;
        EXPECT_LIST(v, TABLE "oct_index_q", 6, seed == 1 ? "1 2 3 4 5 6" : text);
        vector_to(v, 26);
        EXPECT_DISPATCHES(v, "9:w0#0 16:w0#1 23:w0#0");
        EXPECT_OPERANDS(v, 23, "w0r20 w0r21 w0r22 w0r23 w0r24 w0r25");
        vector_finish(v);
    }
    assert_true(wrapped);
}

/* Three entries, three slots: what an instruction hits is no victim, also for a miss in a lower slot. */
static void ccu_hits_of_the_instruction_are_no_victims__section_3_6(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++) {
        char settings[128];
        snprintf(settings, sizeof settings, SMALL "3 random.seed=%d", seed * 2003);
        struct vector *v = begin("microarchitecture 3.6 (3); design 4 (order within a cycle)", settings);
        decode(v, 0, "int = r0 r1 r2");         /* issue 2, dispatch 6 */
        decode(v, 0, "fp32 = r9 r0 r1");        /* issue 6 */
        vector_to(v, 7);
        EXPECT_LIST(v, TABLE "oct_index_q", 3, "2 0 1");
        EXPECT_TABLE(v, "0* 1* 9*");
        vector_to(v, 10);
        vector_finish(v);

        v = begin("microarchitecture 3.6 (3); design 4 (order within a cycle)", settings);
        decode(v, 0, "int = r0 r1 r2");
        decode(v, 0, "fp32 = r9 r10 r0");
        vector_to(v, 7);
        unsigned start = vector_random(v, 6, 3);
        seen |= 1u << start;
        EXPECT_LIST(v, TABLE "oct_index_q", 3, start == 2 ? "2 1 0" : "1 2 0");
        vector_to(v, 12);
        EXPECT_DISPATCHES(v, "6:w0#0 9:w0#1");
        EXPECT_OPERANDS(v, 9, "w0r9 w0r10 w0r0");
        vector_finish(v);
    }
    assert_int_equal(seen, 0x7);
}

/* --- warps and CCUs ----------------------------------------------------------------------------------------------- */

/* Register 1 is cached for warp 0; warp 1 must not hit it. Warp 1 has its value in the other bank. */
static void ccu_is_flushed_when_the_warp_changes__malekeh_III_C1(void **state)
{
    (void)state;
    struct vector *v = begin_two("Malekeh III-C1 (first); microarchitecture 3.6 (1)", ONE);
    decode(v, 0, "int = r0 r1n");               /* decoded in 2, issue 3, dispatch 6 */
    decode_at(v, 5, 1, "fp32 = r1");            /* issue 6, dispatch 8 */
    vector_to(v, 7);
    EXPECT_Q(v, TABLE "warp_q", 1);
    EXPECT_Q(v, TABLE "own_q", 1);
    EXPECT_TABLE(v, "1* - - - - - - -");
    EXPECT_Q(v, TABLE "oct_ready_q", 0);
    decode_at(v, 8, 0, "int = r0");             /* issue 9, dispatch 11 */
    vector_to(v, 13);
    EXPECT_ISSUES(v, "3:w0#0 6:w1#1 9:w0#0");
    EXPECT_DISPATCHES(v, "6:w0#0 8:w1#1 11:w0#0");
    EXPECT_OPERANDS(v, 8, "w1r1");
    EXPECT_STAT(v, ccu_hits, 0);
    EXPECT_STAT(v, ccu_flushes, 2);
    vector_finish(v);
}

/*
 * Default seed: the low bytes in cycles 3 and 5 are 0x0C and 0x31, so both choices start at CCU 0. Warp 0 waits for the
 * CCU that holds its registers although the other one is free in cycle 4; warp 1 takes that one in 5.
 */
static void warp_waits_for_the_ccu_that_holds_its_registers__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin_two("Malekeh IV-B2; microarchitecture 3.5 (condition 4)", CCU);
    v->unit_ready = 0;
    decode(v, 0, "int = r0");                   /* decoded in 2, issue 3: CCU 0 */
    decode(v, 0, "int = r0");
    decode(v, 1, "fp32 = r0");                  /* decoded in 4, issue 5: CCU 1 */
    vector_to(v, 10);
    EXPECT_Q(v, "g_col[0].u_ccu.warp_q", 0);
    EXPECT_Q(v, "g_col[1].u_ccu.warp_q", 1);
    expect_table(v, 1, "0* - - - - - - -", __LINE__);
    v->unit_ready = 0xFF;
    vector_to(v, 15);
    EXPECT_ISSUES(v, "3:w0#0 5:w1#1 10:w0#2");
    EXPECT_DISPATCHES(v, "10:w0#0 11:w1#1 12:w0#2");
    vector_finish(v);
}

static void warp_returns_to_its_ccu_whatever_the_random_choice__malekeh_IV_B2(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh IV-B2; microarchitecture 3.5", CCU "collector.count=4");
    for (unsigned i = 0; i < 12; i++)
        decode_at(v, 1 + 5 * i, 0, i & 1 ? "int = r0n" : "fp32 = r0n");
    vector_to(v, 65);
    EXPECT_COUNT(v, "dispatches", v->dispatched, 12);
    EXPECT_STAT(v, bank_reads, 1);
    EXPECT_STAT(v, ccu_hits, 11);
    vector_finish(v);
}

/*
 * The warp's first instruction has no sources, so no CCU holds the warp and the second one goes elsewhere (choices in 2
 * and 3 start at CCU 1 and CCU 0). From then on results go there.
 */
static void ownership_moves_with_the_warp__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.6 (6), 3.11 (1)", CCU);
    v->unit_ready = 0;
    decode(v, 0, "int r8n =");                  /* issue 2: CCU 1 */
    decode(v, 0, "int = r0");                   /* issue 3: CCU 0 */
    EXPECT_Q(v, "g_col[1].u_ccu.own_q", 1);     /* cycle 3 */
    EXPECT_Q(v, "g_col[0].u_ccu.own_q", 0);
    vector_to(v, 4);
    EXPECT_Q(v, "g_col[1].u_ccu.own_q", 0);
    EXPECT_Q(v, "g_col[0].u_ccu.own_q", 1);
    vector_to(v, 6);
    v->unit_ready = 0xFF;                       /* dispatch 6 and 7 */
    result_at(v, 9, INT, 8, 0, "near last", 0x500);
    vector_to(v, 10);
    expect_table(v, 0, "0 8n - - - - - -", __LINE__);
    expect_table(v, 1, "- - - - - - - -", __LINE__);
    EXPECT_DISPATCHES(v, "6:w0#0 7:w0#1");
    vector_finish(v);

    /* Without the second instruction the result makes CCU 1 the one that holds the warp. */
    v = begin("microarchitecture 3.5 (holds), 3.11", CCU);
    decode(v, 0, "int r8n =");                  /* issue 2: CCU 1; dispatch 3 */
    decode(v, 0, "fp32 = r8");                  /* issue 7 */
    result_at(v, 6, INT, 8, 0, "near last", 0x500);
    vector_to(v, 7);
    expect_table(v, 1, "8n - - - - - - -", __LINE__);
    vector_to(v, 10);
    expect_table(v, 1, "8 - - - - - - -", __LINE__);
    EXPECT_DISPATCHES(v, "3:w0#0 8:w0#0");
    EXPECT_OPERANDS(v, 8, "#500");
    vector_finish(v);

    /* The result comes in the very cycle in which the warp goes to CCU 0 (0x62 * 2 / 256 = 0 in cycle 6). */
    v = begin("microarchitecture 3.11 (own as after 3.6)", CCU);
    decode(v, 0, "int r8n =");                  /* issue 2: CCU 1; dispatch 3 */
    decode_at(v, 5, 0, "fp32 = r0");            /* issue 6: CCU 0 */
    result_at(v, 6, INT, 8, 0, "near last", 0x500);
    vector_to(v, 7);
    expect_table(v, 0, "0* 8n - - - - - -", __LINE__);
    expect_table(v, 1, "- - - - - - - -", __LINE__);
    EXPECT_Q(v, "g_col[1].u_ccu.own_q", 0);
    vector_to(v, 10);
    vector_finish(v);
}

static void warp_end_invalidates_its_ccu__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12; design 2 (end of a warp)", ONE);
    decode(v, 0, "int = r0 last");              /* issue 2, dispatch 4, end 5 */
    vector_to(v, 5);
    EXPECT_TABLE(v, "0 - - - - - - -");
    vector_to(v, 6);
    EXPECT_ENDS(v, "5:w0");
    EXPECT_TABLE(v, "- - - - - - - -");
    EXPECT_Q(v, TABLE "own_q", 0);
    vector_launch(v, 0);
    vector_step(v);
    decode(v, 0, "int = r0");                   /* decoded in 7, issue 8, a miss, dispatch 10 */
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "4:w0#0 10:w0#0");
    vector_finish(v);
}

/* Warp 0 ends in 6, the cycle in which warp 1 takes its CCU: what warp 1 allocates must stay (locked entries, 3.13). */
static void allocation_in_the_cycle_of_an_end_stays__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin_two("microarchitecture 3.6, 3.12 (end), 3.13 (locked entries)", ONE);
    decode(v, 0, "int = r0 last");              /* 2: issue 3, dispatch 5, end 6 */
    decode_at(v, 5, 1, "fp32 = r1 r2");         /* issue 6, dispatch 9 */
    vector_to(v, 7);
    EXPECT_ENDS(v, "6:w0");
    EXPECT_ISSUES(v, "3:w0#0 6:w1#0");
    EXPECT_Q(v, TABLE "warp_q", 1);
    EXPECT_Q(v, TABLE "own_q", 1);
    EXPECT_TABLE(v, "1* 2* - - - - - -");
    vector_to(v, 11);
    EXPECT_TABLE(v, "1 2 - - - - - -");
    EXPECT_DISPATCHES(v, "5:w0#0 9:w1#0");
    vector_finish(v);
}

static void ccu_war_ends_with_the_dispatch_of_the_reader__section_3_5(void **state)
{
    (void)state;
    for (int reuse = 0; reuse < 2; reuse++) {
        struct vector *v = begin("microarchitecture 3.5 (WAR), 3.4 (busy)",
                                 reuse ? CCU : CCU "collector.reuse_on_dispatch=false");
        v->unit_ready = 0xFF & ~(1u << INT);
        decode(v, 0, "int = r8");
        decode(v, 0, "fp32 r8 =");
        vector_to(v, 10);
        v->unit_ready = 0xFF;
        vector_to(v, 14);
        EXPECT_ISSUES(v, reuse ? "2:w0#0 10:w0#1" : "2:w0#0 11:w0#0");
        EXPECT_DISPATCHES(v, reuse ? "10:w0#0 11:w0#1" : "10:w0#0 12:w0#0");
        vector_finish(v);
    }
}

/* --- port D ------------------------------------------------------------------------------------------------------- */

static void near_result_is_cached_and_written__malekeh_IV_A2(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C1 (destination write request), IV-A2; microarchitecture 3.11", ONE);
    decode(v, 0, "int r8n = r0");               /* issue 2, dispatch 4 */
    decode(v, 0, "fp32 = r8 r0");               /* waits for register 8: issue 7, all hit, dispatch 8 */
    result_at(v, 6, INT, 8, 0, "near last", 0x500);
    vector_to(v, 7);
    EXPECT_TABLE(v, "0 8n - - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "6 7 0 1 2 3 4 5");
    EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "#500");
    EXPECT_ROW(v, 0, 8, "#500");
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0 7:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 8:w0#0");
    EXPECT_OPERANDS(v, 8, "#500 w0r0");
    EXPECT_STAT(v, port_d_fills, 1);
    vector_finish(v);
}

static void far_result_is_not_cached__malekeh_IV_A2(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh IV-A2; microarchitecture 3.11", ONE);
    decode(v, 0, "int r8 = r0");
    decode(v, 0, "fp32 = r8");                  /* issue 7, a miss, dispatch 9 */
    result_at(v, 6, INT, 8, 0, "last", 0x500);
    vector_to(v, 7);
    EXPECT_TABLE(v, "0 - - - - - - -");
    EXPECT_ROW(v, 0, 8, "#500");
    vector_to(v, 11);
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#0");
    EXPECT_OPERANDS(v, 9, "#500");
    vector_finish(v);
}

static void far_result_invalidates_a_stale_copy__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (2); design 4 (stale copy)", ONE);
    decode(v, 0, "int r0 = r0n r1");            /* issue 2, dispatch 5 */
    decode(v, 0, "fp32 = r0 r1");               /* issue 8: register 0 misses, dispatch 10 */
    result_at(v, 7, INT, 0, 0, "last", 0x600);
    vector_to(v, 8);
    EXPECT_TABLE(v, "- 1 - - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "6 7 0 1 2 3 4 5");
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "5:w0#0 10:w0#0");
    EXPECT_OPERANDS(v, 10, "#600 w0r1");
    EXPECT_STAT(v, stale_invalidations, 1);
    vector_finish(v);
}

static void partial_near_result_merges_into_a_copy__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (3); design 4 (masks)", ONE);
    decode(v, 0, "int r0n = r0 r1 mask=0x3");   /* issue 2, dispatch 5; touches 0, 1 */
    decode(v, 0, "fp32 = r0");                  /* issue 8, a hit, dispatch 9 */
    vector_to(v, 7);
    EXPECT_TABLE(v, "0 1 - - - - - -");
    vector_result(v, INT, 0, 0, 0, "near last", 0x3, 0x600);
    vector_to(v, 8);
    EXPECT_TABLE(v, "0n 1 - - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "7 6 0 1 2 3 4 5");
    EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "w0r0|#600/3");
    EXPECT_ROW(v, 0, 0, "w0r0|#600/3");
    vector_to(v, 11);
    EXPECT_DISPATCHES(v, "5:w0#0 9:w0#0");
    EXPECT_OPERANDS(v, 9, "w0r0|#600/3");
    EXPECT_STAT(v, port_d_merges, 1);
    vector_finish(v);
}

static void partial_near_result_without_a_copy_does_not_allocate__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (5); design 4 (masks)", ONE);
    decode(v, 0, "int r8n = r0 mask=0x3");      /* issue 2, dispatch 4 */
    decode(v, 0, "fp32 = r8");                  /* issue 7, a miss, dispatch 9 */
    vector_to(v, 6);
    vector_result(v, INT, 0, 8, 0, "near last", 0x3, 0x600);
    vector_to(v, 7);
    EXPECT_TABLE(v, "0 - - - - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "7 0 1 2 3 4 5 6");
    vector_to(v, 11);
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#0");
    EXPECT_OPERANDS(v, 9, "w0r8|#600/3");
    EXPECT_STAT(v, port_d_dropped, 1);
    vector_finish(v);
}

static void partial_far_result_invalidates_a_stale_copy__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (2)", ONE);
    decode(v, 0, "int r0 = r0 mask=0x8");       /* issue 2, dispatch 4 */
    decode(v, 0, "fp32 = r0");                  /* issue 7, dispatch 9 */
    vector_to(v, 6);
    vector_result(v, INT, 0, 0, 0, "last", 0x8, 0x600);
    vector_to(v, 7);
    EXPECT_TABLE(v, "- - - - - - - -");
    vector_to(v, 11);
    EXPECT_OPERANDS(v, 9, "w0r0|#600/8");
    vector_finish(v);
}

/* Mask 0: nothing is granted, so port D sees nothing, and the copy stays as it is. */
static void mask_0_result_leaves_the_table_alone__section_3_11(void **state)
{
    (void)state;
    for (int near = 0; near < 2; near++) {
        struct vector *v = begin("microarchitecture 3.9 (granted), 3.11; design 4 (masks)", ONE);
        decode(v, 0, near ? "int r0n = r0 r1 mask=0" : "int r0 = r0 r1 mask=0");    /* issue 2, dispatch 5 */
        decode(v, 0, "fp32 = r0");                                                  /* issue 8, a hit, dispatch 9 */
        vector_to(v, 7);
        vector_result(v, INT, 0, 0, 0, near ? "near last" : "last", 0, 0x600);
        vector_to(v, 8);
        EXPECT_TABLE(v, "0 1 - - - - - -");
        EXPECT_LIST(v, TABLE "ct_lru_q", 8, "6 7 0 1 2 3 4 5");
        vector_to(v, 11);
        EXPECT_DISPATCHES(v, "5:w0#0 9:w0#0");
        EXPECT_OPERANDS(v, 9, "w0r0");
        vector_finish(v);
    }
}

/* Register 8 is in bank 0 and on port 1, register 9 in bank 1 and on port 0. */
static void lowest_bank_takes_port_d__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-B, IV-A2 (one port D); microarchitecture 3.11 (2)", ONE);
    decode(v, 0, "int r9n = r0");               /* issue 2, dispatch 4 */
    decode(v, 0, "fp32 r8n = r0");              /* issue 4, dispatch 5 */
    result_at(v, 7, INT, 9, 0, "near last", 0x900);
    result_at(v, 7, FP32, 8, 1, "near last", 0x800);
    vector_to(v, 8);
    EXPECT_ACCEPTS(v, "7:w0r9 7:w0r8");
    EXPECT_TABLE(v, "0 8n - - - - - -");
    EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "#800");
    EXPECT_STAT(v, port_d_lost, 1);
    vector_finish(v);
}

/* 4 banks: for warp 1 register 4 is in bank 1 and register 7 in bank 0. */
static void lowest_bank_counts_the_warp__section_3_11(void **state)
{
    (void)state;
    struct vector *v = vector_start("microarchitecture 3.9, 3.11 (2)", ONE "rf.banks=4");
    vector_launch(v, 1);
    vector_step(v);
    decode(v, 1, "int r4n =");                  /* issue 2, dispatch 3 */
    decode(v, 1, "fp32 r7n =");                 /* issue 3, dispatch 4 */
    vector_to(v, 6);
    vector_result(v, INT, 1, 4, 0, "near last", 0xF, 0x400);
    vector_result(v, FP32, 1, 7, 1, "near last", 0xF, 0x700);
    vector_to(v, 7);
    EXPECT_TABLE(v, "7n - - - - - - -");
    vector_finish(v);
}

static void loser_of_port_d_invalidates_its_stale_copy__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh IV-A2; microarchitecture 3.11 (2)", ONE);
    decode(v, 0, "sfu = r8 r9n");               /* issue 2, dispatch 5 */
    decode(v, 0, "int r9n =");                  /* issue 5, dispatch 6 */
    decode_at(v, 5, 0, "fp32 r8n =");           /* issue 6, dispatch 7 */
    result_at(v, 9, INT, 9, 1, "near last", 0x900);
    result_at(v, 9, FP32, 8, 0, "near last", 0x800);
    EXPECT_ISSUES(v, "2:w0#0 5:w0#1 6:w0#0");
    EXPECT_TABLE(v, "8 9n - - - - - -");
    vector_to(v, 10);
    EXPECT_TABLE(v, "8n - - - - - - -");
    EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "#800");
    EXPECT_ROW(v, 0, 9, "#900");
    EXPECT_STAT(v, port_d_merges, 1);
    EXPECT_STAT(v, port_d_lost, 1);
    EXPECT_STAT(v, stale_invalidations, 1);
    vector_finish(v);
}

static void far_result_in_a_lower_bank_leaves_port_d_to_the_near_one__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (2)", ONE);
    decode(v, 0, "sfu = r0");                   /* issue 2, dispatch 4 */
    decode(v, 0, "int r8 =");                   /* issue 4, #1, dispatch 5 */
    decode_at(v, 4, 0, "fp32 r9n =");           /* issue 5, #0, dispatch 6 */
    result_at(v, 8, INT, 8, 1, "last", 0x800);
    result_at(v, 8, FP32, 9, 0, "near last", 0x900);
    vector_to(v, 9);
    EXPECT_TABLE(v, "0 9n - - - - - -");
    EXPECT_STAT(v, port_d_lost, 0);
    vector_finish(v);
}

/* Register 8, partial and without a copy, has the lower bank: it takes port D and does nothing with it. */
static void partial_miss_takes_port_d_from_the_other_result__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (2, 5)", ONE);
    decode(v, 0, "sfu = r9");                   /* issue 2, dispatch 4 */
    decode(v, 0, "int r8n = mask=0x1");         /* issue 4, #1, dispatch 5 */
    decode_at(v, 4, 0, "fp32 r9n =");           /* issue 5, #0, dispatch 6 */
    vector_to(v, 8);
    vector_result(v, INT, 0, 8, 1, "near last", 0x1, 0x800);
    vector_result(v, FP32, 0, 9, 0, "near last", 0xF, 0x900);
    vector_to(v, 9);
    EXPECT_TABLE(v, "- - - - - - - -");
    EXPECT_STAT(v, port_d_merges, 0);
    vector_finish(v);

    v = begin("microarchitecture 3.11 (2, 5)", ONE);    /* the same without a copy of register 9 */
    decode(v, 0, "sfu = r0");
    decode(v, 0, "int r8n = mask=0x1");
    decode_at(v, 4, 0, "fp32 r9n =");
    vector_to(v, 8);
    vector_result(v, INT, 0, 8, 1, "near last", 0x1, 0x800);
    vector_result(v, FP32, 0, 9, 0, "near last", 0xF, 0x900);
    vector_to(v, 9);
    EXPECT_TABLE(v, "0 - - - - - - -");
    vector_finish(v);
}

/* Warp 0 is in CCU 0, warp 1 in CCU 1 (starts 0 and 0 in cycles 3 and 4). Each has a port D of its own. */
static void each_ccu_has_its_own_port_d__malekeh_III_B(void **state)
{
    (void)state;
    struct vector *v = begin_two("Malekeh III-B; microarchitecture 3.11 (1)", CCU);
    decode(v, 0, "int r9n = r0");               /* 2: issue 3, dispatch 5 */
    decode(v, 1, "fp32 r9n = r0");              /* 3: issue 4, dispatch 6 */
    vector_to(v, 8);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1");
    EXPECT_DISPATCHES(v, "5:w0#0 6:w1#1");
    vector_result(v, INT, 0, 9, 0, "near last", 0xF, 0x500);
    vector_result(v, FP32, 1, 9, 1, "near last", 0xF, 0x600);
    vector_to(v, 9);
    expect_table(v, 0, "0 9n - - - - - -", __LINE__);
    expect_table(v, 1, "0 9n - - - - - -", __LINE__);
    EXPECT_VECTOR(v, "g_col[0].u_ccu.g_entry[1].data_q", "#500");
    EXPECT_VECTOR(v, "g_col[1].u_ccu.g_entry[1].data_q", "#600");
    vector_finish(v);
}

static void near_result_is_dropped_when_everything_is_locked__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh III-C (lock bit), IV-A1; microarchitecture 3.11 (4)", SMALL "3");
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode(v, 0, "int r8n =");                  /* issue 2, dispatch 3 */
    decode(v, 0, "fp32 = r0 r1 r2");            /* issue 3, waits for its unit */
    result_at(v, 10, INT, 8, 0, "near last", 0x500);
    vector_to(v, 11);
    EXPECT_TABLE(v, "0* 1* 2*");
    EXPECT_LIST(v, TABLE "ct_lru_q", 3, "0 1 2");
    EXPECT_ROW(v, 0, 8, "#500");
    EXPECT_STAT(v, port_d_dropped, 1);
    v->unit_ready = 0xFF;
    decode(v, 0, "int = r8");                   /* decoded in 11, issue 12 */
    vector_to(v, 16);
    EXPECT_DISPATCHES(v, "3:w0#0 11:w0#1 14:w0#0");
    EXPECT_OPERANDS(v, 14, "#500");
    vector_finish(v);
}

/* Entry 0 is near and least recently used, 1 to 3 are far but locked. */
static void near_result_takes_the_only_unlocked_entry__malekeh_IV_A1(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh IV-A1 (first excludes locked); microarchitecture 3.11 (4)", SMALL "4");
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode(v, 0, "int r8n = r3n");              /* issue 2, dispatch 4 */
    decode(v, 0, "fp32 = r0 r1 r2");            /* issue 4, waits for its unit */
    result_at(v, 10, INT, 8, 0, "near last", 0x500);
    EXPECT_TABLE(v, "3n 0* 1* 2*");
    vector_to(v, 11);
    EXPECT_TABLE(v, "8n 0* 1* 2*");
    EXPECT_LIST(v, TABLE "ct_lru_q", 4, "3 0 1 2");
    EXPECT_STAT(v, ccu_evictions, 1);
    v->unit_ready = 0xFF;
    vector_to(v, 13);
    EXPECT_DISPATCHES(v, "4:w0#0 11:w0#1");
    vector_finish(v);
}

/* A result that finds only near entries: least recently used. 0, 1, 2 in this order, then 0 again: entry 1 goes. */
static void near_result_takes_a_far_entry_else_lru__malekeh_IV_A1(void **state)
{
    (void)state;
    for (int far = 0; far < 2; far++) {
        struct vector *v = begin("Malekeh IV-A1; microarchitecture 3.11 (4)", SMALL "3");
        decode(v, 0, "int r8n = r0n r1n r2n");              /* issue 2, dispatch 6 */
        decode(v, 0, far ? "fp32 = r0n r2" : "fp32 = r0n"); /* issue 6, all hit, dispatch 7 */
        result_at(v, 9, INT, 8, 0, "near last", 0x500);
        EXPECT_TABLE(v, far ? "0n 1n 2" : "0n 1n 2n");
        vector_to(v, 10);
        EXPECT_TABLE(v, far ? "0n 1n 8n" : "0n 8n 2n");
        EXPECT_LIST(v, TABLE "ct_lru_q", 3, far ? "1 0 2" : "1 2 0");
        vector_finish(v);
    }
}

/*
 * The collector dispatches in 7, the cycle in which entry 2 gets its value: the locks are off, but entry 2 is no
 * victim. Far entries 0 and 1; the random start is that of cycle 7.
 */
static void entry_that_receives_a_value_is_no_victim_of_port_d__section_3_11(void **state)
{
    (void)state;
    static const char *const table[] = {"8n 1 2", "0 8n 2", "8n 1 2"};
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++) {
        char settings[128];
        snprintf(settings, sizeof settings, SMALL "3 random.seed=%d", seed * 2003);
        struct vector *v = begin("microarchitecture 3.11 (4); design 4 (order within a cycle)", settings);
        decode(v, 0, "int r8n =");              /* issue 2, dispatch 3 */
        decode(v, 0, "fp32 = r0 r1 r2");        /* issue 3, values in 5, 6, 7, dispatch 7 */
        result_at(v, 7, INT, 8, 0, "near last", 0x500);
        vector_to(v, 8);
        unsigned start = vector_random(v, 7, 3);
        seen |= 1u << start;
        EXPECT_DISPATCHES(v, "3:w0#0 7:w0#1");
        EXPECT_TABLE(v, table[start]);
        EXPECT_VECTOR(v, TABLE "g_entry[2].data_q", "w0r2");
        vector_finish(v);
    }
    assert_int_equal(seen, 0x7);
}

/* As before, but the next instruction issues in 7 and locks entries 0 and 1. */
static void near_result_is_dropped_when_all_is_locked_or_receiving__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (4); design 4 (order within a cycle)", SMALL "3");
    decode(v, 0, "int r8n =");                  /* issue 2, dispatch 3 */
    decode(v, 0, "fp32 = r0 r1 r2");            /* issue 3, dispatch 7 */
    decode(v, 0, "sfu = r0 r1");                /* issue 7, dispatch 8 */
    result_at(v, 7, INT, 8, 0, "near last", 0x500);
    vector_to(v, 8);
    EXPECT_TABLE(v, "0* 1* 2");
    EXPECT_STAT(v, port_d_dropped, 1);
    decode(v, 0, "int = r2");                   /* decoded in 8, issue 9, a hit, dispatch 10 */
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "3:w0#0 7:w0#1 8:w0#2 10:w0#0");
    EXPECT_OPERANDS(v, 10, "w0r2");
    vector_finish(v);
}

/* Misses of the instruction that issues in 6 take entries 1 and 2 before the result takes 3. */
static void port_d_comes_after_the_tag_check__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11; design 4 (order within a cycle)", ONE);
    decode(v, 0, "int r8n = r0");               /* issue 2, dispatch 4 */
    decode_at(v, 5, 0, "fp32 = r1 r2");         /* issue 6, dispatch 9 */
    result_at(v, 6, INT, 8, 0, "near last", 0x500);
    vector_to(v, 7);
    EXPECT_TABLE(v, "0 1* 2* 8n - - - -");
    EXPECT_LIST(v, TABLE "ct_lru_q", 8, "4 5 6 7 0 1 2 3");
    vector_to(v, 11);
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#1");
    vector_finish(v);
}

/* Bank 0 brings a far result for register 2 (entry 2, far), bank 1 a near one that takes this very entry. */
static void port_d_fill_overrides_an_invalidation__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (4)", SMALL "3");
    decode(v, 0, "int = r0n r1n r2");           /* issue 2, dispatch 6 */
    decode(v, 0, "sfu r2 =");                   /* issue 6, #1, dispatch 7 */
    decode_at(v, 6, 0, "fp32 r9n =");           /* issue 7, #0, dispatch 8 */
    result_at(v, 10, SFU, 2, 1, "last", 0x200);
    result_at(v, 10, FP32, 9, 0, "near last", 0x900);
    EXPECT_TABLE(v, "0n 1n 2");
    vector_to(v, 11);
    EXPECT_ACCEPTS(v, "10:w0r9 10:w0r2");
    EXPECT_TABLE(v, "0n 1n 9n");
    EXPECT_VECTOR(v, TABLE "g_entry[2].data_q", "#900");
    EXPECT_ROW(v, 0, 2, "#200");
    vector_finish(v);
}

/* Warp 0's result for register 8 comes when the CCU belongs to warp 1, which has a register 8 of its own there. */
static void result_of_a_warp_without_its_ccu_goes_to_the_bank_only__malekeh_IV_A2(void **state)
{
    (void)state;
    for (uint64_t cycle = 6; cycle <= 9; cycle++)       /* 6: the very cycle of the reallocation */
        for (int near = 0; near < 2; near++) {
            struct vector *v = begin_two("Malekeh IV-A2; microarchitecture 3.11 (1)", ONE);
            decode(v, 0, "int r8n = r0");       /* 2: issue 3, dispatch 5 */
            decode_at(v, 5, 1, "fp32 = r8");    /* issue 6, dispatch 8 */
            result_at(v, cycle, INT, 8, 0, near ? "near last" : "last", 0x500);
            vector_to(v, cycle + 1);
            EXPECT_TABLE(v, cycle < 8 ? "8* - - - - - - -" : "8 - - - - - - -");
            EXPECT_ROW(v, 0, 8, "#500");
            vector_to(v, 11);
            EXPECT_TABLE(v, "8 - - - - - - -");
            EXPECT_VECTOR(v, TABLE "g_entry[0].data_q", "w1r8");
            EXPECT_DISPATCHES(v, "5:w0#0 8:w1#1");
            EXPECT_OPERANDS(v, 8, "w1r8");
            vector_finish(v);
        }
}

/* Warp 1 gets the CCU back in cycle 9, in which its result arrives: the comparison is made after the flush. */
static void result_arrives_as_its_warp_gets_the_ccu__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin_two("microarchitecture 3.11 (warp as after 3.6)", ONE);
    decode(v, 1, "int r9n = r0");               /* 2: issue 3, dispatch 5 */
    decode_at(v, 4, 0, "fp32 = r0");            /* issue 5, dispatch 7 */
    decode_at(v, 8, 1, "sfu = r1");             /* issue 9, dispatch 11 */
    vector_to(v, 9);
    EXPECT_Q(v, TABLE "warp_q", 0);
    vector_result(v, INT, 1, 9, 0, "near last", 0xF, 0x900);
    vector_to(v, 10);
    EXPECT_Q(v, TABLE "warp_q", 1);
    EXPECT_TABLE(v, "1* 9n - - - - - -");
    vector_to(v, 13);
    EXPECT_DISPATCHES(v, "5:w1#0 7:w0#1 11:w1#1");
    EXPECT_VECTOR(v, TABLE "g_entry[1].data_q", "#900");
    vector_finish(v);
}

/* --- random ------------------------------------------------------------------------------------------------------- */

struct before { bool any, occupied; unsigned iid, lock, tag[MAX_ENTRIES]; };

/* What section 3.13 says never happens, on the registers alone. */
static void watch(struct vector *v, void *context)
{
    struct before *before = context;
    unsigned entries = (unsigned)v->cfg.entries, slots = (unsigned)v->cfg.slots;
    uint64_t holder = 0, owner = 0;
    for (unsigned c = 0; c < (unsigned)v->cfg.collectors; c++) {
        char name[96];
#define Q(field, index, count) \
    (snprintf(name, sizeof name, "g_col[%u].u_ccu." field, c), (unsigned)vector_get(v, name, index, count))
        unsigned valid = 0, lock = 0, used = 0, ranks = 0, warp = Q("warp_q", 0, 1), tag[MAX_ENTRIES];
        bool occupied = Q("occupied_q", 0, 1), own = Q("own_q", 0, 1);
        for (unsigned e = 0; e < entries; e++) {
            valid |= Q("ct_valid_q", e, entries) << e;
            lock |= Q("ct_lock_q", e, entries) << e;
            ranks |= 1u << Q("ct_lru_q", e, entries);
            tag[e] = Q("ct_tag_q", e, entries);
        }
        for (unsigned s = 0; occupied && s < slots; s++)
            if (Q("oct_valid_q", s, slots))
                used |= 1u << Q("oct_index_q", s, slots);
        if (valid && holder >> warp & 1)
            vector_fail(v, __FILE__, __LINE__, "warp %u has valid data in two CCUs", warp);
        if (own && owner >> warp & 1)
            vector_fail(v, __FILE__, __LINE__, "warp %u owns two CCUs", warp);
        if (valid && !own)
            vector_fail(v, __FILE__, __LINE__, "CCU %u has valid data but is not owned", c);
        holder |= (uint64_t)(valid != 0) << warp;
        owner |= (uint64_t)own << warp;
        if (ranks != (1u << entries) - 1)
            vector_fail(v, __FILE__, __LINE__, "ct_lru_q of CCU %u is no permutation", c);
        if (lock != used || (lock & ~valid))
            vector_fail(v, __FILE__, __LINE__, "CCU %u: lock 0x%x, valid 0x%x, entries of its slots 0x%x", c, lock,
                        valid, used);
        for (unsigned e = 0; e < entries; e++)
            for (unsigned f = e + 1; f < entries; f++)
                if (valid >> e & valid >> f & 1 && tag[e] == tag[f])
                    vector_fail(v, __FILE__, __LINE__, "CCU %u has register %u twice", c, tag[e]);
        struct before *was = &before[c];
        bool stays = was->any && was->occupied && !(v->out.disp_valid && v->out.disp_iid == was->iid);
        for (unsigned e = 0; stays && e < entries; e++)
            if (was->lock >> e & 1 && (tag[e] != was->tag[e] || !(lock >> e & 1)))
                vector_fail(v, __FILE__, __LINE__, "locked entry %u of CCU %u changed", e, c);
        *was = (struct before){.any = true, .occupied = occupied, .iid = Q("iid_q", 0, 1), .lock = lock};
        memcpy(was->tag, tag, sizeof tag);
#undef Q
    }
}

static void random_programs_keep_every_guarantee__section_3_13(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned registers; } rows[] = {
        {CCU, 8},
        {CCU "collector.count=1 rf.banks=1 inflight.entries=2 ibuffer.depth=1 subcore.warps=2 collector.slots=3 "
            "ccu.entries=3", 6},
        {CCU "collector.count=3 rf.banks=4 ccu.entries=12 collector.forward=false ibuffer.depth=3 subcore.warps=5 "
            "inflight.entries=12 dispatch.order=round_robin", 20},
        {CCU "collector.count=4 rf.banks=8 ccu.entries=6 collector.reuse_on_dispatch=false subcore.warps=6 "
            "subcore.registers=8 subcore.lanes=1 random.seed=3", 8},
        {CCU "collector.count=2 rf.banks=4 ccu.entries=5 collector.slots=4 inflight.entries=16 subcore.warps=3", 10},
        {CCU "collector.count=8 rf.banks=2 ccu.entries=9 collector.slots=8 subcore.warps=4 collector.forward=false "
            "collector.reuse_on_dispatch=false collector.payload_bits=33", 16},
        {CCU "collector.count=2 rf.banks=8 subcore.warps=2 inflight.entries=32 ibuffer.depth=4", 32},
        {CCU "collector.count=1 rf.banks=4 subcore.warps=1 inflight.entries=32 ccu.entries=12", 48}
    };
    uint64_t seen[8] = {0};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct before before[MAX_COLLECTORS];
        memset(before, 0, sizeof before);
        struct vector *v = vector_start("microarchitecture 3.13; Malekeh IV-B2", rows[i].settings);
        vector_with_twin(v);
        v->watch = watch;
        v->watch_context = before;
        vector_traffic(v, 4000, 29 * i + 3, rows[i].registers);
        const struct stats *s = model_stats(v->model);
        assert_true(v->dispatched > 100 && v->ended > 1);
        seen[0] += s->ccu_hits;
        seen[1] += s->port_d_merges;
        seen[2] += s->port_d_fills;
        seen[3] += s->port_d_dropped;
        seen[4] += s->port_d_lost;
        seen[5] += s->stale_invalidations;
        seen[6] += s->ccu_evictions;
        seen[7] += s->ccu_flushes;
        EXPECT_COUNT(v, "stats.dispatches", s->dispatches, v->dispatched);
        EXPECT_COUNT(v, "stats.issue_cycles", s->issue_cycles, v->issued);
        vector_finish(v);
    }
    for (unsigned i = 0; i < 8; i++)
        assert_true(seen[i] > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ccu_allocation_fills_table_and_collector_table__malekeh_III_C1),
        cmocka_unit_test(issue_to_dispatch_by_misses__malekeh_III_C1),
        cmocka_unit_test(ccu_all_hit_dispatches_next_cycle__malekeh_III_C1),
        cmocka_unit_test(ccu_reads_only_what_misses__malekeh_III_C1),
        cmocka_unit_test(index_of_an_unused_slot_is_zero__section_3_6),
        cmocka_unit_test(ccu_duplicate_sources_share_one_entry__section_3_6),
        cmocka_unit_test(ccu_releases_locks_at_dispatch_and_sets_new_ones__malekeh_III_C),
        cmocka_unit_test(ccu_near_bit_is_or_over_duplicates_and_follows_the_last_use__malekeh_III_C1),
        cmocka_unit_test(ccu_lru_order_after_hits_and_duplicates__section_3_11),
        cmocka_unit_test(ccu_miss_takes_lowest_invalid_entry_first__section_3_6),
        cmocka_unit_test(ccu_miss_takes_far_victim_before_lru__malekeh_IV_A1),
        cmocka_unit_test(ccu_far_victim_is_random__malekeh_IV_A1),
        cmocka_unit_test(ccu_victims_are_distinct_in_slot_order__malekeh_III_C1),
        cmocka_unit_test(ccu_of_12_entries_chooses_over_12__section_3_6),
        cmocka_unit_test(ccu_hits_of_the_instruction_are_no_victims__section_3_6),
        cmocka_unit_test(ccu_is_flushed_when_the_warp_changes__malekeh_III_C1),
        cmocka_unit_test(warp_waits_for_the_ccu_that_holds_its_registers__malekeh_IV_B2),
        cmocka_unit_test(warp_returns_to_its_ccu_whatever_the_random_choice__malekeh_IV_B2),
        cmocka_unit_test(ownership_moves_with_the_warp__section_3_6),
        cmocka_unit_test(warp_end_invalidates_its_ccu__section_3_12),
        cmocka_unit_test(allocation_in_the_cycle_of_an_end_stays__section_3_12),
        cmocka_unit_test(ccu_war_ends_with_the_dispatch_of_the_reader__section_3_5),
        cmocka_unit_test(near_result_is_cached_and_written__malekeh_IV_A2),
        cmocka_unit_test(far_result_is_not_cached__malekeh_IV_A2),
        cmocka_unit_test(far_result_invalidates_a_stale_copy__section_3_11),
        cmocka_unit_test(partial_near_result_merges_into_a_copy__section_3_11),
        cmocka_unit_test(partial_near_result_without_a_copy_does_not_allocate__section_3_11),
        cmocka_unit_test(partial_far_result_invalidates_a_stale_copy__section_3_11),
        cmocka_unit_test(mask_0_result_leaves_the_table_alone__section_3_11),
        cmocka_unit_test(lowest_bank_takes_port_d__section_3_11),
        cmocka_unit_test(lowest_bank_counts_the_warp__section_3_11),
        cmocka_unit_test(loser_of_port_d_invalidates_its_stale_copy__section_3_11),
        cmocka_unit_test(far_result_in_a_lower_bank_leaves_port_d_to_the_near_one__section_3_11),
        cmocka_unit_test(partial_miss_takes_port_d_from_the_other_result__section_3_11),
        cmocka_unit_test(each_ccu_has_its_own_port_d__malekeh_III_B),
        cmocka_unit_test(near_result_is_dropped_when_everything_is_locked__section_3_11),
        cmocka_unit_test(near_result_takes_the_only_unlocked_entry__malekeh_IV_A1),
        cmocka_unit_test(near_result_takes_a_far_entry_else_lru__malekeh_IV_A1),
        cmocka_unit_test(entry_that_receives_a_value_is_no_victim_of_port_d__section_3_11),
        cmocka_unit_test(near_result_is_dropped_when_all_is_locked_or_receiving__section_3_11),
        cmocka_unit_test(port_d_comes_after_the_tag_check__section_3_11),
        cmocka_unit_test(port_d_fill_overrides_an_invalidation__section_3_11),
        cmocka_unit_test(result_of_a_warp_without_its_ccu_goes_to_the_bank_only__malekeh_IV_A2),
        cmocka_unit_test(result_arrives_as_its_warp_gets_the_ccu__section_3_11),
        cmocka_unit_test(random_programs_keep_every_guarantee__section_3_13),
    };
    return cmocka_run_group_tests_name("vectors, caching operand collectors", tests, NULL, NULL);
}
