/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What CACTI does not say is assumed, and named in the file: inputs are set up a tenth of the access time before the
 * clock's edge and held for none; an input has the capacitance of a small gate, 1 fF at 22 nm in proportion to the
 * node, the clock that of one per 8 bits; an output drives as a gate whose delay grows by a tenth of the access time at
 * 100 inputs.
 */
#include "sram_liberty.h"

enum { OUTPUT_LOADS = 100, CLOCK_BITS = 8 };

double sram_volts(double nm)
{
    static const struct { double nm, volts; } nodes[] = {
        {10, 0.7}, {22, 0.8}, {32, 0.9}, {45, 1.0}, {65, 1.1}, {90, 1.2}, {130, 1.2}
    };
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (nm <= nodes[i].nm)
            return nodes[i].volts;
    return 1.8;
}

/* --- units -------------------------------------------------------------------------------------------------------- */

static double time_of(const struct sram_macro *m, double ns)
{
    return m->picoseconds ? ns * 1000 : ns;
}

static double capacitance_of(const struct sram_macro *m, double ff)
{
    return m->picofarads ? ff / 1000 : ff;
}

/* Liberty's unit of energy is that of capacitance times volts squared. */
static double energy_of(const struct sram_macro *m, double pj)
{
    return m->picofarads ? pj : pj * 1000;
}

static double input_ff(const struct sram_macro *m)
{
    return m->nm / 22;
}

/* --- groups ------------------------------------------------------------------------------------------------------- */

static void header(const struct sram_macro *m, FILE *out)
{
    fprintf(out, "/* %s: %u rows of %u bits at %g nm. %s.\n", m->name, m->rows, m->bits, m->nm,
            m->rule);
    fputs("   Assumed, not from CACTI: setup (a tenth of the access time), hold (0), capacitances of pins, and how "
          "the delay\n"
          "   of an output grows with its load. clk_i to rdata_o is the access time of the array. */\n", out);
    fprintf(out, "library (%s) {\n  delay_model : table_lookup;\n  time_unit : \"1%s\";\n  voltage_unit : "
                 "\"1V\";\n"
            "  current_unit : \"1mA\";\n  leakage_power_unit : \"1nW\";\n  pulling_resistance_unit : \"1kohm\";\n"
            "  capacitive_load_unit (1, %s);\n", m->name, m->picoseconds ? "ps" : "ns",
            m->picofarads ? "pf" : "ff");
    fprintf(out, "  nom_process : 1;\n  nom_temperature : 25;\n  nom_voltage : %g;\n  operating_conditions "
                 "(typical) {\n"
            "    process : 1;\n    temperature : 25;\n    voltage : %g;\n  }\n  default_operating_conditions : "
            "typical;\n",
            m->volts, m->volts);
    for (int edge = 0; edge < 2; edge++)
        fprintf(out, "  %s_threshold_pct_rise : 50;\n  %s_threshold_pct_fall : 50;\n", edge ? "output" : "input",
                edge ? "output" : "input");
    for (int edge = 0; edge < 2; edge++)
        fprintf(out, "  slew_lower_threshold_pct_%s : 20;\n  slew_upper_threshold_pct_%s : 80;\n",
                edge ? "fall" : "rise",
                edge ? "fall" : "rise");
    fprintf(out, "  lu_table_template (load) {\n    variable_1 : total_output_net_capacitance;\n    index_1 (\"0, "
                 "%g\");\n"
            "  }\n", capacitance_of(m, OUTPUT_LOADS * input_ff(m)));
}

static void bus_type(FILE *out, const char *name, uint32_t bits)
{
    fprintf(out, "  type (%s) {\n    base_type : array;\n    data_type : bit;\n    bit_width : %u;\n    bit_from : "
                 "%u;\n"
            "    bit_to : 0;\n    downto : true;\n  }\n", name, bits, bits - 1);
}

