/* SPDX-License-Identifier: Apache-2.0 */
/* bank_arbiter, beside OCUs or CCUs and banks of one port: where requests go, which bank reads, and which row;
 * cmodel/subcore/bank_arbiter.c, bank_queue_request (3.7, 3.9, 3.10, 3.12; Malekeh II). */
/* model: bank_arbiter.c bank_queue.c rf_bank.c collector.c ocu.c ccu.c shape.c instruction.c */
/* not beside: boc rfc */
#include "model_part.h"

static unsigned rows_of_a_warp;

static void environment_of_head(unsigned b)
{
    const struct shape *k = &m.core.shape;
    uint64_t c = rtl("head_col_i", b * k->col_w, k->col_w), s = rtl("head_slot_i", b * k->slot_w, k->slot_w);
    assume(c < k->collectors && s < k->slots);
    for (unsigned i = 0; i < k->collectors; i++)
        assume(c != i || rtl("col_warp_i", i * k->warp_w, k->warp_w) < k->warps);
    for (unsigned o = 0; o < b; o++)
        assume(!rtl("head_valid_i", o, 1) || c != rtl("head_col_i", o * k->col_w, k->col_w) ||
               s != rtl("head_slot_i", o * k->slot_w, k->slot_w));
}

/* A slot lies in one bank, also those at the heads; one collector is allocated at most; numbers of what is valid are in
 * range; the rows of a warp exist. */
void environment(void)
{
    open_model();
    open_collectors();
    bank_queues_open(&m.queues, &m.core, &equal_config);
    bank_arbiter_open(&m.arbiter, &m.core, &equal_config);
    m.rf.core = &m.core;
    const struct shape *k = &m.core.shape;
    uint64_t alloc = rtl("alloc_i", 0, k->collectors);
    rows_of_a_warp = k->registers >> k->bank_shift;
    assume(!(alloc & (alloc - 1)));
    for (unsigned c = 0; c < k->collectors; c++) {
        assume((alloc >> c & 1) || rtl("need_i", c * k->slots, k->slots) == 0);
        for (unsigned s = 0; s < k->slots; s++)
            assume(rtl("col_src_row_i", (c * k->slots + s) * k->row_w, k->row_w) < rows_of_a_warp);
    }
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t in = 0;
        for (unsigned b = 0; b < k->banks; b++)
            in |= rtl("bank_i", b * k->slots + s, 1) << b;
        assume(in && !(in & (in - 1)));
    }
    for (unsigned b = 0; b < k->banks; b++) {
        if (rtl("head_valid_i", b, 1))
            environment_of_head(b);
        assume(!rtl("wr_valid_i", b, 1) || rtl("wr_warp_i", b * k->warp_w, k->warp_w) < k->warps);
        assume(!rtl("wr_valid_i", b, 1) || rtl("wr_row_i", b * k->row_w, k->row_w) < rows_of_a_warp);
    }
    for (unsigned w = 0; w < k->warps; w++)
        assume(rtl("row_base_q", w * k->row_w, k->row_w) + rows_of_a_warp <= k->rows);
    if (rtl("launch_valid_i", 0, 1)) {
        assume(rtl("launch_warp_i", 0, k->warp_w) < k->warps);
        assume(rtl("launch_row_i", 0, k->row_w) + rows_of_a_warp <= k->rows);
    }
}

bool invariant(void)
{
    return true;
}

/* Into empty queues: what is there then has been pushed. */
static void compare_requests(void)
{
    const struct shape *k = &m.core.shape;
    struct instruction e = {.src_valid = 0};
    uint64_t need = 0, alloc = rtl("alloc_i", 0, k->collectors);
    for (unsigned c = 0; c < k->collectors; c++)
        need |= rtl("need_i", c * k->slots, k->slots);
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned b = 0; b < k->banks; b++)
            if (rtl("bank_i", b * k->slots + s, 1))
                e.src_reg.at[s] = (uint8_t)b;
    bank_queue_request(&m.queues, alloc ? lowest(alloc) : 0, 0, 0, (unsigned)need, &e);
    for (unsigned b = 0; b < k->banks; b++) {
        const struct bank_queue *queue = &m.queues.at[b];
        same_output("push_valid_o", b, 1, queue->q.count);
        same_output("push_mask_o", b * k->slots, k->slots, queue->q.count ? queue->mask[0] : 0);
        if (queue->q.count)
            same_output("push_col_o", 0, k->col_w, queue->col[0]);
    }
    bank_queues_reset(&m.queues);
    if (!need)
        any_output("push_col_o", 0, k->col_w);
}

