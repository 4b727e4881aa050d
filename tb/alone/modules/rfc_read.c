/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_read: the model takes a value where its lookup has found it, so what the specification says of the values of
 * served slots (3.15, Allocation) stands here: those on the read port that a slot has, of the warp that issues. */
#include "tb/alone/instruction.h"

enum { NOBODY, ALL_SERVED, NONE_SERVED, SHARED, WANTED };

static bool fills(const struct unit *u) { return u->m->rfcs.fill; }

static const struct point points[] = {
    {"no warp issues", NULL}, {"every slot is served", NULL}, {"no slot of the warp that issues is", NULL},
    {"one port serves two slots", NULL}, {"a value is wanted from a bank", fills}, {NULL, NULL}
};

/* Each slot has one port or none. Bit s*ports+p: port p serves slot s. */
static uint64_t draw_ports(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    unsigned read_ports = u->m->rfcs.read_ports;
    uint64_t set = 0;
    unsigned rare = one_in(u, 4) ? 1 : 2 + below(u, 3);     /* 1: all slots are served */
    for (unsigned s = 0; s < k->slots; s++)
        if (rare == 1 || !one_in(u, rare))
            set |= only(s * read_ports + below(u, read_ports));
    return one_in(u, 6) ? 0 : set;
}

static void says_slot(struct unit *u, unsigned w, unsigned s, uint64_t ports)
{
    unsigned read_ports = u->m->rfcs.read_ports;
    struct vreg value = {{0}};
    says(u, "issue_served_o", s, 1, ports != 0);
    if (ports)
        given_vector(u, "read_data_i", w * read_ports + lowest(ports), &value);
    says_vector(u, "issue_value_o", s, &value);
}

static void cycle(struct unit *u)
{
    const struct shape *k = &u->m->core.shape;
    unsigned read_ports = u->m->rfcs.read_ports;
    unsigned issues = one_in(u, 4) ? k->warps : below(u, k->warps);
    uint64_t mine = 0, wanted = 0;
    for (unsigned w = 0; w < k->warps; w++) {
        uint64_t ports = draw_ports(u);
        for (unsigned s = 0; s < k->slots; s++)
            give(u, "slot_port_i", (w * k->slots + s) * read_ports, read_ports,
                 ports >> s * read_ports & low_bits(read_ports));
        mine = w == issues ? ports : mine;
        give(u, "grant_i", w, 1, w == issues);
    }
    if (fills(u) && issues < k->warps)
        wanted = given(u, "head_fill_i", issues * k->slots, k->slots);
    if (fills(u))
        says(u, "issue_fill_o", 0, k->slots, wanted);
    unsigned served = 0, users[MAX_SLOTS] = {0}, most = 0;
    for (unsigned s = 0; s < k->slots; s++) {
        uint64_t ports = mine >> s * read_ports & low_bits(read_ports);
        says_slot(u, issues, s, ports);
        served += ports != 0;
        if (ports && ++users[lowest(ports)] > most)
            most = users[lowest(ports)];
    }
    hit_if(u, NOBODY, issues == k->warps);
    hit_if(u, ALL_SERVED, served == k->slots);
    hit_if(u, NONE_SERVED, issues < k->warps && !served);
    hit_if(u, SHARED, most > 1);
    hit_if(u, WANTED, wanted != 0);
}

const struct bench bench_rfc_read = {
    .assumed = "one warp issues at most; a slot has one port or none", .points = points, .cycle = cycle
};
