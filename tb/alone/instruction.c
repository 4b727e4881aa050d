/* SPDX-License-Identifier: Apache-2.0 */
#include "instruction.h"

#include <stdio.h>

#include "cmodel/base/unit.h"

unsigned draw_register(struct unit *u)
{
    unsigned n = u->m->core.shape.registers;
    return one_in(u, 4) ? below(u, n) : one_in(u, 4) ? n - 1 - below(u, 4) : below(u, n < 6 ? n : 6);
}

uint32_t draw_lanes(struct unit *u)
{
    uint32_t all = u->m->core.shape.lane_mask;
    return one_in(u, 3) ? all : one_in(u, 6) ? 0 : (uint32_t)draw_next(&u->draw) & all;
}

static bool of(const struct shape *k, enum field f)
{
    return has_field(k, f);
}

/* Control bits: a wait for few counters at once. */
static void draw_control(struct unit *u, struct instruction *i)
{
    i->stall = (uint8_t)below(u, 16);
    i->yield = one_in(u, 3);
    i->wait = one_in(u, 2) ? 0 : (uint8_t)(1u << below(u, 6) | (one_in(u, 3) ? 1u << below(u, 6) : 0));
    i->write_bar = (uint8_t)below(u, 8);
    i->read_bar = (uint8_t)below(u, 8);
    i->depbar = (uint8_t)(one_in(u, 2) ? 7 : below(u, 8));
    i->depbar_count = (uint8_t)below(u, one_in(u, 2) ? 4 : 64);
}

/* A place that an operand of the unit may have, or 0: all reach the ORF, two of them the LRF. */
static unsigned draw_place(struct unit *u, unsigned unit)
{
    const struct levels *ls = u->m->levels;
    unsigned most = unit == UNIT_INT || unit == UNIT_FP32 ? ls->entries : ls->orf;
    return most && one_in(u, 2) ? 1 + below(u, most) : 0;
}

unsigned draw_result_place(struct unit *u, unsigned port)
{
    return draw_place(u, port);
}

void draw_source_places(struct unit *u, struct instruction *i)
{
    const struct shape *k = &u->m->core.shape;
    for (unsigned s = 0; s < k->slots; s++) {
        unsigned first = i->src_valid >> s & 1 ? lowest(same_slots(i, s)) : s;
        i->src_level.at[s] = 0;
        if (first < s)
            i->src_level.at[s] = i->src_level.at[first];
        else if ((i->src_valid >> s & 1) && one_in(u, 2))
            i->src_level.at[s] = (uint8_t)(1 + below(u, k->level_entries));
    }
}

uint64_t bank_slots(const struct shape *k, const struct instruction *e)
{
    uint64_t slots = 0;
    for (unsigned s = 0; s < k->slots; s++)
        slots |= (uint64_t)((e->src_valid >> s & 1) && !e->src_level.at[s]) << s;
    return slots;
}

/* A source in a bank, to an entry that no result goes to. */
static void draw_copy(struct unit *u, struct instruction *i, uint64_t written)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t slots = bank_slots(k, i);
    unsigned place = 1 + below(u, u->m->levels->orf);
    i->copy_slot = (uint8_t)below(u, 1u << k->slot_w);
    if (!slots || i->leave || written >> place & 1 || one_in(u, 2))
        return;
    i->copy = (uint8_t)place;
    i->copy_slot = (uint8_t)one_of(u, slots);
}

/* Where its operands are; all places that it writes are different ones. */
static void draw_places(struct unit *u, struct instruction *i)
{
    const struct shape *k = &u->m->core.shape;
    uint64_t written = 0;
    i->strand = one_in(u, 3);
    i->dst_bank = (uint8_t)below(u, 1u << MAX_DSTS);
    for (unsigned s = 0; s < k->slots; s++)
        if (i->src_valid >> s & 1)
            i->src_level.at[s] = (uint8_t)draw_place(u, i->unit);
    for (unsigned d = 0; d < i->dst_count && !i->leave; d++) {
        unsigned place = draw_place(u, i->unit);
        i->dst_level.at[d] = written >> place & 1 ? 0 : (uint8_t)place;
        written |= only(place);
    }
    if (of(k, FIELD_COPY))
        draw_copy(u, i, written);
    i->entries = instruction_entries(k, i);
}

