// SPDX-License-Identifier: Apache-2.0
// Temperature of a chip: every cell is heated by its power and exchanges heat with its four neighbours and the
// surroundings. A block of 16 x 16 threads loads a tile with a margin of STEPS cells, advances it by STEPS steps in
// shared memory, and stores what the margin has not spoilt. Cells outside the chip repeat the border.

enum { TILE = 16, STEPS = 2, INNER = TILE - 2 * STEPS };

__device__ int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

extern "C" __global__ void hotspot(const float *from, const float *power, float *to, int rows, int columns, float rx,
                                   float ry, float rz, float ambient)
{
    __shared__ float cells[2][TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * INNER + tx - STEPS, y = blockIdx.y * INNER + ty - STEPS;
    bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
    int at = clamp(y, rows - 1) * columns + clamp(x, columns - 1);
    float heat = power[at];
    int west = x > 0 ? tx - 1 : tx, east = x < columns - 1 ? tx + 1 : tx;
    int north = y > 0 ? ty - 1 : ty, south = y < rows - 1 ? ty + 1 : ty;

    cells[0][ty][tx] = from[at];
    for (int step = 0; step < STEPS; step++) {
        const float (*now)[TILE] = cells[step % 2];
        int margin = step + 1;
        __syncthreads();
        bool valid = inside && tx >= margin && tx < TILE - margin && ty >= margin && ty < TILE - margin;
        if (valid) {
            float t = now[ty][tx];
            cells[1 - step % 2][ty][tx] = t + heat + (now[ty][west] + now[ty][east] - 2.0f * t) * rx
                + (now[north][tx] + now[south][tx] - 2.0f * t) * ry + (ambient - t) * rz;
        }
    }
    __syncthreads();
    if (inside && tx >= STEPS && tx < TILE - STEPS && ty >= STEPS && ty < TILE - STEPS)
        to[y * columns + x] = cells[STEPS % 2][ty][tx];
}
