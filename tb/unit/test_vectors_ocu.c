/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core with plain operand collectors (Malekeh, section II). Every number is worked out by hand from
 * the paper and docs/microarchitecture.md. The common frame: warp 0 is launched in cycle 0, its first instruction is
 * decoded in cycle 1 and issues in cycle 2. Issue in t: requests are in the queues in t+1 and are granted from t+1 on,
 * one per cycle and collector; a value arrives the cycle after its grant. So n registers let an instruction dispatch in
 * t+1+n with collector.forward, one cycle later without; with none it dispatches in t+1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define ONE "collector.count=1 "

/* Warp 0 launched, cycle 1 to come. */
static struct vector *begin(const char *section, const char *settings)
{
    return begin_warps(section, 1, "%s", settings);
}

/* Decodes in the coming cycle and executes it. */
static void decode(struct vector *v, unsigned warp, const char *text)
{
    vector_decode(v, warp, text);
    vector_step(v);
}

/* What read port `port` ("", or "2") of the banks holds in `cycle`: for each bank "c.s" (collector and slot) or "-". */
static void expect_port(struct vector *v, uint64_t cycle, const char *port, const char *bank0, const char *bank1)
{
    char name[64], actual[2][16];
    vector_to(v, cycle);
    for (unsigned b = 0; b < 2; b++) {
        snprintf(name, sizeof name, "g_bank[%u].u_bank.rd%s_valid_q", b, port);
        bool valid = vector_get(v, name, 0, 1);
        snprintf(name, sizeof name, "g_bank[%u].u_bank.rd%s_col_q", b, port);
        unsigned col = (unsigned)vector_get(v, name, 0, 1);
        snprintf(name, sizeof name, "g_bank[%u].u_bank.rd%s_slot_q", b, port);
        unsigned slot = (unsigned)vector_get(v, name, 0, 1);
        snprintf(actual[b], sizeof actual[b], valid ? "%u.%u" : "-", col, slot);
    }
    EXPECT_COUNT(v, "the cycle", v->cycle, cycle);
    EXPECT_COUNT(v, "banks", (uint64_t)v->cfg.banks, 2);
    vector_expect_text(v, "read of bank 0", actual[0], bank0, __FILE__, __LINE__);
    vector_expect_text(v, "read of bank 1", actual[1], bank1, __FILE__, __LINE__);
}

static void expect_reads(struct vector *v, uint64_t cycle, const char *bank0, const char *bank1)
{
    expect_port(v, cycle, "", bank0, bank1);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

struct names { struct vector *v; uint32_t count; };

static void name_is(struct names *n, const char *name, unsigned width, bool has_reset)
{
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

static void collector_names(struct names *n, unsigned c, bool ccu)
{
    const struct config *k = &n->v->cfg;
    unsigned l = (unsigned)k->lanes, s = (unsigned)k->slots, e = (unsigned)k->entries, rw = lg(k->registers);
    const struct { const char *name; unsigned width; bool has_reset; } common[] = {
        {"occupied_q", 1, true}, {"warp_q", lg(k->warps), ccu}, {"iid_q", lg(k->inflight), false},
        {"unit_q", 3, false}, {"mask_q", l, false}, {"dst_count_q", 3, false}, {"dst_base_q", rw, false},
        {"payload_q", (unsigned)k->payload_bits, false}
    }, ocu[] = {{"src_valid_q", s, true}, {"src_ready_q", s, true}, {"src_reg_q", s * rw, false}}, only_ccu[] = {
        {"own_q", 1, true}, {"dst_near_q", 4, false}, {"oct_valid_q", s, true}, {"oct_ready_q", s, true},
        {"oct_index_q", s * lg(k->entries), false}, {"ct_valid_q", e, true}, {"ct_lock_q", e, true},
        {"ct_near_q", e, false}, {"ct_tag_q", e * rw, false}, {"ct_lru_q", e * lg(k->entries), true}
    };
    char name[96];
    const char *kind = ccu ? "ccu" : "ocu";
#define EACH(table) \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++) { \
        snprintf(name, sizeof name, "top.g_col[%u].u_%s.%s", c, kind, (table)[i].name); \
        name_is(n, name, (table)[i].width, (table)[i].has_reset); \
    }
    EACH(common)
    if (ccu) {
        EACH(only_ccu)
    } else {
        EACH(ocu)
    }
#undef EACH
    for (unsigned i = 0; i < (ccu ? e : s); i++) {
        snprintf(name, sizeof name, "top.g_col[%u].u_%s.%s[%u].data_q", c, kind, ccu ? "g_entry" : "g_slot", i);
        name_is(n, name, 32 * l, false);
    }
}

static void bank_names(struct names *n, unsigned b)
{
    const struct config *k = &n->v->cfg;
    unsigned count = (unsigned)k->collectors, cw = lg(k->collectors), s = (unsigned)k->slots;
    char prefix[32], name[96];
    snprintf(prefix, sizeof prefix, "top.g_bank[%u]", b);
#define NAME(suffix, width, has_reset) \
    snprintf(name, sizeof name, "%s." suffix, prefix), name_is(n, name, width, has_reset)
    NAME("u_queue.count_q", lg(k->collectors + 1), true);
    NAME("u_queue.rptr_q", cw, true);
    NAME("u_queue.col_q", count * cw, false);
    NAME("u_queue.mask_q", count * s, false);
    NAME("u_bank.rd_valid_q", 1, true);
    NAME("u_bank.rd_col_q", cw, false);
    NAME("u_bank.rd_slot_q", lg(k->slots), false);
    NAME("u_bank.u_sram.rdata_q", 32 * (unsigned)k->lanes, false);
#undef NAME
}

static void registers_of(const char *settings)
{
    struct vector *v = vector_start("microarchitecture 2", settings);
    const struct config *k = &v->cfg;
    struct names n = {v, 0};
    bool ccu = k->kind == KIND_CCU;
    unsigned w = (unsigned)k->warps, d = (unsigned)k->ib_depth, s = (unsigned)k->slots, t = (unsigned)k->inflight;
    unsigned rw = lg(k->registers), count = (unsigned)k->collectors;
    name_is(&n, "top.u_lfsr.lfsr_q", 16, true);
    name_is(&n, "top.u_ibuffer.count_q", w * lg(k->ib_depth + 1), true);
    name_is(&n, "top.u_ibuffer.rptr_q", w * lg(k->ib_depth), true);
    name_is(&n, "top.u_ibuffer.unit_q", w * d * 3, false);
    name_is(&n, "top.u_ibuffer.src_valid_q", w * d * s, false);
    name_is(&n, "top.u_ibuffer.src_reg_q", w * d * s * rw, false);
    name_is(&n, "top.u_ibuffer.dst_count_q", w * d * 3, false);
    name_is(&n, "top.u_ibuffer.dst_base_q", w * d * rw, false);
    if (ccu) {
        name_is(&n, "top.u_ibuffer.src_near_q", w * d * s, false);
        name_is(&n, "top.u_ibuffer.dst_near_q", w * d * 4, false);
    }
    if (k->tags) {
        name_is(&n, "top.u_ibuffer.tag_src_q", w * d * (unsigned)k->tags, false);
        name_is(&n, "top.u_ibuffer.tag_dst_q", w * d * (unsigned)k->tags, false);
        name_is(&n, "top.u_scoreboard.tag_q", w * (unsigned)k->tags, true);
    }
    name_is(&n, "top.u_ibuffer.last_q", w * d, false);
    name_is(&n, "top.u_ibuffer.mask_q", w * d * (unsigned)k->lanes, false);
    name_is(&n, "top.u_ibuffer.payload_q", w * d * (unsigned)k->payload_bits, false);
    name_is(&n, "top.u_scoreboard.pending_q", w * (unsigned)k->registers, true);
    name_is(&n, "top.u_inflight.u_age.row_q", t * t, true);
    name_is(&n, "top.u_issue.last_valid_q", 1, true);
    name_is(&n, "top.u_issue.last_warp_q", lg(k->warps), false);
    name_is(&n, "top.u_issue.exiting_q", w, true);
    name_is(&n, "top.u_issue.u_age.row_q", w * w, true);
    name_is(&n, "top.u_dispatch.u_age.row_q", count * count, true);
    if (k->order == ORDER_ROUND_ROBIN)
        name_is(&n, "top.u_dispatch.rr_q", lg(k->collectors), true);
    name_is(&n, "top.u_arbiter.row_base_q", w * lg(k->rows), false);
    for (unsigned c = 0; c < count; c++)
        collector_names(&n, c, ccu);
    for (unsigned b = 0; b < (unsigned)k->banks; b++)
        bank_names(&n, b);
    EXPECT_COUNT(v, "the number of registers", model_register_count(v->model), n.count);
    vector_finish(v);
}

static void registers_are_those_of_the_specification__section_2(void **state)
{
    (void)state;
    registers_of("");
    registers_of("collector.kind=ccu");
    registers_of("scoreboard.tags=0");
    registers_of("scoreboard.tags=17 collector.kind=ccu");
    registers_of("collector.count=1 rf.banks=1 subcore.warps=1 ibuffer.depth=1 dispatch.order=round_robin");
    registers_of("collector.kind=ccu collector.count=3 ccu.entries=12 rf.banks=8 ibuffer.depth=3 inflight.entries=5 "
                 "collector.payload_bits=40 subcore.lanes=1 dispatch.order=round_robin");
}

static void reset_values__section_2(void **state)
{
    (void)state;
    struct vector *v = vector_start("microarchitecture 2", "dispatch.order=round_robin collector.count=3 "
                                    "collector.kind=ccu ccu.entries=12 random.seed=258");
    EXPECT_Q(v, "u_lfsr.lfsr_q", 258);
    EXPECT_Q(v, "u_dispatch.rr_q", 2);
    EXPECT_LIST(v, "g_col[2].u_ccu.ct_lru_q", 12, "0 1 2 3 4 5 6 7 8 9 10 11");
    const struct model_register *list = model_registers(v->model);
    const uint8_t *image = model_image(v->model);
    for (uint32_t i = 0; i < model_register_count(v->model); i++)
        for (uint32_t byte = 0; list[i].reset && byte < (list[i].width + 7) / 8; byte++)
            if (image[list[i].offset + byte] && !strstr(list[i].name, "lfsr_q") && !strstr(list[i].name, "rr_q") &&
                !strstr(list[i].name, "ct_lru_q"))
                vector_fail(v, __FILE__, __LINE__, "%s is not 0 after reset", list[i].name);
    vector_finish(v);
}

/* --- the ibuffer and the LFSR ------------------------------------------------------------------------------------- */

static void lfsr_steps_every_cycle__section_3_12(void **state)
{
    (void)state;
    static const uint16_t by_hand[] = {
        0xACE1, 0x59C3, 0xB386, 0x670C, 0xCE18, 0x9C31, 0x3862, 0x70C5, 0xE18A, 0xC315
    };
    struct vector *v = vector_start("microarchitecture 3.12, lfsr_q", "random.seed=44257");
    for (unsigned c = 0; c < sizeof by_hand / sizeof *by_hand; c++) {
        vector_to(v, c);
        EXPECT_Q(v, "u_lfsr.lfsr_q", by_hand[c]);
        EXPECT_COUNT(v, "the test's own LFSR", vector_lfsr(v, c), by_hand[c]);
    }
    vector_to(v, 3000);
    EXPECT_Q(v, "u_lfsr.lfsr_q", vector_lfsr(v, 3000));
    vector_finish(v);
}

/* Depth 3: the ring wraps at 3, not at 4. */
static void ibuffer_ring_of_depth_3__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 2 (u_ibuffer), 3.5, 3.12", ONE "ibuffer.depth=3");
    v->unit_ready = 0;
    decode(v, 0, "ldst");       /* entry 0, issues in 2 and keeps the only collector */
    decode(v, 0, "int");        /* entry 1 */
    decode(v, 0, "fp32");       /* entry 2 */
    decode(v, 0, "sfu");        /* entry 0 again */
    EXPECT_LIST(v, "u_ibuffer.count_q", 4, "3 0 0 0");
    EXPECT_LIST(v, "u_ibuffer.rptr_q", 4, "1 0 0 0");
    EXPECT_LIST(v, "u_ibuffer.unit_q", 12, "3 0 1 - - - - - - - - -");
    vector_to(v, 8);
    v->unit_ready = 0xFF;
    vector_step(v);             /* 8: the load dispatches, INT issues */
    EXPECT_LIST(v, "u_ibuffer.count_q", 4, "2 0 0 0");
    decode(v, 0, "tensor");     /* 9: FP32 issues; (2 + 2) mod 3 = 1 */
    EXPECT_LIST(v, "u_ibuffer.count_q", 4, "2 0 0 0");
    EXPECT_LIST(v, "u_ibuffer.rptr_q", 4, "0 0 0 0");
    EXPECT_LIST(v, "u_ibuffer.unit_q", 12, "3 4 1 - - - - - - - - -");
    vector_to(v, 14);
    EXPECT_ISSUES(v, "2:w0#0 8:w0#1 9:w0#0 10:w0#1 11:w0#0");
    EXPECT_DISPATCHES(v, "8:w0#0 9:w0#1 10:w0#0 11:w0#1 12:w0#0");
    vector_finish(v);
}

