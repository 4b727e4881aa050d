/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the coalescer and the L1 data cache of the SM. Numbers are worked out by hand from docs/sm.md. An access
 * offered in t is taken in t if the coalescer is free, its first line is looked up in t + 1, a hit answers in t + 2,
 * and the request of a miss is on req_*_o in t + 2. A line that comes in t answers, and is written, from t + 1 on.
 * Line n is words 4 n to 4 n + 3, and bench_warm(b, n, base) gives them the values base to base + 3.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"
#include "sm_bench.h"

#define COALESCER "u_coalescer."
#define L1D "u_l1d."
#define MSHR "u_l1d.u_mshr."
#define WRITES "u_l1d.u_write_queue."
#define LINES "u_l1d.u_response_queue."

/* --- coalescer ---------------------------------------------------------------------------------------------------- */

static void elements_of_one_line_go_together__sm_5_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.3", "");
    bench_warm(b, 2, 0x100);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "9 8 - 9");
    bench_to(b, 1);
    EXPECT_REG(b, COALESCER "valid_q", 1);
    EXPECT_REG(b, COALESCER "pend_q", 0xb);
    EXPECT_REG(b, COALESCER "id_q", 1);
    EXPECT_ELEMENT(b, COALESCER "addr_q", 3, 4, 9);
    bench_to(b, 6);
    EXPECT_REG(b, COALESCER "valid_q", 0);
    EXPECT_TEXT(b, takes, "0:s0#1");
    EXPECT_TEXT(b, responses, "2:s0#1[101 100 - 101]");
    EXPECT_TEXT(b, requests, "");
    bench_finish(b);
}

/* The line of the lowest element goes first; the next access is accepted when the last line is taken, in 2. */
static void every_line_is_an_access_of_its_own__sm_5_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.3", "");
    bench_warm(b, 2, 0x100);
    bench_warm(b, 3, 0x200);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "c 8 d b");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "8");
    bench_to(b, 2);
    EXPECT_REG(b, COALESCER "pend_q", 0xa);
    bench_to(b, 7);
    EXPECT_TEXT(b, takes, "0:s0#1 2:s0#2");
    EXPECT_TEXT(b, responses, "2:s0#1[200 - 201 -] 3:s0#1[- 100 - 103] 4:s0#2[100 - - -]");
    bench_finish(b);
}

static void of_elements_that_write_one_byte_the_highest_counts__sm_5_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.3", "");
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=11223344 8=aa/1 8=bb00/2 b=ccddeeff/c");
    bench_to(b, 4);
    EXPECT_TEXT(b, requests, "2:W2[1122bbaa - - ccdd0000/c]");
    bench_finish(b);
}

static void bytes_without_enable_are_zero__sm_5_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.3", "");
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=11223344/5 9=ffffffff/0");
    bench_offer(b, 0, 0, 2, MEM_REDUCE, "a=aabbccdd/3 a=5");
    bench_to(b, 5);
    EXPECT_TEXT(b, requests, "2:W2[220044/5 - - -] 3:R2s0#2[ccdd/3 5 - -]");
    bench_finish(b);
}

