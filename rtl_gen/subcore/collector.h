/* SPDX-License-Identifier: Apache-2.0 */
/* What a CCU has as the other collectors do, whose templates include it: ports and metadata. */
#ifndef RTL_GEN_COLLECTOR_H
#define RTL_GEN_COLLECTOR_H

#include "rtl_gen/gen/emit.h"

/* Clock, allocation, port S, dispatch, and what issue and the banks want to know. */
void collector_ports(struct emit *e);

/* Registers of the metadata. */
void collector_metadata(struct emit *e);

/* The metadata's next state and outputs. */
void collector_metadata_text(struct emit *e);

/*
 * The comparison for WAR hazards (3.5, condition 3) of an instruction of the warp in warp_q, with the slots `valid` and
 * their registers, with the next one of that warp. Nothing where condition 4 implies it.
 */
void collector_hazard(struct emit *e, const char *valid);

/* The function `encode`: the number of the entry in a set of one. */
void collector_encode(struct emit *e);

#endif
