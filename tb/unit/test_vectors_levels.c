/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for register files that a compiler manages (Gebhart MICRO 2011; microarchitecture 3.19). Numbers are worked
 * out by hand. The frame is that of test_vectors_ocu.c with two warps in the active set, an ORF of 3 entries (places 1
 * to 3) and an LRF of one (place 4). Warp 0 is launched in cycle 0, and its first instruction decoded in 1: it enters
 * the active set at the edge of 2, and issues in 3. What issues in t without sources, or with sources in entries alone,
 * dispatches in t + 1; with n registers in banks in t + 1 + n. A result that is accepted in t lets its reader issue in
 * t + 1, whether that reads an entry or a bank.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define LEVELS "issue.scheduler=two_level issue.active=2 issue.strands=false levels.scheme=software levels.orf=3 " \
    "levels.lrf=one ibuffer.depth=8 "
#define SECTION "Gebhart MICRO 2011; microarchitecture 3.19"

static struct vector *begin(const char *settings)
{
    return begin_warps(SECTION, 1, LEVELS "%s", settings);
}

/* --- reads -------------------------------------------------------------------------------------------------------- */

/* Accepted in 9, r8 is read in 11, from the ORF or from the LRF; no bank has anything to do. */
static void result_is_read_two_cycles_after_it_is_accepted__section_3_8(void **state)
{
    (void)state;
    static const char *const places[] = {"1", "3", "4"};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        char writer[32], reader[32];
        snprintf(writer, sizeof writer, "int r8@%s =", places[i]);
        snprintf(reader, sizeof reader, "fp32 r9 = r8@%s", places[i]);
        struct vector *v = begin("");
        DECODE(v, 0, writer, reader);
        result_at(v, 9, INT, 8, 0, "last", 0x500);
        vector_to(v, 14);
        EXPECT_ISSUES(v, "3:w0#0 10:w0#0");
        EXPECT_DISPATCHES(v, "4:w0#0 11:w0#0");
        EXPECT_OPERANDS(v, 11, "#500");
        EXPECT_WRITES(v, "");
        EXPECT_ROW(v, 0, 8, "w0r8");
        EXPECT_STAT(v, bank_reads, 0);
        EXPECT_STAT(v, source_reads, 1);
        EXPECT_STAT(v, ccu_hits, 1);
        EXPECT_STAT(v, level_kept, 1);
        EXPECT_STAT(v, level_orf_reads, i < 2);
        EXPECT_STAT(v, level_lrf_reads, i == 2);
        EXPECT_STAT(v, level_orf_writes, i < 2);
        EXPECT_STAT(v, level_lrf_writes, i == 2);
        vector_finish(v);
    }
}

/* From its bank it comes a cycle later, and the result takes the bank. */
static void result_in_its_bank_is_read_a_cycle_later__section_3_10(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@1b =", "fp32 r9 = r8");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "4:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 12, "#500");
    EXPECT_WRITES(v, "9:w0r8");
    EXPECT_STAT(v, level_kept, 0);
    EXPECT_STAT(v, level_orf_writes, 1);
    vector_finish(v);
}

/* Three ports L in one cycle, the registers of u_read, and its end a cycle later. */
static void all_slots_are_read_in_one_cycle__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("collector.slots=5");
    DECODE(v, 0, "int r8@3 =", "fp32 r9@2 =", "fp64 r10@1 =", "sfu r11 = r8@3 - r9@2 r10@1");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    result_at(v, 10, FP32, 9, 1, "last", 0x600);
    result_at(v, 11, FP64, 10, 2, "last", 0x700);
    vector_to(v, 12);
    EXPECT_Q(v, "u_read.slot_q", 0);
    vector_to(v, 13);
    EXPECT_Q(v, "u_read.slot_q", 13);
    EXPECT_Q(v, "u_read.frame_q", 0);
    EXPECT_LIST(v, "u_read.entry_q", 5, "2 0 1 0 0");
    vector_to(v, 14);
    EXPECT_Q(v, "u_read.slot_q", 0);
    EXPECT_LIST(v, "u_read.entry_q", 5, "2 0 1 0 0");
    EXPECT_DISPATCHES(v, "4:w0#0 5:w0#1 6:w0#2 13:w0#0");
    EXPECT_OPERANDS(v, 13, "#500 0 #600 #700");
    vector_finish(v);
}

