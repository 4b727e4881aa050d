/* SPDX-License-Identifier: Apache-2.0 */
#include "cubin_link.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Relocations that nvcc, ptxas and nvlink leave in a linked cubin for sm_75. Descriptors of functions are for the
 * driver, which launches kernels by them; they are pointers to functions here. */
enum {
    R_NONE = 0, R_32 = 1, R_64 = 2, R_G32 = 3, R_G64 = 4, R_DESCRIPTOR_64 = 0x23, R_ABS32_32 = 0x37,
    R_ABS32_LO_32 = 0x38, R_ABS32_HI_32 = 0x39, R_ABS47_34 = 0x3a, R_DESCRIPTOR_LO_32 = 0x3e, R_DESCRIPTOR_HI_32 = 0x3f,
    R_32_LO = 0x46, R_32_HI = 0x47
};

enum { CHUNK_ALIGNMENT = 128 };

/* Addresses behind all code, one for each symbol, for functions that are not in the file: to go there is an error. */
#define NOWHERE INT64_C(0x7ff000000000)

enum place { IN_CODE, IN_GLOBALS, IN_SHARED, IN_NO_FILE, IN_OTHER };

struct target {
    enum place place;
    int64_t value;
    int64_t pointer;            /* IN_CODE: what a pointer to it holds */
};

enum { SECTION_BITS = 24 };     /* of the address of a function: as many as the code of a kernel has */

_Static_assert(CUBIN_MAX_CODE <= 1 << SECTION_BITS, "functions overlap");

static bool damaged(const struct cubin_link *link, const struct elf_section *table, uint64_t index, const char *what)
{
    return refuse(link->sentence, "%.300s: section %.200s: relocation %" PRIu64 " %s", link->image->path, table->name,
                  index, what);
}

/* Marks the kernel, or every kernel where there is none, as one that cannot be run. */
static bool unsupported(const struct cubin_link *link, const struct elf_relocation *relocation)
{
    const char *name = link->image->symbols[relocation->symbol].name;
    if (!link->kernel)
        return refuse(link->sentence, "%.300s: a global variable holds the address of %.200s (relocation 0x%" PRIx32
                      "); pointers to globals and functions are accepted", link->image->path, name, relocation->type);
    return cubin_refuse_kernel(link->kernel, "it needs relocation 0x%" PRIx32 " to %.200s; globals, constants, shared "
                               "memory and device functions of the file are accepted", relocation->type, name) ||
           refuse(link->sentence, "%.300s: out of memory", link->image->path);
}

/* --- code --------------------------------------------------------------------------------------------------------- */

static struct cubin_chunk *find_chunk(struct cubin_link *link, uint32_t section)
{
    for (uint32_t i = 0; i < link->chunk_count; i++)
        if (link->chunks[i].section == section)
            return &link->chunks[i];
    return NULL;
}

static bool add_chunk(struct cubin_link *link, uint32_t section)
{
    const struct elf_section *code = &link->image->sections[section];
    if (find_chunk(link, section))
        return true;
    if (!code->data || code->size == 0 || code->size % SASS_BYTES != 0)
        return refuse(link->sentence, "%.300s: section %.200s has 0x%" PRIx64 " bytes; a multiple of 16 is accepted",
                      link->image->path, code->name, code->data ? code->size : 0);
    uint64_t base = (link->code_bytes + CHUNK_ALIGNMENT - 1) / CHUNK_ALIGNMENT * CHUNK_ALIGNMENT;
    if (code->size > CUBIN_MAX_CODE || base + code->size > CUBIN_MAX_CODE)
        return refuse(link->sentence, "%.300s: section %.200s: with it the kernel has more than %d instructions, which "
                      "is the limit", link->image->path, code->name, CUBIN_MAX_CODE / SASS_BYTES);
    struct cubin_chunk *chunks = realloc(link->chunks, (link->chunk_count + 1) * sizeof *chunks);
    if (!chunks)
        return refuse(link->sentence, "%.300s: out of memory for code", link->image->path);
    chunks[link->chunk_count++] = (struct cubin_chunk){section, base};
    link->chunks = chunks;
    link->code_bytes = base + code->size;
    return true;
}

