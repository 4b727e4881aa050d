/* SPDX-License-Identifier: Apache-2.0 */
/* The references and generators of the bundled workloads; each one lies in its workload's folder. */
#ifndef SUBCORE_REFERENCES_H
#define SUBCORE_REFERENCES_H

#include "reference.h"

void atax_reference(const struct reference_run *), bicg_reference(const struct reference_run *),
     conv_reference(const struct reference_run *), conv2d_reference(const struct reference_run *),
     corr_reference(const struct reference_run *), gesummv_reference(const struct reference_run *),
     hgemm_reference(const struct reference_run *), hgemm_f16_reference(const struct reference_run *),
     igemm_reference(const struct reference_run *), mvt_reference(const struct reference_run *),
     rnn_reference(const struct reference_run *), syr2k_reference(const struct reference_run *),
     syrk_reference(const struct reference_run *);
void nw_reference(const struct reference_run *);
void backprop_reference(const struct reference_run *);
void btree_reference(const struct reference_run *);
void btree_nodes(const struct reference_run *);
void lavamd_reference(const struct reference_run *);
void lavamd_boxes(const struct reference_run *);
void dwt2d_reference(const struct reference_run *);
void particlefilter_reference(const struct reference_run *);
void particlefilter_video(const struct reference_run *);
void vectoradd_reference(const struct reference_run *);
void saxpy_reference(const struct reference_run *);
void reduction_reference(const struct reference_run *);
void transpose_reference(const struct reference_run *);
void hotspot_reference(const struct reference_run *);

#endif
