/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A collector of one instruction: collector HERE of the model. What a kind has besides is left to its file: of what it
 * holds, of the instruction that issues, and of results.
 */
#ifndef SUBCORE_FORMAL_COLLECTOR_PART_H
#define SUBCORE_FORMAL_COLLECTOR_PART_H

#include "model_part.h"

enum { HERE, ELSEWHERE };

static struct instruction issued;
static bool allocates, dispatches;
static unsigned issue_warp;

static struct collectors *const base = &m.collectors.base;
static struct collector *const col = &((struct single_collectors *)&m.collectors)->at[HERE];

static void open_collector(void)
{
    open_model();
    open_collectors();
    dispatch_open(&m.dispatch, &m.core, &equal_config);
    writeback_open(&m.writeback, &m.core, &m.rf);
}

/* The bits of the payload from `at` on that a word has. */
static unsigned payload_width(unsigned at)
{
    unsigned left = m.core.shape.payload_bits - at;
    return left < 64 ? left : 64;
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
        .dst_near = (uint8_t)optional(has_field(k, FIELD_DST_NEAR), "issue_dst_near_i", MAX_DSTS),
        .src_valid = (uint8_t)rtl("issue_src_valid_i", 0, k->slots),
    };
    for (unsigned s = 0; s < k->slots; s++)
        issued.src_reg.at[s] = (uint8_t)rtl("issue_src_reg_i", s * k->reg_w, k->reg_w);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        issued.payload[at / 64] = rtl("issue_payload_i", at, payload_width(at));
}

/* The instruction in the collector, all but its slots. */
static void fill_instruction(void)
{
    const struct shape *k = &m.core.shape;
    col->q.occupied = rtl("occupied_q", 0, 1);
    col->q.warp = rtl("warp_q", 0, k->warp_w);
    col->q.iid = rtl("iid_q", 0, k->iid_w);
    col->q.unit = rtl("unit_q", 0, 3);
    col->q.mask = rtl("mask_q", 0, k->lanes);
    col->q.dst_count = rtl("dst_count_q", 0, 3);
    col->q.dst_base = rtl("dst_base_q", 0, k->reg_w);
    col->q.dst_near = optional(has_field(k, FIELD_DST_NEAR), "dst_near_q", MAX_DSTS);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        col->q.payload[at / 64] = rtl("payload_q", at, payload_width(at));
}

/* Results, each of a register in its bank. */
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

/* What the collector says of its instruction. */
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
    if (has_field(k, FIELD_DST_NEAR))
        same(next, "dst_near_o", "dst_near_q", 0, MAX_DSTS, col->q.dst_near);
    for (unsigned at = 0; at < k->payload_bits; at += 64)
        same(next, "payload_o", "payload_q", at, payload_width(at), col->q.payload[at / 64]);
}

static void compare_rows(void)
{
    const struct shape *k = &m.core.shape;
    for (unsigned s = 0; s < k->slots; s++)
        same_output("src_row_o", s * k->row_w, k->row_w, (uint64_t)(col->reg.at[s] >> k->bank_shift));
}

/* Whether a slot names a result of its warp's next instruction. */
static void compare_hazard(void)
{
    const struct shape *k = &m.core.shape;
    struct instruction head = {.dst_count = 0};
    for (unsigned w = 0; w < k->warps; w++)
        if (col->q.warp == w) {
            head.dst_count = (uint8_t)rtl("head_dst_count_i", w * 3, 3);
            head.dst_base = (uint8_t)rtl("head_dst_base_i", w * k->reg_w, k->reg_w);
        }
    same_output("war_o", 0, 1, instruction_overwrites(k, &head, col->q.src_valid, col->reg));
}

/* The value that arrives, and whether the instruction can dispatch; it does only then. */
static void arrive_and_dispatch(void)
{
    static struct sc_out out;
    m.rf.read[0].reading = (uint32_t)rtl("s_valid_i", 0, 1);
    m.rf.read[0].at[0].q.rd_slot = rtl("s_slot_i", 0, m.core.shape.slot_w);
    crossbar_eval(&m.rf, base);
    dispatch_eval(&m.dispatch, base, &m.inflight, UINT32_MAX, &out);
    same_output("dispatchable_o", 0, 1, m.dispatch.leaves.valid);
    assume(!dispatches || m.dispatch.leaves.valid);
    dispatch_eval(&m.dispatch, base, &m.inflight, dispatches ? UINT32_MAX : 0, &out);
}

/* Their edge. */
static void arrived_and_dispatched(void)
{
    crossbar_edge(base);
    dispatch_edge(&m.dispatch, base, &m.inflight);
}

/* The slots that are to be read for the instruction that is allocated. */
static unsigned allocate(uint64_t lfsr)
{
    unsigned iid = (unsigned)rtl("issue_iid_i", 0, m.core.shape.iid_w);
    return allocates ? base->ops->allocate(base, HERE, issue_warp, iid, &issued, lfsr, NULL) : 0;
}

static void take_results(uint64_t lfsr)
{
    struct taken_results taken = writeback_taken(&m.writeback);
    base->ops->take_results(base, &taken, lfsr);
}

#endif
