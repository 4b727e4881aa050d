/* SPDX-License-Identifier: Apache-2.0 */
#include "text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A regular file: reading of others may not end. */
static bool is_file(const char *option, const char *path, const struct sentence *sentence)
{
    struct stat what;
    if (stat(path, &what) != 0)
        return refuse(sentence, "%s: %.300s cannot be read (%s)", option, path, strerror(errno));
    return S_ISREG(what.st_mode) ||
           refuse(sentence, "%s: %.300s cannot be read; accepted: a regular file", option, path);
}

char *text_file_read(const char *option, const char *path, size_t *size, const struct sentence *sentence)
{
    char *text = NULL;
    if (!is_file(option, path, sentence))
        return NULL;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, size);
    int c = EOF;
    while (in && out && (c = getc(in)) > 0)
        putc(c, out);
    if (!in || ferror(in))
        refuse(sentence, "%s: %.300s cannot be read (%s)", option, path, strerror(errno));
    else if (c == 0)
        refuse(sentence, "%s: %.300s has a byte 0; accepted: text", option, path);
    bool good = in && !ferror(in) && c != 0;
    if (in)
        fclose(in);
    if (out && fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}
