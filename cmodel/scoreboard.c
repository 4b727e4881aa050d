/* SPDX-License-Identifier: Apache-2.0 */
#include "scoreboard.h"

bool scoreboard_waits(const struct model *m, unsigned warp, const struct entry *e)
{
    for (unsigned set = e->src_valid; set; set &= set - 1)
        if (scoreboard_pending(m, warp, e->src_reg.at[lowest(set)]))
            return true;
    for (unsigned d = 0; d < e->dst_count; d++)
        if (scoreboard_pending(m, warp, (e->dst_base + d) & (m->shape.registers - 1)))
            return true;
    return false;
}

void scoreboard_issue(struct model *m, unsigned warp, const struct entry *e)
{
    for (unsigned d = 0; d < e->dst_count; d++)
        bit_set(m->q.pending, warp * m->shape.registers + ((e->dst_base + d) & (m->shape.registers - 1)));
}

void scoreboard_accept(struct model *m, unsigned warp, unsigned reg)
{
    bit_clear(m->q.pending, warp * m->shape.registers + reg);
    m->issue.known &= ~(UINT64_C(1) << warp);
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
