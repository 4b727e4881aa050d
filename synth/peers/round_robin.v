// SPDX-License-Identifier: Apache-2.0
// round_robin: round-robin arbiter, of the generated rotating_choice
//
// The requester behind the one that was granted last comes first. That one is kept as a thermometer code: bit i says
// that requester i+1 does not lie behind it.

`default_nettype none

module round_robin #(
    parameter N = 4
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [N-1:0] req_i,
    input  wire yumi_i,                                  // the grant is used
    output wire [N-1:0] grant_o                          // one-hot or zero
);

    reg [N-2:0] before_q;
    wire [N-1:0] reached;                                // the grant, and all above it

    rotating_choice #(.N(N)) u_choice (
        .req_i(req_i),
        .first_i({~before_q, 1'b0}),
        .grant_o(grant_o),
        .reached_o(reached)
    );

    always @(posedge clk_i)
        if (rst_i)
            before_q <= {(N-1){1'b1}};
        else if (yumi_i)
            before_q <= ~reached[N-2:0];

endmodule

`default_nettype wire
