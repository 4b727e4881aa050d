/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's interface: creation, the list of registers (section 2), the image, and the clock. */
#include "model.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "model_internal.h"
#include "rf_bank.h"
#include "subcore.h"

enum { NAME_SIZE = 64, ALIGNMENT = 64 };

/* --- the list of registers ---------------------------------------------------------------------------------------- */

/* Registers are added twice: first counted only, then written. */
struct list {
    struct model *m;
    struct model_register *at;      /* NULL: count */
    char    *names;
    uint32_t count;
};

__attribute__((format(printf, 5, 6)))
static void add(struct list *l, const void *bits, unsigned width, bool reset, const char *format, ...)
{
    uint32_t i = l->count++;
    if (!l->at)
        return;
    va_list args;
    char *name = l->names + (size_t)i * NAME_SIZE;
    va_start(args, format);
    vsnprintf(name, NAME_SIZE, format, args);
    va_end(args);
    l->at[i] = (struct model_register){name, width, reset, (size_t)((const char *)bits - (const char *)&l->m->q)};
}

static void add_ibuffer(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct ibuffer_q *q = &l->m->q.ibuffer;
    unsigned ring = k->warps * k->depth;
    add(l, q->count, k->warps * k->count_w, true, "top.u_ibuffer.count_q");
    add(l, q->rptr, k->warps * k->depth_w, true, "top.u_ibuffer.rptr_q");
    add(l, q->unit, ring * 3, false, "top.u_ibuffer.unit_q");
    add(l, q->src_valid, ring * k->slots, false, "top.u_ibuffer.src_valid_q");
    add(l, q->src_reg, ring * k->slots * k->reg_w, false, "top.u_ibuffer.src_reg_q");
    if (k->near)
        add(l, q->src_near, ring * k->slots, false, "top.u_ibuffer.src_near_q");
    if (k->dist)
        add(l, q->src_dist, ring * k->slots * k->dist_w, false, "top.u_ibuffer.src_dist_q");
    add(l, q->dst_count, ring * 3, false, "top.u_ibuffer.dst_count_q");
    add(l, q->dst_base, ring * k->reg_w, false, "top.u_ibuffer.dst_base_q");
    if (k->dnear)
        add(l, q->dst_near, ring * MAX_DSTS, false, "top.u_ibuffer.dst_near_q");
    if (k->ddist)
        add(l, q->dst_dist, ring * MAX_DSTS * k->dist_w, false, "top.u_ibuffer.dst_dist_q");
    if (k->two) {
        add(l, q->far_memory, ring, false, "top.u_ibuffer.long_q");
        add(l, q->leave, ring, false, "top.u_ibuffer.leave_q");
    }
    if (k->tags) {
        add(l, q->tag_src, ring * k->tags, false, "top.u_ibuffer.tag_src_q");
        add(l, q->tag_dst, ring * k->tags, false, "top.u_ibuffer.tag_dst_q");
    }
    if (k->boc)
        add(l, q->first, ring, false, "top.u_ibuffer.first_q");
    if (k->hinted)
        add(l, q->hint, ring * 2, false, "top.u_ibuffer.hint_q");
    add(l, q->last, ring, false, "top.u_ibuffer.last_q");
    add(l, q->mask, ring * k->lanes, false, "top.u_ibuffer.mask_q");
    add(l, q->payload, ring * k->payload, false, "top.u_ibuffer.payload_q");
}

static void add_sthld(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct sthld_q *q = &l->m->q.sthld;
    add(l, &q->state, 3, true, "top.u_sthld.state_q");
    add(l, &q->sthld, k->sthld_w, true, "top.u_sthld.sthld_q");
    add(l, &q->clamped, 1, true, "top.u_sthld.clamped_q");
    add(l, &q->cycle, k->cycle_w, true, "top.u_sthld.cycle_q");
    add(l, &q->count, k->interval_w, true, "top.u_sthld.count_q");
    add(l, &q->prev, k->interval_w, true, "top.u_sthld.prev_q");
}

