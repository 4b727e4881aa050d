/* SPDX-License-Identifier: Apache-2.0 */
/* Emission of one Verilog module; see emit.h. */
#include "emit.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COMMENT_COLUMN = 52, COMMENT_WIDTH = 110, PARAMETERS = 512 };

void emit_text(struct emit *e, const char *text)
{
    fputs(text, e->out);
}

void emit_format(struct emit *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(e->out, format, arguments);
    va_end(arguments);
}

/* Writes the parameter or port that waits, and remembers the next one; "" only writes. */
static void next_item(struct emit *e, const char *item, const char *comment)
{
    if (e->waiting[0])
        fprintf(e->out, "    %s%-*s // %s\n", e->waiting, COMMENT_COLUMN - (int)strlen(e->waiting), *item ? "," : "",
                e->comment);
    snprintf(e->waiting, sizeof e->waiting, "%s", item);
    snprintf(e->comment, sizeof e->comment, "%s", comment);
}

const char *emit_range(char text[WIDTH], const char *width)
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

/* The lines of `purpose` as comment lines, folded at blanks. */
static void comment_lines(FILE *out, const char *purpose)
{
    int column = 0;
    for (const char *word = purpose; *word;) {
        int length = (int)strcspn(word, " \n");
        if (column > 0 && column + 1 + length > COMMENT_WIDTH) {
            fputs("\n", out);
            column = 0;
        }
        column += fprintf(out, "%s%.*s", column ? " " : length ? "// " : "//", length, word);
        word += length;
        if (*word == '\n') {
            fputs("\n", out);
            column = 0;
        }
        word += *word != '\0';
    }
}

void emit_module(struct emit *e, const char *name, const char *title, const char *purpose)
{
    fprintf(e->out, "// SPDX-License-Identifier: Apache-2.0\n// %s: %s\n//\n", name, title);
    comment_lines(e->out, purpose);
    fprintf(e->out, "\n`default_nettype none\n\nmodule %s ", name);
}

void emit_parameters(struct emit *e, const char *format, ...)
{
    char symbols[PARAMETERS];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(symbols, sizeof symbols, format, arguments);
    va_end(arguments);
    assert(length < PARAMETERS);
    (void)length;
    emit_text(e, "#(\n");
    for (const char *at = symbols; *at; at += strspn(at, " ")) {
        size_t bytes = strcspn(at, " ");
        const struct symbol *symbol = shape_symbol(e->shape, at, bytes);
        assert(symbol);
        char item[2 * NAME];
        snprintf(item, sizeof item, "parameter %s = %d", symbol->name, symbol->value);
        if (symbol->value > 0)
            next_item(e, item, symbol->meaning);
        at += bytes;
    }
    next_item(e, "", "");
    emit_text(e, ") ");
}

void emit_port(struct emit *e, enum direction direction, const char *name, const char *width, const char *comment)
{
    static const char *const words[] = {[IN] = "input  wire", [OUT] = "output wire", [OUT_REG] = "output reg "};
    char item[2 * NAME], bits[WIDTH];
    if (!e->waiting[0])
        emit_text(e, "(\n");
    snprintf(item, sizeof item, "%s %s%s", words[direction], emit_range(bits, width), name);
    next_item(e, item, comment);
}

void emit_port_if(struct emit *e, bool there, enum direction direction, const char *name, const char *width,
                  const char *comment)
{
    if (there)
        emit_port(e, direction, name, width, comment);
}

void emit_body(struct emit *e)
{
    next_item(e, "", "");
    emit_text(e, ");\n");
}

void emit_end(struct emit *e)
{
    emit_text(e, "\nendmodule\n\n`default_nettype wire\n");
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
