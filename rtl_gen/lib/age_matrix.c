/* SPDX-License-Identifier: Apache-2.0 */
/* age_matrix: the order in which entries were allocated. */
#include "rtl_gen/gen/modules.h"

void emit_age_matrix(struct emit *e)
{
    emit_module(e, "age_matrix", "order of allocation of a set of entries",
        "Bit i of row i says that entry i is valid, bit j of row i that entry j is valid and older than i. "
        "The oldest entry of a set is the one whose row has no other bit in common with the set.\n"
        "Malekeh needs it for the oldest warp (section IV-B1) and for the oldest instruction.\n"
        "Specification: 3.1.\n");
    emit_text(e, "#(\n    parameter ENTRIES = 8                               // entries\n) ");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "alloc_i", "ENTRIES", "entry to allocate, at most one");
    emit_port(e, IN, "free_i", "ENTRIES", "entries to free");
    emit_port(e, OUT, "row_o", "ENTRIES*ENTRIES", "row i at [i*ENTRIES +: ENTRIES]");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "row_q", "ENTRIES*ENTRIES", true, "the rows, that of entry 0 first");
    emit_text(e,
        "\n"
        "    wire [ENTRIES-1:0] valid;                            // the diagonal\n"
        "\n"
        "    assign row_o = row_q;\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < ENTRIES; i = i + 1) begin : g_row\n"
        "            wire [ENTRIES-1:0] row = row_q[i*ENTRIES +: ENTRIES];\n"
        "            wire [ENTRIES-1:0] self = {{(ENTRIES-1){1'b0}}, 1'b1} << i;\n"
        "\n"
        "            assign valid[i] = row[i];\n"
        "\n"
        "            // A new entry is younger than all that stay.\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    row_q[i*ENTRIES +: ENTRIES] <= {ENTRIES{1'b0}};\n"
        "                else if (alloc_i[i])\n"
        "                    row_q[i*ENTRIES +: ENTRIES] <= (valid & ~free_i) | self;\n"
        "                else if (free_i[i])\n"
        "                    row_q[i*ENTRIES +: ENTRIES] <= {ENTRIES{1'b0}};\n"
        "                else\n"
        "                    row_q[i*ENTRIES +: ENTRIES] <= row & ~free_i;\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
