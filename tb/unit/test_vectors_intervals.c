/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for register caches that are fetched by intervals (LTRF, ASPLOS 2018; microarchitecture 3.20). Numbers are
 * worked out by hand. The frame is that of test_vectors_levels.c with two warps in the active set and 8 entries each.
 * Warp 0 is launched in cycle 0, and its first instruction decoded in 1: in 2 it takes its interval and enters the
 * active set, in 3 it asks, from 4 on its registers are moved, one in a cycle. With n of them it issues in 6 + n. What
 * issues in t with all sources in entries dispatches in t + 1. Register r of warp w lies in bank (r + w) mod 2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define INTERVALS "issue.scheduler=two_level issue.active=2 issue.strands=false levels.scheme=ltrf levels.interval=8 " \
    "ibuffer.depth=8 "
#define LIVE "levels.dead=left "
#define SECTION "LTRF ASPLOS 2018; microarchitecture 3.20"

static struct vector *begin(const char *settings)
{
    return begin_warps(SECTION, 1, INTERVALS "%s", settings);
}

static void expect_entry(struct vector *v, unsigned warp, unsigned reg, unsigned entry)
{
    EXPECT_COUNT(v, "entry", vector_get(v, "u_table.entry_q", warp * 64 + reg, 4 * 64), entry);
}

/* --- fetches ------------------------------------------------------------------------------------------------------ */

/* Every register of it, cycle by cycle: taken in 2, asks in 3, reads in 4, takes its value in 5, done in 6. */
static void one_register_takes_five_cycles__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r9 = r0 work=0");
    EXPECT_Q(v, "u_table.begun_q", 0);
    vector_to(v, 3);
    EXPECT_Q(v, "u_table.begun_q", 1);
    EXPECT_Q(v, "u_active.active_q", 1);
    EXPECT_LIST(v, "u_table.work_q", 4, "1 0 0 0");
    EXPECT_LIST(v, "u_levels.frame_q", 4, "0 - - -");
    EXPECT_Q(v, "u_move.busy_q", 0);
    vector_to(v, 4);
    EXPECT_Q(v, "u_move.busy_q", 1);
    EXPECT_Q(v, "u_move.warp_q", 0);
    EXPECT_Q(v, "u_move.empty_q", 0);
    EXPECT_Q(v, "u_move.fetch_q", 0);
    vector_to(v, 5);
    EXPECT_Q(v, "u_move.fetch_q", 1);
    EXPECT_LIST(v, "u_move.fetch_reg_q", 2, "0 -");
    EXPECT_LIST(v, "u_move.fetch_entry_q", 2, "0 -");
    EXPECT_LIST(v, "u_table.used_q", 2, "1 0");
    EXPECT_LIST(v, "u_table.held_q", 4, "0 0 0 0");
    EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 0);
    vector_to(v, 6);
    EXPECT_Q(v, "u_move.fetch_q", 0);
    EXPECT_Q(v, "u_move.busy_q", 1);
    EXPECT_LIST(v, "u_table.held_q", 4, "1 0 0 0");
    expect_entry(v, 0, 0, 0);
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "w0r0");
    vector_to(v, 7);
    EXPECT_Q(v, "u_move.busy_q", 0);
    vector_to(v, 8);
    EXPECT_Q(v, "u_read.slot_q", 1);
    EXPECT_Q(v, "u_table.begun_q", 0);
    vector_to(v, 10);
    EXPECT_ISSUES(v, "7:w0#0");
    EXPECT_DISPATCHES(v, "8:w0#0");
    EXPECT_OPERANDS(v, 8, "w0r0");
    EXPECT_STAT(v, interval_taken, 1);
    EXPECT_STAT(v, interval_moves, 1);
    EXPECT_STAT(v, interval_cycles, 3);
    EXPECT_STAT(v, interval_fetched, 1);
    EXPECT_STAT(v, interval_reads, 1);
    EXPECT_STAT(v, interval_written, 0);
    EXPECT_STAT(v, bank_reads, 1);
    EXPECT_STAT(v, source_reads, 1);
    EXPECT_STAT(v, ccu_hits, 1);
    EXPECT_STAT(v, stall_interval, 4);      /* 3 to 6 */
    EXPECT_STAT(v, stall_inactive, 1);      /* 2 */
    vector_finish(v);
}

