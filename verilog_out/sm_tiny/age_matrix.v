// SPDX-License-Identifier: Apache-2.0
// age_matrix: order of allocation of a set of entries
//
// Bit i of row i says that entry i is valid, bit j of row i that entry j is valid and older than i. The
// oldest entry of a set is the one whose row has no other bit in common with the set.
// Malekeh needs it for the oldest warp (section IV-B1) and for the oldest instruction.
// Specification: 3.1.

`default_nettype none

module age_matrix #(
    parameter ENTRIES = 8                               // entries
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [ENTRIES-1:0] alloc_i,                   // entry to allocate, at most one
    input  wire [ENTRIES-1:0] free_i,                    // entries to free
    output wire [ENTRIES*ENTRIES-1:0] row_o              // row i at [i*ENTRIES +: ENTRIES]
);

    reg [ENTRIES*ENTRIES-1:0] row_q;                     // the rows, that of entry 0 first

    wire [ENTRIES-1:0] valid;                            // the diagonal

    assign row_o = row_q;

    genvar i;
    generate
        for (i = 0; i < ENTRIES; i = i + 1) begin : g_row
            wire [ENTRIES-1:0] row = row_q[i*ENTRIES +: ENTRIES];
            wire [ENTRIES-1:0] self = {{(ENTRIES-1){1'b0}}, 1'b1} << i;

            assign valid[i] = row[i];

            // A new entry is younger than all that stay.
            always @(posedge clk_i)
                if (rst_i)
                    row_q[i*ENTRIES +: ENTRIES] <= {ENTRIES{1'b0}};
                else if (alloc_i[i])
                    row_q[i*ENTRIES +: ENTRIES] <= (valid & ~free_i) | self;
                else if (free_i[i])
                    row_q[i*ENTRIES +: ENTRIES] <= {ENTRIES{1'b0}};
                else
                    row_q[i*ENTRIES +: ENTRIES] <= row & ~free_i;
        end
    endgenerate

endmodule

`default_nettype wire
