/* SPDX-License-Identifier: Apache-2.0 */
/* What control bits make a warp wait for: its stall count and its six dependence counters (3.18; Modern GPU Cores 4).
 * Without collectors they are in the place of a scoreboard. */
#ifndef SUBCORE_DEPENDENCE_H
#define SUBCORE_DEPENDENCE_H

#include "core.h"
#include "instruction.h"

enum { DEPENDENCE_COUNTERS = 6, DEPENDENCE_STALL_BITS = 6, DEPENDENCE_COUNT_BITS = 6, DEPENDENCE_NONE = 7 };

struct dependence {
    struct core *core;
    uint8_t stall[MAX_WARPS];                           /* cycles until the warp may issue */
    uint8_t count[MAX_WARPS][DEPENDENCE_COUNTERS];
    uint8_t write_bar[MAX_INFLIGHT], read_bar[MAX_INFLIGHT];    /* counters of an instruction in flight; 6, 7: none */
    struct {
        uint64_t stall[QWORDS(MAX_WARPS * DEPENDENCE_STALL_BITS) + 1];
        uint64_t count[QWORDS(MAX_WARPS * DEPENDENCE_COUNTERS * DEPENDENCE_COUNT_BITS) + 1];
        uint64_t write_bar[QWORDS(MAX_INFLIGHT * 3) + 1], read_bar[QWORDS(MAX_INFLIGHT * 3) + 1];
    } q;
};

void dependence_open(struct dependence *d, struct core *core);
void dependence_list(const struct dependence *d, struct register_list *l);
void dependence_reset(struct dependence *d);
void dependence_pack(struct dependence *d);
void dependence_unpack(struct dependence *d);

/* Whether the counters let an instruction of the warp issue. */
bool dependence_met(const struct dependence *d, unsigned warp, const struct instruction *i);

/* A cycle without hold: stall counts go down. Before dependence_issue(). */
void dependence_count_down(struct dependence *d);
void dependence_issue(struct dependence *d, unsigned warp, unsigned iid, const struct instruction *i);

/* An instruction leaves Control: its counters go up; it has read its sources, or written its last result: one goes
 * down. A counter that passes 0 or 63 is a violation. */
void dependence_begin(struct dependence *d, unsigned warp, unsigned iid);
void dependence_read(struct dependence *d, unsigned warp, unsigned iid);
void dependence_written(struct dependence *d, unsigned warp, unsigned iid);

#endif
