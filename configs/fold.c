/* SPDX-License-Identifier: Apache-2.0 */
#include "fold.h"

#include <string.h>

void fold(FILE *out, unsigned width, const char *first, const char *next, const char *text)
{
    size_t column = strlen(first);
    fputs(first, out);
    for (const char *gap = ""; *(text += strspn(text, " ")); gap = " ") {
        size_t length = strcspn(text, " ");
        if (*gap && column + 1 + length > width) {
            fprintf(out, "\n%s", next);
            column = strlen(next);
            gap = "";
        }
        fprintf(out, "%s%.*s", gap, (int)length, text);
        column += strlen(gap) + length;
        text += length;
    }
    fputc('\n', out);
}
