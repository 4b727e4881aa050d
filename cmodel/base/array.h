/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that grow one element at a time. */
#ifndef SUBCORE_ARRAY_H
#define SUBCORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Makes room for element `count` of an array with room for `*room` elements of `element` bytes. False when memory runs
 * out; the array is then as it was. */
static inline bool array_grow(void **array, size_t element, size_t count, size_t *room)
{
    size_t want = *room ? 2 * *room : 64;
    if (count < *room)
        return true;
    void *grown = realloc(*array, want * element);
    if (!grown)
        return false;
    *array = grown;
    *room = want;
    return true;
}

#endif
