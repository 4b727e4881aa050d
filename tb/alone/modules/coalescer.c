/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer: cmodel/sm/coalescer.c (docs/sm.md, 5.3). */
#include "cmodel/sm/coalescer.h"

#include "tb/alone/sm_part.h"

enum { ONE_LINE, SEVERAL, ALL_DIFFERENT, STALLED, CONTENTION, BACK_TO_BACK, OVERLAP, ATOMIC, NEAR };

static const struct point points[] = {
    {"all elements lie in one line", NULL}, {"several lines", several_lanes},
    {"each element lies in another line", NULL},
    {"a line access is not taken", NULL}, {"two sub-cores offer an access", NULL},
    {"an access comes as the last line of another one is taken", NULL}, {"two elements write one word", several_lanes},
    {"an atomic", NULL}, {"two lines differ in one bit, each one in turn", several_lanes}, {NULL, NULL}
};

struct own {
    struct sm_shape k;
    struct coalescer c;
    uint64_t differed;          /* bits in which alone two lines of an access have differed */
};

static bool open(struct unit *u)
{
    struct own *o = u->own;
    o->k = sm_make_shape(u->cfg);
    o->c.accept = -1;
    return true;
}

static void list(struct unit *u, struct register_list *l)
{
    struct own *o = u->own;
    coalescer_list(&o->c, &o->k, l);
}

static void reset(struct unit *u) { coalescer_reset(&((struct own *)u->own)->c); }

static void unpack(struct unit *u)
{
    struct own *o = u->own;
    coalescer_unpack(&o->c, &o->k);
}

static void draw_offer(struct unit *u, unsigned i, struct mem_access *m)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    unsigned spread = below(u, 6);
    uint64_t base = draw_next(&u->draw) & low_bits(k->word_w);
    *m = (struct mem_access){.valid = !one_in(u, 3), .id = (uint8_t)given(u, "mem_id_i", i * ACCESS_ID_BITS, 8),
                             .op = (uint8_t)given(u, "mem_op_i", 2 * i, 2), .local = given(u, "mem_local_i", i, 1)};
    m->mask = (uint32_t)(one_in(u, 2) ? k->lane_mask : 1 + below(u, (unsigned)k->lane_mask));
    m->warp = (uint8_t)give_below(u, "mem_warp_i", i * k->warp_w, k->warp_w, k->warps);
    give(u, "mem_valid_i", i, 1, m->valid);
    give(u, "mem_mask_i", i * k->lanes, k->lanes, m->mask);
    for (unsigned e = 0; e < k->lanes; e++) {
        unsigned at = i * k->lanes + e;
        if (spread == 5 && k->off_w)    /* words that differ in one bit, if at all, */
            m->addr[e] = base ^ (one_in(u, 2) ? 0 : only(below(u, k->off_w)));
        else if (spread > 3)            /* or lines */
            m->addr[e] = draw_near_line(u, k, base >> k->off_w, o->differed) << k->off_w | (base & low_bits(k->off_w));
        else
            m->addr[e] = spread == 0 ? base : (base + (spread == 1 ? e : spread == 2 ? e * k->line_words
                                                     : below(u, 3 * k->line_words))) & low_bits(k->word_w);
        if (m->op == MEM_LOAD) {
            give(u, "mem_be_i", 4 * at, 4, 0);
            give(u, "mem_data_i", 32 * at, 32, 0);
        }
        m->be[e] = (uint8_t)given(u, "mem_be_i", 4 * at, 4);
        m->data[e] = (uint32_t)given(u, "mem_data_i", 32 * at, 32);
        give(u, "mem_addr_i", at * k->word_w, k->word_w, m->addr[e]);
    }
}

