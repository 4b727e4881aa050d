/* SPDX-License-Identifier: Apache-2.0 */
/* level_entries: the values of frame 0; levels_copy() and levels_take() of cmodel/subcore/levels.c, or what comes from
 * a bank and intervals_results() (3.19, 3.20). */
#include "tb/alone/frames.h"

enum { WARP, FRAME = 0 };                   /* whose frame it is */
enum { INT, FP32, LRF_PORTS, ORF_PORT = LRF_PORTS };    /* an ORF takes results of any port */
enum { NOTHING, COPY, COPY_AND_RESULT, SOME_LANES, FP32_TO_LRF, BOTH_TO_LRF, BOTH_LEVELS };

static const struct point points[] = {
    {"nothing is written", NULL}, {"a copy, or a value from a bank", with_orf},
    {"this and a result, for different entries", with_orf_of_several},
    {"a result in some lanes", several_lanes}, {"the LRF takes a result of FP32", with_lrf},
    {"the LRF takes results of INT and FP32", with_split_lrf}, {"ORF and LRF take a result", with_orf_and_lrf},
    {NULL, NULL}
};

struct writes { struct result wb[RESULT_PORTS]; uint32_t ports; uint64_t copy; struct vreg copied; };

static void note(struct unit *u, struct writes *w, unsigned p, unsigned entry, const char *mask, const char *data,
                 unsigned at)
{
    const struct shape *k = &u->m->core.shape;
    struct result *r = &w->wb[p];
    *r = (struct result){.valid = true, .warp = WARP, .level = (uint8_t)(entry + 1), .mask = draw_lanes(u)};
    give(u, mask, at * k->lanes, k->lanes, r->mask);
    given_vector(u, data, at, &r->data);
    w->ports |= 1u << p;
    hit_if(u, SOME_LANES, r->mask && r->mask != k->lane_mask);
}

/* A copy, a result, or both for different entries. */
static void draw_orf(struct unit *u, struct writes *w)
{
    unsigned orf = frames_of(u)->orf;
    uint64_t open = low_bits(orf), write = 0;
    if (one_in(u, 2))
        w->copy = only(one_of(u, open));
    given_vector(u, with_intervals(u) ? "fill_data_i" : "copy_data_i", 0, &w->copied);
    open &= ~w->copy;
    if (open && !one_in(u, 3)) {
        write = only(one_of(u, open));
        note(u, w, ORF_PORT, lowest(write), "orf_mask_i", "orf_data_i", 0);
    }
    give(u, with_intervals(u) ? "fill_i" : "copy_i", 0, orf, w->copy);
    give(u, "orf_write_i", 0, orf, write);
}

/* A result of each of its two units, for different entries. */
static void draw_lrf(struct unit *u, struct writes *w)
{
    unsigned lrf = lrf_entries(u), orf = frames_of(u)->orf, first = one_in(u, 2) ? FP32 : INT;
    uint64_t open = low_bits(lrf);
    for (unsigned n = 0; n < LRF_PORTS; n++) {
        unsigned p = first ^ n;
        uint64_t write = open && !one_in(u, 3) ? only(one_of(u, open)) : 0;
        open &= ~write;
        if (write)
            note(u, w, p, orf + lowest(write), "lrf_mask_i", "lrf_data_i", p);
        give(u, "lrf_write_i", p * lrf, lrf, write);
    }
}

static void write_interval(struct unit *u, const struct writes *w)
{
    struct intervals *iv = u->m->intervals;
    put(iv->frames.q.frame, WARP * iv->frames.frame_w, iv->frames.frame_w, FRAME);
    if (w->copy)
        vector_copy(&u->m->core, levels_entry(&iv->frames, FRAME, lowest(w->copy)), &w->copied);
    intervals_results(iv, w->wb, w->ports, only(WARP));
}

static void write(struct unit *u, const struct writes *w)
{
    struct levels *ls = frames_of(u);
    struct level_copy copy = {w->copy ? lowest(w->copy) + 1 : 0, WARP, &w->copied};
    put(ls->q.frame, WARP * ls->frame_w, ls->frame_w, FRAME);
    put(ls->q.pending, FRAME * ls->entries, ls->entries, low_bits(ls->entries));
    levels_copy(ls, &copy, only(WARP));
    levels_take(ls, w->wb, w->ports, only(WARP));
}

static void count_points(struct unit *u, const struct writes *w)
{
    uint32_t lrf = w->ports & ((1u << LRF_PORTS) - 1), orf = w->ports >> ORF_PORT;
    hit_if(u, NOTHING, !w->ports && !w->copy);
    hit_if(u, COPY, w->copy != 0);
    hit_if(u, COPY_AND_RESULT, w->copy && orf);
    hit_if(u, FP32_TO_LRF, lrf >> FP32 & 1);
    hit_if(u, BOTH_TO_LRF, count_bits(lrf) == LRF_PORTS);
    hit_if(u, BOTH_LEVELS, orf && lrf);
}

static void cycle(struct unit *u)
{
    struct writes w = {.ports = 0};
    for (unsigned e = 0; e < frames_of(u)->entries; e++)
        says_vector(u, "data_o", e, levels_entry(frames_of(u), FRAME, e));
    if (with_orf(u))
        draw_orf(u, &w);
    if (with_lrf(u))
        draw_lrf(u, &w);
    if (with_intervals(u))
        write_interval(u, &w);
    else
        write(u, &w);
    count_points(u, &w);
}

const struct bench bench_level_entries = {
    .assumed = "one copy or value from a bank; one result for the ORF; one of each unit for the LRF; all of them are "
               "for different entries",
    .scope = "top.g_frame[0].u_entries.", .points = points, .cycle = cycle
};
