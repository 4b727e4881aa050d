// SPDX-License-Identifier: Apache-2.0
// What CIAO decides about warps (docs/ciao.md, 7.3 to 7.5), for every sequence of launches, ends, instructions, VTA
// hits and barriers. The generated ciao is an instance with all its tables; names that end in _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

`ifdef STALL_F
wire [SM_WARPS-1:0] stall_f;
`else
wire [SM_WARPS-1:0] stall_f = {SM_WARPS{1'b0}};
`endif
wire isolated_o_f;

ciao u_ciao (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .flush_i(flush_i),
    .launch_valid_i(launch_valid_i),
    .launch_warp_i(launch_warp_i),
    .end_valid_i(end_valid_i),
    .end_warp_i(end_warp_i),
    .issue_valid_i(issue_valid_i),
`ifdef SHARED_F
    .shared_on_i(shared_on_i),
    .access_warp_i(access_warp_i),
    .isolated_o(isolated_o_f),
`else
    .access_warp_i(access_warp_i),
`endif
`ifdef STALL_F
    .awaited_i(awaited_i),
    .stall_o(stall_f),
`endif
    .hit_i(hit_i),
    .hit_by_i(hit_by_i)
);

(* hierconn *) wire [SM_WARPS-1:0] \u_ciao.live_q ;
(* hierconn *) wire [SM_WARPS-1:0] \u_ciao.u_interference_list.valid_q ;
(* hierconn *) wire [SM_WARPS*SM_WARP_BITS-1:0] \u_ciao.u_interference_list.warp_q ;
(* hierconn *) wire [SM_WARPS*SM_WARP_BITS-1:0] \u_ciao.u_pair_list.recent_q ;
(* hierconn *) wire [SM_WARPS*VTA_BITS-1:0] \u_ciao.u_vta_counts.hits_q ;
(* hierconn *) wire [VTA_BITS-1:0] \u_ciao.u_vta_counts.insts_q ;
(* hierconn *) wire [1:0] \u_ciao.state_q ;
(* hierconn *) wire [1:0] \u_ciao.kind_q ;
(* hierconn *) wire [SM_WARP_BITS-1:0] \u_ciao.tested_q ;
(* hierconn *) wire \u_ciao.u_cutoff_test.busy_q ;
(* hierconn *) wire [ACTIVE_BITS+11:0] \u_ciao.u_cutoff_test.factor_q ;
(* hierconn *) wire [VTA_BITS+ACTIVE_BITS+11:0] \u_ciao.u_cutoff_test.term_q ;
(* hierconn *) wire [VTA_BITS+ACTIVE_BITS+11:0] \u_ciao.u_cutoff_test.sum_q ;
(* hierconn *) wire \u_ciao.done ;
(* hierconn *) wire \u_ciao.over ;

wire [SM_WARPS-1:0] live_f = \u_ciao.live_q ;
wire [SM_WARPS-1:0] listed_f = \u_ciao.u_interference_list.valid_q ;
wire [SM_WARPS*SM_WARP_BITS-1:0] by_f = \u_ciao.u_interference_list.warp_q ;
wire [SM_WARPS*SM_WARP_BITS-1:0] recent_f = \u_ciao.u_pair_list.recent_q ;
wire [SM_WARPS*VTA_BITS-1:0] hits_f = \u_ciao.u_vta_counts.hits_q ;
wire [VTA_BITS-1:0] insts_f = \u_ciao.u_vta_counts.insts_q ;
wire [1:0] state_f = \u_ciao.state_q ;
wire [1:0] kind_f = \u_ciao.kind_q ;
wire [SM_WARP_BITS-1:0] tested_f = \u_ciao.tested_q ;
wire busy_f = \u_ciao.u_cutoff_test.busy_q ;
wire [ACTIVE_BITS+11:0] factor_f = \u_ciao.u_cutoff_test.factor_q ;
wire [VTA_BITS+ACTIVE_BITS+11:0] term_f = \u_ciao.u_cutoff_test.term_q ;
wire [VTA_BITS+ACTIVE_BITS+11:0] sum_f = \u_ciao.u_cutoff_test.sum_q ;
wire done_f = \u_ciao.done ;
wire over_f = \u_ciao.over ;

`ifdef STALL_F
(* hierconn *) wire [SM_WARPS-1:0] \u_ciao.u_pair_list.stalled_q ;
(* hierconn *) wire [SM_WARPS*SM_WARP_BITS-1:0] \u_ciao.u_pair_list.second_q ;
wire [SM_WARPS-1:0] stalled_f = \u_ciao.u_pair_list.stalled_q ;
wire [SM_WARPS*SM_WARP_BITS-1:0] second_f = \u_ciao.u_pair_list.second_q ;
`else
wire [SM_WARPS-1:0] stalled_f = {SM_WARPS{1'b0}};
wire [SM_WARPS*SM_WARP_BITS-1:0] second_f = {(SM_WARPS*SM_WARP_BITS){1'b0}};
`endif
`ifdef SHARED_F
(* hierconn *) wire [SM_WARPS-1:0] \u_ciao.u_pair_list.isolated_q ;
(* hierconn *) wire [SM_WARPS*SM_WARP_BITS-1:0] \u_ciao.u_pair_list.first_q ;
wire [SM_WARPS-1:0] isolated_f = \u_ciao.u_pair_list.isolated_q ;
wire [SM_WARPS*SM_WARP_BITS-1:0] first_f = \u_ciao.u_pair_list.first_q ;
`else
wire [SM_WARPS-1:0] isolated_f = {SM_WARPS{1'b0}};
wire [SM_WARPS*SM_WARP_BITS-1:0] first_f = {(SM_WARPS*SM_WARP_BITS){1'b0}};
`endif

// --- what is around it: a slot is launched when it is free, a live warp ends, the one that others wait for is live,
// and a kernel starts when no warp is there ---------------------------------------------------------------------------

reg [SM_WARPS-1:0] launched_f, ended_f;
integer i_f, j_f;

always @* begin
    launched_f = {SM_WARPS{1'b0}};
    ended_f = {SM_WARPS{1'b0}};
    for (i_f = 0; i_f < SM_WARPS; i_f = i_f + 1) begin
        launched_f[i_f] = launch_valid_i[i_f / WARPS] &
            (launch_warp_i[i_f / WARPS * WARP_BITS +: WARP_BITS] == i_f % WARPS);
        ended_f[i_f] = end_valid_i[i_f / WARPS] & (end_warp_i[i_f / WARPS * WARP_BITS +: WARP_BITS] == i_f % WARPS);
    end
    assume(~|(launched_f & live_f));
    assume(~|(ended_f & ~live_f));
    assume(~|(awaited_i & ~live_f));
    assume(~(flush_i & (|live_f | |launched_f)));
end

// --- what holds in every cycle ---------------------------------------------------------------------------------------

function [SM_WARP_BITS-1:0] of_f(input [SM_WARPS*SM_WARP_BITS-1:0] table_f, input integer at_f);
    of_f = table_f[at_f*SM_WARP_BITS +: SM_WARP_BITS];
endfunction

// Place of each warp in the order of decisions.
reg [SM_WARPS*SM_WARP_BITS-1:0] place_f;

always @* begin
    place_f = {(SM_WARPS*SM_WARP_BITS){1'b0}};
    for (i_f = 0; i_f < SM_WARPS; i_f = i_f + 1)
        for (j_f = 0; j_f < SM_WARPS; j_f = j_f + 1)
            if (of_f(recent_f, j_f) == i_f)
                place_f[i_f*SM_WARP_BITS +: SM_WARP_BITS] = j_f;
end

reg [SM_WARPS-1:0] was_awaited_f, was_stalled_f, was_isolated_f, had_ended_f;
reg [SM_WARPS*SM_WARP_BITS-1:0] was_second_f, was_first_f;
reg followed_f = 1'b0;                               // there is a cycle before this one, behind reset
always @(posedge clk_i) begin
    followed_f <= started_f;
    was_awaited_f <= awaited_i;
    was_stalled_f <= stalled_f;
    was_isolated_f <= isolated_f;
    had_ended_f <= ended_f;
    was_second_f <= second_f;
    was_first_f <= first_f;
end

always @*
    if (started_f)
        for (i_f = 0; i_f < SM_WARPS; i_f = i_f + 1) begin
            // Who is in a table is live, and never there because of itself.
            `INVARIANT(~listed_f[i_f] | (live_f[i_f] & live_f[of_f(by_f, i_f)] & (of_f(by_f, i_f) != i_f)));
            `INVARIANT(~stalled_f[i_f] | (live_f[i_f] & live_f[of_f(second_f, i_f)] & (of_f(second_f, i_f) != i_f)));
            `INVARIANT(~isolated_f[i_f] | (live_f[i_f] & live_f[of_f(first_f, i_f)] & (of_f(first_f, i_f) != i_f)));
            // The order holds every warp once.
            for (j_f = 0; j_f < i_f; j_f = j_f + 1)
                `INVARIANT(of_f(recent_f, i_f) != of_f(recent_f, j_f));
            // A barrier does not wait for a stalled warp, and what a warp triggered ends with it.
            if (followed_f) begin
                assert(~(was_awaited_f[i_f] & stalled_f[i_f]));
                assert(~(was_stalled_f[i_f] & had_ended_f[of_f(was_second_f, i_f)] & stalled_f[i_f]));
                assert(~(was_isolated_f[i_f] & had_ended_f[of_f(was_first_f, i_f)] & isolated_f[i_f]));
            end
        end

`ifdef ALONE_F
// Without isolation: while there are live warps one of them is not stalled. Who triggered a stall is not stalled, or
// was stalled later.
always @*
    if (started_f) begin
        for (i_f = 0; i_f < SM_WARPS; i_f = i_f + 1)
            `INVARIANT(~(stalled_f[i_f] & stalled_f[of_f(second_f, i_f)]) |
                (place_f[of_f(second_f, i_f)*SM_WARP_BITS +: SM_WARP_BITS] <
                 place_f[i_f*SM_WARP_BITS +: SM_WARP_BITS]));
        assert(~|live_f | |(live_f & ~stalled_f));
    end
`endif

// The test says what Eq. 1 says of the hits and active warps with which it began.
localparam PRODUCT_F = VTA_BITS + ACTIVE_BITS + 12;
reg [PRODUCT_F-1:0] product_f;
reg [ACTIVE_BITS-1:0] active_f;
reg [VTA_BITS-1:0] score_f;
always @* begin
    active_f = {ACTIVE_BITS{1'b0}};
    score_f = {VTA_BITS{1'b0}};
    for (i_f = 0; i_f < SM_WARPS; i_f = i_f + 1) begin
        active_f = active_f + (live_f[i_f] & ~stalled_f[i_f]);
        if (tested_f == i_f)
            score_f = hits_f[i_f*VTA_BITS +: VTA_BITS];
    end
end
always @(posedge clk_i)
    if (state_f == 2'd2)
        product_f <= score_f * active_f * (kind_f == 2'd1 ? HIGH_F : LOW_F);

wire [PRODUCT_F-1:0] rest_f = (factor_f[0] ? term_f : {PRODUCT_F{1'b0}}) +
    (factor_f[1] ? term_f << 1 : {PRODUCT_F{1'b0}}) + (factor_f[2] ? term_f << 2 : {PRODUCT_F{1'b0}}) +
    (factor_f[3] ? term_f << 3 : {PRODUCT_F{1'b0}});
always @*
    if (started_f) begin
        `INVARIANT(~busy_f | ~|factor_f[ACTIVE_BITS+11:4]);
        `INVARIANT(~busy_f | (state_f == 2'd3));
        `INVARIANT(~busy_f | (sum_f + rest_f == product_f));
        assert(~done_f | (over_f == (product_f > insts_f)));
    end