/* --- collectors --------------------------------------------------------------------------------------------------- */

/* Default seed: the low bytes of the LFSR in cycles 2 to 5 are 0x86, 0x0C, 0x18, 0x31, times 4 / 256 = 2, 0, 0, 0. */
static void ocu_is_a_random_free_one__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II; microarchitecture 1 (random choices), 3.5", "collector.count=4");
    v->unit_ready = 0;
    for (int i = 0; i < 4; i++)
        decode(v, 0, "int = r0");
    vector_to(v, 6);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#2 5:w0#3");
    EXPECT_Q(v, "g_col[2].u_ocu.iid_q", 0);
    EXPECT_Q(v, "g_col[0].u_ocu.iid_q", 1);
    EXPECT_Q(v, "g_col[1].u_ocu.iid_q", 2);
    EXPECT_Q(v, "g_col[3].u_ocu.iid_q", 3);
    vector_finish(v);
}

/* The same for many seeds and for numbers that are no powers of two, with the choice computed here. */
static void ocu_choice_starts_at_lfsr_times_n__section_1(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 3, 5, 7, 8};
    bool wrapped = false;
    for (int seed = 1; seed <= 12; seed++)
        for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
            unsigned n = (unsigned)counts[i];
            char settings[96], name[64];
            bool busy[8] = {false};
            snprintf(settings, sizeof settings, "collector.count=%u random.seed=%d", n, seed * 5003);
            struct vector *v = begin("microarchitecture 1 (random choices), 3.5", settings);
            v->unit_ready = 0;
            for (unsigned k = 0; k < n; k++) {
                uint64_t issue = v->cycle + 1;
                unsigned start = vector_random(v, issue, n), c = start;
                decode(v, 0, "int");
                while (busy[c])
                    c = (c + 1) % n;
                wrapped = wrapped || c < start;
                busy[c] = true;
                vector_to(v, issue + 1);
                snprintf(name, sizeof name, "g_col[%u].u_ocu.occupied_q", c);
                EXPECT_Q(v, name, 1);
                snprintf(name, sizeof name, "g_col[%u].u_ocu.iid_q", c);
                EXPECT_Q(v, name, k);
            }
            vector_finish(v);
        }
    assert_true(wrapped);
}

/* The closed form at the top of this file, and the next instruction in the only collector. */
static void issue_to_dispatch_by_sources__malekeh_II(void **state)
{
    (void)state;
    static const struct { const char *insn; int forward, stored; } rows[] = {
        {"int", 3, 3}, {"int = r0", 4, 5}, {"int = r0 r1", 5, 6}, {"int = r0 r1 r2", 6, 7},
        {"int = r0 r1 r2 r3 r4 r5", 9, 10}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int mode = 0; mode < 4; mode++) {
            bool forward = mode & 1, reuse = mode & 2;
            char settings[128], text[64];
            int dispatch = forward ? rows[i].forward : rows[i].stored, second = dispatch + !reuse, number = reuse;
            snprintf(settings, sizeof settings, ONE "collector.forward=%s collector.reuse_on_dispatch=%s",
                     forward ? "true" : "false", reuse ? "true" : "false");
            struct vector *v = begin("Malekeh II; microarchitecture 3.3, 3.4, 3.6; design 3", settings);
            decode(v, 0, rows[i].insn);
            decode(v, 0, "fp32");
            for (int c = 3; c <= dispatch; c++) {
                vector_to(v, (uint64_t)c);
                EXPECT_Q(v, "g_col[0].u_ocu.occupied_q", 1);
            }
            vector_to(v, (uint64_t)dispatch + 1);
            EXPECT_Q(v, "g_col[0].u_ocu.occupied_q", reuse);
            vector_to(v, 16);
            snprintf(text, sizeof text, "2:w0#0 %d:w0#%d", second, number);
            EXPECT_ISSUES(v, text);
            snprintf(text, sizeof text, "%d:w0#0 %d:w0#%d", dispatch, second + 1, number);
            EXPECT_DISPATCHES(v, text);
            vector_finish(v);
        }
}

