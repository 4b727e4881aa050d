/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reuse distances by exact look-ahead (Malekeh III-A).
 *
 * The distance of an operand, source or destination, of instruction i of a warp is j - i, where j is the next later
 * instruction of the same warp that reads the register; instructions are counted, not micro-operations, and predicated
 * off ones count and read like others. An operand is near iff the distance is below RTHLD. It is far if no read comes
 * before the end of the warp or before a write that ends the value's life. Only a write with all 32 lanes active ends
 * it; partial and predicated writes do not. An instruction reads before it writes: a source that the same instruction
 * overwrites in all lanes is far. A register that one instruction reads twice has the same distance in both slots.
 * Distances of STREAM_FAR and more are STREAM_FAR, as is that of a far operand without a read; near bits are exact
 * whatever RTHLD is.
 */
#ifndef SUBCORE_REUSE_H
#define SUBCORE_REUSE_H

#include <stddef.h>
#include <stdint.h>

#include "stream.h"

/* Sets near bits and distances of a warp's records; time is linear in their number. */
void reuse_mark(struct insn *insns, size_t count, uint32_t rthld);

#endif