/* last_q is 0 after the line that sub-core 0 has loaded. */
static void sub_cores_take_turns__sm_5_3(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.3", "sm.subcores=3 machine.subcores=3");
    bench_warm(b, 2, 0x100);
    for (unsigned s = 0; s < 3; s++)
        for (unsigned i = 0; i < 2; i++)
            bench_offer(b, 0, s, 16 * s + i, MEM_LOAD, "8");
    bench_offer(b, 0, 2, 0x22, MEM_LOAD, "8");
    bench_to(b, 10);
    EXPECT_TEXT(b, takes, "0:s1#10 1:s2#20 2:s0#0 3:s1#11 4:s2#21 5:s0#1 6:s2#22");
    EXPECT_REG(b, COALESCER "last_q", 2);
    EXPECT_TEXT(b, responses, "2:s1#10[100 - - -] 3:s2#20[100 - - -] 4:s0#0[100 - - -] 5:s1#11[100 - - -] "
                "6:s2#21[100 - - -] 7:s0#1[100 - - -] 8:s2#22[100 - - -]");
    bench_finish(b);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

static void load_miss_fetches_its_line__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, miss)", "");
    bench_offer(b, 0, 1, 7, MEM_LOAD, "8 9 - b");
    bench_fill(b, 5, 0, 0x100);
    bench_to(b, 2);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_REG(b, L1D "wait_q", 1);
    EXPECT_ELEMENT(b, L1D "tag_q", 0, 4, 2);
    EXPECT_REG(b, L1D "older_q", 2);        /* way 0 of set 0 was used */
    EXPECT_REG(b, MSHR "busy_q", 1);
    EXPECT_ELEMENT(b, MSHR "atomic_q", 0, 2, 0);
    EXPECT_ELEMENT(b, MSHR "line_q", 0, 2, 2);
    EXPECT_ELEMENT(b, MSHR "index_q", 0, 2, 0);
    EXPECT_REG(b, MSHR "target_q", 1);
    EXPECT_ELEMENT(b, MSHR "target_mshr_q", 0, 3, 0);
    EXPECT_ELEMENT(b, MSHR "target_sub_q", 0, 3, 1);
    EXPECT_ELEMENT(b, MSHR "target_id_q", 0, 3, 7);
    EXPECT_ELEMENT(b, MSHR "target_mask_q", 0, 3, 0xb);
    EXPECT_ELEMENT(b, MSHR "target_off_q", 0, 3, 0xc4);     /* 0 1 0 3 */
    EXPECT_REG(b, WRITES "count_q", 1);
    bench_to(b, 3);
    EXPECT_REG(b, WRITES "count_q", 0);
    EXPECT_REG(b, WRITES "rptr_q", 1);
    bench_to(b, 6);
    EXPECT_REG(b, LINES "count_q", 1);
    assert_false(b->out.idle);
    bench_to(b, 7);
    assert_int_equal(sm_line_written(b->sm), 0);
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_REG(b, L1D "wait_q", 0);
    EXPECT_REG(b, MSHR "busy_q", 0);
    EXPECT_REG(b, MSHR "target_q", 0);
    EXPECT_LINE(b, 0, "100 101 102 103");
    bench_to(b, 8);
    assert_true(b->out.idle);
    EXPECT_TEXT(b, requests, "2:F2m0");
    EXPECT_TEXT(b, responses, "6:s1#7[100 101 - 103]");
    bench_finish(b);
}

static void loads_that_hit_follow_each_other__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, hit)", "");
    bench_warm(b, 2, 0x100);
    bench_warm(b, 5, 0x200);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "b 8");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "- - 16");
    bench_to(b, 2);
    EXPECT_REG(b, L1D "hit_q", 1);
    EXPECT_REG(b, L1D "hit_mask_q", 3);
    EXPECT_REG(b, L1D "hit_off_q", 3);
    EXPECT_ELEMENT(b, L1D "u_array.rdata_q", 0, 4, 0x100);
    bench_to(b, 4);
    EXPECT_REG(b, L1D "hit_q", 0);
    EXPECT_ELEMENT(b, L1D "u_array.rdata_q", 3, 4, 0x203);
    EXPECT_TEXT(b, responses, "2:s0#1[103 100 - -] 3:s0#2[- - 202 -]");
    bench_finish(b);
}

static void loads_of_a_line_that_is_under_way_wait_for_it__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, under way)", "");
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    bench_offer(b, 1, 1, 2, MEM_LOAD, "9 b");
    bench_fill(b, 4, 0, 0x100);
    bench_to(b, 3);
    EXPECT_REG(b, MSHR "busy_q", 1);
    EXPECT_REG(b, MSHR "target_q", 3);
    bench_to(b, 6);
    EXPECT_REG(b, MSHR "target_q", 2);
    EXPECT_REG(b, MSHR "busy_q", 1);
    EXPECT_REG(b, LINES "count_q", 1);
    bench_to(b, 8);
    EXPECT_REG(b, MSHR "busy_q", 0);
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_TEXT(b, takes, "0:s0#1 1:s1#2");
    EXPECT_TEXT(b, requests, "2:F2m0");
    EXPECT_TEXT(b, responses, "5:s0#1[100 - - -] 6:s1#2[101 103 - -]");
    bench_finish(b);
}

/* Three targets: the fourth load is taken in the cycle after the first and last response, as a hit. */
static void load_waits_for_a_free_target__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, under way: a target is free)", "");
    for (unsigned i = 1; i < 5; i++)
        bench_offer(b, 0, 0, i, MEM_LOAD, "8");
    bench_offer(b, 0, 0, 5, MEM_LOAD, "b");
    bench_fill(b, 8, 0, 0x100);
    bench_to(b, 16);
    EXPECT_TEXT(b, takes, "0:s0#1 1:s0#2 2:s0#3 3:s0#4 12:s0#5");
    EXPECT_TEXT(b, responses, "9:s0#1[100 - - -] 10:s0#2[100 - - -] 11:s0#3[100 - - -] 13:s0#4[100 - - -] "
                "14:s0#5[103 - - -]");
    bench_finish(b);
}

