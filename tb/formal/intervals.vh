// SPDX-License-Identifier: Apache-2.0
// Intervals (3.20): interval_table and interval_move, with the active set, the frames and their entries, which are
// instances. LIVE_F is LTRF+, CYCLES_F the cycles of a bank. One register of one warp is watched, whichever it is, and
// of its value one bit. Names that end in _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

wire [WARPS*WARPS-1:0] age_f;
wire [WARPS-1:0] start_f, end_f, active_f, enters_f, begins_f, differs_f, leaving_f, waits_f, moved_f, left_f;
wire [WARPS*FRAME_BITS-1:0] frame_f;
wire [FRAME_BITS-1:0] move_frame_f, issue_frame_f;
wire out_valid_f, in_valid_f, fill_valid_f, in_dead_f;
wire [REG_BITS-1:0] out_reg_f, in_reg_f, fill_reg_f;
wire [LEVEL_ENTRY_BITS-1:0] in_entry_f, fill_entry_f, out_entry_f;
wire [REGISTERS-1:0] move_held_f, move_work_f, move_live_f;
wire [LEVEL_ENTRIES-1:0] move_used_f;
wire [SLOTS*LEVEL_BITS-1:0] src_level_f;
wire [PORTS*LEVEL_BITS-1:0] wb_level_f;
wire [ACTIVE*LEVEL_ENTRIES-1:0] fill_f;
wire [VECTOR_BITS-1:0] fill_data_f;
wire [BANKS-1:0] fetch_f, wr_valid_f, granted_f, busy_f;
wire [WARP_BITS-1:0] fetch_warp_f;
wire [ROW_BITS-1:0] fetch_row_f;
wire [BANKS*WARP_BITS-1:0] wr_warp_f, granted_warp_f;
wire [BANKS*ROW_BITS-1:0] wr_row_f, granted_row_f;
wire [BANKS-1:0] wr_mask_f;
wire [BANKS*VECTOR_BITS-1:0] wr_data_f, granted_data_f, rdata_f;
wire [ACTIVE*LEVEL_ENTRIES*VECTOR_BITS-1:0] entry_data_f;
reg [WARPS-1:0] exiting_f;

age_matrix #(.ENTRIES(WARPS)) u_age (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .alloc_i(start_f),
    .free_i(end_f),
    .row_o(age_f)
);

active_set u_active (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .age_i(age_f),
    .head_valid_i(head_valid_i),
    .long_i(long_i),
    .left_i(left_f),
    .enters_o(enters_f),
    .active_o(active_f)
);

levels u_levels (
    .clk_i(clk_i),
    .active_i(active_f),
    .enters_i(enters_f),
    .grant_i(grant_i),
    .frame_o(frame_f),
    .issue_frame_o(issue_frame_f)
);

