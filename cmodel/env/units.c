/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include <stdlib.h>

#include "cmodel/stream/stream.h"

struct entry {
    uint64_t ready;     /* cycle from which the results are offered */
    uint64_t sequence;
    uint8_t  iid;
};

/* A ring in the order of offering. Every number in flight may wait at one port. */
struct port {
    uint32_t head, count;
    struct entry ring[MAX_INFLIGHT];
};

struct units {
    struct memory_time time[UNIT_COUNT];
    uint64_t    free_at[UNIT_COUNT];    /* first cycle in which the unit takes an instruction */
    uint64_t    offer_at[RESULT_PORTS]; /* first cycle in which the head of the port is offered */
    uint32_t    wrap;       /* entries used of each ring, a power of two, less 1 */
    struct port ports[RESULT_PORTS];
};

static struct memory_time time_of(int latency, int interval)
{
    return (struct memory_time){(uint32_t)latency, (uint32_t)interval};
}

struct units *units_create(const struct config *cfg)
{
    struct units *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    for (uint32_t i = 0; i < RESULT_PORTS; i++)
        u->offer_at[i] = UINT64_MAX;
    while (u->wrap + 1 < (uint32_t)cfg->inflight)
        u->wrap = 2 * u->wrap + 1;
    u->time[UNIT_INT] = time_of(cfg->int_latency, cfg->int_interval);
    u->time[UNIT_FP32] = time_of(cfg->fp32_latency, cfg->fp32_interval);
    u->time[UNIT_FP64] = time_of(cfg->fp64_latency, cfg->fp64_interval);
    u->time[UNIT_SFU] = time_of(cfg->sfu_latency, cfg->sfu_interval);
    u->time[UNIT_TENSOR] = time_of(cfg->tensor_latency, cfg->tensor_interval);
    u->time[UNIT_BRANCH] = time_of(cfg->branch_latency, cfg->branch_interval);
    u->time[UNIT_UNIFORM] = time_of(cfg->uniform_latency, cfg->uniform_interval);
    return u;
}

void units_destroy(struct units *u)
{
    free(u);
}

struct memory_time units_time(const struct units *u, uint32_t unit)
{
    return u->time[unit];
}

uint32_t units_ready(const struct units *u, uint64_t now)
{
    uint32_t ready = 0;
    for (uint32_t i = 0; i < UNIT_COUNT; i++)
        ready |= (uint32_t)(u->free_at[i] <= now) << i;
    return ready;
}

static bool comes_before(const struct entry *a, const struct entry *b)
{
    return a->ready != b->ready ? a->ready < b->ready : a->sequence < b->sequence;
}

static void insert(struct port *p, uint32_t wrap, struct entry e)
{
    uint32_t i = p->count++;
    for (; i > 0; i--) {
        const struct entry *earlier = &p->ring[(p->head + i - 1) & wrap];
        if (comes_before(earlier, &e))
            break;
        p->ring[(p->head + i) & wrap] = *earlier;
    }
    p->ring[(p->head + i) & wrap] = e;
}

static void update_offer(struct units *u, uint32_t port)
{
    const struct port *p = &u->ports[port];
    u->offer_at[port] = p->count > 0 ? p->ring[p->head].ready : UINT64_MAX;
}

void units_complete(struct units *u, uint32_t unit, uint8_t iid, uint64_t ready, uint64_t sequence)
{
    insert(&u->ports[unit], u->wrap, (struct entry){ready, sequence, iid});
    update_offer(u, unit);
}

void units_dispatch(struct units *u, uint32_t unit, uint32_t interval, uint64_t now)
{
    u->free_at[unit] = now + interval;
}

uint32_t units_offers(const struct units *u, uint64_t now)
{
    uint32_t offers = 0;
    for (uint32_t i = 0; i < RESULT_PORTS; i++)
        offers |= (uint32_t)(u->offer_at[i] <= now) << i;
    return offers;
}

uint32_t units_head(const struct units *u, uint32_t port)
{
    const struct port *p = &u->ports[port];
    return p->ring[p->head].iid;
}

void units_pop(struct units *u, uint32_t port)
{
    struct port *p = &u->ports[port];
    p->head = (p->head + 1) & u->wrap;
    p->count--;
    update_offer(u, port);
}

uint64_t units_event(const struct units *u, uint64_t now)
{
    uint64_t event = UINT64_MAX;
    for (uint32_t i = 0; i < RESULT_PORTS; i++)
        event = u->offer_at[i] < event ? u->offer_at[i] : event;
    for (uint32_t i = 0; i < UNIT_COUNT; i++)
        event = u->free_at[i] > now && u->free_at[i] < event ? u->free_at[i] : event;
    return event > now ? event : now;
}
