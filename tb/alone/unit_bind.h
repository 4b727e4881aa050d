/* SPDX-License-Identifier: Apache-2.0 */
/* Finds a module's ports, registers and memories in the device, and their counterparts in the model. */
#ifndef SUBCORE_UNIT_BIND_H
#define SUBCORE_UNIT_BIND_H

#include "unit_run.h"

/* Fills `u` for a module of the device of `r`. Returns an exit code, and has said why it is not 0. */
int open_unit(struct run *r, struct unit *u, const char *module);

void close_unit(struct unit *u);

#endif