/* Two MSHRs: the third line is looked up from 3 on, and goes when MSHR 1 is free, in 7. */
static void load_waits_for_a_free_mshr__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, miss: a free MSHR)", "");
    bench_offer(b, 0, 0, 1, MEM_LOAD, "4 8 c");
    bench_fill(b, 5, 1, 0x100);
    bench_to(b, 9);
    EXPECT_REG(b, MSHR "busy_q", 3);
    EXPECT_ELEMENT(b, MSHR "index_q", 0, 2, 2);
    EXPECT_ELEMENT(b, MSHR "index_q", 1, 2, 3);
    EXPECT_TEXT(b, requests, "2:F1m0 3:F2m1 8:F3m1");
    EXPECT_TEXT(b, responses, "6:s0#1[- 100 - -]");
    bench_finish(b);
}

/* --- order of use, place, set ------------------------------------------------------------------------------------- */

/* Ways 0 to 3 hold lines 1 to 4; way 0 is used again, and way 1 goes. Bits: (0,1) (0,2) (0,3) (1,2) (1,3) (2,3). */
static void line_used_longest_ago_goes__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (order of use)", "l1d.sets=1 l1d.ways=4");
    EXPECT_REG(b, L1D "older_q", 0x3f);
    for (unsigned line = 1; line < 5; line++)
        bench_warm(b, line, 0x100 * line);
    EXPECT_REG(b, L1D "older_q", 0x3f);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "4");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "14");
    bench_to(b, 2);
    EXPECT_REG(b, L1D "older_q", 0x38);
    bench_to(b, 3);
    EXPECT_REG(b, L1D "older_q", 0x21);
    EXPECT_REG(b, L1D "valid_q", 0xd);
    EXPECT_REG(b, L1D "wait_q", 2);
    EXPECT_ELEMENT(b, L1D "tag_q", 1, 4, 5);
    bench_finish(b);
}

/* Line 1 is in way 0. Line 2 takes the empty way 1, line 3 way 0, because way 1 waits, and line 4 none until 8. */
static void place_is_empty_or_not_waiting__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (place)", "l1d.sets=1 l1d.mshrs=4");
    bench_warm(b, 1, 0x100);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "c");
    bench_offer(b, 0, 0, 3, MEM_LOAD, "10");
    bench_fill(b, 6, 0, 0x200);
    bench_to(b, 3);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_REG(b, L1D "wait_q", 3);
    EXPECT_ELEMENT(b, L1D "tag_q", 0, 2, 3);
    EXPECT_ELEMENT(b, L1D "tag_q", 1, 2, 2);
    bench_to(b, 8);
    EXPECT_REG(b, L1D "valid_q", 2);
    EXPECT_REG(b, L1D "wait_q", 1);
    bench_to(b, 10);
    EXPECT_ELEMENT(b, L1D "tag_q", 1, 2, 4);
    EXPECT_ELEMENT(b, MSHR "index_q", 0, 4, 1);
    EXPECT_TEXT(b, requests, "2:F2m0 3:F3m1 9:F4m0");
    EXPECT_TEXT(b, responses, "7:s0#1[200 - - -]");
    bench_finish(b);
}

static void set_is_the_exclusive_or_of_groups__sm_5_4__ciao_v_a(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned line, set; } rows[] = {
        {"l1d.sets=4 l1d.hash=none", 0x1b, 3}, {"l1d.sets=4 l1d.hash=xor", 0x1b, 0},
        {"l1d.sets=4 l1d.hash=xor", 0x3, 3}, {"l1d.sets=4 l1d.hash=xor", 0x801, 3},
        {"l1d.sets=4 l1d.hash=xor", 0x640, 2}, {"l1d.sets=4 l1d.hash=none", 0x640, 0},
        {"l1d.sets=8 l1d.hash=xor", 0xa53, 5},                          /* 5 1 2 3 */
        {"l1d.sets=8 l1d.hash=xor l1d.address_bits=17", 0x1001, 0},     /* 1 0 0 0 1 */
        {"l1d.sets=8 l1d.hash=xor l1d.address_bits=17", 0x1000, 1},
        {"l1d.sets=1 l1d.hash=xor", 0xfff, 0}, {"l1d.sets=2 l1d.hash=xor", 0x7, 1}, {"l1d.sets=2 l1d.hash=xor", 0x5, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char word[16];
        struct bench *b = bench_start("sm 5.4 (the set of a line), CIAO V-A", rows[i].settings);
        snprintf(word, sizeof word, "%x", 4 * rows[i].line);
        bench_offer(b, 0, 0, 1, MEM_LOAD, word);
        bench_to(b, 2);
        EXPECT_REG(b, L1D "wait_q", UINT64_C(1) << 2 * rows[i].set);
        EXPECT_ELEMENT(b, MSHR "index_q", 0, 2, 2 * rows[i].set);
        bench_finish(b);
    }
}

/* --- stores ------------------------------------------------------------------------------------------------------- */

