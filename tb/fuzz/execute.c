/* SPDX-License-Identifier: Apache-2.0 */
#include "execute.h"

#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

/* Of the sanitizers' run-time; gcc has no header for it. */
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));

enum { POLL_NANOSECONDS = 2000000, SLEEP_FACTOR = 10 };

/* Found by the sanitizers' run-time. A small file that makes a reader ask for more than this is a finding. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=86:allocator_may_return_null=1:max_allocation_size_mb=64:hard_rss_limit_mb=3000:"
           "quarantine_size_mb=8:detect_stack_use_after_return=0:handle_abort=0";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1:exitcode=86";
}

static long balance;

static void allocated(const volatile void *p, size_t size) { (void)p, (void)size, balance++; }
static void freed(const volatile void *p) { balance -= p != NULL; }

/* Runs the target; returns allocations without a free. */
static long run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        exit(2);
    if (size)
        memcpy(copy, data, size);
    balance = 0;
    LLVMFuzzerTestOneInput(copy, size);
    long left = balance;
    free(copy);
    return left;
}

/* What is kept for good, such as a buffer of the library's, is there the second time. */
void execute(const uint8_t *data, size_t size)
{
    static bool hooked;
    if (!hooked)
        __sanitizer_install_malloc_and_free_hooks(allocated, freed);
    hooked = true;
    if (run(data, size) == 0 || run(data, size) == 0 || !__lsan_do_recoverable_leak_check())
        return;
    fflush(NULL);
    _exit(EXECUTE_LEAK);
}

double execute_seconds(pid_t pid)
{
    clockid_t id;
    struct timespec t;
    if (clock_getcpuclockid(pid, &id) != 0 || clock_gettime(id, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int execute_end(int status)
{
    return WIFSIGNALED(status) ? EXECUTE_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

const char *execute_words(int end, char *text)
{
    const char *known = end == EXECUTE_SANITIZER ? "a sanitizer's report" : end == EXECUTE_LEAK ? "a leak"
        : end == EXECUTE_HANG ? "no end in time" : end == EXECUTE_SIGNAL + SIGABRT ? "a complaint (abort)" : NULL;
    if (known)
        snprintf(text, 64, "%s", known);
    else if (end > EXECUTE_SIGNAL)
        snprintf(text, 64, "signal %d", end - EXECUTE_SIGNAL);
    else
        snprintf(text, 64, "the reader ended the program, exit code %d", end);
    return text;
}

/* Waits for a child; kills it when its time is over. */
static int wait_for(pid_t pid, unsigned limit)
{
    const struct timespec moment = {0, POLL_NANOSECONDS};
    uint64_t moments = (uint64_t)limit * SLEEP_FACTOR * 1000000000 / POLL_NANOSECONDS;
    int status;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (moments-- > 0 && execute_seconds(pid) <= limit) {
            nanosleep(&moment, NULL);
            continue;
        }
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        return EXECUTE_HANG;
    }
    return execute_end(status);
}

int execute_apart(const uint8_t *data, size_t size, unsigned limit)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        perror("fuzz: no process can be started");
        exit(2);
    }
    if (pid == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        execute(data, size);
        _exit(EXECUTE_FINE);
    }
    return wait_for(pid, limit);
}
