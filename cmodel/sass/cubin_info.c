/* SPDX-License-Identifier: Apache-2.0 */
#include "cubin_info.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Formats of a record: no value, a byte or a half in the record itself, or a size and that many bytes. */
enum { FORMAT_NONE = 1, FORMAT_BYTE, FORMAT_HALF, FORMAT_SIZED };

enum {
    MAX_THREADS = 0x05, PARAM_CBANK = 0x0a, REQUIRED_THREADS = 0x10, FRAME_SIZE = 0x11,
    MIN_STACK_SIZE = 0x12, KPARAM_INFO = 0x17, CBANK_PARAM_SIZE = 0x19, MAX_STACK_SIZE = 0x23, REGCOUNT = 0x2f,
    KPARAM_INFO_V2 = 0x45, NUM_BARRIERS = 0x4c
};

enum { MAX_PARAMS = 4096 };

struct record {
    uint8_t attribute;
    uint32_t value;             /* of a byte or half */
    const uint8_t *data;        /* of a sized one */
    uint32_t size;
};

struct cursor {
    const struct elf_image *image;
    const struct elf_section *section;
    const struct sentence *sentence;
    uint64_t offset;
    bool bad;
};

static uint32_t word(const uint8_t *data)
{
    uint32_t value;
    memcpy(&value, data, sizeof value);
    return value;
}

static uint32_t half(const uint8_t *data)
{
    return (uint32_t)data[0] | (uint32_t)data[1] << 8;
}

/* The next record. False, and an empty one, at the end, and with a sentence and `bad` at one that is damaged. */
static bool next(struct cursor *cursor, struct record *record)
{
    const struct elf_section *section = cursor->section;
    *record = (struct record){0};
    if (cursor->offset == section->size)
        return false;
    cursor->bad = true;
    if (!section->data || section->size - cursor->offset < 4)
        return refuse(cursor->sentence, "%.300s: section %.200s: the record at 0x%" PRIx64 " is cut off",
                      cursor->image->path, section->name, cursor->offset);
    const uint8_t *head = section->data + cursor->offset;
    uint64_t left = section->size - cursor->offset - 4;
    *record = (struct record){.attribute = head[1], .value = half(head + 2)};
    switch (head[0]) {
    case FORMAT_NONE:
    case FORMAT_HALF:
        break;
    case FORMAT_BYTE:
        record->value &= 0xff;
        break;
    case FORMAT_SIZED:
        record->size = record->value;
        record->data = head + 4;
        if (record->size > left)
            return refuse(cursor->sentence, "%.300s: section %.200s: the record at 0x%" PRIx64 " of %" PRIu32
                          " bytes ends behind the section", cursor->image->path, section->name, cursor->offset,
                          record->size);
        break;
    default:
        return refuse(cursor->sentence, "%.300s: section %.200s: the record at 0x%" PRIx64 " has format %u; 1 to 4 are "
                      "accepted", cursor->image->path, section->name, cursor->offset, head[0]);
    }
    cursor->bad = false;
    cursor->offset += 4 + record->size;
    return true;
}

static bool short_record(const struct cursor *cursor, const struct record *record)
{
    return refuse(cursor->sentence, "%.300s: section %.200s: the record of attribute 0x%02x that ends at 0x%" PRIx64
                  " has %" PRIu32 " bytes, which is too few", cursor->image->path, cursor->section->name,
                  record->attribute, cursor->offset, record->size);
}

/* --- registers and stack by symbol -------------------------------------------------------------------------------- */

static bool read_symbols(struct cubin_info *info, struct cursor *cursor)
{
    struct record record;
    while (next(cursor, &record)) {
        uint32_t *table = record.attribute == REGCOUNT ? info->registers
                        : record.attribute == FRAME_SIZE ? info->frame
                        : record.attribute == MIN_STACK_SIZE || record.attribute == MAX_STACK_SIZE ? info->stack : NULL;
        if (!table)
            continue;
        if (record.size < 8)
            return short_record(cursor, &record);
        uint32_t symbol = word(record.data), value = word(record.data + 4);
        if (symbol >= cursor->image->symbol_count)
            return refuse(cursor->sentence, "%.300s: section %.200s: the record that ends at 0x%" PRIx64 " names "
                          "symbol %"
                          PRIu32 " of %" PRIu32, cursor->image->path, cursor->section->name, cursor->offset, symbol,
                          cursor->image->symbol_count);
        if (record.attribute != MAX_STACK_SIZE || table[symbol] == CUBIN_UNKNOWN)
            table[symbol] = value;
    }
    return !cursor->bad;
}

bool cubin_info_open(struct cubin_info *info, const struct elf_image *image, const struct sentence *sentence)
{
    size_t bytes = (image->symbol_count + 1) * sizeof(uint32_t);
    *info = (struct cubin_info){malloc(bytes), malloc(bytes), malloc(bytes)};
    if (!info->registers || !info->frame || !info->stack)
        return refuse(sentence, "%.300s: out of memory for %" PRIu32 " symbols", image->path, image->symbol_count);
    memset(info->registers, 0xff, bytes);
    memset(info->frame, 0xff, bytes);
    memset(info->stack, 0xff, bytes);
    uint32_t section = elf_image_find(image, ".nv.info", "");
    struct cursor cursor = {image, &image->sections[section], sentence, 0, false};
    return section == 0 || read_symbols(info, &cursor);
}

