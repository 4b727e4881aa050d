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
wire ends_f = end_valid_i & (end_warp_i == WATCHED_WARP_F);

// Of each operand: a source of the watched bank is near; the highest of them is the watched register; it is read.
reg [2:0] near_f, takes_f, reads_f;
reg [REG_BITS-1:0] reg_f, over_f;
integer s_f, p_f;
always @* begin
    near_f = 3'd0;
    takes_f = 3'd0;
    reads_f = 3'd0;
    for (p_f = 0; p_f < 3; p_f = p_f + 1)
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1) begin
            reg_f = allocate_src_reg_q[s_f*REG_BITS +: REG_BITS];
            over_f = reg_f - allocate_dst_base_q;
            if (leaves_f & fixed & allocate_src_valid_q[s_f] & (allocate_src_pos_q[s_f*3 +: 3] == p_f) &
                ((reg_f[0] ^ allocate_warp_q[0]) == WATCHED_BANK_F)) begin
                reads_f[p_f] = reads_f[p_f] | (its_f & (reg_f == WATCHED_F));
                if (allocate_src_reuse_q[s_f] & ~((over_f < 4) & (allocate_dst_count_q > over_f))) begin
                    near_f[p_f] = 1'b1;
                    takes_f[p_f] = its_f & (reg_f == WATCHED_F);
                end
            end
        end
end

// --- what may hit: for each operand, the register was near when it was read last as this one. Since then no near
// source has taken its place, nothing has written it, and its warp has not ended --------------------------------------

reg [2:0] may_f;
always @(posedge clk_i)
    if (rst_i)
        may_f <= 3'd0;
    else
        may_f <= ((may_f & ~near_f & ~reads_f & {3{~ends_f}}) | takes_f) & {3{~writes_f}};

always @*
    if (started_f)
        for (p_f = 0; p_f < 3; p_f = p_f + 1)
            assert(~(reuse_valid_q[WATCHED_BANK_F*3 + p_f] &
                (reuse_warp_q[(WATCHED_BANK_F*3 + p_f)*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F) &
                (reuse_reg_q[(WATCHED_BANK_F*3 + p_f)*REG_BITS +: REG_BITS] == WATCHED_F)) | may_f[p_f]);

always @*
    if (started_f)
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
            for (p_f = 0; p_f < 3; p_f = p_f + 1)
                assert(~(allocate_valid_q & fixed & slot_hit[s_f] & its_f &
                    (allocate_src_reg_q[s_f*REG_BITS +: REG_BITS] == WATCHED_F) &
                    (allocate_src_pos_q[s_f*3 +: 3] == p_f)) | may_f[p_f]);
