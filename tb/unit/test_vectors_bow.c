/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core with bypassing operand collectors (BOW, section IV). Every number is worked out by hand from
 * the paper and docs/microarchitecture-boc.md, 3.14. Frame and timing are those of test_vectors_ocu.c: decoded in t, an
 * instruction can issue in t + 1; issued in t with n registers to be read it dispatches in t + 1 + n, with none in
 * t + 1; a register whose result is accepted in t can be read by an instruction that issues in t + 1. New here:
 *
 *   - an instruction issued in t sets the life of what it names to V - 1, and counts that of everything else down, as
 *     seen in t + 1; a use j instructions later hits if and only if j <= V - 1;
 *   - a result accepted in t is in its entry in t + 1, dirty if it is kept back from the bank; a dirty value whose life
 *     is 0 in t is written to the bank in t, and its entry is free in t + 1 and not valid in t + 2;
 *   - even registers of warps 0 and 2 are in bank 0, odd ones in bank 1; of warps 1 and 3 the other way round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define BOC "collector.kind=boc collector.count=4 collector.slots=3 boc.entries=6 "
#define BACK BOC "boc.write=back "
#define HINTED BOC "boc.write=hinted "
#define SMALL "collector.slots=3 boc.entries="

static const char *const writes[] = {"through", "back", "hinted"};

static unsigned field(struct vector *v, unsigned c, const char *name, unsigned index, unsigned count)
{
    char full[96];
    snprintf(full, sizeof full, "g_col[%u].u_boc.%s", c, name);
    return (unsigned)vector_get(v, full, index, count);
}

static bool locked(struct vector *v, unsigned c, unsigned entry)
{
    unsigned window = (unsigned)v->cfg.window, slots = (unsigned)v->cfg.slots;
    for (unsigned p = 0; p < window; p++)
        for (unsigned s = 0; s < slots; s++)
            if (field(v, c, "occupied_q", p, window) && field(v, c, "src_valid_q", p * slots + s, window * slots) &&
                field(v, c, "src_index_q", p * slots + s, window * slots) == entry)
                return true;
    return false;
}

/*
 * The entries of BOC `c`: an entry is its register number, ":" and its life, then "f" if it is full, "w" if a result is
 * to be written to it, "d" if dirty, "t" if transient, "*" if locked; "-" if it is not valid.
 */
static void expect_entries(struct vector *v, unsigned c, const char *expected, int line)
{
    char actual[400] = "", what[32];
    unsigned entries = (unsigned)v->cfg.boc_entries;
    for (unsigned e = 0; e < entries; e++) {
        size_t used = strlen(actual);
#define ADD(...) (used += (size_t)snprintf(actual + used, sizeof actual - used, __VA_ARGS__))
        ADD("%s", e ? " " : "");
        if (!field(v, c, "valid_q", e, entries)) {
            ADD("-");
            continue;
        }
        ADD("%u:%u", field(v, c, "tag_q", e, entries), field(v, c, "life_q", e, entries));
        ADD("%s", field(v, c, "full_q", e, entries) ? "f" : "");
        ADD("%s", field(v, c, "wait_q", e, entries) ? "w" : "");
        if (v->cfg.boc_write != BOC_THROUGH)
            ADD("%s", field(v, c, "dirty_q", e, entries) ? "d" : "");
        if (v->cfg.boc_write == BOC_HINTED)
            ADD("%s", field(v, c, "transient_q", e, entries) ? "t" : "");
        ADD("%s", locked(v, c, e) ? "*" : "");
#undef ADD
    }
    snprintf(what, sizeof what, "entries of BOC %u", c);
    vector_expect_text(v, what, actual, expected, __FILE__, line);
}
#define EXPECT_ENTRIES(v, c, expected) expect_entries(v, c, expected, __LINE__)
#define EXPECT_FIFO(v, expected) EXPECT_Q(v, "g_col[0].u_boc.fifo_q", expected)

/* --- registers ---------------------------------------------------------------------------------------------------- */

struct names { struct vector *v; uint32_t count; };

static void name_is(struct names *n, unsigned width, bool has_reset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void name_is(struct names *n, unsigned width, bool has_reset, const char *format, ...)
{
    char name[96] = "top.";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name + 4, sizeof name - 4, format, arguments);
    va_end(arguments);
    const struct model_register *list = model_registers(n->v->model);
    for (uint32_t i = 0; i < model_register_count(n->v->model); i++) {
        if (strcmp(list[i].name, name) != 0)
            continue;
        n->count++;
        if (list[i].width != width || list[i].reset != has_reset)
            vector_fail(n->v, __FILE__, __LINE__, "%s has %u bits and %s reset; expected %u and %s", name,
                        list[i].width, list[i].reset ? "a" : "no", width, has_reset ? "a" : "no");
        return;
    }
    vector_fail(n->v, __FILE__, __LINE__, "the model has no register %s", name);
}

static unsigned lg(int n)
{
    unsigned bits = 1;
    while (1 << bits < n)
        bits++;
    return bits;
}

static void boc_names(struct names *n, unsigned c)
{
    const struct config *k = &n->v->cfg;
    unsigned window = (unsigned)k->window, slots = (unsigned)k->slots, entries = (unsigned)k->boc_entries;
    unsigned rw = lg(k->registers), vw = lg(k->window), ew = lg(k->boc_entries);
    const struct { const char *name; unsigned width; bool has_reset, exists; } list[] = {
        {"next_q", vw, true, true}, {"occupied_q", window, true, true},
        {"iid_q", window * lg(k->inflight), false, true}, {"unit_q", window * 3, false, true},
        {"mask_q", window * (unsigned)k->lanes, false, true},
        {"dst_count_q", window * 3, false, true}, {"dst_base_q", window * rw, false, true},
        {"payload_q", window * (unsigned)k->payload_bits, false, true}, {"src_valid_q", window * slots, true, true},
        {"src_index_q", window * slots * ew, false, true}, {"valid_q", entries, true, true},
        {"full_q", entries, false, true}, {"wait_q", entries, false, true},
        {"dirty_q", entries, false, k->boc_write != BOC_THROUGH},
        {"transient_q", entries, false, k->boc_write == BOC_HINTED}, {"life_q", entries * vw, false, true},
        {"tag_q", entries * rw, false, true}, {"fifo_q", ew, true, true},
        {"lock_q", window * entries, true, k->pipeline}, {"candidate_q", (slots + 4) * entries, true, k->pipeline},
        {"hit_q", slots * entries, true, k->pipeline}, {"first_q", slots, true, k->pipeline},
        {"same_q", slots * slots, true, k->pipeline}, {"result_hit_q", 4 * entries, true, k->pipeline},
        {"named_q", 4 * slots, true, k->pipeline}
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].exists)
            name_is(n, list[i].width, list[i].has_reset, "g_col[%u].u_boc.%s", c, list[i].name);
    for (unsigned e = 0; e < entries; e++)
        name_is(n, 32 * (unsigned)k->lanes, false, "g_col[%u].u_boc.g_entry[%u].data_q", c, e);
}

static void registers_of(const char *settings)
{
    struct vector *v = vector_start("microarchitecture 2", settings);
    const struct config *k = &v->cfg;
    struct names n = {v, 0};
    unsigned w = (unsigned)k->warps, wd = w * (unsigned)k->ib_depth, s = (unsigned)k->slots, b = (unsigned)k->banks;
    unsigned rw = lg(k->registers), cw = lg(k->collectors), vw = lg(k->window), t = (unsigned)k->inflight;
    int requests = k->collectors * k->window;
    name_is(&n, 16, true, "u_lfsr.lfsr_q");
    name_is(&n, w * lg(k->ib_depth + 1), true, "u_ibuffer.count_q");
    name_is(&n, w * lg(k->ib_depth), true, "u_ibuffer.rptr_q");
    name_is(&n, wd * 3, false, "u_ibuffer.unit_q");
    name_is(&n, wd * s, false, "u_ibuffer.src_valid_q");
    name_is(&n, wd * s * rw, false, "u_ibuffer.src_reg_q");
    name_is(&n, wd * 3, false, "u_ibuffer.dst_count_q");
    name_is(&n, wd * rw, false, "u_ibuffer.dst_base_q");
    name_is(&n, wd, false, "u_ibuffer.first_q");
    if (k->boc_write == BOC_HINTED)
        name_is(&n, wd * 2, false, "u_ibuffer.hint_q");
    if (k->tags) {
        name_is(&n, wd * (unsigned)k->tags, false, "u_ibuffer.tag_src_q");
        name_is(&n, wd * (unsigned)k->tags, false, "u_ibuffer.tag_dst_q");
        name_is(&n, w * (unsigned)k->tags, true, "u_scoreboard.tag_q");
    }
    name_is(&n, wd, false, "u_ibuffer.last_q");
    name_is(&n, wd * (unsigned)k->lanes, false, "u_ibuffer.mask_q");
    name_is(&n, wd * (unsigned)k->payload_bits, false, "u_ibuffer.payload_q");
    name_is(&n, w * (unsigned)k->registers, true, "u_scoreboard.pending_q");
    if (k->result_order == RESULT_ORDER_OLDEST || k->order == ORDER_OLDEST)
        name_is(&n, t * t, true, "u_inflight.u_age.row_q");
    else
        name_is(&n, t, true, "u_inflight.valid_q");
    if (k->pipeline) {
        name_is(&n, w, true, "u_grant.grant_q");
        name_is(&n, lg(k->warps), true, "u_grant.warp_q");
        name_is(&n, lg(k->inflight), false, "u_grant.iid_q");
    }
    name_is(&n, 1, true, "u_issue.last_valid_q");
    name_is(&n, lg(k->warps), false, "u_issue.last_warp_q");
    name_is(&n, w, true, "u_issue.exiting_q");
    name_is(&n, w * w, true, "u_issue.u_age.row_q");
    if (k->order == ORDER_ROUND_ROBIN)
        name_is(&n, cw, true, "u_dispatch.rr_q");
    if (k->boc_write != BOC_THROUGH)
        name_is(&n, b * cw, true, "u_drain.turn_q");
    name_is(&n, w * lg(k->rows), false, "u_arbiter.row_base_q");
    for (unsigned c = 0; c < (unsigned)k->collectors; c++)
        boc_names(&n, c);
    for (unsigned i = 0; i < b; i++) {
        name_is(&n, lg(requests + 1), true, "g_bank[%u].u_queue.count_q", i);
        if (!k->queue_shift)
            name_is(&n, lg(requests), true, "g_bank[%u].u_queue.rptr_q", i);
        name_is(&n, (unsigned)requests * cw, false, "g_bank[%u].u_queue.col_q", i);
        name_is(&n, (unsigned)requests * vw, false, "g_bank[%u].u_queue.pos_q", i);
        name_is(&n, (unsigned)requests * s, false, "g_bank[%u].u_queue.mask_q", i);
        name_is(&n, 1, true, "g_bank[%u].u_bank.rd_valid_q", i);
        name_is(&n, cw, false, "g_bank[%u].u_bank.rd_col_q", i);
        name_is(&n, lg(k->slots), false, "g_bank[%u].u_bank.rd_slot_q", i);
        name_is(&n, vw, false, "g_bank[%u].u_bank.rd_pos_q", i);
        name_is(&n, 32 * (unsigned)k->lanes, false, "g_bank[%u].u_bank.u_sram.rdata_q", i);
    }
    EXPECT_COUNT(v, "the number of registers", model_register_count(v->model), n.count);
    vector_finish(v);
}

static void registers_are_those_of_the_specification__section_2(void **state)
{
    (void)state;
    registers_of(BOC);
    registers_of(BACK "dispatch.order=round_robin");
    registers_of(BOC "rf.queue_shift=true writeback.order=unit");
    registers_of(BACK "issue.pipeline=true dispatch.order=round_robin writeback.order=unit");
    registers_of(HINTED "boc.window=7 boc.entries=12 collector.slots=6");
    registers_of("collector.kind=boc subcore.warps=1 collector.count=1 boc.window=1 boc.entries=8 collector.slots=8 "
                 "rf.banks=1 scoreboard.tags=0 ibuffer.depth=1 boc.write=back");
    registers_of("collector.kind=boc subcore.warps=3 collector.count=3 boc.window=2 boc.entries=3 collector.slots=3 "
                 "rf.banks=4 ibuffer.depth=3 inflight.entries=5 collector.payload_bits=40 subcore.lanes=1 "
                 "boc.write=hinted dispatch.order=round_robin scoreboard.tags=17");
}

/* --- positions and entries ---------------------------------------------------------------------------------------- */

/* Three instructions in the three positions; sources take entries in slot order, the result the one behind them. */
static void instructions_take_positions_and_registers_entries__bow_IV_A(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A; microarchitecture 3.14 (allocation, requests, port S)", 1, BOC);
    decode_at(v, 1, 0, "int r8 = r0 r1 r0");    /* issue 2, position 0, dispatch 5 */
    vector_to(v, 3);
    EXPECT_Q(v, "g_col[0].u_boc.next_q", 1);
    EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 1);
    EXPECT_LIST(v, "g_col[0].u_boc.src_valid_q", 9, "1 1 1 0 0 0 0 0 0");
    EXPECT_LIST(v, "g_col[0].u_boc.src_index_q", 9, "0 1 0 - - - - - -");
    EXPECT_LIST(v, "g_col[0].u_boc.dst_count_q", 3, "1 - -");
    EXPECT_LIST(v, "g_col[0].u_boc.dst_base_q", 3, "8 - -");
    EXPECT_ENTRIES(v, 0, "0:2* 1:2* 8:2w - - -");
    EXPECT_FIFO(v, 3);
    EXPECT_LIST(v, "g_bank[0].u_queue.mask_q", 12, "1 - - - - - - - - - - -");
    EXPECT_LIST(v, "g_bank[1].u_queue.mask_q", 12, "2 - - - - - - - - - - -");
    EXPECT_LIST(v, "g_bank[1].u_queue.pos_q", 12, "0 - - - - - - - - - - -");
    vector_to(v, 5);
    EXPECT_ENTRIES(v, 0, "0:2f* 1:2* 8:2w - - -");
    decode_at(v, 5, 0, "fp32");                 /* issue 6, position 1, dispatch 7 */
    EXPECT_ENTRIES(v, 0, "0:2f 1:2f 8:2w - - -");
    EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 0);
    decode_at(v, 6, 0, "sfu");                  /* issue 7, position 2, dispatch 8 */
    EXPECT_ENTRIES(v, 0, "0:1f 1:1f 8:1w - - -");
    EXPECT_Q(v, "g_col[0].u_boc.next_q", 2);
    EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 2);
    vector_to(v, 8);
    EXPECT_ENTRIES(v, 0, "0:0f 1:0f 8:0w - - -");
    EXPECT_Q(v, "g_col[0].u_boc.next_q", 0);
    EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 4);
    EXPECT_LIST(v, "g_col[0].u_boc.iid_q", 3, "0 1 2");
    EXPECT_LIST(v, "g_col[0].u_boc.unit_q", 3, "0 1 3");
    vector_to(v, 9);
    EXPECT_ENTRIES(v, 0, "- - - - - -");
    EXPECT_ISSUES(v, "2:w0#0 6:w0#1 7:w0#2");
    EXPECT_DISPATCHES(v, "5:w0#0 7:w0#1 8:w0#2");
    EXPECT_OPERANDS(v, 5, "w0r0 w0r1 w0r0");
    EXPECT_STAT(v, source_reads, 2);
    EXPECT_STAT(v, bank_reads, 2);
    vector_finish(v);
}

