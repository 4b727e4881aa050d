/* SPDX-License-Identifier: Apache-2.0 */
/* spare: whether bandwidth to memory is unused. */
#include "rtl_gen/gen/modules.h"

void emit_spare(struct emit *e)
{
    bool always = e->config->throttle_spare > e->config->throttle_window;
    emit_module(e, "spare", "whether bandwidth to memory is unused",
        "Counts the requests that memory takes in each window of cycles. If they were few, the limit of warps is "
        "lifted in the next one.\n"
        "PCAL (bandwidth that is left over); CIAO, section V-A (statPCAL). Specification: 6.4.\n");
    emit_parameters(e, "PERIOD PERIOD_BITS SENT_BITS%s", always ? "" : " FEW");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "req_valid_i", "1", "a request:");
    emit_port(e, IN, "req_ready_i", "1", "memory takes it");
    emit_port(e, OUT, "spare_o", "1", "bandwidth was unused");
    emit_body(e);
    emit_text(e, "\n    localparam [PERIOD_BITS-1:0] LAST_CYCLE = PERIOD[PERIOD_BITS-1:0] - 1'b1;\n\n");
    emit_register(e, "cycle_q", "PERIOD_BITS", true, "cycle of the window");
    emit_register(e, "sent_q", "SENT_BITS", true, "requests that memory has taken in it");
    emit_register(e, "spare_q", "1", true, "bandwidth was unused in the window before");
    emit_format(e,
        "\n"
        "    wire last = cycle_q == LAST_CYCLE;\n"
        "    wire taken = req_valid_i & req_ready_i;\n"
        "    wire [SENT_BITS-1:0] sent = taken ? sent_q + 1'b1 : sent_q;\n"
        "%s"
        "\n"
        "    assign spare_o = spare_q;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            cycle_q <= {PERIOD_BITS{1'b0}};\n"
        "            sent_q <= {SENT_BITS{1'b0}};\n"
        "            spare_q <= 1'b0;\n"
        "        end else if (last) begin\n"
        "            cycle_q <= {PERIOD_BITS{1'b0}};\n"
        "            sent_q <= {SENT_BITS{1'b0}};\n"
        "            spare_q <= few;\n"
        "        end else begin\n"
        "            cycle_q <= cycle_q + 1'b1;\n"
        "            sent_q <= sent;\n"
        "        end\n",
        always ? "    wire few = 1'b1;                                     // a window has fewer cycles than that\n"
               : "    wire few = sent < FEW[SENT_BITS-1:0];\n");
    emit_end(e);
}
