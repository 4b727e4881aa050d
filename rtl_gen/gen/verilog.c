/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a module; see verilog.h. Recursive descent over tokens; the first error makes all further tokens the end. */
#include "verilog.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "reset.h"
#include "tokens.h"

/* How deep blocks and statements may be nested. */
enum { DEPTH = 100 };

/* Locals of the blocks around a statement. */
enum { MAX_LOCALS = 100 };

/* A variable of a block. */
struct local {
    struct part name;
    int conditions; /* around its declaration */
    bool assigned;
};

struct reader {
    struct verilog *verilog;
    const char *at;    /* behind the token */
    struct part token; /* empty at the end, and after an error */
    int line;          /* of the token, and of `at` */
    int block;
    int depth;
    struct local locals[MAX_LOCALS];
    int local_count;
    int conditions; /* around a statement, in its block */
    bool asserts;   /* in the assertions */
    bool failed;
    const struct sentence *sentence;
};

/* Tokens --------------------------------------------------------------------------------------------------------- */

static bool begins(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0;
}

/* Around the assertions, which are the last that a module has. */
static const char assertions_begin[] = "`ifdef SUBCORE_ASSERT", assertions_end[] = "`endif";

/* The length of a directive, if it is all of its line; else 0. */
static size_t directive_length(const char *at, const char *directive)
{
    size_t length = strlen(directive);
    if (!begins(at, directive))
        return 0;
    const char *behind = at + length + strspn(at + length, " \t\r");
    return *behind == '\n' || *behind == '\0' || begins(behind, "//") ? length : 0;
}

/* The length of `default_nettype none, or wire. */
static size_t nettype_length(const char *at)
{
    return directive_length(at, "`default_nettype none") + directive_length(at, "`default_nettype wire");
}

/* The length of what begins or ends the assertions. */
static size_t assertions_length(const char *at)
{
    return directive_length(at, assertions_begin) + directive_length(at, assertions_end);
}

static void skip_blanks(struct reader *r)
{
    for (;;) {
        if (begins(r->at, "//"))
            r->at += strcspn(r->at, "\n");
        else if (nettype_length(r->at))
            r->at += nettype_length(r->at);
        else if (!isspace((unsigned char)*r->at))
            return;
        r->line += *r->at == '\n';
        r->at += isspace((unsigned char)*r->at) != 0;
    }
}

bool verilog_wrong(const struct verilog *verilog, int line, const struct sentence *sentence, const char *format, ...)
{
    struct origin origin = verilog->origins ? verilog->origins[line] : (struct origin){verilog->path, line};
    va_list arguments;
    va_start(arguments, format);
    refuse_list(sentence, origin.path, (uint64_t)origin.line, format, arguments);
    va_end(arguments);
    return false;
}

/* The first thing that is wrong, at the token. */
static void expected(struct reader *r, const char *accepted)
{
    if (!r->failed && part_is_empty(r->token))
        verilog_wrong(r->verilog, r->line, r->sentence, "the text ends; accepted is %s", accepted);
    else if (!r->failed)
        verilog_wrong(r->verilog, r->line, r->sentence, "\"%.*s\" is not understood; accepted is %s",
                      PART(r->token), accepted);
    r->failed = true;
    r->token.length = 0;
}

/* What may stand anywhere in Verilog, and is not read. */
static void refuse_unread(struct reader *r)
{
    const char *accepted = *r->at == '`'         ? "only `default_nettype none, or wire, and at the end of the module "
                                                   "`ifdef SUBCORE_ASSERT ... `endif, on lines of their own"
                           : begins(r->at, "/*") ? "a comment that begins with //"
                           : *r->at == '\\'      ? "a name of letters, digits and _"
                                                 : NULL;
    if (!accepted)
        return;
    r->token.length = strcspn(r->at, " \t\r\n");
    expected(r, accepted);
}

static void next(struct reader *r)
{
    if (r->failed)
        return;
    skip_blanks(r);
    size_t length = assertions_length(r->at);
    r->token = (struct part){r->at, length ? length : token_length(r->at)};
    if (!length)
        refuse_unread(r);
    r->at += r->token.length;
}