/* Of two banks or of one: a register comes in each cycle. An empty interval needs no move. */
static void a_register_comes_in_each_cycle__section_3_20(void **state)
{
    (void)state;
    static const struct { const char *text, *issues, *dispatches, *operands; unsigned n; } rows[] = {
        {"int r9 = r0 r1 work=0,1", "8:w0#0", "9:w0#0", "w0r0 w0r1", 2},
        {"int r9 = r2 r0 work=0,2", "8:w0#0", "9:w0#0", "w0r2 w0r0", 2},
        {"int r9 = r63 r1 work=63,0,1,5", "10:w0#0", "11:w0#0", "w0r63 w0r1", 4},
        {"int r9 = work=", "3:w0#0", "4:w0#0", "", 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, rows[i].text);
        vector_to(v, 14);
        EXPECT_ISSUES(v, rows[i].issues);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        if (*rows[i].operands)
            EXPECT_OPERANDS(v, rows[i].n + 7u, rows[i].operands);
        EXPECT_STAT(v, interval_fetched, rows[i].n);
        EXPECT_STAT(v, interval_cycles, rows[i].n ? rows[i].n + 2u : 0);
        vector_finish(v);
    }
}

/* The interval does not name r2: it is read from bank 0, requested in 9, and comes in 10. r0 comes on port L in 9. */
static void source_out_of_its_interval_is_read_from_its_bank__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = r0 r2 work=0,8");
    vector_to(v, 9);
    EXPECT_Q(v, "u_read.slot_q", 1);
    char name[64];
    snprintf(name, sizeof name, "g_col[%u].u_ocu.src_bank_q", (unsigned)vector_get(v, "u_read.col_q", 0, 1));
    EXPECT_Q(v, name, 2);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "8:w0#0");
    EXPECT_DISPATCHES(v, "10:w0#0");
    EXPECT_OPERANDS(v, 10, "w0r0 w0r2");
    EXPECT_STAT(v, bank_reads, 3);
    EXPECT_STAT(v, source_reads, 2);
    EXPECT_STAT(v, ccu_hits, 1);
    vector_finish(v);
}

/* Without an interval all sources are read from their banks, and nothing is moved. */
static void warp_without_an_interval_needs_no_move__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = r0");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "3:w0#0");
    EXPECT_DISPATCHES(v, "5:w0#0");
    EXPECT_WRITES(v, "9:w0r8");
    EXPECT_STAT(v, interval_moves, 0);
    vector_finish(v);
}

/* --- conflicts of banks ------------------------------------------------------------------------------------------- */

/* Warp 1 issues in 4, and its result comes in 8. Warp 0 takes its interval in 6, and its fetch is in bank 0 in 8. r9 of
 * warp 1 lies there, too, r8 does not. */
static void fetch_waits_for_a_result_in_its_bank__section_3_20(void **state)
{
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct vector *v = begin_warps(SECTION, 2, INTERVALS);
        DECODE(v, 1, same ? "int r9 =" : "int r8 =");
        decode_at(v, 5, 0, "fp32 r8 = r0 work=0");
        vector_to(v, 8);
        EXPECT_Q(v, "u_move.busy_q", 1);
        vector_result(v, INT, 1, same ? 9 : 8, 0, "last", 0xF, 0x500);
        vector_to(v, 9);
        EXPECT_Q(v, "u_move.fetch_q", !same);
        vector_to(v, 15);
        EXPECT_ISSUES(v, same ? "4:w1#0 12:w0#0" : "4:w1#0 11:w0#0");
        EXPECT_STAT(v, interval_cycles, same ? 4 : 3);
        vector_finish(v);
    }
}

/* The lowest register that can come does: in 8 the result of warp 1 is in bank 0, and r1 comes before r0, and r3
 * before r0 and r2. Both of bank 0 wait. */
static void another_fetch_goes_before_one_that_waits__section_3_20(void **state)
{
    (void)state;
    static const struct { const char *text, *issues; unsigned first, entry; } rows[] = {
        {"fp32 r8 = r0 work=0,1", "4:w1#0 12:w0#0", 1, 1}, {"fp32 r8 = r0 work=0,2,3", "4:w1#0 13:w0#0", 3, 1},
        {"fp32 r8 = r0 work=0,2", "4:w1#0 13:w0#0", 0, 0}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps(SECTION, 2, INTERVALS);
        DECODE(v, 1, "int r9 =");
        decode_at(v, 5, 0, rows[i].text);
        vector_to(v, 8);
        vector_result(v, INT, 1, 9, 0, "last", 0xF, 0x500);
        vector_to(v, 9);
        EXPECT_Q(v, "u_move.fetch_q", rows[i].first ? 2 : 0);
        if (rows[i].first)
            EXPECT_COUNT(v, "fetch_reg_q", vector_get(v, "u_move.fetch_reg_q", 1, 2), rows[i].first);
        vector_to(v, 10);
        EXPECT_Q(v, "u_move.fetch_q", 1);
        EXPECT_COUNT(v, "fetch_reg_q", vector_get(v, "u_move.fetch_reg_q", 0, 2), 0);
        vector_to(v, 16);
        EXPECT_ISSUES(v, rows[i].issues);
        expect_entry(v, 0, 0, rows[i].entry);
        vector_finish(v);
    }
}

