/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model: one cycle of the sub-core (docs/microarchitecture.md, section 3). */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* --- creation ----------------------------------------------------------------------------------------------------- */

#define AT(x) ((uint8_t *)&(x))

static struct place bits(void *at, uint32_t width)
{
    return (struct place){.at = at, .width = width};
}

static struct place many(void *at, uint32_t width, int count, size_t stride)
{
    return (struct place){.at = at, .width = width, .dim = {{(uint32_t)count, stride}}};
}

/* A field of all entries of all rings. */
static struct place ring_field(struct model *m, void *at, uint32_t width, int inner, size_t inner_stride)
{
    return (struct place){.at = at, .width = width,
                          .dim = {{(uint32_t)m->cfg.warps, sizeof(struct ring)},
                                  {(uint32_t)m->cfg.ib_depth, sizeof(struct decoded)},
                                  {(uint32_t)inner, inner_stride}}};
}

static uint32_t lg(int n) { return (uint32_t)config_log2(n); }

static void list_rings(struct model *m, uint32_t reg_bits)
{
    struct image *im = &m->image;
    struct ring *r = m->ring;
    struct decoded *d = r->entry;
    bool ccu = m->cfg.kind == KIND_CCU;
    uint32_t slots = (uint32_t)m->cfg.slots;
    image_add(im, true, many(&r->count, lg(m->cfg.ib_depth + 1), m->cfg.warps, sizeof *r), "top.u_ibuffer.count_q");
    image_add(im, true, many(&r->head, lg(m->cfg.ib_depth), m->cfg.warps, sizeof *r), "top.u_ibuffer.rptr_q");
    image_add(im, false, ring_field(m, &d->unit, 3, 1, 0), "top.u_ibuffer.unit_q");
    image_add(im, false, ring_field(m, &d->src_valid, slots, 1, 0), "top.u_ibuffer.src_valid_q");
    image_add(im, false, ring_field(m, d->src_reg, reg_bits, m->cfg.slots, 1), "top.u_ibuffer.src_reg_q");
    if (ccu)
        image_add(im, false, ring_field(m, &d->src_near, slots, 1, 0), "top.u_ibuffer.src_near_q");
    image_add(im, false, ring_field(m, &d->dst_count, 3, 1, 0), "top.u_ibuffer.dst_count_q");
    image_add(im, false, ring_field(m, &d->dst_base, reg_bits, 1, 0), "top.u_ibuffer.dst_base_q");
    if (ccu)
        image_add(im, false, ring_field(m, &d->dst_near, 4, 1, 0), "top.u_ibuffer.dst_near_q");
    image_add(im, false, ring_field(m, &d->last, 1, 1, 0), "top.u_ibuffer.last_q");
    image_add(im, false, ring_field(m, &d->mask, (uint32_t)m->cfg.lanes, 1, 0), "top.u_ibuffer.mask_q");
    image_add(im, false, ring_field(m, d->payload, (uint32_t)m->cfg.payload_bits, 1, 0), "top.u_ibuffer.payload_q");
}

static void list_vectors(struct model *m, int c, const char *unit, const char *scope, int count)
{
    for (int i = 0; i < count; i++)
        image_add(&m->image, false, bits(NULL, 32 * (uint32_t)m->cfg.lanes), "top.g_col[%d].%s.%s[%d].data_q", c, unit,
                  scope, i);
}

