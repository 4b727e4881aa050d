/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions during reset; see reset.h. */
#include "reset.h"

#include <ctype.h>

#include "tokens.h"

/* How deep parentheses may go. */
enum { DEPTH = 20 };

/* Whether an operator with two sides may stand behind the token. */
static bool ends_operand(struct part token)
{
    char c = part_is_empty(token) ? '\0' : *token.at;
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\'' || token_nests(token) < 0;
}

/* Splits a text at an operator that is in no brackets: what is behind it, or no bytes. */
static struct part split(struct part *text, const char *sign)
{
    struct part rest = *text, token, before = {NULL, 0};
    int brackets = 0;
    while (!part_is_empty(token = token_take(&rest))) {
        if (brackets == 0 && part_equals(token, sign) && ends_operand(before)) {
            text->length = (size_t)(token.at - text->at);
            return rest;
        }
        brackets += token_nests(token);
        before = token;
    }
    return (struct part){NULL, 0};
}

static enum at_reset condition(struct part text, int depth);

/* Of operands, one that is `decisive` decides; all of them have to be the opposite for that. */
static enum at_reset operands(struct part left, struct part behind, const char *sign, enum at_reset decisive, int depth)
{
    enum at_reset opposite = decisive == HOLDS ? FAILS : HOLDS;
    bool all = true;
    for (;;) {
        enum at_reset operand = condition(left, depth);
        if (operand == decisive)
            return decisive;
        all &= operand == opposite;
        if (!behind.at)
            return all ? opposite : MIXED;
        left = behind;
        behind = split(&left, sign);
    }
}

/* The text in the parentheses that are around all of it; no bytes if there are none. */
static struct part inside(struct part text)
{
    struct part first = token_take(&text), content = text, token;
    int brackets = 1;
    while (part_equals(first, "(") && !part_is_empty(token = token_take(&text))) {
        brackets += token_nests(token);
        if (brackets > 0)
            continue;
        content.length = (size_t)(token.at - content.at);
        return part_is_empty(token_take(&text)) ? content : (struct part){NULL, 0};
    }
    return (struct part){NULL, 0};
}

static bool is_reset(struct part text)
{
    return part_equals(token_take(&text), "rst_i") && part_is_empty(token_take(&text));
}

/* Without an operator that has two sides. ~ inverts rst_i alone, for it takes all bits. */
static enum at_reset operand(struct part text, int depth)
{
    struct part content = inside(text), rest = text, sign = token_take(&rest);
    if (is_reset(text))
        return HOLDS;
    if (content.at)
        return condition(content, depth);
    if (part_equals(sign, "~"))
        return is_reset(rest) ? FAILS : MIXED;
    if (!part_equals(sign, "!"))
        return MIXED;
    enum at_reset inverted = depth < DEPTH ? operand(rest, depth + 1) : MIXED;
    return inverted == HOLDS ? FAILS : inverted == FAILS ? HOLDS : MIXED;
}

static enum at_reset condition(struct part text, int depth)
{
    static const struct {
        const char *sign;
        enum at_reset decisive; /* MIXED: it is not looked into */
    } operators[] = {{"?", MIXED}, {"||", HOLDS}, {"&&", FAILS}, {"|", HOLDS}, {"^", MIXED}, {"&", FAILS}};
    if (!token_in(text, "rst_i"))
        return OPEN;
    for (size_t i = 0; i < sizeof operators / sizeof *operators && depth < DEPTH; i++) {
        struct part left = text, behind = split(&left, operators[i].sign);
        if (behind.at)
            return operators[i].decisive == MIXED
                       ? MIXED
                       : operands(left, behind, operators[i].sign, operators[i].decisive, depth + 1);
    }
    return depth < DEPTH ? operand(text, depth + 1) : MIXED;
}

enum at_reset condition_at_reset(struct part text)
{
    return condition(text, 0);
}
