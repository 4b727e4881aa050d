/* SPDX-License-Identifier: Apache-2.0 */
#include "issue.h"

#include "bank_queue.h"
#include "boc.h"
#include "ccu.h"
#include "ibuffer.h"
#include "inflight.h"
#include "issue_stage.h"
#include "limit.h"
#include "ocu.h"
#include "rfc.h"
#include "scoreboard.h"

/* Which collectors an instruction of a warp may take (3.5, item 4). Sets of warps; holder is valid for held ones. */
struct access {
    uint32_t open;              /* collectors that are not busy */
    uint32_t near;              /* WAIT: CCUs with a near value */
    uint64_t held, held_busy;   /* a CCU holds the warp; and it is busy */
    uint64_t busy_warps;        /* some busy collector is the warp's */
    uint8_t  holder[MAX_WARPS];
};

/* Heads that wait for a result. It changes with the head and with the registers of the warp only. */
static uint64_t waiting(struct model *m)
{
    struct issue *is = &m->issue;
    for (uint64_t set = m->ibuffer.heads & ~is->known; set; set &= set - 1) {
        unsigned w = lowest(set);
        uint64_t bit = UINT64_C(1) << w;
        is->waiting = scoreboard_waits(m, w, ibuffer_head(m, w)) ? is->waiting | bit : is->waiting & ~bit;
        if (m->shape.two)
            is->waiting_long = scoreboard_waits_long(m, w, ibuffer_head(m, w)) ? is->waiting_long | bit
                                                                              : is->waiting_long & ~bit;
    }
    is->known |= m->ibuffer.heads;
    return is->waiting;
}

/* A CCU that is about to be allocated holds its new warp already, and no other one does. Near is what has near values,
 * whatever it holds. */
static void find_holders(struct model *m, struct access *a)
{
    const struct stage_q *stage = &m->q.stage;
    for (unsigned c = 0; c < m->shape.collectors; c++) {
        const struct collector_q *q = &m->q.col[c];
        bool staged = stage->valid && stage->col == c;
        unsigned w = (unsigned)(staged ? stage->warp : q->warp);
        a->near |= (uint32_t)((q->ct_valid & q->ct_near) != 0) << c;
        if (!staged && (!q->ct_valid || (stage->valid && stage->warp == w)))
            continue;
        uint64_t bit = UINT64_C(1) << w;
        if (a->held & bit)
            model_violate(m, "warp %u has valid data in CCU %u and CCU %u", w, a->holder[w], c);
        a->held |= bit;
        a->holder[w] = (uint8_t)c;
        if (m->step.busy >> c & 1)
            a->held_busy |= bit;
    }
}

static void find_access(struct model *m, struct access *a)
{
    a->open = (uint32_t)low_bits(m->shape.collectors) & ~m->step.busy;
    if (m->shape.ccu)
        find_holders(m, a);
    for (uint32_t set = m->step.held; set; set &= set - 1)
        a->busy_warps |= UINT64_C(1) << m->q.col[lowest(set)].warp;
    if (m->q.stage.valid)
        a->busy_warps |= UINT64_C(1) << m->q.stage.warp;
}

/* WAR: an instruction that has not left its collector, or is on the way there, still has to read a result register of
 * the head (3.5, item 3). */
static bool overtakes(const struct model *m, unsigned w)
{
    const struct entry *e = ibuffer_head(m, w);
    for (uint32_t set = e->dst_count ? m->step.held : 0; set; set &= set - 1) {
        unsigned c = lowest(set);
        if (m->q.col[c].warp == w && ibuffer_overwrites(&m->shape, e, m->q.col[c].src_valid, m->col[c].reg))
            return true;
    }
    return m->q.stage.valid && m->q.stage.warp == w &&
        ibuffer_overwrites(&m->shape, e, m->stage.src_valid, m->stage.src_reg);
}

static uint64_t overtaking(const struct model *m, const struct access *a, uint64_t warps)
{
    uint64_t found = 0;
    for (uint64_t set = warps & a->busy_warps; set; set &= set - 1)
        if (overtakes(m, lowest(set)))
            found |= set & -set;
    return found;
}

/* Warps for which a collector is not busy (3.5, item 4). */
static uint64_t served(const struct model *m, const struct access *a)
{
    if (m->shape.stall)
        return UINT64_MAX;
    if (m->shape.ccu && m->shape.allocation == ALLOCATION_PRIVATE)
        return a->open;
    if (m->shape.ccu && m->shape.allocation == ALLOCATION_ANY)
        return a->open ? UINT64_MAX : 0;
    return (a->open ? ~a->held : 0) | (a->held & ~a->held_busy);
}

