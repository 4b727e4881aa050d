/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is there, zeroed, or the program ends. */
#ifndef SUBCORE_NEED_H
#define SUBCORE_NEED_H

#include <stddef.h>
#include <stdlib.h>

static inline void *need(size_t count, size_t bytes)
{
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory)
        abort();
    return memory;
}

#endif
