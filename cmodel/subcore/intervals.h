/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Register caches of active warps that are fetched by intervals (3.20; Sadrosadati ASPLOS 2018): the frame of each
 * active warp, the table of what is in its entries, and the moves between entries and banks. `active` is the active set
 * before the edge. A cycle goes through the functions in the order in which they stand here.
 */
#ifndef SUBCORE_INTERVALS_H
#define SUBCORE_INTERVALS_H

#include "age_matrix.h"
#include "ibuffer.h"
#include "interval_move.h"

struct intervals {
    struct core *core;
    struct levels frames;
    struct interval_table table;
    struct interval_move move;
    struct interval_ring ring;
    /* Of the cycle; sets of warps. */
    uint64_t begins, takes;             /* whose head begins an interval; which take it */
    uint64_t waits;                     /* in the active set, and held back by their interval (3.5, item 6) */
    bool     changes;                   /* the edge changes a register because of intervals */
    struct instruction head;            /* that issues, with the places of its sources */
};

void intervals_open(struct intervals *iv, struct core *core, const struct config *cfg);
void intervals_list(const struct intervals *iv, struct register_list *l);
void intervals_reset(struct intervals *iv);

/* What begins, what is held back, and what is to be moved; before the warps are looked at (3.5). */
void intervals_eval(struct intervals *iv, const struct ibuffer *ib, uint64_t active);

/* The head of warp w issues, if there is one: where its sources are. */
void intervals_place(struct intervals *iv, unsigned w, const struct instruction *head);

/* The warp that is moved next. `goes`: warps that have issued their last instruction, or wait long. */
void intervals_choose(struct intervals *iv, const struct age *age, uint64_t active, uint64_t goes);

/* The place of the register of a result; and whether the result has to wait, for its warp is moved. */
static inline unsigned intervals_place_of(const struct intervals *iv, const struct result *r)
{
    const struct shape *k = &iv->core->shape;
    return r->warp < k->warps ? interval_table_place(&iv->table, r->warp, r->reg & (k->registers - 1)) : 0;
}

static inline bool intervals_blocks(const struct intervals *iv, const struct result *r)
{
    return iv->move.q.busy && iv->move.q.warp == r->warp;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* Behind the reads of banks, but for interval_move_fill(): moves; results on these ports; what warp `issues` issues
 * into collector c, or nothing with -1; intervals that are taken. */
void intervals_edge(struct intervals *iv, struct bank_arbiter *a, struct rf_banks *rf);
void intervals_results(struct intervals *iv, const struct result wb[RESULT_PORTS], uint32_t ports, uint64_t active);
void intervals_issue(struct intervals *iv, int issues, unsigned c);
void intervals_take(struct intervals *iv, const struct ibuffer *ib);

/* Of warps, one enters the active set, and one leaves. */
void intervals_activate(struct intervals *iv, uint64_t enters, uint64_t leaves, uint64_t active);

/* --- what never happens (3.13) ------------------------------------------------------------------------------------ */

void intervals_check_decoded(struct intervals *iv, unsigned warp, const struct decoded *d);
void intervals_check_issue(struct intervals *iv, unsigned w);
void intervals_check_result(struct intervals *iv, const struct result *r, uint64_t active);

/* What warp w holds, and what is taken of its frame. */
void intervals_check_frame(struct intervals *iv, unsigned w);

/* A warp that is not in the active set. */
void intervals_check_inactive(struct intervals *iv, unsigned w, const char *what);

#endif
