/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for slow banks (microarchitecture 3.21). Numbers are worked out by hand. The frame is that of
 * test_vectors_ocu.c: warp 0 is launched in cycle 0, and decoded in t, an instruction can issue in t + 1. A bank that
 * takes an access in t takes the next one in t + c, in which a read arrives; c is 3 where a vector does not say another
 * number. Register r of warp w lies in bank (r + w) mod 2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define SLOW "rf.cycles=3 "
#define CCU "collector.kind=ccu "
#define ONE "collector.count=1 "
#define TWO "issue.scheduler=two_level issue.strands=false ibuffer.depth=8 "
#define LEVELS TWO "issue.active=2 levels.scheme=software levels.orf=3 "
#define INTERVALS TWO "issue.active=2 levels.scheme=ltrf "
#define SECTION "microarchitecture 3.21 (slow banks)"

static struct vector *begin(const char *settings)
{
    return begin_warps(SECTION, 1, SLOW "%s", settings);
}

/* --- reads -------------------------------------------------------------------------------------------------------- */

/* Issued in 2 and granted in 3, it arrives in 3 + c. */
static void read_arrives_after_the_cycles_of_a_bank__section_3_21(void **state)
{
    (void)state;
    for (unsigned c = 1; c <= 8; c++) {
        char text[32];
        struct vector *v = begin_warps(SECTION, 1, "rf.cycles=%u", c);
        DECODE(v, 0, "int = r0");
        vector_to(v, 20);
        snprintf(text, sizeof text, "%u:w0#0", 3 + c);
        EXPECT_DISPATCHES(v, text);
        EXPECT_OPERANDS(v, 3 + c, "w0r0");
        EXPECT_STAT(v, bank_busy_reads, 0);
        vector_finish(v);
    }
}

static void bank_is_busy_with_a_read__section_3_21(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int = r0");
    for (uint64_t cycle = 3; cycle < 8; cycle++) {
        vector_to(v, cycle);
        EXPECT_Q(v, "g_bank[0].u_bank.wait_q", cycle == 4 ? 2 : cycle == 5);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", cycle >= 4 && cycle < 7);
        EXPECT_Q(v, "g_bank[1].u_bank.wait_q", 0);
    }
    vector_finish(v);
}

/* Two reads of bank 0 are three cycles apart. Of both banks they are one apart, for port S. In the third row bank 1
 * is read in 4 for slot 2: slot 1 comes before it, and its bank is busy. */
