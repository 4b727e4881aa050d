/* SPDX-License-Identifier: Apache-2.0 */
#include "sector_l1.h"

#include <stdlib.h>

#include "sector_cache.h"

enum { L1_WAYS = 4, L1_LINE_BYTES = 128, SECTOR_BYTES = 1 << SECTOR_BITS, MAX_TOUCHED = 2 * STREAM_MAX_LANES };

struct sector_l1 {
    const struct config *cfg;
    struct memory_port *port;
    struct sector_cache tags;
    struct awaited *awaited;
    struct memory_counts counts;
};

/* A sector that a record touches, and which of its bytes. */
struct touched { uint64_t sector; uint32_t bytes; };

struct sector_l1 *sector_l1_create(const struct config *cfg, struct memory_port *port)
{
    struct sector_l1 *l1 = calloc(1, sizeof *l1);
    if (!l1)
        return NULL;
    l1->cfg = cfg;
    l1->port = port;
    l1->awaited = awaited_create();
    if (l1->awaited && sector_cache_init(&l1->tags, (uint64_t)cfg->l1_kib * 1024 / L1_LINE_BYTES, L1_WAYS))
        return l1;
    sector_l1_destroy(l1);
    return NULL;
}

void sector_l1_destroy(struct sector_l1 *l1)
{
    if (!l1)
        return;
    sector_cache_free(&l1->tags);
    awaited_destroy(l1->awaited);
    free(l1);
}

void sector_l1_flush(struct sector_l1 *l1)
{
    sector_cache_clear(&l1->tags);
}

const struct memory_counts *sector_l1_counts(const struct sector_l1 *l1)
{
    return &l1->counts;
}

bool sector_l1_failed(const struct sector_l1 *l1)
{
    return l1->port->failed || awaited_failed(l1->awaited);
}

/* --- what a record touches ---------------------------------------------------------------------------------------- */

static uint32_t add(struct touched list[MAX_TOUCHED], uint32_t count, uint64_t sector, uint32_t bytes)
{
    for (uint32_t i = count; i > 0; i--)
        if (list[i - 1].sector == sector) {
            list[i - 1].bytes |= bytes;
            return count;
        }
    list[count] = (struct touched){sector, bytes};
    return count + 1;
}

/* Bits `from` to `to` - 1 of a sector's bytes. */
static uint32_t bytes_of(uint32_t from, uint32_t to)
{
    return (uint32_t)((UINT64_C(1) << to) - (UINT64_C(1) << from));
}

/* The distinct sectors of an access, in order of first appearance; returns how many. */
static uint32_t collect(struct touched list[MAX_TOUCHED], const uint64_t *addresses, uint32_t count, uint32_t width)
{
    uint32_t n = 0, size = width > 1 ? width : 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = addresses[i] >> SECTOR_BITS, last = (addresses[i] + size - 1) >> SECTOR_BITS;
        uint32_t from = addresses[i] % SECTOR_BYTES, to = (uint32_t)((addresses[i] + size - 1) % SECTOR_BYTES) + 1;
        n = add(list, n, first, bytes_of(from, first == last ? to : SECTOR_BYTES));
        if (first != last)
            n = add(list, n, last, bytes_of(0, to));
    }
    return n;
}

/* --- one sector --------------------------------------------------------------------------------------------------- */

static uint64_t send(struct sector_l1 *l1, const struct touched *t, uint64_t now, enum memory_kind kind)
{
    return memory_port_send(l1->port, &(struct memory_request){
        .cycle = now + (uint64_t)l1->cfg->l1_latency, .sector = t->sector,
        .bytes = kind == MEMORY_WRITE ? t->bytes : 0, .kind = (uint8_t)kind,
    });
}

/* Returns whether the sector is in the L1, and not on its way. */
static bool read_sector(struct sector_l1 *l1, const struct touched *t, uint64_t now, uint32_t load)
{
    struct sector_line *line = sector_cache_take(&l1->tags, t->sector / SECTORS, NULL);
    bool there = line->bytes[t->sector % SECTORS] != 0;
    line->bytes[t->sector % SECTORS] = SECTOR_WHOLE;
    if (awaited_join(l1->awaited, t->sector, now, load))
        return false;
    if (!there)
        awaited_sector(l1->awaited, send(l1, t, now, MEMORY_READ), t->sector, true, load);
    return there;
}

static bool touch(struct sector_l1 *l1, const struct insn *insn, const struct touched *t, uint64_t now, uint32_t load)
{
    uint64_t line = t->sector / SECTORS;
    if (!insn->store)
        return read_sector(l1, t, now, load);
    if (!insn->load) {
        sector_cache_find(&l1->tags, line);
        send(l1, t, now, MEMORY_WRITE);
        return false;
    }
    sector_cache_drop(&l1->tags, line);
    uint64_t number = send(l1, t, now, MEMORY_ATOMIC);
    if (load != NO_LOAD)
        awaited_sector(l1->awaited, number, t->sector, false, load);
    return false;
}

/* --- a record ----------------------------------------------------------------------------------------------------- */

/* Counts distinct lines, and those of which not all sectors are in the L1; returns how many lines there are. */
static uint32_t count_lines(struct sector_l1 *l1, const struct touched *list, const bool *hit, uint32_t count)
{
    uint32_t lines = 0;
    bool counted[MAX_TOUCHED] = {false};
    for (uint32_t i = 0; i < count; i++) {
        bool all = true;
        if (counted[i])
            continue;
        for (uint32_t k = i; k < count; k++)
            if (list[k].sector / SECTORS == list[i].sector / SECTORS) {
                counted[k] = true;
                all &= hit[k];
            }
        lines++;
        l1->counts.l1_misses += !all;
    }
    l1->counts.lines += lines;
    return lines;
}

bool sector_l1_access(struct sector_l1 *l1, const struct insn *insn, const uint64_t *addresses, uint32_t count,
                      uint64_t now, const struct waiting_load *load, struct memory_time *time)
{
    struct touched list[MAX_TOUCHED];
    bool hit[MAX_TOUCHED], waits = false;
    uint32_t n = collect(list, addresses, count, insn->width);
    uint32_t index = load && insn->load ? awaited_load(l1->awaited, load) : NO_LOAD;
    for (uint32_t i = 0; i < n; i++) {
        hit[i] = touch(l1, insn, &list[i], now, index);
        waits |= !hit[i];
        l1->counts.sector_misses += !hit[i];
    }
    l1->counts.sectors += n;
    uint32_t lines = count_lines(l1, list, hit, n);
    *time = (struct memory_time){(uint32_t)l1->cfg->l1_latency, lines > 1 ? lines : 1};
    if (index != NO_LOAD && waits)
        awaited_complete(l1->awaited, index);
    else if (index != NO_LOAD)
        awaited_cancel(l1->awaited, index);
    return index != NO_LOAD && waits;
}

void sector_l1_answers(struct sector_l1 *l1, uint64_t now)
{
    struct memory_port *port = l1->port;
    if (port->in_count == 0)
        return;
    awaited_forget(l1->awaited, now);
    for (size_t i = 0; i < port->in_count; i++)
        awaited_answer(l1->awaited, port->in[i].number, port->in[i].cycle);
    port->in_count = 0;
}

bool sector_l1_done(struct sector_l1 *l1, struct waiting_load *load)
{
    return awaited_done(l1->awaited, load);
}
