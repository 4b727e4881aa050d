/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded traces: a kernel's file, plain or compressed, or a list of them; all kernels, all blocks. */
#include <string.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/trace/trace.h"

enum { BLOCKS = 2000 };

static void check_warps(const struct block *block)
{
    for (uint32_t w = 0; w < block->warp_count; w++)
        for (uint32_t i = 0; i < block->warps[w].insn_count; i++) {
            const struct insn *insn = &block->warps[w].insns[i];
            uint32_t lanes = (uint32_t)__builtin_popcount(insn->mask);
            if (insn->space != SPACE_NONE && insn->address + lanes > block->warps[w].address_count)
                fuzz_wrong("record %u of a warp has addresses behind the end of all", i);
        }
}

/* Goes through the stream. Returns 0 at its end, or -1. */
static int drain(struct stream *stream)
{
    struct kernel kernel;
    struct block *block;
    int status, blocks = 0;
    while ((status = stream->next_kernel(stream, &kernel)) == 1)
        while ((status = stream->next_block(stream, &block)) != 0) {
            if (status < 0)
                return -1;
            check_warps(block);
            block_free(block);
            if (++blocks > BLOCKS)
                return 0;
        }
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct trace_options ways[] = {
        {.slots = 3, .registers = 256, .expand = true, .rthld = 12},
        {.slots = 8, .registers = 32, .expand = true, .rthld = 1},
        {.slots = 3, .registers = 256, .expand = false, .rthld = 1000, .look_ahead = 4},
        {.slots = 1, .registers = 256, .expand = true, .rthld = 12, .look_ahead = 1}
    };
    static bool linked;
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    if (!linked)
        fuzz_link("tb/fuzz/corpus/trace/*.traceg");
    linked = true;
    bool list = size > 6 && (memcmp(data, "kernel", 6) == 0 || memcmp(data, "Memcpy", 6) == 0 || data[0] == '#');
    const char *path = fuzz_write(list ? "input.g" : "input.traceg", data, size);
    if (!trace_open(&stream, path, &ways[fuzz_choice(data, size) % 4])) {
        fuzz_refused(stream.error);
        return 0;
    }
    if (drain(&stream) < 0)
        fuzz_refused(stream.error);
    else
        fuzz_accepted();
    for (size_t i = 0; i < trace_unknown_count(&stream); i++)
        trace_unknown(&stream, i, &(uint64_t){0});
    stream.close(&stream);
    return 0;
}
