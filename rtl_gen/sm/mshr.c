/* SPDX-License-Identifier: Apache-2.0 */
/* mshr: lines on their way, and who waits for them. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, OUT, "mshr_free_o", "1", "an MSHR is free:");
    emit_port(e, OUT, "mshr_o", "MSHR_BITS", "the lowest");
    emit_port(e, OUT, "target_free_o", "1", "a target is free");
    emit_port(e, OUT, "idle_o", "1", "no MSHR waits");
    emit_port(e, IN, "access_line_i", "NUMBER_BITS", "an access: its line");
    emit_port(e, IN, "access_sub_i", "SUB_BITS", "its sub-core");
    emit_port(e, IN, "access_id_i", "ID_BITS", "its number there");
    emit_port(e, IN, "access_mask_i", "LANES", "its elements");
    emit_port(e, IN, "access_off_i", "LANES*OFF_BITS", "their words");
    emit_port(e, IN, "merge_i", "1", "it waits for a line that is under way");
    emit_port(e, IN, "alloc_i", "1", "it takes an MSHR, and waits for that");
    emit_port(e, IN, "alloc_atomic_i", "1",
              has(e, WITH_SPARE) ? "for old values, or past the cache" : "for old values");
    emit_port(e, IN, "alloc_index_i", "INDEX_BITS", "for a line: place that is reserved");
    if (has(e, WITH_SHARED)) {
        emit_port(e, IN, "alloc_shared_i", "1", "for a line that goes to shared memory:");
        emit_port(e, IN, "alloc_owner_i", "SM_WARP_BITS", "warp that brings it there");
        emit_port(e, IN, "place_group_i", "1", "place of the line in shared memory: bank group");
        emit_port(e, IN, "place_row_i", "SHARED_BITS", "row, without offset");
        emit_port(e, OUT_REG, "awaited_o", "1", "shared memory awaits the line");
        emit_port(e, OUT_REG, "claimed_o", "1", "it awaits a line for that place");
    }
    emit_port(e, IN, "serve_i", "1", "what an MSHR waits for is there:");
    emit_port(e, IN, "serve_mshr_i", "MSHR_BITS", "this one");
    emit_port(e, OUT_REG, "serve_sub_o", "SUB_BITS", "who is answered, zero if none: sub-core");
    emit_port(e, OUT_REG, "serve_id_o", "ID_BITS", "number there");
    emit_port(e, OUT_REG, "serve_mask_o", "LANES", "elements");
    emit_port(e, OUT_REG, "serve_off_o", "LANES*OFF_BITS", "their words");
    emit_port(e, OUT, "last_o", "1", "that is the last one");
    emit_port(e, OUT, "install_o", "1", "and it was a line that the MSHR waited for:");
    emit_port(e, OUT_REG, "install_index_o", "INDEX_BITS", "its place");
    if (has(e, WITH_SHARED)) {
        emit_port(e, OUT, "shared_o", "1", "or a line that goes to shared memory:");
        emit_port(e, OUT_REG, "shared_group_o", "1", "its place there: bank group");
        emit_port(e, OUT_REG, "shared_row_o", "SHARED_BITS", "row, without offset");
        emit_port(e, OUT_REG, "shared_owner_o", "SM_WARP_BITS", "warp that brings it there");
        emit_port(e, OUT_REG, "shared_line_o", "NUMBER_BITS", "number of the line");
    }
}

static void state(struct emit *e)
{
    emit_text(e, "\n");
    emit_register(e, "busy_q", "MSHRS", true, "the MSHR waits");
    emit_register(e, "atomic_q", "MSHRS", false, has(e, WITH_SPARE) ?
                  "for old values, or a line past the cache, else for a line" : "for old values, else for a line");
    emit_register(e, "line_q", "MSHRS*NUMBER_BITS", false, "number of the line");
    emit_register(e, "index_q", "MSHRS*INDEX_BITS", false, "its place");
    if (has(e, WITH_SHARED)) {
        emit_register(e, "shared_q", "MSHRS", false, "the line goes to shared memory,");
        emit_register(e, "group_q", "MSHRS", false, "to this bank group");
        emit_register(e, "row_q", "MSHRS*SHARED_BITS", false, "and row");
        emit_register(e, "owner_q", "MSHRS*SM_WARP_BITS", false, "for this warp of the SM");
    }
    emit_register(e, "target_q", "TARGETS", true, "the target is in use");
    emit_register(e, "target_mshr_q", "TARGETS*MSHR_BITS", false, "MSHR that it waits for");
    emit_register(e, "target_sub_q", "TARGETS*SUB_BITS", false, "sub-core");
    emit_register(e, "target_id_q", "TARGETS*ID_BITS", false, "number there");
    emit_register(e, "target_mask_q", "TARGETS*LANES", false, "elements");
    emit_register(e, "target_off_q", "TARGETS*LANES*OFF_BITS", false, "their words");
}

/* An access that waits takes the lowest target, for a new MSHR or for the one with its line. */
static void waiting(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The lowest MSHR and the lowest target that are free.\n"
        "    wire [MSHR_BITS-1:0] free_mshr;\n"
        "    wire [TARGET_BITS-1:0] free_target;\n"
        "    wire no_mshr, no_target;\n"
        "\n"
        "    priority_encoder #(.N(MSHRS), .BITS(MSHR_BITS)) u_free_mshr (\n"
        "        .set_i(~busy_q),\n"
        "        .index_o(free_mshr),\n"
        "        .none_o(no_mshr)\n"
        "    );\n"
        "\n"
        "    priority_encoder #(.N(TARGETS), .BITS(TARGET_BITS)) u_free_target (\n"
        "        .set_i(~target_q),\n"
        "        .index_o(free_target),\n"
        "        .none_o(no_target)\n"
        "    );\n"
        "\n"
        "    assign mshr_free_o = ~no_mshr;\n"
        "    assign mshr_o = free_mshr;\n"
        "    assign target_free_o = ~no_target;\n"
        "    assign idle_o = ~|busy_q;\n"
        "\n"
        "    // 5.4: the MSHR that the access waits for.\n"
        "    reg [MSHR_BITS-1:0] found;\n"
        "\n"
        "    always @* begin : find\n"
        "        integer m;\n"
        "        found = {MSHR_BITS{1'b0}};\n"
        "        for (m = 0; m < MSHRS; m = m + 1)\n"
        "            found = found | (m[MSHR_BITS-1:0] & {MSHR_BITS{\n"
        "                busy_q[m] & ~atomic_q[m] & (line_q[m*NUMBER_BITS +: NUMBER_BITS] == access_line_i)}});\n"
        "    end\n"
        "\n"
        "    wire [MSHR_BITS-1:0] awaited = merge_i ? found : free_mshr;\n"
        "    wire add = merge_i | alloc_i;\n");
}

