// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a graph: how many edges each node is away from the source, -1 if it cannot be reached within
// the number of levels. The edges of node i are edges[first_edge[i]] .. edges[first_edge[i + 1] - 1].
//
// For each level bfs_expand marks the unvisited neighbours of the frontier, several threads perhaps the same one with
// the same result, and bfs_commit makes what is marked the next frontier. All kernels have a thread per node.

extern "C" __global__ void bfs_start(int *distance, unsigned char *frontier, unsigned char *visited, int nodes,
                                     int source)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes)
        return;
    distance[node] = node == source ? 0 : -1;
    frontier[node] = node == source;
    visited[node] = node == source;
}

extern "C" __global__ void bfs_expand(const int *first_edge, const int *edges, int *distance, unsigned char *frontier,
                                      const unsigned char *visited, unsigned char *marked, int nodes, int level)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || !frontier[node])
        return;
    frontier[node] = 0;
    int end = first_edge[node + 1];
    for (int edge = first_edge[node]; edge < end; edge++) {
        int neighbour = edges[edge];
        if (!visited[neighbour]) {
            distance[neighbour] = level + 1;
            marked[neighbour] = 1;
        }
    }
}

// found[level] counts the nodes that are new.
extern "C" __global__ void bfs_commit(unsigned char *frontier, unsigned char *visited, unsigned char *marked,
                                      unsigned *found, int nodes, int level)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || !marked[node])
        return;
    marked[node] = 0;
    frontier[node] = 1;
    visited[node] = 1;
    atomicAdd(&found[level], 1);
}