static void each_warp_has_its_own_boc__bow_IV_A(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A (a BOC is dedicated to a warp); microarchitecture 3.14", 3, BOC);
    decode_at(v, 3, 0, "int = r0");             /* issue 4, dispatch 6 */
    decode_at(v, 4, 2, "fp32 = r0");            /* issue 5: the same number, another register; dispatch 7 */
    vector_to(v, 8);
    EXPECT_ENTRIES(v, 0, "0:2f - - - - -");
    EXPECT_ENTRIES(v, 1, "- - - - - -");
    EXPECT_ENTRIES(v, 2, "0:2f - - - - -");
    EXPECT_ENTRIES(v, 3, "- - - - - -");
    EXPECT_DISPATCHES(v, "6:w0#0 7:w2#1");
    EXPECT_OPERANDS(v, 7, "w2r0");
    vector_finish(v);
}

/* --- the window --------------------------------------------------------------------------------------------------- */

/*
 * Register 0 is named by an instruction that issues in 2, and read by one that issues in 5 + j, with j - 1 others
 * between them: dispatch in 6 + j if the value is forwarded, else in 7 + j. `first` reads it, or writes it with a
 * result in 4. If that is kept back from the bank, it is found for one cycle more, that of its drain (and with a window
 * of 1 never: it comes when its entry has left).
 */
static void use_after_j_instructions(const char *first, bool result)
{
    static const unsigned windows[] = {1, 2, 3, 7};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 1; j <= 8; j++)
            for (unsigned mode = 0; mode < 3; mode++) {
                unsigned window = windows[i];
                bool hit = j <= window - 1 || (result && mode && window > 1 && j == window);
                struct vector *v = begin_warps("BOW III, IV-A (window); microarchitecture 3.14 (life_q)", 1,
                                               BOC "boc.window=%u boc.write=%s", window, writes[mode]);
                decode_at(v, 1, 0, first);
                if (result)
                    result_at(v, 4, INT, 0, 0, "last", 0x500);
                for (unsigned k = 1; k < j; k++)
                    decode_at(v, 4 + k, 0, "sfu");
                decode_at(v, 4 + j, 0, "fp32 = r0");
                vector_to(v, 7 + j);
                EXPECT_COUNT(v, "instructions issued", v->issued, j + 1);
                EXPECT_COUNT(v, "dispatches before 7 + j", v->dispatched, j + hit);
                vector_to(v, 9 + j);
                EXPECT_COUNT(v, "dispatches", v->dispatched, j + 1);
                EXPECT_OPERANDS(v, hit ? 6 + j : 7 + j, result ? "#500" : "w0r0");
                EXPECT_STAT(v, bank_reads, !result + !hit);
                vector_finish(v);
            }
}

static void read_hits_in_the_window_of_a_read__bow_IV_A(void **state)
{
    (void)state;
    use_after_j_instructions("int = r0", false);
}

static void read_hits_in_the_window_of_a_result__bow_IV_A(void **state)
{
    (void)state;
    use_after_j_instructions("int r0 =", true);
}

/* Window 3: uses two instructions apart go on and on; the last one comes three behind the one before. */
static void every_use_extends_the_window__bow_IV_A(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A (Extended Instruction Window); microarchitecture 3.14 (allocation 4)", 1,
                                   BOC);
    decode_at(v, 1, 0, "int = r0");             /* issue 2, dispatch 4 */
    decode_at(v, 5, 0, "sfu");
    decode_at(v, 6, 0, "int = r0");             /* issue 7: hit */
    decode_at(v, 7, 0, "sfu");
    EXPECT_ENTRIES(v, 0, "0:2f* - - - - -");
    decode_at(v, 8, 0, "int = r0");             /* issue 9: hit */
    EXPECT_ENTRIES(v, 0, "0:1f - - - - -");
    decode_at(v, 9, 0, "sfu");
    decode_at(v, 10, 0, "sfu");
    decode_at(v, 11, 0, "int = r0");            /* issue 12: miss */
    vector_to(v, 16);
    EXPECT_ISSUES(v, "2:w0#0 6:w0#0 7:w0#1 8:w0#0 9:w0#1 10:w0#0 11:w0#1 12:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 7:w0#0 8:w0#1 9:w0#0 10:w0#1 11:w0#0 12:w0#1 14:w0#0");
    EXPECT_STAT(v, bank_reads, 2);
    EXPECT_STAT(v, source_reads, 4);
    vector_finish(v);
}

/* Micro-operations of the same instruction: with a window of 2 its registers stay until the next instruction. */
static void micro_operations_do_not_move_the_window__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (allocation 4, first)", 1, BOC "boc.window=2");
    decode_at(v, 1, 0, "int = r0");             /* issue 2, position 0, dispatch 4 */
    decode_at(v, 5, 0, "int part");             /* issue 6, position 1 */
    decode_at(v, 6, 0, "int part");             /* issue 7, position 0 */
    decode_at(v, 7, 0, "fp32 = r0");            /* issue 8, position 1: hit */
    EXPECT_ENTRIES(v, 0, "0:1f - - - - -");
    EXPECT_Q(v, "g_col[0].u_boc.next_q", 1);
    decode_at(v, 8, 0, "int");                  /* issue 9: the window moves */
    EXPECT_ENTRIES(v, 0, "0:1f* - - - - -");
    decode_at(v, 9, 0, "fp32 = r0");            /* issue 10: miss */
    EXPECT_ENTRIES(v, 0, "0:0f - - - - -");
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "4:w0#0 7:w0#0 8:w0#1 9:w0#0 10:w0#1 12:w0#0");
    EXPECT_STAT(v, bank_reads, 2);
    vector_finish(v);

    /* Window 3: what such a micro-operation reads is used all the same, and stays longer. */
    v = begin_warps("microarchitecture 3.14 (allocation 4, first)", 1, BOC);
    decode_at(v, 1, 0, "int = r0");             /* issue 2, dispatch 4 */
    decode_at(v, 5, 0, "sfu");                  /* issue 6 */
    decode_at(v, 6, 0, "int = r0 part");        /* issue 7 */
    EXPECT_ENTRIES(v, 0, "0:1f - - - - -");
    decode_at(v, 7, 0, "sfu");                  /* issue 8 */
    EXPECT_ENTRIES(v, 0, "0:2f* - - - - -");
    decode_at(v, 8, 0, "fp32 = r0");            /* issue 9 */
    EXPECT_ENTRIES(v, 0, "0:1f - - - - -");
    vector_to(v, 12);
    EXPECT_STAT(v, bank_reads, 1);
    EXPECT_COUNT(v, "dispatches", v->dispatched, 5);
    vector_finish(v);
}

/* --- forwarding --------------------------------------------------------------------------------------------------- */

static void several_operands_are_forwarded_at_once__bow_IV_A(void **state)
{
    (void)state;
    for (unsigned forward = 0; forward < 2; forward++) {
        struct vector *v = begin_warps("BOW IV-A (forwarding multiple operands); microarchitecture 3.14 (lookup)", 1,
                                       "collector.kind=boc collector.count=4 collector.forward=%s",
                                       forward ? "true" : "false");
        decode_at(v, 1, 0, "int = r0 r1 r2 r3 r4 r5");      /* issue 2, dispatch 9, or 10 without forward */
        decode_at(v, 9, 0, "fp32 = r5 r4 r3 r2 r1 r0");     /* issue 10 */
        vector_to(v, 13);
        EXPECT_ISSUES(v, forward ? "2:w0#0 10:w0#0" : "2:w0#0 10:w0#1");
        EXPECT_DISPATCHES(v, forward ? "9:w0#0 11:w0#0" : "10:w0#0 11:w0#1");
        EXPECT_OPERANDS(v, 11, "w0r5 w0r4 w0r3 w0r2 w0r1 w0r0");
        EXPECT_STAT(v, bank_reads, 6);
        vector_finish(v);
    }
}

/* All of bank 0, read in 3, 4, 5. Register 2 comes in 5, for the third instruction before the first is complete. */
static void value_on_its_way_serves_every_instruction_that_names_it__section_3_14(void **state)
{
    (void)state;
    for (unsigned forward = 0; forward < 2; forward++) {
        struct vector *v = begin_warps("BOW IV-A; microarchitecture 3.14 (lookup, port S)", 1,
                                       BOC "collector.forward=%s", forward ? "true" : "false");
        decode_at(v, 1, 0, "int = r0 r2 r4");   /* issue 2 */
        decode_at(v, 2, 0, "fp32 = r4");        /* issue 3 */
        decode_at(v, 3, 0, "sfu = r2");         /* issue 4 */
        vector_to(v, 5);
        EXPECT_ENTRIES(v, 0, "0:0f* 2:2* 4:1* - - -");
        EXPECT_LIST(v, "g_col[0].u_boc.src_index_q", 9, "0 1 2 2 - - 1 - -");
        vector_to(v, 10);
        EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2");
        EXPECT_DISPATCHES(v, forward ? "5:w0#2 6:w0#0 7:w0#1" : "6:w0#2 7:w0#0 8:w0#1");
        EXPECT_STAT(v, bank_reads, 3);
        EXPECT_STAT(v, source_reads, 5);
        vector_finish(v);
    }
}

/* Position 0 has port S in 3 to 5 with slots 0 to 2, position 1's slot 0 in another bank comes behind them. */
static void port_s_serves_the_older_position_first__section_3_14(void **state)
{
    (void)state;
    for (unsigned wrap = 0; wrap < 2; wrap++) {
        unsigned t = wrap ? 4 : 2;
        struct vector *v = begin_warps("BOW IV-A (a single port); microarchitecture 3.14 (reads)", 1, BOC);
        if (wrap) {                             /* positions 2 and 0 */
            decode_at(v, 1, 0, "sfu");
            decode_at(v, 2, 0, "sfu");
        }
        decode_at(v, t - 1, 0, "int = r0 r2 r4");
        decode_at(v, t, 0, "fp32 = r1");
        vector_to(v, t + 3);                    /* granted in t + 2 */
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 1);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_slot_q", 1);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_pos_q", wrap ? 2 : 0);
        EXPECT_Q(v, "g_bank[1].u_bank.rd_valid_q", 0);
        vector_to(v, t + 5);
        EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 0);
        EXPECT_Q(v, "g_bank[1].u_bank.rd_valid_q", 1);
        EXPECT_Q(v, "g_bank[1].u_bank.rd_slot_q", 0);
        EXPECT_Q(v, "g_bank[1].u_bank.rd_pos_q", wrap ? 0 : 1);
        vector_to(v, t + 8);
        EXPECT_DISPATCHES(v, wrap ? "3:w0#0 4:w0#1 8:w0#0 9:w0#1" : "6:w0#0 7:w0#1");
        vector_finish(v);
    }
}

static void port_s_serves_the_lower_slot_first_in_a_position__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A (a single port); microarchitecture 3.14 (reads)", 1, BOC);
    decode_at(v, 1, 0, "int = r1 r0");          /* slot 0 in bank 1 */
    vector_to(v, 4);
    EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 0);
    EXPECT_Q(v, "g_bank[1].u_bank.rd_valid_q", 1);
    vector_to(v, 5);
    EXPECT_Q(v, "g_bank[0].u_bank.rd_valid_q", 1);
    EXPECT_Q(v, "g_bank[0].u_bank.rd_slot_q", 1);
    EXPECT_Q(v, "g_bank[1].u_bank.rd_valid_q", 0);
    vector_to(v, 7);
    EXPECT_DISPATCHES(v, "5:w0#0");
    vector_finish(v);
}

/* --- entries ------------------------------------------------------------------------------------------------------ */

/* A window of 7, so that nothing leaves: first in, first out, whatever was used since; hit and locked ones stay. */
static void entries_are_evicted_first_in_first_out__bow_IV_C(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-C (FIFO replacement); microarchitecture 3.14 (lookup)", 1,
                                   BOC "boc.entries=4 boc.window=7");
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode_at(v, 1, 0, "int = r0 r1");          /* issue 2, dispatch 5 */
    decode_at(v, 5, 0, "int = r2 r3");          /* issue 6, dispatch 9 */
    vector_to(v, 7);
    EXPECT_ENTRIES(v, 0, "0:5f 1:5f 2:6* 3:6*");
    EXPECT_FIFO(v, 0);
    decode_at(v, 9, 0, "int = r4");             /* issue 10: for 0; dispatch 12 */
    vector_to(v, 11);
    EXPECT_ENTRIES(v, 0, "4:6* 1:4f 2:5f 3:5f");
    EXPECT_FIFO(v, 1);
    decode_at(v, 12, 0, "int = r1 r5");         /* issue 13: 1 is hit, so for 2; dispatch 15 */
    vector_to(v, 14);
    EXPECT_ENTRIES(v, 0, "4:5f 1:6f* 5:6* 3:4f");
    EXPECT_FIFO(v, 3);
    decode_at(v, 15, 0, "int = r2");            /* issue 16: for 3; dispatch 18 */
    vector_to(v, 17);
    EXPECT_ENTRIES(v, 0, "4:4f 1:5f 5:5f 2:6*");
    EXPECT_FIFO(v, 0);
    decode_at(v, 18, 0, "fp32 = r4");           /* issue 19: waits for its unit, and locks entry 0 */
    decode_at(v, 19, 0, "int = r6");            /* issue 20: for 1, the first that is not locked */
    vector_to(v, 21);
    EXPECT_ENTRIES(v, 0, "4:5f* 6:6* 5:3f 2:4f");
    EXPECT_FIFO(v, 2);
    v->unit_ready = 0xFF;
    vector_to(v, 26);
    EXPECT_DISPATCHES(v, "5:w0#0 9:w0#0 12:w0#0 15:w0#0 18:w0#0 21:w0#0 22:w0#1");
    EXPECT_STAT(v, bank_reads, 8);
    vector_finish(v);
}

