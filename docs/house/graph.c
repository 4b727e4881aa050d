/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "table.h"

void graph_create(struct graph *g, size_t count)
{
    g->count = count;
    g->arrow = need(count * count, sizeof *g->arrow);
    g->reach = need(count * count, sizeof *g->reach);
}

void graph_free(struct graph *g)
{
    free(g->arrow);
    free(g->reach);
}

bool *graph_arrow(struct graph *g, size_t from, size_t to)
{
    return &g->arrow[from * g->count + to];
}

void graph_reach(struct graph *g)
{
    size_t n = g->count;
    memcpy(g->reach, g->arrow, n * n * sizeof *g->reach);
    for (size_t by = 0; by < n; by++)
        for (size_t from = 0; from < n; from++)
            for (size_t to = 0; to < n && g->reach[from * n + by]; to++)
                g->reach[from * n + to] |= g->reach[by * n + to];
}

bool graph_reaches(const struct graph *g, size_t from, size_t to)
{
    return g->reach[from * g->count + to];
}

size_t graph_circle(const struct graph *g, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (graph_reaches(g, at, i) && graph_reaches(g, i, at))
            return i;
    return at;
}

bool graph_direct(const struct graph *g, size_t from, size_t to)
{
    for (size_t by = 0; by < g->count; by++)
        if (by != from && by != to && graph_reaches(g, from, by) && graph_reaches(g, by, to))
            return false;
    return g->arrow[from * g->count + to];
}
