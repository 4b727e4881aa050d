/* SPDX-License-Identifier: Apache-2.0 */
#include "l1d.h"

#include <stdlib.h>

#include "l1d_check.h"
#include "l1d_shared.h"

bool l1d_open(struct l1d *l, const struct sm_shape *k)
{
    l->mem = calloc(k->rows, k->line_bytes);
    l->written = -1;
    l1d_reset(l, k);
    bool shared = shared_cache_open(&l->shared, k);
    return l->mem && shared;
}

void l1d_close(struct l1d *l)
{
    free(l->mem);
    shared_cache_close(&l->shared);
}

void l1d_list(const struct l1d *l, const struct sm_shape *k, struct register_list *list)
{
    cache_sets_list(&l->sets, k, list);
    register_list_add(list, &l->hit, 1, true, "top.u_l1d.hit_q");
    register_list_add(list, &l->hit_sub, k->sub_w, false, "top.u_l1d.hit_sub_q");
    register_list_add(list, &l->hit_id, ACCESS_ID_BITS, false, "top.u_l1d.hit_id_q");
    register_list_add(list, &l->hit_mask, k->lanes, false, "top.u_l1d.hit_mask_q");
    register_list_add(list, l->hit_off_q, k->lanes * k->off_w, false, "top.u_l1d.hit_off_q");
    register_list_add(list, &l->victim, 1, true, "top.u_l1d.victim_q");
    register_list_add(list, &l->victim_line, k->line_w, false, "top.u_l1d.victim_line_q");
    mshr_list(&l->mshr, k, list);
    write_queue_list(&l->write_queue, k, list);
    response_queue_list(&l->response_queue, k, list);
    register_list_add(list, l->rdata, 32 * k->line_words, false, "top.u_l1d.u_array.rdata_q");
    if (k->shares)
        l1d_shared_list(l, k, list);
}

void l1d_reset(struct l1d *l, const struct sm_shape *k)
{
    l->hit = l->victim = 0;
    cache_sets_reset(&l->sets, k);
    mshr_reset(&l->mshr);
    write_queue_reset(&l->write_queue);
    response_queue_reset(&l->response_queue);
    l1d_shared_reset(l);
}

void l1d_unpack(struct l1d *l, const struct sm_shape *k)
{
    get_bytes(l->hit_off_q, 0, k->off_w, l->hit_off, k->lanes);
    cache_sets_unpack(&l->sets, k);
    mshr_unpack(&l->mshr, k);
    write_queue_unpack(&l->write_queue, k);
}

bool l1d_idle(const struct l1d *l)
{
    return !l->write_queue.count && !l->response_queue.count && !l->mshr.busy && !l->hit && !l->victim
        && !l1d_shared_busy(l);
}

/* --- what happens to a line access -------------------------------------------------------------------------------- */

enum { SECTOR_WORDS = 8 };

static enum l1d_act load_miss(const struct l1d *l, const struct sm_shape *k, unsigned set, bool room,
                              struct l1d_step *st)
{
    int place = cache_place(&l->sets, k, set), mshr = mshr_free(&l->mshr, k), target = mshr_free_target(&l->mshr, k);
    if (place < 0 || !room)
        return L1D_NOTHING;
    st->row = set * k->ways + (unsigned)place;
    if (bit_get(l->sets.dirty, st->row))
        return L1D_CLEAN;
    if (mshr < 0 || target < 0)
        return L1D_NOTHING;
    st->mshr = (unsigned)mshr;
    st->target = (unsigned)target;
    return L1D_LOAD_MISS;
}

static enum l1d_act load_waits(const struct l1d *l, const struct sm_shape *k, uint64_t line, struct l1d_step *st)
{
    int mshr = mshr_of_line(&l->mshr, line), target = mshr_free_target(&l->mshr, k);
    if (mshr < 0 || target < 0)
        return L1D_NOTHING;
    st->mshr = (unsigned)mshr;
    st->target = (unsigned)target;
    return L1D_LOAD_WAIT;
}

/* Old values, or a line that takes no place in the cache (docs/schedulers.md, 6.4). */
static enum l1d_act pass(const struct l1d *l, const struct sm_shape *k, bool room, enum l1d_act act,
                         struct l1d_step *st)
{
    int mshr = mshr_free(&l->mshr, k), target = mshr_free_target(&l->mshr, k);
    if (mshr < 0 || target < 0 || !room)
        return L1D_NOTHING;
    st->mshr = (unsigned)mshr;
    st->target = (unsigned)target;
    return act;
}

