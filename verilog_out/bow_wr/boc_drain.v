// SPDX-License-Identifier: Apache-2.0
// boc_drain: values from BOCs to banks
//
// The path from collector to bank: a bank without a result to be written takes the value that one of the BOCs
// offers it. The BOCs take turns.
// BOW, section IV-B (a new pathway from BOCs to the register file). Specification: 3.14.

`default_nettype none

module boc_drain #(
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter BANKS = 2,                                 // register file banks
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter COLLECTORS = 8,                            // operand collectors
    parameter COL_BITS = 3                               // bits of a collector's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [COLLECTORS-1:0] offer_valid_i,          // BOCs that offer a value:
    input  wire [COLLECTORS*REG_BITS-1:0] offer_reg_i,   // its register
    input  wire [COLLECTORS*VECTOR_BITS-1:0] offer_data_i, // the value
    output reg  [COLLECTORS-1:0] drain_o,                // its bank takes it
    input  wire [BANKS-1:0] granted_valid_i,             // a result is written to each bank:
    input  wire [BANKS*WARP_BITS-1:0] granted_warp_i,    // its warp
    input  wire [BANKS*ROW_BITS-1:0] granted_row_i,      // its row within the warp's
    input  wire [BANKS*LANES-1:0] granted_mask_i,        // its lanes
    input  wire [BANKS*VECTOR_BITS-1:0] granted_data_i,  // its value
    output wire [BANKS-1:0] wr_valid_o,                  // that, or the value of a BOC:
    output wire [BANKS*WARP_BITS-1:0] wr_warp_o,         // its warp
    output wire [BANKS*ROW_BITS-1:0] wr_row_o,           // its row within the warp's
    output wire [BANKS*LANES-1:0] wr_mask_o,             // its lanes
    output wire [BANKS*VECTOR_BITS-1:0] wr_data_o        // its value
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARP_BITS != 3 || LANES != 32 || VECTOR_BITS != 1024 || REG_BITS != 8 || BANKS != 2 ||
            BANK_BITS != 1 || ROW_BITS != 8 || COLLECTORS != 8 || COL_BITS != 3)) begin : g_taken
        end else begin : g_refused
            boc_drain_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [COL_BITS-1:0] LAST = COLLECTORS[COL_BITS-1:0] - 1'b1;

    reg [BANKS*COL_BITS-1:0] turn_q;                     // BOC that each bank prefers

    wire [BANKS*COLLECTORS-1:0] wants;                   // bit b*COLLECTORS+c: BOC c has a value for bank b
    wire [BANKS*COLLECTORS-1:0] takes;                   // and the bank takes it
    wire [COLLECTORS*ROW_BITS-1:0] offer_row;

    genvar b, c;
    generate
        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_offer
            // BOC c serves warp c.
            localparam [31:0] WARP = c;
            wire [BANK_BITS-1:0] bank = offer_reg_i[c*REG_BITS +: BANK_BITS] + WARP[BANK_BITS-1:0];

            for (b = 0; b < BANKS; b = b + 1) begin : g_wants
                assign wants[b*COLLECTORS + c] = offer_valid_i[c] & (bank == b);
            end

            assign offer_row[c*ROW_BITS +: ROW_BITS] =
                {1'd0, offer_reg_i[c*REG_BITS + BANK_BITS +: REG_BITS-BANK_BITS]};
        end
    endgenerate

    always @* begin : taken
        integer k;
        drain_o = {COLLECTORS{1'b0}};
        for (k = 0; k < BANKS; k = k + 1)
            drain_o = drain_o | takes[k*COLLECTORS +: COLLECTORS];
    end

    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            // The first offer from that of the preferred BOC on.
            wire [COLLECTORS-1:0] offers =
                wants[b*COLLECTORS +: COLLECTORS] & {COLLECTORS{~granted_valid_i[b]}};
            wire [COLLECTORS-1:0] preferred = {COLLECTORS{1'b1}} << turn_q[b*COL_BITS +: COL_BITS];
            wire [COLLECTORS-1:0] turns = |(offers & preferred) ? offers & preferred : offers;
            wire [COLLECTORS-1:0] chosen = turns & (~turns + 1'b1);
            reg [COL_BITS-1:0] number;
            reg [ROW_BITS-1:0] row;
            reg [VECTOR_BITS-1:0] data;

            always @* begin : value
                integer k;
                number = {COL_BITS{1'b0}};
                row = granted_row_i[b*ROW_BITS +: ROW_BITS];
                data = granted_data_i[b*VECTOR_BITS +: VECTOR_BITS];
                for (k = 0; k < COLLECTORS; k = k + 1)
                    if (chosen[k]) begin
                        number = number | k[COL_BITS-1:0];
                        row = row | offer_row[k*ROW_BITS +: ROW_BITS];
                        data = data | offer_data_i[k*VECTOR_BITS +: VECTOR_BITS];
                    end
            end

            assign takes[b*COLLECTORS +: COLLECTORS] = chosen;
            assign wr_valid_o[b] = granted_valid_i[b] | |chosen;
            assign wr_warp_o[b*WARP_BITS +: WARP_BITS] = granted_warp_i[b*WARP_BITS +: WARP_BITS] | number;
            assign wr_row_o[b*ROW_BITS +: ROW_BITS] = row;
            assign wr_mask_o[b*LANES +: LANES] = granted_mask_i[b*LANES +: LANES] | {LANES{|chosen}};
            assign wr_data_o[b*VECTOR_BITS +: VECTOR_BITS] = data;

            always @(posedge clk_i)
                if (rst_i)
                    turn_q[b*COL_BITS +: COL_BITS] <= {COL_BITS{1'b0}};
                else if (|chosen)
                    turn_q[b*COL_BITS +: COL_BITS] <= number == LAST ? {COL_BITS{1'b0}} : number + 1'b1;
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer k;
            if (|(drain_o & ~offer_valid_i)) begin
                $display("ASSERT %m: a value drains that is not offered: %b", drain_o);
                $stop;
            end
            for (k = 0; k < BANKS; k = k + 1) begin
                if (granted_valid_i[k] & |takes[k*COLLECTORS +: COLLECTORS]) begin
                    $display("ASSERT %m: a value drains to bank %0d, which a result is written to", k);
                    $stop;
                end
                if (|(takes[k*COLLECTORS +: COLLECTORS] & (takes[k*COLLECTORS +: COLLECTORS] - 1'b1))) begin
                    $display("ASSERT %m: several values drain to bank %0d", k);
                    $stop;
                end
                if ({1'b0, turn_q[k*COL_BITS +: COL_BITS]} > {1'b0, LAST}) begin
                    $display("ASSERT %m: bank %0d prefers one that is not there", k);
                    $stop;
                end
            end
        end
`endif

endmodule

`default_nettype wire