static void port_s_takes_one_value_lower_slot_first__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II; microarchitecture 3.10", ONE);
    decode(v, 0, "int = r0 r1 r2 r3 r4 r5");
    vector_to(v, 3);
    EXPECT_LIST(v, "g_bank[0].u_queue.mask_q", 1, "0x15");
    EXPECT_LIST(v, "g_bank[1].u_queue.mask_q", 1, "0x2A");
    expect_reads(v, 4, "0.0", "-");
    expect_reads(v, 5, "-", "0.1");
    EXPECT_Q(v, "g_col[0].u_ocu.src_ready_q", 0x01);
    expect_reads(v, 6, "0.2", "-");
    expect_reads(v, 7, "-", "0.3");
    expect_reads(v, 8, "0.4", "-");
    EXPECT_Q(v, "g_col[0].u_ocu.src_ready_q", 0x0F);
    expect_reads(v, 9, "-", "0.5");
    expect_reads(v, 10, "-", "-");
    EXPECT_DISPATCHES(v, "9:w0#0");
    EXPECT_OPERANDS(v, 9, "w0r0 w0r1 w0r2 w0r3 w0r4 w0r5");
    vector_finish(v);
}

/* Slot 0 is in bank 1: the slot decides, not the bank. */
static void port_s_conflict_is_decided_by_slot_not_bank__section_3_10(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.10", ONE);
    decode(v, 0, "int = r1 r0");
    expect_reads(v, 4, "-", "0.0");
    expect_reads(v, 5, "0.1", "-");
    vector_to(v, 7);
    EXPECT_DISPATCHES(v, "5:w0#0");
    vector_finish(v);
}

static void same_bank_reads_follow_one_another__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II; microarchitecture 3.7, 3.10", ONE);
    decode(v, 0, "int = r0 r2 r4");
    vector_to(v, 3);
    EXPECT_Q(v, "g_bank[0].u_queue.count_q", 1);
    EXPECT_Q(v, "g_bank[1].u_queue.count_q", 0);
    EXPECT_Q(v, "g_bank[0].u_queue.mask_q", 7);
    expect_reads(v, 4, "0.0", "-");
    EXPECT_Q(v, "g_bank[0].u_queue.mask_q", 6);
    expect_reads(v, 5, "0.1", "-");
    EXPECT_Q(v, "g_bank[0].u_queue.mask_q", 4);
    EXPECT_Q(v, "g_bank[0].u_queue.count_q", 1);
    expect_reads(v, 6, "0.2", "-");
    EXPECT_Q(v, "g_bank[0].u_queue.count_q", 0);
    vector_to(v, 8);
    EXPECT_DISPATCHES(v, "6:w0#0");
    vector_finish(v);
}

/* Default seed: the first instruction goes to collector 1 (0x86 * 2 / 256), the second to 0. */
static void collectors_read_in_parallel__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II; microarchitecture 3.10", "");
    decode(v, 0, "int = r0 r1");
    decode(v, 0, "fp32 = r4 r5");
    expect_reads(v, 4, "1.0", "-");
    expect_reads(v, 5, "0.0", "1.1");
    expect_reads(v, 6, "-", "0.1");
    vector_to(v, 8);
    EXPECT_DISPATCHES(v, "5:w0#0 6:w0#1");
    vector_finish(v);
}

/*
 * Banks 0 1 0 twice. Bank 0 keeps slots 0 and 2 of the first instruction at its head: in cycle 4 slot 2 loses port S to
 * slot 1, and the second instruction's slot 0 waits behind it although its own port S is free.
 */
static void bank_queue_serves_only_its_head__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II (the oldest request of each queue); microarchitecture 3.10", "");
    decode(v, 0, "int = r0 r1 r2");
    decode(v, 0, "fp32 = r4 r5 r6");
    expect_reads(v, 4, "1.0", "-");
    expect_reads(v, 5, "-", "1.1");
    EXPECT_Q(v, "g_bank[0].u_queue.count_q", 2);
    expect_reads(v, 6, "1.2", "0.1");
    expect_reads(v, 7, "0.0", "-");
    expect_reads(v, 8, "0.2", "-");
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "6:w0#0 8:w0#1");
    vector_finish(v);
}

/* The first instruction's result wants bank 0 in cycle 4, as the second one's read does. */
static void write_takes_the_bank_before_a_read__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II (writes always have priority); microarchitecture 3.10", "");
    decode(v, 0, "int r8 =");
    decode(v, 0, "fp32 = r0");
    vector_to(v, 4);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    expect_reads(v, 5, "-", "-");
    expect_reads(v, 6, "0.0", "-");
    vector_to(v, 8);
    EXPECT_ACCEPTS(v, "4:w0r8");
    EXPECT_DISPATCHES(v, "3:w0#0 6:w0#1");
    EXPECT_COUNT(v, "bank_write_conflicts", model_stats(v->model)->bank_write_conflicts, 1);
    vector_finish(v);
}

static void write_to_another_bank_leaves_the_read_alone__malekeh_II(void **state)
{
    (void)state;
    struct vector *v = begin("Malekeh II; microarchitecture 3.10", "");
    decode(v, 0, "int r9 =");
    decode(v, 0, "fp32 = r0");
    vector_to(v, 4);
    vector_result(v, INT, 0, 9, 0, "last", 0xF, 0x500);
    expect_reads(v, 5, "0.0", "-");
    vector_to(v, 8);
    EXPECT_ACCEPTS(v, "4:w0r9");
    EXPECT_DISPATCHES(v, "3:w0#0 5:w0#1");
    vector_finish(v);
}

/* Bank 0 is written in cycle 4, so slot 0 can not have port S, and slot 1 takes it: nothing is lost. */
static void read_behind_a_write_leaves_port_s_to_a_higher_slot__section_3_10(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.10 (no other bank without a granted write)", "");
    decode(v, 0, "int r8 =");
    decode(v, 0, "fp32 = r0 r1");
    vector_to(v, 4);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    expect_reads(v, 5, "-", "0.1");
    expect_reads(v, 6, "0.0", "-");
    vector_to(v, 8);
    EXPECT_DISPATCHES(v, "3:w0#0 6:w0#1");
    vector_finish(v);
}

static void result_with_mask_0_needs_no_bank__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.9, 3.10", "");
    decode(v, 0, "int r8 = mask=0");
    decode(v, 0, "fp32 = r0");
    vector_to(v, 4);
    vector_result(v, INT, 0, 8, 0, "last", 0, 0x500);
    expect_reads(v, 5, "0.0", "-");
    vector_to(v, 8);
    EXPECT_ACCEPTS(v, "4:w0r8");
    EXPECT_DISPATCHES(v, "3:w0#0 5:w0#1");
    EXPECT_ROW(v, 0, 8, "w0r8");
    vector_finish(v);
}

static void one_read_serves_a_register_named_twice__section_3_6(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.3, 3.6 (first), 3.8", ONE);
    decode(v, 0, "int = r3 r3 - r3");
    vector_to(v, 3);
    EXPECT_Q(v, "g_bank[1].u_queue.mask_q", 1);
    vector_to(v, 5);
    EXPECT_Q(v, "g_col[0].u_ocu.src_ready_q", 0x0B);
    EXPECT_DISPATCHES(v, "4:w0#0");
    EXPECT_OPERANDS(v, 4, "w0r3 w0r3 0 w0r3 0 0");
    decode(v, 0, "int = r3 r4 r3 r4");          /* decoded in 5, issues in 6: two reads */
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#0");
    EXPECT_OPERANDS(v, 9, "w0r3 w0r4 w0r3 w0r4 0 0");
    EXPECT_COUNT(v, "bank_reads", model_stats(v->model)->bank_reads, 3);
    EXPECT_COUNT(v, "source_reads", model_stats(v->model)->source_reads, 3);
    vector_finish(v);

    v = begin("microarchitecture 3.3, 3.6 (first), 3.8", ONE "collector.forward=false");
    decode(v, 0, "int = r3 r3 - r3");
    vector_to(v, 7);
    EXPECT_DISPATCHES(v, "5:w0#0");
    EXPECT_OPERANDS(v, 5, "w0r3 w0r3 0 w0r3 0 0");
    vector_finish(v);
}

