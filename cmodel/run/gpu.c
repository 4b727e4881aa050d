/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "configs/program.h"

enum { PROGRESS_SECONDS = 2, LONGEST_INTERVAL = 1 << 17 };

/* A slice: every one has a stream of its own, for all are open at the same time. */
struct member {
    struct stream stream;
    bool     begun, open, running;
    uint64_t issued, before;    /* instructions so far, and before this interval of STHLD */
    uint64_t cycles;            /* so far */
};

struct gpu {
    struct slices *all;
    struct member *members;
    struct gpu_memory *memory;  /* memory.l2 shared; else NULL */
    uint64_t intervals;         /* so far */
    uint64_t until;             /* the cycle in which this one is over */
    uint64_t sthld;             /* likewise that of STHLD, or UINT64_MAX */
    bool     over;
    atomic_uint next;           /* member to advance */
    pthread_mutex_t gate;       /* held until all threads are there, and `together` knows how many */
    pthread_barrier_t together;
    time_t   shown;
};

/* --- one slice ---------------------------------------------------------------------------------------------------- */

static void begin(struct gpu *g, uint32_t i)
{
    struct member *m = &g->members[i];
    struct slice *s = &g->all->list[i];
    if (!source_open(&m->stream, g->all->source, g->all->job.cfg)) {
        slice_fail(s, EXIT_INPUT, "%s", m->stream.error);
        return;
    }
    m->open = m->running = true;
    m->stream.skim = i > 0 && g->all->job.max_cycles == 0;  /* slice 0 reads, and checks, all of the stream */
    slice_begin(s, &g->all->job, &m->stream);
}

static void end(struct gpu *g, uint32_t i)
{
    struct member *m = &g->members[i];
    if (!m->open)
        return;
    m->open = m->running = false;
    slice_end(&g->all->list[i]);
    if (i == 0)
        slices_keep_first(g->all, &m->stream);
    m->stream.close(&m->stream);
}

/* Through the interval, to its end, or to the end of a kernel. */
static void advance(struct gpu *g, uint32_t i)
{
    struct member *m = &g->members[i];
    struct slice *s = &g->all->list[i];
    if (!m->begun) {
        m->begun = true;
        begin(g, i);
    }
    if (!m->running)
        return;
    bool goes_on = slice_advance(s, g->until);
    m->issued = slice_issued(s);
    m->cycles = slice_cycles(s);
    if (g->all->job.gpu)
        gpu_sthld_count(&g->all->gpu, i, (uint32_t)(m->issued - m->before));
    if (!goes_on)
        end(g, i);
}

