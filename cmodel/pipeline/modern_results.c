/* SPDX-License-Identifier: Apache-2.0 */
#include "modern_results.h"

#include "cmodel/base/unit.h"

static bool is_fixed(unsigned port)
{
    return port == UNIT_INT || port == UNIT_FP32;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static void append(struct modern_results *all, const struct signals *s, const struct moment *m, const struct tracker *t,
                   unsigned port)
{
    const struct moment_result *r = &m->wb[port];
    struct row *row = r->ready && r->masked ? tracker_flight(t, r->iid) : NULL;
    struct result_line *line = &all->bank[bank_of(&s->shape, r->warp, r->reg)];
    if (!row || line->count == MOST_RESULTS)
        return;
    line->row[line->count] = row;
    line->reg[line->count++] = r->reg;
    row->queued++;
}

/* Of the results of INT and FP32 the older one comes first, which has issued first. */
static bool fp32_first(const struct moment *m, const struct tracker *t)
{
    const struct moment_result *i = &m->wb[UNIT_INT], *f = &m->wb[UNIT_FP32];
    const struct row *a = i->ready ? tracker_flight(t, i->iid) : NULL, *b = f->ready ? tracker_flight(t, f->iid) : NULL;
    return a && b && b->issued < a->issued;
}

void modern_results_take(struct modern_results *all, const struct signals *s, const struct moment *m,
                         const struct tracker *t)
{
    bool turned = fp32_first(m, t);
    for (unsigned b = 0; b < s->shape.banks; b++)
        all->bank[b].waited = all->bank[b].count;
    append(all, s, m, t, turned ? UNIT_FP32 : UNIT_INT);
    append(all, s, m, t, turned ? UNIT_INT : UNIT_FP32);
    for (unsigned u = 0; u < RESULT_PORTS; u++)
        if (!is_fixed(u))
            append(all, s, m, t, u);
    for (unsigned b = 0; b < s->shape.banks; b++) {
        const struct signal *left = &s->modern.bank[b].results;
        unsigned n = (unsigned)is_now(left, 0, 8 * left->bytes);
        all->bank[b].written = all->bank[b].count > n ? all->bank[b].count - n : 0;
    }
}

void modern_results_leave(struct modern_results *all, const struct signals *s)
{
    for (unsigned b = 0; b < s->shape.banks; b++) {
        struct result_line *line = &all->bank[b];
        for (unsigned i = 0; i < line->count; i++) {
            if (i < line->written) {
                line->row[i]->queued--;
                continue;
            }
            line->row[i - line->written] = line->row[i];
            line->reg[i - line->written] = line->reg[i];
        }
        line->count -= line->written;
    }
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* Another result of it is written in the same cycle. */
static void add_written(struct step *step, unsigned reg, unsigned bank)
{
    if (step->reads < STEP_READS)
        step->read[step->reads++] = (struct step_read){(uint8_t)reg, (uint8_t)bank};
}

/* What is written says more than what waits. */
bool modern_results_step(const struct modern_results *all, const struct signals *s, const struct row *r,
                         struct step *step)
{
    bool found = false;
    for (unsigned b = 0; b < s->shape.banks; b++) {
        const struct result_line *line = &all->bank[b];
        for (unsigned i = 0; i < line->count; i++) {
            bool written = i < line->written;
            if (line->row[i] != r || (found && !written))
                continue;
            if (!found || step->cause)
                *step = (struct step){.stage = PIPE_WRITE, .reg = line->reg[i], .unit = r->unit};
            found = true;
            if (written)
                add_written(step, line->reg[i], b);
            if (written)
                continue;
            step->cause = CAUSE_RESULT_QUEUE;
            step->bank = (uint8_t)b;
            step->with = line->reg[0];
            step->has_with = 1;
            step->other = row_who(line->row[0]);
        }
    }
    return found;
}

struct step modern_results_wait(const struct modern_results *all, const struct scene *sc, unsigned port)
{
    const struct moment_result *r = &sc->m->wb[port];
    unsigned bank = scene_bank(sc, r->warp, r->reg);
    const struct result_line *line = &all->bank[bank];
    return (struct step){.stage = PIPE_WRITE, .cause = CAUSE_RESULT_PORT, .reg = r->reg, .bank = (uint8_t)bank,
                         .other = row_who(line->written ? line->row[0] : NULL)};
}
