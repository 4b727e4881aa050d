/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

static int no_memory(struct stream *stream)
{
    snprintf(stream->error, sizeof stream->error, "no memory is left for reuse distances");
    return -1;
}

static int walk_warp(struct stream *stream, struct warp *w, const struct walk *walk)
{
    unsigned uop = 0;
    for (uint32_t i = 0;; i++) {
        if (i == w->insn_count && (!w->more || w->more(w) < 0))
            return w->more ? -1 : 0;
        w->needed = i;
        const struct insn *insn = warp_insn(w, i);
        uop = insn->first_uop ? 0 : uop + 1;
        if (!walk->record(walk->context, insn, uop))
            return no_memory(stream);
        if (insn->last)
            return 0;
    }
}

static int walk_kernel(struct stream *stream, uint64_t wanted, const struct walk *walk)
{
    struct block *block;
    int status = 1;
    while (wanted > 0 && (status = stream->next_block(stream, &block)) == 1) {
        int bad = 0;
        for (uint32_t w = 0; w < block->warp_count && wanted > 0 && bad == 0; w++, wanted--)
            bad = walk_warp(stream, &block->warps[w], walk);
        block_free(block);
        if (bad)
            return -1;
    }
    return status < 0 ? -1 : 0;
}

int walk_stream(struct stream *stream, const struct walk *walk)
{
    struct kernel kernel;
    int status;
    while ((status = stream->next_kernel(stream, &kernel)) == 1) {
        uint64_t wanted = walk->kernel(walk->context, &kernel);
        if (wanted == 0)
            return no_memory(stream);
        if (walk_kernel(stream, wanted, walk) < 0)
            return -1;
    }
    return status;
}
