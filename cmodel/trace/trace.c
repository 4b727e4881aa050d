/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <stdlib.h>

#include "trace_block.h"
#include "trace_input.h"
#include "trace_kernel.h"
#include "trace_list.h"
#include "trace_records.h"
#include "trace_warp.h"

/* A trace as a stream: what it reads with, each part from those above it. */
struct trace {
    struct trace_options options;
    struct trace_list list;
    size_t next;                /* kernel to open next */
    bool   failed;
    struct trace_input input;
    struct trace_records records;
    struct trace_warps warps;
    struct trace_kernel kernel;
    struct trace_blocks blocks;
};

/* --- the stream --------------------------------------------------------------------------------------------------- */

/* Whether warps that are not wanted may be skipped: in the cache, and in plain text of which nothing else is made. */
static bool may_skip(const struct stream *stream, const struct trace *t)
{
    return stream->skim && stream->wants != NULL && t->warps.visitor == NULL &&
           (trace_input_packed(&t->input) || (t->input.file.plain != NULL && t->input.entry.packer.file == NULL));
}

static int trace_next_block(struct stream *stream, struct block **block)
{
    struct trace *t = stream->state;

    *block = NULL;
    t->input.error = (struct sentence){stream->error, sizeof stream->error};
    if (t->failed)
        return -1;
    if (t->input.file.path == NULL)
        return 0;
    t->blocks.skimmer = may_skip(stream, t) ? stream : NULL;
    int rc = trace_blocks_next(&t->blocks, block);
    if (rc == 0)
        trace_input_end(&t->input);
    t->failed = rc < 0;
    return rc;
}

static int trace_next_kernel(struct stream *stream, struct kernel *kernel)
{
    struct trace *t = stream->state;

    t->input.error = (struct sentence){stream->error, sizeof stream->error};
    if (t->failed)
        return -1;
    trace_input_close(&t->input);
    if (t->next == t->list.count)
        return 0;
    t->failed = true;
    if (!trace_kernel_open(&t->kernel, t->list.paths[t->next++]))
        return -1;
    t->failed = false;
    t->blocks.count = 0;
    *kernel = t->kernel.header.kernel;
    trace_records_kernel(&t->records);
    return 1;
}

static bool trace_rewind(struct stream *stream)
{
    struct trace *t = stream->state;

    trace_input_close(&t->input);
    trace_records_rewind(&t->records);
    t->next = 0;
    t->failed = false;
    return true;
}

static void trace_close(struct stream *stream)
{
    struct trace *t = stream->state;

    if (t == NULL)
        return;
    trace_input_free(&t->input);
    trace_list_free(&t->list);
    trace_warps_free(&t->warps);
    trace_records_free(&t->records);
    free(t);
    stream->state = NULL;
}

static const char *trace_opcode_name(struct stream *stream, uint32_t opcode)
{
    const struct trace *t = stream->state;

    return opcode < t->records.expansions.names.count ? t->records.expansions.names.names[opcode].text : "?";
}

static bool check_options(struct stream *stream, const struct trace_options *o)
{
    if (o->slots >= 1 && o->slots <= STREAM_MAX_SLOTS && o->registers >= 1 && o->registers <= 256 && o->rthld >= 1)
        return true;
    return refuse(SENTENCE(stream->error), "trace options: %d slots (1 to %d), %d registers (1 to 256), reuse "
                  "threshold %d (from 1)", o->slots, (int)STREAM_MAX_SLOTS, o->registers, o->rthld);
}

/* Tells each part of the others. */
static void connect(struct trace *t)
{
    t->input.cache = t->options.cache;
    t->records = (struct trace_records){.in = &t->input, .header = &t->kernel.header, .options = &t->options};
    t->warps.in = &t->input;
    t->warps.header = &t->kernel.header;
    t->warps.records = &t->records;
    t->kernel.in = &t->input;
    t->kernel.warps = &t->warps;
    t->blocks = (struct trace_blocks){.in = &t->input, .kernel = &t->kernel, .warps = &t->warps,
                                      .records = &t->records};
}

bool trace_open(struct stream *stream, const char *spec, const struct trace_options *options)
{
    struct trace *t;

    *stream = (struct stream){0};
    if (!check_options(stream, options))
        return false;
    t = calloc(1, sizeof *t);
    if (t == NULL)
        return refuse(SENTENCE(stream->error), "out of memory");
    t->options = *options;
    connect(t);
    if (!trace_list_resolve(&t->list, spec, SENTENCE(stream->error))) {
        free(t);
        return false;
    }
    stream->state = t;
    stream->place.kernels = (uint32_t)t->list.count;
    stream->next_kernel = trace_next_kernel;
    stream->next_block = trace_next_block;
    stream->rewind = trace_rewind;
    stream->close = trace_close;
    stream->opcode_name = trace_opcode_name;
    return true;
}

/* --- what a reader has met ---------------------------------------------------------------------------------------- */

static const struct trace *trace_of(const struct stream *stream)
{
    return stream->next_block == trace_next_block ? stream->state : NULL;
}

size_t trace_unknown_count(const struct stream *stream)
{
    const struct trace *t = trace_of(stream);

    return t != NULL ? t->records.unknown_count : 0;
}

const char *trace_unknown(const struct stream *stream, size_t i, uint64_t *instructions)
{
    const struct trace *t = trace_of(stream);

    if (t == NULL || i >= t->records.unknown_count)
        return NULL;
    *instructions = t->records.expansions.names.names[t->records.unknown[i]].instructions;
    return t->records.expansions.names.names[t->records.unknown[i]].text;
}

uint64_t trace_unhinted(const struct stream *stream)
{
    const struct trace *t = trace_of(stream);

    return t != NULL ? t->records.unhinted : 0;
}

/* --- visits ------------------------------------------------------------------------------------------------------- */

/* The blocks are without records, so that none is ever delivered. */
static int scan_kernel(struct stream *stream, const struct trace_visitor *visitor)
{
    struct kernel kernel;
    struct block *block;
    int rc = trace_next_kernel(stream, &kernel);

    if (rc <= 0)
        return rc;
    if (!visitor->kernel(visitor->context, &kernel))
        return refuse(SENTENCE(stream->error), "no memory is left for kernel '%s'", kernel.name), -1;
    if (trace_next_block(stream, &block) < 0)
        return -1;
    visitor->kernel_end(visitor->context);
    return 1;
}

bool trace_scan(const char *spec, const struct trace_options *options, const struct trace_visitor *visitor,
                const struct sentence *error)
{
    struct stream stream;
    int rc = -1;

    if (trace_open(&stream, spec, options)) {
        struct trace *t = stream.state;
        t->warps.visitor = visitor;
        while ((rc = scan_kernel(&stream, visitor)) == 1) { }
        trace_close(&stream);
    }
    return rc == 0 || refuse(error, "%s", stream.error);
}
