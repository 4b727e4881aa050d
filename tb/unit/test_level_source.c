/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control flow for the passes of cmodel/levels/: of machine code made by hand, where paths are apart and where another
 * one may go on (docs/software-rf.md, Divergence); and of small recorded code.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/program/level_source.h"
#include "cmodel/program/recorded_code.h"
#include "cmodel/sass/cubin.h"
#include "cmodel/sass/records.h"

enum { MOST = 16 };

/* --- machine code ------------------------------------------------------------------------------------------------- */

/* A kernel of a few instructions; their records name no registers. */
struct bench {
    struct sass_insn insns[MOST];
    struct record_shape shapes[MOST];
    struct cubin_kernel kernel;
    struct level_code code;
};

static struct sass_insn *add(struct bench *b, uint16_t op)
{
    struct sass_insn *i = &b->insns[b->kernel.insn_count];
    *i = (struct sass_insn){.op = op, .guard = SASS_PT, .pc = SASS_BYTES * (uint64_t)b->kernel.insn_count};
    b->kernel.insn_count++;
    return i;
}

static struct sass_insn *add_with(struct bench *b, uint16_t op, uint8_t kind, int64_t value)
{
    struct sass_insn *i = add(b, op);
    i->operand[i->operand_count++] = (struct sass_operand){.kind = kind, .reg = (uint8_t)value, .value = value};
    return i;
}

static void to(struct bench *b, uint16_t op, uint32_t insn, bool guarded)
{
    struct sass_insn *i = add_with(b, op, SASS_LABEL, SASS_BYTES * (int64_t)insn);
    i->guard = guarded ? 0 : SASS_PT;
}

static void build(struct bench *b, bool races)
{
    char why[300] = "";
    b->kernel.name = (char[]){"kernel"};
    b->kernel.insns = b->insns;
    level_code_free(&b->code);
    if (!level_code_of_cubin(&b->code, &b->kernel, b->shapes, races, SENTENCE(why)))
        fail_msg("%s", why);
}

/* "T" where the instruction has the property, "." where not. */
static void expect(const struct bench *b, const char *what, size_t field, const char *expected)
{
    char found[MOST + 1] = "";
    for (uint32_t n = 0; n < b->code.count; n++)
        found[n] = *(const bool *)((const char *)&b->code.insns[n] + field) ? 'T' : '.';
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, not %s", what, found, expected);
}

#define EXPECT(b, field, expected) expect(b, #field, offsetof(struct level_insn, field), expected)

/* 0 BSSY, 1 @P0 BRA 4, 2 MOV, 3 BRA 5, 4 MOV, 5 BSYNC, 6 MOV, 7 BRA 8, 8 EXIT; `middle` stands at 2. */
static void hammock(struct bench *b, uint16_t middle)
{
    *b = (struct bench){.kernel = {.insn_count = 0}};
    add_with(b, SASS_BSSY, SASS_BREG, 0);
    to(b, SASS_BRA, 4, true);
    if (middle == SASS_MOV)
        add(b, middle);
    else
        add_with(b, middle, SASS_BREG, 0);
    to(b, SASS_BRA, 5, false);
    add(b, SASS_MOV);
    add_with(b, SASS_BSYNC, SASS_BREG, 0);
    add(b, SASS_MOV);
    to(b, SASS_BRA, 8, false);
    add(b, SASS_EXIT);
}

static void paths_are_apart_up_to_their_bsync(void **unused)
{
    static struct bench b;
    (void)unused;
    hammock(&b, SASS_MOV);
    build(&b, false);
    EXPECT(&b, diverged, "..TTTT...");
    EXPECT(&b, switches, ".T.T.T...");      /* of both branches only the one while apart */
    level_code_free(&b.code);
}

static void a_break_or_a_moved_barrier_keeps_them_apart(void **unused)
{
    static struct bench b;
    (void)unused;
    hammock(&b, SASS_BREAK);
    build(&b, false);
    EXPECT(&b, diverged, "..TTTTTTT");
    EXPECT(&b, switches, ".TTT.T.TT");
    level_code_free(&b.code);
    hammock(&b, SASS_BMOV);
    build(&b, false);
    EXPECT(&b, diverged, "..TTTTTTT");
    level_code_free(&b.code);
}

static void with_races_every_instruction_apart_may_be_the_last(void **unused)
{
    static struct bench b;
    (void)unused;
    hammock(&b, SASS_MOV);
    build(&b, true);
    EXPECT(&b, diverged, "..TTTTTTT");
    EXPECT(&b, switches, ".TTTTTTTT");
    level_code_free(&b.code);
}

static void a_uniform_branch_divides_nothing(void **unused)
{
    static struct bench b;
    (void)unused;
    b = (struct bench){.kernel = {.insn_count = 0}};
    to(&b, SASS_BRA, 2, true);
    b.insns[0].mode = SASS_BRA_U;
    add(&b, SASS_MOV);
    add(&b, SASS_EXIT);
    build(&b, false);
    EXPECT(&b, diverged, "...");
    EXPECT(&b, switches, "...");
    assert_int_equal(b.code.insns[0].next_count, 2);
    level_code_free(&b.code);
}

