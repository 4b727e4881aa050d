// SPDX-License-Identifier: Apache-2.0
// sthld: adaptation of STHLD
//
// STHLD is how many cycles a warp waits for a CCU without near values. The number of instructions that issue
// in an interval tells whether the last change of STHLD was good; at the end of each interval the state
// machine of Fig. 8 takes a step. Cycles without a live warp do not count, and a kernel starts anew.
// Malekeh, section IV-B3. Specification: 3.5 (STHLD).

`default_nettype none

module sthld #(
    parameter STHLD_BITS = 4,                            // bits of STHLD and of the wait counter
    parameter INTERVAL = 10000,                          // cycles of an interval
    parameter CYCLE_BITS = 14,                           // bits of a cycle's number in an interval
    parameter ISSUED_BITS = 14                           // bits of a number of instructions in an interval
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire kernel_i,                                // a kernel starts
    input  wire live_i,                                  // some warp is live
    input  wire issue_valid_i,                           // an instruction issues
    output wire [STHLD_BITS-1:0] sthld_o                 // STHLD
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(STHLD_BITS != 4 || INTERVAL != 10000 || CYCLE_BITS != 14 || ISSUED_BITS != 14)) begin : g_taken
        end else begin : g_refused
            sthld_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [STHLD_BITS-1:0] START = 4'd0;
    localparam [CYCLE_BITS-1:0] LAST_CYCLE = INTERVAL[CYCLE_BITS-1:0] - 1'b1;

    reg [2:0] state_q;                                   // state of Fig. 8
    reg [STHLD_BITS-1:0] sthld_q;                        // STHLD
    reg clamped_q;                                       // the last decrement would have gone below 0
    reg [CYCLE_BITS-1:0] cycle_q;                        // cycle of the interval
    reg [ISSUED_BITS-1:0] count_q;                       // instructions issued in it
    reg [ISSUED_BITS-1:0] prev_q;                        // and in the one before

    wire last_cycle = cycle_q == LAST_CYCLE;
    wire [ISSUED_BITS-1:0] count_1 = count_q + 1'b1;
    wire [ISSUED_BITS-1:0] issued = issue_valid_i ? count_1 : count_q;

    wire [2:0] next_state;
    wire [STHLD_BITS-1:0] next_sthld;
    wire next_clamped;

    // Whether an instruction issues is known last: both counts are compared.
    wire [1:0] changes;                                  // of the count without it, and with it
    wire large_change = issue_valid_i ? changes[1] : changes[0];

    sthld_diff u_diff (
        .current_i(count_q),
        .previous_i(prev_q),
        .large_o(changes[0])
    );

    sthld_diff u_diff_1 (
        .current_i(count_1),
        .previous_i(prev_q),
        .large_o(changes[1])
    );

    sthld_next u_next (
        .state_i(state_q),
        .sthld_i(sthld_q),
        .clamped_i(clamped_q),
        .large_i(large_change),
        .state_o(next_state),
        .sthld_o(next_sthld),
        .clamped_o(next_clamped)
    );

    assign sthld_o = sthld_q;

    always @(posedge clk_i)
        if (rst_i | kernel_i) begin
            cycle_q <= {CYCLE_BITS{1'b0}};
            count_q <= {ISSUED_BITS{1'b0}};
        end else if (live_i) begin
            cycle_q <= last_cycle ? {CYCLE_BITS{1'b0}} : cycle_q + 1'b1;
            count_q <= last_cycle ? {ISSUED_BITS{1'b0}} : issued;
        end

    always @(posedge clk_i)
        if (rst_i | kernel_i) begin
            state_q <= 3'd1;
            sthld_q <= START;
            clamped_q <= 1'b0;
            prev_q <= {ISSUED_BITS{1'b0}};
        end else if (live_i & last_cycle) begin
            state_q <= next_state;
            sthld_q <= next_sthld;
            clamped_q <= next_clamped;
            prev_q <= issued;
        end

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (~|state_q | &state_q) begin
                $display("ASSERT %m: Fig. 8 has no state %0d", state_q);
                $stop;
            end
            if ({1'b0, sthld_q} > 15) begin
                $display("ASSERT %m: STHLD is above its largest value: %0d", sthld_q);
                $stop;
            end
            if ({1'b0, cycle_q} >= INTERVAL) begin
                $display("ASSERT %m: the interval is over, and goes on: %0d", cycle_q);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
