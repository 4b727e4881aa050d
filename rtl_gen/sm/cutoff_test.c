/* SPDX-License-Identifier: Apache-2.0 */
/* cutoff_test: whether the score of a warp is above a cutoff. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts");
    emit_port(e, IN, "start_i", "1", "a test starts:");
    emit_port(e, IN, "high_i", "1", "against the high cutoff, else the low one");
    emit_port(e, IN, "active_i", "ACTIVE_BITS", "warps that are active");
    emit_port(e, IN, "hits_i", "VTA_BITS", "VTA hits of the warp");
    emit_port(e, IN, "insts_i", "VTA_BITS", "instructions issued");
    emit_port(e, OUT, "done_o", "1", "the test ends:");
    emit_port(e, OUT, "over_o", "1", "the score is above the cutoff");
}

void emit_cutoff_test(struct emit *e)
{
    emit_module(e, "cutoff_test", "whether the score of a warp is above a cutoff",
        "The Individual Re-reference Score of a warp is its VTA hits over its share of the instructions. It is above a "
        "cutoff of one in K if hits times active warps times K are more than the instructions. The product takes a "
        "cycle for each bit of the second factor, by shifts and additions.\n"
        "CIAO, section IV-A (cutoff testing unit, Eq. 1). Specification: 7.4, Score.\n");
    emit_parameters(e, "ACTIVE_BITS VTA_BITS FACTOR_BITS PRODUCT_BITS HIGH_CUTOFF LOW_CUTOFF");
    ports(e);
    emit_body(e);
    emit_text(e,
        "\n"
        "    localparam [FACTOR_BITS-1:0] HIGH = HIGH_CUTOFF;\n"
        "    localparam [FACTOR_BITS-1:0] LOW = LOW_CUTOFF;\n"
        "\n");
    emit_register(e, "busy_q", "1", true, "a product is being computed");
    emit_register(e, "factor_q", "FACTOR_BITS", true, "bits of the factor that are left");
    emit_register(e, "term_q", "PRODUCT_BITS", true, "VTA hits, doubled at each step");
    emit_register(e, "sum_q", "PRODUCT_BITS", true, "the product so far");
    emit_text(e,
        "\n"
        "    wire [FACTOR_BITS-1:0] factor = {12'd0, active_i} * (high_i ? HIGH : LOW);\n"
        "    wire step = busy_q & |factor_q;\n"
        "    wire done = busy_q & ~|factor_q;\n"
        "\n"
        "    assign done_o = done;\n"
        "    assign over_o = sum_q > {{FACTOR_BITS{1'b0}}, insts_i};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            busy_q <= 1'b0;\n"
        "        else if (start_i)\n"
        "            busy_q <= 1'b1;\n"
        "        else if (done)\n"
        "            busy_q <= 1'b0;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i) begin\n"
        "            factor_q <= {FACTOR_BITS{1'b0}};\n"
        "            term_q <= {PRODUCT_BITS{1'b0}};\n"
        "            sum_q <= {PRODUCT_BITS{1'b0}};\n"
        "        end else if (start_i) begin\n"
        "            factor_q <= factor;\n"
        "            term_q <= {{FACTOR_BITS{1'b0}}, hits_i};\n"
        "            sum_q <= {PRODUCT_BITS{1'b0}};\n"
        "        end else if (step) begin\n"
        "            factor_q <= factor_q >> 1;\n"
        "            term_q <= term_q << 1;\n"
        "            sum_q <= factor_q[0] ? sum_q + term_q : sum_q;\n"
        "        end\n");
    emit_end(e);
}
