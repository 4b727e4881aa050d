/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction that goes to its execution unit (3.3, 3.4; Malekeh II). */
#ifndef SUBCORE_DISPATCH_H
#define SUBCORE_DISPATCH_H

#include "model_internal.h"

/* Chooses a collector among those whose operands are there and whose unit is ready, and drives disp_*_o. */
void dispatch_eval(struct model *m, uint32_t unit_ready, struct sc_out *out);

/* The collector is released; in a CCU its locks are. */
void dispatch_edge(struct model *m);

#endif
