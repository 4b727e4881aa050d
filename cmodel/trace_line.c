/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct cursor {
    const char *at, *end;
    char  *error;
    size_t error_size;
};

__attribute__((format(printf, 2, 3)))
static int fail(const struct cursor *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(c->error, c->error_size, format, args);
    va_end(args);
    return -1;
}

static bool at_blank(const struct cursor *c)
{
    return c->at == c->end || *c->at == ' ' || *c->at == '\t';
}

static void skip_blanks(struct cursor *c)
{
    while (c->at != c->end && at_blank(c))
        c->at++;
}

/* The value of a digit, 16 for any other character. */
static unsigned digit(char ch)
{
    unsigned decimal = (unsigned char)ch - (unsigned)'0', letter = ((unsigned char)ch | 32u) - (unsigned)'a';

    return decimal <= 9 ? decimal : letter <= 5 ? letter + 10 : 16;
}

/* Skips blanks, then reads an unsigned number of at most `digits` digits that ends at a blank; false if there is none
 * or it exceeds 64 bits. */
static bool number(struct cursor *c, unsigned base, unsigned digits, uint64_t *value)
{
    enum { SAFE = 16 };         /* digits that 64 bits have room for, whatever the base */
    uint64_t v = 0;
    unsigned n = 0;

    skip_blanks(c);
    if (c->end - c->at > 1 && c->at[1] == ' ' && *c->at >= '0' && *c->at <= '9') {  /* most numbers have one digit */
        *value = (unsigned)(*c->at++ - '0');
        return true;
    }
    for (; !at_blank(c); c->at++, n++) {
        unsigned d = digit(*c->at);
        if (d >= base || n == digits || (n >= SAFE && v > (UINT64_MAX - d) / base))
            return false;
        v = v * base + d;
    }
    *value = v;
    return n > 0;
}

/* A decimal number with an optional minus sign, as its two's complement; up to 64 bits, signed or unsigned. */
static bool signed_number(struct cursor *c, uint64_t *value)
{
    bool negative;

    skip_blanks(c);
    negative = c->at != c->end && *c->at == '-';
    if (negative && (++c->at == c->end || at_blank(c)))
        return false;
    if (!number(c, 10, 20, value))
        return false;
    if (negative)
        *value = 0 - *value;
    return true;
}

unsigned trace_line_hexadecimal(const char *text, size_t length, size_t *at, uint64_t *value)
{
    size_t first, i = *at;
    uint32_t eight = 0;

    while (i < length && (text[i] == ' ' || text[i] == '\t'))
        i++;
    first = i;
    if (length - i >= 8 && trace_line_eight_digits(text + i, &eight))
        i += 8;
    uint64_t v = eight;
    for (; i < length; i++) {
        unsigned d = digit(text[i]);
        if (d > 15)
            break;
        v = v << 4 | d;
    }
    *value = v;
    *at = i;
    return i - first > 16 || (i < length && text[i] != ' ' && text[i] != '\t') ? 0 : (unsigned)(i - first);
}

/* As signed_number(), of what there mostly is: one blank and few digits. False: it is something else. */
static inline bool usual_number(struct cursor *c, uint64_t *value)
{
    enum { FEW = 18 };          /* digits that 63 bits have room for */
    const char *p = c->at, *first;
    uint64_t v = 0;

    if (c->end - p < 2 || *p != ' ')
        return false;
    bool negative = *++p == '-';
    first = p += negative;
    for (unsigned d; p != c->end && (d = (unsigned char)*p - (unsigned)'0') <= 9; p++)
        v = 10 * v + d;
    if (p == first || p - first > FEW || (p != c->end && *p != ' '))
        return false;
    *value = negative ? 0 - v : v;
    c->at = p;
    return true;
}

/* An address as it mostly is: one blank, 0x and 8 to 16 digits. False: it is something else. */
static inline bool usual_address(struct cursor *c, uint64_t *value)
{
    enum { DIGITS_AT = 3, SURE = 8, MOST = 16 };
    const char *digits = c->at + DIGITS_AT, *p = digits + SURE;
    uint32_t begin;

    if (c->end - c->at < DIGITS_AT + SURE || memcmp(c->at, " 0x", DIGITS_AT) != 0
        || !trace_line_eight_digits(digits, &begin))
        return false;
    uint64_t v = begin;
    for (unsigned d; p != c->end && (d = digit(*p)) <= 15; p++)
        v = v << 4 | d;
    if (p - digits > MOST || (p != c->end && *p != ' '))
        return false;
    *value = v;
    c->at = p;
    return true;
}

