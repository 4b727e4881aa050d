/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field or a port: the predicates of section 1 of the specification. */
#ifndef RTL_GEN_PRESENCE_H
#define RTL_GEN_PRESENCE_H

#include "config.h"

enum presence {
    ALWAYS,
    WITH_OCU,
    WITH_CCU,
    WITH_TAGS,
    WITH_TWO_LEVEL, /* TWO: there is an active set */
    WITH_WAIT,      /* WAIT: far CCUs first, near ones when the wait counter reaches STHLD */
    WITH_OWN,       /* OWN: STHLD comes from an FSM */
    WITH_EXTERNAL,  /* EXT: STHLD is an input */
    WITH_NEAR,      /* NEAR, DIST: sources and cache table have a near bit, or a distance */
    WITH_DIST,
    WITH_DST_NEAR, /* DNEAR, DDIST: results have one */
    WITH_DST_DIST,
    WITH_BOC,  /* a bypassing operand collector for each warp */
    WITH_BACK, /* BACK: results stay there, and drain to the banks later */
    WITH_HINT  /* HINT: unless the compiler says otherwise */
};

bool present(enum presence presence, const struct config *config);

#endif
