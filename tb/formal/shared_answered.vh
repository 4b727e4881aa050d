// SPDX-License-Identifier: Apache-2.0
// Who waits is answered in bounded time --------------------------------------------------------------
//
// For one target, whichever. (A load that hits is answered in the next cycle; an element that waits has one target, by
// l1d_values_induction.vh.) Of the memory behind it is assumed that it takes a request within TAKE_F cycles, and that
// it answers what the target waits for, when it has taken the request, in one of the next GIVE_F cycles in which a line
// is taken. left_f cycles are left: each cycle lowers that by one at least, wherever what the target waits for is.
localparam TAKE_F = 3;
localparam GIVE_F = 3;
localparam [15:0] LINE_F = TARGETS + 1;              // at most so long in the response queue,
localparam [15:0] AWAY_F = (GIVE_F + 1)*LINE_F;      // behind the write queue,
localparam [15:0] BOUND_F = AWAY_F + WRITES*TAKE_F;  // and in all

reg [TARGETS-1:0] chosen_f;                          // the target, one-hot
always @(posedge clk_i)
    chosen_f <= free_target_i;
always @* begin
    assume(|free_target_i && ~|(free_target_i & (free_target_i - 1'b1)));
    if (started_f)
        assume(chosen_f == free_target_i);
end
wire awaits_it_f = started_f & |(chosen_f & target_f);

reg [MSHRS-1:0] its_mshr_f;                          // what it waits for, one-hot
reg [15:0] its_targets_f;                            // targets that wait for it
reg [15:0] head_targets_f;                           // that wait for the line that is served
reg [15:0] before_it_f;                              // that wait for lines up to it in the response queue
reg [FILLS-1:0] its_line_f;                          // it is there, by place in the ring
reg [15:0] its_order_f;                              // position in the queue that it is in
reg [7:0] held_back_f;                               // cycles that the head of the write queue was not taken
reg [7:0] ready_f;                                   // cycles that memory could have answered
reg [15:0] full_f;                                   // cycles until it can
wire comes_it_f = comes_f & its_mshr_f[fill_mshr_i];
reg its_request_f, its_answer_f, its_migration_f;
reg [15:0] left_f;
integer a_r_f, b_r_f;

function [15:0] order_f(input integer at, input integer head, input integer size);
    order_f = at >= head ? at - head : at + size - head;
endfunction

always @* begin
    its_mshr_f = {MSHRS{1'b0}};
    for (a_r_f = 0; a_r_f < MSHRS; a_r_f = a_r_f + 1)
        for (b_r_f = 0; b_r_f < TARGETS; b_r_f = b_r_f + 1)
            if (chosen_f[b_r_f] & target_f[b_r_f] & (target_mshr_f[b_r_f*MSHR_BITS +: MSHR_BITS] == a_r_f))
                its_mshr_f[a_r_f] = 1'b1;
    its_answer_f = |(its_mshr_f & asked_f);
    its_migration_f = migrate_f & its_mshr_f[migrate_mshr_f];

    its_request_f = 1'b0;
    its_order_f = 16'd0;
    for (a_r_f = 0; a_r_f < WRITES; a_r_f = a_r_f + 1)
        if (queued_f[a_r_f] & ~write_op_f[a_r_f*2] & its_mshr_f[write_mshr_f[a_r_f*MSHR_BITS +: MSHR_BITS]]) begin
            its_request_f = 1'b1;
            its_order_f = order_f(a_r_f, write_ptr_f, WRITES);
        end
    its_line_f = {FILLS{1'b0}};
    for (a_r_f = 0; a_r_f < FILLS; a_r_f = a_r_f + 1)
        if (come_f[a_r_f] & its_mshr_f[fill_mshr_f[a_r_f*MSHR_BITS +: MSHR_BITS]]) begin
            its_line_f[a_r_f] = 1'b1;
            its_order_f = order_f(a_r_f, fill_ptr_f, FILLS);
        end

    its_targets_f = 16'd0;
    head_targets_f = 16'd0;
    before_it_f = 16'd0;
    for (b_r_f = 0; b_r_f < TARGETS; b_r_f = b_r_f + 1)
        if (target_f[b_r_f]) begin
            if (its_mshr_f[target_mshr_f[b_r_f*MSHR_BITS +: MSHR_BITS]])
                its_targets_f = its_targets_f + 16'd1;
            for (a_r_f = 0; a_r_f < FILLS; a_r_f = a_r_f + 1)
                if (come_f[a_r_f] &
                    (fill_mshr_f[a_r_f*MSHR_BITS +: MSHR_BITS] == target_mshr_f[b_r_f*MSHR_BITS +: MSHR_BITS])) begin
                    if (order_f(a_r_f, fill_ptr_f, FILLS) == 16'd0)
                        head_targets_f = head_targets_f + 16'd1;
                    if ((order_f(a_r_f, fill_ptr_f, FILLS) <= its_order_f) | its_migration_f)
                        before_it_f = before_it_f + 16'd1;
                end
        end

    // A queue that is full, or about to be, has room when its head has been served.
    full_f = 16'd0;
    if (fills_f == FILLS)
        full_f = head_targets_f + hit_f;
    else if (migrate_f)
        full_f = fills_f == FILLS - 1 ? head_targets_f + (head_targets_f == 16'd0) : 16'd1;

    left_f = 16'd0;
    if (|its_line_f)
        left_f = before_it_f + hit_f;
    else if (its_migration_f)
        left_f = 16'd1 + before_it_f + its_targets_f;
    else if (its_answer_f)
        left_f = LINE_F + (GIVE_F - 1 - ready_f)*LINE_F + full_f + 16'd1;
    else if (its_request_f)
        left_f = AWAY_F + its_order_f*TAKE_F + TAKE_F - held_back_f;

    if (started_f) begin
        if (req_valid_f & (held_back_f == TAKE_F - 1))
            assume(req_ready_i);
        if (its_answer_f & fill_ready_f & (ready_f == GIVE_F - 1))
            assume(comes_it_f);
    end
end

reg [15:0] since_f;                                  // cycles since the access was taken
reg awaited_it_f;
always @(posedge clk_i) begin
    held_back_f <= started_f & req_valid_f & ~req_ready_i ? held_back_f + 8'd1 : 8'd0;
    ready_f <= started_f & its_answer_f & ~comes_it_f ? ready_f + fill_ready_f : 8'd0;
    awaited_it_f <= awaits_it_f;
    since_f <= awaits_it_f ? since_f + 16'd1 : 16'd0;
end

always @* if (started_f) begin
    if (awaits_it_f) begin
        assert(since_f < BOUND_F);
        // Behind this line: what makes it inductive.
        `INVARIANT((left_f != 16'd0) & (since_f + left_f <= BOUND_F));
    end
    `INVARIANT(awaited_it_f | (since_f == 16'd0));
    `INVARIANT(held_back_f < TAKE_F);
    `INVARIANT(req_valid_f | (held_back_f == 8'd0));
    `INVARIANT(~its_answer_f | (ready_f < GIVE_F));
    `INVARIANT(its_answer_f | (ready_f == 8'd0));
    `INVARIANT(fill_ready_f == (full_f == 16'd0));
end
