/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "configs/program.h"

static const char ending[] = ".trace", temporary[] = ".part-";
enum { STALE_SECONDS = 86400 };     /* of a file that a process has begun and not ended */

/* --- the folder --------------------------------------------------------------------------------------------------- */

/* The folder of a user's caches, as the XDG base directory specification has it; false if there is none. */
static bool usual_directory(struct trace_cache *c)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (xdg && *xdg == '/')
        n = snprintf(c->directory, sizeof c->directory, "%s/subcore", xdg);
    else if (home && *home == '/')
        n = snprintf(c->directory, sizeof c->directory, "%s/.cache/subcore", home);
    return n > 0 && (size_t)n < sizeof c->directory;
}

static bool choose_limit(struct trace_cache *c, const struct sentence *error)
{
    const char *text = getenv("SUBCORE_TRACE_CACHE_MB");
    char *end;
    c->limit = (uint64_t)TRACE_CACHE_MEGABYTES << 20;
    if (!text || !*text)
        return true;
    errno = 0;
    unsigned long long megabytes = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || megabytes > UINT32_MAX)
        return refuse(error, "SUBCORE_TRACE_CACHE_MB is '%.100s': a number of megabytes from 0 to 4294967295 is "
                      "accepted", text);
    c->limit = (uint64_t)megabytes << 20;
    return true;
}

bool trace_cache_choose(struct trace_cache *c, const char *option, const struct sentence *error)
{
    const char *variable = getenv("SUBCORE_TRACE_CACHE"), *named = option ? option : variable;
    *c = (struct trace_cache){.on = false};
    if (!choose_limit(c, error))
        return false;
    c->asked = named && *named;
    if (!c->asked) {
        c->on = usual_directory(c);
        return true;
    }
    c->on = strcmp(named, "off") != 0;
    if ((size_t)snprintf(c->directory, sizeof c->directory, "%s", named) < sizeof c->directory)
        return true;
    return refuse(error, "the folder of the trace cache has more than %zu characters: fewer are accepted",
                  sizeof c->directory - 1);
}

/* Makes the folder and those above it, for the user alone. */
static bool make_directory(const char *directory)
{
    char path[sizeof ((struct trace_cache *)NULL)->directory];
    snprintf(path, sizeof path, "%s", directory);
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            if (mkdir(path, 0700) != 0 && errno != EEXIST)
                return false;
            *p = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The file of a trace's file: a hash of its whole path. NULL if there is no such path, or no memory. */
static char *file_of(const struct trace_cache *c, const char *path)
{
    char whole[PATH_MAX], hash[SHA256_DIGEST_STRING_LENGTH], *file;
    if (!realpath(path, whole))
        return NULL;
    SHA256Data((const uint8_t *)whole, strlen(whole), hash);
    return asprintf(&file, "%s/%.32s%s", c->directory, hash, ending) < 0 ? NULL : file;
}

/* False if it is no regular file, or too small to be kept. */
static bool identify(const char *path, struct trace_identity *id)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size < TRACE_CACHE_SMALLEST)
        return false;
    *id = (struct trace_identity){
        .device = (uint64_t)st.st_dev, .inode = (uint64_t)st.st_ino, .size = (uint64_t)st.st_size,
        .modified = (uint64_t)st.st_mtim.tv_sec, .modified_ns = (uint64_t)st.st_mtim.tv_nsec,
        .changed = (uint64_t)st.st_ctim.tv_sec, .changed_ns = (uint64_t)st.st_ctim.tv_nsec,
    };
    return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void say_damaged(const char *path, const char *what)
{
    remark("the cached trace of %s is damaged (%s): the trace is parsed anew", path, what);
}

/* Maps an open file, which has just been used. */
static bool map(const char *path, int fd, const struct trace_identity *id, struct trace_packed *packed)
{
    struct stat st;
    const char *damage = "it is empty";
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    void *data = st.st_size > 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    if (data == MAP_FAILED)
        return false;
    if (data && trace_packed_take(packed, data, (size_t)st.st_size, id, &damage)) {
        (void)futimens(fd, NULL);       /* fails on files of other users: their age is that of their making */
        return true;
    }
    if (data)
        munmap(data, (size_t)st.st_size);
    if (damage)
        say_damaged(path, damage);
    return false;
}

bool trace_cache_open(const struct trace_cache *c, const char *path, struct trace_packed *packed)
{
    struct trace_identity id;
    *packed = (struct trace_packed){0};
    if (!c || !c->on || !identify(path, &id))
        return false;
    char *file = file_of(c, path);
    int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    bool good = fd >= 0 && map(path, fd, &id, packed);
    if (fd >= 0)
        close(fd);
    free(file);
    return good;
}

