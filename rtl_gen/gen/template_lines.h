/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a module as its template gives them: commas that are one too many, lines that go on, alignment. */
#ifndef RTL_GEN_TEMPLATE_LINES_H
#define RTL_GEN_TEMPLATE_LINES_H

#include "substitute.h"
#include "verilog.h"

struct lines {
    FILE *out;
    char waiting[4 * LINE]; /* the last line: what comes next may change it */
    bool some;              /* there is one */
    bool joined;            /* it is a comment that something was joined to */
    struct origin origin;   /* where it is from */
    struct origin *origins; /* of the lines written, from 1 */
    int count;
};

/* Adds a line, or what one that ends in a backslash goes on with. */
bool lines_add(struct lines *lines, const char *text, struct origin origin, const struct sentence *);

/* Writes the last one. The end of the text counts as one more line. */
void lines_end(struct lines *lines);

/* Moves the comment behind code to the column of comments. */
bool lines_align(char text[LINE], const struct sentence *);

#endif
