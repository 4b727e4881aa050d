/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard: registers with a result outstanding, and tags. */
#include "rtl_gen/gen/modules.h"

/* Whether one of a set of registers is a result of the head: those of two rows that results can be in, by column. */
static void result_lookup(struct emit *e, const char *found, const char *set)
{
    emit_format(e,
        "\n"
        "            always @* begin : %s_rows\n"
        "                integer k;\n"
        "                %s_window = {(COLUMNS+3){1'b0}};\n"
        "                for (k = 0; k < REG_ROWS; k = k + 1)\n"
        "                    %s_window = %s_window | ({(COLUMNS+3){row[k]}} &\n"
        "                        {%s[(k + 1) %% REG_ROWS*COLUMNS +: 3], %s[k*COLUMNS +: COLUMNS]});\n"
        "            end\n"
        "\n"
        "            assign %s[w] = |(%s_window & column);\n",
        found, found, found, found, set, set, found, found);
}

/* 3.5: the result registers of every head: which they are, and whether one is pending. */
static void claims(struct emit *e)
{
    bool two = has(e, WITH_TWO_LEVEL);
    int bits = shape_value(e->shape, "REG_BITS"), low = bits / 2 > 2 ? bits / 2 : 2;
    emit_format(e,
        "\n"
        "    // 3.5: result registers, of every head while issue still chooses one. A register's number has a row and a\n"
        "    // column: row of the first result, and columns from there on, which may go on in the next row.\n"
        "    localparam COLUMN_BITS = %d;\n"
        "    localparam COLUMNS = 1 << COLUMN_BITS;\n"
        "    localparam REG_ROW_BITS = REG_BITS - COLUMN_BITS;\n"
        "    localparam REG_ROWS = 1 << REG_ROW_BITS;\n"
        "\n"
        "    wire [WARPS*REGISTERS-1:0] results;\n"
        "    wire [WARPS-1:0] waw;                                // one is pending\n"
        "%s"
        "\n"
        "    genvar w, d;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_results\n"
        "            wire [REG_ROW_BITS-1:0] first_row = head_dst_base_i[w*REG_BITS + COLUMN_BITS +: REG_ROW_BITS];\n"
        "            wire [COLUMN_BITS-1:0] first_column = head_dst_base_i[w*REG_BITS +: COLUMN_BITS];\n"
        "            wire [2:0] count = head_dst_count_i[w*3 +: 3];\n"
        "            reg [REG_ROWS-1:0] row;\n"
        "            reg [COLUMNS+2:0] column;\n"
        "            wire [REGISTERS-1:0] pending = pending_q[w*REGISTERS +: REGISTERS];\n"
        "            reg [COLUMNS+2:0] waw_window;                // of the first row, and the first ones of the next row\n"
        "%s"
        "\n"
        "            always @* begin : decode\n"
        "                integer k, n;\n"
        "                for (k = 0; k < REG_ROWS; k = k + 1)\n"
        "                    row[k] = first_row == k[REG_ROW_BITS-1:0];\n"
        "                column = {(COLUMNS+3){1'b0}};\n"
        "                for (k = 0; k < COLUMNS; k = k + 1)\n"
        "                    for (n = 0; n < 4; n = n + 1)\n"
        "                        column[k + n] = column[k + n] | ((first_column == k[COLUMN_BITS-1:0]) & (count > n[2:0]));\n"
        "            end\n"
        "\n"
        "            for (d = 0; d < REGISTERS; d = d + 1) begin : g_result\n"
        "                if (d %% COLUMNS < 3)\n"
        "                    assign results[w*REGISTERS + d] = (row[d/COLUMNS] & column[d %% COLUMNS]) |\n"
        "                        (row[(d/COLUMNS + REG_ROWS - 1) %% REG_ROWS] & column[COLUMNS + d %% COLUMNS]);\n"
        "                else\n"
        "                    assign results[w*REGISTERS + d] = row[d/COLUMNS] & column[d %% COLUMNS];\n"
        "            end\n",
        low,
        two ? "    wire [WARPS-1:0] long_waw;                           // and comes from far memory\n" : "",
        two ? "            wire [REGISTERS-1:0] distant = pending & long_q[w*REGISTERS +: REGISTERS];\n"
              "            reg [COLUMNS+2:0] long_waw_window;\n" : "");
    result_lookup(e, "waw", "pending");
    if (two)
        result_lookup(e, "long_waw", "distant");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* A source is looked up by row and column, which is smaller, or by one multiplexer, which is faster: in front of the issue
 * stage the lookup is on the longest path. */
static const char *member(const struct emit *e, bool distant)
{
    return has(e, WITH_STAGE) ? distant ? "distant[source]" : "pending[source]"
                              : distant ? "listed(distant, source)" : "listed(pending, source)";
}

static void member_function(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Whether a register is in a set: its row of the set, and of that its column.\n"
        "    function listed;\n"
        "        input [REGISTERS-1:0] set;\n"
        "        input [REG_BITS-1:0] register;\n"
        "        integer k;\n"
        "        reg [COLUMNS-1:0] columns;\n"
        "        begin\n"
        "            columns = {COLUMNS{1'b0}};\n"
        "            for (k = 0; k < REG_ROWS; k = k + 1)\n"
        "                columns = columns | (set[k*COLUMNS +: COLUMNS] &\n"
        "                    {COLUMNS{register[COLUMN_BITS +: REG_ROW_BITS] == k[REG_ROW_BITS-1:0]}});\n"
        "            listed = |(columns & ({{(COLUMNS-1){1'b0}}, 1'b1} << register[COLUMN_BITS-1:0]));\n"
        "        end\n"
        "    endfunction\n");
}

