/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"

unsigned draw_existing(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    unsigned reg = draw_register(u);
    return reg < k->rows << k->bank_shift ? reg : reg % (k->rows << k->bank_shift);
}

/* Registers from one on, each with a row, so that no two entries have the same. */
static void draw_entries(struct unit *u, unsigned w)
{
    struct rfcs *rs = &u->m->rfcs;
    struct rfc *rfc = &rs->at[w];
    const struct shape *k = &u->m->core.shape;
    unsigned exist = k->rows << k->bank_shift < k->registers ? k->rows << k->bank_shift : k->registers;
    unsigned from = below(u, 3), step = exist >= 2 * rs->entries + 3 ? 1 + below(u, 2) : 1;
    uint64_t all = low_bits(rs->entries);
    rfc->q.valid = one_in(u, 3) ? all : draw_next(&u->draw) & all;
    rfc->q.dirty = rs->back ? draw_next(&u->draw) & all : 0;
    for (unsigned e = 0; e < rs->entries; e++)
        rfc->tag[e / 8].at[e % 8] = (uint8_t)((from + e * step) % exist);
    for (unsigned e = 0; e + 1 < rs->entries; e++) {
        unsigned f = e + below(u, rs->entries - e);
        uint8_t tag = rfc_tag(rs, w, e);
        rfc->tag[e / 8].at[e % 8] = rfc_tag(rs, w, f);
        rfc->tag[f / 8].at[f % 8] = tag;
    }
}

/* In each set any order of its ways. */
static void draw_order(struct unit *u, unsigned w)
{
    struct rfcs *rs = &u->m->rfcs;
    for (unsigned x = 0; x < rs->sets; x++) {
        uint64_t left = low_bits(rs->ways);
        while (left) {
            unsigned i = one_of(u, left);
            left &= ~only(i);
            rs->at[w].before[x * rs->ways + i] = (uint16_t)left;
        }
    }
}

void draw_caches(struct unit *u)
{
    struct rfcs *rs = &u->m->rfcs;
    rs->flushing = 0;
    for (unsigned w = 0; w < u->m->core.shape.warps; w++) {
        draw_entries(u, w);
        draw_order(u, w);
        rs->flushing |= one_in(u, 4) ? only(w) : 0;
    }
}

unsigned draw_cached_register(struct unit *u, unsigned warp)
{
    const struct rfcs *rs = &u->m->rfcs;
    return one_in(u, 2) ? rfc_tag(rs, warp, below(u, rs->entries)) : draw_existing(u);
}
