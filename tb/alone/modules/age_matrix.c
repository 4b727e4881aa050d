/* SPDX-License-Identifier: Apache-2.0 */
/* age_matrix: cmodel/subcore/age_matrix.c (3.1). */
#include "cmodel/subcore/age_matrix.h"

#include "tb/alone/alone.h"

enum { FULL, EMPTY, AGAIN, SEVERAL };

static const struct point points[] = {
    {"every entry is valid", NULL}, {"none is", NULL}, {"an entry is freed and allocated in one cycle", NULL},
    {"several are freed", NULL}, {NULL, NULL}
};

struct own { uint64_t row[MAX_INFLIGHT * QWORDS(MAX_INFLIGHT)]; struct age age; unsigned goal; };

static bool open(struct unit *u)
{
    struct own *o = u->own;
    while ((o->age.n + 1) * (o->age.n + 1) <= u->output_bits)
        o->age.n++;
    o->age.row = o->row;
    return o->age.n <= 64;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    register_list_add(l, o->row, o->age.n * o->age.n, true, "top.row_q");
}

static void reset(struct unit *u)
{
    age_clear(&((struct own *)u->own)->age);
}

/* Runs of cycles that fill it, and such that empty it. */
static void cycle(struct unit *u)
{
    struct own *o = u->own;
    struct age *a = &o->age;
    uint64_t all = low_bits(a->n), freed = 0;
    if (u->cycle % 64 == 0)
        o->goal = below(u, 3);
    for (unsigned i = 0; i < a->n; i++)
        freed |= (uint64_t)one_in(u, o->goal == 0 ? 64 : o->goal == 1 ? 8 : 2) << i;
    uint64_t open_now = all & ~(a->valid[0] & ~freed), alloc = 0;
    if (open_now && !one_in(u, 4))
        alloc = UINT64_C(1) << one_of(u, open_now);
    give(u, "alloc_i", 0, a->n, alloc);
    give(u, "free_i", 0, a->n, freed);
    for (unsigned i = 0; i < a->n; i++)
        says(u, "row_o", i * a->n, a->n, get(a->row, i * a->n, a->n));
    hit_if(u, FULL, a->valid[0] == all);
    hit_if(u, EMPTY, a->valid[0] == 0);
    hit_if(u, AGAIN, (a->valid[0] & freed & alloc) != 0);
    hit_if(u, SEVERAL, count_bits(a->valid[0] & freed) > 1);
    for (; freed; freed &= freed - 1)
        age_free(a, lowest(freed), true);
    if (alloc)
        age_alloc(a, lowest(alloc), true);
}

const struct bench bench_age_matrix = {
    .assumed = "one entry is allocated at most, which is free or is freed in the cycle", .scope = "top.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .cycle = cycle
};