static void a_guard_makes_results_partial(void **unused)
{
    static struct bench b;
    (void)unused;
    b = (struct bench){.kernel = {.insn_count = 0}};
    add(&b, SASS_MOV)->guard = 2;
    add(&b, SASS_MOV);
    add(&b, SASS_EXIT);
    build(&b, false);
    EXPECT(&b, partial, "T..");
    level_code_free(&b.code);
}

/* 0 CALL 3, 1 CALL 3, 2 EXIT, 3 MOV, 4 RET: behind both calls; 5 MOV, 6 BRA 5: entered through a pointer. */
static void a_return_goes_behind_every_call(void **unused)
{
    static struct bench b;
    (void)unused;
    b = (struct bench){.kernel = {.insn_count = 0}};
    to(&b, SASS_CALL, 3, false);
    to(&b, SASS_CALL, 3, false);
    add(&b, SASS_EXIT);
    add(&b, SASS_MOV);
    add(&b, SASS_RET);
    add(&b, SASS_MOV);
    to(&b, SASS_BRA, 5, false);
    build(&b, false);
    const struct level_insn *r = &b.code.insns[4];
    assert_int_equal(r->next_count, 2);
    assert_true(r->next[0] == 1 && r->next[1] == 2);
    assert_true(b.code.insns[0].next_count == 1 && b.code.insns[0].next[0] == 3);
    EXPECT(&b, entry, "T....T.");
    EXPECT(&b, anywhere, ".......");
    level_code_free(&b.code);
}

static void behind_a_call_through_a_pointer_anything_follows(void **unused)
{
    static struct bench b;
    (void)unused;
    b = (struct bench){.kernel = {.insn_count = 0}};
    add_with(&b, SASS_CALL, SASS_REG, 4);
    add(&b, SASS_EXIT);
    build(&b, false);
    EXPECT(&b, anywhere, "T.");
    assert_true(b.code.insns[0].next_count == 1 && b.code.insns[0].next[0] == 1);
    level_code_free(&b.code);
}

static void long_latency_is_that_of_memory_beyond_the_sm(void **unused)
{
    (void)unused;
    for (const char *const *name = (const char *const[]){"LDG.E.64", "LD", "LDL", "ATOMG.ADD", "TEX.LL", NULL}; *name;
         name++)
        assert_true(level_is_slow(*name));
    for (const char *const *name = (const char *const[]){"LDS.U", "LDC", "LDSM", "ATOMS", "MUFU.RCP", "RED.E", NULL};
         *name; name++)
        assert_false(level_is_slow(*name));
}

/* --- recorded code ------------------------------------------------------------------------------------------------ */

static void step(struct recorded_code *c, uint64_t pc, const char *opcode, uint8_t reads)
{
    struct recorded_form f = {.read_count = 1, .read = {{reads, 0}}};
    assert_true(recorded_code_add(c, pc, opcode, &f));
}

/* 0x10 goes on at 0x20 or 0x40; at 0x30 the trace jumps without a branch: another path goes on. 0x40 has two forms. */
static void a_trace_switches_where_it_goes_on_elsewhere(void **unused)
{
    struct recorded_code c = {.before = RECORDED_START};
    struct level_code code;
    char why[300] = "";
    const struct level_seen seen[MOST] = {[0] = {.entry = true}};
    (void)unused;
    step(&c, 0x00, "MOV", 1);
    step(&c, 0x10, "ISETP", 1);
    step(&c, 0x20, "MOV", 1);
    step(&c, 0x30, "MOV", 1);
    step(&c, 0x50, "MOV", 1);
    recorded_code_end_warp(&c);
    step(&c, 0x00, "MOV", 1);
    step(&c, 0x10, "ISETP", 1);
    step(&c, 0x40, "MOV", 2);
    step(&c, 0x50, "MOV", 1);
    recorded_code_end_warp(&c);
    step(&c, 0x40, "MOV", 3);
    recorded_code_end_warp(&c);
    assert_true(recorded_code_sort(&c));
    if (!level_code_of_trace(&code, &c, seen, SENTENCE(why)))
        fail_msg("%s", why);
    static const bool switches[] = {false, true, false, true, false, true}, varied[] = {0, 0, 0, 0, 1, 0};
    assert_int_equal(code.count, 6);
    for (uint32_t n = 0; n < code.count; n++) {
        assert_int_equal(code.insns[n].switches, switches[n]);
        assert_int_equal(code.insns[n].varied, varied[n]);
    }
    assert_int_equal(code.insns[4].read_count, 2);
    level_code_free(&code);
    recorded_code_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_apart_up_to_their_bsync),
        cmocka_unit_test(a_break_or_a_moved_barrier_keeps_them_apart),
        cmocka_unit_test(with_races_every_instruction_apart_may_be_the_last),
        cmocka_unit_test(a_uniform_branch_divides_nothing),
        cmocka_unit_test(a_guard_makes_results_partial),
        cmocka_unit_test(a_return_goes_behind_every_call),
        cmocka_unit_test(behind_a_call_through_a_pointer_anything_follows),
        cmocka_unit_test(long_latency_is_that_of_memory_beyond_the_sm),
        cmocka_unit_test(a_trace_switches_where_it_goes_on_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
