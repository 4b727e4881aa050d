/* SPDX-License-Identifier: Apache-2.0 */
/* issue: choice of warp and collector, end of warps. */
#include "modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "launch_valid_i", "1", "a warp starts");
    emit_port(e, IN, "launch_warp_i", "WARP_BITS", "its slot");
    emit_port(e, IN, "random_i", "8", "pseudo-random number");
    emit_port(e, IN, "head_valid_i", "WARPS", "warps that have an instruction");
    emit_port(e, IN, "blocked_i", "WARPS", "it waits for a result (RAW, WAW)");
    emit_port(e, IN, "pending_i", "WARPS", "a result of the warp is outstanding");
    emit_port(e, IN, "full_i", "1", "no in-flight number is free");
    emit_port(e, IN, "occupied_i", "COLLECTORS", "collectors that hold an instruction");
    if (e->config->reuse_on_dispatch)
        emit_port(e, IN, "dispatch_i", "COLLECTORS", "the collector that dispatches");
    emit_port(e, IN, "col_war_i", "COLLECTORS", "it reads a result of its warp's next instruction");
    emit_port(e, IN, "col_warp_i", "COLLECTORS*WARP_BITS", "warps of the collectors");
    if (e->ccu)
        emit_port(e, IN, "col_holds_i", "COLLECTORS", "it has values of its warp (port R)");
    emit_port(e, IN, "issue_last_i", "1", "the instruction that issues ends its warp");
    emit_port(e, OUT, "grant_o", "WARPS", "warp that issues, one-hot or zero");
    emit_port(e, OUT, "issue_valid_o", "1", "an instruction issues");
    emit_port(e, OUT_REG, "issue_warp_o", "WARP_BITS", "its warp");
    emit_port(e, OUT, "alloc_o", "COLLECTORS", "its collector");
    emit_port(e, OUT, "end_valid_o", "1", "a warp has ended");
    emit_port(e, OUT_REG, "end_warp_o", "WARP_BITS", "its slot");
}

/* Conditions 3 and 4 of 3.5, and the collectors' warps. */
static void readiness(struct emit *e)
{
    emit_format(e, "\n    wire [COLLECTORS-1:0] busy = occupied_i%s;\n",
                e->config->reuse_on_dispatch ? " & ~dispatch_i" : "");
    emit_text(e,
        "    wire [COLLECTORS-1:0] available = ~busy;\n"
        "\n"
        "    // Collectors by warp: a WAR hazard, and (for the end of the warp) any instruction.\n"
        "    reg [WARPS-1:0] hazard;\n"
        "    reg [WARPS-1:0] waits;\n"
        "\n"
        "    always @* begin : by_warp\n"
        "        integer c;\n"
        "        hazard = {WARPS{1'b0}};\n"
        "        waits = {WARPS{1'b0}};\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin\n"
        "            if (busy[c] & col_war_i[c])\n"
        "                hazard[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "            if (occupied_i[c])\n"
        "                waits[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "        end\n"
        "    end\n");
    if (e->ccu)
        emit_text(e,
            "\n"
            "    // 3.5, condition 4 (IV-B2): the CCU that holds the warp's values, else any.\n"
            "    reg [WARPS-1:0] held;\n"
            "    reg [WARPS-1:0] held_busy;\n"
            "\n"
            "    always @* begin : holders\n"
            "        integer c;\n"
            "        held = {WARPS{1'b0}};\n"
            "        held_busy = {WARPS{1'b0}};\n"
            "        for (c = 0; c < COLLECTORS; c = c + 1)\n"
            "            if (col_holds_i[c]) begin\n"
            "                held[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
            "                if (busy[c])\n"
            "                    held_busy[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
            "            end\n"
            "    end\n"
            "\n"
            "    wire [WARPS-1:0] collector = (held & ~held_busy) | (~held & {WARPS{|available}});\n");
    else
        emit_text(e,
            "\n"
            "    // 3.5, condition 4: any collector.\n"
            "    wire [WARPS-1:0] collector = {WARPS{|available}};\n");
    emit_text(e,
        "\n"
        "    wire [WARPS-1:0] ready = head_valid_i & ~blocked_i & ~hazard & collector & {WARPS{~full_i}};\n");
}

