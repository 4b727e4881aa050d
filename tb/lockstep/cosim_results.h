/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What cosim prints and writes of a run that has ended without a mismatch. Each returns 0, or the exit code after a
 * sentence.
 */
#ifndef SUBCORE_COSIM_RESULTS_H
#define SUBCORE_COSIM_RESULTS_H

#include <stdint.h>

#include "cmodel/sm/gpu_sthld.h"
#include "cosim_options.h"
#include "lockstep.h"

/* The last line, and what has been counted; `bits` are the flops of the RTL, `time` is in seconds. */
int cosim_print(const struct cosim_options *opt, const struct lockstep_result *r, const struct gpu_sthld *gpu,
                uint64_t bits, double time);

/* Of a workload: the output buffers of the kernels, whose every instruction has been compared. */
int cosim_print_workload(const struct cosim_options *opt, const struct lockstep_result *r, struct stream *stream);

/* What `make energy` reads. */
int cosim_write_activity(const struct cosim_options *opt, const struct lockstep_result *r, const struct config *cfg,
                         const struct dut_api *api, const struct activity *a);

/* What `make coverage` reads beside the counters of the device. */
int cosim_write_points(const struct cosim_options *opt, const struct lockstep_result *r, const struct cover *cover);

/* "CYCLES CODE" of a run that compared every register, for those who keep count; returns `code` if it could. */
int cosim_write_tally(const struct cosim_options *opt, uint64_t cycles, int code);

#endif
