/* SPDX-License-Identifier: Apache-2.0 */
/* issue with age_matrix and rotating_choice, beside OCUs or CCUs: choice of the warp and of its collector, the end of
 * warps; cmodel/subcore/issue.c and cmodel/subcore/age_matrix.c (3.5, 3.12; Malekeh IV-B1, IV-B2). */
/* model: issue.c age_matrix.c limit.c scoreboard.c */
/* not beside: boc rfc */
#include "model_part.h"

#include "ages.h"
#include "cmodel/subcore/issue.h"

static bool waits, caching, hazards;

static uint64_t live_warps(void)
{
    return ages_valid("u_age.row_q", m.shape.warps);
}

/* What the interface says of its inputs: warps exist, one is launched into a free slot, what dispatches is there and
 * one, a warp with an instruction is live and has not issued its last one, and a warp's values are in one CCU. */
void environment(void)
{
    open_model();
    waits = m.shape.wait;
    /* The port is there where it matters whose values a CCU holds. */
    caching = m.shape.ccu && ((m.shape.allocation != ALLOCATION_PRIVATE && m.shape.allocation != ALLOCATION_ANY) ||
                              m.shape.scheduler == SCHEDULER_MALEKEH);
    hazards = !m.shape.ccu || m.shape.allocation == ALLOCATION_ANY || m.shape.stall;
    const unsigned warps = m.shape.warps, collectors = m.shape.collectors;
    uint64_t live = live_warps(), launched = rtl("launch_warp_i", 0, m.shape.warp_w);
    uint64_t dispatches = rtl("dispatch_i", 0, collectors), held = 0;
    uint64_t holds = optional(caching, "col_holds_i", collectors);
    assume(launched < warps);
    assume(!rtl("launch_valid_i", 0, 1) || !(live >> launched & 1));
    assume(!(dispatches & (dispatches - 1)));
    assume(!(dispatches & ~rtl("occupied_i", 0, collectors)));
    assume(!(rtl("head_valid_i", 0, warps) & (~live | rtl("exiting_q", 0, warps))));
    for (unsigned c = 0; c < collectors; c++) {
        uint64_t warp = rtl("col_warp_i", c * m.shape.warp_w, m.shape.warp_w);
        assume(warp < warps);
        assume(!(holds >> c & 1) || !(held >> warp & 1));
        held |= (holds >> c & 1) << warp;
    }
    if (waits)
        assume(!(rtl("col_near_i", 0, collectors) & ~holds));
}

/* Ages are those of an order, last_warp_q is a live warp, and what ends is live. */
bool invariant(void)
{
    open_model();
    uint64_t live = live_warps(), last = rtl("last_warp_q", 0, m.shape.warp_w);
    bool holds = ages_ordered("u_age.row_q", m.shape.warps);
    holds &= (rtl("exiting_q", 0, m.shape.warps) & ~live) == 0;
    holds &= !rtl("last_valid_q", 0, 1) | (last < m.shape.warps && (live >> last & 1));
    return holds;
}

/* What belongs to other modules happens there. */
void bank_queue_request(struct model *of, unsigned c, unsigned p, unsigned warp, unsigned need, const struct entry *e)
{
    (void)of; (void)c; (void)p; (void)warp; (void)need; (void)e;
}

unsigned ccu_allocate(struct model *of, unsigned c, unsigned warp, unsigned iid, const struct entry *e)
{
    (void)of; (void)c; (void)warp; (void)iid; (void)e;
    return 0;
}

unsigned ocu_allocate(struct model *of, unsigned c, unsigned warp, unsigned iid, const struct entry *e)
{
    return ccu_allocate(of, c, warp, iid, e);
}

void ccu_end(struct model *of, unsigned warp) { (void)of; (void)warp; }
void ibuffer_pop(struct model *of, unsigned warp) { (void)of; (void)warp; }
bool rfc_owes(const struct model *of, unsigned w) { (void)of; (void)w; return false; }
void rfc_check_empty(struct model *of, unsigned w, const char *why) { (void)of; (void)w; (void)why; }

void inflight_take(struct model *of, unsigned iid, unsigned warp, const struct entry *e)
{
    (void)of; (void)iid; (void)warp; (void)e;
}

