/* SPDX-License-Identifier: Apache-2.0 */
/* bank_arbiter: where requests go, which bank reads, and which row; cmodel/subcore/bank_arbiter.c, bank_queue_request()
 * (3.7, 3.9, 3.10, 3.12, 3.20; Malekeh II). */
#include "cmodel/subcore/bank_arbiter.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"
#include "tb/alone/slow.h"

enum { WRITE_WINS, LOWER_SLOT, ALL_READ, SAME_WARP, REQUESTS, SPLIT, FETCH, FETCH_WINS, BUSY, PASSES_BUSY };

static bool one_port(const struct unit *u) { return u->cfg->ports == 1; }
static bool two_reads(const struct unit *u) { return u->cfg->read_ports == 2; }

/* A bank has a port that only reads. */
static bool separate(const struct unit *u) { return !one_port(u) || two_reads(u); }
static bool few_banks(const struct unit *u) { return u->m->core.shape.banks <= u->m->core.shape.slots; }

/* A collector takes one value in a cycle. */
static bool all_read(const struct unit *u) { return u->m->core.shape.banks <= u->m->core.shape.collectors; }

static bool fetches(const struct unit *u) { return u->m->intervals != NULL; }

static const struct point points[] = {
    {"a read gives way to a write", one_port}, {"two heads of one collector", NULL}, {"every bank reads", all_read},
    {"a write of one warp beside a read of another one", NULL}, {"an instruction asks every bank", few_banks},
    {"an instruction has two slots in one bank", NULL},
    {"a row is read for an entry", fetches}, {"a read for a collector gives way to it", fetches},
    {"a request waits for a busy bank", slow}, {"one reads beside a lower slot that waits so", slow}, {NULL, NULL}
};

/* Warps that have been launched; the bank that is read for an entry, as a set, and its row; banks that are busy. */
struct own { uint64_t launched; uint32_t fetched; unsigned fetched_row; uint32_t busy; };

static unsigned rows_of_a_warp(const struct shape *k)
{
    return k->registers >> k->bank_shift;
}

static unsigned positions_of(const struct unit *u)
{
    return u->m->core.shape.positions ? (unsigned)u->cfg->window : 1;
}

static unsigned draw_position(struct unit *u)
{
    return u->m->core.shape.positions ? below(u, positions_of(u)) : 0;
}

/* Slot s of position p of a collector reads a register. */
static void set_register(union any_collectors *cs, bool positions, unsigned c, unsigned p, unsigned s, unsigned reg)
{
    *(positions ? &cs->boc.at[c].at[p].reg.at[s] : &singles(&cs->base)->at[c].reg.at[s]) = (uint8_t)reg;
}

static void draw_requests(struct unit *u)
{
    struct bank_queues *qs = &u->m->queues;
    const struct shape *k = &u->m->core.shape;
    struct instruction e = {.src_valid = 0};
    unsigned c = below(u, k->collectors), p = draw_position(u), full = (unsigned)low_bits(k->slots);
    bool alloc = !one_in(u, 3);
    unsigned need = alloc ? one_in(u, 3) ? full : below(u, full + 1) : 0;
    give(u, "alloc_i", 0, k->collectors, alloc ? UINT64_C(1) << c : 0);
    for (unsigned i = 0; i < k->collectors; i++) {
        give(u, "need_i", i * k->slots, k->slots, i == c ? need : 0);
        if (k->positions) {
            uint64_t *next = &u->m->collectors.boc.at[i].q.next;
            give(u, "col_next_i", i * k->pos_w, k->pos_w, *next = i == c ? p : draw_position(u));
        }
    }
    for (unsigned s = 0; s < k->slots; s++) {
        e.src_reg.at[s] = (uint8_t)below(u, k->banks);
        for (unsigned b = 0; b < k->banks; b++)
            give(u, "bank_i", b * k->slots + s, 1, e.src_reg.at[s] == b);
    }
    bank_queues_reset(qs);
    bank_queue_request(qs, c, p, 0, need, &e);
    unsigned banks = 0, most = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        bool push = qs->at[b].q.count != 0;
        unsigned mask = push ? qs->at[b].mask[qs->at[b].q.rptr] : 0;
        says(u, "push_valid_o", b, 1, push);
        says(u, "push_mask_o", b * k->slots, k->slots, mask);
        banks += push;
        most = count_bits(mask) > most ? count_bits(mask) : most;
    }
    if (need)
        says(u, "push_col_o", 0, k->col_w, c);
    else
        any_bits(u, "push_col_o", 0, k->col_w);
    if (k->positions && need)
        says(u, "push_pos_o", 0, k->pos_w, p);
    else if (k->positions)
        any_bits(u, "push_pos_o", 0, k->pos_w);
    hit_if(u, REQUESTS, banks == k->banks);
    hit_if(u, SPLIT, most > 1);
}

