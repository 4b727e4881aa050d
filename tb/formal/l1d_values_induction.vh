// SPDX-License-Identifier: Apache-2.0
// Behind this line: what makes answers and values inductive -----------------------------------------

reg [TARGETS-1:0] key_target_f;                      // the target is that of the element
reg key_hit_f;                                       // the load that hit is
reg [7:0] places_f;                                  // where it waits
reg [WRITES-1:0] at_f;                               // the word before each request, by position in the ring
reg [WRITES*LANES-1:0] at_old_f;                     // and old values of each element
reg end_f;                                           // and behind the last one
reg [LANES:0] step_f;
reg dirty_word_f;                                    // the line is dirty, or leaves
reg [31:0] p_f;
integer i_f, j_f, k_f, l_f;
wire [KEY_F-1:0] hit_key_f = {hit_sub_f, hit_id_f[FREE_ID_F-1:0]};

always @* begin
    at_f = {WRITES{1'b0}};
    at_old_f = {(WRITES*LANES){1'b0}};
    end_f = mem_f;
    step_f = {(LANES+1){1'b0}};
    for (i_f = 0; i_f < WRITES; i_f = i_f + 1) begin
        p_f = write_ptr_f + i_f >= WRITES ? write_ptr_f + i_f - WRITES : write_ptr_f + i_f;
        for (j_f = 0; j_f < WRITES; j_f = j_f + 1)
            if (p_f == j_f) begin
                step_f = apply_f(end_f, write_op_f[j_f*2 +: 2], write_be_f[j_f*LINE_BYTES +: LINE_BYTES],
                    write_data_f[j_f*LINE_BITS +: LINE_BITS], write_id_f[j_f*ID_BITS +: ID_BITS], word_f);
                at_f[j_f] = end_f;
                at_old_f[j_f*LANES +: LANES] = step_f[LANES-1:0];
                if (queued_f[j_f] & (write_line_f[j_f*NUMBER_BITS +: NUMBER_BITS] == line_f) &
                    (write_op_f[j_f*2 +: 2] != 2'd0))
                    end_f = step_f[LANES];
            end
    end
end

always @* begin
    key_hit_f = hit_f & (hit_key_f == key_f) & |(hit_mask_f & lane_f);
    places_f = key_hit_f;
    for (k_f = 0; k_f < TARGETS; k_f = k_f + 1) begin
        key_target_f[k_f] = target_f[k_f] & ({target_sub_f[k_f*SUB_BITS +: SUB_BITS],
            target_id_f[k_f*ID_BITS +: FREE_ID_F]} == key_f) & |(target_mask_f[k_f*LANES +: LANES] & lane_f);
        places_f = places_f + {7'd0, key_target_f[k_f]};
    end
    dirty_word_f = victim_f & (victim_line_f == line_f);
    for (k_f = 0; k_f < LINES; k_f = k_f + 1)
        if (dirty_f[k_f] & (tag_f[k_f*NUMBER_BITS +: NUMBER_BITS] == line_f))
            dirty_word_f = 1'b1;

    if (started_f) begin
        // Exactly one place has the element while it waits, and no other answer is due.
        assert(places_f == {7'd0, pending_f});

        // The cache, or the memory when it has taken all requests, has what was last written.
        assert(dirty_word_f | (end_f == golden_f));
        if (victim_f & (victim_line_f == line_f))
            assert(rdata_f[word_f*32 + BIT_F] == golden_f);
        for (k_f = 0; k_f < LINES; k_f = k_f + 1)
            if (valid_f[k_f] & (tag_f[k_f*NUMBER_BITS +: NUMBER_BITS] == line_f))
                assert(rows_f[k_f*LINE_BITS + word_f*32 + BIT_F] == golden_f);

        // A load that hit.
        if (key_hit_f) begin
            assert(~swaps_f & (mask_f == hit_mask_f));
            for (k_f = 0; k_f < LANES; k_f = k_f + 1)
                if (lane_f[k_f] & looks_f) begin
                    assert(hit_off_f[k_f*OFF_BITS +: OFF_BITS] == word_f);
                    assert(hit_data_f[word_f*32 + BIT_F] == expect_f);
                end
        end

        // A line that is on its way comes with what was last written.
        for (k_f = 0; k_f < MSHRS; k_f = k_f + 1) begin
            assert(~asked_f[k_f] | (its_f[k_f] == (mshr_line_f[k_f*NUMBER_BITS +: NUMBER_BITS] == line_f)));
            assert(~asked_f[k_f] | (old_f[k_f] == atomic_f[k_f]));
            if (busy_f[k_f] & ~atomic_f[k_f] & (mshr_line_f[k_f*NUMBER_BITS +: NUMBER_BITS] == line_f)) begin
                assert(~dirty_word_f);
                assert(~asked_f[k_f] | (behind_f[k_f*LANES] == golden_f));
                assert(~migrate_f | (migrate_mshr_f != k_f) | (rdata_f[word_f*32 + BIT_F] == golden_f));
                for (l_f = 0; l_f < WRITES; l_f = l_f + 1)
                    if (queued_f[l_f] & ~write_op_f[l_f*2] & (write_mshr_f[l_f*MSHR_BITS +: MSHR_BITS] == k_f))
                        assert(at_f[l_f] == golden_f);
                for (l_f = 0; l_f < FILLS; l_f = l_f + 1)
                    if (come_f[l_f] & (fill_mshr_f[l_f*MSHR_BITS +: MSHR_BITS] == k_f))
                        assert(fill_data_f[l_f*LINE_BITS + word_f*32 + BIT_F] == golden_f);
            end
        end
    end
end

// The target that the element waits in.
integer m_f, n_f, o_f, q_f;
always @* if (started_f)
    for (m_f = 0; m_f < TARGETS; m_f = m_f + 1)
        if (key_target_f[m_f]) begin
            assert(mask_f == target_mask_f[m_f*LANES +: LANES]);
            for (o_f = 0; o_f < MSHRS; o_f = o_f + 1)
                if (target_mshr_f[m_f*MSHR_BITS +: MSHR_BITS] == o_f) begin
                    assert(atomic_f[o_f] == swaps_f);
                    for (n_f = 0; n_f < LANES; n_f = n_f + 1)
                        if (lane_f[n_f] & looks_f) begin
                            assert(mshr_line_f[o_f*NUMBER_BITS +: NUMBER_BITS] == line_f);
                            assert(target_off_f[(m_f*LANES + n_f)*OFF_BITS +: OFF_BITS] == (swaps_f ? n_f : word_f));
                            if (~swaps_f)
                                assert(expect_f == golden_f);
                            else begin
                                if (asked_f[o_f]) begin
                                    assert(looks_at_f[o_f*LANES + n_f]);
                                    assert(behind_f[o_f*LANES + n_f] == expect_f);
                                end
                                for (q_f = 0; q_f < WRITES; q_f = q_f + 1)
                                    if (queued_f[q_f] & ~write_op_f[q_f*2] &
                                        (write_mshr_f[q_f*MSHR_BITS +: MSHR_BITS] == o_f)) begin
                                        assert(at_old_f[q_f*LANES + n_f] == expect_f);
                                        assert(write_be_f[q_f*LINE_BYTES + n_f*4]);
                                        assert(write_id_f[q_f*ID_BITS + n_f*OFF_BITS +: OFF_BITS] == word_f);
                                    end
                                for (q_f = 0; q_f < FILLS; q_f = q_f + 1)
                                    if (come_f[q_f] & (fill_mshr_f[q_f*MSHR_BITS +: MSHR_BITS] == o_f))
                                        assert(fill_data_f[q_f*LINE_BITS + n_f*32 + BIT_F] == expect_f);
                            end
                        end
                end
        end
