/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control bits against the latency matrix: short programs whose control bits are right or wrong by one, for each rule
 * of docs/control-bits.md; and bundled kernels, with one stall count lowered where it is tight.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/control.h"
#include "cmodel/sass/control_access.h"
#include "cmodel/sass/control_state.h"
#include "cmodel/sass/cubin.h"

/* --- programs ----------------------------------------------------------------------------------------------------- */

enum { ROOM = 32, NONE = 7 };

static struct sass_insn code[ROOM];
static uint32_t count;
static struct control_faults faults;

/* Adds an instruction that stalls for a cycle, has no barriers and waits for nothing. */
static struct sass_insn *put(uint64_t hi, uint64_t lo)
{
    struct sass_insn *i = &code[count];
    assert_true(count < ROOM);
    assert_true(sass_decode(i, lo, hi, (uint64_t)count * SASS_BYTES));
    i->stall = 1;
    i->yield = false;
    i->read_barrier = i->write_barrier = NONE;
    i->wait_mask = 0;
    count++;
    return i;
}

static uint64_t fields(unsigned d, unsigned a, unsigned b)
{
    return (uint64_t)d << 16 | (uint64_t)a << 24 | (uint64_t)b << 32;
}

static struct sass_insn *iadd3(unsigned d, unsigned a)
{
    return put(0x000fe20007ffe0ff, 0x0000000100007810 | fields(d, a, 0));
}

static struct sass_insn *mov(unsigned d)
{
    return put(0x000fca0000000f00, 0x0000000400007802 | fields(d, 0, 0));
}

static struct sass_insn *ffma(unsigned d, unsigned a, unsigned b, unsigned c)
{
    return put(0x000fc80000000000 | c, 0x0000000000007223 | fields(d, a, b));
}

static struct sass_insn *wide(unsigned d, unsigned a, unsigned b)
{
    return put(0x000fd000078e0200 | 0xff, 0x0000000000007225 | fields(d, a, b));
}

static struct sass_insn *cs2r(unsigned d)
{
    return put(0x000fe2000001ff00, 0x0000000000007805 | fields(d, 0, 0));
}

static struct sass_insn *hadd2(unsigned d, unsigned a)
{
    return put(0x044fe40000004c00, 0xa00000ff00007230 | fields(d, a, 0));
}

static struct sass_insn *ldg(unsigned d, unsigned a)
{
    return put(0x000ea600001ee900, 0x0000000000007381 | fields(d, a, 0));
}

static struct sass_insn *stg(unsigned a, unsigned b)
{
    return put(0x000fe2000010e900, 0x0000000000007386 | fields(0, a, b));
}

static struct sass_insn *lds(unsigned d)
{
    return put(0x000e220000001800, 0x00000000ff007984 | fields(d, 0, 0));
}

static struct sass_insn *mufu(unsigned d, unsigned a)
{
    return put(0x000e240000001000, 0x0000000000007308 | fields(d, 0, a));
}

static struct sass_insn *dadd(unsigned d, unsigned a)
{
    return put(0x001e080000000000, 0x3fe0000000007429 | fields(d, a, 0));
}

static struct sass_insn *isetp(unsigned a)
{
    return put(0x000fd80003f06270, 0x00005e0000007a0c | fields(0, a, 0));
}

static struct sass_insn *uiadd3(unsigned d, unsigned a)
{
    return put(0x000fe2000fffe03f, 0x0000004000007890 | fields(d, a, 0));
}

static struct sass_insn *uldc(unsigned d)
{
    return put(0x000fe20000000800, 0x00005f0000007ab9 | fields(d, 0, 0));
}

static struct sass_insn *imad_ur(unsigned d, unsigned u)
{
    return put(0x000fe2000f8e02ff, 0x00000000ff007c24 | fields(d, 0, u));
}

static struct sass_insn *s2r(unsigned d)
{
    return put(0x000e620000002200, 0x0000000000007919 | fields(d, 0, 0));
}

static struct sass_insn *bar(void)
{
    return put(0x000fea0000000000, 0x0000000000007b1d);
}

static struct sass_insn *leave(void)
{
    return put(0x000fea0003800000, 0x000000000000794d);
}

