/* SPDX-License-Identifier: Apache-2.0 */
#include "subcore.h"

#include "active_set.h"
#include "bank_arbiter.h"
#include "bank_queue.h"
#include "boc.h"
#include "ccu.h"
#include "crossbar.h"
#include "dispatch.h"
#include "ibuffer.h"
#include "issue.h"
#include "issue_stage.h"
#include "ocu.h"
#include "rest.h"
#include "rf_bank.h"
#include "rfc.h"
#include "scoreboard.h"
#include "sthld_edge.h"
#include "writeback.h"

static void keep_inputs(struct model *m, const struct sc_in *in, const struct sm_drives *sm)
{
    struct step *st = &m->step;
    st->rst = sm->rst;
    st->launch_valid = in->launch_valid;
    st->launch_warp = in->launch_warp;
    st->launch_row = in->launch_row;
    st->kernel = in->kernel;
    st->sthld = m->shape.external ? sm->sthld & (uint8_t)low_bits(m->shape.sthld_w)
              : m->shape.own ? (uint8_t)m->q.sthld.sthld : (uint8_t)m->shape.sthld;
    st->dec_valid = in->dec_valid;
    if (in->dec_valid) {
        st->dec_warp = in->dec_warp;
        st->dec = in->dec;
    }
    st->tag_valid = in->tag_valid && m->shape.tags > 0;
    st->tag_warp = in->tag_warp;
    st->tag_mask = in->tag_mask & m->shape.tag_mask;
    st->unit_ready = in->unit_ready;
    st->barrier = in->barrier;
    st->spare = sm->spare;
    st->stop = sm->stop;
    st->stalled = m->shape.stalls ? sm->stall : 0;
}

/* Operands cover a kilobyte: they are cleared where the cycle before has written, and all when `out` is another one. */
static void keep_outputs(struct model *m, struct sc_out *out)
{
    if (m->out != out && m->values) {
        memset(out->disp_operand, 0, sizeof out->disp_operand);
        memset(out->disp_upper_operand, 0, sizeof out->disp_upper_operand);
    }
    if (m->out != out)
        m->out_operands = m->out_uppers = 0;
    m->out = out;
}

/* Steps 3.2 to 3.5, 3.9 and the end of 3.12: all that the outputs show. No register changes. */
void subcore_eval(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out)
{
    m->passes = m->out == out && rest_goes_on(m, in, sm);
    if (m->passes)
        return;
    m->rests = m->step.changed = false;
    keep_inputs(m, in, sm);
    keep_outputs(m, out);
    crossbar_eval(m);
    if (m->shape.boc)
        boc_eval(m);
    if (m->shape.rfc)
        rfc_eval(m);
    dispatch_eval(m, in->unit_ready, out);
    issue_eval(m, out);
    active_set_eval(m);
    writeback_eval(m, in, out);
    if (m->shape.back)
        boc_drain_eval(m);
    end_eval(m, out);
}

/*
 * The registers change in an order in which none is read as "_q" after it has changed: port S before the reads (the
 * read register) and before allocation (ready bits); reads before dispatch and allocation (registers of slots);
 * dispatch before allocation (locks); allocation before ports D (3.11), the end of a warp (a CCU may have a new warp by
 * then) and decode (the head); in a BOC drains and expiry before what issues, and that before results; a register cache
 * behind allocation and the writes of banks, which read it. Grants and
 * pushes, and issue and decode, share a pointer and a count, whose sum only pushes move.
 */
void subcore_edge(struct model *m)
{
    struct step *st = &m->step;
    bool staged = m->q.stage.valid;
    if (m->passes && rest_most(m) > 0) {
        rest_pass(m, 1);
        return;
    }
    rest_count(m, 1);
    m->write_count = 0;
    crossbar_edge(m);
    bank_arbiter_edge(m);
    if (m->shape.own) {
        struct sthld_inputs in = {.kernel = st->kernel, .live = m->issue.age.valid[0] != 0, .late = m->shape.pipe,
                                  .issued = m->shape.pipe ? staged : st->issue};
        sthld_edge(&m->q.sthld, &m->shape, &m->cfg, &in);
    }
    active_set_edge(m);
    if (m->shape.boc)
        boc_drain_edge(m);
    dispatch_edge(m);
    scoreboard_return(m);
    issue_edge(m);
    writeback_edge(m);
    if (m->shape.ccu)
        ccu_ports_d(m);
    if (m->shape.boc)
        boc_take_results(m);
    if (m->shape.late)
        boc_keep_candidates(m);
    if (m->shape.rfc)
        rfc_edge(m);
    if (st->dec_valid)
        ibuffer_push(m, st->dec_warp, &st->dec, st->issue && st->issue_warp == st->dec_warp);
    launch_edge(m);
    end_edge(m);
    rest_clock(m, 1);
    m->rests = rest_begins(m, staged);
}

