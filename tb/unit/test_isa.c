/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/stream/isa.h"

static const struct isa_limits six = {6, 256, true};
static const char *const units[] = {"int", "fp32", "fp64", "sfu", "tensor", "ldst", "branch", "uniform"};

/* "1 2 256" -> R1, R2 and a uniform register */
static uint8_t read_list(const char *text, uint16_t *regs)
{
    unsigned n = 0, reg;
    int used;

    while (sscanf(text, " %u%n", &reg, &used) == 1) {
        regs[n++] = (uint16_t)reg;
        text += used;
    }
    return (uint8_t)n;
}

/* "unit base:count <- sources" of each record, with | between; or the error. */
static void expand(char *out, size_t size, const struct isa_limits *limits, const char *name, const char *dst,
                   const char *src)
{
    struct insn uops[ISA_MAX_UOPS], proto = {.pc = 16, .mask = UINT32_MAX};
    struct isa_listed listed = {0};
    struct isa_op op;
    size_t used = 0;

    isa_lookup(&op, name);
    listed.dst_count = read_list(dst, listed.dst);
    listed.src_count = read_list(src, listed.src);
    int n = isa_expand(&op, &listed, limits, &proto, uops, &(struct sentence){out, size});
    for (int i = 0; i < n; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s%s %u:%u <-", i > 0 ? " | " : "", units[uops[i].unit],
                                 uops[i].dst_base, uops[i].dst_count);
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            if (uops[i].src_valid >> s & 1)
                used += (size_t)snprintf(out + used, size - used, " %u", uops[i].src[s]);
        assert_int_equal(uops[i].first_uop, i == 0);
        assert_int_equal(uops[i].src_valid & (uops[i].src_valid + 1), 0);
        assert_false(uops[i].last);
    }
}

struct expected {
    const char *name, *dst, *src, *records;
};

static void check_all(const struct expected *rows, size_t count, const struct isa_limits *limits)
{
    char got[4096];

    for (size_t i = 0; i < count; i++) {
        expand(got, sizeof got, limits, rows[i].name, rows[i].dst, rows[i].src);
        if (strcmp(got, rows[i].records) != 0)
            fail_msg("%s %s <- %s: got '%s', expected '%s'", rows[i].name, rows[i].dst, rows[i].src, got,
                     rows[i].records);
    }
}

#define CHECK(rows, limits) check_all(rows, sizeof rows / sizeof rows[0], limits)

static void test_plain(void **state)
{
    static const struct expected rows[] = {
        {"FFMA", "0", "3 0 0", "fp32 0:1 <- 3 0 0"},
        {"IADD3", "4", "255 6 255", "int 4:1 <- 6"},
        {"MOV", "255", "7", "int 0:0 <- 7"},
        {"IMAD.MOV.U32", "1", "255 255", "int 1:1 <-"},
        {"SHF.R.S64", "6", "255 2", "int 6:1 <- 2"},
        {"MUFU.RCP64H", "11", "9", "sfu 11:1 <- 9"},
        {"S2R", "0", "", "sfu 0:1 <-"},
        {"FADD", "254", "254", "fp32 254:1 <- 254"},
        {"HFMA2.MMA", "7", "255 255", "fp32 7:1 <-"},
        {"XMIX.128", "4", "4 6", "int 4:1 <- 4 6"},
    };

    (void)state;
    CHECK(rows, &six);
}

