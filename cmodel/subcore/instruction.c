/* SPDX-License-Identifier: Apache-2.0 */
#include "instruction.h"

#include <stddef.h>
#include <string.h>

/* --- fields ------------------------------------------------------------------------------------------------------- */

enum form { NUMBER, FLAG, LIST, LANES, WORD, OPAQUE };

/* How struct instruction has a field: a number in a byte, a bool, up to eight of them, 32 bits, 64, the payload. */
static const struct { const char *name; enum form form; size_t offset; } rows[FIELDS] = {
#define ROW(field, name, form, member) [field] = {name, form, offsetof(struct instruction, member)}
    ROW(FIELD_UNIT, "unit", NUMBER, unit), ROW(FIELD_SRC_VALID, "src_valid", NUMBER, src_valid),
    ROW(FIELD_SRC_REG, "src_reg", LIST, src_reg), ROW(FIELD_SRC_NEAR, "src_near", NUMBER, src_near),
    ROW(FIELD_SRC_DIST, "src_dist", LIST, src_dist), ROW(FIELD_DST_COUNT, "dst_count", NUMBER, dst_count),
    ROW(FIELD_DST_BASE, "dst_base", NUMBER, dst_base), ROW(FIELD_DST_NEAR, "dst_near", NUMBER, dst_near),
    ROW(FIELD_DST_DIST, "dst_dist", LIST, dst_dist), ROW(FIELD_LONG, "long", FLAG, far_memory),
    ROW(FIELD_LEAVE, "leave", FLAG, leave), ROW(FIELD_TAG_SRC, "tag_src", WORD, tag_src),
    ROW(FIELD_TAG_DST, "tag_dst", WORD, tag_dst), ROW(FIELD_FIRST, "first", FLAG, first),
    ROW(FIELD_HINT, "hint", NUMBER, hint), ROW(FIELD_SRC_POS, "src_pos", LIST, src_pos),
    ROW(FIELD_SRC_REUSE, "src_reuse", NUMBER, src_reuse), ROW(FIELD_DST_LOOK, "dst_look", NUMBER, dst_look),
    ROW(FIELD_SRC_LEVEL, "src_level", LIST, src_level), ROW(FIELD_COPY, "copy", NUMBER, copy),
    ROW(FIELD_COPY_SLOT, "copy_slot", NUMBER, copy_slot), ROW(FIELD_DST_LEVEL, "dst_level", LIST, dst_level),
    ROW(FIELD_DST_BANK, "dst_bank", NUMBER, dst_bank), ROW(FIELD_STRAND, "strand", FLAG, strand),
    ROW(FIELD_ENTRIES, "entries", LANES, entries), ROW(FIELD_INTERVAL, "interval", FLAG, interval),
    ROW(FIELD_SAME, "same", WORD, same), ROW(FIELD_WAR, "war", FLAG, war), ROW(FIELD_LAST, "last", FLAG, last),
    ROW(FIELD_MASK, "mask", LANES, mask), ROW(FIELD_PAYLOAD, "payload", OPAQUE, payload),
    ROW(FIELD_STALL, "stall", NUMBER, stall), ROW(FIELD_YIELD, "yield", FLAG, yield),
    ROW(FIELD_WAIT, "wait", NUMBER, wait), ROW(FIELD_WRITE_BAR, "write_bar", NUMBER, write_bar),
    ROW(FIELD_READ_BAR, "read_bar", NUMBER, read_bar), ROW(FIELD_DEPBAR, "depbar", NUMBER, depbar),
    ROW(FIELD_DEPBAR_COUNT, "depbar_count", NUMBER, depbar_count),
#undef ROW
};

/* Whether the ibuffer has to say of an instruction that it overwrites a source of the one before it: with a stage
 * behind issue, where no rule about collectors says so (3.5, item 3). */
static bool keeps_war(const struct config *cfg)
{
    return cfg->pipeline && (cfg->kind == KIND_OCU || cfg->allocation == ALLOCATION_ANY ||
                             cfg->blocked == BLOCKED_STALL);
}