static enum l1d_act decide(const struct l1d *l, const struct sm_shape *k, const struct line_access *a, bool isolated,
                           struct l1d_step *st, struct watch *w)
{
    if (l->response_queue.count || l->victim || l1d_shared_busy(l))
        return L1D_NOTHING;
    bool room = l->write_queue.count < k->write_queue;
    struct cache_lookup found = cache_look_up(&l->sets, k, a->line);
    l1d_check_access(l, k, a, &found, w);
    st->hit = found.hit >= 0;
    if (found.hit >= 0)
        st->row = found.set * k->ways + (unsigned)found.hit;
    if (found.waiting >= 0) {
        st->row = found.set * k->ways + (unsigned)found.waiting;
        return a->op == MEM_LOAD ? load_waits(l, k, a->line, st) : L1D_NOTHING;
    }
    enum l1d_act act = k->shares ? l1d_shared_decide(l, k, a, isolated, room, st) : L1D_COMMON;
    if (act != L1D_COMMON)
        return act;
    switch (a->op) {
    case MEM_LOAD:
        if (st->hit)
            return L1D_LOAD_HIT;
        return a->bypass ? pass(l, k, room, L1D_LOAD_BYPASS, st) : load_miss(l, k, found.set, room, st);
    case MEM_STORE:
        if (st->hit && a->local)
            return L1D_STORE_HIT_LOCAL;
        return !room ? L1D_NOTHING : st->hit ? L1D_STORE_HIT : L1D_STORE_MISS;
    case MEM_ATOMIC:
        return pass(l, k, room, L1D_ATOMIC, st);
    default:
        return room ? L1D_REDUCE : L1D_NOTHING;
    }
}

static bool is_taken(enum l1d_act act)
{
    return act != L1D_NOTHING && act != L1D_CLEAN && act != L1D_PROBE;
}

/* What the cycle does to the lines of warps. A bypassing load misses like any other, and so does a redirected one. A
 * line that takes the place of another one in shared memory evicts it, wherever it comes from. */
static void tell(const struct l1d *l, const struct line_access *a, struct l1d_step *st)
{
    struct cache_events *c = &st->events;
    bool shared = st->act == L1D_MIGRATE || st->act == L1D_SHARED_MISS;
    c->misses = st->act == L1D_LOAD_MISS || st->act == L1D_LOAD_BYPASS || st->act == L1D_SHARED_MISS;
    c->evicts = shared ? st->tag.valid
                       : (st->act == L1D_LOAD_MISS || st->act == L1D_CLEAN) && bit_get(l->sets.valid, st->row);
    if (!c->misses && !c->evicts)
        return;
    c->warp = a->warp;
    c->line = a->line;
    if (!c->evicts)
        return;
    c->owner = shared ? st->tag.warp : l->sets.warp[st->row];
    c->evicted = shared ? st->tag.line : l->sets.tag[st->row];
}

/* --- the outputs -------------------------------------------------------------------------------------------------- */

static void respond(struct sm_out *out, unsigned sub, unsigned id, uint32_t mask, const uint8_t *off,
                    const uint32_t *line)
{
    out->resp_valid = true;
    out->resp_sub = (uint8_t)sub;
    out->resp_id = (uint8_t)id;
    out->resp_mask = mask;
    for (; mask; mask &= mask - 1)
        out->resp_data[lowest(mask)] = line[off[lowest(mask)]];
}

/* A load that has hit goes before the head of the response queue. */
static void show_response(const struct l1d *l, const struct sm_shape *k, struct l1d_step *st, struct sm_out *out)
{
    out->resp_valid = false;
    out->resp_sub = out->resp_id = 0;
    out->resp_mask = 0;
    memset(out->resp_data, 0, sizeof out->resp_data);
    if (l->hit) {
        const uint32_t *line = k->shares && l->hit_shared ? l->shared.rdata[l->hit_group] : l->rdata;
        respond(out, (unsigned)l->hit_sub, (unsigned)l->hit_id, (uint32_t)l->hit_mask, l->hit_off, line);
        return;
    }
    if (!l->response_queue.count)
        return;
    unsigned m = response_queue_mshr(&l->response_queue, k);
    int target = mshr_next_target(&l->mshr, k, m);
    if (target < 0)
        return;
    const struct mshr_target *t = &l->mshr.target[target];
    st->serve = true;
    st->serve_mshr = m;
    st->serve_target = (unsigned)target;
    st->last = mshr_waiting(&l->mshr, k, m) == 1;
    respond(out, t->sub, l->mshr.target_id[target], t->mask, t->off, response_queue_line(&l->response_queue, k));
}

