/* SPDX-License-Identifier: Apache-2.0 */
/* l1d_lookup: where a line is in the cache, or goes. */
#include "rtl_gen/gen/modules.h"

/* The set of the line, as a number and one-hot. */
static void set(struct emit *e)
{
    char wide[EXPRESSION];
    int bits = shape_value(e->shape, "L1D_SET_BITS"), index_bits = shape_value(e->shape, "INDEX_BITS");
    if (bits == 0) {
        emit_text(e,
            "\n"
            "    // There is one set.\n"
            "    wire [INDEX_BITS-1:0] base = {INDEX_BITS{1'b0}};\n"
            "\n"
            "    assign set_o = 1'b1;\n");
        return;
    }
    if (e->config->l1d_hash == L1D_HASH_XOR)
        emit_text(e,
            "\n"
            "    // 5.4: the set, the exclusive or of all groups of L1D_SET_BITS bits of the line's number.\n"
            "    reg [L1D_SET_BITS-1:0] set;\n"
            "\n"
            "    always @* begin : hash\n"
            "        integer k;\n"
            "        set = {L1D_SET_BITS{1'b0}};\n"
            "        for (k = 0; k < NUMBER_BITS; k = k + 1)\n"
            "            set[k % L1D_SET_BITS] = set[k % L1D_SET_BITS] ^ line_i[k];\n"
            "    end\n");
    else
        emit_text(e,
            "\n"
            "    // 5.4: the set, the lowest bits of the line's number.\n"
            "    wire [L1D_SET_BITS-1:0] set = line_i[L1D_SET_BITS-1:0];\n");
    emit_format(e,
        "    wire [INDEX_BITS-1:0] base = %s * L1D_WAYS[INDEX_BITS-1:0];\n"
        "\n"
        "    genvar s;\n"
        "    generate\n"
        "        for (s = 0; s < L1D_SETS; s = s + 1) begin : g_set\n"
        "            assign set_o[s] = set == s;\n"
        "        end\n"
        "    endgenerate\n",
        extend(wide, "set", bits, index_bits));
}

/* What the ways of the set hold. */
static void ways_of_set(struct emit *e)
{
    bool order = has(e, WITH_L1D_ORDER), warps = has(e, WITH_VTA);
    emit_format(e,
        "\n"
        "    // Its ways.\n"
        "    reg [L1D_WAYS-1:0] valid, waits, dirty;\n"
        "    reg [L1D_WAYS*NUMBER_BITS-1:0] tag;\n"
        "%s%s"
        "\n"
        "    always @* begin : ways\n"
        "        integer z;\n"
        "        valid = {L1D_WAYS{1'b0}};\n"
        "        waits = {L1D_WAYS{1'b0}};\n"
        "        dirty = {L1D_WAYS{1'b0}};\n"
        "        tag = {(L1D_WAYS*NUMBER_BITS){1'b0}};\n"
        "%s%s"
        "        for (z = 0; z < L1D_SETS; z = z + 1) begin\n"
        "            valid = valid | ({L1D_WAYS{set_o[z]}} & valid_i[z*L1D_WAYS +: L1D_WAYS]);\n"
        "            waits = waits | ({L1D_WAYS{set_o[z]}} & wait_i[z*L1D_WAYS +: L1D_WAYS]);\n"
        "            dirty = dirty | ({L1D_WAYS{set_o[z]}} & dirty_i[z*L1D_WAYS +: L1D_WAYS]);\n"
        "            tag = tag | ({(L1D_WAYS*NUMBER_BITS){set_o[z]}} &\n"
        "                tag_i[z*L1D_WAYS*NUMBER_BITS +: L1D_WAYS*NUMBER_BITS]);\n"
        "%s%s"
        "        end\n"
        "    end\n",
        order ? "    reg [L1D_PAIRS-1:0] older;\n" : "",
        warps ? "    reg [L1D_WAYS*SM_WARP_BITS-1:0] warp;\n" : "",
        order ? "        older = {L1D_PAIRS{1'b0}};\n" : "",
        warps ? "        warp = {(L1D_WAYS*SM_WARP_BITS){1'b0}};\n" : "",
        order ? "            older = older | ({L1D_PAIRS{set_o[z]}} & older_i[z*L1D_PAIRS +: L1D_PAIRS]);\n" : "",
        warps ? "            warp = warp | ({(L1D_WAYS*SM_WARP_BITS){set_o[z]}} &\n"
                "                warp_i[z*L1D_WAYS*SM_WARP_BITS +: L1D_WAYS*SM_WARP_BITS]);\n" : "");
}

/* The place of a miss where a set has several ways. */
static void oldest(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The place of a miss: the lowest way that is free, else the one that was used longest ago.\n"
        "    wire [L1D_WAYS-1:0] unused = ~valid & ~waits;\n"
        "    wire [L1D_WAYS-1:0] lowest = unused & (~unused + 1'b1);\n"
        "    wire [L1D_WAYS*L1D_WAYS-1:0] sooner;                 // bit i*L1D_WAYS+j: way i before way j\n"
        "    wire [L1D_WAYS-1:0] oldest;\n"
        "\n"
        "    genvar i, j;\n"
        "    generate\n"
        "        for (i = 0; i < L1D_WAYS; i = i + 1) begin : g_way\n"
        "            for (j = 0; j < L1D_WAYS; j = j + 1) begin : g_other\n"
        "                if (i < j) begin : g_behind\n"
        "                    assign sooner[i*L1D_WAYS + j] = older[i*(2*L1D_WAYS - i - 1)/2 + (j - i - 1)];\n"
        "                end else if (i > j) begin : g_ahead\n"
        "                    assign sooner[i*L1D_WAYS + j] = ~older[j*(2*L1D_WAYS - j - 1)/2 + (i - j - 1)];\n"
        "                end else begin : g_self\n"
        "                    assign sooner[i*L1D_WAYS + j] = 1'b1;\n"
        "                end\n"
        "            end\n"
        "\n"
        "            assign oldest[i] = ~waits[i] & &(sooner[i*L1D_WAYS +: L1D_WAYS] | waits);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    wire [L1D_WAYS-1:0] place = |unused ? lowest : oldest;\n");
}

