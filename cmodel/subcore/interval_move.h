/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves registers of one warp at a time between their banks and its frame (u_move of 3.20; LTRF): those of its interval
 * in, others out. In a cycle one goes out, one comes in, and one that was read in the cycle before takes its entry.
 */
#ifndef SUBCORE_INTERVAL_MOVE_H
#define SUBCORE_INTERVAL_MOVE_H

#include "bank_arbiter.h"
#include "interval_table.h"
#include "levels.h"
#include "rf_bank.h"

struct interval_move {
    struct core *core;
    struct interval_table *table;
    struct levels *frames;
    unsigned bank_w;                    /* GW */
    /* Of the cycle, for a warp that is moved: registers that are to go and to come, or -1; the entry for the latter, or
     * `entries` of the table if there is none; nothing is left to do; */
    int      out, in;
    unsigned entry;
    bool     done;
    bool     goes, comes;               /* of these, what happens, */
    uint32_t written, fetched;          /* and the bank that takes or gives the value, as a set; empty: no value does */
    struct { bool valid, empty; unsigned warp; } starts;        /* the warp that is moved next */
    struct { uint64_t busy, warp, empty, fetch, fetch_reg, fetch_bank, fetch_entry; } q;
};

void interval_move_open(struct interval_move *m, struct core *core, const struct config *cfg);
void interval_move_list(const struct interval_move *m, struct register_list *l);
void interval_move_reset(struct interval_move *m);

/* The warp that is moved, as a set. */
static inline uint64_t interval_move_warp(const struct interval_move *m)
{
    return m->q.busy ? only((unsigned)m->q.warp) : 0;
}

/* The warp that leaves the active set at the end of the cycle, as a set. */
static inline uint64_t interval_move_leaves(const struct interval_move *m)
{
    return m->done && m->q.empty ? interval_move_warp(m) : 0;
}

/* What is to go and to come. */
void interval_move_eval(struct interval_move *m);

/* And what does. `granted`: banks that a result is written to. */
void interval_move_grant(struct interval_move *m, uint32_t granted);

/* Banks that it writes or reads. */
static inline uint32_t interval_move_banks(const struct interval_move *m)
{
    return m->written | m->fetched;
}

/* The edge: what was fetched takes its entry, before the banks read again; and behind that all else. */
void interval_move_fill(struct interval_move *m, const struct rf_banks *rf);
void interval_move_edge(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf);

#endif
