/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_header.h"

#include <stdio.h>
#include <string.h>

#include "trace_text.h"

enum { WINDOW_BYTES = 1 << 24 };    /* size of the generic address windows of shared and of local memory */

/* Header keys that a kernel cannot do without. */
enum { KEY_GRID = 1, KEY_BLOCK = 2, KEY_REGISTERS = 4, KEY_VERSION = 8, KEY_ALL = 15 };

/* Versions of the tracer that changed the format. */
enum {
    VERSION_GROUPED = 3,        /* from here on block and warp are left out of lines */
    VERSION_IMMEDIATE = 4,      /* immediates may come last */
    VERSION_VALUES = 6,         /* values of registers may follow */
    VERSION_LAST = 6
};

static void set_name(struct kernel *kernel, const char *value)
{
    snprintf(kernel->name, sizeof kernel->name, "%s", value);
    for (char *p = kernel->name; *p != '\0'; p++)
        if (*p < ' ' || *p > '~')
            *p = '?';
}

/* The first number counts: 1.2 is a version 1. */
static bool header_version(struct trace_header *h, const char *value, const struct sentence *why)
{
    char whole[24];
    uint64_t v;
    size_t n = strcspn(value, ".");

    snprintf(whole, sizeof whole, "%.*s", (int)(n < sizeof whole ? n : sizeof whole), value);
    if (!trace_text_number(whole, 1, VERSION_LAST, &v) || value[n + strspn(value + n, ".0123456789")] != '\0')
        return refuse(why, "tracer version %.20s: 1 to %d are accepted", value, (int)VERSION_LAST);
    h->version = (unsigned)v;
    h->keys |= KEY_VERSION;
    return true;
}

static bool header_block(struct trace_header *h, const char *value, const struct sentence *why)
{
    uint32_t *d = h->kernel.block;

    if (!trace_text_triple(value, 1, TRACE_BLOCK_THREADS, d) || (uint64_t)d[0] * d[1] * d[2] > TRACE_BLOCK_THREADS)
        return refuse(why, "bad block dim: three numbers from 1 with a product of at most %d are accepted",
                      (int)TRACE_BLOCK_THREADS);
    h->keys |= KEY_BLOCK;
    return true;
}

static bool key_line(struct trace_header *h, const char *text, size_t length, const struct sentence *why)
{
    char value[sizeof h->kernel.name];
    uint64_t v;

    if (trace_text_value(text, length, "-kernel name", value, sizeof value)) {
        set_name(&h->kernel, value);
    } else if (trace_text_value(text, length, "-kernel id", value, sizeof value)) {
        if (!trace_text_number(value, 0, UINT32_MAX, &v))
            return refuse(why, "bad kernel id: 0 to 4294967295 is accepted");
        h->kernel.id = (uint32_t)v;
    } else if (trace_text_value(text, length, "-grid dim", value, sizeof value)) {
        if (!trace_text_triple(value, 1, INT32_MAX, h->kernel.grid))
            return refuse(why, "bad grid dim: three numbers from 1 are accepted, such as (8,1,1)");
        h->keys |= KEY_GRID;
    } else if (trace_text_value(text, length, "-block dim", value, sizeof value)) {
        return header_block(h, value, why);
    } else if (trace_text_value(text, length, "-shmem", value, sizeof value)) {
        if (!trace_text_number(value, 0, INT32_MAX, &v))
            return refuse(why, "bad shmem: a number of bytes is accepted");
        h->kernel.shared_bytes = (uint32_t)v;
    } else if (trace_text_value(text, length, "-nregs", value, sizeof value)) {
        if (!trace_text_number(value, 1, 255, &v))
            return refuse(why, "bad nregs: 1 to 255 registers per thread are accepted");
        h->kernel.registers = (uint32_t)v;
        h->keys |= KEY_REGISTERS;
    } else if (trace_text_value(text, length, "-shmem base_addr", value, sizeof value)) {
        if (!trace_text_number(value, 0, UINT64_MAX, &h->shared_base))
            return refuse(why, "bad shmem base_addr: an address such as 0x7fc867000000 is accepted");
    } else if (trace_text_value(text, length, "-local mem base_addr", value, sizeof value)) {
        if (!trace_text_number(value, 0, UINT64_MAX, &h->local_base))
            return refuse(why, "bad local mem base_addr: an address such as 0x7fc865000000 is accepted");
    } else if (trace_text_value(text, length, "-accelsim tracer version", value, sizeof value)) {
        return header_version(h, value, why);
    } else if (trace_text_value(text, length, "-enable lineinfo", value, sizeof value)) {
        if (!trace_text_number(value, 0, 1, &v))
            return refuse(why, "bad enable lineinfo: 0 and 1 are accepted");
        h->line_info = v == 1;
    }
    return true;
}

