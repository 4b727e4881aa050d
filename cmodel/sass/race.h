/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races: what is remembered of the accesses to one granule of memory (four bytes, or one), and whether a new access is
 * ordered after those before it.
 *
 * Two accesses of one kernel are unordered if they come from different blocks, or from different warps of one block in
 * the same epoch, or if the earlier one was in the later epoch: a warp may be one epoch ahead of others (exec_order.c).
 * A store that changes the granule is a change, one that leaves it as it was is a touch, like a read;
 * an atomic counts as one of its own kind, whatever its effect. Refused are, between unordered
 * accesses:
 *
 *   - a read after a change, a change after a touch, a change after a change;
 *   - a store after an atomic, an atomic after a store or a change;
 *   - a store of the present value after a change, if in the same kernel something unordered with the store had read or
 *     written the granule before that change: it has seen or written another value.
 *
 * Accepted are therefore many warps that store the same value, as long as none of them, and nobody else, reads it; and
 * plain reads among atomics, with which loops around a compare-and-swap begin: the executor orders them, too.
 *
 * An entry holds the last change (who; for atomics whether several warps or blocks made it) and the touches since then
 * (one warp, several warps of a block in one epoch, several blocks). That is enough: changes and touches of a granule
 * that come from different blocks conflict with every change, and of those of one block only the last epoch's can be
 * unordered with what follows. Among the touches, stores are not told from reads one by one: an atomic, or a read
 * among atomics, is refused if it is unordered with any of the touches since the last epoch and one of them was a
 * store. Entries of earlier kernels are told by their generation, so that nothing is cleared.
 *
 * Shadow: 16 bytes of it for each 4 bytes, in pages of 4 KiB of memory that come to be at the first access; a page in
 * which something less than 4 bytes is accessed has 16 bytes for each byte from then on. So 4 bytes of shadow per byte
 * accessed, 16 at worst.
 */
#ifndef SUBCORE_RACE_H
#define SUBCORE_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RACE_PAGE = 4096,           /* bytes of memory */
    RACE_GRANULE = 4,
    RACE_MAX_GENERATION = (1 << 28) - 1
};

/* RACE_STORE leaves the granule as it was, RACE_CHANGE does not. */
enum race_access { RACE_READ, RACE_STORE, RACE_CHANGE, RACE_ATOMIC };

/* How many made the changes, or the touches. */
enum race_many { RACE_NONE, RACE_ONE, RACE_WARPS, RACE_BLOCKS };

/*
 * As packed: who  = generation (28 bits), atomic, seen, seen_now, stored, block (32)
 *            what = epoch of the change (24), of the touch (24), warp of the change (5), of the touch (5),
 *                   enum race_many of the change (2), a spare bit, of the touch (2), ever
 * seen: the granule had been accessed in this kernel before the change; seen_now: in the epoch of the change; stored:
 * a store, or a change before the atomics, is among the touches; ever: something was stored in this kernel. Epochs are
 * told apart modulo 2^24.
 */
struct race_entry {
    uint64_t who, what;
};

_Static_assert(RACE_GRANULE == 4, "race_shadow_at() shifts by 2");

#define RACE_ATOMIC_BIT   (UINT64_C(1) << 28)
#define RACE_SEEN_BIT     (UINT64_C(1) << 29)
#define RACE_SEEN_NOW_BIT (UINT64_C(1) << 30)
#define RACE_STORED_BIT   (UINT64_C(1) << 31)
#define RACE_EVER_BIT     (UINT64_C(1) << 63)
#define RACE_CHANGE_KIND  58
#define RACE_TOUCH_KIND   61

/* Whether an access in epoch `a` is not ordered before another warp's in epoch `b`: it is in the same epoch, or in the
 * next one, as warps may be one epoch ahead of others. */
static inline bool race_unordered(uint64_t a, uint64_t b)
{
    return ((a - b) & 0xffffff) <= 1;
}

/* Who accesses, in the form of an entry. */
struct race_party {
    uint32_t block, warp, epoch;
    uint64_t who;               /* of an entry that nobody else has */
    uint64_t touch, change;     /* `what` of an entry that this party alone has touched, or changed */
};