static void list_collector(struct model *m, int c, uint32_t reg_bits)
{
    struct image *im = &m->image;
    struct collector *q = &m->collector[c];
    bool ccu = m->cfg.kind == KIND_CCU;
    const char *u = ccu ? "u_ccu" : "u_ocu";
    uint32_t slots = (uint32_t)m->cfg.slots, entries = (uint32_t)m->cfg.entries;
    image_add(im, true, bits(&q->occupied, 1), "top.g_col[%d].%s.occupied_q", c, u);
    image_add(im, false, bits(&q->warp, lg(m->cfg.warps)), "top.g_col[%d].%s.warp_q", c, u);
    image_add(im, false, bits(&q->iid, lg(m->cfg.inflight)), "top.g_col[%d].%s.iid_q", c, u);
    image_add(im, false, bits(&q->unit, 3), "top.g_col[%d].%s.unit_q", c, u);
    image_add(im, false, bits(&q->mask, (uint32_t)m->cfg.lanes), "top.g_col[%d].%s.mask_q", c, u);
    image_add(im, false, bits(&q->dst_count, 3), "top.g_col[%d].%s.dst_count_q", c, u);
    image_add(im, false, bits(&q->dst_base, reg_bits), "top.g_col[%d].%s.dst_base_q", c, u);
    image_add(im, false, bits(q->payload, (uint32_t)m->cfg.payload_bits), "top.g_col[%d].%s.payload_q", c, u);
    image_add(im, true, bits(&q->slot_valid, slots), "top.g_col[%d].%s.%s_valid_q", c, u, ccu ? "oct" : "src");
    image_add(im, true, bits(&q->slot_ready, slots), "top.g_col[%d].%s.%s_ready_q", c, u, ccu ? "oct" : "src");
    if (!ccu) {
        image_add(im, false, many(q->slot_reg, reg_bits, m->cfg.slots, 4), "top.g_col[%d].%s.src_reg_q", c, u);
        list_vectors(m, c, u, "g_slot", m->cfg.slots);
        return;
    }
    image_add(im, true, bits(&q->own, 1), "top.g_col[%d].%s.own_q", c, u);
    image_add(im, false, bits(&q->dst_near, 4), "top.g_col[%d].%s.dst_near_q", c, u);
    image_add(im, false, many(q->slot_index, lg(m->cfg.entries), m->cfg.slots, 4), "top.g_col[%d].%s.oct_index_q", c, u);
    image_add(im, true, bits(&q->ct_valid, entries), "top.g_col[%d].%s.ct_valid_q", c, u);
    image_add(im, true, bits(&q->ct_lock, entries), "top.g_col[%d].%s.ct_lock_q", c, u);
    image_add(im, false, bits(&q->ct_near, entries), "top.g_col[%d].%s.ct_near_q", c, u);
    image_add(im, false, many(q->ct_tag, reg_bits, m->cfg.entries, 4), "top.g_col[%d].%s.ct_tag_q", c, u);
    image_add(im, true, many(q->ct_lru, lg(m->cfg.entries), m->cfg.entries, 4), "top.g_col[%d].%s.ct_lru_q", c, u);
    list_vectors(m, c, u, "g_entry", m->cfg.entries);
}

static void list_bank(struct model *m, int b)
{
    struct image *im = &m->image;
    struct bank *k = &m->bank[b];
    image_add(im, true, bits(&k->rd_valid, 1), "top.g_bank[%d].u_bank.rd_valid_q", b);
    image_add(im, false, bits(&k->rd_collector, lg(m->cfg.collectors)), "top.g_bank[%d].u_bank.rd_col_q", b);
    image_add(im, false, bits(&k->rd_slot, lg(m->cfg.slots)), "top.g_bank[%d].u_bank.rd_slot_q", b);
    image_add(im, false, bits(NULL, 32 * (uint32_t)m->cfg.lanes), "top.g_bank[%d].u_bank.u_sram.rdata_q", b);
}

static void list_queue(struct model *m, int b)
{
    struct image *im = &m->image;
    struct queue *q = &m->queue[b];
    int n = m->cfg.collectors;
    image_add(im, true, bits(&q->count, lg(n + 1)), "top.g_bank[%d].u_queue.count_q", b);
    image_add(im, true, bits(&q->head, lg(n)), "top.g_bank[%d].u_queue.rptr_q", b);
    image_add(im, false, many(q->collector, lg(n), n, 4), "top.g_bank[%d].u_queue.col_q", b);
    image_add(im, false, many(q->mask, (uint32_t)m->cfg.slots, n, 4), "top.g_bank[%d].u_queue.mask_q", b);
}

static struct place age_rows(struct age *a)
{
    return many(a->row, a->count, (int)a->count, sizeof(struct set));
}

/* Groups in the order of the GROUP_ functions below. */
static void list_registers(struct model *m)
{
    struct image *im = &m->image;
    uint32_t reg_bits = lg(m->cfg.registers);
    image_group(im);
    image_add(im, true, bits(&m->lfsr, 16), "top.u_lfsr.lfsr_q");
    image_group(im);
    list_rings(m, reg_bits);
    image_group(im);
    image_add(im, true, many(m->pending, (uint32_t)m->cfg.registers, m->cfg.warps, sizeof m->pending[0]),
              "top.u_scoreboard.pending_q");
    image_group(im);
    image_add(im, true, age_rows(&m->inflight), "top.u_inflight.u_age.row_q");
    image_group(im);
    image_add(im, true, bits(&m->last_valid, 1), "top.u_issue.last_valid_q");
    image_add(im, false, bits(&m->last_warp, lg(m->cfg.warps)), "top.u_issue.last_warp_q");
    image_add(im, true, bits(&m->exiting, (uint32_t)m->cfg.warps), "top.u_issue.exiting_q");
    image_add(im, true, age_rows(&m->launch), "top.u_issue.u_age.row_q");
    image_add(im, false, many(m->row_base, lg(m->cfg.rows), m->cfg.warps, 4), "top.u_arbiter.row_base_q");
    image_group(im);
    image_add(im, true, age_rows(&m->occupied), "top.u_dispatch.u_age.row_q");
    if (m->cfg.order == ORDER_ROUND_ROBIN)
        image_add(im, true, bits(&m->rr, lg(m->cfg.collectors)), "top.u_dispatch.rr_q");
    for (int c = 0; c < m->cfg.collectors; c++) {
        image_group(im);
        list_collector(m, c, reg_bits);
    }
    for (int b = 0; b < m->cfg.banks; b++) {
        image_group(im);
        list_queue(m, b);
        list_bank(m, b);
    }
    image_finish(im);
}

