/* SPDX-License-Identifier: Apache-2.0 */
#include "subcore.h"

#include "rest.h"

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static unsigned sthld_now(const struct model *m, const struct sm_drives *sm)
{
    if (m->sthld_of.external)
        return sm->sthld & (unsigned)low_bits(m->sthld_of.width);
    return m->sthld_of.own ? (unsigned)m->sthld.q.sthld : m->sthld_of.value;
}

static void keep_inputs(struct model *m, const struct sc_in *in, const struct sm_drives *sm)
{
    struct kept_inputs *kept = &m->in;
    m->core.watch.rst = sm->rst;
    kept->launch_valid = in->launch_valid;
    kept->launch_warp = in->launch_warp;
    kept->launch_row = in->launch_row;
    kept->kernel = in->kernel;
    kept->sthld = sthld_now(m, sm);
    kept->dec_valid = in->dec_valid;
    if (in->dec_valid) {
        kept->dec_warp = in->dec_warp;
        kept->dec = in->dec;
    }
    kept->tag_valid = in->tag_valid && m->core.shape.tags > 0;
    kept->tag_warp = in->tag_warp;
    kept->tag_mask = in->tag_mask & low_bits(m->core.shape.tags);
    kept->unit_ready = in->unit_ready;
    m->limit.in.barrier = in->barrier;
    m->limit.in.spare = sm->spare;
    m->limit.in.stop = sm->stop;
    m->limit.in.stalled = m->limit.stalls ? sm->stall : 0;
}

/* Operands cover a kilobyte: they are cleared where the cycle before has written, and all when `out` is another one. */
static void keep_outputs(struct model *m, struct sc_out *out)
{
    if (m->out != out && m->core.values) {
        memset(out->disp_operand, 0, sizeof out->disp_operand);
        memset(out->disp_upper_operand, 0, sizeof out->disp_upper_operand);
    }
    if (m->out != out)
        m->dispatch.operands = m->dispatch.uppers = m->modern.operands = 0;
    m->out = out;
}

/* What is around the collectors. Between choice and issue (LATE) an instruction is still the head. */
static struct collector_view view_of(const struct model *m)
{
    struct collector_view v = {.ibuffer = &m->ibuffer, .lfsr = m->q.lfsr, .exiting = m->issue.q.exiting};
    if (m->stage.q.valid) {
        v.staged = true;
        v.staged_warp = (unsigned)m->stage.q.warp;
        v.staged_col = (unsigned)m->stage.q.col;
        v.staged_instruction = &m->stage.instruction;
    } else if (grant_stage_valid(&m->grant)) {
        v.staged = true;
        v.staged_warp = v.staged_col = (unsigned)m->grant.q.warp;
    }
    return v;
}

/* The in-flight number that is given next. That of an instruction on its way to a collector is not in the table yet. */
static unsigned free_number(const struct model *m)
{
    unsigned but = m->stage.q.valid ? (unsigned)m->stage.q.iid
                 : grant_stage_valid(&m->grant) ? (unsigned)m->grant.q.iid : m->core.shape.inflight;
    return inflight_free(&m->inflight, but);
}

static void choose_warp(struct model *m, const struct collector_view *v, struct sc_out *out)
{
    struct issue_inputs in = {
        .view = *v, .collectors = &m->collectors.base, .scoreboard = &m->scoreboard, .limit = &m->limit,
        .active = active_set_warps(&m->active), .read_ports = m->rfcs.back, .iid = free_number(m), .sthld = m->in.sthld,
    };
    if (m->rfcs.back)
        in.lacking = rfc_lacking(&m->rfcs, m->ibuffer.heads);
    if (m->levels)
        in.unwritten = levels_unwritten(m->levels, &m->ibuffer, in.active);
    if (m->intervals)
        in.unfetched = m->intervals->waits;
    issue_eval(&m->issue, &in);
    out->token = m->limit.spared ? limit_within(&m->limit, &m->issue.age) : 0;
}

/* What was chosen issues at once, with LATE in the next cycle. */
static void find_issue(struct model *m, struct sc_out *out)
{
    m->issues.valid = m->issue.choice.valid;
    m->issues.warp = m->issue.choice.warp;
    m->issues.col = m->issue.choice.col;
    m->issues.iid = m->issue.choice.iid;
    if (m->core.shape.chosen_before) {
        m->issues.valid = grant_stage_valid(&m->grant);
        m->issues.warp = m->issues.col = (unsigned)m->grant.q.warp;
        m->issues.iid = (unsigned)m->grant.q.iid;
    }
    out->issue_valid = m->issues.valid;
    out->issue_warp = m->issues.valid ? (uint8_t)m->issues.warp : 0;
    out->issue_iid = m->issues.valid ? (uint8_t)m->issues.iid : 0;
}