/* The value is stored in 11; the dispatch does not see it before. */
static void port_l_is_not_forwarded_without_forward__section_3_3(void **state)
{
    (void)state;
    struct vector *v = begin("collector.forward=false");
    DECODE(v, 0, "int r8@1 =", "fp32 r9 = r8@1");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "4:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 12, "#500");
    vector_finish(v);
}

/* FP32 is not ready before 16: port L has passed, and the collector has the value although the entry is written anew
 * meanwhile. */
static void stored_value_outlives_its_entry__section_3_8(void **state)
{
    (void)state;
    struct vector *v = begin("");
    v->unit_ready &= ~(1u << FP32);
    DECODE(v, 0, "int r8@1 =", "fp32 r9 = r8@1", "int r10@1 =");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 13);
    EXPECT_ISSUES(v, "3:w0#0 10:w0#0 11:w0#1");
    result_at(v, 13, INT, 10, 1, "last", 0x600);
    vector_to(v, 16);
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "#600");
    v->unit_ready |= 1u << FP32;
    vector_to(v, 18);
    EXPECT_DISPATCHES(v, "4:w0#0 12:w0#1 16:w0#0");
    EXPECT_OPERANDS(v, 16, "#500");
    vector_finish(v);
}

/* The row of r8 has its old value. What port S brings for slot 1 does not reach slot 0, nor the other way round. */
static void one_register_from_bank_and_entry__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@1 =", "fp32 r9 = r8@1 r8 r8@1 r8");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 11);
    unsigned c = (unsigned)vector_get(v, "u_read.col_q", 0, 1);
    char name[64];
    snprintf(name, sizeof name, "g_col[%u].u_ocu.src_bank_q", c);
    EXPECT_Q(v, name, 10);
    vector_to(v, 15);
    EXPECT_DISPATCHES(v, "4:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 12, "#500 w0r8 #500 w0r8");
    EXPECT_STAT(v, bank_reads, 1);
    EXPECT_STAT(v, source_reads, 1);
    EXPECT_STAT(v, ccu_hits, 0);
    EXPECT_STAT(v, level_orf_reads, 2);
    vector_finish(v);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* The request for r0 is in front of bank 0 in 9, as is the result of r8. If r8 goes to the bank, r0 is read in 10. */
static void kept_result_makes_no_bank_busy__section_3_9(void **state)
{
    (void)state;
    for (unsigned kept = 0; kept < 2; kept++) {
        struct vector *v = begin("");
        DECODE(v, 0, kept ? "int r8@1 =" : "int r8@1b =");
        decode_at(v, 7, 0, "fp32 r9 = r0");
        result_at(v, 9, INT, 8, 0, "last", 0x500);
        vector_to(v, 13);
        EXPECT_ISSUES(v, "3:w0#0 8:w0#1");
        EXPECT_ACCEPTS(v, "9:w0r8");
        EXPECT_DISPATCHES(v, kept ? "4:w0#0 10:w0#1" : "4:w0#0 11:w0#1");
        EXPECT_WRITES(v, kept ? "" : "9:w0r8");
        vector_finish(v);
    }
}

/* r8 and r10 lie in bank 0. Of two that need it the younger waits, which is no conflict of ORFs, though these would
 * have one, too; not of two of which one does, nor of none. */
static void kept_result_contends_for_no_bank__section_3_9(void **state)
{
    (void)state;
    static const char *const writers[][3] = {
        {"int r8 =", "fp32 r10@1b =", "9:w0r8 10:w0r10"}, {"int r8@2b =", "fp32 r10@1b =", "9:w0r8 10:w0r10"},
        {"int r8@1 =", "fp32 r10 =", "9:w0r8 9:w0r10"},
        {"int r8 =", "fp32 r10@1 =", "9:w0r8 9:w0r10"}, {"int r8@0 =", "fp32 r10@0 =", "9:w0r8 9:w0r10"}
    };
    for (unsigned i = 0; i < sizeof writers / sizeof *writers; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, writers[i][0], writers[i][1]);
        vector_to(v, 9);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
        vector_result(v, FP32, 0, 10, 1, "last", 0xF, 0x600);
        vector_to(v, 12);
        EXPECT_ACCEPTS(v, writers[i][2]);
        EXPECT_STAT(v, level_conflicts, 0);
        vector_finish(v);
    }
}

