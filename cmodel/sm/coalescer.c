/* SPDX-License-Identifier: Apache-2.0 */
#include "coalescer.h"

void coalescer_list(const struct coalescer *c, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &c->valid, 1, true, "top.u_coalescer.valid_q");
    register_list_add(l, &c->last, k->sub_w, true, "top.u_coalescer.last_q");
    register_list_add(l, &c->sub, k->sub_w, false, "top.u_coalescer.sub_q");
    register_list_add(l, &c->warp, k->warp_w, false, "top.u_coalescer.warp_q");
    register_list_add(l, &c->id, ACCESS_ID_BITS, false, "top.u_coalescer.id_q");
    register_list_add(l, &c->op, 2, false, "top.u_coalescer.op_q");
    register_list_add(l, &c->local, 1, false, "top.u_coalescer.local_q");
    register_list_add(l, &c->pend, k->lanes, false, "top.u_coalescer.pend_q");
    register_list_add(l, c->addr_q, k->lanes * k->word_w, false, "top.u_coalescer.addr_q");
    register_list_add(l, c->be_q, k->lanes * 4, false, "top.u_coalescer.be_q");
    register_list_add(l, c->data, k->lanes * 32, false, "top.u_coalescer.data_q");
    if (k->spare)
        register_list_add(l, &c->bypass, 1, false, "top.u_coalescer.bypass_q");
}

void coalescer_reset(struct coalescer *c)
{
    c->valid = c->last = 0;
    c->known = false;
}

void coalescer_unpack(struct coalescer *c, const struct sm_shape *k)
{
    for (unsigned e = 0; e < k->lanes; e++)
        c->addr[e] = get(c->addr_q, e * k->word_w, k->word_w);
    get_bytes(c->be_q, 0, 4, c->be, k->lanes);
    c->known = false;
}

/* Of elements that write one byte the highest counts: it comes last. */
static void write_element(struct line_bytes *b, unsigned word, uint8_t be, uint32_t data)
{
    uint32_t mask = byte_mask(be);
    b->be[word] |= be;
    b->data[word] = (b->data[word] & ~mask) | (data & mask);
}

static void make_access(struct coalescer *c, const struct sm_shape *k)
{
    struct line_access *a = &c->access;
    unsigned lead = c->pend ? lowest(c->pend) : 0;
    bool atomic = c->op >= MEM_ATOMIC;
    *a = (struct line_access){.op = (uint8_t)c->op, .sub = (uint8_t)c->sub, .id = (uint8_t)c->id,
                              .local = c->local != 0, .line = c->addr[lead] >> k->line_shift};
    a->warp = (uint8_t)((c->sub * k->warps + c->warp) & low_bits(k->number_w));
    a->bypass = c->bypass != 0;
    for (uint64_t set = c->pend; set; set &= set - 1) {
        unsigned e = lowest(set);
        if (c->addr[e] >> k->line_shift != a->line)
            continue;
        a->mask |= UINT32_C(1) << e;
        a->off[e] = (uint8_t)(atomic ? e : c->addr[e] & (k->line_words - 1));
        if (c->op != MEM_LOAD)
            write_element(&a->bytes, a->off[e], c->be[e], c->data[e]);
    }
    c->known = true;
}

const struct line_access *coalescer_present(struct coalescer *c, const struct sm_shape *k)
{
    if (!c->valid)
        return NULL;
    if (!c->known)
        make_access(c, k);
    return &c->access;
}

static bool is_done(const struct coalescer *c, bool taken)
{
    return taken && !(c->pend & ~(uint64_t)c->access.mask);
}

uint8_t coalescer_choose(struct coalescer *c, const struct sm_shape *k, const struct mem_access *mem,
                         const struct sc_out *sub, bool taken)
{
    unsigned offered = 0;
    c->accept = -1;
    for (unsigned i = 0; i < k->subcores; i++)
        offered |= (unsigned)mem[i].valid << i;
    if (!offered || (c->valid && !is_done(c, taken)))
        return 0;
    unsigned next = (unsigned)c->last + 1;
    c->accept = (int)first_cyclically(offered, next == k->subcores ? 0 : next);
    c->accepted = mem[c->accept];
    c->accepted.warp &= (uint8_t)low_bits(k->warp_w);
    c->accepted_bypass = k->spare && !(sub[c->accept].token >> c->accepted.warp & 1);
    return (uint8_t)(1u << c->accept);
}

static void accept(struct coalescer *c, const struct sm_shape *k)
{
    const struct mem_access *m = &c->accepted;
    c->valid = 1;
    c->last = c->sub = (unsigned)c->accept;
    c->warp = m->warp;
    c->bypass = c->accepted_bypass;
    c->id = m->id;
    c->op = m->op & 3;
    c->local = m->local;
    c->pend = m->mask & k->lane_mask;
    for (unsigned e = 0; e < k->lanes; e++) {
        c->addr[e] = m->addr[e] & low_bits(k->word_w);
        c->be[e] = m->be[e] & 0xf;
        c->data[e] = m->data[e];
        put(c->addr_q, e * k->word_w, k->word_w, c->addr[e]);
    }
    put_bytes(c->be_q, 0, 4, c->be, k->lanes);
}

void coalescer_edge(struct coalescer *c, const struct sm_shape *k, bool taken)
{
    if (!taken && c->accept < 0)
        return;
    if (taken) {
        c->valid = !is_done(c, true);
        c->pend &= ~(uint64_t)c->access.mask;
    }
    if (c->accept >= 0)
        accept(c, k);
    c->known = false;
}
