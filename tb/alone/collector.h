/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of collectors of one instruction share: the module is collector HERE of a model, whatever happens
 * elsewhere does so at collector ELSEWHERE. */
#ifndef SUBCORE_ALONE_COLLECTOR_H
#define SUBCORE_ALONE_COLLECTOR_H

#include "instruction.h"

enum { HERE, ELSEWHERE };

/* What leaves a collector: operands, or their lower lanes, and the upper ones of the instruction before. */
struct operands { struct vreg lower[MAX_SLOTS], upper[MAX_SLOTS]; };

static inline struct collector *collector_here(const struct unit *u)
{
    return &singles(&u->m->collectors.base)->at[HERE];
}

/* Opens a bench in which the module is the only collector. */
bool open_collector(struct unit *u);

/* Whether an instruction can come in the cycle in which another one leaves. */
bool reuses_collector(const struct unit *u);

/* A value comes for a slot that lacks one, or not; the model's crossbar knows. Returns whether. */
bool draw_arrival(struct unit *u);

/* Likewise values on ports L, for slots that are read from entries (3.19, 3.20). Returns the slots. */
uint64_t draw_ports_l(struct unit *u);

/* Whether the collector takes an instruction in this cycle if one comes; behind draw_dispatch(). */
bool is_free(const struct unit *u);

/* Whether it can dispatch, and whether it does; fills the operands that leave. Returns the latter. */
bool draw_dispatch(struct unit *u, struct operands *out);

/* The edge of both. */
void arrive_and_dispatch(struct unit *u, bool dispatches);

/* The outputs that say what the collector holds, and the operands that leave, or what they are chosen from. */
void says_collector(struct unit *u, const struct operands *out);

/* What operand_mux gets of a collector with so many entries, where that chooses operands: these, and what slots in use
 * take. */
void says_muxes(struct unit *u, unsigned entries, const struct vreg *data, unsigned valid, unsigned stored,
                bytes8 index);

/* The next instructions of all warps, as far as the module sees them; and whether its own one would overwrite a
 * register that the collector still reads. */
void draw_heads(struct unit *u, struct instruction head[MAX_WARPS]);
void give_head(struct unit *u, unsigned warp, const struct instruction *i);
void says_war(struct unit *u, const struct instruction head[MAX_WARPS], bytes8 reg);

/* What a collector without a table does in a cycle. */
struct turn {
    struct instruction e;               /* the instruction that issues */
    unsigned warp;                      /* its warp */
    bool allocates, dispatches;         /* it comes here; the one before leaves */
    bool busy, arrives;                 /* there is one before; it gets a value */
    uint64_t on_l;                      /* slots that get one of an entry */
};

/* Draws that, and says its outputs, also those of `out`, which it fills. */
struct turn draw_turn(struct unit *u, struct operands *out);

#endif
