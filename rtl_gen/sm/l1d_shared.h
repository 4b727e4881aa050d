/* SPDX-License-Identifier: Apache-2.0 */
/* What the L1 data cache has where shared memory is a cache, too. */
#ifndef RTL_GEN_L1D_SHARED_H
#define RTL_GEN_L1D_SHARED_H

#include "rtl_gen/gen/emit.h"

void shared_ports(struct emit *e);
void shared_state(struct emit *e);

/* Wires of the MSHRs that decisions need. */
void shared_wires(struct emit *e);

/* The tables of 5.4 and 7.6, and what shared memory does. */
void shared_decision(struct emit *e);

/* What is probed, and what goes over. */
void shared_next_state(struct emit *e);

#endif