/* In 11 entry 2 has left the window, and goes before entry 1, which has not, though the order begins with 1. */
static void free_entries_are_taken_before_others_are_evicted__bow_IV_C(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-C; microarchitecture 3.14 (free, lookup)", 1, BOC "boc.entries=4");
    decode_at(v, 1, 0, "int = r0 r1");          /* issue 2, dispatch 5 */
    decode_at(v, 5, 0, "int = r2");             /* issue 6, dispatch 8 */
    decode_at(v, 8, 0, "int = r1");             /* issue 9, dispatch 10 */
    decode_at(v, 9, 0, "int = r3 r4");          /* issue 10: free are 3, and 0, which has left; dispatch 13 */
    EXPECT_ENTRIES(v, 0, "0:0f 1:2f* 2:1f -");
    EXPECT_FIFO(v, 3);
    decode_at(v, 10, 0, "int = r5 r6");         /* issue 11: 2 is free, 1 is evicted */
    EXPECT_ENTRIES(v, 0, "4:2* 1:1f 2:0f 3:2*");
    EXPECT_FIFO(v, 1);
    vector_to(v, 12);
    EXPECT_ENTRIES(v, 0, "4:1* 6:2* 5:2* 3:1*");
    EXPECT_FIFO(v, 2);
    vector_to(v, 20);
    EXPECT_DISPATCHES(v, "5:w0#0 8:w0#0 10:w0#0 13:w0#1 15:w0#0");
    vector_finish(v);
}

/*
 * Three dirty values in three entries, accepted in 6, 7, 8. The instruction behind them is not ready before there is an
 * entry: dirty ones are drained, one per cycle, those that it hits never.
 */
static void lack_of_entries_holds_a_warp_and_drains__bow_IV_C(void **state)
{
    (void)state;
    static const struct { const char *insn, *issued, *dispatched, *writes, *entries; unsigned issue; } rows[] = {
        {"int = r3", "8:w0#0", "10:w0#0", "7:w0r0", "3:6* 1:4fd 2:5fd", 8},
        {"int = r3 r3 r3", "8:w0#0", "10:w0#0", "7:w0r0", "3:6* 1:4fd 2:5fd", 8},
        {"int = r0 r3", "9:w0#0", "11:w0#0", "8:w0r1", "0:6fd* 3:6* 2:5fd", 9},
        {"int = r3 r4", "9:w0#0", "12:w0#0", "7:w0r0 8:w0r1", "3:6* 4:6* 2:5fd", 9}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        struct vector *v = begin_warps("BOW IV-C (write-back traffic due to space); microarchitecture 3.14 (drains)", 1,
                                       BACK SMALL "3 boc.window=7");
        v->latency[INT] = 3;
        decode_at(v, 1, 0, "int r0 =");         /* issue 2, result in 6 */
        decode_at(v, 2, 0, "int r1 =");         /* issue 3, result in 7 */
        decode_at(v, 3, 0, "int r2 =");         /* issue 4, result in 8 */
        decode_at(v, 4, 0, rows[i].insn);
        EXPECT_ENTRIES(v, 0, "0:4w 1:5w 2:6w");
        EXPECT_FIFO(v, 0);
        vector_to(v, 7);
        EXPECT_ENTRIES(v, 0, "0:4fd 1:5w 2:6w");
        vector_to(v, rows[i].issue + 1);
        EXPECT_ENTRIES(v, 0, rows[i].entries);
        vector_to(v, 18);
        snprintf(text, sizeof text, "2:w0#0 3:w0#1 4:w0#2 %s", rows[i].issued);
        EXPECT_ISSUES(v, text);
        snprintf(text, sizeof text, "3:w0#0 4:w0#1 5:w0#2 %s", rows[i].dispatched);
        EXPECT_DISPATCHES(v, text);
        EXPECT_WRITES(v, rows[i].writes);
        vector_finish(v);
    }
}

/* The head waits for register 5, whose result comes in 14 and has no entry. One for it is made free in 7. */
static void entry_is_drained_while_the_head_waits_for_a_result__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-C; microarchitecture 3.14 (lookup in every cycle, drains)", 1,
                                   BACK SMALL "3 boc.window=7");
    v->latency[INT] = 3;
    decode_at(v, 1, 0, "int r0 =");             /* issue 2, result in 6 */
    decode_at(v, 2, 0, "int r1 =");             /* issue 3, result in 7 */
    decode_at(v, 3, 0, "int r2 =");             /* issue 4, result in 8 */
    decode_at(v, 4, 0, "tensor r5 =");          /* issue 5, dispatch 6 */
    decode_at(v, 5, 0, "fp32 = r5");
    vector_to(v, 8);
    EXPECT_ENTRIES(v, 0, "0:3f 1:4fd 2:5w");
    result_at(v, 14, TENSOR, 5, 3, "last", 0x500);
    vector_to(v, 20);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2 5:w0#3 15:w0#0");
    EXPECT_WRITES(v, "7:w0r0 14:w0r5");
    EXPECT_OPERANDS(v, 17, "#500");
    EXPECT_ENTRIES(v, 0, "5:6f 1:3fd 2:4fd");
    vector_finish(v);
}

/* Results never make a warp wait: what finds no entry goes to the bank. */
static void results_without_an_entry_go_to_the_bank__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (allocation 2)", 1, BACK SMALL "3 boc.window=7");
    v->latency[INT] = 3;
    decode_at(v, 1, 0, "int r0 =");
    decode_at(v, 2, 0, "int r1 =");
    decode_at(v, 3, 0, "int r2 =");
    decode_at(v, 4, 0, "int r5 =");             /* issue 5, dispatch 6, result in 9 */
    vector_to(v, 6);
    EXPECT_ENTRIES(v, 0, "0:3w 1:4w 2:5w");
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2 5:w0#3");
    EXPECT_WRITES(v, "9:w0r5");
    EXPECT_ENTRIES(v, 0, "0:3fd 1:4fd 2:5fd");
    EXPECT_STAT(v, boc_homeless, 1);
    vector_finish(v);

    /* Four results of one instruction and three entries. */
    v = begin_warps("microarchitecture 3.14 (allocation 2)", 1, BACK SMALL "3 boc.window=7");
    v->latency[TENSOR] = 3;
    decode_at(v, 1, 0, "tensor r8 r9 r10 r11 ="); /* issue 2, dispatch 3, results in 6 to 9 */
    vector_to(v, 3);
    EXPECT_ENTRIES(v, 0, "8:6w 9:6w 10:6w");
    EXPECT_FIFO(v, 0);
    vector_to(v, 12);
    EXPECT_ACCEPTS(v, "6:w0r8 7:w0r9 8:w0r10 9:w0r11");
    EXPECT_WRITES(v, "9:w0r11");
    EXPECT_ENTRIES(v, 0, "8:6fd 9:6fd 10:6fd");
    EXPECT_STAT(v, boc_homeless, 1);
    vector_finish(v);

    /* Sources take all of them; a result that is a source, too, shares its entry. */
    v = begin_warps("microarchitecture 3.14 (allocation 2)", 1, BACK SMALL "3 boc.window=7");
    v->latency[TENSOR] = 1;
    decode_at(v, 1, 0, "tensor r2 r3 = r0 r1 r2"); /* issue 2, dispatch 6, results in 7 and 8 */
    vector_to(v, 3);
    EXPECT_ENTRIES(v, 0, "0:6* 1:6* 2:6w*");
    vector_to(v, 8);
    EXPECT_ENTRIES(v, 0, "0:6f 1:6f 2:6fd");
    vector_to(v, 10);
    EXPECT_ACCEPTS(v, "7:w0r2 8:w0r3");
    EXPECT_WRITES(v, "8:w0r3");
    EXPECT_STAT(v, boc_homeless, 1);
    vector_finish(v);
}

/* A result takes what can be evicted, but no entry that another result of the instruction is at home in. */
static void results_evict_but_not_each_other__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *insn, *entries; unsigned fifo; } rows[] = {
        {"tensor r5 =", "5:6w 1:5f 2:5f", 1}, {"tensor r1 =", "0:5f 1:6fw 2:5f", 0},
        {"tensor r5 = r0", "0:6f* 5:6w 2:5f", 2}, {"tensor r0 = r0", "0:6fw* 1:5f 2:5f", 0},
        {"tensor r63 r0 =", "0:6fw 63:6w 2:5f", 2}, {"tensor r2 r3 =", "3:6w 1:5f 2:6fw", 1},
        {"tensor r5 = r6 r2", "6:6* 5:6w 2:6f*", 2}, {"tensor r5 = r6 r7 r8", "6:6* 7:6* 8:6*", 0},
        {"tensor r5 = mask=0x3", "0:5f 1:5f 2:5f", 0}, {"tensor r1 = mask=0x3", "0:5f 1:6fw 2:5f", 0},
        {"tensor r1 = mask=0x0", "0:5f 1:5f 2:5f", 0}, {"tensor r5 = r6 mask=0x0", "6:6* 1:5f 2:5f", 1},
        {"tensor r0 = r6", "6:6* 0:6w 2:5f", 2}    /* the old copy is evicted for the source */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned mode = 0; mode < 3; mode++) {
            struct vector *v = begin_warps("microarchitecture 3.14 (allocation 2, 3, 5)", 1, BOC SMALL "3 boc.window=7 "
                                           "boc.write=%s", writes[mode]);
            v->latency[TENSOR] = 2;
            decode_at(v, 1, 0, "int = r0 r1 r2");   /* issue 2, dispatch 6 */
            decode_at(v, 6, 0, rows[i].insn);       /* issue 7 */
            vector_to(v, 7);
            EXPECT_ENTRIES(v, 0, "0:6f 1:6f 2:6f");
            vector_to(v, 8);
            EXPECT_ENTRIES(v, 0, rows[i].entries);
            EXPECT_FIFO(v, rows[i].fifo);
            vector_to(v, 20);
            EXPECT_COUNT(v, "dispatches", v->dispatched, 2);
            vector_finish(v);
        }
}

/* --- several instructions of a warp ------------------------------------------------------------------------------- */

static void independent_instructions_finish_out_of_order__bow_IV_A(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A (even finish out-of-order); microarchitecture 3.14 (dispatch)", 1, BOC);
    v->unit_ready = 0xFF & ~(1u << INT);
    decode_at(v, 1, 0, "int = r0");             /* issue 2, complete in 4 */
    decode_at(v, 2, 0, "fp32 = r1");            /* issue 3, dispatch 5 */
    decode_at(v, 3, 0, "sfu");                  /* issue 4, complete in 5, and younger */
    vector_to(v, 10);
    v->unit_ready = 0xFF;
    vector_to(v, 12);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2");
    EXPECT_DISPATCHES(v, "5:w0#1 6:w0#2 10:w0#0");
    vector_finish(v);
}

static void window_of_undispatched_instructions_is_full__bow_IV_A(void **state)
{
    (void)state;
    static const unsigned windows[] = {1, 2, 3, 7};
    for (unsigned i = 0; i < 8; i++) {
        unsigned window = windows[i % 4], reuse = i / 4;
        struct vector *v = begin_warps("BOW IV-A; microarchitecture 3.14 (ready, item 4)", 1,
                                       BOC "boc.window=%u inflight.entries=16 collector.reuse_on_dispatch=%s",
                                       window, reuse ? "true" : "false");
        v->unit_ready = 0;
        for (unsigned k = 0; k <= window; k++)
            decode_at(v, 1 + k, 0, "int");
        vector_to(v, 20);
        EXPECT_COUNT(v, "issues", v->issued, window);
        EXPECT_Q(v, "g_col[0].u_boc.occupied_q", (1u << window) - 1);
        v->unit_ready = 0xFF;
        vector_to(v, 21);
        EXPECT_COUNT(v, "issues", v->issued, window + reuse);
        vector_to(v, 22);
        EXPECT_COUNT(v, "issues", v->issued, window + 1);
        vector_to(v, 32);
        EXPECT_COUNT(v, "dispatches", v->dispatched, window + 1);
        vector_finish(v);
    }
}

/* Two positions are free, but the oldest instruction is still in the third, which is next. */
static void window_does_not_slide_past_its_oldest_instruction__bow_IV_A(void **state)
{
    (void)state;
    for (unsigned reuse = 0; reuse < 2; reuse++) {
        struct vector *v = begin_warps("BOW IV-A (the oldest instruction is evicted); microarchitecture 3.14 (ready)",
                                       1, BOC "collector.reuse_on_dispatch=%s", reuse ? "true" : "false");
        v->unit_ready = 0xFF & ~(1u << INT);
        decode_at(v, 1, 0, "int");              /* issue 2 */
        decode_at(v, 2, 0, "fp32");             /* issue 3, dispatch 4 */
        decode_at(v, 3, 0, "sfu");              /* issue 4, dispatch 5 */
        decode_at(v, 4, 0, "tensor");
        vector_to(v, 10);
        EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 1);
        v->unit_ready = 0xFF;
        vector_to(v, 14);
        EXPECT_ISSUES(v, reuse ? "2:w0#0 3:w0#1 4:w0#2 10:w0#1" : "2:w0#0 3:w0#1 4:w0#2 11:w0#0");
        EXPECT_DISPATCHES(v, reuse ? "4:w0#1 5:w0#2 10:w0#0 11:w0#1" : "4:w0#1 5:w0#2 10:w0#0 12:w0#0");
        vector_finish(v);
    }
}

/* RAW: the result is accepted in 5, and forwarded to an instruction that issues in 6. */
static void raw_waits_outside_the_boc_and_is_forwarded__bow_IV_A(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 3; mode++) {
        struct vector *v = begin_warps("BOW IV-A (RAW, WAW never within a BOC); microarchitecture 3.5, 3.14", 1,
                                       BOC "boc.write=%s", writes[mode]);
        decode_at(v, 1, 0, "int r8 =");
        decode_at(v, 2, 0, "fp32 = r8");
        result_at(v, 5, INT, 8, 0, "last", 0x500);
        EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 0);
        vector_to(v, 10);
        EXPECT_ISSUES(v, "2:w0#0 6:w0#0");
        EXPECT_DISPATCHES(v, "3:w0#0 7:w0#0");
        EXPECT_OPERANDS(v, 7, "#500");
        EXPECT_STAT(v, bank_reads, 0);
        vector_finish(v);
    }
}

static void waw_waits_outside_the_boc__bow_IV_A(void **state)
{
    (void)state;
    static const struct { const char *second; bool waits; } rows[] = {
        {"fp32 r8 =", true}, {"fp32 r6 r7 r8 =", true}, {"fp32 r9 =", false}, {"fp32 r8 = mask=0x1", true}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-A (RAW, WAW never within a BOC); microarchitecture 3.5", 1, BACK);
        v->latency[FP32] = 1;
        decode_at(v, 1, 0, "int r8 =");
        decode_at(v, 2, 0, rows[i].second);
        result_at(v, 5, INT, 8, 0, "last", 0x500);
        vector_to(v, 14);
        EXPECT_ISSUES(v, rows[i].waits ? "2:w0#0 6:w0#0" : "2:w0#0 3:w0#1");
        vector_finish(v);
    }
}

