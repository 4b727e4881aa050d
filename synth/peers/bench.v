// SPDX-License-Identifier: Apache-2.0
// bench: the blocks that are compared with well-known ones, against plain models of what these do
//
// A block has a checker, which counts what is wrong with it. Simulated with +seed=N.

`default_nettype none

module check_encoder #(
    parameter N = 8,
    parameter BITS = 3
) (
    input  wire [31:0] number_i,                         // any number
    input  wire check_i,                                 // look now
    output reg  [31:0] errors_o
);

    wire [N-1:0] set = number_i[N-1:0];
    wire [BITS-1:0] index;
    wire none;

    priority_encoder #(.N(N), .BITS(BITS)) u_block (.set_i(set), .index_o(index), .none_o(none));

    initial errors_o = 0;
    always @(posedge check_i) begin : compare
        integer k;
        k = 0;
        while (k < N - 1 && !set[k])
            k = k + 1;
        if (index !== k || none !== (set == 0))
            errors_o = errors_o + 1;
    end

endmodule

module check_round_robin #(
    parameter N = 4
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [31:0] number_i,
    input  wire check_i,
    output reg  [31:0] errors_o
);

    wire [N-1:0] req = number_i[N-1:0];
    wire yumi = number_i[31] & |req;
    wire [N-1:0] grant;
    integer last, expected;                              // who was granted last, who is next

    round_robin #(.N(N)) u_block (.clk_i(clk_i), .rst_i(rst_i), .req_i(req), .yumi_i(yumi), .grant_o(grant));

    initial errors_o = 0;
    always @(posedge check_i) begin : compare
        integer k;
        expected = -1;
        for (k = N; k > 0; k = k - 1)
            if (req[(last + k) % N])
                expected = (last + k) % N;
        if (grant !== (expected < 0 ? 0 : 1 << expected))
            errors_o = errors_o + 1;
    end
    always @(posedge clk_i)
        if (rst_i)
            last <= N - 1;
        else if (yumi)
            last <= expected;

endmodule

module check_lru (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [31:0] number_i,
    input  wire check_i,
    output reg  [31:0] errors_o
);

    wire [7:0] used = number_i[31] ? 8'd1 << number_i[2:0] : 8'd0;
    wire [7:0] lru;
    integer stamp [0:7];                                 // when each was used
    integer now;

    true_lru #(.N(8)) u_block (.clk_i(clk_i), .rst_i(rst_i), .use_i(used), .lru_o(lru));

    initial errors_o = 0;
    always @(posedge check_i) begin : compare
        integer k, oldest;
        oldest = 0;
        for (k = 1; k < 8; k = k + 1)
            if (stamp[k] < stamp[oldest])
                oldest = k;
        if (lru !== 8'd1 << oldest)
            errors_o = errors_o + 1;
    end
    always @(posedge clk_i) begin : use_one
        integer k;
        now = rst_i ? 8 : now + 1;
        for (k = 0; k < 8; k = k + 1)
            if (rst_i)
                stamp[k] = 7 - k;
            else if (used[k])
                stamp[k] = now;
    end

endmodule

// Tags of four bits in eight entries, none twice.
module check_tags (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [31:0] number_i,
    input  wire check_i,
    output reg  [31:0] errors_o
);

    reg [7:0] valid;
    reg [3:0] tag [0:7];
    reg present;                                         // the tag to be written lies in another entry
    reg hit_expected;
    reg [2:0] index_expected;
    wire [2:0] entry = number_i[2:0];
    wire set = number_i[3] | number_i[4];
    wire writes = number_i[31] & ~(set & present);
    wire hit;
    wire [2:0] index;

    tag_table #(.ENTRIES(8), .ENTRY_BITS(3), .TAG_BITS(4)) u_block (
        .clk_i(clk_i), .rst_i(rst_i), .write_i(writes ? 8'd1 << entry : 8'd0), .set_i(set), .tag_i(number_i[8:5]),
        .look_i(number_i[9] | number_i[10]), .look_tag_i(number_i[14:11]), .hit_o(hit), .index_o(index));

    always @* begin : model
        integer k;
        present = 1'b0;
        hit_expected = 1'b0;
        index_expected = 3'd0;
        for (k = 0; k < 8; k = k + 1) begin
            if (valid[k] && tag[k] == number_i[8:5] && k != entry)
                present = 1'b1;
            if (valid[k] && tag[k] == number_i[14:11] && (number_i[9] | number_i[10])) begin
                hit_expected = 1'b1;
                index_expected = k;
            end
        end
    end

    initial errors_o = 0;
    always @(posedge check_i)
        if (hit !== hit_expected || index !== index_expected)
            errors_o = errors_o + 1;
    always @(posedge clk_i)
        if (rst_i)
            valid <= 8'd0;
        else if (writes) begin
            valid[entry] <= set;
            if (set)
                tag[entry] <= number_i[8:5];
        end

endmodule

module check_crossbar (
    input  wire [31:0] number_i,
    input  wire check_i,
    output reg  [31:0] errors_o
);

    wire [8:0] from;                                     // three outputs: of input 0, 1, 2 or none
    wire [11:0] out;

    assign from[2:0] = 3'd1 << number_i[13:12];
    assign from[5:3] = 3'd1 << number_i[15:14];
    assign from[8:6] = 3'd1 << number_i[17:16];
    data_crossbar #(.INPUTS(3), .OUTPUTS(3), .WIDTH(4)) u_block (
        .data_i(number_i[11:0]), .from_i(from), .data_o(out));

    initial errors_o = 0;
    always @(posedge check_i) begin : compare
        integer o, taken;
        for (o = 0; o < 3; o = o + 1) begin
            taken = number_i[12 + 2*o +: 2];
            if (out[4*o +: 4] !== (taken == 3 ? 4'd0 : number_i[4*taken +: 4]))
                errors_o = errors_o + 1;
        end
    end

endmodule

module bench;

    localparam CYCLES = 20000;

    reg clk, rst, check;
    reg [31:0] number;
    wire [31:0] encoder_2, encoder_6, encoder_8, encoder_11, encoder_16, encoder_32;
    wire [31:0] turn_2, turn_4, turn_8, turn_11, lru, tags, crossbar;
    integer seed, cycle, errors;

    check_encoder #(.N(2), .BITS(1)) u_encoder_2 (number, check, encoder_2);
    check_encoder #(.N(6), .BITS(3)) u_encoder_6 (number, check, encoder_6);
    check_encoder #(.N(8), .BITS(3)) u_encoder_8 (number, check, encoder_8);
    check_encoder #(.N(11), .BITS(4)) u_encoder_11 (number, check, encoder_11);
    check_encoder #(.N(16), .BITS(4)) u_encoder_16 (number, check, encoder_16);
    check_encoder #(.N(32), .BITS(5)) u_encoder_32 (number, check, encoder_32);
    check_round_robin #(.N(2)) u_turn_2 (clk, rst, number, check, turn_2);
    check_round_robin #(.N(4)) u_turn_4 (clk, rst, number, check, turn_4);
    check_round_robin #(.N(8)) u_turn_8 (clk, rst, number, check, turn_8);
    check_round_robin #(.N(11)) u_turn_11 (clk, rst, number, check, turn_11);
    check_lru u_lru (clk, rst, number, check, lru);
    check_tags u_tags (clk, rst, number, check, tags);
    check_crossbar u_crossbar (number, check, crossbar);

    initial begin
        if (!$value$plusargs("seed=%d", seed))
            seed = 1;
        $display("bench: +seed=%0d", seed);
        clk = 0;
        check = 0;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            rst = cycle < 2;
            number = $random(seed);
            // Sparse sets, too: bits that three random numbers share, in the place of the low ones.
            if (cycle % 2 == 1)
                number = {number[31], number[30:0] & $random(seed) & $random(seed)};
            #1 check = !rst;
            #1 check = 0;
            #1 clk = 1;
            #1 clk = 0;
        end
        errors = encoder_2 + encoder_6 + encoder_8 + encoder_11 + encoder_16 + encoder_32 + turn_2 + turn_4 + turn_8 +
                 turn_11 + lru + tags + crossbar;
        $write("errors: encoders %0d %0d %0d %0d %0d %0d, round robin %0d %0d %0d %0d, ", encoder_2, encoder_6,
               encoder_8, encoder_11, encoder_16, encoder_32, turn_2, turn_4, turn_8, turn_11);
        $display("LRU %0d, tags %0d, crossbar %0d", lru, tags, crossbar);
        if (errors == 0)
            $display("bench: %0d cycles, no error", CYCLES);
        $finish;
    end

endmodule

`default_nettype wire
