/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include <inttypes.h>

void timeline_header(FILE *out)
{
    fputs("sm,subcore,cycle,issued,issue_rate,source_reads,hit_ratio,waits,sthld,state\n", out);
}

/* As they are now; those of the GPU as they were in the last cycle. */
static unsigned sthld_of(const struct timeline *t, const struct top *top, uint32_t sub, unsigned *state)
{
    if (!t->gpu)
        return top_sthld(top, sub, state);
    struct sthld_state s = gpu_sthld_at(t->gpu, model_stats(top_sub(top, sub))->cycles - 1);
    *state = s.state;
    return s.sthld;
}

static void print_line(struct timeline *t, const struct top *top, uint32_t sub)
{
    struct stats *before = &t->before[sub];
    const struct stats *now = model_stats(top_sub(top, sub));
    uint64_t cycles = now->cycles - before->cycles, issued = now->issue_cycles - before->issue_cycles;
    uint64_t reads = now->source_reads - before->source_reads, hits = now->ccu_hits - before->ccu_hits;
    if (cycles == 0)
        return;
    unsigned state, sthld = sthld_of(t, top, sub, &state);
    fprintf(t->out, "%u,%u,%" PRIu64 ",%" PRIu64 ",%.4f,%" PRIu64 ",%.4f,%" PRIu64 ",%u,%u\n", t->sm, t->subcore + sub,
            now->cycles, issued, (double)issued / (double)cycles, reads,
            reads ? (double)hits / (double)reads : 0.0, now->stall_wait - before->stall_wait, sthld, state);
    *before = *now;
}

void timeline_step(struct timeline *t, const struct top *top, uint64_t cycle, bool last)
{
    if (!t->out || (cycle % t->every != 0 && !last))
        return;
    for (uint32_t i = 0; i < top_subs(top); i++)
        print_line(t, top, i);
}
