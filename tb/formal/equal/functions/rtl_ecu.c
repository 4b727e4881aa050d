/* SPDX-License-Identifier: Apache-2.0 */
/* ecu, all but its data: which source is waited for, when a result is taken, when the instruction can dispatch;
 * cmodel/subcore/ecu.c, ocu.c and collector.c, with crossbar.c and dispatch.c (3.3, 3.6, 3.8, 3.16; Triple-A). */
/* model: ecu.c ocu.c collector.c crossbar.c dispatch.c writeback.c age_matrix.c shape.c instruction.c */
#include "model_part.h"

#include "cmodel/subcore/ecu.h"

/* The only collector, and the instruction that issues. */
enum { HERE };

static struct instruction issued;
static bool allocates, dispatches;
static unsigned issue_warp;

static struct ecus *const ecus = &m.collectors.ecu;
static struct collectors *const base = &m.collectors.base;
static struct collector *const col = &m.collectors.ecu.ocu.all.at[HERE];

static void open_ecu(void)
{
    open_model();
    open_collectors();
    dispatch_open(&m.dispatch, &m.core, &equal_config);
    writeback_open(&m.writeback, &m.core);
    base->scoreboard = &m.scoreboard;
    m.scoreboard.core = &m.core;
    m.core.shape.collectors = 1;
}

static void fill_issued(void)
{
    const struct shape *k = &m.core.shape;
    issue_warp = (unsigned)rtl("issue_warp_i", 0, k->warp_w);
    allocates = rtl("alloc_i", 0, 1);
    dispatches = rtl("dispatch_i", 0, 1);
    issued = (struct instruction){
        .unit = (uint8_t)rtl("issue_unit_i", 0, 3), .mask = (uint32_t)rtl("issue_mask_i", 0, k->lanes),
        .dst_count = (uint8_t)rtl("issue_dst_count_i", 0, 3), .dst_base = (uint8_t)rtl("issue_dst_base_i", 0, k->reg_w),
        .src_valid = (uint8_t)rtl("issue_src_valid_i", 0, k->slots),
    };
    for (unsigned s = 0; s < k->slots; s++)
        issued.src_reg.at[s] = (uint8_t)rtl("issue_src_reg_i", s * k->reg_w, k->reg_w);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        issued.payload[at / 64] = rtl("issue_payload_i", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64);
}

/* Whether a lower slot of the instruction names the register of slot s; and whether any other one does. */
static bool named_below(unsigned s)
{
    bool named = false;
    for (unsigned f = 0; f < s; f++)
        named |= (issued.src_valid >> f & 1) && issued.src_reg.at[f] == issued.src_reg.at[s];
    return named;
}

static bool named_twice(unsigned s)
{
    bool named = false;
    for (unsigned f = 0; f < m.core.shape.slots; f++)
        named |= f != s && (issued.src_valid >> f & 1) && issued.src_reg.at[f] == issued.src_reg.at[s];
    return named;
}

/* The ibuffer has compared the slots; the scoreboard says which one is outstanding: one that is in use and whose
 * register no other slot names. The model looks that up. */
static void assume_instruction(void)
{
    const struct shape *k = &m.core.shape;
    uint64_t wait = rtl("issue_wait_i", 0, k->slots);
    assume(!(wait & (wait - 1)));
    memset(m.scoreboard.q.pending, 0, sizeof m.scoreboard.q.pending);
    for (unsigned s = 0; s < k->slots; s++) {
        bool waits = wait >> s & 1;
        assume(rtl("issue_first_i", s, 1) == ((issued.src_valid >> s & 1) && !named_below(s)));
        assume(!waits || ((issued.src_valid >> s & 1) && !named_twice(s)));
        unsigned at = issue_warp * k->registers + issued.src_reg.at[s];
        for (unsigned r = 0; r < k->warps * k->registers; r++)
            m.scoreboard.q.pending[r / 64] |= (uint64_t)(waits && r == at) << r % 64;
    }
    for (unsigned w = 0; w < k->warps; w++)
        assume(rtl("head_dst_count_i", w * 3, 3) <= MAX_DSTS);
}

static void fill_results(void)
{
    const struct shape *k = &m.core.shape;
    m.writeback.granted = (uint32_t)rtl("wr_valid_i", 0, k->banks);
    for (unsigned b = 0; b < k->banks; b++) {
        unsigned warp = (unsigned)rtl("wr_warp_i", b * k->warp_w, k->warp_w);
        unsigned reg = (unsigned)rtl("wr_reg_i", b * k->reg_w, k->reg_w);
        assume(!rtl("wr_valid_i", b, 1) || (bank_of(k, warp, reg) == b && warp < k->warps));
        m.writeback.grant_port[b] = (uint8_t)b;
        m.writeback.wb[b] = (struct result){.warp = (uint8_t)warp, .reg = (uint8_t)reg, .mask = k->lane_mask};
    }
}

static void fill_collector(void)
{
    const struct shape *k = &m.core.shape;
    col->q.occupied = rtl("occupied_q", 0, 1);
    col->q.warp = rtl("warp_q", 0, k->warp_w);
    col->q.iid = rtl("iid_q", 0, k->iid_w);
    col->q.unit = rtl("unit_q", 0, 3);
    col->q.mask = rtl("mask_q", 0, k->lanes);
    col->q.dst_count = rtl("dst_count_q", 0, 3);
    col->q.dst_base = rtl("dst_base_q", 0, k->reg_w);
    col->q.src_valid = rtl("src_valid_q", 0, k->slots);
    col->q.src_ready = rtl("src_ready_q", 0, k->slots);
    ecus->at[HERE].q.src_wait = rtl("src_wait_q", 0, k->slots);
    ecus->ocu.at[HERE].q.src_reg = rtl("src_reg_q", 0, k->slots * k->reg_w);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        col->q.payload[at / 64] = rtl("payload_q", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64);
    base->ops->unpack(base, HERE);
}