enum { GROUP_LFSR, GROUP_RINGS, GROUP_SCOREBOARD, GROUP_INFLIGHT, GROUP_ISSUE, GROUP_DISPATCH, GROUP_COLLECTOR };

static uint32_t group_of_bank(const struct model *m, int b)
{
    return GROUP_COLLECTOR + (uint32_t)(m->cfg.collectors + b);
}

static uint32_t *find_vector(struct model *m, const char *format, int a, const char *unit, const char *scope, int i)
{
    char name[REGISTER_NAME];
    snprintf(name, sizeof name, format, a, unit, scope, i);
    for (uint32_t k = 0; k < m->image.count; k++)
        if (!strcmp(m->image.list[k].name, name))
            return (uint32_t *)(m->image.bytes + m->image.list[k].offset);
    return NULL;
}

static void bind_vectors(struct model *m)
{
    bool ccu = m->cfg.kind == KIND_CCU;
    for (int c = 0; c < m->cfg.collectors; c++)
        for (int i = 0; i < (ccu ? m->cfg.entries : m->cfg.slots); i++)
            m->collector[c].data[i] = find_vector(m, "top.g_col[%d].%s.%s[%d].data_q", c, ccu ? "u_ccu" : "u_ocu",
                                                  ccu ? "g_entry" : "g_slot", i);
    for (int b = 0; b < m->cfg.banks; b++) {
        m->bank[b].rdata = find_vector(m, "top.g_bank[%d].%s.%s.rdata_q", b, "u_bank", "u_sram", 0);
        m->bank[b].rows = calloc((size_t)m->cfg.rows * (size_t)m->cfg.lanes, 4);
        if (!m->bank[b].rows)
            abort();
    }
}

static void reset(struct model *m)
{
    m->lfsr = (uint32_t)m->cfg.seed;
    for (int w = 0; w < m->cfg.warps; w++) {
        m->ring[w].count = m->ring[w].head = 0;
        memset(m->pending[w], 0, sizeof m->pending[w]);
    }
    struct age *ages[] = {&m->inflight, &m->launch, &m->occupied};
    for (int i = 0; i < 3; i++) {
        uint32_t count = ages[i]->count;
        memset(ages[i], 0, sizeof *ages[i]);
        ages[i]->count = count;
    }
    m->last_valid = false;
    m->exiting = 0;
    m->rr = (uint32_t)m->cfg.collectors - 1;
    for (int c = 0; c < m->cfg.collectors; c++) {
        struct collector *q = &m->collector[c];
        q->occupied = q->own = false;
        q->slot_valid = q->slot_ready = q->ct_valid = q->ct_lock = 0;
        for (uint32_t e = 0; e < MAX_ENTRIES; e++)
            q->ct_lru[e] = e;
    }
    for (int b = 0; b < m->cfg.banks; b++) {
        m->queue[b].count = m->queue[b].head = 0;
        m->bank[b].rd_valid = false;
    }
    memset(m->image.dirty, 1, m->image.groups);
}

struct model *model_create(const struct config *cfg, bool values)
{
    struct model *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->cfg = *cfg;
    m->values = values;
    m->bank_shift = (uint32_t)__builtin_ctz((unsigned)cfg->banks);
    m->full_mask = (uint32_t)(((uint64_t)1 << cfg->lanes) - 1);
    m->inflight.count = (uint32_t)cfg->inflight;
    m->launch.count = (uint32_t)cfg->warps;
    m->occupied.count = (uint32_t)cfg->collectors;
    list_registers(m);
    if (values)
        bind_vectors(m);
    reset(m);
    return m;
}

void model_destroy(struct model *m)
{
    if (!m)
        return;
    for (int b = 0; b < m->cfg.banks; b++)
        free(m->bank[b].rows);
    image_free(&m->image);
    free(m);
}

uint32_t model_register_count(const struct model *m) { return m->image.count; }
const struct model_register *model_registers(const struct model *m) { return m->image.list; }
size_t model_image_size(const struct model *m) { return m->image.size; }

const uint8_t *model_image(struct model *m)
{
    image_update(&m->image);
    return m->image.bytes;
}

