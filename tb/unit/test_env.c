/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unit tests of the environment: blocks and launch, front end, units, oracle. The device is a small ideal one without
 * collectors, queues or conflicts: it reads its operands from the rows in the cycle of dispatch and accepts every
 * result. Faults can be planted in it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/env/env.h"
#include "cmodel/env/function.h"

/* --- synthetic streams -------------------------------------------------------------------------------------------- */

/* Kernels with blocks that are made by a function from kernel and block number. */
struct plan {
    uint32_t kernels, blocks;
    struct kernel kernel;
    struct block *(*make)(const struct plan *, uint32_t kernel, uint32_t block);
    uint32_t warps, length;     /* for `make` */
    const struct insn *insns;
    uint32_t next_kernel, next_block;
};

static struct block *new_block(uint32_t index, uint32_t warps)
{
    struct block *b = calloc(1, sizeof *b);
    b->index = index;
    b->warp_count = warps;
    b->warps = calloc(warps ? warps : 1, sizeof *b->warps);
    for (uint32_t w = 0; w < warps; w++)
        b->warps[w].id = w;
    return b;
}

static void set_warp(struct warp *w, const struct insn *insns, uint32_t count)
{
    w->insn_count = count;
    w->insns = calloc(count, sizeof *insns);
    memcpy(w->insns, insns, count * sizeof *insns);
    w->insns[count - 1].last = true;
    for (uint32_t i = 0; i < count; i++)
        w->insns[i].last_uop = i + 1 == count || w->insns[i + 1].first_uop;
    w->address_count = 32 * count;
    w->addresses = calloc(w->address_count, sizeof *w->addresses);
    for (uint32_t i = 0; i < w->address_count; i++)
        w->addresses[i] = 0x10000 + 4u * i;
}

static int plan_kernel(struct stream *s, struct kernel *k)
{
    struct plan *p = s->state;
    if (p->next_kernel == p->kernels)
        return 0;
    *k = p->kernel;
    k->id = ++p->next_kernel;
    p->next_block = 0;
    return 1;
}

static int plan_block(struct stream *s, struct block **b)
{
    struct plan *p = s->state;
    if (p->next_block == p->blocks)
        return 0;
    *b = p->make(p, p->next_kernel - 1, p->next_block);
    p->next_block++;
    return 1;
}

static const char *plan_name(struct stream *s, uint32_t opcode)
{
    (void)s;
    (void)opcode;
    return "TEST";
}

static struct stream stream_of(struct plan *p)
{
    if (!p->kernel.name[0])
        strcpy(p->kernel.name, "test");
    if (!p->kernel.registers)
        p->kernel.registers = 16;
    p->next_kernel = p->next_block = 0;
    return (struct stream){.state = p, .next_kernel = plan_kernel, .next_block = plan_block,
                           .opcode_name = plan_name};
}

/* The same instructions for every warp. */
static struct block *make_fixed(const struct plan *p, uint32_t kernel, uint32_t block)
{
    struct block *b = new_block(block, p->warps);
    (void)kernel;
    for (uint32_t w = 0; w < p->warps; w++)
        set_warp(&b->warps[w], p->insns, p->length);
    return b;
}

static uint32_t random_number(uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % n;
}

static struct insn random_insn(uint64_t *seed, uint32_t i)
{
    static const uint32_t masks[] = {UINT32_MAX, 0, 0x0000ffff, 0x5, 0x80000001};
    struct insn n = {.pc = 16u * i, .opcode = random_number(seed, 9), .first_uop = random_number(seed, 8) > 0 || !i};
    n.mask = masks[random_number(seed, 5)];
    n.unit = (uint8_t)random_number(seed, UNIT_COUNT);
    n.src_valid = (uint8_t)(random_number(seed, 8));
    n.src_near = n.src_valid & 5;
    for (uint32_t s = 0; s < 3; s++)
        n.src[s] = n.src_valid >> s & 1 ? (uint8_t)random_number(seed, 16) : 0;
    n.dst_count = n.unit < RESULT_PORTS ? (uint8_t)random_number(seed, 5) : 0;
    n.dst_base = n.dst_count ? (uint8_t)random_number(seed, 13) : 0;
    n.dst_near = (uint8_t)random_number(seed, 16);
    if (n.unit == UNIT_LDST) {
        n.space = random_number(seed, 2) ? SPACE_GLOBAL : SPACE_SHARED;
        n.load = n.dst_count > 0;
        n.store = !n.load;
        n.width = 4;
        n.address = 32u * random_number(seed, 10);
    }
    n.branch = n.unit == UNIT_BRANCH && random_number(seed, 2);
    if (random_number(seed, 2)) {
        n.pred_read = (uint8_t)random_number(seed, 256);
        n.ureg_read = UINT64_C(1) << random_number(seed, 64);
    }
    if (random_number(seed, 2)) {
        n.upred_write = (uint8_t)(1u << random_number(seed, 8));
        n.pred_write = (uint8_t)(1u << random_number(seed, 8));
        n.ureg_write = UINT64_C(1) << random_number(seed, 64);
    }
    return n;
}

