// SPDX-License-Identifier: Apache-2.0
// A flip-flop that holds its value, and one that does not: what holding costs in a library.
module hold (
    input  wire clk_i,                                   // clock
    input  wire enable_i,                                // take the new value
    input  wire [63:0] value_i,                          // new value
    output reg  [63:0] held_q,                           // keeps its value without enable_i
    output reg  [63:0] plain_q                           // does not
);
    always @(posedge clk_i) begin
        plain_q <= value_i;
        if (enable_i)
            held_q <= value_i;
    end
endmodule
