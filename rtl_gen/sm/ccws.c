/* SPDX-License-Identifier: Apache-2.0 */
/* ccws: lost-locality scores, and who may load. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts: counters begin anew");
    emit_port(e, IN, "launch_valid_i", "SUBCORES", "a warp of each sub-core starts:");
    emit_port(e, IN, "launch_warp_i", "SUBCORES*WARP_BITS", "its slot");
    emit_port(e, IN, "end_valid_i", "SUBCORES", "a warp of each sub-core has ended:");
    emit_port(e, IN, "end_warp_i", "SUBCORES*WARP_BITS", "its slot");
    emit_port(e, IN, "issue_valid_i", "SUBCORES", "an instruction of each sub-core issues");
    emit_port(e, IN, "barrier_i", "SM_WARPS", "warps of the SM that wait at a barrier");
    emit_port(e, IN, "hit_i", "1", "a VTA hit:");
    emit_port(e, IN, "hit_warp_i", "SM_WARP_BITS", "of this warp of the SM");
    emit_port(e, OUT, "stop_o", "SM_WARPS", "warps that may not load and store");
}

static void state(struct emit *e)
{
    emit_text(e, "\n");
    emit_register(e, "live_q", "SM_WARPS", true, "the warp has been launched and has not ended");
    emit_register(e, "score_q", "SM_WARPS*16", true, "lost-locality score");
    emit_register(e, "allow_q", "SM_WARPS", true, "the warp may load and store");
    emit_register(e, "hits_q", "20", true, "VTA hits");
    emit_register(e, "insts_q", "20", true, "instructions issued");
    emit_register(e, "rise_q", "16", true, "score of a warp at a VTA hit");
    emit_register(e, "scan_q", "SM_WARP_BITS", true, "warp whose place among the scores is looked at");
    emit_register(e, "step_q", "6", true, "step of the division");
    emit_register(e, "num_q", "48", true, "numerator, then quotient");
    emit_register(e, "den_q", "20", true, "denominator");
    emit_register(e, "rem_q", "21", true, "remainder");
}

/* How many warps are live, and what their scores may add up to. */
static void cutoff(struct emit *e)
{
    emit_text(e,
        "\n"
        "    localparam LEAVES = 1 << SM_WARP_BITS;               // of the adder trees\n"
        "    localparam COUNT_BITS = SM_WARP_BITS + 1;            // of a number of warps\n"
        "    localparam SUM_BITS = 16 + SM_WARP_BITS;             // of a sum of scores\n"
        "    localparam [SUM_BITS-1:0] BASE_SUM = BASE;\n"
        "    localparam [15:0] BASE_SCORE = BASE;\n"
        "    localparam [47:0] RISE = BASE * FACTOR;\n"
        "\n"
        "    // 6.3: live warps; node 1 is the root, the children of n are 2n and 2n+1, the warps are the leaves.\n"
        "    reg [2*LEAVES*COUNT_BITS-1:0] count;\n"
        "\n"
        "    always @* begin : live_warps\n"
        "        integer k, n;\n"
        "        count = {(2*LEAVES*COUNT_BITS){1'b0}};\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1)\n"
        "            count[(LEAVES + k)*COUNT_BITS] = live_q[k];\n"
        "        for (n = LEAVES - 1; n > 0; n = n - 1)\n"
        "            count[n*COUNT_BITS +: COUNT_BITS] = count[2*n*COUNT_BITS +: COUNT_BITS] +\n"
        "                count[(2*n + 1)*COUNT_BITS +: COUNT_BITS];\n"
        "    end\n"
        "\n"
        "    wire [COUNT_BITS-1:0] live = count[COUNT_BITS +: COUNT_BITS];\n"
        "    wire [SUM_BITS-1:0] cutoff = {15'd0, live} * BASE_SUM;\n");
}

/* The scanned warp: whether it may load beside those that come before it. */
static void scan(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.3, who may load: of the warp that is looked at, its score, and the sum of it and those before it.\n"
        "    reg [15:0] own;\n"
        "    reg [SM_WARPS-1:0] earlier;\n"
        "    reg [2*LEAVES*SUM_BITS-1:0] sum;\n"
        "\n"
        "    always @* begin : own_score\n"
        "        integer k;\n"
        "        own = 16'd0;\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1)\n"
        "            own = own | ({16{scan_q == k[SM_WARP_BITS-1:0]}} & score_q[k*16 +: 16]);\n"
        "    end\n"
        "\n"
        "    always @* begin : ahead\n"
        "        integer k;\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1)\n"
        "            earlier[k] = live_q[k] & ~barrier_i[k] &\n"
        "                ((score_q[k*16 +: 16] > own) |\n"
        "                ((score_q[k*16 +: 16] == own) & (k[SM_WARP_BITS-1:0] < scan_q)));\n"
        "    end\n"
        "\n"
        "    always @* begin : add\n"
        "        integer k, n;\n"
        "        for (k = 0; k < 2*LEAVES; k = k + 1)\n"
        "            sum[k*SUM_BITS +: SUM_BITS] = {SUM_BITS{1'b0}};\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1)\n"
        "            sum[(LEAVES + k)*SUM_BITS +: 16] =\n"
        "                score_q[k*16 +: 16] & {16{earlier[k] | (scan_q == k[SM_WARP_BITS-1:0])}};\n"
        "        for (n = LEAVES - 1; n > 0; n = n - 1)\n"
        "            sum[n*SUM_BITS +: SUM_BITS] = sum[2*n*SUM_BITS +: SUM_BITS] +\n"
        "                sum[(2*n + 1)*SUM_BITS +: SUM_BITS];\n"
        "    end\n"
        "\n"
        "    wire first = ~|earlier;                              // a score is never 0\n"
        "    wire allowed = first | (sum[SUM_BITS +: SUM_BITS] <= cutoff);\n"
        "\n"
        "    assign stop_o = ~allow_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            scan_q <= {SM_WARP_BITS{1'b0}};\n"
        "        else\n"
        "            scan_q <= scan_q == LAST ? {SM_WARP_BITS{1'b0}} : scan_q + 1'b1;\n");
}

