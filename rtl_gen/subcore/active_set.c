/* SPDX-License-Identifier: Apache-2.0 */
/* active_set: warps that may issue, of two levels. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "age_i", "WARPS*WARPS", "rows of the age matrix of the warps");
    emit_port(e, IN, "head_valid_i", "WARPS", "warps that have an instruction");
    emit_port(e, IN, "long_i", "WARPS", "it waits for far memory");
    emit_port_if(e, limits_active_set(e), IN, "may_i", "WARPS",
                 has(e, WITH_STALL) ? "warps that are not stalled" : "warps that the limit lets issue");
    emit_port(e, IN, "grant_i", "WARPS", "warp that issues, one-hot or zero");
    emit_port(e, IN, "issue_leave_i", "1", "its instruction makes it leave");
    emit_port(e, IN, "end_valid_i", "1", "a warp has ended");
    emit_port(e, IN, "end_warp_i", "WARP_BITS", "its slot");
    emit_port(e, OUT, "active_o", "WARPS", "warps that may issue");
}

void emit_active_set(struct emit *e)
{
    bool limited = limits_active_set(e), stalls = limited && has(e, WITH_STALL);
    char text[1024];
    snprintf(text, sizeof text,
        "At most ACTIVE warps are in the active set, and only these issue. A warp leaves it while its next "
        "instruction waits for far memory, with an instruction that says so, and at its end. While there is room the "
        "oldest warp that has an instruction and does not wait for far memory enters, one per cycle.%s\n"
        "Malekeh, section VI-A1 (the two-level scheduler of register file caches). Specification: 3.5 (active "
        "set)%s.\n",
        stalls ? " Stalled warps are not in it." : limited ? " Warps beyond the limit are not in it." : "",
        stalls ? ", 7.1" : limited ? ", 6.1" : "");
    emit_module(e, "active_set", "warps that may issue, of two levels", text);
    emit_parameters(e, "WARPS WARP_BITS ACTIVE");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "active_q", "WARPS", true, "warps that may issue");
    emit_format(e,
        "\n"
        "    // Room before anything leaves.\n"
        "    reg [6:0] members;\n"
        "\n"
        "    always @* begin : count\n"
        "        integer k;\n"
        "        members = 7'd0;\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            members = members + {6'd0, active_q[k]};\n"
        "    end\n"
        "\n"
        "    wire room = members < ACTIVE;\n"
        "    wire [WARPS-1:0] leaves;\n"
        "    wire [WARPS-1:0] candidate;\n"
        "    wire [WARPS-1:0] enters;\n"
        "\n"
        "    genvar w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            wire [WARPS-1:0] self = {{(WARPS-1){1'b0}}, 1'b1} << w;\n"
        "            wire [WARPS-1:0] row = age_i[w*WARPS +: WARPS];\n"
        "            wire ends = end_valid_i & (end_warp_i == w);\n"
        "\n"
        "            assign leaves[w] = (head_valid_i[w] & long_i[w]) | (grant_i[w] & issue_leave_i) | ends%s;\n"
        "\n"
        "            // The diagonal says that the warp is live.\n"
        "            assign candidate[w] = row[w] & ~active_q[w] & head_valid_i[w] & ~long_i[w]%s;\n"
        "            assign enters[w] = room & candidate[w] & ((candidate & row & ~self) == {WARPS{1'b0}});\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    assign active_o = active_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            active_q <= {WARPS{1'b0}};\n"
        "        else\n"
        "            active_q <= (active_q & ~leaves) | enters;\n",
        limited ? " | ~may_i[w]" : "", limited ? " & may_i[w]" : "");
    emit_end(e);
}