void model_load(struct model *m, uint32_t index, const uint8_t *bits_)
{
    struct age *ages[] = {&m->inflight, &m->launch, &m->occupied};
    image_load(&m->image, index, bits_);
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < ages[k]->count; i++)
            (set_has(&ages[k]->row[i], i) ? set_add : set_remove)(&ages[k]->valid, i);
}

uint32_t *model_row(struct model *m, uint32_t bank, uint32_t row)
{
    return m->bank[bank].rows ? m->bank[bank].rows + (size_t)row * (size_t)m->cfg.lanes : NULL;
}

uint32_t model_writes(const struct model *m, struct model_write list[MAX_BANKS])
{
    memcpy(list, m->writes, m->write_count * sizeof *list);
    return m->write_count;
}

const struct stats *model_stats(const struct model *m) { return &m->stats; }
const char *model_violation(const struct model *m) { return m->violation[0] ? m->violation : NULL; }

/* --- one cycle: decisions ----------------------------------------------------------------------------------------- */

/* 3.2: at most one bank returns a value to a collector. */
static void plan_arrivals(struct model *m)
{
    for (int c = 0; c < m->cfg.collectors; c++)
        m->plan.arrival[c] = -1;
    for (int b = 0; b < m->cfg.banks; b++)
        if (m->bank[b].rd_valid)
            m->plan.arrival[m->bank[b].rd_collector] = b;
}

/* Slots that the value arriving on port S belongs to (3.3, 3.8). */
static uint32_t arriving_slots(const struct model *m, uint32_t index)
{
    const struct collector *c = &m->collector[index];
    if (m->plan.arrival[index] < 0)
        return 0;
    uint32_t slot = m->bank[m->plan.arrival[index]].rd_slot, slots = 0;
    const uint32_t *key = m->cfg.kind == KIND_CCU ? c->slot_index : c->slot_reg;
    for (int k = 0; k < m->cfg.slots; k++)
        slots |= (uint32_t)(c->slot_valid >> k & 1 && key[k] == key[slot]) << k;
    return slots;
}

static bool dispatchable(const struct model *m, uint32_t index)
{
    const struct collector *c = &m->collector[index];
    uint32_t ready = c->slot_ready;
    if (!c->occupied)
        return false;
    if (m->cfg.forward)
        ready |= arriving_slots(m, index);
    return !(c->slot_valid & ~ready);
}

/* 3.4 */
static void plan_dispatch(struct model *m)
{
    uint32_t candidates = 0;
    m->plan.dispatch = -1;
    for (uint32_t c = 0; c < (uint32_t)m->cfg.collectors; c++)
        if (m->in->unit_ready >> m->collector[c].unit & 1 && dispatchable(m, c))
            candidates |= 1u << c;
    if (!candidates)
        return;
    if (m->cfg.order == ORDER_ROUND_ROBIN) {
        uint32_t start = (m->rr + 1) % (uint32_t)m->cfg.collectors;
        uint32_t from = candidates >> start << start;
        m->plan.dispatch = __builtin_ctz(from ? from : candidates);
        return;
    }
    for (uint32_t set = candidates; set; set &= set - 1) {
        int c = __builtin_ctz(set);
        if (!(m->occupied.row[c].word[0] & candidates & ~(1u << c)))
            m->plan.dispatch = c;
    }
}

static bool busy(const struct model *m, int c)
{
    return m->collector[c].occupied && !(m->cfg.reuse_on_dispatch && m->plan.dispatch == c);
}

/* Why a warp does not issue, in the order in which an instruction gets further. */
enum stage { STAGE_EMPTY, STAGE_SCOREBOARD, STAGE_WAR, STAGE_COLLECTOR, STAGE_INFLIGHT, STAGE_READY };

static bool waits_for_result(const struct model *m, uint32_t w, const struct decoded *d)
{
    for (uint32_t set = d->src_valid; set; set &= set - 1)
        if (pending(m, w, d->src_reg[__builtin_ctz(set)]))
            return true;
    for (uint32_t k = 0; k < d->dst_count; k++)
        if (pending(m, w, (d->dst_base + k) % (uint32_t)m->cfg.registers))
            return true;
    return false;
}

static bool waits_for_read(const struct model *m, uint32_t w, const struct decoded *d)
{
    if (!d->dst_count)
        return false;
    for (int c = 0; c < m->cfg.collectors; c++) {
        const struct collector *q = &m->collector[c];
        if (!busy(m, c) || q->warp != w)
            continue;
        for (uint32_t set = q->slot_valid; set; set &= set - 1) {
            uint32_t reg = slot_register(m, q, (uint32_t)__builtin_ctz(set));
            if (((reg - d->dst_base) & ((uint32_t)m->cfg.registers - 1)) < d->dst_count)
                return true;
        }
    }
    return false;
}