interval_table #(
    .LEVEL_ENTRIES(LEVEL_ENTRIES),
    .LEVEL_ENTRY_BITS(LEVEL_ENTRY_BITS),
    .LEVEL_BITS(LEVEL_BITS)
) u_table (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .launch_valid_i(launch_valid_i),
    .launch_warp_i(launch_warp_i),
    .head_valid_i(head_valid_i),
    .head_interval_i(head_interval_i),
    .head_work_i(head_work_i),
`ifdef LIVE_F
    .head_live_i(head_live_i),
    .issue_dst_count_i(issue_dst_count_i),
    .issue_dst_base_i(issue_dst_base_i),
    .in_reg_i(in_reg_f),
    .in_dead_i(in_dead_f),
    .move_live_o(move_live_f),
`endif
    .grant_i(grant_i),
    .issue_leave_i(issue_leave_i),
    .issue_src_valid_i({{(SLOTS-1){1'b0}}, issue_src_valid_i}),
    .issue_src_reg_i({{((SLOTS-1)*REG_BITS){1'b0}}, issue_src_reg_i}),
    .wb_warp_i({{((PORTS-1)*WARP_BITS){1'b0}}, result_warp_i}),
    .wb_reg_i({{((PORTS-1)*REG_BITS){1'b0}}, result_reg_i}),
    .moved_i(moved_f),
    .move_frame_i(move_frame_f),
    .out_valid_i(out_valid_f),
    .out_reg_i(out_reg_f),
    .in_valid_i(in_valid_f),
    .in_entry_i(in_entry_f),
    .fill_valid_i(fill_valid_f),
    .fill_reg_i(fill_reg_f),
    .fill_entry_i(fill_entry_f),
    .left_i(left_f),
    .begins_o(begins_f),
    .differs_o(differs_f),
    .leaving_o(leaving_f),
    .waits_o(waits_f),
    .move_held_o(move_held_f),
    .move_work_o(move_work_f),
    .move_used_o(move_used_f),
    .out_entry_o(out_entry_f),
    .issue_src_level_o(src_level_f),
    .wb_level_o(wb_level_f)
);

interval_move #(
    .LEVEL_ENTRIES(LEVEL_ENTRIES),
    .LEVEL_ENTRY_BITS(LEVEL_ENTRY_BITS)
) u_move (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .age_i(age_f),
    .active_i(active_f),
    .head_valid_i(head_valid_i),
    .long_i(long_i),
    .exiting_i(exiting_f),
    .begins_i(begins_f),
    .differs_i(differs_f),
    .leaving_i(leaving_f),
    .frame_i(frame_f),
    .held_i(move_held_f),
    .work_i(move_work_f),
`ifdef LIVE_F
    .live_i(move_live_f),
    .in_reg_o(in_reg_f),
    .in_dead_o(in_dead_f),
`endif
    .used_i(move_used_f),
    .out_entry_i(out_entry_f),
    .entry_data_i(entry_data_f),
    .rdata_i(rdata_f),
`ifdef SLOW_F
    .busy_i(busy_f),
`endif
    .granted_valid_i(granted_f),
    .granted_warp_i(granted_warp_f),
    .granted_row_i(granted_row_f),
    .granted_mask_i(granted_f),
    .granted_data_i(granted_data_f),
    .moved_o(moved_f),
    .frame_o(move_frame_f),
    .out_valid_o(out_valid_f),
    .out_reg_o(out_reg_f),
    .in_valid_o(in_valid_f),
    .in_entry_o(in_entry_f),
    .fill_valid_o(fill_valid_f),
    .fill_reg_o(fill_reg_f),
    .fill_entry_o(fill_entry_f),
    .fill_o(fill_f),
    .fill_data_o(fill_data_f),
    .left_o(left_f),
    .fetch_o(fetch_f),
    .fetch_warp_o(fetch_warp_f),
    .fetch_row_o(fetch_row_f),
    .wr_valid_o(wr_valid_f),
    .wr_warp_o(wr_warp_f),
    .wr_row_o(wr_row_f),
    .wr_mask_o(wr_mask_f),
    .wr_data_o(wr_data_f)
);

// 3.9: a result that is accepted, and has lanes, goes to the entry of its register, or to its bank.
wire [LEVEL_BITS-1:0] place_f = wb_level_f[LEVEL_BITS-1:0];
wire [FRAME_BITS-1:0] result_frame_f = frame_f[result_warp_i*FRAME_BITS +: FRAME_BITS];
wire to_bank_f = result_valid_i & (place_f == 0);
wire [ACTIVE*LEVEL_ENTRIES-1:0] write_f;

genvar f, e, b, w;
generate
    for (f = 0; f < ACTIVE; f = f + 1) begin : g_frame
        for (e = 0; e < LEVEL_ENTRIES; e = e + 1) begin : g_write
            assign write_f[f*LEVEL_ENTRIES + e] = result_valid_i & (place_f == e + 1) & (result_frame_f == f);
        end

        level_entries #(
            .ORF_ENTRIES(LEVEL_ENTRIES),
            .LEVEL_ENTRIES(LEVEL_ENTRIES)
        ) u_entries (
            .clk_i(clk_i),
            .orf_write_i(write_f[f*LEVEL_ENTRIES +: LEVEL_ENTRIES]),
            .orf_mask_i(1'b1),
            .orf_data_i({{(VECTOR_BITS-1){1'b0}}, result_data_i}),
            .fill_i(fill_f[f*LEVEL_ENTRIES +: LEVEL_ENTRIES]),
            .fill_data_i(fill_data_f),
            .data_o(entry_data_f[f*LEVEL_ENTRIES*VECTOR_BITS +: LEVEL_ENTRIES*VECTOR_BITS])
        );
    end

    // Other results for banks: those of other ports, whose registers are in no entry.
    for (b = 0; b < BANKS; b = b + 1) begin : g_bank
        wire here_f = to_bank_f & (bank_f(result_warp_i, result_reg_i) == b);
        wire other_f = other_valid_i[b] & ~here_f;

        assign granted_f[b] = here_f | other_f;
        assign granted_warp_f[b*WARP_BITS +: WARP_BITS] =
            here_f ? result_warp_i : other_f ? other_warp_i[b*WARP_BITS +: WARP_BITS] : {WARP_BITS{1'b0}};
        assign granted_row_f[b*ROW_BITS +: ROW_BITS] =
            here_f ? row_f(result_reg_i) : other_f ? other_row_i[b*ROW_BITS +: ROW_BITS] : {ROW_BITS{1'b0}};
        assign granted_data_f[b*VECTOR_BITS +: VECTOR_BITS] =
            {{(VECTOR_BITS-1){1'b0}}, here_f ? result_data_i : other_f & other_data_i[b]};
    end
    for (w = 0; w < WARPS; w = w + 1) begin : g_slot
        assign start_f[w] = launch_valid_i & (launch_warp_i == w);
        assign end_f[w] = end_valid_i & (end_warp_i == w);
    end
endgenerate

// 2.3: the bank of a register, and its row within the warp's.
function [BANK_BITS-1:0] bank_f(input [WARP_BITS-1:0] warp, input [REG_BITS-1:0] register);
    bank_f = warp[BANK_BITS-1:0] + register[BANK_BITS-1:0];
endfunction
function [ROW_BITS-1:0] row_f(input [REG_BITS-1:0] register);
    row_f = register >> BANK_BITS;
endfunction

(* hierconn *) wire [WARPS*REGISTERS-1:0] \u_table.work_q ;
(* hierconn *) wire [WARPS*REGISTERS-1:0] \u_table.held_q ;
(* hierconn *) wire [WARPS*REGISTERS*LEVEL_ENTRY_BITS-1:0] \u_table.entry_q ;
(* hierconn *) wire [ACTIVE*LEVEL_ENTRIES-1:0] \u_table.used_q ;
(* hierconn *) wire [WARPS-1:0] \u_table.begun_q ;
(* hierconn *) wire [WARPS-1:0] \u_table.takes ;
(* hierconn *) wire \u_move.busy_q ;
(* hierconn *) wire [WARP_BITS-1:0] \u_move.warp_q ;
(* hierconn *) wire \u_move.empty_q ;
(* hierconn *) wire [BANKS-1:0] \u_move.fetch_q ;
(* hierconn *) wire [BANKS*REG_BITS-1:0] \u_move.fetch_reg_q ;
(* hierconn *) wire [BANKS*LEVEL_ENTRY_BITS-1:0] \u_move.fetch_entry_q ;
(* hierconn *) wire [BANKS-1:0] \u_move.takes ;
(* hierconn *) wire [REG_BITS-1:0] \u_move.in_reg ;
(* hierconn *) wire \u_move.done ;

wire [WARPS*REGISTERS-1:0] work_f = \u_table.work_q ;
wire [WARPS*REGISTERS-1:0] held_f = \u_table.held_q ;
wire [WARPS*REGISTERS*LEVEL_ENTRY_BITS-1:0] entry_f = \u_table.entry_q ;
wire [ACTIVE*LEVEL_ENTRIES-1:0] used_f = \u_table.used_q ;
wire [WARPS-1:0] begun_f = \u_table.begun_q ;
wire [WARPS-1:0] takes_f = \u_table.takes ;
wire move_f = \u_move.busy_q ;
wire [WARP_BITS-1:0] mover_f = \u_move.warp_q ;
wire empty_f = \u_move.empty_q ;
wire [BANKS-1:0] way_f = \u_move.fetch_q ;
wire [BANKS*REG_BITS-1:0] way_reg_f = \u_move.fetch_reg_q ;
wire [BANKS*LEVEL_ENTRY_BITS-1:0] way_entry_f = \u_move.fetch_entry_q ;
wire [BANKS-1:0] back_f = \u_move.takes ;
wire [REG_BITS-1:0] brought_f = \u_move.in_reg ;
wire done_f = \u_move.done ;
`ifdef LIVE_F
(* hierconn *) wire [WARPS*REGISTERS-1:0] \u_table.live_q ;
wire [WARPS*REGISTERS-1:0] live_f = \u_table.live_q ;
`else
wire [WARPS*REGISTERS-1:0] live_f = {(WARPS*REGISTERS){1'b1}};
assign in_dead_f = 1'b0;
assign in_reg_f = brought_f;
assign move_live_f = {REGISTERS{1'b1}};
`endif

// --- what is around it: warps, their heads, and results --------------------------------------------------------------

function [REG_BITS:0] number_f(input [REGISTERS-1:0] set);
    integer k;
    begin
        number_f = 0;
        for (k = 0; k < REGISTERS; k = k + 1)
            number_f = number_f + set[k];
    end
endfunction

// The head of the cycle before, if it did not issue: it stays as it is.
reg [WARPS-1:0] stays_f;
reg [WARPS-1:0] was_interval_f;
reg [WARPS*REGISTERS-1:0] was_work_f, was_live_f;
reg [WARPS-1:0] alive_f;
integer a_f;

always @* begin
    assume(~|(grant_i & (grant_i - 1'b1)));
    for (a_f = 0; a_f < WARPS; a_f = a_f + 1) begin
        alive_f[a_f] = age_f[a_f*WARPS + a_f];
        assume(~head_valid_i[a_f] | (alive_f[a_f] & ~exiting_f[a_f]));
        assume(~head_interval_i[a_f] | (number_f(head_work_i[a_f*REGISTERS +: REGISTERS]) <= LEVEL_ENTRIES));
        assume(~stays_f[a_f] | (head_valid_i[a_f] & (head_interval_i[a_f] == was_interval_f[a_f]) &
            (head_work_i[a_f*REGISTERS +: REGISTERS] == was_work_f[a_f*REGISTERS +: REGISTERS]) &
            (head_live_i[a_f*REGISTERS +: REGISTERS] == was_live_f[a_f*REGISTERS +: REGISTERS])));
        // 3.5: item 1 and item 6; who waits for far memory does not issue.
        assume(~grant_i[a_f] | (head_valid_i[a_f] & active_f[a_f] & ~waits_f[a_f] & ~long_i[a_f]));
    end
    assume(issue_dst_count_i <= 4);
    // 3.12.
    assume(~launch_valid_i | ((launch_warp_i < WARPS) & ~alive_f[launch_warp_i]));
    assume(~end_valid_i | ((end_warp_i < WARPS) & alive_f[end_warp_i] & exiting_f[end_warp_i] & ~active_f[end_warp_i]));
    // 3.9: no result of a warp that is moved is accepted.
    assume(~result_valid_i | ((result_warp_i < WARPS) & alive_f[result_warp_i] & ~moved_f[result_warp_i]));
end

always @(posedge clk_i)
    if (rst_f) begin
        exiting_f <= {WARPS{1'b0}};
        stays_f <= {WARPS{1'b0}};
    end else begin
        exiting_f <= (exiting_f | (grant_i & {WARPS{issue_last_i}})) & ~start_f;
        stays_f <= head_valid_i & ~grant_i;
    end

always @(posedge clk_i) begin
    was_interval_f <= head_interval_i;
    was_work_f <= head_work_i;
    was_live_f <= head_live_i;
end

// --- banks: when they are busy (3.21), and the bit of the watched register -------------------------------------------

reg [WARP_BITS-1:0] warp_f;
reg [REG_BITS-1:0] reg_f;
always @(posedge clk_i)
    if (rst_f) begin
        warp_f <= watched_warp_i;
        reg_f <= watched_reg_i;
    end
always @* assume(watched_warp_i < WARPS);

reg [BANKS*2-1:0] wait_f;                            // so many cycles from now on the bank takes no access
integer b_f;

always @(posedge clk_i)
    for (b_f = 0; b_f < BANKS; b_f = b_f + 1)
        if (rst_f)
            wait_f[b_f*2 +: 2] <= 2'd0;
        else if (read_i[b_f] | fetch_f[b_f] | wr_valid_f[b_f])
            wait_f[b_f*2 +: 2] <= CYCLES_F - 1;
        else if (busy_f[b_f])
            wait_f[b_f*2 +: 2] <= wait_f[b_f*2 +: 2] - 2'd1;

wire [BANK_BITS-1:0] home_f = bank_f(warp_f, reg_f);
reg bit_f;                                           // its bit in the row
reg last_f;                                          // and in what the bank has read last
wire fetched_f = fetch_f[home_f] & (fetch_warp_f == warp_f) & (fetch_row_f == row_f(reg_f));
integer c_f;

// A row may have any value when its warp starts. A bank keeps what it has read until it reads again.
always @(posedge clk_i) begin
    if (wr_valid_f[home_f] & (wr_warp_f[home_f*WARP_BITS +: WARP_BITS] == warp_f) &
            (wr_row_f[home_f*ROW_BITS +: ROW_BITS] == row_f(reg_f)) & wr_mask_f[home_f])
        bit_f <= wr_data_f[home_f*VECTOR_BITS];
    if (fetched_f)
        last_f <= bit_f;
    else if (fetch_f[home_f] | read_i[home_f])
        last_f <= rdata_i[home_f];
end

generate
    for (b = 0; b < BANKS; b = b + 1) begin : g_value
        assign rdata_f[b*VECTOR_BITS +: VECTOR_BITS] = {{(VECTOR_BITS-1){1'b0}}, home_f == b ? last_f : rdata_i[b]};
        assign busy_f[b] = wait_f[b*2 +: 2] != 2'd0;
    end
endgenerate

always @*
    for (c_f = 0; c_f < BANKS; c_f = c_f + 1) begin
        // 3.10: a bank is written or read in a cycle in which it is not busy; 3.21.
        assume(~read_i[c_f] | ~(wr_valid_f[c_f] | fetch_f[c_f] | busy_f[c_f]));
        assume(~granted_f[c_f] | ~busy_f[c_f]);
        assume(~other_valid_i[c_f] | (home_f != c_f) | (other_warp_i[c_f*WARP_BITS +: WARP_BITS] != warp_f) |
            (other_row_i[c_f*ROW_BITS +: ROW_BITS] != row_f(reg_f)));
    end

// The watched bit as the results that were accepted say; known_f: there has been one since the warp started, and with
// LTRF+ the register has been live since then: where an interval began, or as a result of what has issued.
reg known_f, truth_f;
wire result_f = result_valid_i & (result_warp_i == warp_f) & (result_reg_i == reg_f);
wire [REG_BITS-1:0] distance_f = reg_f - issue_dst_base_i;
`ifdef LIVE_F
reg alive_reg_f;
always @(posedge clk_i)
    if (rst_f | start_f[warp_f])
        alive_reg_f <= 1'b0;
    else if (takes_f[warp_f])
        alive_reg_f <= head_live_i[warp_f*REGISTERS + reg_f];
    else if (grant_i[warp_f] & (distance_f < issue_dst_count_i))
        alive_reg_f <= 1'b1;
`else
wire alive_reg_f = 1'b1;
`endif

always @(posedge clk_i) begin
    if (result_f)
        truth_f <= result_data_i;
`ifdef LIVE_F
    if (rst_f | start_f[warp_f] | (takes_f[warp_f] & ~head_live_i[warp_f*REGISTERS + reg_f]))
`else
    if (rst_f | start_f[warp_f])
`endif
        known_f <= 1'b0;
    else if (result_f & alive_reg_f)
        known_f <= 1'b1;
end

// --- what holds in every cycle: warps, frames, active set ------------------------------------------------------------

integer i_f, j_f, k_f, l_f, n_f, m_f;
reg [FRAME_BITS-1:0] of_f;
reg [6:0] members_f;

always @*
    if (started_f) begin
        members_f = 0;
        for (i_f = 0; i_f < WARPS; i_f = i_f + 1) begin
            members_f = members_f + active_f[i_f];
            `INVARIANT(~active_f[i_f] | alive_f[i_f]);
            `INVARIANT(active_f[i_f] | ~leaving_f[i_f]);
            `INVARIANT(~exiting_f[i_f] | ~stays_f[i_f]);
            `INVARIANT(alive_f[i_f] | ~stays_f[i_f]);
            // A warp outside the active set holds nothing, and so does one that leaves.
            assert(active_f[i_f] | (held_f[i_f*REGISTERS +: REGISTERS] == 0));
            assert(~left_f[i_f] | (held_f[i_f*REGISTERS +: REGISTERS] == 0));
            `INVARIANT(~active_f[i_f] | (frame_f[i_f*FRAME_BITS +: FRAME_BITS] < ACTIVE));
            for (j_f = 0; j_f < i_f; j_f = j_f + 1) begin
                `INVARIANT(~(alive_f[i_f] & alive_f[j_f]) | (age_f[i_f*WARPS + j_f] ^ age_f[j_f*WARPS + i_f]));
                assert(~(active_f[i_f] & active_f[j_f]) |
                    (frame_f[i_f*FRAME_BITS +: FRAME_BITS] != frame_f[j_f*FRAME_BITS +: FRAME_BITS]));
            end
            for (j_f = 0; j_f < WARPS; j_f = j_f + 1) begin
                `INVARIANT(~age_f[i_f*WARPS + j_f] | (alive_f[i_f] & alive_f[j_f]));
                for (k_f = 0; k_f < WARPS; k_f = k_f + 1)
                    `INVARIANT(~(age_f[i_f*WARPS + j_f] & age_f[j_f*WARPS + k_f]) | age_f[i_f*WARPS + k_f]);
            end
        end
        assert(members_f <= ACTIVE);
    end

// --- places ----------------------------------------------------------------------------------------------------------

// The entries of a frame that are taken are those of what its warp holds and of what is on its way; each is one's.
reg [LEVEL_ENTRIES-1:0] seen_f;
reg [LEVEL_ENTRY_BITS-1:0] at_f;
reg owned_f;
reg [REG_BITS:0] held_number_f;

always @*
    if (started_f)
        for (l_f = 0; l_f < ACTIVE; l_f = l_f + 1) begin
            seen_f = {LEVEL_ENTRIES{1'b0}};
            held_number_f = 0;
            for (n_f = 0; n_f < WARPS; n_f = n_f + 1)
                if (active_f[n_f] & (frame_f[n_f*FRAME_BITS +: FRAME_BITS] == l_f)) begin
                    for (m_f = 0; m_f < REGISTERS; m_f = m_f + 1)
                        if (held_f[n_f*REGISTERS + m_f]) begin
                            at_f = entry_f[(n_f*REGISTERS + m_f)*LEVEL_ENTRY_BITS +: LEVEL_ENTRY_BITS];
                            assert(~seen_f[at_f]);
                            seen_f[at_f] = 1'b1;
                            held_number_f = held_number_f + 1'b1;
                        end
                    if (moved_f[n_f])
                        for (m_f = 0; m_f < BANKS; m_f = m_f + 1)
                            if (way_f[m_f]) begin
                                assert(~seen_f[way_entry_f[m_f*LEVEL_ENTRY_BITS +: LEVEL_ENTRY_BITS]]);
                                seen_f[way_entry_f[m_f*LEVEL_ENTRY_BITS +: LEVEL_ENTRY_BITS]] = 1'b1;
                                held_number_f = held_number_f + 1'b1;
                            end
                end
            assert(used_f[l_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] == seen_f);
            // Free entries and taken ones are all.
            assert(held_number_f + number_f(~seen_f & {LEVEL_ENTRIES{1'b1}}) == LEVEL_ENTRIES);
        end

// --- moves -----------------------------------------------------------------------------------------------------------

reg [REGISTERS-1:0] want_f, coming_f;
integer p_f, q_f;

always @* begin
    want_f = empty_f ? {REGISTERS{1'b0}} : move_work_f;
    coming_f = {REGISTERS{1'b0}};
    for (p_f = 0; p_f < BANKS; p_f = p_f + 1)
        if (way_f[p_f])
            coming_f[way_reg_f[p_f*REG_BITS +: REG_BITS]] = 1'b1;
end

always @*
    if (started_f) begin
        `INVARIANT(~move_f | ((mover_f < WARPS) & active_f[mover_f]));
        `INVARIANT(move_f | ~|way_f);
        for (q_f = 0; q_f < BANKS; q_f = q_f + 1)
            if (way_f[q_f]) begin
                // What is on its way is wanted, and in no entry yet.
                assert(want_f[way_reg_f[q_f*REG_BITS +: REG_BITS]]);
                assert(~move_held_f[way_reg_f[q_f*REG_BITS +: REG_BITS]]);
                assert(bank_f(mover_f, way_reg_f[q_f*REG_BITS +: REG_BITS]) == q_f);
                `INVARIANT((q_f == 0) | ~way_f[0] | (wait_f[1:0] != wait_f[q_f*2 +: 2]));
            end
        for (q_f = 0; q_f < BANKS; q_f = q_f + 1)
            `INVARIANT(wait_f[q_f*2 +: 2] < CYCLES_F);
        // A bank has one access in a cycle, and none while it is busy. One register goes, one comes.
        assert(~|(fetch_f & wr_valid_f));
        assert(~|(back_f & granted_f));
        assert(~|((fetch_f | back_f) & busy_f));
        assert(~|(fetch_f & (fetch_f - 1'b1)));
        assert(~|(back_f & (back_f - 1'b1)));
        assert(~(|fetch_f | |back_f | fill_valid_f | in_valid_f | out_valid_f) | move_f);
        // What is read from a bank is wanted, in no entry, not on its way, live, and of the warp that is moved.
        if (|fetch_f) begin
            assert(want_f[brought_f] & ~move_held_f[brought_f] & ~coming_f[brought_f] & move_live_f[brought_f]);
            assert((fetch_warp_f == mover_f) & fetch_f[bank_f(mover_f, brought_f)] & (fetch_row_f == row_f(brought_f)));
        end
        // What leaves its entry is in it, and not wanted; what is live goes to its bank, and nothing else.
        if (out_valid_f) begin
            assert(move_held_f[out_reg_f] & ~want_f[out_reg_f]);
            assert(move_live_f[out_reg_f] == back_f[bank_f(mover_f, out_reg_f)]);
            assert(move_live_f[out_reg_f] == |back_f);
        end
        // An entry that is taken was free.
        assert(~in_valid_f | ~move_used_f[in_entry_f]);
        assert(~done_f | ((move_held_f == want_f) & ~|way_f));
    end

// A move ends. Of what it has to do some is done in each cycle in which no bank is written for a result or busy: so
// many of these cycles it takes at most.
localparam MOST_F = 3*LEVEL_ENTRIES;
wire [REG_BITS+1:0] left_over_f = number_f(move_held_f & ~want_f) + 2*number_f(want_f & ~move_held_f & ~coming_f) +
    number_f(coming_f);
reg [REG_BITS+2:0] cycles_f;

always @(posedge clk_i)
    if (rst_f | ~move_f)
        cycles_f <= 0;
    else if (~|granted_f & ~|busy_f)
        cycles_f <= cycles_f + 1'b1;

always @*
    if (started_f & move_f) begin
        assert(cycles_f <= MOST_F);
        `INVARIANT(cycles_f + left_over_f <= MOST_F);
    end

// --- who may issue: the frame holds what the interval of the instruction names, and nothing else ---------------------

reg [WARPS*REGISTERS-1:0] interval_f;                // of the instruction that has issued last
reg [WARPS*REGISTERS-1:0] needs_f;                   // of the head
integer r_f, s_f;

always @* begin
    needs_f = interval_f;
    for (r_f = 0; r_f < WARPS; r_f = r_f + 1)
        if (head_interval_i[r_f])
            needs_f[r_f*REGISTERS +: REGISTERS] = head_work_i[r_f*REGISTERS +: REGISTERS];
end

always @(posedge clk_i)
    for (s_f = 0; s_f < WARPS; s_f = s_f + 1)
        if (rst_f | start_f[s_f])
            interval_f[s_f*REGISTERS +: REGISTERS] <= {REGISTERS{1'b0}};
        else if (grant_i[s_f])
            interval_f[s_f*REGISTERS +: REGISTERS] <= needs_f[s_f*REGISTERS +: REGISTERS];

integer t_f;
always @*
    if (started_f)
        for (t_f = 0; t_f < WARPS; t_f = t_f + 1) begin
            `INVARIANT(number_f(work_f[t_f*REGISTERS +: REGISTERS]) <= LEVEL_ENTRIES);
            `INVARIANT(~begun_f[t_f] | (stays_f[t_f] & was_interval_f[t_f] &
                (work_f[t_f*REGISTERS +: REGISTERS] == was_work_f[t_f*REGISTERS +: REGISTERS])));
            // The table has the interval of what has issued last until it takes the next one.
            assert(begun_f[t_f] | (work_f[t_f*REGISTERS +: REGISTERS] == interval_f[t_f*REGISTERS +: REGISTERS]));
            assert(~grant_i[t_f] |
                (held_f[t_f*REGISTERS +: REGISTERS] == needs_f[t_f*REGISTERS +: REGISTERS]));
        end

// --- values: a register's last value is where the table says ---------------------------------------------------------

wire here_f = held_f[warp_f*REGISTERS + reg_f];
wire [FRAME_BITS-1:0] own_frame_f = frame_f[warp_f*FRAME_BITS +: FRAME_BITS];
wire [LEVEL_ENTRY_BITS-1:0] own_f = entry_f[(warp_f*REGISTERS + reg_f)*LEVEL_ENTRY_BITS +: LEVEL_ENTRY_BITS];
wire in_entry_bit_f = entry_data_f[(own_frame_f*LEVEL_ENTRIES + own_f)*VECTOR_BITS];

// What an instruction reads comes in the cycle after its issue.
reg reads_f;
reg [FRAME_BITS-1:0] read_frame_f;
reg [LEVEL_BITS-1:0] read_place_f;
wire [LEVEL_BITS-1:0] read_entry_f = read_place_f - 1'b1;

always @(posedge clk_i) begin
    reads_f <= grant_i[warp_f] & issue_src_valid_i & (issue_src_reg_i == reg_f) & known_f & ~rst_f &
        needs_f[warp_f*REGISTERS + reg_f];
    read_frame_f <= issue_frame_f;
    read_place_f <= src_level_f[LEVEL_BITS-1:0];
end

always @*
    if (started_f) begin
        `INVARIANT(warp_f < WARPS);
        `INVARIANT(~known_f | alive_reg_f);
        assert(~alive_reg_f | live_f[warp_f*REGISTERS + reg_f]);
        if (known_f) begin
            assert((here_f ? in_entry_bit_f : bit_f) == truth_f);
            `INVARIANT(~(moved_f[warp_f] & coming_f[reg_f]) | (last_f == truth_f));
        end
        `INVARIANT(~reads_f | known_f);
        `INVARIANT(~reads_f | (here_f & (read_frame_f == own_frame_f) & (read_place_f == own_f + 1'b1)));
        if (reads_f) begin
            assert(read_place_f != 0);
            assert(entry_data_f[(read_frame_f*LEVEL_ENTRIES + read_entry_f[LEVEL_ENTRY_BITS-1:0])*VECTOR_BITS] ==
                truth_f);
        end
    end
