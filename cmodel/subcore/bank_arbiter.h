/* SPDX-License-Identifier: Apache-2.0 */
/* Which read each bank does in a cycle (3.10; Malekeh II: writes first, one value per collector). */
#ifndef SUBCORE_BANK_ARBITER_H
#define SUBCORE_BANK_ARBITER_H

#include "model_internal.h"

/* Row of a warp's register, or a row that exists and a violation. */
unsigned bank_arbiter_row(struct model *m, unsigned warp, unsigned reg);

void bank_arbiter_edge(struct model *m);

#endif