static void test_wide(void **state)
{
    static const struct expected rows[] = {
        {"IMAD.WIDE", "4", "6 7", "int 4:2 <- 6 7"},
        {"IMAD.WIDE", "4", "6 7 8", "int 4:2 <- 6 7 8 9"},
        {"IMAD.WIDE.U32", "4", "6 7 255", "int 4:2 <- 6 7"},
        {"IMAD.WIDE.U32.X", "4", "6 7 8", "int 4:2 <- 6 7 8 9"},
        {"IMAD.HI.U32", "3", "3 5 2", "int 3:1 <- 3 5 2 3"},
        {"IMAD", "3", "3 5 2", "int 3:1 <- 3 5 2"},
        {"DFMA", "12", "8 10 12", "fp64 12:2 <- 8 9 10 11 12 13"},
        {"DADD", "8", "255 8", "fp64 8:2 <- 8 9"},
        {"DSETP.GE.AND", "", "14 2", "fp64 0:0 <- 14 15 2 3"},
        {"F2F.F64.F32", "6", "9", "sfu 6:2 <- 9"},
        {"F2F.F32.F64.RZ", "6", "8", "sfu 6:1 <- 8 9"},
        {"F2F.F16.F32", "6", "8", "sfu 6:1 <- 8"},
        {"FRND.F64.FLOOR", "6", "8", "sfu 6:2 <- 8 9"},
        {"F2I.F64.TRUNC", "6", "8", "sfu 6:1 <- 8 9"},
        {"F2I.U64.TRUNC", "6", "8", "sfu 6:2 <- 8"},
        {"F2I.S64.F64", "6", "8", "sfu 6:2 <- 8 9"},
        {"F2I.U32.F64.TRUNC", "6", "8", "sfu 6:1 <- 8 9"},
        {"I2F.F64.S64", "6", "8", "sfu 6:2 <- 8 9"},
        {"I2F.F64.U32", "6", "8", "sfu 6:2 <- 8"},
        {"I2F.U64.RP", "6", "8", "sfu 6:1 <- 8 9"},
        {"I2F.U32.RP", "6", "8", "sfu 6:1 <- 8"},
        {"CS2R", "22", "", "int 22:2 <-"},
        {"CS2R.32", "22", "", "int 22:1 <-"},
        {"MATCH.ANY.U64", "3", "6", "int 3:1 <- 6 7"},
        {"LEPC", "20", "", "int 20:2 <-"},
    };

    (void)state;
    CHECK(rows, &six);
}

static void test_memory(void **state)
{
    static const struct expected rows[] = {
        {"LDG.E", "0", "4", "ldst 0:1 <- 4 5"},
        {"LDG.E.64.SYS", "0", "4", "ldst 0:2 <- 4 5"},
        {"LDG.E.128.CONSTANT", "8", "255", "ldst 8:4 <-"},
        {"LDG.E.U8", "8", "4", "ldst 8:1 <- 4 5"},
        {"LD.64", "8", "4", "ldst 8:2 <- 4"},
        {"LDS.U.128", "8", "25", "ldst 8:4 <- 25"},
        {"LDL.64", "8", "1", "ldst 8:2 <- 1"},
        {"LDC.64", "8", "1", "int 8:2 <- 1"},
        {"STG.E", "", "4 255", "ldst 0:0 <- 4 5"},
        {"STG.E.128", "", "4 8", "ldst 0:0 <- 4 5 8 9 10 11"},
        {"STG.E.64", "", "8", "ldst 0:0 <- 8 9"},
        {"STS.64", "", "4 8", "ldst 0:0 <- 4 8 9"},
        {"STS", "", "8", "ldst 0:0 <- 8"},
        {"LDSM.16.M88.4", "36", "5", "ldst 36:4 <- 5"},
        {"LDSM.16.MT88.2", "18", "5", "ldst 18:2 <- 5"},
        {"LDSM.16.M88", "18", "5", "ldst 18:1 <- 5"},
        {"STSM.16.M88.4", "", "5 8", "ldst 0:0 <- 5 8 9 10 11"},
        {"RED.E.ADD.64.STRONG.GPU", "", "6 8", "ldst 0:0 <- 6 7 8 9"},
        {"RED.E.ADD.F64.RN", "", "8", "ldst 0:0 <- 8 9"},
        {"ATOMS.ADD", "17", "4 2", "ldst 17:1 <- 4 2"},
        {"ATOMS.CAST.SPIN.64", "2", "9 4 6", "ldst 2:2 <- 9 4 5 6 7"},
        {"LDGSTS.E.BYPASS.128", "", "2 4", "ldst 0:0 <- 2 4 5"},
    };

    (void)state;
    CHECK(rows, &six);
}

