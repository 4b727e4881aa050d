/* SPDX-License-Identifier: Apache-2.0 */
/* What is on the ports of a sub-core in a cycle, values apart. */
#ifndef SUBCORE_PIPELINE_MOMENT_H
#define SUBCORE_PIPELINE_MOMENT_H

#include "cmodel/sm/sm_boundary.h"

/* `masked`: it has some lane; `full`: all; `look`: it is soon named again; `bank`, `level`: with ORF and
 * LRF, it goes to its bank, and its place or 0. */
struct moment_result { bool valid, ready, masked, full, look, last, bank; uint8_t warp, reg, iid, level; };

struct moment {
    uint64_t cycle;
    bool     launches, decodes, issues, dispatches, ends, tags;
    uint8_t  launch_warp, decode_warp, issue_warp, issue_iid, dispatch_iid, dispatch_unit, end_warp, tag_warp;
    uint64_t tag_mask, barrier, stop, stall;
    bool     spare;
    uint32_t unit_ready;
    struct moment_result wb[RESULT_PORTS];
};

void moment_take(struct moment *m, uint64_t cycle, uint32_t lane_mask, const struct sc_in *in,
                 const struct sc_out *out);

#endif
