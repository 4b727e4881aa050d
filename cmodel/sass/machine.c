/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The driver's part of constant bank 0 on sm_75; driver_word() in exec_bank.c has the same words. */
enum {
    BANK0_BLOCK = 0x00, BANK0_GRID = 0x0c, BANK0_SHARED_WINDOW = 0x18, BANK0_LOCAL_WINDOW = 0x20, BANK0_STACK = 0x28,
    BANK0_DYNAMIC_SHARED = 0x2c, BANK0_LAUNCH = 0x30, BANK0_GRID_BARRIER_HIGH = 0x8c, BANK0_GRID_BARRIER_LOW = 0x90,
    BANK0_SM_COUNT = 0x10c
};

enum { BANK_UNIT = 16, GRID_BARRIER_BYTES = 64 };

/* Banks that can be read as memory, too, where code takes the address of a parameter or of a __constant__ variable: the
 * word of bank 0 with the address that a bank has in memory. */
enum { WINDOWS = 2 };

static const struct {
    uint32_t word, bank, least;     /* bytes of memory, at least */
    const char *name;
} windows[WINDOWS] = {
    {0x40, 0, CUBIN_LARGE_PARAM_BASE + LAUNCH_PARAM_BYTES, "the parameters"},
    {0x50, 3, BANK_UNIT, "the __constant__ variables"},
};

/* A place for a block that is under way. */
struct seat {
    struct seat *next;              /* of those that are free */
    struct exec_warp *warps;
    struct device *shared;
};

/* A block that has begun and has not been given out. */
struct begun {
    struct exec_block place;
    struct seat *seat;              /* NULL: it has ended */
    struct machine_block *kept;     /* or NULL, if nobody wants to replay it */
};

struct machine {
    struct launch_file *file;
    struct device *device;
    uint64_t *address;              /* of each buffer that is no global */
    uint64_t globals;               /* address of the cubin's global segment, 0 if there is none */
    uint64_t window[WINDOWS];       /* addresses; 0: none yet */
    uint64_t grid_barrier;          /* of what cooperative launches wait at, 0 if there has been none */
    bool     running;               /* `launch` is prepared */
    struct exec_launch launch;
    uint32_t shared_bytes;
    struct exec_watch watch;
    uint64_t blocks, next;          /* of the launch; the next one to begin */
    struct begun *begun;            /* by number */
    size_t   begun_count, begun_room;
    uint32_t under_way, most;       /* blocks that have a seat; that may have one at a time */
    struct seat *seats;             /* free ones */
    uint64_t launches, limit, instructions, threads;
    char     error[MACHINE_ERROR];
};

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

/* --- memory ------------------------------------------------------------------------------------------------------- */

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
        if (!m->globals)
            return false;
        if (!launch_place(m->file, m->globals))
            return refuse(SENTENCE(m->error), "%s", launch_error(m->file));
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

/* Addresses in buffers, now that all have their place. */
static void place_addresses(struct machine *m)
{
    const struct launch_address *a;
    for (uint32_t i = 0; (a = launch_address_at(m->file, i)); i++) {
        uint64_t address = address_of(m, a->to) + a->add;
        memcpy(launch_buffer_at(m->file, a->buffer)->initial + a->offset, &address, sizeof address);
        if (!launch_buffer_at(m->file, a->buffer)->is_constant)
            memcpy(memory_of(m, a->buffer) + a->offset, &address, sizeof address);
    }
    launch_place_constants(m->file);
}

struct machine *machine_create(struct launch_file *file, uint64_t limit, const struct sentence *error)
{
    struct machine *m = calloc(1, sizeof *m);
    if (!m)
        return refuse(error, "%s: no memory is left for the buffers", launch_name(file)), NULL;
    m->file = file;
    m->limit = limit ? limit : UINT64_MAX;
    m->device = device_create();
    if (!m->device || !place_buffers(m)) {
        if (m->error[0])
            refuse(error, "%s", m->error);
        else
            refuse(error, "%s: no memory is left for the buffers", launch_name(file));
        machine_destroy(m);
        return NULL;
    }
    place_addresses(m);
    if (launch_races(file))
        device_allow_races(m->device);
    launch_rewind(file);
    return m;
}

static void free_seat(const struct exec_launch *l, struct seat *seat)
{
    for (uint32_t i = 0; seat->warps && i < l->warps; i++)
        exec_free(&seat->warps[i]);
    free(seat->warps);
    device_destroy(seat->shared);
    free(seat);
}

