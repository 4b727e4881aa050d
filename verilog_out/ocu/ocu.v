// SPDX-License-Identifier: Apache-2.0
// ocu: operand collector unit
//
// Buffers the source operands of one instruction. On allocation it asks the banks for every distinct source;
// a slot is ready when its value has arrived on port S; with all slots ready the instruction can dispatch.
// Malekeh, section II (baseline). Specification: 3.3, 3.5, 3.6, 3.8.

`default_nettype none

module ocu #(
    parameter WARPS = 8,                                 // warp slots
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter IID_BITS = 5,                              // bits of an in-flight number
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3,                             // bits of a slot's number
    parameter PAYLOAD_BITS = 64                          // opaque instruction bits
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire alloc_i,                                 // takes the instruction that issues:
    input  wire [WARP_BITS-1:0] issue_warp_i,            // warp
    input  wire [IID_BITS-1:0] issue_iid_i,              // in-flight number
    input  wire [2:0] issue_unit_i,                      // execution unit
    input  wire [LANES-1:0] issue_mask_i,                // active lanes
    input  wire [2:0] issue_dst_count_i,                 // result registers
    input  wire [REG_BITS-1:0] issue_dst_base_i,         // first result register
    input  wire [PAYLOAD_BITS-1:0] issue_payload_i,      // opaque bits
    input  wire [SLOTS-1:0] issue_src_valid_i,           // slots in use
    input  wire [SLOTS*REG_BITS-1:0] issue_src_reg_i,    // register of each slot
    input  wire [SLOTS-1:0] issue_first_i,               // no lower slot names the same register
    output wire [SLOTS-1:0] need_o,                      // its slots to be read from the banks
    input  wire s_valid_i,                               // port S: a value arrives
    input  wire [SLOT_BITS-1:0] s_slot_i,                // the slot that asked for it
    input  wire [VECTOR_BITS-1:0] s_data_i,              // the value
    output wire dispatchable_o,                          // all operands are ready
    input  wire dispatch_i,                              // the instruction dispatches in this cycle
    output wire occupied_o,                              // holds an instruction:
    output wire [WARP_BITS-1:0] warp_o,                  // warp
    output wire [IID_BITS-1:0] iid_o,                    // in-flight number
    output wire [2:0] unit_o,                            // execution unit
    output wire [LANES-1:0] mask_o,                      // active lanes
    output wire [2:0] dst_count_o,                       // result registers
    output wire [REG_BITS-1:0] dst_base_o,               // first result register
    output wire [PAYLOAD_BITS-1:0] payload_o,            // opaque bits
    output reg  [SLOTS*VECTOR_BITS-1:0] operand_o,       // operands; zero unless it dispatches
    output wire [SLOTS*ROW_BITS-1:0] src_row_o,          // each slot's row among those of its warp
    input  wire [WARPS*3-1:0] head_dst_count_i,          // each warp's next instruction: results
    input  wire [WARPS*REG_BITS-1:0] head_dst_base_i,    // the first of them
    output wire war_o                                    // a slot names a result of this warp's next one
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 8 || WARP_BITS != 3 || LANES != 32 || VECTOR_BITS != 1024 || REG_BITS != 8 ||
            BANK_BITS != 1 || IID_BITS != 5 || ROW_BITS != 8 || SLOTS != 6 || SLOT_BITS != 3 ||
            PAYLOAD_BITS != 64)) begin : g_taken
        end else begin : g_refused
            ocu_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg occupied_q;                                      // an instruction waits for operands or dispatch
    reg [WARP_BITS-1:0] warp_q;                          // warp
    reg [IID_BITS-1:0] iid_q;                            // in-flight number
    reg [2:0] unit_q;                                    // execution unit
    reg [LANES-1:0] mask_q;                              // active lanes
    reg [2:0] dst_count_q;                               // result registers
    reg [REG_BITS-1:0] dst_base_q;                       // first result register
    reg [PAYLOAD_BITS-1:0] payload_q;                    // opaque bits
    reg [SLOTS-1:0] src_valid_q;                         // slot s is used
    reg [SLOTS-1:0] src_ready_q;                         // slot s holds its value
    reg [SLOTS*REG_BITS-1:0] src_reg_q;                  // register of slot s

    wire [SLOTS*REG_BITS-1:0] slot_reg = src_reg_q;
    wire [REG_BITS-1:0] s_reg = slot_reg[s_slot_i*REG_BITS +: REG_BITS];
    wire [SLOTS-1:0] arrives;
    wire [SLOTS-1:0] ready = src_ready_q | arrives;

    genvar s;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
            reg [VECTOR_BITS-1:0] data_q;

            // 3.8: one read serves every slot that names the register.
            assign arrives[s] = s_valid_i & src_valid_q[s] & (slot_reg[s*REG_BITS +: REG_BITS] == s_reg);

            always @(posedge clk_i)
                if (arrives[s])
                    data_q <= s_data_i;

            // 3.3: the operand.
            always @* begin
                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};
                if (dispatch_i & src_valid_q[s])
                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = src_ready_q[s] ? data_q : s_data_i;
            end

            assign src_row_o[s*ROW_BITS +: ROW_BITS] = {1'd0, slot_reg[s*REG_BITS + BANK_BITS +: REG_BITS-BANK_BITS]};
        end
    endgenerate

    // 3.3: a value that arrives in this cycle counts.
    assign dispatchable_o = occupied_q & ((~src_valid_q | ready) == {SLOTS{1'b1}});

    // 3.6: allocation.
    assign need_o = issue_first_i & {SLOTS{alloc_i}};

    always @(posedge clk_i)
        if (rst_i) begin
            src_valid_q <= {SLOTS{1'b0}};
            src_ready_q <= {SLOTS{1'b0}};
        end else if (alloc_i) begin
            src_valid_q <= issue_src_valid_i;
            src_ready_q <= {SLOTS{1'b0}};
        end else
            src_ready_q <= src_ready_q | arrives;

    always @(posedge clk_i)
        if (alloc_i)
            src_reg_q <= issue_src_reg_i;

    // Metadata.
    always @(posedge clk_i)
        if (rst_i)
            occupied_q <= 1'b0;
        else if (alloc_i)
            occupied_q <= 1'b1;
        else if (dispatch_i)
            occupied_q <= 1'b0;

    always @(posedge clk_i)
        if (alloc_i) begin
            warp_q <= issue_warp_i;
            iid_q <= issue_iid_i;
            unit_q <= issue_unit_i;
            mask_q <= issue_mask_i;
            dst_count_q <= issue_dst_count_i;
            dst_base_q <= issue_dst_base_i;
            payload_q <= issue_payload_i;
        end

    assign occupied_o = occupied_q;
    assign warp_o = warp_q;
    assign iid_o = iid_q;
    assign unit_o = unit_q;
    assign mask_o = mask_q;
    assign dst_count_o = dst_count_q;
    assign dst_base_o = dst_base_q;
    assign payload_o = payload_q;

    // 3.5, condition 3 (WAR): a slot names a result of the next instruction of this warp. That one is known late:
    // it is compared with the registers from which on d of its results are below that of the slot.
    reg [3:0] head_has;                                  // it has more than d results
    reg [REG_BITS-1:0] head_base;
    wire [SLOTS-1:0] reads_result;

    always @* begin : own_results
        integer k, n;
        head_has = 4'd0;
        head_base = {REG_BITS{1'b0}};
        n = 0;
        for (k = 0; k < WARPS; k = k + 1)
            if (warp_q == k[WARP_BITS-1:0]) begin
                for (n = 0; n < 4; n = n + 1)
                    head_has[n] = head_has[n] | (head_dst_count_i[k*3 +: 3] > n[2:0]);
                head_base = head_base | head_dst_base_i[k*REG_BITS +: REG_BITS];
            end
    end

    genvar d;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_war
            wire [3:0] result;

            for (d = 0; d < 4; d = d + 1) begin : g_result
                wire [REG_BITS-1:0] base = d == 0 ? slot_reg[s*REG_BITS +: REG_BITS]
                                                  : slot_reg[s*REG_BITS +: REG_BITS] - d;
                assign result[d] = head_has[d] & (head_base == base);
            end

            assign reads_result[s] = src_valid_q[s] & |result;
        end
    endgenerate

    assign war_o = |reads_result;

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (alloc_i & occupied_q & ~dispatch_i) begin
                $display("ASSERT %m: an instruction comes while another one waits");
                $stop;
            end
            if (dispatch_i & ~dispatchable_o) begin
                $display("ASSERT %m: an instruction dispatches that is not ready");
                $stop;
            end
            if (s_valid_i & ~(occupied_q & src_valid_q[s_slot_i])) begin
                $display("ASSERT %m: a value comes for slot %0d, which is not in use", s_slot_i);
                $stop;
            end
            if (s_valid_i & src_ready_q[s_slot_i]) begin
                $display("ASSERT %m: a value comes for slot %0d, which has one", s_slot_i);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
