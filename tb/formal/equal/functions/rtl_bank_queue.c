/* SPDX-License-Identifier: Apache-2.0 */
/* bank_queue, beside OCUs or CCUs: the head, and which entries change; cmodel/subcore/bank_queue.c (3.7, 3.10; Malekeh
 * II). */
/* model: */
/* not beside: boc */
#include "model_part.h"

/* They are not called, for then what is kept on the stack would depend on the case. */
__attribute__((always_inline)) static inline void move_up(struct model *of, unsigned b);
__attribute__((always_inline)) inline void bank_queue_grant(struct model *of, unsigned b);

#include "cmodel/subcore/bank_queue.c"

/* The head, when there is one; the register is not there with QSHIFT. */
static unsigned head(void)
{
    return m.shape.queue_shift ? 0 : (unsigned)rtl("rptr_q", 0, m.shape.request_w);
}

/* The mask of the entry so many behind the head. */
static uint64_t mask_behind(unsigned behind)
{
    const struct shape *k = &m.shape;
    unsigned at = head() + behind;
    uint64_t mask = 0;
    for (unsigned i = 0; i < k->requests; i++) {
        uint64_t here = rtl("mask_q", i * k->slots, k->slots);
        mask |= i == at || i + k->requests == at ? here : 0;
    }
    return mask;
}

/* What is granted is there; what is pushed has a slot to read, and room. */
void environment(void)
{
    open_model();
    const struct shape *k = &m.shape;
    uint64_t count = rtl("count_q", 0, k->queue_w), mask = mask_behind(0);
    uint64_t col = rtl("push_col_i", 0, k->col_w), slots = rtl("push_mask_i", 0, k->slots);
    bool granted = rtl("grant_i", 0, 1), pushed = rtl("push_valid_i", 0, 1);
    bool leaves = granted && !(mask & (mask - 1));
    assume(!granted || count > 0);
    assume(!pushed || (slots != 0 && col < k->collectors));
    assume(!pushed || count < k->requests || leaves);
}

/* What waits has a slot to read. */
bool invariant(void)
{
    open_model();
    const struct shape *k = &m.shape;
    uint64_t count = rtl("count_q", 0, k->queue_w);
    bool good = count <= k->requests && head() < k->requests;
    for (unsigned i = 0; i < k->requests; i++) {
        uint64_t mask = mask_behind(i);
        good &= i >= count || mask != 0;
    }
    return good;
}

static void fill(void)
{
    const struct shape *k = &m.shape;
    m.packing = false;
    m.q.bank[0].count = rtl("count_q", 0, k->queue_w);
    m.q.bank[0].rptr = head();
    for (unsigned i = 0; i < k->requests; i++) {
        m.queue[0].col[i] = (uint8_t)rtl("col_q", i * k->col_w, k->col_w);
        m.queue[0].mask[i] = (uint8_t)rtl("mask_q", i * k->slots, k->slots);
    }
}

static void compare_head(void)
{
    const struct shape *k = &m.shape;
    unsigned at = (unsigned)m.q.bank[0].rptr;
    same_output("head_valid_o", 0, 1, m.q.bank[0].count > 0);
    if (m.q.bank[0].count) {
        same_output("head_col_o", 0, k->col_w, m.queue[0].col[at]);
        same_output("head_slot_o", 0, k->slot_w, lowest(m.queue[0].mask[at]));
    } else {
        any_output("head_col_o", 0, k->col_w);
        any_output("head_slot_o", 0, k->slot_w);
    }
}

/* Also entries that hold no request. */
static void compare_entries(void)
{
    const struct shape *k = &m.shape;
    same_next("count_q", 0, k->queue_w, m.q.bank[0].count);
    if (!k->queue_shift)
        same_next("rptr_q", 0, k->request_w, m.q.bank[0].rptr);
    for (unsigned i = 0; i < k->requests; i++) {
        same_next("col_q", i * k->col_w, k->col_w, m.queue[0].col[i]);
        same_next("mask_q", i * k->slots, k->slots, m.queue[0].mask[i]);
    }
}

void step(void)
{
    const struct shape *k = &m.shape;
    fill();
    compare_head();
    unsigned col = (unsigned)rtl("push_col_i", 0, k->col_w), mask = (unsigned)rtl("push_mask_i", 0, k->slots);
    bool pushed = rtl("push_valid_i", 0, 1);
    if (rtl("grant_i", 0, 1))
        bank_queue_grant(&m, 0);
    if (pushed)
        push(&m, 0, col, 0, (uint8_t)mask);
    compare_entries();
}
