// SPDX-License-Identifier: Apache-2.0
// Patience (docs/ciao.md, 7.5), goes behind ciao.vh: while nothing issues, stalled warps go on one after the other, in
// bounded time, whatever the tables hold. Each cycle without an instruction in which a live warp is stalled, and no
// stalled one goes on, lowers left_f by one at least: what is left of the patience, of what is being decided, and of
// the walk to a stalled warp.

(* hierconn *) wire [PATIENCE_BITS-1:0] \u_ciao.quiet_q ;
(* hierconn *) wire \u_ciao.rescue_q ;
(* hierconn *) wire \u_ciao.high_due_q ;
(* hierconn *) wire [SM_WARP_BITS-1:0] \u_ciao.walked_q ;
(* hierconn *) wire [SM_WARP_BITS-1:0] \u_ciao.left_q ;
(* hierconn *) wire [SM_WARP_BITS-1:0] \u_ciao.pos_q ;

localparam [15:0] JUDGES_F = 5;                      // cycles of a test: bits of 4 warps times a cutoff of 3, and one
localparam [15:0] VISIT_F = JUDGES_F + 2;            // of a warp that is examined
localparam [15:0] DECIDES_F = SM_WARPS*VISIT_F;      // of a decision
localparam [15:0] WALK_F = SM_WARPS;                 // to a stalled warp
localparam [15:0] PATIENCE_F = PATIENCE + DECIDES_F + WALK_F + 1;
localparam [15:0] ALL_F = (SM_WARPS + 2*SCAN + 1)*PATIENCE_F;

wire [15:0] pos_f = \u_ciao.pos_q ;
wire [15:0] walked_f = \u_ciao.walked_q ;
wire [15:0] quiet_f = \u_ciao.quiet_q ;
wire quiet_now_f = started_f & |(live_f & stalled_f) & ~|issue_valid_i & ~flush_i;

reg [15:0] test_f;                                   // cycles left of the test,
reg [15:0] decision_f;                               // of what is being decided,
reg [15:0] left_f;                                   // until a stalled warp goes on
reg [15:0] stalls_f;                                 // warps that are stalled, or may be yet
reg [15:0] since_f;                                  // cycles in which none went on
reg [15:0] silent_f;                                 // cycles without an instruction
integer a_q_f;

always @* begin
    test_f = factor_f[3] ? 16'd5 : factor_f[2] ? 16'd4 : factor_f[1] ? 16'd3 : factor_f[0] ? 16'd2 : 16'd1;
    case (state_f)
    2'd1: decision_f = kind_f == 2'd1 ? (SM_WARPS - walked_f)*VISIT_F : SM_WARPS - pos_f + JUDGES_F + 16'd1;
    2'd2: decision_f = 16'd1 + JUDGES_F + (kind_f == 2'd1 ? (SM_WARPS - 16'd1 - walked_f)*VISIT_F : 16'd0);
    2'd3: decision_f = test_f + (kind_f == 2'd1 ? (SM_WARPS - 16'd1 - walked_f)*VISIT_F : 16'd0);
    default: decision_f = 16'd0;
    endcase
    if ((state_f == 2'd1) & (kind_f == 2'd2))
        left_f = SM_WARPS - pos_f;
    else if (\u_ciao.rescue_q )
        left_f = decision_f + 16'd1 + WALK_F;
    else
        left_f = PATIENCE - quiet_f + DECIDES_F + 16'd1 + WALK_F;

    stalls_f = \u_ciao.high_due_q ? SCAN : 16'd0;
    if ((kind_f == 2'd1) & (state_f != 2'd0))
        stalls_f = stalls_f + \u_ciao.left_q + 16'd1;
    for (a_q_f = 0; a_q_f < SM_WARPS; a_q_f = a_q_f + 1)
        stalls_f = stalls_f + stalled_f[a_q_f];
end

wire fell_f = |(was_stalled_f & ~stalled_f);         // one has gone on
wire [15:0] waited_f = fell_f ? 16'd0 : since_f;

always @(posedge clk_i) begin
    since_f <= quiet_now_f ? waited_f + 16'd1 : 16'd0;
    silent_f <= quiet_now_f ? silent_f + 16'd1 : 16'd0;
end

integer b_q_f;
always @*
    if (started_f & followed_f) begin
        if (quiet_now_f) begin
            assert(waited_f < PATIENCE_F);           // a stalled warp goes on,
            assert(silent_f < ALL_F);                // and the next one, until none is stalled
        end
        // Behind this line: what makes it inductive.
        if (quiet_now_f) begin
            `INVARIANT((left_f != 16'd0) & (waited_f + left_f <= PATIENCE_F));
            `INVARIANT(silent_f + stalls_f*PATIENCE_F + left_f <= ALL_F);
        end
        `INVARIANT((state_f != 2'd3) | busy_f);
        `INVARIANT(kind_f != 2'd3);
        `INVARIANT((kind_f != 2'd2) | ~state_f[1]);
        `INVARIANT(quiet_f < PATIENCE);
        `INVARIANT(\u_ciao.left_q < SCAN);
        for (b_q_f = 0; b_q_f < SM_WARPS; b_q_f = b_q_f + 1)
            if ((state_f == 2'd1) & (kind_f == 2'd2) & (b_q_f < pos_f))
                `INVARIANT(~stalled_f[of_f(recent_f, b_q_f)]);
    end
