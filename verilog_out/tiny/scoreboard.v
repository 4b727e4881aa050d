// SPDX-License-Identifier: Apache-2.0
// scoreboard: registers with a result outstanding
//
// One bit per register and warp: set when an instruction issues, cleared when its result is accepted. A warp
// is blocked while its next instruction reads (RAW) or writes (WAW) such a register. Tags are the same for
// predicates and uniform registers, which have no other place here; they come back by a port of their own.
// Malekeh relies on the baseline's (section II). Specification: 3.5, 3.9, 3.12.

`default_nettype none

module scoreboard #(
    parameter WARPS = 2,                                 // warp slots
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter REGISTERS = 64,                            // registers of a warp
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter PORTS = 6,                                 // result ports
    parameter TAGS = 32                                  // tags of a warp: predicates and uniform registers
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire [WARPS-1:0] grant_i,                     // warp that issues, one-hot or zero
    input  wire [PORTS-1:0] accept_i,                    // results accepted
    input  wire [PORTS*WARP_BITS-1:0] wb_warp_i,         // their warps
    input  wire [PORTS*REG_BITS-1:0] wb_reg_i,           // their registers
    input  wire tag_valid_i,                             // tags come back
    input  wire [WARP_BITS-1:0] tag_warp_i,              // their warp
    input  wire [TAGS-1:0] tag_mask_i,                   // which
    input  wire [WARPS*SLOTS-1:0] head_src_valid_i,      // each warp's next instruction: slots in use
    input  wire [WARPS*SLOTS*REG_BITS-1:0] head_src_reg_i, // their registers
    input  wire [WARPS*3-1:0] head_dst_count_i,          // its result registers
    input  wire [WARPS*REG_BITS-1:0] head_dst_base_i,    // the first of them
    input  wire [WARPS*TAGS-1:0] head_tag_src_i,         // tags that it reads
    input  wire [WARPS*TAGS-1:0] head_tag_dst_i,         // tags that it sets pending
    output wire [WARPS-1:0] blocked_o,                   // the next instruction has to wait
    output wire [WARPS-1:0] pending_o                    // a result or a tag is outstanding
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 2 || WARP_BITS != 1 || REGISTERS != 64 || REG_BITS != 6 || SLOTS != 6 ||
            PORTS != 6 || TAGS != 32)) begin : g_taken
        end else begin : g_refused
            scoreboard_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [WARPS*REGISTERS-1:0] pending_q;                 // register r of warp w: bit w*REGISTERS + r
    reg [WARPS*TAGS-1:0] tag_q;                          // tag g of warp w: bit w*TAGS + g

    // 3.5: result registers, of every head while issue still chooses one. A register's number has a row and a
    // column: row of the first result, and columns from there on, which may go on in the next row.
    localparam COLUMN_BITS = 3;
    localparam COLUMNS = 1 << COLUMN_BITS;
    localparam REG_ROW_BITS = REG_BITS - COLUMN_BITS;
    localparam REG_ROWS = 1 << REG_ROW_BITS;

    wire [WARPS*REG_ROWS-1:0] first_rows;                // row of the first result, one-hot
    wire [WARPS*(COLUMNS+3)-1:0] result_columns;         // columns of all
    wire [WARPS-1:0] waw;                                // one is pending

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_results
            wire [REG_ROW_BITS-1:0] first_row = head_dst_base_i[w*REG_BITS + COLUMN_BITS +: REG_ROW_BITS];
            wire [COLUMN_BITS-1:0] first_column = head_dst_base_i[w*REG_BITS +: COLUMN_BITS];
            wire [2:0] count = head_dst_count_i[w*3 +: 3];
            wire [3:0] some = {count > 3'd3, count > 3'd2, count > 3'd1, count > 3'd0};
            wire [REG_ROWS-1:0] row = {{(REG_ROWS-1){1'b0}}, 1'b1} << first_row;
            wire [COLUMNS+2:0] column = {{(COLUMNS-1){1'b0}}, some} << first_column;
            wire [REGISTERS-1:0] pending = pending_q[w*REGISTERS +: REGISTERS];
            reg [COLUMNS+2:0] waw_window;                // of the first row, and the first ones of the next row

            assign first_rows[w*REG_ROWS +: REG_ROWS] = row;
            assign result_columns[w*(COLUMNS+3) +: COLUMNS+3] = column;

            always @* begin : waw_rows
                integer k;
                waw_window = {(COLUMNS+3){1'b0}};
                for (k = 0; k < REG_ROWS; k = k + 1)
                    if (row[k])
                        waw_window = waw_window |
                            {pending[(k + 1) % REG_ROWS*COLUMNS +: 3], pending[k*COLUMNS +: COLUMNS]};
            end

            assign waw[w] = |(waw_window & column);
        end
    endgenerate

    // The registers of these rows and columns.
    function [REGISTERS-1:0] registers_of;
        input [REG_ROWS-1:0] at_row;
        input [COLUMNS+2:0] at_columns;
        integer k;
        for (k = 0; k < REG_ROWS; k = k + 1)
            registers_of[k*COLUMNS +: COLUMNS] = ({COLUMNS{at_row[k]}} & at_columns[COLUMNS-1:0]) |
                {{(COLUMNS-3){1'b0}}, {3{at_row[(k + REG_ROWS - 1) % REG_ROWS]}} & at_columns[COLUMNS +: 3]};
    endfunction

    // Whether a register is in a set: its row of the set, and of that its column.
    function listed;
        input [REGISTERS-1:0] set;
        input [REG_BITS-1:0] register;
        integer k;
        reg [COLUMNS-1:0] columns;
        begin
            columns = {COLUMNS{1'b0}};
            for (k = 0; k < REG_ROWS; k = k + 1)
                if (register[COLUMN_BITS +: REG_ROW_BITS] == k[REG_ROW_BITS-1:0])
                    columns = columns | set[k*COLUMNS +: COLUMNS];
            listed = |(columns & ({{(COLUMNS-1){1'b0}}, 1'b1} << register[COLUMN_BITS-1:0]));
        end
    endfunction

    genvar p;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_lookup
            wire [REGISTERS-1:0] pending = pending_q[w*REGISTERS +: REGISTERS];
            reg [SLOTS-1:0] raw;

            always @* begin : look_up
                integer s;
                reg [REG_BITS-1:0] source;
                source = {REG_BITS{1'b0}};
                raw = {SLOTS{1'b0}};
                for (s = 0; s < SLOTS; s = s + 1)
                    if (head_src_valid_i[w*SLOTS + s]) begin
                        source = head_src_reg_i[(w*SLOTS + s)*REG_BITS +: REG_BITS];
                        raw[s] = listed(pending, source);
                    end
            end

            // 3.5, condition 2.
            wire [TAGS-1:0] tags = tag_q[w*TAGS +: TAGS];
            wire [TAGS-1:0] tags_read = head_tag_src_i[w*TAGS +: TAGS];
            wire [TAGS-1:0] tags_set = head_tag_dst_i[w*TAGS +: TAGS];

            assign blocked_o[w] = |raw | waw[w] | |((tags_read | tags_set) & tags);
            assign pending_o[w] = |pending | |tags;
        end
    endgenerate

    // 3.9: registers of the accepted results, one-hot by port.
    wire [PORTS*REGISTERS-1:0] released;
    wire [PORTS*WARPS-1:0] releases;                     // and their warps

    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_released
            reg [REGISTERS-1:0] register;
            reg [WARPS-1:0] warp;

            always @* begin : decode
                register = {REGISTERS{1'b0}};
                register[wb_reg_i[p*REG_BITS +: REG_BITS]] = 1'b1;
                warp = {WARPS{1'b0}};
                warp[wb_warp_i[p*WARP_BITS +: WARP_BITS]] = accept_i[p];
            end

            assign released[p*REGISTERS +: REGISTERS] = register;
            assign releases[p*WARPS +: WARPS] = warp;
        end
    endgenerate

    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            wire [PORTS-1:0] set;
            reg [REGISTERS-1:0] gone;                    // released by ports
            reg [REGISTERS-1:0] claimed;                 // results of what issues

            for (p = 0; p < PORTS; p = p + 1) begin : g_set
                assign set[p] = releases[p*WARPS + w];
            end

            always @* begin : changes
                integer k;
                gone = {REGISTERS{1'b0}};
                claimed = {REGISTERS{1'b0}};
                for (k = 0; k < PORTS; k = k + 1)
                    if (set[k])
                        gone = gone | released[k*REGISTERS +: REGISTERS];
                if (grant_i[w])
                    claimed = registers_of(first_rows[w*REG_ROWS +: REG_ROWS],
                                           result_columns[w*(COLUMNS+3) +: COLUMNS+3]);
            end

            always @(posedge clk_i)
                if (rst_i)
                    pending_q[w*REGISTERS +: REGISTERS] <= {REGISTERS{1'b0}};
                else
                    pending_q[w*REGISTERS +: REGISTERS] <=
                        (pending_q[w*REGISTERS +: REGISTERS] & ~gone) | claimed;
        end
    endgenerate

    // 3.5, 3.9: tags.
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_tags
            wire set = grant_i[w];
            wire clear = tag_valid_i & (tag_warp_i == w);

            always @(posedge clk_i)
                if (rst_i)
                    tag_q[w*TAGS +: TAGS] <= {TAGS{1'b0}};
                else
                    tag_q[w*TAGS +: TAGS] <=
                        (tag_q[w*TAGS +: TAGS] & ~(tag_mask_i & {TAGS{clear}})) |
                        (head_tag_dst_i[w*TAGS +: TAGS] & {TAGS{set}});
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer k;
            if (|(grant_i & (grant_i - 1'b1))) begin
                $display("ASSERT %m: several warps issue: %b", grant_i);
                $stop;
            end
            if (|(grant_i & blocked_o)) begin
                $display("ASSERT %m: a warp issues that waits for a result: %b", grant_i);
                $stop;
            end
            for (k = 0; k < PORTS; k = k + 1)
                if (accept_i[k] & ~pending_q[wb_warp_i[k*WARP_BITS +: WARP_BITS]*REGISTERS +
                                             wb_reg_i[k*REG_BITS +: REG_BITS]]) begin
                    $display("ASSERT %m: a result comes on port %0d for a register that waits for none", k);
                    $stop;
                end
        end
`endif

endmodule

`default_nettype wire
