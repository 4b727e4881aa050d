/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a module; see template_lines.h. */
#include "template_lines.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

enum { COMMENT_COLUMN = 57, COMMENT_WIDTH = 110 };

static void line_written(struct lines *lines)
{
    lines->origins = grow(lines->origins, ++lines->count, sizeof *lines->origins);
    lines->origins[lines->count] = lines->origin;
}

/* A comment, folded at blanks. */
static void write_folded(struct lines *lines)
{
    const char *text = lines->waiting;
    int indent = (int)(strstr(text, "//") - text), column = 0;
    for (const char *word = text + indent + 2 + strspn(text + indent + 2, " "); *word;) {
        int length = (int)strcspn(word, " ");
        if (column > 0 && column + 1 + length > COMMENT_WIDTH) {
            fputs("\n", lines->out);
            line_written(lines);
            column = 0;
        }
        column += column ? fprintf(lines->out, " %.*s", length, word)
                         : fprintf(lines->out, "%*s// %.*s", indent, "", length, word);
        word += length + strspn(word + length, " ");
    }
    fputs("\n", lines->out);
    line_written(lines);
}

static void write_waiting(struct lines *lines)
{
    if (lines->some && lines->joined) {
        write_folded(lines);
    } else if (lines->some) {
        fprintf(lines->out, "%s\n", lines->waiting);
        line_written(lines);
    }
    lines->some = false;
}

void lines_end(struct lines *lines)
{
    write_waiting(lines);
    line_written(lines);
}

/* Takes the comma from the end of the code, before a comment if there is one, which stays where it is. */
static void drop_comma(char *text)
{
    char *comment = strstr(text, "//"), *end = comment ? comment : text + strlen(text);
    while (end > text && end[-1] == ' ')
        end--;
    if (end == text || end[-1] != ',')
        return;
    if (comment)
        end[-1] = ' ';
    else
        end[-1] = '\0';
}

static bool join(struct lines *lines, const char *text, const struct sentence *sentence)
{
    size_t length = strlen(lines->waiting);
    if (!lines->some || strncmp(lines->waiting + strspn(lines->waiting, " "), "//", 2) != 0)
        return refuse(sentence, "//+ stands behind what is no comment; accepted: behind a line of a comment");
    if (length + strlen(text) >= sizeof lines->waiting)
        return refuse(sentence, "the comment has more than %zu bytes", sizeof lines->waiting - 1);
    strcpy(lines->waiting + length, text);
    lines->joined = true;
    return true;
}

/* Whether the last line ends in a backslash: it goes on in the next one. */
static bool goes_on(const struct lines *lines)
{
    size_t length = lines->some ? strlen(lines->waiting) : 0;
    return length > 1 && strcmp(lines->waiting + length - 2, " \\") == 0;
}

/* The next part of a line, with a blank in front of it, but of what ends a statement or a list. */
static bool go_on(struct lines *lines, const char *text, const struct sentence *sentence)
{
    size_t length = strlen(lines->waiting) - 1;
    while (length > 0 && lines->waiting[length - 1] == ' ')
        length--;
    if (length + 1 + strlen(text) >= sizeof lines->waiting)
        return refuse(sentence, "the line has more than %zu bytes", sizeof lines->waiting - 1);
    sprintf(lines->waiting + length, "%s%s", *text == ';' || *text == ')' ? "" : " ", text);
    return true;
}

bool lines_add(struct lines *lines, const char *text, struct origin origin, const struct sentence *sentence)
{
    const char *begin = text + strspn(text, " ");
    if (strncmp(begin, "//+", 3) == 0)
        return join(lines, begin + 3, sentence);
    if (goes_on(lines))
        return go_on(lines, begin, sentence);
    if (*begin == ')' && lines->some)
        drop_comma(lines->waiting);
    write_waiting(lines);
    strcpy(lines->waiting, text);
    lines->some = true;
    lines->joined = false;
    lines->origin = origin;
    return true;
}

bool lines_align(char text[LINE], const struct sentence *sentence)
{
    char *comment = strstr(text, "//"), moved[LINE];
    if (!comment)
        return true;
    size_t code = (size_t)(comment - text);
    while (code > 0 && text[code - 1] == ' ')
        code--;
    /* Code that is too long moves its comment on by as much. */
    size_t blanks = code < COMMENT_COLUMN ? COMMENT_COLUMN - code : code > COMMENT_COLUMN ? code - COMMENT_COLUMN : 1;
    strcpy(moved, comment);
    return (size_t)snprintf(text + code, LINE - code, "%*s%s", (int)blanks, "", moved) < LINE - code ||
           refuse(sentence, "the line has more than %d bytes", LINE - 1);
}
