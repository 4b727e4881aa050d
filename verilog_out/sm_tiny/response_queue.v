// SPDX-License-Identifier: Apache-2.0
// response_queue: lines that have come from the L2
//
// A FIFO of lines, and of the old values of atomics, with the MSHRs that they are for.
// CIAO, section II-A, Fig. 7a (response queue). Specification: 5.4, Queues.

`default_nettype none

module response_queue #(
    parameter LINE_BITS = 128,                           // bits of a line
    parameter MSHR_BITS = 2,                             // bits of an MSHR's number
    parameter FILLS = 2,                                 // lines that the response queue can hold
    parameter FILL_BITS = 1,                             // bits of a position in it
    parameter FILL_COUNT_BITS = 2                        // bits of a number of lines
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire fill_valid_i,                            // a line comes:
    input  wire [MSHR_BITS-1:0] fill_mshr_i,             // MSHR that it is for
    input  wire [LINE_BITS-1:0] fill_data_i,             // its bytes
    output wire fill_ready_o,                            // it is taken if valid
    output wire head_valid_o,                            // the oldest line is there:
    output wire [MSHR_BITS-1:0] head_mshr_o,             // MSHR that it is for
    output wire [LINE_BITS-1:0] head_data_o,             // its bytes
    input  wire pop_i                                    // it leaves
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(LINE_BITS != 128 || MSHR_BITS != 2 || FILLS != 2 || FILL_BITS != 1 ||
            FILL_COUNT_BITS != 2)) begin : g_taken
        end else begin : g_refused
            response_queue_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [FILL_BITS-1:0] LAST = FILLS[FILL_BITS-1:0] - 1'b1;

    reg [FILL_COUNT_BITS-1:0] count_q;                   // lines held
    reg [FILL_BITS-1:0] rptr_q;                          // position of the head
    reg [FILLS*MSHR_BITS-1:0] mshr_q;                    // MSHR of each entry
    reg [FILLS*LINE_BITS-1:0] data_q;                    // its line

    // 5.4: the ring's position (rptr + count) mod FILLS.
    wire [FILL_BITS-1:0] wptr = rptr_q + count_q[FILL_BITS-1:0];

    wire ready = count_q != FILLS[FILL_COUNT_BITS-1:0];
    wire push = fill_valid_i & ready;
    wire pop = pop_i;

    assign fill_ready_o = ready;
    assign head_valid_o = count_q != {FILL_COUNT_BITS{1'b0}};
    assign head_mshr_o = mshr_q[rptr_q*MSHR_BITS +: MSHR_BITS];
    assign head_data_o = data_q[rptr_q*LINE_BITS +: LINE_BITS];

    always @(posedge clk_i)
        if (rst_i)
            count_q <= {FILL_COUNT_BITS{1'b0}};
        else if (push & ~pop)
            count_q <= count_q + 1'b1;
        else if (pop & ~push)
            count_q <= count_q - 1'b1;

    always @(posedge clk_i)
        if (rst_i)
            rptr_q <= {FILL_BITS{1'b0}};
        else if (pop)
            rptr_q <= rptr_q == LAST ? {FILL_BITS{1'b0}} : rptr_q + 1'b1;

    genvar i;
    generate
        for (i = 0; i < FILLS; i = i + 1) begin : g_entry
            always @(posedge clk_i)
                if (push & (wptr == i) & ~rst_i) begin
                    mshr_q[i*MSHR_BITS +: MSHR_BITS] <= fill_mshr_i;
                    data_q[i*LINE_BITS +: LINE_BITS] <= fill_data_i;
                end
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (push & (count_q == FILLS[FILL_COUNT_BITS-1:0])) begin
                $display("ASSERT %m: a line comes to a full queue");
                $stop;
            end
            if (pop & ~head_valid_o) begin
                $display("ASSERT %m: a line leaves an empty queue");
                $stop;
            end
            if ({1'b0, count_q} > FILLS) begin
                $display("ASSERT %m: more lines than there is room for: %0d", count_q);
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