/* Lines that go to shared memory: whether the line of the access is one, and whether its place is one's. */
static void going_to_shared(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.6: the line is awaited by shared memory; its place there is claimed.\n"
        "    always @* begin : going\n"
        "        integer m;\n"
        "        awaited_o = 1'b0;\n"
        "        claimed_o = 1'b0;\n"
        "        for (m = 0; m < MSHRS; m = m + 1) begin\n"
        "            awaited_o = awaited_o | (busy_q[m] & shared_q[m] &\n"
        "                (line_q[m*NUMBER_BITS +: NUMBER_BITS] == access_line_i));\n"
        "            claimed_o = claimed_o | (busy_q[m] & shared_q[m] & (group_q[m] == place_group_i) &\n"
        "                (row_q[m*SHARED_BITS +: SHARED_BITS] == place_row_i));\n"
        "        end\n"
        "    end\n");
}

/* Where the line of the MSHR that is served goes in shared memory. */
static void shared_place(struct emit *e)
{
    emit_text(e,
        "    assign shared_o = last & |(served & shared_q);\n"
        "\n"
        "    always @* begin : shared_place\n"
        "        integer m;\n"
        "        shared_group_o = 1'b0;\n"
        "        shared_row_o = {SHARED_BITS{1'b0}};\n"
        "        shared_owner_o = {SM_WARP_BITS{1'b0}};\n"
        "        shared_line_o = {NUMBER_BITS{1'b0}};\n"
        "        for (m = 0; m < MSHRS; m = m + 1) begin\n"
        "            shared_group_o = shared_group_o | (served[m] & group_q[m]);\n"
        "            shared_row_o = shared_row_o | ({SHARED_BITS{served[m]}} & row_q[m*SHARED_BITS +: SHARED_BITS]);\n"
        "            shared_owner_o = shared_owner_o |\n"
        "                ({SM_WARP_BITS{served[m]}} & owner_q[m*SM_WARP_BITS +: SM_WARP_BITS]);\n"
        "            shared_line_o = shared_line_o |\n"
        "                ({NUMBER_BITS{served[m]}} & line_q[m*NUMBER_BITS +: NUMBER_BITS]);\n"
        "        end\n"
        "    end\n");
}