/* Notes where a function lies that is not in the file. */
static bool keep_outside(struct cubin_link *link, const char *name, uint64_t address)
{
    struct cubin_kernel *k = link->kernel;
    if (!k || cubin_find_outside(k, address))
        return true;
    struct cubin_outside *more = realloc(k->outside, (k->outside_count + 1) * sizeof *more);
    char *copy = strdup(name);
    if (more)
        k->outside = more;
    if (!more || !copy) {
        free(copy);
        return refuse(link->sentence, "%.300s: out of memory for relocations", link->image->path);
    }
    k->outside[k->outside_count++] = (struct cubin_outside){copy, address};
    return true;
}

/* What a relocation points to. Code must have been added, unless it is only looked for. */
static bool resolve(struct cubin_link *link, const struct elf_section *table, uint64_t index,
                    const struct elf_relocation *relocation, struct target *target)
{
    const struct elf_symbol *symbol = &link->image->symbols[relocation->symbol];
    uint32_t number = symbol->entry.st_shndx;
    const struct elf_section *section = &link->image->sections[number];
    int64_t value;
    *target = (struct target){IN_OTHER, 0, 0};
    if (number == SHN_UNDEF) {
        *target = (struct target){IN_NO_FILE, NOWHERE + (int64_t)SASS_BYTES * relocation->symbol, 0};
        return keep_outside(link, symbol->name, (uint64_t)target->value);
    }
    if (__builtin_add_overflow((int64_t)symbol->entry.st_value, relocation->addend, &value) || value < 0)
        return damaged(link, table, index, "points before its section");
    if (elf_image_suffix(section, ".text.")) {
        struct cubin_chunk *chunk = find_chunk(link, number);
        if ((uint64_t)value > section->size)
            return damaged(link, table, index, "points behind its section");
        *target = (struct target){IN_CODE, chunk ? (int64_t)chunk->base + value : NOWHERE, 0};
        /* The start of a function; what is in the middle of one is a return address or a label. */
        target->pointer = ELF64_ST_TYPE(symbol->entry.st_info) == STT_FUNC && relocation->addend == 0
                        ? (int64_t)(CUBIN_FUNCTIONS + ((uint64_t)number << SECTION_BITS)) + value : target->value;
    } else if (strcmp(section->name, ".nv.global.init") == 0 || strcmp(section->name, ".nv.global") == 0) {
        if ((uint64_t)value > section->size)
            return damaged(link, table, index, "points behind its section");
        bool initialised = strcmp(section->name, ".nv.global.init") == 0;
        *target = (struct target){IN_GLOBALS, value + (initialised ? 0 : (int64_t)link->global_base), 0};
    } else if (number == link->shared) {
        *target = (struct target){IN_SHARED, value, 0};
    }
    return true;
}

/* Whether the relocation names a function that has to be part of the kernel. */
static bool is_function(const struct cubin_link *link, const struct elf_relocation *relocation)
{
    const struct elf_symbol *symbol = &link->image->symbols[relocation->symbol];
    return link->kernel && !(symbol->entry.st_other & ELF_ENTRY) &&
           elf_image_suffix(&link->image->sections[symbol->entry.st_shndx], ".text.");
}

static bool keep(struct cubin_link *link, const struct cubin_relocation *relocation)
{
    if ((link->relocation_count & (link->relocation_count - 1)) == 0) {
        uint32_t room = link->relocation_count ? 2 * link->relocation_count : 1;
        struct cubin_relocation *more = realloc(link->relocations, room * sizeof *more);
        if (!more)
            return refuse(link->sentence, "%.300s: out of memory for relocations", link->image->path);
        link->relocations = more;
    }
    link->relocations[link->relocation_count++] = *relocation;
    return true;
}

