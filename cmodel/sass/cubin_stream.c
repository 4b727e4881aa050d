/* SPDX-License-Identifier: Apache-2.0 */
#include "cubin_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "replay.h"
#include "cmodel/trace/trace_names.h"

enum { MAX_RTHLD = 1024 };

struct cubin_stream {
    struct stream *stream;
    struct cubin_stream_options options;
    struct launch_file *file;
    struct machine *machine;
    struct trace_names names;
    struct replay_kernel kernel;        /* the running one */
    uint32_t kernels;
    uint64_t unhinted;                  /* records made that the hints lack */
    bool     finished;
};

/* --- kernels ------------------------------------------------------------------------------------------------------ */

static uint32_t hash_of(const char *text)
{
    uint32_t h = 2166136261u;
    while (*text)
        h = (h ^ (uint8_t)*text++) * 16777619u;
    return h;
}

static void free_shapes(struct cubin_stream *s)
{
    free(s->kernel.shapes);
    s->kernel.shapes = NULL;
}

static void apply_hints(const struct cubin_stream *s, int kernel, struct record_shape *shape)
{
    for (unsigned u = 0; s->options.hints && u < shape->count; u++)
        shape->unhinted += !hints_apply(s->options.hints, kernel, u, (uint32_t)s->options.rthld, &shape->uop[u]);
    if (s->options.hints)
        hints_flag(s->options.hints, shape->uop, shape->count);
}

static bool place(const struct cubin_stream *s, const struct cubin_kernel *k, const void *placed, const char *opcode,
                  struct record_shape *shape)
{
    char error[600];
    const struct record_placer *p = s->options.placer;
    unsigned allocated = (k->registers + 7) / 8 * 8, most = (unsigned)s->options.registers;
    return !p || p->place(p->context, placed, allocated < most ? allocated : most, opcode, shape->uop, shape->count,
                          SENTENCE(error))
        || refuse(SENTENCE(s->stream->error), "kernel '%s': %s", k->name, error);
}

/* Shapes of all instructions of a kernel. What this sub-core can not hold is refused at once, executed or not. */
static bool shape_kernel(struct cubin_stream *s, const struct cubin_kernel *k)
{
    struct record_limits limits = {s->options.slots, s->options.registers, s->options.expand,
                                   s->options.fixed};
    uint32_t most = 1, need;
    char name[64], error[128];
    s->kernel = (struct replay_kernel){
        .launch = machine_launch(s->machine), .rthld = (uint32_t)s->options.rthld,
        .distances = (uint32_t)s->options.distances,
        .look_ahead = (uint32_t)s->options.look_ahead, .hinted = s->options.hints != NULL, .unhinted = &s->unhinted,
        .error = {s->stream->error, sizeof s->stream->error},
    };
    int hint_kernel = s->options.hints ? hints_find_kernel(s->options.hints, k->name) : -1;
    const struct record_placer *placer = s->options.placer;
    const void *placed = placer ? placer->kernel(placer->context, k->name) : NULL;
    struct record_shape *shapes = s->kernel.shapes = calloc(k->insn_count ? k->insn_count : 1, sizeof *shapes);
    if (!shapes)
        return refuse(SENTENCE(s->stream->error), "no memory is left for kernel '%s'", k->name);
    for (uint32_t i = 0; i < k->insn_count; i++) {
        sass_opcode_text(&k->insns[i], name, sizeof name);
        long opcode = trace_names_find(&s->names, name, hash_of(name));
        if (opcode < 0)
            return refuse(SENTENCE(s->stream->error), "no memory is left for the names of opcodes");
        if (!record_shape(&shapes[i], &k->insns[i], (uint32_t)opcode, &limits, SENTENCE(error)))
            return refuse(SENTENCE(s->stream->error), "kernel '%s', address 0x%04" PRIx64 " (%s): the instruction %s",
                          k->name, k->insns[i].pc, name, error);
        apply_hints(s, hint_kernel, &shapes[i]);
        if (!place(s, k, placed, name, &shapes[i]))
            return false;
        most = shapes[i].count > most ? shapes[i].count : most;
    }
    /* What is usually in use, and what is looked ahead at; the rings grow if it does not do. */
    need = (uint32_t)s->options.window + most * (replay_window(&s->kernel) + 2) + 2 * RECORDS_MAX;
    for (s->kernel.room = 64; s->kernel.room < need; s->kernel.room *= 2) { }
    return true;
}

