// SPDX-License-Identifier: Apache-2.0
// Behind this line: what makes them inductive -----------------------------------------------------

reg [ENTRIES-1:0] fetched_f;                         // entries whose value is under way

always @* begin
    fetched_f = {ENTRIES{1'b0}};
    for (u_f = 0; u_f < USES_F; u_f = u_f + 1)
        if (under_way_f[u_f])
            fetched_f[src_index_q[u_f*ENTRY_BITS +: ENTRY_BITS]] = 1'b1;
end

// A value under way is for a used slot of a waiting instruction, the only one for its entry,
// which is not full.
always @* if (started_f) begin
    if (arrives_f) begin
        `INVARIANT(arrives_pos_f < WINDOW && arrives_slot_f < SLOTS);
        `INVARIANT(~asks_f[arrives_pos_f*SLOTS + arrives_slot_f]);
    end
    for (u_f = 0; u_f < USES_F; u_f = u_f + 1)
        if (under_way_f[u_f]) begin
            use_f = src_index_q[u_f*ENTRY_BITS +: ENTRY_BITS];
            `INVARIANT(occupied_q[u_f/SLOTS] & src_valid_q[u_f]);
            `INVARIANT(~full_q[use_f] & (~wait_q[use_f] | unsent_f[tag_q[use_f*REG_BITS +: REG_BITS]]));
            for (w_f = 0; w_f < u_f; w_f = w_f + 1)
                if (under_way_f[w_f])
                    `INVARIANT(use_f != src_index_q[w_f*ENTRY_BITS +: ENTRY_BITS]);
        end
    for (e_f = 0; e_f < ENTRIES; e_f = e_f + 1) begin
        // Somebody fills what is not full.
        `INVARIANT(full_q[e_f] | ~locked[e_f] | fetched_f[e_f]);
        `INVARIANT(full_q[e_f] | ~in_f[e_f] | fetched_f[e_f] | wait_q[e_f]);
        // What is waited for is pending, with lanes.
        if (in_f[e_f] & wait_q[e_f])
            `INVARIANT(pending_f[tag_q[e_f*REG_BITS +: REG_BITS]] &
                |pending_mask_f[tag_q[e_f*REG_BITS +: REG_BITS]*LANES +: LANES]);
    end
end

// Results of instructions that have not dispatched are pending, with their mask, and no two write the same
// register (WAW). A slot names a pending register only if its own instruction writes that (WAR, RAW).
always @* if (started_f)
    for (w_f = 0; w_f < WINDOW; w_f = w_f + 1)
        if (occupied_q[w_f]) begin
            `INVARIANT(~|(writes_f[w_f*REGISTERS_F +: REGISTERS_F] & ~pending_f));
            for (g_f = 0; g_f < REGISTERS_F; g_f = g_f + 1)
                if (writes_f[w_f*REGISTERS_F + g_f])
                    `INVARIANT(pending_mask_f[g_f*LANES +: LANES] == mask_q[w_f*LANES +: LANES]);
            for (u_f = 0; u_f < SLOTS; u_f = u_f + 1)
                if (src_valid_q[w_f*SLOTS + u_f] & pending_f[name_f[(w_f*SLOTS + u_f)*REG_BITS +: REG_BITS]])
                    `INVARIANT(writes_f[w_f*REGISTERS_F + name_f[(w_f*SLOTS + u_f)*REG_BITS +: REG_BITS]]);
            for (e_f = 0; e_f < w_f; e_f = e_f + 1)
                `INVARIANT(~occupied_q[e_f] |
                    ~|(writes_f[w_f*REGISTERS_F +: REGISTERS_F] & writes_f[e_f*REGISTERS_F +: REGISTERS_F]));
        end