/* Random programs, with a barrier at the same place in each warp of a block. */
static struct block *make_random(const struct plan *p, uint32_t kernel, uint32_t block)
{
    struct insn insns[64];
    uint64_t seed = 977u * kernel + 31u * block + 1;
    uint32_t warps = 1 + random_number(&seed, p->warps);
    struct block *b = new_block(block, warps);
    for (uint32_t w = 0; w < warps; w++) {
        uint32_t length = 20 + random_number(&seed, 40);
        for (uint32_t i = 0; i < length; i++)
            insns[i] = random_insn(&seed, i);
        insns[10] = (struct insn){.pc = 160, .mask = UINT32_MAX, .unit = UNIT_BRANCH, .barrier = true,
                                  .first_uop = true};
        set_warp(&b->warps[w], insns, length);
    }
    return b;
}

/* --- the ideal device --------------------------------------------------------------------------------------------- */

enum fault {
    NO_FAULT, FLIP_OPERAND, STALE_ROW, NONZERO_SLOT, WRONG_PAYLOAD, WRONG_MASK, WRONG_WARP, NO_ISSUE, NO_DISPATCH,
    NO_ACCEPT, NO_END, EARLY_END, DISPATCH_TWICE, NOT_READY, IGNORE_TAGS, END_WITH_TAGS,
    WRONG_LOOK
};

struct slot {
    bool live, exiting;
    uint32_t row, count, waiting;       /* first row; decoded; in-flight number + 1 of what waits for dispatch */
    struct decoded ring[8];
    struct decoded current;
    uint8_t pending[256];
    uint64_t tags;
};

struct device {
    const struct config *cfg;
    enum fault fault;
    struct vreg rows[MAX_BANKS][512];
    struct slot slots[MAX_WARPS];
    bool used[MAX_INFLIGHT];
};

static void device_write(void *ctx, uint32_t bank, uint32_t row, const struct vreg *value)
{
    struct device *d = ctx;
    assert_true(bank < (uint32_t)d->cfg->banks && row < (uint32_t)d->cfg->rows);
    d->rows[bank][row] = *value;
}

static void device_read(void *ctx, uint32_t bank, uint32_t row, struct vreg *value)
{
    struct device *d = ctx;
    *value = d->rows[bank][row];
}

static struct vreg *device_row(struct device *d, uint32_t warp, uint32_t reg)
{
    uint32_t banks = (uint32_t)d->cfg->banks;
    return &d->rows[(reg + warp) % banks][d->slots[warp].row + reg / banks];
}

static bool is_pending(const struct slot *s, const struct decoded *n)
{
    for (uint32_t i = 0; i < MAX_SLOTS; i++)
        if ((n->src_valid >> i & 1) && s->pending[n->src_reg[i]])
            return true;
    for (uint32_t i = 0; i < n->dst_count; i++)
        if (s->pending[n->dst_base + i])
            return true;
    return false;
}

static void device_issue(struct device *d, struct sc_out *out)
{
    uint32_t iid = 0;
    while (d->used[iid])
        iid++;
    for (uint32_t w = 0; w < (uint32_t)d->cfg->warps; w++) {
        const struct slot *s = &d->slots[w];
        if (!s->live || !s->count || s->waiting || is_pending(s, &s->ring[0]) || iid >= (uint32_t)d->cfg->inflight)
            continue;
        if (((s->ring[0].tag_src | s->ring[0].tag_dst) & s->tags) && d->fault != IGNORE_TAGS)
            continue;
        out->issue_valid = d->fault != NO_ISSUE;
        out->issue_warp = (uint8_t)w;
        out->issue_iid = (uint8_t)iid;
        return;
    }
}

static void device_dispatch(struct device *d, const struct sc_in *in, struct sc_out *out)
{
    for (uint32_t w = 0; w < (uint32_t)d->cfg->warps && d->fault != NO_DISPATCH; w++) {
        const struct slot *s = &d->slots[w];
        const struct decoded *n = &s->current;
        if (!s->waiting || (!(in->unit_ready >> n->unit & 1) && d->fault != NOT_READY))
            continue;
        out->disp_valid = true;
        out->disp_unit = n->unit;
        out->disp_warp = (uint8_t)w;
        out->disp_iid = (uint8_t)(s->waiting - 1);
        out->disp_dst_count = n->dst_count;
        out->disp_dst_base = n->dst_base;
        out->disp_dst_near = n->dst_near;
        out->disp_dst_look = n->dst_look;
        out->disp_mask = n->mask;
        memcpy(out->disp_payload, n->payload, sizeof n->payload);
        for (uint32_t i = 0; i < MAX_SLOTS; i++)
            if (n->src_valid >> i & 1)
                out->disp_operand[i] = *device_row(d, w, n->src_reg[i]);
        return;
    }
}

static void device_end(struct device *d, struct sc_out *out)
{
    for (uint32_t w = 0; w < (uint32_t)d->cfg->warps && d->fault != NO_END; w++) {
        const struct slot *s = &d->slots[w];
        bool busy = s->waiting || (s->tags && d->fault != END_WITH_TAGS);
        for (uint32_t r = 0; r < 256; r++)
            busy |= s->pending[r];
        if (!s->live || !s->exiting || (busy && d->fault != EARLY_END))
            continue;
        out->end_valid = true;
        out->end_warp = (uint8_t)w;
        return;
    }
}

