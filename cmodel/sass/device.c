/* SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "race.h"

enum {
    ALIGNMENT = 256,            /* of an allocation */
    GAP = 4096,                 /* least unmapped bytes between two */
    LANES = 32,
    WORD = 4,
    PAD = WORD - 1,             /* bytes of memory behind an allocation, for the rest of its last word */
    ERROR_SIZE = 640
};

#define BYTES_LIMIT (UINT64_C(1) << 40)

struct allocation {
    char *name;
    uint64_t address, bytes, capacity;
    uint8_t *memory;
    struct race_shadow shadow;
};

struct device {
    struct allocation *allocations;     /* by address */
    size_t count, last;                 /* `last` is where the last access was */
    uint64_t next;                      /* free address */
    uint32_t generation;
    uint64_t changes;
    bool shared, races;                 /* races are allowed */
    char error[ERROR_SIZE];
};

/* --- allocations -------------------------------------------------------------------------------------------------- */

struct device *device_create(void)
{
    struct device *device = calloc(1, sizeof *device);
    if (device)
        *device = (struct device){.next = DEVICE_BASE, .generation = 1};
    return device;
}

void device_destroy(struct device *device)
{
    if (!device)
        return;
    for (size_t i = 0; i < device->count; i++) {
        free(device->allocations[i].name);
        free(device->allocations[i].memory);
        race_shadow_close(&device->allocations[i].shadow);
    }
    free(device->allocations);
    free(device);
}

/* Adds an allocation at an address behind all others. */
static bool add(struct device *device, const char *name, uint64_t address, uint64_t bytes)
{
    struct allocation *more = realloc(device->allocations, (device->count + 1) * sizeof *more);
    if (!more)
        return false;
    device->allocations = more;
    struct allocation *allocation = &more[device->count];
    *allocation = (struct allocation){.name = strdup(name), .address = address, .bytes = bytes, .capacity = bytes};
    allocation->memory = calloc(1, bytes + PAD);
    if (allocation->name && allocation->memory && race_shadow_open(&allocation->shadow, bytes)) {
        device->count++;
        return true;
    }
    free(allocation->name);
    free(allocation->memory);
    return false;
}

