/* SPDX-License-Identifier: Apache-2.0 */
/* issue: choice of warp and collector, end of warps. */
#include "rtl_gen/gen/modules.h"

/* Each warp has a CCU of its own. */
static bool private_ccus(const struct emit *e)
{
    return e->ccu && e->config->allocation == ALLOCATION_PRIVATE;
}

/* Each warp has a BOC of its own. */
static bool bocs(const struct emit *e)
{
    return has(e, WITH_BOC);
}

/* A warp takes any CCU that is free, whatever it holds. */
static bool any_ccu(const struct emit *e)
{
    return e->ccu && e->config->allocation == ALLOCATION_ANY;
}

/* A warp without a collector is chosen all the same, and then nothing issues. */
static bool stalls(const struct emit *e)
{
    return e->ccu && e->config->blocked == BLOCKED_STALL;
}

/* Whether it matters which warp's values a CCU holds: for the collector, or for the warp. */
bool issue_needs_holders(const struct emit *e)
{
    return e->ccu && ((!private_ccus(e) && !any_ccu(e)) || e->config->scheduler == SCHEDULER_MALEKEH);
}

/* Warps beyond the limit, or stalled, would fill the active set, and others could not enter. */
bool limits_active_set(const struct emit *e)
{
    return (has(e, WITH_LIMIT) || has(e, WITH_STALL)) && has(e, WITH_TWO_LEVEL);
}

