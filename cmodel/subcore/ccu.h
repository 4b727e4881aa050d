/* SPDX-License-Identifier: Apache-2.0 */
/* Malekeh's caching collector unit: cache table, tag check, replacement, port D (3.6, 3.11; Malekeh III-C, IV-A). */
#ifndef SUBCORE_CCU_H
#define SUBCORE_CCU_H

#include "model_internal.h"

/* Takes an instruction; returns the slots that have to be read from the banks. */
unsigned ccu_allocate(struct model *m, unsigned c, unsigned warp, unsigned iid, const struct entry *e);

/* The results that are granted in this cycle, at every CCU; what the allocation of the cycle has left to do. */
void ccu_ports_d(struct model *m);

/* A warp ends: its cached values go. A CCU that is allocated in the same cycle belongs to its new warp already. */
void ccu_end(struct model *m, unsigned warp);

void ccu_clear(struct model *m, unsigned c);
void ccu_pack(struct model *m, unsigned c);
void ccu_unpack(struct model *m, unsigned c);

#endif