/* Likewise of what goes: r9 to bank 1 in 13, when the result of warp 1 is in bank 0, and r8 in 14. */
static void another_write_back_goes_before_one_that_waits__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 2, INTERVALS);
    DECODE(v, 1, "int r9 =");
    DECODE(v, 0, "int = work=8,9", "branch leave");
    vector_to(v, 13);
    EXPECT_ISSUES(v, "4:w1#0 10:w0#1 11:w0#2");
    vector_result(v, INT, 1, 9, 0, "last", 0xF, 0x600);
    vector_to(v, 18);
    EXPECT_WRITES(v, "13:w1r9 13:w0r9 14:w0r8");
    EXPECT_Q(v, "u_active.active_q", 2);
    vector_finish(v);
}

/* Warp 0 has a fetch in bank 0 in 7, in which warp 1 wants to read its r1 there: it is granted in 8. */
static void read_waits_for_a_fetch_in_its_bank__section_3_10(void **state)
{
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct vector *v = begin_warps(SECTION, 2, INTERVALS);
        DECODE(v, 1, "int r8 =");
        decode_at(v, 4, 0, same ? "fp32 r8 = r0 work=0" : "fp32 r8 = r1 work=1");
        decode_at(v, 5, 1, "fp64 r9 = r1");
        vector_to(v, 8);
        EXPECT_Q(v, "u_move.fetch_q", same ? 1 : 2);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", !same);
        vector_to(v, 14);
        EXPECT_ISSUES(v, "4:w1#0 6:w1#1 10:w0#2");
        EXPECT_DISPATCHES(v, same ? "5:w1#0 9:w1#1 11:w0#2" : "5:w1#0 8:w1#1 11:w0#2");
        EXPECT_STAT(v, bank_write_conflicts, same);
        vector_finish(v);
    }
}

/* r8 is to go to bank 0 in 12, in which a result of warp 1 goes there. It goes in 13; r1 comes in 12 all the same. */
static void write_back_waits_for_a_result_in_its_bank__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 2, INTERVALS);
    DECODE(v, 1, "int r9 =");
    DECODE(v, 0, "int r8 = work=8", "fp32 r10 = r1 work=1");
    vector_to(v, 11);
    EXPECT_ISSUES(v, "4:w1#0 9:w0#1");
    vector_result(v, INT, 0, 8, 1, "last", 0xF, 0x500);
    vector_to(v, 12);
    vector_result(v, INT, 1, 9, 0, "last", 0xF, 0x600);
    vector_to(v, 18);
    EXPECT_ISSUES(v, "4:w1#0 9:w0#1 15:w0#0");
    EXPECT_WRITES(v, "12:w1r9 13:w0r8");
    EXPECT_ROW(v, 0, 8, "#500");
    vector_finish(v);
}

/* --- out and in --------------------------------------------------------------------------------------------------- */

/* r8 is written in its entry in 9, and goes in 10. r1 of the other bank comes in the same cycle, in the next entry; r2
 * waits for the write. */
static void registers_go_and_come_in_one_cycle__section_3_20(void **state)
{
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct vector *v = begin("");
        DECODE(v, 0, "int r8 = work=8", same ? "fp32 r9 = r2 work=2" : "fp32 r9 = r1 work=1");
        result_at(v, 9, INT, 8, 0, "last", 0x500);
        vector_to(v, 10);
        EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "#500");
        EXPECT_LIST(v, "u_table.used_q", 2, "1 0");
        vector_to(v, 11);
        EXPECT_LIST(v, "u_table.held_q", 4, "0 0 0 0");
        EXPECT_LIST(v, "u_table.used_q", 2, same ? "0 0" : "2 0");
        EXPECT_Q(v, "u_move.fetch_q", same ? 0 : 2);
        vector_to(v, 18);
        expect_entry(v, 0, same ? 2 : 1, same ? 0 : 1);
        EXPECT_ISSUES(v, same ? "7:w0#0 14:w0#0" : "7:w0#0 13:w0#0");
        EXPECT_DISPATCHES(v, same ? "8:w0#0 15:w0#0" : "8:w0#0 14:w0#0");
        EXPECT_WRITES(v, "10:w0r8");
        EXPECT_ROW(v, 0, 8, "#500");
        EXPECT_STAT(v, interval_written, 1);
        EXPECT_STAT(v, interval_writes, 1);
        vector_finish(v);
    }
}

/* Eight registers make room for eight others: r0 goes in 17. r8 comes in 18 in its entry, when r1 goes to the other
 * bank, and so on. r15 comes in 25. */
