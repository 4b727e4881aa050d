/* SPDX-License-Identifier: Apache-2.0 */
/* What a load, store or atomic does with the words of memory, from its operands alone. */
#ifndef SUBCORE_MEMORY_OPERATION_H
#define SUBCORE_MEMORY_OPERATION_H

#include "exec.h"
#include "cmodel/stream/stream.h"

/* Fills in everything but lanes, space, addresses and results. reg: by entry of insn.read, 32 lanes each. */
void memory_operation(const struct sass_insn *insn, const uint32_t *const reg[SASS_MAX_READS], struct warp_memory *m);

#endif
