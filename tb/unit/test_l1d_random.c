/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random accesses to the coalescer and the L1 data cache of the golden model against a sequential oracle (docs/sm.md,
 * 5.5): a flat memory to which accesses are applied whole, in the order in which they are taken. Behind the cache is a
 * memory that applies requests in order and answers late, and in any order. Every word of every response must be the
 * oracle's; when all has drained, so must every line of cache and memory. A second SM, which now and then gets the
 * registers of the first one as bits, must agree with it in every register and output. Likewise with CCWS, and with
 * statPCAL, where loads go past the cache (docs/schedulers.md); warps are launched, and wait at barriers. With CIAO,
 * where lines go over to shared memory (docs/ciao.md), warps issue, end and are launched again, too.
 *
 * SEED=n runs one seed only.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/bits.h"
#include "configs/config.h"
#include "cmodel/sm/sm.h"

enum { GLOBAL_LINES = 20, LINES = 32, ANSWERS = 64, IDS = 6, CYCLES = 2500, DRAIN = 4000, SEEDS = 120,
       ID_STEP = 41 };

struct words { uint32_t word[MAX_LINE_WORDS]; };

/* An access from its acceptance until its last element is answered, or of operation 3 applied. */
struct record {
    bool     busy;
    struct mem_access access;
    uint32_t left;                      /* elements to be answered, or applied */
    uint32_t expected[MAX_LANES];
};

struct answer { uint64_t ready; uint8_t mshr; struct mem_line line; };

struct flow {
    struct config cfg;
    struct sm *sm, *twin;
    bool     twin_runs;
    struct sm_in in;
    struct sm_out out, twin_out;
    uint64_t cycle, random;
    unsigned seed, lanes, words, line_w, latency, busy_ports, spread, mortality;
    bool     offering;
    struct words flat[LINES], behind[LINES];
    struct record record[MAX_SUBCORES][IDS];
    struct answer answer[ANSWERS];
    unsigned answers;
    int      coming;                    /* answer that is offered, or -1 */
    uint64_t answered, applied;
    struct { bool live, last; unsigned waiting; } warp[MAX_SUBCORES][MAX_WARPS];    /* with CIAO; waiting to issue */
    char     settings[640];
};

__attribute__((format(printf, 2, 3)))
static _Noreturn void wrong(const struct flow *f, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fail_msg("seed %u, cycle %" PRIu64 ": %s; SEED=%u runs it again, with %s", f->seed, f->cycle, text, f->seed,
             f->settings);
    abort();
}

static uint32_t next(struct flow *f)
{
    f->random = f->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(f->random >> 33);
}

static unsigned below(struct flow *f, unsigned n)
{
    return next(f) % n;
}

/* --- addresses: a few lines, spread over the address space -------------------------------------------------------- */

static uint64_t line_number(const struct flow *f, unsigned i)
{
    return i | (uint64_t)(i & 3) << (f->line_w - 2);
}

static unsigned line_index(const struct flow *f, uint64_t line)
{
    unsigned i = (unsigned)(line & low_bits(f->line_w - 2));
    if (i >= LINES || line_number(f, i) != line)
        wrong(f, "line 0x%" PRIx64 " was never accessed", line);
    return i;
}

static uint32_t *word_at(const struct flow *f, struct words *memory, uint64_t addr)
{
    return &memory[line_index(f, addr / f->words)].word[addr % f->words];
}

/* --- what accesses do --------------------------------------------------------------------------------------------- */

static uint32_t merge(uint32_t old, uint32_t value, unsigned be)
{
    uint32_t mask = 0;
    for (unsigned b = 0; b < 4; b++)
        mask |= (be >> b & 1 ? UINT32_C(0xff) : 0) << 8 * b;
    return (old & ~mask) | (value & mask);
}

/* The atomic of this test: old * 3 + operand, in the bytes that take part. */
static uint32_t update(uint32_t old, uint32_t operand, unsigned be)
{
    return merge(old, old * 3 + merge(0, operand, be), be);
}

static void apply_whole(struct flow *f, struct record *r)
{
    const struct mem_access *m = &r->access;
    for (unsigned e = 0; e < f->lanes; e++) {
        if (!(m->mask >> e & 1))
            continue;
        uint32_t *to = word_at(f, f->flat, m->addr[e]);
        r->expected[e] = *to;
        if (m->op == MEM_STORE)
            *to = merge(*to, m->data[e], m->be[e]);
        else if (m->op != MEM_LOAD)
            *to = update(*to, m->data[e], m->be[e]);
    }
}

