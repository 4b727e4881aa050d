/* SPDX-License-Identifier: Apache-2.0 */
/* Results that are accepted and not written yet, without collectors (3.9 in 3.18): whose each entry of the result
 * queues is. How many a queue has, and so which ones are written, its register says. */
#ifndef SUBCORE_PIPELINE_MODERN_RESULTS_H
#define SUBCORE_PIPELINE_MODERN_RESULTS_H

#include "scene.h"

enum { MOST_RESULTS = 16 };

/* Of a bank, oldest first: what has waited, then what was accepted in this cycle; the first `written` of them are
 * written in it. */
struct result_line {
    struct row *row[MOST_RESULTS];
    uint8_t reg[MOST_RESULTS];
    unsigned waited, count, written;
};

struct modern_results { struct result_line bank[MAX_BANKS]; };

/* In every cycle, behind its edge; and at its end: what was written is forgotten. */
void modern_results_take(struct modern_results *, const struct signals *, const struct moment *,
                         const struct tracker *);
void modern_results_leave(struct modern_results *, const struct signals *);

/* What a row whose results are in these lines does. False: none is. */
bool modern_results_step(const struct modern_results *, const struct signals *, const struct row *, struct step *);

/* Of a result on a port that is not accepted: which one its bank writes instead. */
struct step modern_results_wait(const struct modern_results *, const struct scene *, unsigned port);

#endif
