/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the caching collector unit, in the order in which its module has them. */
#ifndef RTL_GEN_CCU_H
#define RTL_GEN_CCU_H

#include "emit.h"

/* Whether results are written to the cache table; whether there is more than one port D for them. */
bool ccu_writes_results(const struct emit *e);
bool ccu_several_ports(const struct emit *e);

/* Whether entries have ranks (ct_lru_q). */
bool ccu_has_ranks(const struct emit *e);

/* Whether results on ports D carry a near bit or distance; with ccu.write: near their near bit is 1. */
bool ccu_result_has_field(const struct emit *e);

/* Fields of a result on a port, and where they come from. */
struct ccu_result {
    const char *name;
    const char *source;
    const char *width;
};

/* The fields that the configuration has; their number. */
int ccu_results(const struct emit *e, struct ccu_result list[6]);

void ccu_victim_order(struct emit *e);
void ccu_own_check(struct emit *e);
void ccu_allocation(struct emit *e);
void ccu_port_d(struct emit *e);
void ccu_sources(struct emit *e);
void ccu_entries(struct emit *e);
void ccu_next_state(struct emit *e);

#endif
