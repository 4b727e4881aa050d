/* SPDX-License-Identifier: Apache-2.0 */
/* interference_list: who interferes most with each warp. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts");
    emit_port(e, IN, "change_i", "SM_WARPS", "warps that start or end");
    emit_port(e, IN, "hit_i", "1", "a VTA hit between two other warps:");
    emit_port(e, IN, "hit_warp_i", "SM_WARP_BITS", "the interfered one");
    emit_port(e, IN, "hit_by_i", "SM_WARP_BITS", "the interfering one");
    emit_port(e, IN, "asked_i", "SM_WARP_BITS", "a warp that is asked for:");
    emit_port(e, OUT, "valid_o", "1", "a warp interferes with it:");
    emit_port(e, OUT, "warp_o", "SM_WARP_BITS", "this one");
}

void emit_interference_list(struct emit *e)
{
    emit_module(e, "interference_list", "who interferes most with each warp",
        "For each warp of the SM the warp that most recently and frequently interfered with it, with a 2-bit "
        "saturating counter: another warp takes its place when the counter is used up.\n"
        "CIAO, sections III-A and IV-A, Fig. 4c and 6 (interference list). Specification: 7.4, Interference list.\n");
    emit_parameters(e, "SM_WARPS SM_WARP_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "valid_q", "SM_WARPS", true, "a warp interferes with the warp:");
    emit_register(e, "warp_q", "SM_WARPS*SM_WARP_BITS", false, "this one");
    emit_register(e, "count_q", "SM_WARPS*2", false, "saturating counter");
    emit_text(e,
        "\n"
        "    assign valid_o = valid_q[asked_i];\n"
        "    assign warp_o = warp_q[asked_i*SM_WARP_BITS +: SM_WARP_BITS];\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1) begin : g_entry\n"
        "            wire hit = hit_i & (hit_warp_i == i);\n"
        "            wire [SM_WARP_BITS-1:0] warp = warp_q[i*SM_WARP_BITS +: SM_WARP_BITS];\n"
        "            wire [1:0] count = count_q[i*2 +: 2];\n"
        "            wire same = valid_q[i] & (warp == hit_by_i);\n"
        "            wire taken = ~valid_q[i] | (~same & ~count[1]);  // the interfering warp gets the entry\n"
        "            wire gone = change_i[i] | (valid_q[i] & change_i[warp]);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i | flush_i | gone)\n"
        "                    valid_q[i] <= 1'b0;\n"
        "                else if (hit)\n"
        "                    valid_q[i] <= 1'b1;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (hit & taken & ~flush_i & ~rst_i)\n"
        "                    warp_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= hit_by_i;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (hit & ~flush_i & ~rst_i)\n"
        "                    count_q[i*2 +: 2] <= taken ? 2'd0 :\n"
        "                        ~same ? count - 1'b1 : &count ? count : count + 1'b1;\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