/* 3.5: whether the head waits for a result that comes from far memory. */
static void long_lookup(struct emit *e)
{
    emit_format(e,
        "\n"
        "            // 3.5: the head waits for a result from far memory.\n"
        "            wire [REGISTERS-1:0] distant = pending & long_q[w*REGISTERS +: REGISTERS];\n"
        "            wire [SLOTS-1:0] long_raw;\n"
        "\n"
        "            for (s = 0; s < SLOTS; s = s + 1) begin : g_long_source\n"
        "                wire [REG_BITS-1:0] source = head_src_reg_i[(w*SLOTS + s)*REG_BITS +: REG_BITS];\n"
        "                assign long_raw[s] = head_src_valid_i[w*SLOTS + s] & %s;\n"
        "            end\n"
        "\n"
        "            assign long_o[w] = |long_raw | long_waw[w];\n",
        member(e, true));
}

/* 3.16: whether the head may go to a collector although a source is outstanding: one only, and not a barred one. */
static void early_lookup(struct emit *e)
{
    emit_text(e,
        "\n"
        "            // 3.5, 3.16: several sources are outstanding, or one for which no collector waits.\n"
        "            wire [REGISTERS-1:0] barred = pending & barred_q[w*REGISTERS +: REGISTERS];\n"
        "            wire [SLOTS-1:0] barred_raw;\n"
        "            wire waits = |barred_raw | |(raw & (raw - 1'b1));\n"
        "\n"
        "            for (s = 0; s < SLOTS; s = s + 1) begin : g_barred_source\n"
        "                wire [REG_BITS-1:0] source = head_src_reg_i[(w*SLOTS + s)*REG_BITS +: REG_BITS];\n"
        "                assign barred_raw[s] = head_src_valid_i[w*SLOTS + s] & listed(barred, source);\n"
        "            end\n"
        "\n"
        "            assign outstanding[w*SLOTS +: SLOTS] = raw;\n");
}

/* The slot of the instruction that issues whose source is outstanding. */
static void early_slot(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.16: the outstanding source of the instruction that issues.\n"
        "    assign issue_wait_o = merged_slots(grant_i, outstanding);\n");
}

static void lookup(struct emit *e)
{
    const char *raw = has(e, WITH_ECU) ? "waits" : "|raw";
    if (!has(e, WITH_STAGE))
        member_function(e);
    emit_format(e,
        "\n"
        "    genvar s, p;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_lookup\n"
        "            wire [REGISTERS-1:0] pending = pending_q[w*REGISTERS +: REGISTERS];\n"
        "            wire [SLOTS-1:0] raw;\n"
        "\n"
        "            for (s = 0; s < SLOTS; s = s + 1) begin : g_source\n"
        "                wire [REG_BITS-1:0] source = head_src_reg_i[(w*SLOTS + s)*REG_BITS +: REG_BITS];\n"
        "                assign raw[s] = head_src_valid_i[w*SLOTS + s] & %s;\n"
        "            end\n",
        member(e, false));
    if (has(e, WITH_TWO_LEVEL))
        long_lookup(e);
    if (has(e, WITH_ECU))
        early_lookup(e);
    emit_text(e,
        "\n"
        "            // 3.5, condition 2.\n");
    if (e->config->tags > 0)
        emit_format(e,
            "            wire [TAGS-1:0] tags = tag_q[w*TAGS +: TAGS];\n"
            "            wire [TAGS-1:0] tags_read = head_tag_src_i[w*TAGS +: TAGS];\n"
            "            wire [TAGS-1:0] tags_set = head_tag_dst_i[w*TAGS +: TAGS];\n"
            "\n"
            "            assign blocked_o[w] = %s | waw[w] | |((tags_read | tags_set) & tags);\n"
            "            assign pending_o[w] = |pending | |tags;\n", raw);
    else
        emit_format(e,
            "            assign blocked_o[w] = %s | waw[w];\n"
            "            assign pending_o[w] = |pending;\n", raw);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
    if (has(e, WITH_ECU))
        early_slot(e);
}

