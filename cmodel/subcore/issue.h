/* SPDX-License-Identifier: Apache-2.0 */
/* Which warp issues, and into which collector (3.5; greedy-then-oldest, Malekeh IV-B); the ends of warps (3.12). */
#ifndef SUBCORE_ISSUE_H
#define SUBCORE_ISSUE_H

#include "age_matrix.h"
#include "collectors.h"
#include "limit.h"
#include "scoreboard.h"

/* Causes of an idle cycle, each further down the way to issue than the one before. */
enum stall {
    STALL_NO_WARP, STALL_EMPTY, STALL_SCOREBOARD, STALL_WAR, STALL_COLLECTOR, STALL_INFLIGHT, STALL_READ_PORTS,
    STALL_LEVEL, STALL_STRAND, STALL_INTERVAL, STALL_INACTIVE, STALL_LIMIT, STALL_WAIT,
    STALL_COUNTS, STALL_CONSUMERS, STALL_UNITS, STALL_HOLD, STALL_QUEUE     /* without collectors (modern_issue.h) */
};

struct issue {
    struct core *core;
    unsigned scheduler;             /* as in struct config */
    unsigned sthld_w;
    bool     waits;                 /* for far CCUs, STHLD cycles long (WAIT) */
    bool     levels;                /* warps wait for entries of ORF and LRF, and where strands begin (LEVELS) */
    bool     intervals;             /* warps wait for the registers of their intervals (INTERVALS) */
    struct age age;                 /* launch order; valid: live warps */
    uint64_t known, waiting;        /* known: `waiting` is right for the warp's head, which waits for a result, */
    uint64_t waiting_long;          /* and this, for one from far memory; with LEVELS, where a strand begins */
    struct {                        /* of the cycle: */
        bool     valid;             /* a warp is chosen: */
        unsigned warp, col, iid;
        enum stall stall;           /* if none is, why */
        uint64_t wait;              /* next value of wait_q */
    } choice;
    struct { bool valid; unsigned warp; } ends;     /* of the cycle: a warp that ends */
    struct { uint64_t last_valid, last_warp, exiting, wait, row[MAX_WARPS * QWORDS(MAX_WARPS)]; } q;
};

/* What the choice of a cycle depends on, beside registers of its own. */
struct issue_inputs {
    struct collector_view view;
    struct collectors *collectors;
    const struct scoreboard *scoreboard;
    const struct limit *limit;
    uint64_t active;                /* warps in the active set; all without one */
    uint64_t lacking;               /* warps that lack read ports of their register caches (item 6) */
    bool     read_ports;            /* there are such ports */
    uint64_t unwritten;             /* with LEVELS, warps whose head items 6 and 8 of 3.19 hold back; with */
    uint64_t unfetched;             /* INTERVALS, those in the active set that item 6 of 3.20 does */
    unsigned iid;                   /* in-flight number that is free, or inflight.entries (item 5) */
    unsigned sthld;
};

void issue_open(struct issue *is, struct core *core, const struct config *cfg);
void issue_list(const struct issue *is, struct register_list *l);
void issue_reset(struct issue *is);
void issue_pack(struct issue *is);
void issue_unpack(struct issue *is);

/* Live warps. */
static inline uint64_t issue_live(const struct issue *is)
{
    return is->age.valid[0];
}

/* Registers of a warp are pending that were not, or the other way round, or it has another head. */
static inline void issue_forget(struct issue *is, unsigned warp)
{
    is->known &= ~only(warp);
}

void issue_eval(struct issue *is, const struct issue_inputs *in);

/* What was chosen is the last one; its head, i, may be the last of its warp. */
void issue_edge(struct issue *is, const struct instruction *i);

/* In n cycles nothing has been chosen, for the reason that issue_eval() has found. */
void issue_count_stall(struct issue *is, uint64_t n);

/* The lowest warp that can end: whose last instruction has issued, and of which nothing is pending. `on_its_way`: the
 * warp of an instruction between issue and its collector, or -1; `owing`: warps with values that their banks lack. */
void issue_end_eval(struct issue *is, const struct scoreboard *s, const struct collectors *cs, int on_its_way,
                    uint64_t owing);
void issue_end_edge(struct issue *is);

/* A warp starts. */
void issue_launch(struct issue *is, unsigned warp);

#endif
