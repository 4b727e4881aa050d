/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace_file.h"

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

/* Takes over `path`, which may be NULL for want of memory. */
static int append(struct trace_list *list, char *path, char *error, size_t error_size)
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
    if (path == NULL) {
        snprintf(error, error_size, "out of memory for the list of kernels");
        return -1;
    }
    list->paths[list->count++] = path;
    return 0;
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

static int list_line(struct trace_list *list, const struct trace_file *file, const char *text, size_t length,
                     char *error, size_t error_size)
{
    const char *slash = strrchr(file->path, '/');
    size_t directory = slash == NULL ? 0 : slash == file->path ? 1 : (size_t)(slash - file->path);

    if (length == 0 || text[0] == '#' || starts_with(text, length, "Memcpy"))
        return 0;
    if (length > 4096 || memchr(text, '\0', length) != NULL ||
        !(starts_with(text, length, "kernel") || memmem(text, length, ".traceg", 7) != NULL)) {
        snprintf(error, error_size, "%.300s:%llu: neither a kernel's trace file (kernel... or ....traceg) nor a Memcpy",
                 file->path, (unsigned long long)file->line);
        return -1;
    }
    return append(list, existing(join(file->path, directory, text, length)), error, error_size);
}

static int add_list(struct trace_list *list, const char *path, char *error, size_t error_size)
{
    struct trace_file file;
    const char *text;
    size_t length, before = list->count;
    int rc;

    if (trace_file_open(&file, path, error, error_size) != 0)
        return -1;
    while ((rc = trace_file_line(&file, &text, &length, error, error_size)) == 1)
        if ((rc = list_line(list, &file, text, length, error, error_size)) != 0)
            break;
    trace_file_close(&file);
    if (rc == 0 && list->count == before) {
        snprintf(error, error_size, "%.300s: the list names no kernel", path);
        return -1;
    }
    return rc;
}

static int by_version(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* All traces of a directory without a list. */
static int add_traces(struct trace_list *list, const char *path, char *error, size_t error_size)
{
    size_t before = list->count;
    DIR *dir = opendir(path);
    struct dirent *entry;
    int rc = 0;

    if (dir == NULL) {
        snprintf(error, error_size, "%.300s: cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    while (rc == 0 && (entry = readdir(dir)) != NULL)
        if (has_ending(entry->d_name, ".traceg"))
            rc = append(list, join(path, strlen(path), entry->d_name, strlen(entry->d_name)), error, error_size);
    closedir(dir);
    if (rc == 0 && list->count == before) {
        snprintf(error, error_size, "%.300s: the directory has neither a kernelslist.g nor a .traceg file", path);
        return -1;
    }
    if (list->count > before)
        qsort(list->paths + before, list->count - before, sizeof *list->paths, by_version);
    return rc;
}

static int add_directory(struct trace_list *list, const char *path, char *error, size_t error_size)
{
    char *kernels = existing(join(path, strlen(path), "kernelslist.g", strlen("kernelslist.g")));
    int rc;

    if (kernels != NULL && access(kernels, F_OK) == 0)
        rc = add_list(list, kernels, error, error_size);
    else
        rc = add_traces(list, path, error, error_size);
    free(kernels);
    return rc;
}

/* One element of a specification. Takes over `path`. */
static int add_element(struct trace_list *list, char *path, char *error, size_t error_size)
{
    struct stat st;
    int rc;

    path = existing(path);
    if (path == NULL || stat(path, &st) != 0) {
        snprintf(error, error_size, "%.300s: %s; a directory, a kernelslist.g or a .traceg file is accepted",
                 path != NULL ? path : "trace", strerror(errno));
        free(path);
        return -1;
    }
    if (S_ISDIR(st.st_mode)) {
        rc = add_directory(list, path, error, error_size);
    } else if (has_ending(path, ".g")) {
        rc = add_list(list, path, error, error_size);
    } else {
        return append(list, path, error, error_size);
    }
    free(path);
    return rc;
}

int trace_list_resolve(struct trace_list *list, const char *spec, char *error, size_t error_size)
{
    *list = (struct trace_list){0};
    for (const char *at = spec;; at++) {
        size_t length = strcspn(at, ",");

        if (length == 0) {
            snprintf(error, error_size, "the trace '%.200s' has an empty element; a directory, a kernelslist.g or a "
                     ".traceg file is accepted, or several with commas between", spec);
            trace_list_free(list);
            return -1;
        }
        if (add_element(list, strndup(at, length), error, error_size) != 0) {
            trace_list_free(list);
            return -1;
        }
        at += length;
        if (*at == '\0')
            return 0;
    }
}

void trace_list_free(struct trace_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (struct trace_list){0};
}
