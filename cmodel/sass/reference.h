/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C references of the bundled workloads: what a kernel's buffers must hold in the end, computed in plain sequential
 * C that shares nothing with the kernel. workloads/references.c is the table.
 */
#ifndef SUBCORE_REFERENCE_H
#define SUBCORE_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum element_type {
    ELEMENT_U8, ELEMENT_S8, ELEMENT_U16, ELEMENT_S16, ELEMENT_U32, ELEMENT_S32, ELEMENT_U64, ELEMENT_S64, ELEMENT_F16,
    ELEMENT_F32, ELEMENT_F64, ELEMENT_TYPES
};

/* What a reference or a generator gets: the launch file's parameters and buffers by name. */
struct reference_run {
    void *state;
    /* Value of a parameter; a name that the file lacks ends the run with an error that names it. */
    int64_t (*parameter)(const struct reference_run *, const char *name);
    /* Memory and number of elements (may be NULL) of a buffer, as it was before the first launch. */
    void *(*buffer)(const struct reference_run *, const char *name, size_t *count);
    /* The same for generators, which fill buffers of files that nobody has checked: a parameter that is not in low to
     * high, and a buffer of another type or with fewer elements, end the run with an error, too. */
    int64_t (*within)(const struct reference_run *, const char *name, int64_t low, int64_t high);
    void *(*elements)(const struct reference_run *, const char *name, enum element_type, uint64_t at_least);
};

typedef void (*reference_function)(const struct reference_run *);

struct reference {
    const char *name;
    reference_function run;
};

/* Table rows end with a name of NULL. A generator fills one or several buffers; it runs when the first buffer that
 * names it is filled, after all buffers with other contents. */
extern const struct reference references[], generators[];

/* 16-bit floating point as the kernels store it; rounds to nearest even. */
float half_to_float(uint16_t);
uint16_t float_to_half(float);

#endif
