// SPDX-License-Identifier: Apache-2.0
// Lines, MSHRs and queues (5.4, "What never happens") ------------------------------------------------

localparam NB_F = NUMBER_BITS;

reg [LINES-1:0] held_f;                              // the line is there or under way
reg [7:0] found_f;
integer s_f, t_f;

always @* begin
    held_f = valid_f | wait_f;
    found_f = 8'd0;
    if (started_f) begin
        // No two copies of a line; a line is in its set, and there or under way; a dirty one is there, and local.
        `INVARIANT(~|(valid_f & wait_f));
        `INVARIANT(~|(dirty_f & ~valid_f));
        for (s_f = 0; s_f < LINES; s_f = s_f + 1) begin
            `INVARIANT(~held_f[s_f] | (set_of_f(tag_f[s_f*NB_F +: NB_F]) == s_f / L1D_WAYS));
            `INVARIANT(~dirty_f[s_f] | tag_f[s_f*NB_F + NB_F - 1]);
            for (t_f = s_f + 1; t_f < LINES; t_f = t_f + 1)
                `INVARIANT(~(held_f[s_f] & held_f[t_f] & (tag_f[s_f*NB_F +: NB_F] == tag_f[t_f*NB_F +: NB_F])));
        end

        // A line that is under way has exactly one busy MSHR that is not atomic, with its place and number; and the
        // other way round.
        for (s_f = 0; s_f < LINES; s_f = s_f + 1) begin
            found_f = 8'd0;
            for (t_f = 0; t_f < MSHRS; t_f = t_f + 1)
                if (busy_f[t_f] & ~atomic_f[t_f] & ~shared_f[t_f] &
                    (index_f[t_f*INDEX_BITS +: INDEX_BITS] == s_f)) begin
                    found_f = found_f + 8'd1;
                    `INVARIANT(mshr_line_f[t_f*NB_F +: NB_F] == tag_f[s_f*NB_F +: NB_F]);
                end
            `INVARIANT(found_f == wait_f[s_f]);
        end
        for (t_f = 0; t_f < MSHRS; t_f = t_f + 1)
            `INVARIANT(~busy_f[t_f] | atomic_f[t_f] | shared_f[t_f] | (index_f[t_f*INDEX_BITS +: INDEX_BITS] < LINES));

        // A busy MSHR has a target, and a target that is in use waits for a busy one.
        for (s_f = 0; s_f < MSHRS; s_f = s_f + 1) begin
            found_f = 8'd0;
            for (t_f = 0; t_f < TARGETS; t_f = t_f + 1)
                if (target_f[t_f] & (target_mshr_f[t_f*MSHR_BITS +: MSHR_BITS] == s_f))
                    found_f = found_f + 8'd1;
            `INVARIANT((found_f != 8'd0) == busy_f[s_f]);
        end
        for (t_f = 0; t_f < TARGETS; t_f = t_f + 1) begin
            `INVARIANT(~target_f[t_f] | (target_mshr_f[t_f*MSHR_BITS +: MSHR_BITS] < MSHRS));
            `INVARIANT(~target_f[t_f] | |target_mask_f[t_f*LANES +: LANES]);
        end

        // What a busy MSHR waits for is in one place: asked for in the write queue, at the memory, or in the response
        // queue; of one that is not busy it is nowhere. So responses are for busy MSHRs only.
        for (s_f = 0; s_f < MSHRS; s_f = s_f + 1) begin
            found_f = asked_f[s_f] + (migrate_f & (migrate_mshr_f == s_f));
            for (t_f = 0; t_f < WRITES; t_f = t_f + 1)
                if (queued_f[t_f] & ~write_op_f[t_f*2] & (write_mshr_f[t_f*MSHR_BITS +: MSHR_BITS] == s_f)) begin
                    found_f = found_f + 8'd1;
                    `INVARIANT(write_op_f[t_f*2 + 1] == atomic_f[s_f]);
                    `INVARIANT(write_line_f[t_f*NB_F +: NB_F] == mshr_line_f[s_f*NB_F +: NB_F]);
                end
            for (t_f = 0; t_f < FILLS; t_f = t_f + 1)
                if (come_f[t_f] & (fill_mshr_f[t_f*MSHR_BITS +: MSHR_BITS] == s_f))
                    found_f = found_f + 8'd1;
            `INVARIANT(found_f == busy_f[s_f]);
        end
        for (t_f = 0; t_f < FILLS; t_f = t_f + 1)
            `INVARIANT(~come_f[t_f] | (fill_mshr_f[t_f*MSHR_BITS +: MSHR_BITS] < MSHRS));

        // The queues do not overflow, and say whether there is room.
        `INVARIANT(writes_f <= WRITES && write_ptr_f < WRITES);
        `INVARIANT(fills_f <= FILLS && fill_ptr_f < FILLS);
        `INVARIANT(~push_f | (writes_f != WRITES));
        `INVARIANT(fill_ready_f == ((fills_f != FILLS) & ~migrate_f));
        `INVARIANT(req_valid_f == (writes_f != 0));
        `INVARIANT(~pop_f | (fills_f != 0));

        // The array delivers for one of them; the dirty line that leaves is local, is nowhere else, and has room.
        `INVARIANT(hit_f + victim_f + migrate_f <= 2'd1);
        if (victim_f) begin
            `INVARIANT(victim_line_f[NB_F-1]);
            `INVARIANT(writes_f != WRITES);
            for (s_f = 0; s_f < LINES; s_f = s_f + 1)
                `INVARIANT(~held_f[s_f] | (tag_f[s_f*NB_F +: NB_F] != victim_line_f));
        end
        `INVARIANT(~hit_f | |hit_mask_f);

        // Nothing is taken while a line has come or a dirty line leaves, and a store or an atomic not while its line
        // is under way.
        `INVARIANT(~takes_f | ~(victim_f | migrate_f | clear_f | (fills_f != 0)));
        for (s_f = 0; s_f < LINES; s_f = s_f + 1)
            `INVARIANT(~(takes_f & (access_op_i != 2'd0) & wait_f[s_f] & (tag_f[s_f*NB_F +: NB_F] == line_i_f)));

        // A payload is zero while its valid is. A response has elements, and nothing in the others.
        `INVARIANT(req_valid_f |
            ~|{req_op_f, req_line_f, req_mshr_f, req_sub_f, req_id_f, req_be_f, req_data_f[BIT_F]});
        `INVARIANT(resp_valid_f | ~|{resp_sub_f, resp_id_f, resp_mask_f});
        `INVARIANT(resp_valid_f == |resp_mask_f);
        for (s_f = 0; s_f < LANES; s_f = s_f + 1)
            `INVARIANT(resp_mask_f[s_f] | ~resp_data_f[s_f*32 + BIT_F]);
    end
end

// Order of use: before_f(z, i, j) says that way i was used longer ago than way j. It is a total order: it has no
// circle of three. A way that is used becomes the last one, a place that is not free was the first one.
function before_f(input integer z, input integer i, input integer j);
    before_f = i < j ? older_f[z*L1D_PAIRS + i*(2*L1D_WAYS - i - 1)/2 + (j - i - 1)] :
        ~older_f[z*L1D_PAIRS + j*(2*L1D_WAYS - j - 1)/2 + (i - j - 1)];
endfunction

wire evicted_f = EVICT_F && access_op_i == 2'd1 && ~access_local_f;
wire migrates_f = redirected_f & (access_op_i == 2'd0);
reg was_started_f = 1'b0;
always @(posedge clk_i)
    was_started_f <= started_f;
reg [LINES-1:0] was_used_f;
integer w_f, y_f, z_f, o1_f, o2_f;
always @(posedge clk_i)
    for (w_f = 0; w_f < LINES; w_f = w_f + 1)
        was_used_f[w_f] <= ~rst_f & takes_f & (set_of_f(line_i_f) == w_f / L1D_WAYS) &
            ((held_f[w_f] & (tag_f[w_f*NB_F +: NB_F] == line_i_f) & ~access_op_i[1] & ~evicted_f &
            ~(migrates_f & valid_f[w_f])) |
            (reserve_f & place_way_f[w_f % L1D_WAYS]));

always @* if (started_f)
    for (y_f = 0; y_f < L1D_SETS; y_f = y_f + 1)
        for (z_f = 0; z_f < L1D_WAYS; z_f = z_f + 1)
            for (o1_f = 0; o1_f < L1D_WAYS; o1_f = o1_f + 1)
                if (z_f != o1_f) begin
                    if (was_started_f & was_used_f[y_f*L1D_WAYS + z_f])
                        `INVARIANT(before_f(y_f, o1_f, z_f));
                    if ((reserve_f | leave_f) & (set_of_f(line_i_f) == y_f) & place_way_f[z_f] &
                        ~wait_f[y_f*L1D_WAYS + o1_f])
                        `INVARIANT(~held_f[y_f*L1D_WAYS + z_f] |
                            (held_f[y_f*L1D_WAYS + o1_f] & before_f(y_f, z_f, o1_f)));
                    for (o2_f = 0; o2_f < L1D_WAYS; o2_f = o2_f + 1)
                        if (o2_f != z_f && o2_f != o1_f)
                            `INVARIANT(~(before_f(y_f, z_f, o1_f) & before_f(y_f, o1_f, o2_f) &
                                before_f(y_f, o2_f, z_f)));
                end
