// SPDX-License-Identifier: Apache-2.0
// write_queue: requests on their way to the L2
//
// A FIFO of requests: lines that are wanted, bytes that are written, atomics. Its order is the one in which
// they are applied to memory. Fields that a request does not have come as zeros.
// CIAO, section II-A, Fig. 7a (write queue). Specification: 5.4, Queues.

`default_nettype none

module write_queue #(
    parameter SUB_BITS = 1,                              // bits of a sub-core's number
    parameter ID_BITS = 8,                               // bits of an access's number
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter LINE_BYTES = 16,                           // bytes of a line
    parameter LINE_BITS = 128,                           // bits of a line
    parameter MSHR_BITS = 2,                             // bits of an MSHR's number
    parameter WRITES = 3,                                // requests that the write queue can hold
    parameter WRITE_BITS = 2,                            // bits of a position in it
    parameter WRITE_COUNT_BITS = 2                       // bits of a number of requests
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire push_valid_i,                            // a request; only with room_o:
    input  wire [1:0] push_op_i,                         // 0 a line is wanted, 1 bytes are written, 2 and 3 an atomic
    input  wire [NUMBER_BITS-1:0] push_line_i,           // number of the line
    input  wire [MSHR_BITS-1:0] push_mshr_i,             // MSHR that the answer is for
    input  wire [SUB_BITS-1:0] push_sub_i,               // sub-core of an atomic
    input  wire [ID_BITS-1:0] push_id_i,                 // its number there
    input  wire [LINE_BYTES-1:0] push_be_i,              // bytes that are written
    input  wire [LINE_BITS-1:0] push_data_i,             // and with what
    output wire room_o,                                  // another request can come
    output wire idle_o,                                  // there is none
    output wire req_valid_o,                             // the oldest request, else zero:
    output wire [1:0] req_op_o,                          // 0 a line is wanted, 1 bytes are written, 2 and 3 an atomic
    output wire [NUMBER_BITS-1:0] req_line_o,            // number of the line
    output wire [MSHR_BITS-1:0] req_mshr_o,              // MSHR that the answer is for
    output wire [SUB_BITS-1:0] req_sub_o,                // sub-core of an atomic
    output wire [ID_BITS-1:0] req_id_o,                  // its number there
    output wire [LINE_BYTES-1:0] req_be_o,               // bytes that are written
    output wire [LINE_BITS-1:0] req_data_o,              // and with what
    input  wire req_ready_i                              // it is taken
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SUB_BITS != 1 || ID_BITS != 8 || NUMBER_BITS != 44 || LINE_BYTES != 16 ||
            LINE_BITS != 128 || MSHR_BITS != 2 || WRITES != 3 || WRITE_BITS != 2 ||
            WRITE_COUNT_BITS != 2)) begin : g_taken
        end else begin : g_refused
            write_queue_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [WRITE_BITS-1:0] LAST = WRITES[WRITE_BITS-1:0] - 1'b1;

    reg [WRITE_COUNT_BITS-1:0] count_q;                  // requests held
    reg [WRITE_BITS-1:0] rptr_q;                         // position of the head
    reg [WRITES*2-1:0] op_q;                             // 0 a line is wanted, 1 bytes are written, 2 and 3 an atomic
    reg [WRITES*NUMBER_BITS-1:0] line_q;                 // number of the line
    reg [WRITES*MSHR_BITS-1:0] mshr_q;                   // MSHR that the answer is for
    reg [WRITES*SUB_BITS-1:0] sub_q;                     // sub-core of an atomic
    reg [WRITES*ID_BITS-1:0] id_q;                       // its number there
    reg [WRITES*LINE_BYTES-1:0] be_q;                    // bytes that are written
    reg [WRITES*LINE_BITS-1:0] data_q;                   // and with what

    // 5.4: the ring's position (rptr + count) mod WRITES.
    wire [WRITE_BITS:0] sum = {1'b0, rptr_q} + {1'd0, count_q};
    wire [WRITE_BITS-1:0] wptr = sum[WRITE_BITS-1:0] - (sum < WRITES ? 2'd0 : 2'd3);

    wire some = count_q != {WRITE_COUNT_BITS{1'b0}};
    wire pop = some & req_ready_i;

    assign room_o = count_q != WRITES[WRITE_COUNT_BITS-1:0];
    assign idle_o = ~some;
    assign req_valid_o = some;
    assign req_op_o = op_q[rptr_q*2 +: 2] & {2{some}};
    assign req_line_o = line_q[rptr_q*NUMBER_BITS +: NUMBER_BITS] & {NUMBER_BITS{some}};
    assign req_mshr_o = mshr_q[rptr_q*MSHR_BITS +: MSHR_BITS] & {MSHR_BITS{some}};
    assign req_sub_o = sub_q[rptr_q*SUB_BITS +: SUB_BITS] & {SUB_BITS{some}};
    assign req_id_o = id_q[rptr_q*ID_BITS +: ID_BITS] & {ID_BITS{some}};
    assign req_be_o = be_q[rptr_q*LINE_BYTES +: LINE_BYTES] & {LINE_BYTES{some}};
    assign req_data_o = data_q[rptr_q*LINE_BITS +: LINE_BITS] & {LINE_BITS{some}};

    always @(posedge clk_i)
        if (rst_i)
            count_q <= {WRITE_COUNT_BITS{1'b0}};
        else if (push_valid_i & ~pop)
            count_q <= count_q + 1'b1;
        else if (pop & ~push_valid_i)
            count_q <= count_q - 1'b1;

    always @(posedge clk_i)
        if (rst_i)
            rptr_q <= {WRITE_BITS{1'b0}};
        else if (pop)
            rptr_q <= rptr_q == LAST ? {WRITE_BITS{1'b0}} : rptr_q + 1'b1;

    genvar i;
    generate
        for (i = 0; i < WRITES; i = i + 1) begin : g_entry
            always @(posedge clk_i)
                if (push_valid_i & (wptr == i) & ~rst_i) begin
                    op_q[i*2 +: 2] <= push_op_i;
                    line_q[i*NUMBER_BITS +: NUMBER_BITS] <= push_line_i;
                    mshr_q[i*MSHR_BITS +: MSHR_BITS] <= push_mshr_i;
                    sub_q[i*SUB_BITS +: SUB_BITS] <= push_sub_i;
                    id_q[i*ID_BITS +: ID_BITS] <= push_id_i;
                    be_q[i*LINE_BYTES +: LINE_BYTES] <= push_be_i;
                    data_q[i*LINE_BITS +: LINE_BITS] <= push_data_i;
                end
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (push_valid_i & ~room_o) begin
                $display("ASSERT %m: a request comes to a full queue");
                $stop;
            end
            if ({1'b0, count_q} > WRITES) begin
                $display("ASSERT %m: more requests than there is room for: %0d", count_q);
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
