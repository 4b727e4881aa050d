/* SPDX-License-Identifier: Apache-2.0 */
/* A place in a line of a trace that is read. */
#ifndef SUBCORE_TRACE_CURSOR_H
#define SUBCORE_TRACE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "trace_line.h"

struct cursor {
    const char *at, *end;
    const struct sentence *error;
};

static inline bool cursor_at_blank(const struct cursor *c)
{
    return c->at == c->end || *c->at == ' ' || *c->at == '\t';
}

static inline void cursor_skip_blanks(struct cursor *c)
{
    while (c->at != c->end && cursor_at_blank(c))
        c->at++;
}

/* The value of a digit, 16 for any other character. */
static inline unsigned cursor_digit(char ch)
{
    unsigned decimal = (unsigned char)ch - (unsigned)'0', letter = ((unsigned char)ch | 32u) - (unsigned)'a';

    return decimal <= 9 ? decimal : letter <= 5 ? letter + 10 : 16;
}

/* Whether text begins with 0x. */
static inline bool cursor_has_prefix(const struct cursor *c)
{
    return c->end - c->at > 2 && c->at[0] == '0' && (c->at[1] | 32) == 'x';
}

/* Skips blanks, then reads an unsigned number of at most `digits` digits that ends at a blank; false if there is none
 * or it exceeds 64 bits. */
bool cursor_number(struct cursor *, unsigned base, unsigned digits, uint64_t *value);

/* A decimal number with an optional minus sign, as its two's complement; up to 64 bits, signed or unsigned. */
bool cursor_signed(struct cursor *, uint64_t *value);

/* Skips blanks, then reads a hexadecimal number of 1 to 16 digits, with or without 0x. */
bool cursor_hexadecimal(struct cursor *, uint64_t *value);

/* An address: the same; *prefixed counts those with 0x and two digits at least. */
bool cursor_address(struct cursor *, uint64_t *value, unsigned *prefixed);

/* As cursor_signed(), of what there mostly is: one blank and few digits. False: it is something else. */
static inline bool cursor_usual_number(struct cursor *c, uint64_t *value)
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

#endif
