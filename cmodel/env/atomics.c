/* SPDX-License-Identifier: Apache-2.0 */
#include "atomics.h"

#include <stdlib.h>
#include <string.h>

/* Makes the ring twice as long, its head first. */
static bool grow(struct atomics *q)
{
    uint32_t room = q->room ? 2 * q->room : 16;
    struct atomic **ring = calloc(room, sizeof *ring);
    if (!ring)
        return false;
    for (uint32_t i = 0; i < q->count; i++)
        ring[i] = q->ring[(q->head + i) % q->room];
    free(q->ring);
    q->ring = ring;
    q->room = room;
    q->head = 0;
    return true;
}

void atomics_push(struct atomics *q, const struct access_plan *plan, uint32_t number, const struct mem_access *a,
                  uint32_t sub)
{
    struct atomic *entry = q->count < q->room || grow(q) ? malloc(sizeof *entry) : NULL;
    q->failed |= !entry;
    if (!entry)
        return;
    *entry = (struct atomic){.plan = *plan, .access = *a, .number = number, .left = a->mask, .sub = sub};
    q->ring[(q->head + q->count++) % q->room] = entry;
}

struct atomic *atomics_head(const struct atomics *q)
{
    return q->count ? q->ring[q->head] : NULL;
}

void atomics_pop(struct atomics *q)
{
    free(q->ring[q->head]);
    q->head = (q->head + 1) % q->room;
    q->count--;
}

void atomics_free(struct atomics *q)
{
    while (q->count)
        atomics_pop(q);
    free(q->ring);
    memset(q, 0, sizeof *q);
}
