/* SPDX-License-Identifier: Apache-2.0 */
/* sram_1rw_be: single-ported memory with byte enables. */
#include "rtl_gen/gen/modules.h"

void emit_sram_1rw_be(struct emit *e)
{
    bool shared = has(e, WITH_SHARED);
    char text[1024];
    snprintf(text, sizeof text,
        "One read or write of a line per cycle, with a write enable per byte; the output register belongs to the "
        "memory and keeps its value. To be replaced by a macro: the only memory of %s.\n"
        "CIAO, section%s. Specification: 5.2, 5.4%s.\n",
        shared ? "the cache, and of each bank group of shared memory" : "the cache",
        shared ? "s II-A (L1 data cache) and IV-B (shared memory)" : " II-A (L1 data cache)", shared ? ", 7.6" : "");
    emit_module(e, "sram_1rw_be", "single-ported memory with byte enables", text);
    emit_parameters(e, "LINE_BYTES LINE_BITS LINES INDEX_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "read_i", "1", "read a row");
    emit_port(e, IN, "write_i", "1", "write bytes of a row; not together with read_i");
    emit_port(e, IN, "row_i", "INDEX_BITS", "the row");
    emit_port(e, IN, "be_i", "LINE_BYTES", "bytes to write");
    emit_port(e, IN, "wdata_i", "LINE_BITS", "value to write");
    emit_port(e, OUT, "rdata_o", "LINE_BITS", "the row read last, from the next cycle on");
    emit_body(e);
    emit_text(e,
        "\n"
        "    reg [LINE_BITS-1:0] mem [0:LINES-1];                 // the rows\n"
        "    reg [LINE_BITS-1:0] rdata_q;                         // output register\n"
        "\n"
        "    assign rdata_o = rdata_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (read_i)\n"
        "            rdata_q <= mem[row_i];\n"
        "\n"
        "    genvar b;\n"
        "    generate\n"
        "        for (b = 0; b < LINE_BYTES; b = b + 1) begin : g_byte\n"
        "            always @(posedge clk_i)\n"
        "                if (write_i & be_i[b])\n"
        "                    mem[row_i][b*8 +: 8] <= wdata_i[b*8 +: 8];\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
