/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.sdc: one clock, and input and output delays as a fraction of its period. */
#include "rtl_gen/gen/design.h"

#include <string.h>

/* Prints the names of the top's ports of one direction, but for the clock. */
static void ports(const struct design *design, bool inputs, FILE *out)
{
    const struct record *top = &design->records[module_top(design->config)];
    for (const struct port *port = top->ports; port < top->ports + top->count; port++)
        if ((port->direction == IN) == inputs && strcmp(port->name, "clk_i") != 0)
            fprintf(out, "    %s%s \\\n", port->name, shape_value(&design->shape, port->width) > 1 ? "\\[*\\]" : "");
}

void write_sdc(const struct design *design, FILE *out)
{
    char clock[AFFIXED];
    fputs("# SPDX-License-Identifier: Apache-2.0\n"
          "# Set `period` (in the units of the library) and `io_fraction` before reading this file to change them.\n"
          "if {![info exists period]} { set period 10.0 }\n"
          "if {![info exists io_fraction]} { set io_fraction 0.2 }\n"
          "\n", out);
    design_name(design, clock, "clk");
    fprintf(out, "create_clock -name %s -period $period [get_ports clk_i]\n"
            "set io_delay [expr {$period * $io_fraction}]\n"
            "\n"
            "set_input_delay $io_delay -clock %s [get_ports [list \\\n", clock, clock);
    ports(design, true, out);
    fprintf(out, "]]\n"
            "set_output_delay $io_delay -clock %s [get_ports [list \\\n", clock);
    ports(design, false, out);
    fputs("]]\n", out);
}
