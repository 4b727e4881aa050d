/* SPDX-License-Identifier: Apache-2.0 */
#include "flat_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_SIZE = 512, MAX_DIFFERENCES = 1 << 20 };

/* A word that a load has found, and sequential execution has not. */
struct difference { uint64_t word, pc; uint32_t who; };

struct flat_memory {
    const struct config *cfg;
    struct word_memory memory;
    struct difference *differences;     /* of this kernel, that are still to be explained */
    uint32_t difference_count, difference_room;
    bool     failed;
    struct flat_counts counts;
};

struct flat_memory *flat_memory_create(const struct config *cfg, const struct memory_image *image)
{
    struct flat_memory *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->cfg = cfg;
    word_memory_init(&f->memory, image);
    return f;
}

void flat_memory_destroy(struct flat_memory *f)
{
    if (!f)
        return;
    word_memory_clear(&f->memory);
    free(f->differences);
    free(f);
}

bool flat_memory_failed(const struct flat_memory *f)
{
    return f->failed || f->memory.failed;
}

const struct flat_counts *flat_memory_counts(const struct flat_memory *f)
{
    return &f->counts;
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static void mark(struct flat_memory *f, const struct access_plan *plan, const struct mem_access *a)
{
    for (uint32_t set = plan->op == MEM_LOAD ? 0 : a->mask; set; set &= set - 1) {
        uint64_t word = a->addr[__builtin_ctz(set)];
        uint8_t bytes = (uint8_t)(a->be[__builtin_ctz(set)] << WORD_BYTES);
        struct word_page *page = word_memory_page(&f->memory, word);
        uint8_t *m = &page->mark[word % PAGE_WORDS];
        if (plan->op != MEM_STORE) {
            *m |= WORD_ATOMIC;
            continue;
        }
        bool other = *m >> WORD_BYTES && page->by[word % PAGE_WORDS] != plan->who;
        *m |= bytes | (other && *m & bytes ? WORD_SHARED : 0) | (other ? WORD_SEVERAL : 0);
        page->by[word % PAGE_WORDS] = plan->who;
    }
}

static void note_difference(struct flat_memory *f, uint64_t word, uint64_t pc, uint32_t who)
{
    if (f->difference_count == f->difference_room && f->difference_room < MAX_DIFFERENCES) {
        uint32_t room = f->difference_room ? 2 * f->difference_room : 64;
        struct difference *more = realloc(f->differences, room * sizeof *more);
        f->failed |= !more;
        if (!more)
            return;
        f->differences = more;
        f->difference_room = room;
    }
    f->counts.raced++;
    if (f->difference_count < f->difference_room)
        f->differences[f->difference_count++] = (struct difference){word, pc, who};
}

void flat_memory_take(struct flat_memory *f, const struct access_plan *plan, uint32_t number,
                      const struct mem_access *a, uint64_t pc, uint32_t found[MAX_LANES])
{
    uint32_t element;
    memset(found, 0, MAX_LANES * sizeof found[0]);
    access_apply(&f->memory, plan, number, a, a->mask, a->data, f->cfg, found);
    mark(f, plan, a);
    if (plan->op != MEM_LOAD && plan->op != MEM_ATOMIC)
        return;
    f->counts.words += (uint32_t)__builtin_popcount(a->mask);
    if (!access_as_recorded(plan, number, a, found, f->cfg, &element))
        note_difference(f, a->addr[element], pc, plan->who);
}

/* --- the end of a kernel ------------------------------------------------------------------------------------------ */

static uint64_t first_local(const struct flat_memory *f)
{
    return UINT64_C(1) << (f->cfg->l1d_address_bits - 1) >> PAGE_BITS;
}

/* Whether several warps may have left their traces in a word. */
static bool racing(const struct flat_memory *f, uint64_t word)
{
    const struct word_page *page = word_memory_find(&f->memory, word / PAGE_WORDS);
    return page && page->mark[word % PAGE_WORDS] & (WORD_ATOMIC | WORD_SHARED);
}

static bool behind_equal(struct flat_memory *f, struct word_memory *behind, uint64_t number,
                         const struct sentence *error)
{
    const struct word_page *a = word_memory_page(&f->memory, number * PAGE_WORDS);
    const struct word_page *b = word_memory_page(behind, number * PAGE_WORDS);
    uint32_t i = 0;
    if (number >= first_local(f) || memcmp(a->word, b->word, sizeof a->word) == 0)
        return true;
    while (a->word[i] == b->word[i])
        i++;
    refuse(error, "at the end of the kernel the word at 0x%" PRIx64 " is 0x%08" PRIx32 " in the memory behind the SM, "
           "and 0x%08" PRIx32 " after the accesses in the order in which they were taken",
           4 * (number * PAGE_WORDS + i), b->word[i], a->word[i]);
    return false;
}

/* Every page that one of the two has. Looking a page up in the other one makes it there, but moves nothing here. */
static bool all_behind_equal(struct flat_memory *f, struct word_memory *behind, const struct sentence *error)
{
    for (uint64_t i = 0; f->memory.table && i < UINT64_C(1) << f->memory.bits; i++)
        if (f->memory.table[i] && !behind_equal(f, behind, f->memory.table[i]->number, error))
            return false;
    for (uint64_t i = 0; behind->table && i < UINT64_C(1) << behind->bits; i++) {
        uint64_t number = behind->table[i] ? behind->table[i]->number : 0;
        if (behind->table[i] && !word_memory_find(&f->memory, number)
            && !behind_equal(f, behind, number, error))
            return false;
    }
    return true;
}

/* A word of sequential execution's memory. With several SMs only bytes that this one has stored must be equal. */
static bool word_explained(struct flat_memory *f, uint64_t word, uint32_t expected, const struct sentence *error)
{
    const struct word_page *page = word_memory_find(&f->memory, word / PAGE_WORDS);
    uint32_t is = page ? page->word[word % PAGE_WORDS] : word_memory_read(&f->memory, word);
    uint32_t stored = page ? page->mark[word % PAGE_WORDS] >> WORD_BYTES : 0, differ = 0;
    if (is == expected)
        return true;
    for (uint32_t b = 0; b < 4; b++)
        differ |= ((is ^ expected) >> 8 * b & 0xff ? 1u : 0) << b;
    if ((f->cfg->sms > 1 && !(differ & stored)) || racing(f, word)) {
        f->counts.final_raced += racing(f, word);
        return true;
    }
    refuse(error, "at the end of the kernel the word at 0x%" PRIx64 " is 0x%08" PRIx32 ", and 0x%08" PRIx32 " in "
           "sequential execution, though not several warps have changed it", 4 * word, is, expected);
    return false;
}

static bool piece_explained(struct flat_memory *f, const struct stream_memory *piece, const struct sentence *error)
{
    for (uint64_t at = 0; at + 4 <= piece->bytes; at += 4) {
        uint32_t expected;
        uint64_t word = (piece->address + at) / 4;
        memcpy(&expected, piece->data + at, 4);
        if (!word_explained(f, word, expected, error))
            return false;
    }
    return true;
}

/* Where warps may wait for each other through memory: whether another warp than `who` has stored to the word. */
static bool waited_for(const struct flat_memory *f, uint64_t word, uint32_t who)
{
    const struct word_page *page = word_memory_find(&f->memory, word / PAGE_WORDS);
    uint8_t mark = page ? page->mark[word % PAGE_WORDS] : 0;
    return mark >> WORD_BYTES && (mark & WORD_SEVERAL || page->by[word % PAGE_WORDS] != who);
}

static bool loads_explained(struct flat_memory *f, bool races, const struct sentence *error)
{
    for (uint32_t i = 0; i < f->difference_count; i++) {
        const struct difference *d = &f->differences[i];
        if (racing(f, d->word) || f->cfg->sms > 1 || (races && waited_for(f, d->word, d->who)))
            continue;
        refuse(error, "the instruction at pc 0x%04" PRIx64 " has found another word at 0x%" PRIx64 " than in "
               "sequential execution, though %s", d->pc, 4 * d->word,
               races ? "no other warp has changed it" : "not several warps have changed it");
        return false;
    }
    return true;
}

static bool sequential_equal(struct flat_memory *f, const struct stream *stream, const struct sentence *error)
{
    struct stream_memory piece;
    for (size_t i = 0; stream->memory(stream, i, &piece); i++)
        if (!piece_explained(f, &piece, error))
            return false;
    return loads_explained(f, stream->races, error);
}

/* What is not to be found again: local memory, and who has done what to the rest. */
static void clear_kernel(struct flat_memory *f)
{
    word_memory_forget(&f->memory, first_local(f));
    for (uint64_t i = 0; f->memory.table && i < UINT64_C(1) << f->memory.bits; i++)
        if (f->memory.table[i])
            memset(f->memory.table[i]->mark, 0, sizeof f->memory.table[i]->mark);
}

bool flat_memory_end(struct flat_memory *f, struct word_memory *behind, const struct stream *stream,
                     const struct sentence *error)
{
    bool equal = all_behind_equal(f, behind, error);
    if (equal && stream->memory && f->cfg->lanes == MAX_LANES)
        equal = sequential_equal(f, stream, error);
    f->difference_count = 0;
    if (stream->memory)
        word_memory_clear(&f->memory);
    else
        clear_kernel(f);
    return equal;
}