static void global_store_that_hits_writes_both__sm_5_4__ciao_table_i(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (store, global, hit)", "");
    bench_warm(b, 2, 0xabcd0100);
    bench_warm(b, 4, 0x400);            /* way 1 of set 0 */
    EXPECT_REG(b, L1D "older_q", 3);
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=11 9=2233/3");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "8 9 a b");
    bench_to(b, 2);
    assert_int_equal(sm_line_written(b->sm), 0);
    EXPECT_LINE(b, 0, "11 abcd2233 abcd0102 abcd0103");
    EXPECT_REG(b, L1D "older_q", 2);
    EXPECT_REG(b, L1D "dirty_q", 0);
    EXPECT_REG(b, L1D "valid_q", 3);
    bench_to(b, 5);
    EXPECT_TEXT(b, requests, "2:W2[11 2233/3 - -]");
    EXPECT_TEXT(b, responses, "3:s0#2[11 abcd2233 abcd0102 abcd0103]");
    bench_finish(b);
}

static void global_store_that_hits_evicts__sm_5_4__ciao_table_i(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (EVICT)", "l1d.write_hit=evict");
    bench_warm(b, 2, 0x100);
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=11");
    bench_to(b, 3);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_LINE(b, 0, "100 101 102 103");
    EXPECT_TEXT(b, requests, "2:W2[11 - - -]");
    bench_finish(b);
}

static void local_store_that_hits_stays__sm_5_4__ciao_table_i(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (local store, hit)", "l1d.write_hit=evict");
    bench_warm(b, 2, 0x100);
    b->req_ready = false;
    bench_offer(b, 0, 0, 1, MEM_STORE, "c=1");      /* two requests fill the write queue */
    bench_offer(b, 0, 0, 2, MEM_STORE, "c=2");
    bench_offer_local(b, 0, 0, 3, MEM_STORE, "- 9=11");
    bench_to(b, 4);
    EXPECT_REG(b, WRITES "count_q", 2);
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_REG(b, L1D "dirty_q", 1);
    EXPECT_LINE(b, 0, "100 11 102 103");
    EXPECT_TEXT(b, requests, "");
    bench_finish(b);
}

static void store_that_misses_allocates_nothing__sm_5_4__ciao_table_i(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (store, miss)", "");
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=11");
    bench_offer_local(b, 0, 0, 2, MEM_STORE, "c=22");
    bench_to(b, 5);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_REG(b, L1D "wait_q", 0);
    EXPECT_TEXT(b, requests, "2:W2[11 - - -] 3:W3[22 - - -]");
    bench_finish(b);
}

/* The line comes in 5 and is written in 6; the store is looked up from 2 on, and taken in 7. */
static void store_waits_for_a_line_under_way__sm_5_4(void **state)
{
    (void)state;
    for (unsigned local = 0; local < 2; local++) {
        struct bench *b = bench_start("sm 5.4 (store, under way)", "");
        bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
        if (local)
            bench_offer_local(b, 1, 0, 2, MEM_STORE, "8=55");
        else
            bench_offer(b, 1, 0, 2, MEM_STORE, "8=55");
        bench_offer(b, 2, 1, 3, MEM_LOAD, "8");
        bench_fill(b, 5, 0, 0x100);
        bench_to(b, 11);
        EXPECT_TEXT(b, takes, "0:s0#1 1:s0#2 7:s1#3");
        EXPECT_TEXT(b, requests, local ? "2:F2m0" : "2:F2m0 8:W2[55 - - -]");
        EXPECT_TEXT(b, responses, "6:s0#1[100 - - -] 9:s1#3[55 - - -]");
        EXPECT_REG(b, L1D "dirty_q", local);
        bench_finish(b);
    }
}

/* The dirty line is read in 2 and pushed in 3, when nothing is looked up; the load takes its place in 4. */
static void dirty_line_leaves_before_its_place_is_taken__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (a dirty line that leaves)", "l1d.ways=1");
    bench_warm(b, 2, 0x100);
    bench_offer_local(b, 0, 0, 1, MEM_STORE, "8=aa");
    bench_offer(b, 0, 0, 2, MEM_LOAD, "10");
    bench_offer(b, 0, 0, 3, MEM_LOAD, "11");
    bench_to(b, 2);
    EXPECT_REG(b, L1D "dirty_q", 1);
    bench_to(b, 3);
    EXPECT_REG(b, L1D "victim_q", 1);
    EXPECT_REG(b, L1D "victim_line_q", 2);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_REG(b, L1D "dirty_q", 0);
    bench_to(b, 4);
    EXPECT_REG(b, L1D "victim_q", 0);
    EXPECT_REG(b, L1D "wait_q", 0);
    bench_to(b, 7);
    EXPECT_REG(b, L1D "wait_q", 1);
    EXPECT_TEXT(b, takes, "0:s0#1 1:s0#2 4:s0#3");
    EXPECT_TEXT(b, requests, "4:W2[aa 101 102 103] 5:F4m0");
    assert_int_equal(sm_l1d_counts(b->sm)->dirty_victims, 1);
    assert_int_equal(sm_l1d_counts(b->sm)->blocked, 2);
    bench_finish(b);
}