/* The lowest target of an MSHR is answered. */
static void serving(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Responses: the lowest target of the MSHR, and whether it is the last one.\n"
        "    reg [TARGETS-1:0] waiting, answered;\n"
        "    wire [TARGET_BITS-1:0] first;\n"
        "    wire unused_none;                                    // an MSHR has a target\n"
        "\n"
        "    always @* begin : targets\n"
        "        integer t;\n"
        "        for (t = 0; t < TARGETS; t = t + 1)\n"
        "            waiting[t] = target_q[t] & (target_mshr_q[t*MSHR_BITS +: MSHR_BITS] == serve_mshr_i);\n"
        "    end\n"
        "\n"
        "    priority_encoder #(.N(TARGETS), .BITS(TARGET_BITS)) u_first (\n"
        "        .set_i(waiting),\n"
        "        .index_o(first),\n"
        "        .none_o(unused_none)\n"
        "    );\n"
        "\n"
        "    always @* begin : answer\n"
        "        integer t;\n"
        "        serve_sub_o = {SUB_BITS{1'b0}};\n"
        "        serve_id_o = {ID_BITS{1'b0}};\n"
        "        serve_mask_o = {LANES{1'b0}};\n"
        "        serve_off_o = {(LANES*OFF_BITS){1'b0}};\n"
        "        for (t = 0; t < TARGETS; t = t + 1) begin\n"
        "            answered[t] = serve_i & (first == t[TARGET_BITS-1:0]);\n"
        "            serve_sub_o = serve_sub_o | ({SUB_BITS{answered[t]}} & target_sub_q[t*SUB_BITS +: SUB_BITS]);\n"
        "            serve_id_o = serve_id_o | ({ID_BITS{answered[t]}} & target_id_q[t*ID_BITS +: ID_BITS]);\n"
        "            serve_mask_o = serve_mask_o | ({LANES{answered[t]}} & target_mask_q[t*LANES +: LANES]);\n"
        "            serve_off_o = serve_off_o | ({(LANES*OFF_BITS){answered[t]}} &\n"
        "                target_off_q[t*LANES*OFF_BITS +: LANES*OFF_BITS]);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    wire last = serve_i & ~|(waiting & ~answered);\n"
        "    reg [MSHRS-1:0] served;                              // the MSHR\n"
        "\n"
        "    always @* begin : place\n"
        "        integer m;\n"
        "        install_index_o = {INDEX_BITS{1'b0}};\n"
        "        for (m = 0; m < MSHRS; m = m + 1) begin\n"
        "            served[m] = serve_mshr_i == m[MSHR_BITS-1:0];\n"
        "            install_index_o = install_index_o |\n"
        "                ({INDEX_BITS{served[m]}} & index_q[m*INDEX_BITS +: INDEX_BITS]);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    assign last_o = last;\n"
        "    assign install_o = last & ~|(served & %s);\n",
        has(e, WITH_SHARED) ? "(atomic_q | shared_q)" : "atomic_q");
    if (has(e, WITH_SHARED))
        shared_place(e);
}

