/* SPDX-License-Identifier: Apache-2.0 */
/* lfsr: pseudo-random numbers for the random choices of the policies. */
#include "rtl_gen/gen/modules.h"

void emit_lfsr(struct emit *e)
{
    emit_module(e, "lfsr", "pseudo-random numbers",
        "Fibonacci LFSR of x^16 + x^15 + x^13 + x^4 + 1; it steps in every cycle. The random choices of "
        "Malekeh (sections II and IV-A1) start their search at a position that is scaled from its low "
        "byte.\n"
        "Specification: 3.12.\n");
    emit_format(e, "#(\n    parameter [15:0] SEED = 16'd%d // value after reset, not 0\n) ", e->config->seed);
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, OUT, "random_o", "8", "low byte of the state");
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "lfsr_q", "16", true, "state");
    emit_text(e,
        "\n"
        "    wire feedback = lfsr_q[15] ^ lfsr_q[14] ^ lfsr_q[12] ^ lfsr_q[3];\n"
        "\n"
        "    assign random_o = lfsr_q[7:0];\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            lfsr_q <= SEED;\n"
        "        else\n"
        "            lfsr_q <= {lfsr_q[14:0], feedback};\n");
    emit_end(e);
}
