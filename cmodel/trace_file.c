/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *reason(struct archive *archive)
{
    const char *text = archive_error_string(archive);

    return text != NULL ? text : "unknown reason";
}

/* Only filters that live inside libarchive: those that start other programs are left out. */
static struct archive *new_reader(void)
{
    struct archive *a = archive_read_new();

    if (a == NULL)
        return NULL;
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_bzip2(a);
    archive_read_support_filter_lzma(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_filter_lz4(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
    return a;
}

static int open_archive(struct trace_file *file, char *error, size_t error_size)
{
    struct archive_entry *entry;

    if (archive_read_open_filename(file->archive, file->path, TRACE_LINE_MAX) != ARCHIVE_OK) {
        snprintf(error, error_size, "%.300s: cannot be opened: %.120s", file->path, reason(file->archive));
        return -1;
    }
    int rc = archive_read_next_header(file->archive, &entry);
    if (rc == ARCHIVE_EOF) {
        file->eof = true;
    } else if (rc != ARCHIVE_OK) {
        snprintf(error, error_size, "%.300s: cannot be read: %.120s", file->path, reason(file->archive));
        return -1;
    }
    return 0;
}

/* Opens a regular file that begins as a trace does, which is plain, without the library. Returns whether it is one. */
static bool open_plain(struct trace_file *file)
{
    static const char begin[] = "-kernel";
    struct stat st;

    if (stat(file->path, &st) != 0 || !S_ISREG(st.st_mode) || (file->plain = fopen(file->path, "r")) == NULL)
        return false;
    setvbuf(file->plain, NULL, _IONBF, 0);
    file->end = fread(file->buffer, 1, TRACE_FILE_BUFFER, file->plain);
    if (file->end >= strlen(begin) && memcmp(file->buffer, begin, strlen(begin)) == 0)
        return true;
    fclose(file->plain);
    file->plain = NULL;
    file->end = 0;
    return false;
}

int trace_file_open(struct trace_file *file, const char *path, char *error, size_t error_size)
{
    *file = (struct trace_file){0};
    file->path = strdup(path);
    file->buffer = malloc(TRACE_FILE_BUFFER);
    if (file->path != NULL && file->buffer != NULL && open_plain(file))
        return 0;
    file->archive = new_reader();
    if (file->path == NULL || file->buffer == NULL || file->archive == NULL) {
        snprintf(error, error_size, "%.300s: out of memory", path);
        trace_file_close(file);
        return -1;
    }
    if (open_archive(file, error, error_size) != 0) {
        trace_file_close(file);
        return -1;
    }
    return 0;
}

/* Reads more behind what is left, after moving that to the front. Returns 0 or -1. */
static int fill(struct trace_file *file, char *error, size_t error_size)
{
    size_t left = file->end - file->begin;

    memmove(file->buffer, file->buffer + file->begin, left);
    file->begin = 0;
    file->end = left;
    la_ssize_t got = file->plain != NULL
        ? (la_ssize_t)fread(file->buffer + left, 1, TRACE_FILE_BUFFER - left, file->plain)
        : archive_read_data(file->archive, file->buffer + left, TRACE_FILE_BUFFER - left);
    if (got < 0 || (file->plain != NULL && ferror(file->plain))) {
        snprintf(error, error_size, "%.300s:%llu: cannot be read on: %.120s", file->path,
                 (unsigned long long)file->line + 1, file->plain != NULL ? strerror(errno) : reason(file->archive));
        return -1;
    }
    file->eof = got == 0;
    file->end += (size_t)got;
    return 0;
}

static size_t trimmed(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return length;
}

int trace_file_line(struct trace_file *file, const char **text, size_t *length, char *error, size_t error_size)
{
    size_t seen = 0;

    for (;;) {
        char *begin = file->buffer + file->begin;
        size_t left = file->end - file->begin;
        char *end = left > seen ? memchr(begin + seen, '\n', left - seen) : NULL;
        size_t size = end != NULL ? (size_t)(end - begin) : left;

        if (size > TRACE_LINE_MAX) {
            snprintf(error, error_size, "%.300s:%llu: the line is longer than %d bytes", file->path,
                     (unsigned long long)file->line + 1, (int)TRACE_LINE_MAX);
            return -1;
        }
        if (end != NULL || (file->eof && left > 0)) {
            file->begin += size + (end != NULL);
            file->line++;
            *text = begin;
            *length = trimmed(begin, size);
            return 1;
        }
        if (file->eof)
            return 0;
        seen = left;
        if (fill(file, error, error_size) != 0)
            return -1;
    }
}

void trace_file_close(struct trace_file *file)
{
    if (file->archive != NULL)
        archive_read_free(file->archive);
    if (file->plain != NULL)
        fclose(file->plain);
    free(file->buffer);
    free(file->path);
    *file = (struct trace_file){0};
}
