/* SPDX-License-Identifier: Apache-2.0 */
/* ibuffer: cmodel/subcore/ibuffer.c (3.5, 3.12, 3.19, 3.20). */
#include "cmodel/subcore/ibuffer.h"

#include "tb/alone/alone.h"
#include "tb/alone/frames.h"

enum { FULL, EMPTY, BOTH, SAME, ALL_SLOTS, NO_SLOT, APART, UPDATES, COPIES, BEGINS, PLACED };

/* The front end knows the room of the cycle before. */
static bool deep(const struct unit *u) { return u->m->ibuffer.depth > 1; }

static bool places(const struct unit *u) { return u->m->levels != NULL; }
static bool copies(const struct unit *u) { return has_field(&u->m->core.shape, FIELD_COPY); }

static const struct point points[] = {
    {"a ring is full", NULL}, {"a ring is empty", NULL}, {"a warp issues and decodes in one cycle", deep},
    {"two slots of what issues name one register", NULL}, {"all slots of it are in use", NULL}, {"none is", NULL},
    {"a register is read from its bank for one slot, and from an entry for another one", places},
    {"an instruction writes an entry that it reads", places}, {"one copies a source", copies},
    {"one begins an interval", with_intervals},
    {"some sources are in entries, others in banks", with_intervals}, {NULL, NULL}
};

static void reset(struct unit *u)
{
    ibuffer_reset(&u->m->ibuffer);
}

static void head_field(struct unit *u, const char *port, unsigned w, unsigned width, uint64_t value)
{
    if (has(u, port))
        says(u, port, w * width, width, value);
}

/* Registers of the interval that the head begins, and those that are live there. */
static void says_interval(struct unit *u, unsigned w)
{
    const struct interval_ring *r = &u->m->intervals->ring;
    unsigned registers = u->m->core.shape.registers, at = ibuffer_head_entry(&u->m->ibuffer, w) * registers;
    uint64_t set[QWORDS(MAX_REGISTERS)];
    get_wide(r->q.work, at, registers, set);
    says_wide(u, "head_work_o", w * registers, registers, set);
    if (!r->lives)
        return;
    get_wide(r->q.live, at, registers, set);
    says_wide(u, "head_live_o", w * registers, registers, set);
}

static void says_head(struct unit *u, unsigned w)
{
    const struct shape *k = &u->m->core.shape;
    const struct instruction *e = ibuffer_head(&u->m->ibuffer, w);
    head_field(u, "head_valid_o", w, 1, ibuffer_has_head(&u->m->ibuffer, w));
    head_field(u, "head_unit_o", w, 3, e->unit);
    head_field(u, "head_src_valid_o", w, k->slots, e->src_valid);
    head_field(u, "head_dst_count_o", w, 3, e->dst_count);
    head_field(u, "head_dst_base_o", w, k->reg_w, e->dst_base);
    head_field(u, "head_tag_src_o", w, k->tags, e->tag_src);
    head_field(u, "head_tag_dst_o", w, k->tags, e->tag_dst);
    head_field(u, "head_last_o", w, 1, e->last);
    head_field(u, "head_war_o", w, 1, e->war);
    head_field(u, "head_first_o", w, 1, e->first);
    head_field(u, "head_hint_o", w, 2, e->hint);
    head_field(u, "head_mask_o", w, k->lanes, e->mask);
    head_field(u, "head_leave_o", w, 1, e->leave);
    head_field(u, "head_strand_o", w, 1, e->strand);
    head_field(u, "head_entries_o", w, k->level_entries, e->entries);
    head_field(u, "head_interval_o", w, 1, e->interval);
    head_field(u, "head_src_reuse_o", w, k->slots, e->src_reuse);
    head_field(u, "head_wait_o", w, 6, e->wait);
    head_field(u, "head_depbar_o", w, 3, e->depbar);
    head_field(u, "head_depbar_count_o", w, 6, e->depbar_count);
    for (unsigned s = 0; s < k->slots; s++)
        head_field(u, "head_src_reg_o", w * k->slots + s, k->reg_w, e->src_reg.at[s]);
    if (has(u, "head_payload_o"))
        says_wide(u, "head_payload_o", w * k->payload_bits, k->payload_bits, e->payload);
    says_same(u, NULL, "head_same_o", w, e);
    if (u->m->intervals)
        says_interval(u, w);
}

static void says_issued(struct unit *u, const struct instruction *e, unsigned warp)
{
    const struct shape *k = &u->m->core.shape;
    says_instruction(u, "issue", e);
    says_same(u, "issue_first_o", "issue_same_o", 0, e);
    says_places(u, "issue_place_o", "issue_count_o", "issue_rank_o", e);
    if (has(u, "issue_src_bank_o"))
        says(u, "issue_src_bank_o", 0, k->slots, bank_slots(k, e));
    for (unsigned b = 0; has(u, "issue_bank_o") && b < k->banks; b++)
        for (unsigned s = 0; s < k->slots; s++)
            says(u, "issue_bank_o", b * k->slots + s, 1, bank_of(k, warp, e->src_reg.at[s]) == b);
}

/* What the module shows while nothing issues is not looked at. */
static void any_issued(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    any_instruction(u, "issue");
    if (has(u, "issue_first_o"))
        any_bits(u, "issue_first_o", 0, k->slots);
    if (has(u, "issue_src_bank_o"))
        any_bits(u, "issue_src_bank_o", 0, k->slots);
    if (has(u, "issue_same_o"))
        any_bits(u, "issue_same_o", 0, k->slots * k->slots);
    if (has(u, "issue_place_o"))
        any_bits(u, "issue_place_o", 0, k->slots * k->slots);
    if (has(u, "issue_count_o"))
        any_bits(u, "issue_count_o", 0, places_of(u->m));
    if (has(u, "issue_rank_o"))
        any_bits(u, "issue_rank_o", 0, k->slots * u->m->collectors.ccu.entry_w);
    if (has(u, "issue_bank_o"))
        any_bits(u, "issue_bank_o", 0, k->banks * k->slots);
}

