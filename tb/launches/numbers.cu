// SPDX-License-Identifier: Apache-2.0
// 64-bit numbers as they come from a launch file.
extern "C" __global__ void add(unsigned long long *o, const unsigned long long *x, unsigned long long a) {
    o[threadIdx.x] = x[threadIdx.x] + a;
}
extern "C" __global__ void keep(unsigned long long *o, unsigned long long a, long long b, unsigned long long c) {
    o[0] = a;
    o[1] = (unsigned long long)b;
    o[2] = c;
}