static void add_issue(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct registers *q = &l->m->q;
    add(l, q->pending, k->warps * k->registers, true, "top.u_scoreboard.pending_q");
    if (k->tags)
        add(l, q->tag, k->warps * k->tags, true, "top.u_scoreboard.tag_q");
    if (k->two) {
        add(l, q->far_memory, k->warps * k->registers, false, "top.u_scoreboard.long_q");
        add(l, &q->active, k->warps, true, "top.u_active.active_q");
    }
    add(l, q->inflight_row, k->inflight * k->inflight, true, "top.u_inflight.u_age.row_q");
    add(l, &q->issue.last_valid, 1, true, "top.u_issue.last_valid_q");
    add(l, &q->issue.last_warp, k->warp_w, false, "top.u_issue.last_warp_q");
    add(l, &q->issue.exiting, k->warps, true, "top.u_issue.exiting_q");
    if (k->wait)
        add(l, &q->issue.wait, k->sthld_w, true, "top.u_issue.wait_q");
    if (k->own)
        add_sthld(l);
    add(l, q->issue.row, k->warps * k->warps, true, "top.u_issue.u_age.row_q");
}

static void add_table(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct collector_q *q = &l->m->q.col[c];
    add(l, &q->own, 1, true, "top.g_col[%u].u_ccu.own_q", c);
    if (k->dnear)
        add(l, &q->dst_near, MAX_DSTS, false, "top.g_col[%u].u_ccu.dst_near_q", c);
    if (k->ddist)
        add(l, &q->dst_dist, MAX_DSTS * k->dist_w, false, "top.g_col[%u].u_ccu.dst_dist_q", c);
    add(l, &q->src_valid, k->slots, true, "top.g_col[%u].u_ccu.oct_valid_q", c);
    add(l, &q->src_ready, k->slots, true, "top.g_col[%u].u_ccu.oct_ready_q", c);
    add(l, &q->src_field, k->slots * k->entry_w, false, "top.g_col[%u].u_ccu.oct_index_q", c);
    add(l, &q->ct_valid, k->entries, true, "top.g_col[%u].u_ccu.ct_valid_q", c);
    add(l, &q->ct_lock, k->entries, true, "top.g_col[%u].u_ccu.ct_lock_q", c);
    if (k->near)
        add(l, &q->ct_near, k->entries, false, "top.g_col[%u].u_ccu.ct_near_q", c);
    if (k->dist)
        add(l, q->ct_dist, k->entries * k->dist_w, false, "top.g_col[%u].u_ccu.ct_dist_q", c);
    add(l, q->ct_tag, k->entries * k->reg_w, false, "top.g_col[%u].u_ccu.ct_tag_q", c);
    if (k->ranked)
        add(l, q->ct_lru, k->entries * k->entry_w, true, "top.g_col[%u].u_ccu.ct_lru_q", c);
    for (unsigned e = 0; e < k->entries; e++)
        add(l, &q->data[e], 32 * k->lanes, false, "top.g_col[%u].u_ccu.g_entry[%u].data_q", c, e);
}

static void add_slots(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct collector_q *q = &l->m->q.col[c];
    add(l, &q->src_valid, k->slots, true, "top.g_col[%u].u_ocu.src_valid_q", c);
    add(l, &q->src_ready, k->slots, true, "top.g_col[%u].u_ocu.src_ready_q", c);
    add(l, &q->src_field, k->slots * k->reg_w, false, "top.g_col[%u].u_ocu.src_reg_q", c);
    for (unsigned s = 0; s < k->slots; s++)
        add(l, &q->data[s], 32 * k->lanes, false, "top.g_col[%u].u_ocu.g_slot[%u].data_q", c, s);
}

static void add_boc(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct boc_q *q = &l->m->q.boc[c];
    add(l, &q->next, k->window_w, true, "top.g_col[%u].u_boc.next_q", c);
    add(l, &q->occupied, k->window, true, "top.g_col[%u].u_boc.occupied_q", c);
    add(l, q->iid, k->window * k->iid_w, false, "top.g_col[%u].u_boc.iid_q", c);
    add(l, q->unit, k->window * 3, false, "top.g_col[%u].u_boc.unit_q", c);
    add(l, q->mask, k->window * k->lanes, false, "top.g_col[%u].u_boc.mask_q", c);
    add(l, q->dst_count, k->window * 3, false, "top.g_col[%u].u_boc.dst_count_q", c);
    add(l, q->dst_base, k->window * k->reg_w, false, "top.g_col[%u].u_boc.dst_base_q", c);
    add(l, q->payload, k->window * k->payload, false, "top.g_col[%u].u_boc.payload_q", c);
    add(l, q->src_valid, k->window * k->slots, true, "top.g_col[%u].u_boc.src_valid_q", c);
    add(l, q->src_index, k->window * k->slots * k->entry_w, false, "top.g_col[%u].u_boc.src_index_q", c);
    add(l, &q->valid, k->entries, true, "top.g_col[%u].u_boc.valid_q", c);
    add(l, &q->full, k->entries, false, "top.g_col[%u].u_boc.full_q", c);
    add(l, &q->wait, k->entries, false, "top.g_col[%u].u_boc.wait_q", c);
    if (k->back)
        add(l, &q->dirty, k->entries, false, "top.g_col[%u].u_boc.dirty_q", c);
    if (k->hinted)
        add(l, &q->transient, k->entries, false, "top.g_col[%u].u_boc.transient_q", c);
    add(l, q->life, k->entries * k->window_w, false, "top.g_col[%u].u_boc.life_q", c);
    add(l, q->tag, k->entries * k->reg_w, false, "top.g_col[%u].u_boc.tag_q", c);
    add(l, &q->fifo, k->entry_w, true, "top.g_col[%u].u_boc.fifo_q", c);
    for (unsigned e = 0; e < k->entries; e++)
        add(l, &q->data[e], 32 * k->lanes, false, "top.g_col[%u].u_boc.g_entry[%u].data_q", c, e);
}

