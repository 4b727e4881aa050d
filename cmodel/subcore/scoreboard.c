/* SPDX-License-Identifier: Apache-2.0 */
#include "scoreboard.h"

#include "cmodel/base/unit.h"

void scoreboard_open(struct scoreboard *s, struct core *core, const struct config *cfg)
{
    s->core = core;
    s->bars = cfg->kind == KIND_ECU;
    s->waits_for = (unsigned)cfg->ecu_waits;
}

void scoreboard_list(const struct scoreboard *s, struct register_list *l)
{
    const struct shape *k = &s->core->shape;
    register_list_add(l, s->q.pending, k->warps * k->registers, true, "top.u_scoreboard.pending_q");
    if (k->tags)
        register_list_add(l, s->q.tag, k->warps * k->tags, true, "top.u_scoreboard.tag_q");
    if (k->two_level)
        register_list_add(l, s->q.far_memory, k->warps * k->registers, false, "top.u_scoreboard.long_q");
    if (s->bars)
        register_list_add(l, s->q.barred, k->warps * k->registers, false, "top.u_scoreboard.barred_q");
}

void scoreboard_reset(struct scoreboard *s)
{
    memset(s->q.pending, 0, sizeof s->q.pending);
    memset(s->q.tag, 0, sizeof s->q.tag);
    memset(s->tags, 0, sizeof s->tags);
}

static void pack_tags(struct scoreboard *s, unsigned warp)
{
    put(s->q.tag, warp * s->core->shape.tags, s->core->shape.tags, s->tags[warp]);
}

void scoreboard_pack(struct scoreboard *s)
{
    for (unsigned w = 0; w < s->core->shape.warps && s->core->shape.tags; w++)
        pack_tags(s, w);
}

void scoreboard_unpack(struct scoreboard *s)
{
    for (unsigned w = 0; w < s->core->shape.warps && s->core->shape.tags; w++)
        s->tags[w] = get(s->q.tag, w * s->core->shape.tags, s->core->shape.tags);
}

static void set_tags(struct scoreboard *s, unsigned warp, uint64_t tags)
{
    s->tags[warp] = tags;
    if (s->core->packing)
        pack_tags(s, warp);
}

/* No collector waits for the results of an instruction (3.16). */
static bool bars(const struct scoreboard *s, const struct instruction *i)
{
    bool late = s->waits_for == ECU_UNITS ? i->unit == UNIT_LDST : s->waits_for == ECU_NEAR && i->far_memory;
    return late || i->mask != s->core->shape.lane_mask;
}

void scoreboard_issue(struct scoreboard *s, unsigned warp, const struct instruction *i)
{
    const struct shape *k = &s->core->shape;
    bool barred = s->bars && bars(s, i);
    for (unsigned d = 0; d < i->dst_count; d++) {
        unsigned at = warp * k->registers + instruction_result(k, i, d);
        bit_set(s->q.pending, at);
        if (k->two_level)
            (i->far_memory ? bit_set : bit_clear)(s->q.far_memory, at);
        if (s->bars)
            (barred ? bit_set : bit_clear)(s->q.barred, at);
    }
    if (i->tag_dst)
        set_tags(s, warp, s->tags[warp] | i->tag_dst);
}

bool scoreboard_waits_strand(const struct scoreboard *s, unsigned warp, const struct instruction *i)
{
    unsigned registers = s->core->shape.registers, first = warp * registers, width = registers < 64 ? registers : 64;
    for (unsigned r = 0; i->strand && r < registers; r += 64)
        if (get(s->q.pending, first + r, width) & get(s->q.far_memory, first + r, width))
            return true;
    return false;
}

bool scoreboard_return(struct scoreboard *s, unsigned warp, uint64_t tags)
{
    struct watch *watch = &s->core->watch;
    if (warp >= s->core->shape.warps) {
        violate(watch, "tags came back for warp slot %u, which does not exist", warp);
        return false;
    }
    uint64_t strange = tags & ~s->tags[warp];
    if (strange)
        violate(watch, "tag %u of warp %u came back, which is not pending", lowest(strange), warp);
    set_tags(s, warp, s->tags[warp] & ~tags);
    return true;
}

bool scoreboard_any(const struct scoreboard *s, unsigned warp)
{
    unsigned registers = s->core->shape.registers, first = warp * registers;
    if (s->tags[warp])
        return true;
    for (unsigned r = 0; r < registers; r += 64)
        if (get(s->q.pending, first + r, registers < 64 ? registers : 64))
            return true;
    return false;
}
