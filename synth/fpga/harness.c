/* SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <string.h>

/* The port of the design's clock. */
static const char clock_port[] = "clk_i";

/* The bits of both shift registers. */
struct widths { size_t inputs, outputs; };

static bool is_clock(const struct netlist_port *p)
{
    return strcmp(p->name, clock_port) == 0;
}

static bool count(const struct netlist_module *m, struct widths *w, const struct sentence *error)
{
    bool clock = false;
    for (const struct netlist_port *p = m->ports; p < m->ports + m->port_count; p++) {
        if (p->direction == NETLIST_INOUT)
            return refuse(error, "module %s: port %s is inout; accepted are inputs and outputs", m->name, p->name);
        if (p->direction == NETLIST_OUTPUT)
            w->outputs += p->bits.count;
        else if (!is_clock(p))
            w->inputs += p->bits.count;
        clock |= p->direction == NETLIST_INPUT && is_clock(p);
    }
    return (clock && w->inputs && w->outputs) ||
           refuse(error, "module %s: accepted is a design with the clock %s, other inputs, and outputs", m->name,
                  clock_port);
}

static void print_black_box(const struct netlist_module *m, FILE *to)
{
    fprintf(to, "(* blackbox *)\nmodule %s (\n", m->name);
    for (const struct netlist_port *p = m->ports; p < m->ports + m->port_count; p++)
        fprintf(to, "    %s wire [%zu:0] %s%s\n", p->direction == NETLIST_INPUT ? "input" : "output",
                p->bits.count - 1, p->name, p + 1 < m->ports + m->port_count ? "," : "");
    fputs(");\nendmodule\n\n", to);
}

static void print_registers(const struct widths *w, FILE *to)
{
    fprintf(to, "module " HARNESS_TOP " (\n"
            "    input wire " HARNESS_DESIGN_CLOCK ",\n    input wire " HARNESS_SHIFT_CLOCK ",\n"
            "    input wire in_i,\n    output wire out_o\n);\n"
            "    reg [%zu:0] in_q;\n    reg [%zu:0] out_q;\n    wire [%zu:0] out;\n\n    assign out_o = out_q[%zu];\n"
            "    always @(posedge " HARNESS_SHIFT_CLOCK ") begin\n",
            w->inputs - 1, w->outputs - 1, w->outputs - 1, w->outputs - 1);
    fputs("        in_q <= {in_q, in_i};\n        out_q <= {out_q, 1'b0} ^ out;\n    end\n\n", to);
}

static void print_instance(const struct netlist_module *m, FILE *to)
{
    size_t input = 0, output = 0;
    fprintf(to, "    %s u_design (\n", m->name);
    for (const struct netlist_port *p = m->ports; p < m->ports + m->port_count; p++) {
        size_t *at = p->direction == NETLIST_INPUT ? &input : &output;
        if (is_clock(p)) {
            fprintf(to, "        .%s(" HARNESS_DESIGN_CLOCK ")", p->name);
        } else {
            fprintf(to, "        .%s(%s[%zu:%zu])", p->name, at == &input ? "in_q" : "out", *at + p->bits.count - 1,
                    *at);
            *at += p->bits.count;
        }
        fputs(p + 1 < m->ports + m->port_count ? ",\n" : "\n", to);
    }
    fputs("    );\nendmodule\n", to);
}

bool harness_print(const struct netlist *netlist, const char *module, FILE *to, const struct sentence *error)
{
    struct widths w = {0};
    const struct netlist_module *m = netlist_find(netlist, module);
    if (!m)
        return refuse(error, "the netlist has no module %s; accepted is the top of the design", module);
    if (!count(m, &w, error))
        return false;
    fprintf(to, "// %zu cells: %zu bits of inputs, %zu of outputs\n\n", w.inputs + w.outputs, w.inputs, w.outputs);
    print_black_box(m, to);
    print_registers(&w, to);
    print_instance(m, to);
    return true;
}
