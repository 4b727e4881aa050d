/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double largest = 1e9;

bool words_open(struct words *w, const char *path, const char *accepted, const struct sentence *error)
{
    *w = (struct words){.path = path, .accepted = accepted, .error = error, .word = ""};
    w->file = fopen(path, "r");
    return w->file || refuse(error, "%.300s cannot be read (%s); accepted is %s", path, strerror(errno), accepted);
}

void words_close(struct words *w)
{
    free(w->text);
    if (w->file)
        fclose(w->file);
}

static bool next_line(struct words *w)
{
    if (getline(&w->text, &w->room, w->file) < 0) {
        if (ferror(w->file) && !w->failed) {
            w->failed = true;
            refuse(w->error, "%.300s cannot be read (%s); accepted is %s", w->path, strerror(errno), w->accepted);
        }
        return false;
    }
    w->line++;
    w->text[strcspn(w->text, "#")] = '\0';
    w->at = w->text;
    return true;
}

bool words_next(struct words *w)
{
    static const char blank[] = " \t\r\n\v\f";
    w->word = "";
    if (w->failed)
        return false;
    while (!w->at || !*(w->at += strspn(w->at, blank)))
        if (!next_line(w))
            return false;
    w->word = w->at;
    w->at += strcspn(w->at, blank);
    if (*w->at)
        *w->at++ = '\0';
    return true;
}

bool words_is(const struct words *w, const char *word)
{
    return strcmp(w->word, word) == 0;
}

bool words_refuse(struct words *w, const char *what)
{
    if (!w->failed)
        refuse_at(w->error, w->path, w->line, "'%.80s' is not %s; accepted is %s", w->word, what, w->accepted);
    w->failed = true;
    return false;
}

bool words_take(struct words *w, const char *what)
{
    if (words_next(w))
        return true;
    if (!w->failed)
        refuse_at(w->error, w->path, w->line ? w->line : 1, "the file ends where %s should be; accepted is %s", what,
                  w->accepted);
    w->failed = true;
    return false;
}

bool words_skip_to(struct words *w, const char *end)
{
    while (words_take(w, end))
        if (words_is(w, end))
            return true;
    return false;
}

bool words_number(struct words *w, double *value)
{
    char *end;
    if (!words_take(w, "a number"))
        return false;
    *value = strtod(w->word, &end);
    if (end == w->word || *end || !isfinite(*value) || fabs(*value) > largest)
        return words_refuse(w, "a number of at most 1e9");
    return true;
}
