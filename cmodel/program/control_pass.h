/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control bits for a recorded trace, which has none: a pass over all warps finds the code of each kernel and writes
 * stall counts, counters, wait masks and reuse bits into it, as a compiler would (docs/control-bits.md).
 */
#ifndef SUBCORE_CONTROL_PASS_H
#define SUBCORE_CONTROL_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/config.h"
#include "cmodel/stream/hints.h"
#include "cmodel/stream/stream.h"

struct control_pass {
    struct hints *hints;
    uint64_t launches, warps, instructions;     /* instructions: in the code */
};

/* What control bits hold for. */
struct hints_machine control_machine(const struct config *cfg);

/* Goes through the stream to its end; its records have the units of collector.kind none. False with one sentence in
 * stream->error. The hints are the caller's. */
bool control_pass(struct control_pass *, const struct hints_machine *, struct stream *);

#endif
