/* SPDX-License-Identifier: Apache-2.0 */
/* Rings of queues: registers count_q and rptr_q, the position behind the last entry, and how they move. */
#ifndef RTL_GEN_RING_H
#define RTL_GEN_RING_H

#include "emit.h"

/* Symbols of a ring. */
struct ring {
    const char *size;       /* entries */
    const char *bits;       /* of a position */
    const char *count_bits; /* of a number of entries */
};

/* Position of the last entry of the ring: the localparam LAST. */
void ring_last(struct emit *e, struct ring ring);

/* Wire wptr: (rptr_q + count_q) mod size. `section` is that of the specification. */
void ring_position(struct emit *e, struct ring ring, const char *section);

/* count_q counts signal `push` up and wire `pop` down, also that of a queue without a pointer. */
void ring_count(struct emit *e, struct ring ring, const char *push);

/* The same, and rptr_q moves with pop. */
void ring_state(struct emit *e, struct ring ring, const char *push);

#endif