/* What was read before, in its line. */
static void refuse_part(struct reader *r, struct part what, int line, const char *accepted)
{
    r->token = what;
    r->line = r->failed ? r->line : line;
    expected(r, accepted);
}

static bool is(const struct reader *r, const char *text)
{
    return part_equals(r->token, text);
}

static bool take(struct reader *r, const char *text)
{
    if (!is(r, text))
        return false;
    next(r);
    return true;
}

static void expect(struct reader *r, const char *text)
{
    if (!take(r, text))
        expected(r, text);
}

/* The assertions begin behind the last item of a module, and end behind a block. */
static void refuse_directive(struct reader *r)
{
    if (!part_is_empty(r->token) && *r->token.at == '`')
        expected(r, "`ifdef SUBCORE_ASSERT behind the last item of a module, and `endif behind the assertions");
}

static struct part name(struct reader *r)
{
    struct part name = r->token;
    refuse_directive(r);
    if (part_is_empty(name) || (!isalpha((unsigned char)*name.at) && *name.at != '_'))
        expected(r, "a name");
    next(r);
    return name;
}

/* The text up to one of these signs, which is not in brackets; it stays the token. */
static struct part text_until(struct reader *r, const char *signs)
{
    char accepted[32];
    struct part text = {r->token.at, 0};
    int brackets = 0;
    while (!part_is_empty(r->token)) {
        char c = *r->token.at;
        if (brackets == 0 && r->token.length == 1 && strchr(signs, c))
            return text;
        refuse_directive(r);
        brackets += token_nests(r->token);
        text.length = (size_t)(r->token.at + r->token.length - text.at);
        next(r);
    }
    snprintf(accepted, sizeof accepted, "one of %s", signs);
    expected(r, accepted);
    return text;
}

/* Lists ---------------------------------------------------------------------------------------------------------- */

static struct net *find_net(const struct verilog *v, struct part name, int block)
{
    for (;; block = v->blocks[block].parent) {
        for (struct net *net = v->nets; net < v->nets + v->net_count; net++)
            if (net->block == block && parts_equal(net->name, name))
                return net;
        if (block == OUTERMOST)
            return NULL;
    }
}

const struct constant *verilog_constant(const struct verilog *v, struct part name, int block)
{
    for (const struct constant *constant = v->constants; constant < v->constants + v->constant_count; constant++)
        if (constant->block == block && parts_equal(constant->name, name))
            return constant;
    return NULL;
}

const struct net *verilog_net(const struct verilog *verilog, struct part name, int block)
{
    return find_net(verilog, name, block);
}

/* What is declared in a generate block has a path, which needs the name of the block. */
static void in_named_block(struct reader *r, struct part name)
{
    if (r->block == OUTERMOST || !part_is_empty(r->verilog->blocks[r->block].name))
        return;
    r->token = name;
    expected(r, "a declaration in a generate block that has a name");
}

static void add_net(struct reader *r, struct net net)
{
    struct verilog *v = r->verilog;
    in_named_block(r, net.name);
    const struct net *other = find_net(v, net.name, r->block);
    if (other && other->block == r->block) {
        r->token = net.name;
        expected(r, "a name that is not declared before");
        return;
    }
    net.block = r->block;
    net.line = r->line;
    APPEND(v->nets, v->net_count, net);
}

/* Declarations --------------------------------------------------------------------------------------------------- */

/* [high:low], if there is one. */
static void range(struct reader *r, struct part *high, struct part *low)
{
    if (!take(r, "["))
        return;
    *high = text_until(r, ":");
    expect(r, ":");
    *low = text_until(r, "]");
    expect(r, "]");
}

/* The comment on the rest of the line. */
static struct part comment_behind(const char *at)
{
    struct part comment = {at, 0};
    size_t length = strcspn(at, "\n");
    const char *slashes = memmem(at, length, "//", 2);
    if (!slashes)
        return comment;
    comment.at = slashes + 2 + strspn(slashes + 2, " ");
    comment.length = (size_t)(at + length - comment.at);
    return comment;
}

