/* SPDX-License-Identifier: Apache-2.0 */
#include "modern.h"

#include "cmodel/base/unit.h"

void modern_open(struct modern *m, struct core *core, const struct config *cfg)
{
    m->present = cfg->kind == KIND_NONE;
    m->core = core;
    if (!m->present)
        return;
    m->scoreboards = config_counts_readers(cfg);
    if (m->scoreboards)
        readers_open(&m->readers, core, cfg);
    else
        dependence_open(&m->dependence, core);
    modern_issue_open(&m->issue, core, cfg);
    modern_control_open(&m->control, core, cfg);
    unit_queue_open(&m->queue, core, cfg);
    modern_banks_open(&m->banks, core, cfg);
}

void modern_list(const struct modern *m, struct register_list *l)
{
    if (m->scoreboards) {
        scoreboard_list(m->scoreboard, l);
        readers_list(&m->readers, l);
    } else {
        dependence_list(&m->dependence, l);
    }
    modern_issue_list(&m->issue, l);
    modern_control_list(&m->control, l);
    unit_queue_list(&m->queue, l);
    for (unsigned b = 0; b < m->core->shape.banks; b++)
        modern_bank_list(&m->banks, b, l);
}

void modern_reset(struct modern *m)
{
    if (m->scoreboards) {
        scoreboard_reset(m->scoreboard);
        readers_reset(&m->readers);
    } else {
        dependence_reset(&m->dependence);
    }
    modern_issue_reset(&m->issue);
    modern_control_reset(&m->control);
    unit_queue_reset(&m->queue);
    modern_banks_reset(&m->banks);
}

void modern_pack_scoreboards(struct modern *m)
{
    if (!m->scoreboards)
        return;
    scoreboard_pack(m->scoreboard);
    readers_pack(&m->readers);
}

void modern_pack(struct modern *m)
{
    if (!m->scoreboards)
        dependence_pack(&m->dependence);
    modern_issue_pack(&m->issue);
    modern_control_pack(&m->control);
    carried_pack(&m->queue.entries);
    modern_banks_pack(&m->banks);
}

void modern_unpack(struct modern *m)
{
    if (m->scoreboards) {
        scoreboard_unpack(m->scoreboard);
        readers_unpack(&m->readers);
    } else {
        dependence_unpack(&m->dependence);
    }
    modern_issue_unpack(&m->issue);
    modern_control_unpack(&m->control);
    carried_unpack(&m->queue.entries);
    modern_banks_unpack(&m->banks);
}

/* --- evaluation: dispatch ----------------------------------------------------------------------------------------- */

static void drive_operands(struct modern *m, bool window, struct sc_out *out)
{
    uint32_t slots = 0;
    if (window) {
        slots = modern_control_operands(&m->control, &m->banks, out->disp_operand);
    } else if (m->now.leaves) {
        slots = m->queue.entries.at[0].i.src_valid;
        for (uint32_t set = slots; set; set &= set - 1)
            vector_copy(m->core, &out->disp_operand[lowest(set)], &m->queue.q.data[lowest(set)]);
    }
    for (uint32_t set = m->operands & ~slots; set; set &= set - 1)
        memset(&out->disp_operand[lowest(set)], 0, m->core->shape.vector_bytes);
    m->operands = slots;
}

static void drive(struct modern *m, const struct carried *c, struct sc_out *out)
{
    static const struct carried nothing;
    const struct carried *d = c ? c : &nothing;
    out->disp_valid = c != NULL;
    out->disp_unit = d->i.unit;
    out->disp_warp = d->warp;
    out->disp_iid = d->iid;
    out->disp_dst_count = d->i.dst_count;
    out->disp_dst_base = d->i.dst_base;
    out->disp_dst_near = out->disp_dst_look = 0;
    memset(out->disp_dst_dist, 0, sizeof out->disp_dst_dist);
    out->disp_upper_valid = false;
    out->disp_mask = d->i.mask;
    memcpy(out->disp_payload, d->i.payload, sizeof out->disp_payload);
    m->now.warp = d->warp;
    m->now.iid = d->iid;
    m->now.dst_count = d->i.dst_count;
}

/* An instruction of the window goes in any case; else the head of the unit queue may. */
static void dispatch(struct modern *m, uint32_t unit_ready, struct sc_out *out)
{
    const struct carried *c = modern_control_dispatches(&m->control);
    bool window = c != NULL;
    m->queue.dispatches = !window && unit_queue_ready(&m->queue, unit_ready);
    c = m->queue.dispatches ? &m->queue.entries.at[0] : c;
    m->now.leaves = c != NULL;
    drive(m, c, out);
    if (m->core->values)
        drive_operands(m, window, out);
}

/* --- evaluation: results ------------------------------------------------------------------------------------------ */

static bool fixed_port(unsigned u)
{
    return u == UNIT_INT || u == UNIT_FP32;
}

