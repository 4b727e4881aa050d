/* SPDX-License-Identifier: Apache-2.0 */
#include "awaited.h"

#include <stddef.h>
#include <stdlib.h>

enum { BUCKETS = 256, FIRST_ROOM = 64 };

static const uint32_t none = UINT32_MAX;
static const uint64_t unknown = UINT64_MAX;

struct sector {
    uint64_t number, sector, ready;     /* ready: `unknown` until the answer is */
    bool     shared;
    uint32_t waits;                     /* first wait for it */
    uint32_t next;                      /* in the bucket of its sector */
    uint32_t next_number;               /* in the bucket of its number, or among those that are answered, or free */
};

/* A load waits for a sector. */
struct wait { uint32_t load, next; };

struct load {
    struct waiting_load load;
    uint32_t left;              /* sectors whose answers are not known; 1 more until all have been given */
    uint32_t next;              /* that is done, or free */
};

/* Of a list: how many elements there are, and the first free one, which names the next. */
struct room { uint32_t count, free; };

/* Elements by index. */
struct awaited {
    struct sector *sectors;
    struct wait *waits;
    struct load *loads;
    struct room sector_room, wait_room, load_room;
    uint32_t by_sector[BUCKETS], by_number[BUCKETS];
    uint32_t answered;          /* first of the sectors whose answer is known */
    uint32_t done, last_done;
    bool     failed;
};

struct awaited *awaited_create(void)
{
    struct awaited *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->sector_room.free = a->wait_room.free = a->load_room.free = a->answered = a->done = none;
    for (uint32_t i = 0; i < BUCKETS; i++)
        a->by_sector[i] = a->by_number[i] = none;
    return a;
}

void awaited_destroy(struct awaited *a)
{
    if (!a)
        return;
    free(a->sectors);
    free(a->waits);
    free(a->loads);
    free(a);
}