static inline struct race_party race_party(uint32_t generation, uint32_t block, uint32_t warp, uint32_t epoch)
{
    uint64_t e = epoch & 0xffffff, w = warp & 31;
    return (struct race_party){
        .block = block,
        .warp = (uint32_t)w,
        .epoch = (uint32_t)e,
        .who = (uint64_t)generation | (uint64_t)block << 32,
        .touch = e << 24 | w << 53 | (uint64_t)RACE_ONE << RACE_TOUCH_KIND,
        .change = e | w << 48 | (uint64_t)RACE_ONE << RACE_CHANGE_KIND,
    };
}

/* The general case of race_note(). */
bool race_note_any(struct race_entry *, const struct race_party *, enum race_access);

/* Enters an access. Returns false, and leaves the entry as it was, if it is a race. */
static inline bool race_note(struct race_entry *entry, const struct race_party *party, enum race_access access)
{
    const uint64_t several = UINT64_C(1) << RACE_CHANGE_KIND | UINT64_C(1) << RACE_TOUCH_KIND; /* of RACE_BLOCKS */
    const uint64_t touches = UINT64_C(3) << RACE_TOUCH_KIND, changes = UINT64_C(3) << RACE_CHANGE_KIND;
    const uint64_t of_touch = UINT64_C(0xffffff) << 24 | UINT64_C(31) << 53 | touches;
    uint64_t who = entry->who, what = entry->what;
    bool plain = access != RACE_ATOMIC, store = access == RACE_CHANGE;
    uint64_t stored = access == RACE_STORE ? RACE_STORED_BIT : 0, ever = stored || store ? RACE_EVER_BIT : 0;

    if (plain && ((who ^ party->who) & RACE_MAX_GENERATION)) {
        *entry = (struct race_entry){party->who | stored, (store ? party->change : party->touch) | ever};
        return true;
    }
    if (plain && who == (party->who | stored) && (what & ~RACE_EVER_BIT) == party->touch) {
        if (store)
            *entry = (struct race_entry){who | RACE_SEEN_BIT | RACE_SEEN_NOW_BIT, party->change | ever};
        return true;
    }
    if (access == RACE_READ && (what & (touches | changes)) == (uint64_t)RACE_BLOCKS << RACE_TOUCH_KIND)
        return true;
    /* One block, and what it did was before its last barrier. */
    bool one_block = (who ^ party->who) >> 32 == 0 && (what & what >> 1 & several) == 0;
    bool touched = (what & touches) && race_unordered(what >> 24, party->epoch);
    bool changed = (what & changes) && race_unordered(what, party->epoch);
    if (plain && one_block && !touched && !changed) {
        *entry = store ? (struct race_entry){party->who | RACE_SEEN_BIT, party->change | ever}
                       : (struct race_entry){(who & ~RACE_STORED_BIT) | stored,
                                             (what & ~of_touch) | party->touch | ever};
        return true;
    }
    return race_note_any(entry, party, access);
}

/* "block 3 warp 1 reads what block 2 warp 0 wrote": why the entry refuses the access. */
void race_describe(const struct race_entry *, const struct race_party *, enum race_access, char *text, size_t size);

/* The entries of an allocation. */
struct race_shadow {
    uintptr_t *pages;           /* of entries; the lowest bit says: one for each byte */
    uint64_t page_count;
};

bool race_shadow_open(struct race_shadow *, uint64_t bytes);
void race_shadow_close(struct race_shadow *);
/* Forgets everything. */
void race_shadow_clear(struct race_shadow *);
/* Makes a page, or splits its words into bytes. NULL when memory runs out. */
struct race_entry *race_shadow_grow(struct race_shadow *, uint64_t page, bool bytes);

/* The entry for the granule at `offset`, with *granule the number of bytes of each in this page: 4 or 1, and 1 if asked
 * for. Those of the page follow. NULL when memory runs out. */
static inline struct race_entry *race_shadow_at(struct race_shadow *shadow, uint64_t offset, bool bytes,
                                                uint32_t *granule)
{
    uint64_t page = offset / RACE_PAGE;
    uintptr_t entries = shadow->pages[page];
    if (!entries || (bytes && !(entries & 1))) {
        if (!race_shadow_grow(shadow, page, bytes))
            return NULL;
        entries = shadow->pages[page];
    }
    unsigned shift = entries & 1 ? 0 : 2;
    *granule = 1u << shift;
    return (struct race_entry *)(entries & ~(uintptr_t)1) + (offset % RACE_PAGE >> shift);
}

#endif
