// SPDX-License-Identifier: Apache-2.0
// Behind this line: what makes the values inductive -----------------------------------------------

// The value is needed: no result for all lanes is under way.
wire overwritten_f = pending_f[register_f] & (&pending_mask_f[register_f*LANES +: LANES]);
wire patched_f = pending_f[register_f] & (|pending_mask_f[register_f*LANES +: LANES]) & ~overwritten_f;
reg [ENTRIES-1:0] its_f;                             // entries with its tag
reg [ENTRIES*LANES-1:0] held_f;                      // what entries hold

generate
    for (v_f = 0; v_f < ENTRIES; v_f = v_f + 1) begin : g_its_f
        genvar x_f;
        always @* its_f[v_f] = valid_q[v_f] & (tag_q[v_f*REG_BITS +: REG_BITS] == register_f);
        for (x_f = 0; x_f < LANES; x_f = x_f + 1) begin : g_lane_f
            wire [VECTOR_BITS-1:0] value = entry_data[v_f];
            always @* held_f[v_f*LANES + x_f] = value[x_f*32 + BIT_F];
        end
    end
endgenerate

reg [ENTRY_BITS-1:0] of_f;

always @* if (started_f) begin
    for (i_f = 0; i_f < ENTRIES; i_f = i_f + 1)
        if (its_f[i_f] & in_f[i_f]) begin
            if (~overwritten_f) begin
                assert(~full_q[i_f] | (held_f[i_f*LANES +: LANES] == golden_f));
                assert(dirty_f[i_f] | (bank_f == golden_f));
            end else
                assert(~dirty_f[i_f]);
            if (patched_f)
                assert(wait_q[i_f] & (full_q[i_f] | fetched_f[i_f]));
            if (transient_f[i_f] & (dirty_f[i_f] | wait_q[i_f]))
                assert(hinted_f & (life_q[i_f*POS_BITS +: POS_BITS] >= fresh_f));
        end
    if (~overwritten_f & ~|(its_f & in_f) & ~passed_f)
        assert(bank_f == golden_f);
    for (i_f = 0; i_f < USES_F; i_f = i_f + 1)
        if (occupied_q[i_f/SLOTS] & used_f[i_f] & (name_f[i_f*REG_BITS +: REG_BITS] == register_f)) begin
            of_f = src_index_q[i_f*ENTRY_BITS +: ENTRY_BITS];
            assert(issued_f[(i_f/SLOTS)*LANES +: LANES] == golden_f);
            if (full_q[of_f])
                assert(held_f[of_f*LANES +: LANES] == golden_f);
            else
                assert(asks_f[i_f] ? bank_f == golden_f :
                    under_way_f[i_f] ? arrives_data_f == golden_f : 1'b1);
        end
end