bool awaited_failed(const struct awaited *a)
{
    return a->failed;
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* What a list's elements are: bytes of one, and where in it the index of the next free one stands. */
struct element { size_t size, next; };

static uint32_t *next_of(void *list, const struct element *e, uint32_t index)
{
    return (uint32_t *)((char *)list + index * e->size + e->next);
}

/* Doubles a list, and makes its new elements free. False when memory runs out. */
static bool grow(struct awaited *a, void **list, struct room *r, const struct element *e)
{
    uint32_t more = r->count ? 2 * r->count : FIRST_ROOM;
    void *larger = realloc(*list, more * e->size);
    if (!larger) {
        a->failed = true;
        return false;
    }
    *list = larger;
    for (uint32_t i = r->count; i < more; i++) {
        *next_of(larger, e, i) = r->free;
        r->free = i;
    }
    r->count = more;
    return true;
}

/* A free element of a list, or `none` when memory runs out. */
static uint32_t take(struct awaited *a, void **list, struct room *r, const struct element *e)
{
    if (r->free == none && !grow(a, list, r, e))
        return none;
    uint32_t index = r->free;
    r->free = *next_of(*list, e, index);
    return index;
}

static uint32_t new_sector(struct awaited *a)
{
    void *list = a->sectors;
    uint32_t index = take(a, &list, &a->sector_room, &(struct element){sizeof *a->sectors,
                                                                       offsetof(struct sector, next_number)});
    a->sectors = list;
    return index;
}

static uint32_t new_load(struct awaited *a)
{
    void *list = a->loads;
    uint32_t index = take(a, &list, &a->load_room, &(struct element){sizeof *a->loads, offsetof(struct load, next)});
    a->loads = list;
    return index;
}

static uint32_t new_wait(struct awaited *a)
{
    void *list = a->waits;
    uint32_t index = take(a, &list, &a->wait_room, &(struct element){sizeof *a->waits, offsetof(struct wait, next)});
    a->waits = list;
    return index;
}

static uint32_t bucket(uint64_t number)
{
    return (uint32_t)((number ^ number >> 8) % BUCKETS);
}

/* --- waiting ------------------------------------------------------------------------------------------------------ */

uint32_t awaited_load(struct awaited *a, const struct waiting_load *load)
{
    uint32_t index = new_load(a);
    if (index != none)
        a->loads[index] = (struct load){.load = *load, .left = 1, .next = none};
    return index;
}

static void wait_for(struct awaited *a, struct sector *s, uint32_t load)
{
    uint32_t index = load == NO_LOAD ? none : new_wait(a);
    if (index == none)
        return;
    a->waits[index] = (struct wait){load, s->waits};
    s->waits = index;
    a->loads[load].left++;
}

static void settle(struct awaited *a, uint32_t index, uint64_t ready)
{
    struct load *l = &a->loads[index];
    l->load.ready = ready > l->load.ready ? ready : l->load.ready;
    if (--l->left > 0)
        return;
    l->next = none;
    *(a->done == none ? &a->done : &a->loads[a->last_done].next) = index;
    a->last_done = index;
}

void awaited_sector(struct awaited *a, uint64_t number, uint64_t sector, bool shared, uint32_t load)
{
    uint32_t index = new_sector(a);
    if (index == none)
        return;
    uint32_t *numbers = &a->by_number[bucket(number)], *sectors = &a->by_sector[bucket(sector)];
    a->sectors[index] = (struct sector){.number = number, .sector = sector, .ready = unknown, .shared = shared,
                                        .waits = none, .next = none, .next_number = *numbers};
    *numbers = index;
    if (shared) {
        a->sectors[index].next = *sectors;
        *sectors = index;
    }
    wait_for(a, &a->sectors[index], load);
}

bool awaited_join(struct awaited *a, uint64_t sector, uint64_t now, uint32_t load)
{
    uint32_t i = a->by_sector[bucket(sector)];
    while (i != none && (a->sectors[i].sector != sector || a->sectors[i].ready <= now))
        i = a->sectors[i].next;
    if (i == none)
        return false;
    struct sector *s = &a->sectors[i];
    if (s->ready == unknown)
        wait_for(a, s, load);
    else if (load != NO_LOAD && s->ready > a->loads[load].load.ready)
        a->loads[load].load.ready = s->ready;
    return true;
}

void awaited_complete(struct awaited *a, uint32_t load)
{
    settle(a, load, 0);
}

void awaited_cancel(struct awaited *a, uint32_t load)
{
    a->loads[load].next = a->load_room.free;
    a->load_room.free = load;
}

void awaited_answer(struct awaited *a, uint64_t number, uint64_t cycle)
{
    uint32_t *at = &a->by_number[bucket(number)];
    while (*at != none && a->sectors[*at].number != number)
        at = &a->sectors[*at].next_number;
    if (*at == none)
        return;
    uint32_t index = *at;
    struct sector *s = &a->sectors[index];
    *at = s->next_number;
    s->next_number = a->answered;
    a->answered = index;
    s->ready = cycle;
    for (uint32_t i = s->waits, next; i != none; i = next) {
        next = a->waits[i].next;
        settle(a, a->waits[i].load, cycle);
        a->waits[i].next = a->wait_room.free;
        a->wait_room.free = i;
    }
    s->waits = none;
}

static void forget(struct awaited *a, uint32_t index)
{
    struct sector *s = &a->sectors[index];
    uint32_t *at = &a->by_sector[bucket(s->sector)];
    while (s->shared && *at != index)
        at = &a->sectors[*at].next;
    if (s->shared)
        *at = s->next;
    s->next_number = a->sector_room.free;
    a->sector_room.free = index;
}

void awaited_forget(struct awaited *a, uint64_t now)
{
    for (uint32_t *at = &a->answered; *at != none;) {
        uint32_t index = *at;
        if (a->sectors[index].ready > now) {
            at = &a->sectors[index].next_number;
            continue;
        }
        *at = a->sectors[index].next_number;
        forget(a, index);
    }
}

bool awaited_done(struct awaited *a, struct waiting_load *load)
{
    uint32_t index = a->done;
    if (index == none)
        return false;
    *load = a->loads[index].load;
    a->done = a->loads[index].next;
    a->loads[index].next = a->load_room.free;
    a->load_room.free = index;
    return true;
}