static void make_elements(struct flow *f, struct mem_access *m, unsigned first, unsigned lines)
{
    unsigned base = below(f, lines), near = 1 + below(f, f->spread);
    bool whole = below(f, 2);
    m->mask = (next(f) | (below(f, 3) ? 0 : ~0u)) & (uint32_t)low_bits(f->lanes);
    if (!m->mask)
        m->mask = 1u << below(f, f->lanes);
    for (unsigned e = 0; e < f->lanes; e++) {
        unsigned line = first + (base + below(f, near)) % lines;
        m->addr[e] = line_number(f, line) * f->words + below(f, f->words);
        if (m->op == MEM_LOAD)
            continue;
        m->be[e] = whole ? 15 : (uint8_t)below(f, 16);
        m->data[e] = next(f) << 1 ^ next(f);
    }
}

/* Atomics stay away from lines that local stores write, and so do global stores that evict; with shared memory as a
 * cache all global accesses, as they do in fact. */
static struct mem_access make_access(struct flow *f, unsigned id)
{
    struct mem_access m = {.valid = true, .id = (uint8_t)(id * ID_STEP)};
    unsigned op = below(f, 20);
    m.op = op < 10 ? MEM_LOAD : op < 16 ? MEM_STORE : op < 18 ? MEM_ATOMIC : MEM_REDUCE;
    m.local = m.op < MEM_ATOMIC && below(f, 2);
    m.warp = (uint8_t)below(f, (unsigned)f->cfg.warps);
    bool stays = config_shares(&f->cfg) || (m.op == MEM_STORE && (m.local || f->cfg.l1d_write_hit == L1D_EVICT));
    bool anywhere = !stays && m.op < MEM_ATOMIC;
    if (anywhere)
        make_elements(f, &m, 0, LINES);
    else if (m.local)
        make_elements(f, &m, GLOBAL_LINES, LINES - GLOBAL_LINES);
    else
        make_elements(f, &m, 0, GLOBAL_LINES);
    return m;
}

static int free_id(const struct flow *f, unsigned s)
{
    for (int i = 0; i < IDS; i++)
        if (!f->record[s][i].busy)
            return i;
    return -1;
}

static struct record *record_of(struct flow *f, unsigned s, unsigned id)
{
    for (unsigned i = 0; i < IDS && s < (unsigned)f->cfg.sm_subcores; i++)
        if (f->record[s][i].busy && f->record[s][i].access.id == id)
            return &f->record[s][i];
    wrong(f, "access %u of sub-core %u is not under way", id, s);
}

static void offer(struct flow *f)
{
    for (unsigned s = 0; s < (unsigned)f->cfg.sm_subcores; s++) {
        int id = free_id(f, s);
        if (f->offering && !f->in.mem[s].valid && id >= 0 && below(f, 8) < f->busy_ports)
            f->in.mem[s] = make_access(f, (unsigned)id);
    }
}

static void take(struct flow *f)
{
    for (unsigned s = 0; s < (unsigned)f->cfg.sm_subcores; s++) {
        if (!(f->out.mem_ready >> s & 1))
            continue;
        if (!f->in.mem[s].valid || f->out.mem_ready & ~(1u << s))
            wrong(f, "mem_ready is 0x%x", f->out.mem_ready);
        struct record *r = &f->record[s][f->in.mem[s].id / ID_STEP];
        *r = (struct record){.busy = f->in.mem[s].op != MEM_STORE, .access = f->in.mem[s], .left = f->in.mem[s].mask};
        apply_whole(f, r);
        f->in.mem[s].valid = false;
    }
}

/* --- the memory behind -------------------------------------------------------------------------------------------- */

static struct mem_line atomic(struct flow *f, const struct sm_out *o, struct record *r)
{
    struct mem_line old = {0};
    struct words *line = &f->behind[line_index(f, o->req_line)];
    for (unsigned e = 0; e < f->words; e++) {
        const struct mem_access *m = &r->access;
        bool mine = e < f->lanes && (m->mask >> e & 1) && m->addr[e] / f->words == o->req_line;
        if (o->req_be[e] != (mine ? m->be[e] : 0) || o->req_data.word[e] != (mine ? merge(0, m->data[e], m->be[e]) : 0))
            wrong(f, "element %u of the atomic has be 0x%x and 0x%x", e, o->req_be[e], o->req_data.word[e]);
        if (!mine)
            continue;
        uint32_t *to = &line->word[m->addr[e] % f->words];
        old.word[e] = *to;
        *to = update(*to, m->data[e], m->be[e]);
        if (o->req_op == MEM_REDUCE)
            r->left &= ~(1u << e);
    }
    r->busy = r->left != 0;
    f->applied++;
    return old;
}

