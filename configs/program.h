/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs have in common: wrong options are one sentence, and output that is lost is an error. */
#ifndef SUBCORE_PROGRAM_H
#define SUBCORE_PROGRAM_H

#include <argp.h>

/* The first thing that a program does: a full disk, say, is exit code 2 in the end, unless there is another one. */
void program_begin(void);

/* As argp_parse, but what is wrong ends the program with exit code 2 and one sentence that says what is accepted.
 * Every option has a name; an argument that the parser of `argp` does not take is not expected. */
void program_arguments(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

#endif