/* The ORF of a warp has one port for results. The older one has it, on whatever port it comes. */
static void two_results_of_a_warp_wait_for_its_orf__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "fp32 r8@1 =", "int r9@2b =", "int r10@4 =");
    vector_to(v, 9);
    vector_result(v, FP32, 0, 8, 0, "last", 0xF, 0x500);
    vector_result(v, INT, 0, 9, 1, "last", 0xF, 0x600);
    vector_to(v, 12);
    EXPECT_ACCEPTS(v, "9:w0r8 10:w0r9");
    EXPECT_WRITES(v, "10:w0r9");
    EXPECT_STAT(v, level_conflicts, 1);
    EXPECT_STAT(v, result_wait, 1);
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "#500");
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[1].data_q", "#600");
    vector_finish(v);
}

/* That of the LRF is another port, and results without lanes need none. */
static void lrf_and_empty_results_wait_for_no_orf__section_3_9(void **state)
{
    (void)state;
    static const char *const second[] = {"fp32 r9@4 =", "fp32 r9@2 = mask=0"};
    for (unsigned i = 0; i < sizeof second / sizeof *second; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, "int r8@1 =", second[i]);
        vector_to(v, 9);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
        vector_result(v, FP32, 0, 9, 1, "last", i ? 0 : 0xF, 0x600);
        vector_to(v, 12);
        EXPECT_ACCEPTS(v, "9:w0r8 9:w0r9");
        EXPECT_Q(v, "u_levels.pending_q", 0);
        EXPECT_STAT(v, level_conflicts, 0);
        vector_finish(v);
    }
}

static void orfs_of_two_warps_take_results_at_once__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 2, LEVELS);
    DECODE(v, 0, "int r8@1 =");
    DECODE(v, 1, "fp32 r9@1 =");
    vector_to(v, 9);
    EXPECT_ISSUES(v, "4:w0#0 5:w1#1");
    EXPECT_LIST(v, "u_levels.pending_q", 2, "1 1");
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    vector_result(v, FP32, 1, 9, 1, "last", 0xF, 0x600);
    vector_to(v, 12);
    EXPECT_ACCEPTS(v, "9:w0r8 9:w1r9");
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "#500");
    EXPECT_VECTOR(v, "g_frame[1].u_entries.g_entry[0].data_q", "#600");
    vector_finish(v);
}

/* The second result has lanes 0 and 1 alone; a third without lanes writes nothing, but is waited for. */
static void lanes_of_an_entry_merge__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@2 =", "int r8@2 = mask=0x3", "int r8@2 = mask=0", "fp32 r9 = r8@2");
    result_at(v, 9, INT, 8, 0, "last", 0x500);
    vector_to(v, 14);
    vector_result(v, INT, 0, 8, 0, "last", 0x3, 0x600);
    vector_to(v, 19);
    vector_result(v, INT, 0, 8, 0, "last", 0, 0x700);
    vector_to(v, 23);
    EXPECT_ISSUES(v, "3:w0#0 10:w0#0 15:w0#0 20:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 11:w0#0 16:w0#0 21:w0#0");
    EXPECT_OPERANDS(v, 21, "#500|#600/3");
    EXPECT_STAT(v, level_orf_writes, 2);
    EXPECT_STAT(v, level_kept, 2);
    vector_finish(v);
}

/* Four results of a load in four places; the last one goes to its bank, too. */
static void results_of_one_instruction_have_their_own_places__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "ldst r8@2 r9 r10@1b r11@0 =");
    vector_to(v, 4);
    EXPECT_Q(v, "u_levels.pending_q", 3);
    for (unsigned d = 0; d < 4; d++) {
        vector_to(v, 9 + d);
        EXPECT_Q(v, "u_levels.pending_q", d == 0 ? 3 : d < 3);
        vector_result(v, LDST, 0, 8 + d, 0, d == 3 ? "last" : "", 0xF, 0x500 + d * 0x100);
    }
    vector_to(v, 14);
    EXPECT_WRITES(v, "10:w0r9 11:w0r10");
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[1].data_q", "#500");
    EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "#700");
    EXPECT_STAT(v, level_kept, 2);
    vector_finish(v);
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

/* r0 comes from its bank in 5, and is copied at the edge of that cycle. Its reader issues in 6. */
static void copy_is_read_in_the_cycle_behind_it__section_3_8(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r9 = r1 r0 copy=2:1", "fp32 r10 = r0@2");
    vector_to(v, 4);
    EXPECT_Q(v, "u_levels.pending_q", 2);
    vector_to(v, 10);
    EXPECT_ISSUES(v, "3:w0#0 7:w0#1");
    EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1");
    EXPECT_OPERANDS(v, 8, "w0r0");
    EXPECT_Q(v, "u_levels.pending_q", 0);
    EXPECT_STAT(v, level_copies, 1);
    EXPECT_STAT(v, level_orf_writes, 0);
    EXPECT_STAT(v, bank_reads, 2);
    vector_finish(v);
}

