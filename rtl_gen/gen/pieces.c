/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of Verilog; see pieces.h. */
#include "pieces.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *range_of(char text[WIDTH], const char *width)
{
    char *end;
    long bits = strtol(width, &end, 10);
    size_t length = strlen(width);
    if (*end && length > 2 && strcmp(width + length - 2, "+1") == 0)
        snprintf(text, WIDTH, "[%.*s:0] ", (int)length - 2, width);
    else if (*end)
        snprintf(text, WIDTH, "[%s-1:0] ", width);
    else
        snprintf(text, WIDTH, bits == 1 ? "" : "[%ld:0] ", bits - 1);
    return text;
}

/* Expressions ---------------------------------------------------------------------------------------------------- */

/* No expression of a module is as long as EXPRESSION. */
__attribute__((format(printf, 2, 3)))
static void express(char text[EXPRESSION], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, EXPRESSION, format, args);
    va_end(args);
    if (length < 0 || length >= EXPRESSION)
        abort();
}

const char *times(char text[EXPRESSION], const char *count, const char *width)
{
    express(text, strcmp(width, "1") == 0 ? "%s" : "%s*%s", count, width);
    return text;
}

const char *copies(char text[EXPRESSION], const char *bit, const char *width)
{
    if (strcmp(width, "1") == 0)
        express(text, "%s", bit);
    else
        express(text, strchr(width, '*') ? "{(%s){%s}}" : "{%s{%s}}", width, bit);
    return text;
}

const char *element(char text[EXPRESSION], const char *vector, const char *index, const char *width)
{
    bool sum = strchr(index, ' ');
    if (strcmp(width, "1") == 0)
        express(text, "%s[%s]", vector, index);
    else
        express(text, "%s[%s%s%s*%s +: %s]", vector, sum ? "(" : "", index, sum ? ")" : "", width, width);
    return text;
}

const char *extend(char text[EXPRESSION], const char *expression, int from, int to)
{
    assert(from <= to);
    if (from == to)
        express(text, "%s", expression);
    else
        express(text, "{%d'd0, %s}", to - from, expression);
    return text;
}

/* `width` bits from bit `low` on of the `size` bits at `index` of a vector, or of a vector of `size` bits. */
static const char *slice(char text[EXPRESSION], const char *vector, const char *index, int low, int width, int size)
{
    char offset[16] = "";
    if (low > 0)
        snprintf(offset, sizeof offset, " + %d", low);
    if (*index)
        express(text, "%s[%s%s +: %d]", vector, index, offset, width);
    else if (width < size)
        express(text, "%s[%d:%d]", vector, low + width - 1, low);
    else
        express(text, "%s", vector);
    return text;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The low `bits` bits of a number. */
static const char *low_bits(char text[EXPRESSION], const char *vector, const char *index, int size, int bits)
{
    char part[EXPRESSION];
    int width = least(size, bits);
    return extend(text, slice(part, vector, index, 0, width, size), width, bits);
}

const char *bank_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index,
                    const char *warp, const char *warp_index, int warp_bits)
{
    char left[EXPRESSION], right[EXPRESSION];
    int bits = shape->bank_bits;
    low_bits(left, reg, reg_index, shape_value(shape, "REG_BITS"), bits);
    low_bits(right, warp, warp_index, warp_bits, bits);
    assert(bits > 0 && strlen(left) + strlen(right) + 4 < EXPRESSION);
    strcpy(stpcpy(stpcpy(text, left), " + "), right);
    return text;
}

const char *row_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index)
{
    char part[EXPRESSION];
    int size = shape_value(shape, "REG_BITS"), row_bits = shape_value(shape, "ROW_BITS");
    int width = least(size - shape->bank_bits, row_bits);
    if (width <= 0)
        express(text, "%d'd0", row_bits);
    else
        extend(text, slice(part, reg, reg_index, shape->bank_bits, width, size), width, row_bits);
    return text;
}