static void plant(const struct device *d, struct sc_out *out)
{
    if (!out->disp_valid)
        return;
    switch (d->fault) {
    case FLIP_OPERAND: out->disp_operand[0].lane[d->cfg->lanes - 1] ^= 4; break;
    case NONZERO_SLOT: out->disp_operand[d->cfg->slots - 1].lane[0] = 1; break;
    case WRONG_PAYLOAD: out->disp_payload[0] ^= 1; break;
    case WRONG_MASK: out->disp_mask ^= 1; break;
    case WRONG_LOOK: out->disp_dst_look ^= 2; break;
    case WRONG_WARP: out->disp_warp ^= 1; break;
    default: break;
    }
}

static void device_eval(struct device *d, const struct sc_in *in, struct sc_out *out)
{
    memset(out, 0, sizeof *out);
    out->wb_ready = d->fault == NO_ACCEPT ? 0 : (1u << RESULT_PORTS) - 1;
    device_issue(d, out);
    device_dispatch(d, in, out);
    device_end(d, out);
    plant(d, out);
}

static void edge_result(struct device *d, const struct result *r)
{
    struct slot *s = &d->slots[r->warp];
    assert_true(s->pending[r->reg] && d->used[r->iid]);
    s->pending[r->reg] = 0;
    for (uint32_t l = 0; l < MAX_LANES && d->fault != STALE_ROW; l++)
        if (r->mask >> l & 1)
            device_row(d, r->warp, r->reg)->lane[l] = r->data.lane[l];
    if (r->last)
        d->used[r->iid] = false;
}

static void edge_issue(struct device *d, uint32_t warp, uint32_t iid)
{
    struct slot *s = &d->slots[warp];
    s->current = s->ring[0];
    memmove(s->ring, s->ring + 1, sizeof s->ring - sizeof s->ring[0]);
    s->count--;
    s->waiting = iid + 1;
    s->exiting = s->current.last;
    d->used[iid] = true;
    for (uint32_t i = 0; i < s->current.dst_count; i++)
        s->pending[s->current.dst_base + i] = 1;
    s->tags |= s->current.tag_dst;
}

static void device_edge(struct device *d, const struct sc_in *in, const struct sc_out *out)
{
    for (uint32_t p = 0; p < RESULT_PORTS && d->fault != NO_ACCEPT; p++)
        if (in->wb[p].valid)
            edge_result(d, &in->wb[p]);
    if (out->disp_valid && d->fault != DISPATCH_TWICE) {
        struct slot *s = &d->slots[out->disp_warp];
        if (s->current.dst_count == 0)
            d->used[s->waiting - 1] = false;
        s->waiting = 0;
    }
    if (in->tag_valid) {
        struct slot *s = &d->slots[in->tag_warp];
        assert_true(d->fault == END_WITH_TAGS || d->fault == IGNORE_TAGS || (s->tags & in->tag_mask) == in->tag_mask);
        s->tags &= ~in->tag_mask;
    }
    if (out->issue_valid)
        edge_issue(d, out->issue_warp, out->issue_iid);
    if (out->end_valid)
        d->slots[out->end_warp].live = d->slots[out->end_warp].exiting = false;
    if (in->dec_valid) {
        struct slot *s = &d->slots[in->dec_warp];
        assert_true(s->live && s->count < (uint32_t)d->cfg->ib_depth);
        s->ring[s->count++] = in->dec;
    }
    if (in->launch_valid) {
        assert_false(d->slots[in->launch_warp].live);
        memset(&d->slots[in->launch_warp], 0, sizeof d->slots[0]);
        d->slots[in->launch_warp].live = true;
        d->slots[in->launch_warp].row = in->launch_row;
    }
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

struct bench {
    struct config cfg;
    struct device *device;
    struct stream stream;
    struct env *env;
    struct sc_in in;
    struct sc_out out;
    enum env_status status;
    uint64_t launched, decoded;
    uint32_t most_live;
};

static void begin(struct bench *b, struct plan *p, const struct config *cfg, uint32_t sm, uint32_t subcore, bool values)
{
    memset(b, 0, sizeof *b);
    b->cfg = *cfg;
    b->device = calloc(1, sizeof *b->device);
    b->device->cfg = &b->cfg;
    b->stream = stream_of(p);
    struct env_options opt = {.sm = sm, .subcore = subcore, .values = values, .write_row = device_write,
                              .write_row_ctx = b->device, .read_row = device_read, .read_row_ctx = b->device,
                              .idle_limit = 5000};
    b->env = env_create(&b->cfg, &b->stream, &opt);
    assert_non_null(b->env);
    b->status = env_state(b->env);
}

static void finish(struct bench *b)
{
    env_destroy(b->env);
    free(b->device);
}

static bool all_zero(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* What the boundary promises of the inputs. */
static void check_inputs(struct bench *b)
{
    struct sc_in again;
    const struct sc_in *in = &b->in;
    memcpy(&again, in, sizeof again);
    env_drive(b->env, &b->in);
    assert_memory_equal(&again, in, sizeof again);
    assert_true(in->launch_valid || (in->launch_warp == 0 && in->launch_row == 0));
    assert_true(in->dec_valid || (in->dec_warp == 0 && all_zero(&in->dec, sizeof in->dec)));
    if (in->tag_valid)
        assert_true(in->tag_mask != 0 && (b->cfg.tags == 64 || in->tag_mask >> b->cfg.tags == 0));
    else
        assert_true(in->tag_warp == 0 && in->tag_mask == 0);
    for (int p = 0; p < RESULT_PORTS; p++)
        assert_true(in->wb[p].valid || all_zero(&in->wb[p], sizeof in->wb[p]));
}

/* One cycle up to the clock edge, which comes first in the next call. */
static enum env_status cycle(struct bench *b)
{
    env_drive(b->env, &b->in);
    check_inputs(b);
    device_eval(b->device, &b->in, &b->out);
    b->status = env_step(b->env, &b->in, &b->out);
    if (b->status == ENV_RUNNING || b->status == ENV_DONE)
        device_edge(b->device, &b->in, &b->out);
    uint32_t live = 0;
    for (int w = 0; w < b->cfg.warps; w++)
        live += b->device->slots[w].live;
    b->most_live = live > b->most_live ? live : b->most_live;
    b->launched += b->in.launch_valid;
    b->decoded += b->in.dec_valid;
    return b->status;
}

static void run_to_end(struct bench *b)
{
    for (int i = 0; i < 1000000 && b->status == ENV_RUNNING; i++)
        cycle(b);
    if (b->status == ENV_CHECK_FAILED || b->status == ENV_TIMEOUT)
        assert_true(env_message(b->env)[0]);
}

/* Cycles until `condition` of bench `b` holds, counting the cycle it holds in; cycle numbers start at 0. */
#define CYCLE_OF(b, condition) __extension__ ({ \
    uint64_t at_; \
    do { \
        at_ = env_cycles((b)->env); \
        assert_int_equal(cycle(b), ENV_RUNNING); \
    } while (!(condition)); \
    at_; })

