/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One warp of machine code: registers, predicates, divergence, and one instruction at a time.
 *
 * A warp runs in one of two ways. In the *functional* run all warps of a block take turns and use memory; what each
 * one gets from memory (loads, atomics, reductions over a barrier) is logged. A *replay* runs one warp alone, whenever
 * its instructions are asked for, and takes these values from the log: everything else follows from them. So the order
 * in which warps and blocks touch memory is fixed by the functional run, whatever the sub-core's timing is.
 */
#ifndef SUBCORE_EXEC_H
#define SUBCORE_EXEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "compute.h"
#include "cubin.h"
#include "device.h"

enum {
    EXEC_PATHS = 33, EXEC_BARRIERS = 16, EXEC_MAX_WARPS = 32, EXEC_SYNCS = 16, EXEC_ERROR = 1200,
    EXEC_LOCAL_SPARE = 1024         /* bytes of local memory beyond what the ELF file says */
};

struct exec_warp;

/* How an instruction is carried out. */
enum exec_kind {
    EXEC_COMPUTE, EXEC_LOAD, EXEC_STORE, EXEC_ATOMIC, EXEC_LOAD_MATRIX, EXEC_LOAD_CONST,
    EXEC_BRANCH, EXEC_EXIT,
    EXEC_BSSY, EXEC_BSYNC, EXEC_BREAK, EXEC_BMOV, EXEC_WARPSYNC, EXEC_YIELD, EXEC_CALL, EXEC_INDIRECT, EXEC_BAR,
    EXEC_BAR_RESULT, EXEC_FENCE, EXEC_SPECIAL, EXEC_REFUSED
};

/* What does not change from one execution of an instruction to the next in a launch. */
struct exec_plan {
    const struct sass_insn *insn;
    uint8_t  kind;
    uint8_t  uniform_count;         /* operands whose scalar is a uniform register, */
    uint8_t  uniform[4];            /* their numbers */
    uint64_t scalar[SASS_MAX_OPERANDS];
};

/* Is told of every instruction of a functional run, after it was executed; NULL: nobody is. */
struct exec_watch {
    void (*step)(void *context, const struct exec_warp *);
    void *context;
};

/* One kernel launch. */
struct exec_launch {
    const char *file;               /* the cubin's */
    const struct cubin_kernel *kernel;
    struct exec_plan *plan;
    uint32_t grid[3], block[3];
    uint32_t threads, warps;        /* of a block */
    uint32_t shared_bytes, local_bytes;
    bool     races;                 /* blocks and warps may wait for each other through memory: turns are short */
    struct cubin_bank bank[CUBIN_BANKS];    /* complete constant banks of this launch */
    struct device *device;
    struct exec_watch watch;
};

/* What a warp's functional run depended on: the words that it got from memory, in order, and behind which instructions
 * lanes that wait for others of their warp were let go. */
struct exec_log {
    uint32_t *words;
    size_t   count, room, next;
    uint64_t *let_go;
    size_t   let_go_count, let_go_next;
};

enum exec_path_state { PATH_READY, PATH_BSYNC, PATH_WARPSYNC, PATH_BAR };

/* Lanes that run together. */
struct exec_path {
    uint32_t pc;                    /* index of the next instruction; of a waiting path: of the one it waits at */
    uint32_t mask;
    uint32_t until;                 /* WARPSYNC: the lanes that have to come */
    uint8_t  state, barrier;        /* BSYNC: convergence barrier; BAR: barrier of the block */
};

/* A word of memory that says which warps have arrived at a barrier made of atomics, in an epoch. */
struct exec_sync {
    uint64_t word;
    uint32_t epoch, arrived;
};

/* BAR.RED at a barrier since it last opened: lanes whose predicate is true, and all. */
struct exec_reduction {
    uint32_t true_lanes, lanes;
    uint8_t  mode;
};

/* What all warps of a block share in the functional run. */
struct exec_block {
    uint32_t x, y, z;
    uint32_t number;                /* in the launch */
    uint32_t epoch;                 /* of all warps behind its last barrier, for the race check */
    uint32_t live;                  /* bit per warp that has not ended */
    struct exec_sync sync[EXEC_SYNCS];
    uint32_t sync_count;
    struct device *shared;
    uint32_t bar_arrived[EXEC_BARRIERS];    /* threads that have arrived without waiting (BAR.ARV) */
    uint32_t bar_expected[EXEC_BARRIERS];   /* threads that the barrier waits for, 0: the whole block */
    struct exec_reduction red[EXEC_BARRIERS];
};

enum exec_status { EXEC_STEPPED, EXEC_WAITING, EXEC_ENDED, EXEC_FAILED };

struct exec_warp {
    uint32_t reg[256][SASS_LANES] __attribute__((aligned(64)));  /* [255], RZ, stays zero */
    uint32_t pred[8], ureg[64];
    uint8_t  upred;
    uint32_t converge[EXEC_BARRIERS][SASS_LANES];   /* convergence barriers: the lanes that each lane meets */
    uint32_t alive;                     /* lanes that have not ended */
    struct exec_path path[EXEC_PATHS];
    uint32_t path_count, current;
    uint32_t run_length;                /* branches since paths have changed their turns */
    uint64_t executed, threads;         /* warp instructions, and lanes that executed them */

    const struct exec_launch *launch;
    struct exec_block *block;           /* functional run; in a replay only its coordinates count */
    uint32_t number;                    /* in the block */
    bool     replay;
    struct exec_log *log;               /* NULL in a functional run that nobody replays */
    uint8_t *local;                     /* functional: local memory, lane after lane */

