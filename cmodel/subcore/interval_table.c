/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_table.h"

void interval_table_open(struct interval_table *t, struct core *core, const struct config *cfg)
{
    t->core = core;
    t->lives = config_intervals_live(cfg);
    t->frames = (unsigned)cfg->active;
    t->entries = core->shape.level_entries;
    t->entry_w = bits_for(t->entries);
}

void interval_table_list(const struct interval_table *t, struct register_list *l)
{
    const struct shape *k = &t->core->shape;
    unsigned bits = k->warps * k->registers;
    register_list_add(l, t->q.work, bits, true, "top.u_table.work_q");
    if (t->lives)
        register_list_add(l, t->q.live, bits, false, "top.u_table.live_q");
    register_list_add(l, t->q.held, bits, true, "top.u_table.held_q");
    register_list_add(l, t->q.entry, bits * t->entry_w, false, "top.u_table.entry_q");
    register_list_add(l, t->q.used, t->frames * t->entries, true, "top.u_table.used_q");
    register_list_add(l, &t->q.begun, k->warps, true, "top.u_table.begun_q");
    register_list_add(l, &t->q.leaving, k->warps, true, "top.u_table.leaving_q");
}

void interval_table_reset(struct interval_table *t)
{
    memset(t->q.work, 0, sizeof t->q.work);
    memset(t->q.held, 0, sizeof t->q.held);
    memset(t->q.used, 0, sizeof t->q.used);
    t->q.begun = t->q.leaving = 0;
    t->unlike = 0;
}

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Registers are looked at in parts of 64. */
static uint64_t part_of(const struct interval_table *t, const uint64_t *words, unsigned w, unsigned part)
{
    unsigned registers = t->core->shape.registers;
    return get(words, w * registers + part, registers < 64 ? registers : 64);
}

/* Of a part, the registers from `from` on, which lies in it or before it. */
static uint64_t rest_of(unsigned part, unsigned from)
{
    return from > part ? ~low_bits(from - part) : UINT64_MAX;
}

int interval_table_leaver(const struct interval_table *t, unsigned w, bool all, unsigned from)
{
    for (unsigned part = from / 64 * 64; part < t->core->shape.registers; part += 64) {
        uint64_t stays = all ? 0 : part_of(t, t->q.work, w, part);
        uint64_t set = part_of(t, t->q.held, w, part) & ~stays & rest_of(part, from);
        if (set)
            return (int)(part + lowest(set));
    }
    return -1;
}

int interval_table_comer(const struct interval_table *t, unsigned w, unsigned from)
{
    for (unsigned part = from / 64 * 64; part < t->core->shape.registers; part += 64) {
        uint64_t set = part_of(t, t->q.work, w, part) & ~part_of(t, t->q.held, w, part) & rest_of(part, from);
        if (set)
            return (int)(part + lowest(set));
    }
    return -1;
}

static void compare(struct interval_table *t, unsigned w)
{
    bool unlike = false;
    for (unsigned from = 0; from < t->core->shape.registers; from += 64)
        unlike |= part_of(t, t->q.held, w, from) != part_of(t, t->q.work, w, from);
    t->unlike = unlike ? t->unlike | only(w) : t->unlike & ~only(w);
}

void interval_table_unpack(struct interval_table *t)
{
    for (unsigned w = 0; w < t->core->shape.warps; w++)
        compare(t, w);
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static void copy(const struct interval_table *t, uint64_t *to, unsigned w, const uint64_t *from, unsigned i)
{
    unsigned registers = t->core->shape.registers;
    uint64_t set[QWORDS(MAX_REGISTERS)];
    get_wide(from, i * registers, registers, set);
    put_wide(to, w * registers, registers, set);
}

void interval_table_take(struct interval_table *t, unsigned w, const struct interval_ring *r, unsigned i)
{
    copy(t, t->q.work, w, r->q.work, i);
    if (t->lives)
        copy(t, t->q.live, w, r->q.live, i);
    t->q.begun |= only(w);
    compare(t, w);
}

void interval_table_issue(struct interval_table *t, unsigned w, const struct instruction *head)
{
    const struct shape *k = &t->core->shape;
    t->q.begun &= ~only(w);
    if (head->leave)
        t->q.leaving |= only(w);
    for (unsigned d = 0; t->lives && d < head->dst_count; d++)
        bit_set(t->q.live, w * k->registers + instruction_result(k, head, d));
}

void interval_table_drop(struct interval_table *t, unsigned w, unsigned f, unsigned reg)
{
    bit_clear(t->q.held, w * t->core->shape.registers + reg);
    bit_clear(t->q.used, f * t->entries + interval_table_entry(t, w, reg));
    compare(t, w);
}

void interval_table_reserve(struct interval_table *t, unsigned f, unsigned e)
{
    bit_set(t->q.used, f * t->entries + e);
}

void interval_table_hold(struct interval_table *t, unsigned w, unsigned reg, unsigned e)
{
    unsigned at = w * t->core->shape.registers + reg;
    bit_set(t->q.held, at);
    put(t->q.entry, at * t->entry_w, t->entry_w, e);
    compare(t, w);
}

void interval_table_leave(struct interval_table *t, unsigned w)
{
    t->q.leaving &= ~only(w);
}

void interval_table_launch(struct interval_table *t, unsigned w)
{
    static const uint64_t none[QWORDS(MAX_REGISTERS)];
    put_wide(t->q.work, w * t->core->shape.registers, t->core->shape.registers, none);
    t->q.begun &= ~only(w);
    compare(t, w);
}