static void update(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.9: registers of the accepted results, one-hot by port.\n"
        "    wire [PORTS*REGISTERS-1:0] released;\n"
        "    wire [PORTS*WARPS-1:0] releases;                     // and their warps\n"
        "\n"
        "    function [REGISTERS-1:0] register;\n"
        "        input [REG_BITS-1:0] number;\n"
        "        begin\n"
        "            register = {REGISTERS{1'b0}};\n"
        "            register[number] = 1'b1;\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    function [WARPS-1:0] warp;\n"
        "        input [WARP_BITS-1:0] number;\n"
        "        input accepted;\n"
        "        begin\n"
        "            warp = {WARPS{1'b0}};\n"
        "            warp[number] = accepted;\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    generate\n"
        "        for (p = 0; p < PORTS; p = p + 1) begin : g_released\n"
        "            assign released[p*REGISTERS +: REGISTERS] = register(wb_reg_i[p*REG_BITS +: REG_BITS]);\n"
        "            assign releases[p*WARPS +: WARPS] = warp(wb_warp_i[p*WARP_BITS +: WARP_BITS], accept_i[p]);\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // Registers that a set of ports releases.\n"
        "    function [REGISTERS-1:0] released_by;\n"
        "        input [PORTS-1:0] set;\n"
        "        input [PORTS*REGISTERS-1:0] registers;\n"
        "        integer k;\n"
        "        begin\n"
        "            released_by = {REGISTERS{1'b0}};\n"
        "            for (k = 0; k < PORTS; k = k + 1)\n"
        "                released_by = released_by | (registers[k*REGISTERS +: REGISTERS] & {REGISTERS{set[k]}});\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            wire [PORTS-1:0] set;\n"
        "            wire [REGISTERS-1:0] claimed = results[w*REGISTERS +: REGISTERS] & {REGISTERS{grant_i[w]}};\n"
        "\n"
        "            for (p = 0; p < PORTS; p = p + 1) begin : g_set\n"
        "                assign set[p] = releases[p*WARPS + w];\n"
        "            end\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    pending_q[w*REGISTERS +: REGISTERS] <= {REGISTERS{1'b0}};\n"
        "                else\n"
        "                    pending_q[w*REGISTERS +: REGISTERS] <=\n"
        "                        (pending_q[w*REGISTERS +: REGISTERS] & ~released_by(set, released)) | claimed;\n");
    if (has(e, WITH_TWO_LEVEL))
        emit_text(e,
            "\n"
            "            always @(posedge clk_i)\n"
            "                long_q[w*REGISTERS +: REGISTERS] <=\n"
            "                    (long_q[w*REGISTERS +: REGISTERS] & ~claimed) | (claimed & {REGISTERS{issue_long_i}});\n");
    if (has(e, WITH_ECU))
        emit_text(e,
            "\n"
            "            always @(posedge clk_i)\n"
            "                barred_q[w*REGISTERS +: REGISTERS] <=\n"
            "                    (barred_q[w*REGISTERS +: REGISTERS] & ~claimed) | (claimed & {REGISTERS{bars}});\n");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* 3.9: tags come back by their own port; an instruction that issues sets others. */
static void tags(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.5, 3.9: tags.\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_tags\n"
        "            wire set = grant_i[w];\n"
        "            wire clear = tag_valid_i & (tag_warp_i == w);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    tag_q[w*TAGS +: TAGS] <= {TAGS{1'b0}};\n"
        "                else\n"
        "                    tag_q[w*TAGS +: TAGS] <=\n"
        "                        (tag_q[w*TAGS +: TAGS] & ~(tag_mask_i & {TAGS{clear}})) |\n"
        "                        (head_tag_dst_i[w*TAGS +: TAGS] & {TAGS{set}});\n"
        "        end\n"
        "    endgenerate\n");
}

static const char purpose[] =
    "One bit per register and warp: set when an instruction issues, cleared when its result is accepted. A warp is "
    "blocked while its next instruction reads (RAW) or writes (WAW) such a register.\n"
    "Malekeh relies on the baseline's (section II). Specification: 3.5, 3.9, 3.12.\n";