/* An address: hexadecimal, with or without 0x; *prefixed counts those with 0x and two digits at least. */
static bool address(struct cursor *c, uint64_t *value, unsigned *prefixed)
{
    size_t at = 0;
    bool prefix;

    if (usual_address(c, value)) {
        ++*prefixed;
        return true;
    }
    skip_blanks(c);
    prefix = c->end - c->at > 2 && c->at[0] == '0' && c->at[1] == 'x';
    if (prefix) {
        c->at += 2;
        if (at_blank(c))
            return false;
    }
    unsigned digits = trace_line_hexadecimal(c->at, (size_t)(c->end - c->at), &at, value);
    c->at += at;
    *prefixed += prefix && digits > 1;
    return digits > 0;
}

/* "2 R4 R255": a count and as many registers. */
static int registers(struct cursor *c, const char *what, uint8_t *count, uint8_t regs[ISA_MAX_LISTED])
{
    uint64_t n, reg;

    if (!number(c, 10, 20, &n))
        return fail(c, "the number of %s registers is not a decimal number", what);
    if (n > ISA_MAX_LISTED)
        return fail(c, "%llu %s registers: 0 to %d are accepted", (unsigned long long)n, what, (int)ISA_MAX_LISTED);
    *count = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        skip_blanks(c);
        if (c->at == c->end || *c->at != 'R')
            return fail(c, "%s register %u of %u is missing: R0 to R255 are accepted", what, i + 1, (unsigned)n);
        c->at++;
        if (at_blank(c) || !number(c, 10, 10, &reg) || reg > ISA_RZ)
            return fail(c, "%s register %u of %u is bad: R0 to R255 are accepted", what, i + 1, (unsigned)n);
        regs[i] = (uint8_t)reg;
    }
    return 0;
}

static bool opcode_char(char ch)
{
    return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9') || ch == '.' || ch == '_';
}

static int opcode(struct cursor *c, struct trace_line *line)
{
    uint32_t hash = 2166136261u;    /* FNV-1a */
    unsigned n = 0;

    skip_blanks(c);
    if (c->at == c->end || *c->at < 'A' || *c->at > 'Z')
        return fail(c, "the opcode is missing: it begins with a capital letter");
    for (; !at_blank(c); c->at++) {
        if (!opcode_char(*c->at))
            return fail(c, "the opcode has a bad character: letters, digits, . and _ are accepted");
        if (n == TRACE_OPCODE_MAX)
            return fail(c, "the opcode is longer than %d characters", (int)TRACE_OPCODE_MAX);
        line->opcode[n++] = *c->at;
        hash = (hash ^ (uint8_t)*c->at) * 16777619u;
    }
    line->opcode[n] = '\0';
    line->opcode_hash = hash;
    return 0;
}

static int list_all(struct cursor *c, struct trace_line *line, unsigned active)
{
    for (unsigned i = 0; i < active; i++)
        if (!address(c, &line->address[i], &line->prefixed))
            return fail(c, "address %u of %u is missing or not hexadecimal", i + 1, active);
    return 0;
}

/* The k-th lane from the first active one has base + k * stride. (A tracer uses this format for active lanes without
 * gaps only, so that counting all lanes or the active ones makes no difference.) */
static int base_stride(struct cursor *c, struct trace_line *line)
{
    if (!address(c, &line->base, &line->prefixed))
        return fail(c, "the base address is missing or not hexadecimal");
    if (!usual_number(c, &line->stride) && !signed_number(c, &line->stride))
        return fail(c, "the stride is missing or not a decimal number");
    line->strided = true;
    return 0;
}

void trace_line_stride(struct trace_line *line)
{
    unsigned n = 0;

    for (uint32_t m = line->mask; m != 0; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m) - (unsigned)__builtin_ctz(line->mask);
        line->address[n++] = line->base + line->stride * lane;
    }
}

/* Every active lane after the first adds a number to the address of the one before. */
static int base_delta(struct cursor *c, struct trace_line *line, unsigned active)
{
    uint64_t value, delta;

    if (!address(c, &value, &line->prefixed))
        return fail(c, "the base address is missing or not hexadecimal");
    line->address[0] = value;
    for (unsigned i = 1; i < active; i++) {
        if (!usual_number(c, &delta) && !signed_number(c, &delta))
            return fail(c, "address difference %u of %u is missing or not a decimal number", i, active - 1);
        value += delta;
        line->address[i] = value;
    }
    return 0;
}

