/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of bfs: breadth-first search with a queue; and a random graph.
 */
#include "workloads/references.h"

#include <stdlib.h>
#include <string.h>

/* Every edge has a random source and a random target. */
void bfs_graph(const struct reference_run *r)
{
    size_t nodes = (size_t)r->within(r, "nodes", 1, 1 << 26), count = (size_t)r->within(r, "edge_count", 0, 1 << 28);
    int32_t *first_edge = r->elements(r, "first_edge", ELEMENT_S32, nodes + 1);
    int32_t *edges = r->elements(r, "edges", ELEMENT_S32, count);
    uint64_t state = 291;

    memset(first_edge, 0, (nodes + 1) * sizeof *first_edge);
    for (size_t i = 0; i < count; i++)
        first_edge[reference_random(&state) % nodes + 1]++;
    for (size_t node = 0; node < nodes; node++)
        first_edge[node + 1] += first_edge[node];
    for (size_t i = 0; i < count; i++)
        edges[i] = (int32_t)(reference_random(&state) % nodes);
}

void bfs_reference(const struct reference_run *r)
{
    size_t nodes = (size_t)r->parameter(r, "nodes");
    int32_t levels = (int32_t)r->parameter(r, "levels"), source = (int32_t)r->parameter(r, "source");
    const int32_t *first_edge = r->buffer(r, "first_edge", NULL), *edges = r->buffer(r, "edges", NULL);
    int32_t *distance = r->buffer(r, "distance", NULL), *queue = reference_memory(nodes, sizeof *queue);
    uint8_t *frontier = r->buffer(r, "frontier", NULL), *visited = r->buffer(r, "visited", NULL);
    uint32_t *found = r->buffer(r, "found", NULL);

    for (size_t node = 0; node < nodes; node++)
        distance[node] = -1;
    distance[source] = 0;
    queue[0] = source;
    for (size_t taken = 0, queued = 1; taken < queued; taken++) {
        int32_t node = queue[taken], level = distance[node];
        visited[node] = 1;
        frontier[node] = level == levels;       /* what a further level would begin with */
        for (int32_t edge = first_edge[node]; edge < first_edge[node + 1] && level < levels; edge++)
            if (distance[edges[edge]] < 0) {
                distance[edges[edge]] = level + 1;
                queue[queued++] = edges[edge];
                found[level]++;
            }
    }
    free(queue);
}