bool issue_needs_random(const struct emit *e)
{
    return has(e, WITH_RANDOM_COLLECTOR);
}

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "launch_valid_i", "1", "a warp starts");
    emit_port(e, IN, "launch_warp_i", "WARP_BITS", "its slot");
    emit_port_if(e, issue_needs_random(e), IN, "random_i", "8", "pseudo-random number");
    emit_port(e, IN, "head_valid_i", "WARPS", "warps that have an instruction");
    emit_port_if(e, has(e, WITH_TWO_LEVEL), IN, "active_i", "WARPS", "warps that may issue");
    emit_port_if(e, has(e, WITH_LIMIT), IN, "barrier_i", "WARPS", "warps that wait at a barrier");
    emit_port_if(e, has(e, WITH_SPARE), IN, "spare_i", "1", "warps beyond the limit may issue, too");
    emit_port_if(e, has(e, WITH_CCWS), IN, "stop_i", "WARPS", "warps that may not load and store");
    emit_port_if(e, has(e, WITH_STALL), IN, "stall_i", "WARPS", "warps that issue nothing");
    emit_port_if(e, has(e, WITH_CCWS), IN, "head_unit_i", "WARPS*3", "unit of the next instruction");
    const bool tags = e->config->tags > 0;
    emit_port(e, IN, "blocked_i", "WARPS", tags ? "it waits for a result (RAW, WAW) or a tag" :
                                                "it waits for a result (RAW, WAW)");
    emit_port(e, IN, "pending_i", "WARPS", tags ? "a result or a tag of the warp is outstanding" :
                                                "a result of the warp is outstanding");
    emit_port(e, IN, "full_i", "1", "no in-flight number is free");
    emit_port(e, IN, "occupied_i", "COLLECTORS", "collectors that hold an instruction");
    if (e->config->reuse_on_dispatch && !bocs(e))
        emit_port(e, IN, has(e, WITH_UPPER) ? "upper_i" : "dispatch_i", "COLLECTORS",
                  has(e, WITH_UPPER) ? "the collector of which the upper lanes leave" : "the collector that dispatches");
    emit_port_if(e, has(e, WITH_WAR), IN, "col_war_i", "COLLECTORS",
                 "it reads a result of its warp's next instruction");
    emit_port_if(e, !bocs(e), IN, "col_warp_i", "COLLECTORS*WARP_BITS", "warps of the collectors");
    emit_port_if(e, has(e, WITH_LATE), IN, "issuing_i", "WARPS", "warp that issues, chosen in the previous cycle");
    emit_port_if(e, has(e, WITH_STAGE), IN, "stage_valid_i", "1", "an instruction issued in the previous cycle:");
    emit_port_if(e, has(e, WITH_STAGE), IN, "stage_alloc_i", "COLLECTORS", "its collector, one-hot or zero");
    emit_port_if(e, has(e, WITH_STAGE), IN, "stage_warp_i", "WARP_BITS", "its warp");
    emit_port_if(e, has(e, WITH_WAR_BIT), IN, "head_war_i", "WARPS",
                 "a result of a warp's next instruction is a source of the one before it");
    emit_port_if(e, bocs(e), IN, "col_room_i", "COLLECTORS", "it has a position and entries for that one");
    emit_port_if(e, has(e, WITH_BACK), IN, "col_owes_i", "COLLECTORS", "a bank still has to get a value of it");
    emit_port_if(e, has(e, WITH_LACK), IN, "cache_lacks_i", "WARPS", "its cache has too few read ports for that one");
    emit_port_if(e, has(e, WITH_RFC_BACK), IN, "cache_owes_i", "WARPS", "a bank still has to get a value of its cache");
    emit_port_if(e, issue_needs_holders(e), IN, "col_holds_i", "COLLECTORS", "it has values of its warp (port R)");
    emit_port_if(e, has(e, WITH_WAIT), IN, "col_near_i", "COLLECTORS", "some of them near (port R)");
    emit_port_if(e, has(e, WITH_WAIT), IN, "sthld_i", "STHLD_BITS", "cycles to wait for a far CCU");
    emit_port(e, IN, "head_last_i", "WARPS", "the next instruction ends its warp");
    bool late = has(e, WITH_LATE);
    emit_port(e, OUT, "grant_o", "WARPS",
              late ? "warp that is chosen, one-hot or zero" : "warp that issues, one-hot or zero");
    emit_port(e, OUT, "issue_valid_o", "1", late ? "a warp is chosen" : "an instruction issues");
    emit_port(e, OUT_REG, "issue_warp_o", "WARP_BITS", late ? "its number" : "its warp");
    emit_port_if(e, !late, OUT, "alloc_o", "COLLECTORS", "its collector");
    emit_port_if(e, has(e, WITH_SPARE), OUT, "token_o", "WARPS", "warps within the limit");
    emit_port_if(e, limits_active_set(e), OUT, "may_o", "WARPS",
                 has(e, WITH_STALL) ? "warps that are not stalled" : "warps that the limit lets issue");
    emit_port_if(e, has(e, WITH_TWO_LEVEL), OUT, "age_o", "WARPS*WARPS", "rows of the age matrix of the warps");
    emit_port_if(e, has(e, WITH_FSM), OUT, "live_o", "1", "some warp is live");
    emit_port_if(e, has(e, WITH_BACK) || has(e, WITH_RFC), OUT, "exiting_o", "WARPS", "the warp's last instruction has issued");
    emit_port_if(e, bocs(e), OUT, "ending_o", "WARPS", "warp that ends, one-hot or zero");
    emit_port(e, OUT, "end_valid_o", "1", "a warp has ended");
    emit_port(e, OUT_REG, "end_warp_o", "WARP_BITS", "its slot");
}

/* Whether CCU c holds the warp in its warp_q: one that takes the instruction in the stage holds that one's warp. */
static const char *holds(const struct emit *e)
{
    return has(e, WITH_STAGE) ? "col_holds_i[c] & ~stage_alloc_i[c]" : "col_holds_i[c]";
}

/* The warps that CCUs hold, where only these matter. */
static void any_holders(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Warps that a CCU holds.\n"
        "    reg [WARPS-1:0] held;\n"
        "\n"
        "    always @* begin : holders\n"
        "        integer c;\n"
        "        held = {WARPS{1'b0}};\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1)\n"
        "            if (%s)\n"
        "                held[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "%s"
        "    end\n",
        holds(e), has(e, WITH_STAGE) ? "        if (stage_valid_i)\n            held[stage_warp_i] = 1'b1;\n" : "");
}

