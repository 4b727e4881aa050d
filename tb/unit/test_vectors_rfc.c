/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors for the sub-core with register caches (RFC-sim, IV and V). Every number is worked out by hand from
 * docs/microarchitecture-rfc.md, 3.15. Unless a test says otherwise: 8 registers, 2 lanes, 2 banks, 2 collectors, a
 * cache of 4 entries in 2 sets of 2 ways (entries 0 and 1 are set 0), interleaved, fifo, write-back, 3 read ports, 1
 * write port, warp 0, all lanes; results come two cycles after dispatch.
 *
 * Times are counted from the cycle in which the first instruction issues, its head being there all the time: AT(n) is
 * that cycle n. Issued in n with all registers served, or none, it dispatches in n + 1, and its result is taken in
 * n + 3; what waits for that issues in n + 4. A register that is not served is read from its bank in n + 1 at the
 * earliest, and comes in n + 2. The text of the logs (vector.h) counts from reset: with one warp AT(0) is cycle 2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vector.h"

#define RFC "subcore.lanes=2 subcore.registers=8 ibuffer.depth=8 rfc.enable=true rfc.entries=4 rfc.ways=2 " \
    "rfc.dest_map=interleaved rfc.replacement=fifo rfc.write=write_back "
#define WRITE RFC "rfc.allocate=write "
#define READ RFC "rfc.allocate=read "
#define BOTH RFC "rfc.allocate=read_write "
#define ONE "rfc.entries=1 rfc.ways=1 "

/* --- the bench ---------------------------------------------------------------------------------------------------- */

enum { PROGRAM = 16 };

/* Instructions of each warp, decoded as early as possible: one a cycle, the lowest warp first. */
struct bench {
    struct vector *v;
    unsigned warps, next[MAX_WARPS];
    uint64_t zero;                      /* AT(0) */
    const char *program[MAX_WARPS][PROGRAM];
    uint64_t hold[MAX_WARPS];           /* nothing of the warp is decoded before this cycle */
};

/* Launches `warps` warps; AT(0) is the cycle behind the first decode, with two levels one more, for the active set. */
static struct bench begin(const char *section, unsigned warps, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static struct bench begin(const char *section, unsigned warps, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct bench b = {.v = begin_warps_list(section, warps, format, arguments), .warps = warps};
    va_end(arguments);
    b.zero = warps + (b.v->cfg.scheduler == SCHEDULER_TWO_LEVEL ? 2 : 1);
    b.v->latency[INT] = b.v->latency[TENSOR] = 2;
    return b;
}

static void program(struct bench *b, unsigned w, const char *text)
{
    unsigned n = 0;
    while (b->program[w][n])
        n++;
    b->program[w][n] = text;
}
#define PROGRAM0(b, ...) \
    do { \
        const char *const list[] = {__VA_ARGS__}; \
        for (size_t i = 0; i < sizeof list / sizeof *list; i++) \
            program(b, 0, list[i]); \
    } while (0)

static void step(struct bench *b)
{
    for (unsigned w = 0; w < b->warps; w++) {
        const char *text = b->program[w][b->next[w]];
        if (!text || b->v->cycle < b->hold[w] || b->v->warp[w].held == (unsigned)b->v->cfg.ib_depth)
            continue;
        b->next[w]++;
        vector_decode(b->v, w, text);
        break;
    }
    vector_step(b->v);
}

/* To cycle AT(n), before its edge. */
static void at(struct bench *b, uint64_t n)
{
    while (b->v->cycle < n + b->zero)
        step(b);
}

static unsigned field(struct vector *v, unsigned w, const char *name, unsigned e)
{
    char full[96];
    snprintf(full, sizeof full, "g_rfc[%u].u_rfc.%s", w, name);
    return (unsigned)vector_get(v, full, e, (unsigned)v->cfg.rfc_entries);
}

/* The entries of cache w: the register, and "*" if it is dirty; "-" if the entry is not valid. */
static void expect_cache(struct bench *b, unsigned w, const char *expected, int line)
{
    char actual[200] = "", what[64];
    for (unsigned e = 0; e < (unsigned)b->v->cfg.rfc_entries; e++) {
        size_t used = strlen(actual);
        if (!field(b->v, w, "valid_q", e))
            snprintf(actual + used, sizeof actual - used, "%s-", e ? " " : "");
        else
            snprintf(actual + used, sizeof actual - used, "%s%u%s", e ? " " : "", field(b->v, w, "tag_q", e),
                     config_rfc_back(&b->v->cfg) && field(b->v, w, "dirty_q", e) ? "*" : "");
    }
    snprintf(what, sizeof what, "entries of register cache %u", w);
    vector_expect_text(b->v, what, actual, expected, __FILE__, line);
}
#define EXPECT_CACHE(b, w, expected) expect_cache(b, w, expected, __LINE__)
/* After the edge of cycle AT(n). */
#define CACHE_AFTER(b, n, expected) (at(b, (n) + 1), expect_cache(b, 0, expected, __LINE__))

static void finish(struct bench *b)
{
    vector_finish(b->v);
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static unsigned lg(int n)
{
    unsigned bits = 1;
    while (1 << bits < n)
        bits++;
    return bits;
}

/* The register is there, with that width and reset; or it is not there at all. */
static void name_is(struct vector *v, const char *name, bool exists, unsigned width, bool has_reset)
{
    const struct model_register *list = model_registers(v->model);
    uint32_t i = 0;
    while (i < model_register_count(v->model) && strcmp(list[i].name + 4, name) != 0)
        i++;
    bool found = i < model_register_count(v->model);
    if (found != exists)
        vector_fail(v, __FILE__, __LINE__, "the model has %s register %s", found ? "a" : "no", name);
    if (found && (list[i].width != width || list[i].reset != has_reset))
        vector_fail(v, __FILE__, __LINE__, "%s has %u bits and %s reset; expected %u and %s", name, list[i].width,
                    list[i].reset ? "a" : "no", width, has_reset ? "a" : "no");
}

/* FILL, POS, FLAG, LOOK, RBACK, ORDER of section 1, worked out for each row. */
struct existing { const char *settings; bool rfc, fill, pos, flag, look, back, order; };

static void names_of(const struct existing *x)
{
    struct vector *v = vector_start("microarchitecture 1, 2", x->settings);
    const struct config *k = &v->cfg;
    int sets = k->rfc_entries / k->rfc_ways;
    unsigned wd = (unsigned)(k->warps * k->ib_depth), s = (unsigned)k->slots, f = (unsigned)k->rfc_entries;
    unsigned pairs = (unsigned)(k->rfc_ways * (k->rfc_ways - 1) / 2);
    name_is(v, "u_ibuffer.src_pos_q", x->pos, wd * 3 * s, false);
    name_is(v, "u_ibuffer.src_reuse_q", x->flag, wd * s, false);
    name_is(v, "u_ibuffer.dst_look_q", x->look, wd * 4, false);
    name_is(v, "g_col[1].u_ocu.src_fill_q", x->fill, s, false);
    name_is(v, "g_col[1].u_ocu.src_set_q", x->pos, s * lg(sets), false);
    name_is(v, "g_col[1].u_ocu.dst_look_q", x->look, 4, false);
    name_is(v, "u_drain.turn_q", x->back, (unsigned)k->banks * lg(k->warps), true);
    for (int w = 0; w < k->warps + 1; w++) {
        char name[96];
        bool here = x->rfc && w < k->warps;
#define NAME(...) (snprintf(name, sizeof name, __VA_ARGS__), name)
        name_is(v, NAME("g_rfc[%d].u_rfc.valid_q", w), here, f, true);
        name_is(v, NAME("g_rfc[%d].u_rfc.dirty_q", w), here && x->back, f, false);
        name_is(v, NAME("g_rfc[%d].u_rfc.tag_q", w), here, f * lg(k->registers), false);
        name_is(v, NAME("g_rfc[%d].u_rfc.older_q", w), here && x->order, (unsigned)sets * pairs, true);
        for (unsigned e = 0; e <= f; e++)
            name_is(v, NAME("g_rfc[%d].u_rfc.g_entry[%u].data_q", w, e), here && e < f, 32 * (unsigned)k->lanes, false);
#undef NAME
    }
    vector_finish(v);
}

static void registers_are_those_of_the_page__section_2(void **state)
{
    static const struct existing rows[] = {
        {"rfc.enable=false", false, false, false, false, false, false, false},
        {WRITE, true, false, false, false, false, true, true},
        {READ, true, true, true, false, false, true, true},
        {READ "rfc.ways=4 subcore.lanes=3", true, true, false, false, false, true, true},
        {BOTH ONE, true, true, false, false, false, true, false},
        {BOTH "rfc.ways=1", true, true, true, false, false, true, false},
        {RFC "rfc.allocate=compiler_aided rfc.entries=6 subcore.registers=32", true, true, true, true, false, true,
         true},
        {RFC "rfc.allocate=look_ahead rfc.entries=16 rfc.ways=8 rfc.write=write_through subcore.warps=7", true, true,
         true, true, true, false, true},
        {RFC "rfc.allocate=look_ahead rfc.entries=16 rfc.ways=16 rf.banks=4", true, true, false, true, true, true,
         true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        names_of(&rows[i]);
}

/* After reset nothing is valid, and lower ways come before higher ones, whatever other registers hold. */
static void reset_values__section_2(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 2", 0, WRITE "rfc.ways=4");
    for (unsigned w = 0; w < 4; w++) {
        char name[64];
        EXPECT_CACHE(&b, w, "- - - -");
        snprintf(name, sizeof name, "g_rfc[%u].u_rfc.older_q", w);
        EXPECT_Q(b.v, name, 63);
    }
    EXPECT_Q(b.v, "u_drain.turn_q", 0);
    finish(&b);
}

/* Bit i (2 K - i - 1) / 2 + (j - i - 1): way i before way j. In 5 R2 comes, and R1 is read. */
static void order_is_packed_as_the_page_says__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Order)", 1, WRITE "rfc.ways=4 rfc.replacement=lru");
    PROGRAM0(&b, "int r0 =", "int r1 =", "int r2 =", "int = r1");
    at(&b, 4);                                                  /* after R0: 1 2 3 0 */
    EXPECT_Q(b.v, "g_rfc[0].u_rfc.older_q", 0x38);              /* 12 13 23 */
    at(&b, 5);                                                  /* after R1: 2 3 0 1 */
    EXPECT_Q(b.v, "g_rfc[0].u_rfc.older_q", 0x21);              /* 01 23 */
    at(&b, 6);                                                  /* both keep their order: 3 0 2 1 */
    EXPECT_Q(b.v, "g_rfc[0].u_rfc.older_q", 0x03);              /* 01 02 */
    finish(&b);
}

/* --- results and what reads them ---------------------------------------------------------------------------------- */

/* Example 1: issue 0, dispatch 1, R1 at 3; R2 <- R1 issues 4, R2 at 7; the reader issues 8 and needs no bank. */
static void results_are_read_from_the_cache__rfc_sim_IV_A(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-A; microarchitecture 3.15", 1, WRITE);
    PROGRAM0(&b, "int r1 =", "int r2 = r1", "int = r1 r2 last");
    CACHE_AFTER(&b, 2, "- - - -");
    CACHE_AFTER(&b, 3, "- - 1* -");
    CACHE_AFTER(&b, 7, "2* - 1* -");
    CACHE_AFTER(&b, 8, "2* - 1* -");
    CACHE_AFTER(&b, 9, "- - 1* -");
    CACHE_AFTER(&b, 10, "- - - -");
    at(&b, 12);
    EXPECT_ISSUES(b.v, "2:w0#0 6:w0#0 10:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 7:w0#0 11:w0#0");
    EXPECT_ACCEPTS(b.v, "5:w0r1 9:w0r2");
    EXPECT_WRITES(b.v, "11:w0r2 12:w0r1");
    EXPECT_ENDS(b.v, "13:w0");
    EXPECT_STAT(b.v, bank_reads, 0);
    EXPECT_STAT(b.v, ccu_hits, 3);
    EXPECT_STAT(b.v, rfc_places, 2);
    EXPECT_STAT(b.v, rfc_drains, 2);
    finish(&b);
}

/* Example 3: one entry. R2 drives R1 out in the cycle in which it is taken; both go where they belong. */
static void a_result_drives_its_victim_to_the_bank__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Results, evicts)", 1, WRITE ONE);
    PROGRAM0(&b, "int r1 =", "int r2 =", "int = r1 r2");
    CACHE_AFTER(&b, 3, "1*");
    CACHE_AFTER(&b, 4, "2*");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 7:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 9:w0#0");
    EXPECT_WRITES(b.v, "6:w0r1");
    EXPECT_STAT(b.v, rfc_evictions, 1);
    EXPECT_STAT(b.v, bank_reads, 1);
    EXPECT_STAT(b.v, ccu_hits, 1);
    finish(&b);
}

