// SPDX-License-Identifier: Apache-2.0
// issue: choice of warp and collector, end of warps
//
// Each cycle the warp that issued last, or else the oldest that is ready, issues one instruction to a random
// collector that is not busy.
// Malekeh, sections II (OCU allocation) and IV-B1 (greedy then oldest). Specification: 3.5, 3.12.

`default_nettype none

module issue #(
    parameter WARPS = 8,                                 // warp slots
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter COLLECTORS = 2                             // operand collectors
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire launch_valid_i,                          // a warp starts
    input  wire [WARP_BITS-1:0] launch_warp_i,           // its slot
    input  wire [7:0] random_i,                          // pseudo-random number
    input  wire [WARPS-1:0] head_valid_i,                // warps that have an instruction
    input  wire [WARPS-1:0] blocked_i,                   // it waits for a result (RAW, WAW) or a tag
    input  wire [WARPS-1:0] pending_i,                   // a result or a tag of the warp is outstanding
    input  wire full_i,                                  // no in-flight number is free
    input  wire [COLLECTORS-1:0] occupied_i,             // collectors that hold an instruction
    input  wire [COLLECTORS-1:0] dispatch_i,             // the collector that dispatches
    input  wire [COLLECTORS-1:0] col_war_i,              // it reads a result of its warp's next instruction
    input  wire [COLLECTORS*WARP_BITS-1:0] col_warp_i,   // warps of the collectors
    input  wire [WARPS-1:0] head_last_i,                 // the next instruction ends its warp
    output wire [WARPS-1:0] grant_o,                     // warp that issues, one-hot or zero
    output wire issue_valid_o,                           // an instruction issues
    output reg  [WARP_BITS-1:0] issue_warp_o,            // its warp
    output wire [COLLECTORS-1:0] alloc_o,                // its collector
    output wire end_valid_o,                             // a warp has ended
    output reg  [WARP_BITS-1:0] end_warp_o               // its slot
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 8 || WARP_BITS != 3 || COLLECTORS != 2)) begin : g_taken
        end else begin : g_refused
            issue_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg last_valid_q;                                    // last_warp_q names the warp that issued last
    reg [WARP_BITS-1:0] last_warp_q;                     // that warp
    reg [WARPS-1:0] exiting_q;                           // the warp's last instruction has issued

    wire [COLLECTORS-1:0] busy = occupied_i & ~dispatch_i;
    wire [COLLECTORS-1:0] available = ~busy;

    // Collectors by warp: a WAR hazard, and (for the end of the warp) any instruction.
    reg [WARPS-1:0] hazard;
    reg [WARPS-1:0] waits;

    always @* begin : by_warp
        integer c;
        hazard = {WARPS{1'b0}};
        waits = {WARPS{1'b0}};
        for (c = 0; c < COLLECTORS; c = c + 1) begin
            if (busy[c] & col_war_i[c])
                hazard[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;
            if (occupied_i[c])
                waits[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;
        end
    end

    // 3.5, condition 4: any collector.
    wire [WARPS-1:0] collector = {WARPS{|available}};

    wire [WARPS-1:0] ready =
        head_valid_i & ~blocked_i & ~hazard & collector & {WARPS{~full_i}};

    // 3.5: greedy, then oldest (IV-B1).
    wire [WARPS*WARPS-1:0] row;
    wire [WARPS-1:0] last;
    wire [WARPS-1:0] first;                              // the ready one that no ready one comes before
    wire [WARPS-1:0] launch;
    wire [WARPS-1:0] ending;

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            assign last[w] = last_valid_q & (last_warp_q == w);

            // Warps that come before this one if they are ready, which is known later.
            wire [WARPS-1:0] self = {{(WARPS-1){1'b0}}, 1'b1} << w;
            wire [WARPS-1:0] older = row[w*WARPS +: WARPS] & ~self;
            wire [WARPS-1:0] preceding = last[w] ? {WARPS{1'b0}} : last | older;

            assign first[w] = ready[w] & ~|(ready & preceding);
            assign launch[w] = launch_valid_i & (launch_warp_i == w);
        end
    endgenerate

    age_matrix #(.ENTRIES(WARPS)) u_age (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .alloc_i(launch),
        .free_i(ending),
        .row_o(row)
    );

    assign grant_o = first;
    assign issue_valid_o = |ready;

    always @* begin : warp_number
        integer k;
        issue_warp_o = {WARP_BITS{1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            issue_warp_o = issue_warp_o | ({WARP_BITS{grant_o[k]}} & k[WARP_BITS-1:0]);
    end

    // 3.5: a random one of those that are not busy, starting at (random * COLLECTORS) / 256.
    wire [31:0] start = {24'd0, random_i} * COLLECTORS;
    wire [COLLECTORS-1:0] reached;

    genvar c;
    generate
        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector
            assign reached[c] = start < 256 * (c + 1);
        end
    endgenerate

    wire [COLLECTORS-1:0] random;
    wire [COLLECTORS-1:0] unused_above;

    rotating_choice #(.N(COLLECTORS)) u_random (
        .req_i(available),
        .first_i(reached),
        .grant_o(random),
        .reached_o(unused_above)
    );

    assign alloc_o = random & {COLLECTORS{issue_valid_o}};

    // 3.12: the lowest warp that can end.
    wire [WARPS-1:0] ended = exiting_q & ~pending_i & ~waits;

    assign ending = ended & (~ended + 1'b1);
    assign end_valid_o = |ended;

    always @* begin : end_number
        integer k;
        end_warp_o = {WARP_BITS{1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            end_warp_o = end_warp_o | ({WARP_BITS{ending[k]}} & k[WARP_BITS-1:0]);
    end

    always @(posedge clk_i)
        if (rst_i)
            exiting_q <= {WARPS{1'b0}};
        else
            exiting_q <= (exiting_q & ~ending) | (grant_o & head_last_i);

    always @(posedge clk_i)
        if (rst_i)
            last_valid_q <= 1'b0;
        else if (issue_valid_o)
            last_valid_q <= 1'b1;
        else if (|(ending & last))
            last_valid_q <= 1'b0;

    always @(posedge clk_i)
        if (issue_valid_o)
            last_warp_q <= issue_warp_o;

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (|(grant_o & (grant_o - 1'b1))) begin
                $display("ASSERT %m: several warps issue: %b", grant_o);
                $stop;
            end
            if (|(grant_o & ~head_valid_i)) begin
                $display("ASSERT %m: a warp issues that has no instruction: %b", grant_o);
                $stop;
            end
            if (|(grant_o & blocked_i)) begin
                $display("ASSERT %m: a warp issues that waits for a result: %b", grant_o);
                $stop;
            end
            if (|(grant_o & exiting_q)) begin
                $display("ASSERT %m: a warp issues behind its last instruction: %b", grant_o);
                $stop;
            end
            if (issue_valid_o & full_i) begin
                $display("ASSERT %m: an instruction issues, and no in-flight number is free");
                $stop;
            end
            if (|(alloc_o & (alloc_o - 1'b1))) begin
                $display("ASSERT %m: several collectors take an instruction: %b", alloc_o);
                $stop;
            end
            if (issue_valid_o != |alloc_o) begin
                $display("ASSERT %m: an instruction issues, or none, and collectors take one: %b", alloc_o);
                $stop;
            end
            if (|(alloc_o & busy)) begin
                $display("ASSERT %m: a collector takes an instruction that is busy: %b", alloc_o);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
