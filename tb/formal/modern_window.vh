// SPDX-License-Identifier: Apache-2.0
// Window, bypass and reuse cache (3.18): modern_control with one of its two banks. What the other bank does is free.
// One register of one warp is watched, whichever it is, and of its value one bit. Of the memory bits_f shows this bit
// of all rows, those of one port behind those of the other. Names that end in _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
wire rst_f = ~started_f;

// The bank that is there: registers whose number plus the warp's is even. Its last port reads for the unit queue.
localparam BANK_F = 0, LAST_F = READS - 1;

wire hold_f, window_f, busy_f, came_f;
wire [WARPS*ROW_BITS-1:0] base_f;
wire [BANKS*READS*3-1:0] reserve_f;
wire [BANKS*3-1:0] keep_f;
wire [BANKS*READS*3*REG_BITS-1:0] reserve_reg_f;
wire [BANKS*READS*3*ROW_BITS-1:0] reserve_row_f;
wire [WARP_BITS-1:0] reserve_warp_f;
wire [BANKS*6-1:0] keep_time_f;
wire [READS*2-1:0] taken_f;
wire [REG_BITS-1:0] came_reg_f;
wire [READS*3*VECTOR_BITS-1:0] value_f;
wire [3*VECTOR_BITS-1:0] reuse_f;
wire [SLOTS*VECTOR_BITS-1:0] operand_f;
wire [WARPS-1:0] owes_f;

