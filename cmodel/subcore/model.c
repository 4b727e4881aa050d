/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's interface: creation, the list of registers (section 2), the image, and the clock. */
#include "model.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "limit.h"
#include "model_internal.h"
#include "cmodel/base/register_list.h"
#include "rest.h"
#include "rf_bank.h"
#include "sthld_edge.h"
#include "subcore.h"

/* --- the list of registers ---------------------------------------------------------------------------------------- */

struct list { struct register_list to; const struct model *m; };

static void add_ibuffer(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct ibuffer_q *q = &l->m->q.ibuffer;
    unsigned ring = k->warps * k->depth;
    register_list_add(&l->to, q->count, k->warps * k->count_w, true, "top.u_ibuffer.count_q");
    if (!k->shift)
        register_list_add(&l->to, q->rptr, k->warps * k->depth_w, true, "top.u_ibuffer.rptr_q");
    register_list_add(&l->to, q->unit, ring * 3, false, "top.u_ibuffer.unit_q");
    register_list_add(&l->to, q->src_valid, ring * k->slots, false, "top.u_ibuffer.src_valid_q");
    register_list_add(&l->to, q->src_reg, ring * k->slots * k->reg_w, false, "top.u_ibuffer.src_reg_q");
    if (k->near)
        register_list_add(&l->to, q->src_near, ring * k->slots, false, "top.u_ibuffer.src_near_q");
    if (k->dist)
        register_list_add(&l->to, q->src_dist, ring * k->slots * k->dist_w, false, "top.u_ibuffer.src_dist_q");
    register_list_add(&l->to, q->dst_count, ring * 3, false, "top.u_ibuffer.dst_count_q");
    register_list_add(&l->to, q->dst_base, ring * k->reg_w, false, "top.u_ibuffer.dst_base_q");
    if (k->dnear)
        register_list_add(&l->to, q->dst_near, ring * MAX_DSTS, false, "top.u_ibuffer.dst_near_q");
    if (k->ddist)
        register_list_add(&l->to, q->dst_dist, ring * MAX_DSTS * k->dist_w, false, "top.u_ibuffer.dst_dist_q");
    if (k->two) {
        register_list_add(&l->to, q->far_memory, ring, false, "top.u_ibuffer.long_q");
        register_list_add(&l->to, q->leave, ring, false, "top.u_ibuffer.leave_q");
    }
    if (k->tags) {
        register_list_add(&l->to, q->tag_src, ring * k->tags, false, "top.u_ibuffer.tag_src_q");
        register_list_add(&l->to, q->tag_dst, ring * k->tags, false, "top.u_ibuffer.tag_dst_q");
    }
    if (k->boc)
        register_list_add(&l->to, q->first, ring, false, "top.u_ibuffer.first_q");
    if (k->hinted)
        register_list_add(&l->to, q->hint, ring * 2, false, "top.u_ibuffer.hint_q");
    if (k->pos)
        register_list_add(&l->to, q->src_pos, ring * k->slots * 3, false, "top.u_ibuffer.src_pos_q");
    if (k->flag)
        register_list_add(&l->to, q->src_reuse, ring * k->slots, false, "top.u_ibuffer.src_reuse_q");
    if (k->look)
        register_list_add(&l->to, q->dst_look, ring * MAX_DSTS, false, "top.u_ibuffer.dst_look_q");
    if (k->pipe)
        register_list_add(&l->to, q->same, ring * k->slots * k->slots, false, "top.u_ibuffer.same_q");
    if (k->war_bit)
        register_list_add(&l->to, q->war, ring, false, "top.u_ibuffer.war_q");
    register_list_add(&l->to, q->last, ring, false, "top.u_ibuffer.last_q");
    register_list_add(&l->to, q->mask, ring * k->lanes, false, "top.u_ibuffer.mask_q");
    register_list_add(&l->to, q->payload, ring * k->payload, false, "top.u_ibuffer.payload_q");
}