/* Example 4: R0 and R2 are in bank 0, and so is R3 of warp 1. */
static void a_result_waits_for_the_bank_of_its_victim__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Results, bank)", 1, WRITE ONE);
    PROGRAM0(&b, "int r0 =", "int r2 =");
    CACHE_AFTER(&b, 3, "0*");
    CACHE_AFTER(&b, 4, "2*");
    EXPECT_WRITES(b.v, "6:w0r0");
    finish(&b);

    /* Warp 1 has issued before; it has no entry for R3, of which it writes one lane. AT(0) is cycle 3. */
    b = begin("microarchitecture 3.15 (Results, bank)", 2, WRITE ONE);
    b.hold[0] = 3;
    program(&b, 1, "fp32 r3 = mask=0x1");       /* issue AT(0) */
    PROGRAM0(&b, "int r0 =", "int r2 =", "int = r0");   /* issue AT(1) and AT(2); results AT(4) and AT(5) */
    at(&b, 5);
    vector_result(b.v, FP32, 1, 3, 0, "last", 1, 0x300);
    CACHE_AFTER(&b, 5, "0*");
    CACHE_AFTER(&b, 6, "2*");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "3:w1#0 4:w0#1 5:w0#2 8:w0#1");
    EXPECT_ACCEPTS(b.v, "7:w0r0 8:w1r3 9:w0r2");
    EXPECT_WRITES(b.v, "8:w1r3 9:w0r0");
    EXPECT_DISPATCHES(b.v, "4:w1#0 5:w0#1 6:w0#2 9:w0#1");  /* R0 still hit in AT(5) */
    EXPECT_STAT(b.v, result_wait, 1);
    finish(&b);
}

/* Example 11: lanes of a result are merged into a copy, and go to the bank without one. */
static void partial_results_merge_or_pass__rfc_sim_V_A(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim V-A; microarchitecture 3.15 (Results)", 1, WRITE "rfc.bank_bits=32");
    PROGRAM0(&b, "int r1 =", "int r1 = mask=0x1", "int r2 = mask=0x2", "int = r1 r2");
    CACHE_AFTER(&b, 3, "- - 1* -");
    CACHE_AFTER(&b, 7, "- - 1* -");
    CACHE_AFTER(&b, 8, "- - 1* -");
    at(&b, 12);
    EXPECT_ISSUES(b.v, "2:w0#0 6:w0#0 7:w0#1 11:w0#0");
    EXPECT_ACCEPTS(b.v, "5:w0r1 9:w0r1 10:w0r2");
    EXPECT_WRITES(b.v, "10:w0r2");
    EXPECT_DISPATCHES(b.v, "3:w0#0 7:w0#0 8:w0#1 13:w0#0");
    EXPECT_STAT(b.v, rfc_merges, 1);
    EXPECT_STAT(b.v, rfc_passed, 1);
    EXPECT_STAT(b.v, rfc_write_accesses, 3);    /* two lanes, and one */
    EXPECT_STAT(b.v, rfc_read_accesses, 2);
    finish(&b);
}

/* Example 17: the upper half of the registers is in the other set. */
static void linear_mapping_puts_neighbours_into_one_set__rfc_sim_IV_C2(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-C2; microarchitecture 3.15 (Sets)", 1, WRITE "rfc.dest_map=linear");
    PROGRAM0(&b, "int r1 =", "int r6 =", "int = r1 r6");
    CACHE_AFTER(&b, 3, "1* - - -");
    CACHE_AFTER(&b, 4, "1* - 6* -");
    at(&b, 6);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 7:w0#0");
    at(&b, 7);
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 8:w0#0");
    EXPECT_STAT(b.v, bank_reads, 0);
    finish(&b);
}

/* --- sources ------------------------------------------------------------------------------------------------------ */