static void answer(struct flow *f, const struct mem_line *line)
{
    assert_true(f->answers < ANSWERS);
    f->answer[f->answers++] = (struct answer){f->cycle + 1 + below(f, f->latency), f->out.req_mshr, *line};
}

static void request(struct flow *f)
{
    const struct sm_out *o = &f->out;
    struct mem_line line = {0};
    if (!o->req_valid || !f->in.req_ready)
        return;
    if (o->req_op == MEM_FILL) {
        memcpy(line.word, f->behind[line_index(f, o->req_line)].word, 4 * f->words);
        answer(f, &line);
    } else if (o->req_op == MEM_WRITE) {
        uint32_t *to = f->behind[line_index(f, o->req_line)].word;
        for (unsigned w = 0; w < f->words; w++)
            to[w] = merge(to[w], o->req_data.word[w], o->req_be[w]);
    } else {
        line = atomic(f, o, record_of(f, o->req_sub, o->req_id));
        if (o->req_op == MEM_ATOMIC)
            answer(f, &line);
    }
}

/* Any answer that is ready may come first. */
static void choose_answer(struct flow *f)
{
    unsigned from = f->answers ? below(f, f->answers) : 0;
    for (unsigned i = 0; f->coming < 0 && i < f->answers; i++)
        if (f->answer[(from + i) % f->answers].ready <= f->cycle)
            f->coming = (int)((from + i) % f->answers);
    f->in.fill_valid = f->coming >= 0;
    if (f->coming >= 0) {
        f->in.fill_mshr = f->answer[f->coming].mshr;
        f->in.fill_data = f->answer[f->coming].line;
    }
}

static void response(struct flow *f)
{
    const struct sm_out *o = &f->out;
    if (!o->resp_valid)
        return;
    struct record *r = record_of(f, o->resp_sub, o->resp_id);
    if (!o->resp_mask || o->resp_mask & ~r->left)
        wrong(f, "response with mask 0x%x, of which 0x%x are left", o->resp_mask, r->left);
    for (unsigned e = 0; e < MAX_LANES; e++) {
        uint32_t expected = o->resp_mask >> e & 1 ? r->expected[e] : 0;
        if (o->resp_data[e] != expected)
            wrong(f, "element %u of access %u of sub-core %u is 0x%x, expected 0x%x", e, o->resp_id, o->resp_sub,
                 o->resp_data[e], expected);
    }
    r->left &= ~o->resp_mask;
    r->busy = r->left != 0;
    f->answered++;
}

/* --- the second SM ------------------------------------------------------------------------------------------------ */

static bool is_own(const struct model_register *r)
{
    return strncmp(r->name, "top.g_sub", strlen("top.g_sub")) != 0;
}

static void copy_to_twin(struct flow *f)
{
    const struct model_register *list = sm_registers(f->sm);
    for (uint32_t i = 0; i < sm_register_count(f->sm); i++)
        if (is_own(&list[i]))
            sm_load(f->twin, i, sm_image(f->sm) + list[i].offset);
    for (uint32_t row = 0; row < sm_lines(f->sm); row++)
        memcpy(sm_line(f->twin, row), sm_line(f->sm, row), 4 * f->words);
    for (uint32_t row = 0; row < sm_shared_rows(f->sm); row++)
        for (unsigned g = 0; g < 2; g++)
            memcpy(sm_shared_row(f->twin, g, row), sm_shared_row(f->sm, g, row), 4 * f->words);
    f->twin_runs = true;
}

static void compare_twins(struct flow *f)
{
    const struct model_register *list = sm_registers(f->sm);
    const uint8_t *a = sm_image(f->sm), *b = sm_image(f->twin);
    for (uint32_t i = 0; i < sm_register_count(f->sm); i++)
        if (is_own(&list[i]) && memcmp(a + list[i].offset, b + list[i].offset, (list[i].width + 31) / 32 * 4) != 0)
            wrong(f, "%s depends on more than the registers", list[i].name);
}

