/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pass that writes control bits for recorded traces (docs/control-bits.md), on small code made by hand; its units
 * and classes, which must be those of machine code.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/unit.h"
#include "cmodel/program/control_pass.h"
#include "cmodel/program/control_rules.h"
#include "cmodel/sass/control_access.h"
#include "cmodel/sass/cubin.h"
#include "cmodel/sass/records.h"
#include "program.h"

enum { BOTH_LATENCIES = 3, NONE = HINTS_NO_COUNTER };

static const struct hints_machine turing = {.banks = 2, .int_latency = BOTH_LATENCIES, .fp32_latency = BOTH_LATENCIES,
                                            .expand = true};

/* --- code --------------------------------------------------------------------------------------------------------- */

/* A warp executes the instruction at an address; registers are those of a record of program.h. */
static void step(struct recorded_code *c, uint64_t pc, const char *opcode, const char *registers)
{
    struct program p = program_of(registers);
    struct recorded_form form = {.unit = 0};
    struct isa_op op;
    isa_lookup(&op, opcode);
    for (size_t i = 0; i < p.count; i++) {
        p.insn[i].unit = op.unit;
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            p.insn[i].src_pos[s] = (uint8_t)s;
        isa_settle_unit(&op, opcode, &p.insn[i], 1);
        recorded_form_add(&form, &p.insn[i]);
    }
    assert_true(recorded_code_add(c, pc, opcode, &form));
}

static void finish(struct recorded_code *c)
{
    char why[300] = "";
    recorded_code_end_warp(c);
    assert_true(recorded_code_sort(c));
    if (!control_count(c, SENTENCE(why)) || !control_stall(c, &turing, SENTENCE(why)))
        fail_msg("%s", why);
    control_keep(c, &turing);
}

static const struct hint_control *at(const struct recorded_code *c, uint64_t pc)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->insns[i].pc == pc)
            return &c->insns[i].control;
    fail_msg("no instruction at 0x%04x", (unsigned)pc);
    return NULL;
}

static bool waits(const struct recorded_code *c, uint64_t pc, uint8_t counter)
{
    assert_true(counter < HINTS_COUNTERS);
    return at(c, pc)->wait >> counter & 1;
}

/* --- stall counts ------------------------------------------------------------------------------------------------- */

static void a_reader_has_the_distance_of_the_matrix(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "IADD3", "1=2");
    step(&c, 0x10, "IADD3", "3=1");         /* ALU to ALU: 4 */
    step(&c, 0x20, "FFMA", "4=3,3,3");      /* to FMA: 5 */
    step(&c, 0x30, "MOV", "9=");
    step(&c, 0x40, "LDG.E", "5=4");         /* FMA to memory: 8, of which the MOV has 1 */
    step(&c, 0x50, "HADD2", "6=8");
    step(&c, 0x60, "IMAD.WIDE", "10x2=6,7,8");  /* FP16 to the factors: 8 */
    step(&c, 0x70, "FADD", "12=11,8");      /* the second word comes a cycle later: 5 */
    step(&c, 0x80, "XUNKNOWN", "13=12");    /* any class: WIDE AB, 4 behind FMA */
    step(&c, 0x90, "IADD3", "14=13");       /* from FP16, the slowest: 8 */
    finish(&c);
    assert_int_equal(at(&c, 0x00)->stall, 4);
    assert_int_equal(at(&c, 0x10)->stall, 5);
    assert_int_equal(at(&c, 0x20)->stall, 1);
    assert_int_equal(at(&c, 0x30)->stall, 7);
    assert_int_equal(at(&c, 0x50)->stall, 8);
    assert_int_equal(at(&c, 0x60)->stall, 5);
    assert_int_equal(at(&c, 0x90 - 0x10)->stall, 8);
    recorded_code_free(&c);
}

static void a_loop_keeps_the_distance_to_its_next_round(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "MOV", "1=");
    for (unsigned round = 0; round < 3; round++) {
        step(&c, 0x10, "IADD3", "1=1,2");
        step(&c, 0x20, "ISETP.LT", "=3");
        step(&c, 0x30, "BRA", "=");
    }
    step(&c, 0x40, "EXIT", "=");
    finish(&c);
    assert_int_equal(at(&c, 0x00)->stall, 4);
    assert_int_equal(at(&c, 0x10)->stall + at(&c, 0x20)->stall + at(&c, 0x30)->stall, 4);
    assert_int_equal(at(&c, 0x30)->stall, 2);
    recorded_code_free(&c);
}

