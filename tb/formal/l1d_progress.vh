// SPDX-License-Identifier: Apache-2.0
// Bounded waiting (5.4, Responses) ------------------------------------------------------------------
//
// A line that has come, whichever, leaves the response queue within TARGETS + 1 cycles: no target is added while one is
// there, the queue's head answers one a cycle, and waits at most once, for a load that hit.
reg marked_f;                                        // a line in the response queue is looked at:
reg [FILL_COUNT_BITS-1:0] ahead_f;                   // lines before it
reg [7:0] age_f;                                     // cycles that it has been there
reg [7:0] answers_left_f;                            // answers to be given until it leaves
wire marks_f = (comes_f | migrate_f) & free_mark_i & ~marked_f;
wire leaves_f = marked_f & pop_f & (ahead_f == 0);
integer a_p_f, b_p_f;

always @(posedge clk_i) begin
    marked_f <= ~rst_f & (marks_f | (marked_f & ~leaves_f));
    if (marks_f)
        ahead_f <= fills_f - pop_f;
    else if (pop_f)
        ahead_f <= ahead_f - 1'b1;
    age_f <= marks_f ? 8'd0 : age_f + 8'd1;
end

always @* begin
    answers_left_f = 8'd0;
    for (a_p_f = 0; a_p_f < TARGETS; a_p_f = a_p_f + 1)
        for (b_p_f = 0; b_p_f < FILLS; b_p_f = b_p_f + 1)
            if (target_f[a_p_f] & come_f[b_p_f] &
                ((b_p_f >= fill_ptr_f ? b_p_f - fill_ptr_f : b_p_f + FILLS - fill_ptr_f) <= ahead_f) &
                (fill_mshr_f[b_p_f*MSHR_BITS +: MSHR_BITS] == target_mshr_f[a_p_f*MSHR_BITS +: MSHR_BITS]))
                answers_left_f = answers_left_f + 8'd1;
    if (started_f & marked_f) begin
        assert(age_f <= TARGETS);                    // its cycles are numbers 0 to TARGETS
        `INVARIANT(ahead_f < fills_f);
        `INVARIANT(age_f + answers_left_f + hit_f <= TARGETS + 1);
        `INVARIANT(age_f != 8'd0 || answers_left_f != 8'd0);
    end
end

// A line access that stays is taken. Of the memory behind one thing is assumed: while it has something to do, a request
// that it is offered or an answer that it owes, it does one of both within GRANT_F cycles; this holds if it takes each
// request and answers each within that time. Each thing that happens lowers the rank; while nothing is taken something
// can happen.
localparam GRANT_F = 3;
localparam [15:0] RANK_F = 3 + WRITES + 3*MSHRS + TARGETS + 1 + CLEARS_F;
reg waits_f, left_f;                                 // the access was not taken; a dirty line has left for it
reg [15:0] waited_f, delay_f;                        // cycles that it waited; since something happened
reg [15:0] rank_f;
reg [3+3+1+SUB_BITS+LANES*OFF_BITS+LANES*OFF_BITS+LANES-1:0] was_access_f;
wire [3+3+1+SUB_BITS+LANES*OFF_BITS+LANES*OFF_BITS+LANES-1:0] is_access_f = {access_valid_i, access_op_i, access_line_i,
    access_sub_i, access_id_i, access_off_i, access_mask_i};
wire stays_f = started_f & access_valid_i & ~taken_f;
wire memory_f = req_valid_f | |asked_f;              // the memory has something to do
wire went_on_f = asks_f | comes_f | hit_f | (fills_f != 0) | victim_f | leave_f | migrate_f | clear_f;
integer c_p_f;

always @* begin
    rank_f = {14'd0, victim_f | migrate_f, 1'b0} + hit_f + fills_f + clears_f + (waits_f & left_f ? 16'd0 : 16'd3);
    for (c_p_f = 0; c_p_f < WRITES; c_p_f = c_p_f + 1)
        if (queued_f[c_p_f])
            rank_f = rank_f + (write_op_f[c_p_f*2] ? 16'd1 : 16'd3);
    for (c_p_f = 0; c_p_f < MSHRS; c_p_f = c_p_f + 1)
        rank_f = rank_f + {14'd0, asked_f[c_p_f], 1'b0};
    for (c_p_f = 0; c_p_f < TARGETS; c_p_f = c_p_f + 1)
        rank_f = rank_f + {15'd0, target_f[c_p_f]};
    if (waits_f)
        assume(is_access_f == was_access_f);
    if (stays_f & memory_f & (delay_f == GRANT_F - 1))
        assume(asks_f | comes_f | (fills_f != 0) | hit_f);
end

always @(posedge clk_i) begin
    waits_f <= stays_f;
    was_access_f <= is_access_f;
    left_f <= stays_f & ((waits_f & left_f) | leave_f);
    waited_f <= stays_f ? (waits_f ? waited_f : 16'd0) + 16'd1 : 16'd0;
    delay_f <= stays_f & ~went_on_f ? delay_f + 16'd1 : 16'd0;
end

reg free_way_f;
integer d_p_f;
always @* begin
    free_way_f = 1'b0;
    for (d_p_f = 0; d_p_f < LINES; d_p_f = d_p_f + 1)
        if (~held_f[d_p_f] & (set_of_f(line_i_f) == d_p_f / L1D_WAYS))
            free_way_f = 1'b1;
    if (started_f & was_started_f) begin
        if (stays_f) begin
            assert(went_on_f | memory_f | probe_f);
            assert(~waits_f | (waited_f < RANK_F*GRANT_F));
        end
        // Behind this line: what makes it inductive.
        `INVARIANT(rank_f <= RANK_F);
        `INVARIANT(delay_f < GRANT_F);
        `INVARIANT(waits_f | (delay_f == 16'd0));
        `INVARIANT((delay_f == 16'd0) | memory_f | probed_f);
        `INVARIANT(~waits_f | (waited_f <= (RANK_F - rank_f)*GRANT_F + delay_f));
        `INVARIANT(~(waits_f & left_f) | free_way_f);
        `INVARIANT(~(waits_f & left_f) | (access_op_i == 2'd0));
        `INVARIANT(~victim_f | (waits_f & left_f));
    end
end
