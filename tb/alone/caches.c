/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"

unsigned draw_existing(struct unit *u)
{
    const struct shape *k = &u->m->shape;
    unsigned reg = draw_register(u);
    return reg < k->rows << k->bank_shift ? reg : reg % (k->rows << k->bank_shift);
}

/* Registers from one on, each with a row, so that no two entries have the same. */
static void draw_entries(struct unit *u, unsigned w)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    unsigned exist = k->rows << k->bank_shift < k->registers ? k->rows << k->bank_shift : k->registers;
    unsigned from = below(u, 3), step = exist >= 2 * k->rfc_entries + 3 ? 1 + below(u, 2) : 1;
    uint64_t all = low_bits(k->rfc_entries);
    m->q.rfc[w].valid = one_in(u, 3) ? all : draw_next(&u->draw) & all;
    m->q.rfc[w].dirty = k->rback ? draw_next(&u->draw) & all : 0;
    for (unsigned e = 0; e < k->rfc_entries; e++)
        m->rfc[w].tag[e / 8].at[e % 8] = (uint8_t)((from + e * step) % exist);
    for (unsigned e = 0; e + 1 < k->rfc_entries; e++) {
        unsigned f = e + below(u, k->rfc_entries - e);
        uint8_t tag = rfc_tag(m, w, e);
        m->rfc[w].tag[e / 8].at[e % 8] = rfc_tag(m, w, f);
        m->rfc[w].tag[f / 8].at[f % 8] = tag;
    }
}

/* In each set any order of its ways. */
static void draw_order(struct unit *u, unsigned w)
{
    const struct shape *k = &u->m->shape;
    for (unsigned x = 0; x < k->sets; x++) {
        uint64_t left = low_bits(k->ways);
        while (left) {
            unsigned i = one_of(u, left);
            left &= ~only(i);
            u->m->rfc[w].before[x * k->ways + i] = (uint16_t)left;
        }
    }
}

void draw_caches(struct unit *u)
{
    struct model *m = u->m;
    m->step.flushing = 0;
    for (unsigned w = 0; w < m->shape.warps; w++) {
        draw_entries(u, w);
        draw_order(u, w);
        m->step.flushing |= one_in(u, 4) ? only(w) : 0;
    }
}

unsigned draw_cached_register(struct unit *u, unsigned warp)
{
    return one_in(u, 2) ? rfc_tag(u->m, warp, below(u, u->m->shape.rfc_entries)) : draw_existing(u);
}
