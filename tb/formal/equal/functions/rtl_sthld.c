/* SPDX-License-Identifier: Apache-2.0 */
/* sthld with sthld_diff and sthld_next: cmodel/subcore/sthld.c and cmodel/subcore/sthld_edge.c (3.5, STHLD; Malekeh
 * IV-B3). */
/* model: sthld.c sthld_edge.c shape.c instruction.c */
#include "model_part.h"

void environment(void)
{
}

/* States of Fig. 8; STHLD up to its maximum; no more instructions than cycles, and cycles of the interval. Behind an
 * issue stage the instruction of the last cycle of an interval counts for the next one. */
bool invariant(void)
{
    const struct sthld *s = &m.sthld;
    open_model();
    sthld_open(&m.sthld, &equal_config, (unsigned)equal_config.sthld_interval, m.core.shape.stage);
    uint64_t state = rtl("state_q", 0, 3), cycle = rtl("cycle_q", 0, s->cycle_w);
    return state >= 1 && state <= 6 && rtl("sthld_q", 0, s->sthld_w) <= (unsigned)equal_config.sthld_max &&
           cycle < s->interval && rtl("count_q", 0, s->count_w) <= cycle + s->late &&
           rtl("prev_q", 0, s->count_w) <= s->interval;
}

void step(void)
{
    struct sthld *s = &m.sthld;
    s->q.state = rtl("state_q", 0, 3);
    s->q.sthld = rtl("sthld_q", 0, s->sthld_w);
    s->q.clamped = rtl("clamped_q", 0, 1);
    s->q.cycle = rtl("cycle_q", 0, s->cycle_w);
    s->q.count = rtl("count_q", 0, s->count_w);
    s->q.prev = rtl("prev_q", 0, s->count_w);
    s->q.judge = optional(s->late, "judge_q", 1);
    s->q.large = optional(s->late, "large_q", 1);
    same_output("sthld_o", 0, s->sthld_w, s->q.sthld);
    struct sthld_inputs in = {.kernel = rtl("kernel_i", 0, 1), .live = rtl("live_i", 0, 1),
                              .issued = (uint32_t)rtl("issue_valid_i", 0, 1)};
    sthld_edge(s, &in);
    same_next("state_q", 0, 3, s->q.state);
    same_next("sthld_q", 0, s->sthld_w, s->q.sthld);
    same_next("clamped_q", 0, 1, s->q.clamped);
    same_next("cycle_q", 0, s->cycle_w, s->q.cycle);
    same_next("count_q", 0, s->count_w, s->q.count);
    same_next("prev_q", 0, s->count_w, s->q.prev);
    if (s->late) {
        same_next("judge_q", 0, 1, s->q.judge);
        same_next("large_q", 0, 1, s->q.large);
    }
}