static void add_stage(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct stage_q *q = &l->m->q.stage;
    register_list_add(&l->to, &q->valid, 1, true, "top.u_stage.valid_q");
    register_list_add(&l->to, &q->col, k->col_w, false, "top.u_stage.col_q");
    register_list_add(&l->to, &q->warp, k->warp_w, false, "top.u_stage.warp_q");
    register_list_add(&l->to, &q->iid, k->iid_w, false, "top.u_stage.iid_q");
    register_list_add(&l->to, &q->unit, 3, false, "top.u_stage.unit_q");
    register_list_add(&l->to, &q->mask, k->lanes, false, "top.u_stage.mask_q");
    register_list_add(&l->to, &q->dst_count, 3, false, "top.u_stage.dst_count_q");
    register_list_add(&l->to, &q->dst_base, k->reg_w, false, "top.u_stage.dst_base_q");
    register_list_add(&l->to, q->payload, k->payload, false, "top.u_stage.payload_q");
    if (k->dnear)
        register_list_add(&l->to, &q->dst_near, MAX_DSTS, false, "top.u_stage.dst_near_q");
    if (k->ddist)
        register_list_add(&l->to, &q->dst_dist, MAX_DSTS * k->dist_w, false, "top.u_stage.dst_dist_q");
    register_list_add(&l->to, &q->first, k->slots, false, "top.u_stage.first_q");
    if (k->ccu) {
        register_list_add(&l->to, &q->same, k->slots * k->slots, false, "top.u_stage.same_q");
        register_list_add(&l->to, &q->serves, k->collectors, false, "top.u_stage.serves_q");
    }
    register_list_add(&l->to, &q->src_valid, k->slots, false, "top.u_stage.src_valid_q");
    register_list_add(&l->to, &q->src_reg, k->slots * k->reg_w, false, "top.u_stage.src_reg_q");
    if (k->near)
        register_list_add(&l->to, &q->src_near, k->slots, false, "top.u_stage.src_near_q");
    if (k->dist)
        register_list_add(&l->to, &q->src_dist, k->slots * k->dist_w, false, "top.u_stage.src_dist_q");
}

static void add_grant_stage(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct stage_q *q = &l->m->q.stage;
    register_list_add(&l->to, &q->grant, k->warps, true, "top.u_grant.grant_q");
    register_list_add(&l->to, &q->warp, k->warp_w, true, "top.u_grant.warp_q");
    register_list_add(&l->to, &q->iid, k->iid_w, false, "top.u_grant.iid_q");
}

static void add_issue(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct registers *q = &l->m->q;
    register_list_add(&l->to, q->pending, k->warps * k->registers, true, "top.u_scoreboard.pending_q");
    if (k->tags)
        register_list_add(&l->to, q->tag, k->warps * k->tags, true, "top.u_scoreboard.tag_q");
    if (k->two) {
        register_list_add(&l->to, q->far_memory, k->warps * k->registers, false, "top.u_scoreboard.long_q");
        register_list_add(&l->to, &q->active, k->warps, true, "top.u_active.active_q");
    }
    if (k->unordered)
        register_list_add(&l->to, q->inflight_row, k->inflight, true, "top.u_inflight.valid_q");
    else
        register_list_add(&l->to, q->inflight_row, k->inflight * k->inflight, true, "top.u_inflight.u_age.row_q");
    register_list_add(&l->to, &q->issue.last_valid, 1, true, "top.u_issue.last_valid_q");
    register_list_add(&l->to, &q->issue.last_warp, k->warp_w, false, "top.u_issue.last_warp_q");
    register_list_add(&l->to, &q->issue.exiting, k->warps, true, "top.u_issue.exiting_q");
    if (k->wait)
        register_list_add(&l->to, &q->issue.wait, k->sthld_w, true, "top.u_issue.wait_q");
    if (k->own)
        sthld_list(&l->m->q.sthld, k, k->interval_w, k->pipe, &l->to);
    if (k->pipe)
        add_stage(l);
    if (k->late)
        add_grant_stage(l);
    register_list_add(&l->to, q->issue.row, k->warps * k->warps, true, "top.u_issue.u_age.row_q");
}