/* The readers of registers 8 and 9 are in positions 0 and 1; INT is ready in 10, FP32 in 8. */
static void war_waits_for_every_undispatched_reader__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *writer; unsigned waits; } rows[] = {
        {"sfu r8 =", 10}, {"sfu r9 =", 8}, {"sfu r10 =", 4}, {"sfu r6 r7 r8 =", 10}, {"sfu r9 r10 =", 8},
        {"sfu r7 =", 4}, {"sfu r5 r6 r7 =", 4}, {"sfu r8 = mask=0x0", 10}, {"sfu = r8", 4}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned reuse = 0; reuse < 2; reuse++) {
            struct vector *v = begin_warps("microarchitecture 3.5 (WAR), 3.14 (ready, item 3)", 1,
                                           BACK "collector.reuse_on_dispatch=%s", reuse ? "true" : "false");
            char text[64];
            unsigned issue = rows[i].waits + (rows[i].waits > 4 && !reuse);
            unsigned number = issue == 4 ? 2 : issue == 8 ? 2 : issue == 10 ? 1 : issue == 9 ? 1 : 0;
            v->unit_ready = 0xFF & ~(1u << INT) & ~(1u << FP32);
            v->latency[SFU] = 4;
            decode_at(v, 1, 0, "int = r8");     /* issue 2 */
            decode_at(v, 2, 0, "fp32 = r9");    /* issue 3 */
            decode_at(v, 3, 0, rows[i].writer);
            vector_to(v, 8);
            v->unit_ready |= 1u << FP32;
            vector_to(v, 10);
            v->unit_ready = 0xFF;
            vector_to(v, 24);
            snprintf(text, sizeof text, "2:w0#0 3:w0#1 %u:w0#%u", issue, number);
            EXPECT_ISSUES(v, text);
            vector_finish(v);
        }
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

/* Warp 0 has #0 and #1, warp 1 #2, warp 2 #3 and #4; all complete in 12. */
static void bocs_dispatch_in_turn_and_oldest_first_inside__bow_IV_A(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        struct vector *v = begin_warps("BOW IV-A (round-robin); microarchitecture 3.4, 3.14 (dispatch)", 3,
                                       BOC "dispatch.order=%s", order ? "round_robin" : "oldest");
        v->unit_ready = 0;
        decode_at(v, 3, 0, "int");
        decode_at(v, 4, 0, "int");
        decode_at(v, 5, 1, "int");
        decode_at(v, 6, 2, "int");
        decode_at(v, 7, 2, "int");
        vector_to(v, 12);
        v->unit_ready = 0xFF;
        if (order)
            EXPECT_Q(v, "u_dispatch.rr_q", 3);
        vector_to(v, 15);
        if (order)
            EXPECT_Q(v, "u_dispatch.rr_q", 2);
        vector_to(v, 18);
        EXPECT_ISSUES(v, "4:w0#0 5:w0#1 6:w1#2 7:w2#3 8:w2#4");
        EXPECT_DISPATCHES(v, order ? "12:w0#0 13:w1#2 14:w2#3 15:w0#1 16:w2#4"
                                   : "12:w0#0 13:w0#1 14:w1#2 15:w2#3 16:w2#4");
        vector_finish(v);
    }
}

/* Positions 1, 2, 0 and numbers 1, 2, 0: neither says how old an instruction is. */
static void oldest_position_is_behind_the_newest__section_3_14(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        struct vector *v = begin_warps("BOW IV-A; microarchitecture 3.14 (reads, dispatch)", 1, BOC "dispatch.order=%s",
                                       order ? "round_robin" : "oldest");
        decode_at(v, 1, 0, "sfu r8 =");         /* issue 2, dispatch 3, position 0 */
        v->unit_ready = 0xFF & ~(1u << INT);
        decode_at(v, 3, 0, "int");              /* issue 4 */
        decode_at(v, 4, 0, "int");              /* issue 5 */
        result_at(v, 6, SFU, 8, 0, "last", 0x500);
        decode_at(v, 6, 0, "int");              /* issue 7 */
        vector_to(v, 8);
        EXPECT_LIST(v, "g_col[0].u_boc.iid_q", 3, "0 1 2");
        EXPECT_Q(v, "g_col[0].u_boc.next_q", 1);
        vector_to(v, 10);
        v->unit_ready = 0xFF;
        vector_to(v, 14);
        EXPECT_ISSUES(v, "2:w0#0 4:w0#1 5:w0#2 7:w0#0");
        EXPECT_DISPATCHES(v, "3:w0#0 10:w0#1 11:w0#2 12:w0#0");
        vector_finish(v);
    }
}

/* Of BOC 0 the older instruction waits for its unit: the younger one is its candidate, and older than warp 1's. */
static void candidate_is_the_oldest_that_can_dispatch__section_3_14(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (dispatch)", 2, BOC "dispatch.order=%s",
                                       order ? "round_robin" : "oldest");
        v->unit_ready = 0;
        decode_at(v, 2, 0, "int");              /* #0 */
        decode_at(v, 3, 0, "fp32");             /* #1 */
        decode_at(v, 4, 1, "fp32");             /* #2 */
        decode_at(v, 5, 0, "fp32");             /* #3 */
        vector_to(v, 10);
        v->unit_ready = 1u << FP32;
        vector_to(v, 14);
        v->unit_ready = 0xFF;
        vector_to(v, 16);
        EXPECT_DISPATCHES(v, order ? "10:w0#1 11:w1#2 12:w0#3 14:w0#0" : "10:w0#1 11:w1#2 12:w0#3 14:w0#0");
        vector_finish(v);
    }
}

/* --- results ------------------------------------------------------------------------------------------------------ */

/* Two results of a warp in two banks: the older first. Others are not concerned; mask 0 needs neither bank nor BOC. */
static void boc_takes_one_result_per_cycle__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *first, *second; unsigned port[2], warp, reg[2], mask[2]; const char *accepts; }
        rows[] = {
        {"int r8 =", "fp32 r9 =", {INT, FP32}, 0, {8, 9}, {15, 15}, "6:w0r8 7:w0r9"},
        {"fp32 r8 =", "int r9 =", {FP32, INT}, 0, {8, 9}, {15, 15}, "6:w0r8 7:w0r9"},
        {"int r8 =", "fp32 r10 =", {INT, FP32}, 0, {8, 10}, {15, 15}, "6:w0r8 7:w0r10"},
        {"int r8 = mask=0x3", "fp32 r9 =", {INT, FP32}, 0, {8, 9}, {3, 15}, "6:w0r8 7:w0r9"},
        {"int r8 = mask=0x0", "fp32 r9 =", {INT, FP32}, 0, {8, 9}, {0, 15}, "6:w0r8 6:w0r9"},
        {"int r8 =", "fp32 r9 = mask=0x0", {INT, FP32}, 0, {8, 9}, {15, 0}, "6:w0r8 6:w0r9"},
        {"int r8 =", "fp32 r8 =", {INT, FP32}, 1, {8, 8}, {15, 15}, "6:w0r8 6:w1r8"},
        {"int r8 =", "fp32 r9 =", {INT, FP32}, 1, {8, 9}, {15, 15}, "6:w0r8 7:w1r9"}   /* one bank */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned mode = 0; mode < 3; mode++) {
            struct vector *v = begin_warps("microarchitecture 3.9, 3.14 (writeback)", 2, BOC "boc.write=%s",
                                           writes[mode]);
            decode_at(v, 2, 0, rows[i].first);
            decode_at(v, 3, rows[i].warp, rows[i].second);
            vector_to(v, 6);
            vector_result(v, rows[i].port[0], 0, rows[i].reg[0], 0, "last", rows[i].mask[0], 0x500);
            vector_result(v, rows[i].port[1], rows[i].warp, rows[i].reg[1], 1, "last", rows[i].mask[1], 0x600);
            vector_to(v, 12);
            EXPECT_ACCEPTS(v, rows[i].accepts);
            vector_finish(v);
        }
}

/* The second result loses to the first for the BOC, and the third to the second for bank 1, which stays unused in 8. */
static void result_that_waits_still_contends__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.9 (contends), 3.14 (writeback)", 2, BOC);
    decode_at(v, 2, 0, "int r8 =");
    decode_at(v, 3, 0, "fp32 r9 =");
    decode_at(v, 4, 1, "sfu r8 =");
    vector_to(v, 8);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    vector_result(v, FP32, 0, 9, 1, "last", 0xF, 0x600);
    vector_result(v, SFU, 1, 8, 2, "last", 0xF, 0x700);
    vector_to(v, 12);
    EXPECT_ACCEPTS(v, "8:w0r8 9:w0r9 10:w1r8");
    EXPECT_WRITES(v, "8:w0r8 9:w0r9 10:w1r8");
    vector_finish(v);
}

static void write_through_writes_collector_and_bank__bow_IV_A(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-A (write-through); microarchitecture 3.14 (writeback)", 1, BOC);
    decode_at(v, 1, 0, "int r8 =");             /* issue 2, dispatch 3 */
    result_at(v, 5, INT, 8, 0, "last", 0x500);
    EXPECT_ENTRIES(v, 0, "8:2w - - - - -");
    vector_to(v, 6);
    EXPECT_ENTRIES(v, 0, "8:2f - - - - -");
    EXPECT_VECTOR(v, "g_col[0].u_boc.g_entry[0].data_q", "#500");
    EXPECT_ROW(v, 0, 8, "#500");
    EXPECT_WRITES(v, "5:w0r8");
    EXPECT_STAT(v, bank_writes, 1);
    vector_finish(v);
}

/* Result and read of bank 0 meet in 4. */
static void result_that_stays_in_the_boc_leaves_its_bank_to_a_read__bow_IV_B(void **state)
{
    (void)state;
    static const struct { const char *write, *writer, *dispatches, *writes; } rows[] = {
        {"through", "int r8 =", "3:w0#0 6:w0#1", "4:w0r8"}, {"back", "int r8 =", "3:w0#0 5:w0#1", ""},
        {"hinted", "int r8 = hint=0", "3:w0#0 5:w0#1", ""}, {"hinted", "int r8 = hint=1", "3:w0#0 5:w0#1", ""},
        {"hinted", "int r8 = hint=2", "3:w0#0 6:w0#1", "4:w0r8"}, {"hinted", "int r8 = hint=3", "3:w0#0 5:w0#1", ""},
        {"back", "int r8 = mask=0x3", "3:w0#0 6:w0#1", "4:w0r8"}, {"back", "int r8 = mask=0x0", "3:w0#0 5:w0#1", ""}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.10, 3.14 (writeback)", 1, BOC "boc.write=%s",
                                       rows[i].write);
        uint32_t mask = i == 6 ? 0x3 : i == 7 ? 0 : 0xF;
        decode_at(v, 1, 0, rows[i].writer);     /* issue 2, dispatch 3 */
        decode_at(v, 2, 0, "fp32 = r0");        /* issue 3 */
        vector_to(v, 4);
        vector_result(v, INT, 0, 8, 0, "last", mask, 0x500);
        vector_to(v, 9);
        EXPECT_ACCEPTS(v, "4:w0r8");
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        EXPECT_WRITES(v, rows[i].writes);
        vector_finish(v);
    }
}

/* The window moves on as the result comes: one cycle later its entry is gone. */
static void result_whose_entry_has_left_goes_to_the_bank__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *write, *writer; unsigned filler, result; const char *writes; } rows[] = {
        {"back", "int r8 =", 2, 6, "6:w0r8"}, {"hinted", "int r8 = hint=1", 2, 6, "6:w0r8"},
        {"back", "int r8 =", 2, 4, "4:w0r8"}, {"hinted", "int r8 = hint=1", 2, 4, "4:w0r8"},
        {"back", "int r8 =", 3, 4, "5:w0r8"}, {"hinted", "int r8 = hint=1", 3, 4, ""}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (in, free, writeback)", 1, BOC
                                       "boc.window=2 boc.write=%s", rows[i].write);
        const char *transient = i & 1 ? "t" : "";
        char text[64];
        decode_at(v, 1, 0, rows[i].writer);     /* issue 2, dispatch 3 */
        decode_at(v, rows[i].filler, 0, "sfu"); /* issue in 3 or 4 */
        EXPECT_COUNT(v, "entry 0 valid", field(v, 0, "valid_q", 0, 6), 1);
        vector_to(v, 4);
        snprintf(text, sizeof text, "8:%uw%s - - - - -", rows[i].filler - 2, transient);
        EXPECT_ENTRIES(v, 0, text);
        if (rows[i].result == 4)
            result_at(v, 4, INT, 8, 0, "last", 0x500);
        vector_to(v, 5);
        snprintf(text, sizeof text, "8:0fd%s - - - - -", transient);
        EXPECT_ENTRIES(v, 0, rows[i].filler == 3 ? text : "- - - - - -");
        if (rows[i].result == 6)
            result_at(v, 6, INT, 8, 0, "last", 0x500);
        vector_to(v, 7);
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        vector_to(v, 10);
        EXPECT_WRITES(v, rows[i].writes);
        EXPECT_STAT(v, boc_late, rows[i].filler == 2);
        EXPECT_ROW(v, 0, 8, *rows[i].writes ? "#500" : "w0r8");
        vector_finish(v);
    }
}

/* --- write-back --------------------------------------------------------------------------------------------------- */

/* Window 3: results in 4 and 7, two other instructions issue in 9 and 10. */
static void writes_in_a_window_are_consolidated__bow_IV_B(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 3; mode++) {
        struct vector *v = begin_warps("BOW IV-B (consolidation); microarchitecture 3.14 (allocation 3, drains)", 1,
                                       BOC "boc.write=%s", writes[mode]);
        decode_at(v, 1, 0, "int r8 =");         /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        decode_at(v, 4, 0, "fp32 r8 = r8");     /* issue 5, dispatch 6 */
        if (mode)
            EXPECT_ENTRIES(v, 0, "8:2fd - - - - -");
        vector_to(v, 6);
        EXPECT_ENTRIES(v, 0, "8:2fw* - - - - -");
        result_at(v, 7, FP32, 8, 0, "last", 0x600);
        decode_at(v, 8, 0, "int");
        decode_at(v, 9, 0, "int");
        vector_to(v, 11);
        EXPECT_ENTRIES(v, 0, mode ? "8:0fd - - - - -" : "8:0f - - - - -");
        vector_to(v, 12);
        EXPECT_ENTRIES(v, 0, mode ? "8:0f - - - - -" : "- - - - - -");
        vector_to(v, 16);
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        EXPECT_WRITES(v, mode ? "11:w0r8" : "4:w0r8 7:w0r8");
        EXPECT_OPERANDS(v, 6, "#500");
        EXPECT_ROW(v, 0, 8, "#600");
        EXPECT_STAT(v, bank_reads, 0);
        EXPECT_STAT(v, boc_consolidated, mode > 0);
        EXPECT_STAT(v, boc_drains, mode > 0);
        vector_finish(v);
    }
}

