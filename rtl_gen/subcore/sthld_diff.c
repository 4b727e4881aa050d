/* SPDX-License-Identifier: Apache-2.0 */
/* sthld_diff: whether the number of issued instructions changed a lot. */
#include "rtl_gen/gen/modules.h"

void emit_sthld_diff(struct emit *e)
{
    emit_module(e, "sthld_diff", "whether the number of issued instructions changed a lot",
        "Compares the instructions that issued in two intervals: the change is large when it is more than "
        "1/FRACTION of what issued in the earlier one.\n"
        "Malekeh, section IV-B3. Specification: 3.5 (STHLD).\n");
    emit_parameters(e, "ISSUED_BITS FRACTION FRACTION_BITS");
    emit_port(e, IN, "current_i", "ISSUED_BITS", "instructions issued in an interval");
    emit_port(e, IN, "previous_i", "ISSUED_BITS", "and in the one before");
    emit_port(e, OUT, "large_o", "1", "the change is large");
    emit_body(e);
    emit_text(e,
        "\n"
        "    wire more = current_i > previous_i;\n"
        "    wire [ISSUED_BITS-1:0] change = more ? current_i - previous_i : previous_i - current_i;\n"
        "    wire [ISSUED_BITS+FRACTION_BITS-1:0] scaled =\n"
        "        {{FRACTION_BITS{1'b0}}, change} * {{ISSUED_BITS{1'b0}}, FRACTION[FRACTION_BITS-1:0]};\n"
        "\n"
        "    assign large_o = scaled > {{FRACTION_BITS{1'b0}}, previous_i};\n");
    emit_end(e);
}
