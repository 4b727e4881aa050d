/* SPDX-License-Identifier: Apache-2.0 */
/* response_queue: cmodel/sm/response_queue.c (docs/sm.md, 5.4). */
#include "cmodel/sm/response_queue.h"

#include "tb/alone/sm_part.h"

enum { FULL, EMPTY, BOTH, REFUSED, MIGRATES };

static bool shares(const struct unit *u) { return has(u, "migrate_i"); }

static const struct point points[] = {
    {"it is full", NULL}, {"it is empty", NULL}, {"a line leaves as another one comes", NULL},
    {"a line waits because it is full", NULL}, {"a line of the cache comes", shares}, {NULL, NULL}
};

struct own { struct sm_shape k; struct response_queue r; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    response_queue_list(&o->r, &o->k, l);
}

static void reset(struct unit *u) { response_queue_reset(&((struct own *)u->own)->r); }
static void unpack(struct unit *u) { (void)u; }

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct response_queue *r = &o->r;
    uint32_t data[MAX_LINE_WORDS];
    unsigned slow = 1 + (unsigned)(u->cycle / 64 % 4);
    bool room = r->count != k->response_queue, migrates = shares(u) && room && one_in(u, 4);
    bool ready = room && !migrates, pops = r->count && one_in(u, slow), valid = one_in(u, 2);
    says(u, "fill_ready_o", 0, 1, ready);
    says(u, "head_valid_o", 0, 1, r->count != 0);
    if (r->count) {
        says(u, "head_mshr_o", 0, k->mshr_w, response_queue_mshr(r, k));
        says_wide(u, "head_data_o", 0, 32 * k->line_words, response_queue_line(r, k));
    } else {
        any_bits(u, "head_mshr_o", 0, k->mshr_w);
        any_bits(u, "head_data_o", 0, 32 * k->line_words);
    }
    give(u, "pop_i", 0, 1, pops);
    give(u, "fill_valid_i", 0, 1, valid);
    unsigned mshr = give_below(u, "fill_mshr_i", 0, k->mshr_w, k->mshrs);
    given_wide(u, "fill_data_i", 0, 32 * k->line_words, data);
    if (shares(u))
        give(u, "migrate_i", 0, 1, migrates);
    if (migrates) {
        mshr = give_below(u, "migrate_mshr_i", 0, k->mshr_w, k->mshrs);
        given_wide(u, "migrate_data_i", 0, 32 * k->line_words, data);
    }
    hit_if(u, FULL, !room);
    hit_if(u, EMPTY, !r->count);
    hit_if(u, BOTH, pops && valid && ready);
    hit_if(u, REFUSED, valid && !room);
    hit_if(u, MIGRATES, migrates);
    if (pops)
        response_queue_pop(r, k);
    if (migrates || (valid && ready))
        response_queue_push(r, k, mshr, data);
}

const struct bench bench_response_queue = {
    .assumed = "what leaves is there; a line of the cache comes only if there is room",
    .scope = "top.u_l1d.u_response_queue.", .list = list, .points = points, .own = sizeof(struct own),
    .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
