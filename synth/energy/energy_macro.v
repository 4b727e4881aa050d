// SPDX-License-Identifier: Apache-2.0
// The memories' interfaces, with one port and with two: what they take is in the table of memories.
(* blackbox *) module sram_1rw (
    input  wire clk_i,                                   // clock
    input  wire read_i,                                  // read a row
    input  wire write_i,                                 // write lanes of a row
    input  wire [@ROW_BITS@-1:0] row_i,                  // the row
    input  wire [@LANES@-1:0] wmask_i,                   // lanes to write
    input  wire [@BITS@-1:0] wdata_i,                    // value to write
    output wire [@BITS@-1:0] rdata_o                     // the row read last
);
endmodule
(* blackbox *) module sram_1r1w (
    input  wire clk_i,                                   // clock
    input  wire read_i,                                  // read a row:
    input  wire [@ROW_BITS@-1:0] read_row_i,             // this one
    input  wire write_i,                                 // write lanes of a row:
    input  wire [@ROW_BITS@-1:0] write_row_i,            // this one
    input  wire [@LANES@-1:0] wmask_i,                   // lanes to write
    input  wire [@BITS@-1:0] wdata_i,                    // value to write
    output wire [@BITS@-1:0] rdata_o                     // the row read last
);
endmodule