static void next_state(struct emit *e)
{
    emit_format(e,
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < MSHRS; i = i + 1) begin : g_mshr\n"
        "            wire alloc = alloc_i & (free_mshr == i);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    busy_q[i] <= 1'b0;\n"
        "                else if (alloc)\n"
        "                    busy_q[i] <= 1'b1;\n"
        "                else if (last & served[i])\n"
        "                    busy_q[i] <= 1'b0;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (alloc & ~rst_i) begin\n"
        "                    atomic_q[i] <= alloc_atomic_i;\n"
        "                    line_q[i*NUMBER_BITS +: NUMBER_BITS] <= access_line_i;\n"
        "                    index_q[i*INDEX_BITS +: INDEX_BITS] <= alloc_index_i;\n"
        "%s"
        "                end\n"
        "%s"
        "        end\n"
        "\n"
        "        for (i = 0; i < TARGETS; i = i + 1) begin : g_target\n"
        "            wire taken = add & (free_target == i);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    target_q[i] <= 1'b0;\n"
        "                else if (taken)\n"
        "                    target_q[i] <= 1'b1;\n"
        "                else if (answered[i])\n"
        "                    target_q[i] <= 1'b0;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (taken & ~rst_i) begin\n"
        "                    target_mshr_q[i*MSHR_BITS +: MSHR_BITS] <= awaited;\n"
        "                    target_sub_q[i*SUB_BITS +: SUB_BITS] <= access_sub_i;\n"
        "                    target_id_q[i*ID_BITS +: ID_BITS] <= access_id_i;\n"
        "                    target_mask_q[i*LANES +: LANES] <= access_mask_i;\n"
        "                    target_off_q[i*LANES*OFF_BITS +: LANES*OFF_BITS] <= access_off_i;\n"
        "                end\n"
        "        end\n"
        "    endgenerate\n",
        has(e, WITH_SHARED) ? "                    shared_q[i] <= alloc_shared_i;\n" : "",
        has(e, WITH_SHARED) ?
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (alloc & alloc_shared_i & ~rst_i) begin\n"
        "                    group_q[i] <= place_group_i;\n"
        "                    row_q[i*SHARED_BITS +: SHARED_BITS] <= place_row_i;\n"
        "                    owner_q[i*SM_WARP_BITS +: SM_WARP_BITS] <= alloc_owner_i;\n"
        "                end\n" : "");
}

void emit_mshr(struct emit *e)
{
    bool shared = has(e, WITH_SHARED);
    char text[1024];
    snprintf(text, sizeof text,
        "Miss status holding registers: each waits for a line, or for the old values of an atomic. Targets are the "
        "loads and atomics that wait; all MSHRs share them. When what an MSHR waits for is there, its targets are "
        "answered one by one, the lowest first.%s\n"
        "CIAO, section%s II-A (MSHRs)%s. Specification: 5.4%s.\n",
        shared ? " A line for shared memory has its place there in the MSHR." : "", shared ? "s" : "",
        shared ? " and IV-B (datapath connection)" : "", shared ? ", 7.6" : "");
    emit_module(e, "mshr", "lines on their way, and who waits for them", text);
    emit_parameters(e, "SUB_BITS LANES ID_BITS NUMBER_BITS OFF_BITS INDEX_BITS MSHRS MSHR_BITS TARGETS TARGET_BITS%s",
                    shared ? " SM_WARP_BITS SHARED_BITS" : "");
    ports(e);
    emit_body(e);
    state(e);
    waiting(e);
    if (has(e, WITH_SHARED))
        going_to_shared(e);
    serving(e);
    next_state(e);
    emit_end(e);
}
