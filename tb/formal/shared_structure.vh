// SPDX-License-Identifier: Apache-2.0
// Lines in the cache and in shared memory (docs/ciao.md, 7.6, "What never happens"); behind l1d_structure.vh.

// SMMT: as many rows of lines, a power of two, as fit with their tags behind the rows in use, and no more of them.
localparam SIZE_F = SHARED_BITS + 3;
reg [USED_BITS-1:0] in_use_f;                        // at the last flush
reg flushed_f;                                       // there was one
wire [SIZE_F-1:0] lines_f = {1'b0, mask_q_f} + 1'b1;
wire [SIZE_F-1:0] twice_f = {lines_f, 1'b0};
always @(posedge clk_i) begin
    flushed_f <= ~rst_f & (flush_i | flushed_f);
    if (flush_i)
        in_use_f <= shared_used_i;
end
function [SIZE_F+1:0] rows_of_f(input [SIZE_F-1:0] lines);
    rows_of_f = lines + ((lines + ROW_TAGS - 1) >> ROW_TAG_BITS);
endfunction
always @* if (started_f) begin
    `INVARIANT(flushed_f | ~on_f);
    if (flushed_f) begin
        `INVARIANT(in_use_f <= SHARED_ROWS);
        `INVARIANT(on_f == (in_use_f + rows_of_f(1) <= SHARED_ROWS));
    end
    if (on_f) begin
        `INVARIANT((mask_q_f & lines_f) == 0);
        `INVARIANT(tag_offset_f == in_use_f);
        `INVARIANT(data_offset_f == in_use_f + rows_of_f(lines_f) - lines_f);
        `INVARIANT(in_use_f + rows_of_f(lines_f) <= SHARED_ROWS);
        `INVARIANT(lines_f == PLACES_F || in_use_f + rows_of_f(twice_f) > SHARED_ROWS);
    end
    `INVARIANT(~given_f | (on_f & ~clear_f));
    `INVARIANT(~probed_f | (on_f & ~clear_f & ~victim_f & ~migrate_f));

    // Tags are cleared while nothing is under way.
    if (clear_f) begin
        `INVARIANT(on_f & (clear_row_f >= tag_offset_f) & (clear_row_f < data_offset_f));
        `INVARIANT(~|busy_f & (writes_f == 0) & (fills_f == 0) & ~hit_f & ~victim_f & ~migrate_f & ~idle_f);
    end
    `INVARIANT(~migrate_f | (fills_f < FILLS));
end

integer a_s_f, b_s_f;
reg [NB_F-1:0] a_line_f;
reg [SHARED_BITS:0] a_place_f;

// A line in shared memory is global, at its place, and not in the cache, nor under way there; one that shared memory
// awaits is nowhere else, and has its place for itself.
always @* begin
    a_line_f = {NB_F{1'b0}};
    a_place_f = {(SHARED_BITS+1){1'b0}};
    if (started_f) begin
        for (a_s_f = 0; a_s_f < 2*PLACES_F; a_s_f = a_s_f + 1)
            if (there_f[a_s_f]) begin
                a_line_f = tags_f[a_s_f*TAG_BITS +: NB_F];
                `INVARIANT(given_f);
                `INVARIANT(~a_line_f[NB_F-1]);
                `INVARIANT(place_f(a_line_f) == a_s_f);
                for (b_s_f = 0; b_s_f < LINES; b_s_f = b_s_f + 1)
                    `INVARIANT(~held_f[b_s_f] | (tag_f[b_s_f*NB_F +: NB_F] != a_line_f));
            end
        for (a_s_f = 0; a_s_f < MSHRS; a_s_f = a_s_f + 1)
            if (busy_f[a_s_f] & shared_f[a_s_f]) begin
                a_line_f = mshr_line_f[a_s_f*NB_F +: NB_F];
                a_place_f = {group_f[a_s_f], row_f[a_s_f*SHARED_BITS +: SHARED_BITS]};
                `INVARIANT(given_f & ~atomic_f[a_s_f] & ~a_line_f[NB_F-1]);
                `INVARIANT(place_f(a_line_f) == a_place_f);
                `INVARIANT(~there_f[a_place_f]);
                for (b_s_f = 0; b_s_f < LINES; b_s_f = b_s_f + 1)
                    `INVARIANT(~held_f[b_s_f] | (tag_f[b_s_f*NB_F +: NB_F] != a_line_f));
                for (b_s_f = 0; b_s_f < MSHRS; b_s_f = b_s_f + 1)
                    if (b_s_f != a_s_f)
                        `INVARIANT(~(busy_f[b_s_f] & shared_f[b_s_f]) |
                            ({group_f[b_s_f], row_f[b_s_f*SHARED_BITS +: SHARED_BITS]} != a_place_f));
            end
        `INVARIANT(~migrate_f | shared_f[migrate_mshr_f]);
    end
end

// Together: of any line there is at most one, valid or under way in the cache, valid in shared memory, or awaited by it
// (which a line that goes over is). And a line has at most one MSHR that waits for it.
wire [NB_F-1:0] any_line_f = {free_line_i[2], {(NB_F-3){1'b0}}, free_line_i[1:0]};
reg [7:0] copies_f, awaits_f;
integer a_c_f;
always @* begin
    copies_f = victim_f & (victim_line_f == any_line_f);
    awaits_f = 8'd0;
    for (a_c_f = 0; a_c_f < LINES; a_c_f = a_c_f + 1)
        copies_f = copies_f + (held_f[a_c_f] & (tag_f[a_c_f*NB_F +: NB_F] == any_line_f));
    for (a_c_f = 0; a_c_f < 2*PLACES_F; a_c_f = a_c_f + 1)
        copies_f = copies_f + (there_f[a_c_f] & (tags_f[a_c_f*TAG_BITS +: NB_F] == any_line_f));
    for (a_c_f = 0; a_c_f < MSHRS; a_c_f = a_c_f + 1)
        if (busy_f[a_c_f] & ~atomic_f[a_c_f] & (mshr_line_f[a_c_f*NB_F +: NB_F] == any_line_f)) begin
            awaits_f = awaits_f + 8'd1;
            copies_f = copies_f + shared_f[a_c_f];
        end
    if (started_f) begin
        `INVARIANT(copies_f <= 8'd1);
        `INVARIANT(awaits_f <= 8'd1);
    end
end

// What a probe has read is the tag of the place, and still is when it is compared.
wire [SHARED_BITS:0] its_place_f = place_f(line_i_f);
wire [LINE_BITS-1:0] tags_read_f = its_place_f[SHARED_BITS] ? read_f[0 +: LINE_BITS] : read_f[LINE_BITS +: LINE_BITS];
reg [TAG_BITS-1:0] tag_read_f;
integer a_t_f;
always @* begin
    tag_read_f = tags_read_f[0 +: TAG_BITS];
    for (a_t_f = 0; a_t_f < ROW_TAGS; a_t_f = a_t_f + 1)
        if ((its_place_f & (ROW_TAGS - 1)) == a_t_f)
            tag_read_f = tags_read_f[a_t_f*TAG_BITS +: TAG_BITS];
    if (started_f & probed_f & access_valid_i) begin
        `INVARIANT(tag_read_f[TAG_BITS-1] == there_f[its_place_f]);
        `INVARIANT(~there_f[its_place_f] |
            (tag_read_f[0 +: NB_F + SM_WARP_BITS] == tags_f[its_place_f*TAG_BITS +: NB_F + SM_WARP_BITS]));
    end
end

// A load whose line is on its way, to the cache or to shared memory, whoever asks for it, takes no MSHR and sends no
// request, but one more target of the MSHR that waits for the line. What is not a load waits.
reg merges_f;
reg [MSHRS-1:0] joined_f, was_joined_f;              // the MSHR
reg [7:0] joins_f, had_f, has_f;                     // its targets, now and then
integer a_m_f, b_m_f;
always @* begin
    joined_f = {MSHRS{1'b0}};
    joins_f = 8'd0;
    has_f = 8'd0;
    for (a_m_f = 0; a_m_f < MSHRS; a_m_f = a_m_f + 1) begin
        joined_f[a_m_f] = busy_f[a_m_f] & ~atomic_f[a_m_f] & (mshr_line_f[a_m_f*NB_F +: NB_F] == line_i_f);
        for (b_m_f = 0; b_m_f < TARGETS; b_m_f = b_m_f + 1)
            if (target_f[b_m_f] & (target_mshr_f[b_m_f*MSHR_BITS +: MSHR_BITS] == a_m_f)) begin
                joins_f = joins_f + joined_f[a_m_f];
                has_f = has_f + was_joined_f[a_m_f];
            end
    end
    if (started_f) begin
        if (takes_f & |joined_f)
            `INVARIANT((access_op_i == 2'd0) & ~alloc_f & ~push_f);
        `INVARIANT(~merges_f | (has_f == had_f + 8'd1));
    end
end
always @(posedge clk_i) begin
    merges_f <= ~rst_f & takes_f & |joined_f;
    was_joined_f <= joined_f;
    had_f <= joins_f;
end

// A load of an isolated warp takes no place in the cache, and what it finds there goes over. Who loses its place in
// shared memory is named with the warp in its tag.
always @* if (started_f & takes_f & redirected_f & (access_op_i == 2'd0)) begin
    `INVARIANT(~reserve_f);
    for (a_m_f = 0; a_m_f < LINES; a_m_f = a_m_f + 1)
        `INVARIANT(alloc_f | ~(valid_f[a_m_f] & (tag_f[a_m_f*NB_F +: NB_F] == line_i_f)));
    if (alloc_f) begin
        `INVARIANT(evict_f == there_f[its_place_f]);
        `INVARIANT(~evict_f | ({evict_warp_f, evict_line_f} == tags_f[its_place_f*TAG_BITS +: NB_F + SM_WARP_BITS]));
    end
end