/* And those of which the CCU is busy. */
static void holders(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Warps that a CCU holds, and those of which it is busy.\n"
        "    reg [WARPS-1:0] held;\n"
        "    reg [WARPS-1:0] held_busy;\n"
        "\n"
        "    always @* begin : holders\n"
        "        integer c;\n"
        "        held = {WARPS{1'b0}};\n"
        "        held_busy = {WARPS{1'b0}};\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1)\n"
        "            if (%s) begin\n"
        "                held[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "                if (busy[c])\n"
        "                    held_busy[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "            end\n"
        "%s"
        "    end\n",
        holds(e), has(e, WITH_STAGE) ? "        if (stage_valid_i) begin\n"
                                       "            held[stage_warp_i] = 1'b1;\n"
                                       "            held_busy[stage_warp_i] = 1'b1;\n"
                                       "        end\n" : "");
}

/* The same with a CCU for each warp. */
static void private_holders(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Warps that a CCU holds: warp w is only ever in CCU w.\n"
        "    wire [WARPS-1:0] held = col_holds_i%s;\n",
        has(e, WITH_STAGE) ? " | stage_alloc_i" : "");
}

/* The collectors that a warp which no CCU holds may take. */
static void free_collectors(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.5 (IV-B2): a warp that no CCU holds takes a far one, or a near one when it has waited for STHLD cycles.\n"
        "    wire [COLLECTORS-1:0] free_far = available & ~col_near_i;\n"
        "    wire waited = ~(wait_q < sthld_i);\n"
        "    wire [COLLECTORS-1:0] eligible = |free_far ? free_far : available & {COLLECTORS{waited}};\n");
}

/* Condition 4 of 3.5. */
static void condition_4(struct emit *e)
{
    if (private_ccus(e))
        emit_text(e,
            "\n"
            "    // 3.5, condition 4: the warp's own CCU.\n"
            "    wire [WARPS-1:0] collector = ~busy;\n");
    else if (has(e, WITH_WAIT) && !stalls(e))
        emit_text(e,
            "\n"
            "    // 3.5, condition 4 (IV-B2): the CCU that holds the warp's values, else any; and whether it gets it.\n"
            "    wire [WARPS-1:0] collector = (held & ~held_busy) | (~held & {WARPS{|available}});\n"
            "    wire [WARPS-1:0] served = held | {WARPS{|eligible}};\n");
    else if (has(e, WITH_WAIT))
        emit_text(e,
            "\n"
            "    // Warps that get a collector (IV-B2): the CCU that holds the warp's values, else an eligible one.\n"
            "    wire [WARPS-1:0] served = (held & ~held_busy) | (~held & {WARPS{|eligible}});\n");
    else if (e->ccu && !any_ccu(e))
        emit_text(e,
            "\n"
            "    // 3.5, condition 4 (IV-B2): the CCU that holds the warp's values, else any.\n"
            "    wire [WARPS-1:0] collector = (held & ~held_busy) | (~held & {WARPS{|available}});\n");
    else
        emit_text(e,
            "\n"
            "    // 3.5, condition 4: any collector.\n"
            "    wire [WARPS-1:0] collector = {WARPS{|available}};\n");
}