static const char purpose_with_tags[] =
    "One bit per register and warp: set when an instruction issues, cleared when its result is accepted. A warp is "
    "blocked while its next instruction reads (RAW) or writes (WAW) such a register. Tags are the same for predicates "
    "and uniform registers, which have no other place here; they come back by a port of their own.\n"
    "Malekeh relies on the baseline's (section II). Specification: 3.5, 3.9, 3.12.\n";

void emit_scoreboard(struct emit *e)
{
    emit_module(e, "scoreboard", "registers with a result outstanding",
        e->config->tags > 0 ? purpose_with_tags : purpose);
    emit_parameters(e, "WARPS WARP_BITS %sREGISTERS REG_BITS SLOTS PORTS TAGS", has(e, WITH_ECU) ? "LANES " : "");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "grant_i", "WARPS", "warp that issues, one-hot or zero");
    emit_port_if(e, has(e, WITH_TWO_LEVEL) || has(e, WITH_BARS_FAR), IN, "issue_long_i", "1",
                 "its results come from far memory");
    emit_port_if(e, has(e, WITH_BARS_LOADS), IN, "issue_unit_i", "3", "its unit");
    emit_port_if(e, has(e, WITH_ECU), IN, "issue_mask_i", "LANES", "its active lanes");
    emit_port_if(e, has(e, WITH_ECU), OUT, "issue_wait_o", "SLOTS", "its slot whose source is outstanding");
    emit_port(e, IN, "accept_i", "PORTS", "results accepted");
    emit_port(e, IN, "wb_warp_i", "PORTS*WARP_BITS", "their warps");
    emit_port(e, IN, "wb_reg_i", "PORTS*REG_BITS", "their registers");
    if (e->config->tags > 0) {
        emit_port(e, IN, "tag_valid_i", "1", "tags come back");
        emit_port(e, IN, "tag_warp_i", "WARP_BITS", "their warp");
        emit_port(e, IN, "tag_mask_i", "TAGS", "which");
    }
    emit_port(e, IN, "head_src_valid_i", "WARPS*SLOTS", "each warp's next instruction: slots in use");
    emit_port(e, IN, "head_src_reg_i", "WARPS*SLOTS*REG_BITS", "their registers");
    emit_port(e, IN, "head_dst_count_i", "WARPS*3", "its result registers");
    emit_port(e, IN, "head_dst_base_i", "WARPS*REG_BITS", "the first of them");
    if (e->config->tags > 0) {
        emit_port(e, IN, "head_tag_src_i", "WARPS*TAGS", "tags that it reads");
        emit_port(e, IN, "head_tag_dst_i", "WARPS*TAGS", "tags that it sets pending");
    }
    emit_port(e, OUT, "blocked_o", "WARPS", "the next instruction has to wait");
    emit_port_if(e, has(e, WITH_TWO_LEVEL), OUT, "long_o", "WARPS", "for a result that comes from far memory");
    emit_port(e, OUT, "pending_o", "WARPS", e->config->tags > 0 ? "a result or a tag is outstanding" : "a result is outstanding");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "pending_q", "WARPS*REGISTERS", true, "register r of warp w: bit w*REGISTERS + r");
    if (e->config->tags > 0)
        emit_register(e, "tag_q", "WARPS*TAGS", true, "tag g of warp w: bit w*TAGS + g");
    if (has(e, WITH_TWO_LEVEL))
        emit_register(e, "long_q", "WARPS*REGISTERS", false, "the last writer of register r took it from far memory");
    if (has(e, WITH_ECU)) {
        emit_register(e, "barred_q", "WARPS*REGISTERS", false, "no collector waits for the last writer of register r");
        emit_merge(e, "slots", "WARPS", "SLOTS");
        emit_format(e,
            "\n"
            "    // 3.16: no collector waits for a result that leaves lanes as they are%s.\n"
            "    wire bars = ~&issue_mask_i%s;\n"
            "    wire [WARPS*SLOTS-1:0] outstanding;                  // slots of the heads whose sources are\n",
            has(e, WITH_BARS_LOADS) ? ", nor for a load" : has(e, WITH_BARS_FAR) ? ", nor for far memory" : "",
            has(e, WITH_BARS_LOADS) ? " | (issue_unit_i == 3'd5)" : has(e, WITH_BARS_FAR) ? " | issue_long_i" : "");
    }
    claims(e);
    lookup(e);
    update(e);
    if (e->config->tags > 0)
        tags(e);
    emit_end(e);
}
