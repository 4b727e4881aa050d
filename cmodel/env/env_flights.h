/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions in flight: from issue to their dispatch (without results) or their last result. */
#ifndef SUBCORE_ENV_FLIGHTS_H
#define SUBCORE_ENV_FLIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "env_common.h"

struct flight {
    bool     used, dispatched;
    uint8_t  iid, warp;
    uint8_t  next;              /* result to be offered next */
    uint8_t  level;             /* enum env_memory: what its access waits for */
    uint32_t sequence;          /* number of the record in its warp */
    uint32_t first;             /* that of the first record of its instruction */
    uint64_t order;             /* of issue, over all warps */
    uint64_t since;             /* cycle of issue, then of dispatch */
    bool     held;              /* it is dispatched, and its results wait for those of the access of its instruction */
    uint64_t ready;             /* first cycle in which results are offered; of one that is held, if nothing else is
                                   later; UINT64_MAX: nobody knows yet */
    struct tag_pair tags;
    const struct insn *insn;
    struct insn copy;           /* of a record that is not kept until its instruction is complete */
    struct vreg result[MAX_DSTS];
};

/* Zero at the beginning, but for what it is given. */
struct env_flights {
    struct env_common *env;
    struct flight of[MAX_INFLIGHT];     /* an in-flight number */
    uint32_t running[MAX_WARPS];        /* instructions of each slot that have issued and not completed */
    uint32_t first[MAX_WARPS];          /* the first record of the instruction that a slot has issued last */
    uint64_t issued;                    /* so far */
};

/* The device has issued an instruction. */
void env_flights_issue(struct env_flights *, const struct sc_out *);

/* The device has accepted the result that a port offers of an in-flight number. */
void env_flights_result(struct env_flights *, uint32_t port, uint32_t iid);

/* The record in flight that has the memory access of the instruction of `f`, and has results; or NULL. */
const struct flight *env_flights_access(const struct env_flights *, const struct flight *f);

/* Whether a record of the same instruction in front of this one has not been dispatched. */
bool env_flights_lacks_sources(const struct env_flights *, const struct flight *);

/* The results and tags of a record that is dispatched come from cycle `ready` on. */
void env_flights_ready(struct env_flights *, struct flight *, uint64_t ready);

/* What was held for the results of a record's access, which come from cycle `ready` on, is ready, too. */
void env_flights_release(struct env_flights *, struct flight *access, uint64_t ready);

/* A record of a slot in flight by its number in its warp; or NULL. */
const struct flight *env_flights_find(const struct env_flights *, uint32_t slot, uint32_t sequence);

/* It is complete, and its number free. */
void env_flights_complete(struct env_flights *, struct flight *);

/* The warp of an instruction that is dispatched keeps the records from the oldest that has not been dispatched on. */
void env_flights_keep(struct env_flights *, const struct flight *dispatched);

/* The oldest instruction in flight of a slot, or NULL. */
const struct flight *env_flights_oldest(const struct env_flights *, uint32_t slot);

#endif
