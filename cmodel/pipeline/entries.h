/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of active warps: what goes to them (3.19, 3.20), and what u_move moves between them and banks (3.20). */
#ifndef SUBCORE_PIPELINE_ENTRIES_H
#define SUBCORE_PIPELINE_ENTRIES_H

#include "scene.h"

/* With intervals: an entry has the register of the warp; and its registers are moved in this cycle. */
bool entries_hold(const struct scene *sc, unsigned w, unsigned reg);
bool entries_moved(const struct scene *sc, unsigned w);

/* A result goes to its bank. */
bool entries_leave_to_bank(const struct scene *sc, const struct moment_result *r);

/* Two results go to entries of one warp, of which those of an ORF, or all with intervals, take one in a cycle. */
bool entries_shared(const struct scene *sc, const struct moment_result *a, const struct moment_result *b);

/* Of the warp that is moved: the register whose value goes from its entry to its bank in this cycle; the one that a
 * bank reads for an entry. -1: there is none. */
int entries_out(const struct scene *sc);
int entries_in(const struct scene *sc, unsigned bank);

/* The warp slot that is moved, if one is. */
static inline unsigned entries_warp(const struct scene *sc)
{
    return (unsigned)was(&sc->s->move.warp, 0, sc->s->shape.warp_w);
}

#endif
