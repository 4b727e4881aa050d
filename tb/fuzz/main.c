/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fuzz target of our own making: feeds changed files to a reader, guided by what they reach, until something is wrong
 * or the time is over. With files as arguments it feeds these, once each, and says what the reader does with them.
 *
 * A process feeds the inputs; this one watches it. When it dies, or makes no progress for a number of seconds of its
 * processor time, the input is made smaller and kept.
 *
 * Exit codes: 0 nothing was found, 1 something was, 2 usage.
 */
#include <argp.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "execute.h"
#include "fuzz.h"
#include "minimise.h"
#include "configs/program.h"
#include "worker.h"

enum { POLL_NANOSECONDS = 20000000, PROGRESS_SECONDS = 30, MINIMISE_SECONDS = 60, SLEEP_FACTOR = 20 };

struct options {
    struct worker_options worker;
    const char *crashes;
    const char **files;
    size_t   file_count;
    uint64_t seconds, limit;
};

static const char *name;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- files of the command line ------------------------------------------------------------------------------------ */

static int feed_files(const struct options *o)
{
    static uint8_t data[INPUT_MAX];
    const struct rlimit limit = {o->limit + 1, o->limit + 2};
    setrlimit(RLIMIT_CPU, &limit);
    for (size_t i = 0; i < o->file_count; i++) {
        size_t size;
        if (!input_read(o->files[i], data, &size)) {
            fprintf(stderr, "%s: %s cannot be read; accepted are files with inputs\n", name, o->files[i]);
            return 2;
        }
        execute(data, size);
        printf("%s: %s%s\n", o->files[i], fuzz_sentence()[0] ? "refused: " : "accepted", fuzz_sentence());
    }
    return 0;
}

/* --- watching ----------------------------------------------------------------------------------------------------- */

static void print_progress(const struct worker_view *v, double seconds)
{
    uint64_t n = atomic_load(&v->executions);
    printf("%-8s %8" PRIu64 " executions (%.0f per second), %" PRIu64 " accepted, %" PRIu64 " refused with %" PRIu64
           " sentences or more; corpus %" PRIu64 " of %" PRIu64 " seeds; edges %" PRIu64 " of %" PRIu64
           " by the corpus\n",
           name, n, seconds > 0 ? (double)n / seconds : 0, v->accepted, v->refused, v->sentences, v->corpus, v->seeds,
           v->edges, v->seed_edges);
    fflush(stdout);
}

/* Waits for the worker. Returns how it ended. */
static int watch(pid_t pid, const struct options *o, struct worker_view *v, double begin)
{
    const struct timespec moment = {0, POLL_NANOSECONDS};
    double moved = begin, moved_cpu = 0, printed = begin;
    uint64_t last = 0;
    int status;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        uint64_t n = atomic_load(&v->executions);
        double time = now(), cpu = execute_seconds(pid);
        if (n != last || cpu < moved_cpu)
            last = n, moved = time, moved_cpu = cpu;
        if (cpu - moved_cpu > (double)o->limit || time - moved > (double)o->limit * SLEEP_FACTOR) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return EXECUTE_HANG;
        }
        bool over = o->seconds && time - begin >= (double)o->seconds;
        if (over)
            atomic_store(&v->stop, true);
        if (!over && time - printed >= PROGRESS_SECONDS) {
            print_progress(v, time - begin);
            printed = time;
        }
        nanosleep(&moment, NULL);
    }
    return execute_end(status);
}

