/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a function says that it could not do what it was asked for.
 *
 * The function has a sentence, as its last parameter or kept in its struct, and writes into it with refuse(): what is
 * wrong, where (file, line, option), what would be accepted; no name of a program, no period, no end of line. Exactly
 * one sentence is written, by whoever finds the error; callers pass it on as it is, or put a place in front of it.
 *
 * What it returns says that it has done so:
 *   bool      true: done; false: refused
 *   int       of what gives one thing after another: 1: here is one; 0: that was the last; -1: refused
 *             of what counts: how many; -1: refused
 *   pointer   NULL: refused
 * Hence `return refuse(...);`, `return refuse(...), -1;` and `return refuse(...), NULL;`. A function without a sentence
 * that returns bool answers a question.
 *
 * A program ends with complain() of configs/program.h.
 */
#ifndef SUBCORE_SENTENCE_H
#define SUBCORE_SENTENCE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the sentence goes: `size` bytes, with its end. With size 0 it is dropped. */
struct sentence {
    char *text;
    size_t size;
};

/* An array of characters as a place for a sentence, for the time of the block around it. */
#define SENTENCE(array) (&(struct sentence){(array), sizeof(array)})

/* Writes the sentence, with control characters made harmless; what does not fit is cut. Returns false. */
__attribute__((format(printf, 2, 3))) bool refuse(const struct sentence *, const char *format, ...);

/* The same about a line of a file, from 1: "path:line: " comes first, with at most 300 bytes of the path. */
__attribute__((format(printf, 4, 5))) bool refuse_at(const struct sentence *, const char *path, uint64_t line,
                                                     const char *format, ...);

/* The same with `line` 0 for no place, for those that add one of their own. */
__attribute__((format(printf, 4, 0))) bool refuse_list(const struct sentence *, const char *path, uint64_t line,
                                                       const char *format, va_list);

#endif