static void full_frame_waits_for_what_goes__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r20 = work=0,1,2,3,4,5,6,7", "fp32 r21 = r15 work=8,9,10,11,12,13,14,15");
    vector_to(v, 18);
    EXPECT_ISSUES(v, "14:w0#0");
    EXPECT_Q(v, "u_move.busy_q", 1);
    EXPECT_Q(v, "u_move.fetch_q", 0);
    EXPECT_LIST(v, "u_table.used_q", 2, "0xfe 0");
    vector_to(v, 19);
    EXPECT_Q(v, "u_move.fetch_q", 1);
    EXPECT_LIST(v, "u_move.fetch_reg_q", 2, "8 -");
    EXPECT_LIST(v, "u_move.fetch_entry_q", 2, "0 -");
    EXPECT_LIST(v, "u_table.used_q", 2, "0xfd 0");
    vector_to(v, 32);
    EXPECT_ISSUES(v, "14:w0#0 28:w0#1");
    EXPECT_WRITES(v, "17:w0r0 18:w0r1 19:w0r2 20:w0r3 21:w0r4 22:w0r5 23:w0r6 24:w0r7");
    expect_entry(v, 0, 15, 7);
    vector_finish(v);
}

/* What both intervals name stays where it is, with the value of the result. */
static void common_registers_stay__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = r0 work=0,8", "fp32 r9 = r8 work=8");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 17);
    EXPECT_ISSUES(v, "8:w0#0 13:w0#0");
    EXPECT_OPERANDS(v, 14, "#500");
    EXPECT_WRITES(v, "11:w0r0");
    expect_entry(v, 0, 8, 1);
    EXPECT_STAT(v, interval_fetched, 2);
    vector_finish(v);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* Accepted in 12, r8 lets its reader issue in 13. No bank has anything to do. */
static void result_stays_in_its_entry__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = work=8", "fp32 r9 = r8 r8");
    result_at(v, 12, INT, 8, 0, "last", 0x500);
    vector_to(v, 16);
    EXPECT_ISSUES(v, "7:w0#0 13:w0#0");
    EXPECT_DISPATCHES(v, "8:w0#0 14:w0#0");
    EXPECT_OPERANDS(v, 14, "#500 #500");
    EXPECT_WRITES(v, "");
    EXPECT_ROW(v, 0, 8, "w0r8");
    EXPECT_STAT(v, interval_writes, 1);
    EXPECT_STAT(v, interval_reads, 2);
    EXPECT_STAT(v, bank_writes, 0);
    vector_finish(v);
}

/* Lanes 0 and 1 of the result; the others come from the fetch. */
static void lanes_of_an_entry_merge__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = work=8 mask=0x3", "fp32 r9 = r8", "branch leave");
    vector_to(v, 12);
    vector_result(v, INT, 0, 8, 0, "last", 0x3, 0x500);
    vector_to(v, 20);
    EXPECT_OPERANDS(v, 14, "w0r8|#500/3");
    EXPECT_ROW(v, 0, 8, "w0r8|#500/3");
    vector_finish(v);
}

/* One result of a warp in a cycle goes to its frame, the older one; one to a bank beside it. */
static void results_of_a_warp_wait_for_its_frame__section_3_9(void **state)
{
    (void)state;
    static const struct { const char *text, *accepts; unsigned conflicts; } rows[] = {
        {"fp32 r8 = work=8,9", "13:w0r8 14:w0r9", 1}, {"fp32 r8 = work=8", "13:w0r9 13:w0r8", 0}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, rows[i].text, "int r9 =");
        vector_to(v, 13);
        vector_result(v, FP32, 0, 8, 0, "last", 0xF, 0x500);
        vector_result(v, INT, 0, 9, 1, "last", 0xF, 0x600);
        vector_to(v, 16);
        EXPECT_STAT(v, interval_conflicts, rows[i].conflicts);
        EXPECT_ACCEPTS(v, rows[i].accepts);
        EXPECT_WRITES(v, i ? "13:w0r9" : "");
        vector_finish(v);
    }
}

/* The warp is moved from 10 to 12. The result of r8 waits until 13, and goes to its bank then: r8 has left its entry. A
 * result without lanes waits for nothing. */
static void result_waits_while_its_warp_is_moved__section_3_9(void **state)
{
    (void)state;
    for (unsigned empty = 0; empty < 2; empty++) {
        struct vector *v = begin("");
        DECODE(v, 0, empty ? "int r8 = work=8 mask=0" : "int r8 = work=8", "fp32 r9 = r1 work=1");
        vector_to(v, 10);
        EXPECT_Q(v, "u_move.busy_q", 1);
        vector_result(v, INT, 0, 8, 0, "last", empty ? 0 : 0xF, 0x500);
        vector_to(v, 16);
        EXPECT_ISSUES(v, empty ? "7:w0#0 13:w0#0" : "7:w0#0 13:w0#1");
        EXPECT_ACCEPTS(v, empty ? "10:w0r8" : "13:w0r8");
        EXPECT_WRITES(v, empty ? "10:w0r8" : "10:w0r8 13:w0r8");
        EXPECT_ROW(v, 0, 8, empty ? "w0r8" : "#500");
        EXPECT_STAT(v, interval_blocked, empty ? 0 : 3);
        vector_finish(v);
    }
}

/* --- the active set ----------------------------------------------------------------------------------------------- */

