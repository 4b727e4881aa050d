/* SPDX-License-Identifier: Apache-2.0 */
/* References and generators: the functions of workloads/ that a launch file names. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "launch_file.h"

const struct reference *launch_find_function(const struct reference *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

/* A running function of workloads/. A name that it asks for in vain ends it. */
struct call {
    struct launch_file *file;
    const char *function;
    bool expected;
    jmp_buf end;
};

static int64_t get_parameter(const struct reference_run *run, const char *name)
{
    struct call *call = run->state;
    bool known;
    int64_t value = launch_parameter(call->file, name, &known);
    if (known)
        return value;
    refuse(&call->file->sentence, "%.300s: '%.60s' of workloads/ needs a parameter '%.60s', which the file lacks",
           call->file->path, call->function, name);
    longjmp(call->end, 1);
}

static void *get_buffer(const struct reference_run *run, const char *name, size_t *count)
{
    struct call *call = run->state;
    uint32_t index = launch_find_buffer(call->file, name);
    if (index == UINT32_MAX) {
        refuse(&call->file->sentence, "%.300s: '%.60s' of workloads/ needs a buffer '%.60s', which the file lacks",
               call->file->path, call->function, name);
        longjmp(call->end, 1);
    }
    struct launch_buffer *buffer = &call->file->buffers[index];
    if (count)
        *count = buffer->count;
    /* What is expected by the launch file itself is no business of the reference. */
    return call->expected && !call->file->sources[index].expect ? buffer->expected : buffer->initial;
}

static int64_t get_within(const struct reference_run *run, const char *name, int64_t low, int64_t high)
{
    struct call *call = run->state;
    int64_t value = get_parameter(run, name);
    if (value >= low && value <= high)
        return value;
    refuse(&call->file->sentence, "%.300s: the parameter '%.60s' is %" PRId64 "; '%.60s' of workloads/ accepts %" PRId64
           " to %" PRId64, call->file->path, name, value, call->function, low, high);
    longjmp(call->end, 1);
}

static void *get_elements(const struct reference_run *run, const char *name, enum element_type type, uint64_t at_least)
{
    struct call *call = run->state;
    void *memory = get_buffer(run, name, NULL);
    const struct launch_buffer *buffer = &call->file->buffers[launch_find_buffer(call->file, name)];
    if (buffer->type == type && buffer->count >= at_least)
        return memory;
    refuse(&call->file->sentence, "%.300s: the buffer '%.60s' has %" PRIu64 " elements %s; '%.60s' of workloads/ "
           "accepts one with at least %" PRIu64 " %s", call->file->path, name, buffer->count,
           element_name(buffer->type), call->function, at_least, element_name(type));
    longjmp(call->end, 1);
}

bool launch_call(struct launch_file *file, const struct reference *function, bool expected)
{
    struct call call = {.file = file, .function = function->name, .expected = expected};
    const struct reference_run run = {&call, get_parameter, get_buffer, get_within, get_elements};
    if (setjmp(call.end))
        return false;
    function->run(&run);
    return true;
}

bool launch_reference(struct launch_file *file)
{
    if (!file->reference)
        return true;
    uint8_t **kept = calloc(file->buffer_count + 1, sizeof *kept);
    bool good = kept;
    for (uint32_t i = 0; good && i < file->buffer_count; i++) {
        struct launch_buffer *buffer = &file->buffers[i];
        uint64_t bytes = buffer->bytes;
        if (file->sources[i].expect) {          /* the reference may overwrite its copy */
            kept[i] = malloc(bytes + 8);
            good = kept[i];
            if (good)
                memcpy(kept[i], buffer->initial, bytes);
            continue;
        }
        if (!buffer->expected)
            buffer->expected = malloc(bytes + 8);
        good = buffer->expected;
        if (good)
            memcpy(buffer->expected, buffer->initial, bytes);
    }
    if (!good)
        launch_no_memory(file);
    good = good && launch_call(file, file->reference, true);
    for (uint32_t i = 0; kept && i < file->buffer_count; i++) {
        if (kept[i])
            memcpy(file->buffers[i].initial, kept[i], file->buffers[i].bytes);
        free(kept[i]);
    }
    free(kept);
    return good;
}
