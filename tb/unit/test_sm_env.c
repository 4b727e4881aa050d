/* SPDX-License-Identifier: Apache-2.0 */
/* The environment of an SM around the golden model, whose outputs go wrong in one way at a time; and its parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/sass/cubin_stream.h"
#include "cmodel/env/memory_behind.h"
#include "cmodel/env/sm_env.h"
#include "cmodel/program/source.h"
#include "cmodel/env/tag_cache.h"
#include "cmodel/sm/top.h"

/* --- whole runs --------------------------------------------------------------------------------------------------- */

enum fault { NONE, WRONG_WORD, WRONG_NUMBER, LOST_WRITE, WRONG_ATOMIC, NO_REQUESTS };

struct run {
    const char *setting;            /* over the configuration, or NULL */
    struct config cfg;
    struct top *top;
    enum env_status status;
    int      result;            /* of cubin_stream_check() */
    uint64_t cycles, instructions;
    struct flat_counts flat;
    struct ciao_counts ciao;
    struct l1d_counts l1d;
    uint64_t awaited;               /* cycles in which a warp was awaited */
    uint32_t flushes, shared_used[8];
    char     message[4096];
};

static void write_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value)
{
    const struct run *r = ctx;
    memcpy(model_row(top_sub(r->top, sub), bank, row), value->lane, 4 * (size_t)r->cfg.lanes);
}

static void read_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value)
{
    const struct run *r = ctx;
    memcpy(value->lane, model_row(top_sub(r->top, sub), bank, row), 4 * (size_t)r->cfg.lanes);
}

/* What the environment sees. The third opportunity is taken. */
static void disturb(struct sm_out *out, enum fault fault, int *chances)
{
    bool chance = fault == WRONG_WORD || fault == WRONG_NUMBER ? out->resp_valid
                : out->req_valid && out->req_op == (fault == LOST_WRITE ? MEM_WRITE : MEM_REDUCE);
    if (fault == NONE || fault == NO_REQUESTS || !chance || ++*chances != 3)
        return;
    if (fault == WRONG_WORD)
        out->resp_data[__builtin_ctz(out->resp_mask)] ^= 0x100;
    else if (fault == WRONG_NUMBER)
        out->resp_id = (uint8_t)(out->resp_id + 100);
    else if (fault == LOST_WRITE)
        memset(out->req_be, 0, sizeof out->req_be);
    else
        out->req_data.word[0] ^= 0x10000;
}

/* What is driven for CIAO: only live warps are awaited. */
static void look_at_ciao(struct run *r, const struct sm_in *in)
{
    const struct model_register *list = top_registers(r->top);
    uint64_t live = 0;
    for (uint32_t i = 0; i < top_register_count(r->top); i++)
        if (strcmp(list[i].name, "top.u_ciao.live_q") == 0)
            memcpy(&live, top_image(r->top) + list[i].offset, sizeof live);
    for (int i = 0; i < r->cfg.sm_subcores; i++) {
        assert_int_equal(in->awaited[i] & ~(live >> i * r->cfg.warps), 0);
        r->awaited += in->awaited[i] != 0;
    }
    if (in->flush && r->flushes < 8)
        r->shared_used[r->flushes++] = in->shared_used;
}

static void simulate(struct run *r, struct sm_env *env, enum fault fault)
{
    struct sm_in in;
    struct sm_out out, seen;
    int chances = 0;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    for (r->status = sm_env_state(env); r->status == ENV_RUNNING; top_edge(r->top)) {
        sm_env_drive(env, &in);
        if (config_ciao(&r->cfg))
            look_at_ciao(r, &in);
        struct sm_in driven = in;
        driven.req_ready = in.req_ready && fault != NO_REQUESTS;
        top_eval(r->top, &driven, &out);
        seen = out;
        disturb(&seen, fault, &chances);
        r->status = sm_env_step(env, &driven, &seen);
    }
}

