/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_memory.h"

#include <stdlib.h>

#include "cmodel/base/array.h"
#include "icnt_port.h"
#include "sector_cache.h"

enum { CHUNK_SECTORS = 8, CHUNK_LINES = 2, SECTOR_BYTES = 1 << SECTOR_BITS };

/* A request on its way. Those of a stage go through it in the order (at, port, number). */
struct packet {
    uint64_t at;                /* cycle in which it comes to its stage */
    uint64_t number;            /* of its port */
    uint32_t port, slice;
    struct memory_request request;
};

/* A heap: the first packet is that which comes first. */
struct stage {
    struct packet *list;
    size_t count, room;
};

/* A slice of the L2. */
struct slice_of_l2 {
    struct sector_cache tags;
    uint64_t free;              /* first cycle in which it serves a request */
    struct icnt_port out;
};

struct gpu_memory {
    const struct config *cfg;
    struct memory_port *ports;
    uint32_t count;
    struct icnt_port *sm_out, *sm_in;   /* by SM */
    struct slice_of_l2 *slices;
    uint64_t *channels;         /* when each is free, in cycles * memory.dram_bandwidth */
    struct stage sending, arriving, serving, answering, returning;
    uint64_t last;              /* answer */
    bool     failed;
};

uint64_t gpu_memory_latency(const struct config *cfg)
{
    return (uint64_t)cfg->l2_latency + 2 * (uint64_t)cfg->icnt_latency;
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

static bool create_slices(struct gpu_memory *m)
{
    uint32_t slices = (uint32_t)m->cfg->l2_slices;
    uint64_t lines = (uint64_t)m->cfg->l2_kib * 8 / slices;
    m->slices = calloc(slices, sizeof *m->slices);
    for (uint32_t i = 0; m->slices && i < slices; i++)
        if (!sector_cache_init(&m->slices[i].tags, lines, (uint32_t)m->cfg->l2_ways))
            return false;
    return m->slices != NULL;
}

struct gpu_memory *gpu_memory_create(const struct config *cfg, struct memory_port *ports, uint32_t count)
{
    struct gpu_memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->cfg = cfg;
    m->ports = ports;
    m->count = count;
    m->sm_out = calloc((size_t)cfg->sms, sizeof *m->sm_out);
    m->sm_in = calloc((size_t)cfg->sms, sizeof *m->sm_in);
    m->channels = calloc((size_t)cfg->dram_channels, sizeof *m->channels);
    if (m->sm_out && m->sm_in && m->channels && create_slices(m))
        return m;
    gpu_memory_destroy(m);
    return NULL;
}

void gpu_memory_destroy(struct gpu_memory *m)
{
    if (!m)
        return;
    for (int i = 0; m->slices && i < m->cfg->l2_slices; i++)
        sector_cache_free(&m->slices[i].tags);
    free(m->slices);
    free(m->sm_out);
    free(m->sm_in);
    free(m->channels);
    free(m->sending.list);
    free(m->arriving.list);
    free(m->serving.list);
    free(m->answering.list);
    free(m->returning.list);
    free(m);
}

/* --- stages ------------------------------------------------------------------------------------------------------- */

static bool comes_before(const struct packet *a, const struct packet *b)
{
    if (a->at != b->at)
        return a->at < b->at;
    return a->port != b->port ? a->port < b->port : a->number < b->number;
}

static void push(struct gpu_memory *m, struct stage *s, const struct packet *p)
{
    void *list = s->list;
    if (!array_grow(&list, sizeof *s->list, s->count, &s->room)) {
        m->failed = true;
        return;
    }
    s->list = list;
    size_t i = s->count++;
    for (; i > 0 && comes_before(p, &s->list[(i - 1) / 2]); i = (i - 1) / 2)
        s->list[i] = s->list[(i - 1) / 2];
    s->list[i] = *p;
}

/* The packet that comes first, if it comes before cycle `until`. */
static bool pop(struct stage *s, uint64_t until, struct packet *p)
{
    if (s->count == 0 || s->list[0].at >= until)
        return false;
    *p = s->list[0];
    const struct packet *moved = &s->list[--s->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < s->count; i = child) {
        child += child + 1 < s->count && comes_before(&s->list[child + 1], &s->list[child]);
        if (!comes_before(&s->list[child], moved))
            break;
        s->list[i] = s->list[child];
    }
    s->list[i] = *moved;
    return true;
}

/* --- L2 and DRAM -------------------------------------------------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A sector goes to or from DRAM from cycle `now` on. Returns the first cycle behind that. */
static uint64_t transfer(struct gpu_memory *m, uint32_t slice, uint64_t now)
{
    uint64_t per_cycle = (uint64_t)m->cfg->dram_bandwidth;
    uint64_t *channel = &m->channels[slice % (uint32_t)m->cfg->dram_channels];
    *channel = later(now * per_cycle, *channel) + (uint64_t)SECTOR_BYTES * (uint64_t)m->cfg->dram_channels;
    return (*channel + per_cycle - 1) / per_cycle;
}

static void write_back(struct gpu_memory *m, const struct packet *p, const struct sector_line *victim, uint64_t now)
{
    for (uint32_t set = victim->dirty; set; set &= set - 1) {
        transfer(m, p->slice, now);
        m->ports[p->port].counts.dram_writes++;
    }
}

/* Looks the sector up in cycle `now`. Returns the cycle from which its bytes are there; it is `now` for a hit. */
static uint64_t look_up(struct gpu_memory *m, const struct packet *p, uint64_t now)
{
    const struct memory_request *r = &p->request;
    uint64_t chunk = r->sector / CHUNK_SECTORS / (uint64_t)m->cfg->l2_slices;
    uint32_t sector = r->sector % SECTORS, bit = 1u << sector;
    struct sector_line victim = {.dirty = 0};
    struct sector_line *line = sector_cache_take(&m->slices[p->slice].tags,
                                                 chunk * CHUNK_LINES + r->sector / SECTORS % CHUNK_LINES, &victim);
    struct port_counts *counts = &m->ports[p->port].counts;
    counts->sectors++;
    write_back(m, p, &victim, now);
    line->dirty |= (uint8_t)(r->kind == MEMORY_READ ? 0 : bit);
    if (r->kind == MEMORY_WRITE) {
        counts->misses += line->bytes[sector] == 0;
        line->bytes[sector] |= r->bytes;
        return now;
    }
    if (line->bytes[sector] == SECTOR_WHOLE)
        return later(now, line->ready[sector]);
    counts->misses++;
    counts->dram_reads++;
    line->bytes[sector] = SECTOR_WHOLE;
    return line->ready[sector] = transfer(m, p->slice, now) + (uint64_t)m->cfg->dram_latency;
}

/* --- the way of a request ----------------------------------------------------------------------------------------- */

static void take_requests(struct gpu_memory *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        struct memory_port *port = &m->ports[i];
        uint64_t first = port->sent - port->out_count;
        for (size_t k = 0; k < port->out_count; k++) {
            uint64_t chunk = port->out[k].sector / CHUNK_SECTORS;
            push(m, &m->sending, &(struct packet){
                .at = port->out[k].cycle, .number = first + k, .port = i,
                .slice = (uint32_t)(chunk % (uint64_t)m->cfg->l2_slices), .request = port->out[k],
            });
        }
        port->out_count = 0;
    }
}

