// SPDX-License-Identifier: Apache-2.0
// What is around the L1 data cache (docs/sm.md, 5.4): the line accesses that are presented to it, and the memory
// behind. The generated l1d is an instance; its registers are read under their names behind `flatten`, in
// l1d_registers.vh. Names that end in _f belong to the proof. What is not restricted here is free in every cycle.
//
// Of the lines' numbers the highest bit, which says that a line is local, and the two lowest are free: four
// global lines and four local ones. Of an access's number those bits are free that name the words of an atomic,
// which its request does not have, and one more.

localparam FREE_ID_F = LANES*OFF_BITS + 1;
localparam BIT_F = 0;                                // of a word, all of which go the same ways

wire [NUMBER_BITS-1:0] line_i_f = {access_line_i[2], {(NUMBER_BITS-3){1'b0}}, access_line_i[1:0]};
wire access_local_f = access_line_i[2];
wire [ID_BITS-1:0] id_i_f = {{(ID_BITS-FREE_ID_F){1'b0}}, access_id_i};
wire taken_f, resp_valid_f, req_valid_f, fill_ready_f, idle_f;
wire [SUB_BITS-1:0] resp_sub_f, req_sub_f;
wire [ID_BITS-1:0] resp_id_f, req_id_f;
wire [LANES-1:0] resp_mask_f;
wire [VECTOR_BITS-1:0] resp_data_f;
wire [1:0] req_op_f;
wire [NUMBER_BITS-1:0] req_line_f;
wire [MSHR_BITS-1:0] req_mshr_f;
wire [LINE_BYTES-1:0] req_be_f;
wire [LINE_BITS-1:0] req_data_f;

// With shared memory as a cache (docs/ciao.md, 7.6): what goes between both.
`ifdef SHARED_F
wire shared_on_f, shared_clear_f, shared_group_f, shared_probe_f, shared_found_f, shared_valid_f, shared_write_f;
wire shared_drop_f, shared_come_f, shared_come_group_f, shared_fill_f, shared_read_group_f;
wire [SHARED_BITS-1:0] shared_row_f, shared_come_row_f;
wire [NUMBER_BITS-1:0] shared_line_f, shared_come_line_f;
wire [SM_WARP_BITS-1:0] shared_warp_f, shared_come_warp_f;
wire [LINE_BITS-1:0] shared_come_data_f, shared_data_f;
wire evict_f;
wire [NUMBER_BITS-1:0] evict_line_f;
wire [SM_WARP_BITS-1:0] evict_warp_f;
`endif

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

l1d u_l1d (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .flush_i(flush_i),
    .access_valid_i(access_valid_i),
    .access_op_i(access_op_i),
    .access_local_i(access_local_f),
    .access_sub_i(access_sub_i),
    .access_id_i(id_i_f),
    .access_line_i(line_i_f),
    .access_mask_i(access_mask_i),
    .access_off_i(access_off_i),
    .access_be_i(access_be_i),
    .access_data_i(access_data_i),
`ifdef SHARED_F
    .access_warp_i(access_warp_i),
    .access_isolated_i(access_isolated_i),
    .shared_on_i(shared_on_f),
    .shared_clear_i(shared_clear_f),
    .shared_group_i(shared_group_f),
    .shared_row_i(shared_row_f),
    .shared_probe_o(shared_probe_f),
    .shared_hit_i(shared_found_f),
    .shared_valid_i(shared_valid_f),
    .shared_line_i(shared_line_f),
    .shared_warp_i(shared_warp_f),
    .shared_write_o(shared_write_f),
    .shared_drop_o(shared_drop_f),
    .shared_come_o(shared_come_f),
    .shared_come_group_o(shared_come_group_f),
    .shared_come_row_o(shared_come_row_f),
    .shared_come_line_o(shared_come_line_f),
    .shared_come_warp_o(shared_come_warp_f),
    .shared_come_data_o(shared_come_data_f),
    .shared_fill_o(shared_fill_f),
    .shared_read_group_o(shared_read_group_f),
    .shared_data_i(shared_data_f),
    .evict_o(evict_f),
    .evict_line_o(evict_line_f),
    .evict_warp_o(evict_warp_f),
`endif
    .taken_o(taken_f),
    .resp_valid_o(resp_valid_f),
    .resp_sub_o(resp_sub_f),
    .resp_id_o(resp_id_f),
    .resp_mask_o(resp_mask_f),
    .resp_data_o(resp_data_f),
    .req_valid_o(req_valid_f),
    .req_op_o(req_op_f),
    .req_line_o(req_line_f),
    .req_mshr_o(req_mshr_f),
    .req_sub_o(req_sub_f),
    .req_id_o(req_id_f),
    .req_be_o(req_be_f),
    .req_data_o(req_data_f),
    .req_ready_i(req_ready_i),
    .fill_valid_i(fill_valid_i),
    .fill_mshr_i(fill_mshr_i),
    .fill_data_i(fill_data_i),
    .fill_ready_o(fill_ready_f),
    .idle_o(idle_f)
);

wire takes_f = started_f & access_valid_i & taken_f;
wire asks_f = started_f & req_valid_f & req_ready_i;             // memory takes a request
wire comes_f = started_f & fill_valid_i & fill_ready_f;          // and answers one

// 5.3, 5.4: an access has elements, an atomic is global, of an atomic the word of element e is e. Nothing is
// presented in reset. A flush comes only while nothing is under way, and is no access's cycle.
integer a_f;
always @* begin
    assume(started_f | ~(access_valid_i | fill_valid_i | flush_i));
    assume(~flush_i | (idle_f & ~access_valid_i));
    assume(|access_mask_i);
    assume(~(access_op_i[1] & access_local_f));
    if (access_op_i[1])
        for (a_f = 0; a_f < LANES; a_f = a_f + 1)
            assume(access_off_i[a_f*OFF_BITS +: OFF_BITS] == (access_mask_i[a_f] ? a_f : 0));
end

// The memory behind answers each request of operation 0 or 2 that it has taken, once, in any cycle and any order.
reg [MSHRS-1:0] asked_f;
integer b_f;
always @(posedge clk_i)
    for (b_f = 0; b_f < MSHRS; b_f = b_f + 1)
        if (rst_f)
            asked_f[b_f] <= 1'b0;
        else if (asks_f & ~req_op_f[0] & (req_mshr_f == b_f))
            asked_f[b_f] <= 1'b1;
        else if (comes_f & (fill_mshr_i == b_f))
            asked_f[b_f] <= 1'b0;
always @* if (fill_valid_i)
    assume(fill_mshr_i < MSHRS && asked_f[fill_mshr_i]);

// The set of a line.
function set_of_f(input [NUMBER_BITS-1:0] number);
    set_of_f = L1D_SETS == 1 ? 1'b0 : HASH_F ? ^number : number[0];
endfunction
