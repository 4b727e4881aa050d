/* SPDX-License-Identifier: Apache-2.0 */
/* boc: the window (BOW IV-A): its positions and their slots, and dispatch (3.3, 3.4, 3.5, 3.14). */
#include "boc.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

#include <string.h>

/* The slots of every position. */
static void positions(struct emit *e)
{
    char row[EXPRESSION], count[EXPRESSION];
    bool late = has(e, WITH_LATE);
    emit_format(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_arrives\n"
        "            assign arrives[e] = s_valid_i & (s_index == e);\n"
        "        end\n"
        "\n"
        "        for (p = 0; p < WINDOW; p = p + 1) begin : g_position\n"
        "            wire [2:0] unit = unit_q[p*3 +: 3];\n"
        "            wire [SLOTS-1:0] used = src_valid_q[p*SLOTS +: SLOTS];\n"
        "%s"
        "            wire [SLOTS-1:0] reads_result;\n"
        "\n"
        "            for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
        "                wire [ENTRY_BITS-1:0] index = src_index_q[(p*SLOTS + s)*ENTRY_BITS +: ENTRY_BITS];\n"
        "                wire [REG_BITS-1:0] register = tag_q[index*REG_BITS +: REG_BITS];\n"
        "                wire [REG_BITS-1:0] distance = register - head_dst_base_i;\n"
        "\n"
        "%s%s"
        "                assign reads_result[s] = used[s] & (distance < %s);\n"
        "                assign src_row_o[(p*SLOTS + s)*ROW_BITS +: ROW_BITS] = %s;\n"
        "            end\n"
        "\n"
        "            assign dispatchable[p] =\n"
        "                occupied_q[p] & %s & unit_ready_i[unit];\n"
        "\n"
        "            // 3.5, condition 3 (WAR): a slot names a result of the warp's next instruction.\n"
        "            assign hazard[p] = busy[p] & |reads_result;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    assign occupied_o = |occupied_q;\n"
        "    assign dispatchable_o = |dispatchable;\n"
        "    assign war_o = |hazard;\n"
        "    assign next_o = next_q;\n",
        late ? "" : "            wire [SLOTS-1:0] ready;\n",
        late ? "" : "                assign ready[s] = full_q[index]",
        late ? "" : e->config->forward ? " | (s_valid_i & (s_index == index));\n" : ";\n",
        extend(count, "head_dst_count_i", 3, shape_value(e->shape, "REG_BITS")), row_of(row, e->shape, "register", ""),
        !late ? "((~used | ready) == {SLOTS{1'b1}})"
        : e->config->forward ? "~|(lock_q[p*ENTRIES +: ENTRIES] & ~(full_q | arrives))"
                             : "~|(lock_q[p*ENTRIES +: ENTRIES] & ~full_q)");
}

/* The instruction that dispatches, or would. */
static void instruction(struct emit *e)
{
    char zero[EXPRESSION], all[EXPRESSION], text[EXPRESSION], name[NAME];
    emit_text(e,
        "\n"
        "    // Its metadata and slots.\n"
        "    reg [SLOTS-1:0] out_valid;\n"
        "    reg [SLOTS*ENTRY_BITS-1:0] out_index;\n"
        "\n"
        "    always @* begin : instruction\n"
        "        integer k;\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config))
            emit_format(e, "        %s_o = %s;\n", f->name, copies(zero, "1'b0", f->width));
    emit_text(e,
        "        out_valid = {SLOTS{1'b0}};\n"
        "        out_index = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        for (k = 0; k < WINDOW; k = k + 1) begin\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "%s_q", f->name);
            emit_format(e, "            %s_o = %s_o | (%s & %s);\n", f->name, f->name,
                        copies(all, "chosen[k]", f->width), element(text, name, "k", f->width));
        }
    emit_text(e,
        "            out_valid = out_valid | ({SLOTS{chosen[k]}} & src_valid_q[k*SLOTS +: SLOTS]);\n"
        "            out_index = out_index |\n"
        "                ({(SLOTS*ENTRY_BITS){chosen[k]}} & src_index_q[k*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS]);\n"
        "        end\n"
        "    end\n");
}

static void operands(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // 3.3: its operands: what entries hold goes to every instruction that names it (bypassing).\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_operand\n"
        "            wire [ENTRY_BITS-1:0] index = out_index[s*ENTRY_BITS +: ENTRY_BITS];\n"
        "            wire [VECTOR_BITS-1:0] value = entry_data[index];\n"
        "\n"
        "            always @* begin\n"
        "                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};\n"
        "                if (dispatch_i & out_valid[s])\n"
        "                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = %s;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        e->config->forward ? "full_q[index] ? value : s_data_i" : "value");
}

/* The same for the multiplexers that all BOCs share. */
static void selects(struct emit *e)
{
    bool forward = e->config->forward;
    emit_format(e,
        "\n"
        "    // 3.3: where its operands come from: what entries hold goes to every instruction that names it (bypassing).\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_operand\n"
        "            wire [ENTRY_BITS-1:0] index = out_index[s*ENTRY_BITS +: ENTRY_BITS];\n"
        "\n"
        "            assign select_o[s*ENTRIES +: ENTRIES] = {{(ENTRIES-1){1'b0}}, out_valid[s]%s} << index;\n"
        "%s"
        "        end\n"
        "    endgenerate\n",
        forward ? " & full_q[index]" : "",
        forward ? "            assign forward_o[s] = out_valid[s] & ~full_q[index];\n" : "");
}

/* Entries that cannot be taken. With the stage each position keeps its own as a set, so that none has to be decoded. */
static void locks(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Entries that slots of waiting instructions refer to.\n"
        "    reg [ENTRIES-1:0] locked;\n"
        "\n"
        "    always @* begin : locks\n"
        "        integer k%s;\n"
        "        locked = {ENTRIES{1'b0}};\n"
        "%s"
        "    end\n",
        has(e, WITH_LATE) ? "" : ", j",
        has(e, WITH_LATE)
            ? "        for (k = 0; k < WINDOW; k = k + 1)\n"
              "            locked = locked | (lock_q[k*ENTRIES +: ENTRIES] & {ENTRIES{occupied_q[k]}});\n"
            : "        for (k = 0; k < WINDOW*SLOTS; k = k + 1)\n"
              "            for (j = 0; j < ENTRIES; j = j + 1)\n"
              "                locked[j] = locked[j] | (occupied_q[k/SLOTS] & src_valid_q[k] &\n"
              "                    (src_index_q[k*ENTRY_BITS +: ENTRY_BITS] == j[ENTRY_BITS-1:0]));\n");
}

