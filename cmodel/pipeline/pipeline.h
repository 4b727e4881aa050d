/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pipeline of a slice, as it is seen from outside: every instruction from its decode to its last result, and for
 * each cycle in which it waits the cause (docs/pipeline.md). It is made from ports and registers alone, those of the
 * golden model or those of the RTL, and changes nothing.
 */
#ifndef SUBCORE_PIPELINE_H
#define SUBCORE_PIPELINE_H

#include "cmodel/env/sm_env.h"
#include "plan.h"
#include "signals.h"

struct pipeline;

/* What it looks at, which outlives it. `source`: "model" or "RTL". */
struct pipeline_device {
    const struct config *cfg;
    const struct sm_env *env;
    struct device_registers registers;
    const char *source;
};

/* A plan that is checked. NULL with a sentence. */
struct pipeline *pipeline_open(const struct pipeline_plan *plan, const struct pipeline_device *device,
                               const struct sentence *);

/* A cycle: behind the evaluation of the device, before sm_env_step(). The registers are those of the cycle. */
void pipeline_cycle(struct pipeline *p, uint64_t cycle, const struct sm_in *in, const struct sm_out *out);

/* How many of the cycles behind `cycle` may pass without pipeline_cycle(), if nothing happens in them. */
uint64_t pipeline_unseen(const struct pipeline *p, uint64_t cycle);

/* The run is over, with the registers as its last edge has left them; without `settled` there was no such edge, and the
 * last cycle is left out. The files that show something are completed; sentences of --explain go to `text`. False
 * with a sentence: something could not be written, or was not there. */
bool pipeline_close(struct pipeline *p, bool settled, FILE *text, const struct sentence *);

/* Gives it up: nothing is written. */
void pipeline_drop(struct pipeline *p);

#endif
