/* SPDX-License-Identifier: Apache-2.0 */
/* What never happens to ORF and LRF (3.19, 3.13). */
#include "levels.h"

#include "cmodel/base/unit.h"

/* --- decode ------------------------------------------------------------------------------------------------------- */

static bool place_fits(const struct levels *ls, unsigned unit, unsigned place)
{
    return place <= ls->orf || (place <= ls->entries && (unit == UNIT_INT || unit == UNIT_FP32));
}

static void check_sources(struct levels *ls, unsigned warp, const struct decoded *d)
{
    for (unsigned s = 0; s < ls->core->shape.slots; s++) {
        if (d->src_level[s] && !(d->src_valid >> s & 1))
            violate(&ls->core->watch, "an instruction of warp %u has a place for slot %u, which is not valid", warp, s);
        if (!place_fits(ls, d->unit, d->src_level[s]))
            violate(&ls->core->watch, "slot %u of an instruction of warp %u for unit %u has place %u", s, warp, d->unit,
                    d->src_level[s]);
    }
}

static void check_results(struct levels *ls, unsigned warp, const struct decoded *d)
{
    uint64_t places = d->copy ? only(d->copy & 63) : 0;
    for (unsigned n = 0; n < MAX_DSTS; n++) {
        unsigned place = d->dst_level[n];
        if (place && n >= d->dst_count)
            violate(&ls->core->watch, "an instruction of warp %u has a place for result %u, and %u results", warp, n,
                    d->dst_count);
        if (!place_fits(ls, d->unit, place))
            violate(&ls->core->watch, "result %u of an instruction of warp %u for unit %u has place %u", n, warp,
                    d->unit, place);
        if (place && (places >> (place & 63) & 1))
            violate(&ls->core->watch, "an instruction of warp %u writes place %u twice", warp, place);
        places |= place ? only(place & 63) : 0;
    }
    if (d->leave && places)
        violate(&ls->core->watch, "an instruction of warp %u leaves the active set, and writes an entry", warp);
}

static void check_copy(struct levels *ls, unsigned warp, const struct decoded *d)
{
    unsigned slot = d->copy_slot % MAX_SLOTS;
    if (!d->copy)
        return;
    if (d->copy > ls->orf)
        violate(&ls->core->watch, "an instruction of warp %u copies to place %u, which is not one of the ORF", warp,
                d->copy);
    if (!(d->src_valid >> slot & 1) || d->src_level[slot])
        violate(&ls->core->watch, "an instruction of warp %u copies slot %u, which is not read from a bank", warp,
                slot);
}

void levels_check_decoded(struct levels *ls, unsigned warp, const struct decoded *d)
{
    check_sources(ls, warp, d);
    check_results(ls, warp, d);
    check_copy(ls, warp, d);
}

/* --- results, copies, the active set ------------------------------------------------------------------------------ */

bool levels_check_write(struct levels *ls, const char *what, unsigned warp, unsigned place, uint64_t active)
{
    bool exists = warp < ls->core->shape.warps && place <= ls->entries;
    if (!exists)
        violate(&ls->core->watch, "a %s of warp %u has place %u, which does not exist", what, warp, place);
    else if (!(active >> warp & 1))
        violate(&ls->core->watch, "a %s has a place for warp %u, which is not in the active set", what, warp);
    else if (!(levels_pending(ls, warp) >> (place - 1) & 1))
        violate(&ls->core->watch, "a %s of warp %u is for entry %u, which is not pending", what, warp, place - 1);
    return exists && (active >> warp & 1);
}

void levels_check_active(struct levels *ls, uint64_t before, uint64_t active)
{
    uint64_t used = 0;
    for (uint64_t set = before & ~active; set; set &= set - 1)
        if (levels_pending(ls, lowest(set)))
            violate(&ls->core->watch, "warp %u leaves the active set with entries that are still to be written",
                    lowest(set));
    for (uint64_t set = active; set; set &= set - 1) {
        unsigned frame = levels_frame(ls, lowest(set));
        if (used >> frame & 1)
            violate(&ls->core->watch, "warp %u has frame %u, which another one has", lowest(set), frame);
        used |= only(frame);
    }
}