/* The CCU that holds data of the warp, or -1. */
static int holder(const struct model *m, uint32_t w)
{
    if (m->cfg.kind == KIND_CCU)
        for (int c = 0; c < m->cfg.collectors; c++)
            if (m->collector[c].ct_valid && m->collector[c].warp == w)
                return c;
    return -1;
}

static enum stage stage_of(const struct model *m, uint32_t w, uint32_t free_collectors, int iid)
{
    const struct ring *r = &m->ring[w];
    if (!r->count)
        return STAGE_EMPTY;
    const struct decoded *d = &r->entry[r->head];
    if (waits_for_result(m, w, d))
        return STAGE_SCOREBOARD;
    if (waits_for_read(m, w, d))
        return STAGE_WAR;
    int h = holder(m, w);
    if (h >= 0 ? !(free_collectors >> h & 1) : !free_collectors)
        return STAGE_COLLECTOR;
    return iid < 0 ? STAGE_INFLIGHT : STAGE_READY;
}

static int lowest_free(const struct age *a)
{
    for (uint32_t w = 0; w < SET_WORDS; w++) {
        uint64_t free = ~a->valid.word[w];
        if (free)
            return w * 64 + (uint32_t)__builtin_ctzll(free) < a->count ? (int)(w * 64) + __builtin_ctzll(free) : -1;
    }
    return -1;
}

static void count_stall(struct model *m, enum stage furthest, bool live)
{
    struct stats *s = &m->stats;
    uint64_t *cause[] = {&s->stall_empty, &s->stall_scoreboard, &s->stall_war, &s->stall_collector, &s->stall_inflight,
                         &s->issue_cycles};
    ++*(live ? cause[furthest] : &s->stall_no_warp);
}

/* 3.5: greedy, then oldest. */
static void plan_issue(struct model *m)
{
    struct plan *p = &m->plan;
    uint64_t ready = 0;
    uint32_t free_collectors = 0;
    enum stage furthest = STAGE_EMPTY;
    int iid = lowest_free(&m->inflight);
    for (int c = 0; c < m->cfg.collectors; c++)
        free_collectors |= (uint32_t)!busy(m, c) << c;
    for (uint64_t set = m->launch.valid.word[0]; set; set &= set - 1) {
        int w = __builtin_ctzll(set);
        enum stage s = stage_of(m, (uint32_t)w, free_collectors, iid);
        furthest = s > furthest ? s : furthest;
        if (s == STAGE_READY)
            ready |= (uint64_t)1 << w;
    }
    count_stall(m, furthest, m->launch.valid.word[0] != 0);
    p->issue = -1;
    if (!ready)
        return;
    if (m->last_valid && ready >> m->last_warp & 1) {
        p->issue = (int)m->last_warp;
    } else {
        for (uint64_t set = ready; set; set &= set - 1) {
            int w = __builtin_ctzll(set);
            if (!(m->launch.row[w].word[0] & ready & ~((uint64_t)1 << w)))
                p->issue = w;
        }
    }
    int h = holder(m, (uint32_t)p->issue);
    p->collector = h >= 0 ? h : random_pick(m, free_collectors, (uint32_t)m->cfg.collectors);
    p->iid = iid;
}

/* 3.9 */
static void plan_writeback(struct model *m)
{
    struct plan *p = &m->plan;
    p->accepted = 0;
    m->last_out->wb_ready = 0;
    for (int b = 0; b < m->cfg.banks; b++)
        p->write[b].port = -1;
    for (int u = 0; u < RESULT_PORTS; u++) {
        const struct result *r = &m->in->wb[u];
        bool ready = true;
        uint32_t bank = bank_of(m, r->warp, r->reg);
        for (int v = 0; v < RESULT_PORTS && r->mask; v++) {
            const struct result *o = &m->in->wb[v];
            if (v != u && o->valid && o->mask && bank_of(m, o->warp, o->reg) == bank &&
                age_older(&m->inflight, o->iid, r->iid))
                ready = false;
        }
        m->last_out->wb_ready |= (uint32_t)ready << u;
        if (!r->valid)
            continue;
        m->stats.result_wait += !ready;
        if (!ready)
            continue;
        p->accepted |= 1u << u;
        if (r->mask)
            p->write[bank] = (struct grant){u, m->row_base[r->warp] + (r->reg >> m->bank_shift)};
    }
}

