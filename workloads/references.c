/* SPDX-License-Identifier: Apache-2.0 */
#include "references.h"

#include <stddef.h>

const struct reference references[] = {
    {"atax", atax_reference}, {"bicg", bicg_reference}, {"conv", conv_reference}, {"conv2d", conv2d_reference},
    {"corr", corr_reference}, {"gesummv", gesummv_reference}, {"hgemm", hgemm_reference},
    {"hgemm_f16", hgemm_f16_reference}, {"igemm", igemm_reference}, {"mvt", mvt_reference}, {"rnn", rnn_reference},
    {"syr2k", syr2k_reference}, {"syrk", syrk_reference},
    {"nw", nw_reference},
    {"backprop", backprop_reference},
    {"btree", btree_reference},
    {"lavamd", lavamd_reference},
    {"dwt2d", dwt2d_reference},
    {"particlefilter", particlefilter_reference},
    {"vectoradd", vectoradd_reference},
    {"saxpy", saxpy_reference},
    {"reduction", reduction_reference},
    {"transpose", transpose_reference},
    {"hotspot", hotspot_reference},
    {NULL, NULL}
};

const struct reference generators[] = {
    {"btree_nodes", btree_nodes},
    {"lavamd_boxes", lavamd_boxes},
    {"particlefilter_video", particlefilter_video},
    {NULL, NULL}
};