/* What only some configurations have of it. */
static void draw_extras(struct unit *u, struct instruction *i)
{
    const struct shape *k = &u->m->core.shape;
    unsigned slots = (unsigned)low_bits(k->slots);
    i->src_near = of(k, FIELD_SRC_NEAR) ? (uint8_t)below(u, slots + 1) : 0;
    i->dst_near = of(k, FIELD_DST_NEAR) ? (uint8_t)below(u, 1u << MAX_DSTS) : 0;
    for (unsigned s = 0; of(k, FIELD_SRC_DIST) && s < k->slots; s++)
        i->src_dist.at[s] = (uint8_t)below(u, 1u << k->distance_w);
    for (unsigned d = 0; of(k, FIELD_DST_DIST) && d < MAX_DSTS; d++)
        i->dst_dist.at[d] = (uint8_t)below(u, 1u << k->distance_w);
    instruction_judge(k, i);
    for (unsigned s = 0; of(k, FIELD_SRC_POS) && s < k->slots; s++)
        i->src_pos.at[s] = (uint8_t)below(u, 8);
    i->src_reuse = of(k, FIELD_SRC_REUSE) ? (uint8_t)below(u, slots + 1) : 0;
    if (of(k, FIELD_STALL))
        draw_control(u, i);
    i->dst_look = of(k, FIELD_DST_LOOK) ? (uint8_t)below(u, 1u << MAX_DSTS) : 0;
    i->tag_src = draw_next(&u->draw) & draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->tags);
    i->tag_dst = draw_next(&u->draw) & draw_next(&u->draw) & draw_next(&u->draw) & low_bits(k->tags);
    for (unsigned n = 0; n < PAYLOAD_QWORDS; n++)
        i->payload[n] = draw_next(&u->draw) & (k->payload_bits > 64 * n ? low_bits(k->payload_bits - 64 * n) : 0);
    if (of(k, FIELD_SRC_LEVEL))
        draw_places(u, i);
}

struct instruction draw_instruction(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    struct instruction i = {.unit = (uint8_t)below(u, MAX_UNITS), .mask = draw_lanes(u), .last = one_in(u, 8),
                            .far_memory = of(k, FIELD_LONG) && one_in(u, 3),
                            .leave = of(k, FIELD_LEAVE) && one_in(u, 5), .first = of(k, FIELD_FIRST) && one_in(u, 2),
                            .hint = of(k, FIELD_HINT) ? (uint8_t)below(u, 4) : 0};
    unsigned slots = (unsigned)low_bits(k->slots);
    i.src_valid = (uint8_t)(one_in(u, 4) ? slots : one_in(u, 6) ? 0 : below(u, slots + 1));
    i.dst_count = (uint8_t)below(u, MAX_DSTS + 1);
    i.dst_base = i.dst_count ? (uint8_t)draw_register(u) : 0;
    for (unsigned s = 0; s < k->slots; s++)
        if (i.src_valid >> s & 1)
            i.src_reg.at[s] = (uint8_t)draw_register(u);
    draw_extras(u, &i);
    return i;
}

/* --- ports -------------------------------------------------------------------------------------------------------- */

enum { INPUT, OUTPUT, ANY_OUTPUT };

struct way { struct unit *u; const char *prefix; int how; };

static void field(const struct way *way, const char *name, unsigned width, const uint64_t *value)
{
    char port[64];
    snprintf(port, sizeof port, "%s_%s_%c", way->prefix, name, way->how == INPUT ? 'i' : 'o');
    if (!has(way->u, port))
        return;
    if (way->how == INPUT)
        give_wide(way->u, port, 0, width, value);
    else if (way->how == OUTPUT)
        says_wide(way->u, port, 0, width, value);
    else
        any_bits(way->u, port, 0, width);
}

static void word(const struct way *way, const char *name, unsigned width, uint64_t value)
{
    uint64_t words[2] = {value, 0};
    field(way, name, width, words);
}

