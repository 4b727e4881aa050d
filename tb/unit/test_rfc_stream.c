/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a register cache has to know of operands (RFC-sim IV-B, IV-C1): positions and reuse flags of sources, and which
 * results are soon named again. Worked out by hand from docs/environment.md, 4.12.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/cubin_stream.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/isa.h"
#include "cmodel/stream/look_ahead.h"
#include "cmodel/sass/records.h"

/* --- positions and flags ------------------------------------------------------------------------------------------ */

/* "R6:0 R9:1u" of every record, with | between: register, position, u for the reuse flag. */
static void describe(const struct insn *records, unsigned count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s", i ? " |" : "");
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++) {
            if (!(records[i].src_valid >> s & 1)) {
                assert_int_equal(records[i].src_pos[s], 0);
                assert_int_equal(records[i].src_reuse >> s & 1, 0);
                continue;
            }
            used += (size_t)snprintf(text + used, size - used, "%sR%u:%u%s", used ? " " : "", records[i].src[s],
                                     records[i].src_pos[s], records[i].src_reuse >> s & 1 ? "u" : "");
        }
    }
}

/* In a trace the position counts the listed sources, after the corrections of docs/traces.md, and RZ is one of them. */
static void positions_in_traces__rfc_sim_IV_C1(void **unused)
{
    static const struct {
        const char *opcode;
        unsigned slots;
        struct isa_listed listed;
        const char *expected;
    } rows[] = {
        {"FFMA", 6, {1, 3, {4}, {1, 2, 3}}, "R1:0 R2:1 R3:2"},
        {"FFMA", 6, {1, 3, {4}, {1, 255, 3}}, "R1:0 R3:2"},
        {"FFMA", 6, {1, 3, {4}, {7, 7, 7}}, "R7:0 R7:1 R7:2"},
        {"IMAD.WIDE", 6, {1, 3, {4}, {6, 7, 8}}, "R6:0 R7:1 R8:2 R9:2"},
        {"DFMA", 6, {1, 3, {12}, {8, 10, 12}}, "R8:0 R9:0 R10:1 R11:1 R12:2 R13:2"},
        {"DFMA", 3, {1, 3, {12}, {8, 10, 12}}, "R8:0 R9:0 R10:1 | R11:1 R12:2 R13:2"},
        {"HMMA.1688.F32", 8, {1, 3, {8}, {2, 4, 8}}, "R2:0 R3:0 R4:1 R8:2 R9:2 R10:2 R11:2"},
        {"LDG.E", 6, {1, 1, {0}, {2}}, "R2:0 R3:0"},
        {"STG.E.64", 6, {0, 2, {0}, {2, 8}}, "R2:0 R3:0 R8:1 R9:1"},
        {"SHFL.IDX", 6, {0, 3, {0}, {5, 4, 3}}, "R4:0 R3:1"},      /* R5 is the result */
        {"RET.REL.NODEC", 6, {1, 0, {20}, {0}}, "R20:0 R21:0"},    /* read, though listed as a result */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct isa_limits limits = {(int)rows[i].slots, 256, true};
        struct insn uops[ISA_MAX_UOPS], proto = {.mask = UINT32_MAX};
        struct isa_op op;
        char text[400], error[200];
        isa_lookup(&op, rows[i].opcode);
        int n = isa_expand(&op, &rows[i].listed, &limits, &proto, uops, SENTENCE(error));
        assert_true(n > 0);
        describe(uops, (unsigned)n, text, sizeof text);
        assert_string_equal(text, rows[i].expected);
    }
}

