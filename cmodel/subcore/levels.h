/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register files that a compiler manages (3.19; Gebhart MICRO 2011): the frame of each active warp with the entries
 * of its ORF and LRF, which of them are still to be written, and what is read from them for a collector. Entries of the
 * ORF come first. A place is 0, none, or i + 1, entry i. `active` is the active set before the edge. Frames of
 * intervals (3.20) are the same without entries that are still to be written: all are like those of an ORF
 * (intervals.h).
 */
#ifndef SUBCORE_LEVELS_H
#define SUBCORE_LEVELS_H

#include "core.h"
#include "ibuffer.h"
#include "instruction.h"

enum { MAX_LEVEL_ENTRIES = 16, MAX_FRAME_ENTRIES = 32 };    /* of ORF and LRF; of any frame */

struct levels {
    struct core *core;
    bool     tracks;                    /* which entries are still to be written is known (LEVELS) */
    unsigned frames, orf, entries;      /* A E NE */
    unsigned frame_w, entry_w;          /* FW EW */
    struct {
        uint64_t frame[QWORDS(MAX_WARPS * 6)], pending[QWORDS(MAX_WARPS * MAX_LEVEL_ENTRIES)];
        uint64_t read_slot, read_col, read_frame, read_entry;   /* of u_read; read_entry packed */
        struct vreg data[MAX_WARPS * MAX_FRAME_ENTRIES];        /* entry i of frame f is f NE + i */
    } q;
};

/* A source on its way from a collector to an ORF. */
struct level_copy { unsigned place, warp; const struct vreg *value; };

void levels_open(struct levels *ls, struct core *core, const struct config *cfg);
void levels_list(const struct levels *ls, struct register_list *l);
void levels_reset(struct levels *ls);

/* --- evaluation --------------------------------------------------------------------------------------------------- */

/* Of warps in the active set, those with an entry that is still to be written. */
uint64_t levels_owed(const struct levels *ls, uint64_t active);

/* Of these, those whose head names such an entry, or leaves with one (3.5, items 6 and 8). */
uint64_t levels_unwritten(const struct levels *ls, const struct ibuffer *ib, uint64_t active);

/* Whether two results need the same bank; the ORF of the same warp. */
bool levels_share_bank(const struct levels *ls, const struct result *a, const struct result *b);
bool levels_share_orf(const struct levels *ls, const struct result *a, const struct result *b);

static inline struct vreg *levels_entry(struct levels *ls, unsigned f, unsigned e)
{
    return &ls->q.data[f * ls->entries + e];
}

/* What comes on port L number s. */
static inline const struct vreg *levels_read(const struct levels *ls, unsigned s)
{
    return &ls->q.data[ls->q.read_frame * ls->entries + get(&ls->q.read_entry, s * ls->entry_w, ls->entry_w)];
}

/* --- the edge, in this order -------------------------------------------------------------------------------------- */

/* What dispatches is copied. */
void levels_copy(struct levels *ls, const struct level_copy *copy, uint64_t active);

/* Results on these ports are accepted. */
void levels_take(struct levels *ls, const struct result wb[RESULT_PORTS], uint32_t ports, uint64_t active);

/* The head i of warp w issues into collector c: its entries become pending, and its sources are read. Without an issue
 * nothing is read. */
void levels_issue(struct levels *ls, unsigned w, unsigned c, const struct instruction *i);
void levels_no_issue(struct levels *ls);

/* The reads alone: what u_read takes. */
void levels_read_sources(struct levels *ls, unsigned w, unsigned c, const struct instruction *i);

/* Warp w enters the active set, and takes a frame. */
void levels_enter(struct levels *ls, unsigned w, uint64_t active);

/* --- what never happens (3.13) ------------------------------------------------------------------------------------ */

/* What is decoded for a warp. */
void levels_check_decoded(struct levels *ls, unsigned warp, const struct decoded *d);

/* The active set has become another one. */
void levels_check_active(struct levels *ls, uint64_t before, uint64_t active);

/* A result or a copy for that place of a warp. False: there is no such entry. */
bool levels_check_write(struct levels *ls, const char *what, unsigned warp, unsigned place, uint64_t active);

/* --- shared by the parts ------------------------------------------------------------------------------------------ */

static inline unsigned levels_frame(const struct levels *ls, unsigned w)
{
    return (unsigned)get(ls->q.frame, w * ls->frame_w, ls->frame_w);
}

/* Entries of a warp in the active set that are still to be written. */
static inline uint64_t levels_pending(const struct levels *ls, unsigned w)
{
    return get(ls->q.pending, levels_frame(ls, w) * ls->entries, ls->entries);
}

#endif