/* The slots still hold the six values of the instruction before. */
static void unused_slots_deliver_zero__section_3_3(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.3, ports", ONE);
    decode(v, 0, "int = r0 r1 r2 r3 r4 r5");    /* issue 2, dispatch 9 */
    decode(v, 0, "int = - r5 - r6");            /* issue 9, two reads, dispatch 12 */
    vector_to(v, 14);
    EXPECT_DISPATCHES(v, "9:w0#0 12:w0#1");
    EXPECT_OPERANDS(v, 12, "0 w0r5 0 w0r6 0 0");
    vector_finish(v);
}

static void dispatch_carries_the_metadata__section_2(void **state)
{
    (void)state;
    struct vector *v = vector_start("microarchitecture 2 (ports), 3.4", ONE);
    vector_launch(v, 3);
    vector_step(v);
    decode(v, 3, "tensor r8 r9 r10 = r1 mask=0x5");
    vector_to(v, 5);
    EXPECT_DISPATCHES(v, "4:w3#0");
    EXPECT_OPERANDS(v, 4, "w3r1 0 0 0 0 0");
    const struct sc_out *out = &v->out;         /* of cycle 4 */
    EXPECT_COUNT(v, "disp_unit_o", out->disp_unit, TENSOR);
    EXPECT_COUNT(v, "disp_mask_o", out->disp_mask, 5);
    EXPECT_COUNT(v, "disp_dst_count_o", out->disp_dst_count, 3);
    EXPECT_COUNT(v, "disp_dst_base_o", out->disp_dst_base, 8);
    vector_finish(v);
}

static void issue_waits_for_a_free_collector__malekeh_II(void **state)
{
    (void)state;
    for (int reuse = 0; reuse < 2; reuse++) {
        struct vector *v = begin("Malekeh II, IV-B; microarchitecture 3.4 (busy), 3.5",
                                 reuse ? "" : "collector.reuse_on_dispatch=false");
        v->unit_ready = 0;
        decode(v, 0, "int");
        decode(v, 0, "int");
        decode(v, 0, "int");
        vector_to(v, 8);
        v->unit_ready = 0xFF;
        vector_to(v, 14);
        EXPECT_ISSUES(v, reuse ? "2:w0#0 3:w0#1 8:w0#2" : "2:w0#0 3:w0#1 9:w0#0");
        EXPECT_DISPATCHES(v, reuse ? "8:w0#0 9:w0#1 10:w0#2" : "8:w0#0 9:w0#1 10:w0#0");
        vector_finish(v);
    }
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

/* Four instructions in collectors 2, 0, 1, 3 (see ocu_is_a_random_free_one). */
static struct vector *four_waiting(const char *section, const char *settings, const char *third)
{
    struct vector *v = begin(section, settings);
    v->unit_ready = 0;
    decode(v, 0, "int");
    decode(v, 0, "int");
    decode(v, 0, third);
    decode(v, 0, "int");
    return v;
}

static void oldest_instruction_dispatches_first__section_3_4(void **state)
{
    (void)state;
    struct vector *v = four_waiting("microarchitecture 3.4 (oldest)", "collector.count=4", "int");
    vector_to(v, 10);
    v->unit_ready = 0xFF;
    vector_to(v, 16);
    EXPECT_DISPATCHES(v, "10:w0#0 11:w0#1 12:w0#2 13:w0#3");
    vector_finish(v);
}

static void round_robin_dispatches_by_collector__section_3_4(void **state)
{
    (void)state;
    static const char settings[] = "collector.count=4 dispatch.order=round_robin";
    struct vector *v = four_waiting("microarchitecture 3.4 (round_robin)", settings, "int");
    vector_to(v, 10);
    EXPECT_Q(v, "u_dispatch.rr_q", 3);
    v->unit_ready = 0xFF;
    vector_to(v, 11);
    EXPECT_Q(v, "u_dispatch.rr_q", 0);
    vector_to(v, 16);
    EXPECT_Q(v, "u_dispatch.rr_q", 3);
    EXPECT_DISPATCHES(v, "10:w0#1 11:w0#2 12:w0#0 13:w0#3");
    vector_finish(v);

    /* Number 2, in collector 1, goes first because only its unit is ready; then from collector 2 on. */
    v = four_waiting("microarchitecture 3.4 (round_robin)", settings, "fp32");
    vector_to(v, 8);
    v->unit_ready = 1 << FP32;
    vector_to(v, 10);
    EXPECT_Q(v, "u_dispatch.rr_q", 1);
    v->unit_ready = 0xFF;
    vector_to(v, 16);
    EXPECT_DISPATCHES(v, "8:w0#2 10:w0#0 11:w0#3 12:w0#1");
    vector_finish(v);
}

static void dispatch_passes_over_a_busy_unit__section_3_4(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.4", "");
    v->unit_ready = 1 << FP32;
    decode(v, 0, "int");
    decode(v, 0, "fp32");
    vector_to(v, 8);
    v->unit_ready = 0xFF;
    vector_to(v, 10);
    EXPECT_DISPATCHES(v, "4:w0#1 8:w0#0");
    vector_finish(v);
}

/* --- hazards ------------------------------------------------------------------------------------------------------ */

static void raw_waits_until_the_cycle_after_acceptance__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (RAW), 3.9; design 3", "");
    decode(v, 0, "int r8 =");
    decode(v, 0, "fp32 = r8");
    vector_to(v, 3);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0x100 0 0 0");
    vector_to(v, 5);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0x100 0 0 0");
    vector_to(v, 6);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0 0 0 0");
    EXPECT_ROW(v, 0, 8, "#500");
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0 6:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 8:w0#0");
    EXPECT_OPERANDS(v, 8, "#500 0 0 0 0 0");
    vector_finish(v);
}

static void waw_waits_for_any_common_register__section_3_5(void **state)
{
    (void)state;
    static const struct { const char *first, *second; unsigned reg; bool waits; } rows[] = {
        {"int r8 =", "fp32 r8 =", 8, true}, {"int r8 =", "fp32 r7 r8 =", 8, true},
        {"int r8 =", "fp32 r5 r6 r7 r8 =", 8, true}, {"int r8 =", "fp32 r6 r7 =", 8, false},
        {"int r8 =", "fp32 r9 r10 =", 8, false}, {"int r0 =", "fp32 r63 r0 =", 0, true},
        {"int r1 =", "fp32 r63 r0 =", 1, false}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("microarchitecture 3.5 (WAW)", "");
        decode(v, 0, rows[i].first);
        decode(v, 0, rows[i].second);
        vector_to(v, 5);
        vector_result(v, INT, 0, rows[i].reg, 0, "last", 0xF, 0x500);
        vector_to(v, 9);
        EXPECT_ISSUES(v, rows[i].waits ? "2:w0#0 6:w0#0" : "2:w0#0 3:w0#1");
        vector_finish(v);
    }
}

/* A busy collector's source blocks a writer of the same warp, not of another one. */
static void war_waits_for_the_dispatch_of_the_reader__section_3_5(void **state)
{
    (void)state;
    for (int reuse = 0; reuse < 2; reuse++) {
        struct vector *v = begin("microarchitecture 3.5 (WAR), 3.4 (busy)",
                                 reuse ? "" : "collector.reuse_on_dispatch=false");
        v->unit_ready = 0xFF & ~(1u << INT);
        vector_launch(v, 1);
        decode(v, 0, "int = r8");               /* 1; issues in 2, ready in 4, waits for its unit */
        decode(v, 0, "fp32 r8 =");              /* 2 */
        decode(v, 1, "fp32 r8 =");              /* 3; issues in 4 */
        vector_to(v, 10);
        v->unit_ready = 0xFF;
        vector_to(v, 15);
        EXPECT_ISSUES(v, reuse ? "2:w0#0 4:w1#1 10:w0#2" : "2:w0#0 4:w1#1 11:w0#0");
        EXPECT_DISPATCHES(v, reuse ? "5:w1#1 10:w0#0 11:w0#2" : "5:w1#1 10:w0#0 12:w0#0");
        vector_finish(v);
    }
}

