/* SPDX-License-Identifier: Apache-2.0 */
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those who changed, or who touched: `many` of them, the last being `warp` in `epoch` of the entry's block. */
struct group {
    uint32_t epoch, warp, many;
};

struct history {
    struct group change, touch;
    uint32_t generation, block;
    bool atomic, seen, seen_now, stored, ever;
};

static struct history unpack(const struct race_entry *entry)
{
    uint64_t who = entry->who, what = entry->what;
    return (struct history){
        .change = {what & 0xffffff, what >> 48 & 31, what >> RACE_CHANGE_KIND & 3},
        .touch = {what >> 24 & 0xffffff, what >> 53 & 31, what >> RACE_TOUCH_KIND & 3},
        .generation = who & RACE_MAX_GENERATION,
        .block = (uint32_t)(who >> 32),
        .atomic = who & RACE_ATOMIC_BIT,
        .seen = who & RACE_SEEN_BIT,
        .seen_now = who & RACE_SEEN_NOW_BIT,
        .stored = who & RACE_STORED_BIT,
        .ever = what & RACE_EVER_BIT,
    };
}

static struct race_entry pack(const struct history *h)
{
    return (struct race_entry){
        .who = (uint64_t)h->generation | (h->atomic ? RACE_ATOMIC_BIT : 0) | (h->seen ? RACE_SEEN_BIT : 0) |
               (h->seen_now ? RACE_SEEN_NOW_BIT : 0) | (h->stored ? RACE_STORED_BIT : 0) | (uint64_t)h->block << 32,
        .what = (uint64_t)h->change.epoch | (uint64_t)h->touch.epoch << 24 | (uint64_t)h->change.warp << 48 |
                (uint64_t)h->touch.warp << 53 | (uint64_t)h->change.many << RACE_CHANGE_KIND |
                (uint64_t)h->touch.many << RACE_TOUCH_KIND | (h->ever ? RACE_EVER_BIT : 0),
    };
}

/* Whether all of the group come before the party. */
static bool ordered(const struct history *h, const struct group *group, const struct race_party *party)
{
    if (group->many == RACE_NONE)
        return true;
    if (group->many == RACE_BLOCKS || h->block != party->block)
        return false;
    return !race_unordered(group->epoch, party->epoch) || (group->many == RACE_ONE && group->warp == party->warp);
}

/* The party joins a group; `same_block` if the block of the entry is the party's. */
static void join(struct group *group, uint32_t epoch, uint32_t warp, bool same_block)
{
    if (group->many == RACE_BLOCKS)
        return;
    if (group->many != RACE_NONE && !same_block)
        *group = (struct group){0, 0, RACE_BLOCKS};
    else if (group->many == RACE_NONE || !race_unordered(group->epoch, epoch))
        *group = (struct group){epoch, warp, RACE_ONE};
    else if (group->many == RACE_ONE && group->warp != warp)
        group->many = RACE_WARPS;
}

/* A read, or a store of the present value, comes after all that went before. */
static void touch(struct history *h, const struct race_party *party, bool is_store)
{
    bool same_block = h->block == party->block;
    if (h->touch.many == RACE_NONE ||
        (same_block && h->touch.many != RACE_BLOCKS && !race_unordered(h->touch.epoch, party->epoch)))
        h->stored = false;
    h->stored = h->stored || is_store;
    if (h->change.many == RACE_NONE && h->touch.many == RACE_NONE) {
        h->block = party->block;
        same_block = true;
    }
    if (!same_block)
        h->touch = (struct group){0, 0, RACE_BLOCKS};
    else
        join(&h->touch, party->epoch, party->warp, true);
}

static void change(struct history *h, const struct race_party *party)
{
    bool now = (h->touch.many != RACE_NONE && race_unordered(h->touch.epoch, party->epoch)) ||
               (h->change.many != RACE_NONE && race_unordered(h->change.epoch, party->epoch));
    h->seen = h->seen || h->touch.many != RACE_NONE || h->change.many != RACE_NONE;
    h->seen_now = now;
    h->atomic = false;
    h->block = party->block;
    h->change = (struct group){party->epoch, party->warp, RACE_ONE};
    h->touch = (struct group){0};
    h->stored = false;
}

/* An atomic: a plain change before it becomes a touch, because other atomics must not follow it unordered. */
static void join_atomics(struct history *h, const struct race_party *party)
{
    bool same_block = h->block == party->block;
    if (h->change.many != RACE_NONE && !h->atomic) {
        if (h->touch.many == RACE_NONE || h->touch.epoch == h->change.epoch) {
            join(&h->touch, h->change.epoch, h->change.warp, true);
            h->stored = true;
        }
        h->change = (struct group){0};
    }
    if (h->change.many == RACE_NONE) {
        if (h->touch.many != RACE_NONE && !same_block)
            h->touch = (struct group){0, 0, RACE_BLOCKS};
        h->change = (struct group){party->epoch, party->warp, RACE_ONE};
        h->block = party->block;
    } else {
        join(&h->change, party->epoch, party->warp, same_block);
    }
    h->atomic = true;
}

