/* SPDX-License-Identifier: Apache-2.0 */
/* subcore.sdc: one clock, and input and output delays as a fraction of its period. */
#include "design.h"

#include <string.h>

/* Bits of the port on a line of the top module. */
static int port_width(const struct design *design, const char *line)
{
    const char *open = strchr(line, '['), *name = strstr(line, "wire ");
    char width[WIDTH] = "";
    if (!open || !name || open > name + 6)
        return 1;
    size_t length = strcspn(open + 1, "]");
    snprintf(width, sizeof width, "%.*s", (int)(length - strlen("-1:0")), open + 1);
    return shape_value(&design->shape, width);
}

/* Prints the names of the top's ports of one direction. */
static void ports(const struct design *design, const char *direction, FILE *out)
{
    const struct file *top = NULL;
    for (int i = 0; i < design->file_count; i++)
        if (strcmp(design->files[i].name, "subcore.v") == 0)
            top = &design->files[i];
    for (const char *line = top->text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, ");", 2) == 0)
            break;
        if (strncmp(line, "    ", 4) != 0 || strncmp(line + 4, direction, strlen(direction)) != 0)
            continue;
        const char *end = strpbrk(line, ",/\n");
        while (end[-1] == ' ')
            end--;
        const char *name = end;
        while (name[-1] != ' ')
            name--;
        if (strncmp(name, "clk_i", 5) != 0)
            fprintf(out, "    %.*s%s \\\n", (int)(end - name), name, port_width(design, line) > 1 ? "\\[*\\]" : "");
    }
}

void write_sdc(const struct design *design, FILE *out)
{
    fputs("# SPDX-License-Identifier: Apache-2.0\n"
          "# Set `period` (in the units of the library) and `io_fraction` before reading this file to change them.\n"
          "if {![info exists period]} { set period 10.0 }\n"
          "if {![info exists io_fraction]} { set io_fraction 0.2 }\n"
          "\n"
          "create_clock -name clk -period $period [get_ports clk_i]\n"
          "set io_delay [expr {$period * $io_fraction}]\n"
          "\n"
          "set_input_delay $io_delay -clock clk [get_ports [list \\\n", out);
    ports(design, "input", out);
    fputs("]]\n"
          "set_output_delay $io_delay -clock clk [get_ports [list \\\n", out);
    ports(design, "output", out);
    fputs("]]\n", out);
}
