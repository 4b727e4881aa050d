/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The replay of a warp: its records are made when they are asked for, from the log of its functional run, and kept with
 * what the instruction took and gave, so that an execution unit's work can be checked.
 */
#ifndef SUBCORE_REPLAY_H
#define SUBCORE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine.h"
#include "records.h"
#include "cmodel/stream/stream.h"

/* What the replays of a launch share. */
struct replay_kernel {
    const struct exec_launch *launch;
    struct record_shape *shapes;    /* of all instructions */
    uint32_t room;                  /* records that a warp's ring holds at first, a power of two */
    uint32_t rthld;                 /* reuse.rthld */
    uint32_t distances;             /* distances below it are wanted, 0 to STREAM_FAR */
    uint32_t look_ahead;            /* insn.dst_look is wanted, over so many instructions */
    bool     hinted;                /* the shapes have hints instead: nothing is looked ahead at */
    uint64_t *unhinted;             /* counts the records that the hints lack */
    struct sentence error;          /* one sentence about what went wrong */
};

/* Instructions of a warp, from the one that is released on, that must have been made by then. */
uint32_t replay_window(const struct replay_kernel *kernel);

/* Prepares warp `number` of a block: it has no records yet, and makes them. `kernel` and `from` must outlive it.
 * Returns false when memory runs out. */
bool replay_create(const struct replay_kernel *kernel, struct warp *w, const struct machine_block *from,
                   uint32_t number);
/* Frees what the warp has but its records and addresses, which belong to the block. */
void replay_free(struct warp *w);

#endif
