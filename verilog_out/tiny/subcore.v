// SPDX-License-Identifier: Apache-2.0
// subcore: the top
//
// Operand collection and register file of one GPU sub-core, with 2 caching collector units: from decoded
// instructions to operands at the execution units, and from results to the register file banks.
// Malekeh, sections II and III-B. Specification: 2, 3.
//
// Configuration: tiny
//  hash             985895c1263fe62a58db891ad920f484dabe3e250eeed4b8afe63d03d8cd69a4
//  RTL options hash 985895c1263fe62a58db891ad920f484dabe3e250eeed4b8afe63d03d8cd69a4

`default_nettype none

module subcore #(
    parameter WARPS = 2,                                 // warp slots
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter IID_BITS = 3,                              // bits of an in-flight number
    parameter BANKS = 2,                                 // register file banks
    parameter ROW_BITS = 6,                              // bits of a row's number
    parameter COLLECTORS = 2,                            // operand collectors
    parameter COL_BITS = 1,                              // bits of a collector's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter ENTRY_BITS = 3,                            // bits of an entry's number
    parameter SLOT_BITS = 3,                             // bits of a slot's number
    parameter PAYLOAD_BITS = 64,                         // opaque instruction bits
    parameter UNITS = 8,                                 // execution units
    parameter PORTS = 6,                                 // result ports
    parameter TAGS = 32                                  // tags of a warp: predicates and uniform registers
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset, active high
    input  wire launch_valid_i,                          // a warp starts:
    input  wire [WARP_BITS-1:0] launch_warp_i,           // its slot
    input  wire [ROW_BITS-1:0] launch_row_i,             // first row of its registers
    input  wire dec_valid_i,                             // an instruction for the ibuffer:
    input  wire [WARP_BITS-1:0] dec_warp_i,              // its warp
    input  wire [2:0] dec_unit_i,                        // execution unit
    input  wire [SLOTS-1:0] dec_src_valid_i,             // source slots in use
    input  wire [SLOTS*REG_BITS-1:0] dec_src_reg_i,      // register of each source
    input  wire [SLOTS-1:0] dec_src_near_i,              // the next read of the source is near
    input  wire [2:0] dec_dst_count_i,                   // result registers
    input  wire [REG_BITS-1:0] dec_dst_base_i,           // first result register
    input  wire [3:0] dec_dst_near_i,                    // the first read of the result is near
    input  wire [TAGS-1:0] dec_tag_src_i,                // tags that are read
    input  wire [TAGS-1:0] dec_tag_dst_i,                // tags that become pending
    input  wire dec_last_i,                              // the warp's last instruction
    input  wire [LANES-1:0] dec_mask_i,                  // active lanes
    input  wire [PAYLOAD_BITS-1:0] dec_payload_i,        // opaque bits
    output wire issue_valid_o,                           // an instruction leaves the ibuffer:
    output wire [WARP_BITS-1:0] issue_warp_o,            // its warp
    output wire [IID_BITS-1:0] issue_iid_o,              // its in-flight number
    input  wire [UNITS-1:0] unit_ready_i,                // units that can take an instruction
    output wire disp_valid_o,                            // an instruction goes to its unit:
    output wire [WARP_BITS-1:0] disp_warp_o,             // warp
    output wire [IID_BITS-1:0] disp_iid_o,               // in-flight number
    output wire [2:0] disp_unit_o,                       // execution unit
    output wire [LANES-1:0] disp_mask_o,                 // active lanes
    output wire [2:0] disp_dst_count_o,                  // result registers
    output wire [REG_BITS-1:0] disp_dst_base_o,          // first result register
    output wire [3:0] disp_dst_near_o,                   // the first read of the result is near
    output wire [PAYLOAD_BITS-1:0] disp_payload_o,       // opaque bits
    output wire [SLOTS*VECTOR_BITS-1:0] disp_operand_o,  // operands, zero in slots not in use
    input  wire [PORTS-1:0] wb_valid_i,                  // a result on each port:
    input  wire [PORTS*WARP_BITS-1:0] wb_warp_i,         // its warp
    input  wire [PORTS*REG_BITS-1:0] wb_reg_i,           // its register
    input  wire [PORTS*IID_BITS-1:0] wb_iid_i,           // its in-flight number
    input  wire [PORTS-1:0] wb_last_i,                   // the last one of its instruction
    input  wire [PORTS-1:0] wb_near_i,                   // its next read is near
    input  wire [PORTS*LANES-1:0] wb_mask_i,             // its lanes
    input  wire [PORTS*VECTOR_BITS-1:0] wb_data_i,       // its value
    output wire [PORTS-1:0] wb_ready_o,                  // it is accepted if valid
    input  wire tag_valid_i,                             // tags come back:
    input  wire [WARP_BITS-1:0] tag_warp_i,              // their warp
    input  wire [TAGS-1:0] tag_mask_i,                   // which
    output wire end_valid_o,                             // a warp has ended:
    output wire [WARP_BITS-1:0] end_warp_o               // its slot, free from the next cycle on
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 2 || WARP_BITS != 1 || LANES != 4 || VECTOR_BITS != 128 || REG_BITS != 6 ||
            IID_BITS != 3 || BANKS != 2 || ROW_BITS != 6 || COLLECTORS != 2 || COL_BITS != 1 ||
            SLOTS != 6 || ENTRY_BITS != 3 || SLOT_BITS != 3 || PAYLOAD_BITS != 64 || UNITS != 8 ||
            PORTS != 6 || TAGS != 32)) begin : g_taken
        end else begin : g_refused
            subcore_does_not_take_these_parameters refused ();
        end
    endgenerate

    // Issue.
    wire [7:0] random;
    wire [WARPS-1:0] head_valid;
    wire [WARPS*SLOTS-1:0] head_src_valid;
    wire [WARPS*SLOTS*REG_BITS-1:0] head_src_reg;
    wire [WARPS*3-1:0] head_dst_count;
    wire [WARPS*REG_BITS-1:0] head_dst_base;
    wire [WARPS*TAGS-1:0] head_tag_src;
    wire [WARPS*TAGS-1:0] head_tag_dst;
    wire [WARPS-1:0] head_last;
    wire [WARPS-1:0] blocked;
    wire [WARPS-1:0] pending;
    wire full;
    wire [WARPS-1:0] grant;
    wire issue_valid;
    wire [WARP_BITS-1:0] issue_warp;
    wire [IID_BITS-1:0] issue_iid;
    wire [2:0] issue_unit;
    wire [SLOTS-1:0] issue_src_valid;
    wire [SLOTS*REG_BITS-1:0] issue_src_reg;
    wire [SLOTS-1:0] issue_src_near;
    wire [2:0] issue_dst_count;
    wire [REG_BITS-1:0] issue_dst_base;
    wire [3:0] issue_dst_near;
    wire [LANES-1:0] issue_mask;
    wire [PAYLOAD_BITS-1:0] issue_payload;
    wire [SLOTS-1:0] issue_first;
    wire [WARPS*SLOTS*SLOTS-1:0] head_same;
    wire [SLOTS*SLOTS-1:0] issue_place;
    wire [SLOTS:0] issue_count;
    wire [SLOTS*ENTRY_BITS-1:0] issue_rank;
    wire [BANKS*SLOTS-1:0] issue_bank;
    wire end_valid;
    wire [WARP_BITS-1:0] end_warp;

    // Collectors.
    wire [COLLECTORS-1:0] alloc;
    wire [COLLECTORS*SLOTS-1:0] need;
    wire [COLLECTORS-1:0] occupied;
    wire [COLLECTORS-1:0] holds;
    wire [COLLECTORS-1:0] dispatchable;
    wire [COLLECTORS-1:0] dispatch;
    wire [COLLECTORS*WARP_BITS-1:0] col_warp;
    wire [COLLECTORS*IID_BITS-1:0] col_iid;
    wire [COLLECTORS*3-1:0] col_unit;
    wire [COLLECTORS*LANES-1:0] col_mask;
    wire [COLLECTORS*3-1:0] col_dst_count;
    wire [COLLECTORS*REG_BITS-1:0] col_dst_base;
    wire [COLLECTORS*4-1:0] col_dst_near;
    wire [COLLECTORS*PAYLOAD_BITS-1:0] col_payload;
    wire [COLLECTORS*SLOTS*VECTOR_BITS-1:0] col_operand;
    wire [COLLECTORS*SLOTS*ROW_BITS-1:0] col_src_row;
    wire [COLLECTORS-1:0] s_valid;
    wire [COLLECTORS*SLOT_BITS-1:0] s_slot;
    wire [COLLECTORS*VECTOR_BITS-1:0] s_data;

    // Banks.
    wire [BANKS-1:0] push_valid;
    wire [COL_BITS-1:0] push_col;
    wire [BANKS*SLOTS-1:0] push_mask;
    wire [BANKS-1:0] queue_valid;
    wire [BANKS*COL_BITS-1:0] queue_col;
    wire [BANKS*SLOT_BITS-1:0] queue_slot;
    wire [BANKS-1:0] read;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS-1:0] rd_valid;
    wire [BANKS*COL_BITS-1:0] rd_col;
    wire [BANKS*SLOT_BITS-1:0] rd_slot;
    wire [BANKS*VECTOR_BITS-1:0] rdata;

    // Results.
    wire [PORTS-1:0] accept;
    wire [PORTS*PORTS-1:0] older;
    wire [BANKS-1:0] wr_valid;
    wire [BANKS*WARP_BITS-1:0] wr_warp;
    wire [BANKS*ROW_BITS-1:0] wr_row;
    wire [BANKS*REG_BITS-1:0] wr_reg;
    wire [BANKS-1:0] wr_near;
    wire [BANKS*LANES-1:0] wr_mask;
    wire [BANKS*VECTOR_BITS-1:0] wr_data;

    lfsr u_lfsr (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .random_o(random)
    );

    ibuffer u_ibuffer (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .dec_valid_i(dec_valid_i),
        .dec_warp_i(dec_warp_i),
        .dec_unit_i(dec_unit_i),
        .dec_src_valid_i(dec_src_valid_i),
        .dec_src_reg_i(dec_src_reg_i),
        .dec_src_near_i(dec_src_near_i),
        .dec_dst_count_i(dec_dst_count_i),
        .dec_dst_base_i(dec_dst_base_i),
        .dec_dst_near_i(dec_dst_near_i),
        .dec_tag_src_i(dec_tag_src_i),
        .dec_tag_dst_i(dec_tag_dst_i),
        .dec_last_i(dec_last_i),
        .dec_mask_i(dec_mask_i),
        .dec_payload_i(dec_payload_i),
        .grant_i(grant),
        .head_valid_o(head_valid),
        .head_src_valid_o(head_src_valid),
        .head_src_reg_o(head_src_reg),
        .head_dst_count_o(head_dst_count),
        .head_dst_base_o(head_dst_base),
        .head_tag_src_o(head_tag_src),
        .head_tag_dst_o(head_tag_dst),
        .head_last_o(head_last),
        .issue_unit_o(issue_unit),
        .issue_src_valid_o(issue_src_valid),
        .issue_src_reg_o(issue_src_reg),
        .issue_src_near_o(issue_src_near),
        .issue_dst_count_o(issue_dst_count),
        .issue_dst_base_o(issue_dst_base),
        .issue_dst_near_o(issue_dst_near),
        .issue_mask_o(issue_mask),
        .issue_payload_o(issue_payload),
        .head_same_o(head_same),
        .issue_first_o(issue_first),
        .issue_place_o(issue_place),
        .issue_bank_o(issue_bank),
        .issue_count_o(issue_count),
        .issue_rank_o(issue_rank)
    );

    scoreboard u_scoreboard (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .grant_i(grant),
        .accept_i(accept),
        .wb_warp_i(wb_warp_i),
        .wb_reg_i(wb_reg_i),
        .tag_valid_i(tag_valid_i),
        .tag_warp_i(tag_warp_i),
        .tag_mask_i(tag_mask_i),
        .head_tag_src_i(head_tag_src),
        .head_tag_dst_i(head_tag_dst),
        .head_src_valid_i(head_src_valid),
        .head_src_reg_i(head_src_reg),
        .head_dst_count_i(head_dst_count),
        .head_dst_base_i(head_dst_base),
        .blocked_o(blocked),
        .pending_o(pending)
    );

    inflight u_inflight (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .full_o(full),
        .iid_o(issue_iid),
        .issue_valid_i(issue_valid),
        .disp_valid_i(disp_valid_o),
        .disp_iid_i(disp_iid_o),
        .disp_dst_count_i(disp_dst_count_o),
        .accept_i(accept),
        .wb_iid_i(wb_iid_i),
        .wb_last_i(wb_last_i),
        .older_o(older)
    );

    issue u_issue (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .launch_valid_i(launch_valid_i),
        .launch_warp_i(launch_warp_i),
        .random_i(random),
        .head_valid_i(head_valid),
        .blocked_i(blocked),
        .pending_i(pending),
        .full_i(full),
        .occupied_i(occupied),
        .dispatch_i(dispatch),
        .col_warp_i(col_warp),
        .col_holds_i(holds),
        .head_last_i(head_last),
        .grant_o(grant),
        .issue_valid_o(issue_valid),
        .issue_warp_o(issue_warp),
        .alloc_o(alloc),
        .end_valid_o(end_valid),
        .end_warp_o(end_warp)
    );

    assign issue_valid_o = issue_valid;
    assign issue_warp_o = issue_warp;
    assign end_valid_o = end_valid;
    assign end_warp_o = end_warp;
    assign issue_iid_o = issue_iid & {IID_BITS{issue_valid}};

    genvar c, b;
    generate
        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_col
            ccu u_ccu (
                .clk_i(clk_i),
                .rst_i(rst_i),
                .alloc_i(alloc[c]),
                .issue_warp_i(issue_warp),
                .issue_iid_i(issue_iid),
                .issue_unit_i(issue_unit),
                .issue_mask_i(issue_mask),
                .issue_dst_count_i(issue_dst_count),
                .issue_dst_base_i(issue_dst_base),
                .issue_dst_near_i(issue_dst_near),
                .issue_payload_i(issue_payload),
                .issue_src_valid_i(issue_src_valid),
                .issue_src_reg_i(issue_src_reg),
                .issue_first_i(issue_first),
                .need_o(need[c*SLOTS +: SLOTS]),
                .s_valid_i(s_valid[c]),
                .s_slot_i(s_slot[c*SLOT_BITS +: SLOT_BITS]),
                .s_data_i(s_data[c*VECTOR_BITS +: VECTOR_BITS]),
                .dispatchable_o(dispatchable[c]),
                .dispatch_i(dispatch[c]),
                .occupied_o(occupied[c]),
                .warp_o(col_warp[c*WARP_BITS +: WARP_BITS]),
                .iid_o(col_iid[c*IID_BITS +: IID_BITS]),
                .unit_o(col_unit[c*3 +: 3]),
                .mask_o(col_mask[c*LANES +: LANES]),
                .dst_count_o(col_dst_count[c*3 +: 3]),
                .dst_base_o(col_dst_base[c*REG_BITS +: REG_BITS]),
                .dst_near_o(col_dst_near[c*4 +: 4]),
                .payload_o(col_payload[c*PAYLOAD_BITS +: PAYLOAD_BITS]),
                .operand_o(col_operand[c*SLOTS*VECTOR_BITS +: SLOTS*VECTOR_BITS]),
                .src_row_o(col_src_row[c*SLOTS*ROW_BITS +: SLOTS*ROW_BITS]),
                .head_src_valid_i(head_src_valid),
                .head_src_reg_i(head_src_reg),
                .head_same_i(head_same),
                .issue_valid_i(issue_valid),
                .issue_src_near_i(issue_src_near),
                .issue_place_i(issue_place),
                .issue_count_i(issue_count),
                .issue_rank_i(issue_rank),
                .random_i(random),
                .holds_o(holds[c]),
                .wr_valid_i(wr_valid),
                .wr_warp_i(wr_warp),
                .wr_reg_i(wr_reg),
                .wr_near_i(wr_near),
                .wr_mask_i(wr_mask),
                .wr_data_i(wr_data),
                .end_valid_i(end_valid),
                .end_warp_i(end_warp)
            );
        end
    endgenerate

    dispatch u_dispatch (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .alloc_i(alloc),
        .dispatchable_i(dispatchable),
        .col_warp_i(col_warp),
        .col_iid_i(col_iid),
        .col_unit_i(col_unit),
        .col_mask_i(col_mask),
        .col_dst_count_i(col_dst_count),
        .col_dst_base_i(col_dst_base),
        .col_dst_near_i(col_dst_near),
        .col_payload_i(col_payload),
        .col_operand_i(col_operand),
        .unit_ready_i(unit_ready_i),
        .dispatch_o(dispatch),
        .disp_valid_o(disp_valid_o),
        .disp_warp_o(disp_warp_o),
        .disp_iid_o(disp_iid_o),
        .disp_unit_o(disp_unit_o),
        .disp_mask_o(disp_mask_o),
        .disp_dst_count_o(disp_dst_count_o),
        .disp_dst_base_o(disp_dst_base_o),
        .disp_dst_near_o(disp_dst_near_o),
        .disp_payload_o(disp_payload_o),
        .disp_operand_o(disp_operand_o)
    );

    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            bank_queue u_queue (
                .clk_i(clk_i),
                .rst_i(rst_i),
                .push_valid_i(push_valid[b]),
                .push_col_i(push_col),
                .push_mask_i(push_mask[b*SLOTS +: SLOTS]),
                .head_valid_o(queue_valid[b]),
                .head_col_o(queue_col[b*COL_BITS +: COL_BITS]),
                .head_slot_o(queue_slot[b*SLOT_BITS +: SLOT_BITS]),
                .grant_i(read[b])
            );

            rf_bank u_bank (
                .clk_i(clk_i),
                .rst_i(rst_i),
                .read_i(read[b]),
                .col_i(queue_col[b*COL_BITS +: COL_BITS]),
                .slot_i(queue_slot[b*SLOT_BITS +: SLOT_BITS]),
                .write_i(wr_valid[b]),
                .row_i(row[b*ROW_BITS +: ROW_BITS]),
                .wmask_i(wr_mask[b*LANES +: LANES]),
                .wdata_i(wr_data[b*VECTOR_BITS +: VECTOR_BITS]),
                .rd_valid_o(rd_valid[b]),
                .rd_col_o(rd_col[b*COL_BITS +: COL_BITS]),
                .rd_slot_o(rd_slot[b*SLOT_BITS +: SLOT_BITS]),
                .rdata_o(rdata[b*VECTOR_BITS +: VECTOR_BITS])
            );
        end
    endgenerate

    bank_arbiter u_arbiter (
        .clk_i(clk_i),
        .launch_valid_i(launch_valid_i),
        .launch_warp_i(launch_warp_i),
        .launch_row_i(launch_row_i),
        .alloc_i(alloc),
        .need_i(need),
        .bank_i(issue_bank),
        .push_valid_o(push_valid),
        .push_col_o(push_col),
        .push_mask_o(push_mask),
        .head_valid_i(queue_valid),
        .head_col_i(queue_col),
        .head_slot_i(queue_slot),
        .col_warp_i(col_warp),
        .col_src_row_i(col_src_row),
        .wr_valid_i(wr_valid),
        .wr_warp_i(wr_warp),
        .wr_row_i(wr_row),
        .read_o(read),
        .row_o(row)
    );

    crossbar u_crossbar (
        .rd_valid_i(rd_valid),
        .rd_col_i(rd_col),
        .rd_slot_i(rd_slot),
        .rdata_i(rdata),
        .s_valid_o(s_valid),
        .s_slot_o(s_slot),
        .s_data_o(s_data)
    );

    writeback u_writeback (
        .wb_valid_i(wb_valid_i),
        .wb_warp_i(wb_warp_i),
        .wb_reg_i(wb_reg_i),
        .wb_near_i(wb_near_i),
        .wb_mask_i(wb_mask_i),
        .wb_data_i(wb_data_i),
        .older_i(older),
        .wb_ready_o(wb_ready_o),
        .accept_o(accept),
        .wr_valid_o(wr_valid),
        .wr_warp_o(wr_warp),
        .wr_row_o(wr_row),
        .wr_reg_o(wr_reg),
        .wr_near_o(wr_near),
        .wr_mask_o(wr_mask),
        .wr_data_o(wr_data)
    );

endmodule

`default_nettype wire
