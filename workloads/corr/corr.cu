// SPDX-License-Identifier: Apache-2.0
// Correlation matrix of variables of which each has the same number of samples; data is [sample][variable]. The kernels
// in their order: corr_mean, corr_deviation, corr_centre, corr_matrix.

extern "C" __global__ void corr_mean(const float *data, float *mean, int samples, int variables)
{
    int variable = blockIdx.x * blockDim.x + threadIdx.x;
    if (variable >= variables)
        return;
    float sum = 0.0f;
    for (int sample = 0; sample < samples; sample++)
        sum += data[(size_t)sample * variables + variable];
    mean[variable] = sum / (float)samples;
}

// Standard deviations; 1 for a variable that is constant but for rounding, so that it is not divided by zero.
extern "C" __global__ void corr_deviation(const float *data, const float *mean, float *deviation, int samples,
                                          int variables)
{
    int variable = blockIdx.x * blockDim.x + threadIdx.x;
    if (variable >= variables)
        return;
    float average = mean[variable], sum = 0.0f;
    for (int sample = 0; sample < samples; sample++) {
        float difference = data[(size_t)sample * variables + variable] - average;
        sum += difference * difference;
    }
    float result = sqrtf(sum / (float)samples);
    deviation[variable] = result > 1e-5f ? result : 1.0f;
}

// Shifts and scales the samples so that the sum of a variable's squares is 1.
extern "C" __global__ void corr_centre(float *data, const float *mean, const float *deviation, int samples,
                                       int variables)
{
    int variable = blockIdx.x * blockDim.x + threadIdx.x, sample = blockIdx.y * blockDim.y + threadIdx.y;
    if (variable >= variables || sample >= samples)
        return;
    float *element = data + (size_t)sample * variables + variable;
    *element = (*element - mean[variable]) / (sqrtf((float)samples) * deviation[variable]);
}

// A thread per pair on or above the diagonal, which also stores the mirrored element.
extern "C" __global__ void corr_matrix(const float *data, float *corr, int samples, int variables)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= variables || row > column)
        return;
    float sum = 0.0f;
    for (int sample = 0; sample < samples; sample++)
        sum += data[(size_t)sample * variables + row] * data[(size_t)sample * variables + column];
    if (row == column)
        sum = 1.0f;
    corr[(size_t)row * variables + column] = sum;
    corr[(size_t)column * variables + row] = sum;
}
