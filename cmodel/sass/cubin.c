/* SPDX-License-Identifier: Apache-2.0 */
#include "cubin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cubin_info.h"
#include "cubin_link.h"
#include "elf_image.h"

enum {
    FILE_LIMIT = 1 << 28,           /* bytes of a file */
    BANK_LIMIT = 1 << 16,           /* bytes of a constant bank */
    SHARED_LIMIT = 1 << 16,         /* bytes of shared memory of a block */
    LOCAL_LIMIT = 1 << 19,          /* bytes of local memory of a thread */
    INSN_LIMIT = 1 << 21,           /* instructions of all kernels */
    SEGMENT_ALIGNMENT = 256,        /* of .nv.global after .nv.global.init */
    RECURSION_STACK = 1024          /* bytes of stack where the need is not known, as the CUDA driver has it */
};

#define GLOBAL_LIMIT (UINT64_C(1) << 32)

struct reader {
    struct cubin *cubin;
    const struct sentence *sentence;
    struct elf_image image;
    struct cubin_info info;
    uint64_t global_base;           /* of .nv.global in the segment */
    uint64_t insn_count;            /* of all kernels so far */
    bool decode;
};

static bool no_memory(const struct reader *reader)
{
    return refuse(reader->sentence, "%.300s: out of memory", reader->cubin->path);
}

/* --- globals and constants ---------------------------------------------------------------------------------------- */

/* The number of a bank and, for a kernel's own, the kernel's name ("" otherwise). */
static bool parse_bank(const struct elf_section *section, uint32_t *bank, const char **kernel)
{
    const char *rest = elf_image_suffix(section, ".nv.constant");
    if (!rest || *rest < '0' || *rest > '9')
        return false;
    char *end;
    unsigned long number = strtoul(rest, &end, 10);
    if (number >= CUBIN_BANKS || (*end && *end != '.'))
        return false;
    *bank = (uint32_t)number;
    *kernel = *end ? end + 1 : end;
    return true;
}

static bool read_segment(struct reader *reader)
{
    struct cubin *cubin = reader->cubin;
    const struct elf_image *image = &reader->image;
    const struct elf_section *start = &image->sections[elf_image_find(image, ".nv.global.init", "")];
    const struct elf_section *rest = &image->sections[elf_image_find(image, ".nv.global", "")];
    if (start->size > GLOBAL_LIMIT || rest->size > GLOBAL_LIMIT)
        return refuse(reader->sentence, "%.300s: the global variables take 0x%" PRIx64 " and 0x%" PRIx64 " bytes; up "
                      "to "
                      "4 GiB are accepted", cubin->path, start->size, rest->size);
    reader->global_base = (start->size + SEGMENT_ALIGNMENT - 1) / SEGMENT_ALIGNMENT * SEGMENT_ALIGNMENT;
    cubin->global_bytes = rest->size ? reader->global_base + rest->size : start->size;
    if (cubin->global_bytes == 0)
        return true;
    cubin->global_data = calloc(1, cubin->global_bytes);
    if (!cubin->global_data)
        return no_memory(reader);
    if (start->data)
        memcpy(cubin->global_data, start->data, start->size);
    if (rest->data)
        memcpy(cubin->global_data + reader->global_base, rest->data, rest->size);
    struct cubin_link link = {.image = image, .sentence = reader->sentence, .global_base = reader->global_base,
                              .global_bytes = cubin->global_bytes};
    uint32_t section = elf_image_find(image, ".nv.global.init", "");
    bool good = section == 0 ||
                cubin_link_data(&link, section, UINT32_MAX, cubin->global_data, start->size, false);
    cubin->relocations = link.relocations;
    cubin->relocation_count = link.relocation_count;
    return good;
}

/* One symbol of a variable: into `globals` or `constants`, or neither. */
static bool read_variable(struct reader *reader, const struct elf_symbol *symbol)
{
    struct cubin *cubin = reader->cubin;
    const struct elf_section *section = &reader->image.sections[symbol->entry.st_shndx];
    bool initialised = strcmp(section->name, ".nv.global.init") == 0;
    bool global = initialised || strcmp(section->name, ".nv.global") == 0;
    const char *kernel = "";
    uint32_t bank = 0;
    if (!global && (!parse_bank(section, &bank, &kernel) || *kernel))
        return true;
    uint64_t offset = symbol->entry.st_value, size = symbol->entry.st_size;
    if (offset > section->size || size > section->size - offset)
        return refuse(reader->sentence, "%.300s: section %.200s: variable %.200s (0x%" PRIx64 " bytes at 0x%" PRIx64
                      ") does not lie in it", cubin->path, section->name, symbol->name, size, offset);
    char *name = strdup(symbol->name);
    if (!name)
        return no_memory(reader);
    if (global)
        cubin->globals[cubin->global_count++] =
            (struct cubin_global){name, offset + (initialised ? 0 : reader->global_base), size};
    else
        cubin->constants[cubin->constant_count++] = (struct cubin_constant){name, bank, offset, size};
    return true;
}

