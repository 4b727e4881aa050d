// SPDX-License-Identifier: Apache-2.0
// Dependence counters (3.18, Control): this text is put in front of the `endmodule` of the generated dependence. Names
// that end in _f belong to the proof.

localparam WATCHED_WARP_F = 1, WATCHED_F = 2;

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// --- what is around it: each instruction has a free in-flight number, is in Control once, dispatches once, and has one
// last result, or none ------------------------------------------------------------------------------------------------

reg [INFLIGHT-1:0] busy_f;                           // numbers of instructions on their way
reg [INFLIGHT-1:0] counted_f;                        // those that have left Control
reg [INFLIGHT-1:0] read_f;                           // those that have dispatched
reg [INFLIGHT*WARP_BITS-1:0] of_f;                   // their warps
reg control_f;                                       // one is in Control:
reg [IID_BITS-1:0] number_f;                         // this one
integer i_f, p_f, q_f;
reg [INFLIGHT-1:0] ends_f;

always @* begin
    assume(~|(grant_i & (grant_i - 1'b1)));
    assume(~(|grant_i & hold_i));
    assume(~(|grant_i & busy_f[issue_iid_i]));
    assume(control_valid_i == control_f);
    assume(~control_f | ((control_iid_i == number_f) &
        (control_warp_i == of_f[number_f*WARP_BITS +: WARP_BITS])));
    assume(~disp_valid_i | (busy_f[disp_iid_i] & counted_f[disp_iid_i] & ~read_f[disp_iid_i] &
        (disp_warp_i == of_f[disp_iid_i*WARP_BITS +: WARP_BITS])));
    ends_f = {INFLIGHT{1'b0}};
    if (disp_valid_i & (disp_dst_count_i == 3'd0))
        ends_f[disp_iid_i] = 1'b1;
    for (p_f = 0; p_f < PORTS; p_f = p_f + 1)
        if (accept_i[p_f] & wb_last_i[p_f]) begin
            assume(busy_f[wb_iid_i[p_f*IID_BITS +: IID_BITS]] & read_f[wb_iid_i[p_f*IID_BITS +: IID_BITS]] &
                (wb_warp_i[p_f*WARP_BITS +: WARP_BITS] ==
                    of_f[wb_iid_i[p_f*IID_BITS +: IID_BITS]*WARP_BITS +: WARP_BITS]));
            assume(~ends_f[wb_iid_i[p_f*IID_BITS +: IID_BITS]]);
            ends_f[wb_iid_i[p_f*IID_BITS +: IID_BITS]] = 1'b1;
        end
end

always @(posedge clk_i)
    if (rst_i) begin
        busy_f <= {INFLIGHT{1'b0}};
        control_f <= 1'b0;
    end else begin
        if (~hold_i)
            control_f <= |grant_i;
        if (|grant_i)
            number_f <= issue_iid_i;
        for (i_f = 0; i_f < INFLIGHT; i_f = i_f + 1)
            if (|grant_i & (issue_iid_i == i_f)) begin
                busy_f[i_f] <= 1'b1;
                counted_f[i_f] <= 1'b0;
                read_f[i_f] <= 1'b0;
                for (q_f = 0; q_f < WARPS; q_f = q_f + 1)
                    if (grant_i[q_f])
                        of_f[i_f*WARP_BITS +: WARP_BITS] <= q_f;
            end else begin
                if (ends_f[i_f])
                    busy_f[i_f] <= 1'b0;
                if (control_f & ~hold_i & (number_f == i_f))
                    counted_f[i_f] <= 1'b1;
                if (disp_valid_i & (disp_iid_i == i_f))
                    read_f[i_f] <= 1'b1;
            end
    end

// --- what holds in every cycle ---------------------------------------------------------------------------------------

// A counter is the number of instructions that have counted it up and not down: reads that are outstanding, and
// results. So it is never below 0, and at most twice the number of in-flight numbers.
// One counter is looked at, WATCHED_WARP_F's number WATCHED_F: all are alike.
localparam BITS_F = $clog2(2 * INFLIGHT + 1);
reg [BITS_F-1:0] outstanding_f;
integer j_f;

wire [5:0] count_f = count_q[WATCHED_WARP_F*36 + WATCHED_F*6 +: 6];
wire [1:0] ups_f = ups[WATCHED_WARP_F*12 + WATCHED_F*2 +: 2];
wire [3:0] downs_f = downs[WATCHED_WARP_F*24 + WATCHED_F*4 +: 4];
wire [6:0] before_f = {1'b0, count_f} + {5'd0, ups_f};

always @*
    if (started_f) begin
        `INVARIANT(~control_f | (busy_f[number_f] & ~counted_f[number_f] & ~read_f[number_f]));
        outstanding_f = {BITS_F{1'b0}};
        for (j_f = 0; j_f < INFLIGHT; j_f = j_f + 1) begin
            `INVARIANT(~busy_f[j_f] | counted_f[j_f] | (control_f & (number_f == j_f)));
            `INVARIANT(~busy_f[j_f] | counted_f[j_f] | ~read_f[j_f]);
            if (busy_f[j_f] & counted_f[j_f] & (of_f[j_f*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F)) begin
                outstanding_f = outstanding_f + (write_bar_q[j_f*3 +: 3] == WATCHED_F);
                outstanding_f = outstanding_f + ((read_bar_q[j_f*3 +: 3] == WATCHED_F) & ~read_f[j_f]);
            end
        end
        `INVARIANT(count_f == outstanding_f);
        assert(count_f <= 2 * INFLIGHT);
        // Ups and downs of a cycle do not go below 0 or above 63.
        assert(before_f >= {3'd0, downs_f});
        assert(before_f - {3'd0, downs_f} <= 7'd63);
        // A warp that waits for the counter does not issue before everything that counts it is through.
        assert(~head_wait_i[WATCHED_WARP_F*6 + WATCHED_F] | (outstanding_f == 0) | blocked_o[WATCHED_WARP_F]);
    end
