// SPDX-License-Identifier: Apache-2.0
// sm: the top
//
// One streaming multiprocessor: 2 sub-cores, and the way of their accesses to memory, through coalescer and
// L1 data cache, to requests to the L2. Ports of sub-cores come first, with an element for each.
// CIAO, section II-A. Specification: 5.
//
// Configuration: sm_tiny
//  hash             8f85fbacc91ff0c4fa689ca2f8f26838555a3252498bb494164906d2c0a776ad
//  RTL options hash 5559db0fc68f682fd86385eafb198861701bdc8c7e71228492827309f46b93cb

`default_nettype none

module sm #(
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter IID_BITS = 3,                              // bits of an in-flight number
    parameter ROW_BITS = 6,                              // bits of a row's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter PAYLOAD_BITS = 64,                         // opaque instruction bits
    parameter TAGS = 32,                                 // tags of a warp: predicates and uniform registers
    parameter UNITS = 8,                                 // execution units
    parameter PORTS = 6,                                 // result ports
    parameter SUBCORES = 2,                              // sub-cores of the SM
    parameter SUB_BITS = 1,                              // bits of a sub-core's number
    parameter ID_BITS = 8,                               // bits of an access's number
    parameter ADDR_BITS = 46,                            // bits of a word's address
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter OFF_BITS = 2,                              // bits of the number of a word of a line
    parameter LINE_BYTES = 16,                           // bytes of a line
    parameter LINE_BITS = 128,                           // bits of a line
    parameter MSHR_BITS = 2                              // bits of an MSHR's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset, active high
    input  wire [SUBCORES-1:0] launch_valid_i,           // a warp starts:
    input  wire [SUBCORES*WARP_BITS-1:0] launch_warp_i,  // its slot
    input  wire [SUBCORES*ROW_BITS-1:0] launch_row_i,    // first row of its registers
    input  wire [SUBCORES-1:0] dec_valid_i,              // an instruction for the ibuffer:
    input  wire [SUBCORES*WARP_BITS-1:0] dec_warp_i,     // its warp
    input  wire [SUBCORES*3-1:0] dec_unit_i,             // execution unit
    input  wire [SUBCORES*SLOTS-1:0] dec_src_valid_i,    // source slots in use
    input  wire [SUBCORES*SLOTS*REG_BITS-1:0] dec_src_reg_i,   // register of each source
    input  wire [SUBCORES*SLOTS-1:0] dec_src_near_i,     // the next read of the source is near
    input  wire [SUBCORES*3-1:0] dec_dst_count_i,        // result registers
    input  wire [SUBCORES*REG_BITS-1:0] dec_dst_base_i,  // first result register
    input  wire [SUBCORES*4-1:0] dec_dst_near_i,         // the first read of the result is near
    input  wire [SUBCORES*TAGS-1:0] dec_tag_src_i,       // tags that are read
    input  wire [SUBCORES*TAGS-1:0] dec_tag_dst_i,       // tags that become pending
    input  wire [SUBCORES-1:0] dec_last_i,               // the warp's last instruction
    input  wire [SUBCORES*LANES-1:0] dec_mask_i,         // active lanes
    input  wire [SUBCORES*PAYLOAD_BITS-1:0] dec_payload_i, // opaque bits
    output wire [SUBCORES-1:0] issue_valid_o,            // an instruction leaves the ibuffer:
    output wire [SUBCORES*WARP_BITS-1:0] issue_warp_o,   // its warp
    output wire [SUBCORES*IID_BITS-1:0] issue_iid_o,     // its in-flight number
    input  wire [SUBCORES*UNITS-1:0] unit_ready_i,       // units that can take an instruction
    output wire [SUBCORES-1:0] disp_valid_o,             // an instruction goes to its unit:
    output wire [SUBCORES*WARP_BITS-1:0] disp_warp_o,    // warp
    output wire [SUBCORES*IID_BITS-1:0] disp_iid_o,      // in-flight number
    output wire [SUBCORES*3-1:0] disp_unit_o,            // execution unit
    output wire [SUBCORES*LANES-1:0] disp_mask_o,        // active lanes
    output wire [SUBCORES*3-1:0] disp_dst_count_o,       // result registers
    output wire [SUBCORES*REG_BITS-1:0] disp_dst_base_o, // first result register
    output wire [SUBCORES*4-1:0] disp_dst_near_o,        // the first read of the result is near
    output wire [SUBCORES*PAYLOAD_BITS-1:0] disp_payload_o,  // opaque bits
    output wire [SUBCORES*SLOTS*VECTOR_BITS-1:0] disp_operand_o,       // operands, zero in slots not in use
    input  wire [SUBCORES*PORTS-1:0] wb_valid_i,         // a result on each port:
    input  wire [SUBCORES*PORTS*WARP_BITS-1:0] wb_warp_i, // its warp
    input  wire [SUBCORES*PORTS*REG_BITS-1:0] wb_reg_i,  // its register
    input  wire [SUBCORES*PORTS*IID_BITS-1:0] wb_iid_i,  // its in-flight number
    input  wire [SUBCORES*PORTS-1:0] wb_last_i,          // the last one of its instruction
    input  wire [SUBCORES*PORTS-1:0] wb_near_i,          // its next read is near
    input  wire [SUBCORES*PORTS*LANES-1:0] wb_mask_i,    // its lanes
    input  wire [SUBCORES*PORTS*VECTOR_BITS-1:0] wb_data_i,  // its value
    output wire [SUBCORES*PORTS-1:0] wb_ready_o,         // it is accepted if valid
    input  wire [SUBCORES-1:0] tag_valid_i,              // tags come back:
    input  wire [SUBCORES*WARP_BITS-1:0] tag_warp_i,     // their warp
    input  wire [SUBCORES*TAGS-1:0] tag_mask_i,          // which
    output wire [SUBCORES-1:0] end_valid_o,              // a warp has ended:
    output wire [SUBCORES*WARP_BITS-1:0] end_warp_o,     // its slot, free from the next cycle on
    input  wire flush_i,                                 // a kernel starts: nothing in the cache is valid any more
    input  wire [SUBCORES-1:0] mem_valid_i,              // an access to memory of each sub-core:
    input  wire [SUBCORES*2-1:0] mem_op_i,               // 0 load, 1 store, 2 and 3 atomic with old values and without
    input  wire [SUBCORES-1:0] mem_local_i,              // it goes to local memory
    input  wire [SUBCORES*WARP_BITS-1:0] mem_warp_i,     // its warp
    input  wire [SUBCORES*ID_BITS-1:0] mem_id_i,         // its number
    input  wire [SUBCORES*LANES-1:0] mem_mask_i,         // its elements
    input  wire [SUBCORES*LANES*ADDR_BITS-1:0] mem_addr_i, // their word addresses
    input  wire [SUBCORES*LANES*4-1:0] mem_be_i,         // bytes that they write, zero in loads
    input  wire [SUBCORES*VECTOR_BITS-1:0] mem_data_i,   // and with what
    output wire [SUBCORES-1:0] mem_ready_o,              // the access is taken
    output wire resp_valid_o,                            // elements come:
    output wire [SUB_BITS-1:0] resp_sub_o,               // for this sub-core
    output wire [ID_BITS-1:0] resp_id_o,                 // and this access of it
    output wire [LANES-1:0] resp_mask_o,                 // which
    output wire [VECTOR_BITS-1:0] resp_data_o,           // their words
    output wire req_valid_o,                             // a request to the L2:
    output wire [1:0] req_op_o,                          // 0 a line is wanted, 1 bytes are written, 2 and 3 an atomic
    output wire [NUMBER_BITS-1:0] req_line_o,            // number of the line
    output wire [MSHR_BITS-1:0] req_mshr_o,              // MSHR that the answer is for
    output wire [SUB_BITS-1:0] req_sub_o,                // sub-core of an atomic
    output wire [ID_BITS-1:0] req_id_o,                  // its number there
    output wire [LINE_BYTES-1:0] req_be_o,               // bytes that are written
    output wire [LINE_BITS-1:0] req_data_o,              // and with what
    input  wire req_ready_i,                             // it is taken
    input  wire fill_valid_i,                            // a line comes:
    input  wire [MSHR_BITS-1:0] fill_mshr_i,             // MSHR that it is for
    input  wire [LINE_BITS-1:0] fill_data_i,             // its bytes
    output wire fill_ready_o,                            // it is taken if valid
    output wire idle_o                                   // nothing is under way between accesses and memory
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARP_BITS != 1 || LANES != 4 || VECTOR_BITS != 128 || REG_BITS != 6 || IID_BITS != 3 ||
            ROW_BITS != 6 || SLOTS != 6 || PAYLOAD_BITS != 64 || TAGS != 32 || UNITS != 8 ||
            PORTS != 6 || SUBCORES != 2 || SUB_BITS != 1 || ID_BITS != 8 || ADDR_BITS != 46 ||
            NUMBER_BITS != 44 || OFF_BITS != 2 || LINE_BYTES != 16 || LINE_BITS != 128 ||
            MSHR_BITS != 2)) begin : g_taken
        end else begin : g_refused
            sm_does_not_take_these_parameters refused ();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < SUBCORES; i = i + 1) begin : g_sub
            subcore u_subcore (
                .clk_i(clk_i),
                .rst_i(rst_i),
                .launch_valid_i(launch_valid_i[i]),
                .launch_warp_i(launch_warp_i[i*WARP_BITS +: WARP_BITS]),
                .launch_row_i(launch_row_i[i*ROW_BITS +: ROW_BITS]),
                .dec_valid_i(dec_valid_i[i]),
                .dec_warp_i(dec_warp_i[i*WARP_BITS +: WARP_BITS]),
                .dec_unit_i(dec_unit_i[i*3 +: 3]),
                .dec_src_valid_i(dec_src_valid_i[i*SLOTS +: SLOTS]),
                .dec_src_reg_i(dec_src_reg_i[i*SLOTS*REG_BITS +: SLOTS*REG_BITS]),
                .dec_src_near_i(dec_src_near_i[i*SLOTS +: SLOTS]),
                .dec_dst_count_i(dec_dst_count_i[i*3 +: 3]),
                .dec_dst_base_i(dec_dst_base_i[i*REG_BITS +: REG_BITS]),
                .dec_dst_near_i(dec_dst_near_i[i*4 +: 4]),
                .dec_tag_src_i(dec_tag_src_i[i*TAGS +: TAGS]),
                .dec_tag_dst_i(dec_tag_dst_i[i*TAGS +: TAGS]),
                .dec_last_i(dec_last_i[i]),
                .dec_mask_i(dec_mask_i[i*LANES +: LANES]),
                .dec_payload_i(dec_payload_i[i*PAYLOAD_BITS +: PAYLOAD_BITS]),
                .issue_valid_o(issue_valid_o[i]),
                .issue_warp_o(issue_warp_o[i*WARP_BITS +: WARP_BITS]),
                .issue_iid_o(issue_iid_o[i*IID_BITS +: IID_BITS]),
                .unit_ready_i(unit_ready_i[i*UNITS +: UNITS]),
                .disp_valid_o(disp_valid_o[i]),
                .disp_warp_o(disp_warp_o[i*WARP_BITS +: WARP_BITS]),
                .disp_iid_o(disp_iid_o[i*IID_BITS +: IID_BITS]),
                .disp_unit_o(disp_unit_o[i*3 +: 3]),
                .disp_mask_o(disp_mask_o[i*LANES +: LANES]),
                .disp_dst_count_o(disp_dst_count_o[i*3 +: 3]),
                .disp_dst_base_o(disp_dst_base_o[i*REG_BITS +: REG_BITS]),
                .disp_dst_near_o(disp_dst_near_o[i*4 +: 4]),
                .disp_payload_o(disp_payload_o[i*PAYLOAD_BITS +: PAYLOAD_BITS]),
                .disp_operand_o(disp_operand_o[i*SLOTS*VECTOR_BITS +: SLOTS*VECTOR_BITS]),
                .wb_valid_i(wb_valid_i[i*PORTS +: PORTS]),
                .wb_warp_i(wb_warp_i[i*PORTS*WARP_BITS +: PORTS*WARP_BITS]),
                .wb_reg_i(wb_reg_i[i*PORTS*REG_BITS +: PORTS*REG_BITS]),
                .wb_iid_i(wb_iid_i[i*PORTS*IID_BITS +: PORTS*IID_BITS]),
                .wb_last_i(wb_last_i[i*PORTS +: PORTS]),
                .wb_near_i(wb_near_i[i*PORTS +: PORTS]),
                .wb_mask_i(wb_mask_i[i*PORTS*LANES +: PORTS*LANES]),
                .wb_data_i(wb_data_i[i*PORTS*VECTOR_BITS +: PORTS*VECTOR_BITS]),
                .wb_ready_o(wb_ready_o[i*PORTS +: PORTS]),
                .tag_valid_i(tag_valid_i[i]),
                .tag_warp_i(tag_warp_i[i*WARP_BITS +: WARP_BITS]),
                .tag_mask_i(tag_mask_i[i*TAGS +: TAGS]),
                .end_valid_o(end_valid_o[i]),
                .end_warp_o(end_warp_o[i*WARP_BITS +: WARP_BITS])
            );
        end
    endgenerate

    // From the coalescer to the cache.
    wire access_valid;
    wire [1:0] access_op;
    wire access_local;
    wire [SUB_BITS-1:0] access_sub;
    wire [ID_BITS-1:0] access_id;
    wire [NUMBER_BITS-1:0] access_line;
    wire [LANES-1:0] access_mask;
    wire [LANES*OFF_BITS-1:0] access_off;
    wire [LINE_BYTES-1:0] access_be;
    wire [LINE_BITS-1:0] access_data;
    wire taken;
    wire l1d_idle;

    coalescer u_coalescer (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .mem_valid_i(mem_valid_i),
        .mem_op_i(mem_op_i),
        .mem_local_i(mem_local_i),
        .mem_warp_i(mem_warp_i),
        .mem_id_i(mem_id_i),
        .mem_mask_i(mem_mask_i),
        .mem_addr_i(mem_addr_i),
        .mem_be_i(mem_be_i),
        .mem_data_i(mem_data_i),
        .mem_ready_o(mem_ready_o),
        .access_valid_o(access_valid),
        .access_op_o(access_op),
        .access_local_o(access_local),
        .access_sub_o(access_sub),
        .access_id_o(access_id),
        .access_line_o(access_line),
        .access_mask_o(access_mask),
        .access_off_o(access_off),
        .access_be_o(access_be),
        .access_data_o(access_data),
        .taken_i(taken)
    );

    l1d u_l1d (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .flush_i(flush_i),
        .access_valid_i(access_valid),
        .access_op_i(access_op),
        .access_local_i(access_local),
        .access_sub_i(access_sub),
        .access_id_i(access_id),
        .access_line_i(access_line),
        .access_mask_i(access_mask),
        .access_off_i(access_off),
        .access_be_i(access_be),
        .access_data_i(access_data),
        .taken_o(taken),
        .resp_valid_o(resp_valid_o),
        .resp_sub_o(resp_sub_o),
        .resp_id_o(resp_id_o),
        .resp_mask_o(resp_mask_o),
        .resp_data_o(resp_data_o),
        .req_valid_o(req_valid_o),
        .req_op_o(req_op_o),
        .req_line_o(req_line_o),
        .req_mshr_o(req_mshr_o),
        .req_sub_o(req_sub_o),
        .req_id_o(req_id_o),
        .req_be_o(req_be_o),
        .req_data_o(req_data_o),
        .req_ready_i(req_ready_i),
        .fill_valid_i(fill_valid_i),
        .fill_mshr_i(fill_mshr_i),
        .fill_data_i(fill_data_i),
        .fill_ready_o(fill_ready_o),
        .idle_o(l1d_idle)
    );

    assign idle_o = ~access_valid & l1d_idle;

endmodule

`default_nettype wire