uint64_t instruction_fields(const struct config *cfg)
{
    bool numbers = cfg->distance != DISTANCE_BINARY, sources = config_source_reuse(cfg);
    bool results = config_result_reuse(cfg), two_level = cfg->scheduler == SCHEDULER_TWO_LEVEL;
    bool control = config_control_bits(cfg), keeps = config_keeps(cfg), levels = config_levels(cfg);
    bool copies = config_levels_copies(cfg);
    const bool some[FIELDS] = {
        [FIELD_UNIT] = true, [FIELD_SRC_VALID] = true, [FIELD_SRC_REG] = true, [FIELD_DST_COUNT] = true,
        [FIELD_DST_BASE] = true, [FIELD_LAST] = true, [FIELD_MASK] = true, [FIELD_PAYLOAD] = true,
        [FIELD_SRC_NEAR] = sources && !numbers, [FIELD_SRC_DIST] = sources && numbers,
        [FIELD_DST_NEAR] = results && !numbers, [FIELD_DST_DIST] = results && numbers,
        [FIELD_LONG] = config_long(cfg), [FIELD_LEAVE] = two_level, [FIELD_TAG_SRC] = cfg->tags > 0,
        [FIELD_TAG_DST] = cfg->tags > 0, [FIELD_FIRST] = cfg->kind == KIND_BOC,
        [FIELD_HINT] = cfg->kind == KIND_BOC && cfg->boc_write == BOC_HINTED,
        [FIELD_SRC_POS] = config_rfc_positions(cfg) || keeps, [FIELD_SRC_REUSE] = config_rfc_flags(cfg) || keeps,
        [FIELD_DST_LOOK] = config_rfc_looks(cfg), [FIELD_SRC_LEVEL] = levels, [FIELD_COPY] = copies,
        [FIELD_COPY_SLOT] = copies, [FIELD_DST_LEVEL] = levels, [FIELD_DST_BANK] = levels, [FIELD_STRAND] = levels,
        [FIELD_ENTRIES] = levels, [FIELD_INTERVAL] = config_intervals(cfg),
        [FIELD_SAME] = cfg->pipeline && cfg->kind != KIND_BOC, [FIELD_WAR] = keeps_war(cfg),
        [FIELD_STALL] = control, [FIELD_YIELD] = control, [FIELD_WAIT] = control, [FIELD_WRITE_BAR] = control,
        [FIELD_READ_BAR] = control, [FIELD_DEPBAR] = control, [FIELD_DEPBAR_COUNT] = control,
    };
    uint64_t fields = 0;
    for (unsigned f = 0; f < FIELDS; f++)
        fields |= (uint64_t)some[f] << f;
    return fields;
}

unsigned instruction_width(const struct shape *k, enum field f)
{
    switch (f) {
    case FIELD_UNIT: case FIELD_DST_COUNT: case FIELD_WRITE_BAR: case FIELD_READ_BAR: case FIELD_DEPBAR: return 3;
    case FIELD_STALL: return 4;
    case FIELD_WAIT: case FIELD_DEPBAR_COUNT: return 6;
    case FIELD_SRC_VALID: case FIELD_SRC_NEAR: case FIELD_SRC_REUSE: return k->slots;
    case FIELD_SRC_REG: return k->slots * k->reg_w;
    case FIELD_SRC_DIST: return k->slots * k->distance_w;
    case FIELD_SRC_POS: return k->slots * 3;
    case FIELD_DST_BASE: return k->reg_w;
    case FIELD_DST_NEAR: case FIELD_DST_LOOK: case FIELD_DST_BANK: return MAX_DSTS;
    case FIELD_SRC_LEVEL: return k->slots * k->place_w;
    case FIELD_DST_LEVEL: return MAX_DSTS * k->place_w;
    case FIELD_COPY: return k->place_w;
    case FIELD_COPY_SLOT: return k->slot_w;
    case FIELD_ENTRIES: return k->level_entries;
    case FIELD_DST_DIST: return MAX_DSTS * k->distance_w;
    case FIELD_TAG_SRC: case FIELD_TAG_DST: return k->tags;
    case FIELD_HINT: return 2;
    case FIELD_SAME: return k->slots * k->slots;
    case FIELD_MASK: return k->lanes;
    case FIELD_PAYLOAD: return k->payload_bits;
    default: return 1;
    }
}

/* Bits of one of a field's list, and how many there are. */
static unsigned element_width(const struct shape *k, enum field f)
{
    switch (f) {
    case FIELD_SRC_REG: return k->reg_w;
    case FIELD_SRC_POS: return 3;
    case FIELD_SRC_LEVEL: case FIELD_DST_LEVEL: return k->place_w;
    default: return k->distance_w;
    }
}

static unsigned element_count(const struct shape *k, enum field f)
{
    return f == FIELD_DST_DIST || f == FIELD_DST_LEVEL ? MAX_DSTS : k->slots;
}

/* --- what is said of an instruction ------------------------------------------------------------------------------- */

