/* SPDX-License-Identifier: Apache-2.0 */
/* What the FSMs of STHLD have in common, that of a sub-core and that of the SM. */
#ifndef RTL_GEN_STHLD_H
#define RTL_GEN_STHLD_H

#include "rtl_gen/gen/emit.h"

/* Constants and registers. */
void sthld_state(struct emit *e);

/* Wires of the next state, and u_next, which computes it from `large_change`. */
void sthld_step_wires(struct emit *e);
void sthld_step(struct emit *e);

/* The registers' next values: they begin anew when `restart` is 1, and keep their values unless `live`. */
void sthld_next_state(struct emit *e, const char *restart, const char *live);

#endif