    /* Functional run, for the race check: exec_order.c. */
    uint32_t epoch, arrived;            /* warps that are known to have arrived in it */
    bool     fenced;                    /* a MEMBAR, and no store since then */
    bool     waits;                     /* it has arrived, and has just read that others have not */

    /* Functional run: of its last BAR.RED, B2R.RESULT's register, and whether its predicate is true. */
    uint32_t bar_result[2];

    /* Functional run: what tells whether the warp only waits for a change of memory. */
    uint64_t changes;                   /* of local memory, and arrivals at barriers without waiting */
    struct exec_warp *before;           /* a state that it had, or NULL; kept from block to block */
    uint64_t before_changes, samples;   /* all changes by then; moments since a state was first kept */
    bool     timed;                     /* it has read a clock since then */
    bool     still;                     /* it has come to the same state again, with */
    uint64_t still_changes;             /* so many changes */
    uint64_t quiet_changes, quiet;      /* YIELDs in a row with the same number of changes */

    /* The last instruction, for whoever records it. */
    const struct exec_plan *last;
    uint32_t last_mask;                 /* lanes that executed it */
    bool     last_barrier;              /* it waits for the whole block */
    struct sass_inputs in;
    struct sass_outputs out;
    uint32_t given[SASS_MAX_WRITES];    /* lanes that have got result i of it from memory or from a barrier */
    char     error[EXEC_ERROR];
};

/* Prepares the instructions of a launch; bank[] must be complete. Returns false when memory runs out. */
bool exec_prepare(struct exec_launch *);
void exec_release(struct exec_launch *);

/* A warp at its start: `local` must be there, or NULL, and `before` NULL or what it was. Its registers hold
 * exec_initial(). */
void exec_start(struct exec_warp *, const struct exec_launch *, struct exec_block *, uint32_t number);
uint32_t exec_initial(uint32_t block, uint32_t warp, uint32_t reg, uint32_t lane);

/* Executes one instruction of one path. EXEC_WAITING: no path can go on before a barrier of the block opens (in a
 * replay they open at once). EXEC_FAILED: a sentence in error. */
enum exec_status exec_step(struct exec_warp *);

/* The paths that wait at barrier `barrier` of the block go on. */
void exec_open(struct exec_warp *, uint32_t barrier);
/* Lanes that wait there. */
uint32_t exec_waiting(const struct exec_warp *, uint32_t barrier);
/* Whether a path of the warp can go on. */
static inline bool exec_can_run(const struct exec_warp *w)
{
    for (uint32_t i = 0; i < w->path_count; i++)
        if (w->path[i].state == PATH_READY)
            return true;
    return false;
}

/* Every warp of a block has a turn. EXEC_STEPPED: the block goes on; EXEC_WAITING: unless others change memory, nothing
 * will happen any more; EXEC_ENDED; EXEC_FAILED: a sentence in `error`. `limit`: warp instructions, after which it
 * gives up. */
enum exec_status exec_turn(struct exec_warp *warps, struct exec_block *, const struct exec_launch *, uint64_t *limit,
                           const struct sentence *error);
/* Says of a block that waits why that is the end. */
enum exec_status exec_stuck(struct exec_warp *warps, const struct exec_launch *, const char *why,
                            const struct sentence *error);
/* Frees what the functional run has given the warp, local memory among it. */
void exec_free(struct exec_warp *);
/* Whether the warp does nothing until somebody changes memory. */
bool exec_still(const struct exec_warp *);
/* Whether it is still, has ended, waits at a barrier, or has yielded often without a change of memory. */
bool exec_idle(const struct exec_warp *);

/* Lanes of an idle warp that wait at BSYNC go on without the others, who may wait for them. Returns whether there were
 * any; false, too, when memory runs out. */
bool exec_let_go(struct exec_warp *);
void exec_log_free(struct exec_log *);

/* What the files exec_*.c share: */
/* Compares the warp with what it was before. */
void exec_spin(struct exec_warp *);
enum exec_status exec_fail(struct exec_warp *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Why the instruction is not executed. */
enum exec_status exec_refuse(struct exec_warp *, const struct exec_plan *);
enum exec_status exec_out_of_bank(struct exec_warp *, uint8_t bank, uint32_t at, uint32_t bytes);
/* Whether `bytes` at `at` lie in a constant bank, at a multiple of their number. */
bool exec_in_bank(const struct exec_launch *, uint8_t bank, uint32_t at, uint32_t bytes);
uint32_t exec_constant_bytes(const struct sass_insn *, const struct sass_operand *);
/* SGXT with a constant operand: ptxas (CUDA 13.0) writes another bank and offset than those of the source. */
bool exec_misencoded(const struct sass_insn *);
void exec_split(struct exec_warp *, uint32_t mask, uint32_t pc);
void exec_control(struct exec_warp *, const struct exec_plan *, struct exec_path *, uint32_t mask);
bool exec_memory(struct exec_warp *, const struct exec_plan *, uint32_t mask);
uint32_t exec_bytes(uint8_t type);
int exec_data_position(const struct sass_insn *, uint32_t n);
bool exec_special(struct exec_warp *, const struct exec_plan *, uint32_t special[2 * SASS_LANES]);
void exec_release_waiting(struct exec_warp *);
/* Barriers made of atomics: an atomic operation, a load; and all `count` warps have passed a barrier of the block. */
void exec_order_atomic(struct exec_warp *, bool shared, uint64_t address);
void exec_order_load(struct exec_warp *, bool shared, const uint64_t address[SASS_LANES], uint32_t mask);
void exec_order_block(struct exec_warp *warps, struct exec_block *, uint32_t count);
bool exec_log_put(struct exec_log *, const uint32_t *words, uint32_t mask);
bool exec_log_get(struct exec_log *, uint32_t *words, uint32_t mask);

#endif
