/* SPDX-License-Identifier: Apache-2.0 */
/* Caching collector unit: tag check and victims at allocation, port D, LRU (Malekeh III-C, IV-A). */
#include <string.h>

#include "state.h"

static int lowest_rank(const struct collector *c, uint32_t candidates)
{
    int best = -1;
    for (uint32_t set = candidates; set; set &= set - 1) {
        int e = __builtin_ctz(set);
        if (best < 0 || c->ct_lru[e] < c->ct_lru[best])
            best = e;
    }
    return best;
}

/* IV-A1: an invalid entry, else a random far one, else the least recently used; -1 if there is no candidate. */
static int victim(const struct model *m, const struct collector *c, uint32_t candidates, uint32_t valid, uint32_t near)
{
    if (!candidates)
        return -1;
    if (candidates & ~valid)
        return __builtin_ctz(candidates & ~valid);
    if (candidates & ~near)
        return random_pick(m, candidates & ~near, (uint32_t)m->cfg.entries);
    return lowest_rank(c, candidates);
}

static int lookup(const struct collector *c, uint32_t valid, uint32_t reg)
{
    for (uint32_t set = valid; set; set &= set - 1)
        if (c->ct_tag[__builtin_ctz(set)] == reg)
            return __builtin_ctz(set);
    return -1;
}

/* 3.6: the collector takes the instruction; *need are the slots to read from the banks. */
static void allocate_ccu(struct model *m, struct collector *c, uint32_t warp, const struct decoded *d, uint32_t *need)
{
    uint32_t all = (uint32_t)(((uint64_t)1 << m->cfg.entries) - 1);
    uint32_t valid = c->warp == warp ? c->ct_valid : 0, used = 0, near = 0, ready = 0;
    int index[MAX_SLOTS];
    if (c->warp != warp && c->ct_valid)
        m->stats.ccu_flushes++;
    for (int s = 0; s < m->cfg.slots; s++) {
        index[s] = d->src_valid >> s & 1 ? lookup(c, valid, d->src_reg[s]) : -1;
        if (index[s] >= 0) {
            used |= 1u << index[s];
            ready |= 1u << s;
        }
    }
    *need = 0;
    for (int s = 0; s < m->cfg.slots; s++) {
        if (!(d->src_valid >> s & 1) || index[s] >= 0)
            continue;
        for (int k = 0; k < s && index[s] < 0; k++)
            if (d->src_valid >> k & 1 && d->src_reg[k] == d->src_reg[s])
                index[s] = index[k];
        if (index[s] >= 0)
            continue;
        index[s] = victim(m, c, all & ~used, valid, c->ct_near);
        m->stats.ccu_evictions += valid >> index[s] & 1;
        used |= 1u << index[s];
        *need |= 1u << s;
    }
    for (int s = 0; s < m->cfg.slots; s++) {
        c->slot_index[s] = index[s] >= 0 ? (uint32_t)index[s] : 0;
        if (*need >> s & 1)
            c->ct_tag[index[s]] = d->src_reg[s];
        if (index[s] >= 0 && d->src_near >> s & 1)
            near |= 1u << index[s];
    }
    c->slot_ready = ready;
    c->ct_valid = valid | used;
    c->ct_lock = used;
    c->ct_near = (c->ct_near & ~used) | near;
    c->own = true;
}

/* Moves an entry to the most recent rank. */
static void touch(const struct model *m, struct collector *c, uint32_t entry)
{
    uint32_t old = c->ct_lru[entry];
    for (int e = 0; e < m->cfg.entries; e++)
        if (c->ct_lru[e] > old)
            c->ct_lru[e]--;
    c->ct_lru[entry] = (uint32_t)m->cfg.entries - 1;
}

static void write_lanes(const struct model *m, uint32_t *to, const struct result *r)
{
    for (int l = 0; to && l < m->cfg.lanes; l++)
        if (r->mask >> l & 1)
            to[l] = r->data.lane[l];
}

/* 3.11: results that are written in this cycle, after allocation. `received` is the entry that takes a value from port
 * S, or -1; `touched_slots` are the slots of an instruction allocated in this cycle. */
void ccu_receive_results(struct model *m, uint32_t index, const struct plan *p, int received, uint32_t touched_slots)
{
    struct collector *c = &m->collector[index];
    uint32_t all = (uint32_t)(((uint64_t)1 << m->cfg.entries) - 1), valid = c->ct_valid, invalid = 0;
    const struct result *port_d = NULL;
    int written = -1;
    for (uint32_t set = touched_slots; set; set &= set - 1)
        touch(m, c, c->slot_index[__builtin_ctz(set)]);
    for (int b = 0; b < m->cfg.banks && c->own; b++) {
        const struct result *r = p->write[b].port < 0 ? NULL : &m->in->wb[p->write[b].port];
        if (!r || r->warp != c->warp)
            continue;
        int hit = lookup(c, valid, r->reg);
        if (r->near && !port_d) {
            port_d = r;
            written = hit;
            continue;
        }
        m->stats.port_d_lost += r->near;
        if (hit >= 0) {
            invalid |= 1u << hit;
            m->stats.stale_invalidations++;
        }
    }
    c->ct_valid &= ~invalid;
    if (!port_d)
        return;
    if (written >= 0) {
        m->stats.port_d_merges++;
    } else if (port_d->mask == m->full_mask) {
        uint32_t candidates = all & ~c->ct_lock & ~(received < 0 ? 0 : 1u << received);
        written = victim(m, c, candidates, valid, c->ct_near);
        if (written >= 0) {
            m->stats.port_d_fills++;
            m->stats.ccu_evictions += valid >> written & 1;
            c->ct_tag[written] = port_d->reg;
        }
    }
    if (written < 0) {
        m->stats.port_d_dropped++;
        return;
    }
    c->ct_valid |= 1u << written;
    c->ct_near |= 1u << written;
    write_lanes(m, c->data[written], port_d);
    touch(m, c, (uint32_t)written);
}

/* 3.6, both kinds. */
void collector_allocate(struct model *m, uint32_t index, uint32_t warp, const struct decoded *d, uint32_t *need)
{
    struct collector *c = &m->collector[index];
    if (m->cfg.kind == KIND_CCU) {
        allocate_ccu(m, c, warp, d, need);
    } else {
        *need = 0;
        for (int s = 0; s < m->cfg.slots; s++) {
            bool first = d->src_valid >> s & 1;
            for (int k = 0; k < s; k++)
                first &= !(d->src_valid >> k & 1) || d->src_reg[k] != d->src_reg[s];
            *need |= (uint32_t)first << s;
            c->slot_reg[s] = d->src_reg[s];
        }
        c->slot_ready = 0;
    }
    c->slot_valid = d->src_valid;
    c->occupied = true;
    c->warp = warp;
    c->unit = d->unit;
    c->mask = d->mask;
    c->dst_count = d->dst_count;
    c->dst_base = d->dst_base;
    c->dst_near = d->dst_near;
    memcpy(c->payload, d->payload, sizeof c->payload);
}
