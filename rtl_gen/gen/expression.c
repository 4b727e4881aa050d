/* SPDX-License-Identifier: Apache-2.0 */
/* Constant expressions; see expression.h. Precedence climbing: a binary operator takes what binds tighter. */
#include "expression.h"

#include <ctype.h>
#include <string.h>

/* How deep parentheses and ?: may go, and the largest number: neither stack nor int64_t runs over. */
enum { DEPTH = 64, BITS = 31 };

struct reader {
    struct part text;
    const char *at, *end;
    struct names names;
    const struct sentence *sentence;
    int depth;
    int skipped; /* operands that are read and not computed */
};

struct operator {
    const char *sign;
    int binds; /* the tighter, the higher */
};

/* A sign that begins another one stands behind it. */
static const struct operator operators[] = {
    {"||", 1}, {"&&", 2}, {"**", 11}, {"==", 6}, {"!=", 6}, {"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"<", 7},
    {">", 7},  {"|", 3},  {"^", 4},   {"&", 5},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

bool part_equals(struct part part, const char *text)
{
    return strlen(text) == part.length && memcmp(part.at, text, part.length) == 0;
}

bool parts_equal(struct part a, struct part b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool wrong(const struct reader *r, const char *what)
{
    return refuse(r->sentence, "\"%.*s\" is no constant expression: %s", PART(r->text), what);
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(struct reader *r, const char *sign)
{
    skip_blanks(r);
    size_t length = strlen(sign);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, sign, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool in_range(const struct reader *r, int64_t value)
{
    if (value >= -(INT64_C(1) << BITS) && value <= (INT64_C(1) << BITS))
        return true;
    return wrong(r, "a number has more than 31 bits");
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Digits of a base. */
static bool digits(struct reader *r, int base, int64_t *value)
{
    const char *begin = r->at;
    for (*value = 0; r->at < r->end && in_name(*r->at); r->at++) {
        if (*r->at == '_')
            continue;
        int digit = isdigit((unsigned char)*r->at) ? *r->at - '0' : tolower((unsigned char)*r->at) - 'a' + 10;
        if (digit < 0 || digit >= base)
            return wrong(r, "a digit is none");
        *value = *value * base + digit;
        if (!in_range(r, *value))
            return false;
    }
    return r->at > begin || wrong(r, "a number is missing");
}

/* The base that a letter stands for, or 0. */
static int base_of(char letter)
{
    static const char letters[] = "bodh";
    static const int bases[] = {2, 8, 10, 16};
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? bases[found - letters] : 0;
}

/* A number, with or without its size and base. */
static bool number(struct reader *r, int64_t *value)
{
    bool sized = *r->at != '\'';
    if (sized && !digits(r, 10, value))
        return false;
    if (r->at == r->end || *r->at != '\'')
        return true;
    r->at++;
    int base = r->at == r->end ? 0 : base_of(*r->at);
    if (base == 0)
        return wrong(r, "the base of a number is none of b, o, d, h");
    r->at++;
    int64_t size = sized ? *value : BITS;
    if (!digits(r, base, value))
        return false;
    return size >= BITS || (size > 0 && *value < INT64_C(1) << size) || wrong(r, "a number does not fit into its size");
}

static bool choice(struct reader *r, int64_t *value);

static bool parenthesis(struct reader *r, int64_t *value)
{
    if (!choice(r, value))
        return false;
    return take(r, ")") || wrong(r, "a ) is missing");
}

static int64_t log2_up(int64_t number)
{
    int64_t bits = 0;
    while ((INT64_C(1) << bits) < number)
        bits++;
    return bits;
}

static bool name(struct reader *r, int64_t *value)
{
    struct part name = {r->at, 0};
    while (r->at < r->end && in_name(*r->at))
        r->at++;
    name.length = (size_t)(r->at - name.at);
    if (part_equals(name, "$clog2")) {
        if (!take(r, "("))
            return wrong(r, "a ( is missing");
        if (!parenthesis(r, value))
            return false;
        *value = log2_up(*value);
        return true;
    }
    if (r->skipped) {
        *value = 0;
        return r->names.value(r->names.of, name, NULL, r->sentence);
    }
    return r->names.value(r->names.of, name, value, r->sentence) && in_range(r, *value);
}

static bool primary(struct reader *r, int64_t *value)
{
    skip_blanks(r);
    if (take(r, "("))
        return parenthesis(r, value);
    if (r->at < r->end && (isdigit((unsigned char)*r->at) || *r->at == '\''))
        return number(r, value);
    if (r->at < r->end && in_name(*r->at))
        return name(r, value);
    return wrong(r, "a value is missing");
}

static bool unary(struct reader *r, int64_t *value)
{
    static const char signs[][2] = {"!", "-", "~"};
    size_t sign = 0;
    while (sign < sizeof signs / sizeof *signs && !take(r, signs[sign]))
        sign++;
    if (sign == sizeof signs / sizeof *signs)
        return primary(r, value);
    if (++r->depth > DEPTH)
        return wrong(r, "it goes too deep");
    if (!unary(r, value))
        return false;
    r->depth--;
    *value = *signs[sign] == '!' ? !*value : *signs[sign] == '-' ? -*value : ~*value;
    return in_range(r, *value);
}

/* The operator that comes next, not taken yet. */
static const struct operator *next_operator(struct reader *r)
{
    skip_blanks(r);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *sign = operators[i].sign;
        if ((size_t)(r->end - r->at) >= strlen(sign) && memcmp(r->at, sign, strlen(sign)) == 0)
            return &operators[i];
    }
    return NULL;
}

static bool raise(const struct reader *r, int64_t base, int64_t exponent, int64_t *value)
{
    if (exponent < 0 || exponent > BITS)
        return wrong(r, "an exponent is not one of 0 to 31");
    *value = 1;
    for (int64_t i = 0; i < exponent; i++) {
        *value *= base;
        if (!in_range(r, *value))
            return false;
    }
    return true;
}

static bool divide(const struct reader *r, char sign, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0)
        return wrong(r, "it divides by 0");
    *value = sign == '/' ? a / b : a % b;
    return true;
}

static bool shift(const struct reader *r, char sign, int64_t a, int64_t b, int64_t *value)
{
    if (a < 0 || b < 0)
        return wrong(r, "a shift has a number below 0");
    *value = b > BITS ? 0 : sign == '<' ? a << b : a >> b;
    return sign == '>' || b <= BITS || a == 0 || wrong(r, "a number has more than 31 bits");
}

static bool compute(const struct reader *r, const char *sign, int64_t a, int64_t b, int64_t *value)
{
    *value = 0;
    if (r->skipped)
        return true;
    if (strcmp(sign, "**") == 0)
        return raise(r, a, b, value);
    if (strcmp(sign, "<<") == 0 || strcmp(sign, ">>") == 0)
        return shift(r, *sign, a, b, value);
    if (*sign == '/' || *sign == '%')
        return divide(r, *sign, a, b, value);
    bool equal = sign[1] == '=';
    switch (*sign) {
    case '|': *value = sign[1] ? a || b : a | b; break;
    case '&': *value = sign[1] ? a && b : a & b; break;
    case '^': *value = a ^ b; break;
    case '=': *value = a == b; break;
    case '!': *value = a != b; break;
    case '<': *value = equal ? a <= b : a < b; break;
    case '>': *value = equal ? a >= b : a > b; break;
    case '+': *value = a + b; break;
    case '-': *value = a - b; break;
    default: *value = a * b; break;
    }
    return in_range(r, *value);
}

/* Whether the right side of a && or || does not matter. */
static bool is_decided(const char *sign, int64_t left)
{
    return (strcmp(sign, "&&") == 0 && left == 0) || (strcmp(sign, "||") == 0 && left != 0);
}

/* Operators that bind at least so tight, from the left. */
static bool binary(struct reader *r, int least, int64_t *value)
{
    if (!unary(r, value))
        return false;
    const struct operator *operator;
    while ((operator = next_operator(r)) && operator->binds >= least) {
        int64_t right = 0;
        bool skip = is_decided(operator->sign, *value);
        r->at += strlen(operator->sign);
        r->skipped += skip;
        if (!binary(r, operator->binds + 1, &right))
            return false;
        r->skipped -= skip;
        if (!compute(r, operator->sign, *value, skip ? 0 : right, value))
            return false;
    }
    return true;
}

/* One side of a ?:, computed if it is the one that is taken. */
static bool side(struct reader *r, bool taken, int64_t *value)
{
    r->skipped += !taken;
    bool good = choice(r, value);
    r->skipped -= !taken;
    return good;
}

static bool choice(struct reader *r, int64_t *value)
{
    int64_t yes, no;
    if (++r->depth > DEPTH)
        return wrong(r, "it goes too deep");
    if (!binary(r, 1, value))
        return false;
    if (take(r, "?")) {
        if (!side(r, *value != 0, &yes))
            return false;
        if (!take(r, ":"))
            return wrong(r, "a : is missing");
        if (!side(r, *value == 0, &no))
            return false;
        *value = *value ? yes : no;
    }
    r->depth--;
    return true;
}

static bool whole(struct reader *r, int64_t *value)
{
    if (!choice(r, value))
        return false;
    skip_blanks(r);
    return r->at == r->end || wrong(r, "something is left over");
}

bool constant_value(struct part text, struct names names, int64_t *value, const struct sentence *sentence)
{
    struct reader r = {.text = text, .at = text.at, .end = text.at + text.length, .names = names, .sentence = sentence};
    return whole(&r, value);
}

bool constant_check(struct part text, struct names names, const struct sentence *sentence)
{
    struct reader r = {.text = text, .at = text.at, .end = text.at + text.length, .names = names, .sentence = sentence,
                       .skipped = 1};
    int64_t unused;
    return whole(&r, &unused);
}
