/* SPDX-License-Identifier: Apache-2.0 */
#include "sector_cache.h"

#include <stdlib.h>

static const struct sector_line blank = {.number = UINT64_MAX};

void sector_cache_clear(struct sector_cache *c)
{
    for (uint64_t i = 0; i < c->sets * c->ways; i++)
        c->lines[i] = blank;
}

bool sector_cache_init(struct sector_cache *c, uint64_t lines, uint32_t ways)
{
    c->ways = lines < ways ? (uint32_t)lines : ways;
    c->sets = lines / c->ways;
    c->uses = 0;
    c->lines = malloc(c->sets * c->ways * sizeof *c->lines);
    if (!c->lines)
        return false;
    sector_cache_clear(c);
    return true;
}

void sector_cache_free(struct sector_cache *c)
{
    free(c->lines);
    c->lines = NULL;
}

static struct sector_line *set_of(const struct sector_cache *c, uint64_t number)
{
    return c->lines + number % c->sets * c->ways;
}

static struct sector_line *look_up(const struct sector_cache *c, uint64_t number)
{
    struct sector_line *set = set_of(c, number);
    for (uint32_t way = 0; way < c->ways; way++)
        if (set[way].number == number)
            return &set[way];
    return NULL;
}

struct sector_line *sector_cache_find(struct sector_cache *c, uint64_t number)
{
    struct sector_line *line = look_up(c, number);
    if (line)
        line->used = ++c->uses;
    return line;
}

struct sector_line *sector_cache_take(struct sector_cache *c, uint64_t number, struct sector_line *victim)
{
    struct sector_line *line = sector_cache_find(c, number), *set = set_of(c, number);
    if (line)
        return line;
    line = set;
    for (uint32_t way = 1; way < c->ways; way++)
        if (set[way].used < line->used)
            line = &set[way];
    if (victim)
        *victim = *line;
    *line = blank;
    line->number = number;
    line->used = ++c->uses;
    return line;
}

void sector_cache_drop(struct sector_cache *c, uint64_t number)
{
    struct sector_line *line = look_up(c, number);
    if (line)
        *line = blank;
}
