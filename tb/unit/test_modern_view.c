/* SPDX-License-Identifier: Apache-2.0 */
/* What the pipeline view says of a head in a sub-core without collectors (3.5 in 3.18): which item of its control bits,
 * or of its scoreboards, holds it back, and who; when it sees a hold; and who reads on which port of a bank. Registers
 * are given here by hand; views of whole runs are in tb/tests/pipeline.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/unit.h"
#include "cmodel/pipeline/modern_heads.h"
#include "cmodel/pipeline/modern_stages.h"
#include "cmodel/pipeline/modern_text.h"
#include "cmodel/pipeline/step_text.h"

enum { WARP = 1, ROWS = 8, NO_COUNTER = 7, COUNTERS = 6 };

enum {
    STALL, COUNT, WRITE_BAR, READ_BAR, INT_WAIT, ALLOCATE_VALID, ALLOCATE_IID, ALLOCATE_UNIT, STAGE_VALID, READ_VALID,
    STAGE_IID, STAGE_SRC, STAGE_BANK, STAGE_TIME, STAGE_PORT, QUEUE_COUNT, REUSE_VALID, REUSE_WARP, REUSE_REG, PENDING,
    TAG, READERS, VALUE_VALID, VALUE_REG, VALUE_QUEUE, REGISTERS
};

/* A sub-core of 4 warps and 16 in-flight numbers; instruction i of warp 1 has number i, and is #(10 + i). */
struct scenery {
    struct config cfg;
    struct model_register list[REGISTERS];
    uint64_t word[REGISTERS][64];
    const uint8_t *bits[REGISTERS];
    struct signals *signals;
    struct moment moment;
    struct tracker tracker;
    struct modern_scene modern;
    struct scene scene;
    struct row row[ROWS], head, *live[ROWS];
};

static void name(struct scenery *s, int i, const char *path, unsigned width)
{
    s->list[i].name = path;
    s->list[i].width = width;
    s->bits[i] = (const uint8_t *)s->word[i];
}

static struct who who(unsigned sequence, const char *opcode)
{
    return (struct who){.launch = 5, .sequence = sequence, .known = 1, .opcode = opcode};
}

static void begin(struct scenery *s)
{
    memset(s, 0, sizeof *s);
    config_default(&s->cfg);
    s->cfg.kind = KIND_NONE;
    s->cfg.warps = 4;
    s->cfg.inflight = 16;
    name(s, STALL, "top.u_dependence.stall_q", 24);
    name(s, COUNT, "top.u_dependence.count_q", 144);
    name(s, WRITE_BAR, "top.u_dependence.write_bar_q", 48);
    name(s, READ_BAR, "top.u_dependence.read_bar_q", 48);
    name(s, INT_WAIT, "top.u_issue.int_q", 2);
    name(s, ALLOCATE_VALID, "top.u_control.allocate_valid_q", 1);
    name(s, ALLOCATE_IID, "top.u_control.allocate_iid_q", 4);
    name(s, ALLOCATE_UNIT, "top.u_control.allocate_unit_q", 3);
    name(s, STAGE_VALID, "top.u_control.stage_valid_q", 4);
    name(s, STAGE_IID, "top.u_control.stage_iid_q", 16);
    name(s, STAGE_SRC, "top.u_control.stage_src_valid_q", 24);
    name(s, STAGE_BANK, "top.u_control.stage_bank_q", 24);
    name(s, STAGE_TIME, "top.u_control.stage_time_q", 48);
    name(s, STAGE_PORT, "top.u_control.stage_port_q", 24);
    name(s, READ_VALID, "top.g_bank[1].u_bank.read_valid_q", 9);
    name(s, VALUE_VALID, "top.g_bank[1].u_bank.value_valid_q", 9);
    name(s, VALUE_REG, "top.g_bank[1].u_bank.value_reg_q", 72);
    name(s, VALUE_QUEUE, "top.g_bank[1].u_bank.value_queue_q", 1);
    name(s, PENDING, "top.u_scoreboard.pending_q", 1024);
    name(s, TAG, "top.u_scoreboard.tag_q", 128);
    name(s, READERS, "top.u_readers.count_q", 2048);
    name(s, QUEUE_COUNT, "top.u_queue.count_q", 3);
    name(s, REUSE_VALID, "top.u_control.reuse_valid_q", 6);
    name(s, REUSE_WARP, "top.u_control.reuse_warp_q", 12);
    name(s, REUSE_REG, "top.u_control.reuse_reg_q", 48);
    s->signals = signals_open(&s->cfg, &(struct device_registers){s->list, s->bits, REGISTERS}, 0);
    assert_non_null(s->signals);
    s->tracker.shape = s->signals->shape;
    s->tracker.live = s->live;
    s->tracker.by_warp[WARP] = (struct track_issue){who(9, "NOP"), 1, false};
    s->head = (struct row){.who = who(30, "IADD3"), .slot = WARP, .unit = UNIT_INT, .depbar = NO_COUNTER};
    s->scene = (struct scene){.cfg = &s->cfg, .s = s->signals, .m = &s->moment, .t = &s->tracker,
                              .modern = &s->modern};
}