/* All lanes are copied, whatever the instruction's mask; and a copy does not wait for the port of results. */
static void copy_has_all_lanes_and_a_port_of_its_own__section_3_8(void **state)
{
    (void)state;
    struct vector *v = begin("");
    v->unit_ready &= ~(1u << FP32);
    DECODE(v, 0, "int r8@1 =", "fp32 = r0 mask=0x1 copy=3:0", "sfu r10 = r8@1 r0@3");
    vector_to(v, 9);
    v->unit_ready |= 1u << FP32;
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    vector_to(v, 10);
    EXPECT_Q(v, "u_levels.pending_q", 0);
    vector_to(v, 13);
    EXPECT_ISSUES(v, "3:w0#0 4:w0#1 10:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#1 11:w0#0");
    EXPECT_OPERANDS(v, 11, "#500 w0r0");
    vector_finish(v);
}

/* --- what issue waits for ----------------------------------------------------------------------------------------- */

/* Nobody reads r8, and r9 is another register: the entry alone holds the second writer back. */
static void pending_entry_holds_a_writer_back__section_3_5(void **state)
{
    (void)state;
    static const char *const writers[] = {"int r9@1 =", "int r9 = r0 copy=1:0", "int r9 = r1@1"};
    for (unsigned i = 0; i < sizeof writers / sizeof *writers; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, "int r8@1 =", writers[i]);
        result_at(v, 9, INT, 8, 0, "last", 0x500);
        vector_to(v, 12);
        EXPECT_ISSUES(v, "3:w0#0 10:w0#0");
        EXPECT_STAT(v, stall_level, 6);
        EXPECT_STAT(v, stall_scoreboard, 0);
        vector_finish(v);
    }
}

/* Other entries, and the same one of another warp, hold nobody back. */
static void other_entries_hold_nobody_back__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 2, LEVELS);
    DECODE(v, 0, "int r8@1 =", "int r9@2 =");
    DECODE(v, 1, "int r8@1 =");
    vector_to(v, 9);
    EXPECT_ISSUES(v, "4:w0#0 5:w0#1 6:w1#2");
    EXPECT_STAT(v, stall_level, 0);
    vector_finish(v);
}

/* The strand names no register of the load. Its warp leaves at the edge of 4, and comes back behind the load. */
static void strand_waits_for_a_load_that_it_does_not_name__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "ldst r10 = long", "fp32 r12 = strand");
    vector_to(v, 4);
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 5);
    EXPECT_Q(v, "u_active.active_q", 0);
    result_at(v, 15, LDST, 10, 0, "last", 0x500);
    vector_to(v, 17);
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 19);
    EXPECT_ISSUES(v, "3:w0#0 17:w0#0");
    EXPECT_STAT(v, stall_strand, 12);
    EXPECT_STAT(v, stall_inactive, 2);
    vector_finish(v);
}

/* Results of other units, and no strand: nothing is waited for. A register of the load is waited for in the set. */
static void only_strands_wait_for_far_memory__section_3_5(void **state)
{
    (void)state;
    static const char *const programs[][3] = {
        {"ldst r10 =", "fp32 r12 = strand", "3:w0#0 4:w0#1"}, {"ldst r10 = long", "fp32 r12 =", "3:w0#0 4:w0#1"},
        {"ldst r10 = long", "fp32 r12 = r10", "3:w0#0 16:w0#0"}
    };
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, programs[i][0], programs[i][1]);
        for (unsigned c = 3; c < 15; c++) {
            vector_to(v, c);
            EXPECT_Q(v, "u_active.active_q", 1);
        }
        result_at(v, 15, LDST, 10, 0, "last", 0x500);
        vector_to(v, 19);
        EXPECT_ISSUES(v, programs[i][2]);
        EXPECT_STAT(v, stall_strand, 0);
        vector_finish(v);
    }
}

