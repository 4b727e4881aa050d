/* SPDX-License-Identifier: Apache-2.0 */
/* A cycle of a sub-core as it is looked at: registers, ports, instructions; and what the collectors hold. */
#ifndef SUBCORE_PIPELINE_SCENE_H
#define SUBCORE_PIPELINE_SCENE_H

#include "configs/config.h"
#include "modern_scene.h"
#include "signals.h"
#include "tracker.h"

struct scene {
    const struct config *cfg;
    const struct signals *s;
    const struct moment *m;
    const struct tracker *t;
    const struct modern_scene *modern;  /* without collectors; else NULL */
    bool     staged;                    /* an instruction is between choice and collector (PIPE, LATE): */
    unsigned staged_warp, staged_col;
    const struct row *staged_row;       /* and with PIPE this one */
    uint64_t occupied[MAX_COLLECTORS];  /* positions; bit 0 of other kinds */
    uint64_t held[MAX_COLLECTORS];      /* of these, those that stay behind this cycle, or count as if */
    uint32_t open;                      /* collectors that are not busy; not of BOCs */
};

void scene_set(struct scene *sc, const struct signals *s, const struct moment *m, const struct tracker *t);

/* The instruction in a position of a collector, or NULL. */
struct row *scene_row(const struct scene *sc, unsigned c, unsigned p);

/* The bank of a register. */
static inline unsigned scene_bank(const struct scene *sc, unsigned warp, unsigned reg)
{
    return bank_of(&sc->s->shape, warp, reg);
}

#endif
