/* SPDX-License-Identifier: Apache-2.0 */
/* pair_list: warps that are isolated or stalled, and who triggered it. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts: no warp is isolated or stalled");
    emit_port(e, IN, "change_i", "SM_WARPS", "warps that start or end");
    emit_port(e, IN, "end_i", "SM_WARPS", "warps that end");
    emit_port_if(e, stalls, IN, "awaited_i", "SM_WARPS", "warps that others wait for at a barrier");
    emit_port_if(e, shares, IN, "isolate_i", "1", "a warp is isolated:");
    emit_port_if(e, stalls, IN, "stall_i", "1", shares ? "or stalled:" : "a warp is stalled:");
    emit_port(e, IN, "warp_i", "SM_WARP_BITS", "this one");
    emit_port(e, IN, "trigger_i", "SM_WARP_BITS", "the interfered warp that triggers it");
    emit_port(e, IN, "place_i", "SM_WARP_BITS", "a place in the order of isolation and stalling:");
    emit_port(e, OUT, "recent_o", "SM_WARP_BITS", "its warp");
    emit_port(e, IN, "asked_i", "SM_WARP_BITS", "a warp that is asked for:");
    emit_port_if(e, shares, OUT, "first_o", "SM_WARP_BITS", "who triggered its isolation");
    emit_port_if(e, stalls, OUT, "second_o", "SM_WARP_BITS", "who triggered its stall");
    emit_port_if(e, shares, IN, "return_i", "1", "it is sent back to the cache");
    emit_port_if(e, stalls, IN, "wake_i", "1", "it is reactivated");
    emit_port_if(e, shares, OUT, "isolated_o", "SM_WARPS", "warps that are isolated (I)");
    emit_port_if(e, stalls, OUT, "stalled_o", "SM_WARPS", "warps that are stalled (not V)");
}

static void state(struct emit *e)
{
    emit_text(e, "\n");
    if (has(e, WITH_SHARED)) {
        emit_register(e, "isolated_q", "SM_WARPS", true, "the warp goes to shared memory (I)");
        emit_register(e, "first_q", "SM_WARPS*SM_WARP_BITS", false, "who triggered that");
    }
    if (has(e, WITH_STALL)) {
        emit_register(e, "stalled_q", "SM_WARPS", true, "the warp issues nothing (not V)");
        emit_register(e, "second_q", "SM_WARPS*SM_WARP_BITS", false, "who triggered that");
    }
    emit_register(e, "recent_q", "SM_WARPS*SM_WARP_BITS", true, "all warps, the one of the last decision first");
}

/* A flag of each warp, and who triggered it; `released` is what else clears it. */
static void flags(struct emit *e, const char *flag, const char *field, const char *set, const char *clear,
                  const char *released)
{
    emit_format(e,
        "\n"
        "            wire to_%s = %s & (warp_i == i);\n"
        "            wire from_%s = %s & (asked_i == i);\n"
        "            wire [SM_WARP_BITS-1:0] %s = %s_q[i*SM_WARP_BITS +: SM_WARP_BITS];\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i | flush_i | change_i[i]%s)\n"
        "                    %s_q[i] <= 1'b0;\n"
        "                else\n"
        "                    %s_q[i] <= to_%s | (%s_q[i] & ~from_%s & ~end_i[%s]);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (to_%s & ~flush_i & ~rst_i)\n"
        "                    %s_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= trigger_i;\n",
        flag, set, flag, clear, field, field, released, flag, flag, flag, flag, flag, field, flag, field);
}

void emit_pair_list(struct emit *e)
{
    bool stalls = has(e, WITH_STALL), shares = has(e, WITH_SHARED);
    char text[1024];
    snprintf(text, sizeof text,
        "%s of each warp of the SM, with the interfered warp that triggered it: what that one triggered ends with "
        "it.%s The order in which warps were %s is kept, so that it can be undone in reverse.\n"
        "CIAO, sections III-C and IV-A, Fig. 6 (pair list; flags V and I). Specification: 7.3, 7.5.\n",
        stalls && shares ? "Isolation and stall" : stalls ? "The stall" : "The isolation",
        stalls ? " A barrier never waits for a stalled warp." : "",
        stalls && shares ? "isolated or stalled" : stalls ? "stalled" : "isolated");
    emit_module(e, "pair_list", shares ? stalls ? "warps that are isolated or stalled, and who triggered it" :
                "warps that are isolated, and who triggered it" : "warps that are stalled, and who triggered it", text);
    emit_parameters(e, "SM_WARPS SM_WARP_BITS");
    ports(e);
    emit_body(e);
    state(e);
    emit_format(e,
        "\n"
        "    wire touch = %s;\n"
        "\n"
        "    assign recent_o = recent_q[place_i*SM_WARP_BITS +: SM_WARP_BITS];\n"
        "%s%s"
        "\n"
        "    // Places down to that of the warp.\n"
        "    reg [SM_WARPS-1:0] above;\n"
        "\n"
        "    always @* begin : places\n"
        "        integer k;\n"
        "        reg passed;\n"
        "        passed = 1'b0;\n"
        "        for (k = 0; k < SM_WARPS; k = k + 1) begin\n"
        "            above[k] = ~passed;\n"
        "            passed = passed | (recent_q[k*SM_WARP_BITS +: SM_WARP_BITS] == warp_i);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        // 7.5: who is isolated or stalled, and until when.\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1) begin : g_warp",
        shares && stalls ? "isolate_i | stall_i" : stalls ? "stall_i" : "isolate_i",
        shares ? "    assign first_o = first_q[asked_i*SM_WARP_BITS +: SM_WARP_BITS];\n"
                 "    assign isolated_o = isolated_q;\n" : "",
        stalls ? "    assign second_o = second_q[asked_i*SM_WARP_BITS +: SM_WARP_BITS];\n"
                 "    assign stalled_o = stalled_q;\n" : "");
    if (shares)
        flags(e, "isolated", "first", "isolate_i", "return_i", "");
    if (stalls)
        flags(e, "stalled", "second", "stall_i", "wake_i", " | awaited_i[i]");
    emit_text(e,
        "        end\n"
        "\n"
        "        // 7.5, touched: the warp goes to the first place, those before it move down by one.\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1) begin : g_place\n"
        "            if (i == 0) begin : g_first\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i)\n"
        "                        recent_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= {SM_WARP_BITS{1'b0}};\n"
        "                    else if (touch & above[i] & ~flush_i)\n"
        "                        recent_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= warp_i;\n"
        "            end else begin : g_next\n"
        "                localparam [SM_WARP_BITS-1:0] PLACE = i;\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i)\n"
        "                        recent_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= PLACE;\n"
        "                    else if (touch & above[i] & ~flush_i)\n"
        "                        recent_q[i*SM_WARP_BITS +: SM_WARP_BITS] <=\n"
        "                            recent_q[(i - 1)*SM_WARP_BITS +: SM_WARP_BITS];\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
