/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every program of four instructions from a small alphabet, on BOCs that are as small as can be: the golden model must
 * never deliver a stale operand, lose a value, or come to a stop between eviction and writeback (BOW IV-A, IV-B). The
 * oracle judges; two warps run at a time, so that they meet at banks and ports in many ways. PROGRAM_LENGTH=5 in the
 * environment makes the programs longer.
 */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/env/env.h"
#include "cmodel/subcore/model.h"

enum { LETTERS = 13, REGISTERS = 3, MAX_LENGTH = 7, LANES = 2, ERROR_SIZE = 1024 };

/* The alphabet: three registers, one to three sources, loads, stores, partial masks, a mask of 0. */
static const struct letter {
    uint8_t unit, src_count, src[3], dst_count, dst;
    bool    load, store;
    uint32_t mask;
} alphabet[LETTERS] = {
    {UNIT_INT, 1, {0}, 1, 0, false, false, ~0u},
    {UNIT_INT, 1, {0}, 1, 1, false, false, ~0u},
    {UNIT_INT, 2, {0, 1}, 1, 0, false, false, ~0u},
    {UNIT_INT, 0, {0}, 1, 0, false, false, ~0u},
    {UNIT_SFU, 1, {1}, 1, 2, false, false, ~0u},
    {UNIT_INT, 3, {0, 1, 2}, 1, 2, false, false, ~0u},
    {UNIT_LDST, 1, {2}, 1, 1, true, false, ~0u},
    {UNIT_LDST, 2, {0, 1}, 0, 0, false, true, ~0u},
    {UNIT_LDST, 1, {0}, 2, 0, true, false, ~0u},
    {UNIT_INT, 1, {1}, 1, 0, false, false, 1},
    {UNIT_INT, 0, {0}, 1, 1, false, false, 2},
    {UNIT_FP32, 1, {2}, 1, 0, false, false, 0},
    {UNIT_FP32, 2, {1, 1}, 1, 1, false, false, ~0u},
};

/* A kernel with a block of one warp for each program. */
struct programs {
    unsigned length, window, wrong;     /* wrong: instruction with a hint that breaks the contract, or MAX_LENGTH */
    uint32_t first, count, next;
    bool     started, random_hints;
};

static const struct letter *letter_at(uint32_t program, unsigned i)
{
    for (; i > 0; i--)
        program /= LETTERS;
    return &alphabet[program % LETTERS];
}

static bool reads(const struct letter *l, unsigned reg)
{
    for (unsigned s = 0; s < l->src_count; s++)
        if (l->src[s] == reg)
            return true;
    return false;
}

static bool writes(const struct letter *l, unsigned reg)
{
    return l->mask != 0 && reg >= l->dst && reg < (unsigned)l->dst + l->dst_count;
}

/* By definition (BOW IV-B): what happens to the value that instruction i writes to a register. */
enum fate { TRANSIENT, BANK_ONLY, BOTH };

static enum fate fate_of(const struct programs *p, uint32_t program, unsigned i, unsigned reg)
{
    unsigned last = i;
    bool outside = false, inside = false;
    for (unsigned j = i + 1; j < p->length; j++) {
        const struct letter *l = letter_at(program, j);
        bool whole = writes(l, reg) && l->mask == ~0u;
        if (reads(l, reg) || (writes(l, reg) && !whole)) {
            inside |= last == i && j - last < p->window;
            outside |= j - last >= p->window;
            last = j;
        }
        if (whole)
            break;
    }
    return !outside ? TRANSIENT : inside ? BOTH : BANK_ONLY;
}

/* The hint of instruction i: 1 the collector only, 2 the bank only, 3 both. */
static uint8_t hint_of(const struct programs *p, uint32_t program, unsigned i)
{
    const struct letter *l = letter_at(program, i);
    bool transient = l->mask == ~0u, bank = true;
    if (i == p->wrong)
        return 1;
    for (unsigned d = 0; d < l->dst_count; d++) {
        enum fate fate = fate_of(p, program, i, l->dst + d);
        transient &= fate == TRANSIENT;
        bank &= fate == BANK_ONLY;
    }
    if (p->random_hints && !transient)      /* where the bank gets the value all others are allowed */
        return (program * 2654435761u >> (7 + i) & 3) == 0 ? 2 : (program * 2654435761u >> (17 + i) & 1) ? 3 : 0;
    return transient ? 1 : bank ? 2 : 3;
}