/* The strand waits from 5 on. The warp leaves at the edge of 10, when r8 is written. */
static void warp_stays_active_while_entries_are_pending__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "ldst r10 = long", "int r8@1 =", "fp32 r12 = strand");
    result_at(v, 9, INT, 8, 1, "last", 0x600);
    vector_to(v, 10);
    EXPECT_Q(v, "u_active.active_q", 1);
    vector_to(v, 11);
    EXPECT_Q(v, "u_active.active_q", 0);
    result_at(v, 15, LDST, 10, 0, "last", 0x500);
    vector_to(v, 19);
    EXPECT_ISSUES(v, "3:w0#0 4:w0#1 17:w0#0");
    vector_finish(v);
}

/* An instruction with leave waits for entries that it does not name. */
static void leave_waits_for_pending_entries__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@3 =", "branch leave", "int r9 =");
    result_at(v, 9, INT, 8, 0, "last", 0x600);
    vector_to(v, 11);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_to(v, 14);
    EXPECT_ISSUES(v, "3:w0#0 10:w0#0 12:w0#0");
    EXPECT_STAT(v, stall_level, 6);
    vector_finish(v);
}

/* A source of what leaves is read behind its warp: the frame is still its own. */
static void source_of_what_leaves_is_read__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@3 =", "branch = r8@3 leave");
    result_at(v, 9, INT, 8, 0, "last", 0x600);
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "4:w0#0 11:w0#0");
    EXPECT_OPERANDS(v, 11, "#600");
    vector_finish(v);
}

/* Warps 0 to 2 have heads from 4, 5, 6 on. Warp 0 enters in 4, issues in 5 and leaves; warp 1 enters in 5, while warp 0
 * has frame 0; warp 2 enters in 6, and takes that. Warp 1 leaves in 12, and warp 0 comes back in 13 with frame 1. */
static void warps_take_the_lowest_free_frame__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 3, LEVELS);
    DECODE(v, 0, "branch leave");
    DECODE(v, 1, "int r8@1 =");
    DECODE(v, 2, "int r9@2 =");
    EXPECT_LIST(v, "u_levels.frame_q", 4, "0 1 - -");
    DECODE(v, 1, "int r9@2b =");
    EXPECT_LIST(v, "u_levels.frame_q", 4, "0 1 0 -");
    EXPECT_Q(v, "u_active.active_q", 6);
    DECODE(v, 0, "int r10@3 =");
    DECODE(v, 1, "branch leave");
    EXPECT_LIST(v, "u_levels.pending_q", 2, "2 3");
    vector_to(v, 10);
    vector_result(v, INT, 1, 8, 1, "last", 0xF, 0x500);
    vector_to(v, 11);
    vector_result(v, INT, 1, 9, 0, "last", 0xF, 0x600);
    vector_to(v, 13);
    EXPECT_Q(v, "u_active.active_q", 4);
    vector_to(v, 14);
    EXPECT_Q(v, "u_active.active_q", 5);
    EXPECT_LIST(v, "u_levels.frame_q", 4, "1 1 0 -");
    vector_to(v, 16);
    EXPECT_ISSUES(v, "5:w0#0 6:w1#1 7:w1#0 8:w2#2 12:w1#0 14:w0#0");
    EXPECT_LIST(v, "u_levels.pending_q", 2, "2 4");
    vector_finish(v);
}

/* --- registers and the contract ----------------------------------------------------------------------------------- */

/* A 3, E 4, K 3: NE 7, PB 3, EW 3, FW 2. */
static void registers_of_levels__section_2(void **state)
{
    (void)state;
    static const struct vector_register rows[] = {
        {"top.u_ibuffer.src_level_q", 8 * 5 * 3, false}, {"top.u_ibuffer.copy_q", 8 * 3, false},
        {"top.u_ibuffer.copy_slot_q", 8 * 3, false}, {"top.u_ibuffer.dst_level_q", 8 * 12, false},
        {"top.u_ibuffer.dst_bank_q", 8 * 4, false}, {"top.u_ibuffer.strand_q", 8, false},
        {"top.u_ibuffer.entries_q", 8 * 7, false}, {"top.u_levels.frame_q", 4 * 2, false},
        {"top.u_levels.pending_q", 3 * 7, true}, {"top.g_frame[2].u_entries.g_entry[6].data_q", 128, false},
        {"top.u_read.slot_q", 5, true}, {"top.u_read.col_q", 1, false}, {"top.u_read.frame_q", 2, false},
        {"top.u_read.entry_q", 15, false}, {"top.g_col[1].u_ocu.src_bank_q", 5, true},
        {"top.g_col[1].u_ocu.copy_q", 3, false}, {"top.g_col[1].u_ocu.copy_slot_q", 3, false},
        {"top.g_col[1].u_ocu.dst_level_q", 12, false}, {"top.g_col[1].u_ocu.dst_bank_q", 4, false},
    };
    struct vector *v = vector_start(SECTION, LEVELS "issue.active=3 levels.orf=4 levels.lrf=split collector.slots=5 "
                                    "ibuffer.depth=2");
    assert_int_equal(vector_has(v, rows, sizeof rows / sizeof *rows), sizeof rows / sizeof *rows);
    vector_finish(v);
}

