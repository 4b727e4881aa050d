/* SPDX-License-Identifier: Apache-2.0 */
/* The module that adapts STHLD (u_sthld of 3.5; Malekeh IV-B3): its registers, cycle by cycle. */
#ifndef SUBCORE_STHLD_EDGE_H
#define SUBCORE_STHLD_EDGE_H

#include "model_internal.h"

void sthld_clear(struct model *m);

/* To be called while issue, launches and ends of the cycle have not changed the live warps. */
void sthld_edge(struct model *m);

#endif