/* Gives the seats back: those of blocks that are under way, and free ones. */
static void free_seats(struct machine *m)
{
    for (size_t i = 0; i < m->begun_count; i++) {
        if (m->begun[i].seat)
            free_seat(&m->launch, m->begun[i].seat);
        machine_block_free(m->begun[i].kept);
    }
    for (struct seat *next, *s = m->seats; s; s = next) {
        next = s->next;
        free_seat(&m->launch, s);
    }
    free(m->begun);
    m->begun = NULL;
    m->begun_count = m->begun_room = 0;
    m->seats = NULL;
    m->under_way = 0;
}

static void end_launch(struct machine *m)
{
    free_seats(m);
    for (uint32_t b = 0; b < CUBIN_BANKS; b++)
        free(m->launch.bank[b].data);
    exec_release(&m->launch);
    memset(&m->launch, 0, sizeof m->launch);
    m->running = false;
}

void machine_destroy(struct machine *m)
{
    if (!m)
        return;
    end_launch(m);
    free(m->address);
    device_destroy(m->device);
    free(m);
}

/* --- a launch ----------------------------------------------------------------------------------------------------- */

static void put(uint8_t *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* Bank 0: what the driver puts there, then the parameters. */
static void fill_bank0(const struct machine *m, const struct launch *from, uint8_t *bank)
{
    const struct exec_launch *l = &m->launch;
    uint64_t shared = SASS_SHARED_WINDOW, local = SASS_LOCAL_WINDOW;
    uint32_t sms = 1;               /* blocks find themselves on SM 0 */
    put(bank + BANK0_BLOCK, l->block, sizeof l->block);
    put(bank + BANK0_GRID, l->grid, sizeof l->grid);
    put(bank + BANK0_SHARED_WINDOW, &shared, sizeof shared);
    put(bank + BANK0_LOCAL_WINDOW, &local, sizeof local);
    put(bank + BANK0_STACK, &l->local_bytes, sizeof l->local_bytes);
    put(bank + BANK0_DYNAMIC_SHARED, &from->dynamic_shared, sizeof from->dynamic_shared);
    put(bank + BANK0_LAUNCH, &m->launches, sizeof m->launches);
    put(bank + BANK0_SM_COUNT, &sms, sizeof sms);
    if (from->cooperative) {
        uint32_t high = (uint32_t)(m->grid_barrier >> 32), low = (uint32_t)m->grid_barrier;
        put(bank + BANK0_GRID_BARRIER_HIGH, &high, sizeof high);
        put(bank + BANK0_GRID_BARRIER_LOW, &low, sizeof low);
    }
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

/* Whether code names a word of bank 0, or the one behind it. */
static bool names_word(const struct cubin_kernel *k, uint32_t word)
{
    for (uint32_t i = 0; i < k->insn_count; i++)
        for (uint32_t n = 0; n < k->insns[i].operand_count; n++) {
            const struct sass_operand *o = &k->insns[i].operand[n];
            if (o->kind == SASS_CONST && o->bank == 0 && (uint64_t)o->value - word < sizeof(uint64_t))
                return true;
        }
    return false;
}

/* Banks whose address the kernel takes, in memory as they are at its start. */
static bool place_windows(struct machine *m)
{
    struct exec_launch *l = &m->launch;
    for (uint32_t i = 0; i < WINDOWS; i++) {
        const struct cubin_bank *b = &l->bank[windows[i].bank];
        uint64_t bytes = b->size > windows[i].least ? b->size : windows[i].least, there = 0;
        if (!names_word(l->kernel, windows[i].word))
            continue;
        if (m->window[i])
            device_memory(m->device, m->window[i], &there);
        if (there < bytes && !(m->window[i] = device_allocate(m->device, windows[i].name, bytes)))
            return false;
        put(l->bank[0].data + windows[i].word, &m->window[i], sizeof m->window[i]);
        if (b->size)
            memcpy(device_memory(m->device, m->window[i], NULL), b->data, b->size);
    }
    return true;
}

/* Memory for the barrier of a cooperative launch, at its start. */
static bool place_grid_barrier(struct machine *m, const struct launch *from)
{
    if (!from->cooperative)
        return true;
    if (!m->grid_barrier)
        m->grid_barrier = device_allocate(m->device, "the barrier of the grid", GRID_BARRIER_BYTES);
    if (m->grid_barrier)
        memset(device_memory(m->device, m->grid_barrier, NULL), 0, GRID_BARRIER_BYTES);
    return m->grid_barrier;
}

int machine_next_launch(struct machine *m)
{
    const struct launch *from;
    struct exec_launch *l = &m->launch;
    end_launch(m);
    int status = launch_next(m->file, &from);
    if (status < 0)
        return refuse(SENTENCE(m->error), "%s", launch_error(m->file)), -1;
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
    l->races = launch_races(m->file);
    l->watch = l->races ? (struct exec_watch){0} : m->watch;
    m->most = l->races ? launch_resident(from) : 1;
    m->blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    m->next = 0;
    if (!place_grid_barrier(m, from) || !fill_banks(m, from) || !place_windows(m) || !exec_prepare(l))
        return refuse(SENTENCE(m->error), "kernel '%s': no memory is left for the launch", l->kernel->name), -1;
    device_new_kernel(m->device);
    m->running = true;
    return 1;
}

/* --- a block ------------------------------------------------------------------------------------------------------ */

void machine_block_free(struct machine_block *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; i < EXEC_MAX_WARPS; i++)
        exec_log_free(&b->log[i]);
    free(b);
}

static void locate(const struct exec_launch *l, uint64_t number, struct exec_block *place)
{
    place->number = (uint32_t)number;
    place->x = (uint32_t)(number % l->grid[0]);
    place->y = (uint32_t)(number / l->grid[0] % l->grid[1]);
    place->z = (uint32_t)(number / l->grid[0] / l->grid[1]);
}

/* A free seat, or a new one; NULL when memory runs out. */
static struct seat *take_seat(struct machine *m)
{
    const struct exec_launch *l = &m->launch;
    struct seat *seat = m->seats;
    if (seat) {
        m->seats = seat->next;
        return seat;
    }
    seat = calloc(1, sizeof *seat);
    if (!seat)
        return NULL;
    seat->shared = device_create_shared(l->shared_bytes);
    seat->warps = aligned_alloc(64, l->warps * sizeof *seat->warps);
    bool fine = seat->shared && seat->warps;
    if (seat->warps)
        memset(seat->warps, 0, l->warps * sizeof *seat->warps);
    for (uint32_t i = 0; fine && i < l->warps; i++)
        fine = (seat->warps[i].local = malloc((size_t)l->local_bytes * SASS_LANES));
    if (fine && l->races)
        device_allow_races(seat->shared);
    if (fine)
        return seat;
    free_seat(l, seat);
    return NULL;
}

/* Room for one block more among those that have begun. */
static bool make_room(struct machine *m)
{
    if (m->begun_count < m->begun_room)
        return true;
    size_t room = m->begun_room ? 2 * m->begun_room : 16;
    struct begun *more = realloc(m->begun, room * sizeof *more);
    if (!more)
        return false;
    m->begun = more;
    m->begun_room = room;
    return true;
}

static bool begin_block(struct machine *m, bool keep)
{
    const struct exec_launch *l = &m->launch;
    if (!make_room(m))
        return false;
    struct begun *b = &m->begun[m->begun_count];
    *b = (struct begun){.seat = take_seat(m), .kept = keep ? calloc(1, sizeof *b->kept) : NULL};
    if (!b->seat || (keep && !b->kept) || !device_reset_shared(b->seat->shared, l->shared_bytes)) {
        if (b->seat)
            free_seat(l, b->seat);
        machine_block_free(b->kept);
        return false;
    }
    m->begun_count++;
    m->under_way++;
    locate(l, m->next++, &b->place);
    for (uint32_t i = 0; i < l->warps; i++) {
        exec_start(&b->seat->warps[i], l, &b->place, i);
        b->seat->warps[i].log = b->kept ? &b->kept->log[i] : NULL;
    }
    return true;
}

/* It has ended, or failed: its seat is free. */
static void leave_seat(struct machine *m, struct begun *b)
{
    for (uint32_t i = 0; i < m->launch.warps; i++) {
        m->instructions += b->seat->warps[i].executed;
        m->threads += b->seat->warps[i].threads;
    }
    if (b->kept) {
        b->kept->place = b->place;
        b->kept->place.shared = NULL;
        b->kept->warps = m->launch.warps;
    }
    b->seat->next = m->seats;
    m->seats = b->seat;
    b->seat = NULL;
    m->under_way--;
}

/* What a round has done. */
struct round {
    uint32_t ended, stepped;
    struct begun *waiting;          /* the first block that waits */
};

/* Every block that is under way has a turn. Returns false with a sentence. */
static bool run_round(struct machine *m, struct round *r)
{
    *r = (struct round){0};
    for (size_t i = 0; i < m->begun_count; i++) {
        struct begun *b = &m->begun[i];
        if (!b->seat)
            continue;
        b->place.shared = b->seat->shared;
        for (uint32_t w = 0; w < m->launch.warps; w++)
            b->seat->warps[w].block = &b->place;
        enum exec_status status = exec_turn(b->seat->warps, &b->place, &m->launch, &m->limit, SENTENCE(m->error));
        r->ended += status == EXEC_ENDED;
        r->stepped += status == EXEC_STEPPED;
        if (status == EXEC_WAITING && !r->waiting)
            r->waiting = b;
        if (status == EXEC_ENDED || status == EXEC_FAILED)
            leave_seat(m, b);
        if (status == EXEC_FAILED)
            return false;
    }
    return true;
}

/* Lets lanes of idle warps go on if all warps are idle. Returns whether there were any. */
static bool let_go(struct machine *m)
{
    bool any = false;
    for (size_t i = 0; i < m->begun_count; i++)
        for (uint32_t w = 0; m->begun[i].seat && w < m->launch.warps; w++)
            if (!exec_idle(&m->begun[i].seat->warps[w]))
                return false;
    for (size_t i = 0; i < m->begun_count; i++)
        for (uint32_t w = 0; m->begun[i].seat && w < m->launch.warps; w++)
            any |= exec_let_go(&m->begun[i].seat->warps[w]);
    return any;
}

/* No block that is under way will change anything any more, and no other one can begin. */
static bool stuck(struct machine *m, struct begun *b)
{
    char why[300];
    if (!m->launch.races)
        snprintf(why, sizeof why, "it goes round and round until another block changes memory, and blocks run one "
                 "after another; with 'races: allowed' in the launch file they take turns");
    else if (m->next < m->blocks)
        snprintf(why, sizeof why, "it goes round and round until memory changes, no block under way changes it, and %"
                 PRIu64 " have not begun; up to %" PRIu32 " of this kernel are under way at a time, as on the largest "
                 "GPU of sm_75, and a grid of so many is accepted", m->blocks - m->next, m->most);
    else
        snprintf(why, sizeof why, "it goes round and round until memory changes, and no warp changes it any more; "
                 "kernels that end are accepted");
    exec_stuck(b->seat->warps, &m->launch, why, SENTENCE(m->error));
    return false;
}

/* A round, and blocks that begin behind it: as many as have ended, or if none has as many as are under way, so that
 * only few are under way unless they wait for each other. */
static bool go_on(struct machine *m, bool keep)
{
    struct round r = {0};
    if (m->under_way && !run_round(m, &r))
        return false;
    bool full = m->under_way == m->most || m->next == m->blocks;
    bool gone = m->under_way && r.ended == 0 && full && let_go(m);
    if (m->under_way && r.ended + r.stepped == 0 && full && !gone)
        return stuck(m, r.waiting);
    uint32_t more = r.ended ? r.ended : m->under_way ? m->under_way : 1;
    for (; more > 0 && m->under_way < m->most && m->next < m->blocks; more--)
        if (!begin_block(m, keep)) {
            refuse(SENTENCE(m->error), "kernel '%s': no memory is left for a block", m->launch.kernel->name);
            return false;
        }
    return true;
}

/* Where blocks take turns, the watch is told of one after another, and of its warps one after another. */
static bool watch_block(struct machine *m, struct machine_block *b)
{
    struct exec_warp *w = aligned_alloc(64, sizeof *w);
    enum exec_status status = EXEC_STEPPED;
    if (!w)
        return refuse(SENTENCE(m->error), "no memory is left for a warp");
    for (uint32_t i = 0; i < b->warps && status == EXEC_STEPPED; i++) {
        machine_replay(m, b, i, w);
        while (w->path_count > 0 && (status = exec_step(w)) == EXEC_STEPPED)
            m->watch.step(m->watch.context, w);
    }
    if (status != EXEC_STEPPED)
        refuse(SENTENCE(m->error), "%s", w->error);
    free(w);
    return status == EXEC_STEPPED;
}

void machine_replay(const struct machine *m, struct machine_block *b, uint32_t number, struct exec_warp *w)
{
    w->local = NULL;
    w->before = NULL;
    exec_start(w, &m->launch, &b->place, number);
    w->replay = true;
    w->log = &b->log[number];
}

int machine_next_block(struct machine *m, struct machine_block **result)
{
    bool watched = m->launch.races && m->watch.step;
    if (result)
        *result = NULL;
    if (!m->running || (m->begun_count == 0 && m->next == m->blocks))
        return 0;
    while (m->begun_count == 0 || m->begun[0].seat)
        if (!go_on(m, result || watched))
            return -1;
    struct machine_block *kept = m->begun[0].kept;
    bool fine = !watched || watch_block(m, kept);
    memmove(m->begun, m->begun + 1, --m->begun_count * sizeof *m->begun);
    if (result && fine)
        *result = kept;
    else
        machine_block_free(kept);
    return fine ? 1 : -1;
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

int machine_check(struct machine *m)
{
    if (!launch_checked(m->file))
        return 0;
    if (!launch_reference(m->file))
        return refuse(SENTENCE(m->error), "%s", launch_error(m->file)), -1;
    for (uint32_t i = 0; i < launch_buffer_count(m->file); i++) {
        const uint8_t *memory = memory_of(m, i);
        if (memory && !launch_compare(m->file, i, memory, SENTENCE(m->error)))
            return -1;
    }
    return 1;
}