static void add_table(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct collector_q *q = &l->m->q.col[c];
    register_list_add(&l->to, &q->own, 1, true, "top.g_col[%u].u_ccu.own_q", c);
    if (k->dnear)
        register_list_add(&l->to, &q->dst_near, MAX_DSTS, false, "top.g_col[%u].u_ccu.dst_near_q", c);
    if (k->ddist)
        register_list_add(&l->to, &q->dst_dist, MAX_DSTS * k->dist_w, false, "top.g_col[%u].u_ccu.dst_dist_q", c);
    register_list_add(&l->to, &q->src_valid, k->slots, true, "top.g_col[%u].u_ccu.oct_valid_q", c);
    register_list_add(&l->to, &q->src_ready, k->slots, true, "top.g_col[%u].u_ccu.oct_ready_q", c);
    register_list_add(&l->to, &q->src_field, k->slots * k->entry_w, false, "top.g_col[%u].u_ccu.oct_index_q", c);
    register_list_add(&l->to, &q->ct_valid, k->entries, true, "top.g_col[%u].u_ccu.ct_valid_q", c);
    register_list_add(&l->to, &q->ct_lock, k->entries, true, "top.g_col[%u].u_ccu.ct_lock_q", c);
    if (k->near)
        register_list_add(&l->to, &q->ct_near, k->entries, false, "top.g_col[%u].u_ccu.ct_near_q", c);
    if (k->dist)
        register_list_add(&l->to, q->ct_dist, k->entries * k->dist_w, false, "top.g_col[%u].u_ccu.ct_dist_q", c);
    register_list_add(&l->to, q->ct_tag, k->entries * k->reg_w, false, "top.g_col[%u].u_ccu.ct_tag_q", c);
    if (k->ranked)
        register_list_add(&l->to, q->ct_lru, k->entries * k->entry_w, true, "top.g_col[%u].u_ccu.ct_lru_q", c);
    for (unsigned e = 0; e < k->entries; e++)
        register_list_add(&l->to, &q->data[e], 32 * k->lanes, false, "top.g_col[%u].u_ccu.g_entry[%u].data_q", c, e);
}

static void add_slots(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct collector_q *q = &l->m->q.col[c];
    register_list_add(&l->to, &q->src_valid, k->slots, true, "top.g_col[%u].u_ocu.src_valid_q", c);
    register_list_add(&l->to, &q->src_ready, k->slots, true, "top.g_col[%u].u_ocu.src_ready_q", c);
    register_list_add(&l->to, &q->src_field, k->slots * k->reg_w, false, "top.g_col[%u].u_ocu.src_reg_q", c);
    if (k->fill)
        register_list_add(&l->to, &q->src_fill, k->slots, false, "top.g_col[%u].u_ocu.src_fill_q", c);
    if (k->pos)
        register_list_add(&l->to, &q->src_set, k->slots * k->set_w, false, "top.g_col[%u].u_ocu.src_set_q", c);
    if (k->look)
        register_list_add(&l->to, &q->dst_look, MAX_DSTS, false, "top.g_col[%u].u_ocu.dst_look_q", c);
    for (unsigned s = 0; s < k->slots; s++)
        register_list_add(&l->to, &q->data[s], 32 * k->lanes, false, "top.g_col[%u].u_ocu.g_slot[%u].data_q", c, s);
}

/* What a BOC keeps of the cycle in which the head is chosen. */
static void add_boc_stage(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct boc_q *q = &l->m->q.boc[c];
    register_list_add(&l->to, q->lock, k->window * k->entries, true, "top.g_col[%u].u_boc.lock_q", c);
    register_list_add(&l->to, q->candidate, (k->slots + MAX_DSTS) * k->entries, true,
                      "top.g_col[%u].u_boc.candidate_q", c);
    register_list_add(&l->to, q->found.hit, k->slots * k->entries, true, "top.g_col[%u].u_boc.hit_q", c);
    register_list_add(&l->to, &q->found.first, k->slots, true, "top.g_col[%u].u_boc.first_q", c);
    register_list_add(&l->to, &q->found.same, k->slots * k->slots, true, "top.g_col[%u].u_boc.same_q", c);
    register_list_add(&l->to, q->found.result_hit, MAX_DSTS * k->entries, true,
                      "top.g_col[%u].u_boc.result_hit_q", c);
    register_list_add(&l->to, &q->found.named, MAX_DSTS * k->slots, true, "top.g_col[%u].u_boc.named_q", c);
}