/* Best-SWL: the warps that are within the limit, by their age; and those that may issue. */
static void limit(struct emit *e)
{
    bool spare = has(e, WITH_SPARE);
    emit_format(e,
        "\n"
        "    // 6.1: a live warp that does not wait at a barrier is within the limit if few of these are older.\n"
        "    wire [WARPS*WARPS-1:0] row;\n"
        "    reg [WARPS-1:0] within_limit;\n"
        "\n"
        "    always @* begin : older_warps\n"
        "        integer k, j;\n"
        "        reg [6:0] ahead;\n"
        "        ahead = 7'd0;\n"
        "        for (k = 0; k < WARPS; k = k + 1) begin\n"
        "            ahead = 7'd0;\n"
        "            for (j = 0; j < WARPS; j = j + 1)\n"
        "                if (j != k)\n"
        "                    ahead = ahead + {6'd0, row[k*WARPS + j] & ~barrier_i[j]};\n"
        "            within_limit[k] = row[k*WARPS + k] & ~barrier_i[k] & (ahead < LIMIT);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    wire [WARPS-1:0] may = within_limit%s;\n",
        spare ? " | {WARPS{spare_i}}" : "");
    if (spare)
        emit_text(e, "\n    assign token_o = within_limit;\n");
    if (limits_active_set(e))
        emit_text(e, "\n    assign may_o = may;\n");
}

/* CCWS: the warps of which the next instruction is not for the load/store unit, or that may use it. */
static void loads(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.1: warps that would load or store, and may not.\n"
        "    reg [WARPS-1:0] stopped;\n"
        "\n"
        "    always @* begin : stops\n"
        "        integer k;\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            stopped[k] = stop_i[k] & (head_unit_i[k*3 +: 3] == 3'd5);\n"
        "    end\n");
}

/* Conditions 6 and 7 of 6.1, and 8 of 7.1. */
static const char *throttled(const struct emit *e)
{
    return has(e, WITH_LIMIT) ? " & may" : has(e, WITH_CCWS) ? " & ~stopped" : has(e, WITH_STALL) ? " & ~stall_i" : "";
}

/* The conditions of 3.5 with a BOC for each warp. */
static void boc_readiness(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // 3.5, 3.14: BOC w serves warp w, and says of conditions 3 and 4.\n"
        "    wire [WARPS-1:0] ready = head_valid_i%s%s & ~blocked_i & ~col_war_i & col_room_i%s & {WARPS{~full_i}};\n",
        has(e, WITH_TWO_LEVEL) ? " & active_i" : "", throttled(e), has(e, WITH_LATE) ? " & ~issuing_i" : "");
}

/* What matters of collectors by warp. A CCU with an instruction that has sources holds its warp, which cannot issue:
 * condition 4 implies 3 there, unless the warp may be in several CCUs or is chosen regardless of its own. */
static void collectors_by_warp(struct emit *e, const char *waiting)
{
    bool stage = has(e, WITH_STAGE), war = has(e, WITH_WAR);
    emit_format(e,
        "\n"
        "    // Collectors by warp: %s\n"
        "%s"
        "    reg [WARPS-1:0] waits;\n"
        "\n"
        "    always @* begin : by_warp\n"
        "        integer c;\n"
        "%s"
        "        waits = {WARPS{1'b0}};\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin\n",
        war ? "a WAR hazard, and (for the end of the warp) any instruction."
            : "any instruction, for the end of the warp. None needs a check for WAR\n"
              "    // (3.5, condition 3): a warp whose CCU has a source to read does not issue (condition 4).",
        war ? "    reg [WARPS-1:0] hazard;\n" : "", war ? "        hazard = {WARPS{1'b0}};\n" : "");
    if (war)
        emit_format(e,
            "            if (%s[c] & col_war_i[c])\n"
            "                hazard[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n", waiting);
    emit_format(e,
        "            if (occupied_i[c])\n"
        "                waits[col_warp_i[c*WARP_BITS +: WARP_BITS]] = 1'b1;\n"
        "        end\n"
        "%s%s"
        "    end\n",
        stage && war ? "        if (stage_valid_i & head_war_i[stage_warp_i])\n"
                       "            hazard[stage_warp_i] = 1'b1;\n" : "",
        stage ? "        if (stage_valid_i)\n"
                "            waits[stage_warp_i] = 1'b1;\n" : "");
}

