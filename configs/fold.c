/* SPDX-License-Identifier: Apache-2.0 */
#include "fold.h"

#include <string.h>

static void put_word(FILE *out, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fputc(word[i] == FOLD_TIE ? ' ' : word[i], out);
}

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
        fputs(gap, out);
        put_word(out, text, length);
        column += strlen(gap) + length;
        text += length;
    }
    fputc('\n', out);
}