/* Of warps that could issue, those in the active set that neither the limit nor CCWS nor CIAO holds back. */
static uint64_t admitted(struct model *m, uint64_t set)
{
    struct step *st = &m->step;
    st->stall = set ? STALL_INACTIVE : st->stall;
    if (m->shape.two)
        set &= m->q.active;
    if (!m->shape.limit && !m->shape.ccws && !m->shape.stalls)
        return set;
    st->stall = set ? STALL_LIMIT : st->stall;
    return limit_admits(m, set);
}

/* 3.5, item 5: the in-flight number that is given next. That of an instruction in the stage is not in the table yet. */
static unsigned free_number(const struct model *m)
{
    return age_lowest_free(&m->inflight, m->q.stage.valid ? (unsigned)m->q.stage.iid : m->shape.inflight);
}

/*
 * The warps that are ready. If there is none, step.stall names the one cause of the idle cycle: how far the best placed
 * live warp has come, in the order of section 3.5.
 *   STALL_NO_WARP     there is no live warp
 *   STALL_EMPTY       there is one, but none has a decoded instruction
 *   STALL_SCOREBOARD  every head waits for a result (item 2)
 *   STALL_WAR         some head does not, but all of those overtake a read (item 3)
 *   STALL_COLLECTOR   some head passes both, but no collector is there for any of those (item 4)
 *   STALL_INFLIGHT    some head has a collector, too, and no in-flight number is free (item 5)
 *   STALL_READ_PORTS  there is one, but all of those lack read ports of their register cache (3.15; item 6)
 *   STALL_INACTIVE    some warps pass all that, but none of these is in the active set (item 1)
 *   STALL_LIMIT       some of these are, but the limit, CCWS or CIAO lets none of them go on (docs/schedulers.md, 6.1;
 *                     docs/ciao.md, 7.1)
 */
static uint64_t ready_warps(struct model *m, struct access *a)
{
    struct step *st = &m->step;
    uint64_t heads = m->ibuffer.heads, set = heads & ~waiting(m);
    st->stall = heads ? STALL_SCOREBOARD : m->issue.age.valid[0] ? STALL_EMPTY : STALL_NO_WARP;
    if (!set)
        return 0;
    find_access(m, a);
    set &= ~overtaking(m, a, set);
    st->stall = set ? STALL_COLLECTOR : STALL_WAR;
    set &= served(m, a);
    st->stall = set ? STALL_INFLIGHT : st->stall;
    unsigned iid = free_number(m);
    st->chosen_iid = (uint8_t)iid;
    if (iid >= m->shape.inflight)
        return 0;
    if (m->shape.rback) {
        st->stall = set ? STALL_READ_PORTS : st->stall;
        set &= ~rfc_lacking(m, set);
    }
    return admitted(m, set);
}

/* The same with BOCs, in which an instruction may lack entries, too. */
static uint64_t ready_warps_of_bocs(struct model *m)
{
    struct step *st = &m->step;
    uint64_t heads = m->ibuffer.heads, set = heads & ~waiting(m), ready = 0;
    st->stall = heads ? STALL_SCOREBOARD : m->issue.age.valid[0] ? STALL_EMPTY : STALL_NO_WARP;
    for (; set; set &= set - 1) {
        unsigned w = lowest(set);
        if (boc_overtakes(m, w, ibuffer_head(m, w))) {
            st->stall = st->stall < STALL_WAR ? STALL_WAR : st->stall;
            continue;
        }
        st->stall = STALL_COLLECTOR;
        if (!boc_has_room(m, w) || (m->q.stage.valid && m->q.stage.warp == w))
            continue;
        ready |= boc_look(m, w)->lacks ? 0 : set & -set;
    }
    unsigned iid = free_number(m);
    st->chosen_iid = (uint8_t)iid;
    st->stall = ready ? STALL_INFLIGHT : st->stall;
    if (iid >= m->shape.inflight)
        return 0;
    return admitted(m, ready);
}