static int issuing_warp(const struct model *m)
{
    return m->issues.valid ? (int)m->issues.warp : -1;
}

/* What is moved next, and where the sources of what issues are. */
static void choose_moves(struct model *m)
{
    const struct issue *is = &m->issue;
    uint64_t goes = is->q.exiting | (is->waiting_long & m->ibuffer.heads);
    intervals_choose(m->intervals, &is->age, active_set_warps(&m->active), goes);
    if (m->issues.valid)
        intervals_place(m->intervals, m->issues.warp, ibuffer_head(&m->ibuffer, m->issues.warp));
}

/* Warps with values that their banks lack, or with a frame. */
static uint64_t owing(const struct model *m)
{
    return m->intervals ? active_set_warps(&m->active) : rfc_owing(&m->rfcs);
}

static void choose_drains(struct model *m, const struct collector_view *v)
{
    uint64_t offered[MAX_BANKS] = {0};
    struct collectors *cs = &m->collectors.base;
    if (m->rfcs.present)
        rfc_drain_eval(&m->rfcs, &m->ibuffer, &m->collectors.ocu, &m->scoreboard, m->writeback.wb,
                       m->writeback.contending, m->writeback.granted);
    if (!cs->ops->offers)
        return;
    cs->ops->offers(cs, v, offered);
    drain_eval(&m->drain, offered, m->writeback.granted);
}

static void eval_without_collectors(struct model *m, const struct sc_in *in, struct sc_out *out)
{
    modern_eval(&m->modern, in, out);
    m->issues.valid = out->issue_valid;
    m->issues.warp = out->issue_warp;
}

