/* SPDX-License-Identifier: Apache-2.0 */
#include "tag_cache.h"

#include <stdlib.h>
#include <string.h>

static const struct tag_line blank = {UINT64_MAX, false};

void tag_cache_clear(struct tag_cache *c)
{
    for (uint64_t i = 0; i < c->sets * c->ways; i++)
        c->lines[i] = blank;
}

bool tag_cache_init(struct tag_cache *c, int kib, uint32_t ways)
{
    uint64_t lines = (uint64_t)kib * 1024 >> TAG_LINE_BITS;
    c->ways = lines < ways ? (uint32_t)lines : ways;
    c->sets = lines / c->ways;
    c->lines = malloc(c->sets * c->ways * sizeof *c->lines);
    if (!c->lines)
        return false;
    tag_cache_clear(c);
    return true;
}

void tag_cache_free(struct tag_cache *c)
{
    free(c->lines);
    c->lines = NULL;
}

static struct tag_line *set_of(const struct tag_cache *c, uint64_t number)
{
    return c->lines + number % c->sets * c->ways;
}

/* Way of the line in its set, or c->ways. */
static uint32_t find(const struct tag_cache *c, const struct tag_line *set, uint64_t number)
{
    uint32_t way = 0;
    while (way < c->ways && set[way].number != number)
        way++;
    return way;
}

bool tag_cache_allocate(struct tag_cache *c, uint64_t number, struct tag_line *victim)
{
    struct tag_line *set = set_of(c, number);
    uint32_t way = find(c, set, number);
    bool hit = way < c->ways;
    uint32_t above = hit ? way : c->ways - 1;
    struct tag_line line = hit ? set[way] : (struct tag_line){number, false};
    if (!hit && victim)
        *victim = set[above];
    memmove(set + 1, set, above * sizeof set[0]);
    set[0] = line;
    return hit;
}

void tag_cache_refresh(struct tag_cache *c, uint64_t number)
{
    if (find(c, set_of(c, number), number) < c->ways)
        tag_cache_allocate(c, number, NULL);
}

void tag_cache_invalidate(struct tag_cache *c, uint64_t number)
{
    struct tag_line *set = set_of(c, number);
    uint32_t way = find(c, set, number);
    if (way == c->ways)
        return;
    memmove(set + way, set + way + 1, (c->ways - 1 - way) * sizeof set[0]);
    set[c->ways - 1] = blank;
}

void tag_cache_dirty(struct tag_cache *c, uint64_t number)
{
    struct tag_line *line = set_of(c, number);
    if (line->number == number)
        line->dirty = true;
}
