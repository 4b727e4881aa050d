/* SPDX-License-Identifier: Apache-2.0 */
/* ocu: operand collector unit, the baseline. */
#include "collector.h"
#include "rtl_gen/gen/modules.h"
#include "ocu_rfc.h"
#include "slots.h"

/* What a slot takes: in the loop over the slots. */
static void slot_data(struct emit *e)
{
    if (has(e, WITH_RFC))
        ocu_rfc_data(e);
    else
        emit_text(e,
            "            always @(posedge clk_i)\n"
            "                if (arrives[s])\n"
            "                    data_q <= s_data_i;\n");
}

static const char baseline_purpose[] =
    "Buffers the source operands of one instruction. On allocation it asks the banks for every distinct "
    "source; a slot is ready when its value has arrived on port S; with all slots ready the instruction "
    "can dispatch.\n"
    "Malekeh, section II (baseline). Specification: 3.3, 3.5, 3.6, 3.8.\n";

static const char rfc_purpose[] =
    "Buffers the source operands of one instruction. On allocation it takes what the register cache of the warp has, and "
    "asks the banks for every other distinct source; a slot is ready when its value has arrived on port S; with all "
    "slots ready the instruction can dispatch.\n"
    "Malekeh, section II (baseline); RFC-sim, section V-B. Specification: 3.3, 3.5, 3.6, 3.8, 3.15.\n";

void emit_ocu(struct emit *e)
{
    bool rfc = has(e, WITH_RFC);
    emit_module(e, "ocu", "operand collector unit", rfc ? rfc_purpose : baseline_purpose);
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS BEAT_BITS REG_BITS IID_BITS ROW_BITS SLOTS SLOT_BITS "
                       "PAYLOAD_BITS%s", rfc ? " SET_BITS" : "");
    collector_ports(e);
    if (rfc)
        ocu_rfc_ports(e);
    emit_body(e);
    emit_text(e, "\n");
    collector_metadata(e);
    slots_registers(e);
    if (rfc)
        ocu_rfc_registers(e);
    slots_text(e, slot_data);
    emit_format(e,
        "\n"
        "    // 3.6: allocation.\n"
        "    assign need_o = issue_first_i%s & {SLOTS{alloc_i}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            src_valid_q <= {SLOTS{1'b0}};\n"
        "            src_ready_q <= {SLOTS{1'b0}};\n"
        "        end else if (alloc_i) begin\n"
        "            src_valid_q <= issue_src_valid_i;\n"
        "            src_ready_q <= %s;\n"
        "        end else\n"
        "            src_ready_q <= src_ready_q | arrives;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            src_reg_q <= issue_src_reg_i;\n",
        rfc ? " & ~issue_served_i" : "", rfc ? "issue_served_i" : "{SLOTS{1'b0}}");
    if (rfc)
        ocu_rfc_text(e);
    collector_metadata_text(e);
    collector_hazard(e, "src_valid_q");
    emit_end(e);
}
