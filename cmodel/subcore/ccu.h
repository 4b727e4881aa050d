/* SPDX-License-Identifier: Apache-2.0 */
/* The caching collector unit: tag check, replacement, ports S and D, port R (3.3, 3.5, 3.6, 3.8, 3.11; Malekeh III-C,
 * IV-A). */
#ifndef SUBCORE_CCU_H
#define SUBCORE_CCU_H

#include "collector.h"

struct ccu {
    bytes8   index;                         /* entry of slot s */
    bytes8   tag[MAX_ENTRIES / 8];
    _Alignas(32) uint8_t lru[MAX_ENTRIES];  /* ranks */
    uint8_t  dist[MAX_ENTRIES];
    struct {
        uint64_t oct_index;                 /* packed, as are tags, ranks and distances */
        uint64_t own, ct_valid, ct_lock;
        uint64_t ct_near;                   /* with distances no register, but what they say */
        uint64_t ct_tag[QWORDS(MAX_ENTRIES * 8)], ct_lru[QWORDS(MAX_ENTRIES * 8)], ct_dist[QWORDS(MAX_ENTRIES * 8)];
        struct vreg data[MAX_ENTRIES];      /* by entry */
    } q;
};

struct ccus {
    struct single_collectors all;
    unsigned entries, entry_w, ports_d;     /* E, EW, DP */
    unsigned allocation, replacement, write;    /* as in struct config */
    bool     ranked;                        /* there are ranks */
    bool     near, decremented;             /* entries are near or far; their distances count down */
    bool     waits;                         /* issue waits for a far CCU (WAIT) */
    bool     shared_write, stall;           /* ccu.shared_write; issue.blocked is stall */
    uint32_t count_down;                    /* of the edge: entries of the CCU that is allocated, which is: */
    unsigned allocated;
    struct {                                /* of the cycle, for issue (3.5, item 4): */
        uint32_t open, near;                /* CCUs that are not busy; that have a near value */
        uint64_t held, held_busy;           /* warps that a CCU holds; and it is busy */
        uint8_t  holder[MAX_WARPS];         /* of a warp in `held` */
    } access;
    struct ccu at[MAX_COLLECTORS];
};

extern const struct collector_ops ccu_ops;

/* --- parts, for benches and proofs -------------------------------------------------------------------------------- */

/* Warp `warp` goes on in CCU c (3.6, step 6). */
void ccu_take_ownership(struct ccus *cs, unsigned c, unsigned warp);

#endif
