/* SPDX-License-Identifier: Apache-2.0 */
/* Where results are wanted (BOW IV-B), each worked out by hand from the definition in liveness.h; and the definition
 * itself, value by value, against the pass on random warps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/stream/liveness.h"
#include "program.h"

/* --- helpers ------------------------------------------------------------------------------------------------------ */

/* Every record is a static record of its own. */
static struct liveness *run(const struct program *p, unsigned window, unsigned lanes)
{
    struct liveness *l = liveness_create(window, lanes);
    unsigned uop = 0;
    assert_non_null(l);
    for (size_t i = 0; i < p->count; i++) {
        uop = p->insn[i].first_uop ? 0 : uop + 1;
        assert_true(liveness_add(l, (uint32_t)i, &p->insn[i], uop));
    }
    return l;
}

static enum hint class_of(const struct liveness *l, uint32_t record)
{
    return liveness_hint(liveness_site(l, record));
}

/* The classes of a warp's records: t, k (bank only), b, or - for those that write nothing. */
static void expect_of(unsigned window, unsigned lanes, const char *text, const char *classes)
{
    struct program p = program_of(text);
    struct liveness *l = run(&p, window, lanes);
    char found[PROGRAM_MAX + 1] = "";
    for (size_t i = 0; i < p.count; i++)
        found[i] = "-tkb"[class_of(l, (uint32_t)i)];
    assert_string_equal(found, classes);
    liveness_destroy(l);
}

static void expect(unsigned window, const char *text, const char *classes)
{
    expect_of(window, 32, text, classes);
}

/* --- one value ---------------------------------------------------------------------------------------------------- */

static void uses_within_the_window_of_the_use_before_are_transient_IV_B(void **unused)
{
    (void)unused;
    expect(3, "1=; =1; =; =1; =; =1", "t-----");        /* gaps 1, 2, 2: the extended window */
    expect(3, "1=; =; =1", "t--");                      /* j = V - 1 */
    expect(2, "1=; =; =1", "k--");                      /* j = V */
}

static void a_first_use_behind_the_window_is_bank_only_IV_B(void **unused)
{
    (void)unused;
    expect(3, "1=; =; =; =1", "k---");
    expect(3, "1=; =; =; =1; =1", "k----");             /* what comes then does not matter */
    expect(1, "1=; =1", "k-");                          /* a window of one instruction holds nothing for others */
}

static void a_later_use_behind_the_window_is_both_IV_B(void **unused)
{
    (void)unused;
    expect(3, "1=; =1; =; =; =1", "b----");
    expect(4, "1=; =1; =; =; =1", "t----");
}

static void a_value_that_is_never_used_is_transient_IV_B(void **unused)
{
    (void)unused;
    expect(3, "1=; =", "t-");
    expect(3, "1=; =; =; =; 1=", "t---t");              /* overwritten long after */
    expect(1, "1=", "t");
}

static void a_full_write_ends_a_life(void **unused)
{
    (void)unused;
    expect(3, "1=; =1; 1=; =; =; =1", "t-k---");
    expect(3, "1=; =1; =; =; =; 1=; =1", "t----t-");    /* after the window: nobody has used it there */
}

static void the_end_of_the_warp_ends_all_lives(void **unused)
{
    struct program p = program_of("=1; 1=");
    struct liveness *l = liveness_create(3, 32);
    (void)unused;
    for (unsigned warp = 0; warp < 2; warp++)
        for (uint32_t i = 0; i < 2; i++)
            assert_true(liveness_add(l, i, &p.insn[i], 0));
    assert_int_equal(liveness_site(l, 1)->instances[HINT_TRANSIENT], 2);    /* the second warp's read is not of it */
    liveness_destroy(l);
}

static void an_instruction_reads_before_it_writes(void **unused)
{
    (void)unused;
    expect(3, "1=; 1=1; =; =; 1=1; =", "tk--t-");
    expect(3, "1=; +1=; =1", "tt-");                    /* of one instruction the later result stays */
    expect(3, "1=; =; =; 2=; +=1", "k--t-");            /* a read of the first one's value, from outside the window */
    expect(3, "2=; +=2; =", "t--");                     /* of what was in R2 before */
}

/* --- masks -------------------------------------------------------------------------------------------------------- */