/* In machine code the position is the index of the operand's reuse flag: A, B, C, wherever the register is encoded. */
static void positions_and_flags_in_machine_code__rfc_sim_IV_B(void **unused)
{
    static const struct { uint64_t hi, lo; unsigned slots; const char *expected; } rows[] = {
        {0x040fe20007ffe0ff, 0xffffffff0a007810, 6, "R10:0u"},                      /* IADD3 R0, R10.reuse, -1, RZ */
        {0x080fe200078e0009, 0x0000580006067625, 6, "R6:0 R9:1u"},                  /* IMAD.WIDE.U32, C constant */
        {0x0c6fe40000000000, 0x000000030b047416, 6, "R11:0u R0:1u"},                /* PRMT R4, R11, R0, 3 */
        {0x1c00000000040c10, 0x300000000f137231, 6, "R15:0u R0:1u R16:2u"},         /* HFMA2 */
        {0x000fc600078e0002, 0x0000000903067227, 6, "R3:0 R9:1 R2:2 R3:2"},         /* IMAD.HI: C is a pair */
        {0x0400000000000012, 0x00000000060c7229, 6, "R6:0u R7:0u R18:2 R19:2"},     /* DADD has A and C */
        {0x0400000000000012, 0x00000000060c7229, 3, "R6:0u R7:0u | R18:2 R19:2"},
        {0x000000000010ed00, 0x0000000804007386, 6, "R4:0 R5:0 R8:1 R9:1 R10:1 R11:1"},     /* STG.E.128 */
        {0x0000000000114416, 0x000000141004738b, 6, "R16:0 R20:1 R21:1 R22:2 R23:2"},       /* ATOM.CAS.64 */
        {0x000b62000000100c, 0x0000000b0608723c, 8, "R6:0 R7:0 R11:1 R12:2 R13:2 R14:2 R15:2"},     /* HMMA.1688 */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record_limits limits = {(int)rows[i].slots, 256, true, false};
        struct record_shape shape;
        struct sass_insn insn;
        char text[400], error[200];
        assert_true(sass_decode(&insn, rows[i].lo, rows[i].hi, 0));
        assert_true(record_shape(&shape, &insn, 0, &limits, SENTENCE(error)));
        describe(shape.uop, shape.count, text, sizeof text);
        assert_string_equal(text, rows[i].expected);
    }
}

/* A near register gives the flag to all registers of its operand, in the instruction's other records, too. */
static void near_operands_have_a_flag__rfc_sim_IV_B(void **unused)
{
    struct insn records[2] = {
        {.src_valid = 7, .src = {8, 9, 10}, .src_pos = {0, 0, 1}, .src_near = 4, .src_reuse = 3, .first_uop = true},
        {.src_valid = 7, .src = {11, 12, 13}, .src_pos = {1, 2, 2}, .src_reuse = 6},
    };
    const struct hints_scope scope = {.window = 3, .slots = 3, .lanes = 32, .expand = true};
    struct hints *near = hints_create(0), *writes = hints_create_writes(&scope);
    char text[200];
    (void)unused;
    assert_true(near && writes);
    hints_flag(writes, records, 2);
    describe(records, 2, text, sizeof text);
    assert_string_equal(text, "R8:0u R9:0u R10:1 | R11:1 R12:2u R13:2u");
    hints_flag(near, records, 2);
    describe(records, 2, text, sizeof text);
    assert_string_equal(text, "R8:0 R9:0 R10:1u | R11:1u R12:2 R13:2");
    hints_destroy(near);
    hints_destroy(writes);
}

/* --- looking ahead ------------------------------------------------------------------------------------------------ */

static struct insn make(unsigned base, unsigned count, unsigned sources, unsigned a, unsigned b)
{
    return (struct insn){.dst_base = (uint8_t)base, .dst_count = (uint8_t)count, .mask = UINT32_MAX,
                         .src_valid = (uint8_t)((1u << sources) - 1), .src = {(uint8_t)a, (uint8_t)b},
                         .first_uop = true, .last_uop = true};
}

static void results_that_are_soon_named_again__rfc_sim_IV_B(void **unused)
{
    struct insn w[] = {
        make(1, 2, 0, 0, 0),    /* 0: R1, R2 =                    */
        make(3, 1, 1, 9, 0),    /* 1: R3 = R9                     */
        make(0, 0, 1, 1, 0),    /* 2:    = R1, 2 behind           */
        make(2, 1, 0, 0, 0),    /* 3: R2 =, 3 behind: as a result */
        make(4, 1, 2, 4, 5),    /* 4: R4 = R4, R5: not by itself  */
        make(0, 0, 1, 3, 0),    /* 5:    = R3, 4 behind 1         */
    };
    static const uint8_t expected[][6] = {
        {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0}, {3, 1, 0, 0, 0, 0},
        {3, 1, 0, 0, 0, 0},
    };
    (void)unused;
    w[2].mask = 0;              /* that makes no difference */
    for (uint32_t reach = 0; reach < 6; reach++) {
        look_ahead_mark(w, 6, reach);
        for (unsigned i = 0; i < 6; i++)
            assert_int_equal(w[i].dst_look, expected[reach][i]);
    }
}

