// SPDX-License-Identifier: Apache-2.0
// Variables of the file with initialisers, pointers to others among them, and pointers to functions.
struct node { node *next; int v; };
__managed__ int managed = 3;
__device__ int values[4] = {1, 2, 3, 4};
__device__ int counts[8];
__device__ int *pointer = &values[2];
__device__ node third = {nullptr, 30}, second = {&third, 20}, first = {&second, 10};
__constant__ int *constant_pointer = &values[1];
__constant__ node *head = &first;
__constant__ float factor = 2.5f;
__device__ const char *text = "hello";
__device__ int *given;
typedef int (*function)(int);
__device__ int add_one(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
__device__ function functions[2] = {add_one, twice};
__constant__ function constant_functions[2] = {twice, add_one};
struct base { __device__ virtual int get(int x) { return x; } };
struct derived : base {
    int k;
    __device__ derived(int k) : k(k) {}
    __device__ int get(int x) override { return x * k; }
};
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" {
__global__ void g_managed(int *o) { o[threadIdx.x] = managed; if (threadIdx.x == 0) managed = 9; }
__global__ void g_pointer(int *o) { o[threadIdx.x] = values[threadIdx.x % 4] + *pointer + *constant_pointer; }
__global__ void g_list(int *o) {
    int sum = 0;
    for (node *n = head; n; n = n->next) sum += n->v;
    o[threadIdx.x] = sum + text[threadIdx.x % 5];
}
__global__ void g_factor(float *o) { o[threadIdx.x] = factor * threadIdx.x; }
__global__ void g_count() { atomicAdd(&counts[threadIdx.x % 8], 1); }
__global__ void g_given(int *o) { o[threadIdx.x] = given[threadIdx.x]; }
__global__ void g_functions(int *o, int n) {
    o[threadIdx.x] = functions[threadIdx.x % 2](constant_functions[n](threadIdx.x));
}
__global__ void g_virtual(int *o, int n) {
    derived d(n);
    base b, *p = threadIdx.x % 2 ? &d : &b;
    o[threadIdx.x] = p->get(threadIdx.x);
}
__global__ void g_constant_address(float *o, int n) {
    const float *p = n ? &factor : o + 1;
    o[0] = *p;
}
__global__ void g_parameter_address(int *o, const __grid_constant__ node given, int n) {
    const node *p = n ? &given : &first;
    o[0] = p->v;
}
__global__ void g_recursion(int *o) { o[threadIdx.x] = fibonacci(threadIdx.x); }
}
