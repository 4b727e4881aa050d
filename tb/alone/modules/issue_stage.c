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
    issue_stage_reset(&u->m->stage);
}

static void says_staged(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct issue_stage *st = &u->m->stage;
    const struct instruction *e = &st->instruction;
    says(u, "stage_valid_o", 0, 1, st->q.valid);
    says(u, "alloc_o", 0, k->collectors, st->q.valid ? UINT64_C(1) << st->q.col : 0);
    says(u, "stage_warp_o", 0, k->warp_w, st->q.warp);
    says(u, "stage_iid_o", 0, k->iid_w, st->q.iid);
    says_instruction(u, "stage", e);
    says(u, "stage_first_o", 0, k->slots, st->q.first);
    if (st->tables) {
        says(u, "stage_same_o", 0, k->slots * k->slots, st->q.same);
        says(u, "stage_serves_o", 0, k->collectors, st->q.serves);
    }
    for (unsigned b = 0; b < k->banks; b++)
        for (unsigned s = 0; s < k->slots; s++)
            says(u, "stage_bank_o", b * k->slots + s, 1, bank_of(k, (unsigned)st->q.warp, e->src_reg.at[s]) == b);
    for (unsigned s = 0; s < k->slots; s++)
        hit_if(u, SAME, st->q.valid && count_bits(same_slots(e, s)) > 1);
}

/* The warps that CCUs are of. That of the one that takes what is in the stage is its new one already. `own`: the
 * CCUs of each warp. */
static void draw_ccus(struct unit *u, uint64_t own[MAX_WARPS])
{
    const struct shape *k = &u->m->core.shape;
    const struct issue_stage *st = &u->m->stage;
    for (unsigned i = 0; st->tables && i < k->collectors; i++) {
        unsigned warp = give_below(u, "col_warp_i", i * k->warp_w, k->warp_w, k->warps);
        own[st->q.valid && st->q.col == i ? st->q.warp : warp] |= only(i);
    }
}

static void cycle(struct unit *u)
{
    struct issue_stage *st = &u->m->stage;
    const struct shape *k = &u->m->core.shape;
    struct instruction e = draw_instruction(u);
    uint64_t own[MAX_WARPS] = {0};
    bool before = st->q.valid;
    says_staged(u);
    draw_ccus(u, own);
    unsigned c = below(u, k->collectors), w = give_below(u, "issue_warp_i", 0, k->warp_w, k->warps);
    bool issues = given(u, "issue_valid_i", 0, 1);
    give(u, "chosen_i", 0, k->collectors, issues ? UINT64_C(1) << c : 0);
    give_instruction(u, "issue", &e);
    give_same(u, "issue_first_i", "issue_same_i", 0, &e);
    if (st->tables)
        give(u, "grant_i", 0, k->warps, issues ? UINT64_C(1) << w : 0);
    hit_if(u, BACK_TO_BACK, before && issues);
    hit_if(u, IDLE, !before);
    issue_stage_leave(st);
    if (issues)
        issue_stage_take(st, c, w, (unsigned)given(u, "issue_iid_i", 0, k->iid_w), &e, own[w]);
}

const struct bench bench_issue_stage = {
    .assumed = "one collector is chosen for what issues", .scope = "top.u_stage.", .points = points, .reset = reset,
    .cycle = cycle
};
