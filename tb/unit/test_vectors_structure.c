/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the options that change what collectors cost and how long paths are: operands in two beats, the issue
 * stage, one write port for the entries of a CCU, replacement without an order of use. Numbers are worked out by hand
 * from docs/microarchitecture.md. Frame and timing are those of test_vectors_malekeh.c: decoded in t, an instruction
 * can issue in t + 1; allocated in t with n misses it dispatches in t + 1 + n.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define CCU "collector.kind=ccu "
#define ONE "collector.count=1 "
#define HALVES "collector.beats=2 "
#define STAGE "issue.pipeline=true "
#define TABLE "g_col[0].u_ccu."

static struct vector *begin(const char *section, const char *settings)
{
    return begin_warps(section, 1, "%s", settings);
}

/* Warp 0's ring of three: the unit of the instruction in each entry, and which of them is the head. */
static void expect_ring(struct vector *v, const char *entries, bool shift, unsigned head)
{
    char text[64];
    snprintf(text, sizeof text, "%s - - - - - - - - -", entries);
    EXPECT_LIST(v, "u_ibuffer.unit_q", 12, text);
    if (!shift)
        assert_int_equal(vector_get(v, "u_ibuffer.rptr_q", 0, 4), head);
}

static unsigned first_from(unsigned k, unsigned mask, unsigned n)
{
    unsigned i = 0;
    while (i < n - 1 && !(mask >> (k + i) % n & 1))
        i++;
    return (k + i) % n;
}

/* --- beats -------------------------------------------------------------------------------------------------------- */

/* Reads in 3 and 4 arrive in 4 and 5; lower lanes in 5, upper ones in 6, and with reuse the collector is taken then. */
static void upper_lanes_hold_the_collector_for_a_cycle__section_3_4(void **state)
{
    (void)state;
    static const struct { const char *settings, *issues, *dispatches; } rows[] = {
        {ONE, "2:w0#0 5:w0#1", "5:w0#0 7:w0#1"},
        {ONE HALVES, "2:w0#0 6:w0#0", "5:w0#0 8:w0#0"},
        {ONE HALVES "collector.reuse_on_dispatch=false", "2:w0#0 7:w0#0", "5:w0#0 9:w0#0"},
        {ONE HALVES "collector.forward=false", "2:w0#0 7:w0#0", "6:w0#0 10:w0#0"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("microarchitecture 3.4 (beats, held)", rows[i].settings);
        decode_at(v, 1, 0, "int = r0 r1");
        decode_at(v, 2, 0, "fp32 = r2");
        vector_to(v, 14);
        EXPECT_ISSUES(v, rows[i].issues);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        vector_finish(v);
    }
}

static void upper_q_is_1_in_the_second_beat_only__section_3_4(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 2 (upper_q), 3.4 (beats)", ONE HALVES);
    decode_at(v, 1, 0, "int = r0 r1");  /* issue 2, dispatch 5 */
    for (uint64_t cycle = 3; cycle < 9; cycle++) {
        vector_to(v, cycle);
        EXPECT_Q(v, "g_col[0].u_ocu.upper_q", cycle == 6);
        EXPECT_Q(v, "g_col[0].u_ocu.occupied_q", cycle < 7);
    }
    vector_finish(v);
}

/* Another collector sends its lower lanes while the upper ones of the first leave. */
static void two_collectors_send_halves_in_one_cycle__section_3_4(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.4 (beats)", HALVES);
    decode_at(v, 1, 0, "int = r0");     /* issue 2, dispatch 4, upper lanes in 5 */
    decode_at(v, 2, 0, "fp32 = r1");    /* issue 3, dispatch 5, upper lanes in 6 */
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "4:w0#0 5:w0#1");
    vector_finish(v);
}

static void warp_ends_behind_its_upper_lanes__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (end)", HALVES);
    decode_at(v, 1, 0, "int = r0 last");   /* dispatch 4, upper lanes in 5 */
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "4:w0#0");
    EXPECT_ENDS(v, "6:w0");
    vector_finish(v);
}

/* The entries of the instruction stay locked until its upper lanes have left: a result may not replace them before. */
static void locks_last_until_the_upper_lanes_have_left__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.6 (1, without allocation)", CCU ONE HALVES);
    decode_at(v, 1, 0, "int = r0");     /* dispatch 4, upper lanes in 5 */
    for (uint64_t cycle = 3; cycle < 8; cycle++) {
        vector_to(v, cycle);
        EXPECT_Q(v, TABLE "ct_lock_q", cycle < 6);
    }
    vector_finish(v);
}

