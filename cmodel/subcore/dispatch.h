/* SPDX-License-Identifier: Apache-2.0 */
/* Which collector's instruction goes to an execution unit (3.3, 3.4; oldest first, or round robin). */
#ifndef SUBCORE_DISPATCH_H
#define SUBCORE_DISPATCH_H

#include "age_matrix.h"
#include "collectors.h"
#include "inflight.h"

struct dispatch {
    struct core *core;
    bool     round_robin;
    struct age age;                 /* order of allocation of occupied collectors; without positions */
    struct {                        /* of the cycle; */
        bool     valid;             /* an instruction leaves: */
        unsigned col, position, iid, dst_count;
    } leaves;
    uint32_t operands, uppers;      /* of the outputs, slots that are not zero */
    struct { uint64_t rr, row[QWORDS(MAX_COLLECTORS * MAX_COLLECTORS)]; } q;
};

void dispatch_open(struct dispatch *d, struct core *core, const struct config *cfg);
void dispatch_list(const struct dispatch *d, struct register_list *l);
void dispatch_reset(struct dispatch *d);
void dispatch_pack(struct dispatch *d);
void dispatch_unpack(struct dispatch *d);

void dispatch_eval(struct dispatch *d, struct collectors *cs, const struct inflight *f, uint32_t unit_ready,
                   struct sc_out *out);

/* Collector c takes an instruction. */
void dispatch_allocate(struct dispatch *d, unsigned c);

/* What has left frees its place, and its in-flight number if it has no results. */
void dispatch_edge(struct dispatch *d, struct collectors *cs, struct inflight *f);

#endif
