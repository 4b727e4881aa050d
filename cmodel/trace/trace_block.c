/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_block.h"

#include <stdlib.h>

#include "trace_text.h"

enum { BLOCK_WARPS_MAX = TRACE_BLOCK_THREADS / STREAM_MAX_LANES };

/* Warps of a block of the present kernel. */
static uint32_t block_warps(const struct trace_blocks *b)
{
    const uint32_t *dim = b->kernel->header.kernel.block;

    return (dim[0] * dim[1] * dim[2] + STREAM_MAX_LANES - 1) / STREAM_MAX_LANES;
}

static struct block *new_block(uint32_t warps)
{
    struct block *block = calloc(1, sizeof *block);

    if (block == NULL)
        return NULL;
    block->warps = malloc(warps * sizeof *block->warps);
    if (block->warps == NULL) {
        free(block);
        return NULL;
    }
    return block;
}

/* Puts a finished warp into its place by ascending number. */
static void insert_warp(struct block *block, const struct warp *warp)
{
    uint32_t at = block->warp_count++;

    for (; at > 0 && block->warps[at - 1].id > warp->id; at--)
        block->warps[at] = block->warps[at - 1];
    block->warps[at] = *warp;
}

static void drop_warps(struct block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        free(block->warps[i].insns);
        free(block->warps[i].addresses);
    }
    block->warp_count = 0;
}

/* Whether the records of the next warp of a block are not wanted. */
static bool unwanted(const struct trace_blocks *b, const struct block *block)
{
    return b->skimmer != NULL && !b->skimmer->wants(b->skimmer->reader, b->count, block->warp_count);
}

static bool read_insts(struct trace_blocks *b, uint64_t *announced)
{
    char value[32];
    const char *text;
    size_t length;
    int rc = trace_input_line(b->in, &text, &length);

    if (rc < 0)
        return false;
    if (rc == 0 || !trace_text_value(text, length, "insts", value, sizeof value) ||
        !trace_text_number(value, 0, INT64_MAX, announced))
        return trace_input_refuse(b->in, "'insts = number' must follow 'warp = number'");
    return true;
}

/* Takes over what was read of a warp, if it was `read` to its end. */
static bool keep_warp(const struct trace_blocks *b, struct block *block, struct trace_growing *g, bool read)
{
    if (!read) {
        free(g->warp.insns);
        free(g->warp.addresses);
        return false;
    }
    if (g->warp.insn_count == 0)
        return true;
    trace_records_finish(b->records, &g->warp);
    insert_warp(block, &g->warp);
    return true;
}

/* Skips the instructions of a warp, which is kept without records. */
static bool skip_warp(struct trace_blocks *b, struct block *block, uint32_t id)
{
    const struct warp warp = {.id = id};

    insert_warp(block, &warp);
    return trace_file_skip(&b->in->file, "warp", "#END_TB", &b->in->error) >= 0;
}

/* Reads one warp; `seen` has a bit per warp number that this block already had. */
static bool read_warp(struct trace_blocks *b, struct block *block, const char *number, uint32_t *seen)
{
    const uint32_t *dim = b->kernel->header.kernel.block, warps = block_warps(b);
    struct trace_growing g = {0};
    uint64_t id, announced = 0;

    if (!trace_text_number(number, 0, warps - 1, &id))
        return trace_input_refuse(b->in, "bad warp number: accepted are 0 to %u, the warps of a block of %u x %u x %u "
                                  "threads", warps - 1, dim[0], dim[1], dim[2]);
    if (*seen >> id & 1)
        return trace_input_refuse(b->in, "warp %u appears twice in its thread block: it is accepted once",
                                  (unsigned)id);
    b->shuffled |= *seen >> id != 0;
    *seen |= (uint32_t)1 << id;
    g.warp.id = (uint32_t)id;
    g.x = block->x;
    g.y = block->y;
    g.z = block->z;
    if (!read_insts(b, &announced))
        return false;
    if (announced > 0 && unwanted(b, block))
        return skip_warp(b, block, g.warp.id);
    return keep_warp(b, block, &g, trace_warps_read(b->warps, &g, announced));
}

static bool read_coordinates(struct trace_blocks *b, struct block *block)
{
    const uint32_t *grid = b->kernel->header.kernel.grid;
    const char *text;
    char value[64];
    uint32_t at[3];
    size_t length;
    int rc = trace_input_line(b->in, &text, &length);

    if (rc < 0)
        return false;
    if (rc == 0 || !trace_text_value(text, length, "thread block", value, sizeof value) ||
        !trace_text_triple(value, 0, INT32_MAX, at))
        return trace_input_refuse(b->in, "'thread block = x,y,z' must follow #BEGIN_TB");
    if (at[0] >= grid[0] || at[1] >= grid[1] || at[2] >= grid[2])
        return trace_input_refuse(b->in, "thread block %u,%u,%u is outside: accepted are those of the grid of %u x %u "
                                  "x %u", at[0], at[1], at[2], grid[0], grid[1], grid[2]);
    block->x = at[0];
    block->y = at[1];
    block->z = at[2];
    trace_packer_block(&b->in->entry.packer, at[0], at[1], at[2]);
    return true;
}

