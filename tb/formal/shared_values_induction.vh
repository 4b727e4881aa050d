// SPDX-License-Identifier: Apache-2.0
// Behind this line: what makes answers and values inductive with shared memory ----------------------

reg [2*PLACES_F-1:0] bits_f;                         // of each place, the bit of the word
reg [SHARED_BITS+1:0] data_row_f;
reg [LINE_BITS-1:0] its_row_f;
integer a_v_f, b_v_f, c_v_f;
always @* begin
    bits_f = {(2*PLACES_F){1'b0}};
    for (a_v_f = 0; a_v_f < 2; a_v_f = a_v_f + 1)
        for (b_v_f = 0; b_v_f < PLACES_F; b_v_f = b_v_f + 1) begin
            data_row_f = data_offset_f + b_v_f;
            its_row_f = {LINE_BITS{1'b0}};
            for (c_v_f = 0; c_v_f < SHARED_ROWS; c_v_f = c_v_f + 1)
                if (data_row_f == c_v_f)
                    its_row_f = banks_f[(a_v_f*SHARED_ROWS + c_v_f)*LINE_BITS +: LINE_BITS];
            bits_f[a_v_f*PLACES_F + b_v_f] = its_row_f[word_f*32 + BIT_F];
            if (started_f & there_f[a_v_f*PLACES_F + b_v_f] &
                (tags_f[(a_v_f*PLACES_F + b_v_f)*TAG_BITS +: NUMBER_BITS] == line_f)) begin
                assert(bits_f[a_v_f*PLACES_F + b_v_f] == golden_f);
                assert(tags_f[(a_v_f*PLACES_F + b_v_f)*TAG_BITS + NUMBER_BITS +: SM_WARP_BITS] == brought_f);
            end
        end
end

wire [LINE_BITS-1:0] line_read_f = its_place_f[SHARED_BITS] ? read_f[LINE_BITS +: LINE_BITS] : read_f[0 +: LINE_BITS];
integer d_v_f;
always @* if (started_f) begin
    // What a probe has read is what was last written.
    if (probed_f & access_valid_i & (line_i_f == line_f) & there_f[its_place_f] &
        (tags_f[its_place_f*TAG_BITS +: NUMBER_BITS] == line_f))
        assert(line_read_f[word_f*32 + BIT_F] == golden_f);
    for (d_v_f = 0; d_v_f < MSHRS; d_v_f = d_v_f + 1)
        if (busy_f[d_v_f] & shared_f[d_v_f] & (mshr_line_f[d_v_f*NUMBER_BITS +: NUMBER_BITS] == line_f))
            assert(owner_f[d_v_f*SM_WARP_BITS +: SM_WARP_BITS] == brought_f);
end