/* Without room the dirty line stays; with all MSHRs busy it leaves all the same. */
static void dirty_line_needs_room_and_no_mshr__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (load, miss, place is dirty)", "l1d.ways=1 l1d.mshrs=1");
    bench_warm(b, 2, 0x100);
    b->req_ready = false;
    bench_offer_local(b, 0, 0, 1, MEM_STORE, "8=aa");
    bench_offer(b, 0, 0, 2, MEM_STORE, "c=1");
    bench_offer(b, 0, 0, 3, MEM_LOAD, "4");         /* line 1, set 1: looked up in 3, takes the MSHR */
    bench_offer(b, 0, 0, 4, MEM_LOAD, "10");        /* line 4, set 0: looked up from 4 on */
    bench_to(b, 8);
    EXPECT_REG(b, L1D "dirty_q", 1);
    b->req_ready = true;
    bench_to(b, 10);                                /* in 8 the store leaves, in 9 there is room */
    EXPECT_REG(b, L1D "victim_q", 1);
    bench_fill(b, 14, 0, 0x200);
    bench_to(b, 18);
    EXPECT_TEXT(b, requests, "8:W3[1 - - -] 9:F1m0 11:W2[aa 101 102 103] 17:F4m0");
    bench_finish(b);
}

/* --- atomics ------------------------------------------------------------------------------------------------------ */

static void atomic_brings_old_values_and_drops_the_line__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (atomic 2)", "");
    bench_warm(b, 4, 0x400);
    bench_warm(b, 2, 0x100);                /* way 1 of set 0 */
    bench_offer(b, 0, 1, 3, MEM_ATOMIC, "8=1 8=2 - a=3");
    bench_fill(b, 4, 0, 0x50);
    bench_to(b, 2);
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_REG(b, L1D "wait_q", 0);
    EXPECT_REG(b, L1D "older_q", 3);
    EXPECT_REG(b, MSHR "busy_q", 1);
    EXPECT_ELEMENT(b, MSHR "atomic_q", 0, 2, 1);
    EXPECT_ELEMENT(b, MSHR "line_q", 0, 2, 2);
    EXPECT_ELEMENT(b, MSHR "index_q", 0, 2, 0);
    EXPECT_ELEMENT(b, MSHR "target_off_q", 0, 3, 0xc4);     /* 0 1 0 3 */
    bench_to(b, 8);
    EXPECT_REG(b, MSHR "busy_q", 0);
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_LINE(b, 1, "100 101 102 103");
    EXPECT_LINE(b, 0, "400 401 402 403");
    EXPECT_TEXT(b, requests, "2:A2m0s1#3[1 2 - 3]");
    EXPECT_TEXT(b, responses, "5:s1#3[50 51 - 53]");
    bench_finish(b);
}

static void atomic_without_old_values_needs_no_mshr__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (atomic 3)", "l1d.mshrs=1");
    bench_warm(b, 2, 0x100);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "4");
    bench_offer(b, 0, 0, 2, MEM_REDUCE, "- 8=1 9=2");
    bench_offer(b, 0, 0, 3, MEM_ATOMIC, "8=1");
    bench_fill(b, 8, 0, 0x200);
    bench_to(b, 3);
    EXPECT_REG(b, L1D "valid_q", 0);
    bench_to(b, 13);
    EXPECT_TEXT(b, requests, "2:F1m0 3:R2s0#2[- 1 2 -] 11:A2m0s0#3[1 - - -]");
    assert_int_equal(sm_l1d_counts(b->sm)->atomics, 2);
    bench_finish(b);
}

/* An atomic waits for a line under way; a load of a line with an atomic under way fetches it, behind the atomic. */
static void atomic_waits_for_a_line_and_a_load_not_for_an_atomic__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (atomic, under way)", "");
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    bench_offer(b, 0, 0, 2, MEM_ATOMIC, "8=1");     /* looked up from 2 on, taken in 6 */
    bench_offer(b, 0, 0, 3, MEM_LOAD, "9");         /* looked up in 7 */
    bench_fill(b, 4, 0, 0x100);
    bench_fill(b, 10, 1, 0x300);                    /* the line overtakes the old value */
    bench_fill(b, 10, 0, 0x200);
    bench_to(b, 15);
    EXPECT_TEXT(b, takes, "0:s0#1 1:s0#2 6:s0#3");
    EXPECT_TEXT(b, requests, "2:F2m0 7:A2m0s0#2[1 - - -] 8:F2m1");
    EXPECT_TEXT(b, responses, "5:s0#1[100 - - -] 11:s0#3[301 - - -] 12:s0#2[200 - - -]");
    EXPECT_REG(b, L1D "valid_q", 1);
    EXPECT_LINE(b, 0, "300 301 302 303");
    bench_finish(b);
}

