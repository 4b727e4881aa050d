// SPDX-License-Identifier: Apache-2.0
// Who brought the line that is looked at to shared memory: the warp of the load that took its MSHR. When the line gives
// way there, that warp is named.
reg [SM_WARP_BITS-1:0] brought_f;
always @(posedge clk_i)
    if (takes_f & redirected_f & alloc_f & (access_op_i == 2'd0) & (line_i_f == line_f))
        brought_f <= access_warp_i;
always @* if (started_f & takes_f & redirected_f & evict_f & (evict_line_f == line_f))
    assert(evict_warp_f == brought_f);