static void port(struct reader *r)
{
    struct net net = {.kind = is(r, "input") ? NET_INPUT : NET_OUTPUT};
    if (!take(r, "input"))
        expect(r, "output");
    if (take(r, "reg"))
        net.kind = NET_OUTPUT_VARIABLE;
    else
        expect(r, "wire");
    range(r, &net.high, &net.low);
    net.comment = comment_behind(r->at);
    net.name = r->token;
    add_net(r, net);
    name(r);
}

/* Constants of one kind, separated by commas; the token is "parameter" or "localparam". */
static void constants(struct reader *r, bool parameter)
{
    struct part high = {NULL, 0}, low = {NULL, 0};
    next(r);
    range(r, &high, &low);
    do {
        struct constant constant = {.parameter = parameter, .block = r->block, .line = r->line, .name = r->token};
        constant.ranged = !part_is_empty(high);
        if (verilog_constant(r->verilog, name(r), r->block))
            refuse_part(r, constant.name, constant.line, "a name that is not declared before");
        expect(r, "=");
        constant.value = text_until(r, ",;)");
        APPEND(r->verilog->constants, r->verilog->constant_count, constant);
    } while (!parameter && take(r, ","));
}

static void header(struct reader *r)
{
    expect(r, "module");
    r->verilog->line = r->line;
    r->verilog->name = name(r);
    if (take(r, "#")) {
        expect(r, "(");
        do {
            if (!is(r, "parameter"))
                expected(r, "parameter");
            constants(r, true);
        } while (take(r, ","));
        expect(r, ")");
    }
    expect(r, "(");
    do
        port(r);
    while (take(r, ","));
    expect(r, ")");
    expect(r, ";");
}

/* Wires or variables of one range; the token is "wire" or "reg". */
static void nets(struct reader *r)
{
    struct net all = {.kind = is(r, "reg") ? NET_VARIABLE : NET_WIRE};
    next(r);
    range(r, &all.high, &all.low);
    do {
        struct net net = all;
        net.name = r->token;
        name(r);
        range(r, &net.first, &net.last);
        add_net(r, net);
        if (take(r, "="))
            text_until(r, ",;");
    } while (take(r, ","));
    expect(r, ";");
}

/* Statements ----------------------------------------------------------------------------------------------------- */

/* Where a statement stands. */
enum place {
    UNCLOCKED,   /* in a block of @*, or initial */
    FUNCTION,    /* in a function */
    CLOCKED,     /* in a clocked block, under no condition */
    CONDITIONAL, /* there under conditions without rst_i */
    RESET,       /* where rst_i is 1, and maybe at other times */
    RUNNING,     /* where rst_i is 0 */
};

static bool is_clocked(enum place place)
{
    return place >= CLOCKED;
}

/* A net that a clocked block assigns. */
static void assigned(struct reader *r, struct part name, int line, enum place place)
{
    struct net *net = find_net(r->verilog, name, r->block);
    if (!net || (net->kind != NET_VARIABLE && net->kind != NET_OUTPUT_VARIABLE)) {
        refuse_part(r, name, line, "a reg that is declared above");
        return;
    }
    net->clocked = true;
    net->reset |= place == RESET;
}

static struct local *find_local(struct reader *r, struct part name)
{
    for (int i = r->local_count - 1; i >= 0; i--)
        if (parts_equal(r->locals[i].name, name))
            return &r->locals[i];
    return NULL;
}

struct assignment {
    struct part left, value;
    int line;
    bool blocking;
};

/* Whether a local has no value of the clock before: the first that the text has of it gives it a new one. */
static bool has_no_state(const struct reader *r, const struct local *local, const struct assignment *assignment)
{
    const char *behind = local->name.at + local->name.length;
    struct part before = {behind, (size_t)(assignment->left.at - behind)};
    return local->assigned || (r->conditions == local->conditions && !token_in(assignment->left, "[") &&
                               !part_in(before, local->name) && !part_in(assignment->value, local->name));
}

