/* SPDX-License-Identifier: Apache-2.0 */
/* The plain operand collector: a register for each slot (3.3, 3.6, 3.8; Malekeh II). */
#ifndef SUBCORE_OCU_H
#define SUBCORE_OCU_H

#include "collector.h"

struct ocu {
    struct {
        uint64_t src_reg;                       /* packed */
        uint64_t src_fill, src_set, dst_look;   /* beside a register cache; src_set packed */
        uint64_t src_bank, copy, copy_slot, dst_level, dst_bank;    /* beside ORF and LRF; dst_level packed */
        struct vreg data[MAX_SLOTS];
    } q;
};

struct ocus {
    struct single_collectors all;
    unsigned set_w;                     /* XW */
    bool     fill, pos;                 /* a register cache takes sources (FILL); by their position (POS) */
    bool     stall;                     /* a warp without a free collector holds the others up (issue.blocked) */
    uint32_t open;                      /* collectors that are not busy, of the cycle */
    struct ocu at[MAX_COLLECTORS];
};

extern const struct collector_ops ocu_ops;

/* Functions of struct collector_ops for all collectors that store a value for each slot; the registers but for the
 * values, and the values. `unit` is the module's name. */
void ocu_open(struct collectors *cs, const struct config *cfg);
void ocu_list(const struct collectors *cs, unsigned c, const char *unit, struct register_list *l);
void ocu_list_values(const struct collectors *cs, unsigned c, const char *unit, struct register_list *l);
void ocu_pack(struct collectors *cs, unsigned c);
void ocu_unpack(struct collectors *cs, unsigned c);
void ocu_receives(const struct collectors *cs, struct port_s *port, unsigned c, unsigned p, unsigned s);
void ocu_store(struct collectors *cs, const struct port_s *port, unsigned c);
uint32_t ocu_operands(const struct collectors *cs, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS]);
bool ocu_uppers(const struct collectors *cs, struct vreg operand[MAX_SLOTS], uint32_t *slots);
struct readiness ocu_ready(struct collectors *cs, const struct collector_view *v, uint64_t warps);
struct takers ocu_takers(const struct collectors *cs, unsigned warp);

/* The value for slot s of collector c is wanted in the register cache; and in which set of it. */
static inline bool ocu_fills(const struct ocus *o, unsigned c, unsigned s)
{
    return o->at[c].q.src_fill >> s & 1;
}

static inline unsigned ocu_set(const struct ocus *o, unsigned c, unsigned s)
{
    return o->pos ? (unsigned)(o->at[c].q.src_set >> s * o->set_w & low_bits(o->set_w)) : 0;
}

#endif
