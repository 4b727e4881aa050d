// SPDX-License-Identifier: Apache-2.0
// writeback: results to banks
//
// Each unit offers one result; each bank takes the oldest result for it in the same cycle, and the caching
// collectors see what is written (port D).
// Malekeh, sections II (writes are granted at once) and III-B. Specification: 3.9.

`default_nettype none

module writeback #(
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter BANKS = 2,                                 // register file banks
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter PORTS = 6                                  // result ports
) (
    input  wire [PORTS-1:0] wb_valid_i,                  // a result on each port:
    input  wire [PORTS*WARP_BITS-1:0] wb_warp_i,         // its warp
    input  wire [PORTS*REG_BITS-1:0] wb_reg_i,           // its register
    input  wire [PORTS-1:0] wb_near_i,                   // its next read is near
    input  wire [PORTS*LANES-1:0] wb_mask_i,             // its lanes
    input  wire [PORTS*VECTOR_BITS-1:0] wb_data_i,       // its value
    input  wire [PORTS*PORTS-1:0] older_i,               // bit u*PORTS+v: the result on port v is older than u's
    output wire [PORTS-1:0] wb_ready_o,                  // it can be taken
    output wire [PORTS-1:0] accept_o,                    // it is taken
    output wire [BANKS-1:0] wr_valid_o,                  // a result is written to each bank:
    output wire [BANKS*WARP_BITS-1:0] wr_warp_o,         // its warp
    output wire [BANKS*ROW_BITS-1:0] wr_row_o,           // its row within the warp's
    output wire [BANKS*REG_BITS-1:0] wr_reg_o,           // its register
    output wire [BANKS-1:0] wr_near_o,                   // its next read is near
    output wire [BANKS*LANES-1:0] wr_mask_o,             // its lanes
    output wire [BANKS*VECTOR_BITS-1:0] wr_data_o        // its value
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARP_BITS != 3 || LANES != 32 || VECTOR_BITS != 1024 || REG_BITS != 8 || BANKS != 2 ||
            BANK_BITS != 1 || ROW_BITS != 8 || PORTS != 6)) begin : g_taken
        end else begin : g_refused
            writeback_does_not_take_these_parameters refused ();
        end
    endgenerate

    // 3.9: a result without lanes needs no bank; the oldest one for a bank gets it.
    wire [PORTS-1:0] contends;
    wire [PORTS-1:0] granted = contends & wb_ready_o;
    wire [PORTS*BANKS-1:0] in_bank;                      // bit u*BANKS+b: u's register lies in bank b
    wire [PORTS*ROW_BITS-1:0] wb_row;

    assign accept_o = wb_valid_i & wb_ready_o;

    genvar u, v, b;
    generate
        for (u = 0; u < PORTS; u = u + 1) begin : g_port
            wire some_lane = |wb_mask_i[u*LANES +: LANES];
            wire [PORTS-1:0] beaten;

            wire [BANK_BITS-1:0] bank = wb_reg_i[u*REG_BITS +: BANK_BITS] + wb_warp_i[u*WARP_BITS +: BANK_BITS];

            for (b = 0; b < BANKS; b = b + 1) begin : g_bank
                assign in_bank[u*BANKS + b] = bank == b;
            end

            for (v = 0; v < PORTS; v = v + 1) begin : g_other
                wire same_bank = in_bank[u*BANKS +: BANKS] == in_bank[v*BANKS +: BANKS];
                assign beaten[v] = contends[v] & same_bank & older_i[u*PORTS + v];
            end

            assign contends[u] = wb_valid_i[u] & some_lane;
            assign wb_ready_o[u] = ~some_lane | ~|beaten;
            assign wb_row[u*ROW_BITS +: ROW_BITS] = {1'd0, wb_reg_i[u*REG_BITS + BANK_BITS +: REG_BITS-BANK_BITS]};
        end
    endgenerate

    // The value of the port in a set of one; zero if the set is empty.

    function [WARP_BITS-1:0] merged_warp;
        input [PORTS-1:0] from;
        input [PORTS*WARP_BITS-1:0] values;
        integer k;
        begin
            merged_warp = {WARP_BITS{1'b0}};
            for (k = 0; k < PORTS; k = k + 1)
                if (from[k])
                    merged_warp = merged_warp | values[k*WARP_BITS +: WARP_BITS];
        end
    endfunction

    function [ROW_BITS-1:0] merged_row;
        input [PORTS-1:0] from;
        input [PORTS*ROW_BITS-1:0] values;
        integer k;
        begin
            merged_row = {ROW_BITS{1'b0}};
            for (k = 0; k < PORTS; k = k + 1)
                if (from[k])
                    merged_row = merged_row | values[k*ROW_BITS +: ROW_BITS];
        end
    endfunction

    function [REG_BITS-1:0] merged_reg;
        input [PORTS-1:0] from;
        input [PORTS*REG_BITS-1:0] values;
        integer k;
        begin
            merged_reg = {REG_BITS{1'b0}};
            for (k = 0; k < PORTS; k = k + 1)
                if (from[k])
                    merged_reg = merged_reg | values[k*REG_BITS +: REG_BITS];
        end
    endfunction

    function [LANES-1:0] merged_mask;
        input [PORTS-1:0] from;
        input [PORTS*LANES-1:0] values;
        integer k;
        begin
            merged_mask = {LANES{1'b0}};
            for (k = 0; k < PORTS; k = k + 1)
                if (from[k])
                    merged_mask = merged_mask | values[k*LANES +: LANES];
        end
    endfunction

    function [VECTOR_BITS-1:0] merged_data;
        input [PORTS-1:0] from;
        input [PORTS*VECTOR_BITS-1:0] values;
        integer k;
        begin
            merged_data = {VECTOR_BITS{1'b0}};
            for (k = 0; k < PORTS; k = k + 1)
                if (from[k])
                    merged_data = merged_data | values[k*VECTOR_BITS +: VECTOR_BITS];
        end
    endfunction

    // The write of each bank; zero if none.
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_write
            wire [PORTS-1:0] from;

            for (u = 0; u < PORTS; u = u + 1) begin : g_from
                assign from[u] = granted[u] & in_bank[u*BANKS + b];
            end

            assign wr_valid_o[b] = |from;
            assign wr_warp_o[b*WARP_BITS +: WARP_BITS] = merged_warp(from, wb_warp_i);
            assign wr_row_o[b*ROW_BITS +: ROW_BITS] = merged_row(from, wb_row);
            assign wr_reg_o[b*REG_BITS +: REG_BITS] = merged_reg(from, wb_reg_i);
            assign wr_near_o[b] = |(from & wb_near_i);
            assign wr_mask_o[b*LANES +: LANES] = merged_mask(from, wb_mask_i);
            assign wr_data_o[b*VECTOR_BITS +: VECTOR_BITS] = merged_data(from, wb_data_i);
        end
    endgenerate

endmodule

`default_nettype wire