/* The conditions of 3.5, and the collectors' warps. */
static void readiness(struct emit *e)
{
    if (bocs(e)) {
        boc_readiness(e);
        return;
    }
    bool stage = has(e, WITH_STAGE);
    const char *waiting = stage ? "waiting" : "busy";
    emit_format(e, "\n    wire [COLLECTORS-1:0] %s = occupied_i%s;\n", waiting,
                !e->config->reuse_on_dispatch ? "" : has(e, WITH_UPPER) ? " & ~upper_i" : " & ~dispatch_i");
    if (stage)
        emit_text(e, "    wire [COLLECTORS-1:0] busy = waiting | stage_alloc_i;\n");
    if (!private_ccus(e))
        emit_text(e, "    wire [COLLECTORS-1:0] available = ~busy;\n");
    collectors_by_warp(e, waiting);
    if (issue_needs_holders(e) && private_ccus(e))
        private_holders(e);
    else if (issue_needs_holders(e) && any_ccu(e))
        any_holders(e);
    else if (issue_needs_holders(e))
        holders(e);
    if (has(e, WITH_WAIT))
        free_collectors(e);
    condition_4(e);
    if (has(e, WITH_LACK))
        emit_text(e, "\n    // 3.5, 3.15: condition 6 is cache_lacks_i.");
    emit_format(e, "\n    wire [WARPS-1:0] ready = head_valid_i%s%s & ~blocked_i%s%s%s & {WARPS{~full_i}};\n",
                has(e, WITH_TWO_LEVEL) ? " & active_i" : "", throttled(e), has(e, WITH_WAR) ? " & ~hazard" : "",
                stalls(e) ? "" : " & collector", has(e, WITH_LACK) ? " & ~cache_lacks_i" : "");
}

/* Launch order, and per warp what the choice needs. */
static void warp_order(struct emit *e)
{
    bool lrr = e->config->scheduler == SCHEDULER_LRR, malekeh = e->config->scheduler == SCHEDULER_MALEKEH;
    bool rows = !lrr || has(e, WITH_FSM) || has(e, WITH_LIMIT);
    if (!has(e, WITH_LIMIT))
        emit_format(e, "    wire [WARPS*WARPS-1:0] %s;%s\n", rows ? "row" : "unused_row",
                    rows ? "" : " // kept, but not needed in this order");
    emit_text(e, "    wire [WARPS-1:0] last;\n");
    if (!lrr)
        emit_text(e,
            "    wire [WARPS-1:0] first;                              // the ready one that no ready one comes before\n");
    emit_text(e,
        "    wire [WARPS-1:0] launch;\n"
        "    wire [WARPS-1:0] ending;\n"
        "\n"
        "    genvar w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            assign last[w] = last_valid_q & (last_warp_q == w);\n");
    if (!lrr)
        emit_format(e,
            "\n"
            "            // Warps that come before this one if they are ready, which is known later.\n"
            "            wire [WARPS-1:0] self = {{(WARPS-1){1'b0}}, 1'b1} << w;\n"
            "            wire [WARPS-1:0] older = row[w*WARPS +: WARPS] & ~self;\n"
            "            wire [WARPS-1:0] preceding = last[w] ? {WARPS{1'b0}} : last | %s;\n"
            "\n"
            "            assign first[w] = ready[w] & ~|(ready & preceding);\n",
            malekeh ? "(held[w] ? held & older : held | older)" : "older");
    emit_format(e,
        "            assign launch[w] = launch_valid_i & (launch_warp_i == w);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    age_matrix #(.ENTRIES(WARPS)) u_age (\n"
        "        .clk_i(clk_i),\n"
        "        .rst_i(rst_i),\n"
        "        .alloc_i(launch),\n"
        "        .free_i(ending),\n"
        "        .row_o(%s)\n"
        "    );\n",
        rows ? "row" : "unused_row");
    if (has(e, WITH_TWO_LEVEL))
        emit_text(e, "\n    assign age_o = row;\n");
    if (has(e, WITH_FSM))
        emit_text(e, "\n    assign live_o = |row; // the rows of free slots are zero\n");
}

