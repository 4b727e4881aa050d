/* SPDX-License-Identifier: Apache-2.0 */
#include "moment.h"

void moment_take(struct moment *m, uint64_t cycle, uint32_t lane_mask, const struct sc_in *in,
                 const struct sc_out *out)
{
    *m = (struct moment){
        .cycle = cycle, .launches = in->launch_valid, .launch_warp = in->launch_warp, .decodes = in->dec_valid,
        .decode_warp = in->dec_warp, .issues = out->issue_valid, .issue_warp = out->issue_warp,
        .issue_iid = out->issue_iid, .dispatches = out->disp_valid, .dispatch_iid = out->disp_iid,
        .dispatch_unit = out->disp_unit, .ends = out->end_valid, .end_warp = out->end_warp, .tags = in->tag_valid,
        .tag_warp = in->tag_warp, .tag_mask = in->tag_mask, .barrier = in->barrier, .stop = in->stop,
        .stall = in->stall, .spare = in->spare, .unit_ready = in->unit_ready,
    };
    for (unsigned u = 0; u < RESULT_PORTS; u++) {
        const struct result *r = &in->wb[u];
        m->wb[u] = (struct moment_result){
            .valid = r->valid, .ready = r->valid && (out->wb_ready >> u & 1), .masked = (r->mask & lane_mask) != 0,
            .full = (r->mask & lane_mask) == lane_mask, .look = r->look, .last = r->last, .warp = r->warp,
            .reg = r->reg, .iid = r->iid, .bank = r->bank, .level = r->level,
        };
    }
}
