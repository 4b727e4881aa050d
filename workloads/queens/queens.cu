// SPDX-License-Identifier: Apache-2.0
// The ways to place queens on boards of several sizes so that none attacks another one, by recursion. The lanes of a
// warp go to different depths, use the same convergence barriers there, and each call saves those of its caller.

namespace {

// The boards of `size` rows that follow when the rows from `row` on are empty and the bits of `columns`, `rising` and
// `falling` (a bit a diagonal) are attacked.
__device__ int boards(int size, int row, unsigned columns, unsigned rising, unsigned falling)
{
    int found = 0;
    if (row == size)
        return 1;
    for (int column = 0; column < size; column++) {
        unsigned at = 1u << column, up = 1u << (row + column), down = at << (size - row);
        if (!(columns & at) && !(rising & up) && !(falling & down))
            found += boards(size, row + 1, columns | at, rising | up, falling | down);
    }
    return found;
}

} // namespace

// found[i] is the number of boards of i / most + 1 rows whose first queen stands in column i % most.
extern "C" __global__ void queens(int *found, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, size = i / most + 1, column = i % most;
    if (i >= most * most)
        return;
    found[i] = column < size ? boards(size, 1, 1u << column, 1u << column, 1u << (column + size)) : 0;
}
