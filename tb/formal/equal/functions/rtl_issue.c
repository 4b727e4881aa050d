/* SPDX-License-Identifier: Apache-2.0 */
/* issue with age_matrix and rotating_choice, beside OCUs or CCUs: choice of the warp and of its collector, the end of
 * warps; cmodel/subcore/issue.c and cmodel/subcore/age_matrix.c (3.5, 3.12; Malekeh IV-B1, IV-B2). */
/* model: age_matrix.c limit.c scoreboard.c ibuffer.c collector.c ocu.c ccu.c shape.c instruction.c */
/* not beside: boc rfc */
#include "model_part.h"

#include "ages.h"

/* It is not called, for then what is kept on the stack would depend on the case. */
__attribute__((always_inline)) inline void issue_launch(struct issue *is, unsigned warp);

#include "cmodel/subcore/issue.c"

static bool caching, hazards;

static void open_issue(void)
{
    open_model();
    open_collectors();
    ibuffer_open(&m.ibuffer, &m.core, &equal_config);
    scoreboard_open(&m.scoreboard, &m.core, &equal_config);
    issue_open(&m.issue, &m.core, &equal_config);
    limit_open(&m.limit, &equal_config);
}

static uint64_t live_warps(void)
{
    return ages_valid("u_age.row_q", m.core.shape.warps);
}

/* What the interface says of its inputs: warps exist, one is launched into a free slot, what dispatches is there and
 * one, a warp with an instruction is live and has not issued its last one, and a warp's values are in one CCU. */
void environment(void)
{
    const bool ccu = equal_config.kind == KIND_CCU;
    open_issue();
    /* The port is there where it matters whose values a CCU holds. */
    caching = ccu && ((equal_config.allocation != ALLOCATION_PRIVATE && equal_config.allocation != ALLOCATION_ANY) ||
                      equal_config.scheduler == SCHEDULER_MALEKEH);
    hazards = !ccu || equal_config.allocation == ALLOCATION_ANY || equal_config.blocked == BLOCKED_STALL;
    const unsigned warps = m.core.shape.warps, collectors = m.core.shape.collectors;
    uint64_t live = live_warps(), launched = rtl("launch_warp_i", 0, m.core.shape.warp_w);
    uint64_t dispatches = rtl("dispatch_i", 0, collectors), held = 0;
    uint64_t holds = optional(caching, "col_holds_i", collectors);
    assume(launched < warps);
    assume(!rtl("launch_valid_i", 0, 1) || !(live >> launched & 1));
    assume(!(dispatches & (dispatches - 1)));
    assume(!(dispatches & ~rtl("occupied_i", 0, collectors)));
    assume(!(rtl("head_valid_i", 0, warps) & (~live | rtl("exiting_q", 0, warps))));
    for (unsigned c = 0; c < collectors; c++) {
        uint64_t warp = rtl("col_warp_i", c * m.core.shape.warp_w, m.core.shape.warp_w);
        assume(warp < warps);
        assume(!(holds >> c & 1) || !(held >> warp & 1));
        held |= (holds >> c & 1) << warp;
    }
    if (m.issue.waits)
        assume(!(rtl("col_near_i", 0, collectors) & ~holds));
}

/* Ages are those of an order, last_warp_q is a live warp, and what ends is live. */
bool invariant(void)
{
    open_issue();
    uint64_t live = live_warps(), last = rtl("last_warp_q", 0, m.core.shape.warp_w);
    bool holds = ages_ordered("u_age.row_q", m.core.shape.warps);
    holds &= (rtl("exiting_q", 0, m.core.shape.warps) & ~live) == 0;
    holds &= !rtl("last_valid_q", 0, 1) | (last < m.core.shape.warps && (live >> last & 1));
    return holds;
}

/* A head with one result, register 0, which waits as blocked_i says. */
static void fill_warp(unsigned w)
{
    struct instruction *head = &m.ibuffer.ring[w * m.ibuffer.depth];
    head->dst_count = 1;
    head->last = rtl("head_last_i", w, 1);
    put(m.scoreboard.q.pending, w * m.core.shape.registers, 1, rtl("pending_i", w, 1));
}

static void fill_table(struct ccu *ccu, unsigned c)
{
    ccu->q.ct_valid = caching ? rtl("col_holds_i", c, 1) : 0;
    ccu->q.ct_near = m.issue.waits ? rtl("col_near_i", c, 1) : 0;
}

/* A collector reads register 0 if col_war_i says. Without that port both are tried: one with sources `reads` it, which
 * can only be one that holds its warp, that of its own number with private CCUs. */
