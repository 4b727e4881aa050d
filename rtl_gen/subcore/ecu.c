/* SPDX-License-Identifier: Apache-2.0 */
/* ecu: early collector unit, a collector that an instruction enters although one of its sources is outstanding. */
#include "collector.h"
#include "rtl_gen/gen/modules.h"
#include "slots.h"

static const char purpose[] =
    "Buffers the source operands of one instruction. One of them may be outstanding when the instruction enters: the "
    "collector takes that one as a result on its way to its bank, from the cycle of the allocation on, and asks the banks "
    "for every other distinct source. All lanes of such a result are written (the scoreboard bars others).\n"
    "Malekeh, section II (baseline); Triple-A (early allocation, forwarding). Specification: 3.3, 3.5, 3.6, 3.8, 3.16.\n";

static void ports(struct emit *e)
{
    emit_port(e, IN, "issue_wait_i", "SLOTS", "the slot whose value is outstanding, one-hot or zero");
    emit_port(e, IN, "wr_valid_i", "BANKS", "results on their way to banks:");
    emit_port(e, IN, "wr_warp_i", "BANKS*WARP_BITS", "their warps");
    emit_port(e, IN, "wr_reg_i", "BANKS*REG_BITS", "their registers");
    emit_port(e, IN, "wr_data_i", "BANKS*VECTOR_BITS", "their values");
}

/* The result that it waits for. */
static void match(struct emit *e)
{
    emit_merge(e, "reg", "SLOTS", "REG_BITS");
    emit_merge(e, "result", "BANKS", "VECTOR_BITS");
    emit_text(e,
        "\n"
        "    // 3.16: the slot that waits for a result, from the allocation on, and its register.\n"
        "    wire [SLOTS-1:0] waits = alloc_i ? issue_wait_i : src_wait_q;\n"
        "    wire [WARP_BITS-1:0] warp = alloc_i ? issue_warp_i : warp_q;\n"
        "    wire [REG_BITS-1:0] register = merged_reg(waits, alloc_i ? issue_src_reg_i : src_reg_q);\n"
        "    wire [BANKS-1:0] match;                              // the bank that the result goes to, one-hot or zero\n"
        "    wire [SLOTS-1:0] takes = waits & {SLOTS{|match}};\n"
        "    wire [VECTOR_BITS-1:0] value = merged_result(match, wr_data_i);\n"
        "\n"
        "    genvar b;\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_match\n"
        "            assign match[b] = wr_valid_i[b] & (wr_warp_i[b*WARP_BITS +: WARP_BITS] == warp) &\n"
        "                              (wr_reg_i[b*REG_BITS +: REG_BITS] == register);\n"
        "        end\n"
        "    endgenerate\n");
}

/* What a slot takes: in the loop over the slots. A result comes for a new instruction, port S serves the one before. */
static void data(struct emit *e)
{
    emit_text(e,
        "            always @(posedge clk_i)\n"
        "                if (takes[s])\n"
        "                    data_q <= value;\n"
        "                else if (arrives[s])\n"
        "                    data_q <= s_data_i;\n");
}

static void allocation(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.6, 3.16: allocation.\n"
        "    assign need_o = issue_first_i & ~issue_wait_i & {SLOTS{alloc_i}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            src_valid_q <= {SLOTS{1'b0}};\n"
        "            src_ready_q <= {SLOTS{1'b0}};\n"
        "            src_wait_q <= {SLOTS{1'b0}};\n"
        "        end else begin\n"
        "            if (alloc_i)\n"
        "                src_valid_q <= issue_src_valid_i;\n"
        "            src_ready_q <= alloc_i ? takes : src_ready_q | arrives | takes;\n"
        "            src_wait_q <= waits & ~takes;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            src_reg_q <= issue_src_reg_i;\n");
}

void emit_ecu(struct emit *e)
{
    emit_module(e, "ecu", "early collector unit", purpose);
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS BEAT_BITS REG_BITS IID_BITS BANKS ROW_BITS SLOTS SLOT_BITS "
                       "PAYLOAD_BITS");
    collector_ports(e);
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    collector_metadata(e);
    slots_registers(e);
    emit_register(e, "src_wait_q", "SLOTS", true, "slot s waits for a result, one-hot or zero");
    match(e);
    slots_text(e, data);
    allocation(e);
    collector_metadata_text(e);
    collector_hazard(e, "src_valid_q");
    emit_end(e);
}