uint64_t device_allocate(struct device *device, const char *name, uint64_t bytes)
{
    uint64_t address = device->next;
    if (bytes == 0 || bytes > BYTES_LIMIT || device->shared || !add(device, name, address, bytes))
        return 0;
    device->next = (address + bytes + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return address;
}

/* The allocation that holds the address, or the nearest one below it; NULL if there is none. */
static struct allocation *find_below(struct device *device, uint64_t address)
{
    size_t low = 0, high = device->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (device->allocations[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &device->allocations[low - 1] : NULL;
}

/* The allocation that holds all `bytes` (at most 128) at the address, or NULL. */
static inline struct allocation *find(struct device *device, uint64_t address, uint64_t bytes)
{
    if (device->last < device->count) {
        struct allocation *last = &device->allocations[device->last];
        if (address - last->address < last->bytes && bytes <= last->bytes - (address - last->address))
            return last;
    }
    struct allocation *found = find_below(device, address);
    if (!found || address - found->address >= found->bytes || bytes > found->bytes - (address - found->address))
        return NULL;
    device->last = (size_t)(found - device->allocations);
    return found;
}

uint8_t *device_memory(struct device *device, uint64_t address, uint64_t *bytes)
{
    struct allocation *found = find_below(device, address);
    if (!found || found->address != address)
        return NULL;
    if (bytes)
        *bytes = found->bytes;
    return found->memory;
}

bool device_allocation(const struct device *device, size_t index, uint64_t *address, uint64_t *bytes,
                       const uint8_t **memory)
{
    if (index >= device->count)
        return false;
    const struct allocation *a = &device->allocations[index];
    *address = a->address;
    *bytes = a->bytes;
    *memory = a->memory;
    return true;
}

void device_new_kernel(struct device *device)
{
    if (++device->generation <= RACE_MAX_GENERATION)
        return;
    device->generation = 1;
    for (size_t i = 0; i < device->count; i++)
        race_shadow_clear(&device->allocations[i].shadow);
}

struct device *device_create_shared(uint32_t bytes)
{
    struct device *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    *device = (struct device){.generation = 1, .shared = true};
    if (add(device, "shared memory", 0, bytes))
        return device;
    device_destroy(device);
    return NULL;
}

bool device_reset_shared(struct device *device, uint32_t bytes)
{
    struct allocation *memory = &device->allocations[0];
    device_new_kernel(device);
    if (bytes > memory->capacity) {
        struct race_shadow shadow;
        uint8_t *bigger = malloc((size_t)bytes + PAD);
        if (!bigger || !race_shadow_open(&shadow, bytes)) {
            free(bigger);
            return false;
        }
        free(memory->memory);
        race_shadow_close(&memory->shadow);
        memory->memory = bigger;
        memory->shadow = shadow;
        memory->capacity = bytes;
    }
    memory->bytes = bytes;
    memset(memory->memory, 0, (size_t)bytes + PAD);
    return true;
}

void device_allow_races(struct device *device)
{
    device->races = true;
}

uint64_t device_changes(const struct device *device)
{
    return device->changes;
}

void device_changed(struct device *device)
{
    device->changes++;
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

const char *device_error(const struct device *device)
{
    return device->error;
}

static const char *verb(enum device_access access)
{
    return access == DEVICE_READ ? "reads" : access == DEVICE_WRITE ? "writes" : "has an atomic operation on";
}

static bool refuse_address(struct device *device, uint64_t address, uint32_t bytes, enum device_access access,
                           const struct device_who *who)
{
    const struct allocation *below = find_below(device, address);
    char where[256] = "no allocation is below it";
    if (device->shared)
        snprintf(where, sizeof where, "the block has %" PRIu64 " bytes of shared memory", below ? below->bytes : 0);
    else if (below)
        snprintf(where, sizeof where, "the allocation below is %.100s with %" PRIu64 " bytes at 0x%" PRIx64,
                 below->name, below->bytes, below->address);
    snprintf(device->error, sizeof device->error, "block %" PRIu32 " warp %" PRIu32 " %s %" PRIu32
             " bytes at 0x%" PRIx64
             ", which is out of bounds: %s", who->block, who->warp, verb(access), bytes, address, where);
    return false;
}

static bool refuse_alignment(struct device *device, uint64_t address, uint32_t bytes, enum device_access access,
                             const struct device_who *who)
{
    bool size = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
    snprintf(device->error, sizeof device->error, "block %" PRIu32 " warp %" PRIu32 " %s %" PRIu32
             " bytes at 0x%" PRIx64
             ", %s", who->block, who->warp, verb(access), bytes, address,
             size ? "which is not a multiple of its size" : "but 1, 2, 4, 8 and 16 bytes are accepted");
    return false;
}

static bool refuse_race(struct device *device, const struct allocation *allocation, uint64_t offset,
                        const struct race_entry *entry, const struct race_party *party, enum race_access access)
{
    char parties[256];
    race_describe(entry, party, access, parties, sizeof parties);
    snprintf(device->error, sizeof device->error, "race in %.200s at byte %" PRIu64 " (address 0x%" PRIx64 "): %s; "
             "'races: allowed' in the launch file accepts it", allocation->name, offset, allocation->address + offset,
             parties);
    return false;
}

static bool refuse_memory(struct device *device)
{
    snprintf(device->error, sizeof device->error, "out of memory for the history of accesses");
    return false;
}

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static inline bool aligned(uint64_t address, uint32_t bytes)
{
    return bytes - 1 < 16 && (bytes & (bytes - 1)) == 0 && (address & (bytes - 1)) == 0;
}

/*
 * Enters an access to `bytes` at `offset`, all in one page. `value` is what is stored, NULL unless it is a store. Fails
 * at the first granule that refuses.
 */
static inline __attribute__((always_inline)) bool note(struct device *device, struct allocation *allocation,
                                                       uint64_t offset, uint32_t bytes, const uint8_t *value,
                                                       enum race_access access, const struct race_party *party)
{
    const uint8_t *old = allocation->memory + offset;
    uint32_t granule;
    if (device->races) {
        device->changes += value && memcmp(value, old, bytes) != 0;
        return true;
    }
    struct race_entry *entry = race_shadow_at(&allocation->shadow, offset, bytes < RACE_GRANULE, &granule);
    if (!entry)
        return refuse_memory(device);
    for (uint32_t i = 0; i < bytes; i += granule, entry++) {
        if (value)
            access = (granule == 1 ? value[i] == old[i] : memcmp(value + i, old + i, RACE_GRANULE) == 0) ? RACE_STORE
                                                                                                        : RACE_CHANGE;
        device->changes += access == RACE_CHANGE;
        if (!race_note(entry, party, access))
            return refuse_race(device, allocation, offset + i, entry, party, access);
    }
    return true;
}

static struct race_party party_of(const struct device *device, const struct device_who *who)
{
    return race_party(device->generation, who->block, who->warp, who->epoch);
}

/* The allocation of an access that is within bounds and aligned, or NULL with a sentence. The last word may be read,
 * and changed by an atomic, although the allocation ends in it: so atomics on 8 and 16 bits are made. */
static inline struct allocation *check(struct device *device, uint64_t address, uint32_t bytes,
                                       enum device_access access, const struct device_who *who)
{
    if (!aligned(address, bytes)) {
        refuse_alignment(device, address, bytes, access, who);
        return NULL;
    }
    struct allocation *allocation = find(device, address, bytes);
    if (!allocation && bytes == WORD && access != DEVICE_WRITE)
        allocation = find(device, address, 1);
    if (!allocation)
        refuse_address(device, address, bytes, access, who);
    return allocation;
}

bool device_read(struct device *device, uint64_t address, void *value, uint32_t bytes, const struct device_who *who)
{
    struct allocation *allocation = check(device, address, bytes, DEVICE_READ, who);
    struct race_party party = party_of(device, who);
    if (!allocation || !note(device, allocation, address - allocation->address, bytes, NULL, RACE_READ, &party))
        return false;
    memcpy(value, allocation->memory + (address - allocation->address), bytes);
    return true;
}

bool device_write(struct device *device, uint64_t address, const void *value, uint32_t bytes,
                  const struct device_who *who)
{
    struct allocation *allocation = check(device, address, bytes, DEVICE_WRITE, who);
    struct race_party party = party_of(device, who);
    if (!allocation || !note(device, allocation, address - allocation->address, bytes, value, RACE_STORE, &party))
        return false;
    memcpy(allocation->memory + (address - allocation->address), value, bytes);
    return true;
}

uint8_t *device_atomic(struct device *device, uint64_t address, uint32_t bytes, const struct device_who *who)
{
    struct allocation *allocation = check(device, address, bytes, DEVICE_ATOMIC, who);
    struct race_party party = party_of(device, who);
    if (!allocation || !note(device, allocation, address - allocation->address, bytes, NULL, RACE_ATOMIC, &party))
        return NULL;
    return allocation->memory + (address - allocation->address);
}

/* --- whole warps -------------------------------------------------------------------------------------------------- */

/* The allocation and page of 32 words that all lanes access one after the other, or NULL if it is not so. */
static struct allocation *coalesced(struct device *device, const uint64_t address[LANES], uint32_t mask, uint32_t bytes)
{
    uint64_t first = address[0], other = 0;
    if (mask != UINT32_MAX || bytes != 4 || first % 4 != 0)
        return NULL;
    for (unsigned lane = 0; lane < LANES; lane++)
        other |= address[lane] ^ (first + 4 * lane);
    struct allocation *allocation = other ? NULL : find(device, first, 4 * LANES);
    if (!allocation || (first - allocation->address) % RACE_PAGE > RACE_PAGE - 4 * LANES)
        return NULL;
    return allocation;
}

/* `bytes` is a constant wherever these two are inlined, so that the copies are single instructions. */
static inline __attribute__((always_inline)) bool read_each(struct device *device, const uint64_t address[LANES],
                                                            uint32_t mask, uint32_t bytes, uint32_t values[4][LANES],
                                                            const struct device_who *who)
{
    const struct race_party party = party_of(device, who);
    for (; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint32_t words[4] = {0};
        struct allocation *allocation = check(device, address[lane], bytes, DEVICE_READ, who);
        if (!allocation)
            return false;
        uint64_t offset = address[lane] - allocation->address;
        if (!note(device, allocation, offset, bytes, NULL, RACE_READ, &party))
            return false;
        memcpy(words, allocation->memory + offset, bytes);
        for (uint32_t word = 0; 4 * word < bytes; word++)
            values[word][lane] = words[word];
    }
    return true;
}

static inline __attribute__((always_inline)) bool write_each(struct device *device, const uint64_t address[LANES],
                                                             uint32_t mask, uint32_t bytes,
                                                             const uint32_t *const values[4],
                                                             const struct device_who *who)
{
    const struct race_party party = party_of(device, who);
    for (; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        uint32_t words[4] = {0};
        struct allocation *allocation = check(device, address[lane], bytes, DEVICE_WRITE, who);
        if (!allocation)
            return false;
        uint64_t offset = address[lane] - allocation->address;
        for (uint32_t word = 0; 4 * word < bytes; word++)
            words[word] = values[word][lane];
        if (!note(device, allocation, offset, bytes, (const uint8_t *)words, RACE_STORE, &party))
            return false;
        memcpy(allocation->memory + offset, words, bytes);
    }
    return true;
}

bool device_read_lanes(struct device *device, const uint64_t address[LANES], uint32_t mask, uint32_t bytes,
                       uint32_t values[4][LANES], const struct device_who *who)
{
    struct allocation *allocation = coalesced(device, address, mask, bytes);
    if (allocation) {
        const struct race_party party = party_of(device, who);
        uint64_t offset = address[0] - allocation->address;
        if (!note(device, allocation, offset, 4 * LANES, NULL, RACE_READ, &party))
            return false;
        memcpy(values[0], allocation->memory + offset, 4 * LANES);
        return true;
    }
    switch (bytes) {
    case 1:
        return read_each(device, address, mask, 1, values, who);
    case 2:
        return read_each(device, address, mask, 2, values, who);
    case 4:
        return read_each(device, address, mask, 4, values, who);
    case 8:
        return read_each(device, address, mask, 8, values, who);
    case 16:
        return read_each(device, address, mask, 16, values, who);
    default:
        return !mask || refuse_alignment(device, address[__builtin_ctz(mask)], bytes, DEVICE_READ, who);
    }
}

bool device_write_lanes(struct device *device, const uint64_t address[LANES], uint32_t mask, uint32_t bytes,
                        const uint32_t *const values[4], const struct device_who *who)
{
    struct allocation *allocation = coalesced(device, address, mask, bytes);
    if (allocation) {
        const struct race_party party = party_of(device, who);
        uint64_t offset = address[0] - allocation->address;
        const uint8_t *value = (const uint8_t *)values[0];
        if (!note(device, allocation, offset, 4 * LANES, value, RACE_STORE, &party))
            return false;
        memcpy(allocation->memory + offset, value, 4 * LANES);
        return true;
    }
    switch (bytes) {
    case 1:
        return write_each(device, address, mask, 1, values, who);
    case 2:
        return write_each(device, address, mask, 2, values, who);
    case 4:
        return write_each(device, address, mask, 4, values, who);
    case 8:
        return write_each(device, address, mask, 8, values, who);
    case 16:
        return write_each(device, address, mask, 16, values, who);
    default:
        return !mask || refuse_alignment(device, address[__builtin_ctz(mask)], bytes, DEVICE_WRITE, who);
    }
}
