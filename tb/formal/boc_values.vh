// SPDX-License-Identifier: Apache-2.0
// Values ------------------------------------------------------------------------------------------
//
// For one register, whichever, and one bit of each of its lanes, which stand for all: what was last written
// to it, and what the bank has. An instruction that reads it gets what was last written when it issued.

localparam BIT_F = 0;

reg [REG_BITS-1:0] register_f;
always @(posedge clk_i)
    register_f <= free_register_i;
always @* if (started_f)
    assume(register_f == free_register_i);

reg [LANES-1:0] golden_f;                            // what was last written
reg [LANES-1:0] bank_f;                              // what the bank has
reg [LANES-1:0] arrives_data_f;                      // and had when it was read
reg [WINDOW*LANES-1:0] issued_f;                     // what each position's instruction has to get
reg [LANES-1:0] result_f, port_f, offer_f;

integer l_f;
always @*
    for (l_f = 0; l_f < LANES; l_f = l_f + 1) begin
        result_f[l_f] = result_data_i[l_f*32 + BIT_F];
        port_f[l_f] = s_data_i[l_f*32 + BIT_F];
`ifdef BACK
        offer_f[l_f] = offer_data_o[l_f*32 + BIT_F];
`else
        offer_f[l_f] = 1'b0;
`endif
    end

wire comes_f = result_valid_i & (result_reg_i == register_f);
wire granted_f = comes_f & ~keep_f;                  // 3.9, 3.14: what the BOC does not keep
`ifdef BACK
wire drained_f = drain_i & (offer_reg_o == register_f);
`else
wire drained_f = 1'b0;
`endif
wire reads_it_f = read_f & (name_f[(free_pos_i*SLOTS + free_slot_i)*REG_BITS +: REG_BITS] == register_f);
wire arrives_it_f = arrives_f &
    (name_f[(arrives_pos_f*SLOTS + arrives_slot_f)*REG_BITS +: REG_BITS] == register_f);

// 3.9, 3.10, 3.14: the bank has one port: a drain gives way to a result, a read to both.
always @* assume(~(granted_f & drained_f) & ~(reads_it_f & (granted_f | drained_f)));

// 3.10, 3.2: the bank is read in one cycle, the value is on port S in the next.
always @* if (arrives_it_f)
    assume(port_f == arrives_data_f);

// Section 4: at the launch of the next warp both are the same.
always @(posedge clk_i) begin
    golden_f <= rst_i | end_i ? free_launch_i :
        (golden_f & ~({LANES{comes_f}} & result_mask_i)) | (result_f & {LANES{comes_f}} & result_mask_i);
    bank_f <= rst_i | end_i ? free_launch_i : drained_f ? offer_f :
        (bank_f & ~({LANES{granted_f}} & result_mask_i)) | (result_f & {LANES{granted_f}} & result_mask_i);
    arrives_data_f <= bank_f;
end

generate
    for (v_f = 0; v_f < WINDOW; v_f = v_f + 1) begin : g_issued_f
        always @(posedge clk_i)
            if (alloc_i & (next_q == v_f))
                issued_f[v_f*LANES +: LANES] <= golden_f;
    end
endgenerate

// 3.14, hints: the register's last result is transient; the window passes when as many instructions as it has
// have issued since one named the register, this one included. The contract: then it is neither read nor
// written in part.
reg hinted_f;
reg [POS_BITS-1:0] fresh_f;
wire reads_register_f = alloc_i & reads_f[register_f];
wire writes_register_f = alloc_i & claims_f[register_f] & some_mask_f;
wire passed_f = hinted_f & ~|fresh_f;

always @(posedge clk_i) begin
    if (rst_i | end_i)
        hinted_f <= 1'b0;
    else if (writes_register_f)
        hinted_f <= full_mask_f & (hint_f == 2'd1);
    if (reads_register_f | writes_register_f)
        fresh_f <= LIFE;
    else if (alloc_i & head_first_i & |fresh_f)
        fresh_f <= fresh_f - 1'b1;
end

always @* if (passed_f)
    assume(~reads_register_f & (~writes_register_f | full_mask_f));

// A read never returns a stale value; what the bank has at the end of the warp is what was written, unless it
// was said to be transient.
integer i_f, j_f;
always @* if (started_f) begin
    for (i_f = 0; i_f < WINDOW; i_f = i_f + 1)
        for (j_f = 0; j_f < SLOTS; j_f = j_f + 1)
            if (leaves[i_f] & used_f[i_f*SLOTS + j_f] &
                (name_f[(i_f*SLOTS + j_f)*REG_BITS +: REG_BITS] == register_f))
                for (l_f = 0; l_f < LANES; l_f = l_f + 1)
                    assert(operand_o[j_f*VECTOR_BITS + l_f*32 + BIT_F] == issued_f[i_f*LANES + l_f]);
    if (end_i & ~hinted_f)
        assert(bank_f == golden_f);
end
