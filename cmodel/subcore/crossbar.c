/* SPDX-License-Identifier: Apache-2.0 */
#include "crossbar.h"

/* The crossbar between one read port of all banks and one port S of all collectors. */
static void eval(const struct rf_reads *reads, uint32_t returning, struct collectors *cs, struct port_s *port)
{
    uint8_t from[MAX_COLLECTORS];
    port->valid = 0;
    for (uint32_t set = returning; set; set &= set - 1) {
        unsigned b = lowest(set);
        const struct rf_bank *bank = &reads->at[b];
        unsigned c = (unsigned)bank->q.rd_col, s = (unsigned)bank->q.rd_slot;
        if (port->valid >> c & 1)
            violate(&cs->core->watch, "port S of collector %u receives from banks %u and %u at once", c, from[c], b);
        from[c] = (uint8_t)b;
        port->valid |= UINT32_C(1) << c;
        port->slot[c] = (uint8_t)s;
        port->value[c] = &bank->q.rdata;
        cs->ops->receives(cs, port, c, (unsigned)bank->q.rd_pos, s);
    }
}

void crossbar_eval(const struct rf_banks *rf, struct collectors *cs)
{
    for (unsigned r = 0; r < cs->core->shape.reads; r++)
        eval(&rf->read[r], rf_banks_returning(rf, r), cs, &cs->s[r]);
}

void crossbar_edge(struct collectors *cs)
{
    for (unsigned r = 0; r < cs->core->shape.reads; r++)
        for (uint32_t set = cs->s[r].valid; set; set &= set - 1)
            cs->ops->store(cs, &cs->s[r], lowest(set));
}
