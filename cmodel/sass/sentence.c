/* SPDX-License-Identifier: Apache-2.0 */
#include "sentence.h"

#include <stdarg.h>
#include <stdio.h>

bool refuse(const struct sentence *sentence, const char *format, ...)
{
    if (sentence->size == 0)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence->text, sentence->size, format, arguments);
    va_end(arguments);
    for (char *c = sentence->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}