static void a_partial_write_is_a_use_and_ends_no_life(void **unused)
{
    (void)unused;
    expect(3, "1=; =; /1=; =; =1", "t-b--");            /* the use at 2 renews the window for the one at 4 */
    expect(3, "1=; =; =; /1=; =1", "k--b-");            /* the first use is the partial write */
    expect(3, "1=; =1; /1=; =; =; =1", "b-k---");       /* the old value is read at 5, too */
}

static void a_partial_write_is_never_transient(void **unused)
{
    (void)unused;
    expect(3, "/1=", "k");                              /* dead */
    expect(3, "/1=; =1", "b-");
    expect(3, "/1=; =; =; =1", "k---");
    expect(3, "/1=; 1=; =1", "kt-");                    /* overwritten before it is used */
    expect(3, "/1=; /1=; =; =; =1", "bk---");           /* the second one uses the first one's value */
}

static void without_lanes_operands_are_read_and_nothing_is_written(void **unused)
{
    (void)unused;
    expect(3, "1=; !2=1; =; =; =; =2", "t-----");
    expect(3, "1=; !1=; =; =; =1", "k----");
}

/* What other lanes do is not seen. */
static void masks_are_those_of_the_lanes_of_the_sub_core(void **unused)
{
    (void)unused;
    expect(3, "1=; =; ^1=; =; =1", "t-b--");
    expect_of(3, 16, "1=; =; ^1=; =; =1", "k----");     /* nothing is written, and the window not renewed */
    expect_of(3, 16, "1=; =; /1=; =; =1", "t-t--");     /* all is written */
    expect_of(3, 17, "1=; =; /1=; =; =1", "t-b--");
    expect_of(1, 1, "1=; ^1=", "t-");
}

/* --- micro-operations and shared hints ---------------------------------------------------------------------------- */

static void windows_count_instructions_and_not_micro_operations(void **unused)
{
    (void)unused;
    expect(3, "1=; =; +=; +=; +=; =1", "t-----");
    expect(3, "1=; =; +=; =; =1", "k----");
    expect(3, "=; +1=; =; =1", "-t--");                 /* the last micro-operation has the results */
}

/* The first micro-operation moves the window before the others look their registers up (microarchitecture 3.14). */
static void a_further_micro_operation_comes_one_instruction_later(void **unused)
{
    (void)unused;
    expect(3, "1=; =; +=1", "t--");                     /* 1 instruction: counts as 2 */
    expect(3, "1=; =; =; +=1", "k---");                 /* 2: counts as 3 */
    expect(3, "1=; =; =1; +=1", "t---");                /* the first one has renewed it */
    expect(3, "1=; =1; +=1; =; =1", "t----");           /* renewed at instruction 1, read at 3 */
    expect(3, "1=; =; =; +/1=", "k--k");                /* likewise for partial writes */
}

static void results_of_a_record_share_a_hint(void **unused)
{
    (void)unused;
    expect(3, "4x2=; =4; =5", "t--");
    expect(3, "4x2=; =4", "t-");                        /* one is dead */
    expect(3, "4x2=; =4; =; =; =5", "b----");           /* transient with a use, bank only */
    expect(3, "4x2=; =; =; =; =5", "k----");            /* transient without a use, bank only */
    expect(3, "4x2=; =4; =; =; =4", "b----");           /* both, dead */
    expect(3, "4x4=; =; =; =4,5,6,7", "k---");
}

static void registers_have_classes_of_their_own(void **unused)
{
    struct program p = program_of("4x3=; =4; =; =; =5; =4; 9=");
    struct liveness *l = run(&p, 3, 32);
    const struct liveness_totals *t = liveness_totals(l);
    (void)unused;
    assert_int_equal(t->values[HINT_BOTH], 1);          /* R4 */
    assert_int_equal(t->values[HINT_BANK], 1);          /* R5 */
    assert_int_equal(t->values[HINT_TRANSIENT], 2);     /* R6, R9 */
    assert_int_equal(t->shared[HINT_BOTH], 3);
    assert_int_equal(t->shared[HINT_TRANSIENT], 1);
    liveness_destroy(l);
}

/* --- static records ----------------------------------------------------------------------------------------------- */

/* Adds a warp: a write of record 0, then what decides its class. */
static void add_warps(struct liveness *l, unsigned count, const char *text)
{
    struct program p = program_of(text);
    while (count-- > 0)
        for (uint32_t i = 0; i < p.count; i++)
            assert_true(liveness_add(l, i, &p.insn[i], 0));
}

