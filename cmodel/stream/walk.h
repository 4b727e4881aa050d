/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through the records of a stream, warp by warp in its order. */
#ifndef SUBCORE_WALK_H
#define SUBCORE_WALK_H

#include <stdbool.h>

#include "stream.h"

struct walk {
    void *context;
    /* A kernel begins: returns how many of its first warps are wanted, and 0 when memory has run out. */
    uint64_t (*kernel)(void *context, const struct kernel *);
    /* The next record of a warp, the `uop`-th of its instruction. Returns false when memory has run out. */
    bool (*record)(void *context, const struct insn *, unsigned uop);
    /* NULL, or called before it for a warp with values: it has record `index` as its last one. */
    void (*values)(void *context, const struct warp *, uint32_t index);
};

/* From the next kernel to the end. False with one sentence in stream->error. */
bool walk_stream(struct stream *stream, const struct walk *walk);

#endif
