/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small cubin in memory, for tests of its reader: kernel "_Z4copyPfS_if", which names a global and calls a function
 * in a section of its own, kernel "_ZN2ns4fillEPhh" of up to 64 threads, globals `counter` and `table`, the constant
 * `coef`.
 */
#ifndef SUBCORE_CUBIN_IMAGE_H
#define SUBCORE_CUBIN_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGE_SIZE = 1 << 14, IMAGE_SECTIONS = 24 };

/* Sections by number. */
enum image_section {
    IMAGE_NULL, IMAGE_NAMES, IMAGE_STRINGS, IMAGE_SYMBOLS, IMAGE_INFO, IMAGE_INFO_COPY, IMAGE_INFO_FILL,
    IMAGE_PARAMS_COPY, IMAGE_PARAMS_FILL, IMAGE_CONSTANT3, IMAGE_CONSTANT4, IMAGE_TEXT_COPY, IMAGE_TEXT_FILL,
    IMAGE_TEXT_HELPER,
    IMAGE_GLOBAL_INIT, IMAGE_GLOBAL, IMAGE_SHARED_COPY, IMAGE_REL_TEXT, IMAGE_REL_CONSTANT4, IMAGE_COUNT
};

enum image_symbol {
    SYMBOL_NULL, SYMBOL_COPY, SYMBOL_FILL, SYMBOL_HELPER, SYMBOL_COUNTER, SYMBOL_TABLE, SYMBOL_COEF, SYMBOL_OUTSIDE,
    SYMBOL_COUNT
};

struct image {
    uint8_t bytes[IMAGE_SIZE];
    size_t size;
    Elf64_Shdr headers[IMAGE_COUNT];    /* written by image_finish() */
    Elf64_Ehdr header;
    uint32_t string_count, name_count;
};

static inline uint32_t image_put(struct image *image, uint32_t number, const void *data, size_t size)
{
    Elf64_Shdr *section = &image->headers[number];
    image->size = (image->size + 15) / 16 * 16;
    section->sh_offset = image->size;
    section->sh_size = size;
    if (data)
        memcpy(image->bytes + image->size, data, size);
    image->size += data ? size : 0;
    return number;
}

static inline void image_section(struct image *image, uint32_t number, const char *name, uint32_t type,
                                 const void *data, size_t size)
{
    image_put(image, number, data, size);
    image->headers[number].sh_type = type;
    image->headers[number].sh_name = image->name_count;
    strcpy((char *)image->bytes + image->headers[IMAGE_NAMES].sh_offset + image->name_count, name);
    image->name_count += (uint32_t)strlen(name) + 1;
}

/* A symbol, put into the symbol table that is there already. */
static inline void image_symbol(struct image *image, uint32_t number, const char *name, unsigned type, uint8_t other,
                                uint16_t section, uint64_t value, uint64_t size)
{
    Elf64_Sym symbol = {.st_name = image->string_count, .st_info = ELF64_ST_INFO(STB_GLOBAL, type), .st_other = other,
                        .st_shndx = section, .st_value = value, .st_size = size};
    strcpy((char *)image->bytes + image->headers[IMAGE_STRINGS].sh_offset + image->string_count, name);
    image->string_count += (uint32_t)strlen(name) + 1;
    memcpy(image->bytes + image->headers[IMAGE_SYMBOLS].sh_offset + number * sizeof symbol, &symbol, sizeof symbol);
}

static inline void image_code(struct image *image)
{
    static const uint64_t exit_[2] = {0x000000000000794d, 0x000fea0003800000};
    static const uint64_t move[2] = {0x0000000000147802, 0x000fe40000000f00};
    static const uint64_t call[2] = {0x0000000000007943, 0x000fca0003c00000};
    uint64_t copy[8];
    memcpy(copy, move, 16);
    memcpy(copy + 2, move, 16);
    memcpy(copy + 4, call, 16);
    memcpy(copy + 6, exit_, 16);
    image_section(image, IMAGE_TEXT_COPY, ".text._Z4copyPfS_if", SHT_PROGBITS, copy, sizeof copy);
    image_section(image, IMAGE_TEXT_FILL, ".text._ZN2ns4fillEPhh", SHT_PROGBITS, exit_, sizeof exit_);
    image_section(image, IMAGE_TEXT_HELPER, ".text.helper", SHT_PROGBITS, exit_, sizeof exit_);
    image->headers[IMAGE_TEXT_COPY].sh_info = 20u << 24;
    image->headers[IMAGE_TEXT_FILL].sh_info = 8u << 24;
    image->headers[IMAGE_TEXT_HELPER].sh_info = 24u << 24;
    const Elf64_Rel text[4] = {{0, ELF64_R_INFO((Elf64_Xword)SYMBOL_COUNTER, 0x38)},
                               {16, ELF64_R_INFO((Elf64_Xword)SYMBOL_COUNTER, 0x39)},
                               {32, ELF64_R_INFO((Elf64_Xword)SYMBOL_HELPER, 0x3a)},
                               {0, 0}};
    const Elf64_Rel bank[1] = {{8, ELF64_R_INFO((Elf64_Xword)SYMBOL_TABLE, 2)}};
    image_section(image, IMAGE_REL_TEXT, ".rel.text._Z4copyPfS_if", SHT_REL, text, sizeof text);
    image_section(image, IMAGE_REL_CONSTANT4, ".rel.nv.constant4", SHT_REL, bank, sizeof bank);
    image->headers[IMAGE_REL_TEXT].sh_info = IMAGE_TEXT_COPY;
    image->headers[IMAGE_REL_CONSTANT4].sh_info = IMAGE_CONSTANT4;
    image->headers[IMAGE_REL_TEXT].sh_entsize = image->headers[IMAGE_REL_CONSTANT4].sh_entsize = sizeof(Elf64_Rel);
}

