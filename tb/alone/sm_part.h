/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of an SM's modules share. */
#ifndef SUBCORE_ALONE_SM_PART_H
#define SUBCORE_ALONE_SM_PART_H

#include "alone.h"
#include "cmodel/sm/line_access.h"
#include "cmodel/sm/sm_shape.h"
#include "cmodel/sm/warp_events.h"

/* An MSHR that waits has a target. */
static inline bool several_targets(const struct unit *u) { return sm_make_shape(u->cfg).targets > 1; }

static inline bool target_for_each_mshr(const struct unit *u)
{
    return sm_make_shape(u->cfg).targets >= sm_make_shape(u->cfg).mshrs;
}

/* One of few lines, which share sets of the cache. */
static inline uint64_t draw_line(struct unit *u, const struct sm_shape *k)
{
    uint64_t line = below(u, 4 * k->sets);
    return one_in(u, 8) ? draw_next(&u->draw) & low_bits(k->line_w) : line;
}

/* A line that is compared with `line`: it, or one that differs in one bit, often one that is not in `seen`. */
static inline uint64_t draw_near_line(struct unit *u, const struct sm_shape *k, uint64_t line, uint64_t seen)
{
    uint64_t left = low_bits(k->line_w) & ~seen;
    if (one_in(u, 2))
        return line;
    return line ^ only(left && !one_in(u, 8) ? one_of(u, left) : below(u, k->line_w));
}

/* Two lines that are compared: if they differ in one bit, it is one of those that have made the difference. */
static inline void see_difference(uint64_t *seen, uint64_t a, uint64_t b)
{
    if (count_bits(a ^ b) == 1)
        *seen |= a ^ b;
}

/* The request to the memory behind. */
static inline void says_request(struct unit *u, const struct sm_shape *k, const struct sm_out *out)
{
    says(u, "req_valid_o", 0, 1, out->req_valid);
    says(u, "req_op_o", 0, 2, out->req_op);
    says(u, "req_line_o", 0, k->line_w, out->req_line);
    says(u, "req_mshr_o", 0, k->mshr_w, out->req_mshr);
    says(u, "req_sub_o", 0, k->sub_w, out->req_sub);
    says(u, "req_id_o", 0, ACCESS_ID_BITS, out->req_id);
    for (unsigned w = 0; w < k->line_words; w++)
        says(u, "req_be_o", 4 * w, 4, out->req_be[w]);
    says_wide(u, "req_data_o", 0, 32 * k->line_words, out->req_data.word);
}

/* Sets of the warps of an SM. */
enum { WARP_WORDS = QWORDS(MAX_SM_WARPS) };

static inline bool any_warp(const uint64_t *set)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < WARP_WORDS; i++)
        any |= set[i];
    return any != 0;
}

/* A warp of a set, or any one if there is none. */
static inline unsigned draw_warp_of(struct unit *u, const struct sm_shape *k, const uint64_t *set)
{
    unsigned warp = below(u, k->sm_warps);
    for (unsigned i = 1; i < k->sm_warps && !bit_get(set, warp); i++)
        warp = warp + 1 == k->sm_warps ? 0 : warp + 1;
    return warp;
}

/* What starts or ends, for modules to which it is the same. */
static inline void give_change(struct unit *u, const struct sm_shape *k, const struct warp_events *w)
{
    uint64_t change[WARP_WORDS];
    for (unsigned i = 0; i < WARP_WORDS; i++)
        change[i] = w->launched[i] | w->ended[i];
    give_wide(u, "change_i", 0, k->sm_warps, change);
}

/* Launches and ends of warp slots, at most one of each sub-core. `live`: which are, NULL if the module does not know.
 * In a part of the run warps start only, in free slots. */
static inline void draw_warp_events(struct unit *u, const struct sm_shape *k, struct warp_events *w,
                                    const uint64_t *live)
{
    bool ends = live && has(u, "end_valid_i"), fills = u->cycle / 256 % 8 == 7;
    *w = (struct warp_events){.live = live && any_warp(live)};
    for (unsigned i = 0; i < k->subcores; i++) {
        unsigned start = below(u, k->warps), end = below(u, k->warps);
        for (unsigned n = 1; fills && live && n < k->warps && bit_get(live, i * k->warps + start); n++)
            start = start + 1 == k->warps ? 0 : start + 1;
        bool launches = one_in(u, fills ? 2 : 12) && (!live || !bit_get(live, i * k->warps + start));
        bool ended = ends && !fills && one_in(u, 16) && bit_get(live, i * k->warps + end);
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
}

#endif
