// SPDX-License-Identifier: Apache-2.0
// sram_1rw of macros, one for each lane of 32 bits and at most 256 rows: rtl_gen --sram sram_1rw=tb/macros/sram_1rw.v
//: file sky130_sram_1kbyte_1rw_32x256_8.v
//: state mem = g_lane[*].u_macro.mem
//: state rdata_q = g_lane[*].u_macro.dout0

`default_nettype none

module sram_1rw #(
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
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

    wire [7:0] address = {{(8-ROW_BITS){1'b0}}, row_i};

    genvar l;
    generate
        if (ROW_BITS > 8) begin : g_rows
            the_macro_has_256_rows too_many_rows ();
        end
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            // A lane that is not written is not selected.
            sky130_sram_1kbyte_1rw_32x256_8 u_macro (
                .clk0(clk_i),
                .csb0(~(read_i | (write_i & wmask_i[l]))),
                .web0(~write_i),
                .wmask0(4'b1111),
                .addr0(address),
                .din0(wdata_i[l*32 +: 32]),
                .dout0(rdata_o[l*32 +: 32])
            );
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
