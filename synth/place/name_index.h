/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of things by their names, in a hash table. */
#ifndef SUBCORE_PLACE_NAME_INDEX_H
#define SUBCORE_PLACE_NAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>

struct name_index;

struct name_index *name_index_new(void);
void name_index_free(struct name_index *index);

/* Adds a name, of which a copy is kept; false if it is there already. */
bool name_index_add(struct name_index *index, const char *name, size_t number);

/* Whether the name is there; its number. */
bool name_index_find(const struct name_index *index, const char *name, size_t *number);

#endif