static enum hint hint_of(unsigned transient, unsigned bank, unsigned both)
{
    struct liveness *l = liveness_create(3, 32);
    add_warps(l, transient, "1=; =1");
    add_warps(l, bank, "1=; =; =; =1");
    add_warps(l, both, "1=; =1; =; =; =1");
    enum hint hint = liveness_hint(liveness_site(l, 0));
    liveness_destroy(l);
    return hint;
}

static void a_static_record_is_transient_if_every_instance_is_IV_B(void **unused)
{
    (void)unused;
    assert_int_equal(hint_of(1000, 0, 0), HINT_TRANSIENT);
    assert_int_equal(hint_of(1000, 0, 1), HINT_BOTH);
    assert_int_equal(hint_of(1000, 1, 0), HINT_BOTH);   /* the others want the collector */
    assert_int_equal(hint_of(0, 0, 0), HINT_NONE);
}

static void the_majority_decides_between_bank_and_both_and_a_tie_is_both(void **unused)
{
    (void)unused;
    assert_int_equal(hint_of(0, 3, 2), HINT_BANK);
    assert_int_equal(hint_of(0, 2, 2), HINT_BOTH);
    assert_int_equal(hint_of(0, 2, 3), HINT_BOTH);
    assert_int_equal(hint_of(1, 3, 2), HINT_BOTH);      /* 3 of 6 */
    assert_int_equal(hint_of(1, 4, 2), HINT_BANK);
}

static void a_partial_instance_takes_the_transient_hint_away(void **unused)
{
    struct liveness *l = liveness_create(3, 32);
    (void)unused;
    add_warps(l, 5, "1=; =1");
    add_warps(l, 1, "!1=; =1");
    assert_int_equal(liveness_hint(liveness_site(l, 0)), HINT_TRANSIENT);   /* nothing was written */
    add_warps(l, 1, "/1=; =1");
    assert_int_equal(liveness_hint(liveness_site(l, 0)), HINT_BOTH);
    liveness_destroy(l);
}

static void registers_used_before_they_are_written_are_exposed(void **unused)
{
    struct program p = program_of("1=2; =1; /3=; 3=; 4=; !5=; +=5; /4=; =4");
    struct liveness *l = run(&p, 3, 32);
    const struct regset *e = liveness_exposed(l);
    (void)unused;
    assert_int_equal(regset_count(e), 3);
    assert_true(regset_has(e, 2) && regset_has(e, 3) && regset_has(e, 5));
    liveness_destroy(l);
}

/* --- fig. 6 and Table I ------------------------------------------------------------------------------------------- */

/*
 * The snippet of BTREE as it is printed, one register to a name, lines 2 to 14, and writes to banks with a window of 3.
 *
 * Table I says 10 writes, 5 after consolidation and 2 with hints. The printed code has 12: $r2 is also written in line
 * 12, and $r4 is not in the table. After consolidation 7 are left: of $r1 the values of lines 6 and 10, of $r2 those of
 * lines 3 (overwritten in line 11, the window of its last use in line 7 has passed) and 12, and one of each other
 * register. With hints 2 are left if $r4 is not used behind the snippet, $r1 of line 10 and $r3; else 3.
 */
static const char *const snippet =
    "3=8;"              /*  2: ld.global.u32 $r3, [$r8]                 */
    "2=;"               /*  3: mov.u32 $r2, 0x00000ff4                  */
    "1=0,2;"            /*  4: mul.wide.u16 $r1, $r0.lo, $r2.lo         */
    "1=0,2,1;"          /*  5: mad.wide.u16 $r1, $r0.hi, $r2.lo, $r1    */
    "1=1;"              /*  6: shl.u32 $r1, $r1, 0x00000010             */
    "0=0,2,1;"          /*  7: mad.wide.u16 $r0, $r0.lo, $r2.lo, $r1    */
    "0=0;"              /*  8: add.half.u32 $r0, $[0x0018], $r0         */
    "0=9,0;"            /*  9: add.half.u32 $r0, $r9, $r0               */
    "1=0;"              /* 10: add.u32 $r1, $r0, 0x000007f8             */
    "2=1;"              /* 11: ld.global.u32 $r2, [$r1]                 */
    "2=2;"              /* 12: Shl.u32 $r2, $r2, 0x00000100             */
    "4=2;"              /* 13: Add.u32 $r4, $r2, 0x0000008f             */
    "=3,1";             /* 14: set.ne.s32.s32 $p0/$o127, $r3, $r1       */

