/* SPDX-License-Identifier: Apache-2.0 */
/* Compares a module of the device with the model. Each function returns 0, or EXIT_DIFFERENT and has said what. */
#ifndef SUBCORE_UNIT_COMPARE_H
#define SUBCORE_UNIT_COMPARE_H

#include "unit_run.h"

/* Outputs of the cycle, with what the bench says of them. */
int compare_outputs(const struct run *r, const struct unit *u);

/* Registers and memories, with what was kept of the cycle before, whose clock edge the device has had. */
int compare_edge(const struct run *r, const struct unit *u);

/* What the model has found fault with in the cycle. */
int check_violation(const struct run *r, const struct unit *u);

#endif