static unsigned choose_warp(const struct model *m, const struct access *a, uint64_t ready)
{
    unsigned last = (unsigned)m->q.issue.last_warp;
    bool valid = m->q.issue.last_valid;
    if (m->shape.scheduler == SCHEDULER_LRR)
        return first_cyclically(ready, !valid || last + 1 == m->shape.warps ? 0 : last + 1);
    if (valid && (ready >> last & 1))
        return last;
    if (m->shape.scheduler == SCHEDULER_MALEKEH && (ready & a->held))
        ready &= a->held;
    return age_oldest(&m->issue.age, ready);
}

/* IV-B2, steps 5 to 9: a far CCU at once, a near one when the counter has reached STHLD. */
static uint32_t wait_for_far(struct model *m, const struct access *a)
{
    struct step *st = &m->step;
    uint32_t far = a->open & ~a->near;
    if (far || !a->open)
        return far;
    if (m->q.issue.wait >= st->sthld) {
        st->wait = 0;
        return a->open;
    }
    st->wait = m->q.issue.wait + 1;
    st->stall = STALL_WAIT;
    return 0;
}

/* The collectors from which the chosen warp takes a random one; none: nothing issues. */
static uint32_t choose_collectors(struct model *m, const struct access *a, unsigned w)
{
    if (m->shape.ccu && m->shape.allocation == ALLOCATION_PRIVATE)
        return a->open & UINT32_C(1) << w;
    if ((a->held >> w & 1) && m->shape.allocation != ALLOCATION_ANY)
        return a->open & UINT32_C(1) << a->holder[w];
    return m->shape.wait ? wait_for_far(m, a) : a->open;
}

static void choose(struct model *m, struct sc_out *out)
{
    struct step *st = &m->step;
    struct access a;
    a.open = a.near = 0;
    a.held = a.held_busy = a.busy_warps = 0;    /* and the holders of none */
    uint64_t ready = m->shape.boc ? ready_warps_of_bocs(m) : ready_warps(m, &a);
    st->chosen = false;
    out->token = m->shape.spare ? limit_within(m) : 0;
    st->wait = m->q.issue.wait;
    if (!ready)
        return;
    st->stall = STALL_COLLECTOR;
    unsigned w = choose_warp(m, &a, ready);
    uint32_t collectors = m->shape.boc ? UINT32_C(1) << w : choose_collectors(m, &a, w);
    if (!collectors)
        return;
    st->chosen = true;
    st->chosen_warp = (uint8_t)w;
    st->issue_col = (uint8_t)first_cyclically(collectors, random_start(m, m->shape.collectors));
}

/* What was chosen issues at once, with LATE in the next cycle. */
static void issue_chosen(struct model *m)
{
    struct step *st = &m->step;
    const struct stage_q *stage = &m->q.stage;
    st->issue = m->shape.late ? stage->valid : st->chosen;
    st->issue_warp = m->shape.late ? (uint8_t)stage->warp : st->chosen_warp;
    st->issue_iid = m->shape.late ? (uint8_t)stage->iid : st->chosen_iid;
    if (m->shape.late)
        st->issue_col = st->issue_warp;
    if (st->issue && m->shape.boc)
        st->lookup = *boc_look(m, st->issue_warp);
}

void issue_eval(struct model *m, struct sc_out *out)
{
    const struct step *st = &m->step;
    choose(m, out);
    issue_chosen(m);
    out->issue_valid = st->issue;
    out->issue_warp = st->issue ? st->issue_warp : 0;
    out->issue_iid = st->issue ? st->issue_iid : 0;
}

static void count_issue(struct model *m, const struct entry *e)
{
    m->stats.issue_cycles++;
    m->stats.warp_instructions++;
    m->stats.micro_operations++;
    m->stats.thread_instructions += count_bits(e->mask);
    m->stats.ccu_allocations++;
}

void issue_count_stall(struct model *m, uint64_t n)
{
    switch (m->step.stall) {
    case STALL_NO_WARP:    m->stats.stall_no_warp += n; break;
    case STALL_EMPTY:      m->stats.stall_empty += n; break;
    case STALL_SCOREBOARD: m->stats.stall_scoreboard += n; break;
    case STALL_WAR:        m->stats.stall_war += n; break;
    case STALL_COLLECTOR:  m->stats.stall_collector += n; break;
    case STALL_INFLIGHT:   m->stats.stall_inflight += n; break;
    case STALL_READ_PORTS: m->stats.stall_read_ports += n; break;
    case STALL_INACTIVE:   m->stats.stall_inactive += n; break;
    case STALL_LIMIT:      m->stats.stall_limit += n; break;
    case STALL_WAIT:       m->stats.stall_wait += n; break;
    }
}