static void both_sides_of_a_diamond_are_long_enough(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "IADD3", "1=2");
    step(&c, 0x10, "BRA", "=");
    step(&c, 0x20, "LDG.E", "7=8");
    step(&c, 0x30, "MOV", "9=");
    step(&c, 0x50, "FFMA", "3=1,1,7");
    recorded_code_end_warp(&c);
    step(&c, 0x00, "IADD3", "1=2");
    step(&c, 0x10, "BRA", "=");
    step(&c, 0x40, "MOV", "9=");
    step(&c, 0x50, "FFMA", "3=1,1,7");
    finish(&c);
    unsigned head = at(&c, 0x00)->stall + at(&c, 0x10)->stall;
    assert_int_equal(head + at(&c, 0x20)->stall + at(&c, 0x30)->stall, 5);
    assert_int_equal(head + at(&c, 0x40)->stall, 5);
    assert_true(waits(&c, 0x50, at(&c, 0x20)->write_bar));
    recorded_code_free(&c);
}

static void what_no_stall_count_can_tell_is_refused(void **unused)
{
    struct hints_machine slow = turing;
    struct recorded_code c = {.count = 0};
    char why[300] = "";
    (void)unused;
    slow.int_latency = HINTS_MOST_STALL;
    step(&c, 0x00, "IADD3", "1=2");
    step(&c, 0x10, "IADD3", "3=1");
    assert_true(recorded_code_sort(&c));
    assert_false(control_stall(&c, &slow, SENTENCE(why)));
    assert_non_null(strstr(why, "0x0010 IADD3 must issue 16 cycles after 0x0000 IADD3"));
    slow.int_latency = HINTS_MOST_STALL - 1;
    assert_true(control_stall(&c, &slow, SENTENCE(why)));
    assert_int_equal(at(&c, 0x00)->stall, 15);
    assert_true(at(&c, 0x00)->yield);       /* 12 and more are short without it */
    recorded_code_free(&c);
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

static void who_uses_a_load_waits_two_cycles_later(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "LDG.E", "2=4");
    step(&c, 0x10, "FADD", "3=2,2");
    step(&c, 0x20, "LDG.E", "5=4");
    step(&c, 0x30, "MOV", "8=");
    step(&c, 0x40, "MOV", "5=");            /* overwrites it */
    step(&c, 0x50, "LDG.E", "6=4");         /* nobody wants it */
    finish(&c);
    assert_true(waits(&c, 0x10, at(&c, 0x00)->write_bar));
    assert_int_equal(at(&c, 0x00)->stall, 2);
    assert_int_equal(at(&c, 0x20)->stall, 1);
    assert_int_equal(at(&c, 0x30)->wait, 0);
    assert_true(waits(&c, 0x40, at(&c, 0x20)->write_bar));
    assert_int_equal(at(&c, 0x50)->write_bar, NONE);
    assert_int_equal(at(&c, 0x00)->read_bar, NONE);
    recorded_code_free(&c);
}

static void who_overwrites_the_source_of_a_store_waits(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "STG.E", "=4,6");
    step(&c, 0x10, "MOV", "6=");
    step(&c, 0x20, "STG.E", "=4,8");
    step(&c, 0x30, "LDG.E", "8=10");        /* memory reads its sources in order */
    step(&c, 0x40, "MUFU.RCP", "12=13");
    step(&c, 0x50, "FADD", "14=12,12");     /* waits for the result: the source has been read, too */
    step(&c, 0x60, "MOV", "13=");
    finish(&c);
    assert_true(waits(&c, 0x10, at(&c, 0x00)->read_bar));
    assert_int_equal(at(&c, 0x00)->stall, 2);
    assert_int_equal(at(&c, 0x20)->read_bar, NONE);
    assert_int_equal(at(&c, 0x30)->wait, 0);
    assert_int_equal(at(&c, 0x40)->read_bar, NONE);
    assert_int_equal(at(&c, 0x60)->wait, 0);
    recorded_code_free(&c);
}

