/* SPDX-License-Identifier: Apache-2.0 */
/* Text in lines of at most so many characters. */
#ifndef FOLD_H
#define FOLD_H

#include <stdio.h>

/* In the text a blank at which no line ends. */
enum { FOLD_TIE = '\x1f' };

/* Writes `first`, the words of the text and a newline. Further lines begin with `next`; none but a word that is longer
 * by itself has more than `width` characters. */
void fold(FILE *out, unsigned width, const char *first, const char *next, const char *text);

#endif
