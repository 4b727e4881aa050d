/* SPDX-License-Identifier: Apache-2.0 */
/* sthld with sthld_diff and sthld_next: cmodel/sthld.c and cmodel/sthld_edge.c (3.5, STHLD; Malekeh IV-B3). */
/* model: sthld.c sthld_edge.c */
#include "model_part.h"

void environment(void)
{
}

/* States of Fig. 8; STHLD up to its maximum; no more instructions than cycles, and cycles of the interval. */
bool invariant(void)
{
    open_model();
    uint64_t state = rtl("state_q", 0, 3), cycle = rtl("cycle_q", 0, m.shape.cycle_w);
    return state >= 1 && state <= 6 && rtl("sthld_q", 0, m.shape.sthld_w) <= (unsigned)m.cfg.sthld_max &&
           cycle < m.shape.interval && rtl("count_q", 0, m.shape.interval_w) <= cycle &&
           rtl("prev_q", 0, m.shape.interval_w) <= m.shape.interval;
}

void step(void)
{
    struct sthld_q *q = &m.q.sthld;
    *q = (struct sthld_q){rtl("state_q", 0, 3), rtl("sthld_q", 0, m.shape.sthld_w), rtl("clamped_q", 0, 1),
                          rtl("cycle_q", 0, m.shape.cycle_w), rtl("count_q", 0, m.shape.interval_w),
                          rtl("prev_q", 0, m.shape.interval_w)};
    same_output("sthld_o", 0, m.shape.sthld_w, q->sthld);
    struct sthld_inputs in = {.kernel = rtl("kernel_i", 0, 1), .live = rtl("live_i", 0, 1),
                              .issued = (uint32_t)rtl("issue_valid_i", 0, 1)};
    sthld_edge(q, &m.shape, &m.cfg, &in);
    same_next("state_q", 0, 3, q->state);
    same_next("sthld_q", 0, m.shape.sthld_w, q->sthld);
    same_next("clamped_q", 0, 1, q->clamped);
    same_next("cycle_q", 0, m.shape.cycle_w, q->cycle);
    same_next("count_q", 0, m.shape.interval_w, q->count);
    same_next("prev_q", 0, m.shape.interval_w, q->prev);
}