static void war_looks_at_every_result_register__section_3_5(void **state)
{
    (void)state;
    static const struct { const char *reader, *writer; bool waits; } rows[] = {
        {"int = r8", "fp32 r6 r7 r8 =", true}, {"int = r8", "fp32 r7 =", false}, {"int = r8", "fp32 r9 r10 =", false},
        {"int = r1 - r8", "fp32 r8 =", true}, {"int = r0", "fp32 r63 r0 =", true},
        {"int = r63", "fp32 r62 r63 =", true}, {"int = r1", "fp32 r63 r0 =", false},
        {"int = r3 r3", "fp32 r3 =", true}, {"int", "fp32 r0 =", false}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("microarchitecture 3.5 (WAR)", "");
        v->unit_ready = 0xFF & ~(1u << INT);
        decode(v, 0, rows[i].reader);
        decode(v, 0, rows[i].writer);
        vector_to(v, 10);
        v->unit_ready = 0xFF;
        vector_to(v, 12);
        EXPECT_ISSUES(v, rows[i].waits ? "2:w0#0 10:w0#1" : "2:w0#0 3:w0#1");
        vector_finish(v);
    }
}

static void mask_0_reads_and_releases_but_writes_nothing__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5, 3.9; design 4 (masks)", "");
    decode(v, 0, "int r8 = r0 mask=0");
    decode(v, 0, "fp32 = r8");
    vector_to(v, 6);
    vector_result(v, INT, 0, 8, 0, "last", 0, 0x500);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0x100 0 0 0");
    vector_to(v, 7);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0 0 0 0");
    vector_to(v, 11);
    EXPECT_ISSUES(v, "2:w0#0 7:w0#0");
    EXPECT_DISPATCHES(v, "4:w0#0 9:w0#0");
    EXPECT_OPERANDS(v, 4, "w0r0");
    EXPECT_OPERANDS(v, 9, "w0r8");
    EXPECT_COUNT(v, "bank_writes", model_stats(v->model)->bank_writes, 0);
    vector_finish(v);
}

static void results_release_registers_one_by_one__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.9 (accepted, last)", "");
    decode(v, 0, "tensor r8 r9 r10 r11 =");
    decode(v, 0, "fp32 = r9");
    vector_to(v, 5);
    for (unsigned d = 0; d < 4; d++)
        vector_result(v, TENSOR, 0, 8 + d, 0, d == 3 ? "last" : "", 0xF, 0x100 * d);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0xF00 0 0 0");
    vector_to(v, 6);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0xE00 0 0 0");
    vector_to(v, 8);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0x800 0 0 0");
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "1 3 0 0 0 0 0 0");
    vector_to(v, 9);
    EXPECT_LIST(v, "u_scoreboard.pending_q", 4, "0 0 0 0");
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "0 2 0 0 0 0 0 0");
    vector_to(v, 12);
    EXPECT_ACCEPTS(v, "5:w0r8 6:w0r9 7:w0r10 8:w0r11");
    EXPECT_ISSUES(v, "2:w0#0 7:w0#1");
    EXPECT_DISPATCHES(v, "3:w0#0 10:w0#1");     /* register 11 is written to the same bank in 8 */
    EXPECT_OPERANDS(v, 10, "#100");
    vector_finish(v);
}

/* --- writeback ---------------------------------------------------------------------------------------------------- */

static void oldest_result_wins_the_bank__section_3_9(void **state)
{
    (void)state;
    static const struct { const char *first, *second; unsigned port[2], reg[2]; const char *accepts; } rows[] = {
        {"int r8 =", "fp32 r10 =", {INT, FP32}, {8, 10}, "6:w0r8 7:w0r10"},
        {"fp32 r8 =", "int r10 =", {FP32, INT}, {8, 10}, "6:w0r8 7:w0r10"},
        {"fp32 r8 =", "int r9 =", {FP32, INT}, {8, 9}, "6:w0r9 6:w0r8"},           /* two banks in parallel */
        {"ldst r11 =", "sfu r9 =", {LDST, SFU}, {11, 9}, "6:w0r11 7:w0r9"}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("microarchitecture 3.9; design 2 (oldest wins a bank)", "");
        decode(v, 0, rows[i].first);
        decode(v, 0, rows[i].second);
        vector_to(v, 6);
        for (unsigned k = 0; k < 2; k++)
            vector_result(v, rows[i].port[k], 0, rows[i].reg[k], k, "last", 0xF, 0x500 + k * 0x100);
        vector_to(v, 9);
        EXPECT_ACCEPTS(v, rows[i].accepts);
        EXPECT_ROW(v, 0, rows[i].reg[0], "#500");
        EXPECT_ROW(v, 0, rows[i].reg[1], "#600");
        vector_finish(v);
    }
}

/* Number 0 is given a second time and is then the younger one. */
static void age_is_issue_order_not_the_number__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.1, 3.9", "");
    decode(v, 0, "int r8 =");                   /* issue 2, #0 */
    decode(v, 0, "ldst r10 =");                 /* issue 3, #1 */
    vector_to(v, 5);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    decode(v, 0, "int r12 =");                  /* decoded in 5, issue 6, #0 */
    vector_to(v, 9);
    vector_result(v, INT, 0, 12, 0, "last", 0xF, 0x600);
    vector_result(v, LDST, 0, 10, 1, "last", 0xF, 0x700);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 6:w0#0");
    EXPECT_ACCEPTS(v, "5:w0r8 9:w0r10 10:w0r12");
    vector_finish(v);
}

/* Register 9 of warp 1 is in bank (9 + 1) mod 2 = 0, register 8 in bank 1. */
static void the_bank_depends_on_the_warp__section_3_9(void **state)
{
    (void)state;
    for (unsigned reg = 8; reg < 10; reg++) {
        struct vector *v = begin("microarchitecture 3.7, 3.9; design 2 (Registers)", "");
        vector_launch(v, 1);
        decode(v, 0, "int r8 =");               /* 1; issue 2 */
        decode(v, 1, reg == 8 ? "fp32 r8 =" : "fp32 r9 =");
        vector_to(v, 6);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
        vector_result(v, FP32, 1, reg, 1, "last", 0xF, 0x600);
        vector_to(v, 9);
        EXPECT_ACCEPTS(v, reg == 8 ? "6:w0r8 6:w1r8" : "6:w0r8 7:w1r9");
        vector_finish(v);
    }
}

static void mask_0_neither_blocks_nor_waits__section_3_9(void **state)
{
    (void)state;
    for (int second = 0; second < 2; second++) {
        struct vector *v = begin("microarchitecture 3.9 (contends)", "");
        decode(v, 0, second ? "int r8 =" : "int r8 = mask=0");
        decode(v, 0, second ? "fp32 r10 = mask=0" : "fp32 r10 =");
        vector_to(v, 6);
        vector_result(v, INT, 0, 8, 0, "last", second ? 0xF : 0, 0x500);
        vector_result(v, FP32, 0, 10, 1, "last", second ? 0 : 0xF, 0x600);
        vector_to(v, 9);
        EXPECT_ACCEPTS(v, "6:w0r8 6:w0r10");
        EXPECT_ROW(v, 0, 8, second ? "#500" : "w0r8");
        EXPECT_ROW(v, 0, 10, second ? "w0r10" : "#600");
        vector_finish(v);
    }
}

static void result_writes_the_lanes_of_its_mask__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.9", "");
    decode(v, 0, "int r8 = mask=0x5");
    vector_to(v, 5);
    vector_result(v, INT, 0, 8, 0, "last", 0x5, 0x700);
    vector_to(v, 6);
    EXPECT_ROW(v, 0, 8, "w0r8|#700/5");
    vector_finish(v);
}