/* Instructions in collectors, of warps that have been launched; a BOC's are those of its warp. */
static void draw_collectors(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->core.shape;
    const struct own *o = u->own;
    for (unsigned c = 0; c < k->collectors; c++) {
        if (!k->positions) {
            uint64_t *warp = &singles(&m->collectors.base)->at[c].q.warp;
            give(u, "col_warp_i", c * k->warp_w, k->warp_w, *warp = one_of(u, o->launched));
        }
        for (unsigned i = 0; i < k->slots * positions_of(u); i++) {
            unsigned row = below(u, rows_of_a_warp(k)), p = i / k->slots, s = i % k->slots;
            give(u, "col_src_row_i", (c * k->slots * positions_of(u) + i) * k->row_w, k->row_w, row);
            set_register(&m->collectors, k->positions, c, p, s, row << k->bank_shift);
        }
    }
}

/* Heads are of different slots, and of warps that are there: of one collector, of neighbours, or of any. */
static void draw_heads(struct unit *u)
{
    struct bank_queues *qs = &u->m->queues;
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    bool all = one_in(u, 3);
    unsigned first = below(u, k->collectors), of = below(u, 4);
    qs->queued = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        struct bank_queue *queue = &qs->at[b];
        unsigned s = below(u, k->slots);
        unsigned c = of < 2 ? first : of == 2 ? (first + b) % k->collectors : below(u, k->collectors);
        unsigned p = draw_position(u);
        bool valid = (all || one_in(u, 2)) && (!k->positions || (o->launched >> c & 1));
        for (unsigned i = 0; i < b; i++)
            valid &= !(qs->queued >> i & 1) || qs->at[i].col[0] != c || qs->at[i].pos[0] != p ||
                     lowest(qs->at[i].mask[0]) != s;
        queue->q.rptr = 0;
        queue->q.count = valid;
        qs->queued |= (uint32_t)valid << b;
        queue->col[0] = (uint8_t)c;
        queue->pos[0] = (uint8_t)p;
        queue->mask[0] = (uint8_t)(1u << s);
        give(u, "head_valid_i", b, 1, valid);
        give(u, "head_col_i", b * k->col_w, k->col_w, c);
        give(u, "head_slot_i", b * k->slot_w, k->slot_w, s);
        if (k->positions)
            give(u, "head_pos_i", b * k->pos_w, k->pos_w, p);
        for (unsigned i = 0; i < b; i++)
            hit_if(u, LOWER_SLOT, valid && (qs->queued >> i & 1) && qs->at[i].col[0] == c);
    }
}

/* Whether some bank has a request for a slot. */
static bool asked(const struct unit *u, unsigned c, unsigned p, unsigned s)
{
    const struct bank_queues *qs = &u->m->queues;
    for (unsigned b = 0; b < u->m->core.shape.banks; b++)
        for (unsigned i = 0; i < qs->at[b].q.count; i++)
            if (qs->at[b].col[i] == c && qs->at[b].pos[i] == p && (qs->at[b].mask[i] >> s & 1))
                return true;
    return false;
}

