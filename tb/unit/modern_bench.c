/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"

static void set(struct config *cfg, const char *assignment)
{
    char error[512];
    if (!config_set(cfg, assignment, SENTENCE(error)))
        fail_msg("%s", error);
}

void begin(struct bench *b, const char *settings)
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

void finish(struct bench *b)
{
    const char *violation = model_violation(b->model);
    if (violation)
        fail_msg("%s", violation);
    model_destroy(b->model);
}

/* --- one cycle ---------------------------------------------------------------------------------------------------- */

static uint8_t counter(unsigned sb)
{
    return (uint8_t)(sb ? sb - 1 : NONE);
}

static uint8_t results_of(const struct op *op)
{
    return (uint8_t)(op->dst >= 0 ? 1 + op->more : 0);
}

static void drive_decode(struct bench *b, unsigned warps)
{
    b->in.dec_valid = false;
    for (unsigned w = warps; w-- > 0;) {
        unsigned n = b->decoded[w];
        if (b->cycle < warps || n == b->length || n - b->issued[w] >= (unsigned)b->cfg.ib_depth)
            continue;
        const struct op *op = &b->program[w][n];
        struct decoded d = {.unit = (uint8_t)op->unit, .dst_count = results_of(op),
                            .dst_base = (uint8_t)(op->dst >= 0 ? op->dst : 0), .last = n + 1 == b->length, .mask = 3,
                            .stall = (uint8_t)(op->stall == 0 ? 1 : op->stall % ZERO), .yield = op->yield,
                            .wait = (uint8_t)op->wait,
                            .write_bar = counter(op->write_bar), .read_bar = counter(op->read_bar),
                            .depbar = counter(op->depbar), .depbar_count = (uint8_t)op->depbar_count,
                            .src_reuse = (uint8_t)op->reuse, .tag_src = op->tag_src, .tag_dst = op->tag_dst};
        for (unsigned s = 0; s < 3; s++) {
            d.src_valid |= (uint8_t)((op->src[s] >= 0) << s);
            d.src_reg[s] = (uint8_t)(op->src[s] >= 0 ? op->src[s] : 0);
            d.src_pos[s] = (uint8_t)(op->src[s] >= 0 && !op->all_a ? s : 0);
        }
        b->in.dec_valid = true;
        b->in.dec_warp = (uint8_t)w;
        b->in.dec = d;
        b->decoded[w]++;
        return;
    }
}

static void drive_results(struct bench *b)
{
    memset(b->in.wb, 0, sizeof b->in.wb);
    for (unsigned i = 0; i < (unsigned)b->cfg.inflight; i++) {
        const struct pending *p = &b->result[i];
        if (!p->valid || p->cycle > b->cycle || b->in.wb[p->unit].valid)
            continue;
        b->in.wb[p->unit] = (struct result){.valid = true, .warp = (uint8_t)p->warp, .reg = (uint8_t)p->reg,
                                            .iid = (uint8_t)p->iid, .last = p->left == 0, .mask = 3,
                                            .data = {{p->value, p->value}}};
    }
}

/* The oldest tags that are due. */
static void drive_tags(struct bench *b)
{
    b->in.tag_valid = false;
    for (unsigned n = 0; n < WARPS_USED * MOST && !b->in.tag_valid; n++) {
        struct pending_tags *t = &b->tags[n / MOST][n % MOST];
        if (!t->mask || t->cycle > b->cycle)
            continue;
        b->in.tag_valid = true;
        b->in.tag_warp = (uint8_t)(n / MOST);
        b->in.tag_mask = t->mask;
        t->mask = 0;
    }
}

static void take_dispatch(struct bench *b)
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
                                                    out->disp_dst_count - 1u,
                                                    b->cycle + b->latency[out->disp_unit], 100000 + n};
    b->tags[w][n] = (struct pending_tags){b->program[w][n].tag_dst, b->cycle + TAG_LATENCY};
}

static void accept(struct pending *p)
{
    p->valid = p->left > 0;
    p->left--;
    p->reg++;
}

static void take_outputs(struct bench *b)
{
    const struct sc_out *out = &b->out;
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        if (b->in.wb[u].valid && (out->wb_ready >> u & 1))
            accept(&b->result[b->in.wb[u].iid]);
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

void step(struct bench *b, unsigned warps)
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
    drive_tags(b);
    model_eval(b->model, &b->in, &b->out);
    take_outputs(b);
    model_edge(b->model);
    b->cycle++;
}

void run(struct bench *b, unsigned warps, const struct op *program, unsigned length)
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

/* --- registers ---------------------------------------------------------------------------------------------------- */

uint64_t state_of(struct bench *b, const char *name, unsigned index, unsigned width)
{
    const uint8_t *image = model_image(b->model);
    for (uint32_t r = 0; r < model_register_count(b->model); r++) {
        const struct model_register *found = &model_registers(b->model)[r];
        if (strcmp(found->name + strlen("top."), name) == 0)
            return get((const uint64_t *)(const void *)(image + found->offset), index * width, width);
    }
    fail_msg("the model has no register %s", name);
    return 0;
}