/* The warp, one-hot or zero. */
static const char *choice(const struct emit *e)
{
    switch (e->config->scheduler) {
    case SCHEDULER_LRR: return "in_turn";
    default: return "first";
    }
}

/* The warp that is chosen, and whether it issues. */
static void warp_choice(struct emit *e)
{
    static const char *const rules[] = {
        [SCHEDULER_GTO] = "greedy, then oldest (IV-B1)",
        [SCHEDULER_LRR] = "the first one behind the warp that issued last",
        [SCHEDULER_MALEKEH] = "greedy, then the oldest of the warps that a CCU holds, then the oldest (IV-B1)",
        [SCHEDULER_TWO_LEVEL] = "of the active warps, greedy, then oldest",
    };
    bool lrr = e->config->scheduler == SCHEDULER_LRR;
    emit_format(e, "\n    // 3.5: %s.\n", rules[e->config->scheduler]);
    warp_order(e);
    if (lrr)
        emit_text(e,
            "\n"
            "    wire [WARPS-1:0] behind = last_valid_q ? {WARPS{1'b1}} << last_warp_q << 1 : {WARPS{1'b1}};\n"
            "    wire [WARPS-1:0] in_turn;\n"
            "    wire [WARPS-1:0] unused_reached;\n"
            "\n"
            "    rotating_choice #(.N(WARPS)) u_turn (\n"
            "        .req_i(ready),\n"
            "        .first_i(behind),\n"
            "        .grant_o(in_turn),\n"
            "        .reached_o(unused_reached)\n"
            "    );\n");
    if (has(e, WITH_WAIT) || stalls(e))
        emit_format(e,
            "\n"
            "    // The chosen warp issues if it gets a collector.\n"
            "    wire [WARPS-1:0] chosen = %s;\n"
            "\n"
            "    assign grant_o = chosen & %s;\n"
            "    assign issue_valid_o = |grant_o;\n",
            choice(e), has(e, WITH_WAIT) ? "served" : "collector");
    else
        emit_format(e,
            "\n"
            "    assign grant_o = %s;\n"
            "    assign issue_valid_o = |ready;\n",
            choice(e));
    emit_text(e,
        "\n"
        "    always @* begin : warp_number\n"
        "        integer k;\n"
        "        issue_warp_o = {WARP_BITS{1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            issue_warp_o = issue_warp_o | ({WARP_BITS{grant_o[k]}} & k[WARP_BITS-1:0]);\n"
        "    end\n");
}

/* 3.5: the wait counter. */
static void wait_counter(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The chosen warp, which no CCU holds, finds free CCUs but no far one.\n"
        "    wire no_far = |(chosen & ~held) & |available & ~|free_far;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            wait_q <= {STHLD_BITS{1'b0}};\n"
        "        else if (no_far)\n"
        "            wait_q <= waited ? {STHLD_BITS{1'b0}} : wait_q + 1'b1;\n");
}