/* A head with one result, register 0, which waits as blocked_i says. */
static void fill_warp(unsigned w)
{
    struct entry *head = &m.ibuffer.ring[w * m.shape.depth];
    head->dst_count = 1;
    head->last = rtl("head_last_i", w, 1);
    put(m.q.pending, w * m.shape.registers, 1, rtl("pending_i", w, 1));
}

/* A collector reads register 0 if col_war_i says. Without that port both are tried: one with sources `reads` it, which
 * can only be one that holds its warp, that of its own number with private CCUs. */
static void fill_collector(unsigned c, bool reads)
{
    struct collector_q *q = &m.q.col[c];
    q->warp = rtl("col_warp_i", c * m.shape.warp_w, m.shape.warp_w);
    q->ct_valid = caching ? rtl("col_holds_i", c, 1) : 0;
    bool own = m.shape.allocation != ALLOCATION_PRIVATE || q->warp == c;
    q->src_valid = hazards || (own && (!caching || q->ct_valid));
    m.col[c].reg.at[0] = (hazards ? rtl("col_war_i", c, 1) : reads) ? 0 : 1;
    q->ct_near = waits ? rtl("col_near_i", c, 1) : 0;
}

static void fill(bool reads)
{
    m.q.issue.last_valid = rtl("last_valid_q", 0, 1);
    m.q.issue.last_warp = rtl("last_warp_q", 0, m.shape.warp_w);
    m.q.issue.exiting = rtl("exiting_q", 0, m.shape.warps);
    m.q.issue.wait = optional(waits, "wait_q", m.shape.sthld_w);
    ages_fill(&m.issue.age, "u_age.row_q");
    for (unsigned w = 0; w < m.shape.warps; w++)
        fill_warp(w);
    for (unsigned c = 0; c < m.shape.collectors; c++)
        fill_collector(c, reads);
    m.q.lfsr = optional(!m.shape.ccu || m.shape.allocation != ALLOCATION_PRIVATE, "random_i", 8);
    m.ibuffer.heads = rtl("head_valid_i", 0, m.shape.warps);
    m.issue.known = ~UINT64_C(0);
    m.issue.waiting = rtl("blocked_i", 0, m.shape.warps);
    m.inflight.valid[0] = low_bits(m.shape.inflight) >> !rtl("full_i", 0, 1);
    m.occupied = (uint32_t)rtl("occupied_i", 0, m.shape.collectors);
    m.step.held = m.step.busy = m.occupied & ~(uint32_t)rtl("dispatch_i", 0, m.shape.collectors);
    m.step.sthld = (uint8_t)optional(waits, "sthld_i", m.shape.sthld_w);
    m.step.launch_valid = rtl("launch_valid_i", 0, 1);
    m.step.launch_warp = (uint8_t)rtl("launch_warp_i", 0, m.shape.warp_w);
}

static void compare_outputs(bool reads)
{
    static struct sc_out out;
    const struct step *st = &m.step;
    fill(reads);
    issue_eval(&m, &out);
    end_eval(&m, &out);
    same_output("issue_valid_o", 0, 1, out.issue_valid);
    same_output("issue_warp_o", 0, m.shape.warp_w, out.issue_warp);
    same_output("grant_o", 0, m.shape.warps, st->issue ? UINT64_C(1) << st->issue_warp : 0);
    same_output("alloc_o", 0, m.shape.collectors, st->issue ? UINT64_C(1) << st->issue_col : 0);
    same_output("end_valid_o", 0, 1, out.end_valid);
    same_output("end_warp_o", 0, m.shape.warp_w, out.end_warp);
    if (m.shape.own)
        same_output("live_o", 0, 1, m.issue.age.valid[0] != 0);
}

void step(void)
{
    if (!hazards)
        compare_outputs(true);
    compare_outputs(false);
    issue_edge(&m);
    launch_edge(&m);
    end_edge(&m);
    same_next("last_valid_q", 0, 1, m.q.issue.last_valid);
    same_next("last_warp_q", 0, m.shape.warp_w, m.q.issue.last_warp);
    same_next("exiting_q", 0, m.shape.warps, m.q.issue.exiting);
    if (waits)
        same_next("wait_q", 0, m.shape.sthld_w, m.q.issue.wait);
    ages_compare(&m.issue.age, "u_age.row_q");
}
