/* SPDX-License-Identifier: Apache-2.0 */
/* smmt: rows of shared memory that are unused. */
#include "rtl_gen/gen/modules.h"

/* Rows that the tags of `lines` lines take. */
static int tag_rows(const struct emit *e, int lines)
{
    int tags = shape_value(e->shape, "ROW_TAGS");
    return (lines + tags - 1) / tags;
}

/* A row of the table of sizes: for as many rows in use, so many rows of lines and of tags. */
static void sizes(struct emit *e)
{
    int rows = e->config->shared_rows, bits = shape_value(e->shape, "SHARED_BITS");
    for (int lines = 1; lines + tag_rows(e, lines) <= rows; lines *= 2)
        emit_format(e,
            "        if (used_i <= %d'd%d) begin\n"
            "            fits = 1'b1;\n"
            "            mask = %d'd%d;\n"
            "            tag_rows = %d'd%d;\n"
            "        end\n",
            shape_value(e->shape, "USED_BITS"), rows - lines - tag_rows(e, lines), bits, lines - 1, bits,
            tag_rows(e, lines));
}

void emit_smmt(struct emit *e)
{
    emit_module(e, "smmt", "rows of shared memory that are unused",
        "The entry of the shared memory management table for the space that the blocks of a kernel leave unused: as "
        "many lines, a power of two, as fit into each bank group with the tags of those of the other one. Tags come "
        "first, lines behind them.\n"
        "CIAO, section IV-B (determination of unused shared memory space). Specification: 7.6, SMMT.\n");
    emit_parameters(e, "SHARED_BITS USED_BITS");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts:");
    emit_port(e, IN, "used_i", "USED_BITS", "rows that its blocks may hold, from row 0 on");
    emit_port(e, OUT, "fits_o", "1", "there is unused space for that kernel");
    emit_port(e, OUT, "on_o", "1", "there is unused space:");
    emit_port(e, OUT, "mask_o", "SHARED_BITS", "rows of lines less one");
    emit_port(e, OUT, "tag_offset_o", "SHARED_BITS", "first row of tags");
    emit_port(e, OUT, "data_offset_o", "SHARED_BITS", "first row of lines");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "on_q", "1", true, "there is unused space, and it is a cache");
    emit_register(e, "mask_q", "SHARED_BITS", false, "row mask");
    emit_register(e, "tag_offset_q", "SHARED_BITS", false, "first row of tags");
    emit_register(e, "data_offset_q", "SHARED_BITS", false, "first row of lines");
    emit_text(e,
        "\n"
        "    // The largest size that fits behind the rows in use.\n"
        "    reg fits;\n"
        "    reg [SHARED_BITS-1:0] mask, tag_rows;\n"
        "\n"
        "    always @* begin : size\n"
        "        fits = 1'b0;\n"
        "        mask = {SHARED_BITS{1'b0}};\n"
        "        tag_rows = {SHARED_BITS{1'b0}};\n");
    sizes(e);
    emit_text(e,
        "    end\n"
        "\n"
        "    assign fits_o = fits;\n"
        "    assign on_o = on_q;\n"
        "    assign mask_o = mask_q;\n"
        "    assign tag_offset_o = tag_offset_q;\n"
        "    assign data_offset_o = data_offset_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            on_q <= 1'b0;\n"
        "        else if (flush_i)\n"
        "            on_q <= fits;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (flush_i & fits & ~rst_i) begin\n"
        "            mask_q <= mask;\n"
        "            tag_offset_q <= used_i[SHARED_BITS-1:0];\n"
        "            data_offset_q <= used_i[SHARED_BITS-1:0] + tag_rows;\n"
        "        end\n");
    emit_end(e);
}