static struct sass_insn *depbar(unsigned sb, unsigned n)
{
    return put(0, 0x80000000791a | (uint64_t)sb << 44 | (uint64_t)n << 38);
}


/* BRA, CALL: to an instruction by number. */
static struct sass_insn *to(struct sass_insn *i, uint32_t target)
{
    for (unsigned o = 0; o < i->operand_count; o++)
        if (i->operand[o].kind == SASS_LABEL)
            i->operand[o].value = (int64_t)target * SASS_BYTES;
    return i;
}

static struct sass_insn *bra(uint32_t target)
{
    return to(put(0x000fea0003800000, 0x0000000000007947), target);
}

static struct sass_insn *call(uint32_t target)
{
    return to(put(0x000fea0003c00000, 0x0000000000007944), target);
}

static struct sass_insn *ret(unsigned a)
{
    return put(0x000fea0003c3ffff, 0xfffff34000007950 | fields(0, a, 0));
}


static struct sass_insn *guarded(struct sass_insn *i)
{
    i->guard = 0;
    return i;
}

static struct sass_insn *stall(unsigned cycles, struct sass_insn *i)
{
    i->stall = (uint8_t)cycles;
    return i;
}

static struct sass_insn *sets(unsigned counter, struct sass_insn *i)
{
    i->write_barrier = (uint8_t)counter;
    i->stall = 2;
    return i;
}

static struct sass_insn *reads_with(unsigned counter, struct sass_insn *i)
{
    i->read_barrier = (uint8_t)counter;
    i->stall = 2;
    return i;
}

static struct sass_insn *waits(unsigned mask, struct sass_insn *i)
{
    i->wait_mask = (uint8_t)mask;
    return i;
}

static void begin(void)
{
    count = 0;
    free(faults.list);
    faults = (struct control_faults){0};
}

static uint32_t check(void)
{
    const uint32_t entry = 0;
    free(faults.list);
    control_check(&(struct control_code){.insns = code, .count = count, .entries = &entry, .entry_count = 1}, &faults);
    return faults.count;
}

static void print_faults(void)
{
    const struct control_code all = {.insns = code, .count = count};
    char text[384];
    for (uint32_t f = 0; f < faults.count; f++) {
        control_text(&all, &faults.list[f], text, sizeof text);
        print_message("%s\n", text);
    }
}

static void assert_holds(void)
{
    if (check() > 0)
        print_faults();
    assert_int_equal(faults.count, 0);
}

/* Exactly one fault, and what it says. */
static void assert_fault(const char *text)
{
    const struct control_code all = {.insns = code, .count = count};
    char said[384];
    if (check() != 1)
        print_faults();
    assert_int_equal(faults.count, 1);
    control_text(&all, &faults.list[0], said, sizeof said);
    assert_string_equal(said, text);
}

/* --- distances ---------------------------------------------------------------------------------------------------- */

/* The last two instructions hold with `cycles` between them, and not with one less. */
static void assert_tight(unsigned cycles)
{
    code[count - 2].stall = (uint8_t)cycles;
    code[count - 2].yield = true;
    assert_holds();
    code[count - 2].stall--;
    code[count - 2].yield = cycles > 3;
    assert_int_equal(check(), 1);
    assert_int_equal(faults.list[0].cause, CONTROL_DISTANCE);
    assert_int_equal(faults.list[0].found, cycles - 1);
    assert_int_equal(faults.list[0].needed, cycles);
    assert_int_equal(faults.list[0].insn, count - 1);
    assert_int_equal(faults.list[0].earlier, count - 2);
    begin();
}

#define TIGHT(cycles, first, second) do { begin(); first; second; assert_tight(cycles); } while (0)

static void readers_keep_the_distance_of_the_matrix(void **unused)
{
    (void)unused;
    TIGHT(4, iadd3(4, 5), iadd3(6, 4));
    TIGHT(5, iadd3(4, 5), ffma(6, 4, 7, 8));
    TIGHT(5, ffma(4, 5, 6, 7), iadd3(8, 4));
    TIGHT(4, ffma(4, 5, 6, 7), ffma(8, 9, 10, 4));
    TIGHT(3, wide(4, 6, 7), iadd3(8, 4));
    TIGHT(5, wide(4, 6, 7), iadd3(8, 5));
    TIGHT(6, cs2r(4), ffma(8, 4, 6, 7));
    TIGHT(8, hadd2(4, 5), iadd3(8, 4));
    TIGHT(6, iadd3(4, 5), hadd2(8, 4));
    TIGHT(6, iadd3(4, 5), sets(0, mufu(6, 4)));
    TIGHT(6, iadd3(4, 5), sets(0, dadd(6, 4)));
    TIGHT(8, iadd3(4, 5), sets(0, ldg(6, 4)));
    TIGHT(8, iadd3(4, 5), stg(6, 4));
}

