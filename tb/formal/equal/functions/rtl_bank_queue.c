/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue, beside OCUs or CCUs: the head, and which entries change; cmodel/subcore/bank_queue.c (3.7, 3.10; Malekeh
 * II). */
/* model: shape.c instruction.c */
/* not beside: boc */
#include "model_part.h"

/* They are not called, for then what is kept on the stack would depend on the case. */
__attribute__((always_inline)) static inline void move_up(struct bank_queues *qs, unsigned b);
__attribute__((always_inline)) inline void bank_queue_grant(struct bank_queues *qs, unsigned b);

#include "cmodel/subcore/bank_queue.c"

static void open_queues(void)
{
    open_model();
    bank_queues_open(&m.queues, &m.core, &equal_config);
}

/* The head, when there is one; the register is not there with QSHIFT. */
static unsigned head(void)
{
    return m.queues.shift ? 0 : (unsigned)rtl("rptr_q", 0, m.queues.request_w);
}

/* The mask of the entry so many behind the head. */
static uint64_t mask_behind(unsigned behind)
{
    const struct shape *k = &m.core.shape;
    unsigned at = head() + behind;
    uint64_t mask = 0;
    for (unsigned i = 0; i < m.queues.requests; i++) {
        uint64_t here = rtl("mask_q", i * k->slots, k->slots);
        mask |= i == at || i + m.queues.requests == at ? here : 0;
    }
    return mask;
}

/* What is granted is there; what is pushed has a slot to read, and room. */
void environment(void)
{
    open_queues();
    const struct shape *k = &m.core.shape;
    uint64_t count = rtl("count_q", 0, m.queues.queue_w), mask = mask_behind(0);
    uint64_t col = rtl("push_col_i", 0, k->col_w), slots = rtl("push_mask_i", 0, k->slots);
    bool granted = rtl("grant_i", 0, 1), pushed = rtl("push_valid_i", 0, 1);
    bool leaves = granted && !(mask & (mask - 1));
    assume(!granted || count > 0);
    assume(!pushed || (slots != 0 && col < k->collectors));
    assume(!pushed || count < m.queues.requests || leaves);
}

/* What waits has a slot to read. */
bool invariant(void)
{
    open_queues();
    uint64_t count = rtl("count_q", 0, m.queues.queue_w);
    bool good = count <= m.queues.requests && head() < m.queues.requests;
    for (unsigned i = 0; i < m.queues.requests; i++) {
        uint64_t mask = mask_behind(i);
        good &= i >= count || mask != 0;
    }
    return good;
}

static void fill(void)
{
    const struct shape *k = &m.core.shape;
    m.core.packing = false;
    m.queues.at[0].q.count = rtl("count_q", 0, m.queues.queue_w);
    m.queues.at[0].q.rptr = head();
    for (unsigned i = 0; i < m.queues.requests; i++) {
        m.queues.at[0].col[i] = (uint8_t)rtl("col_q", i * k->col_w, k->col_w);
        m.queues.at[0].mask[i] = (uint8_t)rtl("mask_q", i * k->slots, k->slots);
    }
}

static void compare_head(void)
{
    const struct shape *k = &m.core.shape;
    same_output("head_valid_o", 0, 1, m.queues.at[0].q.count > 0);
    if (m.queues.at[0].q.count) {
        struct read_request r = bank_queue_head(&m.queues, 0);
        same_output("head_col_o", 0, k->col_w, r.col);
        same_output("head_slot_o", 0, k->slot_w, r.slot);
    } else {
        any_output("head_col_o", 0, k->col_w);
        any_output("head_slot_o", 0, k->slot_w);
    }
}

/* Also entries that hold no request. */
static void compare_entries(void)
{
    const struct shape *k = &m.core.shape;
    same_next("count_q", 0, m.queues.queue_w, m.queues.at[0].q.count);
    if (!m.queues.shift)
        same_next("rptr_q", 0, m.queues.request_w, m.queues.at[0].q.rptr);
    for (unsigned i = 0; i < m.queues.requests; i++) {
        same_next("col_q", i * k->col_w, k->col_w, m.queues.at[0].col[i]);
        same_next("mask_q", i * k->slots, k->slots, m.queues.at[0].mask[i]);
    }
}

void step(void)
{
    const struct shape *k = &m.core.shape;
    fill();
    compare_head();
    unsigned col = (unsigned)rtl("push_col_i", 0, k->col_w), mask = (unsigned)rtl("push_mask_i", 0, k->slots);
    bool pushed = rtl("push_valid_i", 0, 1);
    if (rtl("grant_i", 0, 1))
        bank_queue_grant(&m.queues, 0);
    if (pushed)
        push(&m.queues, 0, col, 0, (uint8_t)mask);
    compare_entries();
}