/* 3.6 and 3.7: collector c takes an instruction of warp w. */
static void allocate(struct model *m, unsigned c, unsigned w, unsigned iid, const struct entry *e)
{
    unsigned position = m->shape.boc ? (unsigned)m->q.boc[c].next : 0;
    inflight_take(m, iid, w, e);
    m->step.alloc_col = (uint8_t)c;
    unsigned need = m->shape.boc ? boc_allocate(m, c, w, e) : m->shape.ccu ? ccu_allocate(m, c, w, iid, e)
                                                                            : ocu_allocate(m, c, w, iid, e);
    bank_queue_request(m, c, position, w, need, e);
}

/* What changes when a warp is chosen, whether it issues at once or in the next cycle. */
static void note_choice(struct model *m, unsigned w, const struct entry *e)
{
    m->q.issue.last_valid = 1;
    m->q.issue.last_warp = w;
    if (e->last)
        m->q.issue.exiting |= UINT64_C(1) << w;
    count_issue(m, e);
}

void issue_edge(struct model *m)
{
    const struct step *st = &m->step;
    m->step.changed |= m->q.issue.wait != st->wait;
    m->q.issue.wait = st->wait;
    if (m->shape.pipe && m->q.stage.valid)
        allocate(m, (unsigned)m->q.stage.col, (unsigned)m->q.stage.warp, (unsigned)m->q.stage.iid, &m->stage);
    m->q.stage.valid = 0;
    if (st->chosen)
        note_choice(m, st->chosen_warp, ibuffer_head(m, st->chosen_warp));
    if (m->shape.late)
        issue_stage_choose(m);
    if (!st->issue)
        return;
    unsigned w = st->issue_warp, c = st->issue_col;
    const struct entry *e = ibuffer_head(m, w);
    if (m->shape.pipe)
        issue_stage_take(m, c, w, st->issue_iid, e);
    else
        allocate(m, c, w, st->issue_iid, e);
    scoreboard_issue(m, w, e);
    ibuffer_pop(m, w);
}

static bool collects(const struct model *m, unsigned w)
{
    if (m->q.stage.valid && m->q.stage.warp == w)
        return true;
    if (m->shape.boc)
        return m->q.boc[w].occupied || boc_owes(m, w);
    for (uint32_t set = m->occupied; set; set &= set - 1)
        if (m->q.col[lowest(set)].warp == w)
            return true;
    return rfc_owes(m, w);
}

void end_eval(struct model *m, struct sc_out *out)
{
    struct step *st = &m->step;
    st->end = false;
    for (uint64_t set = m->q.issue.exiting; set && !st->end; set &= set - 1) {
        st->end_warp = (uint8_t)lowest(set);
        st->end = !scoreboard_any(m, st->end_warp) && !collects(m, st->end_warp);
    }
    out->end_valid = st->end;
    out->end_warp = st->end ? st->end_warp : 0;
}

void end_edge(struct model *m)
{
    if (!m->step.end)
        return;
    unsigned w = m->step.end_warp;
    m->q.issue.exiting &= ~(UINT64_C(1) << w);
    age_free(&m->issue.age, w, m->packing);
    if (!m->step.chosen && m->q.issue.last_warp == w)
        m->q.issue.last_valid = 0;
    if (m->shape.ccu)
        ccu_end(m, w);
    if (m->shape.boc)
        boc_end(m, w);
    if (m->shape.rfc)
        rfc_check_empty(m, w, "it ends");
    m->stats.warps_ended++;
}

void launch_edge(struct model *m)
{
    const struct step *st = &m->step;
    unsigned w = st->launch_warp;
    if (!st->launch_valid)
        return;
    if (w >= m->shape.warps || st->launch_row >= m->shape.rows) {
        model_violate(m, "warp slot %u was launched with row %u, which does not exist", w, st->launch_row);
        return;
    }
    if (age_valid(&m->issue.age, w) || (st->end && st->end_warp == w))
        model_violate(m, "warp slot %u was launched while it was live", w);
    rfc_check_empty(m, w, "it is launched");
    age_alloc(&m->issue.age, w, m->packing);
    m->ibuffer.closed &= ~(UINT64_C(1) << w);
    m->row_base[w] = st->launch_row;
    if (m->packing)
        put(m->q.row_base, w * m->shape.row_w, m->shape.row_w, st->launch_row);
    m->stats.warps_launched++;
}