/* Its sub-cores have the same warps, and with CIAO they do the same from the beginning on. */
static void step_twin(struct flow *f)
{
    if (!f->twin_runs && !config_ciao(&f->cfg) && f->cycle >= (unsigned)f->cfg.warps)
        return;
    sm_eval(f->twin, &f->in, &f->twin_out);
    if (memcmp(f->out.resp_data, f->twin_out.resp_data, sizeof f->out.resp_data) != 0 ||
        memcmp(&f->out.req_data, &f->twin_out.req_data, sizeof f->out.req_data) != 0 ||
        f->out.mem_ready != f->twin_out.mem_ready || f->out.idle != f->twin_out.idle)
        wrong(f, "outputs depend on more than the registers");
    sm_edge(f->twin);
}

/* --- warps -------------------------------------------------------------------------------------------------------- */

/* In the first cycles all warps are launched, in both SMs. Barriers change now and then. */
static void drive_warps(struct flow *f)
{
    unsigned warps = (unsigned)f->cfg.warps;
    for (unsigned s = 0; s < (unsigned)f->cfg.sm_subcores; s++) {
        struct sc_in *in = &f->in.sub[s];
        in->launch_valid = f->cycle < warps;
        in->launch_warp = (uint8_t)(f->cycle < warps ? (f->cycle + s) % warps : 0);
        in->launch_row = (uint16_t)(in->launch_warp * (unsigned)(f->cfg.rows / f->cfg.warps));
        if (below(f, 50) == 0)
            in->barrier = (uint64_t)next(f) & next(f);
    }
}

/* With CIAO warps come and go, and issue what has no operands and no results, but not all the time. */
static void drive_ciao(struct flow *f)
{
    for (unsigned s = 0; s < (unsigned)f->cfg.sm_subcores; s++) {
        struct sc_in *in = &f->in.sub[s];
        unsigned w = below(f, (unsigned)f->cfg.warps);
        bool live = f->warp[s][w].live, room = f->warp[s][w].waiting < (unsigned)f->cfg.ib_depth;
        in->launch_valid = !live && below(f, 4) == 0;
        in->launch_warp = in->launch_valid ? (uint8_t)w : 0;
        in->launch_row = (uint16_t)(in->launch_warp * (unsigned)(f->cfg.rows / f->cfg.warps));
        in->unit_ready = 0xff;
        in->dec_valid = live && !f->warp[s][w].last && room && f->cycle % 256 < 192;
        in->dec_warp = in->dec_valid ? (uint8_t)w : 0;
        in->dec = (struct decoded){.mask = in->dec_valid, .last = in->dec_valid && below(f, f->mortality) == 0};
        if (below(f, 30) == 0)
            f->in.awaited[s] = below(f, 3) ? 0 : (uint64_t)next(f) & next(f) & low_bits((unsigned)f->cfg.warps);
    }
}

static void step_ciao(struct flow *f)
{
    for (unsigned s = 0; s < (unsigned)f->cfg.sm_subcores && config_ciao(&f->cfg); s++) {
        const struct sc_in *in = &f->in.sub[s];
        const struct sc_out *out = &f->out.sub[s];
        if (out->issue_valid)
            f->warp[s][out->issue_warp].waiting--;
        if (out->end_valid)
            f->warp[s][out->end_warp].live = false;
        if (in->dec_valid) {
            f->warp[s][in->dec_warp].waiting++;
            f->warp[s][in->dec_warp].last = in->dec.last;
        }
        if (in->launch_valid) {
            f->warp[s][in->launch_warp].live = true;
            f->warp[s][in->launch_warp].last = false;
        }
    }
}

/* A VTA hit has one that interferes. */
static void check_interference(const struct flow *f)
{
    unsigned warps = (unsigned)(f->cfg.warps * f->cfg.sm_subcores);
    const struct l1d_counts *n = sm_l1d_counts(f->sm);
    uint64_t sum = 0;
    for (unsigned i = 0; i < warps; i++)
        for (unsigned j = 0; j < warps; j++)
            sum += sm_interference(f->sm, i, j);
    assert_int_equal(sum, n->vta_hits);
    assert_true(n->vta_hits <= n->evictions + n->shared_evictions && n->dirty_victims <= n->evictions);
    assert_true(n->load_bypasses == 0 || f->cfg.throttle == THROTTLE_STATPCAL);
    assert_true(n->load_bypasses > 0 || f->cfg.throttle != THROTTLE_STATPCAL || f->cfg.limit >= f->cfg.warps);
}