/* What the tracer lists wrongly, because it takes operand 0 for the destination if and only if it is a register. */
static void test_tracer_quirks(void **state)
{
    static const struct expected rows[] = {
        {"SHFL.IDX", "", "5 6 7 255", "int 5:1 <- 6 7"},
        {"SHFL.IDX", "5", "6 7 255", "int 5:1 <- 6 7"},
        {"SHFL.IDX", "", "255 255 255 255", "int 0:0 <-"},
        {"LOP3.LUT", "", "255 6 3 255", "int 0:0 <- 6 3"},
        {"LOP3.LUT", "7", "7 8 255", "int 7:1 <- 7 8"},
        {"ATOMG.E.ADD.STRONG.GPU", "", "2 4 7", "ldst 2:1 <- 4 5 7"},
        {"ATOMG.E.ADD.64.STRONG.GPU", "", "2 8", "ldst 2:2 <- 8 9"},
        {"ATOM.E.CAS.64.STRONG.GPU", "", "4 16 20 22", "ldst 4:2 <- 16 17 20 21 22 23"},
        {"QSPC.E.G", "", "255 2", "int 0:0 <- 2 3"},
        {"RET.REL.NODEC", "10", "", "branch 0:0 <- 10 11"},
        {"BRX", "14", "", "branch 0:0 <- 14 15"},
        {"CALL.ABS.NOINC", "12", "", "branch 0:0 <- 12 13"},
        {"BAR.SYNC", "4", "5", "branch 0:0 <- 4 5"},
        {"WARPSYNC", "34", "", "branch 0:0 <- 34"},
        {"NANOSLEEP.WARP", "0", "", "branch 0:0 <- 0"},
        {"BMOV.32.CLEAR", "255", "", "branch 0:0 <-"},
        {"BMOV.32.CLEAR", "5", "", "int 5:1 <-"},
        {"BMOV.32", "", "5", "branch 0:0 <- 5"},
        {"R2UR", "", "5", "uniform 0:0 <- 5"},
        {"S2UR", "5", "", "int 5:1 <-"},
    };

    (void)state;
    CHECK(rows, &six);
}

static void test_tensor(void **state)
{
    static const struct isa_limits seven = {7, 256, true};
    static const struct expected rows[] = {
        {"HMMA.884.F32.F32.STEP0", "8", "24 20 8", "tensor 8:2 <- 24 25 20 21 8 9"},
        {"HMMA.884.F16.F16.STEP1", "50", "118 128 50", "tensor 50:2 <- 118 119 128 129 50 51"},
        {"HMMA.1688.F16", "4", "8 12 4", "tensor 4:2 <- 8 9 12 4 5"},
        {"HMMA.1688.F32", "4", "8 12 4", "tensor 0:0 <- 8 9 12 | tensor 4:4 <- 4 5 6 7"},
        {"HMMA.1688.F32", "4", "8 12 255", "tensor 4:4 <- 8 9 12"},
        {"HMMA.1688.F32.TF32", "4", "8 12 255", "tensor 4:4 <- 8 9 10 11 12 13"},
        {"HMMA.16816.F16", "4", "8 12 4", "tensor 0:0 <- 8 9 10 11 | tensor 4:2 <- 12 13 4 5"},
        {"HMMA.16816.F32.BF16", "4", "8 12 4", "tensor 0:0 <- 8 9 10 11 12 | tensor 4:4 <- 13 4 5 6 7"},
        {"HMMA.SP.16832.F32", "4", "8 12 255 20",
         "tensor 0:0 <- 8 9 10 11 | tensor 4:4 <- 12 13 14 15 20"},
        {"IMMA.8816.S8.S8.SAT", "10", "71 73 10", "tensor 10:2 <- 71 73 10 11"},
        {"IMMA.8832.U4.U4", "10", "71 73 10", "tensor 10:2 <- 71 73 10 11"},
        {"IMMA.16816.S8.S8", "4", "8 12 4", "tensor 0:0 <- 8 9 12 | tensor 4:4 <- 4 5 6 7"},
        {"IMMA.16832.S8.S8", "4", "8 12 255", "tensor 4:4 <- 8 9 10 11 12 13"},
        {"BMMA.88128.XOR.POPC", "20", "30 4 4", "tensor 20:2 <- 30 4 4 5"},
        {"DMMA.884", "4", "8 12 4", "tensor 0:0 <- 8 9 12 13 | tensor 4:4 <- 4 5 6 7"},
        {"DMMA.16x8x8", "16", "32 40 255",
         "tensor 0:0 <- 32 33 34 35 36 37 | tensor 16:4 <- 38 39 40 41 42 43 | tensor 20:4 <-"},
        {"QMMA.16832.F32.E4M3.E4M3", "4", "8 12 255", "tensor 4:4 <- 8 9 10 11 12 13"},
        {"HGMMA.64x128x16.F32", "24", "24", "tensor 24:1 <- 24"},
    };
    static const struct expected wider[] = {
        {"HMMA.1688.F32", "4", "8 12 4", "tensor 4:4 <- 8 9 12 4 5 6 7"},
    };

    (void)state;
    CHECK(rows, &six);
    CHECK(wider, &seven);
}