/* Example 2: the first value comes at 2, and is put into the cache; the second finds a copy; the fourth is served. */
static void sources_that_miss_take_entries__rfc_sim_IV_B(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-B; microarchitecture 3.15 (Fills)", 1, READ);
    PROGRAM0(&b, "int = r2", "int = r2", "int = r3", "int = r2");
    CACHE_AFTER(&b, 1, "- - - -");
    CACHE_AFTER(&b, 2, "2 - - -");
    CACHE_AFTER(&b, 3, "2 - - -");
    at(&b, 6);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 4:w0#2 5:w0#0");
    EXPECT_DISPATCHES(b.v, "4:w0#0 5:w0#1 6:w0#2 7:w0#0");
    EXPECT_CACHE(&b, 0, "2 3 - -");             /* position 0: set 0 */
    EXPECT_STAT(b.v, bank_reads, 3);
    EXPECT_STAT(b.v, rfc_fills, 2);
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    finish(&b);
}

/* Examples 5 and 6: R2 comes in 3, in which a result of the warp contends. */
static void a_fill_gives_way_to_a_result__rfc_sim_V_B(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim V-B; microarchitecture 3.15 (Fills, 3)", 1, BOTH);
    PROGRAM0(&b, "int r1 =", "int = r2", "int = r2 r1");
    CACHE_AFTER(&b, 3, "- - 1* -");
    CACHE_AFTER(&b, 6, "2 - 1* -");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 6:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 5:w0#1 8:w0#0");
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    finish(&b);

    b = begin("RFC-sim V-B; microarchitecture 3.15 (Fills, 3)", 1, BOTH "rfc.write_ports=2");
    PROGRAM0(&b, "int r1 =", "int = r2", "int = r2 r1");
    CACHE_AFTER(&b, 3, "2 - 1* -");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 6:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 5:w0#1 7:w0#0");
    EXPECT_STAT(b.v, rfc_fills_lost, 0);
    finish(&b);
}

/* Example 7: the bank of the victim is idle, so that it is drained and replaced in one cycle. */
static void a_fill_drives_a_dirty_victim_out_of_an_idle_bank__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Fills, Drains)", 1, BOTH ONE);
    PROGRAM0(&b, "int r1 =", "int = r1 r2");
    CACHE_AFTER(&b, 3, "1*");
    CACHE_AFTER(&b, 5, "1*");
    CACHE_AFTER(&b, 6, "2");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "2:w0#0 6:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 8:w0#0");
    EXPECT_WRITES(b.v, "8:w0r1");
    EXPECT_STAT(b.v, rfc_drains, 1);
    finish(&b);

    /* Example 8: a result of warp 1 has bank 1 in that cycle. AT(0) is cycle 3: all a cycle later than above. */
    b = begin("microarchitecture 3.15 (Fills, Drains)", 2, BOTH ONE);
    b.hold[0] = 3;
    program(&b, 1, "fp32 r0 = mask=0x1");
    PROGRAM0(&b, "int r1 =", "int = r1 r2");
    at(&b, 7);
    vector_result(b.v, FP32, 1, 0, 0, "last", 1, 0x300);
    CACHE_AFTER(&b, 7, "1*");
    at(&b, 10);
    EXPECT_CACHE(&b, 0, "1*");
    EXPECT_WRITES(b.v, "10:w1r0");
    EXPECT_DISPATCHES(b.v, "4:w1#0 5:w0#1 10:w0#1");
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    EXPECT_STAT(b.v, rfc_drain_wait, 1);
    finish(&b);
}

/* Example 14: flags of one register are ORed; its position is that of the lower slot. */
static void reuse_flags_say_which_sources_take_entries__rfc_sim_IV_B(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-B, IV-C1; microarchitecture 3.15 (Allocation)", 1,
                           RFC "rfc.allocate=compiler_aided collector.count=1");
    PROGRAM0(&b, "int = r5p0 r6p1 r5p2u");
    at(&b, 1);
    EXPECT_LIST(b.v, "g_col[0].u_ocu.src_fill_q", 6, "1 0 0 0 0 0");
    EXPECT_LIST(b.v, "g_col[0].u_ocu.src_set_q", 6, "0 1 0 0 0 0");
    CACHE_AFTER(&b, 1, "- - - -");
    CACHE_AFTER(&b, 2, "5 - - -");
    at(&b, 6);
    EXPECT_CACHE(&b, 0, "5 - - -");
    EXPECT_DISPATCHES(b.v, "5:w0#0");
    EXPECT_STAT(b.v, bank_reads, 2);
    finish(&b);
}

/* Example 15: two instructions miss the same register; the second value finds the copy of the first. */
static void the_second_of_two_misses_makes_no_copy__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Fills, 2)", 1, READ);
    PROGRAM0(&b, "int = r2", "int = r3p0 r2p0");
    CACHE_AFTER(&b, 2, "2 - - -");
    CACHE_AFTER(&b, 3, "2 3 - -");
    CACHE_AFTER(&b, 4, "2 3 - -");
    at(&b, 6);
    EXPECT_DISPATCHES(b.v, "4:w0#0 6:w0#1");
    EXPECT_STAT(b.v, rfc_fills, 2);
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    finish(&b);
}

/* --- ports -------------------------------------------------------------------------------------------------------- */

/* Example 9: with one read port, a head with two dirty sources waits until one is clean. */
static void a_head_waits_for_read_ports__rfc_sim_V_B(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim V-B; microarchitecture 3.15 (Lookup, Drains)", 1, WRITE "rfc.read_ports=1");
    PROGRAM0(&b, "int r1 =", "int r2 =", "int = r1 r2");
    CACHE_AFTER(&b, 4, "2* - 1* -");
    CACHE_AFTER(&b, 5, "2 - 1* -");
    at(&b, 9);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 8:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 10:w0#0");
    EXPECT_WRITES(b.v, "7:w0r2");
    EXPECT_STAT(b.v, stall_read_ports, 1);
    EXPECT_STAT(b.v, rfc_portless, 1);
    EXPECT_STAT(b.v, bank_reads, 1);
    finish(&b);
}

/* Example 10: nothing is dirty, and nothing waits. */
static void written_through_nothing_is_dirty__rfc_sim_IV_E(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-E; microarchitecture 3.15", 1, WRITE "rfc.read_ports=1 rfc.write=write_through");
    PROGRAM0(&b, "int r1 =", "int r2 =", "int = r1 r2");
    CACHE_AFTER(&b, 4, "2 - 1 -");
    at(&b, 9);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 7:w0#0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 9:w0#0");
    EXPECT_WRITES(b.v, "5:w0r1 6:w0r2");
    EXPECT_STAT(b.v, rfc_drains, 0);
    EXPECT_STAT(b.v, rfc_portless, 1);
    finish(&b);
}

/* --- replacement -------------------------------------------------------------------------------------------------- */

/* Example 12: R0 and R2 in set 0, R0 read; R4 drives out R0 all the same. */
static void fifo_replaces_what_came_first__rfc_sim_IV_E(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-E; microarchitecture 3.15 (Order)", 1, WRITE);
    PROGRAM0(&b, "int r0 =", "int r2 =", "int = r0", "int r4 = r2", "int = r4 r0");
    CACHE_AFTER(&b, 3, "0* - - -");
    CACHE_AFTER(&b, 4, "0* 2* - -");
    CACHE_AFTER(&b, 7, "0* 2* - -");
    CACHE_AFTER(&b, 8, "4* 2* - -");
    at(&b, 13);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 6:w0#0 7:w0#1 11:w0#0");
    EXPECT_WRITES(b.v, "10:w0r0");
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 7:w0#0 8:w0#1 13:w0#0");
    finish(&b);
}

/* Example 13: R0 is read last, so that R2 goes. */
static void lru_replaces_what_was_used_first__rfc_sim_IV_E(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-E; microarchitecture 3.15 (Order)", 1, WRITE "rfc.replacement=lru");
    PROGRAM0(&b, "int r0 =", "int r2 =", "int = r2", "int = r0", "int r4 =", "int = r4 r0");
    CACHE_AFTER(&b, 9, "0* 2* - -");
    CACHE_AFTER(&b, 10, "0* 4* - -");
    at(&b, 13);
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 7:w0#0 8:w0#1 9:w0#0 13:w0#0");
    EXPECT_WRITES(b.v, "12:w0r2");
    EXPECT_DISPATCHES(b.v, "3:w0#0 4:w0#1 8:w0#0 9:w0#1 10:w0#0 14:w0#0");
    finish(&b);
}

