// SPDX-License-Identifier: Apache-2.0
// coalescer: accesses of a warp, split into lines
//
// Takes the accesses of the sub-cores in turn. An access is presented to the cache line by line: that of its
// lowest element first, together with all elements that lie in the same line.
// CIAO, section II-A (memory requests are coalesced). Specification: 5.3.

`default_nettype none

module coalescer #(
    parameter SUBCORES = 2,                              // sub-cores of the SM
    parameter SUB_BITS = 1,                              // bits of a sub-core's number
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter ID_BITS = 8,                               // bits of an access's number
    parameter ADDR_BITS = 46,                            // bits of a word's address
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter WORDS = 4,                                 // words of a line
    parameter OFF_BITS = 2,                              // bits of the number of a word of a line
    parameter LINE_BYTES = 16,                           // bytes of a line
    parameter LINE_BITS = 128                            // bits of a line
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [SUBCORES-1:0] mem_valid_i,              // an access of each sub-core:
    input  wire [SUBCORES*LANES-1:0] mem_mask_i,         // its elements
    input  wire [SUBCORES*WARP_BITS-1:0] mem_warp_i,     // its warp; the cache does not need it
    input  wire [SUBCORES*ID_BITS-1:0] mem_id_i,         // its number there
    input  wire [SUBCORES*2-1:0] mem_op_i,               // 0 load, 1 store, 2 and 3 atomic with old values and without
    input  wire [SUBCORES-1:0] mem_local_i,              // it goes to local memory
    input  wire [SUBCORES*LANES*ADDR_BITS-1:0] mem_addr_i, // word address of each element
    input  wire [SUBCORES*LANES*4-1:0] mem_be_i,         // bytes that each element writes
    input  wire [SUBCORES*VECTOR_BITS-1:0] mem_data_i,   // and with what
    output wire [SUBCORES-1:0] mem_ready_o,              // it is taken
    output wire access_valid_o,                          // a line is accessed:
    output wire [1:0] access_op_o,                       // 0 load, 1 store, 2 and 3 atomic
    output wire access_local_o,                          // local memory
    output wire [SUB_BITS-1:0] access_sub_o,             // for this sub-core
    output wire [ID_BITS-1:0] access_id_o,               // and this access of it
    output wire [NUMBER_BITS-1:0] access_line_o,         // number of the line
    output wire [LANES-1:0] access_mask_o,               // elements that lie in it
    output wire [LANES*OFF_BITS-1:0] access_off_o,       // their words, zero in the others
    output reg  [LINE_BYTES-1:0] access_be_o,            // bytes of the line that are written
    output reg  [LINE_BITS-1:0] access_data_o,           // and with what, zero in the others
    input  wire taken_i                                  // the access is taken
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SUBCORES != 2 || SUB_BITS != 1 || WARP_BITS != 1 || LANES != 4 || VECTOR_BITS != 128 ||
            ID_BITS != 8 || ADDR_BITS != 46 || NUMBER_BITS != 44 || WORDS != 4 || OFF_BITS != 2 ||
            LINE_BYTES != 16 || LINE_BITS != 128)) begin : g_taken
        end else begin : g_refused
            coalescer_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg valid_q;                                         // an access of a warp is being split into lines
    reg [SUB_BITS-1:0] last_q;                           // sub-core that the last one came from
    reg [SUB_BITS-1:0] sub_q;                            // sub-core
    reg [LANES-1:0] pend_q;                              // elements whose line has not been accessed yet
    reg [WARP_BITS-1:0] warp_q;                          // its warp; the cache does not need it
    reg [ID_BITS-1:0] id_q;                              // its number there
    reg [1:0] op_q;                                      // 0 load, 1 store, 2 and 3 atomic with old values and without
    reg local_q;                                         // it goes to local memory
    reg [LANES*ADDR_BITS-1:0] addr_q;                    // word address of each element
    reg [LANES*4-1:0] be_q;                              // bytes that each element writes
    reg [VECTOR_BITS-1:0] data_q;                        // and with what

    wire [WARP_BITS-1:0] unused_warp = warp_q;           // for those who watch

    // 5.3: the line of the lowest element that is left, and the elements that lie in it.
    wire [LANES-1:0] lead = pend_q & (~pend_q + 1'b1);
    reg [NUMBER_BITS-1:0] line;
    reg [LANES-1:0] selected;

    always @* begin : same_line
        integer k;
        line = {NUMBER_BITS{1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (lead[k])
                line = line | addr_q[(k + 1)*ADDR_BITS - NUMBER_BITS +: NUMBER_BITS];
        selected = {LANES{1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (pend_q[k])
                selected[k] = addr_q[(k + 1)*ADDR_BITS - NUMBER_BITS +: NUMBER_BITS] == line;
    end

    // The word of the line of each of them; of an atomic, the one with the element's number.
    reg [LANES*OFF_BITS-1:0] off;

    always @* begin : words
        integer k;
        off = {(LANES*OFF_BITS){1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (selected[k])
                off[k*OFF_BITS +: OFF_BITS] =
                    op_q[1] ? k[OFF_BITS-1:0] : addr_q[k*ADDR_BITS +: OFF_BITS];
    end

    // Bytes that each element writes, and no higher one with the same word.
    reg [LANES*4-1:0] wins;

    always @* begin : writers
        integer k, h;
        reg [3:0] covered;                               // by a higher one
        h = 0;
        covered = 4'd0;
        wins = {(LANES*4){1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (selected[k]) begin
                covered = 4'd0;
                for (h = k + 1; h < LANES; h = h + 1)
                    if (selected[h] & (off[h*OFF_BITS +: OFF_BITS] == off[k*OFF_BITS +: OFF_BITS]))
                        covered = covered | be_q[h*4 +: 4];
                wins[k*4 +: 4] = be_q[k*4 +: 4] & ~covered;
            end
    end

    always @* begin : line_bytes
        integer w, k, b;
        reg [31:0] value;
        w = 0;
        b = 0;
        value = 32'd0;
        access_be_o = {LINE_BYTES{1'b0}};
        access_data_o = {LINE_BITS{1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (selected[k]) begin
                for (b = 0; b < 4; b = b + 1)
                    value[b*8 +: 8] = data_q[k*32 + b*8 +: 8] & {8{wins[k*4 + b]}};
                for (w = 0; w < WORDS; w = w + 1)
                    if (off[k*OFF_BITS +: OFF_BITS] == w[OFF_BITS-1:0]) begin
                        access_be_o[w*4 +: 4] = access_be_o[w*4 +: 4] | wins[k*4 +: 4];
                        access_data_o[w*32 +: 32] = access_data_o[w*32 +: 32] | value;
                    end
            end
    end

    assign access_valid_o = valid_q;
    assign access_op_o = op_q;
    assign access_local_o = local_q;
    assign access_sub_o = sub_q;
    assign access_id_o = id_q;
    assign access_line_o = line;
    assign access_mask_o = selected;
    assign access_off_o = off;

    // The next access: of the first sub-core behind the last one, chosen whether there is room or not.
    wire [SUBCORES-1:0] choice, unused_reached;
    reg [SUBCORES-1:0] behind;

    always @* begin : turns
        integer k;
        for (k = 0; k < SUBCORES; k = k + 1)
            behind[k] = k[SUB_BITS-1:0] > last_q;
    end

    rotating_choice #(.N(SUBCORES)) u_choice (
        .req_i(mem_valid_i),
        .first_i(behind),
        .grant_o(choice),
        .reached_o(unused_reached)
    );

    reg [SUB_BITS-1:0] sub_d;
    reg [LANES-1:0] mask_d;
    reg [WARP_BITS-1:0] warp_d;
    reg [ID_BITS-1:0] id_d;
    reg [1:0] op_d;
    reg local_d;
    reg [LANES*ADDR_BITS-1:0] addr_d;
    reg [LANES*4-1:0] be_d;
    reg [VECTOR_BITS-1:0] data_d;

    always @* begin : chosen
        integer k;
        sub_d = {SUB_BITS{1'b0}};
        mask_d = {LANES{1'b0}};
        warp_d = {WARP_BITS{1'b0}};
        id_d = {ID_BITS{1'b0}};
        op_d = {2{1'b0}};
        local_d = 1'b0;
        addr_d = {(LANES*ADDR_BITS){1'b0}};
        be_d = {(LANES*4){1'b0}};
        data_d = {VECTOR_BITS{1'b0}};
        for (k = 0; k < SUBCORES; k = k + 1)
            if (choice[k]) begin
                sub_d = sub_d | k[SUB_BITS-1:0];
                mask_d = mask_d | mem_mask_i[k*LANES +: LANES];
                warp_d = warp_d | mem_warp_i[k*WARP_BITS +: WARP_BITS];
                id_d = id_d | mem_id_i[k*ID_BITS +: ID_BITS];
                op_d = op_d | mem_op_i[k*2 +: 2];
                local_d = local_d | mem_local_i[k];
                addr_d = addr_d | mem_addr_i[k*LANES*ADDR_BITS +: LANES*ADDR_BITS];
                be_d = be_d | mem_be_i[k*LANES*4 +: LANES*4];
                data_d = data_d | mem_data_i[k*VECTOR_BITS +: VECTOR_BITS];
            end
    end

    // The access is done with its last line, and the next one takes its place at once.
    wire [LANES-1:0] rest = pend_q & ~selected;
    wire done = taken_i & ~|rest;
    wire accept = ~valid_q | done;
    wire take = accept & |mem_valid_i;

    assign mem_ready_o = choice & {SUBCORES{accept}};

    always @(posedge clk_i)
        if (rst_i) begin
            valid_q <= 1'b0;
            last_q <= {SUB_BITS{1'b0}};
        end else begin
            valid_q <= take | (valid_q & ~done);
            if (take)
                last_q <= sub_d;
        end

    always @(posedge clk_i)
        if (take & ~rst_i) begin
            sub_q <= sub_d;
            warp_q <= warp_d;
            id_q <= id_d;
            op_q <= op_d;
            local_q <= local_d;
            addr_q <= addr_d;
            be_q <= be_d;
            data_q <= data_d;
        end

    always @(posedge clk_i)
        if (take & ~rst_i)
            pend_q <= mask_d;
        else if (taken_i & ~rst_i)
            pend_q <= rest;

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (|(choice & (choice - 1'b1))) begin
                $display("ASSERT %m: several sub-cores are chosen: %b", choice);
                $stop;
            end
            if (taken_i & ~valid_q) begin
                $display("ASSERT %m: an access is taken that is not there");
                $stop;
            end
            if (valid_q & ~|pend_q) begin
                $display("ASSERT %m: an access has no element that is left");
                $stop;
            end
            if ({1'b0, last_q} >= SUBCORES) begin
                $display("ASSERT %m: there is no sub-core %0d", last_q);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
