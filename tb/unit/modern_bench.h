/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for vectors of the sub-core without collectors: it stands around the golden model alone, with units of fixed
 * latencies, and keeps the cycle in which each instruction issues and what it is given. Programs are tables of
 * instructions with their control bits.
 *
 * A warp is launched in cycle 0. A program is decoded from cycle 1 on, an instruction a cycle, so that its first
 * instruction issues in cycle 2 and dispatches in 8.
 */
#ifndef TB_UNIT_MODERN_BENCH_H
#define TB_UNIT_MODERN_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/unit.h"
#include "cmodel/subcore/model.h"
#include "configs/config.h"

enum { MOST = 40, WARPS_USED = 4, CYCLES = 400, FIRST_ISSUE = 2, NONE = 7, ZERO = 16, LANES = 2 };

/* An instruction with its control bits; registers below 0 are no operands. Operand A, B, C is slot 0, 1, 2. A stall
 * count of 0 stands for 1, and ZERO for 0; a counter is SB(number), and 0 for none. */
struct op {
    enum unit_kind unit;
    int      dst, src[3];
    unsigned stall;
    bool     yield;
    unsigned reuse, wait, write_bar, read_bar, depbar, depbar_count;
};

#define FIXED(unit_, dst_, a, b, c, ...) \
    {.unit = (unit_), .dst = (dst_), .src = {a, b, c}, ##__VA_ARGS__}
#define SB(n) ((n) + 1)
#define NOP FIXED(UNIT_UNIFORM, -1, -1, -1, -1)
#define LOAD(dst_, a, ...) FIXED(UNIT_LDST, dst_, a, -1, -1, ##__VA_ARGS__)

struct pending { bool valid; unsigned unit, warp, reg, iid; uint64_t cycle; uint32_t value; };

struct bench {
    struct config cfg;
    struct model *model;
    struct sc_in in;
    struct sc_out out;
    uint64_t cycle, every;              /* every: LDST takes an instruction each so many cycles */
    uint64_t ldst_free;
    unsigned latency[MAX_UNITS];
    const struct op *program[WARPS_USED];
    unsigned length, decoded[WARPS_USED], issued[WARPS_USED];
    uint64_t issue[WARPS_USED][MOST];   /* cycle of each */
    uint32_t operand[WARPS_USED][MOST][3];      /* lane 0 of what was dispatched */
    unsigned flight[MAX_INFLIGHT];      /* number of the instruction in its warp */
    struct pending result[MAX_INFLIGHT];
    uint64_t ended;                     /* cycle in which the last warp ended */
    char     order[CYCLES];             /* which warp issued, as a digit */
    unsigned order_count;
};

static inline void set(struct config *cfg, const char *assignment)
{
    char error[512];
    if (!config_set(cfg, assignment, SENTENCE(error)))
        fail_msg("%s", error);
}

/* `settings`: assignments with blanks between. Register r of warp w is launched with 1000 w + r. */
static inline void begin(struct bench *b, const char *settings)
{
    static const char *const modern[] = {
        "collector.kind=none", "rf.ports=2", "scoreboard.tags=0", "issue.scheduler=cggty", "ibuffer.depth=8",
        "subcore.lanes=2", "subcore.warps=4", "unit.int.latency=3", "unit.fp32.latency=3", "unit.branch.interval=1",
        "unit.uniform.interval=1",
    };
    char words[256], error[512];
    memset(b, 0, sizeof *b);
    config_default(&b->cfg);
    for (size_t i = 0; i < sizeof modern / sizeof *modern; i++)
        set(&b->cfg, modern[i]);
    snprintf(words, sizeof words, "%s", settings);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        set(&b->cfg, word);
    if (!config_check(&b->cfg, SENTENCE(error)))
        fail_msg("%s", error);
    b->model = model_create(&b->cfg, true);
    assert_non_null(b->model);
    b->every = 1;
    for (unsigned u = 0; u < MAX_UNITS; u++)
        b->latency[u] = 20;
    b->latency[UNIT_INT] = (unsigned)b->cfg.int_latency;
    b->latency[UNIT_FP32] = (unsigned)b->cfg.fp32_latency;
}

static inline void finish(struct bench *b)
{
    const char *violation = model_violation(b->model);
    if (violation)
        fail_msg("%s", violation);
    model_destroy(b->model);
}

/* --- one cycle ---------------------------------------------------------------------------------------------------- */

static inline uint8_t counter(unsigned sb)
{
    return (uint8_t)(sb ? sb - 1 : NONE);
}

static inline void drive_decode(struct bench *b, unsigned warps)
{
    b->in.dec_valid = false;
    for (unsigned w = warps; w-- > 0;) {
        unsigned n = b->decoded[w];
        if (b->cycle < warps || n == b->length || n - b->issued[w] >= (unsigned)b->cfg.ib_depth)
            continue;
        const struct op *op = &b->program[w][n];
        struct decoded d = {.unit = (uint8_t)op->unit, .dst_count = op->dst >= 0,
                            .dst_base = (uint8_t)(op->dst >= 0 ? op->dst : 0), .last = n + 1 == b->length, .mask = 3,
                            .stall = (uint8_t)(op->stall == 0 ? 1 : op->stall % ZERO), .yield = op->yield,
                            .wait = (uint8_t)op->wait,
                            .write_bar = counter(op->write_bar), .read_bar = counter(op->read_bar),
                            .depbar = counter(op->depbar), .depbar_count = (uint8_t)op->depbar_count,
                            .src_reuse = (uint8_t)op->reuse};
        for (unsigned s = 0; s < 3; s++) {
            d.src_valid |= (uint8_t)((op->src[s] >= 0) << s);
            d.src_reg[s] = (uint8_t)(op->src[s] >= 0 ? op->src[s] : 0);
            d.src_pos[s] = (uint8_t)(op->src[s] >= 0 ? s : 0);
        }
        b->in.dec_valid = true;
        b->in.dec_warp = (uint8_t)w;
        b->in.dec = d;
        b->decoded[w]++;
        return;
    }
}

static inline void drive_results(struct bench *b)
{
    memset(b->in.wb, 0, sizeof b->in.wb);
    for (unsigned i = 0; i < (unsigned)b->cfg.inflight; i++) {
        const struct pending *p = &b->result[i];
        if (!p->valid || p->cycle > b->cycle || b->in.wb[p->unit].valid)
            continue;
        b->in.wb[p->unit] = (struct result){.valid = true, .warp = (uint8_t)p->warp, .reg = (uint8_t)p->reg,
                                            .iid = (uint8_t)p->iid, .last = true, .mask = 3,
                                            .data = {{p->value, p->value}}};
    }
}

static inline void take_dispatch(struct bench *b)
{
    const struct sc_out *out = &b->out;
    if (!out->disp_valid)
        return;
    unsigned w = out->disp_warp, n = b->flight[out->disp_iid];
    for (unsigned s = 0; s < 3; s++)
        b->operand[w][n][s] = out->disp_operand[s].lane[0];
    if (out->disp_unit == UNIT_LDST)
        b->ldst_free = b->cycle + b->every;
    if (out->disp_dst_count)
        b->result[out->disp_iid] = (struct pending){true, out->disp_unit, w, out->disp_dst_base, out->disp_iid,
                                                    b->cycle + b->latency[out->disp_unit], 100000 + n};
}

static inline void take_outputs(struct bench *b)
{
    const struct sc_out *out = &b->out;
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        if (b->in.wb[u].valid && (out->wb_ready >> u & 1))
            b->result[b->in.wb[u].iid].valid = false;
    take_dispatch(b);
    if (out->end_valid)
        b->ended = b->cycle;
    if (!out->issue_valid)
        return;
    unsigned w = out->issue_warp, n = b->issued[w]++;
    b->flight[out->issue_iid] = n;
    b->issue[w][n] = b->cycle;
    if (b->order_count + 1 < CYCLES)
        b->order[b->order_count++] = (char)('0' + w);
}

static inline void step(struct bench *b, unsigned warps)
{
    b->in.launch_valid = b->cycle < warps;
    b->in.launch_warp = (uint8_t)b->cycle;
    b->in.launch_row = (uint16_t)(b->cycle * 32);
    b->in.unit_ready = 0xff & ~((b->ldst_free > b->cycle ? 1u : 0u) << UNIT_LDST);
    if (b->in.launch_valid)
        for (unsigned r = 0; r < 64; r++) {
            unsigned banks = (unsigned)b->cfg.banks, w = (unsigned)b->cycle;
            uint32_t *row = model_row(b->model, (r + w) % banks, w * 32 + r / banks);
            for (unsigned l = 0; l < LANES; l++)
                row[l] = 1000 * w + r;
        }
    drive_decode(b, warps);
    drive_results(b);
    model_eval(b->model, &b->in, &b->out);
    take_outputs(b);
    model_edge(b->model);
    b->cycle++;
}

/* All warps run the same program, warp `warps` - 1 the youngest. */
static inline void run(struct bench *b, unsigned warps, const struct op *program, unsigned length)
{
    assert_true(length <= MOST && warps <= WARPS_USED);
    b->length = length;
    for (unsigned w = 0; w < warps; w++)
        b->program[w] = program;
    for (unsigned c = 0; c < CYCLES; c++)
        step(b, warps);
    for (unsigned w = 0; w < warps; w++)
        if (b->issued[w] != length)
            fail_msg("warp %u has issued %u of %u instructions", w, b->issued[w], length);
}

#define RUN(b, warps, program) run(b, warps, program, sizeof(program) / sizeof *(program))
#define AMPERE "modern.fp32_interval=1 unit.fp32.interval=1"

#endif