void environment(void)
{
    open_ecu();
    const struct shape *k = &m.core.shape;
    fill_issued();
    fill_collector();
    unsigned slot = (unsigned)rtl("s_slot_i", 0, k->slot_w);
    uint64_t lacks = col->q.src_valid & ~col->q.src_ready & ~ecus->at[HERE].q.src_wait;
    assume(!allocates || ((!col->q.occupied || dispatches) && issue_warp < k->warps));
    assume(!dispatches || col->q.occupied);
    assume(!rtl("s_valid_i", 0, 1) || (slot < k->slots && col->q.occupied && lacks >> slot & 1));
    assume_instruction();
    fill_results();
}

/* One slot at most waits for a result: of an instruction that is there, in use, not ready, and with a register that no
 * other slot in use has. */
bool invariant(void)
{
    open_ecu();
    const struct shape *k = &m.core.shape;
    uint64_t wait = rtl("src_wait_q", 0, k->slots), valid = rtl("src_valid_q", 0, k->slots);
    bool holds = (wait & ((wait - 1) | ~valid | rtl("src_ready_q", 0, k->slots))) == 0;
    holds &= rtl("occupied_q", 0, 1) || !wait;
    holds &= rtl("warp_q", 0, k->warp_w) < k->warps || !wait;
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned f = 0; f < k->slots; f++)
            holds &= f == s || !(wait >> s & valid >> f & 1) ||
                     rtl("src_reg_q", s * k->reg_w, k->reg_w) != rtl("src_reg_q", f * k->reg_w, k->reg_w);
    return holds;
}

/* No in-flight number is kept here. */
void inflight_dispatch(struct inflight *of, unsigned iid, unsigned dst_count)
{
    (void)of; (void)iid; (void)dst_count;
}

/* A field is an output in this cycle, and a register in the next one. */
static void same(bool next, const char *output, const char *reg, unsigned at, unsigned width, uint64_t model)
{
    if (next)
        same_next(reg, at, width, model);
    else
        same_output(output, at, width, model);
}

static void compare_instruction(bool next)
{
    const struct shape *k = &m.core.shape;
    same(next, "occupied_o", "occupied_q", 0, 1, col->q.occupied);
    same(next, "warp_o", "warp_q", 0, k->warp_w, col->q.warp);
    same(next, "iid_o", "iid_q", 0, k->iid_w, col->q.iid);
    same(next, "unit_o", "unit_q", 0, 3, col->q.unit);
    same(next, "mask_o", "mask_q", 0, k->lanes, col->q.mask);
    same(next, "dst_count_o", "dst_count_q", 0, 3, col->q.dst_count);
    same(next, "dst_base_o", "dst_base_q", 0, k->reg_w, col->q.dst_base);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        same(next, "payload_o", "payload_q", at, k->payload_bits - at < 64 ? k->payload_bits - at : 64,
             col->q.payload[at / 64]);
}

static void compare_outputs(void)
{
    const struct shape *k = &m.core.shape;
    struct instruction head = {.dst_count = 0};
    compare_instruction(false);
    for (unsigned s = 0; s < k->slots; s++)
        same_output("src_row_o", s * k->row_w, k->row_w, (uint64_t)(col->reg.at[s] >> k->bank_shift));
    for (unsigned w = 0; w < k->warps; w++)
        if (col->q.warp == w) {
            head.dst_count = (uint8_t)rtl("head_dst_count_i", w * 3, 3);
            head.dst_base = (uint8_t)rtl("head_dst_base_i", w * k->reg_w, k->reg_w);
        }
    same_output("war_o", 0, 1, instruction_overwrites(k, &head, col->q.src_valid, col->reg));
    not_compared("operand_o", "a value");
}

static void compare_registers(void)
{
    const struct shape *k = &m.core.shape;
    compare_instruction(true);
    same_next("src_valid_q", 0, k->slots, col->q.src_valid);
    same_next("src_ready_q", 0, k->slots, col->q.src_ready);
    same_next("src_wait_q", 0, k->slots, ecus->at[HERE].q.src_wait);
    same_next("src_reg_q", 0, k->slots * k->reg_w, ecus->ocu.at[HERE].q.src_reg);
    for (unsigned s = 0; s < k->slots; s++) {
        static char name[] = "g_slot[0].data_q";
        name[7] = (char)('0' + s);
        not_compared(name, "a value");
    }
}

void step(void)
{
    static struct sc_out out;
    const struct shape *k = &m.core.shape;
    unsigned need = 0;
    m.rf.reading = (uint32_t)rtl("s_valid_i", 0, 1);
    m.rf.at[0].q.rd_slot = rtl("s_slot_i", 0, k->slot_w);
    crossbar_eval(&m.rf, base);
    dispatch_eval(&m.dispatch, base, &m.inflight, UINT32_MAX, &out);
    same_output("dispatchable_o", 0, 1, m.dispatch.leaves.valid);
    assume(!dispatches || m.dispatch.leaves.valid);
    dispatch_eval(&m.dispatch, base, &m.inflight, dispatches ? UINT32_MAX : 0, &out);
    compare_outputs();
    crossbar_edge(base);
    dispatch_edge(&m.dispatch, base, &m.inflight);
    if (allocates)
        need = base->ops->allocate(base, HERE, issue_warp, (unsigned)rtl("issue_iid_i", 0, k->iid_w), &issued, 0, NULL);
    same_output("need_o", 0, k->slots, need);
    struct taken_results taken = writeback_taken(&m.writeback);
    base->ops->take_results(base, &taken, 0);
    compare_registers();
}
