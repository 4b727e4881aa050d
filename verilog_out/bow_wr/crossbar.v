// SPDX-License-Identifier: Apache-2.0
// crossbar: values from banks to collectors
//
// Gives port S of each BOC the value that a bank has read for it: never more than one. Zero if none.
// Malekeh, section II (crossbar); BOW, section IV-A (a single port). Specification: 3.2, 3.14.

`default_nettype none

module crossbar #(
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter BANKS = 2,                                 // register file banks
    parameter COLLECTORS = 8,                            // operand collectors
    parameter COL_BITS = 3,                              // bits of a collector's number
    parameter POS_BITS = 2,                              // bits of a position in the window
    parameter SLOT_BITS = 3                              // bits of a slot's number
) (
    input  wire [BANKS-1:0] rd_valid_i,                  // a bank's value comes back:
    input  wire [BANKS*COL_BITS-1:0] rd_col_i,           // its collector
    input  wire [BANKS*POS_BITS-1:0] rd_pos_i,           // its position
    input  wire [BANKS*SLOT_BITS-1:0] rd_slot_i,         // its slot
    input  wire [BANKS*VECTOR_BITS-1:0] rdata_i,         // the value
    output wire [COLLECTORS-1:0] s_valid_o,              // port S of each collector: a value arrives
    output wire [COLLECTORS*POS_BITS-1:0] s_pos_o,       // its position
    output wire [COLLECTORS*SLOT_BITS-1:0] s_slot_o,     // its slot
    output wire [COLLECTORS*VECTOR_BITS-1:0] s_data_o    // the value
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(VECTOR_BITS < 1 || BANKS < 1 || COLLECTORS < 1 ||
            COL_BITS != (COLLECTORS > 2 ? $clog2(COLLECTORS) : 1) || POS_BITS < 1 || SLOT_BITS < 1)) begin : g_taken
        end else begin : g_refused
            crossbar_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam WORD_BITS = VECTOR_BITS + SLOT_BITS + POS_BITS;

    wire [BANKS*WORD_BITS-1:0] word;                     // what comes from each bank, with its place
    wire [COLLECTORS*BANKS-1:0] from;                    // bit c*BANKS+b: collector c gets that of bank b
    wire [COLLECTORS*WORD_BITS-1:0] taken;

    genvar c, b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            assign word[b*WORD_BITS +: WORD_BITS] = {
                rd_pos_i[b*POS_BITS +: POS_BITS],
                rd_slot_i[b*SLOT_BITS +: SLOT_BITS],
                rdata_i[b*VECTOR_BITS +: VECTOR_BITS]};
        end

        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector
            for (b = 0; b < BANKS; b = b + 1) begin : g_from
                assign from[c*BANKS + b] = rd_valid_i[b] & (rd_col_i[b*COL_BITS +: COL_BITS] == c);
            end

            assign s_valid_o[c] = |from[c*BANKS +: BANKS];
            assign {s_pos_o[c*POS_BITS +: POS_BITS],
                    s_slot_o[c*SLOT_BITS +: SLOT_BITS],
                    s_data_o[c*VECTOR_BITS +: VECTOR_BITS]} = taken[c*WORD_BITS +: WORD_BITS];
        end
    endgenerate

    data_crossbar #(.INPUTS(BANKS), .OUTPUTS(COLLECTORS), .WIDTH(WORD_BITS)) u_data (
        .data_i(word),
        .from_i(from),
        .data_o(taken)
    );

endmodule

`default_nettype wire
