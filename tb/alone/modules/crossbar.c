/* SPDX-License-Identifier: Apache-2.0 */
/* crossbar with data_crossbar: crossbar_eval() of cmodel/subcore/crossbar.c (3.2, 3.8). */
#include "cmodel/subcore/crossbar.h"

#include "tb/alone/alone.h"
#include "tb/alone/instruction.h"

enum { NOTHING, ALL, CROSSED };

static const struct point points[] = {
    {"no bank answers", NULL}, {"every collector gets a value", NULL},
    {"a value from the last bank to the first collector", NULL}, {NULL, NULL}
};

/* Banks read for different collectors (3.10). */
static void draw_reads(struct unit *u)
{
    struct rf_banks *rf = &u->m->rf;
    const struct shape *k = &u->m->core.shape;
    uint64_t open = low_bits(k->collectors), valid = given(u, "rd_valid_i", 0, k->banks);
    if (one_in(u, 3))
        valid = one_in(u, 4) ? 0 : low_bits(k->banks);
    rf->read[0].reading = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        unsigned c = open ? one_of(u, open) : 0;
        bool reads = open && (valid >> b & 1);
        open &= reads ? ~(UINT64_C(1) << c) : ~UINT64_C(0);
        rf->read[0].reading |= (uint32_t)reads << b;
        rf->read[0].at[b].q.rd_col = c;
        rf->read[0].at[b].q.rd_slot = give_below(u, "rd_slot_i", b * k->slot_w, k->slot_w, k->slots);
        if (k->positions)
            rf->read[0].at[b].q.rd_pos = give_below(u, "rd_pos_i", b * k->pos_w, k->pos_w, (unsigned)u->cfg->window);
        given_vector(u, "rdata_i", b, &rf->read[0].at[b].q.rdata);
        give(u, "rd_col_i", b * k->col_w, k->col_w, c);
        give(u, "rd_valid_i", b, 1, reads);
    }
}

/* The bank whose value a collector receives. */
static unsigned bank_before(const struct rf_banks *rf, const struct port_s *s, unsigned c)
{
    unsigned b = 0;
    while (s->value[c] != &rf->read[0].at[b].q.rdata)
        b++;
    return b;
}

static void cycle(struct unit *u)
{
    const struct rf_banks *rf = &u->m->rf;
    const struct shape *k = &u->m->core.shape;
    const struct port_s *s = &u->m->collectors.base.s[0];
    draw_reads(u);
    crossbar_eval(rf, &u->m->collectors.base);
    for (unsigned c = 0; c < k->collectors; c++) {
        static const struct vreg nothing;
        bool valid = s->valid >> c & 1;
        unsigned b = valid ? bank_before(rf, s, c) : 0;
        says(u, "s_valid_o", c, 1, valid);
        says(u, "s_slot_o", c * k->slot_w, k->slot_w, valid ? s->slot[c] : 0);
        if (k->positions)
            says(u, "s_pos_o", c * k->pos_w, k->pos_w, valid ? rf->read[0].at[b].q.rd_pos : 0);
        says_vector(u, "s_data_o", c, valid ? s->value[c] : &nothing);
        hit_if(u, CROSSED, valid && c == 0 && b == k->banks - 1);
    }
    hit_if(u, NOTHING, !s->valid);
    hit_if(u, ALL, s->valid == low_bits(k->collectors < k->banks ? k->collectors : k->banks) ||
                   count_bits(s->valid) == k->banks);
}

const struct bench bench_crossbar = {
    .assumed = "banks answer different collectors, which exist", .points = points, .cycle = cycle
};
