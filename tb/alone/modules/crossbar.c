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
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    uint64_t open = low_bits(k->collectors), valid = given(u, "rd_valid_i", 0, k->banks);
    if (one_in(u, 3))
        valid = one_in(u, 4) ? 0 : low_bits(k->banks);
    m->reading = 0;
    for (unsigned b = 0; b < k->banks; b++) {
        unsigned c = open ? one_of(u, open) : 0;
        bool reads = open && (valid >> b & 1);
        open &= reads ? ~(UINT64_C(1) << c) : ~UINT64_C(0);
        m->reading |= (uint32_t)reads << b;
        m->q.bank[b].rd_col = c;
        m->q.bank[b].rd_slot = give_below(u, "rd_slot_i", b * k->slot_w, k->slot_w, k->slots);
        m->q.bank[b].rd_pos = k->boc ? give_below(u, "rd_pos_i", b * k->window_w, k->window_w, k->window) : 0;
        give(u, "rd_col_i", b * k->col_w, k->col_w, c);
        give(u, "rd_valid_i", b, 1, reads);
    }
}

static void cycle(struct unit *u)
{
    struct model *m = u->m;
    const struct shape *k = &m->shape;
    draw_reads(u);
    crossbar_eval(m);
    for (unsigned c = 0; c < k->collectors; c++) {
        bool valid = m->step.s_valid >> c & 1;
        unsigned b = valid ? m->step.s_bank[c] : 0;
        struct vreg value = {{0}};
        if (valid)
            given_vector(u, "rdata_i", b, &value);
        says(u, "s_valid_o", c, 1, valid);
        says(u, "s_slot_o", c * k->slot_w, k->slot_w, valid ? m->q.bank[b].rd_slot : 0);
        if (k->boc)
            says(u, "s_pos_o", c * k->window_w, k->window_w, valid ? m->q.bank[b].rd_pos : 0);
        says_vector(u, "s_data_o", c, &value);
        hit_if(u, CROSSED, valid && c == 0 && b == k->banks - 1);
    }
    hit_if(u, NOTHING, !m->step.s_valid);
    hit_if(u, ALL, m->step.s_valid == low_bits(k->collectors < k->banks ? k->collectors : k->banks) ||
                   count_bits(m->step.s_valid) == k->banks);
}

const struct bench bench_crossbar = {
    .assumed = "banks answer different collectors, which exist", .points = points, .cycle = cycle
};
