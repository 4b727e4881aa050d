// SPDX-License-Identifier: Apache-2.0
// What the assumptions of intervals.vh leave possible: this text is put behind it.

// The watched register has got a result in an entry. Then its warp has left the active set, and reads it. With LTRF+ it
// has been dropped from its entry instead, for it was not live, and a later result is read.
reg written_f, gone_f;
always @(posedge clk_i) begin
    written_f <= ~rst_f & (written_f | (result_f & here_f & known_f));
`ifdef LIVE_F
    gone_f <= ~rst_f & (gone_f | (written_f & out_valid_f & moved_f[warp_f] & (out_reg_f == reg_f) & ~|back_f));
`else
    gone_f <= ~rst_f & (gone_f | (written_f & left_f[warp_f]));
`endif
end
wire again_f = gone_f & reads_f;
