/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of an SM's modules share. */
#ifndef SUBCORE_ALONE_SM_PART_H
#define SUBCORE_ALONE_SM_PART_H

#include "alone.h"
#include "line_access.h"
#include "sm_shape.h"
#include "warp_events.h"

/* One of few lines, which share sets of the cache. */
static inline uint64_t draw_line(struct unit *u, const struct sm_shape *k)
{
    uint64_t line = below(u, 4 * k->sets);
    return one_in(u, 8) ? draw_next(&u->draw) & low_bits(k->line_w) : line;
}

/* Launches and ends of warp slots, at most one of each sub-core; `live` follows. NULL: the module has no such port. */
static inline void draw_warp_events(struct unit *u, const struct sm_shape *k, struct warp_events *w, uint64_t *live)
{
    bool ends = has(u, "end_valid_i");
    *w = (struct warp_events){.live = *live != 0};
    for (unsigned i = 0; i < k->subcores; i++) {
        unsigned start = below(u, k->warps), end = below(u, k->warps);
        bool launches = one_in(u, 12) && (!ends || !(*live >> (i * k->warps + start) & 1));
        bool ended = ends && one_in(u, 16) && (*live >> (i * k->warps + end) & 1);
        give(u, "launch_valid_i", i, 1, launches);
        give(u, "launch_warp_i", i * k->warp_w, k->warp_w, start);
        if (launches)
            bit_set(w->launched, i * k->warps + start);
        if (!ends)
            continue;
        give(u, "end_valid_i", i, 1, ended);
        give(u, "end_warp_i", i * k->warp_w, k->warp_w, end);
        if (ended)
            bit_set(w->ended, i * k->warps + end);
    }
    *live = (*live & ~w->ended[0]) | w->launched[0];
}

#endif