static void test_crack(void **state)
{
    static const struct isa_limits three = {3, 256, true}, one = {1, 256, true};
    static const struct expected at_three[] = {
        {"DFMA", "12", "8 10 12", "fp64 0:0 <- 8 9 10 | fp64 12:2 <- 11 12 13"},
        {"FFMA", "0", "1 2 3", "fp32 0:1 <- 1 2 3"},
        {"HMMA.1688.F32", "4", "8 12 4", "tensor 0:0 <- 8 9 | tensor 0:0 <- 12 4 | tensor 4:4 <- 5 6 7"},
    };
    static const struct expected at_one[] = {
        {"FFMA", "1", "1 255 3", "fp32 0:0 <- 1 | fp32 1:1 <- 3"},
    };
    static const struct expected lists[] = {
        {"MOV", "4 5 6", "1", "int 4:3 <- 1"},
        {"MOV", "4 8 9", "1", "int 4:1 <- 1 | int 8:2 <-"},
        {"MOV", "1 2 3 4 5", "5", "int 1:4 <- 5 | int 5:1 <-"},
        {"LDG.E.128", "4 8", "2", "ldst 4:4 <- 2 3 | ldst 8:1 <-"},
        {"XMIX", "9", "1 2 3 4 5 6 7 8", "int 0:0 <- 1 2 3 4 | int 9:1 <- 5 6 7 8"},
    };

    (void)state;
    CHECK(at_three, &three);
    CHECK(at_one, &one);
    CHECK(lists, &six);
}

static void test_not_expanded(void **state)
{
    static const struct isa_limits narrow = {6, 256, false};
    static const struct expected rows[] = {
        {"DFMA", "12", "8 10 12", "fp64 12:1 <- 8 10 12"},
        {"LDG.E.128", "8", "4", "ldst 8:1 <- 4"},
        {"HMMA.1688.F32", "4", "8 12 4", "tensor 4:1 <- 8 12 4"},
        {"DFMA", "254", "254 254 254", "fp64 254:1 <- 254 254 254"},
    };

    (void)state;
    CHECK(rows, &narrow);
}

static void test_range(void **state)
{
    static const struct isa_limits small = {6, 16, true};
    static const struct expected rows[] = {
        {"FADD", "15", "15 255", "fp32 15:1 <- 15"},
        {"FADD", "16", "1", "register R16 is out of range: R0 to R15, or R255 for RZ, are accepted"},
        {"DADD", "14", "12", "fp64 14:2 <- 12 13"},
        {"DADD", "4", "15", "an operand of 2 registers from R15 on runs past R15, the last one"},
        {"LDS.128", "13", "1", "an operand of 4 registers from R13 on runs past R15, the last one"},
    };
    static const struct expected last[] = {
        {"LDS.64", "253", "1", "ldst 253:2 <- 1"},
        {"LDS.64", "254", "1", "an operand of 2 registers from R254 on runs past R254, the last one"},
    };

    (void)state;
    CHECK(rows, &small);
    CHECK(last, &six);
}