static void all_fields(const struct way *way, const struct instruction *e)
{
    const struct shape *k = &way->u->m->core.shape;
    word(way, "unit", 3, e->unit);
    word(way, "mask", k->lanes, e->mask);
    word(way, "dst_count", 3, e->dst_count);
    word(way, "dst_base", k->reg_w, e->dst_base);
    word(way, "dst_near", MAX_DSTS, e->dst_near);
    word(way, "dst_dist", MAX_DSTS * k->distance_w,
         squeeze(e->dst_dist, k->distance_w) & low_bits(MAX_DSTS * k->distance_w));
    field(way, "payload", k->payload_bits, e->payload);
    word(way, "src_valid", k->slots, e->src_valid);
    word(way, "src_reg", k->slots * k->reg_w, squeeze(e->src_reg, k->reg_w) & low_bits(k->slots * k->reg_w));
    word(way, "src_near", k->slots, e->src_near);
    word(way, "src_dist", k->slots * k->distance_w,
         squeeze(e->src_dist, k->distance_w) & low_bits(k->slots * k->distance_w));
    word(way, "src_pos", k->slots * 3, squeeze(e->src_pos, 3) & low_bits(k->slots * 3));
    word(way, "src_reuse", k->slots, e->src_reuse);
    word(way, "dst_look", MAX_DSTS, e->dst_look);
    word(way, "src_level", k->slots * k->place_w,
         squeeze(e->src_level, k->place_w) & low_bits(k->slots * k->place_w));
    word(way, "copy", k->place_w, e->copy);
    word(way, "copy_slot", k->slot_w, e->copy_slot);
    word(way, "dst_level", MAX_DSTS * k->place_w,
         squeeze(e->dst_level, k->place_w) & low_bits(MAX_DSTS * k->place_w));
    word(way, "dst_bank", MAX_DSTS, e->dst_bank);
    word(way, "strand", 1, e->strand);
    word(way, "long", 1, e->far_memory);
    word(way, "leave", 1, e->leave);
    word(way, "hint", 2, e->hint);
    word(way, "stall", 4, e->stall);
    word(way, "yield", 1, e->yield);
    word(way, "write_bar", 3, e->write_bar);
    word(way, "read_bar", 3, e->read_bar);
    if (way->how == INPUT) {
        word(way, "wait", 6, e->wait);
        word(way, "depbar", 3, e->depbar);
        word(way, "depbar_count", 6, e->depbar_count);
    }
    if (way->how != OUTPUT || way->prefix[0] != 'h')
        word(way, "last", 1, e->last);
}

void give_instruction(struct unit *u, const char *prefix, const struct instruction *e)
{
    all_fields(&(struct way){u, prefix, INPUT}, e);
}

void says_instruction(struct unit *u, const char *prefix, const struct instruction *e)
{
    all_fields(&(struct way){u, prefix, OUTPUT}, e);
}

void any_instruction(struct unit *u, const char *prefix)
{
    struct instruction none = {.unit = 0};
    all_fields(&(struct way){u, prefix, ANY_OUTPUT}, &none);
}

uint64_t same_slots(const struct instruction *e, unsigned s)
{
    uint64_t same = e->src_valid >> s & 1 ? UINT64_C(1) << s : 0;
    for (unsigned f = 0; f < s; f++)
        same |= (uint64_t)((e->src_valid >> s & e->src_valid >> f & 1) && e->src_reg.at[s] == e->src_reg.at[f]) << f;
    return same;
}

/* Bit n: n other registers are named before that of slot s; 0 for a slot that is not in use. */
static uint64_t place_of(const struct instruction *e, unsigned s)
{
    unsigned before = 0;
    for (unsigned f = 0; f < s && !(same_slots(e, s) >> f & 1); f++)
        before += same_slots(e, f) == UINT64_C(1) << f;
    return (uint64_t)(e->src_valid >> s & 1) << before;
}

/* The rank that slot s gives an entry: the slots behind it that give one, too, have the higher ones. */
static uint64_t rank_of(const struct model *m, const struct instruction *e, unsigned s)
{
    const struct ccus *ccus = &m->collectors.ccu;
    const struct shape *k = &m->core.shape;
    unsigned later = 0;
    bool gives = false;
    for (unsigned f = k->slots; f-- > s;) {
        uint64_t same = same_slots(e, f);
        gives = ccus->replacement == REPLACEMENT_FIFO ? same == UINT64_C(1) << f : e->src_valid >> f & 1;
        for (unsigned g = f + 1; ccus->replacement != REPLACEMENT_FIFO && g < k->slots; g++)
            gives = gives && !(same_slots(e, g) >> f & 1);
        later += gives;
    }
    return gives ? ccus->entries - later : 0;
}