/* 3.10 */
static void plan_reads(struct model *m)
{
    struct plan *p = &m->plan;
    int taken[MAX_COLLECTORS];      /* bank whose head has port S of the collector so far */
    for (int c = 0; c < m->cfg.collectors; c++)
        taken[c] = -1;
    for (int b = 0; b < m->cfg.banks; b++) {
        const struct queue *q = &m->queue[b];
        p->read[b] = -1;
        if (!q->count)
            continue;
        m->stats.queue_wait += q->count - 1;
        if (p->write[b].port >= 0) {
            m->stats.bank_write_conflicts++;
            continue;
        }
        uint32_t c = q->collector[q->head];
        int slot = __builtin_ctz(q->mask[q->head]);
        int other = taken[c];
        if (other >= 0) {
            m->stats.port_s_conflicts++;
            if (p->read[other] < slot)
                continue;
            p->read[other] = -1;
        }
        taken[c] = b;
        p->read[b] = slot;
    }
}

/* 3.12 */
static void plan_end(struct model *m)
{
    m->plan.end = -1;
    for (uint64_t set = m->exiting; set; set &= set - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(set);
        bool idle = !(m->pending[w][0] | m->pending[w][1] | m->pending[w][2] | m->pending[w][3]);
        for (int c = 0; c < m->cfg.collectors; c++)
            idle &= !(m->collector[c].occupied && m->collector[c].warp == w);
        if (idle) {
            m->plan.end = (int)w;
            return;
        }
    }
}

/* --- one cycle: outputs ------------------------------------------------------------------------------------------- */

static void operand(const struct model *m, uint32_t index, int slot, struct vreg *to)
{
    const struct collector *c = &m->collector[index];
    const uint32_t *from = NULL;
    if (c->slot_valid >> slot & 1) {
        if (c->slot_ready >> slot & 1)
            from = c->data[m->cfg.kind == KIND_CCU ? c->slot_index[slot] : (uint32_t)slot];
        else
            from = m->bank[m->plan.arrival[index]].rdata;
    }
    if (from)
        memcpy(to->lane, from, 4 * (size_t)m->cfg.lanes);
    else
        memset(to->lane, 0, 4 * (size_t)m->cfg.lanes);
}

static void show(struct model *m, struct sc_out *out)
{
    const struct plan *p = &m->plan;
    uint32_t ready = out->wb_ready;
    if (p->dispatch < 0) {
        if (out->disp_valid)
            memset(out, 0, sizeof *out);
    } else {
        const struct collector *c = &m->collector[p->dispatch];
        out->disp_unit = (uint8_t)c->unit;
        out->disp_warp = (uint8_t)c->warp;
        out->disp_iid = (uint8_t)c->iid;
        out->disp_dst_count = (uint8_t)c->dst_count;
        out->disp_dst_base = (uint8_t)c->dst_base;
        out->disp_dst_near = m->cfg.kind == KIND_CCU ? (uint8_t)c->dst_near : 0;
        out->disp_mask = c->mask;
        memcpy(out->disp_payload, c->payload, sizeof out->disp_payload);
        for (int s = 0; s < m->cfg.slots && m->values; s++)
            operand(m, (uint32_t)p->dispatch, s, &out->disp_operand[s]);
    }
    out->disp_valid = p->dispatch >= 0;
    out->wb_ready = ready;
    out->issue_valid = p->issue >= 0;
    out->issue_warp = p->issue >= 0 ? (uint8_t)p->issue : 0;
    out->issue_iid = p->issue >= 0 ? (uint8_t)p->iid : 0;
    out->end_valid = p->end >= 0;
    out->end_warp = p->end >= 0 ? (uint8_t)p->end : 0;
}

void model_eval(struct model *m, const struct sc_in *in, struct sc_out *out)
{
    struct stats before = m->stats;
    m->in = in;
    m->last_out = out;
    plan_arrivals(m);
    plan_dispatch(m);
    plan_issue(m);
    plan_writeback(m);
    plan_reads(m);
    plan_end(m);
    show(m, out);
    if (in->rst)
        m->stats = before;
}

/* --- one cycle: the clock edge ------------------------------------------------------------------------------------ */

/* 3.8: returns the entry or slot that takes the value, or -1. */
static int edge_arrival(struct model *m, uint32_t index, bool allocated, uint32_t slots, int entry)
{
    struct collector *c = &m->collector[index];
    const uint32_t *from = m->bank[m->plan.arrival[index]].rdata;
    if (!allocated)
        c->slot_ready |= slots;
    if (!from)
        return entry;
    if (m->cfg.kind == KIND_CCU)
        memcpy(c->data[entry], from, 4 * (size_t)m->cfg.lanes);
    else
        for (uint32_t set = slots; set; set &= set - 1)
            memcpy(c->data[__builtin_ctz(set)], from, 4 * (size_t)m->cfg.lanes);
    return entry;
}