/* Instruction i is under way and counts these counters. */
static void fly(struct scenery *s, unsigned i, enum row_state state, unsigned write_bar, unsigned read_bar)
{
    s->row[i] = (struct row){.who = who(10 + i, "LDG"), .slot = WARP, .iid = (uint8_t)i, .state = state};
    s->tracker.flight[i] = s->live[s->tracker.count++] = &s->row[i];
    put(s->word[WRITE_BAR], 3 * i, 3, write_bar);
    put(s->word[READ_BAR], 3 * i, 3, read_bar);
}

static void count(struct scenery *s, unsigned n, unsigned value)
{
    put(s->word[COUNT], (WARP * COUNTERS + n) * 6, 6, value);
}

static struct step first(struct scenery *s, bool number)
{
    signals_keep(s->signals);
    return modern_first_cause(&s->scene, number, WARP, &s->head);
}

/* In the view, and as the end of a sentence of --explain. */
static void says(struct scenery *s, const char *now, const char *later)
{
    char text[STEP_TEXT];
    struct step step = first(s, true);
    step_text(&step, 5, text);
    assert_string_equal(text, now);
    assert_true(modern_text(&step, 5, true, text) == strlen(later));
    assert_string_equal(text, later);
    signals_close(s->signals);
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

static void depbar_names_its_counter_and_three_of_those_that_count_it(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    for (unsigned i = 0; i < 5; i++)
        fly(&s, i, ROW_DISPATCHED, 3, NO_COUNTER);
    count(&s, 3, 5);
    s.head.depbar = 3;
    s.head.depbar_count = 2;
    says(&s, "waits until SB3 is at most 2: #10 LDG, #11 LDG, #12 LDG and 2 more have yet to write",
         "until SB3 was at most 2: #10 LDG, #11 LDG, #12 LDG and 2 more had yet to write");
}

static void depbar_lets_go_at_its_count(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    fly(&s, 0, ROW_DISPATCHED, 3, NO_COUNTER);
    fly(&s, 1, ROW_DISPATCHED, 3, NO_COUNTER);
    count(&s, 3, 2);
    s.head.depbar = 3;
    s.head.depbar_count = 2;
    assert_int_equal(first(&s, true).cause, CAUSE_NONE);
    s.head.depbar_count = 1;
    assert_int_equal(first(&s, true).cause, CAUSE_DEPBAR);
    signals_close(s.signals);
}

static void wait_mask_names_counters_that_are_not_0_and_what_is_left_to_do(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    fly(&s, 0, ROW_DISPATCHED, 0, NO_COUNTER);
    fly(&s, 1, ROW_ISSUED, NO_COUNTER, 5);
    fly(&s, 2, ROW_ISSUED, 1, 1);       /* another counter */
    count(&s, 0, 1);
    count(&s, 1, 2);
    count(&s, 5, 1);
    s.head.wait = 1 << 0 | 1 << 2 | 1 << 5;
    says(&s, "waits for SB0 and SB5: #10 LDG and #11 LDG have yet to write or read",
         "for SB0 and SB5: #10 LDG and #11 LDG had yet to write or read");
}

static void who_has_read_or_is_in_Control_holds_no_counter_up(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    fly(&s, 0, ROW_DISPATCHED, NO_COUNTER, 1);  /* has read */
    fly(&s, 1, ROW_ISSUED, NO_COUNTER, 1);
    fly(&s, 2, ROW_ISSUED, NO_COUNTER, 1);
    s.modern.control = &s.row[2];
    count(&s, 1, 1);
    s.head.wait = 1 << 1;
    says(&s, "waits for SB1: #11 LDG has yet to read", "for SB1: #11 LDG had yet to read");
}

static void a_counter_that_nobody_counts_is_named_alone(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    count(&s, 4, 1);
    s.head.wait = 1 << 4;
    says(&s, "waits for SB4", "for SB4");
}

/* --- stall counts, and the order of items ------------------------------------------------------------------------- */

static void stall_count_0_with_yield_is_45_cycles(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    s.tracker.by_warp[WARP] = (struct track_issue){who(29, "NOP"), 0, true};
    put(s.word[STALL], WARP * 6, 6, 44);
    says(&s, "waits: #29 NOP has yielded with stall count 0, for 45 cycles",
         "because #29 NOP had yielded with stall count 0, for 45 cycles");
}

static void a_yield_is_named_where_the_stall_count_alone_would_not_wait(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    put(s.word[STALL], WARP * 6, 6, 1);
    s.tracker.by_warp[WARP] = (struct track_issue){who(29, "NOP"), 1, true};
    assert_int_equal(first(&s, true).cause, CAUSE_YIELD);
    s.tracker.by_warp[WARP].stall = 2;
    assert_int_equal(first(&s, true).cause, CAUSE_STALL);
    assert_int_equal(first(&s, true).value, 2);
    s.tracker.by_warp[WARP].stall = 12;
    assert_int_equal(first(&s, true).value, 12);
    signals_close(s.signals);
}

static void the_first_item_that_does_not_hold_is_the_cause_3_5(void **unused)
{
    static const int order[] = {
        CAUSE_STALL, CAUSE_COUNTER, CAUSE_DEPBAR, CAUSE_INTERVAL, CAUSE_INFLIGHT, CAUSE_HOLD, CAUSE_NONE
    };
    struct scenery s;
    (void)unused;
    begin(&s);
    fly(&s, 0, ROW_ISSUED, 0, NO_COUNTER);
    s.modern.allocate = &s.row[0];
    s.modern.hold = true;
    put(s.word[STALL], WARP * 6, 6, 1);
    count(&s, 0, 1);
    count(&s, 1, 1);
    s.head.wait = 1;
    s.head.depbar = 1;
    s.word[INT_WAIT][0] = 1;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(first(&s, i > 4).cause, order[i]);
        if (i == 0)
            put(s.word[STALL], WARP * 6, 6, 0);
        if (i == 1)
            count(&s, 0, 0);
        if (i == 2)
            count(&s, 1, 0);
        if (i == 3)
            s.word[INT_WAIT][0] = 0;
        if (i == 5)
            s.modern.hold = false;
    }
    signals_close(s.signals);
}