/* In a set of four ways: what is touched in one cycle keeps its order, behind everything else. */
static void what_is_touched_together_keeps_its_order__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Order)", 1,
                           WRITE "rfc.ways=4 rfc.replacement=lru subcore.registers=16");
    PROGRAM0(&b, "int r0 =", "int r1 =", "int r2 =", "int r3 =", "int = r2 r0", "int r4 =", "int r5 =", "int r6 =",
             "int r7 =");
    /* Before 6 the order is 3 (empty), 0, 1, 2. In 6 R2 and R0 are read and R3 comes: 1, 3, 0, 2. */
    CACHE_AFTER(&b, 6, "0* 1* 2* 3*");
    CACHE_AFTER(&b, 10, "0* 4* 2* 3*");
    CACHE_AFTER(&b, 11, "0* 4* 2* 5*");
    CACHE_AFTER(&b, 12, "6* 4* 2* 5*");
    CACHE_AFTER(&b, 13, "6* 4* 7* 5*");
    EXPECT_WRITES(b.v, "12:w0r1 13:w0r3 14:w0r0 15:w0r2");
    finish(&b);
}

/* A result that is written over its copy makes it young with lru, and not with fifo. */
static void a_merge_is_a_use__section_3_15(void **state)
{
    (void)state;
    for (unsigned lru = 0; lru < 2; lru++) {
        struct bench b = begin("microarchitecture 3.15 (Order)", 1, WRITE "rfc.replacement=%s", lru ? "lru" : "fifo");
        PROGRAM0(&b, "int r0 =", "int r2 =", "int r0 =", "int r4 =");   /* results at 3, 4, 7 and 8 */
        CACHE_AFTER(&b, 7, "0* 2* - -");
        CACHE_AFTER(&b, 8, lru ? "0* 4* - -" : "4* 2* - -");
        EXPECT_WRITES(b.v, lru ? "10:w0r2" : "10:w0r0");
        finish(&b);
    }
}

/* An entry that is not valid is taken before any other. */
static void empty_ways_go_first__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (victim)", 1, READ "rfc.ways=4");
    PROGRAM0(&b, "int = r0", "int = r1", "int = r2", "int = r3", "int = r4", "int = r0");
    CACHE_AFTER(&b, 2, "0 - - -");
    CACHE_AFTER(&b, 3, "0 1 - -");
    CACHE_AFTER(&b, 4, "0 1 2 -");
    CACHE_AFTER(&b, 5, "0 1 2 3");
    CACHE_AFTER(&b, 6, "4 1 2 3");      /* R0 was read from the cache in 5: with fifo that is no use */
    at(&b, 8);
    EXPECT_STAT(b.v, ccu_hits, 1);
    EXPECT_STAT(b.v, rfc_replaced, 1);
    EXPECT_STAT(b.v, bank_writes, 0);
    finish(&b);
}

/* --- sets --------------------------------------------------------------------------------------------------------- */

/* Three sets of one way. Linear: R0 to R2, R3 to R5, R6 and R7; interleaved: the register modulo 3. */
static void sets_of_results_need_no_power_of_two__rfc_sim_IV_C2(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-C2; microarchitecture 3.15 (Sets)", 1,
                           WRITE "rfc.entries=3 rfc.ways=1 rfc.dest_map=linear");
    PROGRAM0(&b, "int r2 =", "int r3 =", "int r5 =", "int r6 =");
    CACHE_AFTER(&b, 4, "2* 3* -");
    CACHE_AFTER(&b, 6, "2* 5* 6*");
    EXPECT_WRITES(b.v, "7:w0r3");
    finish(&b);

    b = begin("RFC-sim IV-C2; microarchitecture 3.15 (Sets)", 1, WRITE "rfc.entries=3 rfc.ways=1");
    PROGRAM0(&b, "int r2 =", "int r3 =", "int r5 =", "int r6 =");
    CACHE_AFTER(&b, 4, "3* - 2*");
    CACHE_AFTER(&b, 6, "6* - 5*");
    EXPECT_WRITES(b.v, "7:w0r2 8:w0r3");
    finish(&b);
}

/* Positions 7 and 4 are set 1, 2 is set 2. The values come at 2, 3 and 4. */
static void sets_of_sources_follow_from_their_position__rfc_sim_IV_C1(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-C1; microarchitecture 3.15 (Sets)", 1,
                           READ "rfc.entries=3 rfc.ways=1 collector.count=1");
    PROGRAM0(&b, "int = r1p7 r2p4 r4p2");
    at(&b, 1);
    EXPECT_LIST(b.v, "g_col[0].u_ocu.src_set_q", 6, "1 1 2 0 0 0");
    CACHE_AFTER(&b, 2, "- 1 -");
    CACHE_AFTER(&b, 3, "- 2 -");
    CACHE_AFTER(&b, 4, "- 2 4");
    finish(&b);
}

/* --- ports, continued --------------------------------------------------------------------------------------------- */

/* R1 and R3 are dirty, R2 clean and in a lower slot: with two ports R2 is read from its bank. */
static void dirty_copies_are_served_first__section_3_15(void **state)
{
    (void)state;
    for (unsigned ports = 2; ports <= 3; ports++) {
        struct bench b = begin("microarchitecture 3.15 (Lookup)", 1, BOTH "rfc.read_ports=%u", ports);
        PROGRAM0(&b, "int = r2", "int r1 =", "int r3 =", "int = r2 r1 r3 r1");
        CACHE_AFTER(&b, 2, "2 - - -");
        CACHE_AFTER(&b, 6, "2 - 1* 3*");
        at(&b, 11);
        EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 4:w0#2 9:w0#0");
        EXPECT_DISPATCHES(b.v, ports == 3 ? "4:w0#0 5:w0#1 6:w0#2 10:w0#0" : "4:w0#0 5:w0#1 6:w0#2 11:w0#0");
        EXPECT_STAT(b.v, rfc_portless, 3 - ports);
        EXPECT_STAT(b.v, stall_read_ports, 0);
        finish(&b);
    }
}

/* R1 is dirty, R2 and R4 are clean: with two ports one of the clean ones is read from its bank, with one port both. */
static void clean_copies_get_the_ports_that_dirty_ones_leave__section_3_15(void **state)
{
    (void)state;
    for (unsigned ports = 1; ports <= 3; ports++) {
        struct bench b = begin("microarchitecture 3.15 (Lookup)", 1, BOTH "rfc.ways=4 rfc.read_ports=%u", ports);
        PROGRAM0(&b, "int = r2 r4", "int r1 =", "int = r2 r4 r1");
        at(&b, 4);
        EXPECT_CACHE(&b, 0, "2 4 - -");
        at(&b, 5);
        EXPECT_CACHE(&b, 0, "2 4 1* -");
        at(&b, 11);
        EXPECT_STAT(b.v, rfc_portless, 3 - ports);
        EXPECT_STAT(b.v, bank_reads, 5 - ports);
        EXPECT_STAT(b.v, ccu_hits, ports);
        finish(&b);
    }
}

/* One port for two clean copies: the lower slot has it, and the other one, though read, is not put in again. */
static void clean_copies_are_served_in_slot_order__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Lookup, Allocation)", 1, READ "rfc.read_ports=1 collector.count=1");
    PROGRAM0(&b, "int = r2", "int = r4", "sfu", "int = r4 r2");
    at(&b, 6);
    EXPECT_CACHE(&b, 0, "2 4 - -");
    EXPECT_LIST(b.v, "g_col[0].u_ocu.src_ready_q", 6, "1 0 0 0 0 0");
    EXPECT_Q(b.v, "g_col[0].u_ocu.src_fill_q", 0);
    at(&b, 9);
    EXPECT_ISSUES(b.v, "2:w0#0 4:w0#1 6:w0#0 7:w0#1");
    EXPECT_DISPATCHES(b.v, "4:w0#0 6:w0#1 7:w0#0 9:w0#1");
    EXPECT_STAT(b.v, rfc_fills, 2);
    EXPECT_STAT(b.v, rfc_fills_lost, 0);
    EXPECT_STAT(b.v, bank_reads, 3);
    finish(&b);
}

