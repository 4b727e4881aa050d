/* SPDX-License-Identifier: Apache-2.0 */
/* mshr: cmodel/sm/mshr.c, and what l1d_edge() does with it (docs/sm.md, 5.4; docs/ciao.md, 7.6). */
#include "cmodel/sm/mshr.h"

#include "tb/alone/sm_part.h"

enum { NO_MSHR, NO_TARGET, MERGE, ATOMIC, LAST, NOT_LAST, BOTH, IDLE, SHARED, NEAR };

static bool shares(const struct unit *u) { return has(u, "shared_o"); }

static bool two_lines_and_a_load(const struct unit *u)
{
    return sm_make_shape(u->cfg).mshrs > 1 && sm_make_shape(u->cfg).targets > 3;
}

static const struct point points[] = {
    {"no MSHR is free", target_for_each_mshr}, {"no target is free", NULL},
    {"a load waits for a line that is on its way", several_targets},
    {"an MSHR for old values", NULL}, {"the last target is answered", NULL}, {"one of several is", several_targets},
    {"an answer and an access in one cycle", several_targets}, {"no MSHR waits", NULL},
    {"a line goes to shared memory", shares},
    {"a line that is waited for differs in one bit from another one, each one in turn", two_lines_and_a_load},
    {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct mshr m;
    bool aims;                  /* the access is for such a line, and should wait for it */
    uint64_t differed;          /* bits in which alone a line has differed from another one on its way */
};

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    mshr_list(&o->m, &o->k, l);
}

static void reset(struct unit *u) { mshr_reset(&((struct own *)u->own)->m); }

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    mshr_unpack(&o->m, &o->k);
}

/* The head of the response queue, for an MSHR that waits: its lowest target. Returns the MSHR, or -1. */
static int draw_serve(struct unit *u, int *target, bool *last)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned slow = 1 + 2 * (unsigned)(u->cycle / (128 + 4 * k->targets) % 4);
    bool serves = o->m.busy && one_in(u, slow == 7 ? 64 : slow);
    unsigned mshr = o->m.busy ? one_of(u, o->m.busy) : below(u, k->mshrs);
    const struct mshr_target *t;
    give(u, "serve_i", 0, 1, serves);
    give(u, "serve_mshr_i", 0, k->mshr_w, mshr);
    *target = serves ? mshr_next_target(&o->m, k, mshr) : -1;
    *last = *target >= 0 && mshr_waiting(&o->m, k, mshr) == 1;
    t = *target >= 0 ? &o->m.target[*target] : NULL;
    says(u, "serve_sub_o", 0, k->sub_w, t ? t->sub : 0);
    says(u, "serve_id_o", 0, ACCESS_ID_BITS, t ? o->m.target_id[*target] : 0);
    says(u, "serve_mask_o", 0, k->lanes, t ? t->mask : 0);
    for (unsigned e = 0; e < k->lanes; e++)
        says(u, "serve_off_o", e * k->off_w, k->off_w, t ? t->off[e] : 0);
    says(u, "last_o", 0, 1, *last);
    return serves ? (int)mshr : -1;
}

static void says_installed(struct unit *u, int mshr, bool last)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    bool line = last && !(o->m.atomic >> mshr & 1), shared = shares(u) && line && (o->m.shared >> mshr & 1);
    says(u, "install_o", 0, 1, line && !shared);
    if (line && !shared)
        says(u, "install_index_o", 0, k->index_w, o->m.index[mshr]);
    else
        any_bits(u, "install_index_o", 0, k->index_w);
    if (!shares(u))
        return;
    says(u, "shared_o", 0, 1, shared);
    if (shared) {
        says(u, "shared_group_o", 0, 1, o->m.group >> mshr & 1);
        says(u, "shared_row_o", 0, k->row_w, o->m.row[mshr]);
        says(u, "shared_owner_o", 0, k->number_w, o->m.owner[mshr]);
        says(u, "shared_line_o", 0, k->line_w, o->m.line[mshr]);
        return;
    }
    any_bits(u, "shared_group_o", 0, 1);
    any_bits(u, "shared_row_o", 0, k->row_w);
    any_bits(u, "shared_owner_o", 0, k->number_w);
    any_bits(u, "shared_line_o", 0, k->line_w);
}

/* A line on its way from which another one differs in one bit that has not made the difference before. */
static bool find_pair(const struct own *o, uint64_t *line)
{
    uint64_t lines = o->m.busy & ~o->m.atomic;
    for (uint64_t i = lines; i; i &= i - 1)
        for (uint64_t j = i & (i - 1); j; j &= j - 1) {
            uint64_t differs = o->m.line[lowest(i)] ^ o->m.line[lowest(j)];
            *line = o->m.line[lowest(i)];
            if (count_bits(differs) == 1 && !(differs & o->differed))
                return true;
        }
    return false;
}

