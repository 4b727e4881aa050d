/* SPDX-License-Identifier: Apache-2.0 */
#include "vta.h"

void vta_list(const struct vta *v, const struct sm_shape *k, struct register_list *l)
{
    unsigned n = k->sm_warps * k->vta_tags;
    register_list_add(l, v->valid, n, true, "top.u_vta.valid_q");
    register_list_add(l, v->tag_q, n * k->line_w, false, "top.u_vta.tag_q");
    register_list_add(l, v->next_q, k->sm_warps * k->vta_w, true, "top.u_vta.next_q");
    if (k->ciao)
        register_list_add(l, v->by_q, n * k->number_w, false, "top.u_vta.by_q");
}

void vta_reset(struct vta *v)
{
    memset(v->valid, 0, sizeof v->valid);
    memset(v->next_q, 0, sizeof v->next_q);
    memset(v->next, 0, sizeof v->next);
}

void vta_unpack(struct vta *v, const struct sm_shape *k)
{
    for (unsigned e = 0; e < k->sm_warps * k->vta_tags; e++)
        v->tag[e] = get(v->tag_q, e * k->line_w, k->line_w);
    for (unsigned i = 0; i < k->sm_warps; i++)
        v->next[i] = (uint8_t)get(v->next_q, i * k->vta_w, k->vta_w);
    if (k->ciao)
        get_bytes(v->by_q, 0, k->number_w, v->by, k->sm_warps * k->vta_tags);
}

/* Entries of a warp that have a line. */
static uint64_t with_line(const struct vta *v, const struct sm_shape *k, unsigned warp, uint64_t line)
{
    unsigned first = warp * k->vta_tags;
    uint64_t found = 0;
    for (uint64_t set = get(v->valid, first, k->vta_tags); set; set &= set - 1)
        if (v->tag[first + lowest(set)] == line)
            found |= set & -set;
    return found;
}

int vta_find(const struct vta *v, const struct sm_shape *k, const struct cache_events *c)
{
    uint64_t found = c->misses ? with_line(v, k, c->warp, c->line) : 0;
    return found ? (int)(c->warp * k->vta_tags + lowest(found)) : -1;
}

static void invalidate(struct vta *v, const struct sm_shape *k, unsigned warp, uint64_t set)
{
    unsigned first = warp * k->vta_tags;
    put(v->valid, first, k->vta_tags, get(v->valid, first, k->vta_tags) & ~set);
}

static void keep_victim(struct vta *v, const struct sm_shape *k, const struct cache_events *c)
{
    unsigned next = v->next[c->owner], e = c->owner * k->vta_tags + next;
    bit_set(v->valid, e);
    v->tag[e] = c->evicted;
    v->by[e] = c->warp;
    put(v->tag_q, e * k->line_w, k->line_w, c->evicted);
    if (k->ciao)
        put(v->by_q, e * k->number_w, k->number_w, c->warp);
    next = next + 1 == k->vta_tags ? 0 : next + 1;
    v->next[c->owner] = (uint8_t)next;
    put(v->next_q, c->owner * k->vta_w, k->vta_w, next);
}

/* What is hit goes first, for an entry that is written is valid; launches come last, for they win. */
void vta_edge(struct vta *v, const struct sm_shape *k, const struct cache_events *c, const struct warp_events *w,
              bool flush)
{
    if (c->misses)
        invalidate(v, k, c->warp, with_line(v, k, c->warp, c->line));
    if (c->evicts)
        keep_victim(v, k, c);
    for (unsigned at = 0; at < k->sm_warps; at += 64)
        for (uint64_t set = w->launched[at / 64]; set; set &= set - 1)
            invalidate(v, k, at + lowest(set), UINT64_MAX);
    if (flush)
        memset(v->valid, 0, sizeof v->valid);
}
