/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functional machine: runs the kernels of a launch file, block after block, on memory of its own, and compares the
 * buffers in the end. No timing. Blocks run in the order x, y, z; so do their effects.
 */
#ifndef SUBCORE_MACHINE_H
#define SUBCORE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "exec.h"
#include "launch.h"

struct machine;

/* A block after its functional run: what is needed to replay its warps. */
struct machine_block {
    struct exec_block place;            /* coordinates; shared memory is gone */
    uint32_t warps;
    struct exec_log log[EXEC_MAX_WARPS];
};

enum { MACHINE_ERROR = 1024 };

/* Prepares memory and buffers. `limit`: warp instructions in all, 0 for none. NULL with a sentence in `error`. The
 * launch file must outlive the machine. */
struct machine *machine_create(struct launch_file *, uint64_t limit, const struct sentence *error);
void machine_destroy(struct machine *);

/* The next launch, its parameters, constants and code prepared: 1; 0 after the last; -1 with a sentence in
 * machine_error(). The launch before is gone then, and no block of it may be replayed any more. */
int machine_next_launch(struct machine *);
const struct exec_launch *machine_launch(const struct machine *);

/* Runs the next block of the launch, with 'races: allowed' together with later ones. With `block` not NULL the
 * caller gets what it needs for replays, and frees it; without, nobody asks for those behind either. 1; 0 after the
 * last; -1 with a sentence in machine_error(). */
int machine_next_block(struct machine *, struct machine_block **block);
void machine_block_free(struct machine_block *);
/* Makes `w` a replay of the block's warp of that number, from its start. */
void machine_replay(const struct machine *, struct machine_block *, uint32_t number, struct exec_warp *w);

/* From the next launch on: is told of every instruction that blocks execute. */
void machine_watch(struct machine *, struct exec_watch);

/* After the last launch: compares the buffers with what is expected of them. Returns 1 if all are right, 0 if nothing
 * is checked, -1 with a sentence in machine_error() if something is wrong. */
int machine_check(struct machine *);

/* So far. */
uint64_t machine_instructions(const struct machine *);
uint64_t machine_thread_instructions(const struct machine *);
const char *machine_error(const struct machine *);
/* All of its memory. */
const struct device *machine_device(const struct machine *);
/* A buffer's memory as it is now. */
const uint8_t *machine_buffer(const struct machine *, uint32_t buffer);

#endif
