/* SPDX-License-Identifier: Apache-2.0 */
/* The tokens of Verilog; see tokens.h. */
#include "tokens.h"

#include <ctype.h>
#include <string.h>

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\'';
}

/* A string ends on its line. */
static size_t string_length(const char *at)
{
    size_t length = 1 + strcspn(at + 1, "\"\n");
    return length + (at[length] == '"');
}

size_t token_length(const char *at)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+:", "-:", "**"};
    size_t length = 0;
    if (*at == '"')
        return string_length(at);
    while (in_word(at[length]))
        length++;
    for (size_t i = 0; length == 0 && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i], 2) == 0)
            length = 2;
    return length ? length : *at != '\0';
}

int token_nests(struct part token)
{
    if (token.length != 1)
        return 0;
    char c = *token.at;
    return (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
}

struct part token_take(struct part *text)
{
    const char *at = text->at, *end = text->at + text->length;
    while (at < end && (isspace((unsigned char)*at) || strncmp(at, "//", 2) == 0))
        at += *at == '/' ? strcspn(at, "\n") : 1;
    struct part token = {at, at < end ? token_length(at) : 0};
    at += token.length;
    *text = (struct part){at, at < end ? (size_t)(end - at) : 0};
    return token;
}

bool part_in(struct part text, struct part token)
{
    struct part taken;
    while (!part_is_empty(taken = token_take(&text)))
        if (parts_equal(taken, token))
            return true;
    return false;
}

bool token_in(struct part text, const char *token)
{
    return part_in(text, (struct part){token, strlen(token)});
}