/* --- Allocate ----------------------------------------------------------------------------------------------------- */

/* Instruction 3 is in Allocate. */
static void allocate(struct scenery *s, enum unit_kind unit)
{
    fly(s, 3, ROW_ISSUED, NO_COUNTER, NO_COUNTER);
    s->word[ALLOCATE_VALID][0] = 1;
    s->word[ALLOCATE_IID][0] = 3;
    s->word[ALLOCATE_UNIT][0] = unit;
}

static void look(struct scenery *s)
{
    modern_scene_set(&s->modern, s->signals, &s->moment, &s->tracker);
}

/* Warp 1 has even registers in bank 1 of 2. Of R8, R8, R10, R12 only two reads find a free cycle: R12 lacks one. */
static void a_register_that_is_named_twice_is_read_once_Allocate(void **unused)
{
    static const uint8_t src[] = {8, 8, 10, 12};
    struct scenery s;
    (void)unused;
    begin(&s);
    allocate(&s, UNIT_INT);
    s.row[3].src_valid = 15;
    memcpy(s.row[3].src, src, sizeof src);
    s.word[READ_VALID][0] = 1 << 1;
    signals_keep(s.signals);
    look(&s);
    assert_true(s.modern.hold);
    assert_int_equal(s.modern.lack.reg, 12);
    s.word[READ_VALID][0] = 1 << 1 | 1 << 2;
    signals_keep(s.signals);
    look(&s);
    assert_int_equal(s.modern.lack.reg, 10);
    s.word[STAGE_VALID][0] = 1;         /* the edge: it has left Allocate */
    look(&s);
    assert_false(s.modern.hold);
    signals_close(s.signals);
}

