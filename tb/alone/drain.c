/* SPDX-License-Identifier: Apache-2.0 */
#include "drain.h"

#include "instruction.h"

void give_no_result(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->shape;
    const struct vreg none = {{0}};
    give(u, "granted_valid_i", b, 1, 0);
    give(u, "granted_warp_i", b * k->warp_w, k->warp_w, 0);
    give(u, "granted_row_i", b * k->row_w, k->row_w, 0);
    give(u, "granted_mask_i", b * k->lanes, k->lanes, 0);
    give_vector(u, "granted_data_i", b, &none);
}

void says_write(struct unit *u, unsigned b, unsigned warp, uint64_t row, const struct vreg *data)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    bool drains = m->step.drained >> b & 1;
    says(u, "wr_valid_o", b, 1, drains || (m->step.granted >> b & 1));
    says(u, "wr_warp_o", b * k->warp_w, k->warp_w, warp);
    says(u, "wr_row_o", b * k->row_w, k->row_w, row);
    says(u, "wr_mask_o", b * k->lanes, k->lanes,
         drains ? k->lane_mask : given(u, "granted_mask_i", b * k->lanes, k->lanes));
    says_vector(u, "wr_data_o", b, data);
}

void count_drains(struct unit *u, const unsigned offers[MAX_BANKS], unsigned count, unsigned width)
{
    const struct model *m = u->m;
    const struct shape *k = &m->shape;
    hit_if(u, NOTHING, !given(u, "offer_valid_i", 0, count));
    hit_if(u, ALL_BANKS, (m->step.granted | m->step.drained) == low_bits(k->banks));
    for (unsigned b = 0; b < k->banks; b++) {
        hit_if(u, RESULT_FIRST, offers[b] && (m->step.granted >> b & 1));
        hit_if(u, SAME_BANK, offers[b] > 1 && (m->step.drained >> b & 1));
        hit_if(u, PASSED, (m->step.drained >> b & 1) && m->step.drain_col[b] != get(m->q.turn, b * width, width));
    }
}
