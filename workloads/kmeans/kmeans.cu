// SPDX-License-Identifier: Apache-2.0
// k-means clustering of points with features of 8 bits. kmeans_start takes points as the first centroids; for every
// iteration kmeans_assign puts each point into the cluster of the nearest centroid, and kmeans_update makes the
// centroids the means of their points. Of centroids that are equally near the first one is taken.
//
// features is [feature][point], centroids is [cluster][feature].

extern "C" __global__ void kmeans_start(const unsigned char *features, float *centroids, int points, int feature_count,
                                        int clusters)
{
    int feature = threadIdx.x, cluster = threadIdx.y;
    int point = (int)((long long)cluster * points / clusters);
    centroids[cluster * feature_count + feature] = (float)features[(size_t)feature * points + point];
}

// A thread per point. Dynamic shared memory holds the centroids, then as many counters as there are clusters. sizes
// gets the number of points in each cluster, changed the number of points that have changed their cluster. fmaf()
// rather than an expression, so that no compiler can choose how it is rounded.
extern "C" __global__ void kmeans_assign(const unsigned char *features, const float *centroids, int *membership,
                                         unsigned *sizes, unsigned *changed, int points, int feature_count,
                                         int clusters)
{
    extern __shared__ float shared[];
    unsigned *size_here = (unsigned *)(shared + clusters * feature_count);
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = threadIdx.x; i < clusters * feature_count; i += blockDim.x)
        shared[i] = centroids[i];
    for (int i = threadIdx.x; i < clusters; i += blockDim.x)
        size_here[i] = 0;
    __syncthreads();

    bool moves = false;
    if (point < points) {
        int nearest = 0;
        float least = __int_as_float(0x7f800000);
        for (int cluster = 0; cluster < clusters; cluster++) {
            float sum = 0.0f;
            for (int feature = 0; feature < feature_count; feature++) {
                float difference = (float)features[(size_t)feature * points + point] -
                                   shared[cluster * feature_count + feature];
                sum = fmaf(difference, difference, sum);
            }
            if (sum < least) {
                least = sum;
                nearest = cluster;
            }
        }
        moves = membership[point] != nearest;
        membership[point] = nearest;
        atomicAdd(&size_here[nearest], 1);
    }

    int moved = __syncthreads_count(moves);
    if (threadIdx.x == 0)
        atomicAdd(changed, moved);
    for (int i = threadIdx.x; i < clusters; i += blockDim.x)
        if (size_here[i])
            atomicAdd(&sizes[i], size_here[i]);
}

// A block of 128 per cluster. A cluster without points keeps its centroid.
extern "C" __global__ void kmeans_update(const unsigned char *features, float *centroids, const int *membership,
                                         const unsigned *sizes, int points, int feature_count)
{
    __shared__ unsigned of_warp[4];
    int cluster = blockIdx.x;

    for (int feature = 0; feature < feature_count; feature++) {
        unsigned sum = 0;
        for (int point = threadIdx.x; point < points; point += blockDim.x)
            if (membership[point] == cluster)
                sum += features[(size_t)feature * points + point];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, distance);
        if (threadIdx.x % 32 == 0)
            of_warp[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x == 0 && sizes[cluster])
            centroids[cluster * feature_count + feature] =
                (float)(of_warp[0] + of_warp[1] + of_warp[2] + of_warp[3]) / (float)sizes[cluster];
        __syncthreads();
    }
}
