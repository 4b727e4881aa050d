/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values. A recorded trace has none, so that the execution units compute a mixing function of everything that an
 * instruction is: opcode, PC, position of each operand, lane, operands, number of the result register. It has no
 * neutral operand and no fixed point that a zeroed, a repeated or an exchanged operand could hide behind.
 * All vectors written here have zero in the lanes from `lanes` on.
 */
#ifndef SUBCORE_FUNCTION_H
#define SUBCORE_FUNCTION_H

#include <stdint.h>

#include "cmodel/subcore/boundary.h"
#include "cmodel/stream/stream.h"

/* The value of register `reg` of the launch-th warp of a run when it starts: the stream's, if it knows values. */
void function_launch(struct vreg *value, const struct warp *warp, uint64_t launch, uint32_t reg, uint32_t lanes);

/* The bits that a collector carries for record `sequence` of a warp; the words from `bits` on are zero. */
void function_payload(uint32_t words[PAYLOAD_WORDS], uint32_t bits, uint64_t launch, uint32_t sequence,
                      const struct insn *insn);

/* The insn->dst_count results of an instruction. `operand` is indexed by slot and read where src_valid says so;
 * `addresses` are those of the instruction's warp. A load returns a function of PC, address and lane, everything else
 * a function of its operands. Lanes that are not active get a value as well. */
void function_results(struct vreg results[MAX_DSTS], const struct insn *insn, const struct vreg operand[MAX_SLOTS],
                      const uint64_t *addresses, uint32_t lanes);

/* What a store or an atomic of a trace brings to memory: word w of lane l goes to words[w][l]. */
void function_stored(uint32_t (*words)[STREAM_MAX_LANES], uint32_t count, const struct insn *insn,
                     const struct vreg operand[MAX_SLOTS], uint32_t lanes);

/* The results of record `sequence` as a stream with values has them. Lanes that are not active get
 * arbitrary values, which must not be written. */
void function_recorded(struct vreg results[MAX_DSTS], const struct insn *insn, const struct warp *warp,
                       uint32_t sequence, uint32_t lanes);

#endif
