/* SPDX-License-Identifier: Apache-2.0 */
#include "mshr.h"

void mshr_list(const struct mshr *m, const struct sm_shape *k, struct register_list *l)
{
    register_list_add(l, &m->busy, k->mshrs, true, "top.u_l1d.u_mshr.busy_q");
    register_list_add(l, &m->atomic, k->mshrs, false, "top.u_l1d.u_mshr.atomic_q");
    register_list_add(l, m->line_q, k->mshrs * k->line_w, false, "top.u_l1d.u_mshr.line_q");
    register_list_add(l, m->index_q, k->mshrs * k->index_w, false, "top.u_l1d.u_mshr.index_q");
    register_list_add(l, m->target_q, k->targets, true, "top.u_l1d.u_mshr.target_q");
    register_list_add(l, m->target_mshr_q, k->targets * k->mshr_w, false, "top.u_l1d.u_mshr.target_mshr_q");
    register_list_add(l, m->target_sub_q, k->targets * k->sub_w, false, "top.u_l1d.u_mshr.target_sub_q");
    register_list_add(l, m->target_id, k->targets * ACCESS_ID_BITS, false, "top.u_l1d.u_mshr.target_id_q");
    register_list_add(l, m->target_mask_q, k->targets * k->lanes, false, "top.u_l1d.u_mshr.target_mask_q");
    register_list_add(l, m->target_off_q, k->targets * k->lanes * k->off_w, false, "top.u_l1d.u_mshr.target_off_q");
    if (!k->shares)
        return;
    register_list_add(l, &m->shared, k->mshrs, false, "top.u_l1d.u_mshr.shared_q");
    register_list_add(l, &m->group, k->mshrs, false, "top.u_l1d.u_mshr.group_q");
    register_list_add(l, m->row_q, k->mshrs * k->row_w, false, "top.u_l1d.u_mshr.row_q");
    register_list_add(l, m->owner_q, k->mshrs * k->number_w, false, "top.u_l1d.u_mshr.owner_q");
}

void mshr_reset(struct mshr *m)
{
    m->busy = 0;
    memset(m->target_q, 0, sizeof m->target_q);
}

void mshr_unpack(struct mshr *m, const struct sm_shape *k)
{
    for (unsigned i = 0; i < k->mshrs; i++) {
        m->line[i] = get(m->line_q, i * k->line_w, k->line_w);
        m->index[i] = (uint16_t)get(m->index_q, i * k->index_w, k->index_w);
    }
    if (k->shares) {
        get_bytes(m->row_q, 0, k->row_w, m->row, k->mshrs);
        get_bytes(m->owner_q, 0, k->number_w, m->owner, k->mshrs);
    }
    for (unsigned t = 0; t < k->targets; t++) {
        struct mshr_target *to = &m->target[t];
        to->mshr = (uint8_t)get(m->target_mshr_q, t * k->mshr_w, k->mshr_w);
        to->sub = (uint8_t)get(m->target_sub_q, t * k->sub_w, k->sub_w);
        to->mask = (uint32_t)get(m->target_mask_q, t * k->lanes, k->lanes);
        get_bytes(m->target_off_q, t * k->lanes * k->off_w, k->off_w, to->off, k->lanes);
    }
}

int mshr_free(const struct mshr *m, const struct sm_shape *k)
{
    uint64_t set = ~m->busy & low_bits(k->mshrs);
    return set ? (int)lowest(set) : -1;
}

int mshr_free_target(const struct mshr *m, const struct sm_shape *k)
{
    for (unsigned at = 0; at < k->targets; at += 64) {
        uint64_t set = ~m->target_q[at / 64] & low_bits(k->targets - at);
        if (set)
            return (int)(at + lowest(set));
    }
    return -1;
}

int mshr_of_line(const struct mshr *m, uint64_t line)
{
    for (uint64_t set = m->busy & ~m->atomic & ~m->shared; set; set &= set - 1)
        if (m->line[lowest(set)] == line)
            return (int)lowest(set);
    return -1;
}

int mshr_of_shared(const struct mshr *m, uint64_t line)
{
    for (uint64_t set = m->busy & m->shared; set; set &= set - 1)
        if (m->line[lowest(set)] == line)
            return (int)lowest(set);
    return -1;
}

int mshr_of_place(const struct mshr *m, struct shared_place p)
{
    for (uint64_t set = m->busy & m->shared & (p.group ? m->group : ~m->group); set; set &= set - 1)
        if (m->row[lowest(set)] == p.row)
            return (int)lowest(set);
    return -1;
}

int mshr_next_target(const struct mshr *m, const struct sm_shape *k, unsigned i)
{
    for (unsigned at = 0; at < k->targets; at += 64)
        for (uint64_t set = m->target_q[at / 64]; set; set &= set - 1)
            if (m->target[at + lowest(set)].mshr == i)
                return (int)(at + lowest(set));
    return -1;
}

unsigned mshr_waiting(const struct mshr *m, const struct sm_shape *k, unsigned i)
{
    unsigned n = 0;
    for (unsigned at = 0; at < k->targets; at += 64)
        for (uint64_t set = m->target_q[at / 64]; set; set &= set - 1)
            n += m->target[at + lowest(set)].mshr == i;
    return n;
}

void mshr_take(struct mshr *m, const struct sm_shape *k, unsigned i, bool atomic, uint64_t line, unsigned index)
{
    m->busy |= only(i);
    m->atomic = (m->atomic & ~only(i)) | (uint64_t)atomic << i;
    m->shared &= ~only(i);
    m->line[i] = line;
    m->index[i] = (uint16_t)index;
    put(m->line_q, i * k->line_w, k->line_w, line);
    put(m->index_q, i * k->index_w, k->index_w, index);
}

void mshr_take_shared(struct mshr *m, const struct sm_shape *k, unsigned i, uint64_t line, struct shared_place p,
                      unsigned owner)
{
    mshr_take(m, k, i, false, line, 0);
    m->shared |= only(i);
    m->group = (m->group & ~only(i)) | (uint64_t)p.group << i;
    m->row[i] = (uint8_t)p.row;
    m->owner[i] = (uint8_t)owner;
    put(m->row_q, i * k->row_w, k->row_w, p.row);
    put(m->owner_q, i * k->number_w, k->number_w, owner);
}

void mshr_take_target(struct mshr *m, const struct sm_shape *k, unsigned t, unsigned i, const struct line_access *a)
{
    struct mshr_target *to = &m->target[t];
    *to = (struct mshr_target){.mshr = (uint8_t)i, .sub = a->sub, .mask = a->mask};
    memcpy(to->off, a->off, sizeof to->off);
    bit_set(m->target_q, t);
    m->target_id[t] = a->id;
    put(m->target_mshr_q, t * k->mshr_w, k->mshr_w, i);
    put(m->target_sub_q, t * k->sub_w, k->sub_w, a->sub);
    put(m->target_mask_q, t * k->lanes, k->lanes, a->mask);
    put_bytes(m->target_off_q, t * k->lanes * k->off_w, k->off_w, to->off, k->lanes);
}
