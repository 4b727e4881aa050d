// nvcc: -rdc=true -dlink
// SPDX-License-Identifier: Apache-2.0
// Functions in sections of their own, called by name and through pointers that memory holds.
typedef int (*function)(int);
__device__ __noinline__ int add_one(int x) { return x + 1; }
__device__ __noinline__ int thrice(int x) { return x * 2 + add_one(x); }
__device__ function functions[3] = {add_one, thrice, add_one};
struct base {
    __device__ virtual int get(int x) { return x; }
    __device__ virtual int more(int x) { return get(x) + 100; }
};
struct derived : base {
    int k;
    __device__ derived(int k) : k(k) {}
    __device__ int get(int x) override { return x * k; }
};

extern "C" {
__global__ void by_name(int *o) { o[threadIdx.x] = thrice(threadIdx.x); }
__global__ void by_pointer(int *o) { o[threadIdx.x] = functions[threadIdx.x % 3](threadIdx.x); }
__global__ void leave_pointers(function *p) { p[threadIdx.x] = threadIdx.x % 2 ? functions[threadIdx.x % 3] : thrice; }
__global__ void take_pointers(int *o, function *p) { o[threadIdx.x] = p[threadIdx.x](threadIdx.x); }
__global__ void by_table(int *o, int n) {
    derived d(n);
    base b, *p = threadIdx.x % 2 ? &d : &b;
    o[threadIdx.x] = p->more(threadIdx.x);
}
}