/* One that begins no interval names no registers of one. */
static void draw_begin(struct unit *u, struct decoded *d)
{
    unsigned registers = u->m->core.shape.registers;
    d->interval = one_in(u, 3);
    if (d->interval)
        draw_interval(u, d->work, d->live);
    give(u, "dec_interval_i", 0, 1, d->interval);
    give_wide(u, "dec_work_i", 0, registers, d->work);
    if (u->m->intervals->ring.lives)
        give_wide(u, "dec_live_i", 0, registers, d->live);
}

static void decode(struct unit *u, uint64_t grant)
{
    struct ibuffer *ib = &u->m->ibuffer;
    const struct shape *k = &u->m->core.shape;
    struct instruction e = draw_instruction(u);
    struct decoded d = {.unit = e.unit, .src_valid = e.src_valid, .src_near = e.src_near, .dst_count = e.dst_count,
                        .dst_base = e.dst_base, .dst_near = e.dst_near, .src_reuse = e.src_reuse,
                        .dst_look = e.dst_look, .tag_src = e.tag_src, .tag_dst = e.tag_dst, .last = e.last,
                        .far_memory = e.far_memory, .leave = e.leave, .first = e.first, .hint = e.hint,
                        .mask = e.mask, .stall = e.stall, .yield = e.yield, .wait = e.wait,
                        .write_bar = e.write_bar, .read_bar = e.read_bar, .depbar = e.depbar,
                        .depbar_count = e.depbar_count, .dst_bank = e.dst_bank, .copy = e.copy,
                        .copy_slot = e.copy_slot, .strand = e.strand};
    unsigned w = below(u, k->warps);
    give(u, "dec_warp_i", 0, k->warp_w, w);
    give_instruction(u, "dec", &e);
    if (k->tags) {
        give(u, "dec_tag_src_i", 0, k->tags, e.tag_src);
        give(u, "dec_tag_dst_i", 0, k->tags, e.tag_dst);
    }
    if (has_field(k, FIELD_FIRST))
        give(u, "dec_first_i", 0, 1, e.first);
    memcpy(d.src_reg, &e.src_reg, sizeof d.src_reg);
    memcpy(d.src_dist, &e.src_dist, sizeof d.src_dist);
    memcpy(d.src_pos, &e.src_pos, sizeof d.src_pos);
    memcpy(d.dst_dist, &e.dst_dist, sizeof d.dst_dist);
    memcpy(d.src_level, &e.src_level, sizeof d.src_level);
    memcpy(d.dst_level, &e.dst_level, sizeof d.dst_level);
    memcpy(d.payload, e.payload, sizeof d.payload);
    if (u->m->intervals)
        draw_begin(u, &d);
    bool issued = grant >> w & 1, valid = ib->count[w] + (unsigned)issued < ib->depth && !one_in(u, 5);
    give(u, "dec_valid_i", 0, 1, valid);
    if (!valid)
        return;
    ibuffer_launch(ib, w);          /* whatever came before */
    hit_if(u, BOTH, issued);
    ibuffer_push(ib, w, &d, issued, true);
}

static void count_points(struct unit *u, const struct instruction *e)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t banks = bank_slots(k, e);
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t same = same_slots(e, s);
        hit_if(u, SAME, count_bits(same) > 1);
        hit_if(u, APART, (same & banks) && (same & ~banks));
    }
    hit_if(u, ALL_SLOTS, e->src_valid == low_bits(k->slots));
    hit_if(u, NO_SLOT, !e->src_valid);
    for (unsigned s = 0; s < k->slots; s++)
        hit_if(u, UPDATES, instruction_entries_written(k, e) & only(e->src_level.at[s]) >> 1);
    hit_if(u, COPIES, e->copy != 0);
    hit_if(u, BEGINS, e->interval);
    hit_if(u, PLACED, with_intervals(u) && banks && banks != e->src_valid);
}

/* What interval_table says of what issues. */
static void give_source_places(struct unit *u, struct instruction *e)
{
    const struct shape *k = &u->m->core.shape;
    draw_source_places(u, e);
    for (unsigned s = 0; s < k->slots; s++)
        give(u, "issue_src_level_i", s * k->place_w, k->place_w, e->src_level.at[s]);
}

static void cycle(struct unit *u)
{
    struct ibuffer *ib = &u->m->ibuffer;
    unsigned warps = u->m->core.shape.warps;
    uint64_t grant = 0;
    if (ib->heads && !one_in(u, 2 + (unsigned)(u->cycle / 64 % 4)))
        grant = UINT64_C(1) << one_of(u, ib->heads);
    give(u, "grant_i", 0, warps, grant);
    for (unsigned w = 0; w < warps; w++) {
        says_head(u, w);
        hit_if(u, FULL, ib->count[w] == ib->depth);
        hit_if(u, EMPTY, ib->count[w] == 0);
    }
    if (grant) {
        struct instruction e = *ibuffer_head(ib, lowest(grant));
        if (u->m->intervals)
            give_source_places(u, &e);
        says_issued(u, &e, lowest(grant));
        count_points(u, &e);
        ibuffer_pop(ib, lowest(grant));
    } else {
        any_issued(u);
    }
    decode(u, grant);
}

const struct bench bench_ibuffer = {
    .assumed = "a warp with an instruction issues; what is decoded finds room, 3.13",
    .scope = "top.u_ibuffer.", .points = points, .reset = reset, .cycle = cycle
};