/* Numbers below NB are near. */
static uint8_t near_of(const struct shape *k, bytes8 dist, unsigned count)
{
    unsigned near = 0;
    for (unsigned i = 0; i < count; i++)
        near |= (unsigned)(dist.at[i] < k->near_below) << i;
    return (uint8_t)near;
}

void instruction_judge(const struct shape *k, struct instruction *i)
{
    if (has_field(k, FIELD_SRC_DIST))
        i->src_near = near_of(k, i->src_dist, k->slots);
    if (has_field(k, FIELD_DST_DIST))
        i->dst_near = near_of(k, i->dst_dist, MAX_DSTS);
}

unsigned instruction_first_of(const struct instruction *i, unsigned slots)
{
    unsigned first = 0;
    for (unsigned left = slots; left;) {
        unsigned s = lowest(left);
        first |= 1u << s;
        left &= ~bytes_equal(i->src_reg, i->src_reg.at[s]);
    }
    return first;
}

static uint32_t entries_of(const struct shape *k, bytes8 places, unsigned count)
{
    uint64_t found = 0;
    for (unsigned n = 0; n < count; n++)
        found |= only(places.at[n]);
    return (uint32_t)(found >> 1 & low_bits(k->level_entries));
}

uint32_t instruction_entries_written(const struct shape *k, const struct instruction *i)
{
    bytes8 copy = {.at = {i->copy}};
    return entries_of(k, i->dst_level, MAX_DSTS) | entries_of(k, copy, 1);
}

uint32_t instruction_entries(const struct shape *k, const struct instruction *i)
{
    return entries_of(k, i->src_level, k->slots) | instruction_entries_written(k, i);
}

uint64_t instruction_equal_slots(const struct shape *k, unsigned src_valid, const uint8_t *src_reg)
{
    uint64_t same = 0;
    for (unsigned s = 0; s < k->slots; s++)
        for (unsigned f = 0; f <= s; f++)
            if ((src_valid >> s & src_valid >> f & 1) && ((src_reg[s] ^ src_reg[f]) & (k->registers - 1)) == 0)
                same |= only(s * k->slots + f);
    return same;
}

/* --- decode ------------------------------------------------------------------------------------------------------- */

/* A list in `bytes` bytes, of the elements that there are, cut to their width; none if the configuration lacks it. */
static bytes8 cut(const struct shape *k, enum field f, const uint8_t *from, size_t bytes)
{
    bytes8 to = {.word = 0};
    if (!has_field(k, f))
        return to;
    memcpy(&to, from, bytes);
    to.word &= (UINT64_C(0x0101010101010101) * low_bits(element_width(k, f))) & low_bits(8 * element_count(k, f));
    return to;
}

static uint8_t number(const struct shape *k, enum field f, unsigned value)
{
    return has_field(k, f) ? (uint8_t)(value & low_bits(instruction_width(k, f))) : 0;
}

static void take_levels(const struct shape *k, struct instruction *i, const struct decoded *d)
{
    i->src_level = cut(k, FIELD_SRC_LEVEL, d->src_level, sizeof d->src_level);
    i->dst_level = cut(k, FIELD_DST_LEVEL, d->dst_level, sizeof d->dst_level);
    i->dst_bank = number(k, FIELD_DST_BANK, d->dst_bank);
    i->copy = number(k, FIELD_COPY, d->copy);
    i->copy_slot = number(k, FIELD_COPY_SLOT, d->copy_slot);
    i->strand = d->strand;
    i->entries = instruction_entries(k, i);
}

