/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The front end: which blocks and warps are resident in this slice, which warp is launched and which one is decoded
 * next. A slice is some sub-cores of one SM, its *sides*: one of them, or all.
 *
 * Block k of a kernel runs on SM k mod machine.sms. The warps of an SM's blocks are dealt to its sub-cores in turn, in
 * block order and across block boundaries: what first fit over an idle SM's warp slots gives. Which slice executes a
 * warp thus never depends on time. A slice admits blocks in order, each when all its own warps find a warp slot and
 * registers in their sub-core (first fit both), and the block a thread-block slot and shared memory of the SM. A block
 * holds these until its warps in this slice have ended; one without a warp here until the next block with one has
 * ended, or until it is all that is in the way. A kernel starts when the slice has drained the one before.
 *
 * All decisions for cycle t are made from what was known at the end of cycle t - 1.
 */
#ifndef SUBCORE_FRONTEND_H
#define SUBCORE_FRONTEND_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "cmodel/sm/sm_boundary.h"
#include "cmodel/stream/stream.h"

/* One warp slot. */
struct fe_warp {
    struct warp *warp;          /* NULL: the slot is free */
    bool     running;           /* launched */
    bool     at_barrier;
    uint8_t  resident;          /* its block among the resident ones */
    uint64_t block;             /* block index in the kernel */
    uint64_t launch;            /* number of the launch in this run, from 0 */
    uint32_t base, registers;   /* registers allocated to it */
    uint32_t decoded, issued;   /* records so far */
    bool     complete;          /* the last one has been decoded */
    uint64_t resume;            /* 0: may decode; first cycle in which it may; UINT64_MAX: not known yet */
};

struct frontend;

/* Sides 0 to `sides` - 1 are sub-cores `subcore` and so on of the SM. NULL when memory runs out. The stream must be at
 * its start. */
struct frontend *frontend_create(const struct config *cfg, struct stream *stream, uint32_t sm, uint32_t subcore,
                                 uint32_t sides);
void frontend_destroy(struct frontend *fe);

/* Admits what fits of the kernel; to be called when one has begun and in every cycle in which a warp ends. Between: no
 * kernel has begun, or nothing is left of it. -1 with a sentence in frontend_error(). */
enum { FRONTEND_WORK = 1, FRONTEND_BETWEEN = 2 };
int frontend_admit(struct frontend *fe);
/* Begins the next kernel: 1; 0 if there is none, -1 with a sentence in frontend_error(). */
int frontend_next_kernel(struct frontend *fe);
/* Whether a record that was asked for could not be had or can not be executed by this configuration. */
bool frontend_failed(const struct frontend *fe);
const char *frontend_error(const struct frontend *fe);

/* Kernels begun so far, and the last of them. */
uint32_t frontend_kernels(const struct frontend *fe);
const struct kernel *frontend_kernel(const struct frontend *fe);

/* Number of the first launch of that kernel. */
uint64_t frontend_first_launch(const struct frontend *fe);

/* The warp slots of a side, MAX_WARPS of them; the pointer stays the same. */
const struct fe_warp *frontend_warps(const struct frontend *fe, uint32_t side);

/* Slot to launch, or to decode an instruction for, or -1. */
int frontend_launch(const struct frontend *fe, uint32_t side);
int frontend_decode(const struct frontend *fe, uint32_t side);
/* The record that frontend_decode() means. */
const struct insn *frontend_next(const struct frontend *fe, uint32_t side, uint32_t slot);

/* Running warps, bit per slot, that have not arrived at a barrier at which another warp of their block waits. */
uint64_t frontend_awaited(const struct frontend *fe, uint32_t side);

/* Rows of shared memory that blocks of the kernel may hold, of 2 * l1d.line_bytes each, at most shared.rows. */
uint32_t frontend_shared_rows(const struct frontend *fe);

/* What has happened in this cycle. A dispatched branch or barrier is executed in cycle `done`; the next instruction is
 * decoded later than that, and behind a barrier later than the last `done` of the block's warps. */
void frontend_launched(struct frontend *fe, uint32_t side);
void frontend_decoded(struct frontend *fe, uint32_t side, uint32_t slot);
void frontend_issued(struct frontend *fe, uint32_t side, uint32_t slot);
void frontend_branch(struct frontend *fe, uint32_t side, uint32_t slot, uint64_t done);
void frontend_barrier(struct frontend *fe, uint32_t side, uint32_t slot, uint64_t done);
void frontend_ended(struct frontend *fe, uint32_t side, uint32_t slot);

/* The first cycle in which a warp of a side goes on behind a branch or barrier, or UINT64_MAX. */
uint64_t frontend_event(const struct frontend *fe, uint32_t side);

/* The cycle after `now` begins. */
void frontend_tick(struct frontend *fe, uint64_t now);

#endif
