/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive_library.h"

#define WHOLE "accepted is a whole file, plain or compressed"

static bool begins(const char *text, size_t length, const char *word)
{
    return length >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

static const char *reason(const struct archive_library *library, struct archive *archive)
{
    const char *text = library->error_string(archive);

    return text != NULL ? text : "unknown reason";
}

/* Only filters that live inside libarchive: those that start other programs are left out. */
static struct archive *new_reader(const struct archive_library *library)
{
    struct archive *a = library->read_new();

    if (a == NULL)
        return NULL;
    library->filter_gzip(a);
    library->filter_bzip2(a);
    library->filter_lzma(a);
    library->filter_xz(a);
    library->filter_zstd(a);
    library->filter_lz4(a);
    library->format_raw(a);
    library->format_empty(a);
    return a;
}

static bool open_archive(struct trace_file *file, const struct archive_library *library, const struct sentence *error)
{
    enum { READ_BYTES = 65536 };
    struct archive_entry *entry;

    if (library->open_filename(file->archive, file->path, READ_BYTES) != ARCHIVE_OK)
        return refuse(error, "%.300s: cannot be opened: %.100s; " WHOLE, file->path, reason(library, file->archive));
    int rc = library->next_header(file->archive, &entry);
    file->eof = rc == ARCHIVE_EOF;
    if (rc != ARCHIVE_EOF && rc != ARCHIVE_OK)
        return refuse(error, "%.300s: cannot be read: %.100s; " WHOLE, file->path, reason(library, file->archive));
    return true;
}

/* Whether a text begins as traces and lists of them do, which is how nothing compressed begins. */
static bool is_plain(const char *text, size_t length)
{
    return begins(text, length, "-kernel") || begins(text, length, "kernel") || begins(text, length, "Memcpy");
}

/* Opens a regular file that is plain for sure without the library. Returns whether it is one. */
static bool open_plain(struct trace_file *file)
{
    struct stat st;

    if (stat(file->path, &st) != 0 || !S_ISREG(st.st_mode) || (file->plain = fopen(file->path, "r")) == NULL)
        return false;
    setvbuf(file->plain, NULL, _IONBF, 0);
    file->end = fread(file->buffer, 1, file->room, file->plain);
    file->position = (int64_t)file->end;
    if (is_plain(file->buffer, file->end))
        return true;
    fclose(file->plain);
    file->plain = NULL;
    file->end = 0;
    return false;
}

/* Whether a path is there and is something that cannot be read again and again. */
static bool is_other(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

bool trace_file_open(struct trace_file *file, const char *path, const struct sentence *error)
{
    *file = (struct trace_file){0};
    if (is_other(path))
        return refuse(error, "%.300s: it is no regular file, and a trace is read several times; accepted is a file",
                      path);
    file->path = strdup(path);
    file->room = TRACE_FILE_BUFFER;
    file->buffer = malloc(file->room);
    if (file->path != NULL && file->buffer != NULL && open_plain(file))
        return true;
    const struct archive_library *library = archive_library();
    if (library == NULL) {
        refuse(error, "%.300s: libarchive.so.13 for compressed files cannot be loaded; accepted without it is a file "
               "that begins with -kernel", path);
        trace_file_close(file);
        return false;
    }
    file->library = library;
    file->archive = new_reader(library);
    if (file->path == NULL || file->buffer == NULL || file->archive == NULL) {
        refuse(error, "%.300s: out of memory", path);
        trace_file_close(file);
        return false;
    }
    if (!open_archive(file, library, error)) {
        trace_file_close(file);
        return false;
    }
    return true;
}

/* Reads more behind what is left, after moving that to the front. */
static bool fill(struct trace_file *file, const struct sentence *error)
{
    size_t left = file->end - file->begin;

    memmove(file->buffer, file->buffer + file->begin, left);
    file->begin = 0;
    file->end = left;
    if (left == file->room) {       /* a long line */
        char *larger = realloc(file->buffer, 2 * file->room);
        if (larger == NULL)
            return refuse(error, "%.300s: out of memory", file->path);
        file->buffer = larger;
        file->room *= 2;
    }
    la_ssize_t got = file->plain != NULL
        ? (la_ssize_t)fread(file->buffer + left, 1, file->room - left, file->plain)
        : file->library->read_data(file->archive, file->buffer + left, file->room - left);
    if (got < 0 || (file->plain != NULL && ferror(file->plain)))
        return refuse(error, "%.300s:%llu: cannot be read on: %.100s; " WHOLE, file->path,
                      (unsigned long long)file->line + 1, file->plain != NULL ? strerror(errno)
                      : reason(file->library, file->archive));
    file->eof = got == 0;
    file->end += (size_t)got;
    file->position += got;
    return true;
}

static size_t trimmed(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return length;
}

int trace_file_line(struct trace_file *file, const char **text, size_t *length, const struct sentence *error)
{
    size_t seen = 0;

    for (;;) {
        char *begin = file->buffer + file->begin;
        size_t left = file->end - file->begin;
        char *end = left > seen ? memchr(begin + seen, '\n', left - seen) : NULL;
        size_t size = end != NULL ? (size_t)(end - begin) : left;

        if (size > TRACE_LINE_MAX) {
            refuse(error, "%.300s:%llu: the line is longer than the %d bytes that are accepted", file->path,
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
        if (!fill(file, error))
            return -1;
    }
}

static uint64_t count_ends(const char *text, size_t length)
{
    uint64_t n = 0;

    for (; length >= 64; text += 64, length -= 64) {
        uint8_t some = 0;       /* a vector of sums */
        for (unsigned i = 0; i < 64; i++)
            some += text[i] == '\n';
        n += some;
    }
    for (; length > 0; length--)
        n += *text++ == '\n';
    return n;
}

/* Where in the text, in which a line begins, the first later line begins with this character; or where it ends. */
static size_t find_begin(const char *text, size_t length, char first)
{
    for (const char *p = text + 1; p < text + length; p++) {
        p = memchr(p, first, (size_t)(text + length - p));
        if (p == NULL)
            break;
        if (p[-1] == '\n')
            return (size_t)(p - text);
    }
    return length;
}

/* Characters of the lines at hand before the next one that may begin with one of two characters, but for one at least;
 * of the text up to its last end, if there is none. */
static size_t skippable(const char *text, size_t length, char a, char b)
{
    if (length == 0)
        return 0;
    size_t at = find_begin(text, find_begin(text, length, a), b);
    if (at < length)
        return at;
    const char *end = memrchr(text, '\n', length);
    return end != NULL ? (size_t)(end - text) + 1 : 0;
}

int trace_file_skip(struct trace_file *file, const char *a, const char *b, const struct sentence *error)
{
    for (;;) {
        size_t left, used;
        const char *text = trace_file_ahead(file, &left);

        if (begins(text, left, a) || begins(text, left, b))
            return 1;
        used = skippable(text, left, *a, *b);
        file->begin += used;
        file->line += count_ends(text, used);
        if (used > 0)
            continue;
        if (file->eof)
            return left > 0;
        if (left > TRACE_LINE_MAX)
            return trace_file_line(file, &text, &left, error);  /* which refuses it */
        if (!fill(file, error))
            return -1;
    }
}

struct trace_place trace_file_place(const struct trace_file *file)
{
    int64_t left = (int64_t)(file->end - file->begin);

    return (struct trace_place){file->line, file->plain != NULL ? file->position - left : -1};
}

bool trace_file_go(struct trace_file *file, const struct trace_place *place, const struct sentence *error)
{
    if (place->offset < 0 || file->plain == NULL || fseeko(file->plain, (off_t)place->offset, SEEK_SET) != 0)
        return refuse(error, "%.300s: line %llu cannot be read again", file->path, (unsigned long long)place->line + 1);
    file->line = place->line;
    file->position = place->offset;
    file->begin = file->end = 0;
    file->eof = false;
    return true;
}

void trace_file_close(struct trace_file *file)
{
    if (file->archive != NULL)
        file->library->read_free(file->archive);
    if (file->plain != NULL)
        fclose(file->plain);
    free(file->buffer);
    free(file->path);
    *file = (struct trace_file){0};
}
