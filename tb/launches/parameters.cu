// SPDX-License-Identifier: Apache-2.0
// Parameters of every shape, dimensions, shared memory, and names as C++ makes them.

struct pointers { int n; float *f; double d; int *o; char c; };
struct __align__(16) vectors { float4 v; short s[3]; };
struct large { int v[1100]; };

extern "C" {
__global__ void by_struct(pointers l) { l.o[threadIdx.x] = (int)(l.f[threadIdx.x] * l.d) + l.n + l.c; }
__global__ void by_vectors(float *o, vectors v, int2 w) {
    o[threadIdx.x] = v.v.x + v.v.y + v.v.z + v.v.w + v.s[threadIdx.x % 3] + w.x + w.y;
}
__global__ void by_table(int **table, int n) { table[threadIdx.x % n][threadIdx.x] = threadIdx.x + 1; }
__global__ void of_more_than_4_kib(signed char a, large p, short b, int *o) {
    o[threadIdx.x] = p.v[threadIdx.x + 1068] + a + b;
}
__global__ void dimensions(int *o) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = block * blockDim.x * blockDim.y * blockDim.z + thread;
    o[i] = i;
}
__global__ void shared_64_kib(int *o) {
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < 16384; i += blockDim.x) s[i] = i;
    __syncthreads();
    o[threadIdx.x] = s[16383 - threadIdx.x];
}
__global__ void driver_words(unsigned *o) {
    __shared__ volatile unsigned kept[10];
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(o[0]));
    asm("mov.u32 %0, %%total_smem_size;" : "=r"(o[1]));
    asm("mov.u32 %0, %%nsmid;" : "=r"(o[2]));
    asm("mov.u32 %0, %%smid;" : "=r"(o[3]));
    kept[threadIdx.x] = 5;
    o[4] = kept[threadIdx.x];
}
}

template <typename T> __global__ void same(T *o, T a) { o[threadIdx.x] = a; }
template __global__ void same<int>(int *, int);
template __global__ void same<double>(double *, double);

namespace outer { namespace inner { __global__ void named(int *o) { o[threadIdx.x] = 3; } } }
