/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which registers a warp has in the entries of its frame, and in which (u_table of 3.20; LTRF): those of its interval,
 * when nothing is moved for it. A place is 0, none, or i + 1, entry i.
 */
#ifndef SUBCORE_INTERVAL_TABLE_H
#define SUBCORE_INTERVAL_TABLE_H

#include "core.h"
#include "instruction.h"
#include "interval_ring.h"

enum { MAX_INTERVAL_ENTRIES = 32 };

struct interval_table {
    struct core *core;
    bool     lives;                     /* LIVE */
    unsigned frames, entries, entry_w;  /* A NE EW */
    uint64_t unlike;                    /* warps of which held_q and work_q differ */
    struct {
        uint64_t work[QWORDS(MAX_WARPS * MAX_REGISTERS)], live[QWORDS(MAX_WARPS * MAX_REGISTERS)];
        uint64_t held[QWORDS(MAX_WARPS * MAX_REGISTERS)], entry[QWORDS(MAX_WARPS * MAX_REGISTERS * 5)];
        uint64_t used[QWORDS(MAX_WARPS * MAX_INTERVAL_ENTRIES)], begun, leaving;
    } q;
};

void interval_table_open(struct interval_table *t, struct core *core, const struct config *cfg);
void interval_table_list(const struct interval_table *t, struct register_list *l);
void interval_table_reset(struct interval_table *t);
void interval_table_unpack(struct interval_table *t);

/* --- words -------------------------------------------------------------------------------------------------------- */

static inline bool interval_table_holds(const struct interval_table *t, unsigned w, unsigned reg)
{
    return bit_get(t->q.held, w * t->core->shape.registers + reg);
}

static inline unsigned interval_table_entry(const struct interval_table *t, unsigned w, unsigned reg)
{
    return (unsigned)get(t->q.entry, (w * t->core->shape.registers + reg) * t->entry_w, t->entry_w);
}

static inline unsigned interval_table_place(const struct interval_table *t, unsigned w, unsigned reg)
{
    return interval_table_holds(t, w, reg) ? interval_table_entry(t, w, reg) + 1 : 0;
}

/* The register need not be moved for its value: always false without LIVE. */
static inline bool interval_table_dead(const struct interval_table *t, unsigned w, unsigned reg)
{
    return t->lives && !bit_get(t->q.live, w * t->core->shape.registers + reg);
}

/* Entries of a frame that are taken. */
static inline uint32_t interval_table_used(const struct interval_table *t, unsigned f)
{
    return (uint32_t)get(t->q.used, f * t->entries, t->entries);
}

/* The lowest register from `from` on that is to leave its entry: of all, or of those that the interval does not name.
 * The lowest one that is to come. -1: none. */
int interval_table_leaver(const struct interval_table *t, unsigned w, bool all, unsigned from);
int interval_table_comer(const struct interval_table *t, unsigned w, unsigned from);

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* The warp takes the interval that entry i of the rings begins. */
void interval_table_take(struct interval_table *t, unsigned w, const struct interval_ring *r, unsigned i);

/* The warp issues its head. */
void interval_table_issue(struct interval_table *t, unsigned w, const struct instruction *head);

/* The register leaves its entry of frame f. */
void interval_table_drop(struct interval_table *t, unsigned w, unsigned f, unsigned reg);

/* Entry e of frame f is taken; the register is there. */
void interval_table_reserve(struct interval_table *t, unsigned f, unsigned e);
void interval_table_hold(struct interval_table *t, unsigned w, unsigned reg, unsigned e);

/* The warp leaves the active set; it starts. */
void interval_table_leave(struct interval_table *t, unsigned w);
void interval_table_launch(struct interval_table *t, unsigned w);

#endif
