/* SPDX-License-Identifier: Apache-2.0 */
/* One bit per warp and register, a result is outstanding, and one per warp and tag (3.5, 3.9). */
#ifndef SUBCORE_SCOREBOARD_H
#define SUBCORE_SCOREBOARD_H

#include "model_internal.h"

static inline bool scoreboard_pending(const struct model *m, unsigned warp, unsigned reg)
{
    return bit_get(m->q.pending, warp * m->shape.registers + reg);
}

/* RAW or WAW: the instruction has to wait for a result or a tag. */
static inline bool scoreboard_waits(const struct model *m, unsigned warp, const struct entry *e)
{
    bool waits = ((e->tag_src | e->tag_dst) & m->tags[warp]) != 0;
    for (unsigned set = e->src_valid; set; set &= set - 1)
        waits |= scoreboard_pending(m, warp, e->src_reg.at[lowest(set)]);
    for (unsigned d = 0; d < e->dst_count; d++)
        waits |= scoreboard_pending(m, warp, (e->dst_base + d) & (m->shape.registers - 1));
    return waits;
}

/* It has to wait for a result that comes from far memory (the active set of 3.5). */
static inline bool scoreboard_waits_long(const struct model *m, unsigned warp, const struct entry *e)
{
    bool waits = false;
    for (unsigned set = e->src_valid; set; set &= set - 1) {
        unsigned reg = e->src_reg.at[lowest(set)];
        waits |= scoreboard_pending(m, warp, reg) && bit_get(m->q.far_memory, warp * m->shape.registers + reg);
    }
    for (unsigned d = 0; d < e->dst_count; d++) {
        unsigned reg = (e->dst_base + d) & (m->shape.registers - 1);
        waits |= scoreboard_pending(m, warp, reg) && bit_get(m->q.far_memory, warp * m->shape.registers + reg);
    }
    return waits;
}

/* The results and tags of an issued instruction become pending. */
void scoreboard_issue(struct model *m, unsigned warp, const struct entry *e);

/* A result has been accepted. */
static inline void scoreboard_accept(struct model *m, unsigned warp, unsigned reg)
{
    bit_clear(m->q.pending, warp * m->shape.registers + reg);
    m->issue.known &= ~(UINT64_C(1) << warp);
}

/* Tags come back. Only tags that have been pending do, so this goes before the issue of the cycle, which sets others.
 * */
void scoreboard_return(struct model *m);

/* Some register or tag of the warp is pending. */
bool scoreboard_any(const struct model *m, unsigned warp);

void scoreboard_clear(struct model *m);
void scoreboard_pack(struct model *m);
void scoreboard_unpack(struct model *m);

#endif
