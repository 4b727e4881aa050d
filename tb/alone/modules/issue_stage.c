/* SPDX-License-Identifier: Apache-2.0 */
/* issue_stage: cmodel/subcore/issue_stage.c (3.5, 3.6). */
#include "cmodel/subcore/issue_stage.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { BACK_TO_BACK, IDLE, SAME };

static const struct point points[] = {
    {"one instruction behind another one", NULL}, {"it is empty", NULL},
    {"two slots name one register", NULL}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    u->m->q.stage.valid = 0;
}

static void says_staged(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    const struct stage_q *q = &u->m->q.stage;
    const struct entry *e = &u->m->stage;
    says(u, "stage_valid_o", 0, 1, q->valid);
    says(u, "alloc_o", 0, k->collectors, q->valid ? UINT64_C(1) << q->col : 0);
    says(u, "stage_warp_o", 0, k->warp_w, q->warp);
    says(u, "stage_iid_o", 0, k->iid_w, q->iid);
    says_instruction(u, "stage", e);
    says(u, "stage_first_o", 0, k->slots, q->first);
    if (k->ccu) {
        says(u, "stage_same_o", 0, k->slots * k->slots, q->same);
        says(u, "stage_serves_o", 0, k->collectors, q->serves);
    }
    for (unsigned b = 0; b < k->banks; b++)
        for (unsigned s = 0; s < k->slots; s++)
            says(u, "stage_bank_o", b * k->slots + s, 1, bank_of(k, (unsigned)q->warp, e->src_reg.at[s]) == b);
    for (unsigned s = 0; s < k->slots; s++)
        hit_if(u, SAME, q->valid && count_bits(same_slots(e, s)) > 1);
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    struct entry e = draw_instruction(u);
    bool before = m->q.stage.valid;
    says_staged(u);
    for (unsigned i = 0; k->ccu && i < k->collectors; i++) {
        m->q.col[i].warp = give_below(u, "col_warp_i", i * k->warp_w, k->warp_w, k->warps);
        m->q.col[i].warp = before && m->q.stage.col == i ? m->q.stage.warp : m->q.col[i].warp;
    }
    unsigned c = below(u, k->collectors), w = give_below(u, "issue_warp_i", 0, k->warp_w, k->warps);
    bool issues = given(u, "issue_valid_i", 0, 1);
    give(u, "chosen_i", 0, k->collectors, issues ? UINT64_C(1) << c : 0);
    give_instruction(u, "issue", &e);
    give_same(u, "issue_first_i", "issue_same_i", 0, &e);
    if (k->ccu)
        give(u, "grant_i", 0, k->warps, issues ? UINT64_C(1) << w : 0);
    hit_if(u, BACK_TO_BACK, before && issues);
    hit_if(u, IDLE, !before);
    m->q.stage.valid = 0;
    if (issues)
        issue_stage_take(m, c, w, (unsigned)given(u, "issue_iid_i", 0, k->iid_w), &e);
}

const struct bench bench_issue_stage = {
    .assumed = "one collector is chosen for what issues", .scope = "top.u_stage.", .points = points, .reset = reset,
    .cycle = cycle
};
