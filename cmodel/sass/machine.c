/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The driver's part of constant bank 0 on sm_75; driver_word() in exec_refuse.c has the same words. */
enum {
    BANK0_BLOCK = 0x00, BANK0_GRID = 0x0c, BANK0_SHARED_WINDOW = 0x18, BANK0_LOCAL_WINDOW = 0x20, BANK0_STACK = 0x28,
    BANK0_DYNAMIC_SHARED = 0x2c, BANK0_LAUNCH = 0x30, BANK0_SM_COUNT = 0x10c
};

enum { BANK_UNIT = 16 };            /* bytes */

struct machine {
    struct launch_file *file;
    struct device *device, *shared;
    uint64_t *address;              /* of each buffer that is no global */
    uint64_t globals;               /* address of the cubin's global segment, 0 if there is none */
    bool     running;               /* `launch` is prepared */
    struct exec_launch launch;
    uint32_t shared_bytes;
    struct exec_watch watch;
    uint64_t blocks, next;          /* of the launch */
    struct exec_warp *warps;        /* EXEC_MAX_WARPS */
    uint64_t launches, limit, instructions, threads;
    char     error[MACHINE_ERROR];
};

__attribute__((format(printf, 2, 3)))
static int fail(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(m->error, sizeof m->error, format, args);
    va_end(args);
    return -1;
}

const char *machine_error(const struct machine *m)
{
    return m->error;
}

uint64_t machine_instructions(const struct machine *m)
{
    return m->instructions;
}

uint64_t machine_thread_instructions(const struct machine *m)
{
    return m->threads;
}

const struct exec_launch *machine_launch(const struct machine *m)
{
    return &m->launch;
}

const struct device *machine_device(const struct machine *m)
{
    return m->device;
}

