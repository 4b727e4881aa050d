/* SPDX-License-Identifier: Apache-2.0 */
/* vta_counts: VTA hits of each warp, and instructions of all. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts: counters begin anew");
    emit_port(e, IN, "change_i", "SM_WARPS", "warps that start or end");
    emit_port(e, IN, "hit_i", "1", "a VTA hit:");
    emit_port(e, IN, "hit_warp_i", "SM_WARP_BITS", "of this warp");
    emit_port(e, IN, "counted_i", "COUNTED_BITS", "instructions that count");
    emit_port(e, IN, "asked_i", "SM_WARP_BITS", "a warp that is asked for:");
    emit_port(e, OUT_REG, "hits_o", "VTA_BITS", "its VTA hits");
    emit_port(e, OUT, "insts_o", "VTA_BITS", "instructions");
}

void emit_vta_counts(struct emit *e)
{
    char old[EXPRESSION], counted[EXPRESSION];
    int bits = shape_value(e->shape, "VTA_BITS"), counted_bits = shape_value(e->shape, "COUNTED_BITS");
    int sum_bits = (bits > counted_bits ? bits : counted_bits) + 1;
    emit_module(e, "vta_counts", "VTA hits of each warp, and instructions of all",
        "A counter of VTA hits for each warp of the SM, and one of the instructions of the SM. They stop "
        "at their largest value.\n"
        "CIAO, section IV-A, Fig. 6 (VTACount0-k, Inst-total). Specification: 7.4, Counts.\n");
    emit_parameters(e, "SM_WARPS SM_WARP_BITS VTA_BITS COUNTED_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "hits_q", "SM_WARPS*VTA_BITS", true, "VTA hits of each warp");
    emit_register(e, "insts_q", "VTA_BITS", true, "instructions (Inst-total)");
    emit_format(e,
        "\n"
        "    wire [%d:0] insts = %s + %s;\n"
        "\n"
        "    assign insts_o = insts_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            insts_q <= {VTA_BITS{1'b0}};\n"
        "        else\n"
        "            insts_q <= insts[VTA_BITS-1:0] | {VTA_BITS{|insts[%d:VTA_BITS]}};\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1) begin : g_warp\n"
        "            wire [VTA_BITS-1:0] hits = hits_q[i*VTA_BITS +: VTA_BITS];\n"
        "            wire hit = hit_i & (hit_warp_i == i);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i | flush_i | change_i[i])\n"
        "                    hits_q[i*VTA_BITS +: VTA_BITS] <= {VTA_BITS{1'b0}};\n"
        "                else if (hit & ~&hits)\n"
        "                    hits_q[i*VTA_BITS +: VTA_BITS] <= hits + 1'b1;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @* begin : asked\n"
        "        integer k;\n"
        "        hits_o = {VTA_BITS{1'b0}};\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1)\n"
        "            hits_o = hits_o | ({VTA_BITS{asked_i == k[SM_WARP_BITS-1:0]}} & hits_q[k*VTA_BITS +: VTA_BITS]);\n"
        "    end\n",
        sum_bits - 1, extend(old, "insts_q", bits, sum_bits), extend(counted, "counted_i", counted_bits, sum_bits),
        sum_bits - 1);
    emit_end(e);
}
