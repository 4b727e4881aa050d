/* SPDX-License-Identifier: Apache-2.0 */
#include "slices.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "configs/program.h"
#include "gpu.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/trace/trace.h"

enum { PROGRESS_SECONDS = 2 };

int slices_list(struct slices *s, const uint32_t only[2])
{
    const struct config *cfg = s->job.cfg;
    uint32_t sms = (uint32_t)cfg->sms, subcores = cfg->sm_subcores ? 1 : (uint32_t)cfg->subcores;
    if (only && (only[0] >= sms || only[1] >= subcores))
        return complain("--slice %" PRIu32 ".%" PRIu32 " does not exist; accepted are 0.0 to %" PRIu32 ".%"
                        PRIu32 " (machine.sms, machine.subcores)", only[0], only[1], sms - 1, subcores - 1);
    s->count = only ? 1 : sms * subcores;
    s->list = calloc(s->count, sizeof *s->list);
    if (!s->list)
        return complain("out of memory for %" PRIu32 " slices", s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        s->list[i].sm = only ? only[0] : i / subcores;
        s->list[i].subcore = only ? only[1] : i % subcores;
    }
    return 0;
}

void slices_free(struct slices *s)
{
    for (uint32_t i = 0; s->list && i < s->count; i++)
        slice_free(&s->list[i]);
    free(s->list);
    gpu_sthld_close(&s->gpu);
    for (size_t i = 0; i < s->unknown_count; i++)
        free(s->unknowns[i].name);
    free(s->unknowns);
}

const struct slice *slices_failure(const struct slices *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].code != 0)
            return &s->list[i];
    return NULL;
}

/* --- what the first slice's stream says --------------------------------------------------------------------------- */

static void keep_unknowns(struct slices *all, const struct stream *stream)
{
    size_t count = trace_unknown_count(stream);
    all->unknowns = calloc(count ? count : 1, sizeof *all->unknowns);
    for (size_t i = 0; all->unknowns && i < count; i++) {
        struct unknown *u = &all->unknowns[i];
        const char *name = trace_unknown(stream, i, &u->instructions);
        u->name = strdup(name ? name : "?");
        if (u->name)
            all->unknown_count = i + 1;
    }
}

static void keep_result(struct slices *all, struct stream *stream)
{
    if (!cubin_stream_is(stream) || all->list[0].code != 0)
        return;
    all->result = cubin_stream_check(stream);
    snprintf(all->wrong, sizeof all->wrong, "%s", all->result < 0 ? stream->error : "");
}

void slices_keep_first(struct slices *all, struct stream *stream)
{
    keep_unknowns(all, stream);
    all->unhinted = source_unhinted(stream);
    all->races = stream->races;
    keep_result(all, stream);
}

/* --- one after another -------------------------------------------------------------------------------------------- */

static void progress(struct slices *all, const struct slice *s)
{
    unsigned done = atomic_fetch_add(&all->done, 1) + 1;
    if (all->quiet || all->count < 2)
        return;
    if (all->show_progress || time(NULL) - all->start > PROGRESS_SECONDS)
        fprintf(stderr, "slice %" PRIu32 ".%" PRIu32 ": %" PRIu64 " cycles (%u of %" PRIu32 " slices)\n", s->sm,
                s->subcore, s->cycles, done, all->count);
}

/* Takes slices in ascending order until none is left or one has failed. Slices that have begun are completed, so that
 * the failed slice with the lowest number is the same one however many workers there are. */
static void *work(void *arg)
{
    struct slices *all = arg;
    struct stream stream;
    bool open = false;
    memset(&stream, 0, sizeof stream);
    while (!atomic_load(&all->failed)) {
        unsigned i = atomic_fetch_add(&all->next, 1);
        if (i >= all->count)
            break;
        struct slice *s = &all->list[i];
        int status = open ? stream.rewind(&stream) : source_open(&stream, all->source, all->job.cfg);
        if (status < 0) {
            slice_fail(s, EXIT_INPUT, "%s", stream.error);
            atomic_store(&all->failed, true);
            break;
        }
        open = true;
        stream.skim = i > 0 && all->job.max_cycles == 0;    /* slice 0 reads, and checks, all of the stream */
        slice_begin(s, &all->job, &stream);
        slice_advance(s, UINT64_MAX);
        slice_end(s);
        if (i == 0)
            slices_keep_first(all, &stream);
        if (s->code != 0)
            atomic_store(&all->failed, true);
        else
            progress(all, s);
    }
    if (open)
        stream.close(&stream);
    return NULL;
}

static uint32_t job_count(const struct slices *all, uint32_t jobs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    jobs = jobs ? jobs : processors > 0 ? (uint32_t)processors : 1;
    jobs = jobs < SLICES_MAX_JOBS ? jobs : SLICES_MAX_JOBS;
    return jobs < all->count ? jobs : all->count;
}

static void run_threads(struct slices *all, uint32_t wanted)
{
    pthread_t threads[SLICES_MAX_JOBS];
    uint32_t started = 0;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, work, all) == 0)
        started++;
    work(all);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

void slices_run(struct slices *all, uint32_t jobs)
{
    uint32_t threads = job_count(all, jobs);
    all->show_progress = isatty(STDERR_FILENO);
    all->start = time(NULL);
    if (!config_gpu_sthld(all->job.cfg)) {
        run_threads(all, threads);
    } else {
        all->job.gpu = &all->gpu;
        gpu_run(all, threads);
    }
}