static void guards_wait_longer_than_readers(void **unused)
{
    (void)unused;
    TIGHT(12, isetp(4), guarded(mov(5)));
    TIGHT(12, isetp(4), guarded(leave()));
}

static void uniform_registers_have_distances_of_their_own(void **unused)
{
    (void)unused;
    TIGHT(4, uiadd3(4, 5), uiadd3(6, 4));
    TIGHT(6, uiadd3(4, 5), imad_ur(6, 4));
    TIGHT(7, uiadd3(4, 5), uldc(4));
    begin();
    stall(1, uldc(4));
    uiadd3(6, 4);
    assert_fault("0x0010 UIADD3 reads UR4 1 cycle after 0x0000 ULDC writes it; 2 are needed");
}

static void overwriters_keep_the_distance_of_the_matrix(void **unused)
{
    (void)unused;
    TIGHT(6, iadd3(4, 5), sets(0, ldg(4, 6)));
    begin();
    stall(1, iadd3(4, 5));
    sets(0, mufu(5, 8));
    assert_fault("0x0010 MUFU.RCP writes R5 1 cycle after 0x0000 IADD3 reads it; 2 are needed");
    code[0].stall = 2;
    assert_holds();
}

static void instructions_between_add_up(void **unused)
{
    (void)unused;
    begin();
    stall(2, ffma(4, 5, 6, 7));
    stall(2, mov(9));
    ffma(8, 4, 6, 7);
    assert_holds();
    code[1].stall = 1;
    assert_fault("0x0020 FFMA reads R4 3 cycles after 0x0000 FFMA writes it; 4 are needed");
}

static void an_overwritten_result_is_forgotten(void **unused)
{
    (void)unused;
    begin();
    stall(1, cs2r(4));
    stall(2, mov(9));
    stall(4, mov(4));
    iadd3(6, 4);
    assert_holds();
    begin();
    stall(2, hadd2(4, 7));
    stall(4, guarded(mov(4)));
    iadd3(6, 4);
    assert_fault("0x0020 IADD3 reads R4 6 cycles after 0x0000 HADD2.F32 writes it; 8 are needed");
}

static void stall_counts_mean_what_hardware_does(void **unused)
{
    static const struct { uint8_t stall; bool yield; unsigned step; } rows[] = {
        {0, false, 1}, {1, false, 1}, {1, true, 2}, {2, true, 2}, {11, false, 11}, {12, false, 1}, {12, true, 12},
        {15, true, 15}, {0, true, 45}
    };
    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct sass_insn insn = {.stall = rows[r].stall, .yield = rows[r].yield};
        assert_int_equal(control_step(&insn), rows[r].step);
    }
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

static void results_of_variable_time_are_waited_for(void **unused)
{
    (void)unused;
    begin();
    sets(0, ldg(4, 6));
    waits(1, iadd3(8, 4));
    assert_holds();
    code[1].wait_mask = 2;
    assert_fault("0x0010 IADD3 reads R4 without waiting for SB0, with which 0x0000 LDG.E.SYS writes it");
    begin();
    sets(3, s2r(4));
    mov(4);
    assert_fault("0x0010 MOV writes R4 without waiting for SB3, with which 0x0000 S2R writes it");
}

static void a_wait_sees_an_increment_two_cycles_after_issue(void **unused)
{
    (void)unused;
    begin();
    stall(1, sets(0, ldg(4, 6)));
    code[0].stall = 1;
    waits(1, iadd3(8, 4));
    assert_fault("0x0010 IADD3 reads R4 1 cycle after the increment of SB0, with which 0x0000 LDG.E.SYS writes it; 2 "
                 "are needed");
    code[0].yield = true;
    assert_holds();
    /* The wait one cycle later has been in vain, and the reader behind it is not safe. */
    begin();
    sets(0, ldg(4, 6));
    code[0].stall = 1;
    stall(4, waits(1, mov(9)));
    iadd3(8, 4);
    assert_fault("0x0020 IADD3 reads R4 without waiting for SB0, with which 0x0000 LDG.E.SYS writes it");
}

