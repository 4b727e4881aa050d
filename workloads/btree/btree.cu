// SPDX-License-Identifier: Apache-2.0
// Look-ups in a B+ tree of 64 keys a node. It needs no pointers: the children of node n are 64 n + 1 to 64 n + 64. A
// leaf has the keys themselves, an inner node the smallest key of each child, and NONE fills both up. A block of 64
// threads answers one query; each thread compares one key of a node.

constexpr int ORDER = 64, NONE = 0x7fffffff;

// The value of each query's key, or -1.
extern "C" __global__ void btree_find(const int *nodes, const int *values, const int *queries, int *found, int height,
                                      int first_leaf)
{
    __shared__ int keys[ORDER + 1], slot;
    int thread = threadIdx.x, key = queries[blockIdx.x], node = 0;
    if (thread == 0)
        keys[ORDER] = NONE;
    for (int level = 0; level < height; level++) {
        keys[thread] = nodes[(size_t)node * ORDER + thread];
        __syncthreads();
        if ((keys[thread] <= key || thread == 0) && key < keys[thread + 1])
            slot = thread;                          // exactly one thread comes here
        __syncthreads();
        if (level < height - 1)
            node = node * ORDER + 1 + slot;
    }
    if (thread == 0)
        found[blockIdx.x] = keys[slot] == key ? values[(size_t)(node - first_leaf) * ORDER + slot] : -1;
}

// How many keys are smaller than `key`.
__device__ __forceinline__ int rank_of(const int *nodes, int key, int height, int first_leaf)
{
    int node = 0, smaller = 0;
    for (int level = 0; level < height; level++) {
        smaller = __syncthreads_count(nodes[(size_t)node * ORDER + threadIdx.x] < key);
        if (level < height - 1)
            node = node * ORDER + 1 + max(smaller - 1, 0);
    }
    return (node - first_leaf) * ORDER + smaller;
}

// How many keys lie in each query's range, low <= key < low + length, and the sum of their values.
extern "C" __global__ void btree_range(const int *nodes, const int *values, const int *queries, int length, int *counts,
                                       int *sums, int height, int first_leaf)
{
    __shared__ int sum;
    int thread = threadIdx.x, low = queries[blockIdx.x];
    int from = rank_of(nodes, low, height, first_leaf), to = rank_of(nodes, low + length, height, first_leaf);
    if (thread == 0)
        sum = 0;
    __syncthreads();
    for (int i = from + thread; i < to; i += ORDER)
        atomicAdd(&sum, values[i]);
    __syncthreads();
    if (thread == 0) {
        counts[blockIdx.x] = to - from;
        sums[blockIdx.x] = sum;
    }
}
