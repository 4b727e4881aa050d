/* SPDX-License-Identifier: Apache-2.0 */
/* One bit per warp and register, a result is outstanding, and one per warp and tag (3.5, 3.9). */
#ifndef SUBCORE_SCOREBOARD_H
#define SUBCORE_SCOREBOARD_H

#include "core.h"
#include "instruction.h"

struct scoreboard {
    struct core *core;
    bool     bars;                  /* some results are not waited for in a collector (ECU), */
    unsigned waits_for;             /* as in struct config */
    uint64_t tags[MAX_WARPS];       /* pending ones */
    struct {
        uint64_t pending[QWORDS(MAX_WARPS * MAX_REGISTERS)], tag[QWORDS(MAX_WARPS * MAX_TAGS)];
        uint64_t far_memory[QWORDS(MAX_WARPS * MAX_REGISTERS)];
        uint64_t barred[QWORDS(MAX_WARPS * MAX_REGISTERS)];
    } q;
};

void scoreboard_open(struct scoreboard *s, struct core *core, const struct config *cfg);
void scoreboard_list(const struct scoreboard *s, struct register_list *l);
void scoreboard_reset(struct scoreboard *s);
void scoreboard_pack(struct scoreboard *s);
void scoreboard_unpack(struct scoreboard *s);

static inline bool scoreboard_pending(const struct scoreboard *s, unsigned warp, unsigned reg)
{
    return bit_get(s->q.pending, warp * s->core->shape.registers + reg);
}

/* A result of the register comes from far memory (the active set of 3.5). */
static inline bool scoreboard_pending_long(const struct scoreboard *s, unsigned warp, unsigned reg)
{
    return scoreboard_pending(s, warp, reg) && bit_get(s->q.far_memory, warp * s->core->shape.registers + reg);
}

/* No instruction waits in a collector for the result of this register (3.16). */
static inline bool scoreboard_barred(const struct scoreboard *s, unsigned warp, unsigned reg)
{
    return bit_get(s->q.barred, warp * s->core->shape.registers + reg);
}

/* WAW: the instruction has to wait for a result, or for a tag. */
static inline bool scoreboard_waits_but_for_sources(const struct scoreboard *s, unsigned warp,
                                                    const struct instruction *i)
{
    bool waits = ((i->tag_src | i->tag_dst) & s->tags[warp]) != 0;
    for (unsigned d = 0; d < i->dst_count; d++)
        waits |= scoreboard_pending(s, warp, instruction_result(&s->core->shape, i, d));
    return waits;
}

/* Slots of an instruction whose source is outstanding. */
static inline unsigned scoreboard_outstanding(const struct scoreboard *s, unsigned warp, const struct instruction *i)
{
    unsigned slots = 0;
    for (unsigned set = i->src_valid; set; set &= set - 1)
        slots |= (unsigned)scoreboard_pending(s, warp, i->src_reg.at[lowest(set)]) << lowest(set);
    return slots;
}

/* RAW or WAW: the instruction has to wait for a result or a tag. An early collector waits for one of the sources in its
 * place, unless that is barred (3.16). */
static inline bool scoreboard_waits(const struct scoreboard *s, unsigned warp, const struct instruction *i)
{
    unsigned slots = scoreboard_outstanding(s, warp, i);
    bool one = s->bars && slots && !(slots & (slots - 1));
    if (scoreboard_waits_but_for_sources(s, warp, i))
        return true;
    return slots && (!one || scoreboard_barred(s, warp, i->src_reg.at[lowest(slots)]));
}

/* It has to wait for a result that comes from far memory. */
static inline bool scoreboard_waits_long(const struct scoreboard *s, unsigned warp, const struct instruction *i)
{
    bool waits = false;
    for (unsigned set = i->src_valid; set; set &= set - 1)
        waits |= scoreboard_pending_long(s, warp, i->src_reg.at[lowest(set)]);
    for (unsigned d = 0; d < i->dst_count; d++)
        waits |= scoreboard_pending_long(s, warp, instruction_result(&s->core->shape, i, d));
    return waits;
}

/* It begins a strand, and something from far memory is outstanding for its warp, whatever it is (3.19). */
bool scoreboard_waits_strand(const struct scoreboard *s, unsigned warp, const struct instruction *i);

/* The results and tags of an issued instruction become pending. */
void scoreboard_issue(struct scoreboard *s, unsigned warp, const struct instruction *i);

/* A result has been accepted. */
static inline void scoreboard_accept(struct scoreboard *s, unsigned warp, unsigned reg)
{
    bit_clear(s->q.pending, warp * s->core->shape.registers + reg);
}

/* Tags come back. False: the warp slot does not exist. */
bool scoreboard_return(struct scoreboard *s, unsigned warp, uint64_t tags);

/* Whether anything of a warp is pending. */
bool scoreboard_any(const struct scoreboard *s, unsigned warp);

#endif
