// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_near.vh leave possible: see modern_window_reached.vh.

// Operand A of the watched bank was a far source of another register since the watched one was kept, which hits now.
reg far_f, passed_f;
always @* begin
    far_f = 1'b0;
    for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
        if (leaves_f & fixed & allocate_src_valid_q[s_f] & (allocate_src_pos_q[s_f*3 +: 3] == 0) &
            ((allocate_src_reg_q[s_f*REG_BITS] ^ allocate_warp_q[0]) == WATCHED_BANK_F))
            far_f = ~reads_f[0] & ~near_f[0];
end
always @(posedge clk_i)
    passed_f <= ~rst_i & keeps_f[0] & (passed_f | far_f);
wire hit_again_f = passed_f & reads_f[0] & reuse_valid_q[WATCHED_BANK_F*3] &
    (reuse_warp_q[WATCHED_BANK_F*3*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F) &
    (reuse_reg_q[WATCHED_BANK_F*3*REG_BITS +: REG_BITS] == WATCHED_F);
