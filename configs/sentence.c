/* SPDX-License-Identifier: Apache-2.0 */
#include "sentence.h"

#include <inttypes.h>
#include <stdio.h>

bool refuse_list(const struct sentence *sentence, const char *path, uint64_t line, const char *format,
                 va_list arguments)
{
    if (sentence->size == 0)
        return false;
    int used = line ? snprintf(sentence->text, sentence->size, "%.300s:%" PRIu64 ": ", path, line) : 0;
    if (used >= 0 && (size_t)used < sentence->size)
        vsnprintf(sentence->text + used, sentence->size - (size_t)used, format, arguments);
    for (char *c = sentence->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}

bool refuse(const struct sentence *sentence, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_list(sentence, NULL, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool refuse_at(const struct sentence *sentence, const char *path, uint64_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_list(sentence, path, line, format, arguments);
    va_end(arguments);
    return false;
}