static inline void image_data(struct image *image)
{
    static const uint8_t zeros[0x200];
    static const float table[4] = {1, 2, 3, 4}, coef[2] = {5, 6};
    image_section(image, IMAGE_PARAMS_COPY, ".nv.constant0._Z4copyPfS_if", SHT_PROGBITS, zeros, 0x160 + 24);
    image_section(image, IMAGE_PARAMS_FILL, ".nv.constant0._ZN2ns4fillEPhh", SHT_PROGBITS, zeros, 0x160 + 9);
    image_section(image, IMAGE_CONSTANT3, ".nv.constant3", SHT_PROGBITS, coef, sizeof coef);
    image_section(image, IMAGE_CONSTANT4, ".nv.constant4", SHT_PROGBITS, zeros, 16);
    image_section(image, IMAGE_GLOBAL_INIT, ".nv.global.init", SHT_PROGBITS, table, sizeof table);
    image_section(image, IMAGE_GLOBAL, ".nv.global", SHT_NOBITS, NULL, 4);
    image_section(image, IMAGE_SHARED_COPY, ".nv.shared._Z4copyPfS_if", SHT_NOBITS, NULL, 1024);
}

static inline void image_info(struct image *image)
{
    static const uint32_t file[] = {0x00082f04, SYMBOL_COPY, 20, 0x00081204, SYMBOL_COPY, 32,
                                    0x00081104, SYMBOL_COPY, 16};
    static const uint32_t copy[] = {0x00080a04, 7, 0x00180160, 0x00181903,
                                    0x000c1704, 0, 0x00140003, 0x0011f000, 0x000c1704, 0, 0x00100002, 0x0011f000,
                                    0x000c1704, 0, 0x00080001, 0x0021f000, 0x000c1704, 0, 0x00000000, 0x0021f000,
                                    0x00014c02};
    static const uint32_t fill[] = {0x00091903, 0x000c1704, 0, 0x00080001, 0x0005f000, 0x000c1704, 0, 0, 0x0021f000,
                                    0x000c0504, 64, 1, 1};
    image_section(image, IMAGE_INFO, ".nv.info", 0x70000000, file, sizeof file);
    image_section(image, IMAGE_INFO_COPY, ".nv.info._Z4copyPfS_if", 0x70000000, copy, sizeof copy);
    image_section(image, IMAGE_INFO_FILL, ".nv.info._ZN2ns4fillEPhh", 0x70000000, fill, sizeof fill);
}

/* All sections; their headers and the file's may be changed before image_finish(). */
static inline void image_start(struct image *image)
{
    static const uint8_t zeros[1024];
    *image = (struct image){.size = sizeof(Elf64_Ehdr), .name_count = 1, .string_count = 1};
    image_put(image, IMAGE_NAMES, zeros, sizeof zeros);
    image_section(image, IMAGE_STRINGS, ".strtab", SHT_STRTAB, zeros, 256);
    image_section(image, IMAGE_SYMBOLS, ".symtab", SHT_SYMTAB, zeros, SYMBOL_COUNT * sizeof(Elf64_Sym));
    image->headers[IMAGE_NAMES].sh_type = SHT_STRTAB;
    image->headers[IMAGE_SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
    image->headers[IMAGE_SYMBOLS].sh_link = IMAGE_STRINGS;
    image_symbol(image, SYMBOL_COPY, "_Z4copyPfS_if", STT_FUNC, 0x10, IMAGE_TEXT_COPY, 0, 64);
    image_symbol(image, SYMBOL_FILL, "_ZN2ns4fillEPhh", STT_FUNC, 0x10, IMAGE_TEXT_FILL, 0, 16);
    image_symbol(image, SYMBOL_HELPER, "helper", STT_FUNC, 0, IMAGE_TEXT_HELPER, 0, 16);
    image_symbol(image, SYMBOL_COUNTER, "counter", STT_OBJECT, 0, IMAGE_GLOBAL, 0, 4);
    image_symbol(image, SYMBOL_TABLE, "table", STT_OBJECT, 0, IMAGE_GLOBAL_INIT, 0, 16);
    image_symbol(image, SYMBOL_COEF, "coef", STT_OBJECT, 0, IMAGE_CONSTANT3, 0, 8);
    image_symbol(image, SYMBOL_OUTSIDE, "vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0);
    image_info(image);
    image_data(image);
    image_code(image);
    memcpy(image->header.e_ident, ELFMAG "\2\1\1\x41\x08", 9);
    image->header.e_type = ET_EXEC;
    image->header.e_machine = 190;
    image->header.e_flags = 0x6004b04;
    image->header.e_ehsize = sizeof(Elf64_Ehdr);
    image->header.e_shentsize = sizeof(Elf64_Shdr);
    image->header.e_shnum = IMAGE_COUNT;
    image->header.e_shstrndx = IMAGE_NAMES;
    image->header.e_shoff = image->size = (image->size + 15) / 16 * 16;
    image->size += sizeof image->headers;
}

static inline void image_finish(struct image *image)
{
    memcpy(image->bytes, &image->header, sizeof image->header);
    if (image->header.e_shoff <= IMAGE_SIZE - sizeof image->headers)
        memcpy(image->bytes + image->header.e_shoff, image->headers, sizeof image->headers);
}

/* Where a section's bytes are. */
static inline uint8_t *image_at(struct image *image, uint32_t section)
{
    return image->bytes + image->headers[section].sh_offset;
}

#endif
