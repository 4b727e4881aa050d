/* SPDX-License-Identifier: Apache-2.0 */
/* inflight: cmodel/subcore/inflight.c, cmodel/subcore/age_matrix.c (3.4, 3.5, 3.9). */
#include "cmodel/subcore/inflight.h"

#include "tb/alone/alone.h"
#include "cmodel/subcore/subcore.h"

enum { FULL, EMPTY, NO_RESULTS, ALL_AT_ONCE, NOT_LAST, STAGED_NEXT, STAGED_LAST };

static bool staged(const struct unit *u) { return u->m->core.shape.stage || u->m->core.shape.chosen_before; }

static const struct point points[] = {
    {"no number is free", NULL}, {"all are", NULL}, {"an instruction without results dispatches", NULL},
    {"two numbers come back in one cycle", NULL}, {"a result that is not the last", NULL},
    {"the lowest free number is that of the instruction in the stage", staged},
    {"the last free number is that of the instruction in the stage", staged}, {NULL, NULL}
};

struct own { bool dispatched[MAX_INFLIGHT]; uint8_t count[MAX_INFLIGHT]; bool staged; unsigned iid; };

static void take(struct unit *u, unsigned iid)
{
    struct own *o = u->own;
    o->count[iid] = (uint8_t)below(u, MAX_DSTS + 1);
    o->dispatched[iid] = false;
    struct instruction e = {.dst_count = o->count[iid]};
    inflight_take(&u->m->inflight, iid, 0, &e);
}

/* With a stage what was given in the last cycle is taken in this one. */
static void issue(struct unit *u)
{
    struct own *o = u->own;
    const struct inflight *f = &u->m->inflight;
    unsigned n = u->m->core.shape.inflight, iid_w = u->m->core.shape.iid_w;
    unsigned iid = inflight_free(f, o->staged ? o->iid : n);
    bool full = iid == n, takes = !full && (staged(u) ? !one_in(u, 3) : given(u, "issue_valid_i", 0, 1));
    says(u, "full_o", 0, 1, full);
    says(u, "iid_o", 0, iid_w, full ? n - 1 : iid);
    hit_if(u, FULL, full);
    hit_if(u, EMPTY, !f->age.valid[0]);
    hit_if(u, STAGED_NEXT, o->staged && !full && inflight_free(f, n) == o->iid);
    hit_if(u, STAGED_LAST, o->staged && full);
    if (!staged(u)) {
        give(u, "issue_valid_i", 0, 1, takes);
        if (takes)
            take(u, iid);
        return;
    }
    give(u, "stage_valid_i", 0, 1, o->staged);
    give(u, "stage_iid_i", 0, iid_w, o->staged ? o->iid : below(u, n));
    if (o->staged)
        take(u, o->iid);
    o->staged = takes;
    o->iid = iid;
}

/* One that is there and has not dispatched, before those of this cycle. Returns its number, or MAX_INFLIGHT. */
static unsigned draw_dispatch(struct unit *u, uint64_t valid)
{
    struct own *o = u->own;
    uint64_t set = 0;
    for (unsigned i = 0; i < u->m->core.shape.inflight; i++)
        set |= (uint64_t)((valid >> i & 1) && !o->dispatched[i]) << i;
    if (!set || one_in(u, 3)) {
        give(u, "disp_valid_i", 0, 1, 0);
        return MAX_INFLIGHT;
    }
    unsigned iid = one_of(u, set);
    give(u, "disp_valid_i", 0, 1, 1);
    give(u, "disp_iid_i", 0, u->m->core.shape.iid_w, iid);
    give(u, "disp_dst_count_i", 0, 3, o->count[iid]);
    return iid;
}

/* A result of an instruction that has dispatched before. */
static bool draw_result(struct unit *u, unsigned p, uint64_t set)
{
    struct own *o = u->own;
    unsigned iid_w = u->m->core.shape.iid_w;
    uint64_t due = 0;
    for (unsigned i = 0; i < u->m->core.shape.inflight; i++)
        due |= (uint64_t)((set >> i & 1) && o->dispatched[i] && o->count[i]) << i;
    give(u, "accept_i", p, 1, 0);
    if (!due)
        return false;
    unsigned iid = one_of(u, due);
    give(u, "wb_iid_i", p * iid_w, iid_w, iid);
    if (one_in(u, 2))
        return false;
    give(u, "accept_i", p, 1, 1);
    give(u, "wb_last_i", p, 1, o->count[iid] == 1);
    hit_if(u, NOT_LAST, o->count[iid] > 1);
    return --o->count[iid] == 0;
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct inflight *f = &u->m->inflight;
    uint64_t valid = f->age.valid[0], freed = 0;
    unsigned n = u->m->core.shape.inflight, iid_w = u->m->core.shape.iid_w;
    unsigned slow = (unsigned)(u->cycle / (4 * n) % 4);             /* 3: no result */
    unsigned dispatched = draw_dispatch(u, valid);
    for (unsigned p = 0; p < RESULT_PORTS; p++) {
        give_below(u, "wb_iid_i", p * iid_w, iid_w, n);
        if (draw_result(u, p, slow == 3 || below(u, slow + 1) ? 0 : valid))
            freed |= UINT64_C(1) << given(u, "wb_iid_i", p * iid_w, iid_w);
    }
    for (unsigned i = 0; has(u, "older_o") && i < RESULT_PORTS; i++)
        for (unsigned j = 0; j < RESULT_PORTS; j++)
            says(u, "older_o", i * RESULT_PORTS + j, 1, i != j &&
                 inflight_older(f, (unsigned)given(u, "wb_iid_i", i * iid_w, iid_w),
                                (unsigned)given(u, "wb_iid_i", j * iid_w, iid_w)));
    for (unsigned i = 0; has(u, "age_o") && i < n; i++)
        for (unsigned j = 0; j < n; j++)
            says(u, "age_o", i * n + j, 1, inflight_older(f, i, j));
    unsigned back = count_bits(freed);
    issue(u);
    if (dispatched < MAX_INFLIGHT) {
        o->dispatched[dispatched] = true;
        hit_if(u, NO_RESULTS, o->count[dispatched] == 0);
        back += o->count[dispatched] == 0;
        inflight_dispatch(f, dispatched, o->count[dispatched]);
    }
    hit_if(u, ALL_AT_ONCE, back > 1);
    for (; freed; freed &= freed - 1) {
        struct result r = {.iid = (uint8_t)lowest(freed), .last = true};
        inflight_accept(f, &r);
    }
}

static void reset(struct unit *u)
{
    inflight_reset(&u->m->inflight);
    ((struct own *)u->own)->staged = false;
}

const struct bench bench_inflight = {
    .assumed = "a number is taken while one is free; it dispatches once, then come as many results as it has",
    .scope = "top.u_inflight.", .points = points, .own = sizeof(struct own), .reset = reset,
    .cycle = cycle
};
