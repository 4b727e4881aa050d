/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "configs/program.h"

enum { PROGRESS_SECONDS = 2 };

/* A slice: every one has a stream of its own, for all are open at the same time. */
struct member {
    struct stream stream;
    bool     open, running;
    uint64_t issued;            /* instructions so far */
};

struct gpu {
    struct slices *all;
    struct member *members;
    uint64_t until;             /* the cycle in which the interval is over */
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

/* Through the interval, or to its end. */
static void advance(struct gpu *g, uint32_t i)
{
    struct member *m = &g->members[i];
    struct slice *s = &g->all->list[i];
    if (g->until == (uint64_t)g->all->job.cfg->sthld_interval)
        begin(g, i);
    if (!m->running)
        return;
    bool goes_on = slice_advance(s, g->until);
    uint64_t issued = slice_issued(s);
    gpu_sthld_count(&g->all->gpu, i, (uint32_t)(issued - m->issued));
    m->issued = issued;
    if (!goes_on)
        end(g, i);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static void progress(struct gpu *g, uint32_t running)
{
    if (g->all->quiet || time(NULL) < g->shown + PROGRESS_SECONDS)
        return;
    g->shown = time(NULL);
    fprintf(stderr, "interval %zu: %" PRIu64 " cycles, %" PRIu32 " of %" PRIu32 " slices have ended\n",
            g->all->gpu.count, g->until, g->all->count - running, g->all->count);
}

/* What one thread does while the others wait. */
static void between(struct gpu *g)
{
    uint32_t running = 0;
    for (uint32_t i = 0; i < g->all->count; i++)
        running += g->members[i].running;
    progress(g, running);
    g->over = running == 0 || slices_failure(g->all);
    if (!g->over && !gpu_sthld_next(&g->all->gpu)) {
        slice_fail(&g->all->list[0], EXIT_INPUT, "out of memory");
        g->over = true;
    }
    g->until += (uint64_t)g->all->job.cfg->sthld_interval;
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

void gpu_run(struct slices *all, uint32_t threads)
{
    struct gpu g = {.all = all, .until = (uint64_t)all->job.cfg->sthld_interval, .shown = time(NULL)};
    g.members = calloc(all->count, sizeof *g.members);
    if (!g.members || !gpu_sthld_open(&all->gpu, all->job.cfg, all->count))
        slice_fail(&all->list[0], EXIT_INPUT, "out of memory");
    else
        run_threads(&g, threads);
    for (uint32_t i = 0; g.members && i < all->count; i++)
        end(&g, i);
    free(g.members);
}
