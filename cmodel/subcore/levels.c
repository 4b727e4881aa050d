/* SPDX-License-Identifier: Apache-2.0 */
#include "levels.h"

void levels_open(struct levels *ls, struct core *core, const struct config *cfg)
{
    ls->core = core;
    ls->frames = (unsigned)cfg->active;
    ls->tracks = config_levels(cfg);
    ls->entries = core->shape.level_entries;
    ls->orf = ls->tracks ? (unsigned)cfg->levels_orf : ls->entries;
    ls->frame_w = bits_for(ls->frames);
    ls->entry_w = bits_for(ls->entries);
}

void levels_list(const struct levels *ls, struct register_list *l)
{
    const struct shape *k = &ls->core->shape;
    register_list_add(l, ls->q.frame, k->warps * ls->frame_w, false, "top.u_levels.frame_q");
    if (ls->tracks)
        register_list_add(l, ls->q.pending, ls->frames * ls->entries, true, "top.u_levels.pending_q");
    for (unsigned f = 0; f < ls->frames; f++)
        for (unsigned e = 0; e < ls->entries; e++)
            register_list_add(l, &ls->q.data[f * ls->entries + e], 32 * k->lanes, false,
                              "top.g_frame[%u].u_entries.g_entry[%u].data_q", f, e);
    register_list_add(l, &ls->q.read_slot, k->slots, true, "top.u_read.slot_q");
    register_list_add(l, &ls->q.read_col, k->col_w, false, "top.u_read.col_q");
    register_list_add(l, &ls->q.read_frame, ls->frame_w, false, "top.u_read.frame_q");
    register_list_add(l, &ls->q.read_entry, k->slots * ls->entry_w, false, "top.u_read.entry_q");
}

void levels_reset(struct levels *ls)
{
    memset(ls->q.pending, 0, sizeof ls->q.pending);
    ls->q.read_slot = 0;
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

uint64_t levels_owed(const struct levels *ls, uint64_t active)
{
    uint64_t found = 0;
    for (uint64_t set = active; set; set &= set - 1)
        if (levels_pending(ls, lowest(set)))
            found |= set & -set;
    return found;
}

uint64_t levels_unwritten(const struct levels *ls, const struct ibuffer *ib, uint64_t active)
{
    uint64_t found = 0;
    for (uint64_t set = active & ib->heads; set; set &= set - 1) {
        const struct instruction *head = ibuffer_head(ib, lowest(set));
        if (levels_pending(ls, lowest(set)) & (head->leave ? UINT64_MAX : head->entries))
            found |= set & -set;
    }
    return found;
}

bool levels_share_bank(const struct levels *ls, const struct result *a, const struct result *b)
{
    const struct shape *k = &ls->core->shape;
    return a->bank && b->bank && bank_of(k, a->warp, a->reg) == bank_of(k, b->warp, b->reg);
}

static bool to_orf(const struct levels *ls, const struct result *r)
{
    return r->level > 0 && r->level <= ls->orf;
}

bool levels_share_orf(const struct levels *ls, const struct result *a, const struct result *b)
{
    return a->warp == b->warp && to_orf(ls, a) && to_orf(ls, b);
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

/* The entry of a place has its value. */
static struct vreg *write_entry(struct levels *ls, unsigned w, unsigned place)
{
    unsigned frame = levels_frame(ls, w);
    bit_clear(ls->q.pending, frame * ls->entries + place - 1);
    return levels_entry(ls, frame, place - 1);
}

void levels_copy(struct levels *ls, const struct level_copy *copy, uint64_t active)
{
    if (!copy->place || !levels_check_write(ls, "copy", copy->warp, copy->place, active))
        return;
    struct vreg *entry = write_entry(ls, copy->warp, copy->place);
    if (ls->core->values)
        vector_copy(ls->core, entry, copy->value);
    ls->core->stats.level_copies++;
}

static void count_write(struct levels *ls, const struct result *r)
{
    struct stats *stats = &ls->core->stats;
    stats->level_kept += !r->bank;
    stats->level_orf_writes += to_orf(ls, r);
    stats->level_lrf_writes += r->level && !to_orf(ls, r);
}

void levels_take(struct levels *ls, const struct result wb[RESULT_PORTS], uint32_t ports, uint64_t active)
{
    for (; ports; ports &= ports - 1) {
        const struct result *r = &wb[lowest(ports)];
        if (r->mask)
            count_write(ls, r);
        if (!r->level || !levels_check_write(ls, "result", r->warp, r->level, active))
            continue;
        struct vreg *entry = write_entry(ls, r->warp, r->level);
        if (r->mask && ls->core->values)
            lanes_copy(ls->core, entry->lane, r->data.lane, r->mask);
    }
}

void levels_read_sources(struct levels *ls, unsigned w, unsigned c, const struct instruction *i)
{
    ls->q.read_slot = i->src_valid & ~bytes_equal(i->src_level, 0);
    ls->q.read_col = c;
    ls->q.read_frame = levels_frame(ls, w);
    ls->q.read_entry = 0;
    for (unsigned s = 0; s < ls->core->shape.slots; s++)
        if (i->src_level.at[s])
            put(&ls->q.read_entry, s * ls->entry_w, ls->entry_w,
                (i->src_level.at[s] - 1u) & low_bits(ls->entry_w));
}

static void count_reads(struct levels *ls, const struct instruction *i)
{
    struct stats *stats = &ls->core->stats;
    for (uint64_t set = ls->q.read_slot; set; set &= set - 1) {
        bool orf = i->src_level.at[lowest(set)] <= ls->orf;
        stats->level_orf_reads += orf;
        stats->level_lrf_reads += !orf;
    }
}

void levels_issue(struct levels *ls, unsigned w, unsigned c, const struct instruction *i)
{
    unsigned at = levels_frame(ls, w) * ls->entries;
    uint64_t written = instruction_entries_written(&ls->core->shape, i);
    put(ls->q.pending, at, ls->entries, levels_pending(ls, w) | written);
    levels_read_sources(ls, w, c, i);
    count_reads(ls, i);
}

void levels_no_issue(struct levels *ls)
{
    ls->q.read_slot = 0;
}

void levels_enter(struct levels *ls, unsigned w, uint64_t active)
{
    uint64_t used = 0;
    for (uint64_t set = active; set; set &= set - 1)
        used |= only(levels_frame(ls, lowest(set)));
    put(ls->q.frame, w * ls->frame_w, ls->frame_w, lowest(~used));
}
