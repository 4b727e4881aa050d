/* SPDX-License-Identifier: Apache-2.0 */
/* Arrows between things that have numbers. */
#ifndef SUBCORE_GRAPH_H
#define SUBCORE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

struct graph {
    size_t count;
    bool *arrow;            /* [from * count + to] */
    bool *reach;            /* likewise, over any number of arrows; by graph_reach() */
};

void graph_create(struct graph *, size_t count);
void graph_free(struct graph *);
bool *graph_arrow(struct graph *, size_t from, size_t to);

void graph_reach(struct graph *);
bool graph_reaches(const struct graph *, size_t from, size_t to);
/* The first of the things that reach `at` and are reached from it; `at` itself if it is in no circle. */
size_t graph_circle(const struct graph *, size_t at);
/* Whether an arrow does not follow from others: no thing lies between its ends. */
bool graph_direct(const struct graph *, size_t from, size_t to);

#endif
