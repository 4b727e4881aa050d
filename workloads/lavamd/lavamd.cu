// SPDX-License-Identifier: Apache-2.0
// Forces between particles that lie in boxes of side 1, from the own and the adjacent boxes only. The potential of two
// particles falls off as exp(-alpha r^2) with their distance.
//
// A particle is its place in its box and its charge; each box has as many. corners is where the boxes lie. A list of
// neighbours is 28 integers: how many, then which boxes, the box itself among them. A block computes one box, a thread
// one particle, and `near` has the particles of one neighbour at a time.

extern "C" __global__ void lavamd(const float4 *particles, const float4 *corners, const int *neighbours, float4 *force,
                                  int count, float alpha)
{
    extern __shared__ float4 near[];
    int box = blockIdx.x, i = threadIdx.x;
    const int *list = neighbours + box * 28;
    float4 corner = corners[box], self = {}, sum = {};
    if (i < count)
        self = particles[box * count + i];

    for (int n = 1; n <= list[0]; n++) {
        int other = list[n];
        float4 shift = corners[other];
        if (i < count) {
            float4 p = particles[other * count + i];
            near[i] = {p.x + (shift.x - corner.x), p.y + (shift.y - corner.y), p.z + (shift.z - corner.z), p.w};
        }
        __syncthreads();
        if (i < count)
            for (int j = 0; j < count; j++) {
                float4 p = near[j];
                float x = self.x - p.x, y = self.y - p.y, z = self.z - p.z;
                float potential = p.w * expf(-alpha * (x * x + y * y + z * z));
                float scale = 2.0f * alpha * potential;
                sum.x += scale * x;
                sum.y += scale * y;
                sum.z += scale * z;
                sum.w += potential;
            }
        __syncthreads();
    }
    if (i < count)
        force[box * count + i] = {self.w * sum.x, self.w * sum.y, self.w * sum.z, self.w * sum.w};
}
