/* SPDX-License-Identifier: Apache-2.0 */
/* Lists that grow one element at a time. */
#ifndef RTL_GEN_GROW_H
#define RTL_GEN_GROW_H

#include <stddef.h>
#include <stdlib.h>

/* Makes room for one more element: their number is a power of two when they fill what there is. Without memory the
 * program ends. */
static inline void *grow(void *list, int count, size_t size)
{
    if (count & (count - 1))
        return list;
    void *grown = realloc(list, (count ? 2 * (size_t)count : 1) * size);
    if (!grown)
        abort();
    return grown;
}

#define APPEND(list, count, ...) \
    ((list) = grow(list, count, sizeof *(list)), (list)[(count)++] = __VA_ARGS__)

#endif
