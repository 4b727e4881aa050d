/* SPDX-License-Identifier: Apache-2.0 */
/* What a CCU has as the other collectors do; see collector.h. */
#include "collector.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

#include <string.h>

const char *operand_width(const struct emit *e)
{
    return has(e, WITH_UPPER) ? "BEAT_BITS" : "VECTOR_BITS";
}

const char *collector_finishes(const struct emit *e)
{
    return has(e, WITH_UPPER) ? "upper_q" : "dispatch_i";
}

static void issue_ports(struct emit *e)
{
    char name[NAME];
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "issue_%s_i", f->name);
            emit_port(e, IN, name, f->width, f->meaning);
        }
    emit_port(e, IN, "issue_src_valid_i", "SLOTS", "slots in use");
    emit_port(e, IN, "issue_src_reg_i", "SLOTS*REG_BITS", "register of each slot");
    emit_port(e, IN, "issue_first_i", "SLOTS", "no lower slot names the same register");
}

/* Where the operands leave. */
static void operand_ports(struct emit *e)
{
    bool shared = has(e, WITH_SHARED_MUXES), upper = has(e, WITH_UPPER);
    if (upper) {
        emit_port(e, OUT_REG, "operand_o", "SLOTS*BEAT_BITS", "lower lanes of its operands; zero unless it dispatches");
        emit_port(e, OUT, "upper_o", "1", "the upper lanes leave, in the cycle behind dispatch:");
        emit_port(e, OUT_REG, "upper_operand_o", "SLOTS*BEAT_BITS", "upper lanes of its operands, else zero");
    }
    emit_port_if(e, !shared && !upper, OUT_REG, "operand_o", "SLOTS*VECTOR_BITS",
                 "operands; zero unless it dispatches");
    emit_port_if(e, shared, OUT, "entry_o", "ENTRIES*VECTOR_BITS", "values of the entries");
    emit_port_if(e, shared, OUT, "select_o", "SLOTS*ENTRIES", "entry of each slot, one-hot, or zero");
    emit_port_if(e, shared && e->config->forward, OUT, "forward_o", "SLOTS", "slots that take the value on port S");
}

void collector_ports(struct emit *e)
{
    char name[NAME];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "alloc_i", "1", "takes the instruction that issues:");
    issue_ports(e);
    emit_port(e, OUT, "need_o", "SLOTS", "its slots to be read from the banks");
    emit_port(e, IN, "s_valid_i", "1", "port S: a value arrives");
    emit_port(e, IN, "s_slot_i", "SLOT_BITS", "the slot that asked for it");
    emit_port(e, IN, "s_data_i", "VECTOR_BITS", "the value");
    emit_port(e, OUT, "dispatchable_o", "1", "all operands are ready");
    emit_port(e, IN, "dispatch_i", "1", "the instruction dispatches in this cycle");
    emit_port(e, OUT, "occupied_o", "1", "holds an instruction:");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "%s_o", f->name);
            emit_port(e, OUT, name, f->width, f->meaning);
        }
    operand_ports(e);
    emit_port(e, OUT, "src_row_o", "SLOTS*ROW_BITS", "each slot's row among those of its warp");
    emit_port_if(e, has(e, WITH_WAR), IN, "head_dst_count_i", "WARPS*3", "each warp's next instruction: results");
    emit_port_if(e, has(e, WITH_WAR), IN, "head_dst_base_i", "WARPS*REG_BITS", "the first of them");
    emit_port_if(e, has(e, WITH_WAR), OUT, "war_o", "1", "a slot names a result of this warp's next one");
}

/* A CCU compares its warp with that of others when it has never had one. */
static bool has_reset(const struct field *f)
{
    return strcmp(f->name, "warp") == 0;
}

void collector_metadata(struct emit *e)
{
    char name[NAME];
    emit_register(e, "occupied_q", "1", true, "an instruction waits for operands or dispatch");
    if (has(e, WITH_UPPER))
        emit_register(e, "upper_q", "1", true, "its lower lanes have left, its upper ones leave");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "%s_q", f->name);
            emit_register(e, name, f->width, has_reset(f), f->meaning);
        }
}

void collector_metadata_text(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Metadata.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            occupied_q <= 1'b0;\n"
        "        else if (alloc_i)\n"
        "            occupied_q <= 1'b1;\n"
        "        else if (%s)\n"
        "            occupied_q <= 1'b0;\n",
        collector_finishes(e));
    if (has(e, WITH_UPPER))
        emit_text(e,
            "\n"
            "    // 3.4: the upper lanes leave in the cycle behind dispatch, and the collector finishes.\n"
            "    always @(posedge clk_i)\n"
            "        if (rst_i)\n"
            "            upper_q <= 1'b0;\n"
            "        else\n"
            "            upper_q <= dispatch_i;\n"
            "\n"
            "    assign upper_o = upper_q;\n");
    emit_text(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i) begin\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config) && !has_reset(f))
            emit_format(e, "            %s_q <= issue_%s_i;\n", f->name, f->name);
    emit_text(e,
        "        end\n");
    emit_text(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            warp_q <= {WARP_BITS{1'b0}};\n"
        "        else if (alloc_i)\n"
        "            warp_q <= issue_warp_i;\n"
        "\n"
        "    assign occupied_o = occupied_q;\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config))
            emit_format(e, "    assign %s_o = %s_q;\n", f->name, f->name);
}

void collector_hazard(struct emit *e, const char *valid)
{
    if (!has(e, WITH_WAR))
        return;
    emit_format(e,
        "\n"
        "    // 3.5, condition 3 (WAR): a slot names a result of the next instruction of this warp. That one is known late:\n"
        "    // it is compared with the registers from which on d of its results are below that of the slot.\n"
        "    reg [3:0] head_has;                                  // it has more than d results\n"
        "    reg [REG_BITS-1:0] head_base;\n"
        "    wire [SLOTS-1:0] reads_result;\n"
        "\n"
        "    always @* begin : own_results\n"
        "        integer k, n;\n"
        "        head_has = 4'd0;\n"
        "        head_base = {REG_BITS{1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1) begin\n"
        "            for (n = 0; n < 4; n = n + 1)\n"
        "                head_has[n] = head_has[n] |\n"
        "                    ((warp_q == k[WARP_BITS-1:0]) & (head_dst_count_i[k*3 +: 3] > n[2:0]));\n"
        "            if (warp_q == k[WARP_BITS-1:0])\n"
        "                head_base = head_base | head_dst_base_i[k*REG_BITS +: REG_BITS];\n"
        "        end\n"
        "    end\n"
        "\n"
        "    genvar d;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_war\n"
        "            wire [3:0] result;\n"
        "\n"
        "            for (d = 0; d < 4; d = d + 1) begin : g_result\n"
        "                wire [REG_BITS-1:0] base = d == 0 ? slot_reg[s*REG_BITS +: REG_BITS]\n"
        "                                                  : slot_reg[s*REG_BITS +: REG_BITS] - d;\n"
        "                assign result[d] = head_has[d] & (head_base == base);\n"
        "            end\n"
        "\n"
        "            assign reads_result[s] = %s[s] & |result;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    assign war_o = |reads_result;\n",
        valid);
}

void collector_encode(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Number of the entry in a set of one; 0 for none.\n"
        "    function [ENTRY_BITS-1:0] encode;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k;\n"
        "        begin\n"
        "            encode = {ENTRY_BITS{1'b0}};\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                encode = encode | ({ENTRY_BITS{set[k]}} & k[ENTRY_BITS-1:0]);\n"
        "        end\n"
        "    endfunction\n");
}
