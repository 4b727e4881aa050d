/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text_hash: what a file says, as a hash, so that one can tell a file whose meaning may have changed from one in which
 * only a comment has. Comments, blank lines, and the number of blanks between words do not count; where lines end does.
 *
 * usage: text_hash FILE...             a line for each: 8 digits of SHA-256, tab, file
 *        text_hash --print FILE...     the text that is hashed
 *        text_hash --rows              of each line on standard input: what is before the first tab, tab, the digits of
 *                                      what is behind it
 *
 * By the end of its name a file is
 *   .v .vh .v.in .vh.in    Verilog; what stands between `ifdef SUBCORE_ASSERT and its `endif is no hardware, and left
 *                          out, too
 *   .c .h .inc .def .cu    C
 *   .sh .awk .tsv .yaml .yml .script .ys .ys.in .tcl .settings    text whose lines with # in front are comments; blanks
 *                          count
 *   anything else          bytes, all of which count
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sha2.h>

#include "configs/program.h"

enum kind { VERILOG, C_TEXT, LINES, BYTES };

static const struct { const char *end; enum kind kind; } ends[] = {
    {".v", VERILOG}, {".vh", VERILOG}, {".v.in", VERILOG}, {".vh.in", VERILOG},
    {".c", C_TEXT}, {".h", C_TEXT}, {".inc", C_TEXT}, {".def", C_TEXT}, {".cu", C_TEXT},
    {".sh", LINES}, {".awk", LINES}, {".tsv", LINES}, {".yaml", LINES}, {".yml", LINES}, {".script", LINES},
    {".ys", LINES}, {".ys.in", LINES}, {".tcl", LINES}, {".settings", LINES},
};

/* Bytes, with a zero behind them. */
struct text { char *bytes; size_t length; };

static enum kind kind_of(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length > end && strcmp(path + length - end, ends[i].end) == 0)
            return ends[i].kind;
    }
    return BYTES;
}

static struct text room_for(size_t bytes)
{
    struct text t = {.bytes = malloc(bytes + 1)};
    if (!t.bytes)
        give_up("no memory is left for %zu bytes", bytes);
    return t;
}

static struct text read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        give_up("%s cannot be read: %s; accepted are files", path, strerror(errno));
    long size = ftell(file);
    if (size < 0 || size > 1L << 30 || fseek(file, 0, SEEK_SET) != 0)
        give_up("%s cannot be read whole; accepted are files of at most 1 GiB", path);
    struct text t = room_for((size_t)size);
    t.length = fread(t.bytes, 1, (size_t)size, file);
    if (t.length != (size_t)size || ferror(file))
        give_up("%s cannot be read whole: %s; accepted are files", path, strerror(errno));
    t.bytes[t.length] = '\0';
    fclose(file);
    return t;
}

/* Where the comment that begins at `at` ends: the newline of a line, or what is behind the end of a block. */
static size_t behind_comment(const struct text *t, size_t at)
{
    if (t->bytes[at + 1] == '/') {
        while (at < t->length && t->bytes[at] != '\n')
            at++;
        return at;
    }
    const char *end = strstr(t->bytes + at + 2, "*/");
    return end ? (size_t)(end - t->bytes) + 2 : t->length;
}

/* Where the string or character that begins at `at` ends. */
static size_t behind_string(const struct text *t, size_t at)
{
    char quote = t->bytes[at++];
    while (at < t->length && t->bytes[at] != quote && t->bytes[at] != '\n')
        at += t->bytes[at] == '\\' && at + 1 < t->length ? 2 : 1;
    return at < t->length && t->bytes[at] == quote ? at + 1 : at;
}

/* Without comments. A comment stands for a blank; a block of several lines keeps none of them. */
static struct text without_comments(const struct text *t, enum kind kind)
{
    struct text to = room_for(t->length);
    for (size_t at = 0; at < t->length;) {
        char c = t->bytes[at], next = t->bytes[at + 1];
        size_t end = at + 1;
        if (c == '/' && (next == '/' || next == '*')) {
            at = behind_comment(t, at);
            to.bytes[to.length++] = ' ';
            continue;
        }
        if (c == '"' || (c == '\'' && kind == C_TEXT))
            end = behind_string(t, at);
        memcpy(to.bytes + to.length, t->bytes + at, end - at);
        to.length += end - at;
        at = end;
    }
    to.bytes[to.length] = '\0';
    return to;
}

