/* SPDX-License-Identifier: Apache-2.0 */
#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

int complain(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("cmodel: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return code;
}
