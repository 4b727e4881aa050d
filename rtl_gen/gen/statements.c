/* SPDX-License-Identifier: Apache-2.0 */
/* Reading of statements; see statements.h. */
#include "statements.h"

#include "grow.h"
#include "tokens.h"

/* The first token of a text, which stays. */
static struct part peek(struct part text)
{
    return token_take(&text);
}

/* Takes the tokens up to one, outside of brackets, and that one. */
static struct part take_until(struct part *text, const char *end)
{
    struct part first = peek(*text), token = first;
    for (int brackets = 0; !part_is_empty(token = token_take(text)); brackets += token_nests(token))
        if (brackets == 0 && part_equals(token, end))
            break;
    return (struct part){first.at, (size_t)(text->at - first.at)};
}

/* Takes parentheses: the text in them. */
static struct part take_parentheses(struct part *text)
{
    token_take(text);
    struct part inside = take_until(text, ")");
    inside.length -= inside.length > 0;
    return inside;
}

static int read_statement(struct statements *s, struct part *text);

static void read_sequence(struct statements *s, int index, struct part *text)
{
    int *last = NULL, child, previous = NO_STATEMENT;
    if (part_equals(peek(*text), ":")) {
        token_take(text);
        s->of[index].head = token_take(text);
    }
    while (!part_is_empty(peek(*text)) && !part_equals(peek(*text), "end")) {
        child = read_statement(s, text);
        last = previous == NO_STATEMENT ? &s->of[index].first : &s->of[previous].next;
        *last = child;
        previous = child;
    }
    token_take(text);
}

static void read_condition(struct statements *s, int index, struct part *text)
{
    s->of[index].head = take_parentheses(text);
    int yes = read_statement(s, text);
    s->of[index].first = yes;
    if (!part_equals(peek(*text), "else"))
        return;
    token_take(text);
    int no = read_statement(s, text);
    s->of[index].otherwise = no;
}

static void read_loop(struct statements *s, int index, struct part *text)
{
    s->of[index].head = take_parentheses(text);
    int body = read_statement(s, text);
    s->of[index].first = body;
}

/* An assignment to a register has <= outside of brackets. */
static void read_simple(struct statements *s, int index, struct part *text)
{
    struct part all = take_until(text, ";"), rest = all, token;
    int brackets = 0;
    bool words = part_equals(peek(all), "reg") || part_equals(peek(all), "integer") ||
                 (!part_is_empty(all) && *all.at == '$');
    s->of[index].kind = STATEMENT_OTHER;
    while (!words && !part_is_empty(token = token_take(&rest)) && !part_equals(token, "=")) {
        if (brackets == 0 && part_equals(token, "<=")) {
            s->of[index].kind = STATEMENT_REGISTER;
            s->of[index].left = (struct part){all.at, (size_t)(token.at - all.at)};
            return;
        }
        brackets += token_nests(token);
    }
}

static enum statement_kind kind_of(struct part token)
{
    return part_equals(token, "begin") ? STATEMENT_SEQUENCE
           : part_equals(token, "if")  ? STATEMENT_CONDITION
           : part_equals(token, "for") ? STATEMENT_LOOP
           : part_equals(token, "case") || part_equals(token, "casez") ? STATEMENT_CHOICE
                                                                       : STATEMENT_OTHER;
}

static int read_statement(struct statements *s, struct part *text)
{
    int index = s->count;
    struct part token = peek(*text);
    APPEND(s->of, s->count, (struct statement){
        .kind = kind_of(token), .comment = {text->at, (size_t)(token.at - text->at)},
        .first = NO_STATEMENT, .otherwise = NO_STATEMENT, .next = NO_STATEMENT
    });
    enum statement_kind kind = s->of[index].kind;
    if (kind == STATEMENT_OTHER)
        read_simple(s, index, text);
    else if (kind == STATEMENT_CHOICE)
        take_until(text, "endcase");
    else {
        token_take(text);
        (kind == STATEMENT_SEQUENCE    ? read_sequence
         : kind == STATEMENT_CONDITION ? read_condition
                                       : read_loop)(s, index, text);
    }
    s->of[index].text = (struct part){token.at, (size_t)(text->at - token.at)};
    return index;
}

struct part statements_read(struct statements *s, struct part text)
{
    *s = (struct statements){NULL, 0};
    read_statement(s, &text);
    return text;
}

void statements_free(struct statements *s)
{
    free(s->of);
    *s = (struct statements){NULL, 0};
}
