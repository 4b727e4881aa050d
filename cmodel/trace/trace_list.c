/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_list.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace_file.h"
#include "trace_spec.h"

static const char *const suffixes[] = {"", ".gz", ".xz", ".zst", ".bz2", ".lzma", ".lz4"};

enum { SUFFIXES = sizeof suffixes / sizeof suffixes[0] };

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t n = strlen(end);

    return length >= n && memcmp(text + length - n, end, n) == 0;
}

/* Whether a name ends in `end`, or in that and the suffix of a compressor. */
static bool has_ending(const char *name, const char *end)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < SUFFIXES; i++)
        if (ends_with(name, length, suffixes[i]) && ends_with(name, length - strlen(suffixes[i]), end))
            return true;
    return false;
}

#define GROUPED "which Accel-Sim's post-traces-processing makes (later versions of it with --text)"

/* Why a name is not that of something which is read, and what is accepted; NULL if it is. */
static const char *refusal(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;

    if (has_ending(name, ".tracez"))
        return "a .tracez file is not read; accepted is the .traceg file, " GROUPED;
    if (has_ending(name, ".trace"))
        return "the trace is not grouped by thread block; accepted is the .traceg file, " GROUPED;
    if (strncmp(name, "kernelslist", strlen("kernelslist")) == 0 && !has_ending(name, ".g"))
        return "it is the list of traces that are not grouped; accepted is the grouped list kernelslist.g, " GROUPED;
    return NULL;
}

/* Takes over `path`, which may be NULL for want of memory. */
static bool append(struct trace_list *list, char *path, const struct sentence *error)
{
    if (path != NULL && list->count == list->capacity) {
        size_t capacity = list->capacity != 0 ? 2 * list->capacity : 16;
        char **paths = realloc(list->paths, capacity * sizeof *paths);
        if (paths == NULL) {
            free(path);
            path = NULL;
        } else {
            list->paths = paths;
            list->capacity = capacity;
        }
    }
    if (path == NULL)
        return refuse(error, "out of memory for the list of kernels");
    list->paths[list->count++] = path;
    return true;
}

/* directory/name, or name if that is absolute or the directory is empty. */
static char *join(const char *directory, size_t directory_length, const char *name, size_t name_length)
{
    char *path;
    int n;

    if (directory_length == 0 || (name_length > 0 && name[0] == '/'))
        return strndup(name, name_length);
    n = asprintf(&path, "%.*s/%.*s", (int)directory_length, directory, (int)name_length, name);
    return n < 0 ? NULL : path;
}

/* The path itself, or with the first suffix under which it exists; NULL for want of memory. Takes over `path`. */
static char *existing(char *path)
{
    for (size_t i = 1; path != NULL && access(path, F_OK) != 0 && i < SUFFIXES; i++) {
        char *with;
        if (asprintf(&with, "%s%s", path, suffixes[i]) < 0)
            break;
        if (access(with, F_OK) == 0) {
            free(path);
            return with;
        }
        free(with);
    }
    return path;
}