/* 4 banks, 64 registers: 16 rows per warp. Register 5 of warp 3: bank (5 + 3) mod 4 = 0, row 48 + 5 / 4 = 49. */
static void four_banks_by_hand__section_3_7(void **state)
{
    (void)state;
    struct vector *v = vector_start("microarchitecture 3.7, 3.9, 3.10; design 2 (Registers)", ONE "rf.banks=4");
    vector_launch(v, 3);
    vector_step(v);
    for (unsigned l = 0; l < 4; l++)
        assert_int_equal(model_row(v->model, 0, 49)[l], vector_value(3, 5, l));
    decode(v, 3, "int r6 = r5 r6 r7 r9");       /* banks 0, 1, 2, 0 */
    vector_to(v, 3);
    EXPECT_Q(v, "g_bank[0].u_queue.mask_q", 0x9);
    EXPECT_Q(v, "g_bank[1].u_queue.mask_q", 0x2);
    EXPECT_Q(v, "g_bank[2].u_queue.mask_q", 0x4);
    EXPECT_Q(v, "g_bank[3].u_queue.count_q", 0);
    vector_to(v, 9);
    EXPECT_DISPATCHES(v, "7:w3#0");
    vector_result(v, INT, 3, 6, 0, "last", 0xF, 0x700);
    vector_to(v, 10);
    for (unsigned l = 0; l < 4; l++)
        assert_int_equal(model_row(v->model, 1, 49)[l], 0x700 + l);
    vector_finish(v);
}

/* Without swizzle register 8 of any warp is in bank 0, register 9 in bank 1. */
static void without_swizzle_the_bank_does_not_depend_on_the_warp__section_3_9(void **state)
{
    (void)state;
    for (unsigned reg = 8; reg < 10; reg++) {
        struct vector *v = begin("microarchitecture-options (rf.swizzle: none)", "rf.swizzle=none");
        vector_launch(v, 1);
        decode(v, 0, "int r8 =");               /* 1; issue 2 */
        decode(v, 1, reg == 8 ? "fp32 r8 =" : "fp32 r9 =");
        vector_to(v, 6);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
        vector_result(v, FP32, 1, reg, 1, "last", 0xF, 0x600);
        vector_to(v, 9);
        EXPECT_ACCEPTS(v, reg == 8 ? "6:w0r8 7:w1r8" : "6:w0r8 6:w1r9");
        vector_finish(v);
    }
}

/* --- two reads of a bank (3.17) ----------------------------------------------------------------------------------- */

/* Pass 1 takes the lowest slot, of bank 0; pass 2 the lowest that is left, of bank 1: two values in a cycle. */
static void two_ports_s_take_two_values_lower_slots_first__section_3_17(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.17", ONE "rf.read_ports=2");
    decode(v, 0, "int = r0 r1 r2 r3 r4 r5");
    expect_port(v, 4, "", "0.0", "-");
    expect_port(v, 4, "2", "-", "0.1");
    expect_port(v, 5, "", "0.2", "-");
    expect_port(v, 5, "2", "-", "0.3");
    EXPECT_Q(v, "g_col[0].u_ocu.src_ready_q", 0x03);
    expect_port(v, 6, "", "0.4", "-");
    expect_port(v, 6, "2", "-", "0.5");
    EXPECT_Q(v, "g_col[0].u_ocu.src_ready_q", 0x0F);
    vector_to(v, 8);
    EXPECT_DISPATCHES(v, "6:w0#0");
    EXPECT_OPERANDS(v, 6, "w0r0 w0r1 w0r2 w0r3 w0r4 w0r5");
    EXPECT_COUNT(v, "port_s_conflicts", model_stats(v->model)->port_s_conflicts, 2);    /* bank 0 in 3 and in 4 */
    vector_finish(v);
}

/* Three registers of bank 0: two in cycle 3, and in 4 the last one beside that of the instruction behind it. Default
 * seed: collector 1, then 0. */
static void a_bank_reads_for_the_head_and_who_is_behind_it__section_3_17(void **state)
{
    (void)state;
    static const char *const shifts[] = {"rf.read_ports=2 rf.queue_shift=false", "rf.read_ports=2 rf.queue_shift=true"};
    for (int i = 0; i < 2; i++) {
        struct vector *v = begin("microarchitecture 3.17", shifts[i]);
        decode(v, 0, "int = r0 r2 r4");
        decode(v, 0, "fp32 = r6");
        expect_port(v, 4, "", "1.0", "-");
        expect_port(v, 4, "2", "1.1", "-");
        EXPECT_Q(v, "g_bank[0].u_queue.count_q", 2);
        expect_port(v, 5, "", "1.2", "-");
        expect_port(v, 5, "2", "0.0", "-");
        EXPECT_Q(v, "g_bank[0].u_queue.count_q", 0);
        expect_port(v, 6, "", "-", "-");
        expect_port(v, 6, "2", "-", "-");
        vector_to(v, 8);
        EXPECT_DISPATCHES(v, "5:w0#0 6:w0#1");
        EXPECT_COUNT(v, "bank_reads", model_stats(v->model)->bank_reads, 4);
        vector_finish(v);
    }
}

/* Both reads want bank 0 in cycle 4, in which it is written: with one port the second one waits, never the first. */
static void a_write_has_the_port_of_the_second_read__section_3_17(void **state)
{
    static const char *const settings[] = {"rf.read_ports=2", "rf.read_ports=2 rf.ports=2"};
    (void)state;
    for (unsigned ports = 1; ports <= 2; ports++) {
        struct vector *v = begin("microarchitecture 3.17", settings[ports - 1]);
        decode(v, 0, "int r8 =");
        decode(v, 0, "fp32 = r0 r2");
        vector_to(v, 4);
        vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
        expect_port(v, 5, "", "0.0", "-");
        expect_port(v, 5, "2", ports == 2 ? "0.1" : "-", "-");
        expect_port(v, 6, "", ports == 2 ? "-" : "0.1", "-");
        expect_port(v, 6, "2", "-", "-");
        vector_to(v, 8);
        EXPECT_ACCEPTS(v, "4:w0r8");
        EXPECT_DISPATCHES(v, ports == 2 ? "3:w0#0 5:w0#1" : "3:w0#0 6:w0#1");
        EXPECT_COUNT(v, "bank_write_conflicts", model_stats(v->model)->bank_write_conflicts, ports == 2 ? 0 : 1);
        vector_finish(v);
    }
}

/* --- in-flight numbers -------------------------------------------------------------------------------------------- */

static void issue_waits_for_an_inflight_number__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (condition 5), 3.9 (last)", "inflight.entries=2");
    decode(v, 0, "int r8 =");
    decode(v, 0, "fp32 r9 r10 =");
    decode(v, 0, "int");
    vector_to(v, 6);
    vector_result(v, FP32, 0, 9, 1, "", 0xF, 0x500);
    vector_to(v, 8);
    vector_result(v, FP32, 0, 10, 1, "last", 0xF, 0x600);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 9:w0#1");
    vector_finish(v);
}

/* Without results, dispatch gives the number back; it can be given again in the cycle after. */
static void dispatch_without_results_frees_the_number__section_3_4(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.4, 3.5", "inflight.entries=2");
    for (int i = 0; i < 4; i++)
        decode(v, 0, i & 1 ? "fp32" : "int");
    vector_to(v, 9);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#0 5:w0#1");
    EXPECT_DISPATCHES(v, "3:w0#0 4:w0#1 5:w0#0 6:w0#1");
    vector_finish(v);
}

/* --- scheduling and the end of a warp ----------------------------------------------------------------------------- */

/* Launch order 2, 0, 1. In cycle 10 all three are ready: warp 1 issued last and goes on, then the oldest, warp 2. */
static void greedy_then_oldest__malekeh_IV_B1(void **state)
{
    (void)state;
    struct vector *v = vector_start("Malekeh IV-B1 (GTO); microarchitecture 3.5", ONE);
    v->unit_ready = 0;
    vector_launch(v, 2);
    vector_step(v);
    vector_launch(v, 0);
    vector_step(v);
    vector_launch(v, 1);
    vector_step(v);
    static const unsigned order[] = {1, 1, 0, 2, 0, 2};
    for (unsigned i = 0; i < 6; i++)
        decode(v, order[i], "int");             /* 3 to 8 */
    vector_to(v, 10);
    v->unit_ready = 0xFF;
    vector_to(v, 17);
    EXPECT_ISSUES(v, "4:w1#0 10:w1#1 11:w2#0 12:w2#1 13:w0#0 14:w0#1");
    vector_finish(v);
}