void boc_window(struct emit *e)
{
    bool reuse = e->config->reuse_on_dispatch, own = has(e, WITH_OWN_MUXES);
    emit_format(e,
        "\n"
        "    // The window (IV-A) ---------------------------------------------------------------------------\n"
        "\n"
        "%s"
        "    wire [SLOTS*ENTRY_BITS-1:0] s_indices = src_index_q[s_pos_i*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS];\n"
        "    wire [ENTRY_BITS-1:0] s_index = s_indices[s_slot_i*ENTRY_BITS +: ENTRY_BITS];\n"
        "    wire [ENTRIES-1:0] arrives;                          // its value, on port S\n"
        "    wire [WINDOW-1:0] dispatchable;\n"
        "    wire [WINDOW-1:0] hazard;\n"
        "\n"
        "    // The oldest position that can dispatch; from position next_q on they are in program order.\n"
        "    wire [WINDOW-1:0] from_oldest = {WINDOW{1'b1}} << next_q;\n"
        "    wire [WINDOW-1:0] turn = |(dispatchable & from_oldest) ? dispatchable & from_oldest : dispatchable;\n"
        "    wire [WINDOW-1:0] chosen = turn & (~turn + 1'b1);\n"
        "    wire [WINDOW-1:0] leaves = chosen & {WINDOW{dispatch_i}};\n"
        "    wire [WINDOW-1:0] busy = occupied_q%s;\n"
        "\n"
        "    genvar e, p, s, l;\n",
        own || has(e, WITH_BACK) ? "    wire [VECTOR_BITS-1:0] entry_data [0:ENTRIES-1];\n" : "",
        reuse ? " & ~leaves" : "");
    positions(e);
    instruction(e);
    if (own)
        operands(e);
    else
        selects(e);
    locks(e);
}

void boc_positions(struct emit *e)
{
    char name[NAME], text[EXPRESSION];
    emit_text(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n"
        "    // Step 1: the positions take turns.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            next_q <= {POS_BITS{1'b0}};\n"
        "        else if (alloc_i)\n"
        "            next_q <= next_q == LAST_POSITION ? {POS_BITS{1'b0}} : next_q + 1'b1;\n"
        "\n"
        "    generate\n"
        "        for (p = 0; p < WINDOW; p = p + 1) begin : g_allocation\n"
        "            wire takes = alloc_i & (next_q == p);\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    occupied_q[p] <= 1'b0;\n"
        "                else if (takes)\n"
        "                    occupied_q[p] <= 1'b1;\n"
        "                else if (leaves[p])\n"
        "                    occupied_q[p] <= 1'b0;\n"
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    src_valid_q[p*SLOTS +: SLOTS] <= {SLOTS{1'b0}};\n"
        "                else if (takes)\n"
        "                    src_valid_q[p*SLOTS +: SLOTS] <= head_src_valid_i;\n"
        "\n");
    if (has(e, WITH_LATE))
        emit_text(e,
            "            always @(posedge clk_i)\n"
            "                if (rst_i)\n"
            "                    lock_q[p*ENTRIES +: ENTRIES] <= {ENTRIES{1'b0}};\n"
            "                else if (takes)\n"
            "                    lock_q[p*ENTRIES +: ENTRIES] <= entry_present | for_source;\n"
            "\n");
    emit_text(e,
        "            always @(posedge clk_i)\n"
        "                if (takes) begin\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "%s_q", f->name);
            emit_format(e, "                    %s <= %s_%s_i;\n", element(text, name, "p", f->width),
                        strcmp(f->name, "iid") == 0 ? "issue" : "head", f->name);
        }
    emit_text(e,
        "                    src_index_q[p*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS] <= index_d;\n"
        "                end\n"
        "        end\n"
        "    endgenerate\n");
}