/* The value leaves the window in 6; the read of the same bank waits, one of the other bank goes first. */
static void drain_goes_before_a_read__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *write, *reader, *dispatches, *writes; } rows[] = {
        {"back", "fp32 = r0", "3:w0#0 8:w0#0", "6:w0r8"}, {"through", "fp32 = r0", "3:w0#0 7:w0#0", "4:w0r8"},
        {"back", "fp32 = r1", "3:w0#0 7:w0#0", "6:w0r8"}, {"back", "fp32 = r0 r1", "3:w0#0 8:w0#0", "6:w0r8"},
        {"back", "fp32 = r0 r2", "3:w0#0 9:w0#0", "6:w0r8"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.10, 3.14 (drains)", 1,
                                       BOC "boc.window=2 boc.write=%s", rows[i].write);
        decode_at(v, 1, 0, "int r8 =");         /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        decode_at(v, 4, 0, rows[i].reader);     /* issue 5 */
        vector_to(v, 6);
        EXPECT_STAT(v, bank_reads, 0);
        vector_to(v, 7);
        EXPECT_STAT(v, bank_reads, i == 0 || i == 4 ? 0 : 1);
        vector_to(v, 12);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        EXPECT_WRITES(v, rows[i].writes);
        vector_finish(v);
    }
}

/* A result of warp 1 in the drain's bank and cycle: in its way if the bank is written, not if it stays in the BOC. */
static void drain_waits_for_a_cycle_without_a_result_of_its_bank__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *other; unsigned reg, mask; const char *writes; } rows[] = {
        {"fp32 r9 =", 9, 0xF, "7:w0r8"}, {"fp32 r9 = mask=0x3", 9, 0x3, "7:w1r9 8:w0r8"},
        {"fp32 r8 = mask=0x3", 8, 0x3, "7:w0r8 7:w1r8"}, {"fp32 r9 = mask=0x0", 9, 0, "7:w0r8"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (drains)", 2, BACK "boc.window=2");
        decode_at(v, 2, 0, "int r8 =");         /* issue 3, dispatch 4 */
        decode_at(v, 3, 1, rows[i].other);      /* issue 4, dispatch 5 */
        result_at(v, 5, INT, 8, 0, "last", 0x500);
        decode_at(v, 5, 0, "int");              /* issue 6: in 7 register 8 has left */
        vector_to(v, 7);
        vector_result(v, FP32, 1, rows[i].reg, 1, "last", rows[i].mask, 0x600);
        EXPECT_ENTRIES(v, 0, "8:0fd - - - - -");
        vector_to(v, 12);
        EXPECT_WRITES(v, rows[i].writes);
        EXPECT_STAT(v, boc_drain_wait, i == 1);
        vector_finish(v);
    }
}

/* Two values of warp 0 leave at once, and one of warp 1 in the next cycle. A BOC offers one, whatever its bank does. */
static void boc_drains_one_entry_per_cycle__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *other; unsigned mask, cycle; const char *writes; } rows[] = {
        {"int r9 =", 0xF, 7, "9:w0r8 10:w1r9 10:w0r9"}, {"int r9 = mask=0x3", 0x3, 9, "9:w1r9 10:w0r8 11:w0r9"}
    };
    for (unsigned i = 0; i < 2; i++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (drains)", 2, BACK "boc.window=2");
        decode_at(v, 2, 0, "tensor r8 r9 =");   /* issue 3, dispatch 4; entries 0 and 1 */
        decode_at(v, 3, 1, rows[i].other);      /* issue 4, dispatch 5 */
        result_at(v, 5, TENSOR, 8, 0, "", 0x500);
        result_at(v, 5, TENSOR, 9, 0, "last", 0x600);
        vector_to(v, 7);
        if (rows[i].cycle == 7)
            vector_result(v, INT, 1, 9, 1, "last", rows[i].mask, 0x700);
        decode_at(v, 7, 0, "int");              /* issue 8 */
        decode_at(v, 8, 1, "int");              /* issue 9 */
        if (rows[i].cycle == 9)
            vector_result(v, INT, 1, 9, 1, "last", rows[i].mask, 0x700);
        EXPECT_ENTRIES(v, 0, "8:0fd 9:0fd - - - -");
        vector_to(v, 14);
        EXPECT_WRITES(v, rows[i].writes);
        vector_finish(v);
    }
}

/* One bank. BOC 1 drains alone, and the turn is BOC 2's; then 0, 1, 2 wait while results of warp 3 have the bank. */
static void drains_rotate_among_bocs__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (turn_q)", 4, BACK "boc.window=2 rf.banks=1");
    decode_at(v, 4, 1, "int r9 =");             /* issue 5, dispatch 6 */
    vector_to(v, 7);
    vector_result(v, INT, 1, 9, 0, "last", 0xF, 0x500);
    EXPECT_Q(v, "u_drain.turn_q", 0);
    decode_at(v, 8, 1, "int");                  /* issue 9, drain 10 */
    vector_to(v, 11);
    EXPECT_Q(v, "u_drain.turn_q", 2);
    decode_at(v, 12, 0, "int r8 =");            /* issue 13 */
    decode_at(v, 13, 1, "int r8 =");            /* issue 14 */
    decode_at(v, 14, 2, "int r8 =");            /* issue 15 */
    decode_at(v, 15, 3, "tensor r8 r9 r10 r11 = mask=0x3"); /* issue 16 */
    for (unsigned w = 0; w < 3; w++) {
        vector_to(v, 17 + w);
        vector_result(v, INT, w, 8, w, "last", 0xF, 0x600);
    }
    decode_at(v, 20, 0, "int");                 /* issue 21, asks from 22 on */
    decode_at(v, 21, 1, "int");                 /* 23 */
    vector_to(v, 22);
    for (unsigned d = 0; d < 4; d++)
        vector_result(v, TENSOR, 3, 8 + d, 3, d == 3 ? "last" : "", 0x3, 0x700);
    decode_at(v, 22, 2, "int");                 /* 24 */
    vector_to(v, 26);
    EXPECT_Q(v, "u_drain.turn_q", 2);
    vector_to(v, 27);
    EXPECT_Q(v, "u_drain.turn_q", 3);
    vector_to(v, 28);
    EXPECT_Q(v, "u_drain.turn_q", 1);
    vector_to(v, 34);
    EXPECT_Q(v, "u_drain.turn_q", 2);
    EXPECT_WRITES(v, "10:w1r9 22:w3r8 23:w3r9 24:w3r10 25:w3r11 26:w2r8 27:w0r8 28:w1r8");
    EXPECT_STAT(v, boc_drains, 4);
    EXPECT_STAT(v, boc_drain_wait, 12);           /* of BOC 0 in 22 to 26, 1 in 23 to 27, 2 in 24 and 25 */
    vector_finish(v);
}

/* Three BOCs: behind the last one comes the first. Each bank has its own turn. */
static void drains_begin_anew_behind_the_last_boc__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (turn_q)", 3, "collector.kind=boc subcore.warps=3 "
                                   "collector.count=3 " SMALL "6 boc.write=back boc.window=2");
    decode_at(v, 3, 0, "int r8 =");             /* issue 4, dispatch 5 */
    result_at(v, 6, INT, 8, 0, "last", 0x500);
    decode_at(v, 6, 0, "int");                  /* issue 7, drain 8 */
    vector_to(v, 9);
    EXPECT_LIST(v, "u_drain.turn_q", 2, "1 0");
    decode_at(v, 9, 2, "int r8 =");             /* issue 10, dispatch 11 */
    vector_to(v, 12);
    vector_result(v, INT, 2, 8, 0, "last", 0xF, 0x600);
    decode_at(v, 12, 2, "int");                 /* issue 13, drain 14 */
    vector_to(v, 14);
    EXPECT_LIST(v, "u_drain.turn_q", 2, "1 0");
    vector_to(v, 15);
    EXPECT_LIST(v, "u_drain.turn_q", 2, "0 0");
    EXPECT_WRITES(v, "8:w0r8 14:w2r8");
    vector_finish(v);
}

/* Warp 1's results have the only bank from 7 to 10. Register 8, out of the window since 7, is still found in 8. */
static void value_that_waits_for_its_drain_is_forwarded__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (in, owes, drains)", 2, BACK
                                   "boc.window=2 rf.banks=1");
    decode_at(v, 2, 0, "int r8 =");             /* issue 3, dispatch 4 */
    decode_at(v, 3, 1, "tensor r8 r9 r10 r11 = mask=0x3"); /* issue 4, dispatch 5 */
    result_at(v, 5, INT, 8, 0, "last", 0x500);
    decode_at(v, 5, 0, "int");                  /* issue 6 */
    vector_to(v, 7);
    for (unsigned d = 0; d < 4; d++)
        vector_result(v, TENSOR, 1, 8 + d, 1, d == 3 ? "last" : "", 0x3, 0x700);
    decode_at(v, 7, 0, "fp32 = r8");            /* issue 8, dispatch 9 */
    EXPECT_ENTRIES(v, 0, "8:0fd - - - - -");
    vector_to(v, 9);
    EXPECT_ENTRIES(v, 0, "8:1fd* - - - - -");
    decode_at(v, 10, 0, "int");                 /* issue 11: in 11 it was in the window again */
    EXPECT_ENTRIES(v, 0, "8:1fd - - - - -");
    vector_to(v, 16);
    EXPECT_DISPATCHES(v, "4:w0#0 5:w1#1 7:w0#0 9:w0#0 12:w0#0");
    EXPECT_OPERANDS(v, 9, "#500");
    EXPECT_WRITES(v, "7:w1r8 8:w1r9 9:w1r10 10:w1r11 12:w0r8");
    EXPECT_STAT(v, bank_reads, 0);
    EXPECT_STAT(v, boc_drain_wait, 2);
    vector_finish(v);
}

/* The drain is in 6. What issues then still hits, and keeps the value; what issues in 7 reads the new row. */
static void read_around_the_cycle_of_a_drain_is_not_stale__section_3_14(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (drains)", 1, BACK "boc.window=2");
        decode_at(v, 1, 0, "int r8 =");         /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        decode_at(v, 4, 0, "int");              /* issue 5 */
        decode_at(v, 5 + late, 0, "fp32 = r8"); /* issue 6 or 7 */
        vector_to(v, 7);
        EXPECT_ENTRIES(v, 0, late ? "8:0f - - - - -" : "8:1f* - - - - -");
        decode_at(v, 7, 0, "fp32 = r8");        /* issue 8: hit, of the value or of its way */
        vector_to(v, 14);
        EXPECT_WRITES(v, "6:w0r8");
        EXPECT_DISPATCHES(v, late ? "3:w0#0 6:w0#0 9:w0#0 10:w0#1" : "3:w0#0 6:w0#0 7:w0#1 9:w0#0");
        EXPECT_OPERANDS(v, 9, "#500");
        EXPECT_STAT(v, bank_reads, late);
        vector_finish(v);
    }
}

/* The drain is in 6, and so is the issue of the next writer. What its result makes of the value is another matter. */
static void writer_that_issues_in_the_cycle_of_a_drain__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *writer; unsigned mask; const char *entries, *writes, *row; } rows[] = {
        {"fp32 r8 =", 0xF, "8:1fw - - - - -", "6:w0r8 11:w0r8", "#500"},
        {"fp32 r8 = mask=0x3", 0x3, "8:1fw - - - - -", "6:w0r8 11:w0r8", "#100|#500/3"},
        {"fp32 r8 = hint=1", 0xF, "8:1fwt - - - - -", "6:w0r8", "#100"},
        {"fp32 r8 = hint=2", 0xF, "8:0f - - - - -", "6:w0r8 8:w0r8", "#500"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (drains: whatever else happens)", 1, HINTED
                                       "boc.window=2");
        decode_at(v, 1, 0, "int r8 =");         /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x100);
        decode_at(v, 4, 0, "int");              /* issue 5 */
        decode_at(v, 5, 0, rows[i].writer);     /* issue 6, dispatch 7 */
        EXPECT_ENTRIES(v, 0, "8:0fd - - - - -");
        vector_to(v, 7);
        EXPECT_ENTRIES(v, 0, rows[i].entries);
        vector_to(v, 8);
        vector_result(v, FP32, 0, 8, 1, "last", rows[i].mask, 0x500);
        decode_at(v, 9, 0, "int");              /* issue 10: in 11 it has left */
        vector_to(v, 15);
        EXPECT_WRITES(v, rows[i].writes);
        EXPECT_ROW(v, 0, 8, rows[i].row);
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        vector_finish(v);
    }
}

/* Read by an instruction that waits for its unit until 9, register 8 stays although it left the window in 7. */
static void value_that_is_locked_is_not_drained__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (locked, drains)", 1, BACK "boc.window=2");
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode_at(v, 1, 0, "int r8 =");             /* issue 2, dispatch 3 */
    result_at(v, 4, INT, 8, 0, "last", 0x500);
    decode_at(v, 4, 0, "fp32 = r8");            /* issue 5 */
    decode_at(v, 5, 0, "int");                  /* issue 6 */
    vector_to(v, 9);
    EXPECT_ENTRIES(v, 0, "8:0fd* - - - - -");
    v->unit_ready = 0xFF;
    vector_to(v, 10);
    EXPECT_ENTRIES(v, 0, "8:0fd - - - - -");
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "3:w0#0 7:w0#1 9:w0#0");
    EXPECT_WRITES(v, "10:w0r8");
    vector_finish(v);
}

/* --- hints -------------------------------------------------------------------------------------------------------- */

static void result_for_the_bank_alone_takes_no_entry__bow_IV_B(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-B (1); microarchitecture 3.14 (hints)", 1, HINTED);
    decode_at(v, 1, 0, "int r8 = hint=2");      /* issue 2, dispatch 3 */
    vector_to(v, 3);
    EXPECT_ENTRIES(v, 0, "- - - - - -");
    EXPECT_FIFO(v, 0);
    result_at(v, 5, INT, 8, 0, "last", 0x500);
    decode_at(v, 5, 0, "fp32 = r8");            /* issue 6, a read, dispatch 8 */
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "3:w0#0 8:w0#0");
    EXPECT_OPERANDS(v, 8, "#500");
    EXPECT_WRITES(v, "5:w0r8");
    EXPECT_STAT(v, boc_homeless, 1);
    vector_finish(v);
}