/* --- queues, responses, flush ------------------------------------------------------------------------------------- */

/* Room is what there is before the edge: in 5 the head leaves, and the third store is taken in 6 only. */
static void full_write_queue_blocks_requests__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (queues)", "");
    b->req_ready = false;
    bench_offer(b, 0, 0, 1, MEM_STORE, "8=1");
    bench_offer(b, 0, 0, 2, MEM_STORE, "c=2");
    bench_offer(b, 0, 0, 3, MEM_STORE, "10=3");
    bench_to(b, 5);
    EXPECT_REG(b, WRITES "count_q", 2);
    b->req_ready = true;
    bench_to(b, 6);
    EXPECT_REG(b, WRITES "count_q", 1);
    EXPECT_REG(b, WRITES "rptr_q", 1);
    bench_to(b, 7);
    EXPECT_REG(b, WRITES "count_q", 1);
    bench_to(b, 9);
    EXPECT_TEXT(b, requests, "5:W2[1 - - -] 6:W3[2 - - -] 7:W4[3 - - -]");
    bench_finish(b);
}

/* The load that hit in 3 answers in 4, the line in 5; what comes later waits for the queue to be empty. */
static void line_that_has_come_goes_before_further_loads__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (responses)", "");
    bench_warm(b, 2, 0x100);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "c");
    bench_offer(b, 2, 1, 2, MEM_LOAD, "8");
    bench_offer(b, 2, 1, 3, MEM_LOAD, "9");
    bench_fill(b, 3, 0, 0x200);
    bench_to(b, 9);
    EXPECT_TEXT(b, takes, "0:s0#1 2:s1#2 3:s1#3");
    EXPECT_TEXT(b, responses, "4:s1#2[100 - - -] 5:s0#1[200 - - -] 7:s1#3[101 - - -]");
    bench_finish(b);
}

/* The first line has three targets; two lines wait, and a third one finds no room before the first has left, in 8. */
static void full_response_queue_takes_no_line__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (queues)", "l1d.mshrs=3 l1d.targets=5");
    static const char *const loads[] = {"8", "9", "a", "c", "10"};
    for (unsigned i = 0; i < 5; i++)
        bench_offer(b, 0, 0, i, MEM_LOAD, loads[i]);
    for (unsigned m = 0; m < 3; m++)
        bench_fill(b, 6, m, 0x100 * (m + 1));       /* taken in 6, 7 and 10 */
    bench_to(b, 8);
    EXPECT_REG(b, LINES "count_q", 2);
    bench_to(b, 10);
    assert_false(b->out.fill_ready);
    EXPECT_REG(b, LINES "count_q", 1);
    EXPECT_REG(b, LINES "rptr_q", 1);
    bench_to(b, 11);
    EXPECT_REG(b, LINES "count_q", 1);
    bench_to(b, 14);
    EXPECT_TEXT(b, requests, "2:F2m0 5:F3m1 6:F4m2");
    EXPECT_TEXT(b, responses, "7:s0#0[100 - - -] 8:s0#1[101 - - -] 9:s0#2[102 - - -] 10:s0#3[200 - - -] "
                "11:s0#4[300 - - -]");
    bench_finish(b);
}

static void flush_empties_the_cache__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (flush)", "");
    bench_warm(b, 2, 0x100);
    bench_offer_local(b, 0, 0, 1, MEM_STORE, "8=1");
    bench_to(b, 4);
    EXPECT_REG(b, L1D "dirty_q", 1);
    b->in.flush = true;
    bench_offer(b, 5, 0, 2, MEM_LOAD, "8");
    bench_to(b, 5);
    EXPECT_REG(b, L1D "valid_q", 0);
    EXPECT_REG(b, L1D "dirty_q", 0);
    bench_to(b, 8);
    EXPECT_TEXT(b, requests, "7:F2m0");
    bench_finish(b);
}

/* --- reset, violations, composition ------------------------------------------------------------------------------- */

static void registers_without_reset_keep_their_values__sm_5_4(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.4 (reset)", "");
    bench_warm(b, 2, 0x100);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    bench_offer(b, 0, 1, 2, MEM_LOAD, "8 9 c d");
    bench_offer(b, 0, 0, 3, MEM_STORE, "8=77");
    bench_to(b, 3);                                 /* a hit answers, a miss is looked up, a request waits */
    size_t size = sm_image_size(b->sm);
    uint8_t *before = malloc(size);
    assert_non_null(before);
    memcpy(before, sm_image(b->sm), size);
    b->in.sub[0].rst = true;
    bench_step(b);
    const uint8_t *after = sm_image(b->sm);
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++) {
        const char *name = list[i].name;
        bool own = strncmp(name, "top.g_sub", 9) != 0, older = strstr(name, "older_q") != NULL;
        if (own && !list[i].reset && memcmp(before + list[i].offset, after + list[i].offset, (list[i].width + 7) / 8))
            fail_msg("%s changes in reset", name);
        for (uint32_t at = 0; own && list[i].reset && at < list[i].width; at++)
            if ((after[list[i].offset + at / 8] >> at % 8 & 1) != older)
                fail_msg("%s is not reset", name);
    }
    EXPECT_LINE(b, 0, "100 101 102 103");
    free(before);
    bench_finish(b);
}