static void says_access(struct unit *u, const struct line_access *a)
{
    const struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    says(u, "access_valid_o", 0, 1, a != NULL);
    if (!a) {
        const struct { const char *name; unsigned width; } fields[] = {
            {"access_op_o", 2}, {"access_local_o", 1}, {"access_sub_o", k->sub_w}, {"access_id_o", 8},
            {"access_bypass_o", 1}, {"access_warp_o", k->number_w}, {"access_line_o", k->line_w},
            {"access_mask_o", k->lanes}, {"access_off_o", k->lanes * k->off_w}, {"access_be_o", 4 * k->line_words},
            {"access_data_o", 32 * k->line_words}};
        for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
            if (has(u, fields[i].name))
                any_bits(u, fields[i].name, 0, fields[i].width);
        return;
    }
    says(u, "access_op_o", 0, 2, a->op);
    says(u, "access_local_o", 0, 1, a->local);
    says(u, "access_sub_o", 0, k->sub_w, a->sub);
    says(u, "access_id_o", 0, 8, a->id);
    if (has(u, "access_bypass_o"))
        says(u, "access_bypass_o", 0, 1, a->bypass);
    if (has(u, "access_warp_o"))
        says(u, "access_warp_o", 0, k->number_w, a->warp);
    says(u, "access_line_o", 0, k->line_w, a->line);
    says(u, "access_mask_o", 0, k->lanes, a->mask);
    for (unsigned e = 0; e < k->lanes; e++)
        says(u, "access_off_o", e * k->off_w, k->off_w, a->off[e]);
    for (unsigned i = 0; i < k->line_words; i++) {
        says(u, "access_be_o", 4 * i, 4, a->bytes.be[i]);
        says(u, "access_data_o", 32 * i, 32, a->bytes.data[i]);
    }
}

static void count_points(struct unit *u, const struct line_access *a, bool taken)
{
    struct own *o = u->own;
    uint64_t pend = o->c.pend;
    unsigned words = 0;
    if (!a)
        return;
    for (unsigned e = 0; e < o->k.lanes; e++)
        for (unsigned f = 0; f < e; f++)
            words += a->op == MEM_STORE && (a->mask >> e & a->mask >> f & 1) && a->off[e] == a->off[f] &&
                     (o->c.be[e] & o->c.be[f]);
    for (unsigned e = 0; e < o->k.lanes; e++)
        if (pend & ~a->mask & only(e))
            see_difference(&o->differed, o->c.addr[e] >> o->k.off_w, a->line);
    hit_if(u, ONE_LINE, a->mask == o->k.lane_mask);
    hit_if(u, SEVERAL, a->mask != pend);
    hit_if(u, ALL_DIFFERENT, pend == o->k.lane_mask && count_bits(a->mask) == 1);
    hit_if(u, STALLED, !taken);
    hit_if(u, OVERLAP, words > 0);
    hit_if(u, ATOMIC, a->op >= MEM_ATOMIC);
    hit_if(u, NEAR, o->differed == low_bits(o->k.line_w));
}

static void cycle(struct unit *u)
{
    struct own *o = u->own;
    const struct sm_shape *k = &o->k;
    struct mem_access mem[MAX_SUBCORES];
    struct sc_out sub[MAX_SUBCORES];
    unsigned offered = 0;
    for (unsigned i = 0; i < k->subcores; i++) {
        draw_offer(u, i, &mem[i]);
        offered += mem[i].valid;
        sub[i].token = has(u, "token_i") ? given(u, "token_i", i * k->warps, k->warps) : 0;
    }
    const struct line_access *a = coalescer_present(&o->c, k);
    bool taken = a && !one_in(u, 3);
    give(u, "taken_i", 0, 1, taken);
    says_access(u, a);
    count_points(u, a, taken);
    says(u, "mem_ready_o", 0, k->subcores, coalescer_choose(&o->c, k, mem, sub, taken));
    hit_if(u, CONTENTION, offered > 1 && o->c.accept >= 0);
    hit_if(u, BACK_TO_BACK, taken && o->c.accept >= 0);
    coalescer_edge(&o->c, k, taken);
}

const struct bench bench_coalescer = {
    .assumed = "an access has elements, a load no bytes; what is taken is there", .scope = "top.u_coalescer.",
    .list = list, .points = points, .own = sizeof(struct own),
    .open = open, .reset = reset, .unpack = unpack, .cycle = cycle
};