static void reads_wait_for_their_bank__section_3_21(void **state)
{
    (void)state;
    static const struct { const char *text, *dispatches, *operands; unsigned cycle, busy, port_s; } rows[] = {
        {"int = r0 r2", "9:w0#0", "w0r0 w0r2", 9, 2, 0},
        {"int = r0 r1", "7:w0#0", "w0r0 w0r1", 7, 0, 1},
        {"int = r0 r2 r1", "9:w0#0", "w0r0 w0r2 w0r1", 9, 2, 1},
        {"int = r0 r0 r2 r1 r3", "10:w0#0", "w0r0 w0r0 w0r2 w0r1 w0r3", 10, 4, 1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("");
        DECODE(v, 0, rows[i].text);
        vector_to(v, 14);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        EXPECT_OPERANDS(v, rows[i].cycle, rows[i].operands);
        EXPECT_STAT(v, bank_busy_reads, rows[i].busy);
        EXPECT_STAT(v, port_s_conflicts, rows[i].port_s);
        EXPECT_STAT(v, bank_write_conflicts, 0);
        vector_finish(v);
    }
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* r0 is read from bank 0 in 5. Of the results in 6 r8 waits until 8, and r11 goes to bank 1. Without lanes
 * r8 needs no bank. */
static void result_waits_for_its_bank__section_3_21(void **state)
{
    (void)state;
    for (unsigned empty = 0; empty < 2; empty++) {
        struct vector *v = begin("");
        DECODE(v, 0, empty ? "int r8 = mask=0" : "int r8 =", "fp64 r11 =", "fp32 r12 = r0");
        vector_to(v, 6);
        vector_result(v, INT, 0, 8, 0, "last", empty ? 0 : 0xF, 0x500);
        vector_result(v, FP64, 0, 11, 1, "last", 0xF, 0x600);
        vector_to(v, 12);
        EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2");
        EXPECT_DISPATCHES(v, "3:w0#0 4:w0#1 8:w0#2");
        EXPECT_ACCEPTS(v, empty ? "6:w0r8 6:w0r11" : "6:w0r11 8:w0r8");
        EXPECT_WRITES(v, empty ? "6:w0r11" : "6:w0r11 8:w0r8");
        EXPECT_ROW(v, 0, 8, empty ? "w0r8" : "#500");
        EXPECT_STAT(v, bank_busy_results, empty ? 0 : 2);
        EXPECT_STAT(v, result_wait, empty ? 0 : 2);
        vector_finish(v);
    }
}

/* r8 is written in 4, in which r0 is to be read, and again in 7: bank 0 reads in 7, unless r10 is written then. */
static void read_waits_for_a_write__section_3_21(void **state)
{
    (void)state;
    for (unsigned twice = 0; twice < 2; twice++) {
        struct vector *v = begin("");
        DECODE(v, 0, "int r8 r9 =", "fp32 r13 = r0");
        if (twice)
            DECODE(v, 0, "fp64 r10 =");
        result_at(v, 4, INT, 8, 0, "", 0x500);
        vector_to(v, 5);
        EXPECT_Q(v, "g_bank[0].u_bank.wait_q", 2);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 0);
        vector_to(v, 7);
        if (twice)
            vector_result(v, FP64, 0, 10, 2, "last", 0xF, 0x600);
        vector_to(v, 16);
        EXPECT_DISPATCHES(v, twice ? "3:w0#0 5:w0#2 13:w0#1" : "3:w0#0 10:w0#1");
        EXPECT_OPERANDS(v, twice ? 13 : 10, "w0r0");
        EXPECT_WRITES(v, twice ? "4:w0r8 7:w0r10" : "4:w0r8");
        EXPECT_STAT(v, bank_write_conflicts, twice ? 2 : 1);
        EXPECT_STAT(v, bank_busy_reads, twice ? 4 : 2);
        vector_finish(v);
    }
}

/* r0 is read in 6. The older result waits for bank 0. The younger one needs the ORF of the warp alone, which the older
 * one needs, too: it waits as well. If it is the older one, it does not. */
static void result_with_a_place_waits_for_its_bank__section_3_21(void **state)
{
    (void)state;
    static const struct { const char *first, *second, *accepts; unsigned a, b, busy, crowded; } rows[] = {
        {"int r8@1b =", "fp64 r10@2 =", "9:w0r8 10:w0r10", 8, 10, 2, 3},
        {"int r10@2 =", "fp64 r8@1b =", "7:w0r10 9:w0r8", 10, 8, 2, 0},
        {"int r8@1b =", "fp64 r10 =", "9:w0r8 12:w0r10", 8, 10, 4, 0}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin(LEVELS);
        DECODE(v, 0, rows[i].first, rows[i].second, "fp32 r12 = r0");
        vector_to(v, 7);
        vector_result(v, INT, 0, rows[i].a, 0, "last", 0xF, 0x500);
        vector_result(v, FP64, 0, rows[i].b, 1, "last", 0xF, 0x600);
        vector_to(v, 14);
        EXPECT_ISSUES(v, "3:w0#0 4:w0#1 5:w0#2");
        EXPECT_DISPATCHES(v, "4:w0#0 5:w0#1 9:w0#2");
        EXPECT_ACCEPTS(v, rows[i].accepts);
        EXPECT_STAT(v, level_conflicts, rows[i].crowded);
        vector_finish(v);
    }
}

/* --- CCU ---------------------------------------------------------------------------------------------------------- */

/* r8 waits for bank 0 from 5 on. In 7 it takes entry 1 of the table on port D, and r0 takes entry 0 on port S. Its
 * reader hits. With one write port for the entries it reads bank 0 in 10, which was written in 7. */
static void result_takes_port_D_when_its_bank_takes_it__section_3_21(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++) {
        struct vector *v = begin(shared ? CCU ONE "ccu.write=all ccu.shared_write=true" : CCU ONE "ccu.write=all");
        DECODE(v, 0, "int r8 =", "fp32 r9 = r0");
        result_at(v, 5, INT, 8, 0, "last", 0x500);
        vector_to(v, 7);
        EXPECT_Q(v, "g_col[0].u_ccu.ct_valid_q", 1);
        vector_to(v, 8);
        EXPECT_Q(v, "g_col[0].u_ccu.ct_valid_q", shared ? 1 : 3);
        EXPECT_VECTOR(v, "g_col[0].u_ccu.g_entry[0].data_q", "w0r0");
        if (!shared)
            EXPECT_VECTOR(v, "g_col[0].u_ccu.g_entry[1].data_q", "#500");
        DECODE(v, 0, "int r10 = r8");
        vector_to(v, 16);
        EXPECT_ISSUES(v, "2:w0#0 3:w0#1 9:w0#0");
        EXPECT_ACCEPTS(v, "7:w0r8");
        EXPECT_DISPATCHES(v, shared ? "3:w0#0 7:w0#1 13:w0#0" : "3:w0#0 7:w0#1 10:w0#0");
        EXPECT_OPERANDS(v, shared ? 13 : 10, "#500");
        EXPECT_STAT(v, port_d_fills, !shared);
        EXPECT_STAT(v, bank_busy_results, 2);
        vector_finish(v);
    }
}

