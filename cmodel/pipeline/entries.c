/* SPDX-License-Identifier: Apache-2.0 */
#include "entries.h"

#include "banks.h"

static unsigned bit_of(const struct scene *sc, unsigned w, unsigned reg)
{
    return w * sc->s->shape.registers + (reg & (sc->s->shape.registers - 1));
}

bool entries_hold(const struct scene *sc, unsigned w, unsigned reg)
{
    return w < sc->s->shape.warps && was(&sc->s->move.held, bit_of(sc, w, reg), 1);
}

bool entries_moved(const struct scene *sc, unsigned w)
{
    return was(&sc->s->move.busy, 0, 1) && entries_warp(sc) == w;
}

/* --- results ------------------------------------------------------------------------------------------------------ */

bool entries_leave_to_bank(const struct scene *sc, const struct moment_result *r)
{
    if (config_intervals(sc->cfg))
        return !entries_hold(sc, r->warp, r->reg);
    return r->bank || !config_levels(sc->cfg);
}

bool entries_shared(const struct scene *sc, const struct moment_result *a, const struct moment_result *b)
{
    unsigned orf = config_levels(sc->cfg) ? (unsigned)sc->cfg->levels_orf : 0;
    if (a->warp != b->warp)
        return false;
    if (config_intervals(sc->cfg))
        return entries_hold(sc, a->warp, a->reg) && entries_hold(sc, b->warp, b->reg);
    return a->level && b->level && a->level <= orf && b->level <= orf;
}

/* --- moves -------------------------------------------------------------------------------------------------------- */

/* The register has a value that is moved. Without LTRF+ all have. */
static bool is_live(const struct scene *sc, unsigned w, unsigned reg)
{
    return !config_intervals_live(sc->cfg) || was(&sc->s->move.live, bit_of(sc, w, reg), 1);
}

int entries_out(const struct scene *sc)
{
    unsigned w = entries_warp(sc), n = was(&sc->s->move.busy, 0, 1) ? sc->s->shape.registers : 0;
    for (unsigned r = 0; r < n; r++)
        if (entries_hold(sc, w, r) && !is_now(&sc->s->move.held, bit_of(sc, w, r), 1) && is_live(sc, w, r))
            return (int)r;
    return -1;
}

/* While a slow bank is busy, what was fetched before is still on its way. */
int entries_in(const struct scene *sc, unsigned bank)
{
    unsigned width = sc->s->shape.reg_w;
    if (!is_now(&sc->s->move.fetch, bank, 1) || bank_busy(sc, bank))
        return -1;
    return (int)is_now(&sc->s->move.fetch_reg, bank * width, width);
}
