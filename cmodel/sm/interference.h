/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which warps drive out what others still need (CIAO, Fig. 1a and 4a), an exact count and no hardware: for each miss on
 * one of the last vta.tags lines that a warp has lost since it was launched, who had driven that line out.
 */
#ifndef SUBCORE_INTERFERENCE_H
#define SUBCORE_INTERFERENCE_H

#include "sm_shape.h"

struct interference {
    uint64_t *count;                /* [interfered warp][interfering warp] */
};

/* False when memory runs out. */
bool interference_open(struct interference *n, const struct sm_shape *k);
void interference_close(struct interference *n);

void interference_add(struct interference *n, const struct sm_shape *k, unsigned interfered, unsigned interfering);
uint64_t interference_get(const struct interference *n, const struct sm_shape *k, unsigned interfered,
                          unsigned interfering);

#endif
