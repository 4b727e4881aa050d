/* SPDX-License-Identifier: Apache-2.0 */
/* Slices that are run one after another, by each of the threads. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "configs/program.h"
#include "gpu.h"
#include "slices.h"
#include "cmodel/stream/stream_place.h"

enum { PROGRESS_SECONDS = 2, PROGRESS_CYCLES = 1 << 17, PROGRESS_WIDTH = 100, PROGRESS_TEXT = 128 };

/* Whether a line of progress is due on a terminal. */
static bool is_due(struct slices *all)
{
    long now = (long)time(NULL), shown = atomic_load(&all->shown);
    return all->show_progress && !all->quiet && now - shown >= PROGRESS_SECONDS &&
           atomic_compare_exchange_strong(&all->shown, &shown, now);
}

/* Runs a slice to its end. On a terminal it is run piece by piece, to say how far it is. */
static void advance(struct slices *all, struct slice *s, const struct stream *stream)
{
    char place[PROGRESS_TEXT], text[2 * PROGRESS_TEXT];
    time_t begin = time(NULL);
    bool pieces = all->show_progress && !all->quiet;
    while (slice_advance(s, pieces ? slice_cycles(s) + PROGRESS_CYCLES : UINT64_MAX))
        if (is_due(all)) {
            snprintf(text, sizeof text, "slice %" PRIu32 ".%" PRIu32 ": cycle %" PRIu64 ", %s", s->sm, s->subcore,
                     slice_cycles(s), stream_place_text(&stream->place, difftime(time(NULL), begin), place,
                                                        sizeof place));
            fprintf(stderr, "%-*s\r", PROGRESS_WIDTH, text);
        }
}

/* Makes the terminal's line empty, if there is one. */
static void clear_line(const struct slices *all)
{
    if (all->show_progress && !all->quiet)
        fprintf(stderr, "%*s\r", PROGRESS_WIDTH, "");
}

static void progress(struct slices *all, const struct slice *s)
{
    unsigned done = atomic_fetch_add(&all->done, 1) + 1;
    if (all->quiet || all->count < 2)
        return;
    if (all->show_progress || time(NULL) - all->start > PROGRESS_SECONDS) {
        clear_line(all);
        fprintf(stderr, "slice %" PRIu32 ".%" PRIu32 ": %" PRIu64 " cycles (%u of %" PRIu32 " slices)\n", s->sm,
                s->subcore, s->cycles, done, all->count);
    }
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
        bool fine = open ? stream.rewind(&stream) : source_open(&stream, all->source, all->job.cfg);
        if (!fine) {
            slice_fail(s, EXIT_INPUT, "%s", stream.error);
            atomic_store(&all->failed, true);
            break;
        }
        open = true;
        stream.skim = i > 0 && all->job.max_cycles == 0;    /* slice 0 reads, and checks, all of the stream */
        slice_begin(s, &all->job, &stream);
        advance(all, s, &stream);
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
    atomic_store(&all->shown, (long)all->start);
    if (all->show_progress && !all->quiet)
        fprintf(stderr, "reading %.80s\r", source_name(all->source));
    if (config_together(all->job.cfg))
        gpu_run(all, threads);
    else
        run_threads(all, threads);
    clear_line(all);
}
