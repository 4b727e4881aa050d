/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subcore.sdc: one clock, input and output delays as a fraction of its period, and what a user may set. config.sdc: the
 * same for OpenROAD-flow-scripts, which copies its file of constraints and looks for the clock's period in it.
 */
#include "rtl_gen/gen/design.h"

#include <string.h>

/* Prints a variable with the top's ports of one direction, but for the clock. */
static void ports(const struct design *design, const char *variable, bool inputs, FILE *out)
{
    const struct record *top = &design->records[module_top(design->config)];
    fprintf(out, "set %s [get_ports [list \\\n", variable);
    for (const struct port *port = top->ports; port < top->ports + top->count; port++)
        if ((port->direction == IN) == inputs && strcmp(port->name, "clk_i") != 0)
            fprintf(out, "    %s%s \\\n", port->name, shape_value(&design->shape, port->width) > 1 ? "\\[*\\]" : "");
    fputs("]]\n", out);
}

static void constraints(const struct design *design, FILE *out)
{
    char clock[AFFIXED];
    design_name(design, clock, "clk");
    fprintf(out,
            "create_clock -name %s -period $period [get_ports clk_i]\n"
            "if {[info exists uncertainty]} { set_clock_uncertainty $uncertainty [get_clocks %s] }\n"
            "\n", clock, clock);
    ports(design, "data_inputs", true, out);
    ports(design, "data_outputs", false, out);
    fprintf(out, "\n"
            "set io_delay [expr {$period * $io_fraction}]\n"
            "set_input_delay $io_delay -clock %s $data_inputs\n"
            "set_output_delay $io_delay -clock %s $data_outputs\n"
            "if {[info exists driving_cell]} { set_driving_cell -lib_cell $driving_cell $data_inputs }\n"
            "if {[info exists output_load]} { set_load $output_load $data_outputs }\n"
            "\n"
            "# No path is false, and none takes several cycles. %s.\n", clock, clock,
            design->config->rtl_reset == RTL_RESET_ASYNC_LOW
                ? "Those of rst_ni count, too: recovery and removal"
                : "Reset is synchronous: its paths count, too");
}

void write_sdc(const struct design *design, FILE *out)
{
    fputs("# SPDX-License-Identifier: Apache-2.0\n"
          "# Constraints of the design as a top. Variables that are set before this file is read change them; times\n"
          "# and capacitances are in the units of the library:\n"
          "#   period        of the clock; 10.0 if it is not set\n"
          "#   io_fraction   share of the period by which inputs come late and outputs are wanted early; 0.2\n"
          "#   uncertainty   of the clock, for setup and hold; none\n"
          "#   driving_cell  cell of the library that drives each input; none, so that inputs switch at once\n"
          "#   output_load   capacitance at each output; none\n"
          "if {![info exists period]} { set period 10.0 }\n"
          "if {![info exists io_fraction]} { set io_fraction 0.2 }\n"
          "\n", out);
    constraints(design, out);
}

void write_flow_sdc(const struct design *design, FILE *out)
{
    char name[AFFIXED];
    fprintf(out,
            "# SPDX-License-Identifier: Apache-2.0\n"
            "# %s for OpenROAD-flow-scripts, which take the period from its first line with one.\n"
            "# In the platform's unit of time: ns, but ps for asap7.\n"
            "set clk_period 10.0\n"
            "\n"
            "set period $clk_period\n"
            "set io_fraction 0.2\n"
            "\n", design_name(design, name, "subcore.sdc"));
    constraints(design, out);
}