/* The head reads R1 and R2; R3 is dirty, too, and stays so. */
static void only_what_the_head_reads_is_drained_for_ports__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Drains)", 1, WRITE "rfc.read_ports=1");
    PROGRAM0(&b, "int r1 =", "int r3 =", "int r2 =", "int = r1 r2");
    CACHE_AFTER(&b, 5, "2* - 1* 3*");
    CACHE_AFTER(&b, 6, "2 - 1* 3*");
    CACHE_AFTER(&b, 9, "2 - 1* 3*");
    EXPECT_WRITES(b.v, "8:w0r2");
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 4:w0#2 9:w0#0");
    finish(&b);

    b = begin("microarchitecture 3.15 (Drains)", 1, WRITE "rfc.read_ports=1");
    PROGRAM0(&b, "int r2 =", "int r1 =", "int r3 =", "int = r1 r3");
    CACHE_AFTER(&b, 5, "2* - 1* 3*");
    CACHE_AFTER(&b, 6, "2* - 1 3*");            /* the lowest of those that are read, not of all */
    CACHE_AFTER(&b, 9, "2* - 1 3*");
    EXPECT_WRITES(b.v, "8:w0r1");
    EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 4:w0#2 9:w0#0");
    finish(&b);
}

/*
 * R0, R1 and R2 are dirty in sets of their own, and R5 comes for the set of R2 while the head still asks for a drain:
 * that goes first, and R5 is not put into the cache.
 */
static void what_a_head_needs_is_drained_before_a_victim__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Drains, Fills)", 1,
                           BOTH "rfc.entries=3 rfc.ways=1 rfc.read_ports=1");
    PROGRAM0(&b, "int r0 =", "int r1 =", "int r2 =", "sfu", "sfu", "int = r5p2", "int = r0 r1 r2");
    CACHE_AFTER(&b, 5, "0* 1* 2*");
    CACHE_AFTER(&b, 6, "0 1* 2*");
    CACHE_AFTER(&b, 7, "0 1 2*");
    at(&b, 9);
    EXPECT_WRITES(b.v, "8:w0r0 9:w0r1");
    EXPECT_COUNT(b.v, "instructions that have issued by AT(8)", b.v->issued, 7);
    EXPECT_STAT(b.v, rfc_fills, 0);
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    EXPECT_STAT(b.v, stall_read_ports, 2);
    finish(&b);
}

/* A served slot is read when its instruction dispatches, as far as a later writer of its register knows. */
static void a_served_slot_keeps_writers_waiting__section_3_5(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.5 (3), 3.15 (Allocation)", 1, WRITE);
    b.v->unit_ready &= ~(1u << FP32);
    PROGRAM0(&b, "int r1 =", "fp32 = r1", "int r1 =");
    at(&b, 8);
    EXPECT_ISSUES(b.v, "2:w0#0 6:w0#0");
    b.v->unit_ready |= 1u << FP32;
    at(&b, 10);
    EXPECT_DISPATCHES(b.v, "3:w0#0 10:w0#0 11:w0#1");
    EXPECT_ISSUES(b.v, "2:w0#0 6:w0#0 10:w0#1");
    finish(&b);
}

/* With two write ports a fill gives way only to a result for the same entry. */
static void a_fill_and_a_result_take_no_entry_together__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Fills, 3)", 1, BOTH ONE "rfc.write_ports=2");
    PROGRAM0(&b, "int r1 =", "int = r2");               /* both come at 3 */
    CACHE_AFTER(&b, 3, "1*");
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    finish(&b);

    b = begin("microarchitecture 3.15 (Fills, 3)", 1, BOTH ONE "rfc.write_ports=2");
    PROGRAM0(&b, "int r1 =", "int r1 = mask=0x1", "int = r2");
    CACHE_AFTER(&b, 6, "1*");                           /* R1 issues 4, R2's reader 5: both come at 7 */
    CACHE_AFTER(&b, 7, "1*");
    EXPECT_STAT(b.v, rfc_fills_lost, 1);
    EXPECT_STAT(b.v, rfc_merges, 1);
    finish(&b);
}

/* R2 and R1 come at 3, in two collectors. */
static void of_two_values_the_lower_collector_s_is_considered__section_3_15(void **state)
{
    (void)state;
    unsigned first[2] = {0, 0};
    for (unsigned seed = 1; seed <= 64; seed++) {
        struct bench b = begin("microarchitecture 3.15 (Fills)", 1, READ "rfc.write_ports=2 random.seed=%u",
                               seed * 997);
        unsigned c = vector_random(b.v, b.zero, 2);     /* of the first instruction; the other one has the other */
        PROGRAM0(&b, "int = r0p0 r2p1", "int = r1p0");
        CACHE_AFTER(&b, 2, "0 - - -");
        CACHE_AFTER(&b, 3, c == 0 ? "0 - 2 -" : "0 1 - -");
        CACHE_AFTER(&b, 5, c == 0 ? "0 - 2 -" : "0 1 - -");
        EXPECT_STAT(b.v, rfc_fills, 2);
        first[c]++;
        finish(&b);
    }
    assert_true(first[0] > 0 && first[1] > 0);
}

/* --- what takes entries ------------------------------------------------------------------------------------------- */

/* R1 is soon named again, R2 is not, and goes to its bank; a copy is written in any case. */
static void look_ahead_says_which_results_take_entries__rfc_sim_IV_B(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-B; microarchitecture 3.15 (Allocating)", 1,
                           RFC "rfc.allocate=look_ahead collector.count=1");
    PROGRAM0(&b, "int r1s =", "int r2 =", "int r1 =", "sfu", "int = r3u r4");
    at(&b, 1);
    EXPECT_Q(b.v, "g_col[0].u_ocu.dst_look_q", 1);
    at(&b, 2);
    EXPECT_Q(b.v, "g_col[0].u_ocu.dst_look_q", 0);
    CACHE_AFTER(&b, 3, "- - 1* -");
    CACHE_AFTER(&b, 4, "- - 1* -");
    CACHE_AFTER(&b, 7, "- - 1* -");
    at(&b, 11);
    EXPECT_CACHE(&b, 0, "3 - 1* -");
    EXPECT_WRITES(b.v, "6:w0r2");
    EXPECT_STAT(b.v, rfc_places, 1);
    EXPECT_STAT(b.v, rfc_passed, 1);
    EXPECT_STAT(b.v, rfc_merges, 1);
    EXPECT_STAT(b.v, rfc_fills, 1);
    finish(&b);
}

/* Sources and results of tensor instructions take no entry; they use the copy that another instruction has made. */
static void tensor_instructions_pass_the_cache__rfc_sim_VII(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim VII; microarchitecture 3.15 (Allocating)", 1, BOTH "rfc.bypass_tensor=true");
    PROGRAM0(&b, "tensor r1 = r2", "int r1 =", "tensor r1 = r1", "int = r1");
    CACHE_AFTER(&b, 7, "- - - -");
    EXPECT_WRITES(b.v, "6:w0r1");               /* R2 comes at 2, the result at 4 */
    CACHE_AFTER(&b, 8, "- - 1* -");
    at(&b, 15);
    EXPECT_CACHE(&b, 0, "- - 1* -");
    EXPECT_ISSUES(b.v, "2:w0#0 7:w0#0 11:w0#0 15:w0#0");
    EXPECT_DISPATCHES(b.v, "4:w0#0 8:w0#0 12:w0#0 16:w0#0");
    EXPECT_STAT(b.v, rfc_fills, 0);
    EXPECT_STAT(b.v, rfc_passed, 1);
    EXPECT_STAT(b.v, rfc_merges, 1);
    EXPECT_STAT(b.v, ccu_hits, 2);
    finish(&b);
}

/* Without the option they are like others. */
static void tensor_instructions_use_the_cache_otherwise__rfc_sim_VII(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim VII; microarchitecture 3.15 (Allocating)", 1, BOTH);
    PROGRAM0(&b, "tensor r1 = r2");
    CACHE_AFTER(&b, 2, "2 - - -");
    CACHE_AFTER(&b, 4, "2 - 1* -");
    EXPECT_WRITES(b.v, "");
    finish(&b);
}

/* --- flush -------------------------------------------------------------------------------------------------------- */

#define TWO "issue.scheduler=two_level issue.active=1 "

/* Example 16: the warp is not active from 4 to 8. R1 is drained in 4, and R2 finds the cache flushing. */
static void a_warp_that_leaves_the_active_set_keeps_nothing__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Flush)", 1, WRITE TWO);
    PROGRAM0(&b, "int r1 =", "int r2 =", "sfu", "sfu leave");
    CACHE_AFTER(&b, 3, "- - 1* -");
    CACHE_AFTER(&b, 4, "- - - -");
    at(&b, 7);
    program(&b, 0, "int = r1 r2");              /* decoded in 7, head in 8, active in 9 */
    at(&b, 12);
    EXPECT_ISSUES(b.v, "3:w0#0 4:w0#1 5:w0#2 6:w0#3 12:w0#0");
    EXPECT_WRITES(b.v, "7:w0r2 7:w0r1");
    at(&b, 13);
    EXPECT_DISPATCHES(b.v, "4:w0#0 5:w0#1 6:w0#2 7:w0#3 15:w0#0");
    EXPECT_STAT(b.v, rfc_passed, 1);
    EXPECT_STAT(b.v, bank_reads, 2);
    finish(&b);
}