static const char *fill_that_nothing_waits_for(struct bench *b)
{
    bench_fill(b, 1, 1, 0x100);
    return "MSHR 1";
}

static const char *atomic_on_a_dirty_line(struct bench *b)
{
    bench_offer_local(b, 0, 0, 1, MEM_STORE, "8=1");
    bench_offer(b, 1, 0, 2, MEM_REDUCE, "8=1");
    return "atomic";
}

static const char *flush_while_busy(struct bench *b)
{
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    bench_to(b, 1);
    b->in.flush = true;
    return "flush";
}

static const char *access_without_elements(struct bench *b)
{
    bench_offer(b, 0, 0, 1, MEM_LOAD, "-");
    return "without elements";
}

static const char *two_ways_with_one_line(struct bench *b)
{
    uint32_t tags[4] = {2 | 2 << 12};               /* tags of 12 bits */
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name, "top.u_l1d.tag_q") == 0)
            sm_load(b->sm, i, (const uint8_t *)tags);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "8");
    return "same line";
}

static const char *order_that_is_none(struct bench *b)
{
    uint32_t bits[2] = {0x22};                      /* 0 before 2, 2 before 3, 3 before 0 */
    const struct model_register *list = sm_registers(b->sm);
    for (uint32_t i = 0; i < sm_register_count(b->sm); i++)
        if (strcmp(list[i].name, "top.u_l1d.older_q") == 0)
            sm_load(b->sm, i, (const uint8_t *)bits);
    bench_offer(b, 0, 0, 1, MEM_LOAD, "c");
    return "total order";
}

static void what_never_happens_is_told__sm_5_4(void **state)
{
    (void)state;
    static const struct { const char *settings; const char *(*make)(struct bench *b); } rows[] = {
        {"", fill_that_nothing_waits_for}, {"", atomic_on_a_dirty_line}, {"", flush_while_busy},
        {"", access_without_elements}, {"", two_ways_with_one_line}, {"l1d.sets=1 l1d.ways=4", order_that_is_none},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench *b = bench_start("sm 5.4 (what never happens)", rows[i].settings);
        bench_warm(b, i == 4 ? 4 : 2, 0x100);
        if (i == 4)
            bench_warm(b, 6, 0x200);
        const char *word = rows[i].make(b);
        bench_to(b, 6);
        if (!sm_violation(b->sm) || !strstr(sm_violation(b->sm), word))
            fail_msg("case %u: the model says '%s'", i, sm_violation(b->sm) ? sm_violation(b->sm) : "nothing");
        sm_destroy(b->sm);
        free(b);
    }
}

/* Random stimuli for the sub-cores: launches and instructions without results. */
static void stimulate(struct bench *b, unsigned s, bool launch)
{
    struct sc_in *in = &b->in.sub[s];
    bool rst = in->rst;
    *in = (struct sc_in){.rst = rst, .unit_ready = bench_random(b), .launch_valid = launch};
    in->launch_warp = b->cycle & 1;
    in->launch_row = (uint16_t)(b->cycle & 1 ? 32 : 0);
    in->dec_valid = !launch && b->cycle % 16 == 4;
    in->dec_warp = (uint8_t)(bench_random(b) & 1);
    in->dec = (struct decoded){.unit = (uint8_t)(bench_random(b) & 7), .src_valid = 3, .mask = 0xf, .first = true};
    in->dec.src_reg[0] = (uint8_t)(bench_random(b) & 63);
    in->dec.src_reg[1] = (uint8_t)(bench_random(b) & 63);
}

static void compare_with(struct bench *b, struct model *alone, unsigned s)
{
    char prefix[64];
    const struct model_register *mine = model_registers(alone), *its = sm_registers(b->sm);
    uint32_t first = s * model_register_count(alone);
    int n = snprintf(prefix, sizeof prefix, "top.g_sub[%u].u_subcore", s);
    const uint8_t *mine_bits = model_image(alone), *its_bits = sm_image(b->sm);
    for (uint32_t i = 0; i < model_register_count(alone); i++) {
        const struct model_register *r = &its[first + i];
        assert_int_equal(strncmp(r->name, prefix, (size_t)n), 0);
        assert_string_equal(r->name + n, mine[i].name + 3);
        assert_int_equal(r->width, mine[i].width);
        assert_int_equal(r->offset % 8, 0);
        if (memcmp(its_bits + r->offset, mine_bits + mine[i].offset, (r->width + 7) / 8))
            fail_msg("cycle %u: %s is not what it is in a sub-core alone", (unsigned)b->cycle, r->name);
    }
}

