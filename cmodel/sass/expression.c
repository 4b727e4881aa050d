/* SPDX-License-Identifier: Apache-2.0 */
#include "expression.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "configs/sentence.h"

enum { MAX_DEPTH = 64, SHOWN = 80 };

struct parser {
    const char *text, *at;
    const struct expression_names *names;
    const struct sentence *error;
    unsigned depth;
};

static bool parse_shift(struct parser *parser, expression_int *value);

static bool object(const struct parser *parser, const char *what)
{
    int offset = (int)(parser->at - parser->text);
    return refuse(parser->error, "'%.*s' %s at '%.*s'", SHOWN, parser->text, what, SHOWN / 2,
                  *parser->at ? parser->text + offset : "its end");
}

static bool within(const struct parser *parser, expression_int value)
{
    return (value >= EXPRESSION_LEAST && value <= EXPRESSION_MOST) ||
           object(parser, "leaves the range -2^63 to 2^64 - 1");
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool expression_is_name(const char *text)
{
    size_t length = 0;
    while (is_name_char(text[length]))
        length++;
    return length > 0 && !text[length] && !isdigit((unsigned char)*text) && strcmp(text, "min") != 0 &&
           strcmp(text, "max") != 0;
}

/* Skips blanks and takes the symbol if it is next. */
static bool take(struct parser *parser, const char *symbol)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
    size_t length = strlen(symbol);
    if (strncmp(parser->at, symbol, length) != 0)
        return false;
    parser->at += length;
    return true;
}

static bool parse_number(struct parser *parser, expression_int *value)
{
    unsigned base = parser->at[0] == '0' && (parser->at[1] == 'x' || parser->at[1] == 'X') ? 16 : 10;
    const char *digits = parser->at + (base == 16 ? 2 : 0), *end = digits;
    expression_int number = 0;
    for (; isxdigit((unsigned char)*end) && (base == 16 || isdigit((unsigned char)*end)); end++) {
        int digit = isdigit((unsigned char)*end) ? *end - '0' : tolower((unsigned char)*end) - 'a' + 10;
        number = number * base + digit;
        if (number > EXPRESSION_MOST)
            return object(parser, "has a number of more than 64 bits");
    }
    if (end == digits || is_name_char(*end) || *end == '.')
        return object(parser, "has what is no decimal or 0x integer");
    parser->at = end;
    *value = number;
    return true;
}

/* min(a, b) and max(a, b), behind the name. */
static bool parse_call(struct parser *parser, bool greatest, expression_int *value)
{
    expression_int a, b;
    if (!take(parser, "("))
        return object(parser, "lacks '(' after min or max");
    if (!parse_shift(parser, &a))
        return false;
    if (!take(parser, ","))
        return object(parser, "lacks ',' in min or max");
    if (!parse_shift(parser, &b))
        return false;
    if (!take(parser, ")"))
        return object(parser, "lacks ')'");
    *value = (a > b) == greatest ? a : b;
    return true;
}

static bool parse_name(struct parser *parser, expression_int *value)
{
    const char *name = parser->at;
    size_t length = 0;
    while (is_name_char(name[length]))
        length++;
    if (length == 3 && (strncmp(name, "min", 3) == 0 || strncmp(name, "max", 3) == 0)) {
        parser->at += length;
        return parse_call(parser, name[1] == 'a', value);
    }
    int64_t named;
    if (!parser->names || !parser->names->find(parser->names->state, name, length, &named))
        return object(parser, "has an unknown name");
    *value = named;
    parser->at += length;
    return true;
}

static bool parse_unary(struct parser *parser, expression_int *value)
{
    if (++parser->depth > MAX_DEPTH)
        return object(parser, "is nested more than 64 deep");
    bool good;
    if (take(parser, "-")) {
        good = parse_unary(parser, value);
        *value = good ? -*value : 0;
        good = good && within(parser, *value);
    } else if (take(parser, "(")) {
        good = parse_shift(parser, value);
        if (good && !take(parser, ")"))
            return object(parser, "lacks ')'");
    } else if (isdigit((unsigned char)*parser->at)) {
        good = parse_number(parser, value);
    } else if (is_name_char(*parser->at)) {
        good = parse_name(parser, value);
    } else {
        return object(parser, "lacks a number, a name or '('");
    }
    parser->depth--;
    return good;
}

static bool parse_product(struct parser *parser, expression_int *value)
{
    expression_int right;
    if (!parse_unary(parser, value))
        return false;
    for (;;) {
        bool times = take(parser, "*"), over = !times && take(parser, "/");
        if (!times && !over && !take(parser, "%"))
            return true;
        if (!parse_unary(parser, &right))
            return false;
        if (!times && right == 0)
            return object(parser, "divides by zero");
        if (times && __builtin_mul_overflow(*value, right, value))
            *value = EXPRESSION_MOST + 1;
        else if (!times)
            *value = over ? *value / right : *value % right;
        if (!within(parser, *value))
            return false;
    }
}

static bool parse_sum(struct parser *parser, expression_int *value)
{
    expression_int right;
    if (!parse_product(parser, value))
        return false;
    for (;;) {
        bool plus = take(parser, "+");
        if (!plus && !take(parser, "-"))
            return true;
        if (!parse_product(parser, &right))
            return false;
        *value += plus ? right : -right;
        if (!within(parser, *value))
            return false;
    }
}

static bool parse_shift(struct parser *parser, expression_int *value)
{
    expression_int right;
    if (!parse_sum(parser, value))
        return false;
    for (;;) {
        bool left = take(parser, "<<");
        if (!left && !take(parser, ">>"))
            return true;
        if (!parse_sum(parser, &right))
            return false;
        if (right < 0 || right > 63)
            return object(parser, "shifts by less than 0 or more than 63");
        if (!left)
            *value >>= right;
        else if (__builtin_mul_overflow(*value, (expression_int)1 << right, value) || !within(parser, *value))
            return object(parser, "leaves the range -2^63 to 2^64 - 1");
    }
}

bool expression_value(const char *text, const struct expression_names *names, expression_int *value,
                      const struct sentence *error)
{
    struct parser parser = {.text = text, .at = text, .names = names, .error = error};
    if (!parse_shift(&parser, value))
        return false;
    take(&parser, "");
    return !*parser.at || object(&parser, "goes on");
}