/* Example 18: a lane of R1 comes in the cycle in which R1 is drained. */
static void a_result_keeps_an_entry_that_is_drained__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Flush, What holds at an edge)", 1, WRITE TWO);
    PROGRAM0(&b, "int r1 =", "int r1 = mask=0x1", "sfu", "sfu leave");  /* issue 0, 4, 5, 6; results 3 and 7 */
    CACHE_AFTER(&b, 6, "- - 1* -");
    CACHE_AFTER(&b, 7, "- - 1* -");
    CACHE_AFTER(&b, 8, "- - - -");
    EXPECT_ACCEPTS(b.v, "6:w0r1 10:w0r1");
    EXPECT_WRITES(b.v, "10:w0r1 11:w0r1");
    finish(&b);
}

/* The same with a clean entry, from a fill: the result makes it dirty. */
static void a_result_keeps_a_clean_entry_from_a_flush__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Flush)", 1, BOTH TWO);
    PROGRAM0(&b, "int = r1", "int r1 = mask=0x1", "sfu", "sfu leave");  /* issue 0, 2, 3, 4; the result comes at 5 */
    CACHE_AFTER(&b, 4, "1 - - -");
    CACHE_AFTER(&b, 5, "1* - - -");
    CACHE_AFTER(&b, 6, "- - - -");
    EXPECT_ISSUES(b.v, "3:w0#0 5:w0#1 6:w0#0 7:w0#2");
    EXPECT_WRITES(b.v, "9:w0r1");
    finish(&b);
}

/* Written through, nothing has to be drained, and one edge empties the cache. */
static void clean_entries_go_at_once__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Flush)", 1, WRITE TWO "rfc.write=write_through");
    PROGRAM0(&b, "int r1 =", "int r2 =", "int r3 =", "sfu", "sfu", "sfu leave");
    CACHE_AFTER(&b, 5, "2 - 1 3");
    CACHE_AFTER(&b, 6, "- - - -");
    EXPECT_STAT(b.v, rfc_flushed, 3);
    finish(&b);
}

/*
 * The warp is inactive in 6 alone: R0 is drained and gone, R2 and R4 are still there. R6 takes the lowest entry that is
 * empty, though entry 3 has been empty for longer.
 */
static void a_warp_that_comes_back_keeps_what_is_left__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Flush)", 1, WRITE TWO "rfc.ways=4");
    PROGRAM0(&b, "int r0 =", "int r2 =", "int r4 =", "sfu", "sfu", "sfu leave", "int = r4 r2 r0", "int r6 =");
    CACHE_AFTER(&b, 5, "0* 2* 4* -");
    CACHE_AFTER(&b, 6, "- 2* 4* -");
    at(&b, 10);
    EXPECT_CACHE(&b, 0, "- 2* 4* -");
    EXPECT_WRITES(b.v, "9:w0r0");
    EXPECT_ISSUES(b.v, "3:w0#0 4:w0#1 5:w0#2 6:w0#3 7:w0#0 8:w0#1 10:w0#0 11:w0#1");
    EXPECT_DISPATCHES(b.v, "4:w0#0 5:w0#1 6:w0#2 7:w0#3 8:w0#0 9:w0#1 12:w0#0");
    CACHE_AFTER(&b, 12, "6* 2* 4* -");
    finish(&b);
}

/*
 * Warp 0 has four dirty values in bank 0 and ends from 7 on, warp 2 two and from 10 on: the bank takes one a cycle,
 * from 11 on in turn. AT(0) is cycle 4.
 */
static void banks_take_drains_in_turn__section_3_15(void **state)
{
    (void)state;
    struct bench b = begin("microarchitecture 3.15 (Drains, End)", 3, WRITE "rfc.entries=8 rfc.ways=8");
    PROGRAM0(&b, "int r0 =", "int r2 =", "int r4 =", "int r6 =", "int = r6 last");
    program(&b, 2, "int r0 =");
    program(&b, 2, "int r2 =");
    program(&b, 2, "int = r2 last");
    at(&b, 16);
    EXPECT_ISSUES(b.v, "4:w0#0 5:w0#1 6:w0#2 7:w0#3 9:w2#0 10:w2#1 11:w0#2 14:w2#0");
    EXPECT_WRITES(b.v, "12:w0r0 13:w0r2 14:w0r4 15:w2r0 16:w0r6 17:w2r2");
    EXPECT_ENDS(b.v, "17:w0 18:w2");
    EXPECT_STAT(b.v, rfc_drain_wait, 2);
    finish(&b);
}

/* R0 of warp 0 is drained to bank 0 in 5, in which R3 of warp 1 should be read from there. AT(0) is cycle 3. */
static void a_drain_is_a_write_of_its_bank__section_3_10(void **state)
{
    (void)state;
    for (unsigned ports = 1; ports <= 2; ports++) {
        struct bench b = begin("microarchitecture 3.10, 3.15 (Drains)", 2, WRITE "rf.ports=%u", ports);
        PROGRAM0(&b, "int r0 =", "int = r0 last");
        program(&b, 1, "sfu");
        program(&b, 1, "int = r1 r3");
        at(&b, 8);
        EXPECT_ISSUES(b.v, "3:w0#0 5:w1#1 6:w1#2 7:w0#0");
        EXPECT_WRITES(b.v, "8:w0r0");
        EXPECT_DISPATCHES(b.v, ports == 1 ? "4:w0#0 6:w1#1 8:w0#0 10:w1#2" : "4:w0#0 6:w1#1 8:w0#0 9:w1#2");
        EXPECT_STAT(b.v, bank_write_conflicts, ports == 1);
        finish(&b);
    }
}

/* --- energy ------------------------------------------------------------------------------------------------------- */

static unsigned groups(uint32_t mask, unsigned lanes, unsigned bits)
{
    unsigned count = 0;
    for (unsigned first = 0; first < lanes; first += bits / 32) {
        bool any = false;
        for (unsigned l = first; l < first + bits / 32 && l < lanes; l++)
            any = any || (mask >> l & 1);
        count += any;
    }
    return count;
}

/* One result that takes an entry, one that is merged, one read, and the drain at the end. */
static void accesses_are_counted_by_bank__rfc_sim_IV_D(void **state)
{
    (void)state;
    static const uint32_t masks[] = {0x1, 0x20, 0x21, 0x10001, 0x80000000, 0x0F0F0F0F, 0xFFFFFFFF, 0x11111111};
    static const unsigned lanes[] = {32, 16, 6, 1};
    for (unsigned bits = 32; bits <= 1024; bits *= 2)
        for (unsigned n = 0; n < 4; n++)
            for (unsigned m = 0; m < 8; m++) {
                uint32_t all = lanes[n] == 32 ? UINT32_MAX : (1u << lanes[n]) - 1, mask = masks[m] & all;
                char merge[64], read[64];
                struct bench b = begin("RFC-sim IV-D; microarchitecture 3.15 (Bank organisation)", 1,
                                       WRITE "subcore.lanes=%u rfc.bank_bits=%u", lanes[n], bits);
                snprintf(merge, sizeof merge, "int r1 = mask=0x%x", mask);
                snprintf(read, sizeof read, "int = r1 mask=0x%x last", mask);
                PROGRAM0(&b, "int r1 =", merge, read);
                at(&b, 12);
                unsigned whole = groups(all, lanes[n], bits), part = groups(mask, lanes[n], bits);
                EXPECT_COUNT(b.v, "ended warps", b.v->ended, 1);
                EXPECT_STAT(b.v, rfc_write_accesses, whole + part);
                EXPECT_STAT(b.v, rfc_read_accesses, part + whole);
                finish(&b);
            }
}