/* A leaves in 9, asks in 10, and its registers go in 11 and 12. It leaves at the end of 13, enters at that of 14, and
 * asks in 15. */
static void warp_that_leaves_comes_back_with_its_registers__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = r0 work=0,8", "branch leave", "fp32 r9 = r0 r8");
    result_at(v, 10, INT, 8, 0, "last", 0x500);
    vector_to(v, 11);
    EXPECT_Q(v, "u_table.leaving_q", 1);
    EXPECT_Q(v, "u_move.busy_q", 1);
    EXPECT_Q(v, "u_move.empty_q", 1);
    vector_to(v, 13);
    EXPECT_LIST(v, "u_table.held_q", 4, "0 0 0 0");
    EXPECT_LIST(v, "u_table.work_q", 4, "0x101 0 0 0");
    EXPECT_LIST(v, "u_table.used_q", 2, "0 0");
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 14);
    EXPECT_Q(v, "u_active.active_q", 0);
    EXPECT_Q(v, "u_table.leaving_q", 0);
    EXPECT_Q(v, "u_move.busy_q", 0);
    vector_to(v, 15);
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 24);
    EXPECT_ISSUES(v, "8:w0#0 9:w0#1 20:w0#0");
    EXPECT_WRITES(v, "11:w0r0 12:w0r8");
    EXPECT_OPERANDS(v, 21, "w0r0 #500");
    EXPECT_STAT(v, interval_taken, 1);
    EXPECT_STAT(v, interval_moves, 3);
    EXPECT_STAT(v, interval_fetched, 4);
    EXPECT_STAT(v, interval_written, 2);
    vector_finish(v);
}

/* The head waits long from 9 on. Its registers go in 10 and 11. The load comes in 30, to its bank. */
static void warp_that_waits_long_leaves_and_comes_back__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "ldst r10 = r0 long work=0,10", "fp32 r12 = r10");
    vector_to(v, 10);
    EXPECT_Q(v, "u_move.busy_q", 1);
    EXPECT_Q(v, "u_move.empty_q", 1);
    vector_to(v, 13);
    EXPECT_Q(v, "u_active.active_q", 0);
    result_at(v, 30, LDST, 10, 0, "last", 0x500);
    vector_to(v, 32);
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 40);
    EXPECT_ISSUES(v, "8:w0#0 37:w0#0");
    EXPECT_WRITES(v, "10:w0r0 11:w0r10 30:w0r10");
    EXPECT_OPERANDS(v, 38, "#500");
    vector_finish(v);
}

/* The head waits long, and begins an interval that names r11 alone: taken in 9, the warp asks in 10, and goes. When it
 * is back only r11 comes. */
static void interval_that_waits_long_is_taken_and_fetched_later__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "ldst r10 = r0 long work=0,10", "fp32 r12 = r10 work=11");
    vector_to(v, 10);
    EXPECT_Q(v, "u_table.begun_q", 1);
    EXPECT_Q(v, "u_move.busy_q", 0);
    vector_to(v, 11);
    EXPECT_Q(v, "u_move.empty_q", 1);
    result_at(v, 30, LDST, 10, 0, "last", 0x500);
    vector_to(v, 40);
    EXPECT_ISSUES(v, "8:w0#0 36:w0#0");
    EXPECT_WRITES(v, "11:w0r0 12:w0r10 30:w0r10");
    EXPECT_LIST(v, "u_table.held_q", 4, "0x800 0 0 0");
    EXPECT_STAT(v, interval_taken, 2);
    vector_finish(v);
}

/* The next instruction is decoded in 10, and begins an interval while the warp is moved, from 11 to 13. It is taken in
 * 14, in which the warp enters. */
static void interval_is_not_taken_while_its_warp_is_moved__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = r0 work=0,8", "branch leave");
    decode_at(v, 10, 0, "fp32 r9 = r1 work=1");
    vector_to(v, 14);
    EXPECT_Q(v, "u_move.busy_q", 0);
    EXPECT_Q(v, "u_table.begun_q", 0);
    EXPECT_LIST(v, "u_table.work_q", 4, "0x101 0 0 0");
    vector_to(v, 15);
    EXPECT_Q(v, "u_table.begun_q", 1);
    EXPECT_LIST(v, "u_table.work_q", 4, "2 0 0 0");
    vector_to(v, 22);
    EXPECT_ISSUES(v, "8:w0#0 9:w0#1 19:w0#1");
    vector_finish(v);
}

/* Nothing else happens in the sub-core around the instruction that is decoded in 10, and taken in 11. */
static void interval_is_taken_when_nothing_else_happens__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 =");
    result_at(v, 5, INT, 8, 0, "last", 0x500);
    decode_at(v, 10, 0, "fp32 r9 = r0 work=0");
    vector_to(v, 20);
    EXPECT_ISSUES(v, "3:w0#0 16:w0#0");
    vector_finish(v);
}