static bool read_variables(struct reader *reader)
{
    struct cubin *cubin = reader->cubin;
    size_t count = reader->image.symbol_count + 1;
    cubin->globals = calloc(count, sizeof *cubin->globals);
    cubin->constants = calloc(count, sizeof *cubin->constants);
    if (!cubin->globals || !cubin->constants)
        return no_memory(reader);
    for (uint32_t i = 0; i < reader->image.symbol_count; i++) {
        const struct elf_symbol *symbol = &reader->image.symbols[i];
        if (ELF64_ST_TYPE(symbol->entry.st_info) == STT_OBJECT && !read_variable(reader, symbol))
            return false;
    }
    return true;
}

/* --- kernels ------------------------------------------------------------------------------------------------------ */

/* Whether the section is a constant bank of the kernel: its own, or one that all kernels share. */
static bool is_bank(const struct reader *reader, uint32_t section, const char *name, uint32_t *bank)
{
    const char *kernel;
    return parse_bank(&reader->image.sections[section], bank, &kernel) && (!*kernel || strcmp(kernel, name) == 0);
}

static bool read_banks(struct reader *reader, struct cubin_kernel *kernel, const char *name)
{
    for (uint32_t i = 1; i < reader->image.section_count; i++) {
        const struct elf_section *section = &reader->image.sections[i];
        uint32_t number;
        if (!is_bank(reader, i, name, &number))
            continue;
        struct cubin_bank *bank = &kernel->bank[number];
        if (bank->data || section->size > BANK_LIMIT)
            return refuse(reader->sentence, "%.300s: section %.200s: 0x%" PRIx64 " bytes; one section of up to 64 KiB "
                          "for "
                          "each bank is accepted", reader->cubin->path, section->name, section->size);
        bank->data = calloc(1, section->size + 1);
        bank->size = section->size;
        if (!bank->data)
            return no_memory(reader);
        if (section->data)
            memcpy(bank->data, section->data, section->size);
    }
    struct cubin_bank *bank = &kernel->bank[0];
    if (!bank->data) {
        bank->size = kernel->param_base + kernel->param_bytes;
        bank->data = calloc(1, bank->size);
    }
    if (!bank->data)
        return no_memory(reader);
    if (kernel->param_base + kernel->param_bytes > bank->size)
        return refuse(reader->sentence, "%.300s: kernel %.200s has 0x%" PRIx32 " bytes of parameters at 0x%" PRIx32
                      " in "
                      "a constant bank of 0x%zx bytes", reader->cubin->path, name, kernel->param_bytes,
                      kernel->param_base, bank->size);
    return true;
}

/* Lets go through the relocations of all banks of the kernel. */
static bool link_banks(struct reader *reader, struct cubin_link *link, const char *name, bool scan)
{
    for (uint32_t i = 1; i < reader->image.section_count; i++) {
        uint32_t number;
        if (!is_bank(reader, i, name, &number))
            continue;
        struct cubin_bank *bank = &link->kernel->bank[number];
        if (!cubin_link_data(link, i, number, bank->data, bank->size, scan))
            return false;
    }
    return true;
}

static bool decode_insn(struct sass_insn *insn, uint64_t lo, uint64_t hi, uint64_t pc, bool decode)
{
    if (decode && !sass_decode(insn, lo, hi, pc))
        return false;
    if (!decode)
        *insn = (struct sass_insn){.lo = lo, .hi = hi, .pc = pc};
    return true;
}

/* An instruction that is not known: which part of it is not. */
static bool refuse_unknown(struct cubin_kernel *kernel, uint64_t lo, uint64_t hi, uint64_t pc)
{
    const char *name = sass_unknown_name(lo);
    if (!name)
        return cubin_refuse_kernel(kernel, "address 0x%04" PRIx64 " has 0x%016" PRIx64 "%016" PRIx64 ", whose opcode "
                                   "is not known; the opcodes that ptxas writes for sm_75 are accepted", pc, hi, lo);
    return cubin_refuse_kernel(kernel, "address 0x%04" PRIx64 " has 0x%016" PRIx64 "%016" PRIx64 ", the opcode %s with "
                               "modifiers or operands that are not known; those that build/warptrace --disassemble "
                               "prints are accepted", pc, hi, lo, name);
}

