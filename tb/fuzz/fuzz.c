/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[FUZZ_PATH / 4];
static char last[FUZZ_SENTENCE];
static pid_t owner;

__attribute__((format(printf, 1, 2), noreturn)) static void cannot(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, " (%s); TMPDIR= names a folder that can be written to\n", strerror(errno));
    va_end(arguments);
    exit(2);
}

static void remove_folder(void)
{
    char path[FUZZ_PATH];
    DIR *dir = getpid() == owner ? opendir(folder) : NULL;
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%.255s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (dir) {
        closedir(dir);
        rmdir(folder);
    }
}

void fuzz_folder(void)
{
    const char *parent = getenv("TMPDIR");
    if (folder[0])
        return;
    if (!parent || strlen(parent) > sizeof folder - 16)
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/fuzz-XXXXXX", parent);
    if (!mkdtemp(folder))
        cannot("%s cannot be made", folder);
    owner = getpid();
    atexit(remove_folder);
}

const char *fuzz_write(const char *name, const void *data, size_t size)
{
    static char path[FUZZ_PATH];
    fuzz_folder();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        cannot("%s cannot be written", path);
    return path;
}

void fuzz_link(const char *pattern)
{
    glob_t found = {0};
    fuzz_folder();
    if (glob(pattern, 0, NULL, &found) != 0)
        cannot("there is no %s here: run it at the top of the checkout", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char path[FUZZ_PATH], *target = realpath(found.gl_pathv[i], NULL);
        snprintf(path, sizeof path, "%s/%s", folder, strrchr(found.gl_pathv[i], '/') + 1);
        if (!target || (symlink(target, path) != 0 && errno != EEXIST))
            cannot("%s cannot be linked to", found.gl_pathv[i]);
        free(target);
    }
    globfree(&found);
}

void fuzz_accepted(void)
{
    last[0] = '\0';
}

void fuzz_refused_or_large(const char *sentence)
{
    if (!sentence[0])
        fuzz_wrong("the reader refused the input without a sentence");
    if (strchr(sentence, '\n'))
        fuzz_wrong("the reader refused the input with more than one line: %s", sentence);
    snprintf(last, sizeof last, "%s", sentence);
}

void fuzz_refused(const char *sentence)
{
    if (strstr(sentence, "out of memory") || strstr(sentence, "no memory") || strstr(sentence, "enough memory"))
        fuzz_wrong("the reader asked for much memory: %s", sentence);
    fuzz_refused_or_large(sentence);
}

void fuzz_wrong(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

const char *fuzz_sentence(void)
{
    return last;
}

uint32_t fuzz_choice(const uint8_t *data, size_t size)
{
    uint32_t h = 0x811c9dc5;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 0x01000193;
    return h ^ h >> 15;
}
