// SPDX-License-Identifier: Apache-2.0
// age_matrix: order of allocation of a set of entries
//
// Bit i of row i says that entry i is valid, bit j of row i that entry j is valid and older than i. The
// oldest entry of a set is the one whose row has no other bit in common with the set.
// Malekeh needs it for the oldest warp (section IV-B1) and for the oldest instruction.
// Specification: 3.1.

`default_nettype none

module age_matrix #(
    parameter ENTRIES = 8                                // entries
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [ENTRIES-1:0] alloc_i,                   // entry to allocate, at most one
    input  wire [ENTRIES-1:0] free_i,                    // entries to free
    output wire [ENTRIES*ENTRIES-1:0] row_o              // row i at [i*ENTRIES +: ENTRIES]
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(ENTRIES < 1)) begin : g_taken
        end else begin : g_refused
            age_matrix_does_not_take_these_parameters refused ();
        end
    endgenerate

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

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer j, k;
            if (|(alloc_i & (alloc_i - 1'b1))) begin
                $display("ASSERT %m: several entries are allocated: %b", alloc_i);
                $stop;
            end
            if (|(alloc_i & valid & ~free_i)) begin
                $display("ASSERT %m: an entry is allocated that is in use: %b", alloc_i);
                $stop;
            end
            for (j = 0; j < ENTRIES; j = j + 1)
                if (|(row_q[j*ENTRIES +: ENTRIES] & ~valid)) begin
                    $display("ASSERT %m: entry %0d is younger than one that is not in use", j);
                    $stop;
                end
            if (|(alloc_i | free_i))
                for (j = 1; j < ENTRIES; j = j + 1)
                    for (k = 0; k < j; k = k + 1)
                        if (valid[j] & valid[k] & (row_q[j*ENTRIES + k] == row_q[k*ENTRIES + j])) begin
                            $display("ASSERT %m: entries %0d and %0d have no order", k, j);
                            $stop;
                        end
        end
`endif

endmodule

`default_nettype wire