/* The old copy stays until the result comes in 7, and is not found behind it; its own life goes on counting. */
static void result_for_the_bank_alone_invalidates_an_old_copy__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *first, *second; unsigned dispatch; const char *entries, *dispatches; } rows[] = {
        {"int = r8", "fp32 r8 = hint=2", 6, "8:1f - - - - -", "4:w0#0 6:w0#0 10:w0#0"},
        {"int r8 =", "fp32 r8 = hint=2", 6, "8:1f - - - - -", "3:w0#0 6:w0#0 10:w0#0"},     /* dirty no more */
        {"int r8 = hint=1", "fp32 r8 = hint=2", 6, "8:1ft - - - - -", "3:w0#0 6:w0#0 10:w0#0"},
        {"int = r8", "fp32 r8 = r8 hint=2", 6, "8:2f* - - - - -", "4:w0#0 6:w0#0 10:w0#0"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (allocation 3, writeback)", 1, HINTED);
        decode_at(v, 1, 0, rows[i].first);      /* issue 2 */
        if (i == 1 || i == 2)
            result_at(v, 4, INT, 8, 0, "last", 0x400);
        decode_at(v, 4, 0, rows[i].second);     /* issue 5, dispatch 6 */
        vector_to(v, 6);
        EXPECT_ENTRIES(v, 0, rows[i].entries);
        result_at(v, 7, FP32, 8, 0, "last", 0x500);
        decode_at(v, 7, 0, "sfu = r8");         /* issue 8, a read, dispatch 10 */
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        vector_to(v, 13);
        EXPECT_DISPATCHES(v, rows[i].dispatches);
        EXPECT_OPERANDS(v, 10, "#500");
        EXPECT_WRITES(v, "7:w0r8");
        vector_finish(v);
    }

    /* The old copy, dirty, leaves the window before the result comes in 10: nobody needs its value. */
    struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (allocation 3, free)", 1, HINTED "boc.window=2");
    decode_at(v, 1, 0, "int r8 =");             /* issue 2, dispatch 3 */
    result_at(v, 4, INT, 8, 0, "last", 0x400);
    decode_at(v, 4, 0, "fp32 r8 = hint=2");     /* issue 5 */
    vector_to(v, 6);
    EXPECT_ENTRIES(v, 0, "8:0f - - - - -");
    vector_to(v, 7);
    EXPECT_ENTRIES(v, 0, "- - - - - -");
    result_at(v, 10, FP32, 8, 0, "last", 0x500);
    vector_to(v, 12);
    EXPECT_WRITES(v, "10:w0r8");
    vector_finish(v);
}

/* Read in its window, it leaves in 8, and no bank is written. */
static void transient_value_is_dropped_when_it_leaves__bow_IV_B(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-B (2a); microarchitecture 3.14 (transient)", 1, HINTED);
    decode_at(v, 1, 0, "int r8 = hint=1");      /* issue 2, dispatch 3 */
    vector_to(v, 3);
    EXPECT_ENTRIES(v, 0, "8:2wt - - - - -");
    result_at(v, 4, INT, 8, 0, "last", 0x500);
    decode_at(v, 4, 0, "fp32 = r8");            /* issue 5, dispatch 6 */
    EXPECT_ENTRIES(v, 0, "8:2fdt - - - - -");
    decode_at(v, 5, 0, "int");                  /* issue 6 */
    decode_at(v, 6, 0, "int");                  /* issue 7 */
    vector_to(v, 8);
    EXPECT_ENTRIES(v, 0, "8:0fdt - - - - -");
    vector_to(v, 9);
    EXPECT_ENTRIES(v, 0, "- - - - - -");
    vector_to(v, 14);
    EXPECT_OPERANDS(v, 6, "#500");
    EXPECT_WRITES(v, "");
    EXPECT_ROW(v, 0, 8, "w0r8");
    EXPECT_STAT(v, bank_writes, 0);
    EXPECT_STAT(v, boc_dropped, 1);
    vector_finish(v);
}

/* A later result decides what the value is. */
static void hint_of_the_last_result_counts__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *first, *second, *entries, *writes; } rows[] = {
        {"int r8 = hint=1", "fp32 r8 = hint=3", "8:2fw - - - - -", "11:w0r8"},
        {"int r8 = hint=3", "fp32 r8 = hint=1", "8:2fwt - - - - -", ""},
        {"int r8 = hint=1", "fp32 r8 = hint=1", "8:2fwt - - - - -", ""},
        {"int r8 = hint=0", "fp32 r8 = hint=0", "8:2fw - - - - -", "11:w0r8"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("BOW IV-B; microarchitecture 3.14 (allocation 3)", 1, HINTED);
        decode_at(v, 1, 0, rows[i].first);      /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        decode_at(v, 4, 0, rows[i].second);     /* issue 5, dispatch 6 */
        vector_to(v, 6);
        EXPECT_ENTRIES(v, 0, rows[i].entries);
        result_at(v, 7, FP32, 8, 0, "last", 0x600);
        decode_at(v, 8, 0, "int");              /* issue 9 */
        decode_at(v, 9, 0, "int");              /* issue 10: in 11 it has left */
        vector_to(v, 16);
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        EXPECT_WRITES(v, rows[i].writes);
        vector_finish(v);
    }
}

/*
 * Three entries, window 7. Register 0 has to leave in 7 for register 4, and register 1 in 9 for register 0, which comes
 * back from the bank. Register 2 is dropped as the warp ends.
 */
static void transient_value_that_has_to_leave_before_is_written__bow_IV_C(void **state)
{
    (void)state;
    struct vector *v = begin_warps("BOW IV-C (may need to be saved); microarchitecture 3.14 (drains, hints)", 1,
                                   HINTED SMALL "3 boc.window=7");
    decode_at(v, 1, 0, "int r0 = hint=1");
    decode_at(v, 2, 0, "int r1 = hint=1");
    decode_at(v, 3, 0, "int r2 = hint=1");
    decode_at(v, 4, 0, "int = r4");
    for (unsigned r = 0; r < 3; r++)
        result_at(v, 6 + r, INT, r, r, "last", 0x100 * (r + 1));
    EXPECT_ENTRIES(v, 0, "0:4ft 1:5fdt 2:6wt");
    decode_at(v, 8, 0, "fp32 = r0");            /* register 4 issues in 8 and dispatches in 10 */
    EXPECT_ENTRIES(v, 0, "4:6* 1:4fdt 2:5fdt");
    decode_at(v, 11, 0, "int last");            /* issue 12, dispatch 13 */
    EXPECT_ENTRIES(v, 0, "4:5f 0:6* 2:4fdt");
    vector_to(v, 17);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2 8:w0#0 10:w0#1 12:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 4:w0#1 5:w0#2 10:w0#0 12:w0#1 13:w0#0");
    EXPECT_OPERANDS(v, 12, "#100");
    EXPECT_WRITES(v, "7:w0r0 9:w0r1");
    EXPECT_ENDS(v, "14:w0");
    EXPECT_ROW(v, 0, 2, "w0r2");
    EXPECT_STAT(v, boc_rescued, 2);
    vector_finish(v);
}

/* As the window leaves them behind, or as their warp ends. */
static void dropped_values_are_counted__bow_IV_B(void **state)
{
    (void)state;
    for (unsigned end = 0; end < 2; end++) {
        struct vector *v = begin_warps("BOW IV-B (2a); stats.h (boc_dropped)", 1, HINTED);
        decode_at(v, 1, 0, end ? "int r8 = hint=1 last" : "int r8 = hint=1");
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        if (!end) {
            decode_at(v, 4, 0, "int");
            decode_at(v, 5, 0, "int");
        }
        vector_to(v, 12);
        EXPECT_WRITES(v, "");
        EXPECT_STAT(v, boc_dropped, 1);
        vector_finish(v);
    }
}

/*
 * Register 0's entry is evicted for register 3 in 10, the cycle in which a result for the bank alone makes register 0's
 * copy invalid. The entry is register 3's then, and its value is on the way.
 */
static void entry_taken_as_its_copy_is_invalidated_stays__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *reader, *entries; } rows[] = {
        {"sfu = r3", "3:6* 1:4f 2:4f"}, {"sfu r3 =", "3:6w 1:4f 2:4f"}, {"sfu = r1 r3", "3:6* 1:6f* 2:4f"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("microarchitecture 3.13 (a locked entry), 3.14 (allocation 3, writeback)", 1,
                                       HINTED SMALL "3 boc.window=7");
        decode_at(v, 1, 0, "int = r0 r1 r2");   /* issue 2, dispatch 6 */
        decode_at(v, 6, 0, "fp32 r0 = hint=2"); /* issue 7, dispatch 8 */
        decode_at(v, 9, 0, rows[i].reader);     /* issue 10 */
        EXPECT_ENTRIES(v, 0, "0:5f 1:5f 2:5f");
        EXPECT_FIFO(v, 0);
        result_at(v, 10, FP32, 0, 0, "last", 0x500);
        vector_to(v, 11);
        EXPECT_ENTRIES(v, 0, rows[i].entries);
        vector_to(v, 16);
        EXPECT_ACCEPTS(v, "10:w0r0");
        EXPECT_WRITES(v, "10:w0r0");
        EXPECT_COUNT(v, "dispatches", v->dispatched, 3);
        vector_finish(v);
    }
}

/* Register 8 is dropped in 6. It is read as its entry is freed, or later: the bank has the old value. */
static void use_of_a_dropped_value_is_reported__section_3_14(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 3; late++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (hints are a contract)", 1, HINTED "boc.window=2");
        v->breaks_hints = true;
        decode_at(v, 1, 0, "int r8 = hint=1");  /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        decode_at(v, 4, 0, "int");              /* issue 5 */
        if (late == 2)
            decode_at(v, 6, 0, "int r9 =");
        decode_at(v, 5 + late, 0, "fp32 = r8"); /* issue 6 to 8 */
        vector_to(v, 12);
        EXPECT_OPERANDS(v, 8 + late, "w0r8");
        EXPECT_WRITES(v, "");
        vector_finish(v);
    }

    /* Lanes of a result that comes in 10 are written over the old value, too. */
    struct vector *v = begin_warps("microarchitecture 3.14 (hints are a contract)", 1, HINTED "boc.window=2");
    v->breaks_hints = true;
    decode_at(v, 1, 0, "int r8 = hint=1");      /* issue 2, dispatch 3 */
    result_at(v, 4, INT, 8, 0, "last", 0x500);
    decode_at(v, 4, 0, "int");                  /* issue 5 */
    decode_at(v, 7, 0, "fp32 r8 = mask=0x3");   /* issue 8 */
    vector_to(v, 10);
    vector_result(v, FP32, 0, 8, 0, "last", 0x3, 0x600);
    vector_to(v, 12);
    EXPECT_WRITES(v, "10:w0r8");
    EXPECT_ROW(v, 0, 8, "w0r8|#600/3");
    vector_finish(v);
}

/*
 * Register 8 is dropped in 6, and fully written again by an instruction that issues in 7. Its result comes in 9 and
 * leaves the window in 11, or comes in 12 to an entry that has left; register 8 is named when all that is over.
 */
static void dropped_register_that_is_written_again_can_be_used__section_3_14(void **state)
{
    (void)state;
    static const char *const users[] = {"fp32 = r8", "fp32 r8 = mask=0x3", "fp32 r8 = r8 hint=2"};
    static const unsigned hints[] = {0, 2, 3};
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < 6; i++) {
            struct vector *v = begin_warps("microarchitecture 3.14 (hints are a contract)", 1, HINTED "boc.window=2");
            char text[32];
            bool late = i / 3;
            snprintf(text, sizeof text, "int r8 = hint=%u", hints[k]);
            v->latency[FP32] = 2;
            decode_at(v, 1, 0, "int r8 = hint=1");  /* issue 2, dispatch 3 */
            result_at(v, 4, INT, 8, 0, "last", 0x500);
            decode_at(v, 4, 0, "int");              /* issue 5 */
            decode_at(v, 6, 0, text);               /* issue 7, dispatch 8 */
            if (late)
                decode_at(v, 7, 0, "int");          /* issue 8: gone in 9 */
            result_at(v, late ? 12 : 9, INT, 8, 0, "last", 0x600);
            if (!late)
                decode_at(v, 9, 0, "int");          /* issue 10: drain in 11 */
            vector_to(v, 14);
            EXPECT_ROW(v, 0, 8, "#600");
            EXPECT_ENTRIES(v, 0, "- - - - - -");
            decode_at(v, 14, 0, users[i % 3]);      /* issue 15 */
            vector_to(v, 24);
            EXPECT_COUNT(v, "dispatches", v->dispatched, 5);
            vector_finish(v);
        }
}

/* What a warp has dropped, in its window or as it ended, is not missing in the next warp of its slot. */
static void dropped_values_are_forgotten_with_their_warp__section_3_14(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct vector *v = begin_warps("microarchitecture 3.12, 3.14 (hints are a contract, end)", 1, HINTED
                                       "boc.window=2");
        decode_at(v, 1, 0, i & 1 ? "int r8 = hint=1 last" : "int r8 = hint=1");     /* issue 2 */
        result_at(v, 4, INT, 8, 0, "last", 0x500);
        if (!(i & 1)) {
            decode_at(v, 4, 0, "int");          /* issue 5 */
            decode_at(v, 7, 0, "int last");     /* issue 8 */
        }
        vector_to(v, 12);
        EXPECT_COUNT(v, "ends", v->ended, 1);
        vector_launch(v, 0);
        vector_step(v);
        decode_at(v, 13, 0, i & 2 ? "fp32 r8 = mask=0x3" : "fp32 = r8");    /* issue 14 */
        if (i & 2) {
            vector_to(v, 17);
            vector_result(v, FP32, 0, 8, 0, "last", 0x3, 0x600);
        }
        vector_to(v, 20);
        EXPECT_ROW(v, 0, 8, i & 2 ? "w0r8|#600/3" : "w0r8");
        vector_finish(v);
    }
}

/* --- masks -------------------------------------------------------------------------------------------------------- */

/* Register 8 is read, then lanes 0 and 2 of it are written. The whole value goes to the bank. */
static void partial_result_merges_into_a_copy__section_3_14(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 3; mode++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (allocation 2, writeback)", 1, BOC "boc.write=%s",
                                       writes[mode]);
        decode_at(v, 1, 0, "int = r8");         /* issue 2, dispatch 4 */
        decode_at(v, 4, 0, "fp32 r8 = mask=0x5"); /* issue 5, dispatch 6 */
        vector_to(v, 6);
        EXPECT_ENTRIES(v, 0, "8:2fw - - - - -");
        vector_to(v, 7);
        vector_result(v, FP32, 0, 8, 0, "last", 0x5, 0x500);
        vector_to(v, 8);
        EXPECT_ENTRIES(v, 0, mode ? "8:2fd - - - - -" : "8:2f - - - - -");
        EXPECT_VECTOR(v, "g_col[0].u_boc.g_entry[0].data_q", "w0r8|#500/5");
        decode_at(v, 8, 0, "int = r8");         /* issue 9 */
        decode_at(v, 9, 0, "int");              /* issue 10 */
        decode_at(v, 10, 0, "int");             /* issue 11 */
        vector_to(v, 16);
        EXPECT_WRITES(v, mode ? "12:w0r8" : "7:w0r8");
        EXPECT_OPERANDS(v, 10, "w0r8|#500/5");
        EXPECT_ROW(v, 0, 8, "w0r8|#500/5");
        EXPECT_STAT(v, bank_reads, 1);
        vector_finish(v);
    }
}