/* --- the issue stage ---------------------------------------------------------------------------------------------- */

static void stage_holds_an_instruction_for_a_cycle__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 2 (u_stage), 3.5, 3.6", STAGE ONE);
    decode_at(v, 1, 0, "int = r0 r1");  /* issue 2, allocated in 3, dispatch 6 */
    vector_to(v, 3);
    EXPECT_Q(v, "u_stage.valid_q", 1);
    EXPECT_Q(v, "u_stage.warp_q", 0);
    EXPECT_LIST(v, "u_stage.src_reg_q", 6, "0 1 - - - -");
    EXPECT_Q(v, "u_stage.src_valid_q", 3);
    EXPECT_Q(v, "g_col[0].u_ocu.occupied_q", 0);
    vector_to(v, 4);
    EXPECT_Q(v, "u_stage.valid_q", 0);
    EXPECT_Q(v, "g_col[0].u_ocu.occupied_q", 1);
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0");
    EXPECT_DISPATCHES(v, "6:w0#0");
    vector_finish(v);
}

/* Chosen in 2 and 3: in 3 the table is empty, and number 0 is that of the instruction in the stage. */
static void number_is_taken_a_cycle_after_it_was_given__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (5, in-flight number)", STAGE);
    decode_at(v, 1, 0, "int r4 = r0");
    decode_at(v, 2, 0, "int r5 = r1");
    vector_to(v, 3);
    EXPECT_Q(v, "u_stage.iid_q", 0);
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "0 0 0 0 0 0 0 0");
    vector_to(v, 4);
    EXPECT_Q(v, "u_stage.iid_q", 1);
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "1 0 0 0 0 0 0 0");
    vector_to(v, 5);
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "1 3 0 0 0 0 0 0");
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1");
    vector_finish(v);
}

/* In 4 number 0 is in the table and dispatches, 1 is in the stage: none is free. In 6 the table is empty, and 0 is in
 * the stage. */
static void number_of_the_stage_is_not_free__section_3_5(void **state)
{
    (void)state;
    static const char *const settings[] = {STAGE "inflight.entries=2", STAGE "inflight.entries=2 writeback.order=unit"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin("microarchitecture 3.5 (5, in-flight number)", settings[i]);
        decode_at(v, 1, 0, "int");
        decode_at(v, 2, 0, "fp32");
        decode_at(v, 3, 0, "int");
        decode_at(v, 4, 0, "fp32");
        vector_to(v, 6);
        if (i == 1)
            EXPECT_Q(v, "u_inflight.valid_q", 0);
        EXPECT_Q(v, "u_stage.iid_q", 0);
        vector_to(v, 10);
        EXPECT_ISSUES(v, "2:w0#0 3:w0#1 5:w0#0 6:w0#1");
        EXPECT_DISPATCHES(v, "4:w0#0 5:w0#1 7:w0#0 8:w0#1");
        vector_finish(v);
    }
}

/* WAR: the first instruction reads r8 when it dispatches, in 5; the second one may issue then, and not in 3. */
static void result_waits_for_a_read_in_the_stage__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (3)", STAGE);
    decode_at(v, 1, 0, "int = r8");
    decode_at(v, 2, 0, "fp32 r8 =");
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0 5:w0#1");
    vector_finish(v);
}

/* Without a source it is in its collector in 4, dispatches then, and its warp ends in 5. */
static void warp_does_not_end_with_its_last_instruction_in_the_stage__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (end)", STAGE);
    decode_at(v, 1, 0, "branch last");
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "4:w0#0");
    EXPECT_ENDS(v, "5:w0");
    vector_finish(v);
}

