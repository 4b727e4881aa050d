/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of a sub-core that are between decode and their last result, by what passes on its ports. */
#ifndef SUBCORE_PIPELINE_TRACKER_H
#define SUBCORE_PIPELINE_TRACKER_H

#include "cmodel/env/env.h"
#include "cmodel/subcore/shape.h"
#include "moment.h"
#include "row.h"

/* The instructions of a warp that have not issued, oldest first. */
struct track_buffer { struct row *at[MAX_DEPTH]; uint32_t count; };

/* What a warp, or all of them to a unit, issued last. */
struct track_issue { struct who who; uint8_t stall; bool yield; };

struct tracker {
    const struct env *env;      /* what it decodes */
    struct shape shape;
    uint32_t sub;
    unsigned beats;
    bool branch_holds;          /* its warp, until it is resolved */
    bool shows_end;             /* the last row of a warp is there until the warp ends */
    struct track_buffer buffer[MAX_WARPS];
    struct row *flight[MAX_INFLIGHT];       /* by in-flight number */
    struct row **live;                      /* all, in the order of decode */
    uint32_t count, room;
    uint64_t held;                          /* warps that decode nothing, for a branch or a barrier */
    struct who unit[MAX_UNITS];             /* whom each unit took last */
    struct row *leaving;                    /* dispatched in the cycle before; or NULL */
    struct track_issue by_warp[MAX_WARPS], to_unit[MAX_UNITS];
};

void tracker_open(struct tracker *t, const struct config *cfg, const struct env *env, uint32_t sub);
void tracker_close(struct tracker *t);

/* In the cycle itself: what is decoded in it becomes a row, which is returned, or NULL. False when memory runs out. */
bool tracker_begin(struct tracker *t, const struct moment *m, const struct sc_in *in, struct row **decoded);

/* Behind the cycle: what has happened in it. */
void tracker_end(struct tracker *t, const struct moment *m);

/* Whether a row is complete behind cycle `cycle`; all those are taken out of the list by the caller. */
bool tracker_complete(const struct tracker *t, const struct row *r, uint64_t cycle);

/* Takes row `index` out, and frees it. */
void tracker_drop(struct tracker *t, uint32_t index);

/* The oldest instruction of a warp slot that was decoded before `cycle` and has not issued, or NULL. */
struct row *tracker_head(const struct tracker *t, uint32_t slot, uint64_t cycle);

/* The row that an in-flight number, or what stands on a port, is about; NULL if there is none. */
struct row *tracker_flight(const struct tracker *t, unsigned iid);

/* The instruction in flight of a slot that has register `reg`, or a tag, outstanding. */
const struct row *tracker_writer(const struct tracker *t, uint32_t slot, unsigned reg);
const struct row *tracker_tag_writer(const struct tracker *t, uint32_t slot, unsigned tag);

/* The youngest in flight of a slot that writes one of these entries of its ORF and LRF, or NULL. */
const struct row *tracker_entry_writer(const struct tracker *t, uint32_t slot, unsigned entries);

/* Whom a row is; nobody for NULL. */
struct who row_who(const struct row *r);

#endif