/* Runs a workload, or the trace if there is none. */
static void run(struct run *r, const char *config, const char *workload, enum fault fault)
{
    struct stream stream;
    struct source source = {.trace = workload ? NULL : "workloads/mix", .workload = workload};
    char error[CONFIG_ERROR];
    const char *setting = r->setting;
    memset(r, 0, sizeof *r);
    config_default(&r->cfg);
    assert_true(config_load(&r->cfg, config, SENTENCE(error)));
    if (setting)
        assert_true(config_set(&r->cfg, setting, SENTENCE(error)));
    assert_true(config_check(&r->cfg, SENTENCE(error)));
    memset(&stream, 0, sizeof stream);
    assert_true(source_open(&stream, &source, &r->cfg));
    struct sm_env_options options = {.values = true, .write_row = write_row, .read_row = read_row, .ctx = r,
                                     .idle_limit = 2000};
    r->top = top_create(&r->cfg, true);
    struct sm_env *env = sm_env_create(&r->cfg, &stream, &options);
    assert_non_null(r->top);
    assert_non_null(env);
    simulate(r, env, fault);
    snprintf(r->message, sizeof r->message, "%s", sm_env_message(env));
    r->cycles = sm_env_cycles(env);
    r->instructions = sm_env_instructions(env);
    r->flat = *sm_env_flat(env);
    r->result = workload ? cubin_stream_check(&stream) : 1;
    assert_null(top_violation(r->top));
    r->ciao = *top_ciao(r->top);
    r->l1d = *top_l1d(r->top);
    sm_env_destroy(env);
    top_destroy(r->top);
    stream.close(&stream);
}

static void a_trace_runs_to_its_end(void **state)
{
    (void)state;
    struct run r = {.setting = NULL};
    run(&r, "configs/sm_tiny.yaml", NULL, NONE);
    assert_string_equal(r.message, "");
    assert_int_equal(r.status, ENV_DONE);
    assert_int_equal(r.instructions, 1200);
    assert_true(r.flat.words > 0);
    assert_int_equal(r.flat.raced + r.flat.final_raced, 0);
}

/* Loads, stores and atomics of all lanes are those of sequential execution, in memory as in registers. */
static void workloads_leave_what_sequential_execution_does(void **state)
{
    static const char *const workloads[] = {
        "workloads/reduction/reduction.yaml", "workloads/bfs/bfs.yaml", "workloads/transpose/transpose.yaml"
    };
    (void)state;
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        struct run r = {.setting = NULL};
        run(&r, "configs/sm_gto.yaml", workloads[i], NONE);
        assert_string_equal(r.message, "");
        assert_int_equal(r.status, ENV_DONE);
        assert_int_equal(r.result, 1);
        assert_true(r.flat.words > 0);
        assert_int_equal(r.flat.raced + r.flat.final_raced, 0);
    }
}

static void expect(enum fault fault, const char *workload, enum env_status status, const char *message)
{
    struct run r = {.setting = NULL};
    run(&r, workload ? "configs/sm_gto.yaml" : "configs/sm_tiny.yaml", workload, fault);
    if (!strstr(r.message, message))
        fail_msg("'%s' does not contain '%s'", r.message, message);
    assert_int_equal(r.status, status);
}

static void wrong_answers_and_lost_writes_are_found(void **state)
{
    (void)state;
    expect(WRONG_WORD, NULL, ENV_CHECK_FAILED, "and memory had 0x");
    expect(WRONG_NUMBER, NULL, ENV_CHECK_FAILED, "which waits for 0x");
    expect(WRONG_WORD, "workloads/saxpy/saxpy.yaml", ENV_CHECK_FAILED, "and memory had 0x");
    expect(LOST_WRITE, "workloads/saxpy/saxpy.yaml", ENV_CHECK_FAILED, "in the memory behind the SM");
}

static void wrong_operands_of_atomics_are_found(void **state)
{
    (void)state;
    expect(WRONG_ATOMIC, "workloads/kmeans/kmeans.yaml", ENV_CHECK_FAILED, "in the memory behind the SM");
}

static void what_waits_is_named(void **state)
{
    (void)state;
    expect(NO_REQUESTS, NULL, ENV_TIMEOUT, "the load/store unit of sub-core 1 holds ");
    expect(NO_REQUESTS, NULL, ENV_TIMEOUT, "waits for memory");
}

/* --- memory behind ------------------------------------------------------------------------------------------------ */

static void ask(struct memory_behind *m, uint64_t line, uint8_t mshr, uint64_t now)
{
    struct sm_out out = {.req_valid = true, .req_op = MEM_FILL, .req_line = line, .req_mshr = mshr};
    struct atomics none = {.count = 0};
    char error[256];
    assert_true(memory_behind_ready(m, now));
    assert_true(memory_behind_request(m, &out, &none, now, SENTENCE(error)));
}

static void answers(struct memory_behind *m, uint8_t mshr, uint64_t cycle)
{
    uint8_t got;
    assert_null(memory_behind_answer(m, cycle - 1, &got));
    assert_non_null(memory_behind_answer(m, cycle, &got));
    assert_int_equal(got, mshr);
    memory_behind_pop(m);
}

