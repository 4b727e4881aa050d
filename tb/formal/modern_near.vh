// SPDX-License-Identifier: Apache-2.0
// A reuse cache that near bits manage (3.18, near bits): this text is put in front of the `endmodule` of the generated
// modern_control. Names that end in _f belong to the proof. Nothing is assumed but a reset: it holds of any program.

localparam WATCHED_WARP_F = 1, WATCHED_F = 2, WATCHED_BANK_F = (WATCHED_F + WATCHED_WARP_F) % 2;

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// --- what an instruction that leaves Allocate does to the watched register of the watched warp -----------------------

wire its_f = allocate_warp_q == WATCHED_WARP_F;
wire leaves_f = allocate_valid_q & ~hold_o;
wire [REG_BITS-1:0] behind_f = WATCHED_F - allocate_dst_base_q;
wire writes_f = leaves_f & its_f & (behind_f < 4) & (allocate_dst_count_q > behind_f);

// Of each operand of the watched bank: the warp of its entry ends; a source is near; the highest of them is the watched
// register; that is read.
reg [2:0] ends_f, near_f, takes_f, reads_f;
reg [SLOTS-1:0] kept_f;                              // the highest near source of each operand of this bank
reg [SLOTS-1:0] here_f;                              // sources of this bank
reg [REG_BITS-1:0] reg_f, over_f;
integer s_f, p_f, t_f;
always @* begin
    near_f = 3'd0;
    takes_f = 3'd0;
    reads_f = 3'd0;
    kept_f = {SLOTS{1'b0}};
    here_f = {SLOTS{1'b0}};
    for (p_f = 0; p_f < 3; p_f = p_f + 1) begin
        ends_f[p_f] = end_valid_i & reuse_valid_q[WATCHED_BANK_F*3 + p_f] &
            (end_warp_i == reuse_warp_q[(WATCHED_BANK_F*3 + p_f)*WARP_BITS +: WARP_BITS]);
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1) begin
            reg_f = allocate_src_reg_q[s_f*REG_BITS +: REG_BITS];
            over_f = reg_f - allocate_dst_base_q;
            if (leaves_f & fixed & allocate_src_valid_q[s_f] & (allocate_src_pos_q[s_f*3 +: 3] == p_f) &
                ((reg_f[0] ^ allocate_warp_q[0]) == WATCHED_BANK_F)) begin
                here_f[s_f] = 1'b1;
                reads_f[p_f] = reads_f[p_f] | (its_f & (reg_f == WATCHED_F));
                if (allocate_src_reuse_q[s_f] & ~((over_f < 4) & (allocate_dst_count_q > over_f))) begin
                    near_f[p_f] = 1'b1;
                    takes_f[p_f] = its_f & (reg_f == WATCHED_F);
                    for (t_f = 0; t_f < s_f; t_f = t_f + 1)
                        if (allocate_src_pos_q[t_f*3 +: 3] == p_f)
                            kept_f[t_f] = 1'b0;
                    kept_f[s_f] = 1'b1;
                end
            end
        end
    end
end

// --- what is kept: for each operand, the register was near when it was read last as this one. Since then no near
// source has taken its place, nothing has written it, and its warp has not ended --------------------------------------

reg [2:0] keeps_f;
always @(posedge clk_i)
    if (rst_i)
        keeps_f <= 3'd0;
    else
        keeps_f <= ((keeps_f & ~near_f & ~reads_f & {3{~writes_f}}) | takes_f) & ~ends_f;

always @*
    if (started_f) begin
        // The highest near source of an operand has its value kept, and no other one.
        assert(~|(here_f & (slot_keep ^ kept_f)));
        // Hits are of registers that are kept, and those that are kept hit.
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
            for (p_f = 0; p_f < 3; p_f = p_f + 1)
                if (here_f[s_f] & its_f & (allocate_src_reg_q[s_f*REG_BITS +: REG_BITS] == WATCHED_F) &
                    (allocate_src_pos_q[s_f*3 +: 3] == p_f))
                    assert(slot_hit[s_f] == keeps_f[p_f]);
    end

always @*
    if (started_f)
        for (p_f = 0; p_f < 3; p_f = p_f + 1)
            assert((reuse_valid_q[WATCHED_BANK_F*3 + p_f] &
                (reuse_warp_q[(WATCHED_BANK_F*3 + p_f)*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F) &
                (reuse_reg_q[(WATCHED_BANK_F*3 + p_f)*REG_BITS +: REG_BITS] == WATCHED_F)) == keeps_f[p_f]);