/* R8 is operand A twice: with a valid entry of bank 1 the two others have a cycle each. */
static void a_register_that_the_reuse_cache_has_needs_no_cycle_Allocate(void **unused)
{
    static const uint8_t src[] = {8, 8, 10, 12}, pos[] = {0, 0, 1, 2};
    struct scenery s;
    (void)unused;
    begin(&s);
    allocate(&s, UNIT_INT);
    s.row[3].src_valid = 15;
    memcpy(s.row[3].src, src, sizeof src);
    memcpy(s.row[3].src_pos, pos, sizeof pos);
    s.word[READ_VALID][0] = 1 << 1;
    put(s.word[REUSE_WARP], 3 * 2, 2, WARP);
    put(s.word[REUSE_REG], 3 * 8, 8, 8);
    signals_keep(s.signals);
    look(&s);
    assert_int_equal(s.modern.lack.reg, 12);
    s.word[REUSE_VALID][0] = 1 << 3;
    signals_keep(s.signals);
    look(&s);
    assert_int_equal(s.modern.lack.reg, 0);     /* none lacks one */
    signals_close(s.signals);
}

static void a_queue_that_dispatches_and_takes_one_is_as_long_as_before(void **unused)
{
    struct scenery s;
    (void)unused;
    begin(&s);
    allocate(&s, UNIT_LDST);
    s.word[QUEUE_COUNT][0] = 2;
    signals_keep(s.signals);
    look(&s);
    assert_true(s.modern.hold && s.modern.to_queue);
    s.moment.dispatches = true;
    look(&s);
    assert_false(s.modern.hold);
    s.word[QUEUE_COUNT][0] = 1;
    look(&s);
    assert_true(s.modern.hold);
    signals_close(s.signals);
}

/* --- scoreboards -------------------------------------------------------------------------------------------------- */

/* As begin(), with scoreboards, 32 tags and two readers of a register at most: counts have 2 bits. */
static void begin_scoreboards(struct scenery *s)
{
    begin(s);
    signals_close(s->signals);
    s->cfg.modern_dependences = DEPENDENCES_SCOREBOARD;
    s->cfg.modern_consumers = 2;
    s->cfg.tags = 32;
    s->signals = signals_open(&s->cfg, &(struct device_registers){s->list, s->bits, REGISTERS}, 0);
    assert_non_null(s->signals);
    s->tracker.shape = s->signals->shape;
    s->scene.s = s->signals;
    s->head.src_valid = 3;
    s->head.src[0] = 6;
    s->head.src[1] = 8;
    s->head.dst_count = 1;
    s->head.dst_base = 9;
}