/* A variable that a clocked block, or a function, assigns by = is no register. */
static struct local *expect_local(struct reader *r, struct part name, int line, enum place place)
{
    struct local *local = find_local(r, name);
    if (place != UNCLOCKED && !local)
        refuse_part(r, name, line, place == FUNCTION ? "a local of the function"
                                   : r->asserts      ? "a local of the block, for assertions drive nothing else"
                                                     : "<=, or a local of the block on the left of =");
    return local;
}

static void assign_local(struct reader *r, struct part name, const struct assignment *assignment, enum place place)
{
    struct local *local = expect_local(r, name, assignment->line, place);
    if (!local)
        return;
    if (is_clocked(place) && !has_no_state(r, local, assignment))
        refuse_part(r, name, assignment->line, "a local of which all is assigned, under no condition, before it is "
                    "used");
    local->assigned = true;
}

/* The left of an assignment: a name with or without indices, or several in braces. */
static void left_side(struct reader *r)
{
    if (++r->depth > DEPTH)
        expected(r, "braces that are not so deep");
    if (take(r, "{")) {
        do
            left_side(r);
        while (take(r, ","));
        expect(r, "}");
    } else {
        name(r);
        while (take(r, "[")) {
            text_until(r, "]");
            expect(r, "]");
        }
    }
    r->depth--;
}

/* The names on the left of an assignment. */
static void assign(struct reader *r, const struct assignment *assignment, enum place place)
{
    struct part left = assignment->left, token;
    int brackets = 0;
    while (!r->failed && !part_is_empty(token = token_take(&left))) {
        bool word = isalpha((unsigned char)*token.at) || *token.at == '_';
        if (brackets == 0 && word && assignment->blocking)
            assign_local(r, token, assignment, place);
        else if (brackets == 0 && word)
            assigned(r, token, assignment->line, place);
        brackets += (*token.at == '[') - (*token.at == ']');
    }
}

static void assignment(struct reader *r, enum place place)
{
    struct assignment all = {.left = r->token, .line = r->line};
    if (is(r, "end") || is(r, "endmodule") || is(r, "endgenerate"))
        expected(r, "a statement");
    left_side(r);
    all.left.length = (size_t)(r->token.at - all.left.at);
    all.blocking = is(r, "=");
    if (!all.blocking && !is_clocked(place))
        expected(r, "=, for the block is not clocked");
    if (!all.blocking && r->asserts)
        expected(r, "=, for assertions have no registers");
    if (!take(r, "="))
        expect(r, "<=");
    int line = r->line;
    all.value = text_until(r, ";");
    assign(r, &all, place);
    if (is_clocked(place) && token_in(all.value, "rst_i"))
        refuse_part(r, all.value, line, "rst_i in the condition of an if");
    expect(r, ";");
}

/* The text in parentheses. */
static struct part parenthesis(struct reader *r)
{
    expect(r, "(");
    struct part text = text_until(r, ")");
    expect(r, ")");
    return text;
}

static void statement(struct reader *r, enum place place);

static void local(struct reader *r)
{
    if (r->local_count == MAX_LOCALS)
        expected(r, "fewer locals");
    else
        r->locals[r->local_count++] = (struct local){r->token, r->conditions, false};
    name(r);
}

/* Variables of a block. Two blocks may have the same, and a function those of the module. */
static void locals(struct reader *r, enum place place)
{
    struct part high, low;
    next(r);
    range(r, &high, &low);
    do {
        if (place != FUNCTION && find_net(r->verilog, r->token, r->block))
            expected(r, "a local with a name of its own");
        local(r);
        range(r, &high, &low);
        if (take(r, "="))
            text_until(r, ",;");
    } while (take(r, ","));
    expect(r, ";");
}

static void sequence(struct reader *r, enum place place)
{
    int outer = r->local_count;
    if (take(r, ":"))
        name(r);
    while (!part_is_empty(r->token) && !is(r, "end"))
        if (is(r, "reg") || is(r, "integer"))
            locals(r, place);
        else
            statement(r, place);
    expect(r, "end");
    r->local_count = outer;
}

