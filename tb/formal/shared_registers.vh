// SPDX-License-Identifier: Apache-2.0
// Registers of shared memory as a cache. `BANKS_F are the rows of both bank groups, the first ones lowest.

(* hierconn *) wire \u_l1d.used_q ;
(* hierconn *) wire \u_l1d.hit_shared_q ;
(* hierconn *) wire \u_l1d.alloc ;
(* hierconn *) wire [MSHRS-1:0] \u_l1d.u_mshr.group_q ;
(* hierconn *) wire [MSHRS*SHARED_BITS-1:0] \u_l1d.u_mshr.row_q ;
(* hierconn *) wire [MSHRS*SM_WARP_BITS-1:0] \u_l1d.u_mshr.owner_q ;
(* hierconn *) wire \u_shared.u_smmt.on_q ;
(* hierconn *) wire [SHARED_BITS-1:0] \u_shared.u_smmt.mask_q ;
(* hierconn *) wire [SHARED_BITS-1:0] \u_shared.u_smmt.tag_offset_q ;
(* hierconn *) wire [LINE_BITS-1:0] \u_shared.g_group[0].u_array.rdata_q ;
(* hierconn *) wire [LINE_BITS-1:0] \u_shared.g_group[1].u_array.rdata_q ;

wire given_f = \u_l1d.used_q ;
wire alloc_f = \u_l1d.alloc ;
wire [MSHRS-1:0] group_f = \u_l1d.u_mshr.group_q ;
wire [MSHRS*SHARED_BITS-1:0] row_f = \u_l1d.u_mshr.row_q ;
wire [MSHRS*SM_WARP_BITS-1:0] owner_f = \u_l1d.u_mshr.owner_q ;
wire on_f = \u_shared.u_smmt.on_q ;
wire [SHARED_BITS-1:0] mask_q_f = \u_shared.u_smmt.mask_q ;
wire [SHARED_BITS-1:0] tag_offset_f = \u_shared.u_smmt.tag_offset_q ;
wire [SHARED_BITS-1:0] data_offset_f = \u_shared.u_smmt.data_offset_q ;
wire [SHARED_BITS-1:0] clear_row_f = \u_shared.clear_row_q ;
wire [2*LINE_BITS-1:0] read_f = {\u_shared.g_group[1].u_array.rdata_q , \u_shared.g_group[0].u_array.rdata_q };
wire [2*SHARED_ROWS*LINE_BITS-1:0] banks_f = `BANKS_F;

// Places of lines: group g and row r of the lines is number g PLACES_F + r. A row that is not cleared yet holds no tag.
localparam PLACES_F = 1 << SHARED_BITS;
localparam TAG_SUM_F = SHARED_BITS + 2;
reg [2*PLACES_F-1:0] there_f;                        // a line is there
reg [2*PLACES_F*TAG_BITS-1:0] tags_f;                // its tag
reg [TAG_SUM_F-1:0] tag_row_f;
integer a_g_f, b_g_f, c_g_f;

`ifdef FOLD_F
function [SHARED_BITS:0] folded_f(input [NUMBER_BITS-1:0] number);
    integer k;
    begin
        folded_f = {(SHARED_BITS+1){1'b0}};
        for (k = 0; k < NUMBER_BITS; k = k + 1)
            folded_f[k % (SHARED_BITS + 1)] = folded_f[k % (SHARED_BITS + 1)] ^ number[k];
    end
endfunction
`else
function [SHARED_BITS:0] folded_f(input [NUMBER_BITS-1:0] number);
    folded_f = number[SHARED_BITS:0];
endfunction
`endif
function [SHARED_BITS:0] place_f(input [NUMBER_BITS-1:0] number);
    reg [SHARED_BITS:0] x;
    begin
        x = folded_f(number);
        place_f = {x[0], x[SHARED_BITS:1] & mask_q_f};
    end
endfunction

always @* begin
    there_f = {(2*PLACES_F){1'b0}};
    tags_f = {(2*PLACES_F*TAG_BITS){1'b0}};
    tag_row_f = {TAG_SUM_F{1'b0}};
    for (a_g_f = 0; a_g_f < 2; a_g_f = a_g_f + 1)
        for (b_g_f = 0; b_g_f < PLACES_F; b_g_f = b_g_f + 1) begin
            tag_row_f = tag_offset_f + b_g_f / ROW_TAGS;
            for (c_g_f = 0; c_g_f < SHARED_ROWS; c_g_f = c_g_f + 1)
                if (tag_row_f == c_g_f)
                    tags_f[(a_g_f*PLACES_F + b_g_f)*TAG_BITS +: TAG_BITS] =
                        banks_f[((1-a_g_f)*SHARED_ROWS + c_g_f)*LINE_BITS + (b_g_f % ROW_TAGS)*TAG_BITS +: TAG_BITS];
            there_f[a_g_f*PLACES_F + b_g_f] = on_f & (b_g_f <= mask_q_f) &
                ~(clear_f & (tag_row_f >= clear_row_f)) &
                tags_f[(a_g_f*PLACES_F + b_g_f)*TAG_BITS + TAG_BITS - 1];
        end
end