static struct insn record_of(const struct programs *p, uint32_t program, unsigned i)
{
    const struct letter *l = letter_at(program, i);
    struct insn n = {.pc = 16u * i, .mask = l->mask, .unit = l->unit, .dst_count = l->dst_count, .load = l->load,
                     .store = l->store, .first_uop = true, .last_uop = true, .address = 32 * i};
    n.src_valid = (uint8_t)((1u << l->src_count) - 1);
    memcpy(n.src, l->src, l->src_count);
    n.dst_base = l->dst_count ? l->dst : 0;
    n.dst_hint = hint_of(p, program, i);
    if (l->load || l->store) {
        n.space = SPACE_SHARED;
        n.width = 4;
    }
    return n;
}

static int next_kernel(struct stream *s, struct kernel *k)
{
    struct programs *p = s->state;
    if (p->started)
        return 0;
    p->started = true;
    *k = (struct kernel){.name = "programs", .id = 1, .registers = REGISTERS};
    return 1;
}

static int next_block(struct stream *s, struct block **out)
{
    struct programs *p = s->state;
    if (p->next == p->count)
        return 0;
    uint32_t program = p->first + p->next, length = p->length + 1;
    struct block *b = calloc(1, sizeof *b);
    struct warp *w = calloc(1, sizeof *w);
    *w = (struct warp){.insn_count = length, .insns = calloc(length, sizeof *w->insns), .address_count = 32 * length,
                       .addresses = calloc(32 * length, sizeof *w->addresses)};
    for (unsigned i = 0; i < p->length; i++)
        w->insns[i] = record_of(p, program, i);
    w->insns[p->length] = (struct insn){.pc = 16 * p->length, .mask = ~0u, .unit = UNIT_BRANCH, .branch = true,
                                        .first_uop = true, .last_uop = true, .last = true};
    for (uint32_t a = 0; a < w->address_count; a++)
        w->addresses[a] = 4 * a;
    *b = (struct block){.index = p->next++, .warp_count = 1, .warps = w};
    *out = b;
    return 1;
}

static const char *opcode_name(struct stream *s, uint32_t opcode)
{
    (void)s;
    (void)opcode;
    return "OP";
}

static void write_row(void *model, uint32_t bank, uint32_t row, const struct vreg *value)
{
    memcpy(model_row(model, bank, row), value->lane, LANES * sizeof *value->lane);
}

static void read_row(void *model, uint32_t bank, uint32_t row, struct vreg *value)
{
    memcpy(value->lane, model_row(model, bank, row), LANES * sizeof *value->lane);
}

/* Runs them; on an error the sentence of the environment, and of the model if it has one. */
static enum env_status run(const struct config *cfg, struct programs *p, char error[ERROR_SIZE], bool *violated)
{
    struct stream stream = {.state = p, .next_kernel = next_kernel, .next_block = next_block,
                            .opcode_name = opcode_name};
    struct model *model = model_create(cfg, true);
    struct env_options opt = {.values = true, .write_row = write_row, .write_row_ctx = model, .read_row = read_row,
                              .read_row_ctx = model, .idle_limit = 2000};
    struct env *env = env_create(cfg, &stream, &opt);
    struct sc_in in = {.rst = false};
    struct sc_out out;
    enum env_status status = env_state(env);
    memset(&out, 0, sizeof out);
    while (status == ENV_RUNNING) {
        env_drive(env, &in);
        model_eval(model, &in, &out);
        status = env_step(env, &in, &out);
        if (status == ENV_RUNNING || status == ENV_DONE)
            model_edge(model);
    }
    *violated = model_violation(model) != NULL;
    snprintf(error, ERROR_SIZE, "%s%s%s", status == ENV_DONE ? "" : env_message(env), *violated ? " | " : "",
             *violated ? model_violation(model) : "");
    env_destroy(env);
    model_destroy(model);
    return status;
}

/* What the tests vary. */
static const struct setting { int window, entries, banks; bool forward, reuse; int order; } settings[] = {
    {1, 3, 1, true, true, ORDER_ROUND_ROBIN}, {2, 3, 2, true, true, ORDER_ROUND_ROBIN},
    {2, 3, 1, false, false, ORDER_OLDEST},    {3, 3, 2, true, true, ORDER_OLDEST},
    {3, 4, 2, true, false, ORDER_ROUND_ROBIN}, {3, 5, 4, false, true, ORDER_ROUND_ROBIN},
    {4, 4, 1, true, true, ORDER_ROUND_ROBIN},
};

static struct config config_of(const struct setting *s, int write)
{
    struct config cfg;
    config_default(&cfg);
    cfg.warps = cfg.collectors = 2;
    cfg.lanes = LANES;
    cfg.slots = 3;
    cfg.kind = KIND_BOC;
    cfg.subcores = 1;
    cfg.window = s->window;
    cfg.boc_entries = s->entries;
    cfg.boc_write = write;
    cfg.banks = s->banks;
    cfg.forward = s->forward;
    cfg.reuse_on_dispatch = s->reuse;
    cfg.order = s->order;
    cfg.shared_latency = 7;
    cfg.sfu_latency = 5;
    return cfg;
}