static void constraint(const struct sram_macro *m, FILE *out, const char *type, double ns)
{
    fprintf(out, "      timing () {\n        related_pin : \"clk_i\";\n        timing_type : %s;\n"
            "        rise_constraint (scalar) { values (\"%g\"); }\n        fall_constraint (scalar) { values "
            "(\"%g\"); }\n"
            "      }\n", type, time_of(m, ns), time_of(m, ns));
}

static void input(const struct sram_macro *m, FILE *out, const char *name, const char *type)
{
    fprintf(out, "    %s (%s) {\n", type ? "bus" : "pin", name);
    if (type)
        fprintf(out, "      bus_type : %s;\n", type);
    fprintf(out, "      direction : input;\n      capacitance : %g;\n", capacitance_of(m, input_ff(m)));
    constraint(m, out, "setup_rising", m->figures.v[SRAM_ACCESS] / 10);
    constraint(m, out, "hold_rising", 0);
    fputs("    }\n", out);
}

static void energy(const struct sram_macro *m, FILE *out, const char *when, double pj)
{
    fprintf(out, "      internal_power () {\n        when : \"%s\";\n        rise_power (scalar) { values (\"%g\"); }\n"
            "        fall_power (scalar) { values (\"0\"); }\n      }\n", when, energy_of(m, pj));
}

/* A cycle's energy is that of the clock's rising edge. */
static void clock(const struct sram_macro *m, FILE *out)
{
    fprintf(out, "    pin (clk_i) {\n      direction : input;\n      clock : true;\n      capacitance : %g;\n"
            "      min_period : %g;\n", capacitance_of(m, input_ff(m) * m->bits / CLOCK_BITS),
            time_of(m, m->figures.v[SRAM_CYCLE]));
    energy(m, out, "read_i & !write_i", m->figures.v[SRAM_READ]);
    energy(m, out, "!read_i & write_i", m->figures.v[SRAM_WRITE]);
    energy(m, out, "read_i & write_i", m->figures.v[SRAM_WRITE] + (m->ports == SRAM_1RW ? 0 : m->figures.v[SRAM_READ]));
    energy(m, out, "!read_i & !write_i", 0);
    fputs("    }\n", out);
}

static void output(const struct sram_macro *m, FILE *out)
{
    double access = m->figures.v[SRAM_ACCESS];
    fputs("    bus (rdata_o) {\n      bus_type : data;\n      direction : output;\n      timing () {\n"
          "        related_pin : \"clk_i\";\n        timing_type : rising_edge;\n        timing_sense : non_unate;\n",
              out);
    static const char *const edges[] = {"rise", "fall"};
    for (int e = 0; e < 2; e++)
        fprintf(out, "        cell_%s (load) { values (\"%g, %g\"); }\n        %s_transition (load) { values (\"%g, "
                     "%g\"); }\n",
                edges[e], time_of(m, access), time_of(m, 1.1 * access), edges[e], time_of(m, access / 20),
                time_of(m, access / 5));
    fputs("      }\n    }\n", out);
}

void sram_liberty(const struct sram_macro *m, FILE *out)
{
    header(m, out);
    bus_type(out, "row", m->row_bits);
    bus_type(out, "mask", m->lanes);
    bus_type(out, "data", m->bits);
    fprintf(out, "  cell (%s) {\n    area : %g;\n    is_macro_cell : true;\n    dont_use : true;\n    "
                 "dont_touch : true;\n"
            "    interface_timing : true;\n    cell_leakage_power : %g;\n", m->name,
            m->figures.v[SRAM_AREA] * 1e6,
            m->figures.v[SRAM_LEAK] * 1e6);
    clock(m, out);
    input(m, out, "read_i", NULL);
    input(m, out, "write_i", NULL);
    if (m->ports == SRAM_1RW) {
        input(m, out, "row_i", "row");
    } else {
        input(m, out, "read_row_i", "row");
        input(m, out, "write_row_i", "row");
    }
    input(m, out, m->mask, "mask");
    input(m, out, "wdata_i", "data");
    output(m, out);
    fputs("  }\n}\n", out);
}
