/* SPDX-License-Identifier: Apache-2.0 */
/* What the flow wants to know of a library's cells. */
#ifndef SUBCORE_LIBERTY_CELLS_H
#define SUBCORE_LIBERTY_CELLS_H

#include <stdio.h>

#include "configs/sentence.h"
#include "liberty.h"

/* A line "# library unit_of_time_in_ns unit_of_capacitance_in_fF", then "cell area kind input_fF", with tabs; kind is
 * gate (of a clock), flop, latch, buffer, inverter or logic, input_fF the capacitance of an input pin. */
bool liberty_print_cells(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error);

/* A line "# volts unit_of_time_in_ns", then "cell clock_pin data_pin clock_fF" of flip-flops whose data is a pin. */
bool liberty_print_flops(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error);

/* Area of the smallest NAND of two inputs, by which gates are counted; 0 if there is none. */
bool liberty_print_nand(const struct liberty_group *file, const char *name, FILE *out, const struct sentence *error);

#endif