/* Registers go in 10 and 11. It has left the active set in 13. The result comes in 9, or waits from 11 to 13. */
static void warp_ends_when_its_frame_is_empty__section_3_12(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct vector *v = begin("");
        DECODE(v, 0, "int r8 = r0 last work=0,8");
        result_at(v, late ? 11 : 9, INT, 8, 0, "last", 0x500);
        vector_to(v, 18);
        EXPECT_ISSUES(v, "8:w0#0");
        EXPECT_WRITES(v, late ? "10:w0r0 11:w0r8 13:w0r8" : "10:w0r0 11:w0r8");
        EXPECT_ENDS(v, late ? "14:w0" : "13:w0");
        EXPECT_ROW(v, 0, 8, "#500");
        vector_finish(v);
    }
}

/* A warp that is launched again has no interval. */
static void launch_forgets_the_interval__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int = r0 last work=0");
    vector_to(v, 14);
    EXPECT_ENDS(v, "11:w0");
    EXPECT_LIST(v, "u_table.work_q", 4, "1 0 0 0");
    vector_launch(v, 0);
    vector_to(v, 15);
    EXPECT_LIST(v, "u_table.work_q", 4, "0 0 0 0");
    DECODE(v, 0, "int = r0");
    vector_to(v, 20);
    EXPECT_ISSUES(v, "7:w0#0 17:w0#0");
    vector_finish(v);
}

/* Warp 0 is in the active set, which has one place, and issues nothing. Warp 1 takes its interval outside. */
static void interval_is_taken_out_of_the_active_set__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 2, INTERVALS "issue.active=1");
    DECODE(v, 0, "int r8 =");
    decode_at(v, 6, 1, "int r8 = r0 work=0");
    vector_to(v, 20);
    EXPECT_ISSUES(v, "4:w0#0");
    EXPECT_Q(v, "u_active.active_q", 1);
    EXPECT_Q(v, "u_table.begun_q", 2);
    EXPECT_LIST(v, "u_table.work_q", 4, "0 1 0 0");
    EXPECT_Q(v, "u_move.busy_q", 0);
    vector_finish(v);
}

/* Warp 2 is moved from 6 to 13. Warp 1 asks from 6 on, warp 0 from 7 on: that is older, and comes first. */
static void oldest_warp_that_asks_is_moved_next__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 3, INTERVALS "issue.active=3");
    DECODE(v, 2, "int r8 = work=0,1,2,3,4,5");
    DECODE(v, 1, "int r8 = work=0");
    DECODE(v, 0, "int r8 = work=0");
    vector_to(v, 15);
    EXPECT_Q(v, "u_move.warp_q", 0);
    EXPECT_LIST(v, "u_levels.frame_q", 4, "2 1 0 -");
    vector_to(v, 19);
    EXPECT_Q(v, "u_move.warp_q", 1);
    vector_to(v, 25);
    EXPECT_ISSUES(v, "14:w2#0 18:w0#1 22:w1#2");
    EXPECT_VECTOR(v, "g_frame[1].u_entries.g_entry[0].data_q", "w1r0");
    EXPECT_VECTOR(v, "g_frame[2].u_entries.g_entry[0].data_q", "w0r0");
    vector_finish(v);
}

/* --- LTRF+ -------------------------------------------------------------------------------------------------------- */

/* r8 is not live where its interval begins: it is placed in 5 without a read. Then r0 is not live, and is dropped in
 * 10, in which r9 is placed. Moves of such registers alone are over a cycle later. */
static void dead_registers_are_placed_and_dropped__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin(LIVE);
    DECODE(v, 0, "int r8 = r0 work=0,8 live=0", "fp32 r9 = r8 work=8,9 live=8");
    vector_to(v, 5);
    EXPECT_LIST(v, "u_table.live_q", 4, "1 - - -");
    vector_to(v, 6);
    EXPECT_LIST(v, "u_table.held_q", 4, "0x101 0 0 0");
    expect_entry(v, 0, 8, 1);
    vector_to(v, 8);
    EXPECT_LIST(v, "u_table.live_q", 4, "0x101 - - -");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 11);
    EXPECT_LIST(v, "u_table.held_q", 4, "0x300 0 0 0");
    EXPECT_LIST(v, "u_table.used_q", 2, "6 0");
    expect_entry(v, 0, 9, 2);
    vector_to(v, 15);
    EXPECT_ISSUES(v, "7:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 13, "#500");
    EXPECT_WRITES(v, "");
    EXPECT_STAT(v, interval_placed, 2);
    EXPECT_STAT(v, interval_dropped, 1);
    EXPECT_STAT(v, interval_fetched, 1);
    EXPECT_STAT(v, interval_written, 0);
    EXPECT_STAT(v, bank_reads, 1);
    vector_finish(v);
}