static void test_flags(void **state)
{
    static const struct { const char *name; unsigned unit, width, space; const char *flags; } rows[] = {
        {"LDG.E.64", UNIT_LDST, 8, SPACE_GLOBAL, "l"}, {"STG.E.U8", UNIT_LDST, 1, SPACE_GLOBAL, "s"},
        {"LDS.U.128", UNIT_LDST, 16, SPACE_SHARED, "l"}, {"STL.S16", UNIT_LDST, 2, SPACE_LOCAL, "s"},
        {"ATOMG.E.ADD", UNIT_LDST, 4, SPACE_GLOBAL, "ls"}, {"ATOMS.ADD", UNIT_LDST, 4, SPACE_SHARED, "ls"},
        {"RED.E.ADD.F64.RN", UNIT_LDST, 8, SPACE_GLOBAL, "ls"}, {"LD.E", UNIT_LDST, 4, SPACE_GLOBAL, "lg"},
        {"LDSM.16.M88.4", UNIT_LDST, 16, SPACE_SHARED, "l"}, {"LDGSTS.E.BYPASS.128", UNIT_LDST, 16, SPACE_GLOBAL, "l"},
        {"REDG.E.ADD.64", UNIT_LDST, 8, SPACE_GLOBAL, "ls"}, {"ARRIVES.LDGSTSBAR.64", UNIT_LDST, 0, SPACE_NONE, ""},
        {"STAS", UNIT_LDST, 0, SPACE_NONE, ""}, {"UTMALDG.2D", UNIT_UNIFORM, 0, 0, ""},
        {"USETSHMSZ", UNIT_UNIFORM, 0, 0, ""},
        {"LDC.64", UNIT_INT, 0, SPACE_NONE, ""}, {"SHFL.BFLY", UNIT_INT, 0, SPACE_NONE, ""},
        {"TEX.SCR.LL", UNIT_LDST, 0, SPACE_NONE, ""}, {"MEMBAR.SC.GPU", UNIT_LDST, 0, SPACE_NONE, ""},
        {"BRA", UNIT_BRANCH, 0, 0, "b"}, {"BSYNC", UNIT_BRANCH, 0, 0, "b"}, {"BSSY", UNIT_BRANCH, 0, 0, ""},
        {"EXIT", UNIT_BRANCH, 0, 0, "b"}, {"BAR.SYNC.DEFER_BLOCKING", UNIT_BRANCH, 0, 0, "w"},
        {"BAR.RED.POPC", UNIT_BRANCH, 0, 0, "w"}, {"BAR.ARV", UNIT_BRANCH, 0, 0, ""},
        {"NOP", UNIT_INT, 0, 0, ""}, {"ULDC.64", UNIT_UNIFORM, 0, 0, ""}, {"VOTEU.ANY", UNIT_UNIFORM, 0, 0, ""},
        {"FROB", UNIT_INT, 0, 0, "o"}, {"LDGX.E", UNIT_INT, 0, 0, "o"}, {"", UNIT_INT, 0, 0, "o"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct isa_op op;
        char flags[8];

        assert_int_equal(isa_lookup(&op, rows[i].name), strchr(rows[i].flags, 'o') == NULL);
        snprintf(flags, sizeof flags, "%s%s%s%s%s%s", op.load ? "l" : "", op.store ? "s" : "", op.generic ? "g" : "",
                 op.branch ? "b" : "", op.barrier ? "w" : "", op.other ? "o" : "");
        assert_string_equal(flags, rows[i].flags);
        assert_int_equal(op.unit, rows[i].unit);
        assert_int_equal(op.width, rows[i].width);
        assert_int_equal(op.space, rows[i].space);
    }
}

/* A store, branch, barrier, fence and written predicates belong to the last record only, read predicates to the first;
 * a predicated-off barrier waits for nobody, a predicated-off fence for nothing. */
static void test_last_record(void **state)
{
    static const struct isa_limits two = {2, 256, true};
    struct isa_listed listed = {.src_count = 2, .src = {4, 8}};
    struct insn uops[ISA_MAX_UOPS], proto = {.pc = 32, .mask = 1, .opcode = 3, .address = 7,
        .pred_read = 0x41, .pred_write = 0x2, .upred_read = 0x4, .upred_write = 0x8,
        .ureg_read = UINT64_C(1) << 62, .ureg_write = 0x10};
    struct isa_op op;
    char error[200];

    (void)state;
    isa_lookup(&op, "STG.E.128");
    assert_int_equal(isa_expand(&op, &listed, &two, &proto, uops, SENTENCE(error)), 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(uops[i].store, i == 2);
        assert_int_equal(uops[i].width, i == 2 ? 16 : 0);
        assert_int_equal(uops[i].space, i == 2 ? SPACE_GLOBAL : SPACE_NONE);
        assert_int_equal(uops[i].address, 7);
        assert_int_equal(uops[i].opcode, 3);
        assert_int_equal(uops[i].mask, 1);
        assert_int_equal(uops[i].pc, 32);
        assert_int_equal(uops[i].pred_read, i == 0 ? 0x41 : 0);
        assert_int_equal(uops[i].upred_read, i == 0 ? 0x4 : 0);
        assert_int_equal(uops[i].ureg_read, i == 0 ? UINT64_C(1) << 62 : 0);
        assert_int_equal(uops[i].pred_write, i == 2 ? 0x2 : 0);
        assert_int_equal(uops[i].upred_write, i == 2 ? 0x8 : 0);
        assert_int_equal(uops[i].ureg_write, i == 2 ? 0x10 : 0);
    }
    listed = (struct isa_listed){0};
    isa_lookup(&op, "BAR.SYNC");
    assert_int_equal(isa_expand(&op, &listed, &two, &proto, uops, SENTENCE(error)), 1);
    assert_true(uops[0].barrier);
    assert_true(uops[0].pred_read == 0x41 && uops[0].pred_write == 0x2);
    proto.mask = 0;
    assert_int_equal(isa_expand(&op, &listed, &two, &proto, uops, SENTENCE(error)), 1);
    assert_false(uops[0].barrier);
}

/* A load of more results than a record has belongs to the one that reads the address; those behind say so. */
static void test_access_is_where_the_last_sources_are(void **state)
{
    struct isa_listed listed = {.src_count = 1, .src = {2}, .dst_count = 1, .dst = {8}};
    struct insn uops[ISA_MAX_UOPS], proto = {.mask = 1};
    struct isa_op op;
    char error[200];

    (void)state;
    isa_lookup(&op, "LDG.E.256");
    assert_int_equal(isa_expand(&op, &listed, &six, &proto, uops, SENTENCE(error)), 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(uops[i].load, i == 0);
        assert_int_equal(uops[i].behind, i == 1);
        assert_int_equal(uops[i].src_valid, i == 0 ? 3 : 0);
        assert_int_equal(uops[i].dst_base, 8 + 4 * i);
        assert_int_equal(uops[i].dst_count, 4);
        assert_int_equal(uops[i].space, SPACE_GLOBAL);
    }
    listed = (struct isa_listed){.src_count = 2, .src = {2, 3}, .dst_count = 2, .dst = {4, 9}};
    isa_lookup(&op, "IADD3");
    assert_int_equal(isa_expand(&op, &listed, &six, &proto, uops, SENTENCE(error)), 2);
    assert_false(uops[0].behind || uops[1].behind || uops[0].load);
}

static void test_fences(void **state)
{
    static const struct { const char *name; bool fence; } rows[] = {
        {"MEMBAR.SC.GPU", true}, {"MEMBAR.ALL.CTA", true}, {"FENCE.VIEW.ASYNC", true}, {"ERRBAR", false},
        {"CCTL.IVALL", false}, {"BAR.SYNC", false}, {"STG.E", false},
    };
    struct isa_listed listed = {0};
    struct insn uops[ISA_MAX_UOPS], proto = {0};
    struct isa_op op;
    char error[200];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint32_t mask = 0; mask < 2; mask++) {
            proto.mask = mask;
            isa_lookup(&op, rows[i].name);
            assert_int_equal(isa_expand(&op, &listed, &six, &proto, uops, SENTENCE(error)), 1);
            assert_int_equal(uops[0].fence, rows[i].fence && mask != 0);
            assert_false(uops[0].fence && uops[0].barrier);
        }
}

