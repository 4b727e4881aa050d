/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BITS = 7, L1_WAYS = 4, L2_WAYS = 16, SHARED_INTERVAL = 2, MAX_LINES = 2 * STREAM_MAX_LANES };

static const uint64_t no_line = UINT64_MAX;

/* The tags of a set lie next to each other, the most recently used one first. */
struct cache {
    uint32_t  ways;
    uint64_t  set_mask;
    size_t    lines;
    uint64_t *tags;     /* line numbers, or no_line */
};

struct memory {
    const struct config *cfg;
    struct cache l1, l2;
    struct memory_counts counts;
};

static void cache_clear(struct cache *c)
{
    memset(c->tags, 0xff, c->lines * sizeof c->tags[0]);
}

/* Returns 0, or -1 when memory runs out. */
static int cache_init(struct cache *c, int kib, uint32_t ways)
{
    c->lines = (size_t)kib * 1024 >> LINE_BITS;
    c->ways = c->lines < ways ? (uint32_t)c->lines : ways;
    c->set_mask = c->lines / c->ways - 1;
    c->tags = malloc(c->lines * sizeof c->tags[0]);
    if (!c->tags)
        return -1;
    cache_clear(c);
    return 0;
}

static uint64_t *cache_set(const struct cache *c, uint64_t line)
{
    return c->tags + (line & c->set_mask) * c->ways;
}

/* Way of the line in its set, or c->ways. */
static uint32_t cache_find(const struct cache *c, const uint64_t *set, uint64_t line)
{
    uint32_t way = 0;
    while (way < c->ways && set[way] != line)
        way++;
    return way;
}

/* Looks the line up and makes it the most recent one; a miss replaces the least recent one. Returns whether it hit. */
static bool cache_allocate(struct cache *c, uint64_t line)
{
    uint64_t *set = cache_set(c, line);
    uint32_t way = cache_find(c, set, line);
    bool hit = way < c->ways;
    uint32_t above = hit ? way : c->ways - 1;
    memmove(set + 1, set, above * sizeof set[0]);
    set[0] = line;
    return hit;
}

static void cache_refresh(struct cache *c, uint64_t line)
{
    uint64_t *set = cache_set(c, line);
    if (cache_find(c, set, line) < c->ways)
        cache_allocate(c, line);
}

static void cache_invalidate(struct cache *c, uint64_t line)
{
    uint64_t *set = cache_set(c, line);
    uint32_t way = cache_find(c, set, line);
    if (way == c->ways)
        return;
    memmove(set + way, set + way + 1, (c->ways - 1 - way) * sizeof set[0]);
    set[c->ways - 1] = no_line;
}

struct memory *memory_create(const struct config *cfg)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->cfg = cfg;
    if (cache_init(&m->l1, cfg->l1_kib, L1_WAYS) != 0 || cache_init(&m->l2, cfg->l2_kib, L2_WAYS) != 0) {
        memory_destroy(m);
        return NULL;
    }
    return m;
}

void memory_destroy(struct memory *m)
{
    if (!m)
        return;
    free(m->l1.tags);
    free(m->l2.tags);
    free(m);
}

static uint32_t add_line(uint64_t lines[MAX_LINES], uint32_t count, uint64_t line)
{
    for (uint32_t i = count; i > 0; i--)
        if (lines[i - 1] == line)
            return count;
    lines[count] = line;
    return count + 1;
}

/* The distinct lines of an access, in order of first appearance; returns how many. */
static uint32_t collect(uint64_t lines[MAX_LINES], const uint64_t *addresses, uint32_t count, uint32_t width)
{
    uint32_t n = 0;
    uint64_t extra = width > 1 ? width - 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = addresses[i] >> LINE_BITS, last = (addresses[i] + extra) >> LINE_BITS;
        n = add_line(lines, n, first);
        if (last != first)
            n = add_line(lines, n, last);
    }
    return n;
}

/* One line of a load, store or atomic: returns the level that answers, 1, 2, or 3 for DRAM. */
static int touch(struct memory *m, const struct insn *insn, uint64_t line)
{
    bool l1_hit = false;
    if (insn->load && insn->store)
        cache_invalidate(&m->l1, line);
    else if (insn->store)
        cache_refresh(&m->l1, line);
    else
        l1_hit = cache_allocate(&m->l1, line);
    m->counts.lines++;
    if (l1_hit)
        return 1;
    m->counts.l1_misses++;
    if (cache_allocate(&m->l2, line))
        return 2;
    m->counts.l2_misses++;
    return 3;
}

struct memory_time memory_access(struct memory *m, const struct insn *insn, const uint64_t *addresses, uint32_t count)
{
    const struct config *cfg = m->cfg;
    if (insn->space == SPACE_SHARED)
        return (struct memory_time){(uint32_t)cfg->shared_latency, SHARED_INTERVAL};

    uint64_t lines[MAX_LINES];
    uint32_t n = insn->load || insn->store ? collect(lines, addresses, count, insn->width) : 0;
    int deepest = 1;
    for (uint32_t i = 0; i < n; i++) {
        int level = touch(m, insn, lines[i]);
        deepest = level > deepest ? level : deepest;
    }
    int latency = cfg->l1_latency + (deepest > 1 ? cfg->l2_latency : 0) + (deepest > 2 ? cfg->dram_latency : 0);
    return (struct memory_time){(uint32_t)latency, n > 1 ? n : 1};
}

void memory_flush_l1(struct memory *m)
{
    cache_clear(&m->l1);
}

const struct memory_counts *memory_counts(const struct memory *m)
{
    return &m->counts;
}
