/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that grow: memory for one more, or the program ends. */
#ifndef SUBCORE_PLACE_ROOM_H
#define SUBCORE_PLACE_ROOM_H

#include <stdlib.h>
#include <string.h>

/* Makes `array`, of `count` elements of `bytes`, one longer, and returns the place of the new one, zeroed. The room
 * doubles at powers of two, so that it need not be kept. */
static inline void *room_for_one(void *array, size_t *count, size_t bytes)
{
    char **place = array;
    if ((*count & (*count - 1)) == 0) {
        size_t room = *count ? 2 * *count : 1;
        *place = realloc(*place, room * bytes);
        if (!*place)
            abort();
    }
    return memset(*place + (*count)++ * bytes, 0, bytes);
}

static inline char *room_for_text(const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        abort();
    return copy;
}

#endif
