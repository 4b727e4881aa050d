/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_cursor.h"

bool cursor_number(struct cursor *c, unsigned base, unsigned digits, uint64_t *value)
{
    enum { SAFE = 16 };         /* digits that 64 bits have room for, whatever the base */
    uint64_t v = 0;
    unsigned n = 0;

    cursor_skip_blanks(c);
    if (c->end - c->at > 1 && c->at[1] == ' ' && *c->at >= '0' && *c->at <= '9') {  /* most numbers have one digit */
        *value = (unsigned)(*c->at++ - '0');
        return true;
    }
    for (; !cursor_at_blank(c); c->at++, n++) {
        unsigned d = cursor_digit(*c->at);
        if (d >= base || n == digits || (n >= SAFE && v > (UINT64_MAX - d) / base))
            return false;
        v = v * base + d;
    }
    *value = v;
    return n > 0;
}

bool cursor_signed(struct cursor *c, uint64_t *value)
{
    bool negative;

    cursor_skip_blanks(c);
    negative = c->at != c->end && *c->at == '-';
    if (negative && (++c->at == c->end || cursor_at_blank(c)))
        return false;
    if (!cursor_number(c, 10, 20, value))
        return false;
    if (negative)
        *value = 0 - *value;
    return true;
}

/* Hexadecimal digits from *at on, at most `most` of them, up to a blank or the end. Returns how many, 0 if that is not
 * what is there; *at is where they ended. */
static unsigned hexadecimal_digits(const char *text, size_t length, size_t *at, unsigned most, uint64_t *value)
{
    size_t first = *at, i = first;
    uint32_t eight = 0;

    if (length - i >= 8 && trace_line_eight_digits(text + i, &eight))
        i += 8;
    uint64_t v = eight;
    for (; i < length; i++) {
        unsigned d = cursor_digit(text[i]);
        if (d > 15)
            break;
        v = v << 4 | d;
    }
    *value = v;
    *at = i;
    return i - first > most || (i < length && text[i] != ' ' && text[i] != '\t') ? 0 : (unsigned)(i - first);
}

unsigned trace_line_hexadecimal(const char *text, size_t length, size_t *at, unsigned most, uint64_t *value)
{
    while (*at < length && (text[*at] == ' ' || text[*at] == '\t'))
        ++*at;
    const struct cursor c = {text + *at, text + length, NULL};
    unsigned prefix = cursor_has_prefix(&c) ? 2 : 0;
    *at += prefix;
    unsigned digits = hexadecimal_digits(text, length, at, most, value);
    return digits > 0 ? prefix + digits : 0;
}

bool cursor_hexadecimal(struct cursor *c, uint64_t *value)
{
    size_t at = 0;
    unsigned digits = trace_line_hexadecimal(c->at, (size_t)(c->end - c->at), &at, 16, value);

    c->at += at;
    return digits > 0;
}

/* An address as it mostly is: one blank, 0x and 8 to 16 digits. False: it is something else. */
static inline bool cursor_usual_address(struct cursor *c, uint64_t *value)
{
    enum { DIGITS_AT = 3, SURE = 8, MOST = 16 };
    const char *digits = c->at + DIGITS_AT, *p = digits + SURE;
    uint32_t begin;

    if (c->end - c->at < DIGITS_AT + SURE || memcmp(c->at, " 0x", DIGITS_AT) != 0
        || !trace_line_eight_digits(digits, &begin))
        return false;
    uint64_t v = begin;
    for (unsigned d; p != c->end && (d = cursor_digit(*p)) <= 15; p++)
        v = v << 4 | d;
    if (p - digits > MOST || (p != c->end && *p != ' '))
        return false;
    *value = v;
    c->at = p;
    return true;
}

bool cursor_address(struct cursor *c, uint64_t *value, unsigned *prefixed)
{
    if (cursor_usual_address(c, value)) {
        ++*prefixed;
        return true;
    }
    cursor_skip_blanks(c);
    const char *first = c->at;
    bool prefix = cursor_has_prefix(c);
    if (!cursor_hexadecimal(c, value))
        return false;
    *prefixed += prefix && c->at - first > 3;
    return true;
}
