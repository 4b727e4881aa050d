// SPDX-License-Identifier: Apache-2.0
// Kernels whose parameters and constants have less than 32 bits, or end in the middle of a word; banks of all kinds.
#include <cuda_fp16.h>

struct one { char c; };
struct three { char a, b, c; };
struct five { int i; char c; };
struct shorts { short a, b, c; };
struct mixed { double d; short s; char c; };
struct bytes { unsigned char v[13]; };
struct large { int v[1021]; };
struct middle { short v[200]; };

__constant__ signed char char_table[37] = {-1, 2, -3, 4, -5, 6, -7, 8, -9, 10, -11, 12, -13, 14, -15, 16, -17, 18, -19,
    20, -21, 22, -23, 24, -25, 26, -27, 28, -29, 30, -31, 32, -33, 34, -35, 36, -37};
__constant__ double double_table[3] = {1.5, 2.5, 3.5};
__constant__ short short_table[5] = {-1, -2, -3, -4, -5};
__constant__ long long long_table[2] = {-7, 9};
__constant__ unsigned char last_byte = 200;

extern "C" {
__global__ void p_bool(int *o, bool b) { o[threadIdx.x] = b ? 3 : 4; }
__global__ void p_char(int *o, signed char c) { o[threadIdx.x] = c * 2 + (int)threadIdx.x; }
__global__ void p_uchar(unsigned char *o, unsigned char v) { o[threadIdx.x] = v; }
__global__ void p_short(int *o, short c) { o[threadIdx.x] = c * 2 + (int)threadIdx.x; }
__global__ void p_ushort(int *o, unsigned short c) { o[threadIdx.x] = c * 2 + threadIdx.x; }
__global__ void p_half(float *o, __half h) { o[threadIdx.x] = __half2float(h) * (float)threadIdx.x; }
__global__ void p_two_halves(__half *o, __half a, __half b) { o[threadIdx.x] = __hadd(__hmul(o[threadIdx.x], a), b); }
__global__ void p_three(int *o, bool a, bool b, signed char c) {
    if (a && threadIdx.x < 5) o[threadIdx.x] = c;
    if (b) o[threadIdx.x + 32] = 1;
}
__global__ void p_float_and_char(float *o, float a, __half h, signed char c) {
    o[threadIdx.x] = a * __half2float(h) + c;
}
__global__ void p_double_and_bool(double *o, double d, bool b) { o[threadIdx.x] = b ? d : -d; }
__global__ void p_long_and_char(long long *o, long long a, signed char c) { o[threadIdx.x] = a * c; }
__global__ void p_shift(int *o, unsigned char c) { o[threadIdx.x] = (int)threadIdx.x << c; }
__global__ void p_bound(int *o, unsigned short n) { if (threadIdx.x < n) o[threadIdx.x] = 1; }
__global__ void p_to_float(float *o, signed char n, unsigned short m) { o[threadIdx.x] = (float)n * (float)m; }
__global__ void p_to_double(double *o, unsigned char n) { o[threadIdx.x] = n; }
__global__ void p_many(int *o, signed char a, short b, int c, signed char d, long long e, signed char f) {
    o[threadIdx.x] = a + b + c + d + (int)e + f;
}
__global__ void p_none() { }
__global__ void p_bool_alone(bool b) { if (b) __nanosleep(10); }
__global__ void s_one(int *o, one s) { o[threadIdx.x] = s.c; }
__global__ void s_three(int *o, three s) { o[threadIdx.x] = s.a * 100 + s.b * 10 + s.c; }
__global__ void s_five(int *o, five s) { o[threadIdx.x] = s.i + s.c; }
__global__ void s_shorts(int *o, shorts s) { o[threadIdx.x] = s.a + s.b + s.c; }
__global__ void s_mixed(double *o, mixed s) { o[threadIdx.x] = s.d + s.s + s.c; }
__global__ void s_bytes(int *o, bytes s) { o[threadIdx.x] = s.v[threadIdx.x % 13]; }
__global__ void s_middle(int *o, middle s, signed char c) { o[threadIdx.x] = s.v[threadIdx.x * 7 % 200] + c; }
__global__ void s_large(int *o, large s, signed char c) { o[threadIdx.x] = s.v[1020 - threadIdx.x] + c; }
__global__ void s_by_address(int *o, const __grid_constant__ bytes s) {
    const unsigned char *p = &s.v[threadIdx.x % 13];
    o[threadIdx.x] = *p;
}
__global__ void c_chars(int *o) { o[threadIdx.x] = char_table[threadIdx.x]; }
__global__ void c_uniform(int *o, int n) { o[threadIdx.x] = char_table[n] + last_byte; }
__global__ void c_doubles(double *o, int n) {
    o[threadIdx.x] = double_table[threadIdx.x % 3] * double_table[1] + double_table[n];
}
__global__ void c_shorts(int *o, int n) { o[threadIdx.x] = short_table[threadIdx.x % 5] + short_table[n]; }
__global__ void c_longs(long long *o, int n) { o[threadIdx.x] = long_table[threadIdx.x % 2] + long_table[n]; }
__global__ void c_behind(int *o, int n) { o[threadIdx.x] = char_table[n + threadIdx.x]; }
}
