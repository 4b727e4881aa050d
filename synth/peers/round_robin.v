// SPDX-License-Identifier: Apache-2.0
// round_robin: round-robin arbiter
//
// The requester behind the one that was granted last comes first. That one is kept as a thermometer code: bit i says
// that requester i+1 lies behind it.

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

    reg [N-2:0] behind_q;

    wire [N-1:0] later = req_i & {behind_q, 1'b0};       // requests behind the last grant
    wire [N-1:0] above_later;                            // some lower bit of `later`
    wire [N-1:0] above_any;                              // some lower request

    genvar i;
    generate
        assign above_later[0] = 1'b0;
        assign above_any[0] = 1'b0;
        for (i = 1; i < N; i = i + 1) begin : g_above
            assign above_later[i] = |later[i-1:0];
            assign above_any[i] = |req_i[i-1:0];
        end
    endgenerate

    wire some_later = |later;

    assign grant_o = (later & ~above_later) | (req_i & ~above_any & {N{~some_later}});

    // Those behind the grant have it below them.
    always @(posedge clk_i)
        if (rst_i)
            behind_q <= {(N-1){1'b0}};
        else if (yumi_i)
            behind_q <= some_later ? above_later[N-1:1] : above_any[N-1:1];

endmodule

`default_nettype wire