static void add_boc(struct list *l, unsigned c)
{
    const struct shape *k = &l->m->shape;
    const struct boc_q *q = &l->m->q.boc[c];
    register_list_add(&l->to, &q->next, k->window_w, true, "top.g_col[%u].u_boc.next_q", c);
    register_list_add(&l->to, &q->occupied, k->window, true, "top.g_col[%u].u_boc.occupied_q", c);
    register_list_add(&l->to, q->iid, k->window * k->iid_w, false, "top.g_col[%u].u_boc.iid_q", c);
    register_list_add(&l->to, q->unit, k->window * 3, false, "top.g_col[%u].u_boc.unit_q", c);
    register_list_add(&l->to, q->mask, k->window * k->lanes, false, "top.g_col[%u].u_boc.mask_q", c);
    register_list_add(&l->to, q->dst_count, k->window * 3, false, "top.g_col[%u].u_boc.dst_count_q", c);
    register_list_add(&l->to, q->dst_base, k->window * k->reg_w, false, "top.g_col[%u].u_boc.dst_base_q", c);
    register_list_add(&l->to, q->payload, k->window * k->payload, false, "top.g_col[%u].u_boc.payload_q", c);
    register_list_add(&l->to, q->src_valid, k->window * k->slots, true, "top.g_col[%u].u_boc.src_valid_q", c);
    register_list_add(&l->to, q->src_index, k->window * k->slots * k->entry_w, false,
                      "top.g_col[%u].u_boc.src_index_q", c);
    register_list_add(&l->to, &q->valid, k->entries, true, "top.g_col[%u].u_boc.valid_q", c);
    register_list_add(&l->to, &q->full, k->entries, false, "top.g_col[%u].u_boc.full_q", c);
    register_list_add(&l->to, &q->wait, k->entries, false, "top.g_col[%u].u_boc.wait_q", c);
    if (k->back)
        register_list_add(&l->to, &q->dirty, k->entries, false, "top.g_col[%u].u_boc.dirty_q", c);
    if (k->hinted)
        register_list_add(&l->to, &q->transient, k->entries, false, "top.g_col[%u].u_boc.transient_q", c);
    register_list_add(&l->to, q->life, k->entries * k->window_w, false, "top.g_col[%u].u_boc.life_q", c);
    register_list_add(&l->to, q->tag, k->entries * k->reg_w, false, "top.g_col[%u].u_boc.tag_q", c);
    register_list_add(&l->to, &q->fifo, k->entry_w, true, "top.g_col[%u].u_boc.fifo_q", c);
    if (k->late)
        add_boc_stage(l, c);
    for (unsigned e = 0; e < k->entries; e++)
        register_list_add(&l->to, &q->data[e], 32 * k->lanes, false, "top.g_col[%u].u_boc.g_entry[%u].data_q", c, e);
}

static void add_rfc(struct list *l, unsigned w)
{
    const struct shape *k = &l->m->shape;
    const struct rfc_q *q = &l->m->q.rfc[w];
    register_list_add(&l->to, &q->valid, k->rfc_entries, true, "top.g_rfc[%u].u_rfc.valid_q", w);
    if (k->rback)
        register_list_add(&l->to, &q->dirty, k->rfc_entries, false, "top.g_rfc[%u].u_rfc.dirty_q", w);
    register_list_add(&l->to, q->tag, k->rfc_entries * k->reg_w, false, "top.g_rfc[%u].u_rfc.tag_q", w);
    if (k->order)
        register_list_add(&l->to, q->older, k->sets * k->pairs, true, "top.g_rfc[%u].u_rfc.older_q", w);
    for (unsigned e = 0; e < k->rfc_entries; e++)
        register_list_add(&l->to, &q->data[e], 32 * k->lanes, false, "top.g_rfc[%u].u_rfc.g_entry[%u].data_q", w, e);
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
    register_list_add(&l->to, &q->occupied, 1, true, "top.g_col[%u].u_%s.occupied_q", c, unit);
    if (k->halves)
        register_list_add(&l->to, &q->upper, 1, true, "top.g_col[%u].u_%s.upper_q", c, unit);
    register_list_add(&l->to, &q->warp, k->warp_w, k->ccu, "top.g_col[%u].u_%s.warp_q", c, unit);
    register_list_add(&l->to, &q->iid, k->iid_w, false, "top.g_col[%u].u_%s.iid_q", c, unit);
    register_list_add(&l->to, &q->unit, 3, false, "top.g_col[%u].u_%s.unit_q", c, unit);
    register_list_add(&l->to, &q->mask, k->lanes, false, "top.g_col[%u].u_%s.mask_q", c, unit);
    register_list_add(&l->to, &q->dst_count, 3, false, "top.g_col[%u].u_%s.dst_count_q", c, unit);
    register_list_add(&l->to, &q->dst_base, k->reg_w, false, "top.g_col[%u].u_%s.dst_base_q", c, unit);
    register_list_add(&l->to, q->payload, k->payload, false, "top.g_col[%u].u_%s.payload_q", c, unit);
    if (k->ccu)
        add_table(l, c);
    else
        add_slots(l, c);
}