static int width(struct cursor *c, struct trace_line *line)
{
    uint64_t width;

    if (!number(c, 10, 20, &width))
        return fail(c, "the memory width is missing or not a decimal number");
    if (width > 32 || (width & (width - 1)) != 0)
        return fail(c, "memory width %llu: 0, 1, 2, 4, 8, 16 and 32 are accepted", (unsigned long long)width);
    line->mem_width = (unsigned)width;
    return 0;
}

static int addresses(struct cursor *c, struct trace_line *line)
{
    unsigned active = (unsigned)__builtin_popcount(line->mask);
    uint64_t format;

    line->address_count = active;
    line->prefixed = 0;
    line->strided = false;

    if (c->end - c->at > 2 && c->at[0] == ' ' && c->at[1] >= '0' && c->at[1] <= '2' && c->at[2] == ' ') {
        format = (unsigned)(c->at[1] - '0');
        c->at += 2;
    } else if (!number(c, 10, 20, &format)) {
        return fail(c, "the address format is missing or not a decimal number");
    }
    switch (format) {
    case 0:
        return list_all(c, line, active);
    case 1:
        return base_stride(c, line);
    case 2:
        return base_delta(c, line, active);
    default:
        return fail(c, "address format %llu: 0 (list), 1 (base and stride) and 2 (base and differences) are accepted",
                    (unsigned long long)format);
    }
}

static int tail(struct cursor *c, const struct trace_format *format)
{
    uint64_t value;
    bool read = (format->immediate || format->maybe_immediate) && usual_number(c, &value);

    skip_blanks(c);
    if (!read && (format->immediate || (format->maybe_immediate && c->at != c->end))) {
        if (!signed_number(c, &value))
            return fail(c, "the immediate is missing or not a decimal number");
        skip_blanks(c);
    }
    if (c->at != c->end)
        return fail(c, "'%.*s' follows where the line should end", c->end - c->at > 20 ? 20 : (int)(c->end - c->at),
                    c->at);
    return 0;
}

/* Behind the mask, up to and with the width. */
static int before_addresses(struct cursor *c, struct trace_line *line)
{
    line->address_count = line->prefixed = 0;
    return registers(c, "destination", &line->regs.dst_count, line->regs.dst) != 0 || opcode(c, line) != 0 ||
           registers(c, "source", &line->regs.src_count, line->regs.src) != 0 || width(c, line) != 0 ? -1 : 0;
}

int trace_line_parse(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                     char *error, size_t error_size)
{
    struct cursor c = {text, text + length, error, error_size};
    uint64_t value;

    if (format->line_number && !number(&c, 10, 10, &value))
        return fail(&c, "the source line number is missing or not a decimal number");
    if (!number(&c, 16, 16, &line->pc))
        return fail(&c, "the PC is missing or not hexadecimal");
    if (!number(&c, 16, 8, &value))
        return fail(&c, "the active mask is missing or not a hexadecimal number of at most 8 digits");
    line->mask = (uint32_t)value;
    if (before_addresses(&c, line) != 0)
        return -1;
    line->width_end = (size_t)(c.at - text);
    if ((line->mem_width != 0 && addresses(&c, line) != 0) || tail(&c, format) != 0)
        return -1;
    if (line->mem_width != 0 && line->strided)
        trace_line_stride(line);
    return 0;
}

int trace_line_static(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                      char *error, size_t error_size)
{
    struct cursor c = {text, text + length, error, error_size};

    if (before_addresses(&c, line) != 0)
        return -1;
    if (line->mem_width == 0)
        return tail(&c, format);
    return c.at == c.end ? 0 : fail(&c, "something follows the width");
}

int trace_line_addresses(struct trace_line *line, const struct trace_format *format, const char *text, size_t length,
                         char *error, size_t error_size)
{
    struct cursor c = {text, text + length, error, error_size};

    return addresses(&c, line) == 0 && tail(&c, format) == 0 ? 0 : -1;
}

size_t trace_line_number(const char *text, size_t length)
{
    struct cursor c = {text, text + length, NULL, 0};
    uint64_t value;

    return number(&c, 10, 10, &value) ? (size_t)(c.at - text) : 0;
}