/* A line without blanks around it, and with one in the place of several; those in strings stay. */
static size_t squeezed(char *to, const char *from, size_t length, enum kind kind)
{
    size_t n = 0;
    char quote = '\0';           /* that of the string within which it is */
    for (size_t i = 0; i < length; i++) {
        bool escaped = i > 0 && from[i - 1] == '\\';
        bool blank = isspace((unsigned char)from[i]) && !quote;
        if (quote)
            quote = from[i] == quote && !escaped ? '\0' : quote;
        else if (from[i] == '"' || (from[i] == '\'' && kind == C_TEXT))
            quote = from[i];
        if (!blank)
            to[n++] = from[i];
        else if (n > 0 && to[n - 1] != ' ')
            to[n++] = ' ';
    }
    return n > 0 && to[n - 1] == ' ' ? n - 1 : n;
}

/* A line of the third kind: without blanks behind it, or nothing if it is a comment. */
static size_t kept_line(char *to, const char *from, size_t length)
{
    size_t first = 0;
    while (first < length && isspace((unsigned char)from[first]))
        first++;
    if (first < length && from[first] == '#')
        return 0;
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    memcpy(to, from, length);
    return length;
}

/* Whether a line of Verilog is within assertions; `depth` counts conditions from the one that begins them. */
static bool is_assertion(const char *line, size_t length, unsigned *depth)
{
    static const char begin[] = "`ifdef SUBCORE_ASSERT", condition[] = "`if", end[] = "`endif";
    if (*depth == 0)
        return length == sizeof begin - 1 && memcmp(line, begin, length) == 0 && ++*depth;
    if (length >= sizeof end - 1 && memcmp(line, end, sizeof end - 1) == 0)
        --*depth;
    else if (*depth == 1 && length >= 5 && memcmp(line, "`else", 5) == 0)
        *depth = 0;             /* what follows is hardware */
    else if (length >= sizeof condition - 1 && memcmp(line, condition, sizeof condition - 1) == 0)
        ++*depth;
    return true;
}

/* Lines as they count. */
static struct text lines_of(const struct text *t, enum kind kind)
{
    struct text to = room_for(t->length + 1);
    unsigned depth = 0;
    for (size_t at = 0; at < t->length;) {
        const char *line = t->bytes + at, *end = memchr(line, '\n', t->length - at);
        size_t length = end ? (size_t)(end - line) : t->length - at;
        char *place = to.bytes + to.length;
        size_t n = kind == LINES ? kept_line(place, line, length) :
                                   squeezed(place, line, length, kind);
        at += length + 1;
        if (n == 0 || (kind == VERILOG && is_assertion(place, n, &depth)))
            continue;
        place[n] = '\n';
        to.length += n + 1;
    }
    to.bytes[to.length] = '\0';
    return to;
}

static struct text what_counts(const char *path)
{
    enum kind kind = kind_of(path);
    struct text t = read_text(path);
    if (kind == BYTES)
        return t;
    if (kind != LINES) {
        struct text bare = without_comments(&t, kind);
        free(t.bytes);
        t = bare;
    }
    struct text lines = lines_of(&t, kind);
    free(t.bytes);
    return lines;
}

static void print_digits(const char *bytes, size_t length)
{
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)bytes, length);
    SHA256Final(digest, &context);
    for (int i = 0; i < 4; i++)
        printf("%02x", digest[i]);
}

static void hash_rows(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) > 0) {
        length -= line[length - 1] == '\n';
        char *tab = memchr(line, '\t', (size_t)length);
        if (!tab)
            give_up("a line has no tab; accepted is a name, a tab and a text");
        printf("%.*s\t", (int)(tab - line), line);
        print_digits(tab + 1, (size_t)(line + length - tab - 1));
        putchar('\n');
    }
    free(line);
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc == 2 && strcmp(argv[1], "--rows") == 0) {
        hash_rows();
        return 0;
    }
    bool print = argc > 1 && strcmp(argv[1], "--print") == 0;
    if (argc < 2 + print || (argv[1][0] == '-' && !print))
        return complain("usage: text_hash FILE..., --print FILE... or --rows");
    for (int i = 1 + print; i < argc; i++) {
        struct text t = what_counts(argv[i]);
        if (print) {
            fwrite(t.bytes, 1, t.length, stdout);
        } else {
            print_digits(t.bytes, t.length);
            printf("\t%s\n", argv[i]);
        }
        free(t.bytes);
    }
    return 0;
}
