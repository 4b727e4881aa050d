/* SPDX-License-Identifier: Apache-2.0 */
/* A collector of one instruction: what the plain one and the caching one have in common (3.3, 3.4, 3.6; Malekeh II). */
#ifndef SUBCORE_COLLECTOR_H
#define SUBCORE_COLLECTOR_H

#include "collectors.h"

struct collector {
    bytes8 reg;                     /* register of slot s */
    struct {
        uint64_t occupied, upper, warp, iid, unit, mask, dst_count, dst_base, dst_near, dst_dist;
        uint64_t payload[PAYLOAD_QWORDS];
        uint64_t src_valid, src_ready;          /* in a CCU oct_valid_q, oct_ready_q */
    } q;
};

/* The begin of struct ocus and struct ccus. */
struct single_collectors {
    struct collectors base;
    bool     halves;                /* operands leave in two cycles (BEATS = 2) */
    uint32_t upper;                 /* collectors with upper_q: one or none */
    uint32_t finish, held;          /* of the cycle: whose last lanes leave; that stay occupied */
    struct collector at[MAX_COLLECTORS];
};

static inline struct single_collectors *singles(struct collectors *cs)
{
    return (struct single_collectors *)cs;
}

static inline const struct single_collectors *singles_of(const struct collectors *cs)
{
    return (const struct single_collectors *)cs;
}

void collector_open(struct single_collectors *all, const struct config *cfg);

/* occupied_q to payload_q; `reset`: warp_q has a reset. */
void collector_list(const struct single_collectors *all, unsigned c, const char *unit, bool reset,
                    struct register_list *l);
void collector_reset(struct single_collectors *all, unsigned c);
void collector_unpack(struct single_collectors *all, unsigned c);

/* Functions of struct collector_ops. `stored` gives the value of slot k, as far as it is stored. */
uint32_t collector_dispatchable(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS]);
unsigned collector_number(const struct collectors *cs, unsigned c, unsigned p);
void collector_dispatches(struct collectors *cs, int c, unsigned p);
void collector_drive(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out);
unsigned collector_register_of(const struct collectors *cs, unsigned c, unsigned p, unsigned s);
unsigned collector_warp_of(const struct collectors *cs, unsigned c);
unsigned collector_place(const struct collectors *cs, unsigned c, unsigned p, unsigned s);
void collector_dispatched(struct collectors *cs, int c, unsigned p);
unsigned collector_next(const struct collectors *cs, unsigned c);
bool collector_collects(const struct collectors *cs, unsigned warp);
unsigned collector_busy(const struct collectors *cs);

/* As collector_dispatchable(), where `slots` of collector `served` are ready now, too: their values are elsewhere. */
uint32_t collector_dispatchable_with(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS],
                                     unsigned served, uint64_t slots);

/* Slots of collector c whose register, or entry, is `key`; and the value of each of its slots in use. */
typedef const struct vreg *collector_stored(const struct collectors *cs, unsigned c, unsigned k);
uint32_t collector_operands(const struct single_collectors *all, unsigned c, collector_stored *stored,
                            struct vreg operand[MAX_SLOTS]);
bool collector_uppers(const struct single_collectors *all, collector_stored *stored, struct vreg operand[MAX_SLOTS],
                      uint32_t *slots);

/* The value that arrives on a port S for slot s. */
const struct vreg *collector_arriving(const struct single_collectors *all, unsigned c, unsigned s);

/* Metadata of an instruction, and its sources in their slots; none of them is ready. */
void collector_take(struct single_collectors *all, unsigned c, unsigned warp, unsigned iid,
                    const struct instruction *i);

/* Collectors that are not busy: they are not held, and nothing is on its way to them. */
uint32_t collector_open_ones(const struct single_collectors *all, const struct collector_view *v);

/* Of some warps, those whose head overtakes a read (3.5, item 3). */
uint64_t collector_overtaking(const struct single_collectors *all, const struct collector_view *v, uint64_t warps);

#endif
