/* SPDX-License-Identifier: Apache-2.0 */
#include "word_memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 8 };

void word_memory_init(struct word_memory *m, const struct memory_image *image)
{
    memset(m, 0, sizeof *m);
    m->image = image;
}

void word_memory_clear(struct word_memory *m)
{
    for (uint64_t i = 0; m->table && i < UINT64_C(1) << m->bits; i++)
        free(m->table[i]);
    free(m->table);
    m->table = NULL;
    m->last = NULL;
    m->bits = m->count = 0;
}

/* Where the page is, or would be. */
static struct word_page **place(const struct word_memory *m, uint64_t number)
{
    uint64_t mask = (UINT64_C(1) << m->bits) - 1, i = number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - m->bits);
    while (m->table[i] && m->table[i]->number != number)
        i = (i + 1) & mask;
    return &m->table[i];
}

void word_memory_forget(struct word_memory *m, uint64_t first)
{
    struct word_page **pages = m->table;
    uint64_t places = pages ? UINT64_C(1) << m->bits : 0, n = 0;
    for (uint64_t i = 0; i < places; i++) {
        struct word_page *page = pages[i];
        pages[i] = NULL;
        if (page && page->number < first)
            pages[n++] = page;
        else
            free(page);
    }
    m->last = NULL;
    m->count = (uint32_t)n;
    if (n == 0)
        return;
    struct word_page **kept = calloc(places, sizeof *kept);
    m->failed |= !kept;
    if (!kept)
        return;
    m->table = kept;
    for (uint64_t i = 0; i < n; i++)
        *place(m, pages[i]->number) = pages[i];
    free(pages);
}

/* Keeps at least half of the places free. */
static bool grow(struct word_memory *m)
{
    struct word_memory bigger = *m;
    bigger.bits = m->bits ? m->bits + 1 : FIRST_BITS;
    bigger.table = calloc(UINT64_C(1) << bigger.bits, sizeof(struct word_page *));
    if (!bigger.table)
        return false;
    for (uint64_t i = 0; m->table && i < UINT64_C(1) << m->bits; i++)
        if (m->table[i])
            *place(&bigger, m->table[i]->number) = m->table[i];
    free(m->table);
    m->table = bigger.table;
    m->bits = bigger.bits;
    return true;
}

static struct word_page *make_page(struct word_memory *m, uint64_t number)
{
    struct word_page *page = NULL;
    if ((m->table && m->count < (UINT32_C(1) << m->bits) / 2) || grow(m))
        page = malloc(sizeof *page);
    if (!page) {
        m->failed = true;
        return &m->spare;
    }
    page->number = number;
    memory_image_page(m->image, number, page->word);
    memset(page->mark, 0, sizeof page->mark);
    *place(m, number) = page;
    m->count++;
    return page;
}

const struct word_page *word_memory_find(const struct word_memory *m, uint64_t page)
{
    return m->table ? *place(m, page) : NULL;
}

struct word_page *word_memory_page(struct word_memory *m, uint64_t word)
{
    uint64_t number = word / PAGE_WORDS;
    if (m->last && m->last->number == number)
        return m->last;
    struct word_page *page = m->table ? *place(m, number) : NULL;
    m->last = page ? page : make_page(m, number);
    if (m->last != &m->spare)
        return m->last;
    m->last = NULL;
    return &m->spare;
}

void word_memory_write(struct word_memory *m, uint64_t word, uint32_t be, uint32_t data)
{
    static const uint32_t bytes[16] = {
        0x00000000, 0x000000ff, 0x0000ff00, 0x0000ffff, 0x00ff0000, 0x00ff00ff, 0x00ffff00, 0x00ffffff,
        0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff, 0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff
    };
    uint32_t *at = &word_memory_page(m, word)->word[word % PAGE_WORDS];
    *at = (*at & ~bytes[be & 15]) | (data & bytes[be & 15]);
}