static struct config defaults(void)
{
    struct config cfg;
    config_default(&cfg);
    return cfg;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void test_function(void **state)
{
    (void)state;
    struct vreg op[MAX_SLOTS] = {{{0}}}, a[MAX_DSTS], b[MAX_DSTS];
    struct insn insn = {.pc = 0x40, .opcode = 3, .src_valid = 3, .dst_count = 2, .mask = UINT32_MAX};
    function_results(a, &insn, op, NULL, 32);
    for (uint32_t l = 0; l < MAX_LANES; l++) {
        assert_int_not_equal(a[0].lane[l], 0);
        assert_int_not_equal(a[0].lane[l], a[1].lane[l]);
        assert_int_not_equal(a[0].lane[l], a[0].lane[(l + 1) % MAX_LANES]);
    }
    op[0].lane[5] = 1;
    function_results(b, &insn, op, NULL, 32);
    for (uint32_t l = 0; l < MAX_LANES; l++)
        assert_true((a[0].lane[l] != b[0].lane[l]) == (l == 5));
    op[0].lane[5] = 0;
    op[1].lane[5] = 1;
    function_results(a, &insn, op, NULL, 32);
    assert_int_not_equal(a[0].lane[5], b[0].lane[5]);   /* the slot counts */
    insn.pc = 0x50;
    function_results(b, &insn, op, NULL, 4);
    assert_int_not_equal(a[0].lane[0], b[0].lane[0]);
    for (uint32_t l = 4; l < MAX_LANES; l++)
        assert_int_equal(b[1].lane[l], 0);
}

static void test_load_value(void **state)
{
    (void)state;
    struct vreg op[MAX_SLOTS] = {{{0}}}, a[MAX_DSTS], b[MAX_DSTS];
    uint64_t addresses[4] = {0x100, 0x104, 0x100, 0x108};
    struct insn insn = {.pc = 0x40, .unit = UNIT_LDST, .space = SPACE_GLOBAL, .load = true, .src_valid = 1,
                        .dst_count = 1, .mask = 0x22};
    function_results(a, &insn, op, addresses, 32);
    op[0].lane[1] = 77;
    function_results(b, &insn, op, addresses, 32);
    assert_memory_equal(a, b, sizeof a[0]);
    insn.address = 2;   /* lane 1 reads 0x100 as before, lane 5 0x108 */
    function_results(b, &insn, op, addresses, 32);
    assert_int_equal(a[0].lane[1], b[0].lane[1]);
    assert_int_not_equal(a[0].lane[5], b[0].lane[5]);
}

static void test_payload(void **state)
{
    (void)state;
    uint32_t words[PAYLOAD_WORDS];
    struct insn insn = {.pc = 0x40};
    function_payload(words, 70, 1, 2, &insn);
    assert_true(words[0] && words[1] && words[2] < 64);
    assert_true(all_zero(words + 3, sizeof words - 3 * sizeof words[0]));
    function_payload(words, 1, 1, 2, &insn);
    assert_true(words[0] < 2 && words[1] == 0);
}

/* --- cycle numbers ------------------------------------------------------------------------------------------------ */

static const struct insn exit_insn = {.pc = 0x90, .unit = UNIT_BRANCH, .mask = UINT32_MAX, .first_uop = true};

/* Launch 0, decode 1, issue 2, dispatch 3; INT has latency 2 and interval 2. */
static void test_timeline(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_INT, .mask = UINT32_MAX, .src_valid = 1, .dst_count = 2, .dst_base = 4, .first_uop = true},
        exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 0, true);
    assert_int_equal(CYCLE_OF(&b, b.in.launch_valid), 0);
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), 1);
    assert_int_equal(CYCLE_OF(&b, b.out.issue_valid), 2);
    assert_true(b.in.dec_valid); /* the second instruction */
    assert_int_equal(CYCLE_OF(&b, b.out.disp_valid), 3);
    assert_true(b.in.unit_ready >> UNIT_INT & 1);
    cycle(&b);
    assert_false(b.in.unit_ready >> UNIT_INT & 1);
    assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_INT].valid), 5);
    assert_true(b.in.unit_ready >> UNIT_INT & 1);
    assert_true(b.in.wb[UNIT_INT].reg == 4 && !b.in.wb[UNIT_INT].last);
    assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_INT].valid), 6);
    assert_true(b.in.wb[UNIT_INT].reg == 5 && b.in.wb[UNIT_INT].last);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    assert_int_equal(env_instructions(b.env), 2);
    assert_int_equal(env_oracle_operands(b.env), 1);
    assert_int_equal(env_oracle_registers(b.env), 16);
    finish(&b);
}

