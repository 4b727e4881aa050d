/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compare.sh has gathered: designs, inputs, and a cell for each design on each input. The file has lines of fields
 * with tabs between, - for what is not there:
 *
 *   command  what the user has typed
 *   library  name of the liberty file behind areas, clocks and energies
 *   input    name, trace or workload
 *   design   label, its baseline's label, bits of registers, arrays and register file, area in um2, clock in MHz
 *   cell     number of the design and of the input, both from 0, file of what the run has counted (name,value), file of
 *            its series (--series), cycles of lock-step or "failed", energy in pJ per warp instruction, file of its
 *            pipeline view (--pipeline)
 *   note     a sentence
 */
#ifndef SUBCORE_COMPARE_COMPARISON_H
#define SUBCORE_COMPARE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "configs/sentence.h"

/* Notes: up to two of each cell, and some of each design and setting. compare.sh has the first two numbers, too. */
enum {
    COMPARISON_DESIGNS = 64,
    COMPARISON_INPUTS = 256,
    COMPARISON_NOTES = 2 * COMPARISON_DESIGNS * COMPARISON_INPUTS + 1024
};

/* A number that is not there is a NaN. */
struct design {
    char *label;
    char *baseline_label;
    size_t baseline; /* its number */
    double registers, arrays, register_file; /* bits */
    double area;     /* um2 */
    double clock;    /* MHz */
};

struct input {
    char *name;
    char *kind;
};

struct cell {
    char *counts;  /* a file, NULL: none */
    char *series;  /* likewise */
    char *view;    /* likewise, of HTML */
    bool failed;   /* lock-step has */
    double lockstep;
    double energy;
};

struct comparison {
    char *command, *library;
    struct design designs[COMPARISON_DESIGNS];
    size_t design_count;
    struct input inputs[COMPARISON_INPUTS];
    size_t input_count;
    struct cell *cells; /* [design * input_count + input] */
    char *notes[COMPARISON_NOTES];
    size_t note_count;
};

bool comparison_read(struct comparison *, const char *path, const struct sentence *);
const struct cell *comparison_cell(const struct comparison *, size_t design, size_t input);
void comparison_free(struct comparison *);

#endif
