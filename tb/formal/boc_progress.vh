// SPDX-License-Identifier: Apache-2.0
// No deadlock (3.14) ------------------------------------------------------------------------------
//
// While the head lacks entries nothing issues. What can go on without it: a value that is under way
// arrives, an instruction dispatches that has its operands, a result comes of one that has, an entry drains.

integer p_f, q_f;
reg [WINDOW-1:0] complete_f;                         // positions that have their operands
reg [REGISTERS_F-1:0] due_f;                         // results with lanes of what has dispatched
reg [ENTRIES-1:0] in_the_way_f;                      // what the head could have if it were not dirty
reg [7:0] rank_f;                                    // what can go on, at most, until something issues
wire some_use_f = |(valid_q & locked);
wire some_wait_f = |(in_f & wait_q);

`ifdef BACK
wire offer_valid_f = offer_valid_o;
`else
wire offer_valid_f = 1'b0;
`endif

always @* begin
    complete_f = occupied_q;
    for (p_f = 0; p_f < USES_F; p_f = p_f + 1)
        if (src_valid_q[p_f] & ~full_q[src_index_q[p_f*ENTRY_BITS +: ENTRY_BITS]])
            complete_f[p_f/SLOTS] = 1'b0;
    due_f = pending_f & ~unsent_f;
    rank_f = arrives_f;
    for (p_f = 0; p_f < REGISTERS_F; p_f = p_f + 1) begin
        due_f[p_f] = due_f[p_f] & |pending_mask_f[p_f*LANES +: LANES];
        rank_f = rank_f + {6'd0, pending_f[p_f] & |pending_mask_f[p_f*LANES +: LANES], 1'b0};
    end
    for (p_f = 0; p_f < USES_F; p_f = p_f + 1)
        rank_f = rank_f + {6'd0, asks_f[p_f], 1'b0};
    for (p_f = 0; p_f < WINDOW; p_f = p_f + 1)
        rank_f = rank_f + {7'd0, occupied_q[p_f]};
    for (p_f = 0; p_f < ENTRIES; p_f = p_f + 1)
        rank_f = rank_f + {7'd0, valid_q[p_f] & dirty_f[p_f]};
    in_the_way_f = in_f & dirty_f & ~wait_q & ~locked & ~entry_hit;
end

reg [7:0] was_rank_f;
reg was_idle_f, went_on_f;

always @(posedge clk_i) begin
    was_rank_f <= rank_f;
    was_idle_f <= ~rst_i & ~alloc_i;
    went_on_f <= read_f | s_valid_i | dispatch_i | result_valid_i | drain_f;
end

always @* if (started_f) begin
    // An entry that only has to drain for the head is offered, or another one is.
    assert(~lacks | ~|in_the_way_f | offer_valid_f);
    // Something can go on, and each time less is left.
    assert(~lacks | |under_way_f | |complete_f | |due_f | offer_valid_f);
    if (was_idle_f)
        assert(went_on_f ? rank_f < was_rank_f : rank_f <= was_rank_f);
    // When no entry is in use or waited for, it is the drains.
    assert(~lacks | some_use_f | some_wait_f | offer_valid_f);
`ifdef BACK
    // What keeps a warp from its end drains (3.12).
    assert(~exiting_i | ~owes_o | occupied_o | |pending_f | offer_valid_f);
`endif
end

// Then, with a head that stays and drains granted within GRANT cycles, it stops lacking entries after at
// most ENTRIES drains and GRANT * ENTRIES cycles.
localparam GRANT_F = 3;
wire stuck_f = lacks & ~some_use_f & ~some_wait_f & ~rst_i;
reg was_stuck_f;
reg [SLOTS*REG_BITS+SLOTS-1:0] was_head_f;
reg [7:0] drains_f, cycles_f, delay_f;               // since it is stuck; cycles that the offer has waited
reg [7:0] dirty_count_f;

always @* begin
    dirty_count_f = 8'd0;
    for (q_f = 0; q_f < ENTRIES; q_f = q_f + 1)
        dirty_count_f = dirty_count_f + {7'd0, valid_q[q_f] & dirty_f[q_f]};
    if (was_stuck_f) begin
        assume(head_valid_i);
        assume({head_src_valid_i, head_src_reg_i} == was_head_f);
    end
    if (stuck_f & offer_valid_f & (delay_f == GRANT_F - 1))
        assume(drain_f);
end

always @(posedge clk_i) begin
    was_stuck_f <= stuck_f;
    was_head_f <= {head_src_valid_i, head_src_reg_i};
    drains_f <= stuck_f ? drains_f + drain_f : 8'd0;
    cycles_f <= stuck_f ? cycles_f + 8'd1 : 8'd0;
    delay_f <= stuck_f & ~drain_f ? delay_f + 8'd1 : 8'd0;
end

always @* if (started_f & was_started_f) begin
    if (stuck_f) begin
        assert(drains_f < ENTRIES);
        assert(cycles_f < GRANT_F*ENTRIES);
    end
    // Behind this line: what makes it inductive.
    assert(drains_f + dirty_count_f <= ENTRIES);
    assert(delay_f < GRANT_F);
    assert(cycles_f == 8'd0 || cycles_f <= drains_f*GRANT_F + delay_f);
end

reg was_started_f;
always @(posedge clk_i)
    was_started_f <= ~rst_i;
