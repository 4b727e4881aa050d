/* SPDX-License-Identifier: Apache-2.0 */
/* sram_1r1w: dual-ported memory. */
#include "rtl_gen/gen/modules.h"

void emit_sram_1r1w(struct emit *e)
{
    emit_module(e, "sram_1r1w", "dual-ported memory",
        "One read and one write of another row per cycle, with a write enable per lane of 32 bits; the output register "
        "belongs to the memory and keeps its value. To be replaced by a macro: the only memory of the design.\n"
        "RFC-sim, section VI-B (dual-ported banks). Specification: 3.2, 3.9, 3.10.\n");
    emit_parameters(e, "LANES VECTOR_BITS ROWS ROW_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "read_i", "1", "read a row:");
    emit_port(e, IN, "read_row_i", "ROW_BITS", "this one");
    emit_port(e, IN, "write_i", "1", "write lanes of a row:");
    emit_port(e, IN, "write_row_i", "ROW_BITS", "this one, never the one that is read");
    emit_port(e, IN, "wmask_i", "LANES", "lanes to write");
    emit_port(e, IN, "wdata_i", "VECTOR_BITS", "value to write");
    emit_port(e, OUT, "rdata_o", "VECTOR_BITS", "the row read last, from the next cycle on");
    emit_body(e);
    emit_text(e,
        "\n"
        "    reg [VECTOR_BITS-1:0] mem [0:ROWS-1];                // the rows\n"
        "    reg [VECTOR_BITS-1:0] rdata_q;                       // output register\n"
        "\n"
        "    assign rdata_o = rdata_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (read_i)\n"
        "            rdata_q <= mem[read_row_i];\n"
        "\n"
        "    genvar l;\n"
        "    generate\n"
        "        for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "            always @(posedge clk_i)\n"
        "                if (write_i & wmask_i[l])\n"
        "                    mem[write_row_i][l*32 +: 32] <= wdata_i[l*32 +: 32];\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