static void pending(struct scenery *s, unsigned reg, bool is)
{
    put(s->word[PENDING], WARP * 256 + reg, 1, is);
}

static void readers(struct scenery *s, unsigned reg, unsigned value)
{
    put(s->word[READERS], (WARP * 256 + reg) * 2, 2, value);
}

/* Instruction i reads register `reg` in slot 1. */
static struct row *reader(struct scenery *s, unsigned i, unsigned reg)
{
    fly(s, i, ROW_ISSUED, NO_COUNTER, NO_COUNTER);
    s->row[i].src_valid = 2;
    s->row[i].src[1] = (uint8_t)reg;
    return &s->row[i];
}

/* Stall counts and dependence counters are not looked at. R9 is the result, R6 and R8 are sources. */
static void the_first_item_of_scoreboards_that_does_not_hold_is_the_cause_3_5(void **unused)
{
    static const int order[] = {
        CAUSE_RAW, CAUSE_WAW, CAUSE_TAG, CAUSE_WAR, CAUSE_CONSUMERS, CAUSE_INTERVAL, CAUSE_INFLIGHT, CAUSE_HOLD,
        CAUSE_NONE
    };
    struct scenery s;
    (void)unused;
    begin_scoreboards(&s);
    put(s.word[STALL], WARP * 6, 6, 1);
    count(&s, 0, 1);
    s.head.wait = 1;
    s.head.tag_src = 1 << 3;
    s.modern.allocate = reader(&s, 0, 9);
    s.modern.hold = true;
    pending(&s, 8, true);
    pending(&s, 9, true);
    put(s.word[TAG], WARP * 32 + 3, 1, 1);
    readers(&s, 9, 1);
    readers(&s, 6, 2);
    s.word[INT_WAIT][0] = 1;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(first(&s, i > 6).cause, order[i]);
        if (i == 0)
            pending(&s, 8, false);
        if (i == 1)
            pending(&s, 9, false);
        if (i == 2)
            put(s.word[TAG], WARP * 32 + 3, 1, 0);
        if (i == 3)
            readers(&s, 9, 0);
        if (i == 4)
            readers(&s, 6, 1);
        if (i == 5)
            s.word[INT_WAIT][0] = 0;
        if (i == 7)
            s.modern.hold = false;
    }
    signals_close(s.signals);
}

static void a_source_and_a_tag_name_who_has_them_outstanding(void **unused)
{
    struct scenery s;
    (void)unused;
    begin_scoreboards(&s);
    fly(&s, 0, ROW_DISPATCHED, NO_COUNTER, NO_COUNTER);
    s.row[0].dst_count = 2;
    s.row[0].dst_base = 7;
    s.row[0].tag_dst = 1 << 3;
    pending(&s, 8, true);
    struct step step = first(&s, true);
    assert_int_equal(step.reg, 8);
    assert_int_equal(step.other.sequence, 10);
    pending(&s, 8, false);
    put(s.word[TAG], WARP * 32 + 3, 1, 1);
    s.head.tag_dst = 1 << 3;
    step = first(&s, true);
    assert_int_equal(step.cause, CAUSE_TAG);
    assert_int_equal(step.reg, 3);
    assert_int_equal(step.other.sequence, 10);
    signals_close(s.signals);
}