static void test_branch(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_BRANCH, .mask = UINT32_MAX, .branch = true, .first_uop = true}, exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 0, true);
    uint64_t dispatch = CYCLE_OF(&b, b.out.disp_valid);
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), dispatch + 4 + 1);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* Warp 1 arrives at the barrier later than warp 0, because warp 0 goes first; it then has issued last. */
static void test_barrier(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_BRANCH, .mask = UINT32_MAX, .barrier = true, .first_uop = true}, exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 2, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    cfg.subcores = 1;
    begin(&b, &p, &cfg, 0, 0, true);
    assert_int_equal(CYCLE_OF(&b, b.out.disp_valid && b.out.disp_warp == 0), 3);
    uint64_t second = CYCLE_OF(&b, b.out.disp_valid);
    assert_int_equal(b.out.disp_warp, 1);
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), second + 4 + 1);
    assert_int_equal(b.in.dec_warp, 1);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* Without collectors a barrier goes to LDST, behind the memory instructions of its warp. Warps arrive the latency of
 * BRANCH behind its dispatch all the same, and memory has its own. */
static void test_barrier_on_ldst_takes_the_latency_of_branch(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_LDST, .mask = UINT32_MAX, .barrier = true, .first_uop = true}, exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 2, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    cfg.subcores = 1;
    cfg.kind = KIND_NONE;
    for (cfg.branch_latency = 2; cfg.branch_latency < 2 * cfg.l1_latency; cfg.branch_latency += 19) {
        begin(&b, &p, &cfg, 0, 0, true);
        CYCLE_OF(&b, b.out.disp_valid && b.out.disp_warp == 0);
        uint64_t last = CYCLE_OF(&b, b.out.disp_valid && b.out.disp_warp == 1);
        assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), last + (uint64_t)cfg.branch_latency + 1);
        run_to_end(&b);
        assert_int_equal(b.status, ENV_DONE);
        finish(&b);
    }
}

/* Two loads in one warp: a miss, then one from shared memory, which comes back first. */
static void test_load_order(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_LDST, .mask = UINT32_MAX, .space = SPACE_GLOBAL, .load = true, .width = 4, .dst_count = 1,
         .dst_base = 1, .first_uop = true},
        {.unit = UNIT_LDST, .mask = UINT32_MAX, .space = SPACE_SHARED, .load = true, .width = 4, .dst_count = 1,
         .dst_base = 2, .first_uop = true},
        exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 3, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 0, true);
    uint64_t first = CYCLE_OF(&b, b.out.disp_valid), second = CYCLE_OF(&b, b.out.disp_valid);
    assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_LDST].valid), second + 30);
    assert_int_equal(b.in.wb[UNIT_LDST].reg, 2);
    assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_LDST].valid), first + 322);
    assert_int_equal(b.in.wb[UNIT_LDST].reg, 1);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* P and UP are bits, UR share the tags from 14 on; PT, UPT and URZ have none. Dispatch 3, INT has latency 2. */
