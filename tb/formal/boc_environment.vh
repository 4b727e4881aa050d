// SPDX-License-Identifier: Apache-2.0
// What the sub-core around a BOC guarantees it, as assumptions. This text and that of the properties is put
// in front of the `endmodule` of the generated boc, the inputs of boc_inputs.vh in front of its own, so that
// the properties can name its registers. Names that end in _f belong to the proof. Everything that is not
// restricted here is free in every cycle: the head may change before it issues, units, banks and results take
// any number of cycles.

localparam REGISTERS_F = 1 << REG_BITS;
localparam USES_F = WINDOW*SLOTS;
localparam [ENTRY_BITS-1:0] LAST_ENTRY_F = ENTRIES[ENTRY_BITS-1:0] - 1'b1;

`ifdef BACK
wire [ENTRIES-1:0] dirty_f = dirty_q;
wire keep_f = keep_o;
wire drain_f = drain_i;
`else
wire [ENTRIES-1:0] dirty_f = {ENTRIES{1'b0}};
wire keep_f = 1'b0;
wire drain_f = 1'b0;
`endif
`ifdef HINT
wire [ENTRIES-1:0] transient_f = transient_q;
wire [1:0] hint_f = head_hint_i;
`else
wire [ENTRIES-1:0] transient_f = {ENTRIES{1'b0}};
wire [1:0] hint_f = 2'd3;
`endif
wire [ENTRIES-1:0] in_f = valid_q & (living | (dirty_f & ~transient_f));
wire full_mask_f = &head_mask_i;
wire some_mask_f = |head_mask_i;

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// 3.5: what issues is the head, which may be ready only. At most four results.
reg [REGISTERS_F-1:0] pending_f;                     // scoreboard
reg [REGISTERS_F*LANES-1:0] pending_mask_f;          // lanes of the instruction that writes the register
reg [REGISTERS_F-1:0] reads_f;                       // registers that the head reads
reg [REGISTERS_F-1:0] claims_f;                      // and writes
reg [WINDOW*REGISTERS_F-1:0] writes_f;               // results of the instruction in each position
reg [REGISTERS_F-1:0] unsent_f;                      // those of instructions that have not dispatched
reg [REG_BITS-1:0] distance_f;
integer a_f, b_f;

always @* begin
    reads_f = {REGISTERS_F{1'b0}};
    claims_f = {REGISTERS_F{1'b0}};
    unsent_f = {REGISTERS_F{1'b0}};
    distance_f = {REG_BITS{1'b0}};
    for (a_f = 0; a_f < REGISTERS_F; a_f = a_f + 1) begin
        distance_f = a_f[REG_BITS-1:0] - head_dst_base_i;
        claims_f[a_f] = distance_f < head_dst_count_i;
        for (b_f = 0; b_f < SLOTS; b_f = b_f + 1)
            if (head_src_valid_i[b_f] && head_src_reg_i[b_f*REG_BITS +: REG_BITS] == a_f)
                reads_f[a_f] = 1'b1;
    end
    for (b_f = 0; b_f < WINDOW; b_f = b_f + 1)
        unsent_f = unsent_f | (writes_f[b_f*REGISTERS_F +: REGISTERS_F] & {REGISTERS_F{occupied_q[b_f]}});
end

`ifdef LATE
// 3.14, with LATE: what was chosen issues in the next cycle. Its warp is not chosen again in that one.
wire ready_f = free_choose_i;
reg chosen_f;
reg [SLOTS*(REG_BITS + 1) + REG_BITS + LANES + 6:0] head_f;
wire [SLOTS*(REG_BITS + 1) + REG_BITS + LANES + 6:0] head_now_f = {head_valid_i, head_src_valid_i, head_src_reg_i,
    head_dst_count_i, head_dst_base_i, head_first_i, hint_f, head_mask_i};

always @(posedge clk_i) begin
    chosen_f <= ~rst_i & free_choose_i;
    head_f <= head_now_f;
end

always @* if (started_f) begin
    assume(alloc_i == chosen_f);
    assume(~free_choose_i | ~chosen_f);
    assume(~chosen_f | (head_now_f == head_f));
end
wire [SLOTS-1:0] miss_f = absent;
`else
wire ready_f = alloc_i;
wire [SLOTS-1:0] miss_f = miss;
`endif

always @* assume(head_dst_count_i <= 3'd4);
always @* if (ready_f) begin
    assume(head_valid_i);
    assume(~|(pending_f & (reads_f | claims_f)));    // 3.5, item 2: RAW, WAW
    assume(~war_o);                                  // item 3
    assume(room_o);                                  // item 4
end

// 3.4: only what is dispatchable dispatches.
always @* if (dispatch_i)
    assume(dispatchable_o);

// 3.9, 3.13: a result comes for a pending register, after its instruction has dispatched, with its mask.
// Those without lanes do not reach the BOC.
always @* if (result_valid_i) begin
    assume(pending_f[result_reg_i]);
    assume(~unsent_f[result_reg_i]);
    assume(result_mask_i == pending_mask_f[result_reg_i*LANES +: LANES]);
    assume(|result_mask_i);
end

genvar v_f;
generate
    for (v_f = 0; v_f < REGISTERS_F; v_f = v_f + 1) begin : g_pending_f
        wire accepted = (result_valid_i & (result_reg_i == v_f)) |
            (free_back_i[v_f] & ~unsent_f[v_f] & ~|pending_mask_f[v_f*LANES +: LANES]);

        always @(posedge clk_i)
            if (rst_i)
                pending_f[v_f] <= 1'b0;
            else
                pending_f[v_f] <= (pending_f[v_f] & ~accepted) | (alloc_i & claims_f[v_f]);

        always @(posedge clk_i)
            if (alloc_i & claims_f[v_f])
                pending_mask_f[v_f*LANES +: LANES] <= head_mask_i;
    end
endgenerate

// 3.7, 3.10: a slot that is needed asks until a bank reads for it, one slot of the BOC per cycle; in the next
// cycle the value is on port S.
reg [USES_F-1:0] asks_f;                             // slots that wait for a bank
reg arrives_f;                                       // a bank has read:
reg [POS_BITS-1:0] arrives_pos_f;                    // for this position
reg [SLOT_BITS-1:0] arrives_slot_f;                  // and its slot
wire read_f = free_read_i & (free_pos_i < WINDOW) & (free_slot_i < SLOTS) &
    asks_f[free_pos_i*SLOTS + free_slot_i];
reg [USES_F-1:0] asks_d_f;

always @* begin
    asks_d_f = asks_f;
    if (read_f)
        asks_d_f[free_pos_i*SLOTS + free_slot_i] = 1'b0;
    for (b_f = 0; b_f < WINDOW; b_f = b_f + 1)
        if (next_q == b_f)
            asks_d_f[b_f*SLOTS +: SLOTS] = asks_d_f[b_f*SLOTS +: SLOTS] | need_o;
end

always @(posedge clk_i)
    if (rst_i) begin
        asks_f <= {USES_F{1'b0}};
        arrives_f <= 1'b0;
    end else begin
        asks_f <= asks_d_f;
        arrives_f <= read_f;
    end

always @(posedge clk_i) begin
    arrives_pos_f <= free_pos_i;
    arrives_slot_f <= free_slot_i;
end

always @* assume(s_valid_i == arrives_f);
always @* if (s_valid_i) begin
    assume(s_pos_i == arrives_pos_f);
    assume(s_slot_i == arrives_slot_f);
end

`ifdef BACK
// 3.14, u_drain: only what is offered drains.
always @* if (drain_i)
    assume(offer_valid_o);
`endif

// 3.12, 3.14: the end of a warp. Nothing is behind its last instruction.
always @* if (end_i) begin
    assume(~|pending_f & ~occupied_o & ~alloc_i & ~ready_f);
`ifdef BACK
    assume(exiting_i & ~owes_o);
`endif
end

// The registers that an instruction named at its issue.
reg [USES_F*REG_BITS-1:0] name_f;
reg [USES_F-1:0] used_f;

generate
    for (v_f = 0; v_f < WINDOW; v_f = v_f + 1) begin : g_name_f
        always @(posedge clk_i)
            if (alloc_i & (next_q == v_f)) begin
                name_f[v_f*SLOTS*REG_BITS +: SLOTS*REG_BITS] <= head_src_reg_i;
                used_f[v_f*SLOTS +: SLOTS] <= head_src_valid_i;
                writes_f[v_f*REGISTERS_F +: REGISTERS_F] <= claims_f;
            end
    end
endgenerate

// Slots whose value is under way: asking, or on port S.
reg [USES_F-1:0] under_way_f;

always @* begin
    under_way_f = asks_f;
    if (arrives_f)
        under_way_f[arrives_pos_f*SLOTS + arrives_slot_f] = 1'b1;
end
