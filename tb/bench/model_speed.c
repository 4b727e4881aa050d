/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures the speed of the golden model and its environment alone, as bare does of the Verilated RTL: the blocks of
 * the slice are read before the clock runs, and processor time is taken. It says the cycles, the warp instructions and
 * the best pass: whatever else runs on the machine only makes passes slower.
 */
#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "configs/config.h"
#include "cmodel/env/leap.h"
#include "configs/program.h"
#include "cmodel/env/sm_env.h"
#include "cmodel/program/source.h"
#include "cmodel/sm/top.h"

enum { MAX_SETS = 64 };

struct options {
    const char *config, *sets[MAX_SETS];
    int set_count;
    struct source source;
    uint32_t sm, subcore;
    bool timing_only, no_leaps;
    double seconds;
};

/* --- a stream that has been read ---------------------------------------------------------------------------------- */

struct held_kernel { struct kernel kernel; struct block **blocks; size_t count; };

struct held {
    struct stream *from;
    struct held_kernel *kernels;
    size_t count, kernel, block;    /* kernels; the current one, from 1; its next block */
};

static int held_kernel(struct stream *s, struct kernel *kernel)
{
    struct held *h = s->state;
    if (h->kernel == h->count)
        return 0;
    *kernel = h->kernels[h->kernel++].kernel;
    h->block = 0;
    return 1;
}

/* The blocks of a kernel change their owner: a stream is run once. */
static int held_block(struct stream *s, struct block **block)
{
    struct held *h = s->state;
    struct held_kernel *k = &h->kernels[h->kernel - 1];
    if (h->block == k->count)
        return 0;
    *block = k->blocks[h->block];
    k->blocks[h->block++] = NULL;
    return 1;
}

static bool hold_block(struct held_kernel *k, struct block *block)
{
    struct block **blocks = realloc(k->blocks, (k->count + 1) * sizeof *blocks);
    if (!blocks) {
        block_free(block);
        return false;
    }
    k->blocks = blocks;
    k->blocks[k->count++] = block;
    return true;
}

/* 1, 0 at the end, -1 on an error. */
static int hold_kernel(struct held *h)
{
    struct held_kernel k = {.count = 0};
    struct block *block;
    int status = h->from->next_kernel(h->from, &k.kernel);
    if (status <= 0)
        return status;
    while ((status = h->from->next_block(h->from, &block)) == 1)
        if (!hold_block(&k, block))
            return -1;
    struct held_kernel *kernels = realloc(h->kernels, (h->count + 1) * sizeof *kernels);
    if (status < 0 || !kernels)
        return -1;
    h->kernels = kernels;
    h->kernels[h->count++] = k;
    return 1;
}

static bool hold(struct held *h, struct stream *s)
{
    int status;
    *s = (struct stream){.state = h, .next_kernel = held_kernel, .next_block = held_block};
    while ((status = hold_kernel(h)) == 1)
        ;
    return status == 0;
}

static void let_go(struct held *h)
{
    for (size_t i = 0; i < h->count; i++) {
        for (size_t b = 0; b < h->kernels[i].count; b++)
            block_free(h->kernels[i].blocks[b]);
        free(h->kernels[i].blocks);
    }
    free(h->kernels);
}

/* --- a pass ------------------------------------------------------------------------------------------------------- */

struct pass { uint64_t cycles, skipped, instructions; double seconds; };

struct rows { struct top *top; size_t bytes; };

static void write_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, const struct vreg *value)
{
    struct rows *r = ctx;
    memcpy(model_row(top_sub(r->top, sub), bank, row), value->lane, r->bytes);
}

