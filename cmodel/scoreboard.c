/* SPDX-License-Identifier: Apache-2.0 */
#include "scoreboard.h"

void scoreboard_issue(struct model *m, unsigned warp, const struct entry *e)
{
    for (unsigned d = 0; d < e->dst_count; d++)
        bit_set(m->q.pending, warp * m->shape.registers + ((e->dst_base + d) & (m->shape.registers - 1)));
}

bool scoreboard_any(const struct model *m, unsigned warp)
{
    unsigned first = warp * m->shape.registers;
    for (unsigned r = 0; r < m->shape.registers; r += 64) {
        unsigned width = m->shape.registers < 64 ? m->shape.registers : 64;
        if (get(m->q.pending, first + r, width))
            return true;
    }
    return false;
}