bool l1d_eval(struct l1d *l, const struct sm_shape *k, const struct line_access *a, bool isolated,
              const struct sm_in *in, struct sm_out *out, struct watch *w)
{
    struct l1d_step *st = &l->step;
    st->serve = st->last = st->hit = st->hit_shared = false;
    st->act = a ? decide(l, k, a, isolated, st, w) : L1D_NOTHING;
    bool taken = is_taken(st->act);
    if (st->act != L1D_NOTHING)
        st->access = *a;
    st->blocked = a && !taken;
    tell(l, a, st);
    show_response(l, k, st, out);
    write_queue_show(&l->write_queue, k, out);
    out->fill_ready = l->response_queue.count < k->response_queue && !l->migrate;
    st->req_leaves = out->req_valid && in->req_ready;
    st->flush = in->flush;
    st->shared_used = in->shared_used;
    st->fill = in->fill_valid && out->fill_ready;
    if (st->fill) {
        st->fill_mshr = in->fill_mshr & (uint8_t)low_bits(k->mshr_w);
        st->fill_data = in->fill_data;
    }
    l1d_check_inputs(l, k, in, l1d_idle(l), w);
    return taken;
}

/* --- the edge ----------------------------------------------------------------------------------------------------- */

static uint32_t *row_of(const struct l1d *l, const struct sm_shape *k, unsigned row)
{
    return l->mem + (size_t)row * k->line_words;
}

static void read_row(struct l1d *l, const struct sm_shape *k, unsigned row)
{
    memcpy(l->rdata, row_of(l, k, row), k->line_bytes);
}

static void write_bytes(struct l1d *l, const struct sm_shape *k, unsigned row, const struct line_bytes *b)
{
    uint32_t *to = row_of(l, k, row);
    for (unsigned w = 0; w < k->line_words; w++)
        to[w] = (to[w] & ~byte_mask(b->be[w])) | b->data[w];
    l->written = (int32_t)row;
}

/* The head of the response queue answers a target, and goes with the last one. */
static void serve(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    unsigned m = st->serve_mshr;
    bit_clear(l->mshr.target_q, st->serve_target);
    if (!st->last)
        return;
    l->mshr.busy &= ~only(m);
    bool line = !(l->mshr.atomic >> m & 1);
    if (line && (l->mshr.shared >> m & 1)) {
        l1d_shared_fill(l, k, m, response_queue_line(&l->response_queue, k));
    } else if (line) {
        unsigned row = l->mshr.index[m];
        memcpy(row_of(l, k, row), response_queue_line(&l->response_queue, k), k->line_bytes);
        l->written = (int32_t)row;
        cache_arrive(&l->sets, row);
    }
    response_queue_pop(&l->response_queue, k);
}

static void push_victim(struct l1d *l, const struct sm_shape *k)
{
    uint8_t all[MAX_LINE_WORDS];
    memset(all, 0xf, sizeof all);
    struct request r = {.op = MEM_WRITE, .line = l->victim_line, .be = all, .data = l->rdata};
    write_queue_push(&l->write_queue, k, &r);
    l->counts.dirty_victims++;
}

static void push_access(struct l1d *l, const struct sm_shape *k, unsigned op)
{
    const struct line_access *a = &l->step.access;
    struct request r = {.op = (uint8_t)op, .line = a->line};
    if (op == MEM_FILL || op == MEM_ATOMIC)
        r.mshr = (uint8_t)l->step.mshr;
    if (op == MEM_ATOMIC || op == MEM_REDUCE) {
        r.sub = a->sub;
        r.id = a->id;
    }
    if (op != MEM_FILL) {
        r.be = a->bytes.be;
        r.data = a->bytes.data;
    }
    write_queue_push(&l->write_queue, k, &r);
}

static void answer_next(struct l1d *l, const struct sm_shape *k)
{
    const struct line_access *a = &l->step.access;
    l->hit = 1;
    l->hit_sub = a->sub;
    l->hit_id = a->id;
    l->hit_mask = a->mask;
    memcpy(l->hit_off, a->off, sizeof l->hit_off);
    put_bytes(l->hit_off_q, 0, k->off_w, l->hit_off, k->lanes);
}

static void load_hit(struct l1d *l, const struct sm_shape *k)
{
    read_row(l, k, l->step.row);
    cache_use(&l->sets, k, l->step.row);
    answer_next(l, k);
    l->counts.load_hits++;
}

/* The dirty line in the place of a miss leaves first. */
static void clean(struct l1d *l, const struct sm_shape *k)
{
    read_row(l, k, l->step.row);
    l->victim = 1;
    l->victim_line = l->sets.tag[l->step.row];
    cache_invalidate(&l->sets, l->step.row);
}

static void fetch(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    cache_reserve(&l->sets, k, st->row, st->access.line, st->access.warp);
    mshr_take(&l->mshr, k, st->mshr, false, st->access.line, st->row);
    mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
    push_access(l, k, MEM_FILL);
    l->counts.load_misses++;
}

static void bypass(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    mshr_take(&l->mshr, k, st->mshr, true, st->access.line, 0);
    mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
    push_access(l, k, MEM_FILL);
    l->counts.load_bypasses++;
}

