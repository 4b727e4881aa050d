/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of ORF and LRF, and of intervals, share: frames of warps in any state, and what the model writes to
 * entries (3.19, 3.20). */
#ifndef SUBCORE_ALONE_FRAMES_H
#define SUBCORE_ALONE_FRAMES_H

#include "instruction.h"
#include "cmodel/subcore/levels.h"

/* Entries of an LRF. */
static inline unsigned lrf_entries(const struct unit *u)
{
    const struct levels *ls = frames_of(u);
    return ls ? ls->entries - ls->orf : 0;
}

/* For points: there is an ORF, or entries of intervals, one of several entries, an LRF, a split one, ORF and LRF;
 * several frames; entries; entries become pending; there are intervals. */
bool with_orf(const struct unit *u);
bool with_orf_of_several(const struct unit *u);
bool with_lrf(const struct unit *u);
bool with_split_lrf(const struct unit *u);
bool with_orf_and_lrf(const struct unit *u);
bool several_frames(const struct unit *u);
bool several_entries(const struct unit *u);
bool with_pending(const struct unit *u);
bool with_intervals(const struct unit *u);

/* What an instruction says that begins an interval: its registers, as many as a frame has entries or fewer, and any
 * that are live. */
void draw_interval(struct unit *u, uint64_t work[QWORDS(MAX_REGISTERS)], uint64_t live[QWORDS(MAX_REGISTERS)]);

/* Warps of the active set, on frame_i each a frame of its own, with all entries pending. Others have any frame.
 * Returns the set. */
uint64_t draw_frames(struct unit *u);

/* Entries of frame f that are pending in the model. */
uint64_t pending_of_frame(const struct unit *u, unsigned f);

/* All pending entries, to find those that a function of the model ends. */
struct pending { uint64_t at[QWORDS(MAX_WARPS * MAX_LEVEL_ENTRIES)]; };
struct pending pending_now(const struct unit *u);
uint64_t ended(const struct unit *u, const struct pending *before, unsigned f);

#endif