static void fill(void)
{
    const struct shape *k = &m.core.shape;
    m.queues.queued = (uint32_t)rtl("head_valid_i", 0, k->banks);
    for (unsigned w = 0; w < k->warps; w++) {
        m.arbiter.row_base[w] = (uint16_t)rtl("row_base_q", w * k->row_w, k->row_w);
        put(m.arbiter.q.row_base, w * k->row_w, k->row_w, m.arbiter.row_base[w]);
    }
    for (unsigned c = 0; c < k->collectors; c++) {
        struct collector *col = &singles(&m.collectors.base)->at[c];
        col->q.warp = rtl("col_warp_i", c * k->warp_w, k->warp_w);
        for (unsigned s = 0; s < k->slots; s++)
            col->reg.at[s] =
                (uint8_t)(rtl("col_src_row_i", (c * k->slots + s) * k->row_w, k->row_w) << k->bank_shift);
    }
    for (unsigned b = 0; b < k->banks; b++) {
        m.queues.at[b].q.count = m.queues.queued >> b & 1;
        m.queues.at[b].col[0] = (uint8_t)rtl("head_col_i", b * k->col_w, k->col_w);
        m.queues.at[b].mask[0] = (uint8_t)(1u << rtl("head_slot_i", b * k->slot_w, k->slot_w));
    }
}

/* A collector gets one value at most. A head is passed over for a write of its bank or another value for its collector,
 * and for nothing else. */
static void check_reads(void)
{
    const struct shape *k = &m.core.shape;
    uint64_t heads = rtl("head_valid_i", 0, k->banks) & ~rtl("wr_valid_i", 0, k->banks);
    for (unsigned b = 0; b < k->banks; b++) {
        bool served = false;
        for (unsigned o = 0; o < k->banks; o++) {
            bool same = rtl("head_col_i", b * k->col_w, k->col_w) == rtl("head_col_i", o * k->col_w, k->col_w);
            served |= same && (m.rf.read[0].reading >> o & 1);
            if (o != b && same && (m.rf.read[0].reading >> b & m.rf.read[0].reading >> o & 1))
                violated("a collector gets two values");
        }
        if ((heads >> b & 1) && !served)
            violated("a head is passed over for nothing");
    }
}

void step(void)
{
    const struct shape *k = &m.core.shape;
    uint32_t written = (uint32_t)rtl("wr_valid_i", 0, k->banks);
    compare_requests();
    fill();
    bank_arbiter_edge(&m.arbiter, &m.queues, &m.rf, &m.collectors.base, written);
    same_output("read_o", 0, k->banks, m.rf.read[0].reading);
    check_reads();
    for (unsigned b = 0; b < k->banks; b++) {
        unsigned warp = (unsigned)rtl("wr_warp_i", b * k->warp_w, k->warp_w);
        unsigned reg = (unsigned)rtl("wr_row_i", b * k->row_w, k->row_w) << k->bank_shift;
        if (written >> b & 1)
            same_output("row_o", b * k->row_w, k->row_w, bank_arbiter_row(&m.arbiter, warp, reg));
        else if (m.rf.read[0].reading >> b & 1)
            same_output("row_o", b * k->row_w, k->row_w, m.rf.read[0].at[b].read_row);
        else
            any_output("row_o", b * k->row_w, k->row_w);
    }
    if (rtl("launch_valid_i", 0, 1))
        bank_arbiter_launch(&m.arbiter, (unsigned)rtl("launch_warp_i", 0, k->warp_w),
                            (unsigned)rtl("launch_row_i", 0, k->row_w));
    for (unsigned w = 0; w < k->warps; w++)
        same_next("row_base_q", w * k->row_w, k->row_w, m.arbiter.row_base[w]);
}
