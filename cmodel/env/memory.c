/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <stdlib.h>

#include "tag_cache.h"

enum { L1_WAYS = 4, SHARED_INTERVAL = 2, MAX_LINES = 2 * STREAM_MAX_LANES, SECTOR_BITS = 5,
       LINE_SECTORS = 1 << (TAG_LINE_BITS - SECTOR_BITS) };

struct memory {
    const struct config *cfg;
    struct tag_cache l1, l2;
    int level;                  /* see memory_level() */
    struct memory_counts counts;
};

struct memory *memory_create(const struct config *cfg)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->cfg = cfg;
    if (config_shared_l2(cfg))
        return m;
    if (!tag_cache_init(&m->l1, cfg->l1_kib, L1_WAYS)
        || !tag_cache_init(&m->l2, cfg->l2_kib, (uint32_t)cfg->l2_ways)) {
        memory_destroy(m);
        return NULL;
    }
    return m;
}

void memory_destroy(struct memory *m)
{
    if (!m)
        return;
    tag_cache_free(&m->l1);
    tag_cache_free(&m->l2);
    free(m);
}

/* A line that an access touches, and a bit for each of its sectors that it does. */
struct touched { uint64_t line; uint32_t sectors; };

static uint32_t add_line(struct touched lines[MAX_LINES], uint32_t count, uint64_t line, uint32_t sectors)
{
    for (uint32_t i = count; i > 0; i--)
        if (lines[i - 1].line == line) {
            lines[i - 1].sectors |= sectors;
            return count;
        }
    lines[count] = (struct touched){line, sectors};
    return count + 1;
}

/* Bits `from` to `to` of a line's sectors. */
static uint32_t sectors_of(uint64_t from, uint64_t to)
{
    return (2u << to % LINE_SECTORS) - (1u << from % LINE_SECTORS);
}

/* The distinct lines of an access, in order of first appearance; returns how many. */
static uint32_t collect(struct touched lines[MAX_LINES], const uint64_t *addresses, uint32_t count, uint32_t width)
{
    uint32_t n = 0;
    uint64_t extra = width > 1 ? width - 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = addresses[i] >> SECTOR_BITS, last = (addresses[i] + extra) >> SECTOR_BITS;
        uint64_t line = first / LINE_SECTORS, other = last / LINE_SECTORS;
        n = add_line(lines, n, line, sectors_of(first, line == other ? last : LINE_SECTORS - 1));
        if (line != other)
            n = add_line(lines, n, other, sectors_of(0, last));
    }
    return n;
}

/* One line of a load, store or atomic: returns the level that answers, 1, 2, or 3 for DRAM. */
static int touch(struct memory *m, const struct insn *insn, const struct touched *t)
{
    bool l1_hit = false;
    uint64_t line = t->line, sectors = (uint64_t)__builtin_popcount(t->sectors);
    if (insn->load && insn->store)
        tag_cache_invalidate(&m->l1, line);
    else if (insn->store)
        tag_cache_refresh(&m->l1, line);
    else
        l1_hit = tag_cache_allocate(&m->l1, line, NULL);
    m->counts.lines++;
    m->counts.sectors += sectors;
    if (l1_hit)
        return 1;
    m->counts.l1_misses++;
    m->counts.sector_misses += sectors;
    if (tag_cache_allocate(&m->l2, line, NULL))
        return 2;
    m->counts.l2_misses++;
    return 3;
}

struct memory_time memory_access(struct memory *m, const struct insn *insn, const uint64_t *addresses, uint32_t count)
{
    const struct config *cfg = m->cfg;
    if (insn->space == SPACE_SHARED)
        return (struct memory_time){(uint32_t)cfg->shared_latency, SHARED_INTERVAL};

    struct touched lines[MAX_LINES];
    uint32_t n = insn->load || insn->store ? collect(lines, addresses, count, insn->width) : 0;
    m->level = 1;
    for (uint32_t i = 0; i < n; i++) {
        int level = touch(m, insn, &lines[i]);
        m->level = level > m->level ? level : m->level;
    }
    int latency = cfg->l1_latency + (m->level > 1 ? cfg->l2_latency : 0) + (m->level > 2 ? cfg->dram_latency : 0);
    return (struct memory_time){(uint32_t)latency, n > 1 ? n : 1};
}

int memory_level(const struct memory *m)
{
    return m->level;
}

void memory_flush_l1(struct memory *m)
{
    tag_cache_clear(&m->l1);
}

const struct memory_counts *memory_counts(const struct memory *m)
{
    return &m->counts;
}
