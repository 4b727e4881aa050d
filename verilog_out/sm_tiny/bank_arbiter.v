// SPDX-License-Identifier: Apache-2.0
// bank_arbiter: routing of requests, grants, rows
//
// Sends the requests of the allocated collector to the queues of their banks; grants each bank to its write,
// else to the head of its queue if the collector's port S is free; adds the first row of the warp.
// Malekeh, section II (arbiter unit: writes first, one value per collector). Specification: 3.7, 3.9, 3.10,
// 3.12.

`default_nettype none

module bank_arbiter #(
    parameter WARPS = 2,                                 // warp slots
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter BANKS = 2,                                 // register file banks
    parameter ROW_BITS = 6,                              // bits of a row's number
    parameter COLLECTORS = 2,                            // operand collectors
    parameter COL_BITS = 1,                              // bits of a collector's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3                              // bits of a slot's number
) (
    input  wire clk_i,                                   // clock
    input  wire launch_valid_i,                          // a warp starts
    input  wire [WARP_BITS-1:0] launch_warp_i,           // its slot
    input  wire [ROW_BITS-1:0] launch_row_i,             // first row of its registers
    input  wire [COLLECTORS-1:0] alloc_i,                // collector that takes an instruction
    input  wire [COLLECTORS*SLOTS-1:0] need_i,           // its slots to be read, zero for the others
    input  wire [BANKS*SLOTS-1:0] bank_i,                // bit b*SLOTS+s: its slot s lies in bank b
    output wire [BANKS-1:0] push_valid_o,                // requests for a queue:
    output reg  [COL_BITS-1:0] push_col_o,               // the collector
    output wire [BANKS*SLOTS-1:0] push_mask_o,           // slots to read
    input  wire [BANKS-1:0] head_valid_i,                // the head of a queue asks:
    input  wire [BANKS*COL_BITS-1:0] head_col_i,         // its collector
    input  wire [BANKS*SLOT_BITS-1:0] head_slot_i,       // its slot
    input  wire [COLLECTORS*WARP_BITS-1:0] col_warp_i,   // warps of the collectors
    input  wire [COLLECTORS*SLOTS*ROW_BITS-1:0] col_src_row_i,     // rows of their slots, within the warp's
    input  wire [BANKS-1:0] wr_valid_i,                  // results to be written:
    input  wire [BANKS*WARP_BITS-1:0] wr_warp_i,         // their warps
    input  wire [BANKS*ROW_BITS-1:0] wr_row_i,           // rows within the warp's
    output wire [BANKS-1:0] read_o,                      // the bank reads for the head of its queue
    output wire [BANKS*ROW_BITS-1:0] row_o               // row to be read or written
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS < 1 || WARP_BITS != (WARPS > 2 ? $clog2(WARPS) : 1) || BANKS < 1 || ROW_BITS < 1 ||
            COLLECTORS < 1 || COL_BITS != (COLLECTORS > 2 ? $clog2(COLLECTORS) : 1) || SLOTS < 1 ||
            SLOT_BITS != (SLOTS > 2 ? $clog2(SLOTS) : 1))) begin : g_taken
        end else begin : g_refused
            bank_arbiter_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [WARPS*ROW_BITS-1:0] row_base_q;                 // first row of each warp slot

    // 3.12: launch.
    genvar w, b, o;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            always @(posedge clk_i)
                if (launch_valid_i & (launch_warp_i == w))
                    row_base_q[w*ROW_BITS +: ROW_BITS] <= launch_row_i;
        end
    endgenerate

    // 3.7: requests.
    reg [SLOTS-1:0] need;

    always @* begin : requests
        integer k;
        need = {SLOTS{1'b0}};
        push_col_o = {COL_BITS{1'b0}};
        for (k = 0; k < COLLECTORS; k = k + 1) begin
            need = need | need_i[k*SLOTS +: SLOTS];
            push_col_o = push_col_o | ({COL_BITS{alloc_i[k]}} & k[COL_BITS-1:0]);
        end
    end

    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            wire [SLOTS-1:0] mask = need & bank_i[b*SLOTS +: SLOTS];
            assign push_mask_o[b*SLOTS +: SLOTS] = mask;
            assign push_valid_o[b] = |mask;

            // 3.10: a read gives way to a write of its bank, and to a lower slot of its collector.
            wire [COL_BITS-1:0] col = head_col_i[b*COL_BITS +: COL_BITS];
            wire [SLOT_BITS-1:0] slot = head_slot_i[b*SLOT_BITS +: SLOT_BITS];
            wire [BANKS-1:0] beaten;

            for (o = 0; o < BANKS; o = o + 1) begin : g_other
                assign beaten[o] = head_valid_i[o] & ~wr_valid_i[o] &
                                   (head_col_i[o*COL_BITS +: COL_BITS] == col) &
                                   (head_slot_i[o*SLOT_BITS +: SLOT_BITS] < slot);
            end

            assign read_o[b] = head_valid_i[b] & ~wr_valid_i[b] & ~|beaten;

            // 3.9, 3.10: the row.
            wire [SLOTS*ROW_BITS-1:0] src_row = col_src_row_i[col*SLOTS*ROW_BITS +: SLOTS*ROW_BITS];
            wire [WARP_BITS-1:0] warp = wr_valid_i[b] ? wr_warp_i[b*WARP_BITS +: WARP_BITS]
                                                      : col_warp_i[col*WARP_BITS +: WARP_BITS];
            wire [ROW_BITS-1:0] row = wr_valid_i[b] ? wr_row_i[b*ROW_BITS +: ROW_BITS]
                                                    : src_row[slot*ROW_BITS +: ROW_BITS];

            assign row_o[b*ROW_BITS +: ROW_BITS] = row_base_q[warp*ROW_BITS +: ROW_BITS] + row;
        end
    endgenerate

endmodule

`default_nettype wire