static bool relocate_code(struct cubin_link *link, uint64_t base, const struct elf_section *table, uint64_t index)
{
    struct elf_relocation relocation = elf_image_relocation(table, index);
    const struct elf_section *section = &link->image->sections[table->header.sh_info];
    struct target target;
    uint64_t bits[2];
    if (relocation.type == R_NONE)
        return true;
    if (relocation.offset % SASS_BYTES != 0 || relocation.offset >= section->size)
        return damaged(link, table, index, "lies at no instruction of its section");
    if (!resolve(link, table, index, &relocation, &target))
        return false;
    if (relocation.type == R_DESCRIPTOR_LO_32 || relocation.type == R_DESCRIPTOR_HI_32)
        relocation.type -= R_DESCRIPTOR_LO_32 - R_ABS32_LO_32;
    bool word = relocation.type >= R_ABS32_32 && relocation.type <= R_ABS32_HI_32;
    bool call = relocation.type == R_ABS47_34 && (target.place == IN_CODE || target.place == IN_NO_FILE);
    if (target.place == IN_OTHER || !(word || call))
        return unsupported(link, &relocation);
    uint64_t offset = base + relocation.offset;
    if (target.place == IN_GLOBALS) {
        uint32_t kind = relocation.type == R_ABS32_32 ? CUBIN_ABS32
                      : relocation.type == R_ABS32_LO_32 ? CUBIN_ABS32_LO : CUBIN_ABS32_HI;
        return keep(link, &(struct cubin_relocation){UINT32_MAX, offset, kind, target.value});
    }
    memcpy(bits, link->code + offset, sizeof bits);
    uint64_t value = (uint64_t)(target.place == IN_CODE && word ? target.pointer : target.value);
    if (call) {
        bits[0] = (bits[0] & ((UINT64_C(1) << 34) - 1)) | value >> 2 << 34;
        bits[1] = (bits[1] & ~UINT64_C(0x1ffff)) | (value >> 32 & 0x1ffff);
    } else {
        uint64_t shown = relocation.type == R_ABS32_HI_32 ? value >> 32 : value & UINT32_MAX;
        bits[0] = (bits[0] & UINT32_MAX) | shown << 32;
    }
    memcpy(link->code + offset, bits, sizeof bits);
    return true;
}

/* The number of the section that a table of relocations is about, or 0 if it is none. */
static uint32_t relocated(const struct elf_section *table)
{
    return elf_image_relocations(table) > 0 ? table->header.sh_info : 0;
}

/* Adds the functions that a chunk names, or fills in its relocations. */
static bool for_chunk(struct cubin_link *link, struct cubin_chunk chunk, bool fill)
{
    for (uint32_t i = 1; i < link->image->section_count; i++) {
        const struct elf_section *table = &link->image->sections[i];
        if (relocated(table) != chunk.section)
            continue;
        for (uint64_t r = 0; r < elf_image_relocations(table); r++) {
            struct elf_relocation relocation = elf_image_relocation(table, r);
            if (fill ? !relocate_code(link, chunk.base, table, r)
                     : is_function(link, &relocation) &&
                       !add_chunk(link, link->image->symbols[relocation.symbol].entry.st_shndx))
                return false;
        }
    }
    return true;
}

static void copy_code(struct cubin_link *link)
{
    static const uint64_t nop[2] = {UINT64_C(0x0000000000007918), UINT64_C(0x000fc00000000000)};
    for (uint64_t at = 0; at < link->code_bytes; at += sizeof nop)
        memcpy(link->code + at, nop, sizeof nop);
    for (uint32_t i = 0; i < link->chunk_count; i++) {
        const struct elf_section *section = &link->image->sections[link->chunks[i].section];
        memcpy(link->code + link->chunks[i].base, section->data, section->size);
    }
}

