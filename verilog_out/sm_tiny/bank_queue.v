// SPDX-License-Identifier: Apache-2.0
// bank_queue: read requests of one bank
//
// A FIFO with one entry per instruction: its collector and the slots that it reads from this bank. Only the
// head asks, for one slot at a time, the lowest first. A collector has at most one entry, so a ring of as
// many entries as there are collectors never overflows.
// Malekeh, section II (conflicting reads). Specification: 3.7, 3.10.

`default_nettype none

module bank_queue #(
    parameter COLLECTORS = 2,                            // operand collectors
    parameter COL_BITS = 1,                              // bits of a collector's number
    parameter QUEUE_BITS = 2,                            // bits of a number of requests
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3                              // bits of a slot's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire push_valid_i,                            // an instruction has requests:
    input  wire [COL_BITS-1:0] push_col_i,               // its collector
    input  wire [SLOTS-1:0] push_mask_i,                 // slots to read
    output wire head_valid_o,                            // the head asks for a read:
    output wire [COL_BITS-1:0] head_col_o,               // its collector
    output wire [SLOT_BITS-1:0] head_slot_o,             // its lowest slot
    input  wire grant_i                                  // the read is granted
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(COL_BITS != (COLLECTORS > 2 ? $clog2(COLLECTORS) : 1) ||
            QUEUE_BITS != (COLLECTORS > 1 ? $clog2(COLLECTORS + 1) : 1) || COLLECTORS < 1 || SLOTS < 1 ||
            SLOT_BITS != (SLOTS > 2 ? $clog2(SLOTS) : 1))) begin : g_taken
        end else begin : g_refused
            bank_queue_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [COL_BITS-1:0] LAST = COLLECTORS[COL_BITS-1:0] - 1'b1;

    reg [QUEUE_BITS-1:0] count_q;                        // requests held
    reg [COL_BITS-1:0] rptr_q;                           // position of the head
    reg [COLLECTORS*COL_BITS-1:0] col_q;                 // collector of each entry
    reg [COLLECTORS*SLOTS-1:0] mask_q;                   // slots that each entry still has to read

    // 3.7: the ring's position (rptr + count) mod COLLECTORS.
    wire [COL_BITS-1:0] wptr;

    generate
        if (COLLECTORS == 1) begin : g_one
            assign wptr = rptr_q;
        end else if (COLLECTORS == 1 << COL_BITS) begin : g_power
            assign wptr = rptr_q + count_q[COL_BITS-1:0];
        end else begin : g_wrap
            wire [COL_BITS:0] sum = {1'b0, rptr_q} + {1'b0, count_q};
            assign wptr = sum[COL_BITS-1:0] - (sum < COLLECTORS ? {COL_BITS{1'b0}} : COLLECTORS[COL_BITS-1:0]);
        end
    endgenerate

    // 3.10: the head asks for its lowest slot, and leaves with its last one.
    wire [SLOTS-1:0] head_mask = mask_q[rptr_q*SLOTS +: SLOTS];
    wire [SLOTS-1:0] rest = head_mask & (head_mask - 1'b1);
    wire unused_none;                                    // an entry has a slot to read
    wire pop = grant_i & (rest == {SLOTS{1'b0}});

    assign head_valid_o = count_q != {QUEUE_BITS{1'b0}};
    assign head_col_o = col_q[rptr_q*COL_BITS +: COL_BITS];

    priority_encoder #(.N(SLOTS), .BITS(SLOT_BITS)) u_lowest (
        .set_i(head_mask),
        .index_o(head_slot_o),
        .none_o(unused_none)
    );

    always @(posedge clk_i)
        if (rst_i)
            count_q <= {QUEUE_BITS{1'b0}};
        else if (push_valid_i & ~pop)
            count_q <= count_q + 1'b1;
        else if (pop & ~push_valid_i)
            count_q <= count_q - 1'b1;

    always @(posedge clk_i)
        if (rst_i)
            rptr_q <= {COL_BITS{1'b0}};
        else if (pop)
            rptr_q <= rptr_q == LAST ? {COL_BITS{1'b0}} : rptr_q + 1'b1;

    genvar i;
    generate
        for (i = 0; i < COLLECTORS; i = i + 1) begin : g_entry
            always @(posedge clk_i)
                if (push_valid_i & (wptr == i)) begin
                    col_q[i*COL_BITS +: COL_BITS] <= push_col_i;
                    mask_q[i*SLOTS +: SLOTS] <= push_mask_i;
                end else if (grant_i & (rptr_q == i))
                    mask_q[i*SLOTS +: SLOTS] <= rest;
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if ({1'b0, count_q} > COLLECTORS) begin
                $display("ASSERT %m: more requests than there is room for: %0d", count_q);
                $stop;
            end
            if (grant_i & ~head_valid_o) begin
                $display("ASSERT %m: a read is granted, and none is asked for");
                $stop;
            end
            if (head_valid_o & unused_none) begin
                $display("ASSERT %m: the head has no slot to read");
                $stop;
            end
            if (push_valid_i & ~|push_mask_i) begin
                $display("ASSERT %m: a request comes that has no slot to read");
                $stop;
            end
            if ({1'b0, rptr_q} > {1'b0, LAST}) begin
                $display("ASSERT %m: the head is behind the end of the ring: %0d", rptr_q);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