/* --- a run -------------------------------------------------------------------------------------------------------- */

static void step(struct flow *f)
{
    if (config_ciao(&f->cfg))
        drive_ciao(f);
    else
        drive_warps(f);
    offer(f);
    choose_answer(f);
    f->in.req_ready = below(f, 4) < 3;
    sm_eval(f->sm, &f->in, &f->out);
    take(f);
    response(f);
    request(f);
    if (f->in.fill_valid && f->out.fill_ready) {
        f->answer[f->coming] = f->answer[--f->answers];
        f->coming = -1;
    }
    struct sm_in *in = &f->in;
    for (unsigned s = 0; s < MAX_SUBCORES; s++)     /* those taken were valid when they were */
        in->mem[s].valid |= f->out.mem_ready >> s & 1;
    step_twin(f);
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        in->mem[s].valid &= ~(f->out.mem_ready >> s) & 1;
    sm_edge(f->sm);
    step_ciao(f);
    f->cycle++;
    if (f->twin_runs)
        compare_twins(f);
    if (sm_violation(f->sm))
        wrong(f, "the model reports: %s", sm_violation(f->sm));
}

static void drain(struct flow *f)
{
    f->offering = false;
    for (unsigned i = 0; i < DRAIN; i++) {
        bool wait = f->answers > 0;
        for (unsigned s = 0; s < MAX_SUBCORES; s++)
            wait |= f->in.mem[s].valid;
        step(f);
        if (!wait && f->out.idle)
            break;
    }
    if (!f->out.idle || f->answers)
        wrong(f, "it does not drain");
    for (unsigned s = 0; s < MAX_SUBCORES; s++)
        for (unsigned i = 0; i < IDS; i++)
            if (f->record[s][i].busy)
                wrong(f, "access %u of sub-core %u was not answered", f->record[s][i].access.id, s);
}

static const uint64_t *register_bits(const struct flow *f, const char *name)
{
    const struct model_register *list = sm_registers(f->sm);
    uint32_t i = 0;
    while (strcmp(list[i].name, name) != 0)
        i++;
    return (const uint64_t *)(const void *)(sm_image(f->sm) + list[i].offset);
}

static uint64_t register_value(const struct flow *f, const char *name)
{
    return *register_bits(f, name);
}

/* The parity of bit i, of bit i + bits, and so on, as bit i. */
static uint64_t folded(uint64_t number, unsigned bits)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < 64; i++)
        all ^= (number >> i & 1) << i % bits;
    return all;
}

/* A line in shared memory: its tag is where docs/ciao.md, 7.6, says, and its words are the oracle's. */
static void compare_shared_line(const struct flow *f, unsigned group, unsigned r, uint64_t line)
{
    unsigned i = line_index(f, line), mask = (unsigned)register_value(f, "top.u_shared.u_smmt.mask_q");
    uint32_t row = (uint32_t)register_value(f, "top.u_shared.u_smmt.data_offset_q") + r;
    uint64_t place = line;
    if (f->cfg.shared_hash == SHARED_HASH_XOR)
        place = folded(line, 1 + (unsigned)config_log2(f->cfg.shared_rows));
    if ((place & 1) != group || (place >> 1 & mask) != r)
        wrong(f, "line %u is in group %u, row %u", i, group, r);
    if (memcmp(sm_shared_row(f->sm, group, row), f->flat[i].word, 4 * f->words) != 0)
        wrong(f, "line %u in shared memory is not the oracle's", i);
}

static void compare_shared(const struct flow *f)
{
    if (!config_shares(&f->cfg) || !register_value(f, "top.u_shared.u_smmt.on_q"))
        return;
    unsigned tw = (unsigned)config_tag_bits(&f->cfg), tr = 32 * f->words / tw;
    unsigned mask = (unsigned)register_value(f, "top.u_shared.u_smmt.mask_q");
    unsigned first = (unsigned)register_value(f, "top.u_shared.u_smmt.tag_offset_q");
    for (unsigned at = 0; at < 2 * (mask + 1); at++) {
        uint64_t tags[MAX_LINE_WORDS / 2 + 1] = {0};
        unsigned group = at % 2, r = at / 2;
        memcpy(tags, sm_shared_row(f->sm, !group, first + r / tr), 4 * f->words);
        uint64_t tag = get(tags, r % tr * tw, tw);
        if (tag >> (tw - 1))
            compare_shared_line(f, group, r, tag & low_bits(f->line_w));
    }
}

