/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that appear whole, or not at all: they are written beside their place, and take it in the end. Until then, and
 * if anything fails, what was there stays as it is, and nothing is left behind; so also when the program ends earlier.
 * What is no ordinary file (a pipe, /dev/null) is written as it is.
 */
#ifndef SUBCORE_WHOLE_H
#define SUBCORE_WHOLE_H

#include <stdbool.h>
#include <stdio.h>

/* A file to be written at `path`; standard output if it is NULL. NULL if there can be none, with errno. */
FILE *whole_open(const char *path);

/* Closes a file: it takes its place if it is `complete` and all of it could be written. If not, it is removed, and the
 * result is false, with errno. Standard output is flushed. */
bool whole_close(FILE *file, bool complete);

/* As whole_close, but the file takes its place with all others that are kept, in the order of their opening. */
bool whole_keep(FILE *file, bool complete);

/* Puts the files that are kept in their places. False, with errno, if one could not take its place; what is at its
 * place and at those of later ones stays as it was. */
bool whole_take(void);

/* Gives up all files that have not taken their places, kept or open. */
void whole_drop(void);

#endif