/* "sources (position) -> results", and by how much the trace's positions are greater. */
static void operands(const char *name, const char *dst, const char *src, const char *want)
{
    const struct isa_limits limits = {6, 256, true};
    struct isa_listed listed = {0};
    struct isa_operands o;
    struct isa_op op;
    char out[256] = "", error[128];
    size_t used = 0;

    isa_lookup(&op, name);
    listed.dst_count = read_list(dst, listed.dst);
    listed.src_count = read_list(src, listed.src);
    assert_true(isa_operands(&op, &listed, &limits, &o, SENTENCE(error)));
    for (unsigned i = 0; i < o.src_count; i++)
        used += (size_t)snprintf(out + used, sizeof out - used, "%u(%u) ", o.src[i], o.src_position[i]);
    used += (size_t)snprintf(out + used, sizeof out - used, "->");
    for (unsigned i = 0; i < o.dst_count; i++)
        used += (size_t)snprintf(out + used, sizeof out - used, " %u", o.dst[i]);
    snprintf(out + used, sizeof out - used, " %+d", o.src_shift);
    assert_string_equal(out, want);
}

/* Positions count RZ, and all registers of an operand share one; roles that the trace gets wrong shift them. */
static void test_operands_have_positions(void **state)
{
    (void)state;
    operands("IADD3", "4", "1 255 3", "1(0) 3(2) -> 4 +0");
    operands("HMMA.1688.F32", "40", "10 20 40", "10(0) 11(0) 20(1) 40(2) 41(2) 42(2) 43(2) -> 40 41 42 43 +0");
    operands("SHFL.IDX", "", "5 6 7", "6(0) 7(1) -> 5 +1");
    operands("RET.REL", "20", "", "20(0) 21(0) -> -1");
}