static int next_kernel(struct stream *stream, struct kernel *kernel)
{
    struct cubin_stream *s = stream->state;
    int status;
    /* Blocks that nobody asked for are run as well: later kernels may need what they leave in memory. */
    while (s->kernels > 0 && (status = machine_next_block(s->machine, NULL)) != 0)
        if (status < 0)
            return refuse(SENTENCE(s->stream->error), "%s", machine_error(s->machine)), -1;
    free_shapes(s);
    status = machine_next_launch(s->machine);
    if (status < 0)
        return refuse(SENTENCE(s->stream->error), "%s", machine_error(s->machine)), -1;
    s->finished = status == 0;
    if (status == 0)
        return 0;
    const struct exec_launch *l = machine_launch(s->machine);
    memset(kernel, 0, sizeof *kernel);
    snprintf(kernel->name, sizeof kernel->name, "%s", l->kernel->name);
    kernel->id = ++s->kernels;
    memcpy(kernel->grid, l->grid, sizeof kernel->grid);
    memcpy(kernel->block, l->block, sizeof kernel->block);
    kernel->shared_bytes = l->shared_bytes;
    kernel->registers = l->kernel->registers;
    return shape_kernel(s, l->kernel) ? 1 : -1;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static void release_block(struct block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++)
        replay_free(&block->warps[i]);
    machine_block_free(block->state);
}

static int next_block(struct stream *stream, struct block **result)
{
    struct cubin_stream *s = stream->state;
    struct machine_block *functional;
    *result = NULL;
    int status = machine_next_block(s->machine, &functional);
    if (status < 0)
        return refuse(SENTENCE(stream->error), "%s", machine_error(s->machine)), -1;
    if (status == 0)
        return 0;
    struct block *b = calloc(1, sizeof *b);
    if (b)
        b->warps = calloc(functional->warps, sizeof *b->warps);
    if (!b || !b->warps) {
        machine_block_free(functional);
        free(b);
        return refuse(SENTENCE(s->stream->error), "no memory is left for a block"), -1;
    }
    b->x = functional->place.x;
    b->y = functional->place.y;
    b->z = functional->place.z;
    b->index = functional->place.number;
    b->state = functional;
    b->release = release_block;
    for (uint32_t i = 0; i < functional->warps; i++, b->warp_count++)
        if (!replay_create(&s->kernel, &b->warps[i], functional, i)) {
            block_free(b);
            return refuse(SENTENCE(s->stream->error), "no memory is left for a block"), -1;
        }
    *result = b;
    return 1;
}

/* --- the stream --------------------------------------------------------------------------------------------------- */

static bool rewind_stream(struct stream *stream)
{
    struct cubin_stream *s = stream->state;
    char error[MACHINE_ERROR];
    free_shapes(s);
    machine_destroy(s->machine);
    s->kernels = 0;
    s->unhinted = 0;
    s->finished = false;
    s->machine = machine_create(s->file, s->options.limit, SENTENCE(error));
    return s->machine || refuse(SENTENCE(s->stream->error), "%s", error);
}

static void close_stream(struct stream *stream)
{
    struct cubin_stream *s = stream->state;
    if (!s)
        return;
    free_shapes(s);
    machine_destroy(s->machine);
    launch_close(s->file);
    trace_names_free(&s->names);
    free(s);
    stream->state = NULL;
}

static const char *opcode_name(struct stream *stream, uint32_t opcode)
{
    const struct cubin_stream *s = stream->state;
    return opcode < s->names.count ? s->names.names[opcode].text : "?";
}

static bool memory(const struct stream *stream, size_t index, struct stream_memory *piece)
{
    const struct cubin_stream *s = stream->state;
    return device_allocation(machine_device(s->machine), index, &piece->address, &piece->bytes, &piece->data);
}

uint64_t cubin_stream_unhinted(const struct stream *stream)
{
    return cubin_stream_is(stream) ? ((const struct cubin_stream *)stream->state)->unhinted : 0;
}

const struct cubin_kernel *cubin_stream_kernel(const struct stream *stream, const struct record_shape **shapes)
{
    const struct cubin_stream *s = stream->state;
    *shapes = s->kernel.shapes;
    return machine_launch(s->machine)->kernel;
}

bool cubin_stream_is(const struct stream *stream)
{
    return stream->next_block == next_block;
}

int cubin_stream_check(struct stream *stream)
{
    struct cubin_stream *s = stream->state;
    int status = s->finished ? machine_check(s->machine) : 0;
    if (status < 0)
        refuse(SENTENCE(stream->error), "%s", machine_error(s->machine));
    return status;
}

bool cubin_stream_open(struct stream *stream, const char *path, const struct cubin_stream_options *options)
{
    *stream = (struct stream){.next_kernel = next_kernel, .next_block = next_block, .rewind = rewind_stream,
                              .close = close_stream, .opcode_name = opcode_name, .memory = memory};
    struct cubin_stream *s = stream->state = calloc(1, sizeof *s);
    if (!s)
        return refuse(SENTENCE(stream->error), "no memory is left for %s", path);
    s->stream = stream;
    s->options = *options;
    if (!options->hints && options->rthld > MAX_RTHLD) {
        refuse(SENTENCE(stream->error), "reuse.rthld is %d; with machine code and without hints up to %d is accepted",
               options->rthld, MAX_RTHLD);
        close_stream(stream);
        return false;
    }
    s->file = launch_open(path, options->size, options->settings, options->setting_count, SENTENCE(stream->error));
    if (!s->file || !rewind_stream(stream)) {
        close_stream(stream);
        return false;
    }
    stream->races = launch_races(s->file);
    return true;
}
