/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Puts a kernel's code together: its own section, and behind it those of the device functions that its relocations
 * name, each at a multiple of 128 bytes. Fills in what is known (code addresses, shared memory) and keeps a list of
 * what depends on where the globals lie.
 */
#ifndef SUBCORE_CUBIN_LINK_H
#define SUBCORE_CUBIN_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "cubin.h"
#include "cubin_info.h"
#include "elf_image.h"

enum { CUBIN_MAX_CODE = 1 << 24 };      /* bytes of a kernel: a million instructions */

struct cubin_chunk {
    uint32_t section;
    uint64_t base;
};

struct cubin_link {
    const struct elf_image *image;
    const struct sentence *sentence;
    struct cubin_kernel *kernel;        /* NULL for the global segment */
    uint64_t global_base, global_bytes; /* of .nv.global in the segment, after .nv.global.init; of the segment */
    uint32_t shared;                    /* the kernel's .nv.shared section, 0: none */
    struct cubin_chunk *chunks;
    uint32_t chunk_count;
    uint8_t *code;
    uint64_t code_bytes;
    struct cubin_relocation *relocations;
    uint32_t relocation_count;
};

/* The kernel's own code section, which comes first. */
bool cubin_link_begin(struct cubin_link *, uint32_t section);
/* The functions that code names, all code and its relocations. */
bool cubin_link_code(struct cubin_link *);
/* The relocations of the bytes that `section` of the image, 0 for none, brought to `data` of constant bank `bank`
 * (UINT32_MAX: the global segment). Before cubin_link_code() with `scan`, which only adds the functions that they name;
 * after it without. */
bool cubin_link_data(struct cubin_link *, uint32_t section, uint32_t bank, uint8_t *data, uint64_t size, bool scan);
/* Frees chunks and code; the relocations are the caller's. */
void cubin_link_close(struct cubin_link *);

#endif
