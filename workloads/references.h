/* SPDX-License-Identifier: Apache-2.0 */
/* The references and generators of the bundled workloads; each one lies in its workload's folder. */
#ifndef SUBCORE_REFERENCES_H
#define SUBCORE_REFERENCES_H

#include "cmodel/sass/reference.h"

void atax_reference(const struct reference_run *), backprop_reference(const struct reference_run *),
     bfs_reference(const struct reference_run *), bicg_reference(const struct reference_run *),
     btree_reference(const struct reference_run *), conv_reference(const struct reference_run *),
     conv2d_reference(const struct reference_run *), corr_reference(const struct reference_run *),
     dwt2d_reference(const struct reference_run *), gaussian_reference(const struct reference_run *),
     gesummv_reference(const struct reference_run *), hgemm_reference(const struct reference_run *),
     hgemm_f16_reference(const struct reference_run *), hotspot_reference(const struct reference_run *),
     igemm_reference(const struct reference_run *), kmeans_reference(const struct reference_run *),
     lavamd_reference(const struct reference_run *), lud_reference(const struct reference_run *),
     mvt_reference(const struct reference_run *), nn_reference(const struct reference_run *),
     nw_reference(const struct reference_run *), particlefilter_reference(const struct reference_run *),
     pathfinder_reference(const struct reference_run *), reduction_reference(const struct reference_run *),
     queens_reference(const struct reference_run *),
     rnn_reference(const struct reference_run *), saxpy_reference(const struct reference_run *),
     srad_reference(const struct reference_run *), syr2k_reference(const struct reference_run *),
     syrk_reference(const struct reference_run *), transpose_reference(const struct reference_run *),
     vectoradd_reference(const struct reference_run *);

void bfs_graph(const struct reference_run *), btree_nodes(const struct reference_run *),
     gaussian_matrix(const struct reference_run *), lavamd_boxes(const struct reference_run *),
     lud_matrix(const struct reference_run *), particlefilter_disc(const struct reference_run *),
     particlefilter_start(const struct reference_run *), particlefilter_video(const struct reference_run *);

/* Memory for a reference's own use, zeroed; ends the program if there is none. Freed with free(). */
void *reference_memory(size_t count, size_t bytes);
/* The next random number of a generator: 64 bits by splitmix64. */
uint64_t reference_random(uint64_t *state);

#endif