`ifdef READS_F
wire [BANKS*3*READ_BITS-1:0] keep_port_f;
(* hierconn *) wire [4*SLOTS*READ_BITS-1:0] \u_control.stage_port_q ;
wire [4*SLOTS*READ_BITS-1:0] port_f = \u_control.stage_port_q ;
`else
wire [4*SLOTS*READ_BITS-1:0] port_f = {(4*SLOTS*READ_BITS){1'b0}};
`endif

modern_control u_control (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .launch_valid_i(launch_valid_i),
    .launch_warp_i(launch_warp_i),
    .launch_row_i(launch_row_i),
    .end_valid_i(end_valid_i),
    .end_warp_i(end_warp_i),
    .issue_valid_i(issue_valid_i),
    .issue_warp_i(issue_warp_i),
    .issue_iid_i({IID_BITS{1'b0}}),
    .issue_unit_i(issue_unit_i),
    .issue_mask_i({LANES{1'b1}}),
    .issue_dst_count_i(3'd0),
    .issue_dst_base_i({REG_BITS{1'b0}}),
    .issue_payload_i({PAYLOAD_BITS{1'b0}}),
    .issue_src_valid_i(issue_src_valid_i),
    .issue_src_reg_i(issue_src_reg_i),
    .issue_src_pos_i(issue_src_pos_i),
    .issue_src_reuse_i(issue_src_reuse_i),
    .hold_o(hold_f),
    .row_base_o(base_f),
    .queue_full_i(queue_full_i),
    .taken_i({other_taken_i, taken_f}),
    .reserve_o(reserve_f),
    .reserve_reg_o(reserve_reg_f),
    .reserve_row_o(reserve_row_f),
    .reserve_warp_o(reserve_warp_f),
    .value_i({{(READS*3*VECTOR_BITS){1'b0}}, value_f}),
    .reuse_i({{(3*VECTOR_BITS){1'b0}}, reuse_f}),
    .keep_o(keep_f),
    .keep_time_o(keep_time_f),
`ifdef READS_F
    .keep_port_o(keep_port_f),
`endif
    .window_o(window_f),
    .queue_valid_i(1'b0),
    .queue_warp_i({WARP_BITS{1'b0}}),
    .queue_iid_i({IID_BITS{1'b0}}),
    .queue_unit_i(3'd0),
    .queue_mask_i({LANES{1'b0}}),
    .queue_dst_count_i(3'd0),
    .queue_dst_base_i({REG_BITS{1'b0}}),
    .queue_payload_i({PAYLOAD_BITS{1'b0}}),
    .queue_operand_i({(SLOTS*VECTOR_BITS){1'b0}}),
    .disp_operand_o(operand_f)
);

modern_bank u_bank (
    .clk_i(clk_i),
    .rst_i(rst_f),
    .row_base_i(base_f),
    .reserve_i(reserve_f[READS*3-1:0]),
    .reserve_reg_i(reserve_reg_f[READS*3*REG_BITS-1:0]),
    .reserve_row_i(reserve_row_f[READS*3*ROW_BITS-1:0]),
    .reserve_warp_i(reserve_warp_f),
    .taken_o(taken_f),
    .busy_o(busy_f),
    .ask_i(ask_i),
    .ask_reg_i(ask_reg_i),
    .ask_row_i(base_f[ask_warp_i*ROW_BITS +: ROW_BITS] + ask_reg_i[REG_BITS-1:1]),
    .ask_warp_i(ask_warp_i),
    .came_o(came_f),
    .came_reg_o(came_reg_f),
    .value_o(value_f),
    .keep_i(keep_f[2:0]),
    .keep_time_i(keep_time_f[5:0]),
`ifdef READS_F
    .keep_port_i(keep_port_f[3*READ_BITS-1:0]),
`endif
    .reuse_o(reuse_f),
    .first_valid_i(first_valid_i),
    .first_warp_i(first_warp_i),
    .first_reg_i(first_reg_i),
    .first_mask_i({LANES{1'b1}}),
    .first_data_i(first_data_i),
    .second_valid_i(second_valid_i),
    .second_warp_i(second_warp_i),
    .second_reg_i(second_reg_i),
    .second_mask_i({LANES{1'b1}}),
    .second_data_i(second_data_i),
    .owes_o(owes_f)
);

(* hierconn *) wire \u_control.control_valid_q ;
(* hierconn *) wire [WARP_BITS-1:0] \u_control.control_warp_q ;
(* hierconn *) wire \u_control.allocate_valid_q ;
(* hierconn *) wire [WARP_BITS-1:0] \u_control.allocate_warp_q ;
(* hierconn *) wire [SLOTS*REG_BITS-1:0] \u_control.allocate_src_reg_q ;
(* hierconn *) wire [SLOTS-1:0] \u_control.allocate_src_valid_q ;
(* hierconn *) wire [SLOTS*3-1:0] \u_control.allocate_src_pos_q ;
(* hierconn *) wire [SLOTS-1:0] \u_control.allocate_src_reuse_q ;
(* hierconn *) wire [SLOTS-1:0] \u_control.slot_hit ;
(* hierconn *) wire \u_control.enters ;
(* hierconn *) wire [3:0] \u_control.stage_valid_q ;
(* hierconn *) wire [4*WARP_BITS-1:0] \u_control.stage_warp_q ;
(* hierconn *) wire [4*SLOTS-1:0] \u_control.stage_src_valid_q ;
(* hierconn *) wire [4*SLOTS*BW-1:0] \u_control.stage_bank_q ;
(* hierconn *) wire [4*SLOTS*2-1:0] \u_control.stage_time_q ;
(* hierconn *) wire [4*SLOTS*3-1:0] \u_control.stage_src_pos_q ;
(* hierconn *) wire [4*SLOTS-1:0] \u_control.stage_hit_q ;
(* hierconn *) wire [4*SLOTS-1:0] \u_control.stage_keep_q ;
(* hierconn *) wire [BANKS*3-1:0] \u_control.reuse_valid_q ;
(* hierconn *) wire [BANKS*3*WARP_BITS-1:0] \u_control.reuse_warp_q ;
(* hierconn *) wire [BANKS*3*REG_BITS-1:0] \u_control.reuse_reg_q ;
(* hierconn *) wire [READS*3-1:0] \u_bank.read_valid_q ;
(* hierconn *) wire [READS*3*ROW_BITS-1:0] \u_bank.read_row_q ;
(* hierconn *) wire [READS*3*WARP_BITS-1:0] \u_bank.read_warp_q ;
(* hierconn *) wire [READS*3*REG_BITS-1:0] \u_bank.read_reg_q ;
(* hierconn *) wire [READS*3-1:0] \u_bank.value_valid_q ;
(* hierconn *) wire [READS*3*WARP_BITS-1:0] \u_bank.value_warp_q ;
(* hierconn *) wire [READS*3*REG_BITS-1:0] \u_bank.value_reg_q ;
(* hierconn *) wire \u_bank.value_queue_q ;
(* hierconn *) wire [RESULT_BITS-1:0] \u_bank.result_count_q ;
(* hierconn *) wire [RESULTS*WARP_BITS-1:0] \u_bank.result_warp_q ;
(* hierconn *) wire [RESULTS*REG_BITS-1:0] \u_bank.result_reg_q ;
(* hierconn *) wire [RESULTS*VECTOR_BITS-1:0] \u_bank.result_data ;
(* hierconn *) wire \u_bank.written_valid_q ;
(* hierconn *) wire [WARP_BITS-1:0] \u_bank.written_warp_q ;
(* hierconn *) wire [REG_BITS-1:0] \u_bank.written_reg_q ;
(* hierconn *) wire [VECTOR_BITS-1:0] \u_bank.written_data_q ;
(* hierconn *) wire [LANES-1:0] \u_bank.written_mask_q ;
(* hierconn *) wire [RESULTS*LANES-1:0] \u_bank.result_mask_q ;
(* hierconn *) wire \u_bank.one ;
(* hierconn *) wire \u_bank.two ;

wire [3:0] stage_f = \u_control.stage_valid_q ;
wire [4*SLOTS-1:0] slot_f = \u_control.stage_src_valid_q ;
wire [4*SLOTS-1:0] hit_f = \u_control.stage_hit_q ;
wire [4*SLOTS-1:0] kept_f = \u_control.stage_keep_q ;
wire [4*SLOTS*BW-1:0] bank_f = \u_control.stage_bank_q ;
wire [4*SLOTS*2-1:0] time_f = \u_control.stage_time_q ;
wire [4*SLOTS*3-1:0] pos_f = \u_control.stage_src_pos_q ;
wire [4*WARP_BITS-1:0] warp_f = \u_control.stage_warp_q ;
wire [READS*3-1:0] read_f = \u_bank.read_valid_q ;
wire [READS*3-1:0] there_f = \u_bank.value_valid_q ;
wire [RESULT_BITS-1:0] waiting_f = \u_bank.result_count_q ;
wire [RESULTS*VECTOR_BITS-1:0] late_f = \u_bank.result_data ;
wire [(1<<ROW_BITS)-1:0] bits_f = ports_bits_f[(1<<ROW_BITS)-1:0];

// Which register of which warp is watched; it is in this bank.
reg [REG_BITS-1:0] reg_f;
reg [WARP_BITS-1:0] of_f;
always @(posedge clk_i)
    if (rst_f) begin
        reg_f <= watched_reg_i;
        of_f <= watched_warp_i;
    end
wire [ROW_BITS-1:0] at_f = base_f[of_f*ROW_BITS +: ROW_BITS] + reg_f[REG_BITS-1:1];

function is_f(input [WARP_BITS-1:0] warp, input [REG_BITS-1:0] register);
    is_f = (warp == of_f) & (register == reg_f);
endfunction

// Registers of the instructions in the window, which the module does not keep.
reg [4*SLOTS*REG_BITS-1:0] regs_f;
always @(posedge clk_i) begin
    if (\u_control.enters )
        regs_f[0 +: SLOTS*REG_BITS] <= \u_control.allocate_src_reg_q ;
    regs_f[SLOTS*REG_BITS +: 3*SLOTS*REG_BITS] <= regs_f[0 +: 3*SLOTS*REG_BITS];
end

// --- what is around it: a warp starts in a slot that is free, and ends when nothing of it is on its way; rows of live
// warps are apart; a second result comes with a first one; results find room ------------------------------------------

reg [WARPS-1:0] live_f;
reg [WARPS-1:0] way_f;                               // something of the warp is on its way
reg [WARPS-1:0] start_f, end_f;
integer a_f, i_f;

always @* begin
    assume((watched_reg_i[0] ^ watched_warp_i[0]) == BANK_F);
    way_f = owes_f;
    start_f = {WARPS{1'b0}};
    end_f = {WARPS{1'b0}};
    start_f[launch_warp_i] = launch_valid_i;
    end_f[end_warp_i] = end_valid_i;
    if (\u_control.control_valid_q )
        way_f[\u_control.control_warp_q ] = 1'b1;
    if (\u_control.allocate_valid_q )
        way_f[\u_control.allocate_warp_q ] = 1'b1;
    for (a_f = 0; a_f < 4; a_f = a_f + 1)
        if (stage_f[a_f])
            way_f[warp_f[a_f*WARP_BITS +: WARP_BITS]] = 1'b1;
    for (a_f = 0; a_f < READS*3; a_f = a_f + 1) begin
        if (read_f[a_f])
            way_f[\u_bank.read_warp_q [a_f*WARP_BITS +: WARP_BITS]] = 1'b1;
        if (there_f[a_f])
            way_f[\u_bank.value_warp_q [a_f*WARP_BITS +: WARP_BITS]] = 1'b1;
    end
    if (started_f) begin
        assume(~|(start_f & (live_f | way_f)));
        assume(~|(end_f & (~live_f | way_f)));
        assume(~issue_valid_i | (live_f[issue_warp_i] & ~end_f[issue_warp_i]));
        assume(~ask_i | (live_f[ask_warp_i] & ~end_f[ask_warp_i]));
        assume(~first_valid_i | (live_f[first_warp_i] & ~end_f[first_warp_i]));
        assume(~second_valid_i | (live_f[second_warp_i] & ~end_f[second_warp_i]));
        for (i_f = 0; i_f < WARPS; i_f = i_f + 1)
            for (a_f = 0; a_f < 1 << (REG_BITS - 1); a_f = a_f + 1)
                assume((i_f == of_f) | ~live_f[i_f] | ~live_f[of_f] |
                    (base_f[i_f*ROW_BITS +: ROW_BITS] + a_f[ROW_BITS-1:0] != at_f));
    end
    // The memories of a bank begin with the same contents.
    for (i_f = 1; i_f < READS; i_f = i_f + 1)
        assume(started_f | (ports_bits_f[i_f << ROW_BITS +: 1 << ROW_BITS] == bits_f));
    assume(~(issue_valid_i & hold_f));
    assume(~(ask_i & busy_f));
    assume(~second_valid_i | first_valid_i);
    assume(waiting_f - (waiting_f != 0) + \u_bank.one + \u_bank.two <= RESULTS);
    // Registers of this bank are asked for, and written.
    assume(~ask_i | ((ask_reg_i[0] ^ ask_warp_i[0]) == BANK_F));
    assume(~first_valid_i | ((first_reg_i[0] ^ first_warp_i[0]) == BANK_F));
    assume(~second_valid_i | ((second_reg_i[0] ^ second_warp_i[0]) == BANK_F));
end

always @(posedge clk_i)
    live_f <= rst_f ? {WARPS{1'b0}} : (live_f & ~end_f) | start_f;

// --- what the watched register is: the result that was accepted last, or what its row had when the warp started ------

reg now_f;
wire [ROW_BITS-1:0] next_at_f = reg_f[REG_BITS-1:1] +
    (start_f[of_f] ? launch_row_i : base_f[of_f*ROW_BITS +: ROW_BITS]);
wire first_f = first_valid_i & is_f(first_warp_i, first_reg_i);
wire second_f = second_valid_i & is_f(second_warp_i, second_reg_i);
always @(posedge clk_i)
    if (~live_f[of_f])
        now_f <= bits_f[next_at_f];
    else if (second_f)
        now_f <= second_data_i[0];
    else if (first_f)
        now_f <= first_data_i[0];

// Of what is kept for each operand: it is the watched register's, and no result has come since the read that kept it
// dispatched.
reg [2:0] its_f, fresh_f;
integer p_f, s_f;
reg [2:0] takes_f, takes_its_f;
always @* begin
    takes_f = 3'd0;
    takes_its_f = 3'd0;
    for (p_f = 0; p_f < 3; p_f = p_f + 1)
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
            if (stage_f[3] & slot_f[3*SLOTS + s_f] & kept_f[3*SLOTS + s_f] & ~hit_f[3*SLOTS + s_f] &
                (bank_f[3*SLOTS + s_f] == BANK_F) & (pos_f[(3*SLOTS + s_f)*3 +: 3] == p_f)) begin
                takes_f[p_f] = 1'b1;
                takes_its_f[p_f] = is_f(warp_f[3*WARP_BITS +: WARP_BITS],
                    regs_f[(3*SLOTS + s_f)*REG_BITS +: REG_BITS]);
            end
end
always @(posedge clk_i)
    if (rst_f) begin
        its_f <= 3'd0;
        fresh_f <= 3'd0;
    end else begin
        its_f <= (its_f & ~takes_f & {3{live_f[of_f]}}) | takes_its_f;
        fresh_f <= ((fresh_f & ~takes_f) | takes_its_f) & {3{~(first_f | second_f)}};
    end

// What may hit: for each operand, the last instruction that has entered and reads it in this bank reads the watched
// register and keeps it, and its warp has not ended since. With near bits, reads of other registers that are not kept
// do not count.
reg [2:0] may_f, named_f, named_its_f;
always @* begin
    named_f = 3'd0;
    named_its_f = 3'd0;
    for (p_f = 0; p_f < 3; p_f = p_f + 1)
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
            if (\u_control.enters & \u_control.allocate_src_valid_q [s_f] &
                (\u_control.allocate_src_pos_q [s_f*3 +: 3] == p_f) &
                ((\u_control.allocate_src_reg_q [s_f*REG_BITS] ^ \u_control.allocate_warp_q [0]) == BANK_F)) begin
`ifdef NEAR_F
                if (is_f(\u_control.allocate_warp_q , \u_control.allocate_src_reg_q [s_f*REG_BITS +: REG_BITS]))
                    named_f[p_f] = 1'b1;
                if (\u_control.allocate_src_reuse_q [s_f]) begin
                    named_f[p_f] = 1'b1;
                    named_its_f[p_f] = is_f(\u_control.allocate_warp_q ,
                        \u_control.allocate_src_reg_q [s_f*REG_BITS +: REG_BITS]);
                end
`else
                named_f[p_f] = 1'b1;
                named_its_f[p_f] = \u_control.allocate_src_reuse_q [s_f] &
                    is_f(\u_control.allocate_warp_q , \u_control.allocate_src_reg_q [s_f*REG_BITS +: REG_BITS]);
`endif
            end
end
always @(posedge clk_i)
    may_f <= ((may_f & ~named_f) | named_its_f) & {3{~rst_f & ~end_f[of_f]}};

// --- what holds in every cycle ---------------------------------------------------------------------------------------

// What is in its row with the results that wait, in their order.
reg seen_f;
integer r_f, j_f, t_f, o_f, q_f, l_f;
reg found_f, match_f;
always @* begin
    seen_f = bits_f[at_f];
    for (r_f = 0; r_f < RESULTS; r_f = r_f + 1)
        if ((waiting_f > r_f) & is_f(\u_bank.result_warp_q [r_f*WARP_BITS +: WARP_BITS],
                \u_bank.result_reg_q [r_f*REG_BITS +: REG_BITS]))
            seen_f = late_f[r_f*VECTOR_BITS];
end

always @*
    if (started_f) begin
        // No read is reserved in a cycle that has one, and no port reads for window and unit queue at once.
        for (l_f = 0; l_f < READS; l_f = l_f + 1) begin
            assert(~|(reserve_f[l_f*3 +: 2] & read_f[l_f*3 + 1 +: 2]));
            `INVARIANT(ports_bits_f[l_f << ROW_BITS +: 1 << ROW_BITS] == bits_f);
        end
        assert(~(ask_i & read_f[LAST_F*3]));
        `INVARIANT((reg_f[0] ^ of_f[0]) == BANK_F);
        `INVARIANT(~live_f[of_f] | (seen_f == now_f));
        `INVARIANT(~|(way_f & ~live_f));
        `INVARIANT(waiting_f <= RESULTS);
        `INVARIANT(~came_f | there_f[LAST_F*3]);
        for (r_f = 0; r_f < RESULTS; r_f = r_f + 1)
            `INVARIANT((waiting_f <= r_f) | (&\u_bank.result_mask_q [r_f*LANES +: LANES] &
                ((\u_bank.result_reg_q [r_f*REG_BITS] ^ \u_bank.result_warp_q [r_f*WARP_BITS]) == BANK_F)));
        // What was written in the cycle before is in its row.
        `INVARIANT(~\u_bank.written_valid_q | (live_f[\u_bank.written_warp_q ] & &\u_bank.written_mask_q ));
        `INVARIANT(~\u_bank.written_valid_q | ~is_f(\u_bank.written_warp_q , \u_bank.written_reg_q ) |
            (\u_bank.written_data_q [0] == bits_f[at_f]));
        for (r_f = 0; r_f < READS*3; r_f = r_f + 1) begin
            // What was read is what the register is now.
            `INVARIANT(~(there_f[r_f] & is_f(\u_bank.value_warp_q [r_f*WARP_BITS +: WARP_BITS],
                \u_bank.value_reg_q [r_f*REG_BITS +: REG_BITS])) | (value_f[r_f*VECTOR_BITS] == now_f));
            // What is to be read is in its row.
            `INVARIANT(~(read_f[r_f] & is_f(\u_bank.read_warp_q [r_f*WARP_BITS +: WARP_BITS],
                \u_bank.read_reg_q [r_f*REG_BITS +: REG_BITS])) |
                (\u_bank.read_row_q [r_f*ROW_BITS +: ROW_BITS] == at_f));
        end
        for (j_f = 0; j_f < 4; j_f = j_f + 1)
            for (s_f = 0; s_f < SLOTS; s_f = s_f + 1) begin
                `INVARIANT(~(stage_f[j_f] & slot_f[j_f*SLOTS + s_f]) | (bank_f[j_f*SLOTS + s_f] ==
                    (regs_f[(j_f*SLOTS + s_f)*REG_BITS] ^ warp_f[j_f*WARP_BITS])));
                `INVARIANT(~(stage_f[j_f] & kept_f[j_f*SLOTS + s_f]) |
                    (slot_f[j_f*SLOTS + s_f] & (pos_f[(j_f*SLOTS + s_f)*3 +: 3] < 3)));
                // One slot of an instruction keeps something for an operand of a bank.
                for (q_f = 0; q_f < s_f; q_f = q_f + 1)
                    `INVARIANT(~(stage_f[j_f] & slot_f[j_f*SLOTS + s_f] & kept_f[j_f*SLOTS + s_f] &
                        slot_f[j_f*SLOTS + q_f] & kept_f[j_f*SLOTS + q_f]) |
                        (bank_f[j_f*SLOTS + s_f] != bank_f[j_f*SLOTS + q_f]) |
                        (pos_f[(j_f*SLOTS + s_f)*3 +: 3] != pos_f[(j_f*SLOTS + q_f)*3 +: 3]));
                // A read that is named in the window is under way, or has been made.
                if (stage_f[j_f] & slot_f[j_f*SLOTS + s_f] & ~hit_f[j_f*SLOTS + s_f] &
                    (bank_f[j_f*SLOTS + s_f] == BANK_F)) begin
                    `INVARIANT(time_f[(j_f*SLOTS + s_f)*2 +: 2] < 3);
                    `INVARIANT(port_f[(j_f*SLOTS + s_f)*READ_BITS +: READ_BITS] < READS);
                    for (l_f = 0; l_f < READS; l_f = l_f + 1)
                        for (t_f = 0; t_f < 3; t_f = t_f + 1)
                            if ((time_f[(j_f*SLOTS + s_f)*2 +: 2] == t_f) &
                                (port_f[(j_f*SLOTS + s_f)*READ_BITS +: READ_BITS] == l_f)) begin
                                if (t_f >= j_f)
                                    `INVARIANT(read_f[l_f*3 + t_f - j_f] &
                                        (\u_bank.read_warp_q [(l_f*3 + t_f - j_f)*WARP_BITS +: WARP_BITS] ==
                                            warp_f[j_f*WARP_BITS +: WARP_BITS]) &
                                        (\u_bank.read_reg_q [(l_f*3 + t_f - j_f)*REG_BITS +: REG_BITS] ==
                                            regs_f[(j_f*SLOTS + s_f)*REG_BITS +: REG_BITS]));
                                else
                                    `INVARIANT(there_f[l_f*3 + j_f - t_f - 1] &
                                        ~((l_f == LAST_F) & (j_f - t_f == 1) & \u_bank.value_queue_q ) &
                                        (\u_bank.value_warp_q [(l_f*3 + j_f - t_f - 1)*WARP_BITS +: WARP_BITS] ==
                                            warp_f[j_f*WARP_BITS +: WARP_BITS]) &
                                        (\u_bank.value_reg_q [(l_f*3 + j_f - t_f - 1)*REG_BITS +: REG_BITS] ==
                                            regs_f[(j_f*SLOTS + s_f)*REG_BITS +: REG_BITS]));
                            end
                    // Where it dispatches it has what the register is.
                    if ((j_f == 3) & is_f(warp_f[j_f*WARP_BITS +: WARP_BITS],
                            regs_f[(j_f*SLOTS + s_f)*REG_BITS +: REG_BITS]))
                        assert(operand_f[s_f*VECTOR_BITS] == now_f);
                end
                // A slot that hits finds its register: kept by the youngest older instruction that keeps something for
                // this operand, or there already.
                if (stage_f[j_f] & slot_f[j_f*SLOTS + s_f] & hit_f[j_f*SLOTS + s_f] &
                    (bank_f[j_f*SLOTS + s_f] == BANK_F) & is_f(warp_f[j_f*WARP_BITS +: WARP_BITS],
                        regs_f[(j_f*SLOTS + s_f)*REG_BITS +: REG_BITS])) begin
                    `INVARIANT(pos_f[(j_f*SLOTS + s_f)*3 +: 3] < 3);
                    for (p_f = 0; p_f < 3; p_f = p_f + 1)
                        if (pos_f[(j_f*SLOTS + s_f)*3 +: 3] == p_f) begin
                            found_f = 1'b0;
                            match_f = its_f[p_f];
                            for (o_f = j_f + 1; o_f < 4; o_f = o_f + 1)
                                for (q_f = 0; q_f < SLOTS; q_f = q_f + 1)
                                    if (~found_f & stage_f[o_f] & slot_f[o_f*SLOTS + q_f] &
                                        kept_f[o_f*SLOTS + q_f] & ~hit_f[o_f*SLOTS + q_f] &
                                        (bank_f[o_f*SLOTS + q_f] == BANK_F) &
                                        (pos_f[(o_f*SLOTS + q_f)*3 +: 3] == p_f)) begin
                                        found_f = 1'b1;
                                        match_f = is_f(warp_f[o_f*WARP_BITS +: WARP_BITS],
                                            regs_f[(o_f*SLOTS + q_f)*REG_BITS +: REG_BITS]);
                                    end
                            `INVARIANT(match_f);
                            // It has what the register is, unless a result has come since it was kept.
                            if (j_f == 3)
                                assert(~fresh_f[p_f] | (operand_f[s_f*VECTOR_BITS] == now_f));
                        end
                end
            end
        // An instruction in Allocate hits what was to be kept, and nothing that was not or whose warp has ended.
        for (s_f = 0; s_f < SLOTS; s_f = s_f + 1)
            for (p_f = 0; p_f < 3; p_f = p_f + 1)
                assert(~(\u_control.allocate_valid_q & \u_control.slot_hit [s_f] &
                    (\u_control.allocate_src_pos_q [s_f*3 +: 3] == p_f) & is_f(\u_control.allocate_warp_q ,
                        \u_control.allocate_src_reg_q [s_f*REG_BITS +: REG_BITS])) | may_f[p_f]);
        for (p_f = 0; p_f < 3; p_f = p_f + 1) begin
            // The same of what an instruction that enters now would hit.
            if (\u_control.reuse_valid_q [p_f] & is_f(\u_control.reuse_warp_q [p_f*WARP_BITS +: WARP_BITS],
                    \u_control.reuse_reg_q [p_f*REG_BITS +: REG_BITS])) begin
                `INVARIANT(may_f[p_f]);
                found_f = 1'b0;
                match_f = its_f[p_f];
                for (o_f = 0; o_f < 4; o_f = o_f + 1)
                    for (q_f = 0; q_f < SLOTS; q_f = q_f + 1)
                        if (~found_f & stage_f[o_f] & slot_f[o_f*SLOTS + q_f] & kept_f[o_f*SLOTS + q_f] &
                            ~hit_f[o_f*SLOTS + q_f] & (bank_f[o_f*SLOTS + q_f] == BANK_F) &
                            (pos_f[(o_f*SLOTS + q_f)*3 +: 3] == p_f)) begin
                            found_f = 1'b1;
                            match_f = is_f(warp_f[o_f*WARP_BITS +: WARP_BITS],
                                regs_f[(o_f*SLOTS + q_f)*REG_BITS +: REG_BITS]);
                        end
                `INVARIANT(match_f & live_f[of_f]);
            end
            `INVARIANT(~(its_f[p_f] & fresh_f[p_f]) | (reuse_f[p_f*VECTOR_BITS] == now_f));
        end
        // What the unit queue gets is what the register is.
        assert(~(came_f & is_f(\u_bank.value_warp_q [LAST_F*3*WARP_BITS +: WARP_BITS], came_reg_f)) |
            (value_f[LAST_F*3*VECTOR_BITS] == now_f));
    end