static unsigned program_length(void)
{
    const char *given = getenv("PROGRAM_LENGTH");
    unsigned length = given ? (unsigned)strtoul(given, NULL, 10) : 4;
    return length >= 1 && length < MAX_LENGTH ? length : 4;
}

static uint32_t program_count(unsigned length)
{
    uint32_t count = 1;
    while (length--)
        count *= LETTERS;
    return count;
}

static void run_all(int write, bool random_hints)
{
    for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
        struct config cfg = config_of(&settings[s], write);
        struct programs p = {.length = program_length(), .window = (unsigned)cfg.window, .wrong = MAX_LENGTH,
                             .random_hints = random_hints};
        char error[ERROR_SIZE];
        bool violated;
        p.count = program_count(p.length);
        if (run(&cfg, &p, error, &violated) != ENV_DONE || violated)
            fail_msg("setting %zu, boc.write %d: %s", s, write, error);
        print_message("    window %d, %d entries: %u programs of %u instructions\n", cfg.window, cfg.boc_entries,
            p.count,
                      p.length);
    }
}

/* IV-A: every value goes to the BOC and to the bank. */
static void write_through_never_delivers_a_stale_value(void **state)
{
    (void)state;
    run_all(BOC_THROUGH, false);
}

/* IV-B: values leave the window, are evicted, merged, overwritten, and never lost. */
static void write_back_never_delivers_a_stale_value(void **state)
{
    (void)state;
    run_all(BOC_BACK, false);
}

/* IV-B: with the hints that the definition of the three classes gives. */
static void hints_that_keep_their_contract_never_deliver_a_stale_value(void **state)
{
    (void)state;
    run_all(BOC_HINTED, false);
}

/* IV-B: a value that the bank gets may be wanted in either or both, whatever is best. */
static void any_hint_that_sends_a_value_to_the_bank_is_safe(void **state)
{
    (void)state;
    run_all(BOC_HINTED, true);
}

/* IV-B: one hint too many of collector-only. A stale operand is never delivered without a report; and whoever is
 * reported has read a value that the definition says is gone. With a PROGRAM_LENGTH below 4 the sample is smaller. */
static void a_stale_operand_is_never_delivered_without_a_report(void **state)
{
    (void)state;
    unsigned length = 4, share = program_length() < length ? 8 : 1;
    uint32_t reported = 0, delivered = 0, harmless = 0;
    for (size_t s = 1; s < sizeof settings / sizeof *settings; s++) {
        struct config cfg = config_of(&settings[s], BOC_HINTED);
        for (uint32_t program = s * 7; program < program_count(length); program += 41 * share) {
            for (unsigned wrong = 0; wrong + 1 < length; wrong++) {
                struct programs p = {.length = length, .window = (unsigned)cfg.window, .wrong = wrong, .first = program,
                                     .count = 1};
                const struct letter *l = letter_at(program, wrong);
                char error[ERROR_SIZE];
                bool violated, lies = false;
                for (unsigned d = 0; d < l->dst_count && l->mask == ~0u; d++)
                    lies |= fate_of(&p, program, wrong, l->dst + d) != TRANSIENT;
                enum env_status status = run(&cfg, &p, error, &violated);
                if (status == ENV_TIMEOUT || status == ENV_INPUT_ERROR)
                    fail_msg("program %u, setting %zu: %s", program, s, error);
                if ((status == ENV_CHECK_FAILED && !violated) || (violated && !lies))
                    fail_msg("program %u, setting %zu, instruction %u: %s", program, s, wrong, error);
                reported += violated;
                delivered += status == ENV_CHECK_FAILED;
                harmless += lies && !violated;
            }
        }
    }
    print_message("    %u broken contracts reported, %u with a stale operand; %u hints that lied did no harm\n",
        reported,
                  delivered, harmless);
    assert_true(reported > 100 / share && delivered > 50 / share);
}

int main(void)
{
    /* Ten thousand models and environments are made one after another: what is freed stays in the process. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_through_never_delivers_a_stale_value),
        cmocka_unit_test(write_back_never_delivers_a_stale_value),
        cmocka_unit_test(hints_that_keep_their_contract_never_deliver_a_stale_value),
        cmocka_unit_test(any_hint_that_sends_a_value_to_the_bank_is_safe),
        cmocka_unit_test(a_stale_operand_is_never_delivered_without_a_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
