// SPDX-License-Identifier: Apache-2.0
// The coalescer (docs/sm.md, 5.3) -------------------------------------------------------------------
//
// Next to it, what has been accepted last, and which of its elements no line access has had yet. When the cache takes a
// line access is free, and so is what sub-cores offer.

localparam AF = ADDR_BITS;
wire [SUBCORES*LANES*ADDR_BITS-1:0] addr_i_f = mem_addr_i;

reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

wire [SUBCORES-1:0] ready_o_f;
wire valid_o_f, local_o_f;
wire [1:0] op_o_f;
wire [SUB_BITS-1:0] sub_o_f;
wire [ID_BITS-1:0] id_o_f;
wire [NUMBER_BITS-1:0] line_o_f;
wire [LANES-1:0] mask_o_f;
wire [LANES*OFF_BITS-1:0] off_o_f;
wire [LINE_BYTES-1:0] be_o_f;
wire [LINE_BITS-1:0] data_o_f;

coalescer u_coalescer (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .mem_valid_i(mem_valid_i),
    .mem_mask_i(mem_mask_i),
    .mem_warp_i({(SUBCORES*WARP_BITS){1'b0}}),
    .mem_id_i(mem_id_i),
    .mem_op_i(mem_op_i),
    .mem_local_i(mem_local_i),
    .mem_addr_i(addr_i_f),
    .mem_be_i(mem_be_i),
    .mem_data_i(mem_data_i),
    .mem_ready_o(ready_o_f),
    .access_valid_o(valid_o_f),
    .access_op_o(op_o_f),
    .access_local_o(local_o_f),
    .access_sub_o(sub_o_f),
    .access_id_o(id_o_f),
    .access_line_o(line_o_f),
    .access_mask_o(mask_o_f),
    .access_off_o(off_o_f),
    .access_be_o(be_o_f),
    .access_data_o(data_o_f),
    .taken_i(taken_i)
);

// 5.2: an access has elements. The cache takes only what is presented.
integer a_f;
always @* begin
    for (a_f = 0; a_f < SUBCORES; a_f = a_f + 1)
        assume(~mem_valid_i[a_f] | |mem_mask_i[a_f*LANES +: LANES]);
    assume(~taken_i | (valid_o_f & started_f));
    assume(started_f | ~|mem_valid_i);
end

reg busy_f;                                          // an access is being split
reg [LANES-1:0] left_f;                              // its elements that no line access has had
reg [SUB_BITS-1:0] sub_f;
reg [ID_BITS-1:0] id_f;
reg [1:0] op_f;
reg local_f;
reg [LANES*ADDR_BITS-1:0] addr_f;
reg [LANES*4-1:0] be_f;
reg [VECTOR_BITS-1:0] data_f;
wire done_f = taken_i & ~|(left_f & ~mask_o_f);
integer b_f;

always @(posedge clk_i) begin
    busy_f <= ~rst_f & (|ready_o_f | (busy_f & ~done_f));
    if (taken_i)
        left_f <= left_f & ~mask_o_f;
    for (b_f = 0; b_f < SUBCORES; b_f = b_f + 1)
        if (ready_o_f[b_f]) begin
            sub_f <= b_f;
            left_f <= mem_mask_i[b_f*LANES +: LANES];
            id_f <= mem_id_i[b_f*ID_BITS +: ID_BITS];
            op_f <= mem_op_i[b_f*2 +: 2];
            local_f <= mem_local_i[b_f];
            addr_f <= addr_i_f[b_f*LANES*AF +: LANES*AF];
            be_f <= mem_be_i[b_f*LANES*4 +: LANES*4];
            data_f <= mem_data_i[b_f*VECTOR_BITS +: VECTOR_BITS];
        end
end

// Each element is presented until a line access that has it is taken, and then no more: with its line and its word, of
// an atomic with its number. The lowest one that is left is among them, and all others of its line.
// A byte is written if an element with it is there, and has the value of the highest one.
reg [OFF_BITS-1:0] word_f;
reg byte_f;
reg [7:0] value_f;
reg lower_f;
integer c_f, d_f, e_f;

always @* begin
    word_f = {OFF_BITS{1'b0}};
    byte_f = 1'b0;
    value_f = 8'd0;
    lower_f = 1'b0;
    if (started_f) begin
        assert(~|(ready_o_f & ~mem_valid_i));
        assert(~|(ready_o_f & (ready_o_f - 1'b1)));
        assert(|ready_o_f == (|mem_valid_i & (~busy_f | done_f)));
        assert(valid_o_f == busy_f);
    end
    if (started_f & busy_f) begin
        assert({op_o_f, local_o_f, sub_o_f, id_o_f} == {op_f, local_f, sub_f, id_f});
        for (c_f = 0; c_f < LANES; c_f = c_f + 1) begin
            assert(mask_o_f[c_f] == (left_f[c_f] & (addr_f[(c_f+1)*AF-1 -: NUMBER_BITS] == line_o_f)));
            assert(~left_f[c_f] | lower_f | mask_o_f[c_f]);
            lower_f = lower_f | left_f[c_f];
            assert(off_o_f[c_f*OFF_BITS +: OFF_BITS] == (~mask_o_f[c_f] ? 0 :
                op_f[1] ? c_f : WORDS == 1 ? 0 : addr_f[c_f*AF +: OFF_BITS]));
        end
        assert(lower_f);
        for (c_f = 0; c_f < WORDS; c_f = c_f + 1)
            for (d_f = 0; d_f < 4; d_f = d_f + 1) begin
                byte_f = 1'b0;
                value_f = 8'd0;
                for (e_f = 0; e_f < LANES; e_f = e_f + 1) begin
                    word_f = op_f[1] ? e_f : WORDS == 1 ? 0 : addr_f[e_f*AF +: OFF_BITS];
                    if (mask_o_f[e_f] & be_f[e_f*4 + d_f] & (word_f == c_f)) begin
                        byte_f = 1'b1;
                        value_f = data_f[e_f*32 + d_f*8 +: 8];
                    end
                end
                assert(be_o_f[c_f*4 + d_f] == byte_f);
                assert(data_o_f[c_f*32 + d_f*8 +: 8] == value_f);
            end
    end
end

// Sub-cores take turns: one that waits sees at most SUBCORES - 1 accesses of others go first.
reg [SUBCORES*4-1:0] others_f;
integer f_f;
always @(posedge clk_i)
    for (f_f = 0; f_f < SUBCORES; f_f = f_f + 1)
        if (rst_f | ~mem_valid_i[f_f] | ready_o_f[f_f])
            others_f[f_f*4 +: 4] <= 4'd0;
        else
            others_f[f_f*4 +: 4] <= others_f[f_f*4 +: 4] + {3'd0, |ready_o_f};
integer g_f;
always @* if (started_f)
    for (g_f = 0; g_f < SUBCORES; g_f = g_f + 1)
        assert(others_f[g_f*4 +: 4] <= SUBCORES - 1);
