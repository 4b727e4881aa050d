/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints about writes from a whole source (BOW IV-B), and that they keep the contract of microarchitecture 3.14: a
 * transient value is not used any more once its register has left the window, as the window moves there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program.h"
#include "cmodel/program/source.h"
#include "cmodel/stream/walk.h"
#include "cmodel/stream/write_profile.h"

/* --- a stream of warps given as text ------------------------------------------------------------------------------ */

struct launch { const char *kernel, *warp; };

struct text_stream {
    const struct launch *launches;
    size_t count, next;
    bool   block_given;
};

static int next_kernel(struct stream *stream, struct kernel *kernel)
{
    struct text_stream *t = stream->state;
    memset(kernel, 0, sizeof *kernel);
    if (t->next == t->count)
        return 0;
    snprintf(kernel->name, sizeof kernel->name, "%s", t->launches[t->next++].kernel);
    t->block_given = false;
    return 1;
}

static int next_block(struct stream *stream, struct block **block)
{
    struct text_stream *t = stream->state;
    if (t->block_given)
        return 0;
    t->block_given = true;
    struct program p = program_of(t->launches[t->next - 1].warp);
    struct block *b = *block = calloc(1, sizeof *b);
    b->warp_count = 1;
    b->warps = calloc(1, sizeof *b->warps);
    b->warps[0].insn_count = (uint32_t)p.count;
    b->warps[0].insns = malloc(p.count * sizeof *p.insn);
    memcpy(b->warps[0].insns, p.insn, p.count * sizeof *p.insn);
    return 1;
}

static const char *opcode_name(struct stream *stream, uint32_t opcode)
{
    (void)stream, (void)opcode;
    return "OP";
}

static void collect(struct write_profile *p, const struct launch *launches, size_t count)
{
    static const struct hints_scope scope = {3, 6, 32, true};
    struct text_stream t = {.launches = launches, .count = count};
    struct stream stream = {.state = &t, .next_kernel = next_kernel, .next_block = next_block,
                            .opcode_name = opcode_name};
    assert_true(write_profile_collect(p, &scope, &stream));
}

static unsigned hint_at(const struct write_profile *p, const char *kernel, unsigned number, unsigned uop)
{
    struct insn n = {.pc = 16 * number, .dst_count = 1};
    assert_true(hints_apply(p->hints, hints_find_kernel(p->hints, kernel), uop, 1, &n));
    return n.dst_hint;
}

static void instances_of_all_launches_of_a_name_decide_IV_B(void **unused)
{
    static const struct launch launches[] = {
        {"k", "1=; =1; 2=1; =2"}, {"other", "1=; =; =; =1"}, {"k", "1=; =1; 2=1; =2"}, {"k", "1=; =1; 2=1; =; =; =2"},
    };
    struct write_profile p;
    uint64_t counts[HINT_COUNT];
    (void)unused;
    collect(&p, launches, 4);
    assert_int_equal(hint_at(&p, "k", 0, 0), HINT_TRANSIENT);
    assert_int_equal(hint_at(&p, "k", 2, 0), HINT_BOTH);        /* twice transient, once bank only */
    assert_int_equal(hint_at(&p, "other", 0, 0), HINT_BANK);
    assert_int_equal(p.warps, 4);
    assert_int_equal(p.launches, 4);
    write_profile_static(&p, counts);
    assert_int_equal(counts[HINT_TRANSIENT], 1);
    assert_int_equal(counts[HINT_BANK], 1);
    assert_int_equal(counts[HINT_BOTH], 1);
    write_profile_free(&p);
}

static void results_belong_to_the_last_micro_operations(void **unused)
{
    static const struct launch launches[] = {{"k", "=1,2; +4=3; +8=; =4; =; =; =; =8"}};
    struct write_profile p;
    (void)unused;
    collect(&p, launches, 1);
    assert_int_equal(hint_at(&p, "k", 0, 1), HINT_TRANSIENT);
    assert_int_equal(hint_at(&p, "k", 0, 2), HINT_BANK);
    write_profile_free(&p);
}

static void registers_of_transient_writes_need_no_row_IV_B(void **unused)
{
    /* R1, R2 transient; R3 bank only; R4 read before it is written; R5 partial; R6 never written. */
    static const struct launch launches[] = {
        {"k", "1=4; 2=1; 3=2,6; 4=; /5=; =; =; =3"},
        {"other", "7=; =7"},
        {"k", "1=; 2=1; 3=2; =3"},
    };
    struct write_profile p;
    struct regset bankless;
    (void)unused;
    collect(&p, launches, 3);
    write_profile_bankless(&p, 0, &bankless);
    assert_int_equal(regset_count(&p.kernels[0].named), 6);
    assert_int_equal(regset_count(&bankless), 2);
    assert_true(regset_has(&bankless, 1) && regset_has(&bankless, 2));
    write_profile_bankless(&p, 1, &bankless);
    assert_int_equal(regset_count(&bankless), 1);
    write_profile_free(&p);
}

/* --- the contract ------------------------------------------------------------------------------------------------- */