/* The request behind the first one, of the same entry or of one behind it; of a slot that nobody has asked for. */
static void draw_behind(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    struct bank_queue *queue = &u->m->queues.at[b];
    unsigned s = below(u, k->slots), c = queue->col[0], p = queue->pos[0];
    bool same = u->m->queues.requests == 1 || one_in(u, 2);
    if (!same) {
        c = below(u, k->collectors);
        p = draw_position(u);
    }
    bool valid = queue->q.count && !one_in(u, 4) && !asked(u, c, p, s) && (!k->positions || (o->launched >> c & 1));
    if (same)
        valid &= s > lowest(queue->mask[0]);
    else
        valid &= c != queue->col[0] || p != queue->pos[0];
    give(u, "next_valid_i", b, 1, valid);
    give(u, "next_col_i", b * k->col_w, k->col_w, c);
    give(u, "next_slot_i", b * k->slot_w, k->slot_w, s);
    if (k->positions)
        give(u, "next_pos_i", b * k->pos_w, k->pos_w, p);
    if (!valid)
        return;
    if (same) {
        queue->mask[0] |= (uint8_t)(1u << s);
        return;
    }
    queue->col[1] = (uint8_t)c;
    queue->pos[1] = (uint8_t)p;
    queue->mask[1] = (uint8_t)(1u << s);
    queue->q.count = 2;
}

/* Returns the banks that are written. */
static uint32_t draw_writes(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    const struct own *o = u->own;
    uint32_t queued = u->m->queues.queued, written = 0;
    bool none = one_in(u, 4);
    for (unsigned b = 0; b < k->banks; b++) {
        bool writes = !none && one_in(u, 3) && !(o->busy >> b & 1);
        unsigned warp = one_of(u, o->launched);
        give(u, "wr_warp_i", b * k->warp_w, k->warp_w, warp);
        give_below(u, "wr_row_i", b * k->row_w, k->row_w, rows_of_a_warp(k));
        if (has(u, "wr_valid_i"))
            give(u, "wr_valid_i", b, 1, writes);
        written |= (uint32_t)writes << b;
        hit_if(u, WRITE_WINS, writes && (queued >> b & 1));
        hit_if(u, SAME_WARP, writes && (queued & ~(1u << b)) && k->warps > 1);
    }
    return written;
}

static void says_second(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    const struct rf_reads *second = &u->m->rf.read[1];
    bool reads = second->reading >> b & 1;
    says(u, "read2_o", b, 1, reads);
    if (!reads) {
        any_bits(u, "read2_col_o", b * k->col_w, k->col_w);
        any_bits(u, "read2_slot_o", b * k->slot_w, k->slot_w);
        any_bits(u, "read2_row_o", b * k->row_w, k->row_w);
        if (k->positions)
            any_bits(u, "read2_pos_o", b * k->pos_w, k->pos_w);
        return;
    }
    says(u, "read2_col_o", b * k->col_w, k->col_w, second->at[b].q.rd_col);
    says(u, "read2_slot_o", b * k->slot_w, k->slot_w, second->at[b].q.rd_slot);
    says(u, "read2_row_o", b * k->row_w, k->row_w, second->at[b].read_row);
    if (k->positions)
        says(u, "read2_pos_o", b * k->pos_w, k->pos_w, second->at[b].q.rd_pos);
}

/* A bank that is not written is read for an entry of a warp. */
static void draw_fetch(struct unit *u, uint32_t written)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    uint64_t open = low_bits(k->banks) & ~(uint64_t)(written | o->busy);
    unsigned warp = one_of(u, o->launched);
    o->fetched = open && one_in(u, 2) ? (uint32_t)only(one_of(u, open)) : 0;
    give(u, "fetch_i", 0, k->banks, o->fetched);
    give(u, "fetch_warp_i", 0, k->warp_w, warp);
    unsigned row = give_below(u, "fetch_row_i", 0, k->row_w, rows_of_a_warp(k));
    o->fetched_row = bank_arbiter_row(&u->m->arbiter, warp, row << k->bank_shift);
    hit_if(u, FETCH, o->fetched != 0);
    hit_if(u, FETCH_WINS, (o->fetched & u->m->queues.queued) != 0);
}

static void says_rows(struct unit *u, uint32_t written)
{
    struct model *m = u->m;
    const struct own *o = u->own;
    const struct shape *k = &m->core.shape;
    for (unsigned b = 0; b < k->banks; b++) {
        unsigned warp = (unsigned)given(u, "wr_warp_i", b * k->warp_w, k->warp_w), at = b * k->row_w;
        unsigned reg = (unsigned)given(u, "wr_row_i", at, k->row_w) << k->bank_shift;
        bool reads = (m->rf.read[0].reading & ~o->busy) >> b & 1;
        says(u, "read_o", b, 1, reads);
        if (two_reads(u))
            says_second(u, b);
        if (separate(u)) {
            says(u, "write_row_o", at, k->row_w, bank_arbiter_row(&m->arbiter, warp, reg));
            if (reads)
                says(u, "read_row_o", at, k->row_w, m->rf.read[0].at[b].read_row);
            else
                any_bits(u, "read_row_o", at, k->row_w);
        } else if (written >> b & 1) {
            says(u, "row_o", at, k->row_w, bank_arbiter_row(&m->arbiter, warp, reg));
        } else if (o->fetched >> b & 1) {
            says(u, "row_o", at, k->row_w, o->fetched_row);
        } else if (reads) {
            says(u, "row_o", at, k->row_w, m->rf.read[0].at[b].read_row);
        } else {
            any_bits(u, "row_o", at, k->row_w);
        }
    }
}