/* What the L2 of the GPU has counted of a slice. */
static void add_port(struct stats *s, const struct port_counts *c)
{
    s->L2_total_cache_accesses = c->sectors;
    s->L2_total_cache_misses = c->misses;
    s->l2_sectors = c->sectors;
    s->l2_sector_misses = c->misses;
    s->l2_reads = c->reads;
    s->l2_read_wait = c->wait;
    s->dram_sectors_read = c->dram_reads;
    s->dram_sectors_written = c->dram_writes;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* Cycles so far: of the interval, or, where slices stand still in it, of the one that is furthest. */
static uint64_t cycles_so_far(const struct gpu *g)
{
    uint64_t most = 0;
    if (!g->all->job.gate)
        return g->until;
    for (uint32_t i = 0; i < g->all->count; i++)
        most = g->members[i].cycles > most ? g->members[i].cycles : most;
    return most;
}

static void progress(struct gpu *g, uint32_t running)
{
    if (g->all->quiet || time(NULL) < g->shown + PROGRESS_SECONDS)
        return;
    g->shown = time(NULL);
    fprintf(stderr, "interval %" PRIu64 ": %" PRIu64 " cycles, %" PRIu32 " of %" PRIu32 " slices have ended\n",
            g->intervals, cycles_so_far(g), g->all->count - running, g->all->count);
}

static void give_up_memory(struct gpu *g)
{
    slice_fail(&g->all->list[0], EXIT_INPUT, "out of memory");
    g->over = true;
}

/* Whether all slices that have not ended are at the end of a kernel. */
static bool kernel_is_over(const struct gpu *g)
{
    for (uint32_t i = 0; i < g->all->count; i++)
        if (g->members[i].running && !slice_parked(&g->all->list[i]))
            return false;
    return g->all->job.gate != NULL;
}

/* The next kernel begins when the last slice has come to the end of this one, and the last answer of the L2 has come.
 * Returns that cycle. */
static uint64_t begin_kernel(struct gpu *g)
{
    uint64_t cycle = 0;
    if (g->memory && !gpu_memory_drain(g->memory, &cycle))
        give_up_memory(g);
    for (uint32_t i = 0; i < g->all->count; i++)
        cycle = g->members[i].cycles > cycle ? g->members[i].cycles : cycle;
    if (!kernel_gate_open(&g->all->gate, cycle))
        give_up_memory(g);
    return cycle;
}

/* Intervals of STHLD that are over in cycle `now`. */
static void next_sthld(struct gpu *g, uint64_t now)
{
    while (g->sthld <= now && !g->over) {
        if (!gpu_sthld_next(&g->all->gpu))
            give_up_memory(g);
        for (uint32_t i = 0; i < g->all->count; i++)
            g->members[i].before = g->members[i].issued;
        g->sthld += (uint64_t)g->all->job.cfg->sthld_interval;
    }
}

/* The end of the interval that begins in cycle `now`. No answer of the L2 comes sooner. */
static uint64_t end_of_interval(const struct gpu *g, uint64_t now)
{
    uint64_t end = now + (g->memory ? gpu_memory_latency(g->all->job.cfg) : LONGEST_INTERVAL);
    return end < g->sthld ? end : g->sthld;
}

/* What one thread does while the others wait. */
static void between(struct gpu *g)
{
    uint32_t running = 0;
    uint64_t now = g->until;
    for (uint32_t i = 0; i < g->all->count; i++)
        running += g->members[i].running;
    g->intervals++;
    progress(g, running);
    g->over = running == 0 || slices_failure(g->all);
    uint64_t last;
    if (g->memory && !(g->over ? gpu_memory_drain(g->memory, &last) : gpu_memory_run(g->memory, now)))
        give_up_memory(g);
    if (!g->over && kernel_is_over(g))
        now = begin_kernel(g);
    next_sthld(g, now);
    g->until = end_of_interval(g, now);
    atomic_store(&g->next, 0);
}

static void *work(void *arg)
{
    struct gpu *g = arg;
    pthread_mutex_lock(&g->gate);
    pthread_mutex_unlock(&g->gate);
    do {
        for (unsigned i; (i = atomic_fetch_add(&g->next, 1)) < g->all->count;)
            advance(g, i);
        if (pthread_barrier_wait(&g->together) == PTHREAD_BARRIER_SERIAL_THREAD)
            between(g);
        pthread_barrier_wait(&g->together);
    } while (!g->over);
    return NULL;
}

static void run_threads(struct gpu *g, uint32_t count)
{
    pthread_t threads[SLICES_MAX_JOBS];
    uint32_t started = 0;
    pthread_mutex_init(&g->gate, NULL);
    pthread_mutex_lock(&g->gate);
    while (started + 1 < count && pthread_create(&threads[started], NULL, work, g) == 0)
        started++;
    pthread_barrier_init(&g->together, NULL, started + 1);
    pthread_mutex_unlock(&g->gate);
    work(g);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&g->together);
    pthread_mutex_destroy(&g->gate);
}

/* What the slices have in common. False when memory runs out. */
static bool open_common(struct gpu *g)
{
    struct slices *all = g->all;
    const struct config *cfg = all->job.cfg;
    g->members = calloc(all->count, sizeof *g->members);
    g->sthld = config_gpu_sthld(cfg) ? (uint64_t)cfg->sthld_interval : UINT64_MAX;
    all->job.gpu = config_gpu_sthld(cfg) ? &all->gpu : NULL;
    all->job.gate = config_gpu_kernels(cfg) ? &all->gate : NULL;
    if (!g->members || (all->job.gpu && !gpu_sthld_open(&all->gpu, cfg, all->count))
        || (all->job.gate && !kernel_gate_open(&all->gate, 0)))
        return false;
    if (!config_shared_l2(cfg))
        return true;
    all->ports = calloc(all->count, sizeof *all->ports);
    for (uint32_t i = 0; all->ports && i < all->count; i++) {
        all->ports[i] = (struct memory_port){.sm = all->list[i].sm, .keeps = all->keeps};
        all->list[i].port = &all->ports[i];
    }
    g->memory = all->ports ? gpu_memory_create(cfg, all->ports, all->count) : NULL;
    return g->memory != NULL;
}

void gpu_run(struct slices *all, uint32_t threads)
{
    struct gpu g = {.all = all, .shown = time(NULL)};
    if (!open_common(&g)) {
        slice_fail(&all->list[0], EXIT_INPUT, "out of memory");
    } else {
        g.until = end_of_interval(&g, 0);
        run_threads(&g, threads);
    }
    for (uint32_t i = 0; g.members && i < all->count; i++)
        end(&g, i);
    for (uint32_t i = 0; g.memory && i < all->count; i++)
        add_port(&all->list[i].stats, &all->ports[i].counts);
    gpu_memory_destroy(g.memory);
    free(g.members);
}