/* Three records are one instruction: what they name does not count for the first, and R7 is 1 behind R1. */
static void micro_operations_count_as_one__section_4(void **unused)
{
    struct insn w[] = {
        make(1, 1, 0, 0, 0), make(0, 0, 2, 5, 6), make(0, 0, 1, 1, 0), make(6, 2, 0, 0, 0), make(0, 0, 1, 7, 0),
    };
    (void)unused;
    w[1].last_uop = w[2].last_uop = w[2].first_uop = w[3].first_uop = false;
    look_ahead_mark(w, 5, 1);
    assert_int_equal(w[0].dst_look, 1);
    assert_int_equal(w[3].dst_look, 2);
}

enum { RECORDS = 400, ROOM = 512 };

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % below;
}

static struct insn random_record(uint64_t *state, bool first)
{
    struct insn n = {.first_uop = first};
    for (uint32_t s = 0; s < 3; s++)
        if (draw(state, 2)) {
            n.src_valid |= (uint8_t)(1u << s);
            n.src[s] = (uint8_t)draw(state, 60);
        }
    if (draw(state, 3)) {
        n.dst_base = (uint8_t)draw(state, 60);
        n.dst_count = (uint8_t)(1 + draw(state, 4));
    }
    return n;
}

/* A ring that ends where its warp goes on, as soon as enough of it is there, gives what the whole warp gives. */
static void a_ring_says_what_the_whole_warp_says__section_4(void **unused)
{
    static struct insn whole[RECORDS], ring[ROOM];
    const char *given = getenv("SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261121, state = seed;
    (void)unused;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    for (uint32_t reach = 0; reach <= 64; reach += 1 + reach / 4) {
        for (uint32_t i = 0; i < RECORDS; i++)
            ring[i] = whole[i] = random_record(&state, i == 0 || draw(&state, 4));
        look_ahead_mark(whole, RECORDS, reach);
        for (uint32_t i = 0; i < RECORDS; i++) {
            uint32_t end = i + 1, behind = 0;
            while (end < RECORDS && (behind += ring[end].first_uop) <= reach)
                end++;
            if (ring[i].first_uop)
                look_ahead_ring(ring, ROOM, i, end, reach);
        }
        for (uint32_t i = 0; i < RECORDS; i++)
            assert_int_equal(ring[i].dst_look, whole[i].dst_look);
    }
}

enum { WARP_RECORDS = 1 << 16 };

static void check_warp(struct stream *stream, struct warp *w, uint32_t reach, uint64_t *marked)
{
    static struct insn copy[WARP_RECORDS], whole[WARP_RECORDS];
    uint32_t count = 0;
    do {
        if (count == w->insn_count && !w->more(w))
            fail_msg("%s", stream->error);
        assert_true(count < w->insn_count && count < WARP_RECORDS);
        w->needed = count;
        whole[count] = copy[count] = *warp_insn(w, count);
    } while (!copy[count++].last);
    look_ahead_mark(whole, count, reach);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(copy[i].dst_look, whole[i].dst_look);
        *marked += copy[i].dst_look != 0;
    }
}

/* Records of machine code are released when the bits are known, whatever else is looked ahead at. */
static void released_records_have_their_bits__section_4(void **unused)
{
    static const struct { int rthld, reach; } windows[] = {{1, 1}, {12, 4}, {1, 64}, {40, 3}};
    uint64_t marked = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct cubin_stream_options options = {
            .slots = 3, .registers = 256, .expand = true, .rthld = windows[i].rthld, .look_ahead = windows[i].reach,
            .window = 4, .size = "small",
        };
        struct stream stream;
        struct kernel kernel;
        struct block *block;
        if (!cubin_stream_open(&stream, "workloads/reduction/reduction.yaml", &options))
            fail_msg("%s", stream.error);
        while (stream.next_kernel(&stream, &kernel) == 1)
            while (stream.next_block(&stream, &block) == 1) {
                for (uint32_t w = 0; w < block->warp_count; w++)
                    check_warp(&stream, &block->warps[w], (uint32_t)windows[i].reach, &marked);
                block_free(block);
            }
        stream.close(&stream);
    }
    assert_true(marked > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_in_traces__rfc_sim_IV_C1),
        cmocka_unit_test(positions_and_flags_in_machine_code__rfc_sim_IV_B),
        cmocka_unit_test(near_operands_have_a_flag__rfc_sim_IV_B),
        cmocka_unit_test(results_that_are_soon_named_again__rfc_sim_IV_B),
        cmocka_unit_test(micro_operations_count_as_one__section_4),
        cmocka_unit_test(a_ring_says_what_the_whole_warp_says__section_4),
        cmocka_unit_test(released_records_have_their_bits__section_4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
