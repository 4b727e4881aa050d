/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launch files: how the kernels of a cubin are run (docs/launch-files.md). Reading one evaluates sizes and parameters
 * and checks everything that can be checked without running: kernels, argument counts and sizes, limits of a launch.
 */
#ifndef SUBCORE_LAUNCH_H
#define SUBCORE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "cubin.h"
#include "reference.h"

enum { LAUNCH_PARAM_BYTES = 32764 };

/* What a report says beside a result where races are allowed. */
#define LAUNCH_RACES "races allowed: values are those of one order of the accesses to memory; a GPU may give others"

/* What is compared after the run. */
enum launch_check { LAUNCH_UNCHECKED, LAUNCH_EXACT, LAUNCH_TOLERANCE };

struct launch_buffer {
    char    *name;
    enum element_type type;
    uint64_t count, bytes;
    uint8_t *initial;           /* contents before the first launch */
    uint8_t *expected;          /* contents after the last one, or NULL: filled by launch_reference() */
    enum launch_check check;
    double   tolerance;
    bool     is_global;         /* a global variable of the cubin: buffer of that name */
    bool     is_constant;       /* a __constant__ variable: its contents are in the banks of the cubin already; needs
                                   no memory on the device and is not compared */
};

/* An address that is part of a buffer's contents: of `to` and `add` bytes more. */
struct launch_address {
    uint32_t buffer, to;
    uint64_t offset, add;       /* in `buffer`, in `to` */
};

/* One kernel launch with its loop variables replaced by their values. */
struct launch {
    const struct cubin_kernel *kernel;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;
    bool     cooperative;       /* blocks may wait for all others of the grid */
    uint32_t line;              /* in the launch file */
    uint32_t param_bytes;
    uint8_t  param[LAUNCH_PARAM_BYTES]; /* the kernel's parameters from the parameter base on; pointers are 0 here */
    struct launch_pointer { uint32_t offset, buffer; uint64_t add; } *pointers; /* 64-bit addresses to fill in */
    uint32_t pointer_count;
};

struct launch_file;

/* Reads a launch file. `size` is "small" or "large"; `settings` are `count` strings "name=value". NULL with one
 * sentence (file, line, what is accepted) in `error`. */
struct launch_file *launch_open(const char *path, const char *size, const char *const *settings, size_t count,
                                const struct sentence *error);
/* The same with other tables than those of workloads/references.c. */
struct launch_file *launch_open_with(const char *path, const char *size, const char *const *settings, size_t count,
                                     const struct reference *references_table, const struct reference *generators_table,
                                     const struct sentence *error);
void launch_close(struct launch_file *);

const char *launch_name(const struct launch_file *);            /* the file's name without folder and extension */
bool launch_races(const struct launch_file *);                  /* they are allowed */
const struct cubin *launch_cubin(const struct launch_file *);
/* cubin_place() for the cubin of the file. False with a sentence in launch_error(). */
bool launch_place(struct launch_file *, uint64_t base);
uint32_t launch_buffer_count(const struct launch_file *);
struct launch_buffer *launch_buffer_at(struct launch_file *, uint32_t index);
/* The index-th of all addresses in buffers, or NULL. */
const struct launch_address *launch_address_at(const struct launch_file *, uint32_t index);
/* The banks of the cubin get what its constants have as `initial`. */
void launch_place_constants(struct launch_file *);
int64_t launch_parameter(const struct launch_file *, const char *name, bool *known);

/* Iterates over the launches, loops unrolled lazily: returns 1 with *launch filled (valid until the next call), 0 after
 * the last, -1 with a sentence in launch_error(). */
int launch_next(struct launch_file *, const struct launch **launch);
void launch_rewind(struct launch_file *);
/* How many blocks of a launch the largest GPU of sm_75 holds at a time. */
uint32_t launch_resident(const struct launch *);
const char *launch_error(const struct launch_file *);

/* Runs the reference and fills in what is expected of every buffer. Returns false with a sentence in launch_error(). */
bool launch_reference(struct launch_file *);
/* Whether anything is checked at all. */
bool launch_checked(const struct launch_file *);
/* Compares a buffer's final contents. Returns true if it passes or is not checked, else false with a sentence that
 * names buffer, first bad element, both values and the number of bad elements. */
bool launch_compare(const struct launch_file *, uint32_t buffer, const uint8_t *contents, const struct sentence *error);

#endif
