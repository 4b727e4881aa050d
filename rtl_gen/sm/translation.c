/* SPDX-License-Identifier: Apache-2.0 */
/* translation: where a line and its tag are in shared memory. */
#include "rtl_gen/gen/modules.h"

/* What says a line's place, if that is not the lowest bits of its number. */
static void fold(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.6: the exclusive or of all groups of SHARED_BITS + 1 bits of the line's number.\n"
        "    reg [PLACE_BITS-1:0] folded;\n"
        "\n"
        "    always @* begin : hash\n"
        "        integer k;\n"
        "        folded = {PLACE_BITS{1'b0}};\n"
        "        for (k = 0; k < NUMBER_BITS; k = k + 1)\n"
        "            folded[k % (SHARED_BITS + 1)] = folded[k % (SHARED_BITS + 1)] ^ number_i[k];\n"
        "    end\n");
}

void emit_translation(struct emit *e)
{
    int bits = shape_value(e->shape, "SHARED_BITS"), tag_bits = shape_value(e->shape, "ROW_TAG_BITS");
    int number = shape_value(e->shape, "PLACE_BITS") - 1;
    bool folds = has(e, WITH_FOLD);
    const char *place = folds ? "folded" : "number_i";
    char bits_of_row[NAME], row[EXPRESSION], above[EXPRESSION], low[EXPRESSION], purpose[1024];
    snprintf(purpose, sizeof purpose,
        "The lowest bit of a line's number%s is its bank group (G), the next ones, as many as the mask lets through, "
        "its row there (R).%s The tag is in the other group, so that both are read or written in one cycle. A line that "
        "has come finds the place that its MSHR says.\n"
        "CIAO, section IV-B, Fig. 7c (address translation unit). Specification: 7.6, Translation.\n",
        folds ? ", folded," : "",
        folds ? " Folding keeps lines apart whose numbers differ by a power of two." : "");
    emit_module(e, "translation", "where a line and its tag are in shared memory", purpose);
    emit_parameters(e, "%sSHARED_BITS PLACE_BITS ROW_TAG_BITS", folds ? "NUMBER_BITS " : "");
    emit_port_if(e, folds, IN, "number_i", "NUMBER_BITS", "a line's number");
    emit_port_if(e, !folds, IN, "number_i", "PLACE_BITS", "lowest bits of a line's number");
    emit_port(e, IN, "mask_i", "SHARED_BITS", "rows of lines less one");
    emit_port(e, IN, "tag_offset_i", "SHARED_BITS", "first row of tags");
    emit_port(e, IN, "data_offset_i", "SHARED_BITS", "first row of lines");
    emit_port(e, OUT, "group_o", "1", "its bank group");
    emit_port(e, OUT, "row_o", "SHARED_BITS", "its row there, without offset");
    emit_port(e, IN, "come_i", "1", "a line has come; its place:");
    emit_port(e, IN, "come_group_i", "1", "bank group");
    emit_port(e, IN, "come_row_i", "SHARED_BITS", "row there, without offset");
    emit_port(e, OUT, "line_group_o", "1", "of the line that has come, else of the number: bank group");
    emit_port(e, OUT, "line_row_o", "SHARED_BITS", "row there");
    emit_port(e, OUT, "tag_row_o", "SHARED_BITS", "row of its tag, in the other group");
    emit_port_if(e, tag_bits > 0, OUT, "tag_o", "ROW_TAG_BITS", "which tag of that row");
    emit_body(e);
    if (folds)
        fold(e);
    snprintf(bits_of_row, sizeof bits_of_row, "%s[PLACE_BITS-1:1]", place);
    if (number == 0)
        snprintf(row, sizeof row, "%d'd0", bits);
    else
        extend(row, bits_of_row, number, bits);
    if (tag_bits >= bits)
        snprintf(above, sizeof above, "%d'd0", bits);
    else if (tag_bits == 0)
        snprintf(above, sizeof above, "place");
    else
        extend(above, "place[SHARED_BITS-1:ROW_TAG_BITS]", bits - tag_bits, bits);
    emit_format(e,
        "\n"
        "    wire [SHARED_BITS-1:0] row = %s & mask_i;\n"
        "    wire [SHARED_BITS-1:0] place = come_i ? come_row_i : row;\n"
        "\n"
        "    assign group_o = %s[0];\n"
        "    assign row_o = row;\n"
        "    assign line_group_o = come_i ? come_group_i : %s[0];\n"
        "    assign line_row_o = data_offset_i + place;\n"
        "    assign tag_row_o = tag_offset_i + %s;\n",
        row, place, place, above);
    if (tag_bits > bits)
        emit_format(e, "    assign tag_o = %s;\n", extend(low, "place", bits, tag_bits));
    else if (tag_bits > 0)
        emit_text(e, "    assign tag_o = place[ROW_TAG_BITS-1:0];\n");
    emit_end(e);
}