static void more_than_six_loads_share_counters(void **unused)
{
    enum { LOADS = 9 };
    char text[32];
    unsigned used = 0;
    struct recorded_code c = {.count = 0};
    (void)unused;
    for (unsigned i = 0; i < LOADS; i++) {
        snprintf(text, sizeof text, "%u=4", 10 + i);
        step(&c, 16 * i, "LDG.E", text);
    }
    for (unsigned i = 0; i < LOADS; i++) {
        snprintf(text, sizeof text, "%u=%u", 30 + i, 10 + i);
        step(&c, 16 * (LOADS + i), "MOV", text);
    }
    finish(&c);
    for (unsigned i = 0; i < LOADS; i++) {
        assert_true(waits(&c, 16 * (LOADS + i), at(&c, 16 * i)->write_bar));
        used |= 1u << at(&c, 16 * i)->write_bar;
    }
    assert_int_equal(used, 0x3f);
    recorded_code_free(&c);
}

static void loads_for_one_reader_may_share_a_counter(void **unused)
{
    char text[32];
    struct recorded_code c = {.count = 0};
    (void)unused;
    for (unsigned i = 0; i < 8; i++) {
        snprintf(text, sizeof text, "%u=4", 10 + i);
        step(&c, 16 * i, "LDG.E", text);
    }
    step(&c, 0x80, "IADD3", "20=10,11,12,13,14,15,16");
    step(&c, 0x90, "MOV", "21=17");
    finish(&c);
    for (unsigned i = 0; i < 7; i++)        /* no other load shares that of the last one, which is waited for later */
        assert_int_not_equal(at(&c, 16 * i)->write_bar, at(&c, 0x70)->write_bar);
    recorded_code_free(&c);
}

/* --- reuse bits --------------------------------------------------------------------------------------------------- */

enum { A = 1, B = 2, C = 4 };

static void a_value_is_kept_for_the_next_read_of_its_operand(void **unused)
{
    struct recorded_code c = {.count = 0};
    (void)unused;
    step(&c, 0x00, "FFMA", "20=2,3,4");     /* A and C: the same registers next; B: R5 is in R3's bank */
    step(&c, 0x10, "FFMA", "21=2,5,4");     /* A: written before its next read; B: R6 is in the other bank */
    step(&c, 0x20, "MOV", "2=");
    step(&c, 0x30, "FFMA", "22=2,6,9");     /* B: two ways lead on; C */
    step(&c, 0x40, "FFMA", "23=2,5,4");
    step(&c, 0x50, "BRA", "=");
    step(&c, 0x60, "FFMA", "24=2,5,4");
    recorded_code_end_warp(&c);
    step(&c, 0x50, "BRA", "=");
    step(&c, 0x70, "FFMA", "25=2,5,4");
    step(&c, 0x80, "FFMA", "2=2,5,4");      /* A: it writes R2 itself */
    step(&c, 0x90, "FFMA", "26=2,5,4");
    finish(&c);
    assert_int_equal(at(&c, 0x00)->reuse, A | C);
    assert_int_equal(at(&c, 0x10)->reuse, B | C);
    assert_int_equal(at(&c, 0x30)->reuse, A);
    assert_int_equal(at(&c, 0x40)->reuse, 0);
    assert_int_equal(at(&c, 0x70)->reuse, A | B | C);
    assert_int_equal(at(&c, 0x80)->reuse, B | C);
    recorded_code_free(&c);
}

/* --- records ------------------------------------------------------------------------------------------------------ */

