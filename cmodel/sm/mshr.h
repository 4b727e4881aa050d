/* SPDX-License-Identifier: Apache-2.0 */
/* Lines and old values of atomics that are on their way, and the accesses that wait for them (docs/sm.md, 5.4). */
#ifndef SUBCORE_MSHR_H
#define SUBCORE_MSHR_H

#include "line_access.h"
#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct mshr_target {
    uint8_t  mshr, sub;
    uint32_t mask;
    uint8_t  off[MAX_LANES];
};

struct mshr {
    /* Registers. */
    uint64_t busy, atomic;
    uint64_t line_q[QWORDS(MAX_MSHRS * MAX_LINE_NUMBER_BITS)], index_q[QWORDS(MAX_MSHRS * 13)];
    uint64_t target_q[QWORDS(MAX_TARGETS)];
    uint64_t target_mshr_q[QWORDS(MAX_TARGETS * 6)], target_sub_q[QWORDS(MAX_TARGETS * 2)];
    _Alignas(8) uint8_t target_id[MAX_TARGETS];
    uint64_t target_mask_q[QWORDS(MAX_TARGETS * MAX_LANES)], target_off_q[QWORDS(MAX_TARGETS * MAX_LANES * 5)];
    /* SHARED only: the line goes to shared memory, to this place, for this warp (docs/ciao.md, 7.6). */
    uint64_t shared, group, row_q[QWORDS(MAX_MSHRS * 8)], owner_q[QWORDS(MAX_MSHRS * 8)];
    /* The same in a natural form. */
    uint64_t line[MAX_MSHRS];
    uint16_t index[MAX_MSHRS];
    uint8_t  row[MAX_MSHRS], owner[MAX_MSHRS];
    struct mshr_target target[MAX_TARGETS];
};

void mshr_list(const struct mshr *m, const struct sm_shape *k, struct register_list *l);
void mshr_reset(struct mshr *m);
void mshr_unpack(struct mshr *m, const struct sm_shape *k);

/* A place in shared memory: group, and row of lines. */
struct shared_place { unsigned group, row; };

/* All of these: a number, or -1. */
int mshr_free(const struct mshr *m, const struct sm_shape *k);          /* the lowest free MSHR */
int mshr_free_target(const struct mshr *m, const struct sm_shape *k);   /* the lowest free target */
int mshr_of_line(const struct mshr *m, uint64_t line);                  /* the MSHR of a line that is on its way */
int mshr_of_shared(const struct mshr *m, uint64_t line);        /* of a line that goes to shared memory */
int mshr_of_place(const struct mshr *m, struct shared_place p); /* of a place of shared memory */
int mshr_next_target(const struct mshr *m, const struct sm_shape *k, unsigned i);   /* the lowest target of MSHR i */

/* How many targets wait for MSHR i. */
unsigned mshr_waiting(const struct mshr *m, const struct sm_shape *k, unsigned i);

/* For a line that gets the entry `index`, or for the old values of an atomic; for a line that goes to shared memory. */
void mshr_take(struct mshr *m, const struct sm_shape *k, unsigned i, bool atomic, uint64_t line, unsigned index);
void mshr_take_shared(struct mshr *m, const struct sm_shape *k, unsigned i, uint64_t line, struct shared_place p,
                      unsigned owner);
void mshr_take_target(struct mshr *m, const struct sm_shape *k, unsigned t, unsigned i, const struct line_access *a);

#endif
