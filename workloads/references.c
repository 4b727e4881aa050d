/* SPDX-License-Identifier: Apache-2.0 */
#include "references.h"

#include <stddef.h>

const struct reference references[] = {
    {"atax", atax_reference}, {"bicg", bicg_reference}, {"conv", conv_reference}, {"conv2d", conv2d_reference},
    {"corr", corr_reference}, {"gesummv", gesummv_reference}, {"hgemm", hgemm_reference},
    {"hgemm_f16", hgemm_f16_reference}, {"igemm", igemm_reference}, {"mvt", mvt_reference}, {"rnn", rnn_reference},
    {"syr2k", syr2k_reference}, {"syrk", syrk_reference},
    {NULL, NULL}
};

const struct reference generators[] = {
    {NULL, NULL}
};
