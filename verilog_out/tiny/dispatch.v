// SPDX-License-Identifier: Apache-2.0
// dispatch: choice of the collector that dispatches
//
// Each cycle the oldest instruction whose operands are ready and whose unit can take it dispatches. Its
// collector drives the operands, the others zero.
// Malekeh, section II (dispatch scheduler). Specification: 3.4.

`default_nettype none

module dispatch #(
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter IID_BITS = 3,                              // bits of an in-flight number
    parameter COLLECTORS = 2,                            // operand collectors
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter PAYLOAD_BITS = 64,                         // opaque instruction bits
    parameter UNITS = 8                                  // execution units
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [COLLECTORS-1:0] alloc_i,                // collector that takes an instruction
    input  wire [COLLECTORS-1:0] dispatchable_i,         // collectors whose operands are ready:
    input  wire [COLLECTORS*WARP_BITS-1:0] col_warp_i,   // warp
    input  wire [COLLECTORS*IID_BITS-1:0] col_iid_i,     // in-flight number
    input  wire [COLLECTORS*3-1:0] col_unit_i,           // execution unit
    input  wire [COLLECTORS*LANES-1:0] col_mask_i,       // active lanes
    input  wire [COLLECTORS*3-1:0] col_dst_count_i,      // result registers
    input  wire [COLLECTORS*REG_BITS-1:0] col_dst_base_i, // first result register
    input  wire [COLLECTORS*4-1:0] col_dst_near_i,       // the first read of the result is near
    input  wire [COLLECTORS*PAYLOAD_BITS-1:0] col_payload_i,   // opaque bits
    input  wire [COLLECTORS*SLOTS*VECTOR_BITS-1:0] col_operand_i,        // of the one that dispatches, else zero
    input  wire [UNITS-1:0] unit_ready_i,                // units that can take an instruction
    output wire [COLLECTORS-1:0] dispatch_o,             // collector that dispatches, one-hot or zero
    output wire disp_valid_o,                            // an instruction dispatches:
    output reg  [WARP_BITS-1:0] disp_warp_o,             // warp
    output reg  [IID_BITS-1:0] disp_iid_o,               // in-flight number
    output reg  [2:0] disp_unit_o,                       // execution unit
    output reg  [LANES-1:0] disp_mask_o,                 // active lanes
    output reg  [2:0] disp_dst_count_o,                  // result registers
    output reg  [REG_BITS-1:0] disp_dst_base_o,          // first result register
    output reg  [3:0] disp_dst_near_o,                   // the first read of the result is near
    output reg  [PAYLOAD_BITS-1:0] disp_payload_o,       // opaque bits
    output reg  [SLOTS*VECTOR_BITS-1:0] disp_operand_o   // operands
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARP_BITS != 1 || LANES != 4 || VECTOR_BITS != 128 || REG_BITS != 6 || IID_BITS != 3 ||
            COLLECTORS != 2 || SLOTS != 6 || PAYLOAD_BITS != 64 || UNITS != 8)) begin : g_taken
        end else begin : g_refused
            dispatch_does_not_take_these_parameters refused ();
        end
    endgenerate

    wire [COLLECTORS-1:0] candidate;
    wire [COLLECTORS*COLLECTORS-1:0] row;

    genvar c;
    generate
        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_candidate
            wire [2:0] unit = col_unit_i[c*3 +: 3];
            assign candidate[c] = dispatchable_i[c] & unit_ready_i[unit];
        end
    endgenerate

    age_matrix #(.ENTRIES(COLLECTORS)) u_age (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .alloc_i(alloc_i),
        .free_i(dispatch_o),
        .row_o(row)
    );

    // 3.4: the oldest candidate.
    generate
        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_oldest
            wire [COLLECTORS-1:0] self = {{(COLLECTORS-1){1'b0}}, 1'b1} << c;
            assign dispatch_o[c] = candidate[c] &
                ((candidate & row[c*COLLECTORS +: COLLECTORS] & ~self) == {COLLECTORS{1'b0}});
        end
    endgenerate

    assign disp_valid_o = |candidate;

    always @* begin : instruction
        integer k;
        disp_warp_o = {WARP_BITS{1'b0}};
        disp_iid_o = {IID_BITS{1'b0}};
        disp_unit_o = {3{1'b0}};
        disp_mask_o = {LANES{1'b0}};
        disp_dst_count_o = {3{1'b0}};
        disp_dst_base_o = {REG_BITS{1'b0}};
        disp_dst_near_o = {4{1'b0}};
        disp_payload_o = {PAYLOAD_BITS{1'b0}};
        for (k = 0; k < COLLECTORS; k = k + 1)
            if (dispatch_o[k]) begin
                disp_warp_o = disp_warp_o | col_warp_i[k*WARP_BITS +: WARP_BITS];
                disp_iid_o = disp_iid_o | col_iid_i[k*IID_BITS +: IID_BITS];
                disp_unit_o = disp_unit_o | col_unit_i[k*3 +: 3];
                disp_mask_o = disp_mask_o | col_mask_i[k*LANES +: LANES];
                disp_dst_count_o = disp_dst_count_o | col_dst_count_i[k*3 +: 3];
                disp_dst_base_o = disp_dst_base_o | col_dst_base_i[k*REG_BITS +: REG_BITS];
                disp_dst_near_o = disp_dst_near_o | col_dst_near_i[k*4 +: 4];
                disp_payload_o = disp_payload_o | col_payload_i[k*PAYLOAD_BITS +: PAYLOAD_BITS];
            end
    end

    always @* begin : operands
        integer k;
        disp_operand_o = col_operand_i[0 +: SLOTS*VECTOR_BITS];
        for (k = 1; k < COLLECTORS; k = k + 1)
            disp_operand_o = disp_operand_o | col_operand_i[k*SLOTS*VECTOR_BITS +: SLOTS*VECTOR_BITS];
    end

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (|(dispatch_o & (dispatch_o - 1'b1))) begin
                $display("ASSERT %m: several collectors dispatch: %b", dispatch_o);
                $stop;
            end
            if (|(dispatch_o & ~candidate)) begin
                $display("ASSERT %m: a collector dispatches that cannot: %b", dispatch_o);
                $stop;
            end
            if (disp_valid_o & ~|dispatch_o) begin
                $display("ASSERT %m: an instruction dispatches from no collector");
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
