/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction, or micro-operation, from its decode to its last result: a row of the pipeline view. */
#ifndef SUBCORE_PIPELINE_ROW_H
#define SUBCORE_PIPELINE_ROW_H

#include "cmodel/subcore/boundary.h"
#include "step.h"

enum row_state { ROW_BUFFERED, ROW_ISSUED, ROW_DISPATCHED, ROW_DONE };

/* For every writer: not shown yet; its number in the file otherwise. */
enum { ROW_UNSEEN = -1 };

struct row {
    struct who who;             /* the instruction itself */
    uint32_t sub;               /* sub-core in the slice */
    uint8_t  slot;              /* of its warp */
    uint8_t  iid;               /* from its issue on */
    uint64_t block;             /* of its warp, in the kernel, */
    uint32_t warp;              /* and the number of the warp in it */
    uint8_t  unit, src_valid, src[MAX_SLOTS], dst_count, dst_base;
    uint64_t tag_src, tag_dst;
    bool     memory;            /* a load, store or atomic */
    bool     barrier, branch;
    uint8_t  src_pos[MAX_SLOTS];
    uint16_t entries, writes;   /* with ORF and LRF: entries that it names, and those of them that it writes */
    bool     strand, leaves;    /* it begins a strand; its warp leaves the active set with it */
    bool     interval;          /* it begins an interval */
    uint8_t  stall, wait, depbar, depbar_count;     /* control bits, without collectors */
    bool     yield;
    bool     last, ended;       /* without collectors: it ends its warp, which has ended */
    enum row_state state;
    uint64_t decoded, issued, dispatched;   /* cycles */
    uint8_t  results;           /* accepted so far, */
    uint8_t  queued;            /* and of these so many wait in result queues */
    bool     tags_back;         /* or there are none */
    int64_t  number;            /* in the file, or ROW_UNSEEN */
    struct step step;           /* of the last cycle that was shown, */
    uint64_t since;             /* and since when it is the same */
    uint64_t shown;             /* first cycle that it is shown in */
    uint8_t  track;             /* of its warp slot, as long as it is shown (Chrome) */
};

/* "0x0110 FFMA R4 <- R1 R2 R3": what it is. */
enum { ROW_TEXT = 192 };
void row_text(const struct row *, char text[ROW_TEXT]);

/* "R4-R7 <- R1 P0", or nothing. */
size_t row_operands(const struct row *, char text[ROW_TEXT]);

#endif