static void what_takes_a_variable_time_has_a_write_barrier(void **unused)
{
    (void)unused;
    begin();
    stall(2, ldg(4, 6));
    leave();
    assert_fault("0x0000 LDG.E.SYS takes a time that varies and has no write barrier");
    begin();
    stall(15, mufu(4, 6))->yield = true;
    iadd3(8, 4);
    assert_fault("0x0010 IADD3 reads R4, which 0x0000 MUFU.RCP writes without a counter to wait for");
}

static void results_of_a_queue_come_in_order(void **unused)
{
    (void)unused;
    begin();
    stall(2, lds(4));
    sets(0, lds(5));
    waits(1, iadd3(8, 4));
    assert_holds();
    code[0].write_barrier = 1;
    assert_fault("0x0020 IADD3 reads R4 without waiting for SB1, with which 0x0000 LDS.U writes it");
    code[0].write_barrier = NONE;
    begin();
    stall(2, lds(4));
    sets(0, mufu(5, 6));
    waits(1, iadd3(8, 4));
    assert_fault("0x0020 IADD3 reads R4, which 0x0000 LDS.U writes without a counter to wait for");
}

static void sources_of_memory_instructions_are_kept(void **unused)
{
    (void)unused;
    begin();
    reads_with(1, stg(6, 4));
    waits(2, mov(4));
    assert_holds();
    code[1].wait_mask = 0;
    assert_fault("0x0010 MOV writes R4 without waiting for SB1, with which 0x0000 STG.E.SYS reads it");
    code[0].read_barrier = NONE;
    assert_fault("0x0010 MOV writes R4, which 0x0000 STG.E.SYS reads without a counter to wait for");
    /* A later one of the queue, or a barrier of the block, says that it has read them. */
    begin();
    stall(2, stg(6, 4));
    reads_with(0, stg(8, 9));
    waits(1, mov(4));
    assert_holds();
    begin();
    stall(2, stg(6, 4));
    stall(5, bar());
    mov(4);
    assert_holds();
}

/* A later one of the queue may overwrite what an earlier one reads; of memory only if that has no barrier. */
static void queues_keep_the_order_of_reads_and_writes(void **unused)
{
    (void)unused;
    begin();
    stall(2, stg(6, 4));
    sets(0, ldg(4, 8));
    assert_holds();
    code[0].read_barrier = 1;
    assert_holds();
    begin();
    reads_with(1, stall(2, stg(6, 4)));
    mov(4);
    assert_fault("0x0010 MOV writes R4 without waiting for SB1, with which 0x0000 STG.E.SYS reads it");
    begin();
    reads_with(1, sets(0, dadd(6, 4)));
    sets(2, dadd(4, 8));
    assert_holds();
    begin();
    reads_with(1, sets(0, dadd(6, 4)));
    mov(4);
    assert_fault("0x0010 MOV writes R4 without waiting for SB0 or SB1, with which 0x0000 DADD reads it");
}

static void depbar_leaves_as_many_as_it_says(void **unused)
{
    (void)unused;
    begin();
    sets(0, ldg(4, 6));
    sets(0, ldg(5, 6));
    stall(4, depbar(0, 1));
    stall(1, iadd3(8, 4));
    assert_holds();
    iadd3(9, 5);
    assert_fault("0x0040 IADD3 reads R5 without waiting for SB0, with which 0x0010 LDG.E.SYS writes it");
    count--;
    code[2].stall = 3;
    assert_fault("0x0020 DEPBAR.LE stalls 3 cycles; 4 are needed");
}

/* --- reuse flags -------------------------------------------------------------------------------------------------- */

/* The first source keeps its value for its slot. */
static struct sass_insn *keeps(struct sass_insn *i)
{
    i->operand[i->source[0]].reuse = true;
    return i;
}

