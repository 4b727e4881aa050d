/* SPDX-License-Identifier: Apache-2.0 */
/* level_result: levels_share_orf() and levels_take() of cmodel/subcore/levels.c, or intervals_results(), and the order
 * of inflight.c (3.9, 3.19, 3.20). What a result is written to shows in entries that have other values before. */
#include "tb/alone/frames.h"

enum { INT, FP32, LRF_PORTS };
enum { NOTHING, BEATEN, SEVERAL, WAITS, NO_LANES, NO_FRAME, BOTH_TO_LRF, BOTH_LEVELS };

/* A frame of intervals takes one result in a cycle. */
static bool several_at_once(const struct unit *u) { return with_intervals(u) ? several_frames(u) : several_entries(u); }

static const struct point points[] = {
    {"no result", NULL}, {"a result waits for an older one for its ORF", with_orf_of_several},
    {"several results go to entries in one cycle", several_at_once},
    {"the oldest result for an ORF waits for its bank", with_orf},
    {"a result without lanes ends the wait for an entry", with_pending}, {"a result of a warp without a frame", NULL},
    {"an LRF takes results of INT and FP32", with_split_lrf},
    {"ORF and LRF of one frame take a result", with_orf_and_lrf}, {NULL, NULL}
};

/* What the model writes in a cycle, by frame. */
struct written {
    uint64_t done[MAX_WARPS], orf[MAX_WARPS], lrf[LRF_PORTS][MAX_WARPS];
    uint32_t mask[MAX_WARPS];
    struct vreg data[MAX_WARPS];
};

/* In-flight numbers are those of ports; their order is any. */
static void draw_ages(struct unit *u)
{
    struct age *a = &u->m->inflight.age;
    uint64_t left = low_bits(RESULT_PORTS);
    memset(a->valid, 0, sizeof a->valid);
    a->valid[0] = left;
    for (unsigned n = 0; n < RESULT_PORTS; n++) {
        unsigned p = one_of(u, left);
        left &= ~only(p);
        a->stamp[p] = n;
    }
    for (unsigned i = 0; has(u, "older_i") && i < RESULT_PORTS; i++)
        for (unsigned j = 0; j < RESULT_PORTS; j++)
            give(u, "older_i", i * RESULT_PORTS + j, 1, i != j && age_older(a, i, j));
}

/* Entries that a result of the port may go to: those of the LRF take results of INT and FP32. */
static uint64_t entries_for(const struct unit *u, unsigned p)
{
    return low_bits(p < LRF_PORTS ? frames_of(u)->entries : frames_of(u)->orf);
}

static struct result draw_result(struct unit *u, unsigned p, unsigned warp)
{
    const struct shape *k = &u->m->core.shape;
    struct result r = {.warp = (uint8_t)warp, .iid = (uint8_t)p, .mask = draw_lanes(u), .valid = !one_in(u, 3)};
    if (has(u, "wb_mask_i")) {
        give(u, "wb_mask_i", p * k->lanes, k->lanes, r.mask);
        given_vector(u, "wb_data_i", p, &r.data);
    }
    give(u, "wb_warp_i", p * k->warp_w, k->warp_w, warp);
    return r;
}

/* Results that are there are for different entries of active warps, or for none. Others have any place. */
static void draw_results(struct unit *u, struct result wb[RESULT_PORTS], uint64_t active)
{
    const struct shape *k = &u->m->core.shape;
    unsigned meet = below(u, k->warps), empty = one_in(u, 10);
    uint64_t open[MAX_WARPS];
    memset(open, 0xff, sizeof open);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        struct result r = draw_result(u, p, one_in(u, 2) ? meet : below(u, k->warps));
        r.valid = r.valid && !empty;
        uint64_t set = entries_for(u, p) & open[r.warp];
        bool goes = (active >> r.warp & 1) && set && !one_in(u, 4);
        r.level = (uint8_t)(goes ? 1 + one_of(u, set) : 0);
        if (goes && r.valid)
            open[r.warp] &= ~only(r.level - 1u);
        if (!r.valid)
            r.level = (uint8_t)below(u, frames_of(u)->entries + 1);
        give(u, "wb_level_i", p * k->place_w, k->place_w, r.level);
        give(u, "contends_i", p, 1, r.valid && r.mask);
        hit_if(u, NO_FRAME, r.valid && !(active >> r.warp & 1));
        wb[p] = r;
    }
    hit_if(u, NOTHING, empty);
}

static bool beaten(const struct unit *u, const struct result wb[RESULT_PORTS], unsigned p)
{
    bool found = false;
    for (unsigned v = 0; v < RESULT_PORTS; v++)
        found |= v != p && wb[v].valid && wb[v].mask && levels_share_orf(frames_of(u), &wb[p], &wb[v]) &&
                 inflight_older(&u->m->inflight, wb[p].iid, wb[v].iid);
    return found;
}

