/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reuse hints: what a compiler would write into the code (Malekeh III-A). Each static operand, a source slot or result
 * of a micro-operation at an address of a kernel, has the reuse that is most common among the dynamic instances of a
 * profile: near or far, or a distance. Ties are far, or go to the greater distance; what the profile lacks is far.
 * Instances without active lanes count like others, see reuse.h.
 *
 * Hints about writes are another kind: where the results of a static record are wanted (BOW IV-B), see liveness.h.
 * hints_collect() is not for them; write_profile.h is.
 *
 * Control bits are a third kind: what a pass has written for the instructions of a recorded trace, see
 * cmodel/program/control_pass.h.
 *
 * docs/reuse.md describes the profile and the file. After hints_collect(), hints_settle() or hints_read() any number of
 * threads may use hints.
 */
#ifndef SUBCORE_HINTS_H
#define SUBCORE_HINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "configs/sentence.h"
#include "stream.h"

enum { HINTS_MAX_LIMIT = 63 };

enum hints_kind { HINTS_NEAR, HINTS_DISTANCES, HINTS_WRITES, HINTS_CONTROL };

/* What hints about writes hold for: boc.window, collector.slots, subcore.lanes and operand.expand. */
struct hints_scope { int window, slots, lanes; bool expand; };

/* What control bits hold for: rf.banks, unit.int.latency, unit.fp32.latency and operand.expand. */
struct hints_machine { int banks, int_latency, fp32_latency; bool expand; };

/* Control bits of an instruction (docs/control-bits.md). */
struct hint_control {
    uint8_t stall;              /* cycles, 0 to 15 */
    bool    yield;
    uint8_t write_bar, read_bar;/* counters 0 to 5, or HINTS_NO_COUNTER */
    uint8_t wait;               /* bit per counter that must be 0 */
    uint8_t reuse;              /* bit per operand 0 to 2 whose value is kept */
};

enum { HINTS_COUNTERS = 6, HINTS_NO_COUNTER = 7, HINTS_MOST_STALL = 15, HINTS_KEPT_OPERANDS = 3 };

struct hints;

/* `limit` 0: near and far. Else distances, of which those from `limit` on, 2 to HINTS_MAX_LIMIT, are STREAM_FAR before
 * they are counted. Returns NULL when memory runs out. */
struct hints *hints_create(uint32_t limit);
struct hints *hints_create_writes(const struct hints_scope *);
struct hints *hints_create_control(const struct hints_machine *);
void hints_destroy(struct hints *);
enum hints_kind hints_kind(const struct hints *);
const struct hints_scope *hints_scope(const struct hints *);
const struct hints_machine *hints_machine(const struct hints *);

/* --- the profile -------------------------------------------------------------------------------------------------- */

/* The first warps of a launch that are profiled: `ppm` millionths, rounded up, at least one. */
uint64_t hints_profiled_warps(const struct kernel *, uint32_t ppm);

/* The number of a kernel that votes, by its name; -1 when memory runs out. */
int hints_add_kernel(struct hints *, const char *name);
/* One dynamic record, with its exact near bits or distances, votes. Returns false when memory runs out. */
bool hints_vote(struct hints *, int kernel, unsigned uop, const struct insn *, const char *opcode);
/* Counts the votes. */
void hints_settle(struct hints *);

/* All of that for a stream with exact reuses, to its end. False with one sentence in stream->error. */
bool hints_collect(struct hints *, struct stream *, uint32_t ppm);

/* Votes in `cast` that agree with what `hints` says of their operands; how many there are in `total`. Both count the
 * same thing. */
uint64_t hints_agreement(const struct hints *hints, const struct hints *cast, uint64_t *total);

/* Hints about writes: the number of a static record, from 0 in order of addition; -1 when memory runs out. */
int64_t hints_add_site(struct hints *, int kernel, unsigned uop, const struct insn *, const char *opcode);
uint32_t hints_site_count(const struct hints *);
/* Its hint (1 to 3, see insn.dst_hint), that has `won` of `profiled` executions. */
void hints_set_write(struct hints *, uint32_t site, uint8_t hint, uint64_t won, uint64_t profiled);

/* Sets the control bits of the instruction at an address of a kernel. Returns false when memory runs out. */
bool hints_set_control(struct hints *, int kernel, uint64_t pc, const char *opcode, const struct hint_control *);
/* How many instructions have control bits, and those of the n-th, which may be changed. */
size_t hints_control_count(const struct hints *);
struct hint_control *hints_control_at(struct hints *, size_t n);

/* --- files -------------------------------------------------------------------------------------------------------- */

/* Returns NULL with one sentence in `error` (file, line, what is accepted) if it is no file of hints. */
struct hints *hints_read(const char *path, const struct sentence *error);
/* The same hints give the same text; every line of `note` becomes a comment. Returns false when memory runs out. */
bool hints_write(const struct hints *, const char *note, FILE *);

/* --- use ---------------------------------------------------------------------------------------------------------- */

/* The number of a kernel; -1 if there is no hint about it. */
int hints_find_kernel(const struct hints *, const char *name);
const char *hints_kernel_name(const struct hints *, int kernel);
/* Sets near bits and distances of a record of that kernel (or -1). With distances, near is what is below `rthld`; with
 * near bits, distances are STREAM_FAR. Returns false if the record has no hint: then all of it is far. Hints about
 * writes set dst_hint, and make nothing near; a record without results needs none. */
bool hints_apply(const struct hints *, int kernel, unsigned uop, uint32_t rthld, struct insn *);
/* Reuse flags (RFC-sim IV-B) of the records of one instruction from their near bits: an operand, wide or not, has the
 * flag if one of its registers is near. Hints about writes leave the flags alone. */
void hints_flag(const struct hints *, struct insn *records, unsigned count);

/* The control bits of the instruction at an address of a kernel (or -1); NULL: the hints have none. */
const struct hint_control *hints_control(const struct hints *, int kernel, uint64_t pc);
/* Gives all but `reuse` to the records of an instruction. The first one waits, and the last one says when the warp goes
 * on. Each counts what it reads and writes; the last one counts in any case. */
void hints_spread_counters(const struct hint_control *, struct insn *records, unsigned count);
/* Gives them all. Operands behind the third take its slot. */
void hints_spread(const struct hint_control *, struct insn *records, unsigned count);

#endif
