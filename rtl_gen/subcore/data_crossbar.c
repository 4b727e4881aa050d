/* SPDX-License-Identifier: Apache-2.0 */
/* data_crossbar: the data paths of the crossbar. */
#include "rtl_gen/gen/modules.h"

void emit_data_crossbar(struct emit *e)
{
    emit_module(e, "data_crossbar", "data paths of a crossbar",
        "Each output is the AND-OR of all inputs; zero if it takes none.\n"
        "Malekeh, section II (crossbar). Specification: 3.2.\n");
    emit_text(e, "#(\n"
        "    parameter INPUTS = 2,\n"
        "    parameter OUTPUTS = 2,\n"
        "    parameter WIDTH = 32                                // bits of an input\n"
        ") ");
    emit_port(e, IN, "data_i", "INPUTS*WIDTH", "the inputs");
    emit_port(e, IN, "from_i", "OUTPUTS*INPUTS", "bit o*INPUTS+i: output o takes input i; at most one each");
    emit_port(e, OUT, "data_o", "OUTPUTS*WIDTH", "the outputs");
    emit_body(e);
    emit_text(e,
        "\n"
        "    genvar o;\n"
        "    generate\n"
        "        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output\n"
        "            reg [WIDTH-1:0] taken;\n"
        "\n"
        "            always @* begin : merge\n"
        "                integer i;\n"
        "                taken = {WIDTH{1'b0}};\n"
        "                for (i = 0; i < INPUTS; i = i + 1)\n"
        "                    taken = taken | ({WIDTH{from_i[o*INPUTS + i]}} & data_i[i*WIDTH +: WIDTH]);\n"
        "            end\n"
        "\n"
        "            assign data_o[o*WIDTH +: WIDTH] = taken;\n"
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