static struct line_access draw_access(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct line_access a = {.line = draw_line(u, k), .mask = (uint32_t)given(u, "access_mask_i", 0, k->lanes),
                            .id = (uint8_t)given(u, "access_id_i", 0, ACCESS_ID_BITS),
                            .sub = (uint8_t)give_below(u, "access_sub_i", 0, k->sub_w, k->subcores)};
    uint64_t line = a.line;
    o->aims = !one_in(u, 4) && find_pair(o, &line);
    if (o->aims)
        a.line = line;
    else if (one_in(u, 4))              /* lines that are soon on their way */
        a.line = below(u, k->mshrs);
    else if (o->m.busy && !one_in(u, 4))
        a.line = draw_near_line(u, k, o->m.line[one_of(u, o->m.busy)], o->differed);
    give(u, "access_line_i", 0, k->line_w, a.line);
    for (unsigned e = 0; e < k->lanes; e++)
        a.off[e] = (uint8_t)given(u, "access_off_i", e * k->off_w, k->off_w);
    return a;
}

/* It waits for a line that is on its way, else takes an MSHR; a line is on its way once, and a place awaits one. */
static void draw_wait(struct unit *u, const struct line_access *a, int *mshr, int *target, bool *takes,
                      struct shared_place *p, bool *to_shared)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    int waiting = mshr_of_line(&o->m, a->line), free_mshr = mshr_free(&o->m, k), awaited = -1;
    bool atomic = !o->aims && one_in(u, 3);
    *target = mshr_free_target(&o->m, k);
    *p = (struct shared_place){.group = 0, .row = 0};
    *to_shared = false;
    if (shares(u)) {
        *p = (struct shared_place){.group = below(u, 2), .row = below(u, one_in(u, 2) ? 4 : 1u << k->row_w)};
        give(u, "place_group_i", 0, 1, p->group);
        give(u, "place_row_i", 0, k->row_w, p->row);
        awaited = mshr_of_shared(&o->m, a->line);
        says(u, "awaited_o", 0, 1, awaited >= 0);
        says(u, "claimed_o", 0, 1, mshr_of_place(&o->m, *p) >= 0);
        *to_shared = !atomic && awaited < 0 && waiting < 0 && mshr_of_place(&o->m, *p) < 0 && one_in(u, 2);
    }
    bool acts = *target >= 0 && (o->aims || !one_in(u, 3));
    int found = waiting >= 0 ? waiting : awaited;
    bool merges = acts && found >= 0 && !atomic, allocs = acts && free_mshr >= 0 && (atomic || found < 0);
    give(u, "merge_i", 0, 1, merges);
    give(u, "alloc_i", 0, 1, allocs);
    give(u, "alloc_atomic_i", 0, 1, atomic);
    if (shares(u))
        give(u, "alloc_shared_i", 0, 1, *to_shared && allocs);
    *mshr = merges ? found : allocs ? free_mshr : -1;
    *takes = allocs;
    hit_if(u, NO_MSHR, free_mshr < 0);
    hit_if(u, NO_TARGET, *target < 0);
    hit_if(u, MERGE, merges);
    hit_if(u, ATOMIC, allocs && atomic);
    hit_if(u, SHARED, allocs && *to_shared);
    for (uint64_t busy = merges ? o->m.busy & ~o->m.atomic : 0; busy; busy &= busy - 1)
        see_difference(&o->differed, o->m.line[lowest(busy)], a->line);
    hit_if(u, NEAR, o->differed == low_bits(k->line_w));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct mshr *m = &o->m;
    struct shared_place p;
    int answered, mshr, target;
    bool last, takes, to_shared;
    int served = draw_serve(u, &answered, &last);
    says_installed(u, served, last);
    struct line_access a = draw_access(u);
    draw_wait(u, &a, &mshr, &target, &takes, &p, &to_shared);
    /* What is served in the cycle can not be waited for any more when its last target goes. */
    if (last && mshr == served && !takes) {
        give(u, "merge_i", 0, 1, 0);
        mshr = -1;
    }
    says(u, "mshr_free_o", 0, 1, mshr_free(m, k) >= 0);
    says(u, "mshr_o", 0, k->mshr_w, mshr_free(m, k) >= 0 ? (unsigned)mshr_free(m, k) : k->mshrs - 1);
    says(u, "target_free_o", 0, 1, mshr_free_target(m, k) >= 0);
    says(u, "idle_o", 0, 1, m->busy == 0);
    hit_if(u, IDLE, m->busy == 0);
    hit_if(u, LAST, last);
    hit_if(u, NOT_LAST, answered >= 0 && !last);
    hit_if(u, BOTH, answered >= 0 && mshr >= 0);
    unsigned index = to_shared ? 0 : below(u, k->rows);
    give(u, "alloc_index_i", 0, k->index_w, index);
    if (answered >= 0)
        bit_clear(m->target_q, (unsigned)answered);
    if (last)
        m->busy &= ~only((unsigned)served);
    if (takes && to_shared)
        mshr_take_shared(m, k, (unsigned)mshr, a.line, p, (unsigned)given(u, "alloc_owner_i", 0, k->number_w));
    else if (takes)
        mshr_take(m, k, (unsigned)mshr, given(u, "alloc_atomic_i", 0, 1), a.line, index);
    if (mshr >= 0)
        mshr_take_target(m, k, (unsigned)target, (unsigned)mshr, &a);
}

const struct bench bench_mshr = {
    .assumed = "a line is on its way once, and waited for while it is; an MSHR and a target are taken only if free; "
               "what is answered waits",
    .scope = "top.u_l1d.u_mshr.", .list = list, .points = points, .own = sizeof(struct own), .open = open,
    .reset = reset, .unpack = unpack, .cycle = cycle
};
