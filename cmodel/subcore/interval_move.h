/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves registers of one warp at a time between their banks and its frame (u_move of 3.20; LTRF): those of its interval
 * in, others out. In a cycle one goes out, and one comes in. What is fetched takes its entry when its bank has read it,
 * in the next cycle if banks are not slow.
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
    /* Of the cycle, for a warp that is moved: it holds what it is to hold; registers that go and come, or -1; the entry
     * for the latter; */
    bool     done;
    int      out, in;
    unsigned entry;
    uint32_t written, fetched;          /* and the bank that takes or gives the value, as a set; empty: no value does */
    bool     arrived;                   /* some register has taken its entry */
    struct { bool valid, empty; unsigned warp; } starts;        /* the warp that is moved next */
    struct {
        uint64_t busy, warp, empty, fetch;
        uint64_t fetch_reg[QWORDS(MAX_BANKS * 8)], fetch_entry[QWORDS(MAX_BANKS * 5)];      /* by bank */
    } q;
};

void interval_move_open(struct interval_move *m, struct core *core);
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

/* Entries of its frame for what is on its way. */
uint32_t interval_move_reserved(const struct interval_move *m);

/* Whether the move is done. */
void interval_move_eval(struct interval_move *m);

/* What goes and comes. `taken`: banks that are busy, or that a result is written to. */
void interval_move_grant(struct interval_move *m, uint32_t taken);

/* Banks that it writes or reads. */
static inline uint32_t interval_move_banks(const struct interval_move *m)
{
    return m->written | m->fetched;
}

/* The edge: what was fetched takes its entry, before the banks read again; and behind that all else. */
void interval_move_fill(struct interval_move *m, const struct rf_banks *rf);
void interval_move_edge(struct interval_move *m, struct bank_arbiter *a, struct rf_banks *rf);

#endif