/* R9 is read by #12 in the unit queue, by #13 in Allocate, and by #11, whose read is reserved: it is in the window. */
static void a_result_waits_for_the_oldest_who_has_yet_to_read_it(void **unused)
{
    struct scenery s;
    (void)unused;
    begin_scoreboards(&s);
    s.modern.window[0] = reader(&s, 1, 9);
    s.modern.queue[0] = reader(&s, 0, 10);
    s.modern.queue[1] = reader(&s, 2, 9);
    s.modern.queued = 2;
    s.modern.allocate = reader(&s, 3, 9);
    readers(&s, 9, 2);
    struct step step = first(&s, true);
    assert_int_equal(step.cause, CAUSE_WAR);
    assert_int_equal(step.other.sequence, 12);
    s.modern.queued = 1;
    readers(&s, 9, 1);
    assert_int_equal(first(&s, true).other.sequence, 13);
    s.row[3].slot = WARP + 1;           /* of another warp */
    assert_int_equal(first(&s, true).other.known, 0);
    signals_close(s.signals);
}

static void a_source_with_the_most_readers_names_them(void **unused)
{
    struct scenery s;
    (void)unused;
    begin_scoreboards(&s);
    s.modern.queue[0] = reader(&s, 0, 8);
    s.modern.queued = 1;
    s.modern.control = reader(&s, 1, 8);
    readers(&s, 8, 2);
    says(&s, "waits: #10 LDG and #11 LDG have yet to read R8, and modern.consumers is 2",
         "because #10 LDG and #11 LDG had yet to read R8, and modern.consumers is 2");
}

static void a_source_with_one_reader_less_than_the_most_does_not_wait(void **unused)
{
    struct scenery s;
    (void)unused;
    begin_scoreboards(&s);
    s.modern.queue[0] = reader(&s, 0, 8);
    s.modern.queued = 1;
    readers(&s, 8, 1);
    assert_int_equal(first(&s, true).cause, CAUSE_NONE);
    signals_close(s.signals);
}

/* --- more read ports ---------------------------------------------------------------------------------------------- */

/* Two read ports; instruction 2 is in element 0 of the window: its slots 0 to 3 are R2, R4, R6 and R10 of bank 1, in
 * places (0, 0), (0, 1), (1, 0) and (1, 1). */
static void begin_two_ports(struct scenery *s)
{
    static const uint8_t src[] = {2, 4, 6, 10}, time[] = {0, 0, 1, 1}, port[] = {0, 1, 0, 1};
    begin(s);
    s->cfg.modern_read_ports = 2;
    fly(s, 2, ROW_ISSUED, NO_COUNTER, NO_COUNTER);
    memcpy(s->row[2].src, src, sizeof src);
    s->row[2].src_valid = 15;
    s->word[STAGE_VALID][0] = 1;
    s->word[STAGE_IID][0] = 2;
    s->word[STAGE_SRC][0] = 15;
    for (unsigned i = 0; i < 4; i++) {
        put(s->word[STAGE_BANK], i, 1, 1);
        put(s->word[STAGE_TIME], 2 * i, 2, time[i]);
        put(s->word[STAGE_PORT], i, 1, port[i]);
        put(s->word[READ_VALID], 3 * port[i] + time[i], 1, 1);
    }
    signals_keep(s->signals);
    look(s);
}

static void each_port_reads_a_register_of_the_window(void **unused)
{
    struct scenery s;
    (void)unused;
    begin_two_ports(&s);
    assert_int_equal(modern_window_slots(&s.modern, 0, 1, 0), 1 << 0);
    assert_int_equal(modern_window_slots(&s.modern, 0, 1, 1), 1 << 1);
    assert_int_equal(modern_window_slots(&s.modern, 0, 0, 0), 0);
    struct step step = modern_stage(&s.modern, &s.tracker, &s.row[2]);
    assert_int_equal(step.reads, 2);
    assert_int_equal(step.read[0].reg, 2);
    assert_int_equal(step.read[1].reg, 4);
    signals_close(s.signals);
}

