// SPDX-License-Identifier: Apache-2.0
// What only a driver can do, or ends a kernel with an error. With zeros in o the last four end as others do.
#include <cassert>
#include <cstdio>

extern "C" {
__global__ void texture_fetch(float *o, cudaTextureObject_t t) { o[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void surface_write(float *o, cudaSurfaceObject_t s) { surf1Dwrite(o[threadIdx.x], s, threadIdx.x * 4); }
__global__ void driver_word(int *o) { asm("mov.u32 %0, %%envreg0;" : "=r"(o[threadIdx.x])); }
__global__ void counter(int *o) { asm volatile("mov.u32 %0, %%pm0;" : "=r"(o[threadIdx.x])); }
__global__ void trap(int *o) { if (o[threadIdx.x]) __trap(); }
__global__ void print(int *o) { if (o[threadIdx.x]) printf("%d\n", o[threadIdx.x]); }
__global__ void allocate(int **o) { if (o[threadIdx.x]) o[threadIdx.x] = new int[4]; }
__global__ void assertion(int *o) { assert(o[threadIdx.x] == 0); }
}