static void warp_ends_after_its_last_instruction__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (can end)", "");
    decode(v, 0, "int last");
    vector_to(v, 3);
    EXPECT_Q(v, "u_issue.exiting_q", 1);
    vector_to(v, 4);                            /* dispatched in 3 */
    EXPECT_Q(v, "u_issue.last_valid_q", 1);
    EXPECT_LIST(v, "u_issue.u_age.row_q", 4, "1 0 0 0");
    vector_to(v, 5);
    EXPECT_ENDS(v, "4:w0");
    EXPECT_Q(v, "u_issue.exiting_q", 0);
    EXPECT_Q(v, "u_issue.last_valid_q", 0);
    EXPECT_LIST(v, "u_issue.u_age.row_q", 4, "0 0 0 0");
    vector_launch(v, 0);                        /* the slot is free again */
    vector_step(v);
    decode(v, 0, "int = r1");
    vector_to(v, 10);
    EXPECT_ISSUES(v, "2:w0#0 7:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 9:w0#0");
    vector_finish(v);
}

static void warp_end_waits_for_results__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (no register pending)", "");
    decode(v, 0, "int r8 = last");
    vector_to(v, 6);
    vector_result(v, INT, 0, 8, 0, "last", 0xF, 0x500);
    vector_to(v, 10);
    EXPECT_ENDS(v, "7:w0");
    vector_finish(v);
}

static void warp_end_waits_for_collectors__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (no collector occupied)", "");
    v->unit_ready = 0xFF & ~(1u << FP32);
    decode(v, 0, "fp32 = r0");
    decode(v, 0, "int last");
    vector_to(v, 8);
    v->unit_ready = 0xFF;
    vector_to(v, 12);
    EXPECT_DISPATCHES(v, "4:w0#1 8:w0#0");
    EXPECT_ENDS(v, "9:w0");
    vector_finish(v);
}

static void warps_end_one_per_cycle_lowest_first__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (the lowest such w)", "");
    vector_launch(v, 1);
    vector_step(v);
    decode(v, 1, "fp32 r8 = last");             /* 2; issue 3, #0 */
    decode(v, 0, "int r8 = last");              /* 3; issue 4, #1 */
    vector_to(v, 8);
    vector_result(v, INT, 0, 8, 1, "last", 0xF, 0x500);
    vector_result(v, FP32, 1, 8, 0, "last", 0xF, 0x600);
    vector_to(v, 13);
    EXPECT_ACCEPTS(v, "8:w0r8 8:w1r8");
    EXPECT_ENDS(v, "9:w0 10:w1");
    vector_finish(v);
}

/* Warp 0 issues last, ends, and comes back. In cycle 10 it and warp 1 are ready: warp 1 is older, and nobody greedy. */
static void warp_end_clears_the_last_issued_pointer__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (last_valid_q), 3.5; design 2", "");
    vector_launch(v, 1);
    vector_step(v);
    decode(v, 1, "int r8 =");                   /* 2; issue 3 */
    decode(v, 0, "fp32 last");                  /* 3; issue 4, dispatch 5, end 6 */
    decode(v, 1, "int = r8");                   /* 4 */
    vector_to(v, 7);
    vector_launch(v, 0);
    vector_to(v, 9);
    vector_result(v, INT, 1, 8, 0, "last", 0xF, 0x500);
    decode(v, 0, "fp32");
    vector_to(v, 14);
    EXPECT_ENDS(v, "6:w0");
    EXPECT_ISSUES(v, "3:w1#0 4:w0#1 10:w1#0 11:w0#1");
    vector_finish(v);
}

/* Warp 0 ends in the cycle in which warp 1 issues: the pointer then names warp 1. */
static void issue_in_the_cycle_of_an_end_keeps_the_pointer__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (last_valid_q, nothing issues in this cycle)", "");
    vector_launch(v, 1);
    vector_step(v);
    decode(v, 0, "int last");                   /* 2; issue 3, dispatch 4, end 5 */
    vector_to(v, 4);
    decode(v, 1, "int");                        /* issue 5 */
    vector_to(v, 6);
    EXPECT_ENDS(v, "5:w0");
    EXPECT_ISSUES(v, "3:w0#0 5:w1#0");
    EXPECT_Q(v, "u_issue.last_valid_q", 1);
    EXPECT_Q(v, "u_issue.last_warp_q", 1);
    vector_finish(v);
}

/* A slot that is launched again is the youngest. */
static void age_is_launch_order__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.1, 3.5, 3.12", ONE);
    vector_launch(v, 1);
    vector_step(v);
    vector_launch(v, 2);
    decode(v, 0, "int last");                   /* 2; issue 3, dispatch 4, end 5 */
    vector_to(v, 6);
    vector_launch(v, 0);
    vector_step(v);
    v->unit_ready = 0;
    decode(v, 2, "int");                        /* 7; issue 8 */
    decode(v, 0, "int");
    decode(v, 1, "int");
    vector_to(v, 12);
    v->unit_ready = 0xFF;
    vector_to(v, 16);
    EXPECT_ENDS(v, "5:w0");
    EXPECT_ISSUES(v, "3:w0#0 8:w2#0 12:w1#1 13:w0#0");
    vector_finish(v);
}

/* --- tags --------------------------------------------------------------------------------------------------------- */

/* Tags 0 and 2 are set in cycle 2; tag 2 comes back in cycle 5, at whose end it is cleared. */
static void tag_raw_waits_until_the_cycle_after_the_return__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (tags), 3.9", "");
    decode(v, 0, "int sets=0x5");
    decode(v, 0, "fp32 reads=0x4");
    vector_to(v, 3);
    EXPECT_LIST(v, "u_ibuffer.tag_src_q", 8, "0 4 - - - - - -");
    EXPECT_LIST(v, "u_ibuffer.tag_dst_q", 8, "5 0 - - - - - -");
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "5 0 0 0");
    vector_to(v, 5);
    vector_tags(v, 0, 0x4);
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "5 0 0 0");
    vector_to(v, 6);
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "1 0 0 0");
    vector_to(v, 9);
    EXPECT_ISSUES(v, "2:w0#0 6:w0#0");
    EXPECT_DISPATCHES(v, "3:w0#0 7:w0#0");
    vector_finish(v);
}

static void tag_waw_waits_for_any_common_tag__section_3_5(void **state)
{
    (void)state;
    static const struct { const char *settings, *first, *second; uint64_t returned; bool waits; } rows[] = {
        {"", "int sets=0x1", "fp32 sets=0x1", 0x1, true}, {"", "int sets=0x3", "fp32 sets=0x6", 0x2, true},
        {"", "int sets=0x1", "fp32 sets=0x2", 0x1, false}, {"", "int sets=0x1 mask=0x0", "fp32 sets=0x1", 0x1, true},
        {"", "int reads=0x1", "fp32 sets=0x1", 0, false},   /* no WAR */
        {"", "int sets=0x80000000", "fp32 reads=0x80000000", 0x80000000, true},
        {"scoreboard.tags=64", "int sets=0x8000000000000000", "fp32 sets=0x8000000000000001", UINT64_C(1) << 63, true},
        {"scoreboard.tags=64", "int sets=0x8000000000000000", "fp32 sets=0x7fffffffffffffff", 0, false}
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct vector *v = begin("microarchitecture 3.5 (tags)", rows[i].settings);
        decode(v, 0, rows[i].first);
        decode(v, 0, rows[i].second);
        vector_to(v, 5);
        if (rows[i].returned)
            vector_tags(v, 0, rows[i].returned);
        vector_to(v, 9);
        EXPECT_ISSUES(v, rows[i].waits ? "2:w0#0 6:w0#0" : "2:w0#0 3:w0#1");
        vector_finish(v);
    }
}

/* In cycle 3 tag 0 comes back and the second instruction sets tag 1: neither is lost, and the third issues in 4. */
static void tags_are_set_and_cleared_in_the_same_cycle__section_3_9(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.9 (tag_q)", "");
    decode(v, 0, "int sets=0x1");
    decode(v, 0, "fp32 sets=0x2");
    vector_tags(v, 0, 0x1);
    decode(v, 0, "sfu reads=0x1 sets=0x9");
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "2 0 0 0");
    vector_to(v, 5);
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "0xB 0 0 0");
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1 4:w0#0");
    vector_finish(v);
}