/* An LRF of one entry alone: no copies, NE 1, PB 1, EW 1. */
static void registers_of_an_lrf_alone__section_2(void **state)
{
    (void)state;
    static const struct vector_register there[] = {
        {"top.u_ibuffer.src_level_q", 8 * 6, false}, {"top.u_ibuffer.dst_level_q", 8 * 4, false},
        {"top.u_ibuffer.entries_q", 8, false}, {"top.u_levels.frame_q", 4, false}, {"top.u_levels.pending_q", 2, true},
        {"top.u_read.entry_q", 6, false},
    };
    static const struct vector_register absent[] = {
        {"top.u_ibuffer.copy_q", 0, false}, {"top.u_ibuffer.copy_slot_q", 0, false},
        {"top.g_col[0].u_ocu.copy_q", 0, false}, {"top.g_frame[0].u_entries.g_entry[1].data_q", 0, false},
        {"top.g_frame[2].u_entries.g_entry[0].data_q", 0, false}
    };
    struct vector *v = vector_start(SECTION, LEVELS "levels.orf=0 ibuffer.depth=2");
    assert_int_equal(vector_has(v, there, sizeof there / sizeof *there), sizeof there / sizeof *there);
    assert_int_equal(vector_has(v, absent, sizeof absent / sizeof *absent), 0);
    vector_finish(v);
}

/* entries_q has the entries of sources, copy and results. */
static void entries_that_an_instruction_names__section_2(void **state)
{
    (void)state;
    struct vector *v = begin("ibuffer.depth=2");
    decode_at(v, 1, 0, "int r8@4 = r1@1 r2 copy=3:1");
    EXPECT_LIST(v, "u_ibuffer.entries_q", 8, "13 - - - - - - -");
    vector_finish(v);
}

/* A reset in the middle of it: what has one is as at the start (vector_finish() compares), entries keep their values,
 * and nothing of before it is waited for. */
static void reset_forgets_what_is_pending__section_2(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r8@1 =", "fp32 r9@2 = r0 copy=3:0");
    vector_to(v, 5);
    EXPECT_Q(v, "u_levels.pending_q", 7);
    vector_finish(v);
}

/* Each of these is one thing that the front end never does (3.13). */
static void broken_contracts_are_reported__section_3_13(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "int r8@5 =", "int = r8@5", "sfu r8@4 =", "sfu = r8@4", "ldst r8@1 r9@1 =", "int r8@2 = r0 copy=2:0",
        "int = r0 copy=4:0", "int = r0 copy=1:1", "int = r0@1 copy=2:0", "int r8@1 = leave", "int = r0 copy=1:0 leave"
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct vector *v = begin("");
        v->breaks_hints = true;
        decode_at(v, 1, 0, texts[i]);
        if (!model_violation(v->model))
            fail_msg("'%s' is decoded, and the model does not report it", texts[i]);
        vector_finish(v);
    }
}

/* A place of a slot that is not valid, and of a result that there is not. */
static void places_of_nothing_are_reported__section_3_13(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin("");
        struct decoded insn = vector_insn(v, "int r8 = r0");
        v->breaks_hints = true;
        insn.src_level[1] = i == 0;
        insn.dst_level[1] = i == 1;
        vector_decode_insn(v, 0, &insn);
        vector_step(v);
        assert_non_null(model_violation(v->model));
        vector_finish(v);
    }
}