/* The collector of the instruction. */
static void collector_choice(struct emit *e)
{
    const char *free = has(e, WITH_WAIT) ? "eligible" : "available";
    if (private_ccus(e)) {
        emit_text(e,
            "\n"
            "    // 3.5: CCU w belongs to warp w.\n"
            "    assign alloc_o = grant_o;\n");
        return;
    }
    if (bocs(e)) {
        if (!has(e, WITH_LATE))
            emit_text(e,
                "\n"
                "    // 3.14: BOC w serves warp w.\n"
                "    assign alloc_o = grant_o;\n");
        return;
    }
    emit_format(e,
        "\n"
        "    // 3.5: a random one of those that are %s, starting at (random * COLLECTORS) / 256.\n"
        "    wire [31:0] start = {24'd0, random_i} * COLLECTORS;\n"
        "    wire [COLLECTORS-1:0] reached;\n",
        has(e, WITH_WAIT) ? "eligible" : "not busy");
    bool held = e->ccu && !any_ccu(e);
    if (held)
        emit_text(e, "    wire [COLLECTORS-1:0] holder;\n");
    emit_text(e,
        "\n"
        "    genvar c;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector\n"
        "            assign reached[c] = start < 256 * (c + 1);\n");
    if (held)
        emit_format(e, "            assign holder[c] = %s & grant_o[col_warp_i[c*WARP_BITS +: WARP_BITS]];\n", holds(e));
    emit_format(e,
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    wire [COLLECTORS-1:0] random;\n"
        "    wire [COLLECTORS-1:0] unused_above;\n"
        "\n"
        "    rotating_choice #(.N(COLLECTORS)) u_random (\n"
        "        .req_i(%s),\n"
        "        .first_i(reached),\n"
        "        .grant_o(random),\n"
        "        .reached_o(unused_above)\n"
        "    );\n"
        "\n",
        free);
    if (held)
        emit_text(e, "    assign alloc_o = |holder ? holder : random & {COLLECTORS{issue_valid_o}};\n");
    else
        emit_text(e, "    assign alloc_o = random & {COLLECTORS{issue_valid_o}};\n");
    if (has(e, WITH_WAIT))
        wait_counter(e);
}

static void warp_end(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // 3.12: the lowest warp that can end.\n"
        "    wire [WARPS-1:0] ended = exiting_q & ~pending_i & ~%s%s;\n"
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
        "            exiting_q <= (exiting_q & ~ending) | (grant_o & head_last_i);\n"
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
        "            last_warp_q <= issue_warp_o;\n",
        has(e, WITH_BACK) ? "occupied_i & ~col_owes_i" : bocs(e) ? "occupied_i" :
        has(e, WITH_RFC_BACK) ? "waits & ~cache_owes_i" : "waits", has(e, WITH_LATE) ? " & ~issuing_i" : "");
    if (has(e, WITH_RFC))
        emit_text(e, "\n    assign exiting_o = exiting_q;\n");
    if (bocs(e))
        emit_format(e, "\n    assign ending_o = ending;\n%s",
                    has(e, WITH_BACK) ? "    assign exiting_o = exiting_q;\n" : "");
}

/* What limits warps, for the header. */
struct throttle {
    const char *rule, *source, *section;
};

static const struct throttle *throttle_of(const struct emit *e)
{
    static const struct throttle
        none = {"", "", ""},
        limit = {" Only the LIMIT oldest warps that do not wait at a barrier issue.", " CIAO, section V-A (Best-SWL).",
                 ", 6.1"},
        spare = {" Only the LIMIT oldest warps that do not wait at a barrier issue, unless bandwidth to memory "
                 "is unused.",
                 " CIAO, section V-A (statPCAL).", ", 6.1"},
        ccws = {" Warps that are stopped issue nothing to the load/store unit.", " CIAO, section V-A (CCWS).", ", 6.1"},
        stall = {" Warps that are stalled issue nothing.", " CIAO, section III-C.", ", 7.1"};
    return has(e, WITH_SPARE) ? &spare : has(e, WITH_LIMIT) ? &limit : has(e, WITH_CCWS) ? &ccws :
           has(e, WITH_STALL) ? &stall : &none;
}