/* Steps 3.2 to 3.5, 3.9 and the end of 3.12: all that the outputs show. No register changes. */
void subcore_eval(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out)
{
    struct collectors *cs = &m->collectors.base;
    m->passes = m->out == out && rest_goes_on(m, in, sm);
    if (m->passes)
        return;
    m->rests = m->changed = cs->changed = false;
    keep_inputs(m, in, sm);
    keep_outputs(m, out);
    if (m->modern.present) {
        eval_without_collectors(m, in, out);
        return;
    }
    const struct collector_view view = view_of(m);
    crossbar_eval(&m->rf, cs);
    if (cs->ops->heads)
        cs->ops->heads(cs, &view);
    if (m->rfcs.present)
        rfc_eval(&m->rfcs, &m->ibuffer, m->issue.q.exiting | ~active_set_warps(&m->active));
    if (m->intervals)
        intervals_eval(m->intervals, &m->ibuffer, active_set_warps(&m->active));
    dispatch_eval(&m->dispatch, cs, &m->inflight, in->unit_ready, out);
    choose_warp(m, &view, out);
    find_issue(m, out);
    if (m->intervals)
        choose_moves(m);
    active_set_eval(&m->active, &m->issue, &m->limit, &m->ibuffer, issuing_warp(m));
    writeback_eval(&m->writeback, in, &m->inflight, cs, &m->rfcs, out);
    if (m->intervals)
        interval_move_grant(&m->intervals->move, m->writeback.granted | m->rf.busy);
    choose_drains(m, &view);
    issue_end_eval(&m->issue, &m->scoreboard, cs, view.staged ? (int)view.staged_warp : -1, owing(m));
    out->end_valid = m->issue.ends.valid;
    out->end_warp = m->issue.ends.valid ? (uint8_t)m->issue.ends.warp : 0;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void new_head(struct model *m, unsigned warp)
{
    struct collectors *cs = &m->collectors.base;
    issue_forget(&m->issue, warp);
    rfc_new_head(&m->rfcs, warp);
    if (cs->ops->new_head)
        cs->ops->new_head(cs, warp);
}

static void sthld_of_subcore(struct model *m, bool staged)
{
    struct sthld_inputs in = {.kernel = m->in.kernel, .live = issue_live(&m->issue) != 0,
                              .issued = m->core.shape.stage ? staged : m->issues.valid};
    if (m->sthld_of.own)
        sthld_edge(&m->sthld, &in);
}

/* Values of collectors go to their banks, and what is over goes. */
static void drain_collectors(struct model *m)
{
    struct collectors *cs = &m->collectors.base;
    m->core.stats.boc_drain_wait += m->drain.waits;
    for (uint32_t set = m->drain.drained; set; set &= set - 1) {
        unsigned b = lowest(set);
        struct leaving v = cs->ops->leave(cs, m->drain.from[b]);
        rf_bank_write_row(&m->rf, b, bank_arbiter_row(&m->arbiter, v.warp, v.reg), v.value, m->core.shape.lane_mask);
        drain_edge(&m->drain, b);
    }
    if (cs->ops->expire)
        cs->ops->expire(cs);
}

/* ORF and LRF, and the active set that has them (3.19). */
static void levels_edge(struct model *m)
{
    struct levels *ls = m->levels;
    uint64_t active = active_set_warps(&m->active);
    if (m->dispatch.leaves.valid) {
        struct level_copy copy = ocu_levels_copy(&m->collectors.base, m->dispatch.leaves.col);
        levels_copy(ls, &copy, active);
    }
    levels_take(ls, m->writeback.wb, m->writeback.accepted, active);
    if (m->issues.valid)
        levels_issue(ls, m->issues.warp, m->issues.col, ibuffer_head(&m->ibuffer, m->issues.warp));
    else
        levels_no_issue(ls);
    if (m->active.enter)
        levels_enter(ls, lowest(m->active.enter), active);
    active_set_edge(&m->active, &m->issue);
    if (active_set_warps(&m->active) != active)
        levels_check_active(ls, active, active_set_warps(&m->active));
}

/* Register caches that are fetched by intervals, and the active set that has them (3.20). */
static void move_registers(struct model *m)
{
    struct intervals *iv = m->intervals;
    uint64_t active = active_set_warps(&m->active);
    intervals_results(iv, m->writeback.wb, m->writeback.masked, active);
    intervals_edge(iv, &m->arbiter, &m->rf);
    intervals_issue(iv, issuing_warp(m), m->issues.col);
    intervals_take(iv, &m->ibuffer);
    intervals_activate(iv, m->active.enter, m->active.leave, active);
    active_set_edge(&m->active, &m->issue);
}

/* Banks that neither queues read nor results are written to. */
static uint32_t banks_taken(const struct model *m)
{
    return m->drain.drained | m->rfcs.drain.drained | (m->intervals ? interval_move_banks(&m->intervals->move) : 0);
}

static void return_tags(struct model *m)
{
    if (m->in.tag_valid && scoreboard_return(&m->scoreboard, m->in.tag_warp, m->in.tag_mask))
        issue_forget(&m->issue, m->in.tag_warp);
}

/* 3.6 and 3.7: collector c takes an instruction of warp w. */
static void allocate(struct model *m, unsigned c, unsigned w, unsigned iid, const struct instruction *i)
{
    struct collectors *cs = &m->collectors.base;
    unsigned position = cs->ops->next(cs, c);
    struct served served;
    if (m->rfcs.present)
        served = rfc_serve(&m->rfcs, &m->arbiter, &m->rf, w, i);
    inflight_take(&m->inflight, iid, w, i);
    unsigned need = cs->ops->allocate(cs, c, w, iid, i, m->q.lfsr, m->rfcs.present ? &served : NULL);
    dispatch_allocate(&m->dispatch, c);
    bank_queue_request(&m->queues, c, position, w, need, i);
}

/* Collectors of warp w. */
static uint64_t collectors_of(const struct model *m, unsigned w)
{
    const struct collectors *cs = &m->collectors.base;
    uint64_t found = 0;
    for (unsigned c = 0; c < m->core.shape.collectors; c++)
        found |= (uint64_t)(cs->ops->warp_of(cs, c) == w) << c;
    return found;
}

/* The head leaves its ring for the chosen collector, or for the stage in front of it. */
static void issue_head(struct model *m)
{
    unsigned w = m->issues.warp;
    const struct instruction *head = m->intervals ? &m->intervals->head : ibuffer_head(&m->ibuffer, w);
    if (m->core.shape.stage)
        issue_stage_take(&m->stage, m->issues.col, w, m->issues.iid, head, collectors_of(m, w));
    else
        allocate(m, m->issues.col, w, m->issues.iid, head);
    scoreboard_issue(&m->scoreboard, w, head);
    ibuffer_pop(&m->ibuffer, w);
    new_head(m, w);
}

static void issue(struct model *m)
{
    const struct instruction *chosen = m->issue.choice.valid ? ibuffer_head(&m->ibuffer, m->issue.choice.warp) : NULL;
    m->changed |= m->issue.q.wait != m->issue.choice.wait;
    if (m->stage.q.valid)
        allocate(m, (unsigned)m->stage.q.col, (unsigned)m->stage.q.warp, (unsigned)m->stage.q.iid,
                 &m->stage.instruction);
    issue_stage_leave(&m->stage);
    issue_edge(&m->issue, chosen);
    if (m->core.shape.chosen_before)
        grant_stage_take(&m->grant, m->issue.choice.valid, m->issue.choice.warp, m->issue.choice.iid);
    if (m->issues.valid)
        issue_head(m);
}

static void take_results(struct model *m)
{
    struct collectors *cs = &m->collectors.base;
    uint64_t warps = writeback_edge(&m->writeback, &m->arbiter, &m->rf, &m->rfcs, &m->scoreboard, &m->inflight);
    for (; warps; warps &= warps - 1)
        issue_forget(&m->issue, lowest(warps));
    struct taken_results taken = writeback_taken(&m->writeback);
    cs->ops->take_results(cs, &taken, m->q.lfsr);
    if (cs->ops->settle)
        cs->ops->settle(cs);
    if (m->rfcs.present)
        rfc_edge(&m->rfcs, &m->arbiter, &m->rf, m->writeback.wb, issuing_warp(m), issue_live(&m->issue));
}

static void decode(struct model *m)
{
    unsigned w = m->in.dec_warp;
    if (!m->in.dec_valid)
        return;
    const struct age *age = m->modern.present ? &m->modern.issue.age : &m->issue.age;
    bool live = w < m->core.shape.warps && age_valid(age, w);
    if (m->levels)
        levels_check_decoded(m->levels, w, &m->in.dec);
    if (m->intervals)
        intervals_check_decoded(m->intervals, w, &m->in.dec);
    if (ibuffer_push(&m->ibuffer, w, &m->in.dec, m->issues.valid && m->issues.warp == w, live) && !m->modern.present)
        new_head(m, w);
}

static void launch_intervals(struct intervals *iv, unsigned w)
{
    intervals_check_inactive(iv, w, "it is launched");
    interval_table_launch(&iv->table, w);
}

static void launch(struct model *m)
{
    unsigned w = m->in.launch_warp;
    if (!m->in.launch_valid)
        return;
    if (w >= m->core.shape.warps || m->in.launch_row >= m->core.shape.rows) {
        violate(&m->core.watch, "warp slot %u was launched with row %u, which does not exist", w, m->in.launch_row);
        return;
    }
    ibuffer_launch(&m->ibuffer, w);
    if (m->modern.present) {
        modern_launch(&m->modern, w, m->in.launch_row);
        return;
    }
    issue_launch(&m->issue, w);
    rfc_check_empty(&m->rfcs, w, "it is launched");
    bank_arbiter_launch(&m->arbiter, w, m->in.launch_row);
    if (m->intervals)
        launch_intervals(m->intervals, w);
}

static void end(struct model *m)
{
    struct collectors *cs = &m->collectors.base;
    if (!m->issue.ends.valid)
        return;
    issue_end_edge(&m->issue);
    cs->ops->end(cs, m->issue.ends.warp);
    rfc_check_empty(&m->rfcs, m->issue.ends.warp, "it ends");
}

static void edge_without_collectors(struct model *m)
{
    rf_banks_begin(&m->rf);
    return_tags(m);
    int issued = modern_edge(&m->modern);
    if (issued >= 0)
        ibuffer_pop(&m->ibuffer, (unsigned)issued);
    decode(m);
    launch(m);
    modern_end(&m->modern);
    if (m->core.packing)
        modern_pack(&m->modern);
    m->core.watch.cycle = ++m->core.stats.cycles;
}

/*
 * The registers change in an order in which none is read as "_q" after it has changed: port S before the reads (the
 * read register) and before allocation (ready bits); reads before dispatch and allocation (registers of slots);
 * dispatch before allocation (locks); allocation before ports D (3.11), the end of a warp (a CCU may have a new warp by
 * then) and decode (the head); in a BOC drains and expiry before what issues, and that before results; a register cache
 * behind allocation and the writes of banks, which read it. ORF and LRF change behind ports S and L and in front of the
 * active set and of dispatch. What an interval has fetched takes its entry in front of the reads, which overwrite the
 * output register of its bank. What is moved besides is behind them. Grants and pushes, and issue and decode, share a
 * pointer and a count, whose sum only pushes move.
 */
void subcore_edge(struct model *m)
{
    struct collectors *cs = &m->collectors.base;
    bool staged = m->stage.q.valid || grant_stage_valid(&m->grant);
    if (m->modern.present) {
        edge_without_collectors(m);
        return;
    }
    if (m->passes && rest_most(m) > 0) {
        rest_pass(m, 1);
        return;
    }
    rest_count(m, 1);
    rf_banks_begin(&m->rf);
    crossbar_edge(cs);
    if (cs->levels)
        ocu_levels_receive(cs);
    if (m->intervals)
        interval_move_fill(&m->intervals->move, &m->rf);
    bank_arbiter_edge(&m->arbiter, &m->queues, &m->rf, cs, m->writeback.granted | banks_taken(m));
    sthld_of_subcore(m, staged);
    if (m->levels)
        levels_edge(m);
    else if (m->intervals)
        move_registers(m);
    else
        active_set_edge(&m->active, &m->issue);
    drain_collectors(m);
    dispatch_edge(&m->dispatch, cs, &m->inflight);
    return_tags(m);
    issue(m);
    take_results(m);
    decode(m);
    launch(m);
    end(m);
    rest_clock(m, 1);
    m->rests = rest_begins(m, staged);
}

/* --- creation, registers ------------------------------------------------------------------------------------------ */

void subcore_open(struct model *m, const struct config *cfg)
{
    struct core *core = &m->core;
    struct collectors *cs = &m->collectors.base;
    bool waits = config_waits(cfg);
    core->shape = shape_of(cfg);
    m->seed = (uint16_t)cfg->seed;
    m->sthld_of.own = waits && cfg->sthld_mode == STHLD_OWN;
    m->sthld_of.external = config_sthld_input(cfg) || (waits && cfg->sthld_mode == STHLD_SHARED);
    m->sthld_of.value = (unsigned)cfg->sthld_value;
    m->sthld_of.width = bits_for((unsigned)cfg->sthld_max + 1);
    ibuffer_open(&m->ibuffer, core, cfg);
    modern_open(&m->modern, core, cfg);
    m->modern.ibuffer = &m->ibuffer;
    m->modern.inflight = &m->inflight;
    m->modern.rows = &m->rf;
    m->modern.scoreboard = &m->scoreboard;
    scoreboard_open(&m->scoreboard, core, cfg);
    if (m->modern.present) {
        inflight_open(&m->inflight, core, cfg);
        return;
    }
    active_set_open(&m->active, core, cfg);
    inflight_open(&m->inflight, core, cfg);
    issue_open(&m->issue, core, cfg);
    limit_open(&m->limit, cfg);
    sthld_open(&m->sthld, cfg, (unsigned)cfg->sthld_interval, core->shape.stage);
    issue_stage_open(&m->stage, core, cfg);
    grant_stage_open(&m->grant, core);
    dispatch_open(&m->dispatch, core, cfg);
    drain_open(&m->drain, core, core->shape.collectors);
    bank_arbiter_open(&m->arbiter, core, cfg);
    bank_queues_open(&m->queues, core, cfg);
    writeback_open(&m->writeback, core, &m->rf);
    rfcs_open(&m->rfcs, core, cfg);
    m->levels = config_levels(cfg) ? &m->collectors.levelled.levels : NULL;
    m->intervals = config_intervals(cfg) ? &m->collectors.fetched.intervals : NULL;
    m->active.levels = m->levels;
    m->active.intervals = m->writeback.intervals = m->intervals;
    m->writeback.levels = cs->levels = m->intervals ? &m->intervals->frames : m->levels;
    m->ibuffer.intervals = m->intervals ? &m->intervals->ring : NULL;
    if (m->levels)
        levels_open(m->levels, core, cfg);
    if (m->intervals)
        intervals_open(m->intervals, core, cfg);
    cs->core = core;
    cs->ops = scheme_of(cfg);
    cs->scoreboard = &m->scoreboard;
    cs->ops->open(cs, cfg);
}

void subcore_reset(struct model *m)
{
    struct collectors *cs = &m->collectors.base;
    m->q.lfsr = m->seed;
    m->rests = false;
    ibuffer_reset(&m->ibuffer);
    if (m->modern.present) {
        inflight_reset(&m->inflight);
        modern_reset(&m->modern);
        return;
    }
    scoreboard_reset(&m->scoreboard);
    active_set_reset(&m->active);
    inflight_reset(&m->inflight);
    issue_reset(&m->issue);
    sthld_reset(&m->sthld);
    issue_stage_reset(&m->stage);
    grant_stage_reset(&m->grant);
    dispatch_reset(&m->dispatch);
    drain_reset(&m->drain);
    for (unsigned c = 0; c < m->core.shape.collectors; c++)
        cs->ops->reset(cs, c);
    if (m->rfcs.present)
        rfcs_reset(&m->rfcs);
    if (m->levels)
        levels_reset(m->levels);
    if (m->intervals)
        intervals_reset(m->intervals);
    rf_banks_reset(&m->rf);
    bank_queues_reset(&m->queues);
}

void subcore_list(const struct model *m, struct register_list *l)
{
    const struct shape *k = &m->core.shape;
    const struct collectors *cs = &m->collectors.base;
    if (m->modern.present) {
        ibuffer_list(&m->ibuffer, l);
        inflight_list(&m->inflight, l);
        modern_list(&m->modern, l);
        return;
    }
    register_list_add(l, &m->q.lfsr, 16, true, "top.u_lfsr.lfsr_q");
    ibuffer_list(&m->ibuffer, l);
    scoreboard_list(&m->scoreboard, l);
    active_set_list(&m->active, l);
    inflight_list(&m->inflight, l);
    issue_list(&m->issue, l);
    if (m->sthld_of.own)
        sthld_list(&m->sthld, l);
    issue_stage_list(&m->stage, l);
    grant_stage_list(&m->grant, l);
    for (unsigned c = 0; c < k->collectors; c++)
        cs->ops->list(cs, c, l);
    for (unsigned w = 0; m->rfcs.present && w < k->warps; w++)
        rfc_list(&m->rfcs, w, l);
    if (m->levels)
        levels_list(m->levels, l);
    if (m->intervals)
        intervals_list(m->intervals, l);
    dispatch_list(&m->dispatch, l);
    if (cs->ops->drains && cs->ops->drains(cs))
        drain_list(&m->drain, l);
    if (m->rfcs.back)
        drain_list(&m->rfcs.drain, l);
    bank_arbiter_list(&m->arbiter, l);
    for (unsigned b = 0; b < k->banks; b++) {
        bank_queue_list(&m->queues, b, l);
        rf_bank_list(&m->rf, b, l);
    }
}

void subcore_pack(struct model *m)
{
    const struct shape *k = &m->core.shape;
    struct collectors *cs = &m->collectors.base;
    ibuffer_pack(&m->ibuffer);
    if (m->modern.present) {
        inflight_pack(&m->inflight);
        modern_pack_scoreboards(&m->modern);
        modern_pack(&m->modern);
        return;
    }
    scoreboard_pack(&m->scoreboard);
    inflight_pack(&m->inflight);
    issue_pack(&m->issue);
    dispatch_pack(&m->dispatch);
    for (unsigned c = 0; c < k->collectors; c++)
        cs->ops->pack(cs, c);
    for (unsigned w = 0; m->rfcs.present && w < k->warps; w++)
        rfc_pack(&m->rfcs, w);
    bank_arbiter_pack(&m->arbiter);
    for (unsigned b = 0; b < k->banks; b++)
        bank_queue_pack(&m->queues, b);
}

void subcore_unpack(struct model *m)
{
    const struct shape *k = &m->core.shape;
    struct collectors *cs = &m->collectors.base;
    m->rests = false;
    ibuffer_unpack(&m->ibuffer);
    if (m->modern.present) {
        inflight_unpack(&m->inflight);
        modern_unpack(&m->modern);
        return;
    }
    scoreboard_unpack(&m->scoreboard);
    inflight_unpack(&m->inflight);
    issue_unpack(&m->issue);
    issue_stage_unpack(&m->stage);
    dispatch_unpack(&m->dispatch);
    for (unsigned c = 0; c < k->collectors; c++)
        cs->ops->unpack(cs, c);
    for (unsigned w = 0; m->rfcs.present && w < k->warps; w++)
        rfc_unpack(&m->rfcs, w);
    bank_arbiter_unpack(&m->arbiter);
    for (unsigned b = 0; b < k->banks; b++)
        bank_queue_unpack(&m->queues, b);
    rf_banks_unpack(&m->rf);
    if (m->intervals)
        interval_table_unpack(&m->intervals->table);
}
