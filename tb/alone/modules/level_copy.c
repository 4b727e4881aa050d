/* SPDX-License-Identifier: Apache-2.0 */
/* level_copy: ocu_levels_copy() of cmodel/subcore/ocu_levels.c, and levels_copy() of levels.c (3.19, Copies). */
#include "cmodel/subcore/ocu_levels.h"

#include "tb/alone/collector.h"
#include "tb/alone/frames.h"

enum { NOTHING, LAST_ENTRY, LAST_SLOT, LAST_FRAME, NO_FRAME };

static const struct point points[] = {
    {"nothing is copied", NULL}, {"the last entry of an ORF takes a source", NULL},
    {"the source in the last slot is copied", NULL}, {"the last frame takes a source", NULL},
    {"an instruction of a warp without a frame dispatches", NULL}, {NULL, NULL}
};

/* An instruction in a collector, which dispatches. */
static void draw_dispatching(struct unit *u, uint64_t active)
{
    struct model *m = u->m;
    const struct shape *k = &m->core.shape;
    struct ocu *ocu = &m->collectors.ocu.at[HERE];
    bool copies = active && !one_in(u, 4);
    unsigned warp = copies ? one_of(u, active) : below(u, k->warps);
    unsigned slot = copies ? below(u, k->slots) : (unsigned)given(u, "disp_copy_slot_i", 0, k->slot_w);
    collector_here(u)->q.warp = warp;
    ocu->q.copy = copies ? 1 + below(u, m->levels->orf) : 0;
    ocu->q.copy_slot = slot;
    for (unsigned s = 0; s < k->slots; s++)
        given_vector(u, "disp_operand_i", s, &ocu->q.data[s]);
    give(u, "disp_warp_i", 0, k->warp_w, warp);
    give(u, "disp_copy_i", 0, k->place_w, ocu->q.copy);
    give(u, "disp_copy_slot_i", 0, k->slot_w, slot);
    hit_if(u, NOTHING, !copies);
    hit_if(u, LAST_ENTRY, copies && ocu->q.copy == m->levels->orf);
    hit_if(u, LAST_SLOT, copies && slot == k->slots - 1);
    hit_if(u, NO_FRAME, !(active >> warp & 1));
}

static void cycle(struct unit *u)
{
    struct levels *ls = u->m->levels;
    uint64_t active = draw_frames(u);
    struct pending before = pending_now(u);
    struct vreg value = {{0}};
    draw_dispatching(u, active);
    struct level_copy copy = ocu_levels_copy(&u->m->collectors.base, HERE);
    levels_copy(ls, &copy, active);
    for (unsigned f = 0; f < ls->frames; f++) {
        uint64_t entries = ended(u, &before, f);
        says(u, "copied_o", f * ls->orf, ls->orf, entries);
        if (entries)
            value = *levels_entry(ls, f, lowest(entries));
        hit_if(u, LAST_FRAME, entries && f == ls->frames - 1);
    }
    says_vector(u, "copy_data_o", 0, &value);
}

const struct bench bench_level_copy = {
    .assumed = "what is copied is of a warp with a frame, from a slot and to an entry that exist; nothing is copied "
               "while nothing dispatches; active warps have different frames", .points = points, .cycle = cycle
};