/* --- intervals ---------------------------------------------------------------------------------------------------- */

/* Moved from 4 on. Of two banks fetches overlap, of one they do not, and the lowest register whose bank is not busy
 * comes. Fetched in t, a register is held from t + 4 on; all are, a cycle before the warp issues. */
static void fetches_of_two_banks_overlap__section_3_20(void **state)
{
    (void)state;
    static const struct { const char *text, *issues, *entries; unsigned at6, at8; } rows[] = {
        {"int = r0 work=0", "9:w0#0", "0 -", 1, 0}, {"int = r0 work=0,1", "10:w0#0", "0 1", 3, 2},
        {"int = r0 work=0,2", "12:w0#0", "1 -", 1, 1}, {"int = r0 work=0,1,2", "12:w0#0", "2 1", 3, 3},
        {"int = r0 work=0,2,3", "12:w0#0", "2 1", 3, 3}, {"int = r0 work=0,2,3,5", "13:w0#0", "2 3", 3, 3},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin(INTERVALS);
        DECODE(v, 0, rows[i].text);
        vector_to(v, 5);
        EXPECT_Q(v, "u_move.fetch_q", 1);
        EXPECT_Q(v, "g_bank[0].u_bank.wait_q", 2);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 0);
        vector_to(v, 6);
        EXPECT_Q(v, "u_move.fetch_q", rows[i].at6);
        vector_to(v, 7);
        EXPECT_LIST(v, "u_table.held_q", 4, "0 0 0 0");
        vector_to(v, 8);
        EXPECT_LIST(v, "u_table.held_q", 4, "1 0 0 0");
        EXPECT_Q(v, "u_move.fetch_q", rows[i].at8);
        vector_to(v, 16);
        EXPECT_LIST(v, "u_move.fetch_entry_q", 2, rows[i].entries);
        EXPECT_ISSUES(v, rows[i].issues);
        EXPECT_VECTOR(v, "g_frame[0].u_entries.g_entry[0].data_q", "w0r0");
        vector_finish(v);
    }
}

