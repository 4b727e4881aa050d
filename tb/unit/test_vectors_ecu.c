/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for early collectors (Triple-A; microarchitecture 3.16). Numbers are worked out by hand. Frame and timing are
 * those of test_vectors_ocu.c: the first instruction is decoded in cycle 1 and issues in 2; with n registers to read an
 * instruction that issues in t dispatches in t + 1 + n. A result that is accepted in t is stored by the collectors at
 * the end of that cycle: what waited for nothing else dispatches in t + 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define ECU "collector.kind=ecu "
#define SECTION "Triple-A; microarchitecture 3.16"

static struct vector *begin(const char *settings)
{
    return begin_warps(SECTION, 1, "%s", settings);
}

/* A result for warp 0, in all four lanes, on the port of the INT unit. */
static void int_result_at(struct vector *v, uint64_t cycle, unsigned reg, unsigned iid, uint32_t value)
{
    result_at(v, cycle, INT, reg, iid, "last", value);
    vector_step(v);
}

static unsigned waiting(struct vector *v)
{
    return (unsigned)(vector_get(v, "g_col[0].u_ecu.src_wait_q", 0, 1) |
                      vector_get(v, "g_col[1].u_ecu.src_wait_q", 0, 1));
}

/* r8 is outstanding from 3 on. Its reader issues in 3 all the same, and dispatches behind the result. */
static void reader_enters_before_its_source_is_there__triple_a(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 = r0");
    decode_at(v, 2, 0, "fp32 r9 = r8");
    vector_to(v, 4);
    assert_int_equal(waiting(v), 1);
    int_result_at(v, 9, 8, 0, 0x500);
    assert_int_equal(waiting(v), 0);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1");
    EXPECT_DISPATCHES(v, "4:w0#0 10:w0#1");
    EXPECT_OPERANDS(v, 10, "#500");
    EXPECT_STAT(v, bank_reads, 1);
    EXPECT_STAT(v, source_reads, 2);
    EXPECT_STAT(v, ccu_hits, 1);
    EXPECT_STAT(v, ecu_early, 1);
    EXPECT_ROW(v, 0, 8, "#500");
    vector_finish(v);
}

/* The same without early collectors: the reader issues in the cycle behind the result, and reads the bank. */
static void plain_collectors_take_it_two_cycles_later__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("");
    decode_at(v, 1, 0, "int r8 = r0");
    decode_at(v, 2, 0, "fp32 r9 = r8");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 10:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 12:w0#0");
    EXPECT_STAT(v, bank_reads, 2);
    vector_finish(v);
}

/* Other sources are read meanwhile: r1 and r2 have come by 6. */
static void other_sources_are_read_meanwhile__triple_a(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 = r0");
    decode_at(v, 2, 0, "fp32 r9 = r1 r8 r2");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "4:w0#0 10:w0#1");
    EXPECT_OPERANDS(v, 10, "w0r1 #500 w0r2");
    EXPECT_STAT(v, bank_reads, 3);
    vector_finish(v);
}

/* The result is accepted in the cycle in which its reader issues. */
static void result_in_the_cycle_of_the_issue_is_taken__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 = r0");
    decode_at(v, 7, 0, "fp32 r9 = r8");
    int_result_at(v, 8, 8, 0, 0x500);
    assert_int_equal(waiting(v), 0);
    vector_to(v, 11);
    EXPECT_ISSUES(v, "2:w0#0 8:w0#1");
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#1");
    EXPECT_OPERANDS(v, 9, "#500");
    EXPECT_STAT(v, bank_reads, 1);
    vector_finish(v);
}

/* A collector whose last value arrives on port S in the cycle in which it dispatches takes the next instruction, and a
 * result for that one, in the same cycle. Cycle 4: r0 arrives for the first instruction, the third one issues, and the
 * result of the second, which has no source, is accepted. */
static void port_s_and_a_result_in_one_cycle__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "ibuffer.depth=3 collector.count=1 inflight.entries=3");
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp32 r9 = r0");
    decode_at(v, 3, 0, "fp32 r10 = r8");
    vector_to(v, 5);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    vector_to(v, 9);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 5:w0#2");
    EXPECT_DISPATCHES(v, "3:w0#0 5:w0#1 6:w0#2");
    EXPECT_OPERANDS(v, 5, "w0r0");
    EXPECT_OPERANDS(v, 6, "#500");
    vector_finish(v);
}

/* One source may be outstanding, not two: the reader of r8 and r9 issues when one of them is there. */
static void two_outstanding_sources_wait__triple_a(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "collector.count=3 ibuffer.depth=3");
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp32 r9 =");
    decode_at(v, 3, 0, "fp32 r10 = r8 r9");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 12);
    vector_result(v, FP32, 0, 9, 1, "last", 0xF, 0x600);
    vector_to(v, 16);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 10:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 4:w0#1 13:w0#0");
    EXPECT_OPERANDS(v, 13, "#500 #600");
    EXPECT_STAT(v, bank_reads, 1);
    vector_finish(v);
}