void emit_l1d_lookup(struct emit *e)
{
    bool order = has(e, WITH_L1D_ORDER), warps = has(e, WITH_VTA);
    emit_module(e, "l1d_lookup", "where a line is in the cache, or goes",
        "The set of a line, the way that has it or waits for it, and the way that it takes if none has. Nothing here "
        "waits for what is to be done with the line.\n"
        "CIAO, sections II-A and V-A (set index, LRU). Specification: 5.4.\n");
    emit_parameters(e, "NUMBER_BITS L1D_SETS L1D_SET_BITS L1D_WAYS L1D_PAIRS LINES INDEX_BITS%s",
                    warps ? " SM_WARP_BITS" : "");
    emit_port(e, IN, "line_i", "NUMBER_BITS", "number of the line");
    emit_port(e, IN, "valid_i", "LINES", "lines that are there");
    emit_port(e, IN, "wait_i", "LINES", "on their way");
    emit_port(e, IN, "dirty_i", "LINES", "not in memory below");
    emit_port(e, IN, "tag_i", "LINES*NUMBER_BITS", "their numbers");
    emit_port_if(e, order, IN, "older_i", "L1D_SETS*L1D_PAIRS", "order of use of the ways of each set");
    emit_port_if(e, warps, IN, "warp_i", "LINES*SM_WARP_BITS", "warps that brought them");
    emit_port(e, OUT, "set_o", "L1D_SETS", "set of the line, one-hot");
    emit_port(e, OUT, "hit_o", "L1D_WAYS", "way that has it, one-hot or zero");
    emit_port(e, OUT, "under_way_o", "L1D_WAYS", "way that waits for it, one-hot or zero");
    emit_port(e, OUT, "place_o", "L1D_WAYS", "way that a miss takes, one-hot or zero");
    emit_port(e, OUT, "place_dirty_o", "1", "it holds a dirty line:");
    emit_port(e, OUT_REG, "place_line_o", "NUMBER_BITS", warps ? "number of its line" : "its number");
    emit_port_if(e, warps, OUT, "place_valid_o", "1", "it holds a line:");
    emit_port_if(e, warps, OUT_REG, "place_warp_o", "SM_WARP_BITS", "the warp that brought it");
    emit_port(e, OUT_REG, "row_o", "INDEX_BITS", "row of the way that has the line, else of the place");
    emit_body(e);
    set(e);
    ways_of_set(e);
    emit_text(e,
        "\n"
        "    // Where the line is.\n"
        "    reg [L1D_WAYS-1:0] same;\n"
        "\n"
        "    always @* begin : compare\n"
        "        integer k;\n"
        "        for (k = 0; k < L1D_WAYS; k = k + 1)\n"
        "            same[k] = tag[k*NUMBER_BITS +: NUMBER_BITS] == line_i;\n"
        "    end\n"
        "\n"
        "    wire [L1D_WAYS-1:0] hit = valid & same;\n");
    if (order)
        oldest(e);
    else
        emit_text(e,
            "\n"
            "    // The place of a miss: the only way, unless it waits for a line.\n"
            "    wire [L1D_WAYS-1:0] place = ~waits;\n");
    emit_text(e,
        "\n"
        "    assign hit_o = hit;\n"
        "    assign under_way_o = waits & same;\n"
        "    assign place_o = place;\n"
        "    assign place_dirty_o = |(place & dirty);\n");
    if (warps)
        emit_text(e,
            "    assign place_valid_o = |(place & valid);\n"
            "\n"
            "    always @* begin : place_warp\n"
            "        integer k;\n"
            "        place_warp_o = {SM_WARP_BITS{1'b0}};\n"
            "        for (k = 0; k < L1D_WAYS; k = k + 1)\n"
            "            place_warp_o = place_warp_o |\n"
            "                ({SM_WARP_BITS{place[k]}} & warp[k*SM_WARP_BITS +: SM_WARP_BITS]);\n"
            "    end\n");
    emit_text(e,
        "\n"
        "    always @* begin : place_line\n"
        "        integer k;\n"
        "        place_line_o = {NUMBER_BITS{1'b0}};\n"
        "        for (k = 0; k < L1D_WAYS; k = k + 1)\n"
        "            place_line_o = place_line_o | ({NUMBER_BITS{place[k]}} & tag[k*NUMBER_BITS +: NUMBER_BITS]);\n"
        "    end\n"
        "\n"
        "    // The number of the row: the rows of a set lie behind each other.\n"
        "    wire [L1D_WAYS-1:0] way = hit | (place & {L1D_WAYS{~|hit}});\n"
        "\n"
        "    always @* begin : row\n"
        "        integer k;\n"
        "        row_o = {INDEX_BITS{1'b0}};\n"
        "        for (k = 0; k < L1D_WAYS; k = k + 1)\n"
        "            row_o = row_o | ({INDEX_BITS{way[k]}} & (base + k[INDEX_BITS-1:0]));\n"
        "    end\n");
    emit_end(e);
}