unsigned places_of(const struct model *m)
{
    unsigned slots = m->core.shape.slots;
    return m->collectors.ccu.entries > slots ? slots + 1 : slots;
}

/* Bit n: the instruction names n registers. */
static uint64_t count_of(const struct model *m, const struct instruction *e)
{
    unsigned count = 0;
    for (unsigned s = 0; s < m->core.shape.slots; s++)
        count += same_slots(e, s) == UINT64_C(1) << s;
    return UINT64_C(1) << count & ((UINT64_C(1) << places_of(m)) - 1);
}

void give_places(struct unit *u, const char *place, const char *count, const char *rank, const struct instruction *e)
{
    const struct ccus *ccus = &u->m->collectors.ccu;
    const struct shape *k = &u->m->core.shape;
    for (unsigned s = 0; s < k->slots; s++) {
        if (has(u, place))
            give(u, place, s * k->slots, k->slots, place_of(e, s));
        if (has(u, rank))
            give(u, rank, s * ccus->entry_w, ccus->entry_w, rank_of(u->m, e, s));
    }
    if (has(u, count))
        give(u, count, 0, places_of(u->m), count_of(u->m, e));
}

void says_places(struct unit *u, const char *place, const char *count, const char *rank, const struct instruction *e)
{
    const struct ccus *ccus = &u->m->collectors.ccu;
    const struct shape *k = &u->m->core.shape;
    for (unsigned s = 0; s < k->slots; s++) {
        if (has(u, place))
            says(u, place, s * k->slots, k->slots, place_of(e, s));
        if (has(u, rank))
            says(u, rank, s * ccus->entry_w, ccus->entry_w, rank_of(u->m, e, s));
    }
    if (has(u, count))
        says(u, count, 0, places_of(u->m), count_of(u->m, e));
}

/* Of the slots that are read from a bank, it is the lowest one with its register. */
static bool is_first(const struct shape *k, const struct instruction *e, unsigned s)
{
    return (same_slots(e, s) & bank_slots(k, e)) == UINT64_C(1) << s;
}

void give_same(struct unit *u, const char *first, const char *same, unsigned at, const struct instruction *e)
{
    unsigned slots = u->m->core.shape.slots;
    for (unsigned s = 0; s < slots; s++) {
        uint64_t found = same_slots(e, s);
        if (first && has(u, first))
            give(u, first, s, 1, is_first(&u->m->core.shape, e, s));
        if (same && has(u, same))
            give(u, same, (at * slots + s) * slots, slots, found);
    }
}

void says_same(struct unit *u, const char *first, const char *same, unsigned at, const struct instruction *e)
{
    unsigned slots = u->m->core.shape.slots;
    for (unsigned s = 0; s < slots; s++) {
        uint64_t found = same_slots(e, s);
        if (first && has(u, first))
            says(u, first, s, 1, is_first(&u->m->core.shape, e, s));
        if (same && has(u, same))
            says(u, same, (at * slots + s) * slots, slots, found);
    }
}

bool reads_a_result(const struct shape *k, unsigned src_valid, bytes8 reg, unsigned count, unsigned base)
{
    for (unsigned s = 0; s < k->slots; s++)
        if ((src_valid >> s & 1) && ((reg.at[s] - base) & (k->registers - 1)) < count)
            return true;
    return false;
}

void given_vector(const struct unit *u, const char *port, unsigned i, struct vreg *v)
{
    unsigned width = 32 * u->m->core.shape.lanes;
    *v = (struct vreg){{0}};
    given_wide(u, port, i * width, width, v);
}

void give_vector(struct unit *u, const char *port, unsigned i, const struct vreg *v)
{
    unsigned width = 32 * u->m->core.shape.lanes;
    give_wide(u, port, i * width, width, v);
}

void says_vector(struct unit *u, const char *port, unsigned i, const struct vreg *v)
{
    unsigned width = 32 * u->m->core.shape.lanes;
    says_wide(u, port, i * width, width, v);
}