/* In 3 no CCU has the warp yet, but the one that it is on its way to holds it, and is busy. */
static void ccu_holds_the_warp_of_the_stage__section_3_5(void **state)
{
    (void)state;
    static const char *const settings[] = {CCU STAGE, CCU STAGE "ccu.allocation=malekeh issue.scheduler=malekeh"};
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin("microarchitecture 3.5 (holds)", settings[i]);
        decode_at(v, 1, 0, "int = r0");     /* issue 2, allocated in 3, dispatch 5 */
        decode_at(v, 2, 0, "fp32 = r1");    /* issue 5 */
        vector_to(v, 5);
        uint64_t valid[2] = {vector_get(v, "g_col[0].u_ccu.ct_valid_q", 0, 1),
                             vector_get(v, "g_col[1].u_ccu.ct_valid_q", 0, 1)};
        assert_int_equal(valid[0] | valid[1], 1);
        vector_to(v, 12);
        EXPECT_ISSUES(v, "2:w0#0 5:w0#1");
        EXPECT_DISPATCHES(v, "5:w0#0 8:w0#1");
        EXPECT_Q(v, valid[0] ? "g_col[1].u_ccu.ct_valid_q" : TABLE "ct_valid_q", 0);
        vector_finish(v);
    }
}

/*
 * r8 comes in 5, when its warp's CCU is still its own though empty, and the warp issues to a CCU at random. In 6 the
 * value is there; when the instruction is allocated to the other CCU it has to go.
 */
static void result_in_the_ccu_that_its_warp_leaves_goes__section_3_6(void **state)
{
    (void)state;
    unsigned left = 0;
    for (int seed = 1; seed <= 12; seed++) {
        char settings[96], valid[2][32] = {TABLE "ct_valid_q", "g_col[1].u_ccu.ct_valid_q"};
        snprintf(settings, sizeof settings, CCU STAGE "random.seed=%d", seed * 2003);
        struct vector *v = begin("microarchitecture 3.5 (holds), 3.6 (6)", settings);
        decode_at(v, 1, 0, "ldst r8n =");   /* issue 2, allocated in 3, dispatch 4 */
        decode_at(v, 4, 0, "int = r0");     /* issue 5, allocated in 6 */
        unsigned first = vector_random(v, 2, 2), second = vector_random(v, 5, 2);
        vector_to(v, 5);
        vector_result(v, LDST, 0, 8, 0, "near last", 0xF, 0x800);
        vector_to(v, 6);
        EXPECT_ACCEPTS(v, "5:w0r8");
        EXPECT_Q(v, valid[first], 1);
        vector_to(v, 7);
        EXPECT_Q(v, valid[second], second == first ? 3 : 1);
        EXPECT_Q(v, valid[!second], 0);
        left += second != first;
        vector_finish(v);
    }
    assert_true(left > 0);
}

/* --- the rings of instructions ------------------------------------------------------------------------------------ */

/* Of three entries. The collector is free in 2, 4, 6 and 8: the first instruction issues in 2, the second in 4, and the
 * fourth comes in that cycle. */
static void entries_move_up_or_the_head_moves__section_3_5(void **state)
{
    (void)state;
    static const struct { uint64_t cycle; const char *decoded, *ring, *moved; unsigned head; } rows[] = {
        {2, "int = r0",  "0 - -", "0 - -", 0}, {3, "fp32 = r1", "- 1 -", "1 - -", 1},
        {4, "fp64 = r2", "- 1 2", "1 2 -", 1}, {5, "sfu = r3",  "3 - 2", "2 3 -", 2}, {7, NULL, "3 - -", "3 - -", 0},
    };
    for (unsigned shift = 0; shift < 2; shift++) {
        struct vector *v = begin("microarchitecture 3.5 (at the edge), 3.12 (dec_valid_i)",
                                 shift ? ONE "ibuffer.depth=3 ibuffer.shift=true" : ONE "ibuffer.depth=3");
        for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {
            if (rows[r].decoded)
                decode_at(v, rows[r].cycle - 1, 0, rows[r].decoded);
            vector_to(v, rows[r].cycle);
            expect_ring(v, shift ? rows[r].moved : rows[r].ring, shift, rows[r].head);
        }
        vector_to(v, 12);
        EXPECT_ISSUES(v, "2:w0#0 4:w0#1 6:w0#0 8:w0#1");
        vector_finish(v);
    }
}

/* --- the queues of banks ------------------------------------------------------------------------------------------ */

#define QUEUE "g_bank[0].u_queue."

/* A register of bank 0's queue: digits of the first of `count` entries, each of which `number` translates, if given. */
static void expect_requests(struct vector *v, const char *name, unsigned count, const char *digits,
                            const unsigned *number)
{
    char text[64] = "";
    for (unsigned i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (i >= strlen(digits) || digits[i] == '-')
            snprintf(text + used, sizeof text - used, "- ");
        else
            snprintf(text + used, sizeof text - used, "%u ", number ? number[digits[i] - '0']
                     : (unsigned)(digits[i] - '0'));
    }
    EXPECT_LIST(v, name, count, text);
}