/* Who reads is asked behind the edge: port 0 has R2 for the window, port 1 R8 for the head of the unit queue. */
static void the_unit_queue_reads_on_the_last_port(void **unused)
{
    struct scenery s;
    unsigned reg = 0;
    (void)unused;
    begin_two_ports(&s);
    fly(&s, 0, ROW_ISSUED, NO_COUNTER, NO_COUNTER);
    s.modern.queue[0] = &s.row[0];
    s.modern.queued = 1;
    s.word[VALUE_VALID][0] = 1 << 0 | 1 << 3;
    put(s.word[VALUE_REG], 0, 8, 2);
    put(s.word[VALUE_REG], 24, 8, 8);
    s.word[VALUE_QUEUE][0] = 1;
    assert_ptr_equal(modern_reader(&s.modern, 1, 0, &reg), &s.row[2]);
    assert_int_equal(reg, 2);
    assert_ptr_equal(modern_reader(&s.modern, 1, 1, &reg), &s.row[0]);
    assert_int_equal(reg, 8);
    s.word[VALUE_QUEUE][0] = 0;
    assert_ptr_equal(modern_reader(&s.modern, 1, 1, &reg), &s.row[2]);
    assert_int_equal(reg, 4);
    signals_close(s.signals);
}

/* Of 6 places those of the next cycle are taken, by R6 and R10. 4 are free: the fifth register lacks one. */
static void a_register_lacks_a_place_when_all_ports_are_taken_Allocate(void **unused)
{
    static const uint8_t src[] = {12, 14, 16, 18, 20};
    struct scenery s;
    (void)unused;
    begin_two_ports(&s);
    allocate(&s, UNIT_INT);
    memcpy(s.row[3].src, src, sizeof src);
    s.row[3].src_valid = 31;
    s.word[STAGE_VALID][0] = 1 << 0;
    signals_keep(s.signals);
    s.word[STAGE_VALID][0] = 1 << 1;
    look(&s);
    assert_true(s.modern.hold);
    assert_int_equal(s.modern.lack.reg, 20);
    assert_int_equal(s.modern.lack.bank, 1);
    assert_int_equal(s.modern.lack.with, 6);
    assert_ptr_equal(s.modern.lack.by, &s.row[2]);
    put(s.word[READ_VALID], 1, 1, 0);   /* (0, 0) is free */
    signals_keep(s.signals);
    look(&s);
    assert_int_equal(s.modern.lack.reg, 0);     /* none lacks one */
    signals_close(s.signals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depbar_names_its_counter_and_three_of_those_that_count_it),
        cmocka_unit_test(depbar_lets_go_at_its_count),
        cmocka_unit_test(wait_mask_names_counters_that_are_not_0_and_what_is_left_to_do),
        cmocka_unit_test(who_has_read_or_is_in_Control_holds_no_counter_up),
        cmocka_unit_test(a_counter_that_nobody_counts_is_named_alone),
        cmocka_unit_test(stall_count_0_with_yield_is_45_cycles),
        cmocka_unit_test(a_yield_is_named_where_the_stall_count_alone_would_not_wait),
        cmocka_unit_test(the_first_item_that_does_not_hold_is_the_cause_3_5),
        cmocka_unit_test(a_register_that_is_named_twice_is_read_once_Allocate),
        cmocka_unit_test(a_register_that_the_reuse_cache_has_needs_no_cycle_Allocate),
        cmocka_unit_test(a_queue_that_dispatches_and_takes_one_is_as_long_as_before),
        cmocka_unit_test(the_first_item_of_scoreboards_that_does_not_hold_is_the_cause_3_5),
        cmocka_unit_test(a_source_and_a_tag_name_who_has_them_outstanding),
        cmocka_unit_test(a_result_waits_for_the_oldest_who_has_yet_to_read_it),
        cmocka_unit_test(a_source_with_the_most_readers_names_them),
        cmocka_unit_test(a_source_with_one_reader_less_than_the_most_does_not_wait),
        cmocka_unit_test(each_port_reads_a_register_of_the_window),
        cmocka_unit_test(the_unit_queue_reads_on_the_last_port),
        cmocka_unit_test(a_register_lacks_a_place_when_all_ports_are_taken_Allocate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
