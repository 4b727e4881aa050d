/* SPDX-License-Identifier: Apache-2.0 */
/* What clock gates and asynchronous resets become in a library. */
#ifndef SUBCORE_LIBERTY_GATE_H
#define SUBCORE_LIBERTY_GATE_H

#include <stdbool.h>
#include <stdio.h>

#include "configs/sentence.h"
#include "liberty.h"

/* The body of a module with the ports clk_i, en_i, test_en_i and clk_o, in Verilog: the smallest clock gating cell of
 * the library, as an instance `gate`; if it has none, a latch that is open while clk_i is low, an AND of two inputs,
 * and an inverter for a latch that is open while its enable is high: `latch`, `and_gate` and `inverter`. Without a pin
 * for it test_en_i, which is 0 in netlists, is not connected. A first line "// KIND CELL PIN INSTANCE OUTPUT LOAD" says
 * what it is, cell or latch; the cell with the enable, its pin for it, its instance; the pin that clk_o comes from; the
 * capacitance of the pins that the clock drives, behind the inverter, too. */
bool liberty_print_gate(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error);

/* The smallest flip-flop with an asynchronous reset; refused if there is none. */
bool liberty_print_reset(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error);

#endif