/*
 * Instructions 0 to 3 read two, one, three and one registers of bank 0, are issued in 2, 3, 4 and 9, and their requests
 * are in the queue from the next cycle on. It serves a slot in every cycle: 0 leaves in 4, 1 in 5, 2 in 8. `who` names
 * the instruction of each entry, `slots` has its mask; both are those of a ring, then those of entries that move up.
 */
static const struct { uint64_t cycle; unsigned count, head; const char *who[2], *slots[2]; } served[] = {
    {3, 1, 0, {"0--", "0--"}, {"3--", "3--"}}, {4, 2, 0, {"01-", "01-"}, {"21-", "21-"}},
    {5, 2, 1, {"012", "12-"}, {"017", "17-"}}, {6, 1, 2, {"012", "22-"}, {"007", "77-"}},
    {7, 1, 2, {"012", "22-"}, {"006", "67-"}}, {8, 1, 2, {"012", "22-"}, {"004", "47-"}},
    {9, 0, 0, {"012", "22-"}, {"000", "07-"}}, {10, 1, 0, {"-12", "-2-"}, {"100", "17-"}},
};

/* The four instructions, and what the queue says of them: `shift`, and which register says whose a request is. */
static void serve(struct vector *v, bool shift, unsigned entries, const char *owner, const unsigned *number)
{
    static const struct { uint64_t cycle; const char *text; } program[] = {
        {1, "int = r0 r2"}, {2, "fp32 = r4"}, {3, "fp64 = r6 r8 r10"}, {8, "sfu = r12"},
    };
    unsigned next = 0;
    for (unsigned r = 0; r < sizeof served / sizeof *served; r++) {
        for (; next < 4 && program[next].cycle < served[r].cycle; next++)
            decode_at(v, program[next].cycle, 0, program[next].text);
        vector_to(v, served[r].cycle);
        EXPECT_Q(v, QUEUE "count_q", served[r].count);
        if (!shift)
            EXPECT_Q(v, QUEUE "rptr_q", served[r].head);
        expect_requests(v, owner, entries, served[r].who[shift], number);
        expect_requests(v, QUEUE "mask_q", entries, served[r].slots[shift], NULL);
    }
    vector_to(v, 16);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2 9:w0#0");
    EXPECT_DISPATCHES(v, "5:w0#0 6:w0#1 9:w0#2 11:w0#0");
}

/* Three collectors, each of which takes one of the first three instructions. */
static void requests_move_up_or_the_head_moves__section_3_10(void **state)
{
    (void)state;
    for (unsigned shift = 0; shift < 2; shift++) {
        struct vector *v = begin("microarchitecture 3.7, 3.10 (leaves the queue)",
                                 shift ? "collector.count=3 rf.queue_shift=true" : "collector.count=3");
        unsigned first = first_from(vector_random(v, 2, 3), 7, 3);
        unsigned second = first_from(vector_random(v, 3, 3), 7u & ~(1u << first), 3);
        serve(v, shift, 3, QUEUE "col_q", (unsigned[]){first, second, 3 - first - second});
        vector_finish(v);
    }
}

/* Three positions in each of four BOCs; instructions take them one after the other. */
static void positions_move_up__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.7, 3.10 (leaves the queue), 3.14",
                             "collector.kind=boc collector.count=4 boc.window=3 rf.queue_shift=true");
    serve(v, true, 12, QUEUE "pos_q", NULL);
    vector_finish(v);
}