static void warps(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.3, scores.\n"
        "    genvar i, w;\n"
        "    generate\n"
        "        for (i = 0; i < SUBCORES; i = i + 1) begin : g_sub\n"
        "            for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "                localparam [31:0] NUMBER = i*WARPS + w;\n"
        "                wire launch = launch_valid_i[i] & (launch_warp_i[i*WARP_BITS +: WARP_BITS] == w);\n"
        "                wire ends = end_valid_i[i] & (end_warp_i[i*WARP_BITS +: WARP_BITS] == w);\n"
        "                wire hit = hit_i & (hit_warp_i == NUMBER[SM_WARP_BITS-1:0]);\n"
        "                wire scanned = scan_q == NUMBER[SM_WARP_BITS-1:0];\n"
        "                wire [15:0] score = score_q[(i*WARPS + w)*16 +: 16];\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i)\n"
        "                        live_q[i*WARPS + w] <= 1'b0;\n"
        "                    else\n"
        "                        live_q[i*WARPS + w] <= launch | (live_q[i*WARPS + w] & ~ends);\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i | launch)\n"
        "                        score_q[(i*WARPS + w)*16 +: 16] <= BASE_SCORE;\n"
        "                    else if (hit)\n"
        "                        score_q[(i*WARPS + w)*16 +: 16] <= score > rise_q ? score : rise_q;\n"
        "                    else if (score > BASE_SCORE)\n"
        "                        score_q[(i*WARPS + w)*16 +: 16] <= score - 1'b1;\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i | launch)\n"
        "                        allow_q[i*WARPS + w] <= 1'b1;\n"
        "                    else if (scanned)\n"
        "                        allow_q[i*WARPS + w] <= allowed;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n");
}

static void counters(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.3, counters: both are halved when the instructions do not fit any more.\n"
        "    reg [20:0] insts;\n"
        "    wire [20:0] hits = {1'b0, hits_q} + {20'd0, hit_i};\n"
        "\n"
        "    always @* begin : issued\n"
        "        integer k;\n"
        "        insts = {1'b0, insts_q};\n"
        "        for (k = 0; k < SUBCORES; k = k + 1)\n"
        "            insts = insts + {20'd0, issue_valid_i[k]};\n"
        "    end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i) begin\n"
        "            hits_q <= 20'd0;\n"
        "            insts_q <= 20'd0;\n"
        "        end else if (insts[20]) begin\n"
        "            hits_q <= hits[20:1];\n"
        "            insts_q <= insts[20:1];\n"
        "        end else begin\n"
        "            hits_q <= hits[19:0] | {20{hits[20]}};\n"
        "            insts_q <= insts[19:0];\n"
        "        end\n");
}

static void division(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.3, rise: hits * FACTOR * cutoff / insts, a bit of the quotient in each of the steps 1 to 48.\n"
        "    wire [47:0] product = ({28'd0, hits_q} * {{(48 - COUNT_BITS){1'b0}}, live}) * RISE;\n"
        "    wire [20:0] rest = {rem_q[19:0], num_q[47]};\n"
        "    wire [20:0] less = rest - {1'b0, den_q};\n"
        "    wire quotient = rest >= {1'b0, den_q};\n"
        "    wire [15:0] rise = (|num_q[47:16] | ~|den_q) ? 16'hffff :\n"
        "                       num_q[15:0] < BASE_SCORE ? BASE_SCORE : num_q[15:0];\n"
        "    wire unused_rest = rem_q[20];                        // set only where nothing has issued\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            rise_q <= BASE_SCORE;\n"
        "            step_q <= 6'd0;\n"
        "            num_q <= 48'd0;\n"
        "            den_q <= 20'd0;\n"
        "            rem_q <= 21'd0;\n"
        "        end else if (step_q == 6'd0) begin\n"
        "            step_q <= 6'd1;\n"
        "            num_q <= product;\n"
        "            den_q <= insts_q;\n"
        "            rem_q <= 21'd0;\n"
        "        end else if (step_q == 6'd49) begin\n"
        "            step_q <= 6'd0;\n"
        "            rise_q <= rise;\n"
        "        end else begin\n"
        "            step_q <= step_q + 1'b1;\n"
        "            num_q <= {num_q[46:0], quotient};\n"
        "            rem_q <= quotient ? less : rest;\n"
        "        end\n");
}

void emit_ccws(struct emit *e)
{
    emit_module(e, "ccws", "lost-locality scores, and who may load",
        "A warp that misses a line that it has lost to others gets a higher score, which falls back with time. The "
        "scores of the warps that may load and store add up to at most what all live warps have without lost "
        "locality; those with the highest scores come first. One warp is looked at in each cycle. How far a score "
        "rises follows from how often locality is lost, by a serial division.\n"
        "CCWS (lost-locality scores). Specification: 6.3.\n");
    emit_parameters(e, "SUBCORES WARPS WARP_BITS SM_WARPS SM_WARP_BITS BASE FACTOR");
    ports(e);
    emit_body(e);
    emit_text(e, "\n    localparam [SM_WARP_BITS-1:0] LAST = SM_WARPS[SM_WARP_BITS-1:0] - 1'b1;\n");
    state(e);
    cutoff(e);
    scan(e);
    warps(e);
    counters(e);
    division(e);
    emit_end(e);
}
