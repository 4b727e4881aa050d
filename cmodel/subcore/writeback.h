/* SPDX-License-Identifier: Apache-2.0 */
/* Results on their way to the banks: the oldest wins a bank (3.9). */
#ifndef SUBCORE_WRITEBACK_H
#define SUBCORE_WRITEBACK_H

#include "bank_arbiter.h"
#include "collectors.h"
#include "inflight.h"
#include "intervals.h"
#include "rfc.h"
#include "scoreboard.h"

/* It has no registers; all this is of the cycle. Sets of ports, but for `granted`. */
struct writeback {
    struct core *core;
    const struct levels *levels;            /* NULL: there are no frames; */
    const struct intervals *intervals;      /* likewise, of intervals */
    const struct rf_banks *rf;              /* where results go */
    struct result wb[RESULT_PORTS];         /* what is offered; data only of what is granted */
    uint32_t offered, accepted;
    uint32_t contending;                    /* offered, with a mask that is not 0 */
    uint32_t masked;                        /* of these, accepted */
    uint32_t crowded;                       /* with frames, ports that wait for the ORF of their warp alone */
    uint32_t blocked;                       /* with intervals, ports with a mask whose warp is moved */
    uint32_t delayed;                       /* ports with a mask whose bank is busy */
    uint32_t written;                       /* of these, those that a bank may get */
    uint32_t granted;                       /* banks that are written for a result, */
    uint8_t  grant_port[MAX_BANKS];         /* and its port */
};

void writeback_open(struct writeback *wb, struct core *core, const struct rf_banks *rf);

/* wb_ready_o says of every port, valid or not, what would be. */
void writeback_eval(struct writeback *wb, const struct sc_in *in, const struct inflight *f, struct collectors *cs,
                    struct rfcs *rfcs, struct sc_out *out);

/* What collectors see of the results. */
static inline struct taken_results writeback_taken(const struct writeback *wb)
{
    return (struct taken_results){wb->wb, wb->masked, wb->granted, wb->grant_port};
}

/* The row is written, the register is no longer pending, with the last the in-flight number is free. Returns the
 * warps of accepted results. */
uint64_t writeback_edge(struct writeback *wb, struct bank_arbiter *a, struct rf_banks *rf, struct rfcs *rfcs,
                        struct scoreboard *s, struct inflight *f);

#endif