static bool has_word(const char *text, size_t length, const char *word)
{
    return memmem(text, length, word, strlen(word)) != NULL;
}

static void format_line(struct trace_header *h, const char *text, size_t length)
{
    h->has_format = true;
    h->immediates = has_word(text, length, "immediate2") ? 2 : has_word(text, length, "immediate");
    h->values = has_word(text, length, "NoVal");
}

struct trace_format trace_header_format(const struct trace_header *h)
{
    struct trace_format f = {
        .numbers = (uint8_t)((h->version < VERSION_GROUPED ? TRACE_PLACE_NUMBERS : 0) + h->line_info),
        .least = h->immediates, .most = h->immediates,
        .values = h->version >= VERSION_VALUES && (h->values || !h->has_format),
        .active_lanes = h->version < VERSION_IMMEDIATE,
    };

    if (h->immediates == 0 && h->version >= VERSION_IMMEDIATE)
        f.most = h->version >= VERSION_VALUES ? 2 : 1;
    return f;
}

bool trace_header_complete(const struct trace_header *h, const struct sentence *why)
{
    static const struct { unsigned key; const char *name; } keys[] = {
        {KEY_GRID, "grid dim"}, {KEY_BLOCK, "block dim"}, {KEY_REGISTERS, "nregs"},
        {KEY_VERSION, "accelsim tracer version"},
    };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if ((h->keys & keys[i].key) == 0)
            return refuse(why, "'-%s =' is missing: the header ends here", keys[i].name);
    return true;
}

/* What stands in a header and does not belong there, most often because the file is another one. */
static bool refuse_line(const char *text, size_t length, const struct sentence *why)
{
    if (trace_text_begins(text, length, "kernel") || trace_text_begins(text, length, "Memcpy"))
        return refuse(why, "a line of a list of kernels: a list is accepted if its name ends in .g, as kernelslist.g "
                      "does");
    if (*text >= '0' && *text <= '9')
        return refuse(why, "an instruction before the first #BEGIN_TB: the trace is not grouped by thread block; "
                      "accepted is the .traceg file that Accel-Sim's post-traces-processing makes of it");
    return refuse(why, "not a line of a trace's header: '-key = value' or #BEGIN_TB is accepted here");
}

bool trace_header_line(struct trace_header *h, const char *text, size_t length, const struct sentence *why)
{
    if (*text == '-')
        return key_line(h, text, length, why);
    if (*text != '#')
        return refuse_line(text, length, why);
    format_line(h, text, length);
    return true;
}

bool trace_header_places(const struct trace_header *h)
{
    return h->version < VERSION_GROUPED;
}

static bool in_window(uint64_t address, uint64_t base)
{
    return base != 0 && address >= base && address - base < WINDOW_BYTES;
}

uint8_t trace_header_space(const struct trace_header *h, uint64_t address, uint8_t otherwise)
{
    if (in_window(address, h->shared_base))
        return SPACE_SHARED;
    return in_window(address, h->local_base) ? SPACE_LOCAL : otherwise;
}
