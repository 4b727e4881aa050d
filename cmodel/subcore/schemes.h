/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of collectors: the one place that knows all of them. */
#ifndef SUBCORE_SCHEMES_H
#define SUBCORE_SCHEMES_H

#include "boc.h"
#include "ccu.h"
#include "ecu.h"
#include "intervals.h"
#include "ocu.h"
#include "ocu_levels.h"

/* Plain collectors, and ORF and LRF beside them. */
struct levelled_ocus {
    struct ocus ocu;
    struct levels levels;
};

/* Plain collectors, and register caches that are fetched by intervals beside them. */
struct interval_ocus {
    struct ocus ocu;
    struct intervals intervals;
};

/* The collectors of a sub-core. */
union any_collectors {
    struct collectors base;
    struct ocus ocu;
    struct levelled_ocus levelled;
    struct interval_ocus fetched;
    struct ccus ccu;
    struct bocs boc;
    struct ecus ecu;
};

/* The scheme of collector.kind. */
const struct collector_ops *scheme_of(const struct config *cfg);

#endif
