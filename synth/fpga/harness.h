/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A top for FPGAs with four pins around a design of any number of ports, so that nothing of it is optimised away.
 *
 * Its inputs but the clock are the bits of a shift register, and each of its outputs is taken into a bit of a second
 * one, which adds it to the bit before. Both are clocked by a pin of their own: so the paths between registers of the
 * design, those into it, those out of it, and those of the harness are of different clocks, and are told apart.
 */
#ifndef SUBCORE_FPGA_HARNESS_H
#define SUBCORE_FPGA_HARNESS_H

#include <stdbool.h>
#include <stdio.h>

#include "configs/sentence.h"
#include "synth/flow/netlist.h"

/* The harness' names: its module, and the pins of the clocks of design and harness. */
#define HARNESS_TOP "fpga_harness"
#define HARNESS_DESIGN_CLOCK "design_clk"
#define HARNESS_SHIFT_CLOCK "shift_clk"

/* Prints the harness of a module, with a black box for it, as Verilog. Its first line has the number of its bits, each
 * of which is a logic cell. */
bool harness_print(const struct netlist *netlist, const char *module, FILE *to, const struct sentence *error);

#endif