static bool is_input(const struct reader *r, const char *name)
{
    const struct net *net = find_net(r->verilog, (struct part){name, strlen(name)}, r->block);
    return net && net->kind == NET_INPUT;
}

/* Where the two branches of a condition in a clocked block stand. */
static void divide(struct reader *r, struct part condition, int line, enum place *yes, enum place *no)
{
    enum at_reset at_reset = condition_at_reset(condition);
    enum place place = *yes;
    if (at_reset == MIXED)
        refuse_part(r, condition, line, "rst_i in a condition as rst_i | OTHER, or OTHER & ~rst_i");
    else if (at_reset != OPEN && !is_input(r, "rst_i"))
        refuse_part(r, condition, line, "an input rst_i");
    else if ((at_reset == HOLDS && place == CONDITIONAL) || (at_reset == OPEN && place == RESET))
        refuse_part(r, condition, line, "a reset under no other condition");
    if (at_reset == OPEN) {
        *yes = *no = place == CLOCKED ? CONDITIONAL : place;
    } else if (place == CLOCKED || place == RESET) {
        *yes = at_reset == HOLDS ? RESET : RUNNING;
        *no = at_reset == HOLDS ? RUNNING : RESET;
    }
}

static void branches(struct reader *r, enum place place)
{
    int line = r->line;
    struct part condition = parenthesis(r);
    enum place yes = place, no = place;
    if (is_clocked(place))
        divide(r, condition, line, &yes, &no);
    r->conditions++;
    statement(r, yes);
    if (take(r, "else"))
        statement(r, no);
    r->conditions--;
}

/* What chooses statements in a clocked block, but no if. */
static enum place chosen(struct reader *r, struct part choice, int line, enum place place)
{
    if (!is_clocked(place))
        return place;
    if (token_in(choice, "rst_i"))
        refuse_part(r, choice, line, "rst_i in the condition of an if");
    else if (place == RESET)
        refuse_part(r, choice, line, "a reset under no other condition");
    return place == CLOCKED ? CONDITIONAL : place;
}

static void cases(struct reader *r, enum place place)
{
    int line = r->line;
    place = chosen(r, parenthesis(r), line, place);
    r->conditions++;
    while (!part_is_empty(r->token) && !is(r, "endcase")) {
        line = r->line;
        if (!take(r, "default"))
            chosen(r, text_until(r, ":"), line, place);
        take(r, ":");
        statement(r, place);
    }
    expect(r, "endcase");
    r->conditions--;
}

/* VARIABLE = VALUE, up to a sign. */
static void loop_variable(struct reader *r, const char *end, enum place place)
{
    struct part variable = r->token;
    int line = r->line;
    name(r);
    expect_local(r, variable, line, place);
    expect(r, "=");
    text_until(r, end);
    expect(r, end);
}

static void loop(struct reader *r, enum place place)
{
    expect(r, "(");
    loop_variable(r, ";", place);
    int line = r->line;
    struct part condition = text_until(r, ";");
    if (is_clocked(place) && token_in(condition, "rst_i"))
        refuse_part(r, condition, line, "rst_i in the condition of an if");
    expect(r, ";");
    loop_variable(r, ")", place);
    statement(r, place);
}

/* A system task. In assertions it is one that changes nothing. */
static void task(struct reader *r)
{
    if (r->asserts && !is(r, "$display") && !is(r, "$stop"))
        expected(r, "$display or $stop, for these are assertions");
    text_until(r, ";");
    expect(r, ";");
}

static void statement(struct reader *r, enum place place)
{
    if (++r->depth > DEPTH)
        expected(r, "a statement that is not so deep");
    if (take(r, "begin")) {
        sequence(r, place);
    } else if (take(r, "if")) {
        branches(r, place);
    } else if (take(r, "for")) {
        loop(r, place);
    } else if (take(r, "case") || take(r, "casez")) {
        cases(r, place);
    } else if (!part_is_empty(r->token) && *r->token.at == '$') {
        task(r);
    } else if (!take(r, ";")) {
        assignment(r, place);
    }
    r->depth--;
}