static void partial_result_without_a_copy_goes_to_the_bank__section_3_14(void **state)
{
    (void)state;
    static const char *const texts[] = {"int r8 = mask=0x5", "int r8 = mask=0x5 hint=1", "int r8 = mask=0x5 hint=2"};
    for (unsigned mode = 0; mode < 3; mode++)
        for (unsigned i = 0; i < 3; i++) {
            struct vector *v = begin_warps("microarchitecture 3.14 (allocation 2, writeback)", 1, BOC "boc.write=%s",
                                           writes[mode]);
            decode_at(v, 1, 0, texts[i]);       /* issue 2, dispatch 3 */
            vector_to(v, 3);
            EXPECT_ENTRIES(v, 0, "- - - - - -");
            EXPECT_FIFO(v, 0);
            vector_to(v, 5);
            vector_result(v, INT, 0, 8, 0, "last", 0x5, 0x500);
            decode_at(v, 5, 0, "fp32 = r8");    /* issue 6, dispatch 8 */
            vector_to(v, 10);
            EXPECT_WRITES(v, "5:w0r8");
            EXPECT_STAT(v, boc_homeless, 1);
            EXPECT_DISPATCHES(v, "3:w0#0 8:w0#0");
            EXPECT_OPERANDS(v, 8, "w0r8|#500/5");
            vector_finish(v);
        }
}

/* A value that the bank would never have got, changed in two lanes, is one that it will get, whatever the hint. */
static void partial_result_makes_a_transient_value_owed__section_3_14(void **state)
{
    (void)state;
    for (unsigned hint = 0; hint < 4; hint++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (allocation 3)", 1, HINTED);
        char text[64];
        snprintf(text, sizeof text, "fp32 r8 = mask=0x3 hint=%u", hint);
        decode_at(v, 1, 0, "int r8 = hint=1");  /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x100);
        decode_at(v, 4, 0, text);               /* issue 5, dispatch 6 */
        EXPECT_ENTRIES(v, 0, "8:2fdt - - - - -");
        vector_to(v, 6);
        EXPECT_ENTRIES(v, 0, "8:2fwd - - - - -");
        vector_to(v, 7);
        vector_result(v, FP32, 0, 8, 0, "last", 0x3, 0x500);
        decode_at(v, 8, 0, "int");              /* issue 9 */
        EXPECT_ENTRIES(v, 0, "8:2fd - - - - -");
        decode_at(v, 9, 0, "int");              /* issue 10: in 11 it has left */
        vector_to(v, 15);
        EXPECT_WRITES(v, "11:w0r8");
        EXPECT_ROW(v, 0, 8, "#100|#500/3");
        vector_finish(v);
    }
}

/* A dirty value that a partial result will change stays until it has come, though its window is over: in 6 it is 0. */
static void value_that_waits_for_a_partial_result_is_not_drained__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (drains, wait_q)", 1, BACK "boc.window=2");
    decode_at(v, 1, 0, "int r8 =");             /* issue 2, dispatch 3 */
    result_at(v, 4, INT, 8, 0, "last", 0x100);
    decode_at(v, 4, 0, "fp32 r8 = mask=0x3");   /* issue 5, dispatch 6 */
    decode_at(v, 5, 0, "int");                  /* issue 6 */
    vector_to(v, 9);
    EXPECT_ENTRIES(v, 0, "8:0fwd - - - - -");
    vector_result(v, FP32, 0, 8, 0, "last", 0x3, 0x500);
    vector_to(v, 10);
    EXPECT_ENTRIES(v, 0, "8:0fd - - - - -");
    vector_to(v, 14);
    EXPECT_WRITES(v, "10:w0r8");
    EXPECT_ROW(v, 0, 8, "#100|#500/3");
    vector_finish(v);
}

/* Nothing is reserved, written, renewed or invalidated. */
static void mask_0_leaves_the_entries_alone__section_3_14(void **state)
{
    (void)state;
    static const char *const texts[] = {"fp32 r8 = mask=0x0", "fp32 r8 = mask=0x0 hint=1", "fp32 r8 = mask=0x0 hint=2"};
    for (unsigned i = 0; i < 3; i++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (full, partial), 3.9", 1, HINTED);
        decode_at(v, 1, 0, "int r8 =");         /* issue 2, dispatch 3 */
        result_at(v, 4, INT, 8, 0, "last", 0x100);
        decode_at(v, 4, 0, texts[i]);           /* issue 5, dispatch 6 */
        decode_at(v, 5, 0, "int = r8");         /* waits for the result */
        EXPECT_ENTRIES(v, 0, "8:1fd - - - - -");
        vector_to(v, 8);
        vector_result(v, FP32, 0, 8, 0, "last", 0, 0x500);
        vector_to(v, 10);
        EXPECT_ENTRIES(v, 0, "8:2fd* - - - - -");
        vector_to(v, 13);
        EXPECT_ISSUES(v, "2:w0#0 5:w0#0 9:w0#0");
        EXPECT_DISPATCHES(v, "3:w0#0 6:w0#0 10:w0#0");
        EXPECT_OPERANDS(v, 10, "#100");
        EXPECT_WRITES(v, "");
        vector_finish(v);
    }
}

/* Register 9 has a copy. Results come one per cycle, each is forwarded, and each is written when it leaves. */
static void results_of_several_registers__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (allocation 2, writeback)", 1, BACK);
    v->latency[TENSOR] = 3;
    decode_at(v, 1, 0, "int = r9");             /* issue 2, dispatch 4 */
    decode_at(v, 4, 0, "tensor r8 r9 r10 r11 ="); /* issue 5, dispatch 6, results in 9 to 12 */
    vector_to(v, 6);
    EXPECT_ENTRIES(v, 0, "9:2fw 8:2w 10:2w 11:2w - -");
    EXPECT_FIFO(v, 4);
    decode_at(v, 12, 0, "fp32 = r8 r9 r11");    /* issue 13, dispatch 14 */
    EXPECT_ENTRIES(v, 0, "9:2fd 8:2fd 10:2fd 11:2fd - -");
    vector_to(v, 14);
    EXPECT_ENTRIES(v, 0, "9:2fd* 8:2fd* 10:1fd 11:2fd* - -");
    decode_at(v, 14, 0, "int");                 /* issue 15: register 10 has left, drain 16 */
    decode_at(v, 15, 0, "int");                 /* issue 16: the others, drains 17 to 19, entries 0, 1, 3 */
    vector_to(v, 24);
    EXPECT_ACCEPTS(v, "9:w0r8 10:w0r9 11:w0r10 12:w0r11");
    EXPECT_WRITES(v, "16:w0r10 17:w0r9 18:w0r8 19:w0r11");
    EXPECT_STAT(v, bank_reads, 1);
    vector_finish(v);
}

/* --- ends --------------------------------------------------------------------------------------------------------- */

/* The result is accepted in 6; a warp can end in 7, or when what it owes has been written. Its window is not over. */
static void warp_end_waits_for_what_is_owed__section_3_14(void **state)
{
    (void)state;
    static const struct { const char *write, *insn, *writes, *ends; } rows[] = {
        {"through", "int r8 = last", "6:w0r8", "7:w0"}, {"back", "int r8 = last", "7:w0r8", "8:w0"},
        {"hinted", "int r8 = hint=0 last", "7:w0r8", "8:w0"}, {"hinted", "int r8 = hint=1 last", "", "7:w0"},
        {"hinted", "int r8 = hint=2 last", "6:w0r8", "7:w0"}, {"hinted", "int r8 = hint=3 last", "7:w0r8", "8:w0"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin_warps("microarchitecture 3.12, 3.14 (end)", 1, BOC "boc.write=%s boc.window=7",
                                       rows[i].write);
        decode_at(v, 1, 0, rows[i].insn);       /* issue 2, dispatch 3 */
        result_at(v, 6, INT, 8, 0, "last", 0x500);
        vector_to(v, 12);
        EXPECT_WRITES(v, rows[i].writes);
        EXPECT_ENDS(v, rows[i].ends);
        EXPECT_ROW(v, 0, 8, *rows[i].writes ? "#500" : "w0r8");
        EXPECT_ENTRIES(v, 0, "- - - - - -");
        vector_finish(v);
    }
}

/* Two values of one bank, locked until their reader has dispatched in 10: drains in 11 and 12. */
static void warp_end_waits_for_every_drain__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.12, 3.14 (drains, end)", 1, BACK);
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode_at(v, 1, 0, "int r8 =");             /* issue 2, dispatch 3 */
    decode_at(v, 2, 0, "int r10 =");            /* issue 3, dispatch 4 */
    result_at(v, 4, INT, 8, 0, "last", 0x500);
    result_at(v, 5, INT, 10, 1, "last", 0x600);
    decode_at(v, 5, 0, "fp32 = r8 r10 last");   /* issue 6 */
    vector_to(v, 10);
    EXPECT_ENTRIES(v, 0, "8:2fd* 10:2fd* - - - -");
    v->unit_ready = 0xFF;
    vector_to(v, 12);
    EXPECT_ENTRIES(v, 0, "8:2f 10:2fd - - - -");
    vector_to(v, 16);
    EXPECT_WRITES(v, "11:w0r8 12:w0r10");
    EXPECT_ENDS(v, "13:w0");
    vector_finish(v);
}

/* The next warp of the slot finds nothing of the last one's. */
static void warp_end_empties_its_boc__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.12, 3.14 (end)", 2, BOC "boc.window=7");
    decode_at(v, 2, 1, "int = r1");             /* issue 3, dispatch 5 */
    decode_at(v, 3, 0, "int = r0 last");        /* issue 4, dispatch 6 */
    vector_to(v, 7);
    EXPECT_ENTRIES(v, 0, "0:6f - - - - -");
    vector_to(v, 8);
    EXPECT_ENDS(v, "7:w0");
    EXPECT_ENTRIES(v, 0, "- - - - - -");
    EXPECT_ENTRIES(v, 1, "1:6f - - - - -");
    vector_launch(v, 0);
    vector_step(v);
    decode_at(v, 9, 0, "int = r0");             /* issue 10: miss, dispatch 12 */
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "5:w1#0 6:w0#1 12:w0#0");
    EXPECT_STAT(v, bank_reads, 3);
    vector_finish(v);
}

/* --- the paper's example ------------------------------------------------------------------------------------------ */

struct snippet { const char *const *text; unsigned next; };

static bool snippet_program(struct vector *v, unsigned warp, void *context, struct decoded *insn)
{
    struct snippet *snippet = context;
    (void)warp;
    if (!snippet->text[snippet->next])
        return false;
    *insn = vector_insn(v, snippet->text[snippet->next++]);
    return true;
}

/*
 * Fig. 6, lines 2 to 14, window 3; int results 2 cycles after dispatch, loads 6. Every line but 3 and 14 waits for the
 * result of the one before: a line without reads issues 4 cycles after such a line (8 after a load), line 10 5, for
 * line 9 reads register 9.
 *
 * Table I counts 10, 5 and 2 writes. It leaves out line 13, which writes register 4, and counts two of register 2's
 * three results (lines 3, 11, 12). Counted in full, write-through writes 12 rows. Write-back writes the table's 5 while
 * the snippet runs: register 3, which comes when its entry has left (10); registers 2 and 1 of lines 3 and 6, which
 * leave behind line 9 (30, 31); 0 behind line 12 (47) and 1 behind line 13 (51); and as the warp ends, 2 and 4, which
 * are still in the window (52, 54). With hints there are the table's 2, if line 13's value is not used either. Line 14
 * reads register 1 three lines behind its last use: in 51 it is out of the window, but still waits for its drain, and
 * is forwarded.
 */
static void btree_snippet__bow_fig_6_table_I(void **state)
{
    (void)state;
    static const char *const plain[] = {
        "ldst r3 = r8", "int r2 =", "int r1 = r0 r2", "int r1 = r0 r2 r1", "int r1 = r1", "int r0 = r0 r2 r1",
        "int r0 = r0", "int r0 = r9 r0", "int r1 = r0", "ldst r2 = r1", "int r2 = r2", "int r4 = r2",
        "int = r3 r1 last", NULL
    };
    static const char *const hinted[] = {
        "ldst r3 = r8 hint=2", "int r2 = hint=1", "int r1 = r0 r2 hint=1", "int r1 = r0 r2 r1 hint=1",
        "int r1 = r1 hint=1", "int r0 = r0 r2 r1 hint=1", "int r0 = r0 hint=1", "int r0 = r9 r0 hint=1",
        "int r1 = r0 hint=3",
        "ldst r2 = r1 hint=1", "int r2 = r2 hint=1", "int r4 = r2 hint=1", "int = r3 r1 last", NULL
    };
    static const struct { const char *settings; const char *const *text; const char *writes, *ends; unsigned reads; }
        rows[] = {
        {"boc.write=through", plain, "7:w0r2 10:w0r3 12:w0r1 16:w0r1 20:w0r1 24:w0r0 28:w0r0 33:w0r0 37:w0r1 45:w0r2 "
                                     "49:w0r2 53:w0r4", "55:w0", 5},
        {"boc.write=back", plain, "10:w0r3 30:w0r2 31:w0r1 47:w0r0 51:w0r1 52:w0r2 54:w0r4", "55:w0", 4},
        {"boc.write=back boc.entries=12", plain, "10:w0r3 30:w0r2 31:w0r1 47:w0r0 51:w0r1 52:w0r2 54:w0r4", "55:w0", 4},
        {"boc.write=hinted", hinted, "10:w0r3 51:w0r1", "54:w0", 4},
        {"boc.write=hinted boc.entries=12", hinted, "10:w0r3 51:w0r1", "54:w0", 4}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct snippet snippet = {rows[i].text, 0};
        struct vector *v = begin_warps("BOW Fig. 6, Table I, IV-B; microarchitecture 3.14", 1, BOC "%s",
                                       rows[i].settings);
        v->latency[INT] = 2;
        v->latency[LDST] = 6;
        vector_feed(v, 70, snippet_program, &snippet);
        EXPECT_ISSUES(v, "2:w0#0 3:w0#1 8:w0#1 13:w0#0 17:w0#0 21:w0#0 25:w0#0 29:w0#0 34:w0#0 38:w0#0 46:w0#0 50:w0#0 "
                         "51:w0#1");
        EXPECT_WRITES(v, rows[i].writes);
        EXPECT_ENDS(v, rows[i].ends);
        EXPECT_STAT(v, source_reads, 19);
        EXPECT_STAT(v, bank_reads, rows[i].reads);
        vector_finish(v);
    }
}

/* --- random ------------------------------------------------------------------------------------------------------- */

struct seen { bool locked[MAX_WARPS][MAX_BOC_ENTRIES]; unsigned tag[MAX_WARPS][MAX_BOC_ENTRIES]; };

/* --- the issue stage ---------------------------------------------------------------------------------------------- */

