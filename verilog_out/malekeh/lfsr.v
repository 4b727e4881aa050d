// SPDX-License-Identifier: Apache-2.0
// lfsr: pseudo-random numbers
//
// Fibonacci LFSR of x^16 + x^15 + x^13 + x^4 + 1; it steps in every cycle. The random choices of Malekeh
// (sections II and IV-A1) start their search at a position that is scaled from its low byte.
// Specification: 3.12.

`default_nettype none

module lfsr #(
    parameter SEED = 44257                               // value after reset, not 0
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    output wire [7:0] random_o                           // low byte of the state
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SEED < 1 || SEED > 65535)) begin : g_taken
        end else begin : g_refused
            lfsr_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [15:0] START = SEED;

    reg [15:0] lfsr_q;                                   // state

    wire feedback = lfsr_q[15] ^ lfsr_q[14] ^ lfsr_q[12] ^ lfsr_q[3];

    assign random_o = lfsr_q[7:0];

    always @(posedge clk_i)
        if (rst_i)
            lfsr_q <= START;
        else
            lfsr_q <= {lfsr_q[14:0], feedback};

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (~|lfsr_q) begin
                $display("ASSERT %m: the state is 0, and stays so");
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