static void store_hit(struct l1d *l, const struct sm_shape *k)
{
    if (k->evict) {
        cache_invalidate(&l->sets, l->step.row);
    } else {
        write_bytes(l, k, l->step.row, &l->step.access.bytes);
        cache_use(&l->sets, k, l->step.row);
    }
    push_access(l, k, MEM_WRITE);
    l->counts.store_hits++;
}

static void carry_out(struct l1d *l, const struct sm_shape *k)
{
    const struct l1d_step *st = &l->step;
    switch (st->act) {
    case L1D_NOTHING:
    case L1D_PROBE:
    case L1D_SHARED_WAIT:
    case L1D_COMMON:
        break;
    case L1D_LOAD_HIT:
        load_hit(l, k);
        break;
    case L1D_LOAD_WAIT:
        mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
        cache_use(&l->sets, k, st->row);
        l->counts.load_waits++;
        break;
    case L1D_CLEAN:
        clean(l, k);
        break;
    case L1D_LOAD_MISS:
        fetch(l, k);
        break;
    case L1D_LOAD_BYPASS:
        bypass(l, k);
        break;
    case L1D_STORE_HIT_LOCAL:
        write_bytes(l, k, st->row, &st->access.bytes);
        bit_set(l->sets.dirty, st->row);
        cache_use(&l->sets, k, st->row);
        l->counts.store_hits++;
        break;
    case L1D_STORE_HIT:
        store_hit(l, k);
        break;
    case L1D_STORE_MISS:
        push_access(l, k, MEM_WRITE);
        break;
    case L1D_ATOMIC:
        mshr_take(&l->mshr, k, st->mshr, true, st->access.line, 0);
        mshr_take_target(&l->mshr, k, st->target, st->mshr, &st->access);
        push_access(l, k, MEM_ATOMIC);
        break;
    case L1D_REDUCE:
        push_access(l, k, MEM_REDUCE);
        break;
    case L1D_SHARED_HIT:
        answer_next(l, k);
        break;
    case L1D_MIGRATE:
        read_row(l, k, st->row);
        cache_invalidate(&l->sets, st->row);
        break;
    case L1D_SHARED_MISS:
        push_access(l, k, MEM_FILL);
        break;
    case L1D_SHARED_STORE:
        push_access(l, k, MEM_WRITE);
        break;
    }
    if ((st->act == L1D_ATOMIC || st->act == L1D_REDUCE) && st->hit)
        cache_invalidate(&l->sets, st->row);
}

static bool is_hit(enum l1d_act act)
{
    return act == L1D_LOAD_HIT || act == L1D_STORE_HIT_LOCAL || act == L1D_STORE_HIT || act == L1D_SHARED_HIT
        || act == L1D_MIGRATE || act == L1D_SHARED_STORE;
}

/* Sectors of the line that its elements are in. */
static unsigned sectors_of(const struct line_access *a)
{
    unsigned sectors = 0;
    for (uint32_t set = a->mask; set; set &= set - 1)
        sectors |= 1u << a->off[__builtin_ctz(set)] / SECTOR_WORDS;
    return (unsigned)__builtin_popcount(sectors);
}

static void count(struct l1d *l)
{
    unsigned sectors = is_taken(l->step.act) ? sectors_of(&l->step.access) : 0;
    l->counts.sectors += sectors;
    l->counts.sector_hits += is_hit(l->step.act) ? sectors : 0;
    enum l1d_act act = l->step.act;
    l->counts.blocked += l->step.blocked;
    l->counts.evictions += l->step.events.evicts && act != L1D_MIGRATE && act != L1D_SHARED_MISS;
    l->counts.lines += is_taken(act);
    l->counts.stores += act == L1D_STORE_HIT_LOCAL || act == L1D_STORE_HIT || act == L1D_STORE_MISS
        || act == L1D_SHARED_STORE;
    l->counts.atomics += act == L1D_ATOMIC || act == L1D_REDUCE;
}

/* A victim, and a line that goes over to shared memory, read rdata_q before the array does. Requests are pushed before
 * the head leaves, lines behind it: both move the same counters, whose sum only pushes move. */
void l1d_edge(struct l1d *l, const struct sm_shape *k, struct watch *w)
{
    const struct l1d_step *st = &l->step;
    l->written = l->shared.written[0] = l->shared.written[1] = -1;
    count(l);
    if (st->serve)
        serve(l, k);
    if (l->victim)
        push_victim(l, k);
    l->hit = l->victim = 0;
    if (k->shares) {
        l1d_shared_migrate(l, k);
        l1d_shared_carry_out(l, k);
    }
    carry_out(l, k);
    if (st->req_leaves)
        write_queue_pop(&l->write_queue, k);
    if (st->fill)
        response_queue_push(&l->response_queue, k, st->fill_mshr, st->fill_data.word);
    if (st->flush)
        cache_sets_flush(&l->sets, k);
    if (k->shares)
        l1d_shared_edge(l, k);
    l1d_check_edge(l, k, w);
}