/* --- reset -------------------------------------------------------------------------------------------------------- */

static void reset_collector(struct model *m, unsigned c)
{
    if (m->shape.boc) {
        boc_clear(m, c);
        return;
    }
    struct collector_q *q = &m->q.col[c];
    q->occupied = q->upper = q->src_valid = q->src_ready = 0;
    if (m->shape.ccu)
        ccu_clear(m, c);
}

void subcore_reset(struct model *m)
{
    m->q.lfsr = m->seed;
    m->rests = false;
    m->q.issue.last_valid = m->q.issue.exiting = m->q.issue.wait = 0;
    m->q.active = 0;
    sthld_clear(&m->q.sthld, &m->shape);
    m->issue.known = 0;
    m->q.stage.valid = 0;
    if (m->shape.late)
        m->q.stage.grant = m->q.stage.warp = 0;
    m->occupied = m->upper = 0;
    scoreboard_clear(m);
    age_clear(&m->issue.age);
    age_clear(&m->inflight);
    age_clear(&m->collectors);
    ibuffer_clear(m);
    if (m->shape.round_robin)
        m->q.dispatch.rr = m->shape.collectors - 1;
    memset(m->q.turn, 0, sizeof m->q.turn);
    for (unsigned c = 0; c < m->shape.collectors; c++)
        reset_collector(m, c);
    for (unsigned w = 0; m->shape.rfc && w < m->shape.warps; w++)
        rfc_clear(m, w);
    rf_bank_idle(m, 0);
    for (unsigned b = 0; b < m->shape.banks; b++)
        bank_queue_clear(m, b);
}

/* --- the image ---------------------------------------------------------------------------------------------------- */

void subcore_pack(struct model *m)
{
    const struct shape *k = &m->shape;
    ibuffer_pack(m);
    scoreboard_pack(m);
    age_pack(&m->issue.age);
    age_pack(&m->inflight);
    age_pack(&m->collectors);
    for (unsigned c = 0; c < k->collectors; c++)
        if (k->boc)
            boc_pack(m, c);
        else if (k->ccu)
            ccu_pack(m, c);
        else
            ocu_pack(m, c);
    for (unsigned w = 0; k->rfc && w < k->warps; w++)
        rfc_pack(m, w);
    for (unsigned b = 0; b < k->banks; b++)
        bank_queue_pack(m, b);
    for (unsigned w = 0; w < k->warps; w++)
        put(m->q.row_base, w * k->row_w, k->row_w, m->row_base[w]);
}

static void unpack_collectors(struct model *m)
{
    m->occupied = m->upper = 0;
    for (unsigned c = 0; c < m->shape.collectors; c++) {
        m->upper |= (uint32_t)m->q.col[c].upper << c;
        m->occupied |= (uint32_t)(m->shape.boc ? m->q.boc[c].occupied != 0 : m->q.col[c].occupied) << c;
        if (m->shape.boc)
            boc_unpack(m, c);
        else if (m->shape.ccu)
            ccu_unpack(m, c);
        else
            ocu_unpack(m, c);
    }
}

void subcore_unpack(struct model *m)
{
    const struct shape *k = &m->shape;
    m->rests = false;
    ibuffer_unpack(m);
    scoreboard_unpack(m);
    age_unpack(&m->issue.age);
    age_unpack(&m->inflight);
    age_unpack(&m->collectors);
    issue_stage_unpack(m);
    unpack_collectors(m);
    for (unsigned w = 0; k->rfc && w < k->warps; w++)
        rfc_unpack(m, w);
    m->reading = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        bank_queue_unpack(m, b);
        m->reading |= (uint32_t)m->q.bank[b].rd_valid << b;
    }
    for (unsigned w = 0; w < k->warps; w++)
        m->row_base[w] = (uint16_t)get(m->q.row_base, w * k->row_w, k->row_w);
    m->issue.known = 0;
}
