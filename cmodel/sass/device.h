/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device memory: the global address space of a run, with bounds and race checks.
 *
 * Allocations lie at multiples of 256 bytes with unmapped space between them; address 0 and what lies outside an
 * allocation is refused. Every access names who makes it: two warps of which no barrier of their block and no kernel
 * boundary orders one before the other must not access the same byte if one of them changes it, atomics aside, which
 * the executor orders. A store that leaves a byte as it was, and is not followed by one that changes it, is harmless:
 * its outcome does not depend on timing. race.h says exactly what is refused, and what memory the check takes: 4 bytes
 * for each byte that is accessed, 16 where less than a word is accessed.
 */
#ifndef SUBCORE_DEVICE_H
#define SUBCORE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;

/* Who accesses. `epoch` counts the barriers that the warp has passed since its start, so that an access is ordered
 * after those of its block in earlier epochs. A warp is at most one epoch ahead of another one. */
struct device_who {
    uint32_t block;             /* of the running kernel, from 0 */
    uint32_t warp;              /* in the block */
    uint32_t epoch;
};

/* Where the first allocation lies. */
#define DEVICE_BASE UINT64_C(0x700000000)

enum device_access { DEVICE_READ, DEVICE_WRITE, DEVICE_ATOMIC };

/* NULL when memory runs out. */
struct device *device_create(void);
void device_destroy(struct device *);

/* Adds an allocation of at least one byte and returns its address, or 0 when memory runs out. The memory is zero. */
uint64_t device_allocate(struct device *, const char *name, uint64_t bytes);
/* An allocation's memory, for filling and checking without any check. NULL if there is none at exactly that address.
 * `bytes` may be NULL. */
uint8_t *device_memory(struct device *, uint64_t address, uint64_t *bytes);

/* The index-th allocation by address; false if there are not so many. */
bool device_allocation(const struct device *, size_t index, uint64_t *address, uint64_t *bytes, const uint8_t **memory);

/* A kernel starts: everything before it is ordered before everything in it. */
void device_new_kernel(struct device *);

/* Reads or writes `bytes` (1, 2, 4, 8, 16; naturally aligned) at `address` of one lane. Returns false with one sentence
 * in device_error() when it is out of bounds, not aligned, or a race. The word in which an allocation ends may be read
 * whole. */
bool device_read(struct device *, uint64_t address, void *value, uint32_t bytes, const struct device_who *who);
bool device_write(struct device *, uint64_t address, const void *value, uint32_t bytes, const struct device_who *who);
/* For an atomic: checks only, and returns the memory itself, or NULL. Counts as a change of the bytes, whatever the
 * operation does: plain accesses that are not ordered with it are refused. */
uint8_t *device_atomic(struct device *, uint64_t address, uint32_t bytes, const struct device_who *who);

/* Races are not looked for from now on. */
void device_allow_races(struct device *);
/* How often memory has been changed, whichever byte; an atomic says it itself. */
uint64_t device_changes(const struct device *);
void device_changed(struct device *);

/* For a whole warp: same results as one call per lane of the mask in order, but that a refusal of 32 words one behind
 * the other leaves them unread or unwritten. `values` is lane-major words: lane l's word w at values[w][l]; less than 4
 * bytes are the low ones of word 0, and read with zeros above. Lanes not in the mask are left alone. */
bool device_read_lanes(struct device *, const uint64_t address[32], uint32_t mask, uint32_t bytes,
                       uint32_t values[4][32], const struct device_who *who);
bool device_write_lanes(struct device *, const uint64_t address[32], uint32_t mask, uint32_t bytes,
                        const uint32_t *const values[4], const struct device_who *who);

/* The shared memory of one block as a device of its own: addresses from 0, no gaps. Races between warps of the block
 * are found by warp and epoch. */
struct device *device_create_shared(uint32_t bytes);
/* Clears contents and history, as the next block finds it; may change its size. */
bool device_reset_shared(struct device *, uint32_t bytes);

/* One sentence about the last refusal: what, which allocation, who, and for a race both parties. */
const char *device_error(const struct device *);

#endif
