// SPDX-License-Identifier: Apache-2.0
// A stand-in for a macro as OpenRAM makes them: 256 words of 32 bits, one port, a write mask of bytes. Names and
// polarity are theirs, the text is not. It keeps dout0 up to the next read, and changes it at the rising edge of
// clk0, where the models that come with macros do so half a cycle later.

`default_nettype none

module sky130_sram_1kbyte_1rw_32x256_8 (
    input  wire clk0,                                    // clock
    input  wire csb0,                                    // 0: a word is read or written
    input  wire web0,                                    // 0: it is written
    input  wire [3:0] wmask0,                            // 1: bytes to write
    input  wire [7:0] addr0,                             // the word
    input  wire [31:0] din0,                             // value to write
    output reg  [31:0] dout0                             // the word read last
);

    reg [31:0] mem [0:255];

    always @(posedge clk0)
        if (~csb0 & web0)
            dout0 <= mem[addr0];

    genvar b;
    generate
        for (b = 0; b < 4; b = b + 1) begin : g_byte
            always @(posedge clk0)
                if (~csb0 & ~web0 & wmask0[b])
                    mem[addr0][b*8 +: 8] <= din0[b*8 +: 8];
        end
    endgenerate

endmodule

`default_nettype wire
