/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs have in common: wrong options are one sentence, and output that is lost is an error. */
#ifndef SUBCORE_PROGRAM_H
#define SUBCORE_PROGRAM_H

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PROGRAM_INPUT = 2 };     /* the exit code */

static inline void program_end(int status, void *unused)
{
    (void)unused;
    int lost = ferror(stdout);
    if ((fflush(stdout) == 0 && !lost) || status != 0)
        return;
    fprintf(stderr, "%s: standard output cannot be written; what it has is incomplete\n",
            program_invocation_short_name);
    _exit(PROGRAM_INPUT);
}

/* The first thing that a program does: a full disk, say, is exit code 2 in the end, unless there is another one. */
static inline void program_begin(void)
{
    argp_err_exit_status = PROGRAM_INPUT;
    on_exit(program_end, NULL);
}

static inline error_t program_parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->err_stream = NULL;                           /* argp's second line */
    state->child_inputs[0] = state->input;
    return 0;
}

/* As argp_parse, but what is wrong ends the program with one sentence: of names of options with getopt's alone. */
static inline void program_arguments(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    const struct argp_child child[] = {{argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    const struct argp whole = {NULL, program_parse, NULL, NULL, child, NULL, NULL};
    int end = argc;
    if (argp_parse(&whole, argc, argv, flags, &end, input) != 0)
        exit(PROGRAM_INPUT);
    if (end < argc) {
        fprintf(stderr, "%s: '%s' is not expected; accepted are options, see --help\n", program_invocation_short_name,
                argv[end]);
        exit(PROGRAM_INPUT);
    }
}

#endif