/* Same start values, same stimuli: sub-cores in the SM do what they do alone. */
static void sub_cores_do_what_they_do_alone__sm_5_2(void **state)
{
    (void)state;
    struct bench *b = bench_start("sm 5.2", "sm.subcores=4 machine.subcores=4");
    struct model *alone[4];
    struct sc_out out[4];
    unsigned dispatched = 0;
    for (unsigned s = 0; s < 4; s++) {
        alone[s] = model_create(&b->cfg, true);
        assert_non_null(alone[s]);
        uint32_t n = model_register_count(alone[s]);
        for (uint32_t i = 0; i < n; i++)
            model_load(alone[s], i, sm_image(b->sm) + sm_registers(b->sm)[s * n + i].offset);
    }
    for (unsigned cycle = 0; cycle < 400; cycle++) {
        for (unsigned s = 0; s < 4; s++) {
            stimulate(b, s, cycle < 2);
            model_eval(alone[s], &b->in.sub[s], &out[s]);
            model_edge(alone[s]);
        }
        bench_step(b);
        for (unsigned s = 0; s < 4; s++) {
            compare_with(b, alone[s], s);
            assert_int_equal(out[s].disp_valid, b->out.sub[s].disp_valid);
            assert_int_equal(out[s].issue_valid, b->out.sub[s].issue_valid);
            dispatched += out[s].disp_valid;
        }
    }
    assert_true(dispatched > 20);
    for (unsigned s = 0; s < 4; s++)
        model_destroy(alone[s]);
    bench_finish(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_one_line_go_together__sm_5_3),
        cmocka_unit_test(every_line_is_an_access_of_its_own__sm_5_3),
        cmocka_unit_test(of_elements_that_write_one_byte_the_highest_counts__sm_5_3),
        cmocka_unit_test(bytes_without_enable_are_zero__sm_5_3),
        cmocka_unit_test(sub_cores_take_turns__sm_5_3),
        cmocka_unit_test(load_miss_fetches_its_line__sm_5_4),
        cmocka_unit_test(loads_that_hit_follow_each_other__sm_5_4),
        cmocka_unit_test(loads_of_a_line_that_is_under_way_wait_for_it__sm_5_4),
        cmocka_unit_test(load_waits_for_a_free_target__sm_5_4),
        cmocka_unit_test(load_waits_for_a_free_mshr__sm_5_4),
        cmocka_unit_test(line_used_longest_ago_goes__sm_5_4),
        cmocka_unit_test(place_is_empty_or_not_waiting__sm_5_4),
        cmocka_unit_test(set_is_the_exclusive_or_of_groups__sm_5_4__ciao_v_a),
        cmocka_unit_test(global_store_that_hits_writes_both__sm_5_4__ciao_table_i),
        cmocka_unit_test(global_store_that_hits_evicts__sm_5_4__ciao_table_i),
        cmocka_unit_test(local_store_that_hits_stays__sm_5_4__ciao_table_i),
        cmocka_unit_test(store_that_misses_allocates_nothing__sm_5_4__ciao_table_i),
        cmocka_unit_test(store_waits_for_a_line_under_way__sm_5_4),
        cmocka_unit_test(dirty_line_leaves_before_its_place_is_taken__sm_5_4),
        cmocka_unit_test(dirty_line_needs_room_and_no_mshr__sm_5_4),
        cmocka_unit_test(atomic_brings_old_values_and_drops_the_line__sm_5_4),
        cmocka_unit_test(atomic_without_old_values_needs_no_mshr__sm_5_4),
        cmocka_unit_test(atomic_waits_for_a_line_and_a_load_not_for_an_atomic__sm_5_4),
        cmocka_unit_test(full_write_queue_blocks_requests__sm_5_4),
        cmocka_unit_test(line_that_has_come_goes_before_further_loads__sm_5_4),
        cmocka_unit_test(full_response_queue_takes_no_line__sm_5_4),
        cmocka_unit_test(flush_empties_the_cache__sm_5_4),
        cmocka_unit_test(registers_without_reset_keep_their_values__sm_5_4),
        cmocka_unit_test(what_never_happens_is_told__sm_5_4),
        cmocka_unit_test(sub_cores_do_what_they_do_alone__sm_5_2),
    };
    return cmocka_run_group_tests_name("vectors of the L1 data cache", tests, NULL, NULL);
}