/* The bank of what stands at a port, if it has lanes, or -1. */
static int bank_at(const struct modern *m, const struct result *r)
{
    return r->mask & m->core->shape.lane_mask ? (int)bank_of(&m->core->shape, r->warp, r->reg) : -1;
}

/* Likewise of a result. */
static int bank_of_result(const struct modern *m, const struct result *r)
{
    return r->valid ? bank_at(m, r) : -1;
}

/* What stands at a port without a fixed latency, a result or not, waits for a bank that is taken, and for older ones of
 * its kind. */
static bool waits(const struct modern *m, unsigned u)
{
    int b = bank_at(m, &m->now.wb[u]);
    bool waits = b >= 0 && m->banks.at[b].q.result_count > 0;
    for (unsigned v = 0; v < RESULT_PORTS && b >= 0; v++)
        if (v != u && bank_of_result(m, &m->now.wb[v]) == b)
            waits |= fixed_port(v) || inflight_older(m->inflight, m->now.wb[u].iid, m->now.wb[v].iid);
    return waits;
}

static struct bank_result taken(const struct modern *m, unsigned u)
{
    const struct result *r = &m->now.wb[u];
    struct bank_result of = {.warp = r->warp, .reg = r->reg, .mask = r->mask & m->core->shape.lane_mask};
    if (m->core->values)
        vector_copy(m->core, &of.data, &r->data);
    return of;
}

/* What is written to a bank, and what joins the results that wait for it. */
static void write_bank(struct modern *m, unsigned b)
{
    struct modern_bank *bank = &m->banks.at[b];
    unsigned fixed[2], n = 0;
    int other = -1;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        if (!(m->now.accepted >> u & 1) || bank_of_result(m, &m->now.wb[u]) != (int)b)
            continue;
        if (fixed_port(u))
            fixed[n++] = u;
        else
            other = (int)u;
    }
    if (n == 2 && inflight_older(m->inflight, m->now.wb[fixed[0]].iid, m->now.wb[fixed[1]].iid)) {
        unsigned younger = fixed[0];
        fixed[0] = fixed[1];
        fixed[1] = younger;
    }
    bank->now.pops = bank->q.result_count > 0;
    bank->now.writes = bank->now.pops || n > 0 || other >= 0;
    unsigned first = 0;
    if (bank->now.pops)
        bank->now.write = bank->result[0];
    else if (n > 0)
        bank->now.write = taken(m, fixed[first++]);
    else if (other >= 0)
        bank->now.write = taken(m, (unsigned)other);
    while (first < n)
        bank->now.push[bank->now.pushes++] = taken(m, fixed[first++]);
}

static void results(struct modern *m, const struct sc_in *in, struct sc_out *out)
{
    const struct shape *k = &m->core->shape;
    uint32_t waiting = 0;
    m->now.accepted = 0;
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        m->now.wb[u] = in->wb[u];
        if (in->wb[u].valid && (in->wb[u].warp >= k->warps || in->wb[u].reg >= k->registers
                                || in->wb[u].iid >= k->inflight)) {
            violate(&m->core->watch, "a result was offered for register %u of warp %u, which does not exist",
                    in->wb[u].reg, in->wb[u].warp);
            m->now.wb[u].valid = false;
        }
    }
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        waiting |= (uint32_t)(!fixed_port(u) && waits(m, u)) << u;
    out->wb_ready = ((1u << RESULT_PORTS) - 1) & ~waiting;
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        m->now.accepted |= (uint32_t)m->now.wb[u].valid << u;
    m->core->stats.result_wait += count_bits(m->now.accepted & waiting);
    m->now.accepted &= ~waiting;
    for (unsigned b = 0; b < k->banks; b++)
        write_bank(m, b);
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static void issue(struct modern *m, struct sc_out *out)
{
    unsigned iid = inflight_free(m->inflight, m->core->shape.inflight);
    bool hold = m->control.now.hold, queue = hold && m->control.now.to_queue;
    const struct issue_waits waits = {m->scoreboards ? NULL : &m->dependence, m->scoreboard, &m->readers};
    modern_issue_eval(&m->issue, m->ibuffer, &waits, iid >= m->core->shape.inflight, hold && !queue, queue);
    bool valid = m->issue.choice.valid;
    out->issue_valid = valid;
    out->issue_warp = valid ? (uint8_t)m->issue.choice.warp : 0;
    out->issue_iid = valid ? (uint8_t)iid : 0;
    if (valid)
        m->now.issued = (struct carried){(uint8_t)m->issue.choice.warp, (uint8_t)iid,
                                         *ibuffer_head(m->ibuffer, m->issue.choice.warp)};
}