/* Warp 1 does not wait for tag 0 of warp 0, and gets only its own one back. */
static void tags_are_those_of_their_warp__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.5 (tags)", "");
    vector_launch(v, 1);
    vector_step(v);
    decode(v, 0, "int sets=0x1");               /* 2; issue 3 */
    decode(v, 1, "fp32 reads=0x1 sets=0x1");    /* 3; issue 4 */
    decode(v, 0, "int reads=0x1");              /* 4 */
    vector_to(v, 6);
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "1 1 0 0");
    vector_tags(v, 1, 0x1);
    vector_to(v, 7);
    EXPECT_LIST(v, "u_scoreboard.tag_q", 4, "1 0 0 0");
    vector_to(v, 9);
    vector_tags(v, 0, 0x1);
    vector_to(v, 12);
    EXPECT_ISSUES(v, "3:w0#0 4:w1#1 10:w0#0");
    vector_finish(v);
}

/* Dispatched in cycle 3: the in-flight number is free then; the tag comes back in 6. */
static void warp_end_waits_for_tags__section_3_12(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 3.12 (no tag pending), 3.4", "");
    decode(v, 0, "int sets=0x80000001 last");
    vector_to(v, 4);
    EXPECT_LIST(v, "u_inflight.u_age.row_q", 8, "0 0 0 0 0 0 0 0");
    vector_tags(v, 0, 0x1);
    vector_to(v, 6);
    vector_tags(v, 0, 0x80000000);
    vector_to(v, 10);
    EXPECT_ENDS(v, "7:w0");
    vector_finish(v);
}

/* The text has tags; the sub-core has none. */
static void without_tags_nothing_waits__section_3_5(void **state)
{
    (void)state;
    struct vector *v = begin("microarchitecture 2 (TAGS), 3.5", "scoreboard.tags=0");
    decode(v, 0, "int sets=0x1");
    decode(v, 0, "fp32 reads=0x1 sets=0x1 last");
    vector_to(v, 8);
    EXPECT_ISSUES(v, "2:w0#0 3:w0#1");
    EXPECT_ENDS(v, "5:w0");
    vector_finish(v);
}

/* --- random ------------------------------------------------------------------------------------------------------- */

/* The boundary checks of the driver over random programs; a timing-only model must agree in every cycle. */
static void random_programs_deliver_program_order_values(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "",
        "collector.count=1 rf.banks=1 inflight.entries=2 ibuffer.depth=1 subcore.warps=1 subcore.registers=8",
        "collector.count=3 rf.banks=4 collector.forward=false collector.slots=3 dispatch.order=round_robin "
            "ibuffer.depth=3 subcore.warps=3 inflight.entries=5",
        "collector.count=8 rf.banks=8 collector.reuse_on_dispatch=false collector.slots=8 subcore.registers=8 "
            "subcore.lanes=1",
        "collector.count=5 rf.banks=2 collector.forward=false collector.reuse_on_dispatch=false subcore.warps=6 "
            "collector.payload_bits=9 random.seed=3",
        "scoreboard.tags=0",
        "scoreboard.tags=16 inflight.entries=16 collector.count=4",
        "scoreboard.tags=64 subcore.warps=2"
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct vector *v = vector_start("microarchitecture 3; design 2 (architectural oracle)", settings[i]);
        vector_with_twin(v);
        vector_traffic(v, 3000, 17 * i + 1, 8);
        assert_true(v->dispatched > 100 && v->ended > 1);
        EXPECT_COUNT(v, "stats.dispatches", model_stats(v->model)->dispatches, v->dispatched);
        EXPECT_COUNT(v, "stats.issue_cycles", model_stats(v->model)->issue_cycles, v->issued);
        vector_finish(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_of_the_specification__section_2),
        cmocka_unit_test(reset_values__section_2),
        cmocka_unit_test(lfsr_steps_every_cycle__section_3_12),
        cmocka_unit_test(ibuffer_ring_of_depth_3__section_3_12),
        cmocka_unit_test(ocu_is_a_random_free_one__malekeh_II),
        cmocka_unit_test(ocu_choice_starts_at_lfsr_times_n__section_1),
        cmocka_unit_test(issue_to_dispatch_by_sources__malekeh_II),
        cmocka_unit_test(port_s_takes_one_value_lower_slot_first__malekeh_II),
        cmocka_unit_test(port_s_conflict_is_decided_by_slot_not_bank__section_3_10),
        cmocka_unit_test(same_bank_reads_follow_one_another__malekeh_II),
        cmocka_unit_test(collectors_read_in_parallel__malekeh_II),
        cmocka_unit_test(bank_queue_serves_only_its_head__malekeh_II),
        cmocka_unit_test(write_takes_the_bank_before_a_read__malekeh_II),
        cmocka_unit_test(write_to_another_bank_leaves_the_read_alone__malekeh_II),
        cmocka_unit_test(read_behind_a_write_leaves_port_s_to_a_higher_slot__section_3_10),
        cmocka_unit_test(result_with_mask_0_needs_no_bank__section_3_9),
        cmocka_unit_test(one_read_serves_a_register_named_twice__section_3_6),
        cmocka_unit_test(unused_slots_deliver_zero__section_3_3),
        cmocka_unit_test(dispatch_carries_the_metadata__section_2),
        cmocka_unit_test(issue_waits_for_a_free_collector__malekeh_II),
        cmocka_unit_test(oldest_instruction_dispatches_first__section_3_4),
        cmocka_unit_test(round_robin_dispatches_by_collector__section_3_4),
        cmocka_unit_test(dispatch_passes_over_a_busy_unit__section_3_4),
        cmocka_unit_test(raw_waits_until_the_cycle_after_acceptance__section_3_5),
        cmocka_unit_test(waw_waits_for_any_common_register__section_3_5),
        cmocka_unit_test(war_waits_for_the_dispatch_of_the_reader__section_3_5),
        cmocka_unit_test(war_looks_at_every_result_register__section_3_5),
        cmocka_unit_test(mask_0_reads_and_releases_but_writes_nothing__section_3_9),
        cmocka_unit_test(results_release_registers_one_by_one__section_3_9),
        cmocka_unit_test(oldest_result_wins_the_bank__section_3_9),
        cmocka_unit_test(age_is_issue_order_not_the_number__section_3_9),
        cmocka_unit_test(the_bank_depends_on_the_warp__section_3_9),
        cmocka_unit_test(mask_0_neither_blocks_nor_waits__section_3_9),
        cmocka_unit_test(result_writes_the_lanes_of_its_mask__section_3_9),
        cmocka_unit_test(four_banks_by_hand__section_3_7),
        cmocka_unit_test(without_swizzle_the_bank_does_not_depend_on_the_warp__section_3_9),
        cmocka_unit_test(two_ports_s_take_two_values_lower_slots_first__section_3_17),
        cmocka_unit_test(a_bank_reads_for_the_head_and_who_is_behind_it__section_3_17),
        cmocka_unit_test(a_write_has_the_port_of_the_second_read__section_3_17),
        cmocka_unit_test(issue_waits_for_an_inflight_number__section_3_5),
        cmocka_unit_test(dispatch_without_results_frees_the_number__section_3_4),
        cmocka_unit_test(greedy_then_oldest__malekeh_IV_B1),
        cmocka_unit_test(warp_ends_after_its_last_instruction__section_3_12),
        cmocka_unit_test(warp_end_waits_for_results__section_3_12),
        cmocka_unit_test(warp_end_waits_for_collectors__section_3_12),
        cmocka_unit_test(warps_end_one_per_cycle_lowest_first__section_3_12),
        cmocka_unit_test(warp_end_clears_the_last_issued_pointer__section_3_12),
        cmocka_unit_test(issue_in_the_cycle_of_an_end_keeps_the_pointer__section_3_12),
        cmocka_unit_test(age_is_launch_order__section_3_5),
        cmocka_unit_test(tag_raw_waits_until_the_cycle_after_the_return__section_3_5),
        cmocka_unit_test(tag_waw_waits_for_any_common_tag__section_3_5),
        cmocka_unit_test(tags_are_set_and_cleared_in_the_same_cycle__section_3_9),
        cmocka_unit_test(tags_are_those_of_their_warp__section_3_5),
        cmocka_unit_test(warp_end_waits_for_tags__section_3_12),
        cmocka_unit_test(without_tags_nothing_waits__section_3_5),
        cmocka_unit_test(random_programs_deliver_program_order_values),
    };
    return cmocka_run_group_tests_name("vectors, plain operand collectors", tests, NULL, NULL);
}
