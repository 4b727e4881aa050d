/* SPDX-License-Identifier: Apache-2.0 */
/* The last events of a warp slot, for reports. They outlive the records that they are about. */
#ifndef SUBCORE_HISTORY_H
#define SUBCORE_HISTORY_H

#include <stdint.h>
#include <stdio.h>

#include "cmodel/stream/stream.h"

enum { HISTORY = 64 };          /* events that are kept */

enum event_kind { EVENT_LAUNCH, EVENT_DECODE, EVENT_ISSUE, EVENT_DISPATCH, EVENT_RESULT, EVENT_END };

struct event {
    uint64_t cycle, pc;
    uint32_t sequence;          /* number of the record in its warp; of a launch its number */
    uint32_t opcode;            /* of a launch the first row of the register file */
    uint8_t  kind;
    uint8_t  number;            /* in-flight number, of a result also: */
    uint8_t  reg;
};

/* Zero at the beginning. */
struct history {
    uint32_t count;             /* all events so far; the last HISTORY of them are kept */
    struct event ring[HISTORY];
};

static inline void history_note(struct history *h, const struct event *event)
{
    h->ring[h->count++ % HISTORY] = *event;
}

/* The issue of a record of the warp, or NULL if that is not kept. */
const struct event *history_issue(const struct history *, uint32_t sequence);

/* The events of warp slot `slot`, oldest first, at most `count` (-1: all that are kept), a line each. */
void history_print(const struct history *, uint32_t slot, int count, struct stream *, FILE *out);

/* The name of an opcode of the stream, or "?". */
const char *history_opcode(struct stream *, uint32_t opcode);

#endif
