/* SPDX-License-Identifier: Apache-2.0 */
#include "crossbar.h"

void crossbar_eval(const struct rf_banks *rf, struct collectors *cs)
{
    uint8_t from[MAX_COLLECTORS];
    cs->s.valid = 0;
    for (uint32_t set = rf->reading; set; set &= set - 1) {
        unsigned b = lowest(set);
        const struct rf_bank *bank = &rf->at[b];
        unsigned c = (unsigned)bank->q.rd_col, s = (unsigned)bank->q.rd_slot;
        if (cs->s.valid >> c & 1)
            violate(&cs->core->watch, "port S of collector %u receives from banks %u and %u at once", c, from[c], b);
        from[c] = (uint8_t)b;
        cs->s.valid |= UINT32_C(1) << c;
        cs->s.slot[c] = (uint8_t)s;
        cs->s.value[c] = &bank->q.rdata;
        cs->ops->receives(cs, c, (unsigned)bank->q.rd_pos, s);
    }
}

void crossbar_edge(struct collectors *cs)
{
    for (uint32_t set = cs->s.valid; set; set &= set - 1)
        cs->ops->store(cs, lowest(set));
}