static void fill_collector(unsigned c, bool reads)
{
    struct collector *col = &singles(&m.collectors.base)->at[c];
    col->q.warp = rtl("col_warp_i", c * m.core.shape.warp_w, m.core.shape.warp_w);
    if (equal_config.kind == KIND_CCU)
        fill_table(&m.collectors.ccu.at[c], c);
    bool own = equal_config.allocation != ALLOCATION_PRIVATE || col->q.warp == c;
    col->q.src_valid = hazards || (own && (!caching || m.collectors.ccu.at[c].q.ct_valid));
    col->reg.at[0] = (hazards ? rtl("col_war_i", c, 1) : reads) ? 0 : 1;
}

static void fill(bool reads)
{
    struct single_collectors *all = singles(&m.collectors.base);
    m.issue.q.last_valid = rtl("last_valid_q", 0, 1);
    m.issue.q.last_warp = rtl("last_warp_q", 0, m.core.shape.warp_w);
    m.issue.q.exiting = rtl("exiting_q", 0, m.core.shape.warps);
    m.issue.q.wait = optional(m.issue.waits, "wait_q", m.issue.sthld_w);
    ages_fill(&m.issue.age, "u_age.row_q");
    for (unsigned w = 0; w < m.core.shape.warps; w++)
        fill_warp(w);
    for (unsigned c = 0; c < m.core.shape.collectors; c++)
        fill_collector(c, reads);
    m.ibuffer.heads = rtl("head_valid_i", 0, m.core.shape.warps);
    m.issue.known = ~UINT64_C(0);
    m.issue.waiting = rtl("blocked_i", 0, m.core.shape.warps);
    all->base.occupied = (uint32_t)rtl("occupied_i", 0, m.core.shape.collectors);
    all->held = all->base.occupied & ~(uint32_t)rtl("dispatch_i", 0, m.core.shape.collectors);
}

static void evaluate(bool reads)
{
    bool random = equal_config.kind != KIND_CCU || equal_config.allocation != ALLOCATION_PRIVATE;
    fill(reads);
    struct issue_inputs in = {
        .view = {.ibuffer = &m.ibuffer, .lfsr = optional(random, "random_i", 8), .exiting = m.issue.q.exiting},
        .collectors = &m.collectors.base, .scoreboard = &m.scoreboard, .limit = &m.limit, .active = UINT64_MAX,
        .iid = rtl("full_i", 0, 1) ? m.core.shape.inflight : 0,
        .sthld = (unsigned)optional(m.issue.waits, "sthld_i", m.issue.sthld_w),
    };
    issue_eval(&m.issue, &in);
    issue_end_eval(&m.issue, &m.scoreboard, &m.collectors.base, -1, 0);
}

static void compare_outputs(bool reads)
{
    const struct issue *is = &m.issue;
    evaluate(reads);
    same_output("issue_valid_o", 0, 1, is->choice.valid);
    same_output("issue_warp_o", 0, m.core.shape.warp_w, is->choice.valid ? is->choice.warp : 0);
    same_output("grant_o", 0, m.core.shape.warps, is->choice.valid ? only(is->choice.warp) : 0);
    same_output("alloc_o", 0, m.core.shape.collectors, is->choice.valid ? only(is->choice.col) : 0);
    same_output("end_valid_o", 0, 1, is->ends.valid);
    same_output("end_warp_o", 0, m.core.shape.warp_w, is->ends.valid ? is->ends.warp : 0);
    if (m.issue.waits && equal_config.sthld_mode == STHLD_OWN)
        same_output("live_o", 0, 1, issue_live(is) != 0);
}

void step(void)
{
    if (!hazards)
        compare_outputs(true);
    compare_outputs(false);
    issue_edge(&m.issue, m.issue.choice.valid ? ibuffer_head(&m.ibuffer, m.issue.choice.warp) : NULL);
    if (rtl("launch_valid_i", 0, 1))
        issue_launch(&m.issue, (unsigned)rtl("launch_warp_i", 0, m.core.shape.warp_w));
    issue_end_edge(&m.issue);
    same_next("last_valid_q", 0, 1, m.issue.q.last_valid);
    same_next("last_warp_q", 0, m.core.shape.warp_w, m.issue.q.last_warp);
    same_next("exiting_q", 0, m.core.shape.warps, m.issue.q.exiting);
    if (m.issue.waits)
        same_next("wait_q", 0, m.issue.sthld_w, m.issue.q.wait);
    ages_compare(&m.issue.age, "u_age.row_q");
}
