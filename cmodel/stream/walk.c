/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

static bool no_memory(struct stream *stream)
{
    return refuse(SENTENCE(stream->error), "no memory is left for reuse distances");
}

static bool walk_warp(struct stream *stream, struct warp *w, const struct walk *walk)
{
    unsigned uop = 0;
    for (uint32_t i = 0;; i++) {
        if (i == w->insn_count && (!w->more || !w->more(w)))
            return !w->more;
        w->needed = i;
        const struct insn *insn = warp_insn(w, i);
        uop = insn->first_uop ? 0 : uop + 1;
        if (walk->values && w->values)
            walk->values(walk->context, w, i);
        if (!walk->record(walk->context, insn, uop))
            return no_memory(stream);
        if (insn->last)
            return true;
    }
}

static bool walk_kernel(struct stream *stream, uint64_t wanted, const struct walk *walk)
{
    struct block *block;
    int status = 1;
    while (wanted > 0 && (status = stream->next_block(stream, &block)) == 1) {
        bool fine = true;
        for (uint32_t w = 0; w < block->warp_count && wanted > 0 && fine; w++, wanted--)
            fine = walk_warp(stream, &block->warps[w], walk);
        block_free(block);
        if (!fine)
            return false;
    }
    return status >= 0;
}

bool walk_stream(struct stream *stream, const struct walk *walk)
{
    struct kernel kernel;
    int status;
    while ((status = stream->next_kernel(stream, &kernel)) == 1) {
        uint64_t wanted = walk->kernel(walk->context, &kernel);
        if (wanted == 0)
            return no_memory(stream);
        if (!walk_kernel(stream, wanted, walk))
            return false;
    }
    return status == 0;
}
