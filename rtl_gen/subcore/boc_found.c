/* SPDX-License-Identifier: Apache-2.0 */
/* boc with the issue stage: what the head finds when it is chosen, for the next cycle, in which it issues (3.14, LATE). */
#include "boc.h"
#include "rtl_gen/gen/modules.h"

void boc_results_met(struct emit *e, const char *entries, const char *slots)
{
    emit_format(e,
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                %s[k*ENTRIES + j] = some_lane & (head_dst_count_i > k[2:0]) & in_use[j] &\n"
        "                    (tag_q[j*REG_BITS +: REG_BITS] == register[k*REG_BITS +: REG_BITS]);\n"
        "            for (j = 0; j < SLOTS; j = j + 1)\n"
        "                %s[k*SLOTS + j] = some_lane & (head_dst_count_i > k[2:0]) & head_src_valid_i[j] &\n"
        "                    (head_src_reg_i[j*REG_BITS +: REG_BITS] == register[k*REG_BITS +: REG_BITS]);\n",
        entries, slots);
}

/* The registers of the results, too. */
static void result_check(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The registers of the head's results. Sets by result are at [k*ENTRIES +: ENTRIES] and [k*SLOTS +: SLOTS].\n"
        "    reg [4*ENTRIES-1:0] result_hits;                     // entries that have them\n"
        "    reg [4*SLOTS-1:0] result_named;                      // slots that do\n"
        "\n"
        "    always @* begin : result_check\n"
        "        integer k, j;\n"
        "        reg [4*REG_BITS-1:0] register;\n"
        "        for (k = 0; k < 4; k = k + 1) begin\n"
        "            register[k*REG_BITS +: REG_BITS] = head_dst_base_i + k[REG_BITS-1:0];\n");
    boc_results_met(e, "result_hits", "result_named");
    emit_text(e,
        "        end\n"
        "    end\n");
}

void boc_found(struct emit *e)
{
    result_check(e);
    emit_text(e,
        "\n"
        "    // All this is known a cycle before the head issues.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ~head_valid_i) begin\n"
        "            hit_q <= {(SLOTS*ENTRIES){1'b0}};\n"
        "            first_q <= {SLOTS{1'b0}};\n"
        "            same_q <= {(SLOTS*SLOTS){1'b0}};\n"
        "            result_hit_q <= {(4*ENTRIES){1'b0}};\n"
        "            named_q <= {(4*SLOTS){1'b0}};\n"
        "        end else begin\n"
        "            hit_q <= hits;\n"
        "            first_q <= first;\n"
        "            same_q <= same;\n"
        "            result_hit_q <= result_hits;\n"
        "            named_q <= result_named;\n"
        "        end\n"
        "\n"
        "    // In between nothing has taken an entry, but one may have left: its register is not in any more.\n"
        "    wire [SLOTS*ENTRIES-1:0] present = hit_q & {SLOTS{in_use}};\n"
        "    reg [ENTRIES-1:0] entry_present;                     // entries that slots hit\n"
        "    reg [SLOTS-1:0] absent;                              // first slots of registers that are not in\n"
        "\n"
        "    always @* begin : found\n"
        "        integer k;\n"
        "        entry_present = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            entry_present = entry_present | present[k*ENTRIES +: ENTRIES];\n"
        "            absent[k] = first_q[k] & ~|present[k*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n");
}