static void count_snippet(const char *behind, const char *classes, unsigned hinted)
{
    char text[512];
    unsigned writes = 0, consolidated = 0, transient = 0;
    snprintf(text, sizeof text, "%s%s", snippet, behind);
    struct program p = program_of(text);
    struct liveness *l = run(&p, 3, 32);
    for (uint32_t i = 0; i < 13; i++) {
        assert_int_equal("-tkb"[class_of(l, i)], classes[i]);
        writes += (unsigned)liveness_site(l, i)->registers;
        consolidated += (unsigned)liveness_site(l, i)->consolidated;
        transient += class_of(l, i) == HINT_TRANSIENT;
    }
    assert_int_equal(writes, 12);                   /* $r0 3, $r1 4, $r2 3, $r3 1, $r4 1 */
    assert_int_equal(writes - consolidated, 7);     /* $r0 1, $r1 2, $r2 2, $r3 1, $r4 1 */
    assert_int_equal(writes - transient, hinted);
    liveness_destroy(l);
}

static void figure_6_needs_12_writes_7_after_consolidation_and_2_or_3_with_hints(void **unused)
{
    (void)unused;
    count_snippet("", "ktttttttbttt-", 2);
    count_snippet("; =; =4", "ktttttttbttk-", 3);
}

/* --- the definition ----------------------------------------------------------------------------------------------- */

/* A use or write of a register, in the order that the definition gives them. */
struct event { uint64_t instruction; bool later, full, partial; size_t record; };

static bool reads(const struct insn *n, unsigned reg)
{
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if (n->src_valid >> s & 1 && n->src[s] == reg)
            return true;
    return false;
}

static bool writes(const struct insn *n, uint32_t lanes, unsigned reg)
{
    return (n->mask & lanes) != 0 && reg >= n->dst_base && reg < (unsigned)n->dst_base + n->dst_count;
}

/* All that happens to a register in a warp: of each instruction first the reads. */
static size_t list_events(const struct program *p, uint32_t lanes, unsigned reg, struct event e[2 * PROGRAM_MAX])
{
    size_t count = 0, instruction = 0;
    for (size_t first = 0, end; first < p->count; first = end, instruction++) {
        for (end = first + 1; end < p->count && !p->insn[end].first_uop; end++) { }
        for (size_t i = first; i < end; i++)
            if (reads(&p->insn[i], reg))
                e[count++] = (struct event){.instruction = instruction, .later = i > first, .record = SIZE_MAX};
        for (size_t i = first; i < end; i++)
            if (writes(&p->insn[i], lanes, reg))
                e[count++] = (struct event){.instruction = instruction, .later = i > first, .record = i,
                                            .full = (p->insn[i].mask & lanes) == lanes,
                                            .partial = (p->insn[i].mask & lanes) != lanes};
    }
    return count;
}

static bool within(const struct event *from, const struct event *to, unsigned window)
{
    uint64_t gap = to->instruction - from->instruction;
    return gap + (to->later && gap > 0) <= window - 1;
}

/* The class of the value that event `at` writes, and whether it is consolidated. */
static enum hint define(const struct event *e, size_t count, size_t at, unsigned window, bool *consolidated)
{
    bool all = true, first = false;
    size_t last = at, i = at + 1;
    for (; i < count && !e[i].full; last = i++) {
        all = all && within(&e[last], &e[i], window);
        first = first || (i == at + 1 && all);
    }
    *consolidated = e[at].full && all && i < count && within(&e[last], &e[i], window);
    if (e[at].full && all)
        return HINT_TRANSIENT;
    return first ? HINT_BOTH : HINT_BANK;
}

