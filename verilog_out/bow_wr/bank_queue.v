// SPDX-License-Identifier: Apache-2.0
// bank_queue: read requests of one bank
//
// A FIFO with one entry per instruction: its BOC, its position there and the slots that it reads from this
// bank. Only the head asks, for one slot at a time, the lowest first. A position has at most one entry, so a
// ring of as many entries as the BOCs have positions never overflows.
// Malekeh, section II (conflicting reads); BOW, section IV-A. Specification: 3.7, 3.10, 3.14.

`default_nettype none

module bank_queue #(
    parameter COL_BITS = 3,                              // bits of a collector's number
    parameter POS_BITS = 2,                              // bits of a position in the window
    parameter REQUESTS = 24,                             // requests that the queue of a bank can hold
    parameter REQUEST_BITS = 5,                          // bits of a position in the queue
    parameter QUEUE_BITS = 5,                            // bits of a number of requests
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3                              // bits of a slot's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire push_valid_i,                            // an instruction has requests:
    input  wire [COL_BITS-1:0] push_col_i,               // its collector
    input  wire [POS_BITS-1:0] push_pos_i,               // its position there
    input  wire [SLOTS-1:0] push_mask_i,                 // slots to read
    output wire head_valid_o,                            // the head asks for a read:
    output wire [COL_BITS-1:0] head_col_o,               // its collector
    output wire [POS_BITS-1:0] head_pos_o,               // its position there
    output wire [SLOT_BITS-1:0] head_slot_o,             // its lowest slot
    input  wire grant_i                                  // the read is granted
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(COL_BITS < 1 || POS_BITS < 1 || QUEUE_BITS != (REQUESTS > 1 ? $clog2(REQUESTS + 1) : 1) ||
            REQUESTS < 1 || REQUEST_BITS != (REQUESTS > 2 ? $clog2(REQUESTS) : 1) || SLOTS < 1 ||
            SLOT_BITS != (SLOTS > 2 ? $clog2(SLOTS) : 1))) begin : g_taken
        end else begin : g_refused
            bank_queue_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [REQUEST_BITS-1:0] LAST = REQUESTS[REQUEST_BITS-1:0] - 1'b1;

    reg [QUEUE_BITS-1:0] count_q;                        // requests held
    reg [REQUEST_BITS-1:0] rptr_q;                       // position of the head
    reg [REQUESTS*COL_BITS-1:0] col_q;                   // collector of each entry
    reg [REQUESTS*POS_BITS-1:0] pos_q;                   // its position there
    reg [REQUESTS*SLOTS-1:0] mask_q;                     // slots that each entry still has to read

    // 3.7: the ring's position (rptr + count) mod REQUESTS.
    wire [REQUEST_BITS-1:0] wptr;

    generate
        if (REQUESTS == 1) begin : g_one
            assign wptr = rptr_q;
        end else if (REQUESTS == 1 << REQUEST_BITS) begin : g_power
            assign wptr = rptr_q + count_q[REQUEST_BITS-1:0];
        end else begin : g_wrap
            wire [REQUEST_BITS:0] sum = {1'b0, rptr_q} + {1'b0, count_q};
            assign wptr = sum[REQUEST_BITS-1:0] -
                          (sum < REQUESTS ? {REQUEST_BITS{1'b0}} : REQUESTS[REQUEST_BITS-1:0]);
        end
    endgenerate

    // 3.10: the head asks for its lowest slot, and leaves with its last one.
    wire [SLOTS-1:0] head_mask = mask_q[rptr_q*SLOTS +: SLOTS];
    wire [SLOTS-1:0] rest = head_mask & (head_mask - 1'b1);
    wire unused_none;                                    // an entry has a slot to read
    wire pop = grant_i & (rest == {SLOTS{1'b0}});

    assign head_valid_o = count_q != {QUEUE_BITS{1'b0}};
    assign head_col_o = col_q[rptr_q*COL_BITS +: COL_BITS];
    assign head_pos_o = pos_q[rptr_q*POS_BITS +: POS_BITS];

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
            rptr_q <= {REQUEST_BITS{1'b0}};
        else if (pop)
            rptr_q <= rptr_q == LAST ? {REQUEST_BITS{1'b0}} : rptr_q + 1'b1;

    genvar i;
    generate
        for (i = 0; i < REQUESTS; i = i + 1) begin : g_entry
            always @(posedge clk_i)
                if (push_valid_i & (wptr == i)) begin
                    col_q[i*COL_BITS +: COL_BITS] <= push_col_i;
                    pos_q[i*POS_BITS +: POS_BITS] <= push_pos_i;
                    mask_q[i*SLOTS +: SLOTS] <= push_mask_i;
                end else if (grant_i & (rptr_q == i))
                    mask_q[i*SLOTS +: SLOTS] <= rest;
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if ({1'b0, count_q} > REQUESTS) begin
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
