/* SPDX-License-Identifier: Apache-2.0 */
#include "sthld.h"

#include "sthld_edge.h"

/* Digit `state` of a number of six digits, from the left and from 1. */
static int digit(int number, unsigned state)
{
    for (; state < 6; state++)
        number /= 10;
    return number % 10;
}

bool sthld_large(const struct config *cfg, uint32_t current, uint32_t previous)
{
    uint64_t change = current > previous ? current - previous : previous - current;
    return change * (uint32_t)cfg->sthld_fraction > previous;
}

struct sthld_state sthld_next(const struct config *cfg, struct sthld_state s, bool large)
{
    if (s.state < 1 || s.state > 6)
        return (struct sthld_state){1, s.sthld, s.clamped};
    int step = digit(large ? cfg->step_large : cfg->step_small, s.state) - 5;
    if (s.state == 4 && !large && s.clamped && step > 0)
        step = 0;
    int value = s.sthld + step;
    if (step < 0)
        s.clamped = value < 0;
    s.sthld = (uint8_t)(value < 0 ? 0 : value > cfg->sthld_max ? cfg->sthld_max : value);
    s.state = (uint8_t)digit(large ? cfg->next_large : cfg->next_small, s.state);
    return s;
}

/* --- the registers of u_sthld ------------------------------------------------------------------------------------- */

void sthld_clear(struct model *m)
{
    m->q.sthld = (struct sthld_q){.state = 1, .sthld = m->shape.sthld};
}

static void transition(struct model *m, uint32_t issued)
{
    struct sthld_q *q = &m->q.sthld;
    struct sthld_state s = {(uint8_t)q->state, (uint8_t)q->sthld, q->clamped};
    s = sthld_next(&m->cfg, s, sthld_large(&m->cfg, issued, (uint32_t)q->prev));
    *q = (struct sthld_q){.state = s.state, .sthld = s.sthld, .clamped = s.clamped, .prev = issued};
}

void sthld_edge(struct model *m)
{
    struct sthld_q *q = &m->q.sthld;
    if (!m->shape.own)
        return;
    if (m->step.kernel) {
        sthld_clear(m);
    } else if (m->issue.age.valid[0]) {
        uint32_t issued = (uint32_t)q->count + m->step.issue;
        if (q->cycle + 1 == m->shape.interval) {
            transition(m, issued);
        } else {
            q->cycle++;
            q->count = issued;
        }
    }
}
