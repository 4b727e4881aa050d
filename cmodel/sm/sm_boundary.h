/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boundary of the SM: what the environment drives and what it sees, once per cycle. Names and meaning are those of
 * the ports in docs/sm.md; the golden model takes and returns these structures, and the lock-step engine packs them
 * into the ports of the RTL.
 */
#ifndef SUBCORE_SM_BOUNDARY_H
#define SUBCORE_SM_BOUNDARY_H

#include "cmodel/subcore/boundary.h"

enum { MAX_SUBCORES = 4, MAX_LINE_WORDS = 32, MAX_LINE_BYTES = 4 * MAX_LINE_WORDS };

/* Operations of accesses and requests. */
enum mem_op {
    MEM_LOAD = 0, MEM_STORE = 1, MEM_ATOMIC = 2, MEM_REDUCE = 3,    /* atomics whose old values are wanted, and not */
    MEM_FILL = 0, MEM_WRITE = 1                                     /* requests: a line is wanted; bytes are written */
};

/* An access of a warp to memory: a word for each element. */
struct mem_access {
    bool     valid;
    uint8_t  op;                        /* enum mem_op */
    bool     local;
    uint8_t  warp;                      /* slot in its sub-core */
    uint8_t  id;                        /* opaque */
    uint32_t mask;                      /* elements, not 0 */
    uint64_t addr[MAX_LANES];           /* word addresses: byte address / 4 */
    uint8_t  be[MAX_LANES];             /* bit per byte of the word; zero in loads */
    uint32_t data[MAX_LANES];           /* zero in loads */
};

/* A line, or words by element. */
struct mem_line { uint32_t word[MAX_LINE_WORDS]; };

struct sm_in {
    struct sc_in sub[MAX_SUBCORES];     /* rst is that of sub[0] */
    struct mem_access mem[MAX_SUBCORES];
    bool     flush;
    uint64_t awaited[MAX_SUBCORES];     /* warps at whose barrier others wait; CIAO that stalls only */
    uint16_t shared_used;               /* rows of shared memory that blocks hold; CIAO that isolates only */
    bool     req_ready;
    bool     fill_valid;
    uint8_t  fill_mshr;
    struct mem_line fill_data;
};

struct sm_out {
    struct sc_out sub[MAX_SUBCORES];
    uint8_t  mem_ready;                 /* bit per sub-core */
    bool     resp_valid;
    uint8_t  resp_sub, resp_id;
    uint32_t resp_mask;
    uint32_t resp_data[MAX_LANES];
    bool     req_valid;
    uint8_t  req_op, req_mshr, req_sub, req_id;
    uint64_t req_line;
    uint8_t  req_be[MAX_LINE_WORDS];    /* bit per byte of word w */
    struct mem_line req_data;
    bool     fill_ready;
    bool     idle;
};

#endif