/* One collector: the queue has one entry. */
static void queue_of_one_entry_has_a_head__section_3_10(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.7, 3.10 (leaves the queue)", ONE "rf.queue_shift=true");
    decode_at(v, 1, 0, "int = r0 r2");  /* issue 2, its slots granted in 3 and 4, dispatch 5 */
    decode_at(v, 2, 0, "fp32 = r4");    /* issue 5 */
    static const uint64_t count[] = {1, 1, 0, 1, 0}, mask[] = {3, 2, 0, 1, 0};
    for (unsigned i = 0; i < 5; i++) {
        vector_to(v, 3 + i);
        EXPECT_Q(v, QUEUE "count_q", count[i]);
        EXPECT_Q(v, QUEUE "mask_q", mask[i]);
    }
    EXPECT_ISSUES(v, "2:w0#0 5:w0#1");
    vector_finish(v);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* In 8 INT has the older result for bank 0, TENSOR one for it, too, and FP32 one for bank 1. */
static void oldest_or_unit_gets_the_bank__section_3_9(void **state)
{
    (void)state;
    for (unsigned unit = 0; unit < 2; unit++) {
        struct vector *v = begin("microarchitecture 3.9 (ready)", unit ? "writeback.order=unit" :
                                 "writeback.order=oldest");
        decode_at(v, 1, 0, "int r8 =");
        decode_at(v, 2, 0, "fp32 r9 =");
        decode_at(v, 3, 0, "tensor r10 =");
        vector_to(v, 8);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x800);
        vector_result(v, FP32, 0, 9, 1, "last", 0xF, 0x900);
        vector_result(v, TENSOR, 0, 10, 2, "last", 0xF, 0xA00);
        vector_to(v, 12);
        EXPECT_ACCEPTS(v, unit ? "8:w0r9 8:w0r10 9:w0r8" : "8:w0r8 8:w0r9 9:w0r10");
        vector_finish(v);
    }
}

/* --- the entries of a CCU ----------------------------------------------------------------------------------------- */

/* In 5 port S brings r0, and r8 comes as a near result. */
static void bank_goes_before_a_result_at_a_shared_write_port__section_3_11(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++) {
        struct vector *v = begin("microarchitecture 3.11 (2)",
                                 shared ? CCU ONE "ccu.shared_write=true" : CCU ONE "ccu.shared_write=false");
        decode_at(v, 1, 0, "ldst r8n =");   /* issue 2, dispatch 3 */
        decode_at(v, 2, 0, "int = r0");     /* issue 3, read in 4, dispatch 5 */
        vector_to(v, 5);
        vector_result(v, LDST, 0, 8, 0, "near last", 0xF, 0x800);
        vector_to(v, 7);
        EXPECT_ACCEPTS(v, "5:w0r8");
        EXPECT_Q(v, TABLE "ct_valid_q", shared ? 1 : 3);
        EXPECT_COUNT(v, "port_d_fills", model_stats(v->model)->port_d_fills, !shared);
        EXPECT_COUNT(v, "port_d_lost", model_stats(v->model)->port_d_lost, shared);
        vector_finish(v);
    }
}

/* The copy of r1 is stale when its new value finds the port taken. */
static void result_without_the_shared_port_invalidates__section_3_11(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.11 (2)", CCU ONE "ccu.shared_write=true");
    decode_at(v, 1, 0, "int = r1n");        /* issue 2, dispatch 4 */
    decode_at(v, 2, 0, "ldst r1n =");       /* issue 4, dispatch 5 */
    decode_at(v, 4, 0, "int = r0");         /* issue 5, read in 6, dispatch 7 */
    vector_to(v, 7);
    EXPECT_Q(v, TABLE "ct_valid_q", 3);
    vector_result(v, LDST, 0, 1, 1, "near last", 0xF, 0x100);
    vector_to(v, 9);
    EXPECT_ACCEPTS(v, "7:w0r1");
    EXPECT_Q(v, TABLE "ct_valid_q", 2);
    vector_finish(v);
}

/* Entries 0 to 3 hold r0 to r3; the third instruction hits entry 1 and misses twice. */
static void far_entries_go_first_then_any_at_random__section_3_6(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (int seed = 1; seed <= 24; seed++)
        for (unsigned far = 0; far < 2; far++) {
            char settings[160], text[32];
            snprintf(settings, sizeof settings, CCU ONE "collector.slots=3 ccu.entries=4 "
                     "ccu.replacement=reuse_random random.seed=%d", seed * 2003);
            struct vector *v = begin("microarchitecture 1 (random choices), 3.6 (order)", settings);
            decode_at(v, 1, 0, "int = r0n r1n r2n");            /* issue 2, dispatch 6 */
            decode_at(v, 2, 0, far ? "fp32 = r3" : "fp32 = r3n");  /* issue 6, dispatch 8 */
            decode_at(v, 6, 0, "int = r8 r1 r9");               /* issue 8 */
            vector_to(v, 9);
            unsigned k = vector_random(v, 8, 4);
            unsigned a = far ? 3 : first_from(k, 0xD, 4), b = first_from(k, 0xDu & ~(1u << a), 4);
            snprintf(text, sizeof text, "%u 1 %u", a, b);
            EXPECT_LIST(v, TABLE "oct_index_q", 3, text);
            seen |= 1u << k;
            vector_to(v, 14);
            vector_finish(v);
        }
    assert_int_equal(seen, 0xF);
}