/* Makes the input smaller, keeps it, and says how to run it again. */
static int report(const struct options *o, struct worker_view *v, int end)
{
    char path[4096], words[64];
    size_t before = v->size;
    printf("%s: FOUND %s, in execution %" PRIu64 " with seed %" PRIu64 "\n", name, execute_words(end, words),
           atomic_load(&v->executions) + 1, o->worker.seed);
    fflush(stdout);
    if (execute_apart(v->data, v->size, (unsigned)o->limit) == end)
        v->size = minimise(v->data, v->size, end, (unsigned)o->limit, MINIMISE_SECONDS);
    else
        printf("%s: the input alone does not do it: it takes those before it, too; SEED=%" PRIu64 " again\n", name,
               o->worker.seed);
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%s-", name);
    if (!input_save(o->crashes, prefix, v->data, v->size, path, sizeof path)) {
        fprintf(stderr, "%s: %s cannot be written\n", name, path);
        return 2;
    }
    printf("%s: the input, %zu bytes (of %zu), is in %s\n    again: %s %s\n", name, v->size, before, path,
           program_invocation_name, path);
    return 1;
}

static int fuzz(const struct options *o)
{
    struct worker_view *v = mmap(NULL, sizeof *v, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    double begin = now();
    if (v == MAP_FAILED) {
        perror("fuzz: no memory is left");
        return 2;
    }
    fuzz_folder();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        worker_run(&o->worker, v);
        exit(EXECUTE_FINE);
    }
    int end = pid < 0 ? EXECUTE_FINE : watch(pid, o, v, begin);
    if (pid < 0) {
        perror("fuzz: no process can be started");
        return 2;
    }
    print_progress(v, now() - begin);
    return end == EXECUTE_FINE ? 0 : report(o, v, end);
}

/* --- command line ------------------------------------------------------------------------------------------------- */

enum { KEY_SECONDS = 256, KEY_EXECUTIONS, KEY_SEED, KEY_LIMIT, KEY_SEEDS, KEY_KEEP, KEY_CRASHES, KEY_REFUSED };

static const struct argp_option argp_options[] = {
    {"seconds", KEY_SECONDS, "N", 0, "how long", 0},
    {"executions", KEY_EXECUTIONS, "N", 0, "or how many inputs", 0},
    {"seed", KEY_SEED, "N", 0, "of the changes (1)", 0},
    {"limit", KEY_LIMIT, "N", 0, "seconds of processor time for one input (5)", 0},
    {"seeds", KEY_SEEDS, "FOLDER", 0, "inputs to begin with", 0},
    {"keep", KEY_KEEP, "FOLDER", 0, "where inputs that reach something new are kept, and read from, too", 0},
    {"crashes", KEY_CRASHES, "FOLDER", 0, "where inputs are kept that something is wrong with (.)", 0},
    {"refused", KEY_REFUSED, "FOLDER", 0, "where an input for each of the first 40 sentences is kept", 0},
    {0}
};

static uint64_t number(const char *option, const char *text)
{
    char *end;
    uint64_t n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end) {
        fprintf(stderr, "%s: --%s %s is not a number; accepted: 0 to 18446744073709551615\n", name, option, text);
        exit(2);
    }
    return n;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case KEY_SECONDS: o->seconds = number("seconds", argument); break;
    case KEY_EXECUTIONS: o->worker.executions = number("executions", argument); break;
    case KEY_SEED: o->worker.seed = number("seed", argument); break;
    case KEY_LIMIT: o->limit = number("limit", argument); break;
    case KEY_SEEDS: o->worker.seeds = argument; break;
    case KEY_KEEP: o->worker.keep = argument; break;
    case KEY_CRASHES: o->crashes = argument; break;
    case KEY_REFUSED: o->worker.refused = argument; break;
    case ARGP_KEY_ARG: o->files[o->file_count++] = argument; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        argp_options, parse, "[FILE...]", "Feeds changed files to a reader, or FILEs once each.\vExit codes: 0 nothing "
        "was found, 1 something was, 2 usage.", NULL, NULL, NULL
    };
    struct options o = {.worker = {.seed = 1, .seeds = "."}, .crashes = ".", .limit = 5,
                        .files = calloc((size_t)argc, sizeof *o.files)};
    name = program_invocation_short_name;
    program_arguments(&argp, argc, argv, 0, &o);
    int code = o.file_count ? feed_files(&o) : fuzz(&o);
    free(o.files);
    return code;
}