void machine_watch(struct machine *m, struct exec_watch watch)
{
    m->watch = watch;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* The address of a buffer; of a global variable within the cubin's segment. */
static uint64_t address_of(const struct machine *m, uint32_t buffer)
{
    const struct launch_buffer *b = launch_buffer_at(m->file, buffer);
    const struct cubin *c = launch_cubin(m->file);
    for (uint32_t i = 0; b->is_global && i < c->global_count; i++)
        if (strcmp(c->globals[i].name, b->name) == 0)
            return m->globals + c->globals[i].offset;
    return m->address[buffer];
}

static uint8_t *memory_of(const struct machine *m, uint32_t buffer)
{
    const struct launch_buffer *b = launch_buffer_at(m->file, buffer);
    if (!b->is_global)
        return device_memory(m->device, m->address[buffer], NULL);
    uint8_t *segment = m->globals ? device_memory(m->device, m->globals, NULL) : NULL;
    return segment ? segment + (address_of(m, buffer) - m->globals) : NULL;
}

const uint8_t *machine_buffer(const struct machine *m, uint32_t buffer)
{
    return memory_of(m, buffer);
}

static bool place_buffers(struct machine *m)
{
    const struct cubin *c = launch_cubin(m->file);
    uint32_t count = launch_buffer_count(m->file);
    m->address = calloc(count + 1, sizeof *m->address);
    if (!m->address)
        return false;
    if (c->global_bytes) {
        m->globals = device_allocate(m->device, "global variables", c->global_bytes);
        if (!m->globals || !launch_place(m->file, m->globals))
            return false;
        memcpy(device_memory(m->device, m->globals, NULL), c->global_data, c->global_bytes);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_buffer *b = launch_buffer_at(m->file, i);
        if (!b->is_global && !(m->address[i] = device_allocate(m->device, b->name, b->bytes)))
            return false;
        uint8_t *memory = memory_of(m, i);
        if (memory)
            memcpy(memory, b->initial, b->bytes);
    }
    return true;
}

struct machine *machine_create(struct launch_file *file, uint64_t limit, char *error, size_t error_size)
{
    struct machine *m = calloc(1, sizeof *m);
    snprintf(error, error_size, "%s: no memory is left for the buffers", launch_name(file));
    if (!m)
        return NULL;
    m->file = file;
    m->limit = limit ? limit : UINT64_MAX;
    m->device = device_create();
    m->shared = device_create_shared(1);
    m->warps = aligned_alloc(64, EXEC_MAX_WARPS * sizeof *m->warps);
    if (m->warps)
        memset(m->warps, 0, EXEC_MAX_WARPS * sizeof *m->warps);
    if (!m->device || !m->shared || !m->warps || !place_buffers(m)) {
        machine_destroy(m);
        return NULL;
    }
    launch_rewind(file);
    error[0] = '\0';
    return m;
}

static void end_launch(struct machine *m)
{
    for (uint32_t b = 0; b < CUBIN_BANKS; b++)
        free(m->launch.bank[b].data);
    exec_release(&m->launch);
    memset(&m->launch, 0, sizeof m->launch);
    m->running = false;
    for (uint32_t i = 0; m->warps && i < EXEC_MAX_WARPS; i++) {
        free(m->warps[i].local);
        m->warps[i].local = NULL;
    }
}

void machine_destroy(struct machine *m)
{
    if (!m)
        return;
    end_launch(m);
    free(m->warps);
    free(m->address);
    device_destroy(m->shared);
    device_destroy(m->device);
    free(m);
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

static void put(uint8_t *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* Bank 0: what the driver puts there, then the parameters. */
static void fill_bank0(const struct machine *m, const struct launch *from, uint8_t *bank)
{
    const struct exec_launch *l = &m->launch;
    uint64_t shared = EXEC_SHARED_WINDOW, local = EXEC_LOCAL_WINDOW;
    uint32_t sms = 1;               /* blocks find themselves on SM 0 */
    put(bank + BANK0_BLOCK, l->block, sizeof l->block);
    put(bank + BANK0_GRID, l->grid, sizeof l->grid);
    put(bank + BANK0_SHARED_WINDOW, &shared, sizeof shared);
    put(bank + BANK0_LOCAL_WINDOW, &local, sizeof local);
    put(bank + BANK0_STACK, &l->local_bytes, sizeof l->local_bytes);
    put(bank + BANK0_DYNAMIC_SHARED, &from->dynamic_shared, sizeof from->dynamic_shared);
    put(bank + BANK0_LAUNCH, &m->launches, sizeof m->launches);
    put(bank + BANK0_SM_COUNT, &sms, sizeof sms);
    uint8_t *param = bank + l->kernel->param_base;
    put(param, from->param, from->param_bytes);
    for (uint32_t i = 0; i < from->pointer_count; i++) {
        uint64_t address = address_of(m, from->pointers[i].buffer) + from->pointers[i].add;
        put(param + from->pointers[i].offset, &address, sizeof address);
    }
}

/* A bank is as large as the hardware can say: a multiple of 16 bytes, with zeros at its end. */
static bool fill_banks(struct machine *m, const struct launch *from)
{
    struct exec_launch *l = &m->launch;
    const struct cubin_kernel *k = l->kernel;
    for (uint32_t b = 0; b < CUBIN_BANKS; b++) {
        size_t size = k->bank[b].size, least = b == 0 ? (size_t)k->param_base + from->param_bytes : 0;
        if (size < least)
            size = least;
        if (size == 0)
            continue;
        l->bank[b].size = (size + BANK_UNIT - 1) / BANK_UNIT * BANK_UNIT;
        l->bank[b].data = calloc(1, l->bank[b].size);
        if (!l->bank[b].data)
            return false;
        if (k->bank[b].size)
            memcpy(l->bank[b].data, k->bank[b].data, k->bank[b].size);
    }
    fill_bank0(m, from, l->bank[0].data);
    return true;
}

/* Local memory of every warp that a block has. */
static bool place_local(struct machine *m)
{
    struct exec_launch *l = &m->launch;
    for (uint32_t i = 0; i < l->warps; i++)
        if (!(m->warps[i].local = malloc((size_t)l->local_bytes * SASS_LANES)))
            return false;
    return true;
}

int machine_next_launch(struct machine *m)
{
    const struct launch *from;
    struct exec_launch *l = &m->launch;
    end_launch(m);
    int status = launch_next(m->file, &from);
    if (status < 0)
        return fail(m, "%s", launch_error(m->file));
    if (status == 0)
        return 0;
    m->launches++;
    l->file = launch_cubin(m->file)->path;
    l->kernel = from->kernel;
    memcpy(l->grid, from->grid, sizeof l->grid);
    memcpy(l->block, from->block, sizeof l->block);
    l->threads = l->block[0] * l->block[1] * l->block[2];
    l->warps = (l->threads + SASS_LANES - 1) / SASS_LANES;
    l->shared_bytes = from->kernel->shared_bytes + from->dynamic_shared;
    l->local_bytes = (from->kernel->local_bytes + EXEC_LOCAL_SPARE + 15) / 16 * 16;
    l->device = m->device;
    l->watch = m->watch;
    m->blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    m->next = 0;
    if (!fill_banks(m, from) || !exec_prepare(l) || !place_local(m)
        || !device_reset_shared(m->shared, l->shared_bytes))
        return fail(m, "kernel '%s': no memory is left for the launch", l->kernel->name);
    device_new_kernel(m->device);
    m->running = true;
    return 1;
}

/* ---- a block ----------------------------------------------------------------------------------------------------- */

void machine_block_free(struct machine_block *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; i < EXEC_MAX_WARPS; i++)
        free(b->log[i].words);
    free(b);
}

static void locate(const struct exec_launch *l, uint64_t number, struct exec_block *place)
{
    place->number = (uint32_t)number;
    place->x = (uint32_t)(number % l->grid[0]);
    place->y = (uint32_t)(number / l->grid[0] % l->grid[1]);
    place->z = (uint32_t)(number / l->grid[0] / l->grid[1]);
}

int machine_next_block(struct machine *m, struct machine_block **result)
{
    const struct exec_launch *l = &m->launch;
    struct exec_block place = {.shared = m->shared};
    struct machine_block *b = NULL;
    if (!m->running || m->next == m->blocks)
        return 0;
    if (result && !(b = *result = calloc(1, sizeof *b)))
        return fail(m, "no memory is left for a block");
    locate(l, m->next++, &place);
    device_reset_shared(m->shared, l->shared_bytes);
    for (uint32_t i = 0; i < l->warps; i++) {
        exec_start(&m->warps[i], l, &place, i);
        m->warps[i].log = b ? &b->log[i] : NULL;
    }
    bool done = exec_block(m->warps, &place, l, &m->limit, m->error, sizeof m->error);
    for (uint32_t i = 0; i < l->warps; i++) {
        m->instructions += m->warps[i].executed;
        m->threads += m->warps[i].threads;
    }
    if (b) {
        b->place = place;
        b->place.shared = NULL;
        b->warps = l->warps;
    }
    if (done)
        return 1;
    machine_block_free(b);
    if (result)
        *result = NULL;
    return -1;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

int machine_check(struct machine *m)
{
    if (!launch_checked(m->file))
        return 0;
    if (!launch_reference(m->file))
        return fail(m, "%s", launch_error(m->file));
    for (uint32_t i = 0; i < launch_buffer_count(m->file); i++) {
        const uint8_t *memory = memory_of(m, i);
        if (memory && !launch_compare(m->file, i, memory, m->error, sizeof m->error))
            return -1;
    }
    return 1;
}