/* 3.7 */
static void edge_push(struct model *m, uint32_t warp, const struct decoded *d, uint32_t need)
{
    uint32_t mask[MAX_BANKS] = {0};
    for (uint32_t set = need; set; set &= set - 1) {
        int s = __builtin_ctz(set);
        mask[bank_of(m, warp, d->src_reg[s])] |= 1u << s;
    }
    for (int b = 0; b < m->cfg.banks; b++) {
        if (!mask[b])
            continue;
        struct queue *q = &m->queue[b];
        uint32_t at = (q->head + q->count) % (uint32_t)m->cfg.collectors;
        q->collector[at] = (uint32_t)m->plan.collector;
        q->mask[at] = mask[b];
        q->count++;
        image_touch(&m->image, group_of_bank(m, b));
    }
}

static void edge_issue(struct model *m)
{
    const struct plan *p = &m->plan;
    uint32_t w = (uint32_t)p->issue, need;
    struct ring *r = &m->ring[w];
    struct decoded d = r->entry[r->head];
    struct collector *c = &m->collector[p->collector];
    collector_allocate(m, (uint32_t)p->collector, w, &d, &need);
    c->iid = (uint32_t)p->iid;
    for (int k = 0; k < m->cfg.collectors && m->cfg.kind == KIND_CCU; k++)
        if (k != p->collector && m->collector[k].own && m->collector[k].warp == w) {
            m->collector[k].own = false;
            image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)k);
        }
    edge_push(m, w, &d, need);
    for (uint32_t k = 0; k < d.dst_count; k++) {
        uint32_t reg = (d.dst_base + k) % (uint32_t)m->cfg.registers;
        m->pending[w][reg / 64] |= (uint64_t)1 << reg % 64;
    }
    if (d.last)
        m->exiting |= (uint64_t)1 << w;
    m->last_valid = true;
    m->last_warp = w;
    r->head = (r->head + 1) % (uint32_t)m->cfg.ib_depth;
    r->count--;
    uint32_t reads = 0;
    for (int s = 0; s < m->cfg.slots; s++) {
        bool first = d.src_valid >> s & 1;
        for (int k = 0; k < s; k++)
            first &= !(d.src_valid >> k & 1) || d.src_reg[k] != d.src_reg[s];
        reads += first;
    }
    m->stats.source_reads += reads;
    if (m->cfg.kind == KIND_CCU)
        m->stats.ccu_hits += reads - (uint32_t)__builtin_popcount(need);
    m->stats.ccu_allocations++;
    m->stats.micro_operations++;
}

static void edge_results(struct model *m, struct set *freed, bool *any_freed)
{
    for (uint32_t set = m->plan.accepted; set; set &= set - 1) {
        const struct result *r = &m->in->wb[__builtin_ctz(set)];
        m->pending[r->warp][r->reg / 64] &= ~((uint64_t)1 << r->reg % 64);
        image_touch(&m->image, GROUP_SCOREBOARD);
        if (r->last) {
            set_add(freed, r->iid);
            *any_freed = true;
        }
    }
}

static void edge_bank(struct model *m, int b)
{
    struct bank *k = &m->bank[b];
    struct queue *q = &m->queue[b];
    const struct grant *g = &m->plan.write[b];
    bool was = k->rd_valid;
    k->rd_valid = false;
    if (g->port >= 0) {
        const struct result *r = &m->in->wb[g->port];
        uint32_t *row = model_row(m, (uint32_t)b, g->row);
        for (int l = 0; row && l < m->cfg.lanes; l++)
            if (r->mask >> l & 1)
                row[l] = r->data.lane[l];
        m->writes[m->write_count++] = (struct model_write){(uint32_t)b, g->row};
        m->stats.bank_writes++;
    } else if (m->plan.read[b] >= 0) {
        uint32_t slot = (uint32_t)m->plan.read[b], c = q->collector[q->head];
        uint32_t reg = slot_register(m, &m->collector[c], slot);
        uint32_t row = m->row_base[m->collector[c].warp] + (reg >> m->bank_shift);
        k->rd_valid = true;
        k->rd_collector = c;
        k->rd_slot = slot;
        if (k->rdata)
            memcpy(k->rdata, model_row(m, (uint32_t)b, row % (uint32_t)m->cfg.rows), 4 * (size_t)m->cfg.lanes);
        q->mask[q->head] &= ~(1u << slot);
        if (!q->mask[q->head]) {
            q->head = (q->head + 1) % (uint32_t)m->cfg.collectors;
            q->count--;
        }
        m->stats.bank_reads++;
    }
    if (was || k->rd_valid)
        image_touch(&m->image, group_of_bank(m, b));
}

static void edge_end(struct model *m)
{
    uint32_t w = (uint32_t)m->plan.end;
    struct set freed = {{(uint64_t)1 << w}};
    m->exiting &= ~((uint64_t)1 << w);
    age_update(&m->launch, -1, &freed);
    if (m->last_warp == w && m->plan.issue < 0)
        m->last_valid = false;
    for (int c = 0; c < m->cfg.collectors && m->cfg.kind == KIND_CCU; c++)
        if (m->collector[c].warp == w && (m->collector[c].own || m->collector[c].ct_valid)) {
            m->collector[c].ct_valid = 0;
            m->collector[c].own = false;
            image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)c);
        }
    m->stats.warps_ended++;
}

