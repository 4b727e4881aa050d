// SPDX-License-Identifier: Apache-2.0
// Eight loads count up one dependence counter. A test puts DEPBAR.LE, which ptxas does not write, where PMTRIG stands.
extern "C" __global__ void depbar(const int *in, int *out)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    int a = in[t], b = in[t + 256], c = in[t + 512], d = in[t + 768];
    int e = in[t + 1024], f = in[t + 1280], g = in[t + 1536], h = in[t + 1792];
    asm volatile("pmevent 1;");
    out[t] = ((a * b + c) * d + e) * f + g * h;
}