static void add_bank(struct list *l, unsigned b)
{
    const struct shape *k = &l->m->shape;
    const struct bank_q *q = &l->m->q.bank[b];
    register_list_add(&l->to, &q->count, k->queue_w, true, "top.g_bank[%u].u_queue.count_q", b);
    if (!k->queue_shift)
        register_list_add(&l->to, &q->rptr, k->request_w, true, "top.g_bank[%u].u_queue.rptr_q", b);
    register_list_add(&l->to, q->col, k->requests * k->col_w, false, "top.g_bank[%u].u_queue.col_q", b);
    if (k->boc)
        register_list_add(&l->to, q->pos, k->requests * k->window_w, false, "top.g_bank[%u].u_queue.pos_q", b);
    register_list_add(&l->to, q->mask, k->requests * k->slots, false, "top.g_bank[%u].u_queue.mask_q", b);
    register_list_add(&l->to, &q->rd_valid, 1, true, "top.g_bank[%u].u_bank.rd_valid_q", b);
    register_list_add(&l->to, &q->rd_col, k->col_w, false, "top.g_bank[%u].u_bank.rd_col_q", b);
    register_list_add(&l->to, &q->rd_slot, k->slot_w, false, "top.g_bank[%u].u_bank.rd_slot_q", b);
    if (k->boc)
        register_list_add(&l->to, &q->rd_pos, k->window_w, false, "top.g_bank[%u].u_bank.rd_pos_q", b);
    register_list_add(&l->to, &q->rdata, 32 * k->lanes, false, "top.g_bank[%u].u_bank.u_sram.rdata_q", b);
}

static void add_registers(struct list *l)
{
    const struct shape *k = &l->m->shape;
    const struct registers *q = &l->m->q;
    register_list_add(&l->to, &q->lfsr, 16, true, "top.u_lfsr.lfsr_q");
    add_ibuffer(l);
    add_issue(l);
    for (unsigned c = 0; c < k->collectors; c++)
        add_collector(l, c);
    for (unsigned w = 0; k->rfc && w < k->warps; w++)
        add_rfc(l, w);
    if (!k->boc)
        register_list_add(&l->to, q->dispatch.row, k->collectors * k->collectors, true, "top.u_dispatch.u_age.row_q");
    if (k->back)
        register_list_add(&l->to, q->turn, k->banks * k->col_w, true, "top.u_drain.turn_q");
    if (k->rback)
        register_list_add(&l->to, q->turn, k->banks * k->warp_w, true, "top.u_drain.turn_q");
    if (k->round_robin)
        register_list_add(&l->to, &q->dispatch.rr, k->col_w, true, "top.u_dispatch.rr_q");
    register_list_add(&l->to, q->row_base, k->warps * k->row_w, false, "top.u_arbiter.row_base_q");
    for (unsigned b = 0; b < k->banks; b++)
        add_bank(l, b);
}

static bool make_list(struct model *m)
{
    struct list l = {.to = {.image = &m->q}, .m = m};
    add_registers(&l);
    m->register_count = l.to.count;
    m->registers = malloc(m->register_count * (sizeof *m->registers + REGISTER_NAME));
    if (!m->registers)
        return false;
    l.to = (struct register_list){&m->q, m->registers, (char *)(m->registers + m->register_count), 0};
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
    k->external = config_sthld_input(cfg) || (k->wait && cfg->sthld_mode == STHLD_SHARED);
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
    k->ranked = cfg->replacement != REPLACEMENT_RANDOM && cfg->replacement != REPLACEMENT_REUSE_RANDOM;
    k->shared_write = cfg->shared_write;
}

static void shape_boc(struct shape *k, const struct config *cfg)
{
    k->boc = cfg->kind == KIND_BOC;
    k->back = k->boc && cfg->boc_write != BOC_THROUGH;
    k->hinted = k->boc && cfg->boc_write == BOC_HINTED;
    k->window = (unsigned)cfg->window;
    k->window_w = bits_for(k->window);
}

