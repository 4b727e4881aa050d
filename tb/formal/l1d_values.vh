// SPDX-License-Identifier: Apache-2.0
// Answers and values --------------------------------------------------------------------------------
//
// For one element of one access, whichever, and one bit of one word of one line, whichever: what was last written to
// the word when accesses are applied in the order in which they are taken, and what the memory behind has, that
// applies requests in the order in which it takes them. An atomic sets the bit to its operand or adds it, as the
// operand's next bit says: functions of old value and operand, so that what is written depends on what was there.

localparam KEY_F = SUB_BITS + LANES*OFF_BITS + 1;

reg [2:0] line_c_f;
reg [OFF_BITS-1:0] word_f;
reg [KEY_F-1:0] key_f;
reg [LANES-1:0] lane_f;
always @(posedge clk_i) begin
    line_c_f <= free_line_i;
    word_f <= free_word_i;
    key_f <= free_key_i;
    lane_f <= free_lane_i;
end
always @* begin
    if (started_f)
        assume({line_c_f, word_f, key_f, lane_f} == {free_line_i, free_word_i, free_key_i, free_lane_i});
    assume(free_word_i < LINE_BYTES/4);
    assume(|free_lane_i && ~|(free_lane_i & (free_lane_i - 1'b1)));
end
wire [NUMBER_BITS-1:0] line_f = {line_c_f[2], {(NUMBER_BITS-3){1'b0}}, line_c_f[1:0]};

// What a request or an access does to the word. The words of an atomic's elements follow from its number.
// Bit LANES: the word then, others: the old value for each element.
function [LANES:0] apply_f(input was, input [1:0] op, input [LINE_BYTES-1:0] be, input [LINE_BITS-1:0] data,
    input [ID_BITS-1:0] id, input [OFF_BITS-1:0] word);
    integer e;
    reg now;
    begin
        now = was;
        apply_f = {(LANES+1){1'b0}};
        for (e = 0; e < LANES; e = e + 1) begin
            apply_f[e] = now;
            if (op[1] && be[e*4] && id[e*OFF_BITS +: OFF_BITS] == word)
                now = data[e*32 + BIT_F + 1] ? data[e*32 + BIT_F] : now ^ data[e*32 + BIT_F];
        end
        if (op == 2'd1 && be[word*4])
            now = data[word*32 + BIT_F];
        apply_f[LANES] = now;
    end
endfunction

reg golden_f;                                        // what was last written
reg mem_f;                                           // what the memory has
reg [MSHRS*LANES-1:0] behind_f;                      // what it answers: the word, or each element's old value
wire [LANES:0] by_access_f = apply_f(golden_f, access_op_i, access_be_i, access_data_i, id_i_f, word_f);
wire [LANES:0] by_request_f = apply_f(mem_f, req_op_f, req_be_f, req_data_f, req_id_f, word_f);
integer c_f;

// A flush drops the dirty lines with the warps whose they are: what is local is then what memory has (5.4, Flush).
always @(posedge clk_i) begin
    if (flush_i | rst_f)
        golden_f <= mem_f;
    else if (takes_f & (line_i_f == line_f))
        golden_f <= by_access_f[LANES];
    if (asks_f & (req_line_f == line_f) & (req_op_f != 2'd0))
        mem_f <= by_request_f[LANES];
    for (c_f = 0; c_f < MSHRS; c_f = c_f + 1)
        if (asks_f & ~req_op_f[0] & (req_mshr_f == c_f))
            behind_f[c_f*LANES +: LANES] <= req_op_f[1] ? by_request_f[LANES-1:0] : {LANES{mem_f}};
end
always @* if (started_f & flush_i & ~line_f[NUMBER_BITS-1])
    assert(golden_f == mem_f);

// The memory's answers: of the line that is looked at its word, of atomics each element that looks at the word.
reg [MSHRS-1:0] its_f;                               // the answer is of the line
reg [MSHRS-1:0] old_f;                               // it has old values
reg [MSHRS*LANES-1:0] looks_at_f;                    // of these elements
integer d_f, e_f;
always @(posedge clk_i)
    for (d_f = 0; d_f < MSHRS; d_f = d_f + 1)
        if (asks_f & ~req_op_f[0] & (req_mshr_f == d_f)) begin
            its_f[d_f] <= req_line_f == line_f;
            old_f[d_f] <= req_op_f[1];
            for (e_f = 0; e_f < LANES; e_f = e_f + 1)
                looks_at_f[d_f*LANES + e_f] <= req_be_f[e_f*4] & (req_id_f[e_f*OFF_BITS +: OFF_BITS] == word_f);
        end
integer f_f, g_f;
always @* if (fill_valid_i)
    for (f_f = 0; f_f < MSHRS; f_f = f_f + 1)
        if (its_f[f_f] & (fill_mshr_i == f_f)) begin
            if (~old_f[f_f])
                assume(fill_data_i[word_f*32 + BIT_F] == behind_f[f_f*LANES]);
            for (g_f = 0; g_f < LANES; g_f = g_f + 1)
                if (old_f[f_f] & looks_at_f[f_f*LANES + g_f])
                    assume(fill_data_i[g_f*32 + BIT_F] == behind_f[f_f*LANES + g_f]);
        end

// The element that is looked at: the number is given again when it has been answered (5.5).
reg pending_f;                                       // it waits for its answer
reg swaps_f;                                         // old values
reg [LANES-1:0] mask_f;                              // elements that go with it
reg looks_f;                                         // it is the word that is looked at:
reg expect_f;                                        // what it has to get
wire is_key_f = {access_sub_i, access_id_i} == key_f;
wire begins_f = takes_f & ~access_op_i[0] & is_key_f & |(access_mask_i & lane_f);
wire ends_f = resp_valid_f & ({resp_sub_f, resp_id_f} == {key_f[KEY_F-1 -: SUB_BITS],
    {(ID_BITS-FREE_ID_F){1'b0}}, key_f[FREE_ID_F-1:0]}) & |(resp_mask_f & lane_f);
reg begins_looks_f, begins_expect_f, ends_with_f;
integer h_f;

always @* begin
    begins_looks_f = 1'b0;
    begins_expect_f = 1'b0;
    ends_with_f = 1'b0;
    for (h_f = 0; h_f < LANES; h_f = h_f + 1)
        if (lane_f[h_f]) begin
            begins_looks_f = line_i_f == line_f && (access_op_i[1] ?
                access_be_i[h_f*4] && id_i_f[h_f*OFF_BITS +: OFF_BITS] == word_f :
                access_off_i[h_f*OFF_BITS +: OFF_BITS] == word_f);
            begins_expect_f = access_op_i[1] ? by_access_f[h_f] : golden_f;
            ends_with_f = resp_data_f[h_f*32 + BIT_F];
        end
    assume(~(begins_f & pending_f));
end

always @(posedge clk_i) begin
    if (rst_f)
        pending_f <= 1'b0;
    else if (begins_f)
        pending_f <= 1'b1;
    else if (ends_f)
        pending_f <= 1'b0;
    if (begins_f) begin
        swaps_f <= access_op_i[1];
        mask_f <= access_mask_i;
        looks_f <= begins_looks_f;
        expect_f <= begins_expect_f;
    end
end

always @* if (started_f & ends_f) begin
    assert(pending_f);                               // not without an access, not twice
    if (pending_f) begin
        assert(resp_mask_f == mask_f);               // with its elements
        assert(~looks_f | (ends_with_f == expect_f)); // and the word that was last written
    end
end
