// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination in double precision for a x = b with an n x n matrix. For every step t gaussian_multipliers
// computes by how much row t is taken from the rows below it, and gaussian_subtract does so; in the end gaussian_solve
// substitutes backwards.

// A thread per row below row t.
extern "C" __global__ void gaussian_multipliers(const double *a, double *multipliers, int n, int t)
{
    int row = t + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        multipliers[row] = a[(size_t)row * n + t] / a[(size_t)t * n + t];
}

// A thread per element from column t on; those of column t also have the right side.
extern "C" __global__ void gaussian_subtract(double *a, double *b, const double *multipliers, int n, int t)
{
    int column = t + blockIdx.x * blockDim.x + threadIdx.x;
    int row = t + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    double multiplier = multipliers[row];
    a[(size_t)row * n + column] -= multiplier * a[(size_t)t * n + column];
    if (column == t)
        b[row] -= multiplier * b[t];
}

// One block. What is known of x is taken out of b at once.
extern "C" __global__ void gaussian_solve(const double *a, double *b, double *x, int n)
{
    for (int row = n - 1; row >= 0; row--) {
        if (threadIdx.x == 0)
            x[row] = b[row] / a[(size_t)row * n + row];
        __syncthreads();
        double known = x[row];
        for (int i = threadIdx.x; i < row; i += blockDim.x)
            b[i] -= a[(size_t)i * n + row] * known;
        __syncthreads();
    }
}
