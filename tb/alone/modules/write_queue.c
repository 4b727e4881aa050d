/* SPDX-License-Identifier: Apache-2.0 */
/* write_queue: cmodel/sm/write_queue.c (docs/sm.md, 5.4). */
#include "cmodel/sm/write_queue.h"

#include "tb/alone/sm_part.h"

enum { FULL, EMPTY, BOTH, NO_BYTES };

static const struct point points[] = {
    {"it is full", NULL}, {"it is empty", NULL}, {"a request leaves as another one comes", NULL},
    {"a request without bytes", NULL}, {NULL, NULL}
};

struct own { struct sm_shape k; struct write_queue w; struct sm_out out; };

static bool open(struct unit *u)
{
    ((struct own *)u->own)->k = sm_make_shape(u->cfg);
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    write_queue_list(&o->w, &o->k, l);
}

static void reset(struct unit *u) { write_queue_reset(&((struct own *)u->own)->w); }

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    write_queue_unpack(&o->w, &o->k);
}

static void says_head(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    const struct sm_out *out = &o->out;
    write_queue_show(&o->w, k, &o->out);
    says(u, "room_o", 0, 1, o->w.count != k->write_queue);
    says(u, "idle_o", 0, 1, o->w.count == 0);
    says_request(u, k, out);
}

static void push(struct unit *u, bool valid)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    uint8_t be[MAX_LINE_WORDS];
    uint32_t data[MAX_LINE_WORDS];
    if (one_in(u, 3))
        for (unsigned i = 0; i < k->line_words; i++) {
            give(u, "push_be_i", 4 * i, 4, 0);
            give(u, "push_data_i", 32 * i, 32, 0);
        }
    uint64_t any = 0;
    for (unsigned i = 0; i < k->line_words; i++)
        any |= be[i] = (uint8_t)given(u, "push_be_i", 4 * i, 4);
    given_wide(u, "push_data_i", 0, 32 * k->line_words, data);
    struct request r = {
        .op = (uint8_t)given(u, "push_op_i", 0, 2), .line = given(u, "push_line_i", 0, k->line_w),
        .mshr = (uint8_t)give_below(u, "push_mshr_i", 0, k->mshr_w, k->mshrs),
        .sub = (uint8_t)give_below(u, "push_sub_i", 0, k->sub_w, k->subcores),
        .id = (uint8_t)given(u, "push_id_i", 0, ACCESS_ID_BITS), .be = be, .data = data};
    give(u, "push_valid_i", 0, 1, valid);
    hit_if(u, NO_BYTES, valid && !any);
    if (valid)
        write_queue_push(&o->w, k, &r);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    unsigned slow = 1 + (unsigned)(u->cycle / 64 % 4);
    bool room = o->w.count != o->k.write_queue, leaves = o->w.count && one_in(u, slow);
    says_head(u);
    give(u, "req_ready_i", 0, 1, o->w.count ? leaves : one_in(u, 2));
    hit_if(u, FULL, !room);
    hit_if(u, EMPTY, !o->w.count);
    if (leaves)
        write_queue_pop(&o->w, &o->k);
    bool comes = room && one_in(u, 2);
    hit_if(u, BOTH, comes && leaves);
    push(u, comes);
}

const struct bench bench_write_queue = {
    .assumed = "a request comes only if there is room", .scope = "top.u_l1d.u_write_queue.", .list = list,
    .points = points, .own = sizeof(struct own), .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
