/* SPDX-License-Identifier: Apache-2.0 */
/* rotating_choice: one of several, the first behind a start. */
#include "rtl_gen/gen/modules.h"

void emit_rotating_choice(struct emit *e)
{
    emit_module(e, "rotating_choice", "the first of a set behind a start, with wrap-around",
        "The lowest of those in `req_i` that are in `first_i`, else the lowest of all. `first_i` has everything from "
        "the start on.\n"
        "For the loose round-robin order of warps and the random choice of a collector: Malekeh, section II. "
        "Specification: 3.5.\n");
    emit_text(e, "#(\n    parameter N = 4                                     // members\n) ");
    emit_port(e, IN, "req_i", "N", "the set");
    emit_port(e, IN, "first_i", "N", "everything from the start on");
    emit_port(e, OUT, "grant_o", "N", "its choice, one-hot, or zero for an empty set");
    emit_port(e, OUT, "reached_o", "N", "the choice, and everything above it");
    emit_body(e);
    emit_text(e,
        "\n"
        "    wire [N-1:0] early = req_i & first_i;\n"
        "    wire none_early = ~|early;\n"
        "\n"
        "    generate\n"
        "        if (N < 3) begin : g_masked\n"
        "            // The choice among those whose turn it is.\n"
        "            wire [N-1:0] turn = req_i & (first_i | {N{none_early}});\n"
        "\n"
        "            assign reached_o = turn | (turn << 1);\n"
        "            assign grant_o = turn & ~(turn << 1);\n"
        "        end else begin : g_both\n"
        "            // Both choices, which do not wait for each other.\n"
        "            reg [N-1:0] above_early, above_any;          // some lower one is in the set\n"
        "\n"
        "            always @* begin : above\n"
        "                integer k;\n"
        "                above_early[0] = 1'b0;\n"
        "                above_any[0] = 1'b0;\n"
        "                for (k = 1; k < N; k = k + 1) begin\n"
        "                    above_early[k] = above_early[k-1] | early[k-1];\n"
        "                    above_any[k] = above_any[k-1] | req_i[k-1];\n"
        "                end\n"
        "            end\n"
        "\n"
        "            assign reached_o = above_early | early | ((above_any | req_i) & {N{none_early}});\n"
        "            assign grant_o = (early & ~above_early) | (req_i & ~above_any & {N{none_early}});\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