static void test_tags(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_INT, .pred_write = 0x81, .upred_write = 0x82, .ureg_write = UINT64_C(0x8000000000100000),
         .first_uop = true},
        {.unit = UNIT_INT, .mask = UINT32_MAX, .pred_read = 0xC0, .upred_read = 0x41, .ureg_read = UINT64_C(1) << 62,
         .first_uop = true},
        {.unit = UNIT_INT, .mask = UINT32_MAX, .upred_read = 0x2, .first_uop = true},
        exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 4, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 0, true);
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), 1);
    assert_true(b.in.dec.tag_src == 0 && b.in.dec.tag_dst == (1u << 0 | 1u << 8 | 1u << (14 + 20 % 18)));
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), 2);
    assert_true(b.in.dec.tag_dst == 0 && b.in.dec.tag_src == (1u << 6 | 1u << 7 | 1u << 13 | 1u << (14 + 62 % 18)));
    assert_int_equal(CYCLE_OF(&b, b.out.disp_valid), 3);
    assert_int_equal(CYCLE_OF(&b, b.in.tag_valid), 5);
    assert_true(b.in.tag_warp == 0 && b.in.tag_mask == (1u << 0 | 1u << 8 | 1u << 16));
    assert_int_equal(CYCLE_OF(&b, b.out.issue_valid && b.device->slots[0].current.tag_src == 0x100), 6);
    assert_false(b.in.tag_valid);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);

    cfg.tags = 0;
    begin(&b, &p, &cfg, 0, 0, true);
    while (cycle(&b) == ENV_RUNNING)
        assert_true(b.in.dec.tag_src == 0 && b.in.dec.tag_dst == 0 && !b.in.tag_valid);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* One record per cycle comes back, by (ready cycle, issue): a load that misses last, the uniform one after the SFU. */
