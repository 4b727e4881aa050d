/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters and derived widths of docs/sm.md, section 5.1, of docs/schedulers.md and of docs/ciao.md. */
#ifndef SUBCORE_SM_SHAPE_H
#define SUBCORE_SM_SHAPE_H

#include "cmodel/base/bits.h"
#include "sm_boundary.h"

enum {
    MAX_CACHE_SETS = 512, MAX_CACHE_WAYS = 16, MAX_CACHE_ROWS = MAX_CACHE_SETS * MAX_CACHE_WAYS, MAX_MSHRS = 64,
    MAX_TARGETS = 256, MAX_WRITE_QUEUE = 64, MAX_RESPONSE_QUEUE = 64, MAX_LINE_NUMBER_BITS = 46, ACCESS_ID_BITS = 8,
    MAX_SM_WARPS = MAX_SUBCORES * MAX_WARPS, MAX_VTA_TAGS = 16, MAX_SHARED_ROWS = 256, SHARED_GROUPS = 2
};

struct sm_shape {
    unsigned subcores, sub_w;                       /* C, CB */
    unsigned lanes, warp_w;                         /* L, WW */
    unsigned word_w;                                /* AD - 2: bits of a word address */
    unsigned line_words, line_shift, off_w, line_w; /* LWD, its logarithm, OW, LN */
    unsigned sets, set_bits, ways, pairs, rows;     /* Z, its logarithm, Y, YP, Z Y */
    unsigned index_w;                               /* XB */
    unsigned mshrs, mshr_w, targets;                /* MS, MB, TG */
    unsigned write_queue, response_queue;           /* WQ, RQ */
    bool     hash, evict;                           /* XOR, EVICT */
    uint32_t lane_mask;
    size_t   line_bytes;                            /* LB8 */
    bool     sthld;                                 /* sthld.mode is shared (5.6) */
    /* docs/schedulers.md */
    unsigned warps, sm_warps, number_w;             /* W, NW, NB8 */
    unsigned vta_tags, vta_w, base, throttle;       /* VT, VB, BASE, KT */
    unsigned window, spare_below;                   /* throttle.window, throttle.spare */
    bool     ccws, spare;                           /* CCWS, SPARE */
    bool     vta;                                   /* the VTA is hardware: CCWS, CIAO */
    /* docs/ciao.md */
    bool     ciao, stalls, shares;                  /* CIAO, STALL, SHARED */
    bool     count_lanes, fold;                     /* LANES, FOLD */
    unsigned high_cutoff, low_cutoff, high_epoch, low_epoch, scan, patience;    /* HC LC HE LE SCAN PAT */
    unsigned counter_w, factor_w;                   /* HB, FB */
    unsigned shared_rows, row_w, tag_w, row_tags;   /* SH, RB, TW, TR */
};

struct config;

/* That of a configuration with an SM. */
struct sm_shape sm_make_shape(const struct config *cfg);

/* lg(n) of section 1. */
static inline unsigned sm_lg(unsigned n)
{
    return n <= 2 ? 1 : 32 - (unsigned)__builtin_clz(n - 1);
}

#endif
