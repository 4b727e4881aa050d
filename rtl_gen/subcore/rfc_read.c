/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_read: values of hits for the instruction that issues. */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    emit_port(e, IN, "grant_i", "WARPS", "warp that issues, one-hot or zero");
    emit_port(e, IN, "read_data_i", "WARPS*READ_PORTS*VECTOR_BITS", "values on the read ports of each cache");
    emit_port(e, IN, "slot_port_i", "WARPS*SLOTS*READ_PORTS", "for which slots they are");
    emit_port_if(e, has(e, WITH_FILL), IN, "head_fill_i", "WARPS*SLOTS", "slots whose values its cache wants");
    emit_port(e, OUT, "issue_served_o", "SLOTS", "slots of the instruction that issues that get a value:");
    emit_port(e, OUT_REG, "issue_value_o", "SLOTS*VECTOR_BITS", "the value, else zero");
    emit_port_if(e, has(e, WITH_FILL), OUT_REG, "issue_fill_o", "SLOTS", "slots whose values its cache wants");
}

void emit_rfc_read(struct emit *e)
{
    bool fill = has(e, WITH_FILL);
    emit_module(e, "rfc_read", "values of hits for the instruction that issues",
        "The caches look every warp's next instruction up; here the one that issues is chosen, last of all, and the "
        "values of its cache go from the read ports to the slots.\n"
        "RFC-sim, section V-B (read ports). Specification: 3.6, 3.15.\n");
    emit_parameters(e, "WARPS VECTOR_BITS SLOTS READ_PORTS");
    ports(e);
    emit_body(e);
    emit_format(e,
        "\n"
        "    reg [READ_PORTS*VECTOR_BITS-1:0] data;               // of the warp that issues\n"
        "    reg [SLOTS*READ_PORTS-1:0] slot_port;\n"
        "\n"
        "    always @* begin : select\n"
        "        integer k;\n"
        "        data = {(READ_PORTS*VECTOR_BITS){1'b0}};\n"
        "        slot_port = {(SLOTS*READ_PORTS){1'b0}};\n"
        "%s"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            if (grant_i[k]) begin\n"
        "                data = data | read_data_i[k*READ_PORTS*VECTOR_BITS +: READ_PORTS*VECTOR_BITS];\n"
        "                slot_port = slot_port | slot_port_i[k*SLOTS*READ_PORTS +: SLOTS*READ_PORTS];\n"
        "%s"
        "            end\n"
        "    end\n"
        "\n"
        "    genvar s;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
        "            assign issue_served_o[s] = |slot_port[s*READ_PORTS +: READ_PORTS];\n"
        "\n"
        "            always @* begin : value\n"
        "                integer k;\n"
        "                reg [VECTOR_BITS-1:0] merged;\n"
        "                merged = {VECTOR_BITS{1'b0}};\n"
        "                for (k = 0; k < READ_PORTS; k = k + 1)\n"
        "                    merged = merged |\n"
        "                        ({VECTOR_BITS{slot_port[s*READ_PORTS + k]}} & data[k*VECTOR_BITS +: VECTOR_BITS]);\n"
        "                issue_value_o[s*VECTOR_BITS +: VECTOR_BITS] = merged;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        fill ? "        issue_fill_o = {SLOTS{1'b0}};\n" : "",
        fill ? "                issue_fill_o = issue_fill_o | head_fill_i[k*SLOTS +: SLOTS];\n" : "");
    emit_end(e);
}
