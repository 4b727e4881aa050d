/* SPDX-License-Identifier: Apache-2.0 */
/* sthld with sthld_diff and sthld_next: cmodel/subcore/sthld.c and cmodel/subcore/sthld_edge.c (3.5, STHLD; Malekeh
 * IV-B3). */
/* model: sthld.c sthld_edge.c */
#include "model_part.h"

void environment(void)
{
}

/* States of Fig. 8; STHLD up to its maximum; no more instructions than cycles, and cycles of the interval. Behind an issue
 * stage the instruction of the last cycle of an interval counts for the next one. */
bool invariant(void)
{
    open_model();
    uint64_t state = rtl("state_q", 0, 3), cycle = rtl("cycle_q", 0, m.shape.cycle_w);
    return state >= 1 && state <= 6 && rtl("sthld_q", 0, m.shape.sthld_w) <= (unsigned)m.cfg.sthld_max &&
           cycle < m.shape.interval && rtl("count_q", 0, m.shape.interval_w) <= cycle + m.shape.pipe &&
           rtl("prev_q", 0, m.shape.interval_w) <= m.shape.interval;
}

void step(void)
{
    struct sthld_q *q = &m.q.sthld;
    bool late = m.shape.pipe;
    *q = (struct sthld_q){.state = rtl("state_q", 0, 3), .sthld = rtl("sthld_q", 0, m.shape.sthld_w),
                          .clamped = rtl("clamped_q", 0, 1), .cycle = rtl("cycle_q", 0, m.shape.cycle_w),
                          .count = rtl("count_q", 0, m.shape.interval_w),
                          .prev = rtl("prev_q", 0, m.shape.interval_w),
                          .judge = late ? rtl("judge_q", 0, 1) : 0, .large = late ? rtl("large_q", 0, 1) : 0};
    same_output("sthld_o", 0, m.shape.sthld_w, q->sthld);
    struct sthld_inputs in = {.kernel = rtl("kernel_i", 0, 1), .live = rtl("live_i", 0, 1), .late = late,
                              .issued = (uint32_t)rtl("issue_valid_i", 0, 1)};
    sthld_edge(q, &m.shape, &m.cfg, &in);
    same_next("state_q", 0, 3, q->state);
    same_next("sthld_q", 0, m.shape.sthld_w, q->sthld);
    same_next("clamped_q", 0, 1, q->clamped);
    same_next("cycle_q", 0, m.shape.cycle_w, q->cycle);
    same_next("count_q", 0, m.shape.interval_w, q->count);
    same_next("prev_q", 0, m.shape.interval_w, q->prev);
    if (late) {
        same_next("judge_q", 0, 1, q->judge);
        same_next("large_q", 0, 1, q->large);
    }
}
