/* SPDX-License-Identifier: Apache-2.0 */
/* shared_cache: shared memory as a cache. */
#include "rtl_gen/gen/instance.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts:");
    emit_port(e, IN, "used_i", "USED_BITS", "rows that its blocks may hold");
    emit_port(e, OUT, "on_o", "1", "the rest is a cache");
    emit_port(e, OUT, "clear_o", "1", "its tags are being cleared");
    emit_port(e, IN, "access_line_i", "NUMBER_BITS", "an access: number of its line");
    emit_port(e, IN, "access_be_i", "LINE_BYTES", "bytes that it writes");
    emit_port(e, IN, "access_data_i", "LINE_BITS", "and with what");
    emit_port(e, OUT, "group_o", "1", "place of the line: bank group");
    emit_port(e, OUT, "row_o", "SHARED_BITS", "row there, without offset");
    emit_port(e, IN, "probe_i", "1", "line and tag of the place are read");
    emit_port(e, IN, "write_i", "1", "bytes of the line are written");
    emit_port(e, IN, "drop_i", "1", "its tag becomes zero");
    emit_port(e, OUT, "hit_o", "1", "in the cycle after a probe: the line is there");
    emit_port(e, OUT, "valid_o", "1", "or another one is:");
    emit_port(e, OUT, "line_o", "NUMBER_BITS", "its number");
    emit_port(e, OUT, "warp_o", "SM_WARP_BITS", "the warp that brought it");
    emit_port(e, IN, "come_i", "1", "a line has come, nothing is accessed; its place:");
    emit_port(e, IN, "come_group_i", "1", "bank group");
    emit_port(e, IN, "come_row_i", "SHARED_BITS", "row there, without offset");
    emit_port(e, IN, "come_line_i", "NUMBER_BITS", "its number");
    emit_port(e, IN, "come_warp_i", "SM_WARP_BITS", "the warp that brings it");
    emit_port(e, IN, "come_data_i", "LINE_BITS", "its bytes");
    emit_port(e, IN, "fill_i", "1", "it is written, with its tag");
    emit_port(e, IN, "read_group_i", "1", "bank group whose line is wanted:");
    emit_port(e, OUT, "data_o", "LINE_BITS", "the row that it has read last");
}

static void unused_space(struct emit *e)
{
    emit_text(e, "\n    // The unused space, and where lines and tags are in it.\n");
    wire(e, "fits", "1");
    wire(e, "mask", "SHARED_BITS");
    wire(e, "tag_offset", "SHARED_BITS");
    wire(e, "data_offset", "SHARED_BITS");
    wire(e, "line_group", "1");
    wire(e, "line_row", "SHARED_BITS");
    wire(e, "tag_row", "SHARED_BITS");
    wire_if(e, shape_value(e->shape, "ROW_TAG_BITS") > 0, "tag_place", "ROW_TAG_BITS");
    struct instance i = instance_begin(e, "smmt", "u_smmt", "", 1);
    top_pins(&i, "clk_i rst_i flush_i used_i");
    pins(&i, "fits_o");
    top_pins(&i, "on_o");
    pins(&i, "mask_o tag_offset_o data_offset_o");
    instance_end(&i);

    i = instance_begin(e, "translation", "u_translation", "", 1);
    pin(&i, "number_i", has(e, WITH_FOLD) ? "access_line_i" : "access_line_i[PLACE_BITS-1:0]");
    pins(&i, "mask_i tag_offset_i data_offset_i");
    top_pins(&i, "group_o row_o come_i come_group_i come_row_i");
    pins(&i, "line_group_o line_row_o tag_row_o");
    if (shape_value(e->shape, "ROW_TAG_BITS") > 0)
        pin(&i, "tag_o", "tag_place");
    instance_end(&i);
}

static void clearing(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.6: the tags are cleared, a row in each cycle.\n"
        "    wire [SHARED_BITS-1:0] next_row = clear_row_q + 1'b1;\n"
        "    wire cleared = next_row == data_offset;\n"
        "\n"
        "    assign clear_o = clear_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            clear_q <= 1'b0;\n"
        "        else if (flush_i)\n"
        "            clear_q <= fits;\n"
        "        else if (cleared)\n"
        "            clear_q <= 1'b0;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (flush_i & fits & ~rst_i)\n"
        "            clear_row_q <= used_i[SHARED_BITS-1:0];\n"
        "        else if (clear_q & ~cleared & ~flush_i & ~rst_i)\n"
        "            clear_row_q <= next_row;\n");
}

