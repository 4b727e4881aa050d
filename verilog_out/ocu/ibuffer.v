// SPDX-License-Identifier: Apache-2.0
// ibuffer: decoded instructions, one ring per warp
//
// The front end writes at the tail of a warp's ring, issue takes the head. The heads go to the hazard checks;
// the one that issues goes to the collectors, with the comparison of its source registers.
// Malekeh, section II (baseline). Specification: 3.5, 3.6, 3.7, 3.12.

`default_nettype none

module ibuffer #(
    parameter WARPS = 8,                                 // warp slots
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter LANES = 32,                                // lanes of a vector register
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter DEPTH = 2,                                 // instructions per warp
    parameter DEPTH_BITS = 1,                            // bits of a position in a ring
    parameter COUNT_BITS = 2,                            // bits of a number of instructions
    parameter BANKS = 2,                                 // register file banks
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter PAYLOAD_BITS = 64,                         // opaque instruction bits
    parameter TAGS = 32                                  // tags of a warp: predicates and uniform registers
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire dec_valid_i,                             // an instruction enters
    input  wire [WARP_BITS-1:0] dec_warp_i,              // its warp
    input  wire [2:0] dec_unit_i,                        // execution unit
    input  wire [SLOTS-1:0] dec_src_valid_i,             // source slots in use
    input  wire [SLOTS*REG_BITS-1:0] dec_src_reg_i,      // register of each source
    input  wire [2:0] dec_dst_count_i,                   // result registers
    input  wire [REG_BITS-1:0] dec_dst_base_i,           // first result register
    input  wire [TAGS-1:0] dec_tag_src_i,                // tags that are read
    input  wire [TAGS-1:0] dec_tag_dst_i,                // tags that become pending
    input  wire dec_last_i,                              // the warp's last instruction
    input  wire [LANES-1:0] dec_mask_i,                  // active lanes
    input  wire [PAYLOAD_BITS-1:0] dec_payload_i,        // opaque bits
    input  wire [WARPS-1:0] grant_i,                     // warp whose head leaves, one-hot or zero
    output wire [WARPS-1:0] head_valid_o,                // warps that have an instruction
    output wire [WARPS*SLOTS-1:0] head_src_valid_o,      // source slots in use
    output wire [WARPS*SLOTS*REG_BITS-1:0] head_src_reg_o, // register of each source
    output wire [WARPS*3-1:0] head_dst_count_o,          // result registers
    output wire [WARPS*REG_BITS-1:0] head_dst_base_o,    // first result register
    output wire [WARPS*TAGS-1:0] head_tag_src_o,         // tags that are read
    output wire [WARPS*TAGS-1:0] head_tag_dst_o,         // tags that become pending
    output wire [WARPS-1:0] head_last_o,                 // the warp's last instruction
    output reg  [2:0] issue_unit_o,                      // execution unit
    output reg  [SLOTS-1:0] issue_src_valid_o,           // source slots in use
    output reg  [SLOTS*REG_BITS-1:0] issue_src_reg_o,    // register of each source
    output reg  [2:0] issue_dst_count_o,                 // result registers
    output reg  [REG_BITS-1:0] issue_dst_base_o,         // first result register
    output reg  [LANES-1:0] issue_mask_o,                // active lanes
    output reg  [PAYLOAD_BITS-1:0] issue_payload_o,      // opaque bits
    output wire [SLOTS-1:0] issue_first_o,               // no lower slot names the same register
    output wire [BANKS*SLOTS-1:0] issue_bank_o           // bit b*SLOTS+s: slot s lies in bank b
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 8 || WARP_BITS != 3 || LANES != 32 || REG_BITS != 8 || DEPTH != 2 ||
            DEPTH_BITS != 1 || COUNT_BITS != 2 || BANKS != 2 || BANK_BITS != 1 || SLOTS != 6 ||
            PAYLOAD_BITS != 64 || TAGS != 32)) begin : g_taken
        end else begin : g_refused
            ibuffer_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [WARPS*COUNT_BITS-1:0] count_q;                  // instructions held
    reg [WARPS*DEPTH_BITS-1:0] rptr_q;                   // position of the head of each ring
    reg [WARPS*DEPTH*3-1:0] unit_q;                      // execution unit
    reg [WARPS*DEPTH*SLOTS-1:0] src_valid_q;             // source slots in use
    reg [WARPS*DEPTH*SLOTS*REG_BITS-1:0] src_reg_q;      // register of each source
    reg [WARPS*DEPTH*3-1:0] dst_count_q;                 // result registers
    reg [WARPS*DEPTH*REG_BITS-1:0] dst_base_q;           // first result register
    reg [WARPS*DEPTH*TAGS-1:0] tag_src_q;                // tags that are read
    reg [WARPS*DEPTH*TAGS-1:0] tag_dst_q;                // tags that become pending
    reg [WARPS*DEPTH-1:0] last_q;                        // the warp's last instruction
    reg [WARPS*DEPTH*LANES-1:0] mask_q;                  // active lanes
    reg [WARPS*DEPTH*PAYLOAD_BITS-1:0] payload_q;        // opaque bits

    localparam [DEPTH_BITS-1:0] LAST = DEPTH[DEPTH_BITS-1:0] - 1'b1;

    wire [WARPS*SLOTS*SLOTS-1:0] head_same;              // bit s*SLOTS+f, f <= s: slots s and f are equal
    wire [WARPS*SLOTS-1:0] head_src_valid;
    wire [WARPS*SLOTS*REG_BITS-1:0] head_src_reg;
    wire [WARPS*3-1:0] head_dst_count;
    wire [WARPS*REG_BITS-1:0] head_dst_base;
    wire [WARPS*TAGS-1:0] head_tag_src;
    wire [WARPS*TAGS-1:0] head_tag_dst;
    wire [WARPS-1:0] head_last;
    wire [WARPS*DEPTH-1:0] leaves;                       // the entry is the head that leaves

    genvar w, i;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            wire [COUNT_BITS-1:0] count = count_q[w*COUNT_BITS +: COUNT_BITS];
            wire [DEPTH_BITS-1:0] rptr = rptr_q[w*DEPTH_BITS +: DEPTH_BITS];
            wire push = dec_valid_i & (dec_warp_i == w);
            wire pop = grant_i[w];

            // 3.12: the ring's position (rptr + count) mod DEPTH.
            wire [DEPTH_BITS-1:0] wptr = rptr + count[DEPTH_BITS-1:0];

            always @(posedge clk_i)
                if (rst_i)
                    count_q[w*COUNT_BITS +: COUNT_BITS] <= {COUNT_BITS{1'b0}};
                else if (push & ~pop)
                    count_q[w*COUNT_BITS +: COUNT_BITS] <= count + 1'b1;
                else if (pop & ~push)
                    count_q[w*COUNT_BITS +: COUNT_BITS] <= count - 1'b1;

            always @(posedge clk_i)
                if (rst_i)
                    rptr_q[w*DEPTH_BITS +: DEPTH_BITS] <= {DEPTH_BITS{1'b0}};
                else if (pop)
                    rptr_q[w*DEPTH_BITS +: DEPTH_BITS] <= rptr == LAST ? {DEPTH_BITS{1'b0}} : rptr + 1'b1;

            for (i = 0; i < DEPTH; i = i + 1) begin : g_entry
                always @(posedge clk_i)
                    if (push & (wptr == i)) begin
                        unit_q[(w*DEPTH + i)*3 +: 3] <= dec_unit_i;
                        src_valid_q[(w*DEPTH + i)*SLOTS +: SLOTS] <= dec_src_valid_i;
                        src_reg_q[(w*DEPTH + i)*SLOTS*REG_BITS +: SLOTS*REG_BITS] <= dec_src_reg_i;
                        dst_count_q[(w*DEPTH + i)*3 +: 3] <= dec_dst_count_i;
                        dst_base_q[(w*DEPTH + i)*REG_BITS +: REG_BITS] <= dec_dst_base_i;
                        tag_src_q[(w*DEPTH + i)*TAGS +: TAGS] <= dec_tag_src_i;
                        tag_dst_q[(w*DEPTH + i)*TAGS +: TAGS] <= dec_tag_dst_i;
                        last_q[w*DEPTH + i] <= dec_last_i;
                        mask_q[(w*DEPTH + i)*LANES +: LANES] <= dec_mask_i;
                        payload_q[(w*DEPTH + i)*PAYLOAD_BITS +: PAYLOAD_BITS] <= dec_payload_i;
                    end

                assign leaves[w*DEPTH + i] = pop & (rptr == i);
            end

            // The head of the ring: what is needed before it is known which one leaves.
            assign head_valid_o[w] = count != {COUNT_BITS{1'b0}};
            wire [DEPTH*SLOTS-1:0] ring_src_valid = src_valid_q[w*DEPTH*SLOTS +: DEPTH*SLOTS];
            wire [DEPTH*SLOTS*REG_BITS-1:0] ring_src_reg = src_reg_q[w*DEPTH*SLOTS*REG_BITS +: DEPTH*SLOTS*REG_BITS];
            wire [DEPTH*3-1:0] ring_dst_count = dst_count_q[w*DEPTH*3 +: DEPTH*3];
            wire [DEPTH*REG_BITS-1:0] ring_dst_base = dst_base_q[w*DEPTH*REG_BITS +: DEPTH*REG_BITS];
            wire [DEPTH*TAGS-1:0] ring_tag_src = tag_src_q[w*DEPTH*TAGS +: DEPTH*TAGS];
            wire [DEPTH*TAGS-1:0] ring_tag_dst = tag_dst_q[w*DEPTH*TAGS +: DEPTH*TAGS];
            wire [DEPTH-1:0] ring_last = last_q[w*DEPTH +: DEPTH];
            assign head_src_valid[w*SLOTS +: SLOTS] =
                ring_src_valid[rptr*SLOTS +: SLOTS];
            assign head_src_reg[w*SLOTS*REG_BITS +: SLOTS*REG_BITS] =
                ring_src_reg[rptr*SLOTS*REG_BITS +: SLOTS*REG_BITS];
            assign head_dst_count[w*3 +: 3] =
                ring_dst_count[rptr*3 +: 3];
            assign head_dst_base[w*REG_BITS +: REG_BITS] =
                ring_dst_base[rptr*REG_BITS +: REG_BITS];
            assign head_tag_src[w*TAGS +: TAGS] =
                ring_tag_src[rptr*TAGS +: TAGS];
            assign head_tag_dst[w*TAGS +: TAGS] =
                ring_tag_dst[rptr*TAGS +: TAGS];
            assign head_last[w] =
                ring_last[rptr];
        end
    endgenerate


    // 3.6: slots of each head that name the same register.
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_same
            wire [SLOTS-1:0] valid = head_src_valid[w*SLOTS +: SLOTS];
            wire [SLOTS*REG_BITS-1:0] register = head_src_reg[w*SLOTS*REG_BITS +: SLOTS*REG_BITS];
            reg [SLOTS*SLOTS-1:0] same_slots;

            always @* begin : compare
                integer j, f;
                f = 0;
                same_slots = {(SLOTS*SLOTS){1'b0}};
                for (j = 0; j < SLOTS; j = j + 1)
                    if (valid[j]) begin
                        for (f = 0; f < j; f = f + 1)
                            same_slots[j*SLOTS + f] = valid[f] &
                                (register[j*REG_BITS +: REG_BITS] == register[f*REG_BITS +: REG_BITS]);
                        same_slots[j*SLOTS + j] = 1'b1;
                    end
            end

            assign head_same[w*SLOTS*SLOTS +: SLOTS*SLOTS] = same_slots;
        end
    endgenerate

    assign head_src_valid_o = head_src_valid;
    assign head_src_reg_o = head_src_reg;
    assign head_dst_count_o = head_dst_count;
    assign head_dst_base_o = head_dst_base;
    assign head_tag_src_o = head_tag_src;
    assign head_tag_dst_o = head_tag_dst;
    assign head_last_o = head_last;

    // The instruction that leaves; zero when none does.
    reg [BANK_BITS-1:0] issue_turn; // its warp mod BANKS

    always @* begin : select
        integer k;
        issue_unit_o = {3{1'b0}};
        issue_src_valid_o = {SLOTS{1'b0}};
        issue_src_reg_o = {(SLOTS*REG_BITS){1'b0}};
        issue_dst_count_o = {3{1'b0}};
        issue_dst_base_o = {REG_BITS{1'b0}};
        issue_mask_o = {LANES{1'b0}};
        issue_payload_o = {PAYLOAD_BITS{1'b0}};
        issue_turn = {BANK_BITS{1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            if (grant_i[k]) begin
                issue_src_valid_o = issue_src_valid_o | head_src_valid[k*SLOTS +: SLOTS];
                issue_src_reg_o = issue_src_reg_o | head_src_reg[k*SLOTS*REG_BITS +: SLOTS*REG_BITS];
                issue_dst_count_o = issue_dst_count_o | head_dst_count[k*3 +: 3];
                issue_dst_base_o = issue_dst_base_o | head_dst_base[k*REG_BITS +: REG_BITS];
                issue_turn = issue_turn | k[BANK_BITS-1:0];
            end
        for (k = 0; k < WARPS*DEPTH; k = k + 1)
            if (leaves[k]) begin
                issue_unit_o = issue_unit_o | unit_q[k*3 +: 3];
                issue_mask_o = issue_mask_o | mask_q[k*LANES +: LANES];
                issue_payload_o = issue_payload_o | payload_q[k*PAYLOAD_BITS +: PAYLOAD_BITS];
            end
    end

    // 3.6: slots that name the same register, found for every head while issue still chooses one.
    reg [SLOTS*SLOTS-1:0] same;

    always @* begin : select_same
        integer k;
        same = {(SLOTS*SLOTS){1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            if (grant_i[k])
                same = same | head_same[k*SLOTS*SLOTS +: SLOTS*SLOTS];
    end

    genvar s, b;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
            wire [SLOTS-1:0] self = {{(SLOTS-1){1'b0}}, 1'b1} << s;

            assign issue_first_o[s] = same[s*SLOTS +: SLOTS] == self;

            wire [BANK_BITS-1:0] bank = issue_src_reg_o[s*REG_BITS +: BANK_BITS] + issue_turn;

            for (b = 0; b < BANKS; b = b + 1) begin : g_bank
                assign issue_bank_o[b*SLOTS + s] = bank == b;
            end
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer k;
            if (|(grant_i & (grant_i - 1'b1))) begin
                $display("ASSERT %m: several warps issue: %b", grant_i);
                $stop;
            end
            if (|(grant_i & ~head_valid_o)) begin
                $display("ASSERT %m: a warp issues that has no instruction: %b", grant_i);
                $stop;
            end
            for (k = 0; k < WARPS; k = k + 1) begin
                if ({1'b0, count_q[k*COUNT_BITS +: COUNT_BITS]} > DEPTH) begin
                    $display("ASSERT %m: warp %0d has more instructions than fit", k);
                    $stop;
                end
                if ({1'b0, rptr_q[k*DEPTH_BITS +: DEPTH_BITS]} > {1'b0, LAST}) begin
                    $display("ASSERT %m: the head of warp %0d is behind the end of the ring", k);
                    $stop;
                end
            end
        end
`endif

endmodule

`default_nettype wire