/* A register that two slots name counts twice. */
static void outstanding_source_named_twice_waits__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp32 r9 = r8 r8");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 10:w0#0");
    EXPECT_STAT(v, ecu_early, 0);
    vector_finish(v);
}

/* A result that leaves lanes as they are is not enough for its reader, which reads the whole row. */
static void result_without_some_lanes_is_not_waited_for__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 = mask=0x3");
    decode_at(v, 2, 0, "fp32 r9 = r8");
    assert_int_equal(vector_get(v, "u_scoreboard.barred_q", 8, 4 * 64), 1);
    vector_to(v, 9);
    vector_result(v, INT, 0, 8, 0, "last", 0x3, 0x500);
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 10:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 12, "w0r8|#500/3");
    vector_finish(v);
}

/* The register is not barred any more when an instruction with all lanes writes it. */
static void next_writer_lifts_the_bar__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU);
    decode_at(v, 1, 0, "int r8 = mask=0x3");
    vector_to(v, 4);
    vector_result(v, INT, 0, 8, 0, "last", 0x3, 0x500);
    decode_at(v, 5, 0, "int r8 =");
    decode_at(v, 6, 0, "fp32 r9 = r8");
    int_result_at(v, 10, 8, 0, 0x600);
    vector_to(v, 13);
    EXPECT_ISSUES(v, "2:w0#0 6:w0#0 7:w0#1");
    EXPECT_DISPATCHES(v, "3:w0#0 7:w0#0 11:w0#1");
    EXPECT_OPERANDS(v, 11, "#600");
    vector_finish(v);
}

/* Loads would keep collectors for long: they are waited for as ecu.waits_for says. */
static void loads_are_waited_for_as_configured__triple_a(void **state)
{
    (void)state;
    static const char *const producers[] = {"sfu r8 =", "ldst r8 =", "ldst r8 = long"};
    static const struct { const char *settings; unsigned waited_for; } rows[] = {
        {ECU, 1}, {ECU "ecu.waits_for=near", 2}, {ECU "ecu.waits_for=all", 3}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned p = 0; p < sizeof producers / sizeof *producers; p++) {
            struct vector *v = begin(rows[i].settings);
            bool early = p < rows[i].waited_for;
            decode_at(v, 1, 0, producers[p]);
            decode_at(v, 2, 0, "fp32 r9 = r8");
            vector_to(v, 9);
            vector_result(v, p ? LDST : SFU, 0, 8, 0, "last", 0xF, 0x500);
            vector_to(v, 20);
            EXPECT_ISSUES(v, early ? "2:w0#0 3:w0#1" : "2:w0#0 10:w0#0");
            EXPECT_OPERANDS(v, early ? 10 : 12, "#500");
            EXPECT_STAT(v, ecu_early, early);
            vector_finish(v);
        }
}

/* With the two-level scheduler a warp that waits for a near load stays in the active set, and its head enters. */
static void warp_stays_active_while_its_head_enters__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "ecu.waits_for=near issue.scheduler=two_level issue.active=1 subcore.warps=1");
    decode_at(v, 1, 0, "ldst r8 =");
    decode_at(v, 2, 0, "fp32 r9 = r8");
    vector_to(v, 12);
    vector_result(v, LDST, 0, 8, 0, "last", 0xF, 0x500);
    vector_to(v, 20);
    EXPECT_Q(v, "u_active.active_q", 1);
    EXPECT_STAT(v, ecu_early, 1);
    EXPECT_OPERANDS(v, 13, "#500");
    vector_finish(v);
}

/* A result register of the next instruction that a waiting one still reads: WAW until the result is there, and WAR
 * until the reader has dispatched. */
static void waiting_reader_is_not_overtaken__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "collector.count=3 ibuffer.depth=3");
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp32 r9 = r1 r8");
    decode_at(v, 3, 0, "int r1 =");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 13);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 10:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 10:w0#1 11:w0#0");
    vector_finish(v);
}

/* Two readers in two collectors take one result. */
static void every_waiting_collector_takes_the_result__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "ibuffer.depth=3");
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp32 r9 = r8");
    decode_at(v, 3, 0, "sfu r10 = r8");
    int_result_at(v, 9, 8, 0, 0x500);
    vector_to(v, 13);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2");
    EXPECT_DISPATCHES(v, "3:w0#0 10:w0#1 11:w0#2");
    EXPECT_OPERANDS(v, 11, "#500");
    EXPECT_STAT(v, bank_reads, 0);
    vector_finish(v);
}

