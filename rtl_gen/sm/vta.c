/* SPDX-License-Identifier: Apache-2.0 */
/* vta: tags of lines that warps have lost. */
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "flush_i", "1", "a kernel starts: the cache is empty");
    emit_port(e, IN, "launch_valid_i", "SUBCORES", "a warp of each sub-core starts:");
    emit_port(e, IN, "launch_warp_i", "SUBCORES*WARP_BITS", "its slot");
    emit_port(e, IN, "evict_i", "1", "a line leaves the cache:");
    emit_port(e, IN, "evict_line_i", "NUMBER_BITS", "its number");
    emit_port(e, IN, "evict_warp_i", "SM_WARP_BITS", "the warp of the SM that brought it");
    emit_port_if(e, has(e, WITH_CIAO), IN, "evict_by_i", "SM_WARP_BITS", "the warp that drives it out");
    emit_port(e, IN, "miss_i", "1", "a load brings a line:");
    emit_port(e, IN, "miss_line_i", "NUMBER_BITS", "its number");
    emit_port(e, IN, "miss_warp_i", "SM_WARP_BITS", "warp of the load");
    emit_port(e, OUT, "hit_o", "1", has(e, WITH_CIAO) ? "that warp had the line, and lost it:" :
              "that warp had the line, and lost it");
    emit_port_if(e, has(e, WITH_CIAO), OUT_REG, "hit_by_o", "SM_WARP_BITS", "to this one");
}

/* The lookup of a miss among the tags of its warp. */
static void lookup(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.2: the tags of the warp that misses, and which of them are of its line.\n"
        "    reg [VICTIMS-1:0] valid, match;\n"
        "    reg [VICTIMS*NUMBER_BITS-1:0] tag;\n"
        "\n"
        "    always @* begin : own_tags\n"
        "        integer i;\n"
        "        valid = {VICTIMS{1'b0}};\n"
        "        tag = {(VICTIMS*NUMBER_BITS){1'b0}};\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1) begin\n"
        "            valid = valid | ({VICTIMS{miss_warp_i == i[SM_WARP_BITS-1:0]}} & valid_q[i*VICTIMS +: VICTIMS]);\n"
        "            tag = tag | ({(VICTIMS*NUMBER_BITS){miss_warp_i == i[SM_WARP_BITS-1:0]}} &\n"
        "                tag_q[i*VICTIMS*NUMBER_BITS +: VICTIMS*NUMBER_BITS]);\n"
        "        end\n"
        "    end\n"
        "\n"
        "    always @* begin : compare\n"
        "        integer k;\n"
        "        for (k = 0; k < VICTIMS; k = k + 1)\n"
        "            match[k] = valid[k] & (tag[k*NUMBER_BITS +: NUMBER_BITS] == miss_line_i);\n"
        "    end\n"
        "\n"
        "    assign hit_o = miss_i & |match;\n");
}

/* Who had driven out the line that is missed. */
static void interfering(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.2: the warp that had driven the line out, of the lowest tag that matches.\n"
        "    wire [VICTIMS-1:0] lowest = match & (~match + 1'b1);\n"
        "    reg [VICTIMS*SM_WARP_BITS-1:0] by;\n"
        "\n"
        "    always @* begin : own_interferers\n"
        "        integer i;\n"
        "        by = {(VICTIMS*SM_WARP_BITS){1'b0}};\n"
        "        for (i = 0; i < SM_WARPS; i = i + 1)\n"
        "            by = by | ({(VICTIMS*SM_WARP_BITS){miss_warp_i == i[SM_WARP_BITS-1:0]}} &\n"
        "                by_q[i*VICTIMS*SM_WARP_BITS +: VICTIMS*SM_WARP_BITS]);\n"
        "    end\n"
        "\n"
        "    always @* begin : interferer\n"
        "        integer k;\n"
        "        hit_by_o = {SM_WARP_BITS{1'b0}};\n"
        "        for (k = 0; k < VICTIMS; k = k + 1)\n"
        "            hit_by_o = hit_by_o | ({SM_WARP_BITS{lowest[k]}} & by[k*SM_WARP_BITS +: SM_WARP_BITS]);\n"
        "    end\n");
}

