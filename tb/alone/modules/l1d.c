/* SPDX-License-Identifier: Apache-2.0 */
/* l1d with everything in it: cmodel/sm/l1d.c, cache_sets.c, mshr.c, write_queue.c, response_queue.c (docs/sm.md, 5.4);
 * beside shared memory as a cache l1d_shared.c, too (docs/ciao.md, 7.6). */
#include "cmodel/sm/l1d.h"

#include "tb/alone/shared_part.h"
#include "tb/alone/sm_part.h"
#include "cmodel/sm/l1d_check.h"

enum { LOAD_HIT, LOAD_WAIT, CLEAN, LOAD_MISS, STORE_LOCAL, STORE_HIT, STORE_MISS, ATOMIC, REDUCE, BYPASS, REFUSED,
       ANSWERS, FLUSH, NO_ROOM, BUSY, PROBE, SHARED_HIT, SHARED_WAIT, SHARED_MISS, MIGRATE, SHARED_STORE,
       SHARED_ATOMIC, SHARED_VICTIM };

static bool bypasses(const struct unit *u) { return u->cfg->throttle == THROTTLE_STATPCAL; }
static bool shares(const struct unit *u) { return config_shares(u->cfg); }

static const struct point points[] = {
    {"a load hits", NULL}, {"a load waits for a line on its way", several_targets},
    {"a dirty line leaves for a miss", NULL}, {"a load misses", NULL},
    {"a store to a local line that is there", NULL}, {"a store hits", NULL}, {"a store misses", NULL},
    {"an atomic with old values", NULL}, {"an atomic without", NULL}, {"a load goes past the cache", bypasses},
    {"an access waits", NULL}, {"a line answers several accesses", several_targets}, {"a kernel starts", NULL},
    {"the write queue is full", NULL}, {"every MSHR waits", target_for_each_mshr},
    {"shared memory is probed", shares}, {"a load hits there", shares},
    {"a load waits for a line on its way there", shares},
    {"a line is fetched for it", shares}, {"a line goes over to it", shares}, {"a store hits there", shares},
    {"an atomic takes a line from there", shares}, {"a line leaves it for another one", shares}, {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct l1d l;
    struct watch watch;
    struct sm_out out;
    struct sm_in in;
    uint64_t owed;              /* MSHRs whose request memory has taken */
    struct line_access access;  /* of the last cycle: with a probe, that of this one */
    struct shared_part shared;
};

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    return l1d_open(&o->l, &o->k);
}

static void close_cache(struct unit *u) { l1d_close(&((struct own *)u->own)->l); }

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    l1d_list(&o->l, &o->k, l);
}

static void reset(struct unit *u)
{
    struct own *o = u->own;
    l1d_reset(&o->l, &o->k);
    o->owed = 0;
}

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    l1d_unpack(&o->l, &o->k);
}

static const uint32_t *rows(const struct unit *u) { return ((const struct own *)u->own)->l.mem; }

/* A line is local, or it is not; the highest bit of its number says so here. Most are few lines that soon meet in a
 * set; one in four has, or lately had, a place in the cache, so that other lines, too, are stored to and leave. */
static void draw_place(struct unit *u, struct line_access *a, unsigned sets)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    bool meets = !one_in(u, 4);
    unsigned set = below(u, sets);
    uint64_t any = one_in(u, 2) ? draw_line(u, k) : draw_next(&u->draw);
    a->line = meets ? k->sets * below(u, k->ways + 1) : any & low_bits(k->line_w - 1);
    a->local = a->op < MEM_ATOMIC && one_in(u, 2);
    a->line |= (uint64_t)a->local << (k->line_w - 1);
    if (meets)
        a->line ^= cache_set_of(k, a->line) ^ set;
    uint64_t known = o->l.sets.tag[below(u, k->rows)];
    bool known_local = known >> (k->line_w - 1) & 1;
    if (k->shares && one_in(u, 3)) {
        a->local = false;
        a->line = draw_shared_line(u, k, &o->shared);
    } else if (one_in(u, 4) && (!known_local || a->op < MEM_ATOMIC)) {
        a->local = known_local;
        a->line = one_in(u, 6) ? known ^ only(below(u, k->line_w - 1)) : known;
    }
}