/* Results of other registers, and of other warps, are left alone. */
static void other_results_are_left_alone__section_3_16(void **state)
{
    (void)state;
    struct vector *v = begin(ECU "collector.count=4 ibuffer.depth=3");
    vector_launch(v, 1);
    decode_at(v, 1, 0, "int r8 =");
    decode_at(v, 2, 0, "fp64 r7 =");
    decode_at(v, 3, 0, "fp32 r9 = r8");
    vector_to(v, 4);
    vector_decode(v, 1, "int r8 =");
    vector_to(v, 9);
    vector_result(v, FP64, 0, 7, 1, "last", 0xF, 0x700);
    vector_to(v, 10);
    vector_result(v, INT, 1, 8, 3, "last", 0xF, 0x800);
    vector_to(v, 11);
    EXPECT_ACCEPTS(v, "9:w0r7 10:w1r8");
    int_result_at(v, 12, 8, 0, 0x500);
    vector_to(v, 15);
    EXPECT_OPERANDS(v, 13, "#500");
    vector_finish(v);
}

static void registers_of_an_early_collector__section_2(void **state)
{
    (void)state;
    struct vector *v = vector_start("microarchitecture 2", ECU "ecu.waits_for=near collector.slots=5 "
                                      "subcore.registers=128");
    static const struct { const char *name; unsigned width; bool reset; } rows[] = {
        {"top.g_col[1].u_ecu.src_valid_q", 5, true}, {"top.g_col[1].u_ecu.src_ready_q", 5, true},
        {"top.g_col[1].u_ecu.src_wait_q", 5, true}, {"top.g_col[1].u_ecu.src_reg_q", 35, false},
        {"top.g_col[1].u_ecu.g_slot[4].data_q", 128, false}, {"top.u_scoreboard.barred_q", 512, false},
        {"top.u_ibuffer.long_q", 8, false}
    };
    unsigned found = 0;
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {
            const struct model_register *reg = &model_registers(v->model)[i];
            if (strcmp(reg->name, rows[r].name) != 0)
                continue;
            EXPECT_COUNT(v, rows[r].name, reg->width, rows[r].width);
            assert_int_equal(reg->reset, rows[r].reset);
            found++;
        }
    assert_int_equal(found, sizeof rows / sizeof *rows);
    vector_finish(v);
}

/* The boundary checks of the driver over random programs; a timing-only model must agree in every cycle. */
static void random_programs_deliver_program_order_values(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "", "ecu.waits_for=all", "ecu.waits_for=near",
        "collector.count=1 rf.banks=1 inflight.entries=2 ibuffer.depth=1",
        "collector.count=3 rf.banks=4 collector.forward=false collector.slots=3 ibuffer.depth=3 subcore.warps=3",
        "collector.count=8 rf.banks=8 collector.reuse_on_dispatch=false subcore.registers=8 subcore.lanes=1",
        "issue.scheduler=two_level issue.active=2 collector.count=4", "issue.scheduler=lrr writeback.order=unit",
        "collector.beats=2 rf.banks=4 collector.count=4", "scoreboard.tags=0 dispatch.order=round_robin"
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        char text[VECTOR_SETTINGS];
        snprintf(text, sizeof text, ECU "%s", settings[i]);
        struct vector *v = vector_start(SECTION, text);
        vector_with_twin(v);
        vector_traffic(v, 3000, 29 * i + 1, 8);
        assert_true(v->dispatched > 100 && v->ended > 1);
        assert_true(model_stats(v->model)->ecu_early > 10);
        EXPECT_STAT(v, dispatches, v->dispatched);
        vector_finish(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reader_enters_before_its_source_is_there__triple_a),
        cmocka_unit_test(plain_collectors_take_it_two_cycles_later__malekeh_II),
        cmocka_unit_test(other_sources_are_read_meanwhile__triple_a),
        cmocka_unit_test(result_in_the_cycle_of_the_issue_is_taken__section_3_16),
        cmocka_unit_test(port_s_and_a_result_in_one_cycle__section_3_16),
        cmocka_unit_test(two_outstanding_sources_wait__triple_a),
        cmocka_unit_test(outstanding_source_named_twice_waits__section_3_16),
        cmocka_unit_test(result_without_some_lanes_is_not_waited_for__section_3_16),
        cmocka_unit_test(next_writer_lifts_the_bar__section_3_16),
        cmocka_unit_test(loads_are_waited_for_as_configured__triple_a),
        cmocka_unit_test(warp_stays_active_while_its_head_enters__section_3_5),
        cmocka_unit_test(waiting_reader_is_not_overtaken__section_3_5),
        cmocka_unit_test(every_waiting_collector_takes_the_result__section_3_16),
        cmocka_unit_test(other_results_are_left_alone__section_3_16),
        cmocka_unit_test(registers_of_an_early_collector__section_2),
        cmocka_unit_test(random_programs_deliver_program_order_values),
    };
    return cmocka_run_group_tests_name("vectors, early collectors", tests, NULL, NULL);
}
