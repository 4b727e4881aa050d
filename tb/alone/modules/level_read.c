/* SPDX-License-Identifier: Apache-2.0 */
/* level_read: levels_read_sources(), levels_no_issue() and levels_read() of cmodel/subcore/levels.c (3.5, 3.8, 3.19,
 * 3.20). */
#include "tb/alone/frames.h"

enum { NOTHING, ALL_SLOTS, ONE_ENTRY, DIFFERENT, FROM_BANKS, LAST, BEHIND, PAUSE };

static bool several_slots(const struct unit *u) { return u->m->core.shape.slots > 1; }
static bool different(const struct unit *u) { return several_slots(u) && several_entries(u); }
static bool several_collectors(const struct unit *u) { return u->m->core.shape.collectors > 1; }

static const struct point points[] = {
    {"no slot takes a value", NULL}, {"every slot takes a value", NULL},
    {"two slots take that of one entry", several_slots},
    {"two slots take those of different entries", different}, {"all sources of an instruction come from banks", NULL},
    {"the last entry of the last frame goes to the last collector", NULL},
    {"a collector takes values behind another one", several_collectors},
    {"nothing issues behind an instruction with values", NULL}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    levels_reset(frames_of(u));
}

static void draw_entries(struct unit *u)
{
    struct levels *ls = frames_of(u);
    for (unsigned f = 0; f < ls->frames; f++)
        for (unsigned e = 0; e < ls->entries; e++)
            given_vector(u, "entry_data_i", f * ls->entries + e, levels_entry(ls, f, e));
}

/* Slots take what was read as their instruction issued. */
static void says_ports(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    const struct vreg nothing = {{0}};
    uint64_t slots = ls->q.read_slot, entries = 0;
    for (unsigned c = 0; c < k->collectors; c++)
        says(u, "l_valid_o", c * k->slots, k->slots, c == ls->q.read_col ? slots : 0);
    for (unsigned s = 0; s < k->slots; s++)
        says_vector(u, "l_data_o", s, slots >> s & 1 ? levels_read(ls, s) : &nothing);
    for (uint64_t set = slots; set; set &= set - 1)
        entries |= only((unsigned)get(&ls->q.read_entry, lowest(set) * ls->entry_w, ls->entry_w));
    hit_if(u, NOTHING, !slots);
    hit_if(u, ALL_SLOTS, slots == low_bits(k->slots));
    hit_if(u, ONE_ENTRY, count_bits(slots) > count_bits(entries));
    hit_if(u, DIFFERENT, count_bits(entries) > 1);
    hit_if(u, LAST, (entries >> (ls->entries - 1) & 1) && ls->q.read_frame == ls->frames - 1 &&
                    ls->q.read_col == k->collectors - 1);
}

static struct instruction draw_sources(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    struct instruction i = {.src_valid = (uint8_t)(one_in(u, 3) ? low_bits(k->slots)
                                                                : given(u, "issue_src_valid_i", 0, k->slots))};
    unsigned banks = one_in(u, 4) ? 1 : 2 + below(u, 4);    /* 1: all of them */
    for (unsigned s = 0; s < k->slots; s++) {
        i.src_level.at[s] = (uint8_t)(banks == 1 || one_in(u, banks) ? 0 : 1 + below(u, ls->entries));
        give(u, "issue_src_level_i", s * k->place_w, k->place_w, i.src_level.at[s]);
    }
    give(u, "issue_src_valid_i", 0, k->slots, i.src_valid);
    return i;
}

static void issue(struct unit *u, const struct instruction *i)
{
    enum { WARP };
    struct levels *ls = frames_of(u);
    const struct shape *k = &u->m->core.shape;
    unsigned col = below(u, k->collectors), frame = below(u, ls->frames);
    bool behind = ls->q.read_slot && col != ls->q.read_col;
    give(u, "alloc_i", 0, k->collectors, only(col));
    give(u, "issue_frame_i", 0, ls->frame_w, frame);
    put(ls->q.frame, WARP * ls->frame_w, ls->frame_w, frame);
    levels_read_sources(ls, WARP, col, i);
    hit_if(u, BEHIND, behind && ls->q.read_slot);
    hit_if(u, FROM_BANKS, i->src_valid && !ls->q.read_slot);
}

static void cycle(struct unit *u)
{
    struct levels *ls = frames_of(u);
    bool issues = !one_in(u, 4);
    draw_entries(u);
    says_ports(u);
    struct instruction i = draw_sources(u);
    give(u, "issue_valid_i", 0, 1, issues);
    hit_if(u, PAUSE, !issues && ls->q.read_slot);
    if (issues)
        issue(u, &i);
    else
        levels_no_issue(ls);
}

const struct bench bench_level_read = {
    .assumed = "one collector is chosen for what issues; frames and entries exist",
    .scope = "top.u_read.", .points = points, .reset = reset, .cycle = cycle
};
