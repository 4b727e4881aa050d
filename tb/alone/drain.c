/* SPDX-License-Identifier: Apache-2.0 */
#include "drain.h"

#include "instruction.h"

void give_no_result(struct unit *u, unsigned b)
{
    const struct shape *k = &u->m->core.shape;
    const struct vreg none = {{0}};
    give(u, "granted_valid_i", b, 1, 0);
    give(u, "granted_warp_i", b * k->warp_w, k->warp_w, 0);
    give(u, "granted_row_i", b * k->row_w, k->row_w, 0);
    give(u, "granted_mask_i", b * k->lanes, k->lanes, 0);
    give_vector(u, "granted_data_i", b, &none);
}

void says_write(struct unit *u, const struct drain *d, uint32_t granted, unsigned b, unsigned warp, uint64_t row,
                const struct vreg *data)
{
    const struct shape *k = &u->m->core.shape;
    bool drains = d->drained >> b & 1;
    says(u, "wr_valid_o", b, 1, drains || (granted >> b & 1));
    says(u, "wr_warp_o", b * k->warp_w, k->warp_w, warp);
    says(u, "wr_row_o", b * k->row_w, k->row_w, row);
    says(u, "wr_mask_o", b * k->lanes, k->lanes,
         drains ? k->lane_mask : given(u, "granted_mask_i", b * k->lanes, k->lanes));
    says_vector(u, "wr_data_o", b, data);
}

void count_drains(struct unit *u, const struct drain *d, uint32_t granted, const uint64_t offered[MAX_BANKS])
{
    const struct shape *k = &u->m->core.shape;
    hit_if(u, NOTHING, !given(u, "offer_valid_i", 0, d->n));
    hit_if(u, ALL_BANKS, (granted | d->drained) == low_bits(k->banks));
    for (unsigned b = 0; b < k->banks; b++) {
        bool drains = d->drained >> b & 1;
        hit_if(u, RESULT_FIRST, offered[b] && (granted >> b & 1));
        hit_if(u, SAME_BANK, count_bits(offered[b]) > 1 && drains);
        hit_if(u, PASSED, drains && d->from[b] != get(d->q.turn, b * d->n_w, d->n_w));
    }
}
