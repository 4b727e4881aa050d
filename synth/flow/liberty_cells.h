/* SPDX-License-Identifier: Apache-2.0 */
/* What the flow wants to know of a library's cells. All return 0, or -1 with one sentence in `error`. */
#ifndef SUBCORE_LIBERTY_CELLS_H
#define SUBCORE_LIBERTY_CELLS_H

#include <stdio.h>

#include "liberty.h"

/* A line "# library unit_of_time_in_ns unit_of_capacitance_in_fF", then "cell area kind input_fF", with tabs; kind is
 * flop, latch, buffer, inverter or logic, input_fF the capacitance of an input pin. */
int liberty_print_cells(const struct liberty_group *file, const char *name, FILE *out, char error[LIBERTY_ERROR]);

/* A line "# volts unit_of_time_in_ns", then "cell clock_pin data_pin clock_fF" of flip-flops whose data is a pin. */
int liberty_print_flops(const struct liberty_group *file, const char *name, FILE *out, char error[LIBERTY_ERROR]);

/* Area of the smallest NAND of two inputs, by which gates are counted; 0 if there is none. */
int liberty_print_nand(const struct liberty_group *file, const char *name, FILE *out, char error[LIBERTY_ERROR]);

#endif
