// SPDX-License-Identifier: Apache-2.0
// Results of shared memory and of SHFL come in one order. With six loads under way no counter is left, and ptxas has
// SHFL's wait for both. Loads of other warps keep the port of results busy in between.
#define LOAD(n) \
    asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4+" #n "];" \
                 : "=f"(next[n / 16].x), "=f"(next[n / 16].y), "=f"(next[n / 16].z), "=f"(next[n / 16].w) : "l"(from))

extern "C" __global__ void order(float *out, const float *words, const float4 *vectors)
{
    __shared__ float shared[1024];
    int t = threadIdx.x;
    shared[t] = words[t];
    shared[t + 512] = words[t + 512];
    __syncthreads();
    float own = words[t], sum = 0, here, there;
    unsigned at = (unsigned)__cvta_generic_to_shared(shared) + 4 * (t & 255);
    const float4 *from = vectors;
    float4 next[6], last[6];
#pragma unroll
    for (int i = 0; i < 6; i++)
        next[i] = vectors[i];
#pragma unroll 1
    for (int k = 0; k < 20; k++) {
#pragma unroll
        for (int i = 0; i < 6; i++)
            last[i] = next[i];
        LOAD(0);
        LOAD(16);
        LOAD(32);
        LOAD(48);
        LOAD(64);
        LOAD(80);
        asm volatile("ld.shared.f32 %0, [%2];\n\tshfl.sync.bfly.b32 %1, %3, 5, 31, -1;"
                     : "=f"(here), "=f"(there) : "r"(at), "f"(own));
        own = 0.5f * own + (here + there);
        at += 4;
        from++;
#pragma unroll
        for (int i = 0; i < 6; i++)
            sum += last[i].x + last[i].y * last[i].w;
        sum += own;
    }
    out[t] = sum + next[0].x + next[1].y + next[2].z + next[3].w + next[4].x + next[5].y;
}