static void test_tag_order(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_LDST, .mask = UINT32_MAX, .space = SPACE_GLOBAL, .load = true, .width = 4, .pred_write = 1,
         .first_uop = true},                                                                /* dispatched in 3 */
        {.unit = UNIT_SFU, .mask = UINT32_MAX, .pred_write = 2, .first_uop = true},         /* 5, ready in 26 */
        {.unit = UNIT_LDST, .mask = UINT32_MAX, .space = SPACE_SHARED, .store = true, .width = 4, .upred_write = 4,
         .first_uop = true},                                                                /* 7, ready in 27 */
        {.unit = UNIT_UNIFORM, .mask = UINT32_MAX, .ureg_write = 1, .first_uop = true},     /* 9, ready in 26 */
        {.unit = UNIT_INT, .mask = UINT32_MAX, .pred_read = 0x1, .first_uop = true},
        exit_insn,
    };
    static const struct { uint64_t cycle, mask; } returns[] = {
        {26, 1u << 1}, {27, 1u << 14}, {28, 1u << 9}, {3 + 322, 1u << 0}
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 6, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    cfg.uniform_latency = 17;
    cfg.shared_latency = 20;
    begin(&b, &p, &cfg, 0, 0, true);
    for (size_t i = 0; i < sizeof returns / sizeof *returns; i++) {
        assert_int_equal(CYCLE_OF(&b, b.in.tag_valid), returns[i].cycle);
        assert_true(b.in.tag_mask == returns[i].mask);
    }
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* Greedy, then oldest; the ring is two deep and its room is known one cycle late. */
static void test_decode_order(void **state)
{
    (void)state;
    static const int expected[] = {-1, 0, 0, 0, 1}; /* warp decoded in cycle 0, 1, ... */
    struct insn insns[8];
    for (int i = 0; i < 8; i++)
        insns[i] = (struct insn){.unit = UNIT_UNIFORM, .mask = UINT32_MAX, .first_uop = true};
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 2, .length = 8, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    cfg.subcores = 1;
    begin(&b, &p, &cfg, 0, 0, true);
    for (int i = 0; i < 5; i++) {
        cycle(&b);
        assert_int_equal(b.in.dec_valid ? b.in.dec_warp : -1, expected[i]);
    }
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    assert_int_equal(b.decoded, 16);
    finish(&b);
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Every warp runs in exactly one slice, and the oracle agrees, for various machines. */
static void test_random(void **state)
{
    (void)state;
    static const struct { int sms, subcores, warps, lanes, banks, kind; } machines[] = {
        {1, 1, 8, 32, 2, KIND_OCU}, {1, 4, 8, 32, 2, KIND_CCU}, {3, 2, 5, 7, 4, KIND_CCU}, {2, 3, 64, 1, 1, KIND_OCU},
        {1, 2, 6, 4, 16, KIND_CCU},
    };
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        uint64_t instructions = 0, launched = 0;
        struct config cfg = defaults();
        cfg.sms = machines[i].sms;
        cfg.subcores = machines[i].subcores;
        cfg.warps = machines[i].warps;
        cfg.lanes = machines[i].lanes;
        cfg.banks = machines[i].banks;
        cfg.kind = machines[i].kind;
        struct plan p = {.kernels = 3, .blocks = 12, .make = make_random, .warps = 5};
        for (int s = 0; s < cfg.sms * cfg.subcores; s++) {
            struct bench b;
            begin(&b, &p, &cfg, (uint32_t)(s / cfg.subcores), (uint32_t)(s % cfg.subcores), true);
            run_to_end(&b);
            assert_string_equal(env_message(b.env), "");
            assert_int_equal(b.status, ENV_DONE);
            instructions += env_instructions(b.env);
            launched += b.launched;
            finish(&b);
        }
        static uint64_t all_instructions, all_launched; /* the same work on every machine */
        if (i == 0) {
            all_instructions = instructions;
            all_launched = launched;
        }
        assert_int_equal(instructions, all_instructions);
        assert_int_equal(launched, all_launched);
    }
}

static void test_timing_only(void **state)
{
    (void)state;
    struct plan p = {.kernels = 2, .blocks = 6, .make = make_random, .warps = 4};
    struct config cfg = defaults();
    uint64_t cycles[2];
    for (int values = 0; values < 2; values++) {
        struct bench b;
        begin(&b, &p, &cfg, 0, 1, values);
        run_to_end(&b);
        assert_int_equal(b.status, ENV_DONE);
        cycles[values] = env_cycles(b.env);
        assert_true(values == (env_oracle_operands(b.env) > 0));
        finish(&b);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

static uint32_t most_live(struct plan *p, const struct config *cfg, uint32_t subcore)
{
    struct bench b;
    begin(&b, p, cfg, 0, subcore, true);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_DONE);
    uint32_t live = b.most_live;
    finish(&b);
    return live;
}

static void test_residency(void **state)
{
    (void)state;
    struct insn insns[24];
    for (int i = 0; i < 24; i++)
        insns[i] = (struct insn){.unit = UNIT_SFU, .mask = 1, .src_valid = 1, .dst_count = 1, .first_uop = true};
    struct plan p = {.kernels = 1, .blocks = 40, .make = make_fixed, .warps = 1, .length = 24, .insns = insns};
    struct config cfg = defaults();
    assert_int_equal(most_live(&p, &cfg, 0), 4);    /* 16 block slots, every fourth block is here */
    cfg.sm_blocks = 64;
    assert_int_equal(most_live(&p, &cfg, 0), 8);    /* warp slots */
    p.kernel.registers = 100;
    assert_int_equal(most_live(&p, &cfg, 0), 4);    /* 512 registers, 104 each */
    p.kernel.registers = 16;
    p.kernel.shared_bytes = 5000;
    assert_int_equal(most_live(&p, &cfg, 3), 3);    /* 13 blocks of 5000 bytes in 64 KiB: 3, 7, 11 are here */
    assert_int_equal(most_live(&p, &cfg, 0), 4);    /* 0, 4, 8, 12 */
    p.kernel.shared_bytes = 40000;
    assert_int_equal(most_live(&p, &cfg, 3), 1);    /* one at a time */
    p.kernel.shared_bytes = 0;
    p.warps = 6;                                    /* warps 0, 4 of block 0; 2 of block 1 (its warps 6 and 10) ... */
    p.blocks = 2;
    assert_int_equal(most_live(&p, &cfg, 0), 3);
    assert_int_equal(most_live(&p, &cfg, 3), 3);
}

static void expect_refused(struct plan *p, const struct config *cfg, const char *word)
{
    struct bench b;
    begin(&b, p, cfg, 0, 0, true);
    run_to_end(&b);
    assert_int_equal(b.status, ENV_INPUT_ERROR);
    assert_non_null(strstr(env_message(b.env), word));
    finish(&b);
}

static void test_refused(void **state)
{
    (void)state;
    struct insn insns[2] = {{.unit = UNIT_INT, .mask = 1, .dst_count = 1, .dst_base = 3, .first_uop = true},
                            exit_insn};
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 33, .length = 2, .insns = insns};
    struct config cfg = defaults();
    expect_refused(&p, &cfg, "subcore.warps");
    p.warps = 32;
    p.kernel.registers = 65;
    expect_refused(&p, &cfg, "rf.banks * rf.rows");
    p.kernel.registers = 64;
    p.kernel.shared_bytes = 64 * 1024 + 1;
    expect_refused(&p, &cfg, "machine.shared_kib");
    p.kernel.shared_bytes = 0;
    insns[0].dst_base = 64;
    expect_refused(&p, &cfg, "R64");
    insns[0].dst_base = 3;
    insns[0].unit = UNIT_BRANCH;
    expect_refused(&p, &cfg, "result port");
    insns[0].unit = UNIT_LDST;
    insns[0].load = true;
    insns[0].address = 1000;
    expect_refused(&p, &cfg, "addresses");
}

static void test_no_warp_here(void **state)
{
    (void)state;
    struct insn insns[1] = {exit_insn};
    struct plan p = {.kernels = 2, .blocks = 1, .make = make_fixed, .warps = 2, .length = 1, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 2, true);
    assert_int_equal(b.status, ENV_DONE);
    finish(&b);
}

/* --- faults ------------------------------------------------------------------------------------------------------- */

static void expect_caught(enum fault fault, enum env_status status, const char *word)
{
    struct plan p = {.kernels = 1, .blocks = 4, .make = make_random, .warps = 3};
    struct config cfg = defaults();
    struct bench b;
    cfg.subcores = 1;
    cfg.lanes = 8;
    begin(&b, &p, &cfg, 0, 0, true);
    b.device->fault = fault;
    run_to_end(&b);
    assert_int_equal(b.status, status);
    if (!strstr(env_message(b.env), word))
        fail_msg("'%s' is not in: %s", word, env_message(b.env));
    assert_true(env_culprit(b.env) >= 0);
    FILE *f = tmpfile();
    env_history(b.env, (uint32_t)env_culprit(b.env), 8, f);
    assert_true(ftell(f) > 0);
    fclose(f);
    finish(&b);
}

static void test_faults(void **state)
{
    (void)state;
    expect_caught(FLIP_OPERAND, ENV_CHECK_FAILED, "lane 7");
    expect_caught(STALE_ROW, ENV_CHECK_FAILED, "last written by instruction");
    expect_caught(NONZERO_SLOT, ENV_CHECK_FAILED, "is not used");
    expect_caught(WRONG_PAYLOAD, ENV_CHECK_FAILED, "payload");
    expect_caught(WRONG_MASK, ENV_CHECK_FAILED, "mask");
    expect_caught(WRONG_WARP, ENV_CHECK_FAILED, "warp slot");
    expect_caught(EARLY_END, ENV_CHECK_FAILED, "in flight");
    expect_caught(DISPATCH_TWICE, ENV_CHECK_FAILED, "dispatched");
    expect_caught(NOT_READY, ENV_CHECK_FAILED, "not ready");
    expect_caught(IGNORE_TAGS, ENV_CHECK_FAILED, "were pending");
    expect_caught(END_WITH_TAGS, ENV_CHECK_FAILED, "are pending");
    expect_caught(NO_ISSUE, ENV_TIMEOUT, "waits to be issued");
    expect_caught(NO_DISPATCH, ENV_TIMEOUT, "waits in a collector");
    expect_caught(NO_ACCEPT, ENV_TIMEOUT, "not accepted");
    expect_caught(NO_END, ENV_TIMEOUT, "does not end");
}

/* Positions modulo 8, reuse flags and look-ahead bits come as the record says, where there are ports for them. */
static void test_register_cache(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_INT, .mask = UINT32_MAX, .src_valid = 5, .src = {3, 0, 4}, .src_pos = {9, 0, 2}, .src_reuse = 4,
         .dst_count = 2, .dst_base = 4, .dst_look = 14, .first_uop = true},
        exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    cfg.rfc_enable = true;
    cfg.rfc_allocate = RFC_ALLOCATE_LOOK_AHEAD;
    for (int look = 1; look >= 0; look--) {
        begin(&b, &p, &cfg, 0, 0, true);
        assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), 1);
        assert_true(b.in.dec.src_pos[0] == 1 && b.in.dec.src_pos[1] == 0 && b.in.dec.src_pos[2] == 2);
        assert_true(b.in.dec.src_reuse == 4 && b.in.dec.dst_look == (look ? 2 : 0));
        assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_INT].valid), 5);
        assert_true(b.in.wb[UNIT_INT].reg == 4 && !b.in.wb[UNIT_INT].look);
        assert_int_equal(CYCLE_OF(&b, b.in.wb[UNIT_INT].valid), 6);
        assert_true(b.in.wb[UNIT_INT].reg == 5 && b.in.wb[UNIT_INT].look == look);
        run_to_end(&b);
        assert_int_equal(b.status, ENV_DONE);
        finish(&b);
        cfg.rfc_allocate = RFC_ALLOCATE_COMPILER_AIDED;
    }
    cfg.rfc_allocate = RFC_ALLOCATE_WRITE;
    begin(&b, &p, &cfg, 0, 0, true);
    assert_int_equal(CYCLE_OF(&b, b.in.dec_valid), 1);
    assert_true(b.in.dec.src_pos[0] == 0 && b.in.dec.src_pos[2] == 0 && b.in.dec.src_reuse == 0);
    finish(&b);

    cfg.rfc_allocate = RFC_ALLOCATE_LOOK_AHEAD;
    begin(&b, &p, &cfg, 0, 0, true);
    b.device->fault = WRONG_LOOK;
    run_to_end(&b);
    assert_int_equal(b.status, ENV_CHECK_FAILED);
    assert_non_null(strstr(env_message(b.env), "look-ahead bits"));
    finish(&b);
}

