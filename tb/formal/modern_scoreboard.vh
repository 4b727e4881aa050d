// SPDX-License-Identifier: Apache-2.0
// Registers and tags that are outstanding (3.5, 3.9, 3.18, scoreboard): this text is put in front of the `endmodule` of
// the generated scoreboard. Names that end in _f belong to the proof.

localparam WATCHED_WARP_F = 1, WATCHED_F = 2, TAG_F = 3, WAY_F = 3;

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// --- what is around it: up to WAY_F instructions have results to come. Those of one instruction come one after the
// other, by any port, from its first register on ----------------------------------------------------------------------

reg [WAY_F-1:0] busy_f;                              // places of instructions with results to come:
reg [WAY_F*WARP_BITS-1:0] of_f;                      // their warps
reg [WAY_F*3-1:0] left_f;                            // how many
reg [WAY_F*REG_BITS-1:0] next_f;                     // register of the next one
reg tag_f;                                           // the watched tag has not come back
reg [WAY_F-1:0] comes_f;                             // a result is accepted
integer i_f, w_f, k_f, p_f, v_f;

always @* begin
    assume(~|(grant_i & (grant_i - 1'b1)));
    assume(~|(grant_i & blocked_o));
    assume(~(|grant_i & busy_f[issue_i_f]) & (issue_i_f < WAY_F));
    for (v_f = 0; v_f < WARPS; v_f = v_f + 1)
        assume(head_dst_count_i[v_f*3 +: 3] <= 4);
    comes_f = {WAY_F{1'b0}};
    k_f = 0;
    for (p_f = 0; p_f < PORTS; p_f = p_f + 1)
        if (accept_i[p_f]) begin
            assume(port_i_f[p_f*2 +: 2] < WAY_F);
            for (k_f = 0; k_f < WAY_F; k_f = k_f + 1)
                if (port_i_f[p_f*2 +: 2] == k_f) begin
                    assume(busy_f[k_f] & ~comes_f[k_f]);
                    assume(wb_warp_i[p_f*WARP_BITS +: WARP_BITS] == of_f[k_f*WARP_BITS +: WARP_BITS]);
                    assume(wb_reg_i[p_f*REG_BITS +: REG_BITS] == next_f[k_f*REG_BITS +: REG_BITS]);
                    comes_f[k_f] = 1'b1;
                end
        end
    assume(~(tag_valid_i & (tag_warp_i == WATCHED_WARP_F) & tag_mask_i[TAG_F]) | tag_f);
end

always @(posedge clk_i)
    if (rst_i)
        busy_f <= {WAY_F{1'b0}};
    else
        for (i_f = 0; i_f < WAY_F; i_f = i_f + 1)
            if (|grant_i & (issue_i_f == i_f)) begin
                for (w_f = 0; w_f < WARPS; w_f = w_f + 1)
                    if (grant_i[w_f]) begin
                        busy_f[i_f] <= head_dst_count_i[w_f*3 +: 3] != 0;
                        of_f[i_f*WARP_BITS +: WARP_BITS] <= w_f;
                        left_f[i_f*3 +: 3] <= head_dst_count_i[w_f*3 +: 3];
                        next_f[i_f*REG_BITS +: REG_BITS] <= head_dst_base_i[w_f*REG_BITS +: REG_BITS];
                    end
            end else if (comes_f[i_f]) begin
                busy_f[i_f] <= left_f[i_f*3 +: 3] > 1;
                left_f[i_f*3 +: 3] <= left_f[i_f*3 +: 3] - 1'b1;
                next_f[i_f*REG_BITS +: REG_BITS] <= next_f[i_f*REG_BITS +: REG_BITS] + 1'b1;
            end

always @(posedge clk_i)
    if (rst_i)
        tag_f <= 1'b0;
    else if (grant_i[WATCHED_WARP_F] & head_tag_dst_i[WATCHED_WARP_F*TAGS + TAG_F])
        tag_f <= 1'b1;
    else if (tag_valid_i & (tag_warp_i == WATCHED_WARP_F) & tag_mask_i[TAG_F])
        tag_f <= 1'b0;

// --- what holds in every cycle: one register, one tag and one warp are looked at, as all are alike -------------------

wire [REG_BITS-1:0] behind_f = WATCHED_F - head_dst_base_i[WATCHED_WARP_F*REG_BITS +: REG_BITS];
wire writes_f = (behind_f < 4) & (head_dst_count_i[WATCHED_WARP_F*3 +: 3] > behind_f);
reg reads_f;                                         // the next instruction of the warp reads the register
reg waits_f;                                         // it names some register or tag that is pending
reg [1:0] owed_f;                                    // instructions that have still to write it
reg [REG_BITS-1:0] to_f;
integer s_f, o_f;

always @* begin
    reads_f = 1'b0;
    waits_f = |((head_tag_src_i[WATCHED_WARP_F*TAGS +: TAGS] | head_tag_dst_i[WATCHED_WARP_F*TAGS +: TAGS]) &
        tag_q[WATCHED_WARP_F*TAGS +: TAGS]);
    for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
        if (head_src_valid_i[WATCHED_WARP_F*SLOTS + s_f]) begin
            to_f = head_src_reg_i[(WATCHED_WARP_F*SLOTS + s_f)*REG_BITS +: REG_BITS];
            reads_f = reads_f | (to_f == WATCHED_F);
            waits_f = waits_f | pending_q[WATCHED_WARP_F*REGISTERS + to_f];
        end
    for (s_f = 0; s_f < 4; s_f = s_f + 1)
        if (head_dst_count_i[WATCHED_WARP_F*3 +: 3] > s_f) begin
            to_f = head_dst_base_i[WATCHED_WARP_F*REG_BITS +: REG_BITS] + s_f;
            waits_f = waits_f | pending_q[WATCHED_WARP_F*REGISTERS + to_f];
        end
    owed_f = 2'd0;
    for (o_f = 0; o_f < WAY_F; o_f = o_f + 1) begin
        to_f = WATCHED_F - next_f[o_f*REG_BITS +: REG_BITS];
        owed_f = owed_f + (busy_f[o_f] & (of_f[o_f*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F) & (to_f < 4) &
            (left_f[o_f*3 +: 3] > to_f));
    end
end

always @*
    if (started_f) begin
        for (o_f = 0; o_f < WAY_F; o_f = o_f + 1)
            assert(~busy_f[o_f] | ((left_f[o_f*3 +: 3] > 0) & (left_f[o_f*3 +: 3] <= 4)));
        // A register is pending while an instruction has still to write it, and that is one at most.
        assert(owed_f <= 1);
        assert(pending_q[WATCHED_WARP_F*REGISTERS + WATCHED_F] == (owed_f != 0));
        assert(tag_q[WATCHED_WARP_F*TAGS + TAG_F] == tag_f);
        // Who reads or writes it waits, and nobody waits for nothing. The warp may end when nothing is pending.
        assert(~((owed_f != 0) & (reads_f | writes_f)) | blocked_o[WATCHED_WARP_F]);
        assert(blocked_o[WATCHED_WARP_F] == waits_f);
        assert(pending_o[WATCHED_WARP_F] == (|pending_q[WATCHED_WARP_F*REGISTERS +: REGISTERS] |
            |tag_q[WATCHED_WARP_F*TAGS +: TAGS]));
    end
