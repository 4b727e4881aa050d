/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction line of an Accel-Sim trace. */
#ifndef SUBCORE_TRACE_LINE_H
#define SUBCORE_TRACE_LINE_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "isa.h"

/* What a line of a file holds besides the fields that every version has. */
struct trace_format {
    bool line_number;           /* a source line number comes first */
    bool immediate;             /* an immediate must come last */
    bool maybe_immediate;       /* one may */
};

enum { TRACE_OPCODE_MAX = 63 };

struct trace_line {
    uint64_t pc;
    uint32_t mask;
    char     opcode[TRACE_OPCODE_MAX + 1];
    uint32_t opcode_hash;
    struct isa_listed regs;
    unsigned mem_width;         /* bytes, 0 when the line has no addresses */
    size_t   width_end;         /* characters up to and with the width */
    unsigned address_count;     /* one per active lane when mem_width is not 0 */
    unsigned prefixed;          /* addresses in the line that begin with 0x and have two digits at least */
    bool     strided;           /* they are written as a base and a stride: */
    uint64_t base, stride;
    uint64_t address[STREAM_MAX_LANES];
};

/* Parses a line. Returns 0, or -1 with one phrase (without file and line) in `error`. */
int trace_line_parse(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                     char *error, size_t error_size);

/* Parses what stands behind the mask, up to the width if that is not 0, else up to the end. */
int trace_line_static(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                      char *error, size_t error_size);

/* Parses what follows a width that is not 0, with line->mask as it is. Base and stride are left as that, else they are
 * in line->address. */
int trace_line_addresses(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                         char *error, size_t error_size);

/* The value of 8 hexadecimal digits. Returns whether they are that. */
static inline bool trace_line_eight_digits(const char text[8], uint32_t *value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t c, v, letters;

    memcpy(&c, text, sizeof c);
    c = le64toh(c);                             /* the first character in the lowest byte */
    v = (c & ones * 0x0f) + (c >> 6 & ones) * 9;
    letters = (v + ones * 6) >> 4 & ones;
    if (v & ones * 0xf0 || v + ones * '0' + letters * ('a' - '9' - 1) != (c | letters << 5))
        return false;
    v = (v << 4 | v >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    v = (v << 8 | v >> 16) & UINT64_C(0x0000ffff0000ffff);
    *value = (uint32_t)(v << 16 | v >> 32);
    return true;
}

/* The addresses of the active lanes from base and stride. */
void trace_line_stride(struct trace_line *line);

/* Skips a source line number and the blanks before it; returns where it ends, 0 if there is no such number. */
size_t trace_line_number(const char *text, size_t length);

/* Skips blanks from *at on and reads a hexadecimal number that ends at a blank or with the text. Returns its digits, or
 * 0 if there is no such number of 1 to 16 digits; *at is where it ended. */
unsigned trace_line_hexadecimal(const char *text, size_t length, size_t *at, uint64_t *value);

#endif
