/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The .nv.info sections of a cubin: records of a format, an attribute and a value. .nv.info tells registers and stack
 * by symbol, .nv.info.<kernel> the parameters and limits of a kernel.
 */
#ifndef SUBCORE_CUBIN_INFO_H
#define SUBCORE_CUBIN_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "cubin.h"
#include "elf_image.h"

/* By symbol; CUBIN_UNKNOWN where the file says nothing, or that nobody can say (recursion). */
struct cubin_info {
    uint32_t *registers, *frame, *stack;
};

#define CUBIN_UNKNOWN UINT32_MAX

bool cubin_info_open(struct cubin_info *, const struct elf_image *, const struct sentence *);
void cubin_info_close(struct cubin_info *);

/* Fills in parameters and limits of the kernel from its own section `.nv.info.<name>`, and `refused` if it needs what
 * is not supported. */
bool cubin_info_kernel(struct cubin_kernel *, const struct elf_image *, const char *name, const struct sentence *);

/* Sets why the kernel cannot be run, unless a reason is known already. */
__attribute__((format(printf, 2, 3))) bool cubin_refuse_kernel(struct cubin_kernel *, const char *format, ...);

#endif
