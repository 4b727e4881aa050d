/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a kind of operand collector has in the top: a row for each kind, in the kind's own file (subcore_ocu.c,
 * subcore_ccu.c, subcore_boc.c, subcore_ecu.c). Functions that a kind does not need are NULL.
 */
#ifndef RTL_GEN_SCHEME_H
#define RTL_GEN_SCHEME_H

#include "rtl_gen/gen/instance.h"

struct scheme {
    const char *units;          /* several of them, in words */
    const char *sections;       /* of the papers, behind "Malekeh, section" */

    /* Wires: of the instruction that issues, behind its `first`; of what collectors say to issue; of others between
     * collectors; of results in front of those to the banks. */
    void (*issue_wires)(struct emit *e);
    void (*ready_wires)(struct emit *e);
    void (*wires)(struct emit *e);
    void (*result_wires)(struct emit *e);

    /* Pins of other modules: of scoreboard, of issue, and of writeback those that say what becomes of results. */
    void (*scoreboard_pins)(struct instance *i);
    void (*issue_pins)(struct instance *i);
    void (*result_pins)(struct instance *i);

    /* The collector, in the loop over all of them; and what stands between results and banks. */
    void (*instance)(struct emit *e);
    void (*drain)(struct emit *e);
};

extern const struct scheme ocu_scheme, ccu_scheme, boc_scheme, ecu_scheme;

/* The scheme of collector.kind. */
const struct scheme *scheme_of(const struct emit *e);

#endif
