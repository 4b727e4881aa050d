/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the programs have in common: how they begin and end, wrong options, and what they say on standard error.
 *
 * A program that cannot do what it was asked for says why in one sentence and ends with EXIT_INPUT: `return
 * complain(...);` from where it can still clean up, else give_up(). What a function has refused (sentence.h) is that
 * sentence: complain("%s", error). Output that is lost is such an error, too.
 */
#ifndef SUBCORE_PROGRAM_H
#define SUBCORE_PROGRAM_H

#include <argp.h>

/* The exit codes of all programs: what was checked is wrong; usage or input; time is up. */
enum { EXIT_CHECK = 1, EXIT_INPUT = 2, EXIT_TIMEOUT = 4 };

/* "program: sentence" on standard error, a line. Returns EXIT_INPUT. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* The same, and the end of the program. */
__attribute__((format(printf, 1, 2), noreturn)) void give_up(const char *format, ...);

/* "program: note: sentence" there: something that a user should know, and nothing is wrong. */
__attribute__((format(printf, 1, 2))) void remark(const char *format, ...);

/* The first thing that a program does: a full disk, say, is exit code 2 in the end, unless there is another one. */
void program_begin(void);

/* As argp_parse, but what is wrong ends the program with exit code 2 and one sentence that says what is accepted.
 * Every option has a name; an argument that the parser of `argp` does not take is not expected. */
void program_arguments(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

/* For a program without options of argp, after program_begin(): if --version is all that is asked for, prints it and
 * ends the program. */
void program_version(int argc, char **argv);

#endif
