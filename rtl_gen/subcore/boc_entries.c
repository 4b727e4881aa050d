/* SPDX-License-Identifier: Apache-2.0 */
/* boc: results that arrive, the entry that asks to be drained, and the next state of the entries (3.14). */
#include "boc.h"
#include "rtl_gen/gen/modules.h"

void boc_results(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Results -------------------------------------------------------------------------------------\n"
        "\n"
        "    // The entry with the result's register takes it if it waits for one, else it is stale from now on.\n"
        "    wire [ENTRIES-1:0] match;\n"
        "    wire [ENTRIES-1:0] written = match & wait_q;\n"
        "    wire [ENTRIES-1:0] stale = match & ~wait_q;\n"
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_match\n"
        "            assign match[e] = result_valid_i & in_use[e] & (tag_q[e*REG_BITS +: REG_BITS] == result_reg_i);\n"
        "        end\n"
        "    endgenerate\n");
    if (has(e, WITH_BACK))
        emit_text(e, "\n    assign keep_o = |written;\n");
}

void boc_offer(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Drains (IV-B): values that have left the window, that the end of the warp waits for, or that are in\n"
        "    // the way of its next instruction. The first one in cyclic order is offered. Whether values are in the way\n"
        "    // is known last: the first one is found for both cases.\n"
        "    wire [ENTRIES-1:0] leave = %s(~living | {ENTRIES{exiting_i}});\n"
        "    wire [ENTRIES-1:0] able = in_use & dirty_q & ~wait_q & ~locked;\n"
        "    wire [ENTRIES-1:0] first_leaving = first_of(able & leave, begins);\n"
        "    wire [ENTRIES-1:0] first_yielding = first_of(able & (leave | ~entry_hit), begins);\n"
        "    wire [ENTRIES-1:0] offered = lacks ? first_yielding : first_leaving;\n"
        "    wire [ENTRIES-1:0] drained = offered & {ENTRIES{drain_i}};\n"
        "    wire [ENTRY_BITS-1:0] offer = encode(offered);\n"
        "    reg [REG_BITS-1:0] leaving_reg;                      // their registers\n"
        "    reg [REG_BITS-1:0] yielding_reg;\n"
        "\n"
        "    always @* begin : offers\n"
        "        integer k;\n"
        "        leaving_reg = {REG_BITS{1'b0}};\n"
        "        yielding_reg = {REG_BITS{1'b0}};\n"
        "        for (k = 0; k < ENTRIES; k = k + 1) begin\n"
        "            leaving_reg = leaving_reg | ({REG_BITS{first_leaving[k]}} & tag_q[k*REG_BITS +: REG_BITS]);\n"
        "            yielding_reg = yielding_reg | ({REG_BITS{first_yielding[k]}} & tag_q[k*REG_BITS +: REG_BITS]);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    assign offer_valid_o = |offered;\n"
        "    assign offer_reg_o = lacks ? yielding_reg : leaving_reg;\n"
        "    assign offer_data_o = entry_data[offer];\n",
        has(e, WITH_HINT) ? "~transient_q & " : "");
}

/* The bits of all entries. */
static void bits(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Step 3, and what becomes of entries otherwise.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | end_i)\n"
        "            valid_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            valid_q <= (valid_q & ~free & ~stale) | taken;\n"
        "\n"
        "    always @(posedge clk_i) begin\n"
        "        full_q <= (full_q & ~taken) | arrives | written;\n"
        "        wait_q <= (wait_q & ~taken & ~written) | awaits;\n");
    if (has(e, WITH_BACK))
        emit_text(e,
            "        dirty_q <= ((dirty_q & ~taken & ~(home & {ENTRIES{alloc_i & all_lanes}})) | written) & ~drained;\n");
    if (has(e, WITH_HINT))
        emit_text(e,
            "        transient_q <= (transient_q & ~taken & ~awaits) | (awaits & {ENTRIES{boc_only}});\n");
    emit_text(e,
        "    end\n"
        "\n"
        "    // Step 5.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            fifo_q <= {ENTRY_BITS{1'b0}};\n"
        "        else if (alloc_i & any)\n"
        "            fifo_q <= fifo_d;\n");
}

void boc_entries(struct emit *e)
{
    bits(e);
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n"
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n");
    if (has(e, WITH_OWN_MUXES) || has(e, WITH_BACK))
        emit_text(e, "            assign entry_data[e] = data_q;\n");
    if (has(e, WITH_SHARED_MUXES))
        emit_text(e, "            assign entry_o[e*VECTOR_BITS +: VECTOR_BITS] = data_q;\n");
    emit_text(e,
        "\n"
        "            // 3.8: port S writes all lanes, a result those of its mask.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (arrives[e] | (written[e] & result_mask_i[l]))\n"
        "                        data_q[l*32 +: 32] <= arrives[e] ? s_data_i[l*32 +: 32] : result_data_i[l*32 +: 32];\n"
        "            end\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (taken[e])\n"
        "                    tag_q[e*REG_BITS +: REG_BITS] <= new_tag[e*REG_BITS +: REG_BITS];\n"
        "\n"
        "            // Step 4: with each instruction the window moves on.\n"
        "            always @(posedge clk_i)\n"
        "                if (renewed[e])\n"
        "                    life_q[e*POS_BITS +: POS_BITS] <= LIFE;\n"
        "                else if (alloc_i & head_first_i & valid_q[e] & living[e])\n"
        "                    life_q[e*POS_BITS +: POS_BITS] <= life_q[e*POS_BITS +: POS_BITS] - 1'b1;\n"
        "        end\n"
        "    endgenerate\n");
}