/* --- random traffic ----------------------------------------------------------------------------------------------- */

/* The driver judges every operand by the program order; the model its own invariants (3.13). */
static void operands_are_right_whatever_the_structure__section_3(void **state)
{
    (void)state;
    static const char *const rows[] = {
        HALVES, STAGE, HALVES STAGE "collector.count=3",
        HALVES "collector.forward=false", STAGE "collector.reuse_on_dispatch=false collector.forward=false",
        CCU HALVES "ccu.shared_write=true", CCU STAGE "ccu.replacement=reuse_random",
        CCU HALVES STAGE "ccu.shared_write=true ccu.replacement=reuse_random ccu.write=all",
        CCU HALVES STAGE "ccu.allocation=malekeh issue.scheduler=malekeh sthld.value=2 collector.count=3",
        CCU STAGE "ccu.allocation=any issue.scheduler=malekeh collector.count=3",
        CCU STAGE HALVES "ccu.allocation=private collector.count=4 subcore.warps=4",
        CCU STAGE "issue.blocked=stall ccu.replacement=lru reuse.distance=decremented",
        CCU STAGE HALVES "issue.scheduler=two_level issue.active=2 ccu.ports_d=2 ccu.write=all rf.banks=4",
        STAGE "ibuffer.shift=true writeback.order=unit", CCU "ibuffer.shift=true ibuffer.depth=3 writeback.order=unit",
        "collector.count=3 rf.queue_shift=true", CCU STAGE "collector.count=1 rf.queue_shift=true",
        "collector.kind=boc collector.count=4 rf.queue_shift=true writeback.order=unit",
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t seed = 97 * i + 5;
        struct vector *v = vector_start("microarchitecture 3", rows[i]);
        vector_with_twin(v);
        print_message("seed %u: %s\n", seed, rows[i]);
        vector_traffic(v, 4000, seed, 8);
        assert_true(v->dispatched > 100 && v->ended > 1);
        vector_finish(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upper_lanes_hold_the_collector_for_a_cycle__section_3_4),
        cmocka_unit_test(upper_q_is_1_in_the_second_beat_only__section_3_4),
        cmocka_unit_test(two_collectors_send_halves_in_one_cycle__section_3_4),
        cmocka_unit_test(warp_ends_behind_its_upper_lanes__section_3_12),
        cmocka_unit_test(locks_last_until_the_upper_lanes_have_left__section_3_6),
        cmocka_unit_test(stage_holds_an_instruction_for_a_cycle__section_3_5),
        cmocka_unit_test(number_is_taken_a_cycle_after_it_was_given__section_3_5),
        cmocka_unit_test(number_of_the_stage_is_not_free__section_3_5),
        cmocka_unit_test(result_waits_for_a_read_in_the_stage__section_3_5),
        cmocka_unit_test(warp_does_not_end_with_its_last_instruction_in_the_stage__section_3_12),
        cmocka_unit_test(ccu_holds_the_warp_of_the_stage__section_3_5),
        cmocka_unit_test(result_in_the_ccu_that_its_warp_leaves_goes__section_3_6),
        cmocka_unit_test(entries_move_up_or_the_head_moves__section_3_5),
        cmocka_unit_test(requests_move_up_or_the_head_moves__section_3_10),
        cmocka_unit_test(positions_move_up__section_3_14),
        cmocka_unit_test(queue_of_one_entry_has_a_head__section_3_10),
        cmocka_unit_test(oldest_or_unit_gets_the_bank__section_3_9),
        cmocka_unit_test(bank_goes_before_a_result_at_a_shared_write_port__section_3_11),
        cmocka_unit_test(result_without_the_shared_port_invalidates__section_3_11),
        cmocka_unit_test(far_entries_go_first_then_any_at_random__section_3_6),
        cmocka_unit_test(operands_are_right_whatever_the_structure__section_3),
    };
    return cmocka_run_group_tests_name("structure of collectors", tests, NULL, NULL);
}