/* A register that nothing reads any more is wrong at the end of its warp. */
static void test_final_registers(void **state)
{
    (void)state;
    struct insn insns[] = {
        {.unit = UNIT_INT, .mask = UINT32_MAX, .dst_count = 1, .dst_base = 4, .first_uop = true}, exit_insn,
    };
    struct plan p = {.kernels = 1, .blocks = 1, .make = make_fixed, .warps = 1, .length = 2, .insns = insns};
    struct config cfg = defaults();
    struct bench b;
    begin(&b, &p, &cfg, 0, 0, true);
    b.device->fault = STALE_ROW;
    run_to_end(&b);
    assert_int_equal(b.status, ENV_CHECK_FAILED);
    assert_non_null(strstr(env_message(b.env), "R4, lane 0, is"));
    finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function), cmocka_unit_test(test_load_value), cmocka_unit_test(test_payload),
        cmocka_unit_test(test_timeline), cmocka_unit_test(test_branch), cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_barrier_on_ldst_takes_the_latency_of_branch),
        cmocka_unit_test(test_load_order), cmocka_unit_test(test_tags),
        cmocka_unit_test(test_tag_order), cmocka_unit_test(test_decode_order), cmocka_unit_test(test_random),
        cmocka_unit_test(test_timing_only), cmocka_unit_test(test_residency), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_warp_here), cmocka_unit_test(test_faults), cmocka_unit_test(test_final_registers),
        cmocka_unit_test(test_register_cache),
    };
    return cmocka_run_group_tests_name("env", tests, NULL, NULL);
}
