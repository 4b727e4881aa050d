// SPDX-License-Identifier: Apache-2.0
// Results that wait in a bank (3.18, results): this text is put in front of the `endmodule` of the generated
// modern_bank. INT_F and FP32_F are the latencies of these units. Names that end in _f belong to the proof.

// Reset in the first cycle, and in no other one.
reg started_f = 1'b0;
always @(posedge clk_i)
    started_f <= 1'b1;
always @* assume(rst_i == ~started_f);

localparam MOST_F = INT_F > FP32_F ? INT_F : FP32_F;
localparam LEAST_F = INT_F > FP32_F ? FP32_F : INT_F;

// --- what is around it: one instruction dispatches in a cycle, INT or FP32, with one or two results, the last one in
// time (environment, 4.7). Of two registers of a pair one is in this bank. A unit takes one every other cycle.

reg [MOST_F:0] int_f, fp32_f;                        // bit a: an instruction with a result for this bank dispatched a
                                                     // cycles ago; it has
reg [MOST_F:0] pair_f;                               // two results,
reg [MOST_F:0] early_f;                              // and this bank's is the first one
wire int_now_f = int_i_f & ~int_f[1];
wire fp32_now_f = fp32_i_f & ~fp32_f[1] & ~int_i_f;
wire [MOST_F:0] none_f = {(MOST_F+1){1'b0}};

always @(posedge clk_i)
    if (rst_i) begin
        int_f <= none_f;
        fp32_f <= none_f;
        pair_f <= none_f;
        early_f <= none_f;
    end else begin
        // Bit 0 of the next cycle is not there yet: it dispatches then.
        int_f <= {int_f[MOST_F-1:1], int_now_f, 1'b0};
        fp32_f <= {fp32_f[MOST_F-1:1], fp32_now_f, 1'b0};
        pair_f <= {pair_f[MOST_F-1:1], pair_i_f, 1'b0};
        early_f <= {early_f[MOST_F-1:1], early_i_f, 1'b0};
    end

// Whether a unit of this latency gives this bank a result in `ahead` cycles, of what has dispatched.
function comes_f(input [MOST_F:0] of, input [MOST_F:0] first, input integer latency, input integer ahead);
    comes_f = (latency >= ahead + 1 ? of[latency - ahead] & ~first[latency - ahead] : 1'b0) |
        (latency >= ahead + 2 ? of[latency - ahead - 1] & first[latency - ahead - 1] : 1'b0);
endfunction

wire [MOST_F:0] first_f = pair_f & early_f;
wire int_comes_f = comes_f(int_f, first_f, INT_F, 0);
wire fp32_comes_f = comes_f(fp32_f, first_f, FP32_F, 0);

// Results of other units come when nothing waits and neither of the two does (wb_ready_o): they never wait.
wire waits_f = result_count_q != 0;
always @* begin
    assume(second_valid_i == (int_comes_f & fp32_comes_f));
    if (int_comes_f | fp32_comes_f)
        assume(first_valid_i);
    else
        assume(~(first_valid_i & waits_f));
end

// --- what holds in every cycle ---------------------------------------------------------------------------------------

// What waits, what comes in the next k cycles, and what may still dispatch and come in these, is at most k and what the
// two latencies allow for.
reg [7:0] sum_f;
integer k_f;

always @*
    if (started_f) begin
        sum_f = {{(8-RESULT_BITS){1'b0}}, result_count_q};
        assert(sum_f <= RESULTS);
        for (k_f = 0; k_f <= MOST_F + 1; k_f = k_f + 1) begin
            `INVARIANT(sum_f + (k_f > LEAST_F - 1 ? k_f - (LEAST_F - 1) : 0) <= k_f + 1 + MOST_F - LEAST_F);
            sum_f = sum_f + {7'd0, comes_f(int_f, first_f, INT_F, k_f)} +
                {7'd0, comes_f(fp32_f, first_f, FP32_F, k_f)};
        end
        `INVARIANT(~|(int_f & fp32_f));
        `INVARIANT(~|(int_f & (int_f >> 1)));
        `INVARIANT(~|(fp32_f & (fp32_f >> 1)));
        assert({29'd0, result_count_q} - waits_f + one + two <= RESULTS);
    end
