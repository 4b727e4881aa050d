/* SPDX-License-Identifier: Apache-2.0 */
/* A circuit as the tools behind it read it. */
#ifndef SUBCORE_PLACE_CIRCUIT_FILES_H
#define SUBCORE_PLACE_CIRCUIT_FILES_H

#include <stdio.h>

#include "circuit.h"

/* BLIF, for qflow's scripts. */
void circuit_print_blif(const struct circuit *circuit, FILE *out);

/* Verilog, for OpenSTA. */
void circuit_print_verilog(const struct circuit *circuit, FILE *out);

/* A line for each net: "net class pins ports name", with tabs, ports 0 or 1; then one for each flip-flop: "cell flop
 * - - name". - is a name that Yosys has made up. */
void circuit_print_nets(const struct circuit *circuit, FILE *out);

/* A line for each output of a cell: "cell/pin class", with a tab, the cell as the netlist calls it. */
void circuit_print_drivers(const struct circuit *circuit, FILE *out);

#endif