/* Every line, wherever it is, has the oracle's words; only dirty ones may differ from the memory behind. */
static void compare_memory(const struct flow *f)
{
    const uint64_t *valid = register_bits(f, "top.u_l1d.valid_q"), *dirty = register_bits(f, "top.u_l1d.dirty_q");
    const uint64_t *tag = register_bits(f, "top.u_l1d.tag_q");
    bool in_cache[LINES] = {false};
    for (uint32_t row = 0; row < sm_lines(f->sm); row++) {
        if (!bit_get(valid, row))
            continue;
        unsigned i = line_index(f, get(tag, row * f->line_w, f->line_w));
        if (memcmp(sm_line(f->sm, row), f->flat[i].word, 4 * f->words) != 0)
            wrong(f, "line %u in the cache is not the oracle's", i);
        in_cache[i] = bit_get(dirty, row);
    }
    for (unsigned i = 0; i < LINES; i++)
        if (!in_cache[i] && memcmp(&f->behind[i], &f->flat[i], sizeof f->flat[i]) != 0)
            wrong(f, "line %u behind the cache is not the oracle's", i);
    compare_shared(f);
}

/* A kernel starts: dirty lines are lost. */
static void flush(struct flow *f)
{
    f->in.flush = true;
    f->in.shared_used = (uint16_t)(below(f, 4) ? below(f, 4) : below(f, (unsigned)f->cfg.shared_rows + 1));
    step(f);
    f->in.flush = false;
    memcpy(f->flat, f->behind, sizeof f->flat);
}

/* What is set last counts: shared memory as a cache needs two places for lines that come, and a line of a tag. */
static void add_ciao(struct flow *f, char *end, size_t room)
{
    static const char *const policies[] = {"ciao_t", "ciao_p", "ciao_c", "ciao_c"};
    snprintf(end, room, " throttle.policy=%s vta.tags=%u shared.rows=%u ciao.high_cutoff=%u ciao.low_cutoff=%u "
             "ciao.high_epoch=%u ciao.low_epoch=%u ciao.scan=%u ciao.patience=%u ciao.counter_bits=%u ciao.count=%s "
             "shared.hash=%s l1d.response_queue=%u%s", policies[below(f, 4)], 1 + below(f, 6), 2 + below(f, 16),
             1u << below(f, 12), 1u << below(f, 12), 4 + below(f, 20), 4 + below(f, 8), 1 + below(f, 4),
             2 + below(f, 60), 4 + below(f, 9), below(f, 2) ? "lanes" : "warps", below(f, 2) ? "xor" : "none",
             2 + below(f, 2), strstr(f->settings, "line_bytes=4 ") ? " l1d.line_bytes=8" : "");
}

/* Seeds take turns. */
static void add_policy(struct flow *f)
{
    size_t used = strlen(f->settings), room = sizeof f->settings - used;
    char *end = f->settings + used;
    if (f->seed % 4 == 3)
        add_ciao(f, end, room);
    else if (f->seed % 4 == 1)
        snprintf(end, room, " throttle.policy=ccws vta.tags=%u ccws.base=%u ccws.throttle=%u", 1 + below(f, 6),
                 1 + below(f, 200), 1 + below(f, 255));
    else if (f->seed % 4 == 2)
        snprintf(end, room, " throttle.policy=statpcal issue.limit=%u throttle.window=%u throttle.spare=%u",
                 1 + below(f, 4), 2 + below(f, 60), 1 + below(f, 30));
}

static void choose_settings(struct flow *f)
{
    static const unsigned widths[] = {1, 2, 4, 4, 8, 16, 32};
    unsigned lanes = widths[below(f, 7)], line = 4 * lanes, c = 1 + below(f, 4);
    while (line < 128 && below(f, 2))
        line *= 2;
    if (f->seed % 16 == 0) {
        snprintf(f->settings, sizeof f->settings, "sm.subcores=4 machine.subcores=4 l1d.write_hit=%s l1d.sets=8",
                 f->seed % 32 ? "evict" : "update");
        return;
    }
    snprintf(f->settings, sizeof f->settings, "sm.subcores=%u machine.subcores=%u subcore.lanes=%u l1d.line_bytes=%u "
             "l1d.sets=%u l1d.ways=%u l1d.mshrs=%u l1d.targets=%u l1d.write_queue=%u l1d.response_queue=%u "
             "l1d.hash=%s l1d.write_hit=%s l1d.address_bits=%u subcore.warps=4 rf.rows=256", c, c, lanes, line,
             1u << below(f, 4), 1 + below(f, 5), 1 + below(f, 6), 1 + below(f, 8), 1 + below(f, 4), 1 + below(f, 3),
             below(f, 2) ? "xor" : "none", below(f, 2) ? "evict" : "update", 16 + below(f, 33));
}

