/* SPDX-License-Identifier: Apache-2.0 */
/* What can be seen of a sub-core in a cycle, put together. */
#ifndef SUBCORE_PIPELINE_CORE_VIEW_H
#define SUBCORE_PIPELINE_CORE_VIEW_H

#include "collect.h"
#include "modern_results.h"

struct core_view {
    struct signals *signals;
    struct tracker tracker;
    struct moment moment;
    struct scene scene;
    struct heads heads;
    struct banks banks;
    struct modern_scene modern;     /* without collectors, likewise: */
    struct modern_results results;
    uint64_t launch[MAX_WARPS];     /* the last warp of each slot */
};

/* Something that happens in a cycle. */
struct core_event {
    unsigned place;                 /* 0 before the first one */
    const struct row *row;          /* or NULL */
    unsigned slot;
    const char *name;
    char     detail[64];
};

/* NULL when memory runs out. */
struct core_view *core_view_open(const struct config *cfg, const struct device_registers *r, const struct env *env,
                                 uint32_t sub);
void core_view_close(struct core_view *v);

/* In the cycle: keeps what is on the ports. What is decoded is a new row, or NULL. False when memory runs out. */
bool core_view_begin(struct core_view *v, uint64_t cycle, const struct sc_in *in, const struct sc_out *out,
                     struct row **decoded);

/* Behind its edge, in every cycle; and when it has been looked at. */
void core_view_settle(struct core_view *v);
void core_view_end(struct core_view *v);

/* Behind it, when signals_keep() has kept the registers of the cycle: looks at it. */
void core_view_look(struct core_view *v);

/* Adds up the causes of the cycle, as the golden model counts them. */
void core_view_count(const struct core_view *v, struct stats *counts);

/* What a row does in the cycle; false if it is decoded later. */
bool core_view_step(const struct core_view *v, const struct row *r, struct step *step);

/* Whether in this cycle a register or tag comes that a row waits for. */
bool core_view_comes(const struct core_view *v, const struct row *r, const struct step *step);

/* Where its operands come from, in its first cycle in a collector. */
bool core_view_operands(const struct core_view *v, const struct row *r, char text[COLLECT_TEXT]);

/* The next event; false if there is none. */
bool core_view_event(const struct core_view *v, struct core_event *e);

#endif