/* A result makes its register live: r8 is written back with it, r9 is dropped in the cycle behind. */
static void result_makes_its_register_live__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin(LIVE);
    DECODE(v, 0, "int r8 = work=8,9 live=", "branch leave");
    result_at(v, 8, INT, 8, 0, "last", 0x500);
    vector_to(v, 16);
    EXPECT_ISSUES(v, "7:w0#0 8:w0#1");
    EXPECT_WRITES(v, "10:w0r8");
    EXPECT_ROW(v, 0, 8, "#500");
    EXPECT_STAT(v, interval_dropped, 1);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_finish(v);
}

/* Without LTRF+ nothing is dropped, whatever the compiler knows. */
static void dead_registers_are_moved__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8 = work=8,9 live=", "branch leave");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 16);
    EXPECT_WRITES(v, "11:w0r8 12:w0r9");
    EXPECT_STAT(v, interval_dropped + model_stats(v->model)->interval_placed, 0);
    vector_finish(v);
}

/* --- registers and the contract ----------------------------------------------------------------------------------- */

/* A 3, NE 9: FW 2, EW 4. */
static void registers_of_intervals__section_2(void **state)
{
    (void)state;
    static const struct vector_register rows[] = {
        {"top.u_ibuffer.interval_q", 8, false}, {"top.u_ibuffer.work_q", 8 * 64, false},
        {"top.u_levels.frame_q", 4 * 2, false}, {"top.u_table.work_q", 4 * 64, true},
        {"top.u_table.held_q", 4 * 64, true}, {"top.u_table.entry_q", 4 * 64 * 4, false},
        {"top.u_table.used_q", 3 * 9, true}, {"top.u_table.begun_q", 4, true}, {"top.u_table.leaving_q", 4, true},
        {"top.u_move.busy_q", 1, true}, {"top.u_move.warp_q", 2, false}, {"top.u_move.empty_q", 1, false},
        {"top.u_move.fetch_q", 4, true}, {"top.u_move.fetch_reg_q", 4 * 6, false},
        {"top.u_move.fetch_entry_q", 4 * 4, false}, {"top.g_frame[2].u_entries.g_entry[8].data_q", 128, false},
        {"top.u_read.slot_q", 5, true}, {"top.u_read.col_q", 1, false}, {"top.u_read.frame_q", 2, false},
        {"top.u_read.entry_q", 20, false}, {"top.g_col[1].u_ocu.src_bank_q", 5, true},
    };
    static const struct vector_register live[] = {
        {"top.u_ibuffer.live_q", 8 * 64, false}, {"top.u_table.live_q", 4 * 64, false}
    };
    static const struct vector_register absent[] = {
        {"top.u_levels.pending_q", 0, false}, {"top.u_ibuffer.src_level_q", 0, false},
        {"top.u_ibuffer.strand_q", 0, false}, {"top.u_ibuffer.entries_q", 0, false},
        {"top.g_col[0].u_ocu.dst_level_q", 0, false}, {"top.g_col[0].u_ocu.dst_bank_q", 0, false},
        {"top.g_col[0].u_ocu.copy_q", 0, false}, {"top.g_frame[2].u_entries.g_entry[9].data_q", 0, false},
        {"top.u_move.fetch_bank_q", 0, false}
    };
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps(SECTION, 0, INTERVALS "issue.active=3 levels.interval=9 collector.slots=5 "
                                       "ibuffer.depth=2 rf.banks=4 %s", i ? LIVE : "");
        assert_int_equal(vector_has(v, rows, sizeof rows / sizeof *rows), sizeof rows / sizeof *rows);
        assert_int_equal(vector_has(v, live, 2), i ? 2 : 0);
        assert_int_equal(vector_has(v, absent, sizeof absent / sizeof *absent), 0);
        vector_finish(v);
    }
}

/* A reset while a register is on its way. */
static void reset_forgets_the_move__section_2(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r9 = r0 work=0,1");
    vector_to(v, 6);
    EXPECT_Q(v, "u_move.fetch_q", 2);
    EXPECT_LIST(v, "u_table.used_q", 2, "3 0");
    vector_finish(v);
}

/* Each of these is one thing that the front end never does (3.13). */
static void broken_contracts_are_reported__section_3_13(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct vector *v = begin(LIVE);
        struct decoded insn = vector_insn(v, i == 0 ? "int = work=0,1,2,3,4,5,6,7,8" : "int = r0");
        v->breaks_hints = true;
        insn.work[0] |= i == 1;
        insn.live[0] |= i == 2;
        vector_decode_insn(v, 0, &insn);
        vector_step(v);
        if (!model_violation(v->model))
            fail_msg("%u is decoded, and the model does not report it", i);
        vector_finish(v);
    }
}

