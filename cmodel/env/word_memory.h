/* SPDX-License-Identifier: Apache-2.0 */
/* A memory of 32-bit words in pages that come to be, with what the image says, when they are touched. */
#ifndef SUBCORE_WORD_MEMORY_H
#define SUBCORE_WORD_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "memory_image.h"

/* What has been done to a word since marks were cleared: several have stored the same byte; an atomic has updated it;
 * several have stored some byte; bit WORD_BYTES + b: byte b has been stored. */
enum word_mark { WORD_SHARED = 1, WORD_ATOMIC = 2, WORD_SEVERAL = 4, WORD_BYTES = 4 };

struct word_page {
    uint64_t number;
    uint32_t word[PAGE_WORDS];
    uint8_t  mark[PAGE_WORDS];
    uint32_t by[PAGE_WORDS];        /* who has stored last */
};

struct word_memory {
    const struct memory_image *image;
    struct word_page **table;       /* open addressing; NULL: free */
    uint32_t bits, count;           /* 2^bits places */
    struct word_page *last;
    bool     failed;                /* memory has run out: what is written is lost */
    struct word_page spare;         /* then */
};

void word_memory_init(struct word_memory *m, const struct memory_image *image);
/* Forgets all pages, or those from number `first` on, so that the image counts again. */
void word_memory_clear(struct word_memory *m);
void word_memory_forget(struct word_memory *m, uint64_t first);

/* The page that has a word (byte address / 4), made if it is not there; that of number `page` if it is there. */
struct word_page *word_memory_page(struct word_memory *m, uint64_t word);
const struct word_page *word_memory_find(const struct word_memory *m, uint64_t page);

static inline uint32_t word_memory_read(struct word_memory *m, uint64_t word)
{
    return word_memory_page(m, word)->word[word % PAGE_WORDS];
}

/* Bytes whose bits are set in `be`. */
void word_memory_write(struct word_memory *m, uint64_t word, uint32_t be, uint32_t data);

#endif
