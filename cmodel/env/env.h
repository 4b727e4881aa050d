/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The environment of a sub-core: block and warp launch, front end, execution units, memory, and the architectural
 * oracle. The same code stands around the golden model alone and around model and RTL in lock-step.
 *
 * Each cycle: env_drive() fills the inputs from the environment's state alone; the device evaluates; env_step() takes
 * the device's outputs, checks what can be checked and moves on; then the device's clock edge follows.
 */
#ifndef SUBCORE_ENV_H
#define SUBCORE_ENV_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/subcore/boundary.h"
#include "configs/config.h"
#include "memory.h"
#include "cmodel/stream/stream.h"

struct env;
struct fe_warp;
struct frontend;
struct gpu_sthld;
struct kernel_gate;
struct lsu;
struct shared_port;
struct memory_port;

/* Where the register rows of a warp go at its launch edge. Called once per register, in env_step() of the cycle that
 * launches the warp: before that cycle's clock edge, and before any read of the warp. */
typedef void (*env_row_writer)(void *ctx, uint32_t bank, uint32_t row, const struct vreg *value);

/* Reads a register file row; lanes from subcore.lanes on may be left alone, they are zero. Called in env_step() of the
 * cycle in which a warp ends, once per register of it. */
typedef void (*env_row_reader)(void *ctx, uint32_t bank, uint32_t row, struct vreg *value);

struct env_options {
    uint32_t sm, subcore;       /* the slice of the machine that this run holds */
    bool     values;            /* false: timing only; no values, no oracle */
    env_row_writer write_row;   /* may be NULL when timing only */
    void    *write_row_ctx;
    env_row_reader read_row;    /* may be NULL: registers are then not compared at the end of a warp */
    void    *read_row_ctx;
    uint64_t tag_seed;          /* not 0: records have pseudo-random tags from it, not those of their registers */
    uint64_t sthld_seed;        /* not 0: sthld_i is pseudo-random from it, and changes every 64 cycles */
    const struct gpu_sthld *gpu;    /* sthld.mode gpu: sthld_i in every cycle; may be NULL: as with external */
    /* Kernels end for the whole GPU: when each begins; the environment waits for that. NULL: they follow each other. */
    const struct kernel_gate *gate;
    struct memory_port *port;   /* of this slice, to the one L2 of the GPU; NULL: it has an L2 of its own */
    bool     counts_stale;      /* stale operands are counted, and memory is not compared; false: one ends the run */
    uint64_t idle_limit;        /* cycles without issue, dispatch, result or end before ENV_TIMEOUT; 0: 100,000 */
    /* A sub-core of an SM: the SM's front end, of which this is side `subcore`, this sub-core's load/store unit, and
     * the port of the SM's shared memory. The caller admits blocks, lets the front end and the load/store unit step,
     * and looks for time-outs; it calls env_kernel() when a kernel begins. NULL: the environment has a front end and a
     * memory of its own. */
    struct frontend *frontend;
    struct lsu *lsu;
    struct shared_port *shared;
};

enum env_status { ENV_RUNNING, ENV_DONE, ENV_INPUT_ERROR, ENV_CHECK_FAILED, ENV_TIMEOUT };

/* The stream must be at its start, and the configuration checked; both must outlive the environment. NULL when memory
 * runs out; any other problem is the status that env_state() and the first env_step() return. */
struct env *env_create(const struct config *cfg, struct stream *stream, const struct env_options *opt);
void env_destroy(struct env *e);

/* The status so far: ENV_DONE at once if the slice has no warp at all. A status other than ENV_RUNNING is final. */
enum env_status env_state(const struct env *e);

/* Drives the inputs of a cycle; rst is left alone. The structure should be the same in every cycle and not be changed
 * in between: only what differs from the cycle before is written. Calling it twice in a cycle is harmless. */
void env_drive(struct env *e, struct sc_in *in);
enum env_status env_step(struct env *e, const struct sc_in *in, const struct sc_out *out);

/* For how many of the next cycles env_drive() would drive what it has driven last, and env_step() find nothing to do,
 * if the device does nothing; and the passage of so many cycles, or fewer, at once. */
uint64_t env_rest(const struct env *e);
void env_pass(struct env *e, uint64_t cycles);

/* Whether it waits, without a warp, for a kernel to begin in all slices; in a cycle that is not known yet; and tells it
 * that cycles have become known: a kernel that begins in the next cycle does. */
bool env_waits(const struct env *e);
bool env_parked(const struct env *e);
void env_begin(struct env *e);

/* For the SM: a kernel begins; whether a place in the front end has become free in this cycle, and whether anything has
 * happened; what the warps of this sub-core wait for, with "; " before each, as one text, whose length is returned. */
void env_kernel(struct env *e);
bool env_freed(const struct env *e);
bool env_moved(const struct env *e);
size_t env_describe(const struct env *e, char *text, size_t size);
/* Likewise: its live warps, bit per slot, that have not arrived at a barrier at which another warp of their block waits
 * (docs/ciao.md, 7.7). */
uint64_t env_awaited(const struct env *e);

/* A warp slot of its front end, and the name of an opcode of its stream, or "?". */
const struct fe_warp *env_warp(const struct env *e, uint32_t slot);
const char *env_opcode(const struct env *e, uint32_t opcode);

/* One sentence about the last status that was not ENV_RUNNING or ENV_DONE. */
const char *env_message(const struct env *e);

/* Warp slot that the message is about, or -1. */
int env_culprit(const struct env *e);

/* Cycles stepped; micro-operations issued; warp instructions whose last micro-operation has been dispatched, and their
 * active lanes (the sub-core can not tell micro-operations from instructions); operands, and registers at the ends of
 * warps, that the oracle has compared. */
uint64_t env_cycles(const struct env *e);
uint64_t env_micro_operations(const struct env *e);
uint64_t env_instructions(const struct env *e);
uint64_t env_thread_instructions(const struct env *e);
uint64_t env_oracle_operands(const struct env *e);
uint64_t env_oracle_registers(const struct env *e);
/* With counts_stale: how many instructions had a stale operand, and how many warps ended with a stale register; a
 * sentence about the first of them and its cycle, "" if there was none. */
uint64_t env_stale(const struct env *e);
const char *env_first_stale(const struct env *e, uint64_t *cycle);

/* Lines of the L1 that loads have looked up, and how many were not there. */
/* What part of memory a dispatched record of a slot waits for: shared memory, the L1, the L2, DRAM, the taking of its
 * accesses in an SM; or what is behind these or the L1 of the GPU's L2, of which nobody here knows more. */
enum env_memory {
    ENV_MEMORY_AWAY, ENV_MEMORY_L1, ENV_MEMORY_L2, ENV_MEMORY_DRAM, ENV_MEMORY_SHARED, ENV_MEMORY_QUEUE
};
enum env_memory env_memory_wait(const struct env *, uint32_t slot, uint32_t sequence);

const struct memory_counts *env_memory(const struct env *e);

/* Cycles of records between issue and dispatch, and between issue and result, summed (BOW Fig. 4, 12). */
struct env_collection { uint64_t memory_collection, memory_execution, other_collection, other_execution; };
const struct env_collection *env_collection(const struct env *e);

/* The events of a warp slot, oldest first, for reports: at most `count` lines to `out` (the last 64 are kept). */
void env_history(const struct env *e, uint32_t warp, int count, FILE *out);

#endif
