/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The golden model of an SM: sub-cores (model.h), coalescer and L1 data cache, cycle- and bit-accurate after
 * docs/sm.md. As with a sub-core, sm_eval() computes outputs and prepares the next state, and sm_edge() takes it over.
 */
#ifndef SUBCORE_SM_H
#define SUBCORE_SM_H

#include "cmodel/subcore/model.h"
#include "sm_boundary.h"

struct sm;

/* sm.subcores must not be 0. values = false: no vectors in the sub-cores; the cache has its lines all the same. NULL
 * when memory runs out. */
struct sm *sm_create(const struct config *cfg, bool values);
void sm_destroy(struct sm *sm);

/* All registers, those of sub-core i as "top.g_sub[i].u_subcore....". They lie in sm_image() like those of a sub-core
 * in model_image(). */
uint32_t sm_register_count(const struct sm *sm);
const struct model_register *sm_registers(const struct sm *sm);
size_t sm_image_size(const struct sm *sm);
const uint8_t *sm_image(struct sm *sm);
void sm_load(struct sm *sm, uint32_t index, const uint8_t *bits);

/* A sub-core, for its banks, rows written, statistics and STHLD; the SM steps it. NULL if there is none. */
struct model *sm_subcore(struct sm *sm, unsigned index);

/* Row `row` of the cache's array, line_bytes / 4 words, or NULL, and the number of rows. */
uint32_t *sm_line(struct sm *sm, uint32_t row);
uint32_t sm_lines(const struct sm *sm);
/* Row of the array written at the last edge, or -1. */
int32_t sm_line_written(const struct sm *sm);

/* The same of a bank group of shared memory, 0 or 1, where that is a cache; else there are no rows. */
uint32_t *sm_shared_row(struct sm *sm, unsigned group, uint32_t row);
uint32_t sm_shared_rows(const struct sm *sm);
int32_t sm_shared_written(const struct sm *sm, unsigned group);

/* STHLD of a sub-core as it is in this cycle, and the state of its FSM or the SM's, 0 if there is none. */
unsigned sm_sthld(const struct sm *sm, unsigned subcore, unsigned *state);

/* As with model_eval(), `out` should be the same structure in every cycle, and not be changed in between; evaluating
 * twice in a cycle is harmless, and `in` is not needed any more afterwards. */
void sm_eval(struct sm *sm, const struct sm_in *in, struct sm_out *out);
void sm_edge(struct sm *sm);

/* Exact counts since creation; nothing counts while in reset. */
struct l1d_counts {
    uint64_t accesses;              /* of warps, taken by the coalescer */
    uint64_t lines;                 /* line accesses taken by the cache, and of these: */
    uint64_t load_hits, load_waits, load_misses;    /* hit; found the line under way; fetched it */
    uint64_t stores, store_hits, atomics;
    uint64_t load_bypasses;         /* fetched it past the cache (statPCAL) */
    uint64_t sectors, sector_hits;  /* sectors of 32 bytes that line accesses touched, and those of lines that hit */
    uint64_t evictions;             /* lines that gave their places to others, and of these: */
    uint64_t dirty_victims;         /* lines written back */
    uint64_t vta_hits;              /* misses on one of the last vta.tags lines that the warp had lost; every policy */
    uint64_t blocked;               /* cycles in which a line access was presented and not taken */
    /* CIAO: redirected loads, and loads of lines in shared memory; none of the loads above: */
    uint64_t shared_load_hits, shared_load_misses, shared_load_waits;
    uint64_t shared_migrations;     /* lines that went over from the cache; these loads are among load_hits */
    uint64_t shared_evictions;      /* lines in shared memory that gave way */
    uint64_t shared_probes;         /* cycles in which its arrays were probed */
};
const struct l1d_counts *sm_l1d_counts(const struct sm *sm);

/* All loads of these counts. */
static inline uint64_t l1d_loads(const struct l1d_counts *c)
{
    return c->load_hits + c->load_waits + c->load_misses + c->load_bypasses + c->shared_load_hits
        + c->shared_load_misses + c->shared_load_waits;
}

/* What CIAO has done to warps; isolations and stalls that last until the cycle after. */
struct ciao_counts {
    uint64_t isolations, stalls;
    uint64_t reactivations, returns;                            /* by a test */
    uint64_t rescues, barrier_releases, trigger_releases;       /* by patience, by awaited_i, by the trigger's end */
    uint64_t tests;
};
const struct ciao_counts *sm_ciao_counts(const struct sm *sm);

/* How many of the VTA hits of warp `interfered` were on lines that loads of warp `interfering` had driven out (CIAO,
 * Fig. 1a and 4a); 0 if there is no such warp. Warp slot w of sub-core i is i * subcore.warps + w. */
uint64_t sm_interference(const struct sm *sm, unsigned interfered, unsigned interfering);

/* First violated guarantee ("what never happens") since creation, here or in a sub-core,
 * as one sentence, or NULL. */
const char *sm_violation(const struct sm *sm);

#endif