static void draw_access(struct unit *u, struct line_access *a)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    bool two_sets = u->cycle / 512 % 2 == 0;                /* and many stores, so that lines become dirty */
    uint8_t op = (uint8_t)(one_in(u, 2) ? MEM_LOAD : two_sets && one_in(u, 2) ? MEM_STORE : below(u, 4));
    *a = (struct line_access){.op = op, .id = (uint8_t)below(u, 256),
                              .sub = (uint8_t)below(u, k->subcores), .warp = (uint8_t)below(u, k->sm_warps),
                              .bypass = k->spare && one_in(u, 4)};
    draw_place(u, a, two_sets ? 2 : k->sets);
    a->mask = (uint32_t)(1 + below(u, (unsigned)k->lane_mask));
    for (unsigned e = 0; e < k->lanes; e++) {
        if (!(a->mask >> e & 1))
            continue;
        a->off[e] = (uint8_t)(a->op >= MEM_ATOMIC ? e : below(u, k->line_words));
        if (a->op == MEM_LOAD)
            continue;
        a->bytes.be[a->off[e]] |= (uint8_t)below(u, 16);
        a->bytes.data[a->off[e]] = (uint32_t)draw_next(&u->draw);
    }
    for (unsigned w = 0; w < k->line_words; w++)
        a->bytes.data[w] &= byte_mask(a->bytes.be[w]);
}

static void give_access(struct unit *u, const struct line_access *a, bool valid)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    give(u, "access_valid_i", 0, 1, valid);
    give(u, "access_op_i", 0, 2, a->op);
    give(u, "access_local_i", 0, 1, a->local);
    give(u, "access_sub_i", 0, k->sub_w, a->sub);
    give(u, "access_id_i", 0, ACCESS_ID_BITS, a->id);
    give(u, "access_line_i", 0, k->line_w, a->line);
    give(u, "access_mask_i", 0, k->lanes, a->mask);
    if (has(u, "access_bypass_i"))
        give(u, "access_bypass_i", 0, 1, a->bypass);
    if (has(u, "access_warp_i"))
        give(u, "access_warp_i", 0, k->number_w, a->warp);
    for (unsigned e = 0; e < k->lanes; e++)
        give(u, "access_off_i", e * k->off_w, k->off_w, a->off[e]);
    for (unsigned w = 0; w < k->line_words; w++) {
        give(u, "access_be_i", 4 * w, 4, a->bytes.be[w]);
        give(u, "access_data_i", 32 * w, 32, a->bytes.data[w]);
    }
}

/* Memory takes requests when it likes, and answers each that it owes an answer once. */
static void draw_memory(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned slow = 1 + (unsigned)(u->cycle / 256 % 4);
    o->in.req_ready = one_in(u, slow);
    o->in.fill_valid = o->owed && one_in(u, slow == 4 ? 32 : slow);
    o->in.fill_mshr = (uint8_t)(o->owed ? one_of(u, o->owed) : below(u, k->mshrs));
    o->in.flush = l1d_idle(&o->l) && !o->l.probed && one_in(u, o->l.shared.smmt.on ? 64 : 8);
    o->in.shared_used = k->shares ? draw_used_rows(u, k) : 0;
    given_wide(u, "fill_data_i", 0, 32 * k->line_words, o->in.fill_data.word);
    give(u, "req_ready_i", 0, 1, o->in.req_ready);
    give(u, "fill_valid_i", 0, 1, o->in.fill_valid);
    give(u, "fill_mshr_i", 0, k->mshr_w, o->in.fill_mshr);
    give(u, "flush_i", 0, 1, o->in.flush);
}

static void says_outputs(struct unit *u, bool taken)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    const struct sm_out *out = &o->out;
    says(u, "taken_o", 0, 1, taken);
    says(u, "idle_o", 0, 1, l1d_idle(&o->l));
    says(u, "fill_ready_o", 0, 1, out->fill_ready);
    says(u, "resp_valid_o", 0, 1, out->resp_valid);
    says(u, "resp_sub_o", 0, k->sub_w, out->resp_sub);
    says(u, "resp_id_o", 0, ACCESS_ID_BITS, out->resp_id);
    says(u, "resp_mask_o", 0, k->lanes, out->resp_mask);
    says_wide(u, "resp_data_o", 0, 32 * k->lanes, out->resp_data);
    says_request(u, k, out);
}