/* An input of a function, in front of its statement or in parentheses. */
static void input(struct reader *r)
{
    struct part high, low;
    expect(r, "input");
    if (!take(r, "integer"))
        take(r, "reg");
    range(r, &high, &low);
    local(r);
}

static void inputs(struct reader *r)
{
    do
        input(r);
    while (take(r, ","));
    expect(r, ")");
}

static void declaration_of_function(struct reader *r)
{
    if (!is(r, "input")) {
        locals(r, FUNCTION);
        return;
    }
    input(r);
    while (take(r, ","))
        local(r);
    expect(r, ";");
}

/* A function assigns only what is its own: its name, too. */
static void function(struct reader *r)
{
    struct part high, low;
    int outer = r->local_count;
    take(r, "automatic");
    if (!take(r, "integer"))
        range(r, &high, &low);
    local(r);
    if (take(r, "("))
        inputs(r);
    expect(r, ";");
    while (is(r, "input") || is(r, "reg") || is(r, "integer"))
        declaration_of_function(r);
    statement(r, FUNCTION);
    expect(r, "endfunction");
    r->local_count = outer;
}

/* An always: clocked, or not. */
static void always(struct reader *r)
{
    static const char accepted[] = "@*, or @(posedge clk_i) with an input clk_i";
    int line = r->line;
    struct part when = {NULL, 0};
    expect(r, "@");
    if (!take(r, "*"))
        when = parenthesis(r);
    struct part rest = when, first = when.at ? token_take(&rest) : when;
    bool clocked = part_equals(first, "posedge");
    bool good = !when.at || (clocked ? part_equals(token_take(&rest), "clk_i") && is_input(r, "clk_i")
                                     : part_equals(first, "*"));
    if (!good || (when.at && !part_is_empty(token_take(&rest))))
        refuse_part(r, when, line, accepted);
    if (r->asserts && !clocked)
        expected(r, "assertions in a block of @(posedge clk_i)");
    statement(r, clocked ? CLOCKED : UNCLOCKED);
}

/* Items ---------------------------------------------------------------------------------------------------------- */

static void item(struct reader *r);
static void items(struct reader *r, const char *end);

/* A generate block, with its items or its only one. */
static void generate_block(struct reader *r, struct block block)
{
    int outer = r->block;
    if (++r->depth > DEPTH)
        expected(r, "a block that is not so deep");
    block.parent = outer;
    block.line = r->line;
    bool several = take(r, "begin");
    if (several && take(r, ":"))
        block.name = name(r);
    r->block = r->verilog->block_count;
    APPEND(r->verilog->blocks, r->verilog->block_count, block);
    if (several)
        items(r, "end");
    else
        item(r);
    r->block = outer;
    r->depth--;
}

/* GENVAR = GENVAR + 1 */
static void step(struct reader *r, struct part genvar)
{
    int line = r->line;
    struct part text = text_until(r, ")"), rest = text;
    bool good = parts_equal(token_take(&rest), genvar) && part_equals(token_take(&rest), "=") &&
                parts_equal(token_take(&rest), genvar) && part_equals(token_take(&rest), "+") &&
                part_equals(token_take(&rest), "1") && part_is_empty(token_take(&rest));
    if (!good)
        refuse_part(r, text, line, "a step of 1, as in i = i + 1");
}

static void generate_loop(struct reader *r)
{
    struct block block = {.parent = OUTERMOST};
    expect(r, "(");
    block.genvar = name(r);
    expect(r, "=");
    block.first = text_until(r, ";");
    expect(r, ";");
    if (!parts_equal(r->token, block.genvar))
        expected(r, "the loop's genvar");
    next(r);
    expect(r, "<");
    block.end = text_until(r, ";");
    expect(r, ";");
    step(r, block.genvar);
    expect(r, ")");
    generate_block(r, block);
}