static void edge_collectors(struct model *m)
{
    const struct plan *p = &m->plan;
    uint32_t slots[MAX_COLLECTORS] = {0};
    int entry[MAX_COLLECTORS];
    bool any_write = false;
    for (int b = 0; b < m->cfg.banks; b++)
        any_write |= p->write[b].port >= 0;
    for (int c = 0; c < m->cfg.collectors; c++) {
        entry[c] = -1;
        if (p->arrival[c] < 0)
            continue;
        slots[c] = arriving_slots(m, (uint32_t)c);
        if (m->cfg.kind == KIND_CCU)
            entry[c] = (int)m->collector[c].slot_index[m->bank[p->arrival[c]].rd_slot];
    }
    if (p->dispatch >= 0) {
        m->collector[p->dispatch].occupied = false;
        m->collector[p->dispatch].ct_lock = 0;
        image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)p->dispatch);
    }
    if (p->issue >= 0) {
        edge_issue(m);
        image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)p->collector);
        image_touch(&m->image, GROUP_RINGS);
        image_touch(&m->image, GROUP_SCOREBOARD);
        image_touch(&m->image, GROUP_ISSUE);
    }
    for (int c = 0; c < m->cfg.collectors; c++) {
        bool allocated = p->issue >= 0 && p->collector == c;
        m->stats.collector_busy += m->collector[c].occupied;
        if (p->arrival[c] >= 0) {
            edge_arrival(m, (uint32_t)c, allocated, slots[c], entry[c]);
            image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)c);
        }
        if (m->cfg.kind == KIND_CCU && (allocated || any_write)) {
            ccu_receive_results(m, (uint32_t)c, p, entry[c], allocated ? m->collector[c].slot_valid : 0);
            image_touch(&m->image, GROUP_COLLECTOR + (uint32_t)c);
        }
    }
}

static void edge_inputs(struct model *m)
{
    const struct sc_in *in = m->in;
    if (in->dec_valid) {
        struct ring *r = &m->ring[in->dec_warp];
        /* count and head are those before this cycle's issue: the position is the same either way. */
        r->entry[(r->head + r->count) % (uint32_t)m->cfg.ib_depth] = in->dec;
        r->count++;
        image_touch(&m->image, GROUP_RINGS);
    }
    if (in->launch_valid) {
        age_update(&m->launch, in->launch_warp, NULL);
        m->row_base[in->launch_warp] = in->launch_row;
        m->stats.warps_launched++;
        image_touch(&m->image, GROUP_ISSUE);
    }
}

void model_edge(struct model *m)
{
    const struct plan *p = &m->plan;
    struct set freed = {{0}};
    bool any_freed = false;
    m->write_count = 0;
    if (m->in->rst) {
        reset(m);
        return;
    }
    m->stats.cycles++;
    m->stats.dispatches += p->dispatch >= 0;
    if (p->dispatch >= 0 && m->collector[p->dispatch].dst_count == 0) {
        set_add(&freed, m->collector[p->dispatch].iid);
        any_freed = true;
    }
    struct set left = {{p->dispatch >= 0 ? (uint64_t)1 << p->dispatch : 0}};
    int allocated = p->issue >= 0 ? p->collector : -1;
    struct bank returning[MAX_BANKS];
    (void)returning;
    edge_results(m, &freed, &any_freed);
    edge_collectors(m);
    for (int b = 0; b < m->cfg.banks; b++)
        edge_bank(m, b);
    if (p->dispatch >= 0 || allocated >= 0) {
        age_update(&m->occupied, allocated, p->dispatch >= 0 ? &left : NULL);
        image_touch(&m->image, GROUP_DISPATCH);
    }
    if (p->dispatch >= 0)
        m->rr = (uint32_t)p->dispatch;
    if (any_freed || p->issue >= 0) {
        age_update(&m->inflight, p->issue >= 0 ? p->iid : -1, any_freed ? &freed : NULL);
        image_touch(&m->image, GROUP_INFLIGHT);
    }
    if (p->end >= 0) {
        edge_end(m);
        image_touch(&m->image, GROUP_ISSUE);
    }
    edge_inputs(m);
    m->lfsr = (m->lfsr << 1 | ((m->lfsr >> 15 ^ m->lfsr >> 14 ^ m->lfsr >> 12 ^ m->lfsr >> 3) & 1)) & 0xffff;
    image_touch(&m->image, GROUP_LFSR);
}