static void add_collector(struct list *l, unsigned c)
{
    if (l->m->shape.boc) {
        add_boc(l, c);
        return;
    }
    const struct shape *k = &l->m->shape;
    const struct collector_q *q = &l->m->q.col[c];
    const char *unit = k->ccu ? "ccu" : "ocu";
    add(l, &q->occupied, 1, true, "top.g_col[%u].u_%s.occupied_q", c, unit);
    add(l, &q->warp, k->warp_w, false, "top.g_col[%u].u_%s.warp_q", c, unit);
    add(l, &q->iid, k->iid_w, false, "top.g_col[%u].u_%s.iid_q", c, unit);
    add(l, &q->unit, 3, false, "top.g_col[%u].u_%s.unit_q", c, unit);
    add(l, &q->mask, k->lanes, false, "top.g_col[%u].u_%s.mask_q", c, unit);
    add(l, &q->dst_count, 3, false, "top.g_col[%u].u_%s.dst_count_q", c, unit);
    add(l, &q->dst_base, k->reg_w, false, "top.g_col[%u].u_%s.dst_base_q", c, unit);
    add(l, q->payload, k->payload, false, "top.g_col[%u].u_%s.payload_q", c, unit);
    if (k->ccu)
        add_table(l, c);
    else
        add_slots(l, c);
}

static void add_bank(struct list *l, unsigned b)
{
    const struct shape *k = &l->m->shape;
    const struct bank_q *q = &l->m->q.bank[b];
    add(l, &q->count, k->queue_w, true, "top.g_bank[%u].u_queue.count_q", b);
    add(l, &q->rptr, k->request_w, true, "top.g_bank[%u].u_queue.rptr_q", b);
    add(l, q->col, k->requests * k->col_w, false, "top.g_bank[%u].u_queue.col_q", b);
    if (k->boc)
        add(l, q->pos, k->requests * k->window_w, false, "top.g_bank[%u].u_queue.pos_q", b);
    add(l, q->mask, k->requests * k->slots, false, "top.g_bank[%u].u_queue.mask_q", b);
    add(l, &q->rd_valid, 1, true, "top.g_bank[%u].u_bank.rd_valid_q", b);
    add(l, &q->rd_col, k->col_w, false, "top.g_bank[%u].u_bank.rd_col_q", b);
    add(l, &q->rd_slot, k->slot_w, false, "top.g_bank[%u].u_bank.rd_slot_q", b);
    if (k->boc)
        add(l, &q->rd_pos, k->window_w, false, "top.g_bank[%u].u_bank.rd_pos_q", b);
    add(l, &q->rdata, 32 * k->lanes, false, "top.g_bank[%u].u_bank.u_sram.rdata_q", b);
}

static void add_registers(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct registers *q = &l->m->q;
    add(l, &q->lfsr, 16, true, "top.u_lfsr.lfsr_q");
    add_ibuffer(l);
    add_issue(l);
    for (unsigned c = 0; c < k->collectors; c++)
        add_collector(l, c);
    if (!k->boc)
        add(l, q->dispatch.row, k->collectors * k->collectors, true, "top.u_dispatch.u_age.row_q");
    if (k->back)
        add(l, q->turn, k->banks * k->col_w, true, "top.u_drain.turn_q");
    if (k->round_robin)
        add(l, &q->dispatch.rr, k->col_w, true, "top.u_dispatch.rr_q");
    add(l, q->row_base, k->warps * k->row_w, false, "top.u_arbiter.row_base_q");
    for (unsigned b = 0; b < k->banks; b++)
        add_bank(l, b);
}