void cubin_info_close(struct cubin_info *info)
{
    free(info->registers);
    free(info->frame);
    free(info->stack);
    *info = (struct cubin_info){0};
}

/* --- one kernel --------------------------------------------------------------------------------------------------- */

bool cubin_refuse_kernel(struct cubin_kernel *kernel, const char *format, ...)
{
    va_list arguments;
    if (kernel->refused)
        return true;
    va_start(arguments, format);
    int length = vasprintf(&kernel->refused, format, arguments);
    va_end(arguments);
    if (length < 0)
        kernel->refused = NULL;
    return length >= 0;
}

/* Ordinal, offset and size, which has all of a word if parameters may have more than 4 KiB; they come in any order. */
static bool read_parameter(struct cubin_kernel *kernel, const struct cursor *cursor, const struct record *record)
{
    if (record->size < 12)
        return short_record(cursor, record);
    uint32_t ordinal = half(record->data + 4);
    uint32_t size = word(record->data + 8) >> (record->attribute == KPARAM_INFO_V2 ? 0 : 18);
    if (ordinal >= MAX_PARAMS || size == 0)
        return refuse(cursor->sentence, "%.300s: section %.200s: parameter %" PRIu32 " of %" PRIu32 " bytes; at most "
                      "%d "
                      "parameters of at least one byte are accepted", cursor->image->path, cursor->section->name,
                      ordinal, size, MAX_PARAMS);
    if (ordinal >= kernel->param_count) {
        struct cubin_param *params = realloc(kernel->params, (ordinal + 1) * sizeof *params);
        if (!params)
            return refuse(cursor->sentence, "%.300s: out of memory for %" PRIu32 " parameters", cursor->image->path,
                          ordinal + 1);
        memset(params + kernel->param_count, 0, (ordinal + 1 - kernel->param_count) * sizeof *params);
        kernel->params = params;
        kernel->param_count = ordinal + 1;
    }
    kernel->params[ordinal] = (struct cubin_param){half(record->data + 6), size};
    return true;
}

static bool read_threads(struct cubin_kernel *kernel, const struct cursor *cursor, const struct record *record)
{
    if (record->size < 12)
        return short_record(cursor, record);
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++) {
        uint32_t size = word(record->data + 4 * i);
        if (size == 0 || size > 1024)
            return refuse(cursor->sentence, "%.300s: section %.200s: a block of %" PRIu32 " threads in one direction; "
                          "1 to "
                          "1024 are accepted", cursor->image->path, cursor->section->name, size);
        threads *= size;
        if (record->attribute == REQUIRED_THREADS)
            kernel->required_block[i] = size;
    }
    kernel->max_threads = threads > 1024 ? 1024 : (uint32_t)threads;
    return true;
}

static bool read_record(struct cubin_kernel *kernel, const struct cursor *cursor, const struct record *record)
{
    switch (record->attribute) {
    case KPARAM_INFO:
    case KPARAM_INFO_V2:
        return read_parameter(kernel, cursor, record);
    case MAX_THREADS:
    case REQUIRED_THREADS:
        return read_threads(kernel, cursor, record);
    case PARAM_CBANK:
        if (record->size < 8)
            return short_record(cursor, record);
        kernel->param_base = half(record->data + 4);
        kernel->param_bytes = half(record->data + 6);
        return true;
    case CBANK_PARAM_SIZE:
        kernel->param_bytes = record->value;
        return true;
    case NUM_BARRIERS:
        kernel->barriers = record->value;
        return true;
    default:
        return true;
    }
}

bool cubin_info_kernel(struct cubin_kernel *kernel, const struct elf_image *image, const char *name,
                       const struct sentence *sentence)
{
    uint32_t index = elf_image_find(image, ".nv.info.", name);
    struct cursor cursor = {image, &image->sections[index], sentence, 0, false};
    struct record record;
    kernel->param_base = CUBIN_PARAM_BASE;
    if (index == 0)
        return refuse(sentence, "%.300s: kernel %.200s has no section .nv.info.%.200s; a cubin as nvcc writes it is "
                      "accepted", image->path, name, name);
    while (next(&cursor, &record))
        if (!read_record(kernel, &cursor, &record))
            return false;
    if (cursor.bad)
        return false;
    if (kernel->param_base != CUBIN_PARAM_BASE && kernel->param_base != CUBIN_LARGE_PARAM_BASE)
        return refuse(sentence, "%.300s: section %.200s: the parameters begin at c[0x0][0x%" PRIx32 "]; 0x160 and "
                      "0x1a80 are accepted", image->path, cursor.section->name, kernel->param_base);
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].size == 0 || kernel->params[i].size > kernel->param_bytes ||
            kernel->params[i].offset > kernel->param_bytes - kernel->params[i].size)
            return refuse(sentence, "%.300s: section %.200s: parameter %" PRIu32 " (%" PRIu32
                          " bytes at 0x%" PRIx32 ") "
                          "does not lie in the %" PRIu32 " bytes of parameters", image->path, cursor.section->name, i,
                          kernel->params[i].size, kernel->params[i].offset, kernel->param_bytes);
    return true;
}
