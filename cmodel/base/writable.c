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