static bool make_list(struct model *m)
{
    struct list l = {.m = m};
    add_registers(&l);
    m->register_count = l.count;
    m->registers = malloc(l.count * (sizeof *m->registers + NAME_SIZE));
    if (!m->registers)
        return false;
    l = (struct list){.m = m, .at = m->registers, .names = (char *)(m->registers + l.count)};
    add_registers(&l);
    return true;
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

/* lg(n) of section 1. */
static unsigned bits_for(unsigned n)
{
    return n <= 2 ? 1 : 32 - (unsigned)__builtin_clz(n - 1);
}

static void shape_policies(struct shape *k, const struct config *cfg)
{
    bool numbers = cfg->distance != DISTANCE_BINARY;
    k->scheduler = (unsigned)cfg->scheduler;
    k->allocation = (unsigned)cfg->allocation;
    k->replacement = (unsigned)cfg->replacement;
    k->write = (unsigned)cfg->write;
    k->active = (unsigned)cfg->active;
    k->ports_d = (unsigned)(cfg->ports_d < cfg->banks ? cfg->ports_d : cfg->banks);
    k->two = cfg->scheduler == SCHEDULER_TWO_LEVEL;
    k->wait = config_waits(cfg);
    k->own = k->wait && cfg->sthld_mode == STHLD_OWN;
    k->external = k->wait && cfg->sthld_mode == STHLD_EXTERNAL;
    k->sthld = (unsigned)cfg->sthld_value;
    k->sthld_w = bits_for((unsigned)cfg->sthld_max + 1);
    k->interval = (unsigned)cfg->sthld_interval;
    k->cycle_w = bits_for(k->interval);
    k->interval_w = bits_for(k->interval + 1);
    k->near = config_source_reuse(cfg) && !numbers;
    k->dist = config_source_reuse(cfg) && numbers;
    k->dnear = config_result_reuse(cfg) && !numbers;
    k->ddist = config_result_reuse(cfg) && numbers;
    k->decremented = k->dist && cfg->distance == DISTANCE_DECREMENTED;
    k->dist_w = (unsigned)cfg->distance_bits;
    k->near_below = (unsigned)cfg->near_below;
    k->ranked = cfg->replacement != REPLACEMENT_RANDOM;
}

static void shape_boc(struct shape *k, const struct config *cfg)
{
    k->boc = cfg->kind == KIND_BOC;
    k->back = k->boc && cfg->boc_write != BOC_THROUGH;
    k->hinted = k->boc && cfg->boc_write == BOC_HINTED;
    k->window = (unsigned)cfg->window;
    k->window_w = bits_for(k->window);
}

static struct shape make_shape(const struct config *cfg)
{
    struct shape k = {
        .warps = (unsigned)cfg->warps, .lanes = (unsigned)cfg->lanes, .registers = (unsigned)cfg->registers,
        .depth = (unsigned)cfg->ib_depth, .inflight = (unsigned)cfg->inflight, .banks = (unsigned)cfg->banks,
        .rows = (unsigned)cfg->rows, .collectors = (unsigned)cfg->collectors, .slots = (unsigned)cfg->slots,
        .entries = (unsigned)(cfg->kind == KIND_BOC ? cfg->boc_entries : cfg->entries),
        .payload = (unsigned)cfg->payload_bits, .tags = (unsigned)cfg->tags,
        .ccu = cfg->kind == KIND_CCU, .forward = cfg->forward, .reuse = cfg->reuse_on_dispatch,
        .round_robin = cfg->order == ORDER_ROUND_ROBIN, .stall = cfg->blocked == BLOCKED_STALL,
    };
    shape_policies(&k, cfg);
    shape_boc(&k, cfg);
    k.warp_w = bits_for(k.warps);
    k.col_w = bits_for(k.collectors);
    k.iid_w = bits_for(k.inflight);
    k.reg_w = bits_for(k.registers);
    k.slot_w = bits_for(k.slots);
    k.entry_w = bits_for(k.entries);
    k.row_w = bits_for(k.rows);
    k.depth_w = bits_for(k.depth);
    k.count_w = bits_for(k.depth + 1);
    k.requests = k.collectors * (k.boc ? k.window : 1);
    k.request_w = bits_for(k.requests);
    k.queue_w = bits_for(k.requests + 1);
    k.bank_shift = (unsigned)__builtin_ctz(k.banks);
    k.lane_mask = (uint32_t)low_bits(k.lanes);
    k.register_masks = (UINT64_C(0x0101010101010101) * (k.registers - 1)) & low_bits(8 * k.slots);
    for (unsigned i = 0; i < PAYLOAD_QWORDS; i++)
        k.payload_mask[i] = k.payload > 64 * i ? low_bits(k.payload - 64 * i) : 0;
    k.tag_mask = low_bits(k.tags);
    k.vector_bytes = k.lanes * sizeof(uint32_t);
    return k;
}

struct model *model_create(const struct config *cfg, bool values)
{
    size_t size = (sizeof(struct model) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct model *m = aligned_alloc(ALIGNMENT, size);
    if (!m)
        return NULL;
    memset(m, 0, size);
    m->shape = make_shape(cfg);
    m->values = values;
    m->seed = (uint16_t)cfg->seed;
    m->cfg = *cfg;
    m->issue.age = (struct age){.n = m->shape.warps, .row = m->q.issue.row};
    m->inflight = (struct age){.n = m->shape.inflight, .row = m->q.inflight_row};
    m->collectors = (struct age){.n = m->shape.collectors, .row = m->q.dispatch.row};
    if (values)
        m->mem = calloc((size_t)m->shape.banks * m->shape.rows, m->shape.vector_bytes);
    if (!make_list(m) || (values && !m->mem)) {
        model_destroy(m);
        return NULL;
    }
    subcore_reset(m);
    return m;
}

void model_destroy(struct model *m)
{
    if (!m)
        return;
    free(m->registers);
    free(m->mem);
    free(m);
}

/* --- looking and loading ------------------------------------------------------------------------------------------ */

uint32_t model_register_count(const struct model *m)
{
    return m->register_count;
}

const struct model_register *model_registers(const struct model *m)
{
    return m->registers;
}

size_t model_image_size(const struct model *m)
{
    return sizeof m->q;
}

/* From the first call on the image is kept up at each edge. */
const uint8_t *model_image(struct model *m)
{
    if (!m->packing)
        subcore_pack(m);
    m->packing = true;
    return (const uint8_t *)&m->q;
}

void model_load(struct model *m, uint32_t index, const uint8_t *bits)
{
    const struct model_register *r = &m->registers[index];
    uint8_t *to = (uint8_t *)&m->q + r->offset;
    size_t bytes = (r->width + 7) / 8;
    if (!m->packing)
        subcore_pack(m);
    memcpy(to, bits, bytes);
    if (r->width % 8 != 0)
        to[bytes - 1] &= (uint8_t)low_bits(r->width % 8);
    subcore_unpack(m);
}

uint32_t *model_row(struct model *m, uint32_t bank, uint32_t row)
{
    return m->mem && bank < m->shape.banks && row < m->shape.rows ? rf_bank_row(m, bank, row) : NULL;
}

uint32_t model_writes(const struct model *m, struct model_write list[MAX_BANKS])
{
    memcpy(list, m->writes, m->write_count * sizeof *list);
    return m->write_count;
}

const struct stats *model_stats(const struct model *m)
{
    return &m->stats;
}

unsigned model_sthld(const struct model *m, unsigned *state)
{
    *state = m->shape.own ? (unsigned)m->q.sthld.state : 0;
    return m->shape.own ? (unsigned)m->q.sthld.sthld : m->step.sthld;
}

void model_violate(struct model *m, const char *format, ...)
{
    va_list args;
    if (m->violation[0] || m->step.rst)
        return;
    int used = snprintf(m->violation, sizeof m->violation, "cycle %" PRIu64 ": ", m->stats.cycles);
    va_start(args, format);
    vsnprintf(m->violation + used, sizeof m->violation - (size_t)used, format, args);
    va_end(args);
}

const char *model_violation(const struct model *m)
{
    return m->violation[0] ? m->violation : NULL;
}

/* --- the clock ---------------------------------------------------------------------------------------------------- */

/*
 * `out` should be the same structure in every cycle, and not be changed in between: operands are cleared only where the
 * call before has written them, or all of them when it is another structure. A timing-only model leaves operands alone.
 * Calling it twice in a cycle is harmless; `in` is not needed any more when it returns.
 */
void model_eval(struct model *m, const struct sc_in *in, struct sc_out *out)
{
    subcore_eval(m, in, out);
    m->evaluated = true;
}

/* Counters start at zero with each reset. An edge without an evaluation before it does nothing. */
void model_edge(struct model *m)
{
    if (!m->evaluated)
        return;
    m->evaluated = false;
    subcore_edge(m);
    if (m->step.rst) {
        subcore_reset(m);
        m->stats = (struct stats){0};
    }
}
