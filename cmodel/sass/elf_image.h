/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An ELF64 file of machine 190 (CUDA) in memory, checked once: every section lies in the file, every name ends in its
 * table, every symbol and every section that another one refers to exists.
 */
#ifndef SUBCORE_ELF_IMAGE_H
#define SUBCORE_ELF_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

enum { ELF_CUDA = 190, ELF_ENTRY = 0x10 /* st_other of a kernel */ };

struct elf_section {
    Elf64_Shdr header;
    const char *name;
    const uint8_t *data;        /* NULL if the file holds none (SHT_NOBITS) */
    uint64_t size;
};

struct elf_symbol {
    Elf64_Sym entry;
    const char *name;           /* a section's for a section symbol */
};

struct elf_image {
    const char *path;
    Elf64_Ehdr header;
    struct elf_section *sections;
    struct elf_symbol *symbols;
    uint32_t section_count, symbol_count;
};

/* The data must outlive the image. */
bool elf_image_open(struct elf_image *, const char *path, const uint8_t *data, size_t size, const struct sentence *);
void elf_image_close(struct elf_image *);

/* The section `prefix``name`, or 0. */
uint32_t elf_image_find(const struct elf_image *, const char *prefix, const char *name);
/* The rest of the section's name if it begins with the prefix, else NULL. */
const char *elf_image_suffix(const struct elf_section *, const char *prefix);

/* One relocation of a section, whether its table has addends or not. */
struct elf_relocation {
    uint64_t offset;
    uint32_t type, symbol;
    int64_t addend;
    bool has_addend;
};

/* How many relocations a section holds: 0 if it is no relocation table. */
uint64_t elf_image_relocations(const struct elf_section *);
struct elf_relocation elf_image_relocation(const struct elf_section *, uint64_t index);

#endif