/* They are in no vector register file: no slot, no result. What stands behind them keeps its operand's role. */
static void test_uniform_registers_keep_their_place(void **state)
{
    (void)state;
    operands("IADD3", "4", "1 256 3", "1(0) 3(2) -> 4 +0");
    operands("IMAD.WIDE", "4", "6 256 8", "6(0) 8(2) 9(2) -> 4 5 +0");
    operands("IMAD.WIDE.U32", "4", "256 6 256", "6(1) -> 4 5 +0");
    operands("DFMA", "12", "8 256 12", "8(0) 9(0) 12(2) 13(2) -> 12 13 +0");
    operands("HMMA.1688.F32", "40", "10 256 40", "10(0) 11(0) 40(2) 41(2) 42(2) 43(2) -> 40 41 42 43 +0");
    operands("R2UR", "256", "5", "5(0) -> +0");
    operands("S2UR", "256", "", "-> +0");
    operands("R2UR.FILL", "256", "5 256", "5(0) -> +0");
    operands("UIADD3", "256", "256 256 256", "-> +0");
    operands("SHFL.IDX", "", "5 6 256 255", "6(0) -> 5 +1");
    operands("BAR.SYNC", "256", "", "-> -1");
    operands("BAR.SYNC", "256", "5", "5(1) -> -1");
    operands("BRX", "256", "", "-> -1");
    operands("WARPSYNC", "256", "", "-> -1");
    operands("STG.E", "", "2 256", "2(0) 3(0) -> +0");
    operands("STS.64", "", "256 8", "8(1) 9(1) -> +0");
    operands("XMIX", "256", "256 7", "7(1) -> +0");
}

/* A TMA instruction has uniform registers alone; what a tracer lists of it is memory that nobody has written. */
static void test_transfers_have_no_operands(void **state)
{
    static const char *const names[] = {"UBLKCP.S.G", "UBLKPF", "UBLKRED.G.S.ADD", "UTMALDG.2D", "UTMASTG.4D",
        "UTMAREDG.2D.ADD", "UTMAPF.L2.2D", "UTMACCTL.PF", "UTMACMDFLUSH"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        operands(names[i], "7", "1 2 3", "-> +0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operands_have_positions), cmocka_unit_test(test_uniform_registers_keep_their_place),
        cmocka_unit_test(test_transfers_have_no_operands), cmocka_unit_test(test_plain), cmocka_unit_test(test_wide),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_tracer_quirks), cmocka_unit_test(test_tensor),
        cmocka_unit_test(test_crack),
        cmocka_unit_test(test_not_expanded), cmocka_unit_test(test_range), cmocka_unit_test(test_flags),
        cmocka_unit_test(test_last_record), cmocka_unit_test(test_access_is_where_the_last_sources_are),
        cmocka_unit_test(test_fences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