/* The warp leaves in 13, and its registers go from 15 on: r3 before r2, whose bank is busy until 18. */
static void write_backs_of_two_banks_overlap__section_3_20(void **state)
{
    (void)state;
    struct vector *v = begin(INTERVALS);
    DECODE(v, 0, "int = r0 work=0,2,3", "branch leave");
    vector_to(v, 19);
    EXPECT_Q(v, "u_move.busy_q", 1);
    vector_to(v, 22);
    EXPECT_ISSUES(v, "12:w0#0 13:w0#1");
    EXPECT_WRITES(v, "15:w0r0 16:w0r3 18:w0r2");
    EXPECT_Q(v, "u_move.busy_q", 0);
    EXPECT_Q(v, "u_active.active_q", 0);
    vector_finish(v);
}

/* r0 of warp 0 is fetched in 8. A result of warp 1 for its bank waits from 9 until 11, in which the value comes. */
static void result_waits_for_a_fetch__section_3_21(void **state)
{
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        struct vector *v = begin_warps(SECTION, 2, SLOW INTERVALS);
        DECODE(v, 1, same ? "int r9 =" : "int r8 =");
        decode_at(v, 5, 0, "fp32 r8 = r0 work=0");
        vector_to(v, 9);
        EXPECT_Q(v, "u_move.fetch_q", 1);
        vector_result(v, INT, 1, same ? 9 : 8, 0, "last", 0xF, 0x500);
        vector_to(v, 16);
        EXPECT_ISSUES(v, "4:w1#0 13:w0#0");
        EXPECT_ACCEPTS(v, same ? "11:w1r9" : "9:w1r8");
        EXPECT_OPERANDS(v, 14, "w0r0");
        EXPECT_STAT(v, bank_busy_results, same ? 2 : 0);
        vector_finish(v);
    }
}

/* --- rest, registers, reset --------------------------------------------------------------------------------------- */

/* Nothing but wait_q moves from 5 to 11. The sub-core rests from 13 on, whose edge before has moved nothing. */
static void busy_bank_keeps_the_subcore_from_rest__section_3_21(void **state)
{
    (void)state;
    struct vector *v = begin_warps(SECTION, 1, "rf.cycles=8");
    DECODE(v, 0, "int r8 r9 r10 =");
    result_at(v, 4, INT, 8, 0, "", 0x500);
    for (uint64_t cycle = 5; cycle < 15; cycle++) {
        vector_to(v, cycle);
        EXPECT_Q(v, "g_bank[0].u_bank.wait_q", cycle < 12 ? 12 - cycle : 0);
        EXPECT_COUNT(v, "rest", model_rest(v->model) > 0, cycle >= 13);
    }
    vector_finish(v);
}

/* Only slow banks have wait_q, of a bit at least. */
static void registers_of_slow_banks__section_2(void **state)
{
    (void)state;
    static const unsigned bits[] = {0, 0, 1, 2, 2, 3, 3, 3, 3};
    for (unsigned c = 1; c <= 8; c++) {
        unsigned found = 0;
        struct vector *v = begin_warps(SECTION, 0, "rf.cycles=%u rf.banks=4", c);
        for (uint32_t i = 0; i < model_register_count(v->model); i++) {
            const struct model_register *reg = &model_registers(v->model)[i];
            if (!strstr(reg->name, "u_bank.wait_q"))
                continue;
            found++;
            EXPECT_COUNT(v, reg->name, reg->width, bits[c]);
            assert_true(reg->reset);
        }
        assert_int_equal(found, c > 1 ? 4 : 0);
        vector_finish(v);
    }
}

