// SPDX-License-Identifier: Apache-2.0
// Readers of registers under scoreboards (3.18, scoreboard): this text is put in front of the `endmodule` of the
// generated readers. Names that end in _f belong to the proof.

localparam WATCHED_WARP_F = 1, WATCHED_F = 2, WAY_F = 4;

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

// --- what is around it: at most WAY_F instructions are on their way, more than can read a register. Each enters the
// window or leaves the unit queue, once, with the sources that it had when it issued ----------------------------------

reg [WAY_F-1:0] busy_f;                              // places of instructions on their way:
reg [WAY_F*WARP_BITS-1:0] of_f;                      // their warps
reg [WAY_F*SLOTS-1:0] valid_f;                       // their source slots in use
reg [WAY_F*SLOTS*REG_BITS-1:0] regs_f;               // register of each
integer i_f, w_f;

always @* begin
    assume(~|(grant_i & (grant_i - 1'b1)));
    assume(~|(grant_i & blocked_o));
    assume(~(|grant_i & busy_f[issue_i_f]));
    assume(~enter_i | (busy_f[enter_i_f] & (enter_warp_i == of_f[enter_i_f*WARP_BITS +: WARP_BITS]) &
        (enter_src_valid_i == valid_f[enter_i_f*SLOTS +: SLOTS]) &
        (enter_src_reg_i == regs_f[enter_i_f*SLOTS*REG_BITS +: SLOTS*REG_BITS])));
    assume(~disp_valid_i | (busy_f[leave_i_f] & (disp_warp_i == of_f[leave_i_f*WARP_BITS +: WARP_BITS]) &
        (disp_src_valid_i == valid_f[leave_i_f*SLOTS +: SLOTS]) &
        (disp_src_reg_i == regs_f[leave_i_f*SLOTS*REG_BITS +: SLOTS*REG_BITS])));
    assume(~(enter_i & disp_valid_i & (enter_i_f == leave_i_f)));
end

always @(posedge clk_i)
    if (rst_i)
        busy_f <= {WAY_F{1'b0}};
    else
        for (i_f = 0; i_f < WAY_F; i_f = i_f + 1)
            if (|grant_i & (issue_i_f == i_f)) begin
                busy_f[i_f] <= 1'b1;
                for (w_f = 0; w_f < WARPS; w_f = w_f + 1)
                    if (grant_i[w_f]) begin
                        of_f[i_f*WARP_BITS +: WARP_BITS] <= w_f;
                        valid_f[i_f*SLOTS +: SLOTS] <= head_src_valid_i[w_f*SLOTS +: SLOTS];
                        regs_f[i_f*SLOTS*REG_BITS +: SLOTS*REG_BITS] <=
                            head_src_reg_i[w_f*SLOTS*REG_BITS +: SLOTS*REG_BITS];
                    end
            end else if ((enter_i & (enter_i_f == i_f)) | (disp_valid_i & (leave_i_f == i_f)))
                busy_f[i_f] <= 1'b0;

// --- what holds in every cycle: one count is looked at, as all are alike ---------------------------------------------

// Whether slots in use name the watched register.
function names_f(input [SLOTS-1:0] valid, input [SLOTS*REG_BITS-1:0] regs);
    integer k_f;
    begin
        names_f = 1'b0;
        for (k_f = 0; k_f < SLOTS; k_f = k_f + 1)
            if (valid[k_f] & (regs[k_f*REG_BITS +: REG_BITS] == WATCHED_F))
                names_f = 1'b1;
    end
endfunction

wire [READER_BITS-1:0] count_f = count_q[(WATCHED_WARP_F*REGISTERS + WATCHED_F)*READER_BITS +: READER_BITS];
wire reads_f = names_f(head_src_valid_i[WATCHED_WARP_F*SLOTS +: SLOTS],
    head_src_reg_i[WATCHED_WARP_F*SLOTS*REG_BITS +: SLOTS*REG_BITS]);
wire [REG_BITS-1:0] first_f = head_dst_base_i[WATCHED_WARP_F*REG_BITS +: REG_BITS];
wire [2:0] results_f = head_dst_count_i[WATCHED_WARP_F*3 +: 3];
wire [REG_BITS-1:0] behind_f = WATCHED_F - first_f;  // how far behind the first result register it is
reg [2:0] readers_f;
integer j_f;

always @*
    if (started_f) begin
        readers_f = 3'd0;
        for (j_f = 0; j_f < WAY_F; j_f = j_f + 1)
            if (busy_f[j_f] & (of_f[j_f*WARP_BITS +: WARP_BITS] == WATCHED_WARP_F))
                readers_f = readers_f + names_f(valid_f[j_f*SLOTS +: SLOTS],
                    regs_f[j_f*SLOTS*REG_BITS +: SLOTS*REG_BITS]);
        // A count is the number of its readers, so that it is never below 0, and at most READERS.
        assert(count_f == readers_f);
        assert(readers_f <= READERS);
        // A register with readers is not written, and one with READERS of them not read.
        assert(~((readers_f != 0) & (behind_f < 4) & (results_f > behind_f)) | blocked_o[WATCHED_WARP_F]);
        assert(~((readers_f == READERS) & reads_f) | blocked_o[WATCHED_WARP_F]);
    end