static void memory_behind_takes_its_time(void **state)
{
    struct config cfg;
    struct memory_image image = {.hashed = true};
    (void)state;
    config_default(&cfg);
    cfg.l2_interval = 3;
    cfg.l2_latency = 10;
    cfg.dram_interval = 7;
    cfg.dram_latency = 20;
    cfg.memory_queue = 2;
    struct memory_behind *m = memory_behind_create(&cfg, &image, NULL);
    ask(m, 100, 0, 0);      /* served in cycle 1, by DRAM: ready in 1 + 10 + 20 */
    ask(m, 200, 1, 1);      /* served in cycle 4, waits for DRAM until 8: ready in 38 */
    ask(m, 100, 2, 2);      /* served in cycle 7, a hit: ready in 17 */
    assert_false(memory_behind_ready(m, 3));    /* those of cycles 1 and 2 wait */
    assert_false(memory_behind_ready(m, 6));
    assert_true(memory_behind_ready(m, 7));
    answers(m, 2, 17);
    answers(m, 0, 31);
    assert_false(memory_behind_idle(m, 31));
    answers(m, 1, 38);
    assert_true(memory_behind_idle(m, 38));
    memory_behind_destroy(m);
}

static void dirty_victims_take_a_place_in_dram(void **state)
{
    struct config cfg;
    struct memory_image image = {.hashed = true};
    struct sm_out store = {.req_valid = true, .req_op = MEM_WRITE, .req_line = 0};
    struct atomics none = {.count = 0};
    char error[256];
    (void)state;
    config_default(&cfg);
    cfg.l2_kib = 2;
    cfg.l2_ways = 1;        /* 16 sets of one line */
    cfg.l2_latency = 10;
    cfg.dram_interval = 7;
    cfg.dram_latency = 20;
    struct memory_behind *m = memory_behind_create(&cfg, &image, NULL);
    assert_true(memory_behind_request(m, &store, &none, 0, SENTENCE(error)));
    ask(m, 16, 3, 100);     /* throws out line 0: DRAM is free again in cycle 101 + 2 * 7 */
    ask(m, 17, 4, 101);
    answers(m, 3, 131);
    answers(m, 4, 145);
    memory_behind_destroy(m);
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static uint64_t lane_addresses[STREAM_MAX_LANES];

static void plan_of(struct access_plan *plan, struct insn *insn, const struct config *cfg, uint64_t launch)
{
    struct warp warp = {.insn_count = 1, .insns = insn, .address_count = 32, .addresses = lane_addresses};
    struct access_record record = {.insn = insn, .warp = &warp, .launch = launch};
    assert_null(access_plan(plan, &record, cfg));
}

/* Element e of piece p is word (4 p + e) mod 2 of lane (4 p + e) / 2. */
static void wide_accesses_are_cut_by_elements(void **state)
{
    struct config cfg;
    struct access_plan plan;
    struct mem_access a;
    struct insn insn = {.mask = 0xd, .load = true, .space = SPACE_GLOBAL, .width = 8, .last_uop = true};
    (void)state;
    config_default(&cfg);
    cfg.lanes = 4;
    lane_addresses[0] = 0x1000;
    lane_addresses[1] = 0x2008;     /* of lane 2 */
    lane_addresses[2] = 0x3010;
    plan_of(&plan, &insn, &cfg, 0);
    assert_int_equal(plan.pieces, 2);
    assert_true(access_piece(&plan, 0, &cfg, &a));
    assert_int_equal(a.mask, 3);
    assert_int_equal(a.addr[0], 0x1000 / 4);
    assert_int_equal(a.addr[1], 0x1004 / 4);
    assert_true(access_piece(&plan, 1, &cfg, &a));
    assert_int_equal(a.mask, 15);
    assert_int_equal(a.addr[0], 0x2008 / 4);
    assert_int_equal(a.addr[3], 0x3014 / 4);
}

/* Word w of lane l of the n-th warp is word w L + l of its part of the upper half of the addresses. */
static void local_memory_is_interleaved(void **state)
{
    struct config cfg;
    struct access_plan plan;
    struct mem_access a;
    struct insn insn = {.mask = 3, .store = true, .space = SPACE_LOCAL, .width = 2, .last_uop = true};
    (void)state;
    config_default(&cfg);
    cfg.lanes = 4;
    cfg.l1d_address_bits = 32;
    lane_addresses[0] = 10;
    lane_addresses[1] = 20;
    plan_of(&plan, &insn, &cfg, 3);
    assert_true(access_piece(&plan, 0, &cfg, &a));
    assert_true(a.local);
    assert_int_equal(a.addr[0], ((UINT64_C(1) << 31) + 3 * 65536 * 4) / 4 + 10 / 4 * 4 + 0);
    assert_int_equal(a.be[0], 0xc);
    assert_int_equal(a.addr[1], ((UINT64_C(1) << 31) + 3 * 65536 * 4) / 4 + 20 / 4 * 4 + 1);
    assert_int_equal(a.be[1], 0x3);
}

static void addresses_that_do_not_fit_are_refused(void **state)
{
    struct config cfg;
    struct access_plan plan;
    struct insn insn = {.mask = 1, .load = true, .space = SPACE_GLOBAL, .width = 4, .last_uop = true};
    struct warp warp = {.insn_count = 1, .insns = &insn, .address_count = 32, .addresses = lane_addresses};
    struct access_record record = {.insn = &insn, .warp = &warp};
    (void)state;
    config_default(&cfg);
    cfg.l1d_address_bits = 32;
    lane_addresses[0] = UINT64_C(0x80000000);
    assert_non_null(access_plan(&plan, &record, &cfg));
    lane_addresses[0] = UINT64_C(0x7ffffffc);
    assert_null(access_plan(&plan, &record, &cfg));
}

/* transpose: blocks of 8 warps and 32 * 33 words, of which 6 fit into 48 slots: 25,344 bytes are 99 rows of 256. The
 * kernels of the trace want 1,024 and 8,192 bytes. */
static void blocks_of_a_kernel_hold_shared_memory__ciao_7_7(void **state)
{
    (void)state;
    struct run r = {.setting = NULL};
    run(&r, "configs/ciao_c.yaml", "workloads/transpose/transpose.yaml", NONE);
    assert_string_equal(r.message, "");
    assert_int_equal(r.result, 1);
    assert_int_equal(r.flushes, 1);
    assert_int_equal(r.shared_used[0], 99);
    r.setting = "machine.blocks=3";
    run(&r, "configs/ciao_c.yaml", "workloads/transpose/transpose.yaml", NONE);
    assert_int_equal(r.shared_used[0], 50);     /* 49.5 */
    r.setting = "machine.shared_kib=5";
    run(&r, "configs/ciao_c.yaml", "workloads/transpose/transpose.yaml", NONE);
    assert_int_equal(r.shared_used[0], 17);     /* 16.5 */
    r.setting = "shared.rows=64";
    run(&r, "configs/ciao_c.yaml", "workloads/transpose/transpose.yaml", NONE);
    assert_int_equal(r.shared_used[0], 64);
    assert_int_equal(r.result, 1);
    r.setting = NULL;
    run(&r, "configs/ciao_p.yaml", "workloads/saxpy/saxpy.yaml", NONE);
    assert_int_equal(r.shared_used[0], 0);
    assert_int_equal(r.result, 1);
}

static void warps_are_awaited_at_barriers__ciao_7_7(void **state)
{
    (void)state;
    struct run r = {.setting = NULL};
    run(&r, "configs/ciao_t.yaml", "workloads/reduction/reduction.yaml", NONE);
    assert_true(r.awaited > 0);
    assert_int_equal(r.result, 1);
    run(&r, "configs/ciao_t.yaml", "workloads/saxpy/saxpy.yaml", NONE);
    assert_int_equal(r.awaited, 0);
}

/* All of it happens in a workload, and what that computes is right. */
static void workload_is_isolated_stalled_and_right__ciao(void **state)
{
    (void)state;
    struct run r = {.setting = "ciao.high_epoch=100"};
    run(&r, "configs/ciao_c.yaml", "workloads/atax/atax.yaml", NONE);
    assert_string_equal(r.message, "");
    assert_int_equal(r.result, 1);
    assert_true(r.l1d.shared_load_hits > 0 && r.l1d.shared_load_misses > 0 && r.ciao.isolations > 0);
    r.setting = "ciao.high_epoch=100";
    run(&r, "configs/ciao_t.yaml", "workloads/atax/atax.yaml", NONE);
    assert_int_equal(r.result, 1);
    assert_true(r.ciao.stalls > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_runs_to_its_end),
        cmocka_unit_test(workloads_leave_what_sequential_execution_does),
        cmocka_unit_test(wrong_answers_and_lost_writes_are_found),
        cmocka_unit_test(wrong_operands_of_atomics_are_found),
        cmocka_unit_test(what_waits_is_named),
        cmocka_unit_test(memory_behind_takes_its_time),
        cmocka_unit_test(dirty_victims_take_a_place_in_dram),
        cmocka_unit_test(wide_accesses_are_cut_by_elements),
        cmocka_unit_test(local_memory_is_interleaved),
        cmocka_unit_test(addresses_that_do_not_fit_are_refused),
        cmocka_unit_test(blocks_of_a_kernel_hold_shared_memory__ciao_7_7),
        cmocka_unit_test(warps_are_awaited_at_barriers__ciao_7_7),
        cmocka_unit_test(workload_is_isolated_stalled_and_right__ciao),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
