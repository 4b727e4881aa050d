/* SPDX-License-Identifier: Apache-2.0 */
/* rf_bank: one register file bank. */
#include "rtl_gen/gen/modules.h"

void emit_rf_bank(struct emit *e)
{
    bool boc = has(e, WITH_BOC), two = has(e, WITH_TWO_PORTS);
    const char *sram = two ? "sram_1r1w" : "sram_1rw";
    emit_module(e, "rf_bank", "one register file bank",
        two ? "A memory that is read and written in the same cycle, and the collector and slot that its output belongs "
              "to.\n"
              "RFC-sim, section VI-B (dual-ported banks). Specification: 3.2, 3.9, 3.10.\n" :
        boc ? "A memory, and the BOC, position and slot that its output belongs to.\n"
              "Malekeh, section II (single-ported banks). Specification: 3.2, 3.9, 3.10, 3.14.\n"
            : "A memory, and the collector and slot that its output belongs to.\n"
              "Malekeh, section II (single-ported banks). Specification: 3.2, 3.9, 3.10.\n");
    emit_parameters(e, "LANES VECTOR_BITS ROW_BITS COL_BITS %sSLOT_BITS", boc ? "POS_BITS " : "");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "read_i", "1", "read a row:");
    emit_port(e, IN, "col_i", "COL_BITS", "for this collector");
    emit_port_if(e, boc, IN, "pos_i", "POS_BITS", "this position of it");
    emit_port(e, IN, "slot_i", "SLOT_BITS", "and this slot of it");
    emit_port_if(e, two, IN, "read_row_i", "ROW_BITS", "the row that is read");
    emit_port(e, IN, "write_i", "1", two ? "write a row:" : "write a row; not together with read_i");
    emit_port(e, IN, two ? "write_row_i" : "row_i", "ROW_BITS", "the row");
    emit_port(e, IN, "wmask_i", "LANES", "lanes to write");
    emit_port(e, IN, "wdata_i", "VECTOR_BITS", "value to write");
    emit_port(e, OUT, "rd_valid_o", "1", "a value comes back:");
    emit_port(e, OUT, "rd_col_o", "COL_BITS", "its collector");
    emit_port_if(e, boc, OUT, "rd_pos_o", "POS_BITS", "its position");
    emit_port(e, OUT, "rd_slot_o", "SLOT_BITS", "its slot");
    emit_port(e, OUT, "rdata_o", "VECTOR_BITS", "the value");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "rd_valid_q", "1", true, "a read was issued in the previous cycle");
    emit_register(e, "rd_col_q", "COL_BITS", false, "for this collector");
    if (boc)
        emit_register(e, "rd_pos_q", "POS_BITS", false, "this position of it");
    emit_register(e, "rd_slot_q", "SLOT_BITS", false, "and this slot of it");
    emit_format(e,
        "\n"
        "    assign rd_valid_o = rd_valid_q;\n"
        "    assign rd_col_o = rd_col_q;\n"
        "%s"
        "    assign rd_slot_o = rd_slot_q;\n"
        "\n"
        "    %s u_sram (\n"
        "        .clk_i(clk_i),\n"
        "        .read_i(read_i),\n"
        "        .write_i(write_i),\n"
        "%s"
        "        .wmask_i(wmask_i),\n"
        "        .wdata_i(wdata_i),\n"
        "        .rdata_o(rdata_o)\n"
        "    );\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            rd_valid_q <= 1'b0;\n"
        "        else\n"
        "            rd_valid_q <= read_i;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (read_i) begin\n"
        "            rd_col_q <= col_i;\n"
        "%s"
        "            rd_slot_q <= slot_i;\n"
        "        end\n",
        boc ? "    assign rd_pos_o = rd_pos_q;\n" : "", sram,
        two ? "        .read_row_i(read_row_i),\n        .write_row_i(write_row_i),\n" : "        .row_i(row_i),\n",
        boc ? "            rd_pos_q <= pos_i;\n" : "");
    emit_end(e);
}
