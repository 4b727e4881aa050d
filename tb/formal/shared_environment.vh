// SPDX-License-Identifier: Apache-2.0
// Shared memory as a cache beside the L1 data cache (docs/ciao.md, 7.6): the generated shared_cache is an instance, and
// goes behind l1d_environment.vh. Who is isolated is free in every cycle, whatever 7.5 decides, and so are the warp of
// an access and, at a flush, the rows that the programs' blocks hold: sizes from none to all.

shared_cache u_shared (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .flush_i(flush_i),
    .used_i(shared_used_i),
    .on_o(shared_on_f),
    .clear_o(shared_clear_f),
    .access_line_i(line_i_f),
    .access_be_i(access_be_i),
    .access_data_i(access_data_i),
    .group_o(shared_group_f),
    .row_o(shared_row_f),
    .probe_i(shared_probe_f),
    .write_i(shared_write_f),
    .drop_i(shared_drop_f),
    .hit_o(shared_found_f),
    .valid_o(shared_valid_f),
    .line_o(shared_line_f),
    .warp_o(shared_warp_f),
    .come_i(shared_come_f),
    .come_group_i(shared_come_group_f),
    .come_row_i(shared_come_row_f),
    .come_line_i(shared_come_line_f),
    .come_warp_i(shared_come_warp_f),
    .come_data_i(shared_come_data_f),
    .fill_i(shared_fill_f),
    .read_group_i(shared_read_group_f),
    .data_o(shared_data_f)
);

// 7.7: the rows in use are at most all. A line access that shared memory was probed for stays: the coalescer keeps it
// until it is taken (5.3).
reg probing_f;
reg [NUMBER_BITS-1:0] was_line_f;
reg [1:0] was_op_f;
always @(posedge clk_i) begin
    probing_f <= started_f & shared_probe_f;
    was_line_f <= line_i_f;
    was_op_f <= access_op_i;
end
always @* begin
    assume(shared_used_i <= SHARED_ROWS);
    if (started_f & probing_f & access_valid_i)
        assume(line_i_f == was_line_f && access_op_i == was_op_f);
end