/* Whether a read, or an atomic, may come among the touches: in the same block stores before the last epoch are
 * ordered. */
static bool among_reads(const struct history *h, const struct race_party *party)
{
    bool one_block = h->block == party->block && h->touch.many != RACE_BLOCKS && h->change.many != RACE_BLOCKS;
    return one_block ? !h->stored : !h->ever;
}

/* Whether a store of the present value may follow a change that is not ordered before it. */
static bool same_store(const struct history *h, const struct race_party *party)
{
    return !h->atomic && !(h->block == party->block ? h->seen_now : h->seen);
}

static bool accepted(const struct history *h, const struct race_party *party, enum race_access access)
{
    bool after_change = ordered(h, &h->change, party), after_touch = ordered(h, &h->touch, party);
    switch (access) {
    case RACE_READ:
        return after_change || (h->atomic && ((after_touch && h->block == party->block) || among_reads(h, party)));
    case RACE_STORE:
        return after_change || same_store(h, party);
    case RACE_CHANGE:
        return after_change && after_touch;
    case RACE_ATOMIC:
        return (after_change || h->atomic) && (after_touch || among_reads(h, party));
    }
    return false;
}

bool race_note_any(struct race_entry *entry, const struct race_party *party, enum race_access access)
{
    struct history h = unpack(entry);
    uint32_t generation = party->who & RACE_MAX_GENERATION;
    if (h.generation != generation)
        h = (struct history){.generation = generation, .block = party->block};
    if (!accepted(&h, party, access))
        return false;
    h.ever = h.ever || access == RACE_STORE || access == RACE_CHANGE;
    if (access == RACE_CHANGE)
        change(&h, party);
    else if (access == RACE_ATOMIC)
        join_atomics(&h, party);
    else
        touch(&h, party, access == RACE_STORE);
    *entry = pack(&h);
    return true;
}

static void name_group(const struct history *h, const struct group *group, char *text, size_t size)
{
    if (group->many == RACE_ONE)
        snprintf(text, size, "block %u warp %u", h->block, group->warp);
    else if (group->many == RACE_WARPS)
        snprintf(text, size, "several warps of block %u", h->block);
    else
        snprintf(text, size, "several blocks");
}

void race_describe(const struct race_entry *entry, const struct race_party *party, enum race_access access, char *text,
                   size_t size)
{
    static const char *const verbs[] = {"reads", "writes", "changes", "has an atomic operation on"};
    struct history h = unpack(entry);
    char other[64];
    bool by_change = !ordered(&h, &h.change, party) && !(access == RACE_ATOMIC && h.atomic);
    name_group(&h, by_change ? &h.change : &h.touch, other, sizeof other);
    snprintf(text, size, "block %u warp %u %s what %s %s, and no barrier or kernel boundary is between the two",
             party->block, party->warp, verbs[access], other,
             !by_change ? "has read or written" : h.atomic ? "has an atomic operation on" : "has changed");
}

/* --- shadow ------------------------------------------------------------------------------------------------------- */

bool race_shadow_open(struct race_shadow *shadow, uint64_t bytes)
{
    shadow->page_count = (bytes + RACE_PAGE - 1) / RACE_PAGE;
    shadow->pages = calloc(shadow->page_count + 1, sizeof *shadow->pages);
    return shadow->pages != NULL;
}

void race_shadow_clear(struct race_shadow *shadow)
{
    for (uint64_t i = 0; i < shadow->page_count; i++) {
        free((void *)(shadow->pages[i] & ~(uintptr_t)1));
        shadow->pages[i] = 0;
    }
}

void race_shadow_close(struct race_shadow *shadow)
{
    race_shadow_clear(shadow);
    free(shadow->pages);
    *shadow = (struct race_shadow){0};
}

struct race_entry *race_shadow_grow(struct race_shadow *shadow, uint64_t page, bool bytes)
{
    struct race_entry *words = (struct race_entry *)(shadow->pages[page] & ~(uintptr_t)1);
    size_t count = bytes ? RACE_PAGE : RACE_PAGE / RACE_GRANULE;
    struct race_entry *entries = calloc(count, sizeof *entries);
    if (!entries)
        return NULL;
    for (size_t i = 0; words && i < count; i++)
        entries[i] = words[i / RACE_GRANULE];
    free(words);
    shadow->pages[page] = (uintptr_t)entries | bytes;
    return entries;
}