void instruction_take(const struct shape *k, struct instruction *i, const struct decoded *d)
{
    i->unit = d->unit & (MAX_UNITS - 1);
    i->src_valid = d->src_valid & (uint8_t)low_bits(k->slots);
    i->src_reg = cut(k, FIELD_SRC_REG, d->src_reg, sizeof d->src_reg);
    i->src_near = number(k, FIELD_SRC_NEAR, d->src_near);
    i->src_dist = cut(k, FIELD_SRC_DIST, d->src_dist, sizeof d->src_dist);
    i->dst_count = d->dst_count & 7;
    i->dst_base = d->dst_base & (uint8_t)(k->registers - 1);
    i->dst_near = number(k, FIELD_DST_NEAR, d->dst_near);
    i->dst_dist = cut(k, FIELD_DST_DIST, d->dst_dist, sizeof d->dst_dist);
    instruction_judge(k, i);
    i->first = has_field(k, FIELD_FIRST) && d->first;
    i->hint = number(k, FIELD_HINT, d->hint);
    i->far_memory = has_field(k, FIELD_LONG) && d->far_memory;
    i->leave = k->two_level && d->leave;
    i->src_pos = cut(k, FIELD_SRC_POS, d->src_pos, sizeof d->src_pos);
    i->src_reuse = number(k, FIELD_SRC_REUSE, d->src_reuse);
    i->dst_look = number(k, FIELD_DST_LOOK, d->dst_look);
    if (has_field(k, FIELD_SRC_LEVEL))
        take_levels(k, i, d);
    i->interval = has_field(k, FIELD_INTERVAL) && d->interval;
    i->stall = number(k, FIELD_STALL, d->stall);
    i->yield = has_field(k, FIELD_YIELD) && d->yield;
    i->wait = number(k, FIELD_WAIT, d->wait);
    i->write_bar = number(k, FIELD_WRITE_BAR, d->write_bar);
    i->read_bar = number(k, FIELD_READ_BAR, d->read_bar);
    i->depbar = number(k, FIELD_DEPBAR, d->depbar);
    i->depbar_count = number(k, FIELD_DEPBAR_COUNT, d->depbar_count);
    i->tag_src = d->tag_src & low_bits(k->tags);
    i->tag_dst = d->tag_dst & low_bits(k->tags);
    i->same = 0;
    i->war = false;
    i->last = d->last;
    i->mask = d->mask & k->lane_mask;
    memcpy(i->payload, d->payload, sizeof i->payload);
    for (unsigned q = 0; q < PAYLOAD_QWORDS; q++)
        i->payload[q] &= k->payload_bits > 64 * q ? low_bits(k->payload_bits - 64 * q) : 0;
}

/* --- the packed form ---------------------------------------------------------------------------------------------- */

size_t instruction_registers_open(struct instruction_registers *r, const struct shape *k, uint64_t fields, unsigned n,
                                  uint64_t *words)
{
    size_t used = 0;
    r->n = n;
    for (unsigned f = 0; f < FIELDS; f++) {
        bool kept = k->fields >> f & fields >> f & 1;
        r->at[f] = kept ? words + used : NULL;
        used += kept ? QWORDS(n * instruction_width(k, (enum field)f)) + 1 : 0;    /* a spare one for put() */
    }
    return used;
}

void instruction_registers_list(const struct instruction_registers *r, const struct shape *k, enum field f,
                                const char *unit, struct register_list *l)
{
    if (r->at[f])
        register_list_add(l, r->at[f], r->n * instruction_width(k, f), false, "top.%s.%s_q", unit, rows[f].name);
}

void instruction_pack(const struct instruction_registers *r, const struct shape *k, unsigned i,
                      const struct instruction *from)
{
    for (unsigned f = 0; f < FIELDS; f++) {
        if (!r->at[f])
            continue;
        const void *member = (const char *)from + rows[f].offset;
        unsigned width = instruction_width(k, (enum field)f), at = i * width;
        switch (rows[f].form) {
        case NUMBER: put(r->at[f], at, width, *(const uint8_t *)member); break;
        case FLAG: put(r->at[f], at, width, *(const bool *)member); break;
        case LIST:
            put(r->at[f], at, width,
                squeeze(*(const bytes8 *)member, element_width(k, (enum field)f)) & low_bits(width));
            break;
        case LANES: put(r->at[f], at, width, *(const uint32_t *)member); break;
        case WORD: put(r->at[f], at, width, *(const uint64_t *)member); break;
        case OPAQUE: put_wide(r->at[f], at, width, member); break;
        }
    }
}

void instruction_unpack(const struct instruction_registers *r, const struct shape *k, unsigned i,
                        struct instruction *to)
{
    memset(to, 0, sizeof *to);
    for (unsigned f = 0; f < FIELDS; f++) {
        if (!r->at[f])
            continue;
        void *member = (char *)to + rows[f].offset;
        unsigned width = instruction_width(k, (enum field)f), at = i * width, part = element_width(k, (enum field)f);
        switch (rows[f].form) {
        case NUMBER: *(uint8_t *)member = (uint8_t)get(r->at[f], at, width); break;
        case FLAG: *(bool *)member = get(r->at[f], at, width); break;
        case LIST:
            for (unsigned n = 0; n < element_count(k, (enum field)f); n++)
                ((bytes8 *)member)->at[n] = (uint8_t)get(r->at[f], at + n * part, part);
            break;
        case LANES: *(uint32_t *)member = (uint32_t)get(r->at[f], at, width); break;
        case WORD: *(uint64_t *)member = get(r->at[f], at, width); break;
        case OPAQUE: get_wide(r->at[f], at, width, member); break;
        }
    }
    instruction_judge(k, to);
}