static void the_first_micro_operation_waits_and_the_last_stalls(void **unused)
{
    const struct hint_control control = {.stall = 9, .yield = true, .write_bar = 1, .read_bar = 2, .wait = 0x21,
                                         .reuse = C};
    struct program p = program_of("=1,2; +=3,4; +5=");
    (void)unused;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned s = 0; s < 2; s++)
            p.insn[i].src_pos[s] = (uint8_t)(2 * i + s);
    hints_spread(&control, p.insn, 3);
    assert_int_equal(p.insn[0].wait, 0x21);
    assert_int_equal(p.insn[1].wait | p.insn[2].wait, 0);
    assert_int_equal(p.insn[0].stall, 1);
    assert_int_equal(p.insn[2].stall, 9);
    assert_false(p.insn[0].yield);
    assert_true(p.insn[2].yield);
    assert_int_equal(p.insn[0].read_bar, 2);
    assert_int_equal(p.insn[1].read_bar, 2);
    assert_int_equal(p.insn[2].read_bar, NONE);
    assert_int_equal(p.insn[1].write_bar, NONE);
    assert_int_equal(p.insn[2].write_bar, 1);
    assert_int_equal(p.insn[0].src_reuse, 0);
    assert_int_equal(p.insn[1].src_reuse, 3);
    assert_int_equal(p.insn[1].src_pos[1], 2);      /* the fourth operand takes the slot of the third */
}

/* --- machine code ------------------------------------------------------------------------------------------------- */

/* Each class of a register that machine code reads, or writes, is one that the opcode's name may have. */
static void check_classes(const struct sass_insn *insn, const char *name, struct control_class class)
{
    struct control_access list[CONTROL_ACCESSES];
    unsigned count = control_reads(insn, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i].file == LATENCY_REGISTER && !(class.reads >> list[i].class & 1))
            fail_msg("%s reads as class %u, which its name does not have", name, list[i].class);
    count = control_writes(insn, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i].file == LATENCY_REGISTER && !(class.writes >> list[i].class & 1))
            fail_msg("%s writes as class %u, which its name does not have", name, list[i].class);
}

static void check_insn(const struct sass_insn *insn)
{
    static const struct record_limits limits = {.slots = 8, .registers = 256, .expand = true, .fixed = true};
    char name[64], error[300];
    struct record_shape shape;
    struct isa_op op;
    struct insn n = {.pc = 0};
    assert_true(record_shape(&shape, insn, 0, &limits, SENTENCE(error)));
    sass_opcode_text(insn, name, sizeof name);
    isa_lookup(&op, name);
    bool writes = false;
    for (unsigned u = 0; u < shape.count; u++)
        writes |= shape.uop[u].dst_count > 0;
    n.unit = writes && (op.unit == UNIT_BRANCH || op.unit == UNIT_UNIFORM) ? (uint8_t)UNIT_INT : op.unit;
    isa_settle_unit(&op, name, &n, 1);
    if (n.unit != shape.uop[0].unit)
        fail_msg("%s goes to unit %u, and to %u in machine code", name, n.unit, shape.uop[0].unit);
    check_classes(insn, name, control_class(name, n.unit, unit_is_fixed(n.unit)));
}

static void units_and_classes_are_those_of_machine_code(void **unused)
{
    unsigned checked = 0;
    glob_t files;
    (void)unused;
    assert_int_equal(glob("workloads/*/*.cubin", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char error[1024];
        struct cubin *c = cubin_open(files.gl_pathv[i], true, SENTENCE(error));
        if (!c)
            fail_msg("%s", error);
        for (uint32_t k = 0; k < c->kernel_count; k++)
            for (uint32_t n = 0; n < c->kernels[k].insn_count; n++, checked++)
                check_insn(&c->kernels[k].insns[n]);
        cubin_close(c);
    }
    globfree(&files);
    assert_true(checked > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_has_the_distance_of_the_matrix),
        cmocka_unit_test(a_loop_keeps_the_distance_to_its_next_round),
        cmocka_unit_test(both_sides_of_a_diamond_are_long_enough),
        cmocka_unit_test(what_no_stall_count_can_tell_is_refused),
        cmocka_unit_test(who_uses_a_load_waits_two_cycles_later),
        cmocka_unit_test(who_overwrites_the_source_of_a_store_waits),
        cmocka_unit_test(more_than_six_loads_share_counters),
        cmocka_unit_test(loads_for_one_reader_may_share_a_counter),
        cmocka_unit_test(a_value_is_kept_for_the_next_read_of_its_operand),
        cmocka_unit_test(the_first_micro_operation_waits_and_the_last_stalls),
        cmocka_unit_test(units_and_classes_are_those_of_machine_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