static void answer(struct gpu_memory *m, const struct packet *p, uint64_t cycle)
{
    struct memory_port *port = &m->ports[p->port];
    memory_port_answer(port, p->number, cycle);
    m->last = later(m->last, cycle);
    m->failed |= port->failed;
    if (p->request.kind == MEMORY_WRITE)
        return;
    port->counts.reads++;
    port->counts.wait += cycle - p->request.cycle - gpu_memory_latency(m->cfg);
}

/* Every packet that has been sent before `until`; of each later stage what no packet that is sent later can precede. */
static void go_through(struct gpu_memory *m, uint64_t until)
{
    const struct config *cfg = m->cfg;
    uint32_t packets = (uint32_t)cfg->icnt_packets;
    uint64_t way = (uint64_t)cfg->icnt_latency, inside = (uint64_t)cfg->l2_latency;
    bool all = until == UINT64_MAX;
    struct packet p;
    while (pop(&m->sending, until, &p)) {
        p.at = icnt_pass(&m->sm_out[m->ports[p.port].sm], p.at, packets) + way;
        push(m, &m->arriving, &p);
    }
    while (pop(&m->arriving, all ? until : until + way, &p)) {
        struct slice_of_l2 *slice = &m->slices[p.slice];
        p.at = later(p.at, slice->free);
        slice->free = p.at + (uint64_t)cfg->l2_interval;
        push(m, &m->serving, &p);
    }
    while (pop(&m->serving, all ? until : until + way, &p)) {
        p.at = look_up(m, &p, p.at) + inside;
        push(m, &m->answering, &p);
    }
    while (pop(&m->answering, all ? until : until + way + inside, &p)) {
        p.at = icnt_pass(&m->slices[p.slice].out, p.at, packets) + way;
        push(m, &m->returning, &p);
    }
    while (pop(&m->returning, all ? until : until + gpu_memory_latency(cfg), &p))
        answer(m, &p, icnt_pass(&m->sm_in[m->ports[p.port].sm], p.at, packets));
}

bool gpu_memory_run(struct gpu_memory *m, uint64_t until)
{
    take_requests(m);
    go_through(m, until);
    return !m->failed;
}

bool gpu_memory_drain(struct gpu_memory *m, uint64_t *last)
{
    gpu_memory_run(m, UINT64_MAX);
    *last = m->last;
    return !m->failed;
}
