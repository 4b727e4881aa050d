/* SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include <inttypes.h>

void series_header(FILE *out)
{
    fputs("slice\tcycle\tcycles\tinstructions\tipc\tlive_warps\tactive_warps\tloads\thit_ratio\tvta_hits\n", out);
}

void series_sample(struct series *s, const struct top *top)
{
    for (uint32_t i = 0; s->out && i < top_subs(top); i++) {
        struct model_warps warps = model_warps(top_sub(top, i));
        s->live += warps.live;
        s->active += warps.active;
    }
}

/* Around a single sub-core the L1 is the environment's, and its lines are those of stores and atomics, too. */
static struct series_counts counts(const struct top *top, const struct sm_env *env)
{
    const struct l1d_counts *l = top_l1d(top);
    struct series_counts c = {.cycles = sm_env_cycles(env), .instructions = sm_env_instructions(env)};
    if (l) {
        c.loads = l1d_loads(l);
        c.hits = l->load_hits + l->shared_load_hits;
        c.vta_hits = l->vta_hits;
    } else {
        const struct memory_counts *m = env_memory(sm_env_sub(env, 0));
        c.loads = m->lines;
        c.hits = m->lines - m->l1_misses;
    }
    return c;
}

static double over(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0.0;
}

static void print_line(struct series *s, const struct series_counts *now, bool vta)
{
    const struct series_counts *was = &s->before;
    uint64_t cycles = now->cycles - was->cycles, loads = now->loads - was->loads;
    uint64_t instructions = now->instructions - was->instructions;
    fprintf(s->out, "%u.%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.4f\t%.3f\t%.3f\t%" PRIu64 "\t%.4f\t", s->sm,
            s->subcore, now->cycles, cycles, instructions, over(instructions, cycles), over(s->live, cycles),
            over(s->active, cycles), loads, over(now->hits - was->hits, loads));
    if (vta)
        fprintf(s->out, "%" PRIu64 "\n", now->vta_hits - was->vta_hits);
    else
        fputs("-\n", s->out);
}

void series_step(struct series *s, const struct top *top, const struct sm_env *env, bool last)
{
    uint64_t cycle = sm_env_cycles(env);
    if (!s->out || cycle == s->before.cycles || (cycle % s->interval != 0 && !last))
        return;
    struct series_counts now = counts(top, env);
    print_line(s, &now, top_l1d(top) != NULL);
    s->before = now;
    s->live = s->active = 0;
}
