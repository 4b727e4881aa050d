/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is asked to show of its pipeline: --pipeline, --log, --explain, --from, --to (docs/pipeline.md). */
#ifndef SUBCORE_PIPELINE_PLAN_H
#define SUBCORE_PIPELINE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "configs/sentence.h"

enum pipeline_format { PIPELINE_KANATA, PIPELINE_CHROME, PIPELINE_PAGE };

/* The window of a view when only its begin is given: so many cycles behind it. */
enum { PIPELINE_WINDOW = 1000 };

/* The last cycle that a window may have. */
#define PIPELINE_LAST (UINT64_MAX / 4)

struct pipeline_plan {
    const char *view, *log, *explain;   /* arguments of the options; NULL: not given */
    uint64_t from, to;                  /* first and last cycle */
    bool     from_given, to_given;
    enum pipeline_format format;        /* of the view, by its name */
    uint64_t launch;                    /* whom to explain: the warp, by its launch in the slice, */
    uint32_t sequence;                  /* and the record */
    uint32_t sm, subcore;               /* the slice */
};

static inline bool pipeline_wanted(const struct pipeline_plan *p)
{
    return p->view || p->log || p->explain;
}

/* Completes a plan whose arguments are filled in. A log without a window is one of the whole run. */
bool pipeline_plan_check(struct pipeline_plan *p, const struct sentence *);

#endif
