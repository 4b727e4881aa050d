/* SPDX-License-Identifier: Apache-2.0 */
/* What the environment drives: the sub-core's inputs of a cycle. */
#ifndef SUBCORE_ENV_INPUTS_H
#define SUBCORE_ENV_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "env_common.h"
#include "env_flights.h"
#include "env_launch.h"

/* Zero at the beginning, but for what it is given, and the slots, which are NOTHING. */
struct env_inputs {
    struct env_common *env;
    const struct env_flights *flights;
    const struct env_launch *launch;
    struct sc_in *in;                       /* where it has been driven, */
    int launch_slot, decode_slot;           /* and what: slots, or NOTHING; */
    uint32_t ports;                         /* bit per result port that is valid, */
    uint32_t port_iid[RESULT_PORTS], port_result[RESULT_PORTS]; /* and what it offers: in-flight number, result; */
    bool     returns;                       /* tags come back */
};

/* See env_drive(). */
void env_inputs_drive(struct env_inputs *, struct sc_in *);

#endif
