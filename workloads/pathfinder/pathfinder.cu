// SPDX-License-Identifier: Apache-2.0
// Cheapest way through a grid of costs, from any cell of the first row to each cell of the last one, where a step goes
// to one of the three nearest cells of the next row.
//
// A launch advances all columns by `steps` rows. A block holds its columns in shared memory and loads `steps` more on
// either side: the columns that are right shrink by one on each side with every row, and what is left in the end is the
// block's share of the result.

constexpr int BLOCK = 128;

extern "C" __global__ void pathfinder(const int *wall, const int *before, int *after, int columns, int rows,
                                      int first_row, int steps)
{
    __shared__ int cost[2][BLOCK];

    int thread = threadIdx.x, share = BLOCK - 2 * steps;
    int column = blockIdx.x * share - steps + thread;
    bool inside = column >= 0 && column < columns;
    steps = min(steps, rows - first_row);

    if (inside)
        cost[0][thread] = before[column];
    __syncthreads();

    int left = column > 0 ? thread - 1 : thread, right = column < columns - 1 ? thread + 1 : thread;
    for (int step = 0; step < steps; step++) {
        if (inside && thread > step && thread < BLOCK - 1 - step) {
            const int *from = cost[step % 2];
            int best = min(from[thread], min(from[left], from[right]));
            cost[(step + 1) % 2][thread] = best + wall[(size_t)(first_row + step) * columns + column];
        }
        __syncthreads();
    }

    int margin = (BLOCK - share) / 2;
    if (inside && thread >= margin && thread < BLOCK - margin)
        after[column] = cost[steps % 2][thread];
}
