/* SPDX-License-Identifier: Apache-2.0 */
/* What nextpnr's report (JSON) says of a design in its harness. */
#ifndef SUBCORE_FPGA_REPORT_H
#define SUBCORE_FPGA_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "configs/sentence.h"

/*
 * Prints one line of fields with tabs between them: logic cells, the device's; block RAMs; the highest clock between
 * the design's registers in MHz; ns of logic and of routing in the longest of these paths; ns of the longest path from
 * an input to a register of the design, from a register to an output, and from an input to an output; the first and the
 * last cell of the longest path between registers.
 */
bool report_print(const char *path, FILE *to, const struct sentence *error);

#endif
