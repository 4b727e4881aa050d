// SPDX-License-Identifier: Apache-2.0
// sram_1rw: single-ported memory
//
// One read or write per cycle, never both, not even in reset. Bit l of wmask_i is 1 if lane l of 32 bits is
// written; a read takes all lanes. The output register belongs to the memory: it has the row from the next
// cycle on, and keeps it up to the next read. To be replaced by a macro: the only memory of the design.
// Malekeh, section II (single-ported banks). Specification: 3.2, 3.9, 3.10.

`default_nettype none

module sram_1rw #(
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter ROWS = 256,                                // vector registers per bank
    parameter ROW_BITS = 8                               // bits of a row's number
) (
    input  wire clk_i,                                   // clock
    input  wire read_i,                                  // read a row
    input  wire write_i,                                 // write lanes of a row; not together with read_i
    input  wire [ROW_BITS-1:0] row_i,                    // the row
    input  wire [LANES-1:0] wmask_i,                     // lanes to write
    input  wire [VECTOR_BITS-1:0] wdata_i,               // value to write
    output wire [VECTOR_BITS-1:0] rdata_o                // the row read last, from the next cycle on
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(LANES < 1 || VECTOR_BITS != 32 * LANES || ROWS < 1 ||
            ROW_BITS != (ROWS > 2 ? $clog2(ROWS) : 1))) begin : g_taken
        end else begin : g_refused
            sram_1rw_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [VECTOR_BITS-1:0] mem [0:ROWS-1];                // the rows
    reg [VECTOR_BITS-1:0] rdata_q;                       // output register

    assign rdata_o = rdata_q;

    always @(posedge clk_i)
        if (read_i & ~write_i)
            rdata_q <= mem[row_i];

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            always @(posedge clk_i)
                if (write_i & wmask_i[l])
                    mem[row_i][l*32 +: 32] <= wdata_i[l*32 +: 32];
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle.
    always @(posedge clk_i) begin : assertions
        if (read_i & write_i) begin
            $display("ASSERT %m: row %0d is read and written", row_i);
            $stop;
        end
    end
`endif

endmodule

`default_nettype wire