/* Where the functions of the kernel's code lie. */
static bool list_functions(struct cubin_link *link)
{
    struct cubin_kernel *k = link->kernel;
    k->functions = calloc(link->chunk_count + 1, sizeof *k->functions);
    if (!k->functions)
        return refuse(link->sentence, "%.300s: out of memory for code", link->image->path);
    for (uint32_t i = 0; i < link->chunk_count; i++) {
        const struct cubin_chunk *chunk = &link->chunks[i];
        k->functions[k->function_count++] = (struct cubin_function){
            CUBIN_FUNCTIONS + ((uint64_t)chunk->section << SECTION_BITS), chunk->base,
            link->image->sections[chunk->section].size};
    }
    return true;
}

bool cubin_link_begin(struct cubin_link *link, uint32_t section)
{
    return add_chunk(link, section);
}

bool cubin_link_code(struct cubin_link *link)
{
    for (uint32_t i = 0; i < link->chunk_count; i++)
        if (!for_chunk(link, link->chunks[i], false))
            return false;
    link->code = malloc(link->code_bytes);
    if (!link->code)
        return refuse(link->sentence, "%.300s: out of memory for code", link->image->path);
    copy_code(link);
    for (uint32_t i = 0; i < link->chunk_count; i++)
        if (!for_chunk(link, link->chunks[i], true))
            return false;
    return list_functions(link);
}

/* --- data --------------------------------------------------------------------------------------------------------- */

static bool relocate_data(struct cubin_link *link, const struct elf_section *table, uint64_t index, uint32_t bank,
                          uint8_t *data, uint64_t size)
{
    struct elf_relocation relocation = elf_image_relocation(table, index);
    struct target target;
    uint32_t kind;
    switch (relocation.type) {
    case R_NONE:
        return true;
    case R_64:
    case R_G64:
    case R_DESCRIPTOR_64:
        kind = CUBIN_ABS64;
        break;
    case R_32:
    case R_G32:
        kind = CUBIN_ABS32;
        break;
    case R_32_LO:
        kind = CUBIN_ABS32_LO;
        break;
    case R_32_HI:
        kind = CUBIN_ABS32_HI;
        break;
    default:
        return unsupported(link, &relocation);
    }
    uint64_t width = kind == CUBIN_ABS64 ? 8 : 4;
    if (size < width || relocation.offset > size - width)
        return damaged(link, table, index, "lies outside its section");
    if (!resolve(link, table, index, &relocation, &target))
        return false;
    if (target.place == IN_GLOBALS)
        return keep(link, &(struct cubin_relocation){bank, relocation.offset, kind, target.value});
    if (target.place == IN_OTHER || (!link->kernel && target.place != IN_CODE))
        return unsupported(link, &relocation);
    uint64_t value = (uint64_t)(target.place == IN_CODE ? target.pointer : target.value);
    value >>= kind == CUBIN_ABS32_HI ? 32 : 0;
    memcpy(data + relocation.offset, &value, width);
    return true;
}

bool cubin_link_data(struct cubin_link *link, uint32_t section, uint32_t bank, uint8_t *data, uint64_t size, bool scan)
{
    for (uint32_t i = 1; i < link->image->section_count; i++) {
        const struct elf_section *table = &link->image->sections[i];
        if (relocated(table) != section)
            continue;
        for (uint64_t r = 0; r < elf_image_relocations(table); r++) {
            struct elf_relocation relocation = elf_image_relocation(table, r);
            if (scan ? is_function(link, &relocation) &&
                       !add_chunk(link, link->image->symbols[relocation.symbol].entry.st_shndx)
                     : !relocate_data(link, table, r, bank, data, size))
                return false;
        }
    }
    return true;
}

void cubin_link_close(struct cubin_link *link)
{
    free(link->chunks);
    free(link->code);
    link->chunks = NULL;
    link->code = NULL;
}