static void generate_if(struct reader *r)
{
    struct block block = {.condition = parenthesis(r)};
    generate_block(r, block);
    if (!take(r, "else"))
        return;
    block.otherwise = true;
    if (!is(r, "if")) {
        generate_block(r, block);
        return;
    }
    /* The next if lies in a block without a name, which is this one's else. */
    int outer = r->block;
    block.parent = outer;
    block.line = r->line;
    r->block = r->verilog->block_count;
    APPEND(r->verilog->blocks, r->verilog->block_count, block);
    if (++r->depth > DEPTH)
        expected(r, "a block that is not so deep");
    next(r);
    generate_if(r);
    r->depth--;
    r->block = outer;
}

static void instance(struct reader *r)
{
    struct verilog *v = r->verilog;
    struct instance_of instance = {.block = r->block, .line = r->line, .first = v->setting_count};
    instance.module = name(r);
    if (take(r, "#")) {
        expect(r, "(");
        do {
            struct setting setting;
            expect(r, ".");
            setting.name = name(r);
            setting.value = parenthesis(r);
            APPEND(v->settings, v->setting_count, setting);
        } while (take(r, ","));
        expect(r, ")");
    }
    instance.settings = v->setting_count - instance.first;
    instance.name = name(r);
    if (!is(r, "("))
        expected(r, "an item of a module: a declaration, assign, always, generate, an instance");
    parenthesis(r);
    expect(r, ";");
    in_named_block(r, instance.name);
    APPEND(v->instances, v->instance_count, instance);
}

static void item(struct reader *r)
{
    if (is(r, "wire") || is(r, "reg")) {
        nets(r);
    } else if (is(r, "localparam")) {
        constants(r, false);
        expect(r, ";");
    } else if (is(r, "assign") || is(r, "integer") || is(r, "genvar")) {
        text_until(r, ";");
        expect(r, ";");
    } else if (take(r, "always")) {
        always(r);
    } else if (take(r, "initial")) {
        statement(r, UNCLOCKED);
    } else if (take(r, "function")) {
        function(r);
    } else if (take(r, "generate")) {
        items(r, "endgenerate");
    } else if (take(r, "for")) {
        generate_loop(r);
    } else if (take(r, "if")) {
        generate_if(r);
    } else {
        instance(r);
    }
}

static void items(struct reader *r, const char *end)
{
    while (!part_is_empty(r->token) && !is(r, end))
        item(r);
    expect(r, end);
}

/* What must hold in a simulation, and is no part of the circuit. */
static void assertions(struct reader *r)
{
    if (!take(r, assertions_begin))
        return;
    r->asserts = true;
    while (!part_is_empty(r->token) && !is(r, assertions_end))
        if (take(r, "function"))
            function(r);
        else if (take(r, "always"))
            always(r);
        else
            expected(r, "always or function, for assertions declare and drive nothing");
    expect(r, assertions_end);
}

/* All of the module behind its header. */
static void body(struct reader *r)
{
    while (!part_is_empty(r->token) && !is(r, "endmodule") && !is(r, assertions_begin))
        item(r);
    assertions(r);
    expect(r, "endmodule");
}

bool verilog_read(struct verilog *verilog, const char *path, const struct origin *origins, const char *text,
                  const struct sentence *sentence)
{
    *verilog = (struct verilog){.path = path, .origins = origins};
    struct reader r = {.verilog = verilog, .at = text, .line = 1, .block = OUTERMOST, .sentence = sentence};
    APPEND(verilog->blocks, verilog->block_count, (struct block){.parent = OUTERMOST});
    next(&r);
    header(&r);
    body(&r);
    if (!part_is_empty(r.token))
        expected(&r, "one module in a text");
    return !r.failed;
}

void verilog_free(struct verilog *verilog)
{
    free(verilog->nets);
    free(verilog->constants);
    free(verilog->blocks);
    free(verilog->instances);
    free(verilog->settings);
    *verilog = (struct verilog){.path = NULL};
}