static void read_row(void *ctx, uint32_t sub, uint32_t bank, uint32_t row, struct vreg *value)
{
    struct rows *r = ctx;
    memcpy(value->lane, model_row(top_sub(r->top, sub), bank, row), r->bytes);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Not inlined: tb/bench/bench_scale.sh counts instructions between its first and its last one. */
__attribute__((noinline))
static enum env_status simulate(struct sm_env *env, struct top *top, bool skip, uint64_t *skipped)
{
    static struct sm_in in;
    static struct sm_out out;
    enum env_status status = sm_env_state(env);
    while (status == ENV_RUNNING) {
        sm_env_drive(env, &in);
        top_eval(top, &in, &out);
        status = sm_env_step(env, &in, &out);
        if (status != ENV_RUNNING && status != ENV_DONE)
            break;
        top_edge(top);
        if (skip && status == ENV_RUNNING)
            *skipped += leap(env, top, UINT64_MAX);
    }
    return status;
}

static int run(const struct options *opt, const struct config *cfg, struct stream *stream, struct pass *p)
{
    struct rows rows = {.bytes = (size_t)cfg->lanes * sizeof(uint32_t)};
    struct sm_env_options options = {.sm = opt->sm, .subcore = opt->subcore, .values = !opt->timing_only,
                                     .write_row = write_row, .read_row = read_row, .ctx = &rows};
    struct top *top = rows.top = top_create(cfg, !opt->timing_only);
    struct sm_env *env = top ? sm_env_create(cfg, stream, &options) : NULL;
    int code = env ? 0 : complain("out of memory");
    p->skipped = 0;
    if (env) {
        double start = seconds();
        if (simulate(env, top, opt->timing_only && !opt->no_leaps, &p->skipped) != ENV_DONE)
            code = complain("%s", sm_env_message(env));
        p->seconds = seconds() - start;
        p->cycles = sm_env_cycles(env);
        p->instructions = sm_env_instructions(env);
    }
    sm_env_destroy(env);
    top_destroy(top);
    return code;
}

static int measure(const void *context, const struct config *cfg, struct stream *source)
{
    const struct options *opt = context;
    struct pass best = {.seconds = 0}, p = best;
    double all = 0;
    int code = 0;
    for (unsigned i = 0; code == 0 && (i == 0 || all < opt->seconds); i++) {
        struct held h = {.from = source};
        struct stream s;
        if ((i > 0 && !source->rewind(source)) || !hold(&h, &s))
            code = complain("%s", source->error[0] ? source->error : "out of memory");
        else
            code = run(opt, cfg, &s, &p);
        let_go(&h);
        all += p.seconds;
        if (i == 0 || p.seconds < best.seconds)
            best = p;
    }
    if (code == 0)
        printf("%s: %" PRIu64 " cycles, %" PRIu64 " skipped, %" PRIu64 " warp instructions in %.4f s, %.0f cycles per "
               "second, %.0f warp instructions per second\n", opt->timing_only ? "timing only" : "values", best.cycles,
               best.skipped, best.instructions, best.seconds, (double)best.cycles / best.seconds,
               (double)best.instructions / best.seconds);
    return code;
}

/* --- command line ------------------------------------------------------------------------------------------------- */

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *opt = state->input;
    char *end;
    switch (key) {
    case 'c': opt->config = argument; return 0;
    case 'x':
        if (opt->set_count == MAX_SETS)
            exit(complain("--set: at most %d are accepted", MAX_SETS));
        opt->sets[opt->set_count++] = argument;
        return 0;
    case 't': opt->source.trace = argument; return 0;
    case 'o': opt->timing_only = true; return 0;
    case 'e': opt->no_leaps = true; return 0;
    case 's':
        opt->seconds = strtod(argument, &end);
        if (end == argument || *end != '\0' || !(opt->seconds >= 0 && opt->seconds <= 3600))
            exit(complain("--seconds %s: accepted are 0 to 3600", argument));
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"config", 'c', "FILE", 0, "configuration, such as configs/ccu.yaml (required)", 0},
        {"set", 'x', "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
        {"trace", 't', "SPEC", 0, "as for cmodel; sub-core 0 of SM 0 runs, or SM 0 (required)", 0},
        {"timing-only", 'o', NULL, 0, "without values and oracle", 0},
        {"no-leaps", 'e', NULL, 0, "with --timing-only: leaps over no cycle", 0},
        {"seconds", 's', "S", 0, "repeats the run for at least so long (1)", 0},
        {0}
    };
    static const struct argp argp = {argp_options, parse, NULL, "Measures the speed of the golden model alone.", NULL,
                                     NULL, NULL};
    struct options opt = {.seconds = 1};
    struct config cfg;
    char error[CONFIG_ERROR];
    program_begin();
    program_arguments(&argp, argc, argv, 0, &opt);
    if (!opt.config || !opt.source.trace)
        return complain("%s is missing; see --help", opt.config ? "--trace SPEC" : "--config FILE");
    if (opt.no_leaps && !opt.timing_only)
        return complain("--no-leaps is of --timing-only, which is not given; accepted are both, or neither");
    opt.source.run = true;
    if (!config_make(&cfg, opt.config, opt.sets, (size_t)opt.set_count, SENTENCE(error)))
        return complain("%s", error);
    if (config_gpu_kernels(&cfg) || config_gpu_sthld(&cfg))
        return complain("memory.l2: shared, machine.kernels: gpu and sthld.mode: gpu need all slices of the GPU; "
                        "accepted are other values of these");
    return source_once(&opt.source, &cfg, measure, &opt);
}