static bool starts_with(const char *text, size_t length, const char *start)
{
    return length >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

/* Accel-Sim skips what it does not know; here it is counted, and said. */
static void skip_line(struct trace_list *list, const struct trace_file *file, const char *text, size_t length)
{
    enum { SHOWN = 60 };

    if (list->skipped++ > 0)
        return;
    snprintf(list->note, sizeof list->note, "%.400s:%llu: '%.*s%s'", file->path, (unsigned long long)file->line,
             (int)(length < SHOWN ? length : SHOWN), text, length > SHOWN ? "..." : "");
    for (char *p = list->note; *p != '\0'; p++)
        if (*p < ' ' || *p > '~')
            *p = '?';
}

static bool list_line(struct trace_list *list, const struct trace_file *file, const char *text, size_t length,
                      const struct sentence *error)
{
    const char *slash = strrchr(file->path, '/');
    size_t directory = slash == NULL ? 0 : slash == file->path ? 1 : (size_t)(slash - file->path);

    for (; length > 0 && (*text == ' ' || *text == '\t'); length--)
        text++;
    if (length == 0 || text[0] == '#' || starts_with(text, length, "Memcpy"))
        return true;
    if (length > PATH_MAX || memchr(text, '\0', length) != NULL ||
        !(starts_with(text, length, "kernel") || memmem(text, length, ".trace", strlen(".trace")) != NULL)) {
        skip_line(list, file, text, length);
        return true;
    }
    char *path = existing(join(file->path, directory, text, length));
    const char *why = path != NULL ? refusal(path) : NULL;
    if (why == NULL)
        return append(list, path, error);
    refuse_at(error, file->path, file->line, "%s", why);
    free(path);
    return false;
}

static bool add_list(struct trace_list *list, const char *path, const struct sentence *error)
{
    struct trace_file file;
    const char *text;
    size_t length, before = list->count;
    int rc;

    if (!trace_file_open(&file, path, error))
        return false;
    while ((rc = trace_file_line(&file, &text, &length, error)) == 1)
        if (!list_line(list, &file, text, length, error)) {
            rc = -1;
            break;
        }
    trace_file_close(&file);
    if (rc == 0 && list->count == before)
        return refuse(error, "%.300s: the list names no kernel; accepted are lines with a kernel's trace, such as "
                      "kernel-1.traceg", path);
    return rc == 0;
}

static int by_version(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* Whether two names are those of one trace, the second one compressed. */
static bool is_compressed(const char *plain, const char *packed)
{
    size_t n = strlen(plain);

    for (size_t i = 1; i < SUFFIXES; i++)
        if (strncmp(plain, packed, n) == 0 && strcmp(packed + n, suffixes[i]) == 0)
            return true;
    return false;
}

/* Refuses a directory without a list that has a kernel twice. */
static bool check_once(const struct trace_list *list, size_t first, const struct sentence *error)
{
    for (size_t i = first; i + 1 < list->count; i++)
        if (is_compressed(list->paths[i], list->paths[i + 1]))
            return refuse(error, "%.300s: the same trace is there compressed, too; accepted is one of them, or a "
                          "kernelslist.g that names one", list->paths[i]);
    return true;
}

/* All traces of a directory without a list. */
static bool add_traces(struct trace_list *list, const char *path, const struct sentence *error)
{
    size_t before = list->count;
    const char *other = NULL;
    DIR *dir = opendir(path);
    struct dirent *entry;
    bool fine = true;

    if (dir == NULL)
        return refuse(error, "%.300s: cannot be opened: %s", path, strerror(errno));
    while (fine && (entry = readdir(dir)) != NULL)
        if (has_ending(entry->d_name, ".traceg"))
            fine = append(list, join(path, strlen(path), entry->d_name, strlen(entry->d_name)), error);
        else if (refusal(entry->d_name) != NULL)
            other = "; what is there is not grouped, or a .tracez";
    closedir(dir);
    if (fine && list->count == before)
        return refuse(error, "%.300s: the directory has no trace; accepted are a kernelslist.g or a .traceg file, %s%s",
                      path, GROUPED, other != NULL ? other : "");
    if (!fine)
        return false;
    qsort(list->paths + before, list->count - before, sizeof *list->paths, by_version);
    return check_once(list, before, error);
}

static bool add_directory(struct trace_list *list, const char *path, const struct sentence *error)
{
    char *kernels = existing(join(path, strlen(path), "kernelslist.g", strlen("kernelslist.g")));
    bool fine;

    if (kernels != NULL && access(kernels, F_OK) == 0)
        fine = add_list(list, kernels, error);
    else
        fine = add_traces(list, path, error);
    free(kernels);
    return fine;
}

/* One element of a specification. Takes over `path`. */
static bool add_element(struct trace_list *list, char *path, const struct sentence *error)
{
    struct stat st;
    bool fine;

    path = existing(path);
    if (path == NULL || stat(path, &st) != 0) {
        refuse(error, "%.300s: %s; a directory, a kernelslist.g or a .traceg file is accepted", path != NULL ? path :
               "trace", strerror(errno));
        free(path);
        return false;
    }
    const char *why = S_ISDIR(st.st_mode) ? NULL : refusal(path);
    if (why != NULL) {
        fine = refuse(error, "%.300s: %s", path, why);
    } else if (S_ISDIR(st.st_mode)) {
        fine = add_directory(list, path, error);
    } else if (has_ending(path, ".g")) {
        fine = add_list(list, path, error);
    } else {
        return append(list, path, error);
    }
    free(path);
    return fine;
}

/* The sentence for a specification that fails, and is the name of something that has a comma. */
static void say_escape(const char *spec, const struct sentence *error)
{
    if (strchr(spec, ',') != NULL && access(spec, F_OK) == 0)
        refuse(error, "the trace '%.200s' has a comma in its name, and commas stand between traces; accepted is \\, in "
               "its place", spec);
}

bool trace_list_resolve(struct trace_list *list, const char *spec, const struct sentence *error)
{
    *list = (struct trace_list){0};
    for (const char *at = spec, *rest;; at = rest + 1) {
        char *element = trace_spec_path(at, &rest);
        bool empty = element != NULL && *element == '\0';
        if (empty) {
            refuse(error, "the trace '%.200s' has an empty element; a directory, a kernelslist.g or a .traceg file is "
                   "accepted, or several with commas between (a comma of a name is \\,)", spec);
            free(element);
        }
        if (empty || !add_element(list, element, error)) {
            say_escape(spec, error);
            trace_list_free(list);
            return false;
        }
        if (*rest == '\0')
            return true;
    }
}

void trace_list_free(struct trace_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (struct trace_list){0};
}