/* Those are accepted that no older one keeps from their ORF, and that wait for no bank. */
static uint32_t draw_accepted(struct unit *u, const struct result wb[RESULT_PORTS])
{
    uint32_t accepted = 0;
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        bool waits = beaten(u, wb, p), bank = wb[p].mask && one_in(u, 3);
        if (has(u, "orf_beaten_o"))
            says(u, "orf_beaten_o", p, 1, waits);
        accepted |= (uint32_t)(wb[p].valid && (!wb[p].mask || (!waits && !bank))) << p;
        hit_if(u, BEATEN, wb[p].valid && wb[p].mask && waits);
        hit_if(u, WAITS, wb[p].valid && bank && !waits && wb[p].level && wb[p].level <= frames_of(u)->orf);
    }
    give(u, "accept_i", 0, RESULT_PORTS, accepted);
    return accepted;
}

/* No entry has what the result brings, in no lane. */
static void spoil(struct unit *u, const struct result *r)
{
    struct levels *ls = frames_of(u);
    for (unsigned f = 0; f < ls->frames; f++)
        for (unsigned e = 0; e < ls->entries; e++)
            for (unsigned l = 0; l < u->m->core.shape.lanes; l++)
                levels_entry(ls, f, e)->lane[l] = ~r->data.lane[l];
}

static uint32_t lanes_with(const struct unit *u, const struct vreg *entry, const struct result *r)
{
    uint32_t lanes = 0;
    for (unsigned l = 0; l < u->m->core.shape.lanes; l++)
        lanes |= (uint32_t)(entry->lane[l] == r->data.lane[l]) << l;
    return lanes;
}

static void note(struct unit *u, struct written *w, unsigned p, unsigned f, unsigned e, const struct result *r)
{
    const struct levels *ls = frames_of(u);
    uint32_t lanes = lanes_with(u, &ls->q.data[f * ls->entries + e], r);
    if (!lanes)
        return;
    if (e >= ls->orf) {
        w->lrf[p < LRF_PORTS ? p : INT][f] |= only(e - ls->orf);
        return;
    }
    w->orf[f] |= only(e);
    w->mask[f] = lanes;
    w->data[f] = r->data;
}

static void take(struct unit *u, struct written *w, const struct result wb[RESULT_PORTS], unsigned p, uint64_t active)
{
    struct levels *ls = frames_of(u);
    struct pending before = pending_now(u);
    spoil(u, &wb[p]);
    if (u->m->levels)
        levels_take(ls, wb, 1u << p, active);
    else if (wb[p].mask)
        intervals_results(u->m->intervals, wb, 1u << p, active);
    for (unsigned f = 0; f < ls->frames; f++) {
        uint64_t done = ended(u, &before, f);
        w->done[f] |= done;
        hit_if(u, NO_LANES, done && !wb[p].mask);
        for (unsigned e = 0; e < ls->entries; e++)
            note(u, w, p, f, e, &wb[p]);
    }
}

static void says_orf(struct unit *u, const struct written *w, unsigned f)
{
    const struct shape *k = &u->m->core.shape;
    unsigned orf = frames_of(u)->orf;
    says(u, "orf_write_o", f * orf, orf, w->orf[f]);
    if (w->orf[f])
        says(u, "orf_mask_o", f * k->lanes, k->lanes, w->mask[f]);
    else
        any_bits(u, "orf_mask_o", f * k->lanes, k->lanes);
    for (unsigned l = 0; l < k->lanes; l++)
        if (w->mask[f] >> l & 1)
            says(u, "orf_data_o", (f * k->lanes + l) * 32, 32, w->data[f].lane[l]);
        else
            any_bits(u, "orf_data_o", (f * k->lanes + l) * 32, 32);
}

static void says_frame(struct unit *u, const struct written *w, unsigned f)
{
    const struct levels *ls = frames_of(u);
    unsigned lrf = lrf_entries(u);
    if (with_pending(u))
        says(u, "done_o", f * ls->entries, ls->entries, w->done[f]);
    if (with_orf(u))
        says_orf(u, w, f);
    for (unsigned p = 0; with_lrf(u) && p < LRF_PORTS; p++)
        says(u, "lrf_write_o", (f * LRF_PORTS + p) * lrf, lrf, w->lrf[p][f]);
    hit_if(u, BOTH_TO_LRF, w->lrf[INT][f] && w->lrf[FP32][f]);
    hit_if(u, BOTH_LEVELS, w->orf[f] && (w->lrf[INT][f] | w->lrf[FP32][f]));
}

static void cycle(struct unit *u)
{
    const struct levels *ls = frames_of(u);
    struct written w = {.done = {0}};
    struct result wb[RESULT_PORTS];
    unsigned done = 0;
    uint64_t active = draw_frames(u);
    draw_ages(u);
    draw_results(u, wb, active);
    for (uint32_t set = draw_accepted(u, wb); set; set &= set - 1)
        take(u, &w, wb, lowest(set), active);
    for (unsigned f = 0; f < ls->frames; f++) {
        says_frame(u, &w, f);
        done += count_bits(with_pending(u) ? w.done[f] : w.orf[f]);
    }
    hit_if(u, SEVERAL, done > 1);
}

const struct bench bench_level_result = {
    .assumed = "warps exist, and active ones have different frames; results are for different entries of active warps; "
               "one for an ORF is accepted if no older one is for it", .points = points, .cycle = cycle
};
