/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the caching collector unit, in the order in which its module has them. */
#ifndef RTL_GEN_CCU_H
#define RTL_GEN_CCU_H

#include "rtl_gen/gen/emit.h"

/* Whether results are written to the cache table; whether there is more than one port D for them. */
bool ccu_writes_results(const struct emit *e);
bool ccu_several_ports(const struct emit *e);

/* Whether the result on the one port D is followed for each outcome of issue, before it is known which one there is. */
bool ccu_follows_outcomes(const struct emit *e);

/* Whether the entries have one write port for port S and port D. */
bool ccu_shares_write(const struct emit *e);

/* Fields of a result on a port, and where they come from. */
struct ccu_result {
    const char *name;
    const char *source;
    const char *width;
};

/* The fields that the configuration has; their number. */
int ccu_results(const struct emit *e, struct ccu_result list[6]);

/*
 * Names in a tag check: the slots of the instruction, the entries in use, and what comes out. Without the issue stage
 * there are two checks at once, before it is known which warp issues: for the warp that the table is of ("own"), and
 * for another one, which finds it empty. With the stage there is one, of its instruction.
 */
struct ccu_check {
    const char *valid, *reg, *same, *first;
    const char *table;
    const char *hit, *victim, *refers;         /* by slot */
    const char *referenced, *replaced, *place; /* by entry */
};

const struct ccu_check *ccu_check(const struct emit *e);

void ccu_victim_order(struct emit *e);
void ccu_tag_check(struct emit *e);
void ccu_allocation(struct emit *e);
void ccu_port_d(struct emit *e);
void ccu_sources(struct emit *e);
void ccu_entries(struct emit *e);
void ccu_next_state(struct emit *e);

#endif
