/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded instruction on its way from the ibuffer to a collector, and its fields, which the ibuffer and the stage
 * behind issue keep in registers of their own (docs/microarchitecture-base.md, section 2).
 */
#ifndef SUBCORE_INSTRUCTION_H
#define SUBCORE_INSTRUCTION_H

#include "boundary.h"
#include "cmodel/base/bits.h"
#include "cmodel/base/register_list.h"
#include "shape.h"

/* In the order of the lists of registers. */
enum field {
    FIELD_UNIT, FIELD_SRC_VALID, FIELD_SRC_REG, FIELD_SRC_NEAR, FIELD_SRC_DIST, FIELD_DST_COUNT, FIELD_DST_BASE,
    FIELD_DST_NEAR, FIELD_DST_DIST, FIELD_LONG, FIELD_LEAVE, FIELD_TAG_SRC, FIELD_TAG_DST, FIELD_FIRST, FIELD_HINT,
    FIELD_SRC_POS, FIELD_SRC_REUSE, FIELD_DST_LOOK, FIELD_SRC_LEVEL, FIELD_COPY, FIELD_COPY_SLOT, FIELD_DST_LEVEL,
    FIELD_DST_BANK, FIELD_STRAND, FIELD_ENTRIES, FIELD_INTERVAL, FIELD_SAME, FIELD_WAR, FIELD_LAST, FIELD_MASK,
    FIELD_PAYLOAD, FIELD_STALL, FIELD_YIELD, FIELD_WAIT, FIELD_WRITE_BAR, FIELD_READ_BAR, FIELD_DEPBAR,
    FIELD_DEPBAR_COUNT, FIELDS
};

/* Fields are cut to the widths of the configuration; those that it lacks are zero. Near bits follow from distances
 * where those are numbers. */
struct instruction {
    uint8_t  unit, src_valid, src_near, dst_count, dst_base, dst_near;
    uint8_t  hint;
    bool     last, far_memory, leave, first;
    bool     war;                   /* a result is a source of the warp's instruction before it */
    uint64_t same;                  /* bit s S + f, f <= s: slots s and f are in use and name one register */
    uint8_t  src_reuse, dst_look;
    uint8_t  stall, wait, write_bar, read_bar, depbar, depbar_count;    /* control bits (3.18) */
    bool     yield;
    bool     strand;                /* places and what goes with them (3.19): it begins a strand, */
    bool     interval;              /* it begins one (3.20) */
    uint8_t  copy, copy_slot, dst_bank;
    uint32_t entries;               /* of ORF and LRF that it names */
    bytes8   src_level, dst_level;
    bytes8   src_reg, src_dist, src_pos, dst_dist;
    uint32_t mask;
    uint64_t tag_src, tag_dst;
    uint64_t payload[PAYLOAD_QWORDS];
};

/* The fields of a configuration, as bits. */
uint64_t instruction_fields(const struct config *cfg);

static inline bool has_field(const struct shape *k, enum field f)
{
    return k->fields >> f & 1;
}

/* Bits of a field. */
unsigned instruction_width(const struct shape *k, enum field f);

/* What the decode port carries: `same` and `war` are the ibuffer's to find. */
void instruction_take(const struct shape *k, struct instruction *i, const struct decoded *d);

/* Near bits that distances stand for. */
void instruction_judge(const struct shape *k, struct instruction *i);

/* Of some slots, those whose register no lower one of them names; and of all slots in use. */
unsigned instruction_first_of(const struct instruction *i, unsigned slots);

static inline unsigned instruction_first(const struct instruction *i)
{
    return instruction_first_of(i, i->src_valid);
}

/* Entries of ORF and LRF in the places of its results and of its copy; and all that it names. */
uint32_t instruction_entries_written(const struct shape *k, const struct instruction *i);
uint32_t instruction_entries(const struct shape *k, const struct instruction *i);

/* Bit s S + f, f <= s: slots s and f are in use and name one register. */
uint64_t instruction_equal_slots(const struct shape *k, unsigned src_valid, const uint8_t *src_reg);

/* Whether a result of it is a source of an instruction before it, of which these are the slots in use and their
 * registers (3.5, item 3). */
static inline bool instruction_overwrites(const struct shape *k, const struct instruction *i, uint64_t slots,
                                          bytes8 reg)
{
    for (; slots; slots &= slots - 1)
        if (is_result(k, i->dst_base, i->dst_count, reg.at[lowest(slots)]))
            return true;
    return false;
}

/* The d-th result register. */
static inline uint8_t instruction_result(const struct shape *k, const struct instruction *i, unsigned d)
{
    return (uint8_t)((i->dst_base + d) & (k->registers - 1));
}

/* --- the packed form: a register for each field, with one place for each of n instructions ------------------------ */

struct instruction_registers {
    unsigned n;
    uint64_t *at[FIELDS];           /* NULL: the field is not kept */
};

/* `fields` of n instructions, put behind each other into `words`, of which it returns how many it takes. */
size_t instruction_registers_open(struct instruction_registers *r, const struct shape *k, uint64_t fields, unsigned n,
                                  uint64_t *words);

/* Adds a field's register to a list, as "top.u_ibuffer.<name>_q" with unit = "u_ibuffer"; nothing if it is not kept. */
void instruction_registers_list(const struct instruction_registers *r, const struct shape *k, enum field f,
                                const char *unit, struct register_list *l);

void instruction_pack(const struct instruction_registers *r, const struct shape *k, unsigned i,
                      const struct instruction *from);
void instruction_unpack(const struct instruction_registers *r, const struct shape *k, unsigned i,
                        struct instruction *to);

#endif
