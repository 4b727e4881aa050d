/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_tail.h"

#include <string.h>

/* Words up to Val, NoVal or the end. */
static unsigned words_left(const struct cursor *from)
{
    struct cursor c = *from;
    unsigned n = 0;

    for (cursor_skip_blanks(&c); c.at != c.end && *c.at != 'V' && *c.at != 'N'; cursor_skip_blanks(&c), n++)
        while (!cursor_at_blank(&c))
            c.at++;
    return n;
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p != end && *p >= '0' && *p <= '9')
        p++;
    return p;
}

/* A number with a point or an exponent, inf or nan, from p on. Returns where it ends, or p. */
static const char *skip_float(const char *p, const char *end)
{
    const char *whole = skip_digits(p, end), *last = whole;

    if (end - p >= 3 && (memcmp(p, "inf", 3) == 0 || memcmp(p, "nan", 3) == 0))
        return p + 3;
    if (last != end && *last == '.') {
        last = skip_digits(last + 1, end);
        if (last - p == 1)
            return p;           /* a point alone */
    }
    if (last != p && last != end && (*last | 32) == 'e') {
        const char *exponent = last + 1;
        exponent += exponent != end && (*exponent == '-' || *exponent == '+');
        last = skip_digits(exponent, end);
        if (last == exponent)
            return p;
    }
    return last == whole ? p : last;
}

/* Its value is of no use here: a decimal number of 64 bits, a hexadecimal one with 0x, or one with a point or exponent,
 * each with or without a sign. */
static bool immediate(struct cursor *c)
{
    uint64_t value;
    struct cursor at = *c;

    if (cursor_usual_number(c, &value) || cursor_signed(c, &value))
        return true;
    cursor_skip_blanks(&at);
    at.at += at.at != at.end && (*at.at == '-' || *at.at == '+');
    if (cursor_at_blank(&at))
        return false;
    struct cursor behind = {skip_float(at.at, at.end), at.end, NULL};
    c->at = behind.at != at.at && cursor_at_blank(&behind) ? behind.at : at.at;
    return c->at != at.at || (cursor_has_prefix(c) ? cursor_hexadecimal(c, &value) : cursor_number(c, 10, 20, &value));
}

static bool immediates(struct cursor *c, unsigned least, unsigned most)
{
    for (unsigned n = 0; n < most; n++) {
        const char *first = c->at;
        cursor_skip_blanks(c);
        bool none = c->at == c->end || *c->at == 'V' || *c->at == 'N';
        if (none && n >= least)
            return true;
        c->at = first;
        if (none || !immediate(c))
            return refuse(c->error, "the immediate is missing or not a number");
    }
    return true;
}

static bool word(struct cursor *c, const char *text)
{
    size_t n = strlen(text);
    struct cursor behind = *c;

    if ((size_t)(c->end - c->at) < n || memcmp(c->at, text, n) != 0)
        return false;
    behind.at += n;
    if (!cursor_at_blank(&behind))
        return false;
    c->at += n;
    return true;
}

/* For each register that is listed, the same value in all lanes or one for each. */
static bool register_values(struct cursor *c, unsigned listed)
{
    uint64_t count, value;

    for (unsigned i = 0; i < listed; i++) {
        if (!cursor_number(c, 10, 10, &count) || (count != 1 && count != STREAM_MAX_LANES))
            return refuse(c->error, "the number of values of register %u of %u is missing or bad: 1 and %d are "
                          "accepted", i + 1, listed, (int)STREAM_MAX_LANES);
        for (unsigned k = 0; k < count; k++)
            if (!cursor_hexadecimal(c, &value))
                return refuse(c->error, "value %u of %u of register %u is missing or not hexadecimal", k + 1,
                              (unsigned)count, i + 1);
    }
    return true;
}

static bool line_end(struct cursor *c)
{
    cursor_skip_blanks(c);
    if (c->at != c->end)
        return refuse(c->error, "'%.*s' follows where the line should end", c->end - c->at > 20 ? 20
                      : (int)(c->end - c->at), c->at);
    return true;
}

/* Val and values, or NoVal. *vary: there are values. */
static bool values(struct cursor *c, const struct trace_line *line, bool *vary)
{
    cursor_skip_blanks(c);
    if ((c->at == c->end && line->mark) || word(c, "NoVal"))
        return true;
    if (!word(c, "Val"))
        return refuse(c->error, "Val or NoVal is missing behind the immediates");
    *vary = true;
    return register_values(c, line->regs.dst_count + (unsigned)line->regs.src_count);
}

