/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmodel profile: the figures of papers that need no timing, from the records of all warps of a source. A figure is a
 * row of the table in profile.c and a file of its own; it shares the stream and the analysis of liveness.h with the
 * compiler side, and nothing with the timed model.
 */
#ifndef SUBCORE_PROFILE_H
#define SUBCORE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/config.h"
#include "cmodel/program/source.h"
#include "cmodel/stream/stream.h"
#include "configs/sentence.h"

struct figure {
    const char *name, *title;
    bool  windowed;             /* the window is boc.window */
    bool  hinted;               /* records carry the hints about writes that all of the source gives */
    void *(*create)(const struct config *);     /* NULL when memory runs out, as false below */
    void  (*destroy)(void *);
    bool  (*kernel)(void *, const struct kernel *);         /* NULL: it does not matter which one runs */
    bool  (*record)(void *, const struct insn *, unsigned uop);
    void  (*print)(const void *, FILE *);       /* as CSV: a line of names, then rows */
};

extern const struct figure profile_bow_3, profile_bow_7, profile_bow_8, profile_bow_9;

struct profile_options {
    const struct config *cfg;
    const struct source *source;
    const char *figure;
    const char *output;         /* NULL: standard output */
    bool        csv;            /* instead of an aligned table */
};

/* The share of a whole, in per cent. */
static inline double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* Writes lines of CSV with their columns aligned. `text` is cut up. */
void profile_align(char *text, FILE *);

/* The first says whether there is such a figure. */
bool profile_check(const char *figure, const struct sentence *error);
bool profile(const struct profile_options *, const struct sentence *error);

#endif