static void configure(struct flow *f)
{
    char copy[sizeof f->settings], error[CONFIG_ERROR], *rest = NULL;
    config_default(&f->cfg);
    memcpy(copy, f->settings, sizeof copy);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!config_set(&f->cfg, word, SENTENCE(error)))
            wrong(f, "%s", error);
    if (!config_check(&f->cfg, SENTENCE(error)))
        wrong(f, "%s", error);
}

static struct flow *start(unsigned seed)
{
    struct flow *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->seed = seed;
    f->random = seed * UINT64_C(0x9e3779b97f4a7c15);
    choose_settings(f);
    add_policy(f);
    configure(f);
    f->lanes = (unsigned)f->cfg.lanes;
    f->words = (unsigned)f->cfg.l1d_line / 4;
    f->line_w = (unsigned)f->cfg.l1d_address_bits - (unsigned)__builtin_ctz((unsigned)f->cfg.l1d_line);
    f->latency = 1 + below(f, 60);
    f->busy_ports = 1 + below(f, 8);
    f->spread = 1 + below(f, 6);
    f->mortality = 20u << below(f, 9);
    f->coming = -1;
    f->sm = sm_create(&f->cfg, false);
    f->twin = sm_create(&f->cfg, false);
    assert_non_null(f->sm);
    assert_non_null(f->twin);
    for (unsigned i = 0; i < LINES; i++)
        for (unsigned w = 0; w < f->words; w++)
            f->flat[i].word[w] = f->behind[i].word[w] = next(f);
    return f;
}

/* Of all seeds. */
static uint64_t all_counts[13];

static void add_counts(const struct l1d_counts *n, const struct ciao_counts *c)
{
    const uint64_t counts[] = {
        n->shared_load_hits, n->shared_load_misses, n->shared_load_waits, n->shared_migrations, n->shared_evictions,
        n->shared_probes, c->isolations, c->stalls, c->reactivations, c->returns, c->rescues, c->barrier_releases,
        c->trigger_releases
    };
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        all_counts[i] += counts[i];
}

static void run(unsigned seed)
{
    struct flow *f = start(seed);
    print_message("seed %u: %s\n", seed, f->settings);
    if (config_ciao(&f->cfg))
        flush(f);       /* shared memory is no cache before */
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        f->offering = true;
        for (unsigned i = 0; i < CYCLES; i++) {
            if (i % 1000 == 500)
                copy_to_twin(f);
            step(f);
        }
        drain(f);
        compare_memory(f);
        flush(f);
    }
    const struct l1d_counts *n = sm_l1d_counts(f->sm);
    assert_true(f->answered > 50 && f->applied > 10 && n->accesses > 100 && n->lines >= n->accesses);
    assert_int_equal(n->lines, n->load_hits + n->load_waits + n->load_misses + n->load_bypasses + n->stores +
                     n->atomics + n->shared_load_hits + n->shared_load_misses + n->shared_load_waits);
    add_counts(n, sm_ciao_counts(f->sm));
    check_interference(f);
    sm_destroy(f->sm);
    sm_destroy(f->twin);
    free(f);
}

static void every_word_is_that_of_a_flat_memory__sm_5_4_and_5_5(void **state)
{
    (void)state;
    const char *only_seed = getenv("SEED");
    if (only_seed) {
        run((unsigned)strtoul(only_seed, NULL, 10));
        return;
    }
    for (unsigned seed = 1; seed <= SEEDS; seed++)
        run(seed);
    for (unsigned i = 0; i < sizeof all_counts / sizeof *all_counts; i++)
        if (all_counts[i] < 10)
            fail_msg("counter %u of docs/ciao.md, 7.8, is %u", i, (unsigned)all_counts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_is_that_of_a_flat_memory__sm_5_4_and_5_5)};
    return cmocka_run_group_tests_name("random accesses to the L1 data cache", tests, NULL, NULL);
}
