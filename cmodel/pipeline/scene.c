/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

static bool is_boc(const struct scene *sc)
{
    return sc->cfg->kind == KIND_BOC;
}

/* PIPE: an instruction issues to a stage; LATE: a warp is chosen in the cycle before. */
static void set_stage(struct scene *sc)
{
    const struct signals *s = sc->s;
    uint64_t grant = was(&s->grant, 0, s->shape.warps);
    if (was(&s->stage_valid, 0, 1)) {
        sc->staged = true;
        sc->staged_warp = (unsigned)was(&s->stage_warp, 0, s->shape.warp_w);
        sc->staged_col = (unsigned)was(&s->stage_col, 0, s->shape.col_w);
        sc->staged_row = tracker_flight(sc->t, (unsigned)was(&s->stage_iid, 0, s->shape.iid_w));
    } else if (grant) {
        sc->staged = true;
        sc->staged_warp = sc->staged_col = lowest(grant);
    }
}

static unsigned number_of(const struct scene *sc, unsigned c, unsigned p)
{
    return (unsigned)was(&sc->s->col[c].iid, p * sc->s->shape.iid_w, sc->s->shape.iid_w);
}

/* Whether the last lanes of its operands leave in this cycle. */
static bool finishes(const struct scene *sc, unsigned c, unsigned p)
{
    if (sc->cfg->beats == 2 && !is_boc(sc))
        return was(&sc->s->col[c].upper, 0, 1);
    return sc->m->dispatches && number_of(sc, c, p) == sc->m->dispatch_iid;
}

void scene_set(struct scene *sc, const struct signals *s, const struct moment *m, const struct tracker *t)
{
    *sc = (struct scene){.cfg = s->cfg, .s = s, .m = m, .t = t};
    set_stage(sc);
    for (unsigned c = 0; c < s->shape.collectors; c++) {
        sc->occupied[c] = sc->held[c] = was(&s->col[c].occupied, 0, s->window);
        for (uint64_t set = s->shape.reuse_on_dispatch ? sc->occupied[c] : 0; set; set &= set - 1)
            if (finishes(sc, c, lowest(set)))
                sc->held[c] &= ~(set & -set);
        if (!sc->held[c] && !(sc->staged && sc->staged_col == c))
            sc->open |= UINT32_C(1) << c;
    }
}

struct row *scene_row(const struct scene *sc, unsigned c, unsigned p)
{
    if (!(sc->occupied[c] >> p & 1))
        return NULL;
    if (was(&sc->s->col[c].upper, 0, 1))
        return sc->t->leaving;
    return tracker_flight(sc->t, number_of(sc, c, p));
}
