/* SPDX-License-Identifier: Apache-2.0 */
#include "whole.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that has not taken its place, in a list by the order of their opening. */
struct whole {
    struct whole *next;
    FILE *file;                 /* NULL if it is kept */
    char *path, *beside;        /* its place; where it is, NULL if that is a file without a name */
};

static struct whole *first;

static void remove_all(void)
{
    for (struct whole *w = first; w; w = w->next)
        if (w->beside)
            unlink(w->beside);
}

static void on_signal(int number)
{
    remove_all();
    signal(number, SIG_DFL);
    raise(number);
}

/* Nothing is left behind by a program that ends, or is ended, before its files are whole. */
static void prepare(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    static bool prepared;
    if (prepared)
        return;
    prepared = true;
    atexit(remove_all);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signal(signals[i], on_signal) == SIG_IGN)
            signal(signals[i], SIG_IGN);
}

static struct whole **find(const FILE *file)
{
    struct whole **at = &first;
    while (*at && (*at)->file != file)
        at = &(*at)->next;
    return at;
}

/* Takes a file from the list, and removes what is left of it. */
static void forget(struct whole **at)
{
    struct whole *w = *at;
    int code = errno;
    *at = w->next;
    if (w->beside)
        unlink(w->beside);
    free(w->path);
    free(w->beside);
    free(w);
    errno = code;
}

/* What the file at its place may be: that of before, or what a new one has. */
static mode_t mode_of(const char *path)
{
    struct stat s;
    mode_t mask = umask(0);
    umask(mask);
    return stat(path, &s) == 0 ? s.st_mode & 07777 : 0666 & ~mask;
}

/* A file beside the place; where none can be made, one without a name that is copied in the end. */
static FILE *open_beside(struct whole *w)
{
    if (asprintf(&w->beside, "%s.XXXXXX", w->path) < 0)
        w->beside = NULL;
    int fd = w->beside ? mkstemp(w->beside) : -1;
    if (fd >= 0) {
        if (fchmod(fd, mode_of(w->path)) == 0 && (w->file = fdopen(fd, "w")))
            return w->file;
        close(fd);
        unlink(w->beside);
    }
    free(w->beside);
    w->beside = NULL;
    return access(w->path, W_OK) == 0 ? w->file = tmpfile() : NULL;
}

/* The place itself, not a link to it. */
static char *place_of(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

static bool is_ordinary(const char *path)
{
    struct stat s;
    return stat(path, &s) != 0 || S_ISREG(s.st_mode);
}

FILE *whole_open(const char *path)
{
    if (!path || !is_ordinary(path))
        return path ? fopen(path, "w") : stdout;
    prepare();
    struct whole *w = calloc(1, sizeof *w), **last = &first;
    if (!w)
        return NULL;
    w->path = place_of(path);
    while (*last)
        last = &(*last)->next;
    *last = w;
    if (w->path && open_beside(w))
        return w->file;
    forget(last);
    return NULL;
}

/* Copies a file without a name to its place. */
static bool copy(struct whole *w)
{
    char part[1 << 14];
    size_t n;
    FILE *out = fopen(w->path, "w");
    rewind(w->file);
    bool good = out;
    while (good && (n = fread(part, 1, sizeof part, w->file)) > 0)
        good = fwrite(part, 1, n, out) == n;
    good = good && !ferror(w->file);
    return out && fclose(out) == 0 && good;
}

/* Whether all that was written could be. Why an earlier write failed is asked again, of a file that is given up. */
static bool finish(FILE *file, bool complete)
{
    errno = 0;
    if (fflush(file) == 0 && !ferror(file) && complete)
        return true;
    if (errno == 0 && ferror(file)) {
        clearerr(file);
        fputc('\n', file);
        fflush(file);
    }
    if (errno == 0)
        errno = EIO;
    return false;
}

/* Puts a finished file in its place. */
static bool take(struct whole **at)
{
    struct whole *w = *at;
    bool good = !w->beside || rename(w->beside, w->path) == 0;
    if (good) {
        free(w->beside);
        w->beside = NULL;
    }
    forget(at);
    return good;
}

/* Closes without forgetting what happened before. */
static bool close_file(FILE *file, bool good)
{
    int code = errno;
    if (fclose(file) != 0 && good)
        return false;
    errno = code;
    return good;
}

bool whole_close(FILE *file, bool complete)
{
    bool good = finish(file, complete);
    if (file == stdout)
        return good;
    struct whole **at = find(file);
    if (!*at)
        return close_file(file, good);
    if (good && !(*at)->beside)
        good = copy(*at);
    good = close_file(file, good);
    if (good)
        return take(at);
    forget(at);
    return false;
}

bool whole_keep(FILE *file, bool complete)
{
    struct whole **at = find(file);
    if (!*at || !(*at)->beside)
        return whole_close(file, complete);
    bool good = close_file(file, finish(file, complete));
    (*at)->file = NULL;
    if (!good)
        forget(at);
    return good;
}

bool whole_take(void)
{
    bool good = true;
    for (struct whole **at = find(NULL); good && *at; at = find(NULL))
        good = take(at);
    return good;
}

void whole_drop(void)
{
    while (first)
        forget(&first);
}
