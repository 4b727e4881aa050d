// SPDX-License-Identifier: Apache-2.0
// tag_table: fully associative table of tags, as a CCU's: which entry has the tag

`default_nettype none

module tag_table #(
    parameter ENTRIES = 8,
    parameter ENTRY_BITS = 3,
    parameter TAG_BITS = 8
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [ENTRIES-1:0] write_i,                   // entry to write, one-hot or zero
    input  wire set_i,                                   // it becomes valid, or else invalid
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire look_i,                                  // lookup:
    input  wire [TAG_BITS-1:0] look_tag_i,
    output wire hit_o,
    output wire [ENTRY_BITS-1:0] index_o                 // 0 without a hit
);

    reg [ENTRIES-1:0] empty_q;
    reg [ENTRIES*TAG_BITS-1:0] tag_q;
    wire [ENTRIES-1:0] match;
    reg [ENTRY_BITS-1:0] index;

    genvar e;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
            wire [TAG_BITS-1:0] tag = tag_q[e*TAG_BITS +: TAG_BITS];

            assign match[e] = (~empty_q[e] & (tag == look_tag_i)) & look_i;

            always @(posedge clk_i)
                if (rst_i)
                    empty_q[e] <= 1'b1;
                else if (write_i[e])
                    empty_q[e] <= ~set_i;

            always @(posedge clk_i)
                if (write_i[e] & set_i)
                    tag_q[e*TAG_BITS +: TAG_BITS] <= tag_i;
        end
    endgenerate

    always @* begin : number
        integer k;
        index = {ENTRY_BITS{1'b0}};
        for (k = 0; k < ENTRIES; k = k + 1)
            index = index | ({ENTRY_BITS{match[k]}} & k[ENTRY_BITS-1:0]);
    end

    assign hit_o = |match;
    assign index_o = index;

endmodule

`default_nettype wire