static void launch(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct own *o = u->own;
    unsigned warp = give_below(u, "launch_warp_i", 0, k->warp_w, k->warps);
    unsigned row = give_below(u, "launch_row_i", 0, k->row_w, k->rows - rows_of_a_warp(k) + 1);
    bool valid = o->launched != low_bits(k->warps) || one_in(u, 16);
    give(u, "launch_valid_i", 0, 1, valid);
    if (!valid)
        return;
    o->launched |= UINT64_C(1) << warp;
    bank_arbiter_launch(&u->m->arbiter, warp, row);
}

static void idle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    give(u, "head_valid_i", 0, k->banks, 0);
    if (has(u, "wr_valid_i"))
        give(u, "wr_valid_i", 0, k->banks, 0);
    if (fetches(u))
        give(u, "fetch_i", 0, k->banks, 0);
    if (slow(u))
        give(u, "busy_i", 0, k->banks, 0);
    says(u, "read_o", 0, k->banks, 0);
    any_bits(u, separate(u) ? "read_row_o" : "row_o", 0, k->banks * k->row_w);
    if (separate(u))
        any_bits(u, "write_row_o", 0, k->banks * k->row_w);
    if (!two_reads(u))
        return;
    give(u, "next_valid_i", 0, k->banks, 0);
    says(u, "read2_o", 0, k->banks, 0);
    any_bits(u, "read2_row_o", 0, k->banks * k->row_w);
    any_bits(u, "read2_col_o", 0, k->banks * k->col_w);
    any_bits(u, "read2_slot_o", 0, k->banks * k->slot_w);
    if (k->positions)
        any_bits(u, "read2_pos_o", 0, k->banks * k->pos_w);
}

/* A request of a busy bank waits, and keeps no other bank from reading for its collector. */
static void count_busy(struct unit *u)
{
    const struct bank_queues *qs = &u->m->queues;
    const struct own *o = u->own;
    uint32_t waits = qs->queued & o->busy, reads = u->m->rf.read[0].reading & ~o->busy;
    hit_if(u, BUSY, waits != 0);
    for (; waits; waits &= waits - 1)
        for (uint32_t set = reads; set; set &= set - 1) {
            const struct bank_queue *waiting = &qs->at[lowest(waits)];
            const struct rf_bank *other = &u->m->rf.read[0].at[lowest(set)];
            hit_if(u, PASSES_BUSY, waiting->col[0] == other->q.rd_col && lowest(waiting->mask[0]) < other->q.rd_slot);
        }
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    struct own *o = u->own;
    draw_requests(u);
    if (o->launched) {
        draw_collectors(u);
        draw_heads(u);
        for (unsigned b = 0; two_reads(u) && b < m->core.shape.banks; b++)
            draw_behind(u, b);
        o->busy = draw_busy(u);
        uint32_t written = draw_writes(u);
        if (fetches(u))
            draw_fetch(u, written);
        bank_arbiter_edge(&m->arbiter, &m->queues, &m->rf, &m->collectors.base, written | o->fetched);
        hit_if(u, ALL_READ, (m->rf.read[0].reading & ~o->busy) == low_bits(m->core.shape.banks));
        count_busy(u);
        says_rows(u, written);
    } else {
        idle(u);
    }
    launch(u);
}

const struct bench bench_bank_arbiter = {
    .assumed = "one collector is allocated at most; heads are of different slots and of warps that are there; rows "
               "of a warp exist; one bank is read for an entry at most, which is not written",
    .scope = "top.u_arbiter.", .points = points, .own = sizeof(struct own), .cycle = cycle
};