/* The header: how the warp is chosen, how its collector, and where that comes from. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    static const char *const warps[] = {
        [SCHEDULER_GTO] = "the warp that issued last, or else the oldest that is ready,",
        [SCHEDULER_LRR] = "the first warp behind the one that issued last that is ready",
        [SCHEDULER_MALEKEH] = "the warp that issued last, or else the oldest that is ready, first of those that a CCU "
                              "holds,",
        [SCHEDULER_TWO_LEVEL] = "the active warp that issued last, or else the oldest active one that is ready,",
    };
    static const char *const sections[] = {
        [SCHEDULER_GTO] = "IV-B1 (greedy then oldest)",
        [SCHEDULER_LRR] = "II (loose round-robin)",
        [SCHEDULER_MALEKEH] = "IV-B1 (issue scheduler)",
        [SCHEDULER_TWO_LEVEL] = "VI-A1 (two-level scheduler)",
    };
    static const char *const ccus[] = {
        [ALLOCATION_RANDOM] = "the CCU that holds its values, or to a random one that is not busy",
        [ALLOCATION_MALEKEH] = "the CCU that holds its values, or to a random one that is not busy and has no near "
                               "values, or after STHLD cycles without one also to one that has",
        [ALLOCATION_PRIVATE] = "its own CCU",
        [ALLOCATION_ANY] = "a random CCU that is not busy, whatever it holds",
    };
    static const char *const ccu_sections[] = {
        [ALLOCATION_RANDOM] = "IV-B2 (CCU allocation, without the near/far choice)",
        [ALLOCATION_MALEKEH] = "IV-B2 (CCU allocation)",
        [ALLOCATION_PRIVATE] = "VI-B (private CCUs)",
        [ALLOCATION_ANY] = "II, VI-C (traditional allocation)",
    };
    const struct throttle *throttle = throttle_of(e);
    int scheduler = e->config->scheduler, allocation = e->config->allocation;
    if (bocs(e)) {
        snprintf(text, size,
                 "Each cycle %s issues one instruction to its own BOC%s.%s\n"
                 "Malekeh, section %s, and BOW, section IV-A.%s Specification: 3.5, 3.12, 3.14%s.\n",
                 warps[scheduler], has(e, WITH_BACK) ? "; a warp ends when its values are in the banks" : "",
                 throttle->rule, sections[scheduler], throttle->source, throttle->section);
        return;
    }
    snprintf(text, size,
             "Each cycle %s issues one instruction to %s.%s%s%s\n"
             "Malekeh, sections %s and %s.%s Specification: 3.5, 3.12%s%s.\n",
             warps[scheduler], e->ccu ? ccus[allocation] : "a random collector that is not busy",
             stalls(e) ? " Nothing issues while that is busy." : "",
             has(e, WITH_RFC_BACK) ? " A warp ends when the values of its register cache are in the banks." : "",
             throttle->rule, e->ccu ? sections[scheduler] : "II (OCU allocation)",
             e->ccu ? ccu_sections[allocation] : sections[scheduler], throttle->source,
             has(e, WITH_RFC) ? ", 3.15" : "", throttle->section);
}

void emit_issue(struct emit *e)
{
    char text[1024];
    purpose(e, text, sizeof text);
    emit_module(e, "issue", "choice of warp and collector, end of warps", text);
    emit_parameters(e, "WARPS WARP_BITS COLLECTORS%s LIMIT", has(e, WITH_WAIT) ? " STHLD_BITS" : "");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "last_valid_q", "1", true, "last_warp_q names the warp that issued last");
    emit_register(e, "last_warp_q", "WARP_BITS", false, "that warp");
    emit_register(e, "exiting_q", "WARPS", true, "the warp's last instruction has issued");
    if (has(e, WITH_WAIT))
        emit_register(e, "wait_q", "STHLD_BITS", true, "cycles waited for a far CCU");
    if (has(e, WITH_LIMIT))
        limit(e);
    if (has(e, WITH_CCWS))
        loads(e);
    if (has(e, WITH_STALL) && limits_active_set(e))
        emit_text(e, "\n    assign may_o = ~stall_i;\n");
    readiness(e);
    warp_choice(e);
    collector_choice(e);
    warp_end(e);
    emit_end(e);
}
