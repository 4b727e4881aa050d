/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden model of a top behind one interface: of an SM (sm.h), or of a single sub-core (model.h), which is sub[0]
 * of the boundary's structures.
 */
#ifndef SUBCORE_TOP_H
#define SUBCORE_TOP_H

#include "cmodel/subcore/model.h"
#include "sm.h"

struct top;

enum { MAX_COPIES = 3, MAX_MEMORIES = MAX_COPIES * MAX_SUBCORES * MAX_BANKS + 3 };

/* A memory: bank b of sub-core i is number `i * rf.banks + b`; then comes the array of the cache, and then those of the
 * two groups of shared memory, if that is a cache. Behind these come further memories of banks that have one for each
 * read port, port by port, in the order of the banks. */
struct top_memory {
    char     name[96];          /* canonical */
    uint32_t rows, words;       /* of 32 bits in a row */
};

/* NULL when memory runs out. values = false: see model_create(). */
struct top *top_create(const struct config *cfg, bool values);
void top_destroy(struct top *t);

/* As those of model.h. */
uint32_t top_register_count(const struct top *t);
const struct model_register *top_registers(const struct top *t);
const uint8_t *top_image(struct top *t);
void top_load(struct top *t, uint32_t index, const uint8_t *bits);
void top_eval(struct top *t, const struct sm_in *in, struct sm_out *out);
void top_edge(struct top *t);
const char *top_violation(const struct top *t);

/* As model_rest() and model_pass(). */
uint64_t top_rest(const struct top *t);
void top_pass(struct top *t, uint64_t cycles);

/* The sub-cores. */
uint32_t top_subs(const struct top *t);
struct model *top_sub(const struct top *t, uint32_t sub);
/* "top", or "top.g_sub[1].u_subcore" */
const char *top_sub_name(const struct top *t, uint32_t sub);

uint32_t top_memory_count(const struct top *t);
const struct top_memory *top_memory(const struct top *t, uint32_t memory);
/* How many memories have the same contents as this one, which is a first one; the number of the k-th of them, from 0;
 * the first one with those of any memory. */
uint32_t top_copies(const struct top *t, uint32_t memory);
uint32_t top_copy(const struct top *t, uint32_t memory, uint32_t k);
uint32_t top_original(const struct top *t, uint32_t memory);
/* A row; NULL when there are no values. */
uint32_t *top_row(const struct top *t, uint32_t memory, uint32_t row);
/* Rows written at the last edge, at most one of each memory, of several with the same contents the first; returns how
 * many. `bank` is the memory's number. */
uint32_t top_writes(const struct top *t, struct model_write list[MAX_MEMORIES]);

/* STHLD of a sub-core, and the state of the FSM that adapts it, 0 if there is none. */
unsigned top_sthld(const struct top *t, uint32_t sub, unsigned *state);

/* Instructions that they have issued. */
uint64_t top_issued(const struct top *t);

/* Adds what the sub-cores have counted. */
void top_stats(const struct top *t, struct stats *sum);
/* What the cache has counted, or NULL. */
const struct l1d_counts *top_l1d(const struct top *t);
/* What CIAO has counted; zeros with any other policy; NULL without an SM. */
const struct ciao_counts *top_ciao(const struct top *t);
/* As sm_interference(); 0 without an SM. */
uint64_t top_interference(const struct top *t, unsigned interfered, unsigned interfering);

#endif
