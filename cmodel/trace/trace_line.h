/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction line of an Accel-Sim trace. */
#ifndef SUBCORE_TRACE_LINE_H
#define SUBCORE_TRACE_LINE_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cmodel/stream/isa.h"
#include "configs/sentence.h"

/* What a line of a file holds besides the fields that every version has. */
struct trace_format {
    uint8_t numbers;            /* decimal ones that come first: block and warp (versions before 3), source line */
    uint8_t least, most;        /* immediates behind the addresses */
    bool    values;             /* then Val and values of registers, or NoVal */
    bool    active_lanes;       /* addresses may be those of all lanes that the branches have left active */
};

enum { TRACE_OPCODE_MAX = 63, TRACE_NUMBERS_MAX = 5 };

/* What follows the width. */
enum trace_tail {
    TRACE_TAIL_FIXED,           /* immediates, the same in each execution */
    TRACE_TAIL_LANES,           /* addresses of the active lanes first */
    TRACE_TAIL_PASSED           /* what differs, and is checked and dropped: values of registers, TMA transfers */
};

struct trace_line {
    uint64_t pc;
    uint32_t mask;
    char     opcode[TRACE_OPCODE_MAX + 1];
    uint32_t opcode_hash;
    struct isa_listed regs;
    bool     bulk;              /* a TMA instruction */
    bool     mark;              /* no instruction: a tracer's mark around a loop that waits */
    unsigned mem_width;         /* bytes, 0 when the line has no addresses */
    size_t   width_end;         /* characters up to and with the width */
    enum trace_tail tail;
    unsigned address_count;     /* one per active lane with TRACE_TAIL_LANES, else 0 */
    unsigned prefixed;          /* addresses in the line that begin with 0x and have two digits at least */
    bool     strided;           /* they are written as a base and a stride: */
    uint64_t base, stride;
    uint64_t address[STREAM_MAX_LANES];
};

/* Parses a line. What is refused is one phrase, without file and line. */
bool trace_line_parse(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                      const struct sentence *error);

/* Parses what stands behind the mask and is the same in each execution: up to the end with TRACE_TAIL_FIXED, else up to
 * the width. */
bool trace_line_static(struct trace_line *line, const struct trace_format *format, enum trace_tail, const char *text,
                       size_t length, const struct sentence *error);

/* Parses what follows the width with another tail than TRACE_TAIL_FIXED, with line->mask, mem_width, bulk, tail and the
 * numbers of registers as they are. Base and stride are left as that, else they are in line->address. */
bool trace_line_tail(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                     const struct sentence *error);

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

/* Reads `count` decimal numbers at the beginning; returns where the last one ends, 0 if there are not so many. */
size_t trace_line_numbers(const char *text, size_t length, unsigned count, uint64_t value[TRACE_NUMBERS_MAX]);

/* Skips blanks from *at on and reads a hexadecimal number, with or without 0x, that ends at a blank or with the text.
 * Returns its characters, or 0 if there is no such number of 1 to `most` digits, which are at most 16; *at is where it
 * ended. */
unsigned trace_line_hexadecimal(const char *text, size_t length, size_t *at, unsigned most, uint64_t *value);

#endif