/* Greedy then oldest. */
static void warp_choice(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.5: greedy, then oldest (IV-B1).\n"
        "    wire [WARPS*WARPS-1:0] row;\n"
        "    wire [WARPS-1:0] last;\n"
        "    wire [WARPS-1:0] oldest;\n"
        "    wire [WARPS-1:0] launch;\n"
        "    wire [WARPS-1:0] ending;\n"
        "\n"
        "    genvar w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            wire [WARPS-1:0] self = {{(WARPS-1){1'b0}}, 1'b1} << w;\n"
        "            assign last[w] = last_valid_q & (last_warp_q == w);\n"
        "            assign oldest[w] = ready[w] & ((ready & row[w*WARPS +: WARPS] & ~self) == {WARPS{1'b0}});\n"
        "            assign launch[w] = launch_valid_i & (launch_warp_i == w);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    age_matrix #(.ENTRIES(WARPS)) u_age (\n"
        "        .clk_i(clk_i),\n"
        "        .rst_i(rst_i),\n"
        "        .alloc_i(launch),\n"
        "        .free_i(ending),\n"
        "        .row_o(row)\n"
        "    );\n"
        "\n"
        "    assign grant_o = |(ready & last) ? last : oldest;\n"
        "    assign issue_valid_o = |ready;\n"
        "\n"
        "    always @* begin : warp_number\n"
        "        integer k;\n"
        "        issue_warp_o = {WARP_BITS{1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            issue_warp_o = issue_warp_o | ({WARP_BITS{grant_o[k]}} & k[WARP_BITS-1:0]);\n"
        "    end\n");
}

/* The collector of the instruction. */
static void collector_choice(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.5: a random one of those that are not busy, starting at (random * COLLECTORS) / 256.\n"
        "    wire [31:0] start = {24'd0, random_i} * COLLECTORS;\n"
        "    wire [COLLECTORS-1:0] reached;\n");
    if (e->ccu)
        emit_text(e, "    wire [COLLECTORS-1:0] holder;\n");
    emit_text(e,
        "\n"
        "    genvar c;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector\n"
        "            assign reached[c] = start < 256 * (c + 1);\n");
    if (e->ccu)
        emit_text(e,
            "            assign holder[c] = col_holds_i[c] & grant_o[col_warp_i[c*WARP_BITS +: WARP_BITS]];\n");
    emit_text(e,
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    wire [COLLECTORS-1:0] turn = |(available & reached) ? available & reached : available;\n"
        "    wire [COLLECTORS-1:0] random = turn & (~turn + 1'b1);\n"
        "\n");
    if (e->ccu)
        emit_text(e, "    assign alloc_o = |holder ? holder : random & {COLLECTORS{issue_valid_o}};\n");
    else
        emit_text(e, "    assign alloc_o = random & {COLLECTORS{issue_valid_o}};\n");
}

static void warp_end(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.12: the lowest warp that can end.\n"
        "    wire [WARPS-1:0] ended = exiting_q & ~pending_i & ~waits;\n"
        "\n"
        "    assign ending = ended & (~ended + 1'b1);\n"
        "    assign end_valid_o = |ended;\n"
        "\n"
        "    always @* begin : end_number\n"
        "        integer k;\n"
        "        end_warp_o = {WARP_BITS{1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            end_warp_o = end_warp_o | ({WARP_BITS{ending[k]}} & k[WARP_BITS-1:0]);\n"
        "    end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            exiting_q <= {WARPS{1'b0}};\n"
        "        else\n"
        "            exiting_q <= (exiting_q & ~ending) | (grant_o & {WARPS{issue_last_i}});\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            last_valid_q <= 1'b0;\n"
        "        else if (issue_valid_o)\n"
        "            last_valid_q <= 1'b1;\n"
        "        else if (|(ending & last))\n"
        "            last_valid_q <= 1'b0;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (issue_valid_o)\n"
        "            last_warp_q <= issue_warp_o;\n");
}

static const char ocu_purpose[] =
    "Each cycle the warp that issued last, or else the oldest that is ready, issues one instruction to a random "
    "collector that is not busy.\n"
    "Malekeh, sections II (OCU allocation) and IV-B1 (greedy then oldest). Specification: 3.5, 3.12.\n";

static const char ccu_purpose[] =
    "Each cycle the warp that issued last, or else the oldest that is ready, issues one instruction to the CCU that "
    "holds its values, or to a random one that is not busy.\n"
    "Malekeh, sections IV-B1 (greedy then oldest) and IV-B2 (CCU allocation, without the near/far choice). "
    "Specification: 3.5, 3.12.\n";

void emit_issue(struct emit *e)
{
    emit_module(e, "issue", "choice of warp and collector, end of warps", e->ccu ? ccu_purpose : ocu_purpose);
    emit_parameters(e, "WARPS WARP_BITS COLLECTORS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "last_valid_q", "1", true, "last_warp_q names the warp that issued last");
    emit_register(e, "last_warp_q", "WARP_BITS", false, "that warp");
    emit_register(e, "exiting_q", "WARPS", true, "the warp's last instruction has issued");
    readiness(e);
    warp_choice(e);
    collector_choice(e);
    warp_end(e);
    emit_instance(e, "age_matrix", "u_age", "WARPS", "", 1);
    emit_end(e);
}