static void next_state(struct emit *e)
{
    emit_format(e,
        "\n"
        "    genvar i, w, k;\n"
        "    generate\n"
        "        for (i = 0; i < SUBCORES; i = i + 1) begin : g_sub\n"
        "            for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "                localparam [31:0] NUMBER = i*WARPS + w;\n"
        "                wire launch = launch_valid_i[i] & (launch_warp_i[i*WARP_BITS +: WARP_BITS] == w);\n"
        "                wire evict = evict_i & (evict_warp_i == NUMBER[SM_WARP_BITS-1:0]);\n"
        "                wire miss = miss_i & (miss_warp_i == NUMBER[SM_WARP_BITS-1:0]);\n"
        "                wire [VICTIM_BITS-1:0] next = next_q[(i*WARPS + w)*VICTIM_BITS +: VICTIM_BITS];\n"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (rst_i)\n"
        "                        next_q[(i*WARPS + w)*VICTIM_BITS +: VICTIM_BITS] <= {VICTIM_BITS{1'b0}};\n"
        "                    else if (evict)\n"
        "                        next_q[(i*WARPS + w)*VICTIM_BITS +: VICTIM_BITS] <=\n"
        "                            next == LAST ? {VICTIM_BITS{1'b0}} : next + 1'b1;\n"
        "\n"
        "                for (k = 0; k < VICTIMS; k = k + 1) begin : g_tag\n"
        "                    wire written = evict & (next == k);\n"
        "                    wire found = miss & match[k];\n"
        "\n"
        "                    always @(posedge clk_i)\n"
        "                        if (rst_i | flush_i | launch)\n"
        "                            valid_q[(i*WARPS + w)*VICTIMS + k] <= 1'b0;\n"
        "                        else\n"
        "                            valid_q[(i*WARPS + w)*VICTIMS + k] <=\n"
        "                                written | (valid_q[(i*WARPS + w)*VICTIMS + k] & ~found);\n"
        "\n"
        "                    always @(posedge clk_i)\n"
        "                        if (written & ~rst_i)\n"
        "                            tag_q[((i*WARPS + w)*VICTIMS + k)*NUMBER_BITS +: NUMBER_BITS] <= evict_line_i;\n"
        "%s"
        "                end\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        has(e, WITH_CIAO) ?
        "\n"
        "                    always @(posedge clk_i)\n"
        "                        if (written & ~rst_i)\n"
        "                            by_q[((i*WARPS + w)*VICTIMS + k)*SM_WARP_BITS +: SM_WARP_BITS] <= evict_by_i;\n"
        : "");
}

void emit_vta(struct emit *e)
{
    bool ciao = has(e, WITH_CIAO);
    char text[1024];
    snprintf(text, sizeof text,
        "For each warp of the SM the numbers of the last lines that it had brought into the cache and that have left "
        "for others. A warp that misses one of these has lost locality: a hit among the victim tags, which forget "
        "the line.%s\n"
        "%s. Specification: 6.2%s.\n",
        ciao ? " Each tag knows the warp that interfered: the one that drove its line out." : "",
        ciao ? "CIAO, section II-C; CCWS (victim tag array)" : "CCWS (victim tag array)", ciao ? ", 7.2" : "");
    emit_module(e, "vta", "tags of lines that warps have lost", text);
    emit_parameters(e, "SUBCORES WARPS WARP_BITS NUMBER_BITS SM_WARPS SM_WARP_BITS VICTIMS VICTIM_BITS");
    ports(e);
    emit_body(e);
    emit_text(e, "\n    localparam [VICTIM_BITS-1:0] LAST = VICTIMS[VICTIM_BITS-1:0] - 1'b1;\n\n");
    emit_register(e, "valid_q", "SM_WARPS*VICTIMS", true, "the tag is there: bit i*VICTIMS+k, tag k of warp i");
    emit_register(e, "tag_q", "SM_WARPS*VICTIMS*NUMBER_BITS", false, "number of a line");
    if (has(e, WITH_CIAO))
        emit_register(e, "by_q", "SM_WARPS*VICTIMS*SM_WARP_BITS", false, "warp that drove it out");
    emit_register(e, "next_q", "SM_WARPS*VICTIM_BITS", true, "tag that the next line of each warp takes");
    lookup(e);
    if (has(e, WITH_CIAO))
        interfering(e);
    next_state(e);
    emit_end(e);
}