void trace_cache_damaged(const char *path, struct trace_packed *packed)
{
    say_damaged(path, "its contents make no sense");
    trace_packed_close(packed);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void say_unwritable(const struct trace_cache *c)
{
    if (c->asked)
        remark("%s cannot be written (%s): no trace is cached", c->directory, strerror(errno));
}

static bool long_enough_ago(const struct trace_identity *id)
{
    uint64_t latest = id->modified > id->changed ? id->modified : id->changed;
    return (int64_t)(time(NULL) - (int64_t)latest) >= TRACE_CACHE_SECONDS;
}

void trace_cache_begin(const struct trace_cache *c, const char *path, struct trace_entry *e)
{
    *e = (struct trace_entry){.packer = {.file = NULL}};
    if (!c || !c->on || !identify(path, &e->identity) || !long_enough_ago(&e->identity))
        return;
    e->source = strdup(path);
    e->final = file_of(c, path);
    if (!e->source || !e->final || asprintf(&e->temporary, "%s/%sXXXXXX", c->directory, temporary) < 0)
        e->temporary = NULL;
    int fd = -1;
    if (e->temporary) {
        fd = make_directory(c->directory) ? mkostemp(e->temporary, O_CLOEXEC) : -1;
        if (fd < 0) {
            say_unwritable(c);
            free(e->temporary);
            e->temporary = NULL;
        }
    }
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    if (file)
        trace_packer_begin(&e->packer, file, c->limit);
    else
        trace_cache_drop(e);
}

void trace_cache_drop(struct trace_entry *e)
{
    trace_packer_drop(&e->packer);
    if (e->temporary)
        unlink(e->temporary);
    free(e->source);
    free(e->temporary);
    free(e->final);
    *e = (struct trace_entry){.packer = {.file = NULL}};
}

uint64_t trace_cache_end(struct trace_entry *e)
{
    struct trace_identity now;
    uint64_t bytes = 0;
    if (e->temporary && trace_packer_end(&e->packer, &e->identity) && identify(e->source, &now)
        && memcmp(&now, &e->identity, sizeof now) == 0 && rename(e->temporary, e->final) == 0) {
        free(e->temporary);
        e->temporary = NULL;
        bytes = e->identity.size;
    }
    trace_cache_drop(e);
    return bytes;
}

/* --- the whole folder --------------------------------------------------------------------------------------------- */

struct cached {
    char    *path;
    uint64_t bytes, used, used_ns;
};

struct list {
    struct cached *at;
    size_t   count, room;
    uint64_t bytes;
};

/* Names that this file gives: 32 digits and the ending; and those of files that are being written. */
static bool is_cached(const char *name)
{
    return strspn(name, "0123456789abcdef") == 32 && strcmp(name + 32, ending) == 0;
}

static bool is_temporary(const char *name)
{
    size_t n = sizeof temporary - 1;
    return strncmp(name, temporary, n) == 0 && strlen(name) == n + 6;
}

static void free_list(struct list *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->at[i].path);
    free(l->at);
}

static bool add(struct list *l, char *path, const struct stat *st)
{
    void *array = l->at;
    if (!array_grow(&array, sizeof *l->at, l->count, &l->room)) {
        free(path);
        return false;
    }
    l->at = array;
    l->at[l->count++] = (struct cached){path, (uint64_t)st->st_size, (uint64_t)st->st_mtim.tv_sec,
                                        (uint64_t)st->st_mtim.tv_nsec};
    l->bytes += (uint64_t)st->st_size;
    return true;
}

/* Lists the files, and removes what processes have left behind that were killed. */
static bool list_files(const struct trace_cache *c, struct list *l)
{
    DIR *dir = opendir(c->directory);
    struct dirent *entry;
    bool good = true;
    *l = (struct list){NULL, 0, 0, 0};
    if (!dir)
        return errno == ENOENT;
    while (good && (entry = readdir(dir))) {
        struct stat st;
        char *path;
        bool part = is_temporary(entry->d_name);
        if (!part && !is_cached(entry->d_name))
            continue;
        if (asprintf(&path, "%s/%s", c->directory, entry->d_name) < 0) {
            good = false;
        } else if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
            free(path);
        } else if (part) {
            if (st.st_mtim.tv_sec < time(NULL) - STALE_SECONDS)
                unlink(path);
            free(path);
        } else {
            good = add(l, path, &st);
        }
    }
    closedir(dir);
    return good;
}

bool trace_cache_count(const struct trace_cache *c, uint64_t *files, uint64_t *bytes)
{
    struct list l;
    bool good = list_files(c, &l);
    *files = l.count;
    *bytes = l.bytes;
    free_list(&l);
    return good;
}

static int by_use(const void *a, const void *b)
{
    const struct cached *x = a, *y = b;
    if (x->used != y->used)
        return x->used < y->used ? -1 : 1;
    return (x->used_ns > y->used_ns) - (x->used_ns < y->used_ns);
}

bool trace_cache_shrink(const struct trace_cache *c, uint64_t limit)
{
    struct list l;
    bool good = list_files(c, &l);
    if (l.bytes > limit)
        qsort(l.at, l.count, sizeof *l.at, by_use);
    for (size_t i = 0; i < l.count && l.bytes > limit; i++) {
        if (unlink(l.at[i].path) != 0 && errno != ENOENT)
            good = false;
        l.bytes -= l.at[i].bytes;
    }
    free_list(&l);
    return good;
}