static void shape_rfc(struct shape *k, const struct config *cfg)
{
    k->rfc = cfg->rfc_enable;
    k->rback = config_rfc_back(cfg);
    k->fill = config_rfc_fills(cfg);
    k->place = config_rfc_places(cfg);
    k->pos = config_rfc_positions(cfg);
    k->flag = config_rfc_flags(cfg);
    k->look = config_rfc_looks(cfg);
    k->order = k->rfc && cfg->rfc_ways > 1;
    k->rfc_lru = cfg->rfc_replacement == RFC_REPLACEMENT_LRU;
    k->rfc_linear = cfg->rfc_dest_map == RFC_DEST_LINEAR;
    k->rfc_bypass = cfg->rfc_bypass_tensor;
    k->rfc_entries = (unsigned)cfg->rfc_entries;
    k->ways = (unsigned)cfg->rfc_ways;
    k->sets = k->rfc_entries / k->ways;
    k->set_w = bits_for(k->sets);
    k->pairs = k->ways * (k->ways - 1) / 2;
    k->read_ports = (unsigned)cfg->rfc_read_ports;
    k->write_ports = (unsigned)cfg->rfc_write_ports;
    k->bank_ports = (unsigned)cfg->ports;
    k->rfc_lanes = (unsigned)cfg->rfc_bank_bits / 32;
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
        .halves = cfg->beats == 2, .pipe = cfg->pipeline && cfg->kind != KIND_BOC,
        .late = cfg->pipeline && cfg->kind == KIND_BOC, .shift = cfg->ib_shift,
        .queue_shift = cfg->queue_shift,
        .war_bit = cfg->pipeline && (cfg->kind == KIND_OCU || cfg->allocation == ALLOCATION_ANY ||
                                     cfg->blocked == BLOCKED_STALL),
        .by_unit = cfg->result_order == RESULT_ORDER_UNIT,
        .unordered = cfg->result_order == RESULT_ORDER_UNIT &&
                     (cfg->kind != KIND_BOC || cfg->order == ORDER_ROUND_ROBIN),
    };
    shape_policies(&k, cfg);
    shape_boc(&k, cfg);
    shape_rfc(&k, cfg);
    k.limit = (unsigned)cfg->limit;
    k.spare = cfg->throttle == THROTTLE_STATPCAL;
    k.ccws = cfg->throttle == THROTTLE_CCWS;
    k.stalls = config_stalls(cfg);
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

bool model_open(struct model *m, const struct config *cfg, bool values)
{
    m->shape = make_shape(cfg);
    m->values = values;
    m->seed = (uint16_t)cfg->seed;
    m->cfg = *cfg;
    m->issue.age = (struct age){.n = m->shape.warps, .row = m->q.issue.row};
    m->inflight = (struct age){.n = m->shape.inflight, .row = m->q.inflight_row, .unordered = m->shape.unordered};
    m->collectors = (struct age){.n = m->shape.collectors, .row = m->q.dispatch.row};
    if (values)
        m->mem = calloc((size_t)m->shape.banks * m->shape.rows, m->shape.vector_bytes);
    if (!make_list(m) || (values && !m->mem)) {
        model_close(m);
        return false;
    }
    subcore_reset(m);
    return true;
}

void model_close(struct model *m)
{
    free(m->registers);
    free(m->mem);
    m->registers = NULL;
    m->mem = NULL;
}

struct model *model_create(const struct config *cfg, bool values)
{
    size_t size = (sizeof(struct model) + MODEL_ALIGNMENT - 1) / MODEL_ALIGNMENT * MODEL_ALIGNMENT;
    struct model *m = aligned_alloc(MODEL_ALIGNMENT, size);
    if (!m)
        return NULL;
    memset(m, 0, size);
    if (!model_open(m, cfg, values)) {
        free(m);
        return NULL;
    }
    return m;
}

void model_destroy(struct model *m)
{
    if (!m)
        return;
    model_close(m);
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

struct model_warps model_warps(const struct model *m)
{
    uint64_t live = m->issue.age.valid[0];
    return (struct model_warps){count_bits(live), count_bits(live & ~limit_held(m))};
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
    const struct sm_drives own = {in->rst, in->spare, in->sthld, in->stop, in->stall};
    model_eval_in_sm(m, in, &own, out);
}

void model_eval_in_sm(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out)
{
    subcore_eval(m, in, sm, out);
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

uint64_t model_rest(const struct model *m)
{
    return rest_most(m);
}

void model_pass(struct model *m, uint64_t cycles)
{
    rest_pass(m, cycles);
}