static bool read_code(struct reader *reader, struct cubin_kernel *kernel, const struct cubin_link *link)
{
    kernel->insn_count = (uint32_t)(link->code_bytes / SASS_BYTES);
    reader->insn_count += kernel->insn_count;
    if (reader->insn_count > INSN_LIMIT)
        return refuse(reader->sentence, "%.300s: the kernels have more than %d instructions, which is the limit",
                      reader->cubin->path, INSN_LIMIT);
    kernel->insns = calloc(kernel->insn_count, sizeof *kernel->insns);
    if (!kernel->insns)
        return no_memory(reader);
    for (uint32_t i = 0; i < kernel->insn_count; i++) {
        uint64_t bits[2];
        memcpy(bits, link->code + (size_t)i * SASS_BYTES, sizeof bits);
        if (!decode_insn(&kernel->insns[i], bits[0], bits[1], (uint64_t)i * SASS_BYTES, reader->decode) &&
            !refuse_unknown(kernel, bits[0], bits[1], (uint64_t)i * SASS_BYTES))
            return no_memory(reader);
    }
    return true;
}

/* Registers and stack of the kernel and of every function in its code. */
static bool read_resources(struct reader *reader, struct cubin_kernel *kernel, const struct cubin_link *link,
                           uint32_t symbol)
{
    const struct elf_image *image = &reader->image;
    uint64_t frames = 0, stack = reader->info.stack[symbol];
    for (uint32_t c = 0; c < link->chunk_count; c++) {
        const struct elf_section *section = &image->sections[link->chunks[c].section];
        uint32_t registers = section->header.sh_info >> 24, barriers = section->header.sh_flags >> 20 & 0x7f;
        kernel->registers = registers > kernel->registers ? registers : kernel->registers;
        kernel->barriers = barriers > kernel->barriers ? barriers : kernel->barriers;
        for (uint32_t i = 0; i < image->symbol_count; i++) {
            if (image->symbols[i].entry.st_shndx != link->chunks[c].section)
                continue;
            registers = reader->info.registers[i];
            frames += reader->info.frame[i] == CUBIN_UNKNOWN ? 0 : reader->info.frame[i];
            if (registers != CUBIN_UNKNOWN && registers > kernel->registers)
                kernel->registers = registers;
        }
    }
    if (stack == CUBIN_UNKNOWN || stack < frames)
        stack = frames + (frames > 0 && frames != reader->info.frame[symbol] ? RECURSION_STACK : 0);
    uint32_t local = elf_image_find(image, ".nv.local.", kernel->name);
    if (image->sections[local].size > stack)
        stack = image->sections[local].size;
    uint64_t shared = image->sections[link->shared].size;
    if (stack > LOCAL_LIMIT || shared > SHARED_LIMIT || kernel->registers == 0 || kernel->registers > 255)
        return refuse(reader->sentence, "%.300s: kernel %.200s needs %" PRIu64 " bytes of local memory, %" PRIu64 " of "
                      "shared memory and %" PRIu32 " registers; up to 524288, 65536 and 1 to 255 are accepted",
                      reader->cubin->path, kernel->name, stack, shared, kernel->registers);
    kernel->local_bytes = (uint32_t)((stack + 15) / 16 * 16);
    kernel->shared_bytes = (uint32_t)shared;
    return true;
}

static bool read_kernel(struct reader *reader, struct cubin_kernel *kernel, uint32_t symbol)
{
    const struct elf_image *image = &reader->image;
    const struct elf_symbol *entry = &image->symbols[symbol];
    const struct elf_section *section = &image->sections[entry->entry.st_shndx];
    const char *name = elf_image_suffix(section, ".text.");
    kernel->name = strdup(entry->name);
    if (!kernel->name)
        return no_memory(reader);
    if (entry->entry.st_value % SASS_BYTES != 0 || entry->entry.st_value >= section->size)
        return refuse(reader->sentence, "%.300s: kernel %.200s begins at 0x%" PRIx64 " of section %.200s, where no "
                      "instruction is", reader->cubin->path, kernel->name, entry->entry.st_value, section->name);
    kernel->entry = (int64_t)entry->entry.st_value;
    struct cubin_link link = {.image = image, .sentence = reader->sentence, .kernel = kernel,
                              .global_base = reader->global_base, .global_bytes = reader->cubin->global_bytes,
                              .shared = elf_image_find(image, ".nv.shared.", name)};
    bool good = cubin_info_kernel(kernel, image, name, reader->sentence) && read_banks(reader, kernel, name) &&
                cubin_link_begin(&link, entry->entry.st_shndx) && link_banks(reader, &link, name, true) &&
                cubin_link_data(&link, elf_image_find(image, ".nv.global.init", ""), UINT32_MAX, NULL, 0, true) &&
                cubin_link_code(&link) && link_banks(reader, &link, name, false) &&
                read_resources(reader, kernel, &link, symbol) && read_code(reader, kernel, &link);
    kernel->relocations = link.relocations;
    kernel->relocation_count = link.relocation_count;
    cubin_link_close(&link);
    return good;
}