static void a_kept_value_is_not_read_after_a_write(void **unused)
{
    static const char *const text =
        "0x0020 IADD3 reads R5 as 0x0000 IADD3 has kept it for reuse, before 0x0010 MOV wrote it";
    (void)unused;
    begin();
    keeps(iadd3(4, 5));
    stall(4, mov(5));
    iadd3(6, 5);
    assert_fault(text);
    code[0].operand[code[0].source[0]].reuse = false;
    assert_holds();
    /* Another slot does not see it, and another bank does not drop it; a read of slot and bank does. */
    begin();
    keeps(iadd3(4, 5));
    stall(5, mov(5));
    ffma(6, 8, 5, 9);
    assert_holds();
    stall(4, iadd3(6, 5));
    assert_int_equal(check(), 1);
    code[2].operand[code[2].source[0]].reg = 7;
    assert_holds();
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

static void the_shorter_path_decides(void **unused)
{
    (void)unused;
    begin();
    stall(1, ffma(4, 5, 6, 7));
    stall(1, guarded(bra(3)));
    stall(2, mov(9));
    iadd3(8, 4);
    assert_fault("0x0030 IADD3 reads R4 2 cycles after 0x0000 FFMA writes it; 5 are needed");
    code[1].stall = 4;
    assert_holds();
    /* The longer one is followed first. */
    begin();
    stall(1, ffma(4, 5, 6, 7));
    stall(1, guarded(bra(4)));
    stall(8, mov(9));
    stall(5, bra(6));
    mov(9);
    mov(10);
    iadd3(8, 4);
    assert_fault("0x0060 IADD3 reads R4 4 cycles after 0x0000 FFMA writes it; 5 are needed");
}

/* What is certain on one path only is not certain where they meet. */
static void counters_hold_on_all_paths(void **unused)
{
    (void)unused;
    begin();
    stall(2, lds(4));
    stall(5, guarded(bra(4)));
    sets(0, lds(5));
    stall(5, bra(5));
    mov(9);
    waits(1, iadd3(8, 4));
    assert_fault("0x0050 IADD3 reads R4, which 0x0000 LDS.U writes without a counter to wait for");
    begin();
    sets(0, ldg(4, 6));
    stall(5, guarded(bra(4)));
    sets(0, ldg(5, 6));
    stall(5, bra(5));
    mov(9);
    stall(4, depbar(0, 1));
    iadd3(8, 4);
    assert_fault("0x0060 IADD3 reads R4 without waiting for SB0, with which 0x0000 LDG.E.SYS writes it");
}

static void loops_are_followed_round(void **unused)
{
    (void)unused;
    begin();
    stall(2, iadd3(8, 4));
    stall(2, ffma(4, 5, 6, 7));
    stall(2, guarded(bra(0)));
    leave();
    assert_fault("0x0000 IADD3 reads R4 4 cycles after 0x0010 FFMA writes it; 5 are needed");
    code[2].stall = 3;
    assert_holds();
    /* A load at the end of a round, used in the next one. */
    begin();
    stall(2, iadd3(8, 4));
    sets(2, ldg(4, 6));
    stall(5, guarded(bra(0)));
    leave();
    check();
    assert_int_equal(faults.count, 2);      /* the reader, and the load of the next round */
    code[0].wait_mask = 4;
    assert_holds();
}

/* Two calls of a function: what one caller has under way is not so behind the call of the other one. */
static void functions_return_to_their_call(void **unused)
{
    (void)unused;
    begin();
    stall(5, guarded(bra(4)));
    sets(0, ldg(4, 6));
    stall(5, call(7));
    waits(1, iadd3(8, 4));
    stall(5, call(7));
    stall(5, iadd3(9, 4));
    leave();
    stall(5, mov(12));
    stall(5, ret(20));
    assert_holds();
    code[3].wait_mask = 0;
    check();
    assert_int_equal(faults.count, 2);      /* behind the first call, and behind the second, which follows it */
    assert_int_equal(faults.list[0].insn, 3);
    /* What the function leaves under way is so behind the call. */
    begin();
    stall(5, call(3));
    iadd3(8, 4);
    leave();
    sets(0, ldg(4, 6));
    stall(5, ret(20));
    assert_fault("0x0010 IADD3 reads R4 without waiting for SB0, with which 0x0030 LDG.E.SYS writes it");
    code[1].wait_mask = 1;
    assert_holds();
}

static void recursion_ends(void **unused)
{
    (void)unused;
    begin();
    stall(5, call(2));
    leave();
    stall(4, iadd3(4, 4));
    stall(5, guarded(call(2)));
    stall(5, ret(20));
    assert_holds();
    code[2].stall = 1;
    code[3].stall = 2;
    assert_fault("0x0020 IADD3 reads R4 3 cycles after 0x0020 IADD3 writes it; 4 are needed");
}

/* --- bundled kernels ---------------------------------------------------------------------------------------------- */

/* Whether `later` reads something that `earlier`, right before it, writes, and their distance is exactly the needed. */
static bool is_tight(const struct sass_insn *earlier, const struct sass_insn *later)
{
    struct control_access writes[CONTROL_ACCESSES], reads[CONTROL_ACCESSES];
    unsigned write_count = control_writes(earlier, writes), read_count = control_reads(later, reads);
    for (unsigned w = 0; w < write_count; w++)
        for (unsigned r = 0; r < read_count; r++)
            if (writes[w].file == reads[r].file && writes[w].reg == reads[r].reg && earlier->stall > 2 &&
                latency_needed((enum latency_file)writes[w].file, LATENCY_RAW, writes[w].class, reads[r].class,
                               false) == earlier->stall)
                return true;
    return false;
}

static void plant(struct cubin_kernel *k, uint32_t *planted)
{
    const uint32_t entry = (uint32_t)(k->entry / SASS_BYTES);
    const struct control_code all = {.insns = k->insns, .count = k->insn_count, .entries = &entry, .entry_count = 1,
                                     .banks = k->bank};
    free(faults.list);
    control_check(&all, &faults);
    assert_int_equal(faults.count, 0);
    for (uint32_t i = 0; i + 1 < k->insn_count; i++) {
        if (control_variable_result(&k->insns[i]) || !is_tight(&k->insns[i], &k->insns[i + 1]))
            continue;
        k->insns[i].stall--;
        free(faults.list);
        control_check(&all, &faults);
        assert_true(faults.count > 0);
        k->insns[i].stall++;
        ++*planted;
    }
}

static void tight_stall_counts_of_bundled_kernels_are_seen(void **unused)
{
    static const char *const names[] = {"saxpy/saxpy", "reduction/reduction", "nw/nw", "gaussian/gaussian"};
    (void)unused;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char path[128], error[512];
        uint32_t planted = 0;
        snprintf(path, sizeof path, "workloads/%s.cubin", names[n]);
        struct cubin *c = cubin_open(path, true, SENTENCE(error));
        assert_non_null(c);
        for (uint32_t k = 0; k < c->kernel_count; k++)
            plant(&c->kernels[k], &planted);
        print_message("%s: %u stall counts lowered\n", path, planted);
        assert_true(planted > 3);
        cubin_close(c);
    }
}