/* What is written: a tag, in its place of a row. */
static void tags(struct emit *e)
{
    int bits = shape_value(e->shape, "TAG_BITS"), line = shape_value(e->shape, "NUMBER_BITS");
    int warp = shape_value(e->shape, "SM_WARP_BITS"), gap = bits - 1 - warp - line;
    bool several = shape_value(e->shape, "ROW_TAG_BITS") > 0;
    char zeros[EXPRESSION] = "";
    if (gap > 0)
        snprintf(zeros, sizeof zeros, "%d'd0, ", gap);
    emit_format(e,
        "\n"
        "    // 7.6: a tag is valid, warp and number; a row holds the tags of ROW_TAGS lines.\n"
        "    wire [TAG_BITS-1:0] come_tag = {1'b1, %scome_warp_i, come_line_i};\n"
        "    wire [LINE_BITS-1:0] tag_data = {ROW_TAGS{come_tag & {TAG_BITS{come_i}}}};\n"
        "    wire [LINE_BYTES-1:0] tag_be = %s;\n",
        zeros, several ? "{{(LINE_BYTES-TAG_BITS/8){1'b0}}, {(TAG_BITS/8){1'b1}}} << (tag_place*(TAG_BITS/8))" :
        "{LINE_BYTES{1'b1}}");
    emit_format(e,
        "\n"
        "    // The tag that was read: of the place of the access, in the other group than its line.\n"
        "    wire [2*LINE_BITS-1:0] rdata;\n"
        "    wire [LINE_BITS-1:0] tags = group_o ? rdata[0 +: LINE_BITS] : rdata[LINE_BITS +: LINE_BITS];\n"
        "    wire [TAG_BITS-1:0] tag = %s;\n",
        several ? "tags[tag_place*TAG_BITS +: TAG_BITS]" : "tags");
    if (gap > 0)
        emit_format(e, "    wire [%d:0] unused_zeros = tag[%d:%d];\n", gap - 1, bits - 2, line + warp);
    emit_text(e,
        "\n"
        "    assign valid_o = tag[TAG_BITS-1];\n"
        "    assign warp_o = tag[NUMBER_BITS +: SM_WARP_BITS];\n"
        "    assign line_o = tag[NUMBER_BITS-1:0];\n"
        "    assign hit_o = tag[TAG_BITS-1] & (tag[NUMBER_BITS-1:0] == access_line_i);\n"
        "    assign data_o = read_group_i ? rdata[LINE_BITS +: LINE_BITS] : rdata[0 +: LINE_BITS];\n");
}

static void groups(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The bank groups: one has the line, the other one its tag.\n"
        "    genvar g;\n"
        "    generate\n"
        "        for (g = 0; g < 2; g = g + 1) begin : g_group\n"
        "            wire has_line = line_group == g;\n"
        "            wire [SHARED_BITS-1:0] row = clear_q ? clear_row_q : has_line ? line_row : tag_row;\n"
        "            wire [LINE_BYTES-1:0] be = {LINE_BYTES{clear_q}} |\n"
        "                (has_line ? access_be_i | {LINE_BYTES{come_i}} : tag_be);\n"
        "            wire [LINE_BITS-1:0] data = {LINE_BITS{~clear_q}} &\n"
        "                (~has_line ? tag_data : come_i ? come_data_i : access_data_i);\n"
        "            wire write = clear_q | fill_i | (has_line ? write_i : drop_i);\n"
        "\n"
        "            sram_1rw_be #(.LINES(SHARED_ROWS), .INDEX_BITS(SHARED_BITS)) u_array (\n"
        "                .clk_i(clk_i),\n"
        "                .read_i(probe_i & ~rst_i),\n"
        "                .write_i(write & ~rst_i),\n"
        "                .row_i(row),\n"
        "                .be_i(be),\n"
        "                .wdata_i(data),\n"
        "                .rdata_o(rdata[g*LINE_BITS +: LINE_BITS])\n"
        "            );\n"
        "        end\n"
        "    endgenerate\n");
}

void emit_shared_cache(struct emit *e)
{
    emit_module(e, "shared_cache", "shared memory as a cache",
        "Two bank groups of shared memory. What the blocks of a kernel leave unused is a direct-mapped cache: a row of "
        "one group holds a line, one of the other group the tags of many. The programs' own accesses are not here.\n"
        "CIAO, sections III-B and IV-B, Fig. 7. Specification: 7.6.\n");
    emit_parameters(e, "NUMBER_BITS LINE_BYTES LINE_BITS SM_WARP_BITS SHARED_ROWS SHARED_BITS USED_BITS%s "
                       "TAG_BITS ROW_TAGS ROW_TAG_BITS", has(e, WITH_FOLD) ? "" : " PLACE_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "clear_q", "1", true, "tags are being cleared");
    emit_register(e, "clear_row_q", "SHARED_BITS", false, "in this row");
    unused_space(e);
    clearing(e);
    tags(e);
    groups(e);
    emit_end(e);
}