static void compare_with_definition(const struct program *p, unsigned window, unsigned count_of_lanes)
{
    struct event e[2 * PROGRAM_MAX];
    uint64_t values[HINT_COUNT] = {0}, consolidated[PROGRAM_MAX] = {0};
    bool transient[PROGRAM_MAX], used[PROGRAM_MAX];
    uint32_t lanes = UINT32_MAX >> (32 - count_of_lanes);
    struct liveness *l = run(p, window, count_of_lanes);
    memset(transient, true, sizeof transient);
    memset(used, false, sizeof used);
    for (unsigned reg = 0; reg < REGSET_REGISTERS; reg++) {
        size_t count = list_events(p, lanes, reg, e);
        for (size_t i = 0; i < count; i++) {
            bool gone;
            if (e[i].record == SIZE_MAX)
                continue;
            enum hint h = define(e, count, i, window, &gone);
            values[h]++;
            consolidated[e[i].record] += gone;
            transient[e[i].record] &= h == HINT_TRANSIENT;
            /* What is used in the window: a transient value if anything uses it at all. */
            used[e[i].record] |= h == HINT_BOTH || (h == HINT_TRANSIENT && i + 1 < count && !e[i + 1].full);
        }
    }
    assert_memory_equal(values, liveness_totals(l)->values, sizeof values);
    for (uint32_t i = 0; i < p->count; i++) {
        bool any = (p->insn[i].mask & lanes) != 0 && p->insn[i].dst_count > 0;
        enum hint want = !any ? HINT_NONE : transient[i] ? HINT_TRANSIENT : used[i] ? HINT_BOTH : HINT_BANK;
        assert_int_equal(class_of(l, i), want);
        assert_int_equal(liveness_site(l, i)->consolidated, consolidated[i]);
    }
    liveness_destroy(l);
}

static uint64_t next(uint64_t *r)
{
    *r ^= *r << 13, *r ^= *r >> 7, *r ^= *r << 17;
    return *r >> 8;
}

/* A warp over few registers, some of them at the end of the file. */
static struct program random_program(uint64_t *r)
{
    struct program p = {.count = 1 + next(r) % (PROGRAM_MAX - 1)};
    unsigned registers = 2 + (unsigned)(next(r) % 14), base = next(r) & 1 ? 0 : 240;
    for (size_t i = 0; i < p.count; i++) {
        struct insn *n = &p.insn[i];
        n->mask = (uint32_t[]){UINT32_MAX, UINT32_MAX, UINT32_MAX, 0xff, 0x30, 0xc, 0}[next(r) % 7];
        n->dst_count = (uint8_t[]){0, 1, 1, 1, 2, 4}[next(r) % 6];
        n->dst_base = (uint8_t)(base + next(r) % registers);
        if (n->dst_base + n->dst_count > 256)
            n->dst_base = (uint8_t)(256 - n->dst_count);
        n->src_valid = (uint8_t)(next(r) & next(r));
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            n->src[s] = (uint8_t)(base + next(r) % registers);
        n->first_uop = i == 0 || next(r) % 4 > 0;
        if (i > 0)
            p.insn[i - 1].last_uop = n->first_uop;
    }
    p.insn[p.count - 1].last_uop = p.insn[p.count - 1].last = true;
    return p;
}

static void random_warps_have_the_classes_of_the_definition(void **unused)
{
    uint64_t r = 88172645463325252;
    (void)unused;
    for (unsigned i = 0; i < 2000; i++) {
        struct program p = random_program(&r);
        compare_with_definition(&p, 1 + i % 7, i & 1 ? 32 : 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uses_within_the_window_of_the_use_before_are_transient_IV_B),
        cmocka_unit_test(a_first_use_behind_the_window_is_bank_only_IV_B),
        cmocka_unit_test(a_later_use_behind_the_window_is_both_IV_B),
        cmocka_unit_test(a_value_that_is_never_used_is_transient_IV_B),
        cmocka_unit_test(a_full_write_ends_a_life),
        cmocka_unit_test(the_end_of_the_warp_ends_all_lives),
        cmocka_unit_test(an_instruction_reads_before_it_writes),
        cmocka_unit_test(a_partial_write_is_a_use_and_ends_no_life),
        cmocka_unit_test(a_partial_write_is_never_transient),
        cmocka_unit_test(without_lanes_operands_are_read_and_nothing_is_written),
        cmocka_unit_test(masks_are_those_of_the_lanes_of_the_sub_core),
        cmocka_unit_test(windows_count_instructions_and_not_micro_operations),
        cmocka_unit_test(a_further_micro_operation_comes_one_instruction_later),
        cmocka_unit_test(results_of_a_record_share_a_hint),
        cmocka_unit_test(registers_have_classes_of_their_own),
        cmocka_unit_test(a_static_record_is_transient_if_every_instance_is_IV_B),
        cmocka_unit_test(the_majority_decides_between_bank_and_both_and_a_tie_is_both),
        cmocka_unit_test(a_partial_instance_takes_the_transient_hint_away),
        cmocka_unit_test(registers_used_before_they_are_written_are_exposed),
        cmocka_unit_test(figure_6_needs_12_writes_7_after_consolidation_and_2_or_3_with_hints),
        cmocka_unit_test(random_warps_have_the_classes_of_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
