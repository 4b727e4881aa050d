/* SPDX-License-Identifier: Apache-2.0 */
#include "circuit_files.h"

/* Ports, at most so many in a line. */
enum { IN_A_LINE = 8 };

static void print_ports(const struct circuit *c, bool output, FILE *out)
{
    unsigned count = 0;
    for (size_t i = 0; i < c->net_count; i++)
        if (output ? c->nets[i].output && !c->nets[i].input : c->nets[i].input)
            fprintf(out, "%sn%zu", count++ % IN_A_LINE ? " " : " \\\n", i);
    fputc('\n', out);
}

void circuit_print_blif(const struct circuit *c, FILE *out)
{
    fprintf(out, ".model %s\n.inputs", c->module);
    print_ports(c, false, out);
    fputs(".outputs", out);
    print_ports(c, true, out);
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++) {
        fprintf(out, ".gate %s", cell->macro->name);
        for (const struct circuit_pin *p = cell->pins; p < cell->pins + cell->pin_count; p++)
            fprintf(out, " %s=n%zu", p->lef->name, p->net);
        fputc('\n', out);
    }
    fputs(".end\n", out);
}

void circuit_print_verilog(const struct circuit *c, FILE *out)
{
    const char *comma = "";
    fprintf(out, "module %s (", c->module);
    for (size_t i = 0; i < c->net_count; i++)
        if (c->nets[i].input || c->nets[i].output) {
            fprintf(out, "%s\n    n%zu", comma, i);
            comma = ",";
        }
    fputs("\n);\n", out);
    for (size_t i = 0; i < c->net_count; i++)
        fprintf(out, "    %s n%zu;\n", c->nets[i].input ? "input" : c->nets[i].output ? "output" : "wire", i);
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++) {
        fprintf(out, "    %s %s_%u (", cell->macro->name, cell->macro->name, cell->number);
        for (const struct circuit_pin *p = cell->pins; p < cell->pins + cell->pin_count; p++)
            fprintf(out, "%s.%s(n%zu)", p == cell->pins ? "" : ", ", p->lef->name, p->net);
        fputs(");\n", out);
    }
    fputs("endmodule\n", out);
}

void circuit_print_nets(const struct circuit *c, FILE *out)
{
    for (size_t i = 0; i < c->net_count; i++) {
        const struct circuit_net *n = &c->nets[i];
        fprintf(out, "n%zu\t%s\t%zu\t%d\t%s", i, net_class_name[n->class], n->pins, n->input || n->output,
                n->rtl ? n->rtl : "-");
        if (n->rtl && n->bit >= 0)
            fprintf(out, "[%d]", n->bit);
        fputc('\n', out);
    }
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++)
        if (cell->flop)
            fprintf(out, "%s_%u\tflop\t-\t-\t%s\n", cell->macro->name, cell->number, cell->rtl);
}

void circuit_print_drivers(const struct circuit *c, FILE *out)
{
    for (const struct circuit_cell *cell = c->cells; cell < c->cells + c->cell_count; cell++)
        for (const struct circuit_pin *p = cell->pins; p < cell->pins + cell->pin_count; p++)
            if (p->lef->direction == LEF_OUTPUT)
                fprintf(out, "%s/%s\t%s\n", cell->rtl, p->lef->name, net_class_name[c->nets[p->net].class]);
}
