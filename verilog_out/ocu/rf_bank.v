// SPDX-License-Identifier: Apache-2.0
// rf_bank: one register file bank
//
// A memory, and the collector and slot that its output belongs to.
// Malekeh, section II (single-ported banks). Specification: 3.2, 3.9, 3.10.

`default_nettype none

module rf_bank #(
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter COL_BITS = 1,                              // bits of a collector's number
    parameter SLOT_BITS = 3                              // bits of a slot's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire read_i,                                  // read a row:
    input  wire [COL_BITS-1:0] col_i,                    // for this collector
    input  wire [SLOT_BITS-1:0] slot_i,                  // and this slot of it
    input  wire write_i,                                 // write a row; not together with read_i
    input  wire [ROW_BITS-1:0] row_i,                    // the row
    input  wire [LANES-1:0] wmask_i,                     // lanes to write
    input  wire [VECTOR_BITS-1:0] wdata_i,               // value to write
    output wire rd_valid_o,                              // a value comes back:
    output wire [COL_BITS-1:0] rd_col_o,                 // its collector
    output wire [SLOT_BITS-1:0] rd_slot_o,               // its slot
    output wire [VECTOR_BITS-1:0] rdata_o                // the value
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(LANES != 32 || VECTOR_BITS != 1024 || ROW_BITS != 8 || COL_BITS < 1 || SLOT_BITS < 1)) begin : g_taken
        end else begin : g_refused
            rf_bank_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg rd_valid_q;                                      // a read was issued in the previous cycle
    reg [COL_BITS-1:0] rd_col_q;                         // for this collector
    reg [SLOT_BITS-1:0] rd_slot_q;                       // and this slot of it

    assign rd_valid_o = rd_valid_q;
    assign rd_col_o = rd_col_q;
    assign rd_slot_o = rd_slot_q;

    sram_1rw u_sram (
        .clk_i(clk_i),
        .read_i(read_i),
        .write_i(write_i),
        .row_i(row_i),
        .wmask_i(wmask_i),
        .wdata_i(wdata_i),
        .rdata_o(rdata_o)
    );

    always @(posedge clk_i)
        if (rst_i)
            rd_valid_q <= 1'b0;
        else
            rd_valid_q <= read_i;

    always @(posedge clk_i)
        if (read_i) begin
            rd_col_q <= col_i;
            rd_slot_q <= slot_i;
        end

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (write_i & ~|wmask_i) begin
                $display("ASSERT %m: row %0d is written in no lane", row_i);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