bool trace_tail_behind(struct cursor *c, const struct trace_line *line, const struct trace_format *format, bool *vary)
{
    enum { MARK_IMMEDIATES = 2 };   /* that a tracer writes behind its marks, whatever it writes elsewhere */

    *vary = false;
    if (!immediates(c, line->mark ? 0 : format->least, line->mark ? MARK_IMMEDIATES : format->most))
        return false;
    if (format->values && !values(c, line, vary))
        return false;
    return line_end(c);
}

void trace_tail_group(struct cursor *c, const struct trace_line *line, const struct trace_format *format)
{
    uint64_t value;
    struct cursor ahead = *c;

    if (strstr(line->opcode, "GMMA") == NULL || !cursor_number(&ahead, 10, 20, &value) || value > 1)
        return;
    unsigned words = words_left(&ahead);    /* behind a width that is 0, or behind the flag: the width and immediates */
    if (words > format->most || (value == 1 && words > format->least))
        c->at = ahead.at;
}

/* --- TMA transfers ------------------------------------------------------------------------------------------------ */

/* What later tracers write in front of the addresses: the address of the barrier, whether other blocks get it, too, and
 * then which, bytes moved, bytes that lie outside. */
static bool description(struct cursor *c, bool *whole)
{
    uint64_t value, multicast, outside;

    if (!cursor_hexadecimal(c, &value))
        return refuse(c->error, "the barrier's address is missing or not hexadecimal");
    if (!cursor_number(c, 10, 20, &multicast) || multicast > 1)
        return refuse(c->error, "whether the transfer is a multicast is missing: 0 and 1 are accepted");
    if (multicast == 1 && !cursor_hexadecimal(c, &value))
        return refuse(c->error, "the mask of the multicast is missing or not hexadecimal");
    if (!cursor_signed(c, &value) || !cursor_signed(c, &outside))
        return refuse(c->error, "the bytes moved, or those outside of the tensor, are missing or not decimal");
    *whole = outside == 0;
    return true;
}

/* "2 ADDRESS ADDRESS" of format 3, or "BASE 3 DIFFERENCE DIFFERENCE" of format 4. Elements outside of the tensor are
 * counted and have no address, of which later tracers tell (`whole`: there are none). Of copies within shared memory
 * there are no addresses at all. */
static bool elements(struct cursor *c, const struct trace_format *format, bool differences, bool whole)
{
    const char *what = differences ? "difference" : "address";
    uint64_t count, value;

    if (differences && !cursor_hexadecimal(c, &value))
        return refuse(c->error, "the base address is missing or not hexadecimal");
    if (!cursor_number(c, 10, 10, &count))
        return refuse(c->error, "the number of addresses is missing or not a decimal number");
    uint64_t wanted = count - (differences && count > 0), words = words_left(c), there = wanted;
    if (words < wanted + format->least)
        there = words < format->least ? 0 : words - format->least;
    if (there > 0 && there < wanted && whole)
        return refuse(c->error, "%s %llu of %llu is missing", what, (unsigned long long)there + 1,
                      (unsigned long long)wanted);
    for (uint64_t i = 0; i < there; i++)
        if (differences ? !cursor_signed(c, &value) : !cursor_hexadecimal(c, &value))
            return refuse(c->error, "%s %llu of %llu is not a number", what, (unsigned long long)i + 1,
                          (unsigned long long)there);
    return true;
}

bool trace_tail_transfer(struct cursor *c, const struct trace_line *line, const struct trace_format *format,
                         bool *lanes)
{
    enum { LIST = 3, DIFFERENCES };
    uint64_t way;
    bool whole = false;

    *lanes = false;
    cursor_skip_blanks(c);
    bool described = cursor_has_prefix(c);
    if (!described && line->mem_width == 0)
        return true;
    if (described && !description(c, &whole))
        return false;
    const char *before = c->at;
    if (!cursor_number(c, 10, 20, &way) || way > DIFFERENCES)
        return refuse(c->error, "the address format is missing or bad: 0 to 4 are accepted");
    if (way >= LIST)
        return elements(c, format, way == DIFFERENCES, whole);
    c->at = before;
    *lanes = true;
    return true;
}