static int finish(void **unused)
{
    (void)unused;
    begin();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_keep_the_distance_of_the_matrix), cmocka_unit_test(guards_wait_longer_than_readers),
        cmocka_unit_test(uniform_registers_have_distances_of_their_own),
        cmocka_unit_test(overwriters_keep_the_distance_of_the_matrix), cmocka_unit_test(instructions_between_add_up),
        cmocka_unit_test(an_overwritten_result_is_forgotten), cmocka_unit_test(stall_counts_mean_what_hardware_does),
        cmocka_unit_test(results_of_variable_time_are_waited_for),
        cmocka_unit_test(a_wait_sees_an_increment_two_cycles_after_issue),
        cmocka_unit_test(what_takes_a_variable_time_has_a_write_barrier),
        cmocka_unit_test(results_of_a_queue_come_in_order), cmocka_unit_test(sources_of_memory_instructions_are_kept),
        cmocka_unit_test(queues_keep_the_order_of_reads_and_writes),
        cmocka_unit_test(a_kept_value_is_not_read_after_a_write),
        cmocka_unit_test(depbar_leaves_as_many_as_it_says), cmocka_unit_test(the_shorter_path_decides),
        cmocka_unit_test(counters_hold_on_all_paths), cmocka_unit_test(loops_are_followed_round),
        cmocka_unit_test(functions_return_to_their_call), cmocka_unit_test(recursion_ends),
        cmocka_unit_test(tight_stall_counts_of_bundled_kernels_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
