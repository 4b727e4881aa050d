/* SPDX-License-Identifier: Apache-2.0 */
#include "elf_image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The NUL-terminated text at `offset` of a string table, or NULL. */
static const char *text_at(const struct elf_section *table, uint64_t offset)
{
    if (!table->data || offset >= table->size || !memchr(table->data + offset, '\0', table->size - offset))
        return NULL;
    return (const char *)table->data + offset;
}

/* Compute capability times ten: since CUDA 13 it stands in bits 8 to 15 of the flags. */
static unsigned architecture(const Elf64_Ehdr *header)
{
    bool recent = header->e_ident[EI_OSABI] == 0x41 || header->e_ident[EI_ABIVERSION] >= 8;
    return (recent ? header->e_flags >> 8 : header->e_flags) & 0xff;
}

/* What a file is that is no ELF file. */
static const char *other_kind(const uint8_t *data, size_t size)
{
    static const uint8_t fatbin[] = {0x50, 0xed, 0x55, 0xba};
    enum { HEAD = 4096 };
    if (!data || size == 0)
        return "the file is empty";
    if (size >= sizeof fatbin && memcmp(data, fatbin, sizeof fatbin) == 0)
        return "this is a fatbin, which holds cubins and PTX";
    size_t head = size < HEAD ? size : HEAD;
    if (memmem(data, head, ".version", 8) && memmem(data, head, ".target", 7))
        return "this is PTX, of which ptxas -arch=sm_75 makes a cubin";
    if (memcmp(data, ELFMAG, size < SELFMAG ? size : SELFMAG) == 0)
        return "this ELF file is cut off";
    return "this is no ELF file";
}

static bool check_header(struct elf_image *image, const uint8_t *data, size_t size, const struct sentence *sentence)
{
    Elf64_Ehdr *header = &image->header;
    if (size < sizeof *header || memcmp(data, ELFMAG, SELFMAG) != 0)
        return refuse(sentence, "%.300s: %s; a cubin as `nvcc -arch=sm_75 -cubin` writes it is accepted", image->path,
                      other_kind(data, size));
    memcpy(header, data, sizeof *header);
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != ELF_CUDA)
        return refuse(sentence, "%.300s: this ELF file is for machine %u, class %u; 64-bit little-endian CUDA cubins "
                      "(machine 190) are accepted", image->path, header->e_machine, header->e_ident[EI_CLASS]);
    if (architecture(header) != 75)
        return refuse(sentence, "%.300s: this cubin is for sm_%u (flags 0x%" PRIx32 "); sm_75 is accepted", image->path,
                      architecture(header), header->e_flags);
    if (header->e_type != ET_EXEC)
        return refuse(sentence, "%.300s: this cubin is not linked (ELF type %u); accepted is what nvcc -cubin writes "
                      "without -rdc=true, or nvlink", image->path, header->e_type);
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shnum == 0 || header->e_shoff > size ||
        (size - header->e_shoff) / sizeof(Elf64_Shdr) < header->e_shnum)
        return refuse(sentence, "%.300s: the section table (%u entries of %u bytes at offset 0x%" PRIx64 ") does not "
                      "lie in the file of %zu bytes; a whole file is accepted", image->path, header->e_shnum,
                      header->e_shentsize, header->e_shoff, size);
    if (header->e_shstrndx >= header->e_shnum)
        return refuse(sentence, "%.300s: the table of section names is section %u of %u", image->path,
                      header->e_shstrndx, header->e_shnum);
    return true;
}

static bool check_relocations(const struct elf_image *image, uint32_t index, const struct sentence *sentence)
{
    const struct elf_section *section = &image->sections[index];
    uint64_t entry = section->header.sh_type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    if (section->size % entry != 0 || section->header.sh_entsize != entry)
        return refuse(sentence, "%.300s: section %.200s: size 0x%" PRIx64 " and entry size 0x%" PRIx64
                      " do not fit relocations of %" PRIu64 " bytes", image->path, section->name, section->size,
                      section->header.sh_entsize, entry);
    if (section->header.sh_info >= image->section_count)
        return refuse(sentence, "%.300s: section %.200s: it relocates section %" PRIu32 " of %" PRIu32, image->path,
                      section->name, section->header.sh_info, image->section_count);
    for (uint64_t i = 0; i < elf_image_relocations(section); i++) {
        struct elf_relocation relocation = elf_image_relocation(section, i);
        if (relocation.symbol >= image->symbol_count)
            return refuse(sentence, "%.300s: section %.200s: relocation %" PRIu64 " names symbol %" PRIu32
                          " of %" PRIu32,
                          image->path, section->name, i, relocation.symbol, image->symbol_count);
    }
    return true;
}