/* A BOC with room for everything: how long a register stays (3.14, step 4), and whether the bank lacks its value. */
struct contract {
    uint32_t lanes;                     /* all of the sub-core's */
    unsigned window, life[REGSET_REGISTERS];
    bool     lost[REGSET_REGISTERS];
    uint64_t transient, bank, bypassed, bad;
};

static uint64_t any_kernel(void *context, const struct kernel *kernel)
{
    (void)context, (void)kernel;
    return UINT64_MAX;
}

/* A lookup; the register is in the window from now on. */
static void look_up(struct contract *c, uint8_t reg, bool *touched)
{
    c->bad += c->lost[reg] && c->life[reg] == 0;
    c->bypassed += c->life[reg] > 0;
    touched[reg] = true;
}

static void take_result(struct contract *c, const struct insn *n, uint8_t reg, bool *touched)
{
    if ((n->mask & c->lanes) != c->lanes) {
        c->bad += c->lost[reg] && c->life[reg] == 0 && !touched[reg];
        if (c->life[reg] > 0 || touched[reg]) {
            touched[reg] = true;
            c->lost[reg] = false;       /* it owes from now on */
        }
        return;
    }
    c->lost[reg] = n->dst_hint == HINT_TRANSIENT;
    c->transient += n->dst_hint == HINT_TRANSIENT;
    c->bank += n->dst_hint == HINT_BANK;
    touched[reg] = touched[reg] || n->dst_hint != HINT_BANK;
}

static bool check_record(void *context, const struct insn *n, unsigned uop)
{
    struct contract *c = context;
    bool touched[REGSET_REGISTERS] = {false};
    (void)uop;
    for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
        if (n->src_valid >> s & 1)
            look_up(c, n->src[s], touched);
    for (unsigned d = 0; (n->mask & c->lanes) != 0 && d < n->dst_count; d++)
        take_result(c, n, (uint8_t)(n->dst_base + d), touched);
    for (unsigned r = 0; r < REGSET_REGISTERS; r++) {
        if (touched[r])
            c->life[r] = c->window - 1;
        else if (n->first_uop && c->life[r] > 0)
            c->life[r]--;
        if (n->last) {
            c->life[r] = 0;
            c->lost[r] = false;
        }
    }
    return true;
}

static void keeps_contract(struct contract *sum, const char *trace, const char *workload, int window, int slots,
                           int lanes, bool expand)
{
    struct config cfg;
    struct source source = {.trace = trace, .workload = workload};
    struct stream stream;
    char error[1024];
    config_default(&cfg);
    cfg.kind = KIND_BOC;
    cfg.boc_write = BOC_HINTED;
    cfg.window = window;
    cfg.slots = slots;
    cfg.lanes = lanes;
    cfg.expand = expand;
    struct contract c = {.lanes = UINT32_MAX >> (32 - lanes), .window = (unsigned)window};
    const struct walk walk = {&c, any_kernel, check_record, NULL};
    if (!source_prepare(&source, &cfg, SENTENCE(error)))
        fail_msg("%s", error);
    assert_true(source_open(&stream, &source, &cfg));
    assert_true(walk_stream(&stream, &walk));
    assert_int_equal(source_unhinted(&stream), 0);
    stream.close(&stream);
    source_release(&source);
    if (c.bad != 0)
        fail_msg("%s, window %d, %d slots, %d lanes: %llu uses of values that the bank lacks",
                 trace ? trace : workload, window, slots, lanes, (unsigned long long)c.bad);
    assert_true(window == 1 ? c.bypassed == 0 : c.bypassed > 0);
    sum->transient += c.transient;
    sum->bank += c.bank;
}

static void hints_of_bundled_sources_keep_the_contract_3_14(void **unused)
{
    (void)unused;
    for (int window = 1; window <= 7; window++) {
        struct contract sum = {.transient = 0};
        for (int slots = 3; slots <= 8; slots += 3) {           /* with 3, many instructions are split */
            int lanes = slots == 3 ? 32 : 1 + window;           /* few see only a part of the masks */
            keeps_contract(&sum, "workloads/mix", NULL, window, slots, lanes, true);
            keeps_contract(&sum, NULL, "workloads/hgemm/hgemm.yaml", window, slots, lanes, true);
            keeps_contract(&sum, NULL, "workloads/bfs/bfs.yaml", window, slots, lanes, window & 1);
            keeps_contract(&sum, NULL, "workloads/lud/lud.yaml", window, slots, lanes, true);
        }
        assert_true(sum.transient > 0 && sum.bank > 0);
    }
}

static void other_configurations_get_no_hints_about_writes(void **unused)
{
    struct config cfg;
    struct source source = {.trace = "workloads/mix"};
    char error[1024];
    (void)unused;
    config_default(&cfg);
    cfg.kind = KIND_BOC;
    cfg.boc_write = BOC_BACK;
    assert_true(source_prepare(&source, &cfg, SENTENCE(error)));
    assert_null(source.prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_of_all_launches_of_a_name_decide_IV_B),
        cmocka_unit_test(results_belong_to_the_last_micro_operations),
        cmocka_unit_test(registers_of_transient_writes_need_no_row_IV_B),
        cmocka_unit_test(hints_of_bundled_sources_keep_the_contract_3_14),
        cmocka_unit_test(other_configurations_get_no_hints_about_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
