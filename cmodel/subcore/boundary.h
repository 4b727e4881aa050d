/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boundary of the sub-core: what the environment drives and what it sees, once per cycle. Names and meaning are
 * those of the ports in docs/microarchitecture.md; the golden model takes and returns these structures, and the
 * lock-step engine packs them into the ports of the RTL.
 */
#ifndef SUBCORE_BOUNDARY_H
#define SUBCORE_BOUNDARY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_WARPS = 64, MAX_LANES = 32, MAX_SLOTS = 8, MAX_DSTS = 4, MAX_UNITS = 8, MAX_BANKS = 32, MAX_COLLECTORS = 32,
    MAX_ENTRIES = 32, MAX_BOC_ENTRIES = 64, MAX_WINDOW = 7, MAX_RFC_ENTRIES = 16, MAX_INFLIGHT = 256, MAX_TAGS = 64,
    PAYLOAD_WORDS = 8, RESULT_PORTS = 6
};

/* A vector register: one 32-bit word per lane; lanes beyond subcore.lanes are zero. */
struct vreg { uint32_t lane[MAX_LANES]; };

/* A register file row that a clock edge has written. */
struct model_write { uint32_t bank, row; };

/* A decoded instruction as the ibuffer holds it. */
struct decoded {
    uint8_t  unit;
    uint8_t  src_valid;             /* bit per slot */
    uint8_t  src_near;              /* bit per slot; only with config_source_reuse() and binary distances, or: */
    uint8_t  src_dist[MAX_SLOTS];   /* distance by slot, only with distances that are numbers */
    uint8_t  src_reg[MAX_SLOTS];    /* zero where not valid */
    uint8_t  src_pos[MAX_SLOTS];    /* position of the operand by slot, 0 to 7; only with config_rfc_positions() */
    uint8_t  src_reuse;             /* reuse flag by slot; only with config_rfc_flags() */
    uint8_t  dst_count, dst_base;   /* dst_base is zero when dst_count is */
    uint8_t  dst_near;              /* bit per result; only with config_result_reuse(), likewise */
    uint8_t  dst_dist[MAX_DSTS];
    uint8_t  dst_look;              /* bit per result: soon named again; only with config_rfc_looks() */
    /* Control bits; only with config_control_bits() (3.18). Counters: 0 to 5, 7: none. */
    uint8_t  stall;                 /* cycles */
    bool     yield;
    uint8_t  wait;                  /* bit per counter that must be 0 */
    uint8_t  write_bar, read_bar;   /* counters that it counts until results are written, sources read */
    uint8_t  depbar, depbar_count;  /* the counter that is at most so much */
    uint64_t tag_src, tag_dst;      /* tags that are read, that become pending; scoreboard.tags of them exist */
    bool     last;                  /* ends the warp */
    bool     far_memory, leave;     /* ports dec_long_i (config_long()), dec_leave_i (two-level) */
    bool     first;                 /* first or only micro-operation of its instruction; BOC only */
    uint8_t  hint;                  /* bit 0: results are wanted in the BOC, bit 1: the bank; boc.write hinted only */
    /* Places: 0 none, i + 1 entry i of ORF and LRF; only with config_levels() (3.19). */
    uint8_t  src_level[MAX_SLOTS];  /* that the source is read from; 0 is its bank */
    uint8_t  dst_level[MAX_DSTS];   /* that the result goes to */
    uint8_t  dst_bank;              /* bit per result: it goes to its bank */
    uint8_t  copy, copy_slot;       /* place that a source is copied to, and its slot; with config_levels_copies() */
    bool     strand;                /* begins a strand */
    /* Intervals; only with config_intervals() (3.20): */
    bool     interval;              /* begins one */
    uint64_t work[4], live[4];      /* bit per register: of it, and live where it begins; else zero */
    uint32_t mask;
    uint32_t payload[PAYLOAD_WORDS];/* opaque to the sub-core; collector.payload_bits of it exist */
};

/* One result register offered by an execution unit. */
struct result {
    bool        valid;
    uint8_t     warp, reg, iid;
    bool        last;               /* last result register of its instruction */
    bool        near;               /* only with config_result_reuse(), or: */
    uint8_t     dist;
    bool        look;               /* only with config_rfc_looks() */
    uint8_t     level;              /* place that it goes to, or 0; only with config_levels(), like: */
    bool        bank;               /* it goes to its bank */
    uint32_t    mask;
    struct vreg data;
};

struct sc_in {
    bool     rst;
    bool     launch_valid;
    uint8_t  launch_warp;
    uint16_t launch_row;            /* first row of the warp's registers, the same in every bank */
    bool     kernel;                /* a kernel starts; sthld.mode own only */
    uint8_t  sthld;                 /* sthld.mode external, and shared, where the SM's model fills it in */
    bool     dec_valid;
    uint8_t  dec_warp;
    struct decoded dec;
    uint32_t unit_ready;            /* bit per enum unit_kind */
    struct result wb[RESULT_PORTS]; /* index is enum unit_kind, INT to LDST */
    bool     tag_valid;             /* tags of a warp come back */
    uint8_t  tag_warp;
    uint64_t tag_mask;
    uint64_t barrier;               /* warps that wait at a barrier; issue.limit and throttle.policy ccws only */
    /* These three the SM's model fills in from its registers, whatever the environment of an SM writes here. */
    bool     spare;                 /* issue.limit is lifted; throttle.policy statpcal only */
    uint64_t stop;                  /* warps that issue nothing to LDST; throttle.policy ccws only */
    uint64_t stall;                 /* warps that issue nothing; throttle.policy ciao_t and ciao_c only */
};

struct sc_out {
    bool     issue_valid;
    uint8_t  issue_warp, issue_iid;
    bool     disp_valid;
    uint8_t  disp_unit, disp_warp, disp_iid;
    uint8_t  disp_dst_count, disp_dst_base, disp_dst_near, disp_dst_dist[MAX_DSTS], disp_dst_look;
    uint8_t  disp_dst_level[MAX_DSTS], disp_dst_bank;
    uint32_t disp_mask;
    uint32_t disp_payload[PAYLOAD_WORDS];
    struct vreg disp_operand[MAX_SLOTS];        /* collector.beats 2: the lower half of the lanes, from lane[0] on, */
    bool     disp_upper_valid;
    struct vreg disp_upper_operand[MAX_SLOTS];  /* and in the next cycle the upper half, from lane[0] on */
    uint32_t wb_ready;              /* bit per result port */
    bool     end_valid;
    uint8_t  end_warp;
    uint64_t token;                 /* warps within issue.limit; throttle.policy statpcal only, else 0 */
};

#endif
