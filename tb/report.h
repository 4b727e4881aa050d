/* SPDX-License-Identifier: Apache-2.0 */
/* What lock-step says when it stops: the first bad cycle, decoded. RTL and MODEL are named, never right and wrong. */
#ifndef SUBCORE_REPORT_H
#define SUBCORE_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "binding.h"
#include "boundary.h"
#include "config.h"
#include "env.h"
#include "model.h"

/* Who wrote a register file row last. */
struct row_write {
    uint64_t cycle;
    enum { ROW_START, ROW_LAUNCH, ROW_RESULT } by;
    uint8_t  warp, reg, iid;    /* of a result */
};

/* Everything that lock-step has at hand in one cycle. */
struct view {
    const struct config *cfg;
    struct model *model;
    struct env   *env;                      /* NULL during reset */
    const struct binding *rtl;
    const struct row_write *row_writes;     /* bank * rows + row */
    const struct sc_in  *in;
    const struct sc_out *out;               /* the model's */
    uint64_t cycle;
    uint32_t sm, subcore;
    const char *rerun;                      /* command that repeats this slice with a waveform; FROM and TO follow */
};

enum report_part { REPORT_OUTPUTS = 1, REPORT_RESET_REGISTERS = 2, REPORT_REGISTERS = 4, REPORT_ROWS = 8 };

/* Everything of `parts` that differs between RTL and model; `when` completes "MISMATCH in cycle 17 ...". */
void report_mismatch(FILE *out, const struct view *v, unsigned parts, const char *when);

/* What every warp, collector and bank waits for, after the model's registers. */
void report_timeout(FILE *out, const struct view *v, const char *message);

/* Any other stop in which RTL and model agree: a failed check of the environment, a violated guarantee. */
void report_stop(FILE *out, const struct view *v, const char *what, const char *message);

#endif
