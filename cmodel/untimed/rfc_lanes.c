/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_lanes.h"

enum { MERGE_PERIOD = 8 };

void rfc_lanes_reset(struct rfc_lanes *l, const struct rfc_entry *empty)
{
    l->count = 1;
    l->unmerged = 0;
    l->now = 0;
    l->class[0].lanes = UINT32_MAX;
    for (unsigned e = 0; e < RFC_ENTRIES; e++)
        l->class[0].entry[e] = *empty;
}

/* Moves a class to the front part, which has `front` classes. */
static void bring_forward(struct rfc_lanes *l, uint32_t i, uint32_t front)
{
    struct rfc_class other;
    if (i == front)
        return;
    other = l->class[front];
    l->class[front] = l->class[i];
    l->class[i] = other;
}

uint32_t rfc_lanes_split(struct rfc_lanes *l, uint32_t mask)
{
    uint32_t front = 0, count = l->count;
    if (count == 1 && l->class[0].lanes == mask)
        return 1;
    for (uint32_t i = 0; i < count; i++) {
        struct rfc_class *c = &l->class[i];
        uint32_t rest = c->lanes & ~mask;
        if (rest == c->lanes)
            continue;
        if (rest) {
            l->class[l->count] = *c;
            l->class[l->count++].lanes = rest;
            c->lanes &= mask;
        }
        bring_forward(l, i, front++);
    }
    return front;
}

static bool same_order(const struct rfc_entry *a, const struct rfc_entry *b, uint32_t ways)
{
    for (uint32_t i = 0; i < ways; i++)
        for (uint32_t j = i + 1; j < ways; j++) {
            if (!a[i].valid || !a[j].valid)
                continue;
            if ((a[i].stamp < a[j].stamp) != (b[i].stamp < b[j].stamp)
                || (a[i].stamp > a[j].stamp) != (b[i].stamp > b[j].stamp))
                return false;
        }
    return true;
}

static bool same(const struct rfc_class *a, const struct rfc_class *b, uint32_t sets, uint32_t ways)
{
    for (uint32_t e = 0; e < sets * ways; e++) {
        const struct rfc_entry *p = &a->entry[e], *q = &b->entry[e];
        if (p->valid != q->valid || (p->valid && (p->tag != q->tag || p->dirty != q->dirty)))
            return false;
    }
    for (uint32_t s = 0; s < sets; s++)
        if (!same_order(a->entry + s * ways, b->entry + s * ways, ways))
            return false;
    return true;
}

void rfc_lanes_merge(struct rfc_lanes *l, uint32_t sets, uint32_t ways)
{
    if (l->count == 1 || ++l->unmerged < MERGE_PERIOD)
        return;
    l->unmerged = 0;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t j = i + 1; j < l->count; )
            if (same(&l->class[i], &l->class[j], sets, ways)) {
                l->class[i].lanes |= l->class[j].lanes;
                l->class[j] = l->class[--l->count];
            } else {
                j++;
            }
}
