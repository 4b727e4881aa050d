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

/* A number of bits, as it is written: its name, or digits. */
struct bits {
    int value;
    const char *name; /* NULL: digits */
};

static const char *written(char text[NAME], struct bits bits)
{
    if (bits.name)
        snprintf(text, NAME, "%s", bits.name);
    else
        snprintf(text, NAME, "%d", bits.value);
    return text;
}

/* `width` bits from bit `low` on of the `size` bits at `index` of a vector, or of a vector of `size` bits. */
static const char *slice(char text[EXPRESSION], const char *vector, const char *index, struct bits low,
                         struct bits width, int size)
{
    char from[NAME], count[NAME];
    written(from, low);
    written(count, width);
    if (*index)
        express(text, "%s[%s%s%s +: %s]", vector, index, low.value ? " + " : "", low.value ? from : "", count);
    else if (width.value == size)
        express(text, "%s", vector);
    else if (low.value == 0 && width.name)
        express(text, "%s[%s-1:0]", vector, count);
    else if (low.name || width.name)
        express(text, "%s[%s +: %s]", vector, from, count);
    else
        express(text, "%s[%d:%d]", vector, low.value + width.value - 1, low.value);
    return text;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The low bits of a number, as many as a bank's number has. */
static const char *low_bits(char text[EXPRESSION], const char *vector, const char *index, int size, int bits)
{
    char part[EXPRESSION];
    struct bits width = {least(size, bits), size < bits ? NULL : "BANK_BITS"};
    return extend(text, slice(part, vector, index, (struct bits){0, NULL}, width, size), width.value, bits);
}

const char *bank_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index,
                    const char *warp, const char *warp_index, int warp_bits)
{
    char left[EXPRESSION], right[EXPRESSION];
    int bits = shape->bank_bits;
    low_bits(left, reg, reg_index, shape_value(shape, "REG_BITS"), bits);
    if (!shape->turned)
        return strcpy(text, left);
    low_bits(right, warp, warp_index, warp_bits, bits);
    assert(bits > 0 && strlen(left) + strlen(right) + 4 < EXPRESSION);
    strcpy(stpcpy(stpcpy(text, left), " + "), right);
    return text;
}

const char *row_of(char text[EXPRESSION], const struct shape *shape, const char *reg, const char *reg_index)
{
    char part[EXPRESSION];
    int size = shape_value(shape, "REG_BITS"), row_bits = shape_value(shape, "ROW_BITS");
    struct bits low = {shape->bank_bits, shape->bank_bits ? "BANK_BITS" : NULL};
    int above = size - shape->bank_bits; /* bits of the register's number above the bank's */
    struct bits width = {least(above, row_bits), above < row_bits ? "REG_BITS-BANK_BITS" : "ROW_BITS"};
    if (above < row_bits && !low.name)
        width.name = "REG_BITS";
    if (width.value <= 0)
        express(text, "%d'd0", row_bits);
    else
        extend(text, slice(part, reg, reg_index, low, width, size), width.value, row_bits);
    return text;
}