/* What stands between the warps of a block. */
static bool block_line_error(struct trace_blocks *b, const char *text, uint32_t seen)
{
    if (seen != 0 && ((*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f')))
        return trace_input_refuse(b->in, "the warp has more instructions: as many as its 'insts =' says are accepted");
    return trace_input_refuse(b->in, "'warp = number' or #END_TB is accepted here");
}

/* Whether a line says where the block stands in a cluster of blocks, which is not used here; -1 if it says it badly. */
static int cluster_line(struct trace_blocks *b, const char *text, size_t length)
{
    char value[64];
    uint32_t at[3];
    uint64_t rank;

    if (trace_text_value(text, length, "cluster id", value, sizeof value) ||
        trace_text_value(text, length, "cluster cta", value, sizeof value))
        return trace_text_triple(value, 0, INT32_MAX, at)
            ? 1 : (trace_input_refuse(b->in, "bad place in a cluster: three numbers are accepted"), -1);
    if (trace_text_value(text, length, "cluster rank", value, sizeof value))
        return trace_text_number(value, 0, INT32_MAX, &rank)
            ? 1 : (trace_input_refuse(b->in, "bad cluster rank: a number is accepted"), -1);
    return 0;
}

/* Reads the warps of a block, up to #END_TB. */
static bool read_warps(struct trace_blocks *b, struct block *block)
{
    uint32_t seen = 0;
    const char *text;
    char value[32];
    size_t length;
    int rc;

    while ((rc = trace_input_line(b->in, &text, &length)) == 1 && !trace_text_is(text, length, "#END_TB")) {
        int cluster = seen == 0 ? cluster_line(b, text, length) : 0;
        if (cluster < 0)
            return false;
        if (cluster == 1)
            continue;
        if (!trace_text_value(text, length, "warp", value, sizeof value))
            return block_line_error(b, text, seen);
        if (!read_warp(b, block, value, &seen))
            return false;
    }
    if (rc == 0)
        return trace_input_refuse(b->in, "the file ends inside a thread block: #END_TB is missing");
    return rc > 0;
}

/* Reads a block after its #BEGIN_TB up to #END_TB. Which warps are wanted is asked with their places, which are those
 * in the file only if the warps ascend there: else all of the block is read after all. */
static bool read_block(struct trace_blocks *b, struct block *block)
{
    struct trace_place begin = {0};

    if (!read_coordinates(b, block))
        return false;
    if (b->skimmer != NULL)
        begin = trace_file_place(&b->in->file);
    b->shuffled = false;
    if (!read_warps(b, block))
        return false;
    if (b->skimmer == NULL || !b->shuffled)
        return true;
    b->skimmer = NULL;
    drop_warps(block);
    return trace_file_go(&b->in->file, &begin, &b->in->error) && read_warps(b, block);
}

static bool read_packed_warps(struct trace_blocks *b, struct block *block)
{
    uint64_t instructions, line, before = 0;
    uint32_t id;

    b->shuffled = false;
    for (; trace_packed_warp(&b->in->packed, &id, &instructions, &line); before = id) {
        struct trace_growing g = {.warp.id = id};
        b->shuffled |= id < before;
        if (instructions > 0 && unwanted(b, block)) {
            trace_packed_skip(&b->in->packed, instructions);
            insert_warp(block, &g.warp);
            continue;
        }
        if (!keep_warp(b, block, &g, trace_warps_read_packed(b->warps, &g, instructions, line)))
            return false;
    }
    return true;
}

/* The same from the cache. */
static bool read_packed_block(struct trace_blocks *b, struct block *block)
{
    trace_packed_block(&b->in->packed, &block->x, &block->y, &block->z);
    const size_t begin = b->in->packed.at;
    if (!read_packed_warps(b, block))
        return false;
    if (b->skimmer == NULL || !b->shuffled)
        return true;
    b->skimmer = NULL;
    drop_warps(block);
    b->in->packed.at = begin;
    return read_packed_warps(b, block);
}

int trace_blocks_next(struct trace_blocks *b, struct block **result)
{
    const bool packed = trace_input_packed(b->in);
    int rc;

    while ((rc = trace_kernel_block(b->kernel)) == 1) {
        struct block *block = new_block(packed ? BLOCK_WARPS_MAX : block_warps(b));
        if (block == NULL)
            return trace_input_refuse(b->in, "out of memory"), -1;
        if (!(packed ? read_packed_block(b, block) : read_block(b, block))) {
            block_free(block);
            return -1;
        }
        if (block->warp_count > 0) {
            block->index = b->count++;
            *result = block;
            return 1;
        }
        block_free(block);
    }
    return rc;
}
