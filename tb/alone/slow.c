/* SPDX-License-Identifier: Apache-2.0 */
#include "slow.h"

#include "cmodel/subcore/subcore.h"

uint32_t draw_busy(struct unit *u)
{
    struct rf_banks *rf = &u->m->rf;
    unsigned banks = u->m->core.shape.banks;
    rf->busy = slow(u) && one_in(u, 2) ? below(u, 1u << banks) : 0;
    for (unsigned b = 0; slow(u) && b < banks; b++)
        rf->q.wait[b] = rf->busy >> b & 1 ? 1 + below(u, rf->cycles - 1) : 0;
    if (slow(u))
        give(u, "busy_i", 0, banks, rf->busy);
    return rf->busy;
}
