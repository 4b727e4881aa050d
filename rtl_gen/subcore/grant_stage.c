/* SPDX-License-Identifier: Apache-2.0 */
/* grant_stage: the warp that was chosen, which issues in the next cycle. */
#include "rtl_gen/gen/modules.h"

void emit_grant_stage(struct emit *e)
{
    emit_module(e, "grant_stage", "the warp that was chosen, which issues in the next cycle",
        "Keeps the choice of a warp for a cycle. Its instruction stays in the ibuffer until it issues, and meanwhile "
        "the warp is not chosen again: so the lookup of its sources in the BOC decides about the choice in one cycle, "
        "and takes entries in the next one.\n"
        "A design choice: BOW draws both in one. Specification: 3.5, 3.14.\n");
    emit_parameters(e, "WARPS WARP_BITS IID_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "chosen_valid_i", "1", "a warp is chosen:");
    emit_port(e, IN, "chosen_i", "WARPS", "the warp, one-hot or zero");
    emit_port(e, IN, "chosen_warp_i", "WARP_BITS", "its number, or zero");
    emit_port(e, IN, "chosen_iid_i", "IID_BITS", "in-flight number that its instruction gets");
    emit_port(e, OUT, "grant_o", "WARPS", "warp that issues, one-hot or zero");
    emit_port(e, OUT, "issue_valid_o", "1", "an instruction issues:");
    emit_port(e, OUT, "issue_warp_o", "WARP_BITS", "its warp");
    emit_port(e, OUT, "issue_iid_o", "IID_BITS", "its in-flight number");
    emit_port(e, OUT, "alloc_o", "WARPS", "its BOC");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "grant_q", "WARPS", true, "warp that was chosen in the previous cycle, one-hot or zero");
    emit_register(e, "warp_q", "WARP_BITS", true, "its number, or zero");
    emit_register(e, "iid_q", "IID_BITS", false, "in-flight number of its instruction");
    emit_text(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            grant_q <= {WARPS{1'b0}};\n"
        "            warp_q <= {WARP_BITS{1'b0}};\n"
        "        end else begin\n"
        "            grant_q <= chosen_i;\n"
        "            warp_q <= chosen_warp_i;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (chosen_valid_i)\n"
        "            iid_q <= chosen_iid_i;\n"
        "\n"
        "    // 3.14: BOC w serves warp w.\n"
        "    assign alloc_o = grant_q;\n"
        "    assign grant_o = grant_q;\n"
        "    assign issue_valid_o = |grant_q;\n"
        "    assign issue_warp_o = warp_q;\n"
        "    assign issue_iid_o = iid_q;\n");
    emit_end(e);
}