/* A fill is a write of all lanes, an eviction a read of all. */
static void fills_and_evictions_count_all_lanes__rfc_sim_IV_D(void **state)
{
    (void)state;
    struct bench b = begin("RFC-sim IV-D; microarchitecture 3.15 (Bank organisation)", 1,
                           BOTH ONE "subcore.lanes=8 rfc.bank_bits=128");
    PROGRAM0(&b, "int = r3 mask=0x1", "int r1 =", "int r2 =");
    at(&b, 8);
    EXPECT_CACHE(&b, 0, "2*");
    EXPECT_STAT(b.v, rfc_fills, 1);
    EXPECT_STAT(b.v, rfc_evictions, 1);
    EXPECT_STAT(b.v, rfc_write_accesses, 6);
    EXPECT_STAT(b.v, rfc_read_accesses, 2);
    finish(&b);
}

/* --- rates -------------------------------------------------------------------------------------------------------- */

/* Names registers 0 to n - 1 as sources again and again. */
static bool reads_again(struct vector *v, unsigned warp, void *context, struct decoded *insn)
{
    char text[64] = "int =";
    (void)warp;
    for (unsigned r = 0; r < *(const unsigned *)context; r++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " r%u", r);
    *insn = vector_insn(v, text);
    return true;
}

/*
 * One collector, n clean copies, p read ports: n - p registers come from the banks, one a cycle, so that an instruction
 * issues every 1 + max(0, n - p) cycles.
 */
static void read_ports_limit_the_rate_of_clean_sources__rfc_sim_V_B(void **state)
{
    (void)state;
    enum { CYCLES = 1200 };
    for (unsigned n = 1; n <= 6; n++)
        for (unsigned ports = 1; ports <= 8; ports++) {
            struct bench b = begin("RFC-sim V-B; microarchitecture 3.15 (Lookup)", 1, READ "collector.count=1 "
                                   "rfc.entries=8 rfc.ways=8 rfc.read_ports=%u", ports);
            unsigned period = 1 + (n > ports ? n - ports : 0);
            vector_feed(b.v, 200, reads_again, &n);
            uint64_t before = b.v->issued;
            vector_feed(b.v, CYCLES, reads_again, &n);
            unsigned count = (unsigned)(b.v->issued - before), expected = CYCLES / period;
            if (count + 1 < expected || count > expected + 1)
                vector_fail(b.v, __FILE__, __LINE__, "%u sources and %u ports: %u instructions in %u cycles, "
                            "expected %u", n, ports, count, CYCLES, expected);
            finish(&b);
        }
}

/* Reads and writes register 0. */
static bool chain(struct vector *v, unsigned warp, void *context, struct decoded *insn)
{
    (void)warp;
    (void)context;
    *insn = vector_insn(v, "int r0 = r0");
    return true;
}

/* A result that is read at once: 4 cycles from issue to issue from the cache, 5 from the bank. */
static void a_dependent_instruction_saves_the_read__rfc_sim_IV_A(void **state)
{
    (void)state;
    for (unsigned cached = 0; cached < 2; cached++) {
        struct bench b = begin("RFC-sim IV-A; microarchitecture 3.15", 1, WRITE "rfc.enable=%s",
                               cached ? "true" : "false");
        vector_feed(b.v, 40, chain, NULL);
        uint64_t before = b.v->issued;
        vector_feed(b.v, 200, chain, NULL);
        EXPECT_COUNT(b.v, "instructions in 200 cycles", b.v->issued - before, cached ? 50 : 40);
        finish(&b);
    }
}

/* Registers 0, 2, 4 and 6 in turn through one entry: every result drives out another; the bank takes one a cycle. */
static bool writes_in_turn(struct vector *v, unsigned warp, void *context, struct decoded *insn)
{
    char text[32];
    (void)warp;
    snprintf(text, sizeof text, "int r%u =", (*(unsigned *)context)++ % 4 * 2);
    *insn = vector_insn(v, text);
    return true;
}

static void evictions_need_a_bank_each__rfc_sim_IV_E(void **state)
{
    (void)state;
    unsigned turn = 0;
    struct bench b = begin("RFC-sim IV-E; microarchitecture 3.15 (Results)", 1, WRITE ONE);
    vector_feed(b.v, 40, writes_in_turn, &turn);
    uint64_t before = b.v->issued, rows = model_stats(b.v->model)->rfc_evictions;
    vector_feed(b.v, 200, writes_in_turn, &turn);
    EXPECT_COUNT(b.v, "instructions in 200 cycles", b.v->issued - before, 200);
    EXPECT_COUNT(b.v, "rows in 200 cycles", model_stats(b.v->model)->rfc_evictions - rows, 200);
    finish(&b);
}

/* --- ports of the banks ------------------------------------------------------------------------------------------- */

/* R4 is read from bank 0 in the cycle in which R2 is written there. */
static void dual_ported_banks_read_and_write__rfc_sim_VI_B(void **state)
{
    (void)state;
    for (unsigned ports = 1; ports <= 2; ports++) {
        struct bench b = begin("RFC-sim VI-B; microarchitecture 3.10", 1, RFC "rfc.enable=false rf.ports=%u", ports);
        PROGRAM0(&b, "int r2 =", "int", "int = r4");    /* the result comes at 3, and R4 is asked for in 3 */
        at(&b, 7);
        EXPECT_ACCEPTS(b.v, "5:w0r2");
        EXPECT_ISSUES(b.v, "2:w0#0 3:w0#1 4:w0#2");
        EXPECT_DISPATCHES(b.v, ports == 2 ? "3:w0#0 4:w0#1 6:w0#2" : "3:w0#0 4:w0#1 7:w0#2");
        EXPECT_STAT(b.v, bank_write_conflicts, ports == 2 ? 0 : 1);
        finish(&b);
    }
}

/* --- random traffic ----------------------------------------------------------------------------------------------- */

static uint32_t lane(struct vector *v, const char *format, unsigned w, unsigned e, unsigned l)
{
    char name[96];
    snprintf(name, sizeof name, format, w, e);
    return (uint32_t)vector_get(v, name, l, (unsigned)v->cfg.lanes);
}

static void check_value(struct vector *v, unsigned w, unsigned reg, unsigned l, uint32_t actual, const char *where)
{
    uint32_t expected = v->warp[w].value[reg].lane[l];
    if (actual != expected)
        vector_fail(v, __FILE__, __LINE__, "R%u of warp %u has 0x%08x in lane %u %s, and 0x%08x in program order", reg,
                    w, actual, l, where, expected);
}

/* Every copy has its register's value, and every row, but for those with a dirty copy. */
static void no_value_is_lost(struct vector *v, void *context)
{
    (void)context;
    for (unsigned w = 0; w < (unsigned)v->cfg.warps; w++) {
        bool held[VECTOR_REGISTERS] = {false}, dirty[VECTOR_REGISTERS] = {false};
        for (unsigned e = 0; e < (unsigned)v->cfg.rfc_entries; e++) {
            if (!field(v, w, "valid_q", e))
                continue;
            unsigned reg = field(v, w, "tag_q", e);
            if (!v->warp[w].live || held[reg])
                vector_fail(v, __FILE__, __LINE__, "entry %u of cache %u holds R%u, and %s", e, w, reg,
                            held[reg] ? "so does another one" : "no warp lives there");
            held[reg] = true;
            dirty[reg] = config_rfc_back(&v->cfg) && field(v, w, "dirty_q", e);
            for (unsigned l = 0; l < (unsigned)v->cfg.lanes; l++)
                check_value(v, w, reg, l, lane(v, "g_rfc[%u].u_rfc.g_entry[%u].data_q", w, e, l), "in its cache");
        }
        for (unsigned reg = 0; v->warp[w].live && reg < (unsigned)v->cfg.registers; reg++) {
            unsigned banks = (unsigned)v->cfg.banks;
            const uint32_t *row = model_row(v->model, (reg + w) % banks, v->warp[w].row + reg / banks);
            for (unsigned l = 0; !dirty[reg] && l < (unsigned)v->cfg.lanes; l++)
                check_value(v, w, reg, l, row[l], "in its row");
        }
    }
}

