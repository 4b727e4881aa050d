/* SPDX-License-Identifier: Apache-2.0 */
#include "archive_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static struct archive_library library;
static bool loaded;

static void load(void)
{
    static const struct { const char *name; size_t offset; } functions[] = {
        {"archive_read_new", offsetof(struct archive_library, read_new)},
        {"archive_read_support_filter_gzip", offsetof(struct archive_library, filter_gzip)},
        {"archive_read_support_filter_bzip2", offsetof(struct archive_library, filter_bzip2)},
        {"archive_read_support_filter_lzma", offsetof(struct archive_library, filter_lzma)},
        {"archive_read_support_filter_xz", offsetof(struct archive_library, filter_xz)},
        {"archive_read_support_filter_zstd", offsetof(struct archive_library, filter_zstd)},
        {"archive_read_support_filter_lz4", offsetof(struct archive_library, filter_lz4)},
        {"archive_read_support_format_raw", offsetof(struct archive_library, format_raw)},
        {"archive_read_support_format_empty", offsetof(struct archive_library, format_empty)},
        {"archive_read_open_filename", offsetof(struct archive_library, open_filename)},
        {"archive_read_next_header", offsetof(struct archive_library, next_header)},
        {"archive_read_data", offsetof(struct archive_library, read_data)},
        {"archive_read_free", offsetof(struct archive_library, read_free)},
        {"archive_error_string", offsetof(struct archive_library, error_string)},
    };
    void *handle = dlopen("libarchive.so.13", RTLD_NOW);

    if (handle == NULL)
        return;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *function = dlsym(handle, functions[i].name);
        if (function == NULL)
            return;
        memcpy((char *)&library + functions[i].offset, &function, sizeof function);
    }
    loaded = true;
}

const struct archive_library *archive_library(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return loaded ? &library : NULL;
}