/* The boundary checks of the driver over random programs; a timing-only model must agree in every cycle. */
static void random_programs_deliver_what_the_program_has_written(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "", "levels.lrf=split", "levels.orf=0", "levels.lrf=off levels.orf=8 issue.active=4", "issue.active=1",
        "levels.lrf=split levels.orf=0 collector.slots=3 subcore.warps=3 issue.active=3 subcore.lanes=1",
        "collector.count=1 rf.banks=1 inflight.entries=2 ibuffer.depth=1", "collector.forward=false levels.orf=1",
        "collector.reuse_on_dispatch=false rf.banks=4 collector.count=4 subcore.registers=8 levels.lrf=split",
        "dispatch.order=round_robin scoreboard.tags=0 collector.count=8 subcore.warps=16 issue.active=5",
        "rf.read_ports=2 rf.ports=2 levels.lrf=split", "ibuffer.shift=true rf.queue_shift=true rf.swizzle=none"
    };
    uint64_t strands = 0, conflicts = 0;
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        char text[VECTOR_SETTINGS];
        snprintf(text, sizeof text, LEVELS "%s", settings[i]);
        struct vector *v = vector_start(SECTION, text);
        const struct stats *stats = model_stats(v->model);
        vector_with_twin(v);
        vector_traffic(v, 6000, 31 * i + 1, 8);
        assert_true(v->dispatched > 100 && v->ended > 1);
        assert_true(stats->level_orf_reads > 5 || !v->cfg.levels_orf);
        assert_true(stats->level_lrf_reads > 5 || !config_levels_lrf(&v->cfg));
        assert_true(stats->level_copies > 5 || !v->cfg.levels_orf);
        assert_true(stats->level_kept > 10);
        strands += stats->stall_strand;
        conflicts += stats->level_conflicts;
        EXPECT_STAT(v, dispatches, v->dispatched);
        uint64_t asked = stats->source_reads - stats->ccu_hits;     /* of which some may still be on their way */
        assert_in_range(asked - stats->bank_reads, 0, (unsigned)(v->cfg.collectors * v->cfg.slots));
        vector_finish(v);
    }
    assert_true(strands > 10 && conflicts > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_is_read_two_cycles_after_it_is_accepted__section_3_8),
        cmocka_unit_test(result_in_its_bank_is_read_a_cycle_later__section_3_10),
        cmocka_unit_test(all_slots_are_read_in_one_cycle__section_3_5),
        cmocka_unit_test(port_l_is_not_forwarded_without_forward__section_3_3),
        cmocka_unit_test(stored_value_outlives_its_entry__section_3_8),
        cmocka_unit_test(one_register_from_bank_and_entry__section_3_6),
        cmocka_unit_test(kept_result_makes_no_bank_busy__section_3_9),
        cmocka_unit_test(kept_result_contends_for_no_bank__section_3_9),
        cmocka_unit_test(two_results_of_a_warp_wait_for_its_orf__section_3_9),
        cmocka_unit_test(lrf_and_empty_results_wait_for_no_orf__section_3_9),
        cmocka_unit_test(orfs_of_two_warps_take_results_at_once__section_3_9),
        cmocka_unit_test(lanes_of_an_entry_merge__section_3_9),
        cmocka_unit_test(results_of_one_instruction_have_their_own_places__section_3_9),
        cmocka_unit_test(copy_is_read_in_the_cycle_behind_it__section_3_8),
        cmocka_unit_test(copy_has_all_lanes_and_a_port_of_its_own__section_3_8),
        cmocka_unit_test(pending_entry_holds_a_writer_back__section_3_5),
        cmocka_unit_test(other_entries_hold_nobody_back__section_3_5),
        cmocka_unit_test(strand_waits_for_a_load_that_it_does_not_name__section_3_5),
        cmocka_unit_test(only_strands_wait_for_far_memory__section_3_5),
        cmocka_unit_test(warp_stays_active_while_entries_are_pending__section_3_5),
        cmocka_unit_test(leave_waits_for_pending_entries__section_3_5),
        cmocka_unit_test(source_of_what_leaves_is_read__section_3_5),
        cmocka_unit_test(warps_take_the_lowest_free_frame__section_3_5),
        cmocka_unit_test(registers_of_levels__section_2),
        cmocka_unit_test(registers_of_an_lrf_alone__section_2),
        cmocka_unit_test(entries_that_an_instruction_names__section_2),
        cmocka_unit_test(reset_forgets_what_is_pending__section_2),
        cmocka_unit_test(broken_contracts_are_reported__section_3_13),
        cmocka_unit_test(places_of_nothing_are_reported__section_3_13),
        cmocka_unit_test(random_programs_deliver_what_the_program_has_written),
    };
    return cmocka_run_group_tests_name("vectors, ORF and LRF", tests, NULL, NULL);
}
