// SPDX-License-Identifier: Apache-2.0
// Invariants (3.13, 3.14) -----------------------------------------------------------------------

reg [ENTRIES-1:0] was_locked_f;
reg [ENTRIES*REG_BITS-1:0] was_tag_f;

always @(posedge clk_i) begin
    was_locked_f <= rst_i ? {ENTRIES{1'b0}} : locked;
    was_tag_f <= tag_q;
end

integer e_f, g_f, u_f, w_f;
reg [ENTRY_BITS-1:0] use_f;

// No two entries that are in have the same tag. A dirty entry is full. A locked one is not taken, and stays
// valid with its tag. Numbers are in range.
always @* if (started_f) begin
    for (e_f = 0; e_f < ENTRIES; e_f = e_f + 1) begin
        for (g_f = 0; g_f < e_f; g_f = g_f + 1)
            `INVARIANT(~in_f[e_f] | ~in_f[g_f] |
                (tag_q[e_f*REG_BITS +: REG_BITS] != tag_q[g_f*REG_BITS +: REG_BITS]));
        `INVARIANT(~valid_q[e_f] | ~dirty_f[e_f] | full_q[e_f]);
        `INVARIANT(~locked[e_f] | valid_q[e_f]);
        `INVARIANT(~locked[e_f] | ~taken[e_f]);
        `INVARIANT(~was_locked_f[e_f] |
            (valid_q[e_f] & (tag_q[e_f*REG_BITS +: REG_BITS] == was_tag_f[e_f*REG_BITS +: REG_BITS])));
        `INVARIANT(~valid_q[e_f] | (life_q[e_f*POS_BITS +: POS_BITS] <= LIFE));
    end
    `INVARIANT(fifo_q <= LAST_ENTRY_F);
    `INVARIANT(next_q <= LAST_POSITION);
end

// Slots of waiting instructions refer to an entry that has the register that they named.
always @* if (started_f)
    for (u_f = 0; u_f < USES_F; u_f = u_f + 1) begin
        use_f = src_index_q[u_f*ENTRY_BITS +: ENTRY_BITS];
        `INVARIANT(~src_valid_q[u_f] | (use_f <= LAST_ENTRY_F));
        if (occupied_q[u_f/SLOTS]) begin
            `INVARIANT(src_valid_q[u_f] == used_f[u_f]);
            `INVARIANT(~used_f[u_f] |
                (tag_q[use_f*REG_BITS +: REG_BITS] == name_f[u_f*REG_BITS +: REG_BITS]));
        end
    end

// An instruction that issues gets an entry of its own for each first slot that misses, and slots refer to the
// same entry if they name the same register.
always @* if (started_f & alloc_i)
    for (u_f = 0; u_f < SLOTS; u_f = u_f + 1) begin
        use_f = index_d[u_f*ENTRY_BITS +: ENTRY_BITS];
        if (head_src_valid_i[u_f]) begin
            `INVARIANT(use_f <= LAST_ENTRY_F);
            `INVARIANT(taken[use_f] | (in_f[use_f] &
                (tag_q[use_f*REG_BITS +: REG_BITS] == head_src_reg_i[u_f*REG_BITS +: REG_BITS])));
        end
        if (miss_f[u_f])
            `INVARIANT(for_source[use_f] &
                (new_tag[use_f*REG_BITS +: REG_BITS] == head_src_reg_i[u_f*REG_BITS +: REG_BITS]));
        for (w_f = 0; w_f < u_f; w_f = w_f + 1)
            if (head_src_valid_i[u_f] & head_src_valid_i[w_f])
                `INVARIANT((use_f == index_d[w_f*ENTRY_BITS +: ENTRY_BITS]) ==
                    (head_src_reg_i[u_f*REG_BITS +: REG_BITS] == head_src_reg_i[w_f*REG_BITS +: REG_BITS]));
    end

`ifdef LATE
// What is kept of the cycle of the choice is, but for what has left, what a lookup finds in that of the issue.
always @* if (started_f & alloc_i) begin
    `INVARIANT(present == hits);
    `INVARIANT(entry_present == entry_hit);
    `INVARIANT((first_q == first) & (same_q == same));
    `INVARIANT((result_hit_q & {4{in_use}}) == result_hits);
    `INVARIANT(named_q == result_named);
end

// A waiting position locks the entries that its slots refer to.
reg [ENTRIES-1:0] refers_f;

always @* if (started_f)
    for (w_f = 0; w_f < WINDOW; w_f = w_f + 1) begin
        refers_f = {ENTRIES{1'b0}};
        for (u_f = 0; u_f < SLOTS; u_f = u_f + 1)
            if (src_valid_q[w_f*SLOTS + u_f])
                refers_f[src_index_q[(w_f*SLOTS + u_f)*ENTRY_BITS +: ENTRY_BITS]] = 1'b1;
        `INVARIANT(~occupied_q[w_f] | (lock_q[w_f*ENTRIES +: ENTRIES] == refers_f));
    end
`endif
