// SPDX-License-Identifier: Apache-2.0
// ORF and LRF (3.19): levels with the active set, the entries of the frames, and what writes them, which are instances.
// Results come on the first three ports, INT and FP32 among them; an instruction has two at most. One entry of one warp
// is watched, whichever it is, and of its value one bit. Names that end in _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

localparam USED_F = 3;                               // ports with results

wire [WARPS*WARPS-1:0] age_f;
wire [WARPS-1:0] start_f, end_f, active_f, enters_f, owes_f, waits_f;
wire [WARPS*FRAME_BITS-1:0] frame_f;
wire [FRAME_BITS-1:0] issue_frame_f;
wire [ACTIVE*LEVEL_ENTRIES-1:0] done_f;
wire [ACTIVE*ORF_ENTRIES-1:0] copied_f, orf_write_f;
wire [ACTIVE*2*LRF_ENTRIES-1:0] lrf_write_f;
wire [ACTIVE-1:0] orf_mask_f;
wire [ACTIVE*VECTOR_BITS-1:0] orf_data_f;
wire [VECTOR_BITS-1:0] copy_data_f;
wire [PORTS-1:0] beaten_f;
wire [ACTIVE*LEVEL_ENTRIES*VECTOR_BITS-1:0] entry_data_f;
wire [PORTS*VECTOR_BITS-1:0] wb_data_f;
wire [SLOTS*VECTOR_BITS-1:0] operand_f;
reg [PORTS*PORTS-1:0] older_f;
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
    .owes_i(owes_f),
    .grant_i(grant_i),
    .issue_leave_i(|(grant_i & head_leave_i)),
    .end_valid_i(end_valid_i),
    .end_warp_i(end_warp_i),
    .enters_o(enters_f),
    .active_o(active_f)
);