/* Warps that cannot end yet, whatever has completed: results of them wait in banks, or tags are pending. */
static uint64_t owing(const struct modern *m)
{
    uint64_t owing = modern_banks_owing(&m->banks);
    for (unsigned w = 0; m->scoreboards && w < m->core->shape.warps; w++)
        owing |= (uint64_t)(m->scoreboard->tags[w] != 0) << w;
    return owing;
}

void modern_eval(struct modern *m, const struct sc_in *in, struct sc_out *out)
{
    modern_banks_begin(&m->banks);
    modern_control_eval(&m->control, &m->banks, &m->queue);
    dispatch(m, in->unit_ready, out);
    unit_queue_ask(&m->queue, &m->banks, m->control.row_base);
    issue(m, out);
    results(m, in, out);
    modern_issue_end_eval(&m->issue, owing(m));
    out->end_valid = m->issue.ends.valid;
    out->end_warp = m->issue.ends.valid ? (uint8_t)m->issue.ends.warp : 0;
    out->token = 0;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* A result is accepted: what waits for the register, or for the last one of an instruction, need not any more. */
static void end_result(struct modern *m, const struct result *r)
{
    if (m->scoreboards)
        scoreboard_accept(m->scoreboard, r->warp, r->reg);
    else if (r->last)
        dependence_written(&m->dependence, r->warp, r->iid);
}

/* Instructions that dispatch, and their counters. */
static void end_read(struct modern *m)
{
    if (m->scoreboards)
        return;
    dependence_read(&m->dependence, m->now.warp, m->now.iid);
    if (m->now.dst_count == 0)
        dependence_written(&m->dependence, m->now.warp, m->now.iid);
}

/* Instructions that complete, and counters that go down. */
static void complete(struct modern *m)
{
    for (uint32_t set = m->now.accepted; set; set &= set - 1) {
        const struct result *r = &m->now.wb[lowest(set)];
        inflight_check(m->inflight, r, true);
        inflight_accept(m->inflight, r);
        end_result(m, r);
        if (r->last)
            modern_issue_complete(&m->issue, r->warp);
    }
    if (!m->now.leaves)
        return;
    m->core->stats.dispatches++;
    end_read(m);
    if (m->now.dst_count == 0)
        modern_issue_complete(&m->issue, m->now.warp);
    inflight_dispatch(m->inflight, m->now.iid, m->now.dst_count);
}

/* Reads that are reserved, or done. */
static void readers_that_leave(struct modern *m)
{
    const struct carried *a = &m->control.allocate.at[0], *head = &m->queue.entries.at[0];
    if (m->control.now.goes && !m->control.now.to_queue)
        readers_leave(&m->readers, a->warp, &a->i);
    if (m->queue.dispatches)
        readers_leave(&m->readers, head->warp, &head->i);
}

/* What the instruction in Control, and cycles without hold, do to counters. */
static void count(struct modern *m)
{
    const struct carried *c = &m->control.control.at[0];
    if (m->control.now.hold)
        return;
    if (!m->scoreboards && m->control.q.control_valid)
        dependence_begin(&m->dependence, c->warp, c->iid);
    if (!m->scoreboards)
        dependence_count_down(&m->dependence);
    modern_issue_count_down(&m->issue);
}

static void note_issue(struct modern *m, const struct carried *issued)
{
    m->core->stats.source_reads += count_bits(instruction_first(&issued->i));
    if (m->scoreboards) {
        scoreboard_issue(m->scoreboard, issued->warp, &issued->i);
        readers_issue(&m->readers, issued->warp, &issued->i);
    } else {
        dependence_issue(&m->dependence, issued->warp, issued->iid, &issued->i);
    }
    inflight_take(m->inflight, issued->iid, issued->warp, &issued->i);
}

/* Counters go down before others go up: what a counter becomes matters, not what it would be between. */
int modern_edge(struct modern *m)
{
    const struct carried *issued = m->issue.choice.valid ? &m->now.issued : NULL;
    modern_issue_count_stall(&m->issue);
    complete(m);
    if (m->scoreboards)
        readers_that_leave(m);
    count(m);
    modern_issue_edge(&m->issue, issued ? &issued->i : NULL);
    if (issued)
        note_issue(m, issued);
    unit_queue_edge(&m->queue, &m->banks, m->control.now.goes && m->control.now.to_queue
                    ? &m->control.allocate.at[0] : NULL);
    modern_banks_edge(&m->banks, m->rows, m->control.row_base);
    modern_control_edge(&m->control, issued, m->issue.ends.valid ? (int)m->issue.ends.warp : -1);
    return issued ? (int)issued->warp : -1;
}

void modern_launch(struct modern *m, unsigned warp, unsigned row)
{
    modern_issue_launch(&m->issue, warp);
    modern_control_launch(&m->control, warp, row);
}

void modern_end(struct modern *m)
{
    if (!m->issue.ends.valid)
        return;
    modern_issue_end_edge(&m->issue);
}
