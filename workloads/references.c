/* SPDX-License-Identifier: Apache-2.0 */
#include "references.h"

#include <stdio.h>
#include <stdlib.h>

void *reference_memory(size_t count, size_t bytes)
{
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory) {
        fprintf(stderr, "memory ran out: a reference wants %zu bytes %zu times\n", bytes, count);
        exit(2);
    }
    return memory;
}

uint64_t reference_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

const struct reference references[] = {
    {"atax", atax_reference}, {"backprop", backprop_reference}, {"bfs", bfs_reference}, {"bicg", bicg_reference},
    {"btree", btree_reference}, {"conv", conv_reference}, {"conv2d", conv2d_reference}, {"corr", corr_reference},
    {"dwt2d", dwt2d_reference}, {"gaussian", gaussian_reference}, {"gesummv", gesummv_reference},
    {"hgemm", hgemm_reference}, {"hgemm_f16", hgemm_f16_reference}, {"hotspot", hotspot_reference},
    {"igemm", igemm_reference}, {"kmeans", kmeans_reference}, {"lavamd", lavamd_reference}, {"lud", lud_reference},
    {"mvt", mvt_reference}, {"nn", nn_reference}, {"nw", nw_reference}, {"particlefilter", particlefilter_reference},
    {"pathfinder", pathfinder_reference}, {"queens", queens_reference}, {"reduction", reduction_reference},
    {"rnn", rnn_reference}, {"saxpy", saxpy_reference}, {"srad", srad_reference}, {"syr2k", syr2k_reference},
    {"syrk", syrk_reference}, {"transpose", transpose_reference}, {"vectoradd", vectoradd_reference},
    {NULL, NULL}
};

const struct reference generators[] = {
    {"bfs_graph", bfs_graph}, {"btree_nodes", btree_nodes}, {"gaussian_matrix", gaussian_matrix},
    {"lavamd_boxes", lavamd_boxes}, {"lud_matrix", lud_matrix}, {"particlefilter_disc", particlefilter_disc},
    {"particlefilter_start", particlefilter_start}, {"particlefilter_video", particlefilter_video},
    {NULL, NULL}
};