levels u_levels (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .active_i(active_f),
    .enters_i(enters_f),
    .head_entries_i(head_entries_i),
    .head_leave_i(head_leave_i),
    .long_i(long_i),
    .issue_copy_i(issue_copy_i),
    .issue_dst_level_i({{(2*LEVEL_BITS){1'b0}}, issue_dst_level_i}),
    .grant_i(grant_i),
    .done_i(done_f),
    .copied_i(copied_f),
    .frame_o(frame_f),
    .issue_frame_o(issue_frame_f),
    .owes_o(owes_f),
    .waits_o(waits_f)
);

level_copy u_copy (
    .disp_warp_i(disp_warp_i),
    .disp_copy_i(disp_copy_i),
    .disp_copy_slot_i(disp_copy_slot_i),
    .disp_operand_i(operand_f),
    .frame_i(frame_f),
    .copied_o(copied_f),
    .copy_data_o(copy_data_f)
);

level_result u_result (
    .wb_warp_i({{((PORTS-USED_F)*WARP_BITS){1'b0}}, result_warp_i}),
    .wb_level_i({{((PORTS-USED_F)*LEVEL_BITS){1'b0}}, result_level_i}),
    .frame_i(frame_f),
    .contends_i({{(PORTS-USED_F){1'b0}}, result_valid_i & result_mask_i}),
    .accept_i({{(PORTS-USED_F){1'b0}}, result_accept_i}),
    .wb_mask_i({{(PORTS-USED_F){1'b0}}, result_mask_i}),
    .wb_data_i(wb_data_f),
    .older_i(older_f),
    .orf_beaten_o(beaten_f),
    .orf_write_o(orf_write_f),
    .orf_mask_o(orf_mask_f),
    .orf_data_o(orf_data_f),
    .lrf_write_o(lrf_write_f),
    .done_o(done_f)
);

genvar f, p, s, w;
generate
    for (f = 0; f < ACTIVE; f = f + 1) begin : g_frame
        level_entries u_entries (
            .clk_i(clk_i),
            .orf_write_i(orf_write_f[f*ORF_ENTRIES +: ORF_ENTRIES]),
            .orf_mask_i(orf_mask_f[f]),
            .orf_data_i(orf_data_f[f*VECTOR_BITS +: VECTOR_BITS]),
            .copy_i(copied_f[f*ORF_ENTRIES +: ORF_ENTRIES]),
            .copy_data_i(copy_data_f),
            .lrf_write_i(lrf_write_f[f*2*LRF_ENTRIES +: 2*LRF_ENTRIES]),
            .lrf_mask_i(result_mask_i[1:0]),
            .lrf_data_i(wb_data_f[0 +: 2*VECTOR_BITS]),
            .data_o(entry_data_f[f*LEVEL_ENTRIES*VECTOR_BITS +: LEVEL_ENTRIES*VECTOR_BITS])
        );
    end
    for (p = 0; p < PORTS; p = p + 1) begin : g_port
        assign wb_data_f[p*VECTOR_BITS +: VECTOR_BITS] =
            {{(VECTOR_BITS-1){1'b0}}, p < USED_F ? result_data_i[p % USED_F] : 1'b0};
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : g_source
        assign operand_f[s*VECTOR_BITS +: VECTOR_BITS] = {{(VECTOR_BITS-1){1'b0}}, disp_operand_i[s]};
    end
    for (w = 0; w < WARPS; w = w + 1) begin : g_slot
        assign start_f[w] = launch_valid_i & (launch_warp_i == w);
        assign end_f[w] = end_valid_i & (end_warp_i == w);
    end
endgenerate

(* hierconn *) wire [ACTIVE*LEVEL_ENTRIES-1:0] \u_levels.pending_q ;
wire [ACTIVE*LEVEL_ENTRIES-1:0] pending_f = \u_levels.pending_q ;

// --- what is around it: warps, their heads, and what is on its way to their entries ----------------------------------

reg [WARPS*LEVEL_ENTRIES-1:0] result_f;              // a result for the entry of the warp is on its way
reg [WARPS*LEVEL_ENTRIES-1:0] copy_f;                // a copy
reg [LEVEL_ENTRIES-1:0] new_result_f, new_copy_f;    // of what issues
reg [WARPS*LEVEL_ENTRIES-1:0] came_f, copies_f;      // what comes in this cycle
reg [WARPS-1:0] alive_f;
integer a_f, b_f, c_f;

function [LEVEL_ENTRIES-1:0] entry_of(input [LEVEL_BITS-1:0] place);
    entry_of = place == 0 ? 0 : 1 << (place - 1);
endfunction

always @* begin
    new_copy_f = entry_of(issue_copy_i);
    new_result_f = entry_of(issue_dst_level_i[0 +: LEVEL_BITS]) | entry_of(issue_dst_level_i[LEVEL_BITS +: LEVEL_BITS]);
    // 3.13: places; the results and the copy of an instruction are for different entries.
    assume(issue_copy_i <= ORF_ENTRIES);
    assume((issue_dst_level_i[0 +: LEVEL_BITS] <= LEVEL_ENTRIES) &
        (issue_dst_level_i[LEVEL_BITS +: LEVEL_BITS] <= LEVEL_ENTRIES));
    assume((issue_dst_level_i[0 +: LEVEL_BITS] == 0) |
        (issue_dst_level_i[0 +: LEVEL_BITS] != issue_dst_level_i[LEVEL_BITS +: LEVEL_BITS]));
    assume(~|(new_copy_f & new_result_f));
    assume(|grant_i | ~|{issue_copy_i, issue_dst_level_i});
    assume(~|(grant_i & (grant_i - 1'b1)));
    for (a_f = 0; a_f < WARPS; a_f = a_f + 1) begin
        alive_f[a_f] = age_f[a_f*WARPS + a_f];
        assume(~head_valid_i[a_f] | (alive_f[a_f] & ~exiting_f[a_f]));
        assume(~grant_i[a_f] | (head_valid_i[a_f] & active_f[a_f] & ~waits_f[a_f]));
        assume(~grant_i[a_f] | ~|((new_copy_f | new_result_f) & ~head_entries_i[a_f*LEVEL_ENTRIES +: LEVEL_ENTRIES]));
        assume(~grant_i[a_f] | ~head_leave_i[a_f] | ~|(new_copy_f | new_result_f));
    end
    // 3.12: a warp ends when no result of it is pending and no collector has it.
    assume(~launch_valid_i | ((launch_warp_i < WARPS) & ~alive_f[launch_warp_i]));
    assume(~end_valid_i | ((end_warp_i < WARPS) & alive_f[end_warp_i] & exiting_f[end_warp_i] &
        ~|result_f[end_warp_i*LEVEL_ENTRIES +: LEVEL_ENTRIES] & ~|copy_f[end_warp_i*LEVEL_ENTRIES +: LEVEL_ENTRIES]));
end

// Results of three ports: of two one is the older one. An LRF gets those of INT and FP32 only.
always @* begin
    came_f = 0;
    older_f = 0;
    for (b_f = 0; b_f < USED_F; b_f = b_f + 1) begin
        older_f[b_f*PORTS +: USED_F] = older_i[b_f*USED_F +: USED_F];
        assume(~older_i[b_f*USED_F + b_f]);
        for (c_f = 0; c_f < b_f; c_f = c_f + 1)
            assume(older_i[b_f*USED_F + c_f] ^ older_i[c_f*USED_F + b_f]);
        assume(result_warp_i[b_f*WARP_BITS +: WARP_BITS] < WARPS);
        assume(result_level_i[b_f*LEVEL_BITS +: LEVEL_BITS] <= (b_f < 2 ? LEVEL_ENTRIES : ORF_ENTRIES));
        // 3.9.
        assume(~result_accept_i[b_f] | (result_valid_i[b_f] & ~(result_mask_i[b_f] & beaten_f[b_f])));
        if (result_valid_i[b_f] & (result_level_i[b_f*LEVEL_BITS +: LEVEL_BITS] != 0)) begin
            assume(result_f[result_warp_i[b_f*WARP_BITS +: WARP_BITS]*LEVEL_ENTRIES +
                result_level_i[b_f*LEVEL_BITS +: LEVEL_BITS] - 1]);
            for (c_f = 0; c_f < b_f; c_f = c_f + 1)
                assume(~result_valid_i[c_f] |
                    (result_warp_i[b_f*WARP_BITS +: WARP_BITS] != result_warp_i[c_f*WARP_BITS +: WARP_BITS]) |
                    (result_level_i[b_f*LEVEL_BITS +: LEVEL_BITS] != result_level_i[c_f*LEVEL_BITS +: LEVEL_BITS]));
            if (result_accept_i[b_f])
                came_f[result_warp_i[b_f*WARP_BITS +: WARP_BITS]*LEVEL_ENTRIES +
                    result_level_i[b_f*LEVEL_BITS +: LEVEL_BITS] - 1] = 1'b1;
        end
    end
    assume(~(older_i[0*USED_F + 1] & older_i[1*USED_F + 2] & older_i[2*USED_F + 0]));
    assume(~(older_i[0*USED_F + 2] & older_i[2*USED_F + 1] & older_i[1*USED_F + 0]));
end

always @* begin
    copies_f = 0;
    assume((disp_warp_i < WARPS) & (disp_copy_i <= ORF_ENTRIES) & (disp_copy_slot_i < SLOTS));
    if (disp_copy_i != 0) begin
        assume(copy_f[disp_warp_i*LEVEL_ENTRIES + disp_copy_i - 1]);
        copies_f[disp_warp_i*LEVEL_ENTRIES + disp_copy_i - 1] = 1'b1;
    end
end

integer d_f;
always @(posedge clk_i) begin
    exiting_f <= rst_f ? {WARPS{1'b0}} : (exiting_f | (grant_i & {WARPS{issue_last_i}})) & ~end_f;
    for (d_f = 0; d_f < WARPS; d_f = d_f + 1) begin
        result_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] <= {LEVEL_ENTRIES{~rst_f}} &
            ((result_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] & ~came_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES]) |
            (new_result_f & {LEVEL_ENTRIES{grant_i[d_f]}}));
        copy_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] <= {LEVEL_ENTRIES{~rst_f}} &
            ((copy_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] & ~copies_f[d_f*LEVEL_ENTRIES +: LEVEL_ENTRIES]) |
            (new_copy_f & {LEVEL_ENTRIES{grant_i[d_f]}}));
    end
end

// --- what holds in every cycle ---------------------------------------------------------------------------------------

integer i_f, j_f, k_f, l_f;
reg [6:0] members_f;
reg [LEVEL_ENTRIES-1:0] due_f, all_due_f;

always @*
    if (started_f) begin
        members_f = 0;
        for (i_f = 0; i_f < WARPS; i_f = i_f + 1) begin
            members_f = members_f + active_f[i_f];
            `INVARIANT(~active_f[i_f] | alive_f[i_f]);
            `INVARIANT(~active_f[i_f] | (frame_f[i_f*FRAME_BITS +: FRAME_BITS] < ACTIVE));
            for (j_f = 0; j_f < i_f; j_f = j_f + 1) begin
                `INVARIANT(~(alive_f[i_f] & alive_f[j_f]) | (age_f[i_f*WARPS + j_f] ^ age_f[j_f*WARPS + i_f]));
                // Two warps never have one frame.
                assert(~(active_f[i_f] & active_f[j_f]) |
                    (frame_f[i_f*FRAME_BITS +: FRAME_BITS] != frame_f[j_f*FRAME_BITS +: FRAME_BITS]));
            end
            for (j_f = 0; j_f < WARPS; j_f = j_f + 1) begin
                `INVARIANT(~age_f[i_f*WARPS + j_f] | (alive_f[i_f] & alive_f[j_f]));
                for (k_f = 0; k_f < WARPS; k_f = k_f + 1)
                    `INVARIANT(~(age_f[i_f*WARPS + j_f] & age_f[j_f*WARPS + k_f]) | age_f[i_f*WARPS + k_f]);
            end
            // What is on its way to an entry is one thing, and of an active warp: who leaves owes nothing.
            due_f = result_f[i_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] | copy_f[i_f*LEVEL_ENTRIES +: LEVEL_ENTRIES];
            assert(active_f[i_f] | ~|due_f);
            `INVARIANT(~|(result_f[i_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] & copy_f[i_f*LEVEL_ENTRIES +: LEVEL_ENTRIES]));
            // An instruction issues when nothing is on its way to the entries that it names, or to any if it leaves.
            assert(~grant_i[i_f] | ~|(head_entries_i[i_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] & due_f));
            assert(~grant_i[i_f] | ~head_leave_i[i_f] | ~|due_f);
        end
        assert(members_f <= ACTIVE);
    end

// An entry is pending exactly as long as something is on its way to it.
integer m_f;
always @*
    if (started_f)
        for (l_f = 0; l_f < ACTIVE; l_f = l_f + 1) begin
            all_due_f = 0;
            for (m_f = 0; m_f < WARPS; m_f = m_f + 1)
                if (active_f[m_f] & (frame_f[m_f*FRAME_BITS +: FRAME_BITS] == l_f))
                    all_due_f = all_due_f | result_f[m_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] |
                        copy_f[m_f*LEVEL_ENTRIES +: LEVEL_ENTRIES];
            assert(pending_f[l_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] == all_due_f);
            assert(~|(done_f[l_f*LEVEL_ENTRIES +: LEVEL_ENTRIES] & ~all_due_f));
            // An ORF takes a result and a copy at most, for two entries.
            assert(~|(orf_write_f[l_f*ORF_ENTRIES +: ORF_ENTRIES] &
                (orf_write_f[l_f*ORF_ENTRIES +: ORF_ENTRIES] - 1'b1)));
            assert(~|(orf_write_f[l_f*ORF_ENTRIES +: ORF_ENTRIES] & copied_f[l_f*ORF_ENTRIES +: ORF_ENTRIES]));
        end

// Of the results that are there one waits for no other one.
wire [USED_F-1:0] there_f = result_valid_i & result_mask_i;
always @* assert(~started_f | ~|there_f | |(there_f & ~beaten_f[USED_F-1:0]));

// --- values: what an entry got last in this stay in the active set is in it ------------------------------------------

reg [WARP_BITS-1:0] warp_f;
reg [LEVEL_BITS-1:0] entry_f;
always @(posedge clk_i)
    if (rst_f) begin
        warp_f <= watched_warp_i;
        entry_f <= watched_entry_i;
    end
always @* assume((watched_warp_i < WARPS) & (watched_entry_i < LEVEL_ENTRIES));

reg known_f, truth_f, gets_f, got_f;
integer n_f;

always @* begin
    gets_f = 1'b0;
    got_f = 1'b0;
    for (n_f = 0; n_f < USED_F; n_f = n_f + 1)
        if (result_accept_i[n_f] & result_mask_i[n_f] & (result_warp_i[n_f*WARP_BITS +: WARP_BITS] == warp_f) &
                (result_level_i[n_f*LEVEL_BITS +: LEVEL_BITS] == entry_f + 1'b1)) begin
            gets_f = 1'b1;
            got_f = result_data_i[n_f];
        end
    if ((disp_copy_i == entry_f + 1'b1) & (disp_warp_i == warp_f)) begin
        gets_f = 1'b1;
        got_f = disp_operand_i[disp_copy_slot_i];
    end
end

always @(posedge clk_i) begin
    known_f <= ~rst_f & active_f[warp_f] & (known_f | gets_f);
    if (gets_f)
        truth_f <= got_f;
end

wire [FRAME_BITS-1:0] own_f = frame_f[warp_f*FRAME_BITS +: FRAME_BITS];
always @*
    if (started_f) begin
        `INVARIANT((warp_f < WARPS) & (entry_f < LEVEL_ENTRIES));
        if (known_f & active_f[warp_f])
            assert(entry_data_f[(own_f*LEVEL_ENTRIES + entry_f)*VECTOR_BITS] == truth_f);
    end