static bool is_kernel(const struct elf_image *image, uint32_t symbol)
{
    const Elf64_Sym *entry = &image->symbols[symbol].entry;
    return ELF64_ST_TYPE(entry->st_info) == STT_FUNC && (entry->st_other & ELF_ENTRY) &&
           elf_image_suffix(&image->sections[entry->st_shndx], ".text.");
}

static bool read_kernels(struct reader *reader)
{
    struct cubin *cubin = reader->cubin;
    uint32_t count = 0;
    for (uint32_t i = 0; i < reader->image.symbol_count; i++)
        count += is_kernel(&reader->image, i);
    cubin->kernels = calloc(count + 1, sizeof *cubin->kernels);
    if (!cubin->kernels)
        return no_memory(reader);
    for (uint32_t i = 0; i < reader->image.symbol_count; i++)
        if (is_kernel(&reader->image, i) && !read_kernel(reader, &cubin->kernels[cubin->kernel_count++], i))
            return false;
    return true;
}

/* --- the whole file ----------------------------------------------------------------------------------------------- */

struct cubin *cubin_parse(const char *path, const uint8_t *data, size_t size, bool decode, const struct sentence *error)
{
    struct reader reader = {.cubin = calloc(1, sizeof *reader.cubin), .sentence = error, .decode = decode};
    refuse(error, "%.300s: out of memory", path);
    if (!reader.cubin || !(reader.cubin->path = strdup(path))) {
        cubin_close(reader.cubin);
        return NULL;
    }
    bool good = elf_image_open(&reader.image, reader.cubin->path, data, size, error) &&
                cubin_info_open(&reader.info, &reader.image, error) && read_segment(&reader) &&
                read_variables(&reader) && read_kernels(&reader);
    cubin_info_close(&reader.info);
    elf_image_close(&reader.image);
    if (good)
        return reader.cubin;
    cubin_close(reader.cubin);
    return NULL;
}

static bool is_directory(FILE *file)
{
    struct stat s;
    return file && fstat(fileno(file), &s) == 0 && S_ISDIR(s.st_mode);
}

struct cubin *cubin_open(const char *path, bool decode, const struct sentence *error)
{
    struct cubin *cubin = NULL;
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (is_directory(file))
        refuse(error, "%.300s: is a directory; a file that nvcc -cubin has written is accepted", path);
    else if (size > FILE_LIMIT)
        refuse(error, "%.300s: the file has %ld bytes; up to %d are accepted", path, size, FILE_LIMIT);
    else if (size < 0 || fseek(file, 0, SEEK_SET) != 0)
        refuse(error, "%.300s: cannot be read: %s; a file that nvcc -cubin has written is accepted", path,
               strerror(errno));
    else if (!(data = malloc((size_t)size + 1)))
        refuse(error, "%.300s: out of memory for %ld bytes", path, size);
    else if (fread(data, 1, (size_t)size, file) != (size_t)size)
        refuse(error, "%.300s: cannot be read: %s", path, ferror(file) ? strerror(errno) : "it became shorter");
    else
        cubin = cubin_parse(path, data, (size_t)size, decode, error);
    free(data);
    if (file)
        fclose(file);
    return cubin;
}

static void free_kernel(struct cubin_kernel *kernel)
{
    for (int i = 0; i < CUBIN_BANKS; i++)
        free(kernel->bank[i].data);
    free(kernel->name);
    free(kernel->insns);
    free(kernel->params);
    for (uint32_t i = 0; i < kernel->outside_count; i++)
        free(kernel->outside[i].name);
    free(kernel->outside);
    free(kernel->functions);
    free(kernel->relocations);
    free(kernel->refused);
}

void cubin_close(struct cubin *cubin)
{
    if (!cubin)
        return;
    for (uint32_t i = 0; i < cubin->kernel_count; i++)
        free_kernel(&cubin->kernels[i]);
    for (uint32_t i = 0; i < cubin->global_count; i++)
        free(cubin->globals[i].name);
    for (uint32_t i = 0; i < cubin->constant_count; i++)
        free(cubin->constants[i].name);
    free(cubin->kernels);
    free(cubin->globals);
    free(cubin->constants);
    free(cubin->global_data);
    free(cubin->relocations);
    free(cubin->path);
    free(cubin);
}
