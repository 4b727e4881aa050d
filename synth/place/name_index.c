/* SPDX-License-Identifier: Apache-2.0 */
#include "name_index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

struct entry { char *name; size_t number; };

/* Open addressing; `size` is a power of two, at most half of it is used. */
struct name_index { struct entry *entries; size_t size, used; };

enum { FIRST_SIZE = 64 };

static struct entry *new_entries(size_t size)
{
    struct entry *entries = calloc(size, sizeof *entries);
    if (!entries)
        abort();
    return entries;
}

struct name_index *name_index_new(void)
{
    struct name_index *index = NULL;
    size_t none = 0;
    room_for_one(&index, &none, sizeof *index);
    index->size = FIRST_SIZE;
    index->entries = new_entries(FIRST_SIZE);
    return index;
}

void name_index_free(struct name_index *index)
{
    if (!index)
        return;
    for (size_t i = 0; i < index->size; i++)
        free(index->entries[i].name);
    free(index->entries);
    free(index);
}

/* FNV-1a. */
static uint64_t hash(const char *name)
{
    uint64_t h = 14695981039346656037U;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211U;
    return h;
}

/* Where a name is, or would be. */
static struct entry *place(const struct name_index *index, const char *name)
{
    size_t at = (size_t)hash(name) & (index->size - 1);
    while (index->entries[at].name && strcmp(index->entries[at].name, name) != 0)
        at = (at + 1) & (index->size - 1);
    return &index->entries[at];
}

static void grow(struct name_index *index)
{
    struct name_index old = *index;
    index->size = 2 * old.size;
    index->entries = new_entries(index->size);
    for (size_t i = 0; i < old.size; i++)
        if (old.entries[i].name)
            *place(index, old.entries[i].name) = old.entries[i];
    free(old.entries);
}

bool name_index_add(struct name_index *index, const char *name, size_t number)
{
    if (2 * (index->used + 1) > index->size)
        grow(index);
    struct entry *e = place(index, name);
    if (e->name)
        return false;
    *e = (struct entry){room_for_text(name), number};
    index->used++;
    return true;
}

bool name_index_find(const struct name_index *index, const char *name, size_t *number)
{
    const struct entry *e = place(index, name);
    if (e->name)
        *number = e->number;
    return e->name != NULL;
}
