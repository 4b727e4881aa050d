/* SPDX-License-Identifier: Apache-2.0 */
/* What cmodel run says of all slices: statistics, files, the first failure. */
#ifndef SUBCORE_RUN_REPORT_H
#define SUBCORE_RUN_REPORT_H

#include "command_line.h"
#include "slices.h"

/* Returns the program's exit code. */
int run_report(const struct options *opt, const struct slices *all);

#endif