static bool read_sections(struct elf_image *image, const uint8_t *data, size_t size, const struct sentence *sentence)
{
    image->section_count = image->header.e_shnum;
    image->sections = calloc(image->section_count, sizeof *image->sections);
    if (!image->sections)
        return refuse(sentence, "%.300s: out of memory for %" PRIu32 " sections", image->path, image->section_count);
    for (uint32_t i = 0; i < image->section_count; i++) {
        struct elf_section *section = &image->sections[i];
        memcpy(&section->header, data + image->header.e_shoff + i * sizeof section->header, sizeof section->header);
        if (section->header.sh_type == SHT_NULL)
            continue;
        section->size = section->header.sh_size;
        if (section->header.sh_type == SHT_NOBITS)
            continue;
        if (section->header.sh_offset > size || section->size > size - section->header.sh_offset)
            return refuse(sentence, "%.300s: section %" PRIu32 " (0x%" PRIx64 " bytes at offset 0x%" PRIx64 ") does "
                          "not lie in the file of %zu bytes; a whole file is accepted", image->path, i, section->size,
                          section->header.sh_offset, size);
        section->data = data + section->header.sh_offset;
    }
    const struct elf_section *names = &image->sections[image->header.e_shstrndx];
    for (uint32_t i = 0; i < image->section_count; i++) {
        image->sections[i].name = i == 0 ? "" : text_at(names, image->sections[i].header.sh_name);
        if (!image->sections[i].name)
            return refuse(sentence, "%.300s: section %" PRIu32 ": its name at 0x%" PRIx32 " does not lie in the table "
                          "of "
                          "names", image->path, i, image->sections[i].header.sh_name);
    }
    return true;
}

static bool read_symbols(struct elf_image *image, const struct sentence *sentence)
{
    const struct elf_section *table = NULL;
    for (uint32_t i = 0; i < image->section_count; i++)
        if (image->sections[i].header.sh_type == SHT_SYMTAB) {
            if (table)
                return refuse(sentence, "%.300s: section %.200s: a second symbol table; one is accepted", image->path,
                              image->sections[i].name);
            table = &image->sections[i];
        }
    if (!table)
        return refuse(sentence, "%.300s: there is no symbol table; a cubin as nvcc writes it is accepted", image->path);
    if (table->header.sh_entsize != sizeof(Elf64_Sym) || table->size % sizeof(Elf64_Sym) != 0 ||
        table->size / sizeof(Elf64_Sym) > UINT32_MAX || table->header.sh_link >= image->section_count)
        return refuse(sentence, "%.300s: section %.200s: size 0x%" PRIx64 ", entry size 0x%" PRIx64 " or its table of "
                      "names %" PRIu32 " is no symbol table's", image->path, table->name, table->size,
                      table->header.sh_entsize, table->header.sh_link);
    image->symbol_count = (uint32_t)(table->size / sizeof(Elf64_Sym));
    image->symbols = calloc(image->symbol_count + 1, sizeof *image->symbols);
    if (!image->symbols)
        return refuse(sentence, "%.300s: out of memory for %" PRIu32 " symbols", image->path, image->symbol_count);
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        struct elf_symbol *symbol = &image->symbols[i];
        memcpy(&symbol->entry, table->data + i * sizeof symbol->entry, sizeof symbol->entry);
        uint16_t section = symbol->entry.st_shndx;
        if (section >= image->section_count && section < SHN_LORESERVE)
            return refuse(sentence, "%.300s: section %.200s: symbol %" PRIu32 " lies in section %u of %" PRIu32,
                          image->path, table->name, i, section, image->section_count);
        if (section >= SHN_LORESERVE)
            symbol->entry.st_shndx = SHN_UNDEF;
        symbol->name = text_at(&image->sections[table->header.sh_link], symbol->entry.st_name);
        if (!symbol->name)
            return refuse(sentence, "%.300s: section %.200s: the name of symbol %" PRIu32 " at 0x%" PRIx32 " does not "
                          "lie in the table of names", image->path, table->name, i, symbol->entry.st_name);
        if (ELF64_ST_TYPE(symbol->entry.st_info) == STT_SECTION)
            symbol->name = image->sections[symbol->entry.st_shndx].name;
    }
    return true;
}

bool elf_image_open(struct elf_image *image, const char *path, const uint8_t *data, size_t size,
                    const struct sentence *sentence)
{
    *image = (struct elf_image){.path = path};
    bool good = check_header(image, data, size, sentence) && read_sections(image, data, size, sentence) &&
                read_symbols(image, sentence);
    for (uint32_t i = 0; good && i < image->section_count; i++)
        if (image->sections[i].header.sh_type == SHT_REL || image->sections[i].header.sh_type == SHT_RELA)
            good = check_relocations(image, i, sentence);
    if (!good)
        elf_image_close(image);
    return good;
}

void elf_image_close(struct elf_image *image)
{
    free(image->sections);
    free(image->symbols);
    *image = (struct elf_image){0};
}

const char *elf_image_suffix(const struct elf_section *section, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(section->name, prefix, length) == 0 ? section->name + length : NULL;
}

uint32_t elf_image_find(const struct elf_image *image, const char *prefix, const char *name)
{
    for (uint32_t i = 1; i < image->section_count; i++) {
        const char *suffix = elf_image_suffix(&image->sections[i], prefix);
        if (suffix && strcmp(suffix, name) == 0)
            return i;
    }
    return 0;
}

uint64_t elf_image_relocations(const struct elf_section *section)
{
    if (section->header.sh_type == SHT_REL)
        return section->size / sizeof(Elf64_Rel);
    return section->header.sh_type == SHT_RELA ? section->size / sizeof(Elf64_Rela) : 0;
}

struct elf_relocation elf_image_relocation(const struct elf_section *section, uint64_t index)
{
    Elf64_Rela entry = {0};
    bool addend = section->header.sh_type == SHT_RELA;
    size_t size = addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    memcpy(&entry, section->data + index * size, size);
    return (struct elf_relocation){
        .offset = entry.r_offset,
        .type = (uint32_t)ELF64_R_TYPE(entry.r_info),
        .symbol = (uint32_t)ELF64_R_SYM(entry.r_info),
        .addend = entry.r_addend,
        .has_addend = addend,
    };
}
