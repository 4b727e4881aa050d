// SPDX-License-Identifier: Apache-2.0
// The lower triangle of C = alpha (A B^T + B A^T) + beta C for row-major n x m matrices A and B, a thread per element.

extern "C" __global__ void syr2k(const float *a, const float *b, float *c, int n, int m, float alpha, float beta)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column > row)
        return;
    const float *a_row = a + (size_t)row * m, *b_row = b + (size_t)row * m;
    const float *a_column = a + (size_t)column * m, *b_column = b + (size_t)column * m;
    float sum = 0.0f;
    for (int k = 0; k < m; k++) {
        sum += a_row[k] * b_column[k];
        sum += b_row[k] * a_column[k];
    }
    float *element = c + (size_t)row * n + column;
    *element = alpha * sum + beta * *element;
}
