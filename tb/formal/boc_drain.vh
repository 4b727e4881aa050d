// SPDX-License-Identifier: Apache-2.0
// Drains (3.14): this text is put in front of the `endmodule` of the generated boc_drain. Names that end in
// _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// 3.9: u_writeback gives zeros for a bank without a result.
integer b_f, c_f, d_f;
always @*
    for (b_f = 0; b_f < BANKS; b_f = b_f + 1)
        if (~granted_valid_i[b_f])
            assume(~|{granted_warp_i[b_f*WARP_BITS +: WARP_BITS], granted_row_i[b_f*ROW_BITS +: ROW_BITS],
                granted_mask_i[b_f*LANES +: LANES], granted_data_i[b_f*VECTOR_BITS +: VECTOR_BITS]});

// A bank takes at most one offer, of what is offered to it, in cycles without a result only; and one if it
// can.
// What it takes is written: to the warp's row, in all lanes.
reg [REG_BITS-1:0] of_f;
reg [31:0] bank_f;
always @* if (started_f) begin
    for (b_f = 0; b_f < BANKS; b_f = b_f + 1) begin
        assert(~|(takes[b_f*COLLECTORS +: COLLECTORS] & (takes[b_f*COLLECTORS +: COLLECTORS] - 1'b1)));
        assert(~granted_valid_i[b_f] | ~|takes[b_f*COLLECTORS +: COLLECTORS]);
        assert(wr_valid_o[b_f] == (granted_valid_i[b_f] | |takes[b_f*COLLECTORS +: COLLECTORS]));
        if (granted_valid_i[b_f]) begin
            assert(wr_warp_o[b_f*WARP_BITS +: WARP_BITS] == granted_warp_i[b_f*WARP_BITS +: WARP_BITS]);
            assert(wr_row_o[b_f*ROW_BITS +: ROW_BITS] == granted_row_i[b_f*ROW_BITS +: ROW_BITS]);
            assert(wr_mask_o[b_f*LANES +: LANES] == granted_mask_i[b_f*LANES +: LANES]);
            assert(wr_data_o[b_f*VECTOR_BITS +: VECTOR_BITS] ==
                granted_data_i[b_f*VECTOR_BITS +: VECTOR_BITS]);
        end
        assert(turn_q[b_f*COL_BITS +: COL_BITS] <= LAST);
    end
    for (c_f = 0; c_f < COLLECTORS; c_f = c_f + 1) begin
        of_f = offer_reg_i[c_f*REG_BITS +: REG_BITS];
        bank_f = (of_f + c_f) % BANKS;
        assert(drain_o[c_f] == takes[bank_f*COLLECTORS + c_f]);
        for (b_f = 0; b_f < BANKS; b_f = b_f + 1) begin
            assert(~takes[b_f*COLLECTORS + c_f] | (offer_valid_i[c_f] & (bank_f == b_f)));
            if (offer_valid_i[c_f] & (bank_f == b_f))
                assert(granted_valid_i[b_f] | |takes[b_f*COLLECTORS +: COLLECTORS]);
            if (takes[b_f*COLLECTORS + c_f]) begin
                assert(wr_warp_o[b_f*WARP_BITS +: WARP_BITS] == c_f);
                assert(wr_row_o[b_f*ROW_BITS +: ROW_BITS] == of_f / BANKS);
                assert(&wr_mask_o[b_f*LANES +: LANES]);
                assert(wr_data_o[b_f*VECTOR_BITS +: VECTOR_BITS] ==
                    offer_data_i[c_f*VECTOR_BITS +: VECTOR_BITS]);
            end
        end
    end
end

// The BOCs take turns: an offer that stands waits for at most COLLECTORS - 1 drains of others to its bank.
// Inductive: these and the BOCs that the bank still prefers are no more.
reg [COLLECTORS-1:0] waits_f;                        // the BOC offered something that was not taken
reg [COLLECTORS*REG_BITS-1:0] reg_f;                 // its register
reg [COLLECTORS*4-1:0] others_f;                     // drains of other BOCs since it is offered
reg [COLLECTORS*4-1:0] others_now_f;
integer e_f;
reg [31:0] preferred_f;

always @*
    for (d_f = 0; d_f < COLLECTORS; d_f = d_f + 1)
        others_now_f[d_f*4 +: 4] = waits_f[d_f] & offer_valid_i[d_f] &
            (offer_reg_i[d_f*REG_BITS +: REG_BITS] == reg_f[d_f*REG_BITS +: REG_BITS]) ?
            others_f[d_f*4 +: 4] : 4'd0;

always @(posedge clk_i) begin
    waits_f <= rst_i ? {COLLECTORS{1'b0}} : offer_valid_i & ~drain_o;
    reg_f <= offer_reg_i;
    for (d_f = 0; d_f < COLLECTORS; d_f = d_f + 1)
        others_f[d_f*4 +: 4] <= others_now_f[d_f*4 +: 4] +
            {3'd0, |takes[((offer_reg_i[d_f*REG_BITS +: REG_BITS] + d_f) % BANKS)*COLLECTORS +: COLLECTORS]};
end

always @* if (started_f)
    for (e_f = 0; e_f < COLLECTORS; e_f = e_f + 1)
        if (waits_f[e_f]) begin
            assert(others_f[e_f*4 +: 4] <= COLLECTORS - 1);
            preferred_f = turn_q[((reg_f[e_f*REG_BITS +: REG_BITS] + e_f) % BANKS)*COL_BITS +: COL_BITS];
            preferred_f = e_f >= preferred_f ? e_f - preferred_f : e_f + COLLECTORS - preferred_f;
            assert(others_f[e_f*4 +: 4] + preferred_f <= COLLECTORS - 1);
        end
