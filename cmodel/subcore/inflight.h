/* SPDX-License-Identifier: Apache-2.0 */
/* In-flight numbers: given at issue, freed with the last result or, without results, at dispatch (3.4, 3.5, 3.9). */
#ifndef SUBCORE_INFLIGHT_H
#define SUBCORE_INFLIGHT_H

#include "age_matrix.h"
#include "core.h"
#include "instruction.h"

/* What the checks know of a number that is in use. No register. */
struct flight { uint8_t warp, dst_base, dst_count, results; };

struct inflight {
    struct core *core;
    struct age age;                         /* order of issue */
    struct flight flight[MAX_INFLIGHT];
    struct { uint64_t row[MAX_INFLIGHT * QWORDS(MAX_INFLIGHT)]; } q;    /* of an age matrix, or valid_q */
};

void inflight_open(struct inflight *f, struct core *core, const struct config *cfg);
void inflight_list(const struct inflight *f, struct register_list *l);
void inflight_reset(struct inflight *f);
void inflight_pack(struct inflight *f);
void inflight_unpack(struct inflight *f);

/* Whether instruction b is in flight and was issued before a, which is, too, or is a. */
static inline bool inflight_older(const struct inflight *f, unsigned a, unsigned b)
{
    return age_older(&f->age, a, b);
}

/* The lowest number that is free and not `but`; inflight.entries if there is none. */
static inline unsigned inflight_free(const struct inflight *f, unsigned but)
{
    return age_lowest_free(&f->age, but);
}

void inflight_take(struct inflight *f, unsigned iid, unsigned warp, const struct instruction *i);
void inflight_dispatch(struct inflight *f, unsigned iid, unsigned dst_count);

/* Section 3.13: a result is for a pending register and a valid number, `last` is on the last. False: it can not be
 * handled at all. `pending`: its register is; not asked for one that does not exist. */
bool inflight_exists(struct inflight *f, const struct result *r);
void inflight_check(struct inflight *f, const struct result *r, bool pending);

void inflight_accept(struct inflight *f, const struct result *r);

#endif
