/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions for benches of the sub-core's modules, and their ports. */
#ifndef SUBCORE_ALONE_INSTRUCTION_H
#define SUBCORE_ALONE_INSTRUCTION_H

#include "alone.h"
#include "cmodel/subcore/subcore.h"

/* Any that the front end may decode (3.13): of all shapes, often with few registers, so that they meet. */
struct instruction draw_instruction(struct unit *u);

/* Frames of ORF and LRF, or of intervals (3.19, 3.20); NULL: there are none. */
static inline struct levels *frames_of(const struct unit *u)
{
    return u->m->intervals ? &u->m->intervals->frames : u->m->levels;
}

/* With intervals: where its sources are when it issues, slots with one register in one place. */
void draw_source_places(struct unit *u, struct instruction *i);

/* A register, often one of few. */
unsigned draw_register(struct unit *u);

/* Where the result on a port goes, or 0 (3.19). */
unsigned draw_result_place(struct unit *u, unsigned port);

/* Slots that are read from their banks: those in use, but for those in an entry (3.19). */
uint64_t bank_slots(const struct shape *k, const struct instruction *e);

/* Lanes: often all, sometimes none. */
uint32_t draw_lanes(struct unit *u);

/* Its fields on ports PREFIX_unit_i, PREFIX_src_valid_i ..., as far as they are there. */
void give_instruction(struct unit *u, const char *prefix, const struct instruction *e);

/* Likewise as outputs PREFIX_..._o. */
void says_instruction(struct unit *u, const char *prefix, const struct instruction *e);
void any_instruction(struct unit *u, const char *prefix);

/* What ibuffer says of slots: bit f of slot s, f <= s: both are in use and name the same register. The first one with
 * a register is one that is read from its bank. */
uint64_t same_slots(const struct instruction *e, unsigned s);
void give_same(struct unit *u, const char *first, const char *same, unsigned at, const struct instruction *e);
void says_same(struct unit *u, const char *first, const char *same, unsigned at, const struct instruction *e);

/*
 * And of their places, bit n of slot s: n other registers are named before that of the slot; of the number of
 * registers, one-hot; and of the ranks that they give their entries of an empty cache table.
 */
void give_places(struct unit *u, const char *place, const char *count, const char *rank, const struct instruction *e);
void says_places(struct unit *u, const char *place, const char *count, const char *rank, const struct instruction *e);

/* Bits of the number of registers: a table that they fill has no entry behind them. */
unsigned places_of(const struct model *m);

/* Whether a slot names a result of another instruction: what a collector says on war_o. */
bool reads_a_result(const struct shape *k, unsigned src_valid, bytes8 reg, unsigned count, unsigned base);

/* A lane vector at lane 0 of element i. */
void given_vector(const struct unit *u, const char *port, unsigned i, struct vreg *v);
void give_vector(struct unit *u, const char *port, unsigned i, const struct vreg *v);
void says_vector(struct unit *u, const char *port, unsigned i, const struct vreg *v);

#endif