/* The checks of the driver over random programs; a timing-only model must agree in every cycle. */
static void random_programs_deliver_what_the_program_has_written(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "", LIVE, "issue.active=1", LIVE "issue.active=4 levels.interval=32", "levels.interval=9 rf.banks=4",
        LIVE "collector.slots=3 subcore.warps=3 issue.active=3 subcore.lanes=1",
        "collector.count=1 rf.banks=1 inflight.entries=2 ibuffer.depth=1", LIVE "collector.forward=false",
        LIVE "collector.reuse_on_dispatch=false rf.banks=4 collector.count=4 subcore.registers=8",
        "dispatch.order=round_robin scoreboard.tags=0 collector.count=8 subcore.warps=16 issue.active=5",
        "ibuffer.shift=true rf.queue_shift=true rf.swizzle=none", LIVE "subcore.registers=256 ibuffer.shift=true"
    };
    uint64_t stalls = 0, blocked = 0, conflicts = 0;
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        char text[VECTOR_SETTINGS];
        snprintf(text, sizeof text, INTERVALS "%s", settings[i]);
        struct vector *v = vector_start(SECTION, text);
        const struct stats *stats = model_stats(v->model);
        vector_with_twin(v);
        vector_traffic(v, 6000, 31 * i + 1, v->cfg.registers < 24 ? (unsigned)v->cfg.registers : 24);
        bool live = config_intervals_live(&v->cfg);
        assert_true(v->dispatched > 100 && v->ended > 1);
        assert_true(stats->interval_taken > 10 && stats->interval_moves > 20);
        assert_true(stats->interval_fetched > 50 && stats->interval_written > 50);
        assert_true(stats->interval_reads > 5 && stats->interval_writes > 5);
        assert_true(live ? stats->interval_dropped > 10 && stats->interval_placed > 10
                         : !stats->interval_dropped && !stats->interval_placed);
        stalls += stats->stall_interval;
        blocked += stats->interval_blocked;
        conflicts += stats->interval_conflicts;
        EXPECT_STAT(v, dispatches, v->dispatched);
        uint64_t asked = stats->source_reads - stats->ccu_hits;     /* of which some may still be on their way */
        assert_in_range(asked + stats->interval_fetched - stats->bank_reads, 0,
                        (unsigned)(v->cfg.collectors * v->cfg.slots));
        vector_finish(v);
    }
    assert_true(stalls > 10 && blocked > 10 && conflicts > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_register_takes_five_cycles__section_3_20),
        cmocka_unit_test(a_register_comes_in_each_cycle__section_3_20),
        cmocka_unit_test(source_out_of_its_interval_is_read_from_its_bank__section_3_6),
        cmocka_unit_test(warp_without_an_interval_needs_no_move__section_3_20),
        cmocka_unit_test(fetch_waits_for_a_result_in_its_bank__section_3_20),
        cmocka_unit_test(another_fetch_goes_before_one_that_waits__section_3_20),
        cmocka_unit_test(another_write_back_goes_before_one_that_waits__section_3_20),
        cmocka_unit_test(read_waits_for_a_fetch_in_its_bank__section_3_10),
        cmocka_unit_test(write_back_waits_for_a_result_in_its_bank__section_3_20),
        cmocka_unit_test(registers_go_and_come_in_one_cycle__section_3_20),
        cmocka_unit_test(full_frame_waits_for_what_goes__section_3_20),
        cmocka_unit_test(common_registers_stay__section_3_20),
        cmocka_unit_test(result_stays_in_its_entry__section_3_9),
        cmocka_unit_test(lanes_of_an_entry_merge__section_3_9),
        cmocka_unit_test(results_of_a_warp_wait_for_its_frame__section_3_9),
        cmocka_unit_test(result_waits_while_its_warp_is_moved__section_3_9),
        cmocka_unit_test(warp_that_leaves_comes_back_with_its_registers__section_3_20),
        cmocka_unit_test(warp_that_waits_long_leaves_and_comes_back__section_3_20),
        cmocka_unit_test(interval_that_waits_long_is_taken_and_fetched_later__section_3_20),
        cmocka_unit_test(interval_is_not_taken_while_its_warp_is_moved__section_3_20),
        cmocka_unit_test(interval_is_taken_when_nothing_else_happens__section_3_20),
        cmocka_unit_test(warp_ends_when_its_frame_is_empty__section_3_12),
        cmocka_unit_test(launch_forgets_the_interval__section_3_12),
        cmocka_unit_test(interval_is_taken_out_of_the_active_set__section_3_20),
        cmocka_unit_test(oldest_warp_that_asks_is_moved_next__section_3_20),
        cmocka_unit_test(dead_registers_are_placed_and_dropped__section_3_20),
        cmocka_unit_test(result_makes_its_register_live__section_3_5),
        cmocka_unit_test(dead_registers_are_moved__section_3_20),
        cmocka_unit_test(registers_of_intervals__section_2),
        cmocka_unit_test(reset_forgets_the_move__section_2),
        cmocka_unit_test(broken_contracts_are_reported__section_3_13),
        cmocka_unit_test(random_programs_deliver_what_the_program_has_written),
    };
    return cmocka_run_group_tests_name("vectors, intervals", tests, NULL, NULL);
}