/* A reset while both banks are busy, one with a read. */
static void reset_forgets_the_wait__section_2(void **state)
{
    (void)state;
    struct vector *v = begin("");
    DECODE(v, 0, "int r9 =", "int = r0");
    result_at(v, 4, INT, 9, 0, "last", 0x500);
    vector_to(v, 5);
    EXPECT_Q(v, "g_bank[0].u_bank.wait_q", 2);
    EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 1);
    EXPECT_Q(v, "g_bank[1].u_bank.wait_q", 2);
    vector_finish(v);
}

/* The checks of the driver over random programs; a timing-only model must agree in every cycle. */
static void random_programs_deliver_what_the_program_has_written(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "rf.cycles=2", "rf.cycles=8 rf.banks=8 collector.count=4", "rf.cycles=3 collector.forward=false rf.banks=4",
        "rf.cycles=5 rf.banks=1 collector.reuse_on_dispatch=false",
        "rf.cycles=3 issue.pipeline=true rf.queue_shift=true",
        "rf.cycles=4 writeback.order=unit dispatch.order=round_robin", "rf.cycles=3 collector.beats=2 rf.swizzle=none",
        "rf.cycles=3 " TWO "issue.active=2", CCU "rf.cycles=2 ccu.write=all",
        CCU "rf.cycles=8 ccu.write=all rf.banks=8",
        CCU "rf.cycles=3 ccu.allocation=malekeh issue.scheduler=malekeh ccu.write=near",
        CCU "rf.cycles=4 ccu.allocation=any issue.pipeline=true ccu.write=all ccu.shared_write=true",
        CCU "rf.cycles=3 ccu.allocation=private collector.count=4 issue.blocked=stall ccu.write=all ccu.ports_d=1",
        CCU "rf.cycles=6 collector.beats=2 ccu.write=all ccu.entries=6 rf.banks=4",
        "rf.cycles=3 " LEVELS, "rf.cycles=2 levels.lrf=split rf.banks=4 " LEVELS,
        "rf.cycles=3 " INTERVALS, "rf.cycles=8 rf.banks=4 levels.dead=left " INTERVALS,
        "rf.cycles=2 rf.banks=8 subcore.lanes=1 levels.interval=8 " INTERVALS,
        "rf.cycles=6 rf.banks=2 levels.dead=left rf.swizzle=none subcore.registers=256 " INTERVALS
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct vector *v = vector_start(SECTION, settings[i]);
        const struct stats *stats = model_stats(v->model);
        vector_with_twin(v);
        vector_traffic(v, 6000, 31 * i + 1, v->cfg.registers < 24 ? (unsigned)v->cfg.registers : 24);
        assert_true(v->dispatched > 80 && v->ended > 0);
        assert_true(stats->bank_busy_reads > 10 && stats->bank_busy_results > 10);
        EXPECT_STAT(v, dispatches, v->dispatched);
        vector_finish(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_arrives_after_the_cycles_of_a_bank__section_3_21),
        cmocka_unit_test(bank_is_busy_with_a_read__section_3_21),
        cmocka_unit_test(reads_wait_for_their_bank__section_3_21),
        cmocka_unit_test(result_waits_for_its_bank__section_3_21),
        cmocka_unit_test(read_waits_for_a_write__section_3_21),
        cmocka_unit_test(result_with_a_place_waits_for_its_bank__section_3_21),
        cmocka_unit_test(result_takes_port_D_when_its_bank_takes_it__section_3_21),
        cmocka_unit_test(fetches_of_two_banks_overlap__section_3_20),
        cmocka_unit_test(write_backs_of_two_banks_overlap__section_3_20),
        cmocka_unit_test(result_waits_for_a_fetch__section_3_21),
        cmocka_unit_test(busy_bank_keeps_the_subcore_from_rest__section_3_21),
        cmocka_unit_test(registers_of_slow_banks__section_2),
        cmocka_unit_test(reset_forgets_the_wait__section_2),
        cmocka_unit_test(random_programs_deliver_what_the_program_has_written),
    };
    return cmocka_run_group_tests_name("vectors, slow banks", tests, NULL, NULL);
}