/* The second instruction is the head in 4, is chosen then, and hits r0, which arrives in 5. */
static void chosen_warp_issues_in_the_next_cycle__section_3_14(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct vector *v = begin_warps("microarchitecture 3.14 (LATE)", 1, BOC "issue.pipeline=true boc.write=%s",
                                       writes[i]);
        decode_at(v, 1, 0, "int r4 = r0 r2");       /* chosen in 2, issues in 3; dispatches in 6 */
        decode_at(v, 2, 0, "int r5 = r0");
        vector_to(v, 3);
        EXPECT_Q(v, "u_grant.grant_q", 1);
        EXPECT_Q(v, "u_grant.iid_q", 0);
        EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 0);
        EXPECT_Q(v, "g_col[0].u_boc.valid_q", 0);
        vector_to(v, 4);
        EXPECT_Q(v, "u_grant.grant_q", 0);
        EXPECT_Q(v, "g_col[0].u_boc.occupied_q", 1);
        vector_to(v, 10);
        EXPECT_ISSUES(v, "3:w0#0 5:w0#1");
        EXPECT_DISPATCHES(v, "6:w0#0 7:w0#1");
        EXPECT_STAT(v, ccu_hits, 1);
        vector_finish(v);
    }
}

/* The first instruction takes entries 0 and 1 for its sources, 2 for its result. The second one is the head in 4, with
 * r0 of entry 0 as two of its sources and its result, and r2 of entry 1. It issues in 7, since the first one
 * dispatches in 6 (WAR). */
static void what_the_head_finds_is_kept_for_its_issue__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (LATE)", 1, BOC "issue.pipeline=true");
    decode_at(v, 1, 0, "int r4 = r0 r2");
    decode_at(v, 2, 0, "int r0 = r0 r2 r0");
    vector_to(v, 3);
    EXPECT_Q(v, "g_col[0].u_boc.hit_q", 0);
    EXPECT_Q(v, "g_col[0].u_boc.first_q", 3);
    EXPECT_Q(v, "g_col[0].u_boc.same_q", 1 | 1 << 4);               /* slots 0 and 1 each with itself */
    EXPECT_Q(v, "g_col[0].u_boc.lock_q", 0);
    vector_to(v, 4);
    EXPECT_Q(v, "g_col[0].u_boc.lock_q", 3);                        /* of position 0: entries 0 and 1 */
    EXPECT_Q(v, "g_col[0].u_boc.named_q", 0);
    vector_to(v, 5);
    EXPECT_Q(v, "g_col[0].u_boc.hit_q", 1 | 2 << 6 | 1 << 12);         /* entries 0, 1, 0 */
    EXPECT_Q(v, "g_col[0].u_boc.first_q", 3);
    EXPECT_Q(v, "g_col[0].u_boc.same_q", 1 | 1 << 4 | 1 << 6 | 1 << 8);     /* slot 2 with slots 0 and 2 */
    EXPECT_Q(v, "g_col[0].u_boc.result_hit_q", 1);
    EXPECT_Q(v, "g_col[0].u_boc.named_q", 5);
    vector_to(v, 8);
    EXPECT_Q(v, "g_col[0].u_boc.lock_q", 3 | 3 << 6);               /* of position 1 the same */
    vector_to(v, 9);
    EXPECT_Q(v, "g_col[0].u_boc.hit_q", 0);                         /* there was no head */
    EXPECT_Q(v, "g_col[0].u_boc.first_q", 0);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "3:w0#0 7:w0#1");
    vector_finish(v);
}

/* Without operands it issues in 3 and dispatches in 4. */
static void chosen_warp_does_not_end_before_it_issues__section_3_14(void **state)
{
    (void)state;
    struct vector *v = begin_warps("microarchitecture 3.14 (LATE)", 1, BOC "issue.pipeline=true");
    decode_at(v, 1, 0, "branch last");
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "4:w0#0");
    EXPECT_ENDS(v, "5:w0");
    vector_finish(v);
}

/* Section 3.13: what never happens in a BOC. */
static void watch_boc(struct vector *v, unsigned c, struct seen *seen)
{
    unsigned entries = (unsigned)v->cfg.boc_entries;
    bool back = v->cfg.boc_write != BOC_THROUGH, hinted = v->cfg.boc_write == BOC_HINTED;
    uint64_t tags[4] = {0};
    for (unsigned e = 0; e < entries; e++) {
        bool valid = field(v, c, "valid_q", e, entries), lock = locked(v, c, e);
        bool dirty = back && field(v, c, "dirty_q", e, entries);
        bool transient = hinted && field(v, c, "transient_q", e, entries);
        unsigned life = field(v, c, "life_q", e, entries), tag = field(v, c, "tag_q", e, entries);
        if (lock && !valid)
            vector_fail(v, __FILE__, __LINE__, "entry %u of BOC %u is locked and not valid", e, c);
        if (lock && seen->locked[c][e] && tag != seen->tag[c][e])
            vector_fail(v, __FILE__, __LINE__, "entry %u of BOC %u is locked and was taken", e, c);
        seen->locked[c][e] = lock;
        seen->tag[c][e] = tag;
        if (!valid)
            continue;
        if (life >= (unsigned)v->cfg.window)
            vector_fail(v, __FILE__, __LINE__, "entry %u of BOC %u has the life %u", e, c, life);
        if (dirty && !field(v, c, "full_q", e, entries))
            vector_fail(v, __FILE__, __LINE__, "entry %u of BOC %u is dirty and not full", e, c);
        if (!v->warp[c].live)
            vector_fail(v, __FILE__, __LINE__, "entry %u of BOC %u is valid, and its warp has ended", e, c);
        if (life == 0 && (!dirty || transient))
            continue;
        if (tags[tag / 64] >> tag % 64 & 1)
            vector_fail(v, __FILE__, __LINE__, "BOC %u has register %u twice", c, tag);
        tags[tag / 64] |= UINT64_C(1) << tag % 64;
    }
}

static void watch(struct vector *v, void *context)
{
    for (unsigned c = 0; c < (unsigned)v->cfg.collectors; c++)
        watch_boc(v, c, context);
}

/* Instructions that are chosen and issue in the cycle that comes. */
static unsigned staged(struct vector *v)
{
    return v->cfg.pipeline && vector_get(v, "u_grant.grant_q", 0, 1) != 0;
}

static void random_programs_keep_every_guarantee__section_3_13(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned registers; } rows[] = {
        {BOC, 8},
        {BACK, 8},
        {HINTED, 8},
        {HINTED SMALL "3 boc.window=7", 8},
        {HINTED SMALL "4 boc.window=3 rf.banks=1", 6},
        {BACK SMALL "3 boc.window=2 rf.banks=4 collector.forward=false inflight.entries=16", 10},
        {BOC SMALL "3 boc.window=7 collector.reuse_on_dispatch=false dispatch.order=round_robin", 12},
        {HINTED "boc.window=1 dispatch.order=round_robin", 8},
        {BACK "boc.window=1 collector.reuse_on_dispatch=false collector.forward=false", 8},
        {BOC "issue.pipeline=true", 8},
        {BOC "writeback.order=unit dispatch.order=round_robin", 8},
        {HINTED "writeback.order=unit issue.pipeline=true", 8},
        {HINTED SMALL "3 boc.window=7 issue.pipeline=true", 8},
        {BACK SMALL "4 boc.window=2 rf.banks=4 issue.pipeline=true collector.reuse_on_dispatch=false", 10},
        {HINTED "boc.window=3 issue.pipeline=true issue.scheduler=two_level issue.active=2 ibuffer.shift=true", 16},
        {"collector.kind=boc collector.count=1 subcore.warps=1 collector.slots=8 boc.entries=64 boc.window=7 "
            "boc.write=hinted subcore.registers=8 rf.banks=8", 8},
        {"collector.kind=boc collector.count=6 subcore.warps=6 boc.entries=7 boc.window=5 boc.write=hinted "
            "inflight.entries=24 issue.scheduler=two_level issue.active=2 dispatch.order=round_robin "
            "ibuffer.depth=3", 16},
        {"collector.kind=boc collector.count=5 subcore.warps=5 boc.entries=6 boc.window=4 boc.write=back "
            "inflight.entries=16 issue.scheduler=lrr ibuffer.depth=1 subcore.lanes=1 scoreboard.tags=0 rf.banks=8", 8}
    };
    struct stats sum = {0};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t seed = 131 * i + 29;
        struct seen seen = {0};
        struct vector *v = vector_start("BOW IV; microarchitecture 3.13, 3.14", rows[i].settings);
        vector_with_twin(v);
        v->watch = watch;
        v->watch_context = &seen;
        print_message("seed %u: %s\n", seed, rows[i].settings);
        vector_traffic(v, 3000, seed, rows[i].registers);
        assert_true(v->dispatched > 100 && v->ended > 1);
        EXPECT_STAT(v, dispatches, v->dispatched);
        EXPECT_STAT(v, issue_cycles, v->issued + staged(v));
        stats_add(&sum, model_stats(v->model));
        vector_finish(v);
    }
    assert_true(sum.boc_late > 50 && sum.boc_consolidated > 50 && sum.boc_dropped > 50 && sum.boc_rescued > 50);
    assert_true(sum.boc_drains > 50 && sum.boc_drain_wait > 50 && sum.boc_homeless > 50 && sum.ccu_hits > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_of_the_specification__section_2),
        cmocka_unit_test(instructions_take_positions_and_registers_entries__bow_IV_A),
        cmocka_unit_test(each_warp_has_its_own_boc__bow_IV_A),
        cmocka_unit_test(read_hits_in_the_window_of_a_read__bow_IV_A),
        cmocka_unit_test(read_hits_in_the_window_of_a_result__bow_IV_A),
        cmocka_unit_test(every_use_extends_the_window__bow_IV_A),
        cmocka_unit_test(micro_operations_do_not_move_the_window__section_3_14),
        cmocka_unit_test(several_operands_are_forwarded_at_once__bow_IV_A),
        cmocka_unit_test(value_on_its_way_serves_every_instruction_that_names_it__section_3_14),
        cmocka_unit_test(port_s_serves_the_older_position_first__section_3_14),
        cmocka_unit_test(port_s_serves_the_lower_slot_first_in_a_position__section_3_14),
        cmocka_unit_test(entries_are_evicted_first_in_first_out__bow_IV_C),
        cmocka_unit_test(free_entries_are_taken_before_others_are_evicted__bow_IV_C),
        cmocka_unit_test(lack_of_entries_holds_a_warp_and_drains__bow_IV_C),
        cmocka_unit_test(entry_is_drained_while_the_head_waits_for_a_result__section_3_14),
        cmocka_unit_test(results_without_an_entry_go_to_the_bank__section_3_14),
        cmocka_unit_test(results_evict_but_not_each_other__section_3_14),
        cmocka_unit_test(independent_instructions_finish_out_of_order__bow_IV_A),
        cmocka_unit_test(window_of_undispatched_instructions_is_full__bow_IV_A),
        cmocka_unit_test(window_does_not_slide_past_its_oldest_instruction__bow_IV_A),
        cmocka_unit_test(raw_waits_outside_the_boc_and_is_forwarded__bow_IV_A),
        cmocka_unit_test(waw_waits_outside_the_boc__bow_IV_A),
        cmocka_unit_test(war_waits_for_every_undispatched_reader__section_3_14),
        cmocka_unit_test(bocs_dispatch_in_turn_and_oldest_first_inside__bow_IV_A),
        cmocka_unit_test(oldest_position_is_behind_the_newest__section_3_14),
        cmocka_unit_test(candidate_is_the_oldest_that_can_dispatch__section_3_14),
        cmocka_unit_test(boc_takes_one_result_per_cycle__section_3_14),
        cmocka_unit_test(result_that_waits_still_contends__section_3_14),
        cmocka_unit_test(write_through_writes_collector_and_bank__bow_IV_A),
        cmocka_unit_test(result_that_stays_in_the_boc_leaves_its_bank_to_a_read__bow_IV_B),
        cmocka_unit_test(result_whose_entry_has_left_goes_to_the_bank__section_3_14),
        cmocka_unit_test(writes_in_a_window_are_consolidated__bow_IV_B),
        cmocka_unit_test(drain_goes_before_a_read__section_3_14),
        cmocka_unit_test(drain_waits_for_a_cycle_without_a_result_of_its_bank__section_3_14),
        cmocka_unit_test(boc_drains_one_entry_per_cycle__section_3_14),
        cmocka_unit_test(drains_rotate_among_bocs__section_3_14),
        cmocka_unit_test(drains_begin_anew_behind_the_last_boc__section_3_14),
        cmocka_unit_test(value_that_waits_for_its_drain_is_forwarded__section_3_14),
        cmocka_unit_test(read_around_the_cycle_of_a_drain_is_not_stale__section_3_14),
        cmocka_unit_test(writer_that_issues_in_the_cycle_of_a_drain__section_3_14),
        cmocka_unit_test(value_that_is_locked_is_not_drained__section_3_14),
        cmocka_unit_test(result_for_the_bank_alone_takes_no_entry__bow_IV_B),
        cmocka_unit_test(result_for_the_bank_alone_invalidates_an_old_copy__section_3_14),
        cmocka_unit_test(transient_value_is_dropped_when_it_leaves__bow_IV_B),
        cmocka_unit_test(hint_of_the_last_result_counts__section_3_14),
        cmocka_unit_test(transient_value_that_has_to_leave_before_is_written__bow_IV_C),
        cmocka_unit_test(dropped_values_are_counted__bow_IV_B),
        cmocka_unit_test(entry_taken_as_its_copy_is_invalidated_stays__section_3_14),
        cmocka_unit_test(use_of_a_dropped_value_is_reported__section_3_14),
        cmocka_unit_test(dropped_register_that_is_written_again_can_be_used__section_3_14),
        cmocka_unit_test(dropped_values_are_forgotten_with_their_warp__section_3_14),
        cmocka_unit_test(partial_result_merges_into_a_copy__section_3_14),
        cmocka_unit_test(partial_result_without_a_copy_goes_to_the_bank__section_3_14),
        cmocka_unit_test(partial_result_makes_a_transient_value_owed__section_3_14),
        cmocka_unit_test(value_that_waits_for_a_partial_result_is_not_drained__section_3_14),
        cmocka_unit_test(mask_0_leaves_the_entries_alone__section_3_14),
        cmocka_unit_test(results_of_several_registers__section_3_14),
        cmocka_unit_test(warp_end_waits_for_what_is_owed__section_3_14),
        cmocka_unit_test(warp_end_waits_for_every_drain__section_3_14),
        cmocka_unit_test(warp_end_empties_its_boc__section_3_14),
        cmocka_unit_test(btree_snippet__bow_fig_6_table_I),
        cmocka_unit_test(chosen_warp_issues_in_the_next_cycle__section_3_14),
        cmocka_unit_test(what_the_head_finds_is_kept_for_its_issue__section_3_14),
        cmocka_unit_test(chosen_warp_does_not_end_before_it_issues__section_3_14),
        cmocka_unit_test(random_programs_keep_every_guarantee__section_3_13),
    };
    return cmocka_run_group_tests_name("vectors, BOW's bypassing operand collectors", tests, NULL, NULL);
}
