/* SPDX-License-Identifier: Apache-2.0 */
/* What lock-step says when it stops: the first bad cycle, decoded. RTL and MODEL are named, never right and wrong. */
#ifndef SUBCORE_REPORT_H
#define SUBCORE_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "binding.h"
#include "configs/config.h"
#include "shadow.h"
#include "cmodel/env/sm_env.h"
#include "cmodel/sm/top.h"

/* Who wrote a row of a memory last. */
struct row_write {
    uint64_t cycle;
    enum { ROW_START, ROW_LAUNCH, ROW_RESULT, ROW_LINE } by;
    uint8_t  warp, reg, iid;    /* of a result */
};

/* Everything that lock-step has at hand in one cycle. */
struct view {
    const struct config *cfg;
    struct top    *model;
    struct sm_env *env;                      /* NULL during reset */
    const struct binding *rtl;
    const struct row_write *row_writes;     /* by report_row() */
    const struct sm_in  *in;
    const struct sm_out *out;               /* the model's */
    const struct shadow *shadow;            /* NULL: all bits are defined */
    uint64_t cycle;
    uint32_t sm, subcore;
    uint32_t sub;                           /* the sub-core that a report is at */
    const char *rerun;                      /* settings of `make cosim` and `make wave` that repeat this slice */
    const char *alone;                      /* settings of `make unit` for the modules of the same RTL */
};

/* Where a row of a memory (top.h) is in row_writes, and how many there are. */
uint32_t report_row(const struct config *cfg, uint32_t memory, uint32_t row);
size_t report_rows(const struct config *cfg);

enum report_part {
    REPORT_OUTPUTS = 1, REPORT_RESET_REGISTERS = 2, REPORT_REGISTERS = 4, REPORT_ROWS = 8, REPORT_X = 16
};

/* Everything of `parts` that differs between RTL and model; `when` completes "MISMATCH in cycle 17 ...". REPORT_X says
 * that it is X where it differs. */
void report_mismatch(FILE *out, const struct view *v, unsigned parts, const char *when);

/* What every warp, collector and bank waits for, after the model's registers. */
void report_timeout(FILE *out, const struct view *v, const char *message);

/* Any other stop in which RTL and model agree: a failed check of the environment, a violated guarantee. */
void report_stop(FILE *out, const struct view *v, const char *what, const char *message);

#endif