/* What CCWS and CIAO are told. */
static void says_events(struct unit *u)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    const struct cache_events *c = &o->l.step.events;
    if (!has(u, "miss_o"))
        return;
    says(u, "miss_o", 0, 1, c->misses);
    says(u, "evict_o", 0, 1, c->evicts);
    if (c->evicts) {
        says(u, "evict_line_o", 0, k->line_w, c->evicted);
        says(u, "evict_warp_o", 0, k->number_w, c->owner);
    } else {
        any_bits(u, "evict_line_o", 0, k->line_w);
        any_bits(u, "evict_warp_o", 0, k->number_w);
    }
}

static void count_points(struct unit *u)
{
    static const struct { enum l1d_act act; unsigned point; } acts[] = {
        {L1D_LOAD_HIT, LOAD_HIT}, {L1D_LOAD_WAIT, LOAD_WAIT}, {L1D_CLEAN, CLEAN}, {L1D_LOAD_MISS, LOAD_MISS},
        {L1D_STORE_HIT_LOCAL, STORE_LOCAL}, {L1D_STORE_HIT, STORE_HIT}, {L1D_STORE_MISS, STORE_MISS},
        {L1D_ATOMIC, ATOMIC}, {L1D_REDUCE, REDUCE}, {L1D_LOAD_BYPASS, BYPASS}, {L1D_PROBE, PROBE},
        {L1D_SHARED_HIT, SHARED_HIT}, {L1D_SHARED_WAIT, SHARED_WAIT}, {L1D_SHARED_MISS, SHARED_MISS},
        {L1D_MIGRATE, MIGRATE}, {L1D_SHARED_STORE, SHARED_STORE}};
    const struct own *o = u->own;
    for (unsigned i = 0; i < sizeof acts / sizeof *acts; i++)
        hit_if(u, acts[i].point, o->l.step.act == acts[i].act);
    hit_if(u, REFUSED, o->l.step.blocked);
    hit_if(u, ANSWERS, o->l.step.serve && !o->l.step.last);
    hit_if(u, FLUSH, o->in.flush);
    hit_if(u, NO_ROOM, o->l.write_queue.count == o->k.write_queue);
    hit_if(u, BUSY, o->l.mshr.busy == low_bits(o->k.mshrs));
    hit_if(u, SHARED_ATOMIC, (o->l.step.act == L1D_ATOMIC || o->l.step.act == L1D_REDUCE) && o->l.step.hit_shared);
    hit_if(u, SHARED_VICTIM, (o->l.step.act == L1D_MIGRATE || o->l.step.act == L1D_SHARED_MISS) && o->l.step.tag.valid);
}

/* Requests that memory takes in the cycle, and answers that the cache does. */
static void follow(struct own *o)
{
    const struct sm_out *out = &o->out;
    if (o->l.step.fill)
        o->owed &= ~only(o->l.step.fill_mshr);
    if (out->req_valid && o->in.req_ready && (out->req_op == MEM_FILL || out->req_op == MEM_ATOMIC))
        o->owed |= only(out->req_mshr);
    follow_shared(&o->shared, &o->l);
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    if (!o->l.probed)
        draw_access(u, &o->access);
    draw_memory(u);
    bool offered = o->l.probed || (!o->in.flush && below(u, 8) > u->cycle / 512 % 8);
    give_access(u, &o->access, offered);
    bool isolated = o->k.shares && give_shared(u, &o->k, &o->l, &o->access);
    bool taken = l1d_eval(&o->l, &o->k, offered ? &o->access : NULL, isolated, &o->in, &o->out, &o->watch);
    says_outputs(u, taken);
    if (o->k.shares)
        says_shared(u, &o->k, &o->l);
    says_events(u);
    count_points(u);
    follow(o);
    l1d_edge(&o->l, &o->k, &o->watch);
    if (o->watch.sentence[0])
        wrong(u, "%s", o->watch.sentence);
}

const struct bench bench_l1d = {
    .assumed = "an access has elements, an atomic is global; memory answers each load and atomic once; a kernel starts "
               "while nothing is under way; what shared memory says is what `shared_cache` does",
    .scope = "top.u_l1d.", .list = list, .points = points, .own = sizeof(struct own), .open = open,
    .close = close_cache, .reset = reset, .unpack = unpack, .cycle = cycle, .rows = rows
};
