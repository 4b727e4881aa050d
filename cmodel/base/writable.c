/* SPDX-License-Identifier: Apache-2.0 */
#include "writable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file in the folder of `path`. */
static bool folder_writable(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool yes = folder && access(folder, W_OK | X_OK) == 0;
    int code = errno;
    free(folder);
    errno = code;
    return yes;
}

bool writable(const char *path)
{
    struct stat s;
    if (!*path) {
        errno = ENOENT;
        return false;
    }
    if (stat(path, &s) != 0)
        return errno == ENOENT && folder_writable(path);
    if (S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        return false;
    }
    return access(path, W_OK) == 0;
}

static bool same_place(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The folder of a path: false if there is none. `name`: what is behind it. */
static bool folder_of(const char *path, const char **name, struct stat *s)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool found = folder && stat(folder, s) == 0;
    free(folder);
    *name = slash ? slash + 1 : path;
    return found;
}

bool same_file(const char *a, const char *b)
{
    struct stat s, t;
    const char *one, *other;
    if (stat(a, &s) == 0 && stat(b, &t) == 0)
        return same_place(&s, &t);
    return folder_of(a, &one, &s) && folder_of(b, &other, &t) && same_place(&s, &t) && strcmp(one, other) == 0;
}
