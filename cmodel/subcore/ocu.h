/* SPDX-License-Identifier: Apache-2.0 */
/* The plain operand collector, and what the caching one has in common with it (3.6; Malekeh II). */
#ifndef SUBCORE_OCU_H
#define SUBCORE_OCU_H

#include "model_internal.h"

/* Metadata of an instruction, and its sources in their slots; none of them is ready. */
void collector_take(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e);

/* Slots whose register no lower slot names. */
unsigned collector_first(const struct entry *e);

/* Takes an instruction; returns the slots that have to be read from the banks. */
unsigned ocu_allocate(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e);

void ocu_pack(struct model *m, unsigned c);
void ocu_unpack(struct model *m, unsigned c);

#endif