/* Options over `RFC`, which have every value of every option of the cache, alone and together. */
static const char *const traffic[] = {
    "rfc.allocate=write", "rfc.allocate=read", "rfc.allocate=read_write", "rfc.allocate=compiler_aided",
    "rfc.allocate=look_ahead",
    "rfc.allocate=write rfc.entries=1 rfc.ways=1", "rfc.allocate=read_write rfc.entries=1 rfc.ways=1",
    "rfc.allocate=read_write rfc.entries=1 rfc.ways=1 rfc.write_ports=2 rfc.read_ports=1",
    "rfc.allocate=write rfc.read_ports=1 rfc.entries=8 rfc.ways=8",
    "rfc.allocate=read_write rfc.read_ports=1 rfc.write_ports=2 rfc.replacement=lru rfc.entries=8 rfc.ways=4",
    "rfc.allocate=compiler_aided rfc.replacement=lru rfc.dest_map=linear rfc.read_ports=2",
    "rfc.allocate=look_ahead rfc.replacement=lru rfc.bypass_tensor=true rfc.entries=16 rfc.ways=16",
    "rfc.allocate=read_write rfc.write=write_through", "rfc.allocate=write rfc.write=write_through rfc.ways=1",
    "rfc.allocate=compiler_aided rfc.write=write_through rfc.replacement=lru rfc.read_ports=1",
    "rfc.allocate=read rfc.write=write_through rfc.write_ports=2 rfc.dest_map=linear",
    "rfc.allocate=read_write rfc.entries=6 rfc.ways=2 rfc.dest_map=linear rfc.bypass_tensor=true",
    "rfc.allocate=read_write rfc.entries=15 rfc.ways=3 rfc.replacement=lru rfc.write_ports=2",
    "rfc.allocate=write issue.scheduler=two_level issue.active=1",
    "rfc.allocate=read_write issue.scheduler=two_level issue.active=2 rfc.write_ports=2 rfc.read_ports=1",
    "rfc.allocate=look_ahead issue.scheduler=two_level rfc.replacement=lru rfc.write=write_through",
    "rfc.allocate=compiler_aided issue.scheduler=two_level rfc.entries=1 rfc.ways=1",
    "rfc.allocate=read_write collector.beats=2", "rfc.allocate=read_write collector.reuse_on_dispatch=false",
    "rfc.allocate=read_write collector.forward=false rfc.replacement=lru",
    "rfc.allocate=write dispatch.order=round_robin issue.scheduler=lrr rf.banks=4 collector.count=5",
    "rfc.allocate=read_write rf.banks=1 collector.count=4 rfc.read_ports=2",
    "rfc.allocate=read_write rf.banks=8 collector.count=8 subcore.warps=7 rfc.write_ports=2",
    "rfc.allocate=read_write rf.ports=2 rfc.write_ports=2", "rfc.allocate=write rf.ports=2 rfc.read_ports=1",
    "rfc.allocate=read_write subcore.warps=1 collector.count=1 collector.slots=3", "rfc.enable=false rf.ports=2",
};

static void traffic_loses_no_value__section_3_15(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof traffic / sizeof *traffic; i++)
        for (uint32_t seed = 1; seed <= 2; seed++) {
            uint32_t used = 1000 * i + seed;
            struct bench b = begin("microarchitecture 3.15 (Why no value is lost)", 0, RFC "%s", traffic[i]);
            print_message("traffic %s, seed %u\n", traffic[i], used);
            if (seed == 1)
                vector_with_twin(b.v);
            if (b.v->cfg.rfc_enable)
                b.v->watch = no_value_is_lost;
            vector_traffic(b.v, 4000, used, 8);
            assert_true(b.v->issued > 200 && b.v->ended > 5);
            vector_finish(b.v);
        }
}

/* With more registers than entries, and full lanes and file. */
static void traffic_over_many_registers__section_3_15(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "rfc.allocate=read_write rfc.entries=8 rfc.ways=2 rfc.dest_map=linear",
        "rfc.allocate=compiler_aided rfc.entries=16 rfc.ways=4 rfc.replacement=lru rfc.write_ports=2",
        "rfc.allocate=write rfc.entries=8 rfc.ways=8 issue.scheduler=two_level issue.active=2",
    };
    for (unsigned i = 0; i < 3; i++) {
        uint32_t seed = 77 + i;
        char text[300];
        snprintf(text, sizeof text, "rfc.enable=true subcore.registers=32 %s", settings[i]);
        print_message("traffic %s, seed %u\n", text, seed);
        struct vector *v = vector_start("microarchitecture 3.15", text);
        vector_with_twin(v);
        v->watch = no_value_is_lost;
        vector_traffic(v, 10000, seed, 32);
        assert_true(v->issued > 1000);
        vector_finish(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_of_the_page__section_2),
        cmocka_unit_test(reset_values__section_2),
        cmocka_unit_test(order_is_packed_as_the_page_says__section_3_15),
        cmocka_unit_test(results_are_read_from_the_cache__rfc_sim_IV_A),
        cmocka_unit_test(a_result_drives_its_victim_to_the_bank__section_3_15),
        cmocka_unit_test(a_result_waits_for_the_bank_of_its_victim__section_3_15),
        cmocka_unit_test(partial_results_merge_or_pass__rfc_sim_V_A),
        cmocka_unit_test(linear_mapping_puts_neighbours_into_one_set__rfc_sim_IV_C2),
        cmocka_unit_test(sources_that_miss_take_entries__rfc_sim_IV_B),
        cmocka_unit_test(a_fill_gives_way_to_a_result__rfc_sim_V_B),
        cmocka_unit_test(a_fill_drives_a_dirty_victim_out_of_an_idle_bank__section_3_15),
        cmocka_unit_test(reuse_flags_say_which_sources_take_entries__rfc_sim_IV_B),
        cmocka_unit_test(the_second_of_two_misses_makes_no_copy__section_3_15),
        cmocka_unit_test(a_head_waits_for_read_ports__rfc_sim_V_B),
        cmocka_unit_test(written_through_nothing_is_dirty__rfc_sim_IV_E),
        cmocka_unit_test(fifo_replaces_what_came_first__rfc_sim_IV_E),
        cmocka_unit_test(lru_replaces_what_was_used_first__rfc_sim_IV_E),
        cmocka_unit_test(what_is_touched_together_keeps_its_order__section_3_15),
        cmocka_unit_test(a_merge_is_a_use__section_3_15),
        cmocka_unit_test(empty_ways_go_first__section_3_15),
        cmocka_unit_test(sets_of_results_need_no_power_of_two__rfc_sim_IV_C2),
        cmocka_unit_test(sets_of_sources_follow_from_their_position__rfc_sim_IV_C1),
        cmocka_unit_test(dirty_copies_are_served_first__section_3_15),
        cmocka_unit_test(clean_copies_get_the_ports_that_dirty_ones_leave__section_3_15),
        cmocka_unit_test(clean_copies_are_served_in_slot_order__section_3_15),
        cmocka_unit_test(only_what_the_head_reads_is_drained_for_ports__section_3_15),
        cmocka_unit_test(what_a_head_needs_is_drained_before_a_victim__section_3_15),
        cmocka_unit_test(a_served_slot_keeps_writers_waiting__section_3_5),
        cmocka_unit_test(a_fill_and_a_result_take_no_entry_together__section_3_15),
        cmocka_unit_test(of_two_values_the_lower_collector_s_is_considered__section_3_15),
        cmocka_unit_test(look_ahead_says_which_results_take_entries__rfc_sim_IV_B),
        cmocka_unit_test(tensor_instructions_pass_the_cache__rfc_sim_VII),
        cmocka_unit_test(tensor_instructions_use_the_cache_otherwise__rfc_sim_VII),
        cmocka_unit_test(a_warp_that_leaves_the_active_set_keeps_nothing__section_3_15),
        cmocka_unit_test(a_result_keeps_an_entry_that_is_drained__section_3_15),
        cmocka_unit_test(a_result_keeps_a_clean_entry_from_a_flush__section_3_15),
        cmocka_unit_test(clean_entries_go_at_once__section_3_15),
        cmocka_unit_test(a_warp_that_comes_back_keeps_what_is_left__section_3_15),
        cmocka_unit_test(banks_take_drains_in_turn__section_3_15),
        cmocka_unit_test(a_drain_is_a_write_of_its_bank__section_3_10),
        cmocka_unit_test(accesses_are_counted_by_bank__rfc_sim_IV_D),
        cmocka_unit_test(fills_and_evictions_count_all_lanes__rfc_sim_IV_D),
        cmocka_unit_test(read_ports_limit_the_rate_of_clean_sources__rfc_sim_V_B),
        cmocka_unit_test(a_dependent_instruction_saves_the_read__rfc_sim_IV_A),
        cmocka_unit_test(evictions_need_a_bank_each__rfc_sim_IV_E),
        cmocka_unit_test(dual_ported_banks_read_and_write__rfc_sim_VI_B),
        cmocka_unit_test(traffic_loses_no_value__section_3_15),
        cmocka_unit_test(traffic_over_many_registers__section_3_15),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
